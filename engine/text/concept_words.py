"""The table behind `concepts`: one thing a row, its name first, then other wordings of it in English and Chinese."""

# Rows under a heading in brackets have that domain; those of the first part have none.
THINGS = """
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
salary wage wages income pay paycheck 工资 薪水 薪资 收入 月薪 年薪
bonus 奖金 年终奖
budget 预算
price cost 价格 价钱 费用 花费
rent rental 房租 月租 租金
mortgage 房贷 贷款
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
romance romcom rom-coms romantic_comedies 爱情片 言情
documentary documentaries 纪录片
cartoon anime animation 动画 动漫
series tv_series tv_show tv_shows drama 电视剧 剧集 追剧
television tv 电视
music songs song 音乐 歌 歌曲 听歌
band singer artist 乐队 歌手
author writer 作家 作者
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
run running runs runner jogging jog 跑步 慢跑 晨跑 夜跑
marathon marathons 马拉松 全马 半马
gym workout workouts work_out fitness exercise exercises 健身 健身房 锻炼 运动
swim swimming 游泳
yoga pilates 瑜伽 普拉提
football soccer 足球
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
alcohol drinking drinks drink booze liquor 酒 喝酒 白酒 饮酒
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
phone cellphone mobile smartphone handset 手机
laptop notebook_computer 笔记本 笔记本电脑
computer pc desktop 电脑 台式机
tablet_computer ipad 平板
watch smartwatch 手表 智能手表
headphones earphones earbuds 耳机
keyboard mechanical_keyboard 键盘
monitor screen 显示器 屏幕
battery 电池
wifi internet broadband 网络 宽带
password 密码
app apps 应用 软件
zoom
tiktok douyin 抖音
netflix
spotify
subscription subscribe subscribes subscribed membership member 会员 订阅
editor ide 编辑器
browser 浏览器
interface interfaces ui 界面
seat seats 座位
python
java
javascript js
typescript ts
golang go语言
rust
spring_boot springboot spring-boot
django
frontend front-end front_end 前端
backend back-end back_end 后端
api apis 接口
database databases db 数据库
cache caching cached caches 缓存
message_queue queue 消息队列 队列
kubernetes k8s 集群
docker container containers 容器 容器化
deploy deployment deploys release releases ship rollout 部署 发布 上线
server servers host hosting 主机
data_centre data_center datacenter 机房
backup backups back_up 备份
log logs logging 日志
monitoring alerts alert 监控 告警 报警
test tests testing unit_tests 测试 单元测试 单测
pull_request pull_requests pr prs merge_request merge_requests 合并请求
code coding program programming programmer 代码 编程 写代码 敲代码 写程序
code_sample code_samples code_example 示例代码 代码示例
branch branches trunk 分支 主干
git github gitlab
ci pipeline pipelines 流水线 持续集成
architecture 架构
framework library 框架
login sign-in authentication auth 登录 认证 鉴权
payment payments 支付
order_module orders 订单
scrum sprint sprints 迭代
answer answers reply replies response responses respond 回答 回复 答复 作答 回应
emoji emojis emoticons 表情 表情符号 颜文字
language_of_answer 语言
date_format 日期格式
birthday born birth date_of_birth 生日 出生 过生日
age aged years_old 年龄 岁
height tall 身高
weight weigh kilos 体重
name nickname 名字 姓名 昵称 小名
hometown native 老家 家乡 籍贯
christmas 圣诞 圣诞节
spring_festival lunar_new_year chinese_new_year 春节 过年
national_day 国庆 国庆节
may_day labour_day 五一 劳动节
wife spouse 妻子 老婆 太太 爱人
husband 丈夫 老公
girlfriend 女朋友 女友
boyfriend 男朋友 男友
son sons 儿子
daughter daughters 女儿
child children kid kids 孩子 小孩 子女
father dad 父亲 爸爸
mother mom mum 母亲 妈妈
parents 父母 爸妈
nurse nurses 护士
engineer 工程师
accountant 会计
cpa 注会 注册会计师
toefl 托福
ielts 雅思
english_test 四级 六级
mba
church 教堂 教会
volunteer volunteering 志愿者 义工
fridge 冰箱
weather 天气
key keys 钥匙
long_distance 异地恋 异地
ambulance paramedic 急救 救护
deliver delivery 快递
overtime 加班
vacation_days annual_leave 年假 休假
class_english 英语班 英语课
[residence]
live lives living resides reside residence based dwell lived 住 住在 居住 定居 常住 家住 现居 安家
relocate relocated relocating relocation move_house moved_to moved_into moved_out moved_from moving_to 搬到 搬去 搬家 搬进 搬回 搬走 迁居 移居
renting rents rented rent_apartment 租房 租的 租住 租的房子
bought_house buy_house house_purchase homeowner closed_on own_house 买房 购房 买了房
studio dorm dormitory 宿舍 单间
[marital]
single unattached 单身
married marries marry wedding wed 结婚 已婚 领证 婚礼
engaged engagement fiance fiancee 订婚
divorced divorce divorces 离婚 离异
dating in_a_relationship seeing_someone 谈恋爱 恋爱 有对象 脱单
broke_up broken_up split_up breakup 分手
widowed 丧偶
[commute]
commute commutes commuting 通勤 上班路上 上下班
to_work 上班 去上班
[diet]
vegetarian veggie plant-based vegetarianism 素食 吃素 素食主义 素食者 素
vegan veganism 纯素 全素
meat steak beef pork lamb chicken 肉 吃肉 荤 牛排 牛肉 猪肉
pescatarian
keto low-carb 生酮 低碳
halal 清真
gluten-free gluten 无麸质
[smoking]
smoke smoking smokes smoker cigarette cigarettes tobacco nicotine vape vapes vaping 抽烟 吸烟 烟 香烟 戒烟 烟民 电子烟
[employment]
employed works_at works_for work_at work_for 任职 就职 供职 上班族 打工
resign resigned quit_job left_job laid_off fired 离职 辞职 被裁 裁员 跳槽
retire retired retirement pensioner 退休
unemployed jobless out_of_work 失业 待业
freelance freelancer self-employed 自由职业
promoted promotion 升职 晋升
joined 入职
[education]
student studies studying study studied 学生 读 在读 就读 念书
learn learning learns 学 学习 在学 自学
[transport]
bicycle bike cycle cycling cycles bicycles 自行车 单车 骑车 骑行 骑自行车
electric_bike e-bike scooter 电动车 电瓶车
metro subway underground tube 地铁
bus buses 公交 公交车
tram trams 电车
train trains 火车 高铁
motorbike motorcycle 摩托车
taxi cab uber 打车 出租车
car cars automobile vehicle 车 汽车 轿车 开车
[editor]
vim neovim
vs_code vscode visual_studio_code
emacs
[browser]
chrome
firefox
[database]
postgresql postgres pg
mysql
mongodb mongo
[cache]
redis
memcached
[queue]
kafka
rabbitmq
[handset]
iphone ios apple 苹果 苹果手机
android 安卓 安卓手机
huawei 华为
xiaomi 小米 小米手机
[chat_tool]
wechat 微信
dingtalk 钉钉
feishu lark 飞书
slack
teams_app microsoft_teams
qq
[operating_system]
mac macbook macos macs 苹果电脑
windows 视窗 windows系统
linux ubuntu
[cloud]
aliyun alibaba_cloud 阿里云
aws amazon_web_services 亚马逊云
azure
gcp google_cloud
[api_style]
rest restful
graphql
grpc
[data_format]
xml
json
[frontend_framework]
react reactjs react.js
vue vue3 vue.js
angular
[architecture]
microservice microservices 微服务
monolith 单体
[hot_drink]
coffee caffeine espresso latte cappuccino americano joe decaf cup_of_joe 咖啡 咖啡因 美式 拿铁 美式咖啡
tea green_tea black_tea 茶 喝茶 绿茶 红茶 龙井 龙井茶 普洱
[theme]
dark_mode dark_theme black_theme night_mode dark dark-mode 深色模式 暗色模式 夜间模式 深色主题 黑色主题 深色
light_mode light_theme light bright_mode 浅色模式 亮色模式 浅色主题 白天模式 浅色
[seat]
window_seat window_seats 靠窗 靠窗的座位 窗边
aisle_seat aisle_seats aisle 靠过道 过道 靠走道
[answer_format]
bullet_points bullets bullet_lists bullet_list lists bullet 列表 要点 分点 条目
paragraph paragraphs prose full_sentences 段落 成段
table_format 表格
[answer_length]
short brief concise terse succinct 简短 简洁 精简 简明
long detailed detail lengthy in-depth thorough 详细 详尽 详细一点
word_limit words characters 字数 长度 字以内 个字
[formality]
formal formality 正式 严肃
casual informal relaxed laid-back 随意 轻松 口语 随便
[book_form]
paper_book paper_books print_books printed_books physical_books hardcover hardcovers paperback paperbacks 纸质书 纸书 实体书 纸质的书
ebook ebooks e-book e-books kindle e-reader 电子书 电子阅读器
audiobook audiobooks 有声书 听书
[workplace]
remote remotely wfh work_from_home working_from_home works_from_home home_office 居家办公 远程 远程办公 在家办公 在家工作
on-site in_the_office to_the_office go_to_the_office 坐班 到公司 去公司
[shift]
night_shift night_shifts 夜班
day_shift 白班
[spelling]
british_spelling 英式拼写
american_spelling 美式拼写
[school_stage]
kindergarten nursery preschool 幼儿园
primary_school elementary_school elementary 小学
middle_school junior_high 初中
high_school 高中
university college uni 大学 高校 学院
"""

# Of these domains a person has one at a time even where no word tells of a change: the later statement holds.
OPPOSED = frozenset("theme seat answer_format answer_length formality workplace shift spelling".split())  # noqa: SIM905

# Things that so many statements speak of that sharing one is no common topic.
WEAK = frozenset(
    """
    work company office team project live learn student school book phone car house home money client class club travel night morning
    afternoon weekend child teacher report name fear afraid answer code app computer business employee doctor meeting price sleep
    to_work employed cook test game music film relocate read drinking alcohol meal breakfast lunch dinner department
    """.split()  # noqa: SIM905
)
