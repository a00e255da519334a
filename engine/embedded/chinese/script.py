"""Traditional characters read as simplified ones, and statements written back in the script of the message."""

_PAIRS = (
    "萬万與与專专業业東东兩两個个豐丰臨临為为麗丽舉举義义樂乐習习鄉乡書书買买亂乱爭争於于雲云亞亚產产畝亩親亲億亿僅仅從从倉仓儀仪們们價价眾众優优會会傘伞傳传傷伤倫伦偽伪體体餘余傭佣僱雇兒儿黨党蘭兰關关興兴養养獸兽內内岡冈"
    "軍军農农沖冲決决況况凍冻淨净準准涼凉減减幾几鳳凤憑凭凱凯擊击劃划劉刘則则剛刚創创刪删別别劑剂剝剥勸劝辦办務务動动勵励勁劲勞劳勢势區区醫医華华協协單单賣卖盧卢衛卫卻却廠厂廳厅歷历厲厉壓压廈厦廚厨縣县參参雙双發发變变"
    "敘叙葉叶號号嘆叹嗎吗啟启吳吴員员聽听問问響响嚴严喪丧喚唤嘗尝圍围園园圓圆國国圖图團团聖圣場场壞坏塊块堅坚壇坛墊垫執执塵尘牆墙壯壮聲声處处備备復复夠够頭头誇夸奪夺奮奋獎奖妝妆婦妇媽妈嬰婴孫孙學学寧宁寶宝實实寵宠審审"
    "憲宪寫写寬宽賓宾寢寝對对尋寻導导壽寿將将爾尔嘗尝層层屬属歲岁島岛崗岗幣币帥帅師师帶带幫帮幹干並并廣广慶庆庫库應应廟庙廢废開开異异棄弃張张彌弥彎弯彈弹強强歸归當当錄录徹彻徑径憶忆憂忧懷怀態态憐怜總总戀恋惡恶惱恼悅悦"
    "懸悬驚惊懶懒懼惧慣惯憤愤願愿戲戏戰战戶户撲扑執执擴扩掃扫揚扬擾扰撫抚搶抢護护報报擔担擬拟擁拥擇择掛挂揮挥損损換换據据撥拨擺摆搖摇攜携攝摄數数敵敌斷断無无舊旧時时曠旷顯显晉晋曬晒曉晓暈晕暫暂術术機机殺杀雜杂權权條条來来"
    "楊杨極极構构槍枪棗枣櫃柜標标棧栈樹树樣样橋桥檢检樓楼橫横歡欢歐欧殘残殼壳毀毁氣气漢汉湯汤溝沟沒没淚泪澤泽潔洁灑洒濃浓濟济測测渾浑滬沪滯滞滿满漁渔濕湿溫温灣湾滅灭燈灯靈灵災灾爐炉點点煉炼煩烦燒烧熱热愛爱爺爷牽牵犧牺狀状"
    "猶犹獨独獲获獻献瑪玛環环現现電电畫画暢畅療疗瘋疯瘡疮皺皱盜盗監监蓋盖盤盘眾众睜睁礎础確确碼码禮礼禱祷禍祸離离種种積积稱称穩稳窮穷競竞筆笔簡简簽签籃篮糧粮緊紧紀纪約约級级紅红納纳純纯紙纸組组細细織织終终經经結结給给統统"
    "絕绝繼继續续網网維维綠绿編编緩缓練练縮缩績绩線线罷罢羅罗聯联聰聪職职肅肃腸肠膚肤腎肾腫肿腦脑腳脚臉脸膽胆勝胜艦舰藝艺節节蘇苏蘋苹莊庄藥药獲获營营蕭萧薦荐藍蓝虛虚蟲虫蝦虾補补裝装裡里製制複复褲裤見见觀观規规視视覺觉覽览"
    "觸触計计訂订認认討讨讓让訓训議议記记講讲許许論论設设訪访證证評评識识詞词試试詩诗話话該该詳详語语誤误說说請请諸诸讀读課课誰谁調调談谈謝谢謎谜豬猪貓猫貝贝負负財财責责貨货質质購购貴贵費费貸贷貼贴資资賽赛賺赚贈赠贏赢趕赶趙赵"
    "跡迹踐践蹤踪車车軌轨軟软轉转輪轮輕轻載载較较輔辅輛辆輸输辭辞邊边達达遷迁過过運运還还這这進进遠远違违連连遲迟適适選选遜逊遞递邏逻郵邮鄰邻鄭郑醬酱釋释鐘钟鋼钢錢钱鉛铅鈴铃銀银銷销鎖锁錯错鍵键鍋锅鏡镜長长門门閃闪閉闭問问間间"
    "閱阅隊队陽阳陰阴階阶際际陸陆陳陈險险隨随隱隐難难雖虽霧雾靜静韓韩頁页頂顶項项順顺須须預预領领頻频題题顏颜額额風风飛飞飯饭飲饮餐餐餅饼餓饿館馆馬马駕驾駐驻騎骑騙骗驗验髒脏鬆松鬧闹魚鱼鮮鲜鳥鸟鹽盐麥麦麵面黃黄齊齐齡龄龍龙"
    "歸归歷历嗎吗喫吃後后裏里臺台灣湾週周檔档嘉嘉讚赞遊游佈布妳你牠它鬱郁賬账鄧邓蔣蒋謝谢羅罗葉叶賴赖鍾钟蘿萝蔔卜蝸蜗臘腊糰团餵喂癢痒癮瘾髮发鬍胡齒齿牀床貿贸創创團团隻只條条嚐尝麼么後后當当臺台劇剧雞鸡鴨鸭鵝鹅檸柠係系覆复擇择撿捡"
)
_TO_SIMPLIFIED = {ord(old): new for old, new in zip(_PAIRS[::2], _PAIRS[1::2], strict=True) if old != new}


class Script:
    """How one message is written: `read` is its simplified reading, `written` puts a statement back."""

    def __init__(self, content: str) -> None:
        self.read = content.translate(_TO_SIMPLIFIED)
        used = {sign for sign in content if ord(sign) in _TO_SIMPLIFIED}
        self._back = {ord(_TO_SIMPLIFIED[ord(sign)]): sign for sign in used if _TO_SIMPLIFIED[ord(sign)] not in content}

    def written(self, statement: str) -> str:
        """The statement in the script of the message; the word for the user stays as it is everywhere."""
        head, mark, body = statement.partition("用户")
        return head + mark + body.translate(self._back) if mark and not head else statement.translate(self._back)
