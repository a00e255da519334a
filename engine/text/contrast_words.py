"""The table behind `contrasts`: everyday words of which one excludes the other, in Chinese and English."""

CONTRASTS = """
[polarity]
earliness: 早 早起 早睡 提前 early earlier | 晚 晚起 晚睡 迟 推迟 late later
distance: 近 附近 旁边 near nearby close close_to next_to | 远 far_from far far_away
sight: 近视 nearsighted near-sighted shortsighted short-sighted myopic | 远视 farsighted far-sighted longsighted
loan: 借入 借来 借了 借进 borrow | 借出 借给 借出去 lend lent loan_to loaned
trade: 买 买入 购买 购入 buy bought purchase | 卖 卖出 出售 售卖 转卖 sell sold
hire: 雇 招聘 招人 聘请 hire hired recruit | 解雇 裁员 辞退 开除 fire fired dismiss dismissed lay_off laid_off
arrival: 来了 到达 抵达 arrive | 离开 出发 leave leaving depart
order: 之前 饭前 餐前 睡前 课前 婚前 赛前 before prior_to | 之后 饭后 餐后 睡后 课后 婚后 赛后 after
inside: 室内 屋里 indoor indoors inside | 室外 户外 露天 屋外 outdoor outdoors outside
amount: 多 更多 more | 少 更少 less fewer
increase: 涨 上涨 上升 升高 增加 增多 增 提高 增长 提升 increase rise risen rose raise grow_in | 跌 下跌 下降 降低 减少 减 缩减 decrease fall fell decline reduce lower
heat: 热 烫 温 热的 hot warm | 冷 冰 凉 冷的 冰的 冰镇 cold iced cool chilled
heat_weather: 怕热 | 怕冷
taste: 甜 甜的 甜味 sweet sugary | 咸 咸的 咸味 salty savoury savory | 酸 酸的 sour | 苦 苦的 bitter | 辣 辣的 spicy
marital: 单身 未婚 没结婚 single unmarried | 已婚 结婚了 结了婚 married | 离异 离婚 divorced | 丧偶 widowed
side: 左 左边 左侧 左手 左撇子 left left-handed left-hand | 右 右边 右侧 右手 右撇子 right right-handed right-hand
compass: 朝南 南边 南面 南方 南向 南部 south southern south-facing | 朝北 北边 北面 北方 北向 北部 north northern north-facing | 朝东 东边 东面 东部 东向 east eastern east-facing | 朝西 西边 西面 西部 西向 west western west-facing
size: 大 大的 大型 大号 big large huge | 小 小的 小型 小号 small little tiny | 中型 中号 medium
length: 长 较长 long lengthy | 短 短的 短发 short brief
hair: 长发 长头发 | 短发 短头发
answer: 详细 详尽 具体 detailed thorough long lengthy comprehensive | 简短 简洁 简要 精简 简明 简略 short brief concise
height: 高 高的 high tall | 低 矮 低的 偏低 low short
height_more: 偏高 过高 | 偏低 过低
weight: 增重 增肥 长胖 gain_weight put_on_weight | 减重 减肥 瘦身 lose_weight slim_down
body: 胖 肥 fat overweight | 瘦 thin slim skinny underweight
noise: 安静 清静 僻静 quiet silent calm | 热闹 吵闹 嘈杂 喧闹 noisy loud lively
strength: 浓 浓茶 强 strong | 淡 淡茶 弱 weak mild
colour_depth: 深色 深 dark | 浅色 浅 light-coloured pale bright
speed: 快 迅速 fast quick rapid | 慢 缓慢 slow
age: 老 老的 年老 旧 旧的 old | 新 新的 new | 年轻 young
elder: 年长 比我大 older elder | 年幼 比我小 younger
price: 贵 昂贵 高价 expensive costly pricey | 便宜 廉价 低价 cheap inexpensive affordable
ease: 容易 简单 easy simple | 困难 难 复杂 hard difficult complicated
wealth: 富 富裕 有钱 rich wealthy | 穷 贫穷 没钱 poor
fullness: 满 full | 空 empty
openness: 开门 open | 关门 closed_on shut
mood: 乐观 optimistic optimist | 悲观 pessimistic pessimist
temper: 外向 extrovert extroverted outgoing | 内向 introvert introverted shy
employment: 全职 full-time full_time | 兼职 part-time part_time
nature: 公立 公办 公共 public | 私立 民办 私人 private
firmness: 硬 硬的 firm hard | 软 软的 soft
thickness: 厚 thick | 薄 thin
breadth: 宽 宽松 wide loose | 窄 紧身 narrow tight
wetness: 干 偏干 干燥 干性 dry | 湿 潮湿 油性 偏油 wet humid oily
light: 明亮 亮 bright light | 暗 昏暗 dark dim
cooked: 熟 熟的 全熟 well-done cooked | 生 生的 raw rare
gender: 男 男性 男生 男孩 男的 male man boy men boys | 女 女性 女生 女孩 女的 female woman girl women girls
kin_line: 公公 岳父 father-in-law | 婆婆 岳母 mother-in-law
top: 上铺 楼上 上层 顶层 高楼层 upstairs upper top_floor | 下铺 楼下 下层 底层 一楼 低楼层 downstairs lower ground_floor
front: 前排 前面 front | 后排 后面 rear
result: 赢 赢了 获胜 win won | 输 输了 落败 lose lost
pass: 通过 考上 及格 录取 pass passed admitted | 没通过 落榜 挂科 不及格 落选 fail failed flunked rejected
approval: 支持 赞成 同意 support in_favour_of | 反对 不同意 oppose against
online: 线上 网上 在线 远程 online remote remotely | 线下 实体店 现场 面对面 offline in_person on-site onsite in-store
domestic: 国内 本国 本地 domestic local | 国外 海外 外国 出国 abroad overseas foreign
city: 城市 城里 市区 市中心 city downtown urban | 乡下 农村 乡村 郊区 郊外 countryside suburb suburbs rural village
company: 一个人 独自 独居 单独 alone by_myself by_himself by_herself solo | 一起 结伴 合租 合住 together with_friends with_roommates in_a_group
formality: 正式 正装 formal formally | 随意 休闲 非正式 口语化 casual informal informally
day_shift: 白班 白天 day_shift daytime | 夜班 夜里 night_shift at_night nighttime
mode: 手动 manual | 自动 automatic
wired: 有线 wired | 无线 wireless
theme: 深色模式 暗色 dark_mode dark_theme | 浅色模式 亮色 light_mode light_theme
first: 最先 第一 首先 first | 最后 last final
health: 健康 healthy well | 生病 病了 不健康 sick ill unhealthy
debt: 欠 欠着 欠了 owe | 被欠 借给 owed_by lent lend
enter: 加入 入职 join joined | 退出 离职 leave left quit
employer_side: 老板 上司 领导 boss manager supervisor | 下属 员工 employee subordinate
buyer: 买家 买方 客户 甲方 buyer customer client | 卖家 卖方 供应商 乙方 seller vendor supplier
host: 房东 landlord landlady | 房客 租客 tenant
host_guest: 主人 host | 客人 guest
lead: 主唱 主角 主力 lead | 替补 配角 伴唱 backup substitute
[date]
week_part: 周末 双休日 周六 周日 星期六 星期天 weekend saturday sunday | 工作日 平日 周中 周一到周五 weekday workday working_day business_day
season: 春天 春季 春 spring springtime | 夏天 夏季 夏 暑假 summer summertime | 秋天 秋季 秋 autumn fall_season in_fall in_the_fall | 冬天 冬季 冬 寒假 winter wintertime
daytime: 早上 上午 早晨 清晨 清早 晨跑 晨练 早班 morning | 中午 午间 noon midday lunchtime | 下午 afternoon | 晚上 夜里 夜间 夜晚 傍晚 深夜 夜跑 晚班 evening night
year: 今年 this_year | 明年 next_year | 去年 last_year | 后年 year_after_next | 前年
month_span: 这个月 本月 this_month | 下个月 下月 next_month | 上个月 上月 last_month
week_span: 这周 本周 这个星期 this_week | 下周 下个星期 next_week | 上周 上个星期 last_week
day: 今天 today | 明天 tomorrow | 昨天 yesterday | 后天 day_after_tomorrow | 前天
half_year: 上半年 first_half | 下半年 second_half
term: 上学期 | 下学期
quarter: 一季度 第一季度 q1 | 二季度 第二季度 q2 | 三季度 第三季度 q3 | 四季度 第四季度 q4
edge: 月初 年初 周初 beginning_of start_of early_in | 月中 年中 中旬 middle_of mid | 月底 月末 年底 年末  end_of late_in
rhythm: 每天 每日 天天 日报 日更 daily every_day each_day a_day per_day | 每周 每星期 周报 周会 周刊 周更 weekly every_week each_week a_week per_week | 每月 每个月 月报 月会 月刊 monthly every_month each_month a_month per_month | 每年 年报 yearly annually every_year each_year a_year per_year | 每小时 hourly per_hour an_hour
often: 经常 常常 总是 often frequently usually always | 偶尔 有时 occasionally sometimes
feast: 春节 过年 除夕 | 中秋 中秋节 | 国庆 国庆节 | 圣诞 圣诞节 christmas | 感恩节 thanksgiving | 复活节 easter | 万圣节 halloween | 端午 端午节 | 清明 清明节 | 元旦 new_year
[matter]
seat: 靠窗 窗边 window_seat window | 过道 靠过道 aisle_seat aisle
device: 手机 phone iphone smartphone cellphone | 电脑 笔记本 笔记本电脑 台式机 computer laptop desktop pc macbook | 平板 平板电脑 ipad tablet | 手表 watch smartwatch | 电视 tv television | 打印机 printer | 相机 camera | 耳机 headphones earphones earbuds | 服务器 server | 路由器 router | 键盘 keyboard | 鼠标 mouse | 显示器 monitor | 冰箱 fridge refrigerator | 洗衣机 washing_machine washer | 空调 air_conditioner
older_sibling: 哥哥 大哥 older_brother elder_brother big_brother | 弟弟 younger_brother little_brother | 姐姐 大姐 older_sister elder_sister big_sister | 妹妹 younger_sister little_sister
sibling: 哥哥 弟弟 brother | 姐姐 妹妹 sister
parent: 父亲 爸爸 老爸 father dad | 母亲 妈妈 老妈 mother mom mum
offspring: 儿子 son | 女儿 daughter
grandparent: 爷爷 祖父 grandfather grandpa | 奶奶 祖母 grandmother grandma | 外公 姥爷 | 外婆 姥姥
spouse: 妻子 老婆 太太 wife | 丈夫 老公 husband
uncle: 叔叔 伯伯 舅舅 uncle | 阿姨 姑姑 姨妈 舅妈 aunt
in_law: 岳父 公公 father-in-law | 岳母 婆婆 mother-in-law
circle: 朋友 friend | 同事 colleague coworker co-worker | 邻居 neighbour neighbor | 同学 classmate | 室友 roommate flatmate | 老板 上司 boss manager | 老师 导师 teacher tutor | 客户 client customer
meal: 早餐 早饭 breakfast | 午餐 午饭 中饭 lunch | 晚餐 晚饭 dinner supper | 夜宵 宵夜 midnight_snack | 下午茶 afternoon_tea
room: 厨房 kitchen | 卧室 bedroom | 客厅 living_room | 浴室 卫生间 洗手间 bathroom toilet | 书房 study_room | 阳台 balcony | 车库 garage | 花园 院子 garden yard | 地下室 basement | 阁楼 attic | 餐厅 dining_room
body_part: 膝盖 膝 knee | 肩膀 肩 shoulder | 背 后背 back | 腰 腰部 waist lower_back | 脖子 颈椎 颈 neck | 脚踝 踝 ankle | 手腕 腕 wrist | 手肘 elbow | 髋 hip | 眼睛 眼 eye | 耳朵 耳 ear | 胃 stomach | 心脏 heart | 肺 lung | 肝 liver | 肾 kidney | 牙齿 牙 tooth teeth
stead: 家里 在家 家中 at_home home | 公司 单位 办公室 at_work office | 学校 at_school school
commute: 开车 自驾 驾车 drive drove by_car | 走路 步行 走着 徒步 walk on_foot | 骑车 骑自行车 骑单车 自行车 bike bicycle cycle by_bike | 公交 公交车 巴士 bus | 地铁 subway metro underground | 火车 高铁 train rail | 飞机 fly flew plane flight | 出租车 打车 taxi cab | 电动车 摩托车 scooter motorbike motorcycle | 坐船 轮渡 ferry
teach: 教 教授 讲授 teach taught | 学 学习 学过 learn study
letters: 写 写过 写作 撰写 write wrote written author | 读 读过 看过 阅读 读书 read | 翻译 translate | 编辑 edit
tenure: 租 租了 租的 租房 rent lease | 买 买了 购买 拥有 own bought buy buying purchase
handling: 做 制作 烤 酿 make made bake brew build built | 卖 售卖 出售 sell sold | 种 种植 grow grew grown plant | 收藏 收集 collect | 修 修理 维修 repair fix | 设计 design | 租 rent
sport: 看球 看足球 看篮球 看比赛 watch | 踢球 踢足球 打篮球 打球 参加比赛 play | 执教 coach
music: 听 listen | 弹 拉 演奏 play | 唱 唱歌 sing sang | 作曲 compose
state_of_life: 出生 born | 去世 die died | 毕业 graduate | 退休 retire
drink_kind: 喝 drink drank | 吃 eat ate
"""

