"""The second table behind `concepts`: devices, software, answers, kin, and the domains in which a new thing replaces the old."""

THINGS = """
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
deploy launch deployment deploys release releases ship rollout 部署 发布 上线
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
student studies studying study studied 学生 读 在读 就读 念书
learn learning learns 学 学习 在学 自学
"""

# Rows under a heading in brackets are of that domain.
DOMAINS = """
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
nurse nurses nursing 护士 护理
engineer software_engineer 工程师
accountant 会计师
teacher_job 教书 任教
teller bank_teller 柜员
driver_job bus_driver truck_driver 司机
employed works_at works_for work_at work_for works_as work_as working_as works_in 任职 就职 供职 上班族 打工
resign resigned quit_job left_job laid_off fired 离职 辞职 被裁 裁员 跳槽
retire retired retirement pensioner 退休
unemployed jobless out_of_work 失业 待业
freelance freelancer self-employed 自由职业
promoted promotion 升职 晋升
joined 入职
[transport]
bicycle bike cycle cycling cycles bicycles 自行车 单车 骑车 骑行 骑自行车
electric_bike e-bike scooter 电动车 电瓶车
metro subway underground tube 地铁
bus buses 公交 公交车
tram trams 电车
train trains 火车 高铁
motorbike motorcycle 摩托车
taxi cab uber 打车 出租车
car cars automobile vehicle ev electric_car 电动汽车 座驾 车 汽车 轿车 开车
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
word_limit words characters 单词 字数 长度 字以内 个字 字
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
# Of these the end alone changes how a person stands: who quit has no job, who sold the flat does not live in it.
STATES = frozenset("residence marital diet smoking employment school_stage".split())  # noqa: SIM905
# Of these the things are wordings of one state: to commute and to go to work, to live and to reside.
ONE_THING = frozenset(("commute", "residence"))
