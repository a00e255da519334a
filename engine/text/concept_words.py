"""The first table behind `concepts`: things of daily life, one a row, its name first, then other wordings of it."""

THINGS = """
- 习惯 患者 方面 情况 形式 方式 格式 提供 从事 进行 东西 事情 地方 希望 属于 一直 总是 平时 经常 通常 目前 主要 比较 非常 特别 大概 大约 左右 彻底 完全 已经 全部 整体 统一 固定 最近 自己 喜欢 喜爱 热爱 偏爱 讨厌 爱吃 爱喝 爱看 爱玩 爱听 常常 经常 现在 刚刚 开始 目的 偏好 目标 打算 计划 想要 放弃 叫做 称为 被称为 一些 附近 interface interfaces 界面
favourite favorite favourites favorites fave 最喜欢 最爱 最喜爱 主力
colour color 颜色
work job 工作
company firm employer corporation 公司 单位 企业
office 办公室 办公
team crew squad 团队 小组 我们组 班组
department division 部门
project 项目
meeting meetings 会议 开会
weekly_meeting 周会 例会
standup stand-up daily_standup 站会 早会 晨会
client clients customer customers 客户 顾客
colleague coworker co-worker coworkers 同事
boss manager supervisor 上司 领导 老板 经理
prepare prepares preparing training train_for 备战 训练 备考 准备
salary wage wages income pay paycheck 工资 薪水 薪资 收入 月薪 年薪
bonus 奖金 年终奖
budget spend spending 预算
price cost 价格 价钱 费用 花费
rent rental 房租 月租 租金
mortgage 房贷 贷款
pay_off pays_off paid_off clear_the 还清 还完
deposit down_payment 首付 定金 押金
savings saving 存款 储蓄 积蓄
invest investing investment investments stocks stock shares funds 投资 股票 基金 炒股 理财
insurance 保险
tax taxes 税 个税
debt loan 债 欠款 借款
business startup own_business 生意 创业 开店
employee employees staff headcount engineers 员工 职工 人手
deadline due_date 截止 截止日期 期限 交付日期
report reports 报告 周报 日报 月报
email emails mail e-mail 邮件 电子邮件
email_address mailbox inbox 邮箱
phone_number 电话号码 手机号 电话
invoice 发票 抬头
contract 合同
exam exams test_date 考试 应试
certificate certification licence license 证书 执照
driving_licence driving_license driver's_license 驾照 驾驶证
degree diploma 学位 学历
bachelor bachelor's_degree undergraduate 本科 学士
master master's master's_degree masters 硕士 研究生
phd doctorate 博士 读博
thesis dissertation 论文
alma_mater graduated graduate 毕业 母校
grade 年级
school 学校 上学
class classes lesson lessons course courses 课 课程 上课 班
teacher tutor 老师 教师 教练
homework 作业
math maths mathematics 数学
physics 物理
chemistry 化学
history_subject 历史
book books reading read novel novels 书 看书 读书 阅读 小说 书籍
magazine newspaper 杂志 报纸
film films movie movies cinema 电影 影片 片子
scary horror spooky 恐怖 惊悚
horror_film horror_films horror_movie horror_movies scary_film scary_films scary_movies 恐怖片 恐怖电影 鬼片
science_fiction sci-fi scifi 科幻
comedy comedies 喜剧
romance romcom 爱情 爱情小说 rom-coms romantic_comedies 爱情片 言情
documentary documentaries 纪录片
cartoon anime animation 动画 动漫
series tv_series tv_show tv_shows drama 电视剧 剧集 追剧
television tv 电视
music songs song 音乐 歌 歌曲 听歌
band singer artist 乐队 歌手
author writer 作家 作者
rock rock_music 摇滚 摇滚乐
jazz 爵士 爵士乐
classical classical_music 古典 古典音乐
pop pop_music 流行音乐 流行歌
hip_hop rap 说唱 嘻哈
folk folk_music 民谣
action action_movies action_films 动作片
thriller thrillers suspense 悬疑
detective mystery crime_novels 推理 侦探
fantasy 奇幻 玄幻
military 军事
poetry poems poem 诗 诗歌 诗词
concert concerts gig 演唱会 音乐会
guitar guitars 吉他 弹吉他
piano pianos 钢琴
violin 小提琴
drums drum 架子鼓 鼓
sing singing choir 唱歌 合唱
dance dancing ballet 跳舞 舞蹈
paint painting draw drawing sketch 画画 绘画 素描
photography photos photo photographs camera 摄影 拍照 照片 相机
calligraphy 书法
chess 国际象棋 象棋 下棋
go_game 围棋
card_games poker cards 打牌 扑克
mahjong 麻将
video_games video_game gaming games game 游戏 打游戏 玩游戏 手游
cook cooking 做饭 烹饪 下厨 做菜
bake baking 烘焙
garden gardening 园艺 种花 花园
knit knitting 织毛衣 编织
woodworking carpentry 木工
fish_hobby fishing angling 钓鱼
camp camping 露营
travel trip trips journey vacation holiday holidays 旅行 旅游 出游 度假 行程
business_trip business_trips 出差
hike hiking hikes trekking 徒步 爬山 登山
run running runner jogging jog go_for_a_run goes_for_a_run 跑步 慢跑 晨跑 夜跑 跑
marathon marathons 马拉松 全马 半马
gym workout workouts work_out fitness exercise exercises 健身 健身房 锻炼 运动
swim swimming 游泳
yoga pilates 瑜伽 普拉提
football soccer goalkeeper striker 足球 守门员
basketball 篮球
tennis 网球
badminton 羽毛球
table_tennis ping-pong 乒乓球
golf 高尔夫球
ski skiing snowboarding 滑雪
climb climbing bouldering 攀岩
surf surfing 冲浪
dive diving scuba 潜水
club 俱乐部
league 联赛
sleep bedtime bed 睡觉 睡眠 入睡
wake_up get_up gets_up wakes_up 起床
stay_up night_owl 熬夜 夜猫子
night nights evening evenings 晚上 夜里 夜间 夜晚 深夜
morning mornings 早上 早晨 清晨 上午
afternoon 下午
weekend weekends 周末
breakfast 早餐 早饭
lunch 午餐 午饭
dinner supper 晚餐 晚饭
beer craft_beer 啤酒 精酿 精酿啤酒
alcohol drinks_alcohol drink_alcohol booze liquor 酒 喝酒 白酒 饮酒
wine red_wine 红酒 葡萄酒
milk dairy lactose 牛奶 奶制品 乳制品 乳糖
sugar sweets sweet sugary 糖 甜食 甜 甜的 甜品
soda cola coke soft_drinks 可乐 汽水 饮料
spicy spicy_food hot_food chili chilli 辣 吃辣 辣的 辣椒 无辣不欢
coriander cilantro 香菜
garlic 大蒜 蒜
onion onions 洋葱 葱
peanut peanuts 花生
nuts nut almonds walnuts 坚果
shellfish seafood shrimp prawns crab 海鲜 虾 螃蟹 贝类
fish salmon tuna 鱼
egg eggs 鸡蛋
noodles pasta 面条 面食
rice 米饭
bread sourdough 面包
fruit fruits 水果
vegetables veggies 蔬菜
hotpot hot_pot 火锅
takeaway takeout delivery_food 外卖
salt salty 盐 咸
penicillin 青霉素
pollen hay_fever 花粉
dust dust_mites 尘螨 灰尘
cat cats kitten 猫 猫咪 橘猫
dog dogs puppy retriever poodle corgi 狗 狗狗 柯基 金毛
rabbit rabbits bunny 兔子
bird birds parrot 鸟 鹦鹉
allergy allergic allergies 过敏
asthma asthmatic 哮喘
diabetes diabetic 糖尿病
blood_pressure hypertension 高血压 血压
blood_sugar 血糖
blood_type 血型
eyesight near-sighted short-sighted nearsighted myopia 近视 视力
glasses contact_lenses lenses 眼镜 隐形眼镜
colour_blind color_blind 色盲
stomach gastritis 胃 胃病
heart 心脏
back_pain 腰疼 腰痛 腰
knee knees 膝盖
headache migraine migraines 头疼 头痛 偏头痛
insomnia 失眠
depression depressed 抑郁 抑郁症
anxiety 焦虑
pregnant pregnancy expecting baby 怀孕 孕期 备孕 宝宝
medicine medication pills tablets pill tablet drug 药 吃药 服药 药片
doctor physician gp 医生 大夫
hospital clinic 医院
dentist dental 牙医 牙科
checkup check-up physical_exam medical_check 体检
surgery operation 手术
flying fly planes plane flights flight airplane 飞机 坐飞机 飞行
fear afraid scared phobia terrified 怕 害怕 恐惧
heights 恐高 高处
cloud_server ecs ec2 云服务器 服务器
house home apartment flat condo 房子 住房 公寓 家里
roommate roommates flatmate flatmates housemate housemates 室友 舍友 合租
renovation renovate renovating decorating 装修
furniture sofa 家具
furnished 精装
parking 停车 车位
"""

# Things that so many statements speak of that sharing one is no common topic.
WEAK = frozenset(
    """
    work company office team project live learn student school book phone car house home money client class club travel night morning
    afternoon weekend child teacher report name fear afraid answer code app computer business employee doctor meeting price sleep
    favourite to_work employed cook test game music film relocate read alcohol meal breakfast lunch dinner department
    """.split()  # noqa: SIM905
)

# Kinds of books, films and music: who likes one of them has said more than who likes films.
GENRES = frozenset(
    """
    comedy romance scary horror_film science_fiction documentary cartoon rock jazz classical pop hip_hop folk action thriller detective fantasy
    military poetry history_subject
    """.split()  # noqa: SIM905
)