# Words with such a sign in them that take no side.
HARMLESS = """
左右 大约 大概 大学 大家 大部分 大多 大多数 大部 大量 大夫 大蒜 大米 大厂 大连 大理 大阪 大众 大使 大卫 大三 大四 大一 大二 大哥 大姐 大伯 大豆 大小 大声 大厨 大衣
小时 小学 小区 小说 小麦 小米 小吃 小孩 小朋友 小组 小提琴 小李 小王 小张 小明 小红 小程序 小姐 小名 小伙 小众 小红书 小型 小龙虾 小心
高中 高兴 高铁 高考 高尔夫 高级 高血压 高血脂 提高 高速 高效 高管 高德 高校 高科技 高三 高二 高一 高层
多少 不少 至少 最少 少于 多于 最多 差不多 多伦多 少年 多年 多种 多次 多个 好多 许多 多数 多久 缺少 多余 少数 多样 多媒体 多线程
早餐 早饭 早点 早茶 早会 早报 早年 早就 早已 早上 早晨 晚餐 晚饭 晚会 晚上 晚报 晚年 早日 早产
长沙 长春 长城 长大 长期 成长 校长 擅长 家长 特长 增长 生长 队长 班长 组长 院长 厂长 市长 延长 船长 店长 行长 董事长 长辈 部长 科长 处长 长江 长处
短信 短视频 短片 短裤 热爱 热衷 热情 热点 热门 热水器 温州 温泉 温柔 冷静 冰箱 冰岛 冰球 冰淇淋 冰激凌 滑冰 冰糖 凉山 冰雪
老师 老家 老板 老婆 老公 老妈 老爸 老大 老二 老虎 老鼠 老人 老年 老挝 老乡 老是 老王 老李 老张 新加坡 新西兰 新疆 新闻 新年 新手 重新 最新 创新 更新 全新 新鲜 新德里 新能源
难过 难受 难民 近期 最近 远程 永远 远景 快乐 快递 快手 愉快 凉快 快餐 赶快 尽快 慢性 慢跑 生日 生活 学生 先生 生意 医生 生物 卫生 生产 生孩子 花生 生鲜 养生 女生 男生 研究生 博士生 实习生 生肖 陌生 出生 生气 生病 生长 生菜 生涯 发生 产生 招生 毕业生 大学生 小学生 中学生 高中生 留学生 新生 熟悉 成熟 熟练
甜品 甜点 甜食 辛苦 酸奶 苦瓜 麻辣烫 辣椒 满足 满意 不满 空调 空间 航空 天空 太空 空气 干净 干部 饼干 能干 干活 湿疹 软件 硬件 硬盘 淡水 冷淡 强调 坚强 增强 强度 强迫 深圳 深入 深度 深夜 深造 浅草
男朋友 女朋友 男友 女友 女儿 女士 男士 子女 儿女 春节 青春 宜春 夏威夷 春卷 华夏 秋葵 千秋 冬瓜 伊春
学校 学院 学位 学历 学期 学科 学费 学术 科学 数学 文学 化学 医学 留学 上学 同学 放学 开学 入学 转学 法学 哲学 经济学 心理学 中学 学者 学会 学分 学区 教室 教育 教练 教师 教会 教堂 宗教 佛教 基督教 天主教 教材 教程 教学 瑜伽教练 语言学
写字楼 写真 读者 听说 听力 听起来 唱片 弹性 子弹 拉萨 拉面 拉肚子 拉丁 以色列 种类 品种 各种 一种 这种 那种 两种 几种 三种 做事 做人 当做 看做 修改 进修 选修 必修 装修 租金 背景 背包 背单词 后背 肩负 腰果 眼镜 眼光 耳机 胃口 心脏病 肝癌 牙膏 牙医 牙刷 眼科
向上 方向 倾向 偏向 向往 意向 面向 志向 一向 增值 增值税 减免 减税 降噪 富士 福特 上涨 穷人 买菜 买卖 吃惊 小吃 好吃 好喝 吃力 吃亏
手表 公司里 单独 开车 房租 租约 合租 空闲 亮点 漂亮 月亮 暗示 黑暗 宽带 东西 紧张 紧急 厚道 薄荷 干洗 第一 一起来
"""
HARMLESS_EN = """
right_now all_right right_away left_over last_name first_name first_time at_last last_week_of single_malt hard_drive hot_dog soft_drink
short_story short_stories long_term long-term as_long_as no_longer high_school south_korea north_korea south_africa new_york new_zealand new_delhi
at_least no_later_than sooner_or_later back_to back_home back_pain_relief come_back go_back came_back back_end back-end front_end front-end full-stack
after_all day_after look_after after-school living_room home_town hometown old_town years_old year_old how_old little_bit a_little close_friend
well_known as_well well-known open_source open-source big_data big_ben light_year private_equity public_transport public_transit lower_back
home_country home_screen work_from_home
"""
