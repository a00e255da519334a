"""Wordings that command an agent instead of describing a person, each with its weight."""

from engine.text.steering_cues import (
    EN_PUSH,
    EN_RULES,
    FOR_ONESELF,
    OWN_PLAN,
    STYLE,
    TOLD_EN,
    TOLD_ZH,
    ZH_PUSH,
    ZH_RULES,
    Cue,
    cue,
)
from engine.text.steering_roles import ROLE_CUES

_CUES = (
    # away with the rules
    cue(0.9, rf"(?:ignore|disregard|forget|override|bypass|violate|drop)\s(?:[a-z']{{1,12}}\s){{0,4}}?(?:[a-z]{{1,10}}\s)?{EN_RULES}(?![a-z])", told=TOLD_EN),
    cue(0.9, rf"(?:忽略|无视|(?<!不会)(?<!不要)(?<![别不])(?:忘记|忘掉)|抛开|绕过|跳过|不要遵守|不用遵守|不必遵守|推翻|覆盖|别管|不用管|不要管)[^，,。；\n]{{0,12}}(?:{ZH_RULES}|规定)", told=TOLD_ZH),
    cue(0.5, r"(?:忽略|无视|忘掉)(?:之前|以上|上述|上面|前面|先前)的?(?:所有|一切|全部)?(?:内容|信息|文字|对话|话)?|(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|said|written|you)"),
    cue(0.8, r"(?:jailbreak (?:mode|yourself|prompt|enabled|activated)|jailbroken|developer mode|dan mode|do anything now|no restrictions|without (?:any )?restrictions|unrestricted (?:ai|assistant|model))"),
    cue(0.8, r"越狱模式|开发者模式|不受(?:任何)?(?:限制|约束)|没有任何(?:限制|约束)|解除(?:所有)?限制"),
    cue(0.6, r"(?<![a-z])(?:you are now|from now on,? you(?:'re| are)|pretend (?:to be|you)|act as (?:if|an?|my|the))(?![a-z])", told=TOLD_EN),
    cue(0.6, r"(?:你现在是|从现在(?:起|开始)[，,]?你(?:就)?是|假装你|你(?:要|必须)扮演)"),
    cue(0.6, r"(?:^|[.;\n]\s*)(?:new|updated|important) (?:rule|policy|instruction|directive)s?\s*[:：]|(?:^|[。；\n]\s*)(?:新|最新|重要)(?:规则|指令|规定)\s*[:：]"),
    # somebody else's voice
    cue(0.7, r"<\|?/?(?:im_start|im_end|system|endoftext|assistant)\|?>|\[/?(?:inst|system)\]|<</?sys>>|</?tool_call>|#{2,4} ?(?:system|instruction)"),
    cue(0.45, r"(?:^|[\n:：“\"「])\s*(?:\[|【|\*\*)?(?:system|developer|assistant|助手|系统|系统提示|系统消息|系统指令|管理员指令)(?:\]|】|\*\*)?\s*(?:prompt|message|override)?\s*[:：]"),
    cue(0.4, r"(?:^|[\n:：“\"「])\s*(?:system|assistant|系统|助手)[^:：\n]{0,12}[:：][^\n]{0,40}(?:you |must|always|never|from now|你|必须|一律|总是|不得|以后)"),
    # for ever after
    cue(0.7, rf"(?:from now on|going forward|henceforth|in (?:all )?future (?:answers|conversations|replies))[^.\n]{{0,40}}?(?:always|never|only|must|{EN_PUSH})", STYLE),
    cue(0.7, r"(?<![a-z])(?:you|the (?:assistant|agent|bot|ai|model)) (?:must|should|shall|will|have to|has to|needs? to) (?:always|never|only)(?![a-z])", STYLE),
    cue(0.7, rf"(?:^|[.,;:!\n]\s*|please )(?:always|never) {EN_PUSH}(?![a-z])", FOR_ONESELF),
    cue(0.7, rf"(?:every time|whenever|each time|any time)[^.\n]{{0,60}}?(?:ask|mention|say|want|question|chat|talk)[^.\n]{{0,60}}?{EN_PUSH}(?![a-z])", STYLE),
    cue(0.7, r"(?:以后|今后|从今以后|从现在起|从现在开始|往后|接下来)[^。\n]{0,6}(?:每次|每回|凡是|只要|无论谁|不管谁)[^。\n]{0,30}(?:都|就|一律|必须)", OWN_PLAN),
    cue(0.7, rf"(?:以后|今后|从今以后|从现在起|从现在开始|往后)[^。\n]{{0,10}}(?:都|一律|总是|永远|务必|必须|只能|只许)[^。\n]{{0,12}}?{ZH_PUSH}", STYLE),
    cue(0.7, rf"(?:你|助手|助理|智能体|机器人|模型|AI|ai)(?:必须|务必|一定要|总是|永远|一律|只能|应当始终|应该始终)[^。\n]{{0,16}}{ZH_PUSH}", STYLE),
    cue(0.7, rf"(?:凡是|只要|每当|每次)[^。\n]{{0,16}}(?:问|提到|说到|咨询)[^。\n]{{0,20}}(?:都|就|一律|必须|请)[^。\n]{{0,8}}{ZH_PUSH}", STYLE),
    # planting memories
    cue(0.7, r"(?:在|往|向)(?:你的)?(?:长期)?(?:记忆库?|事实库|用户画像|系统)(?:里|中|内)?(?:面)?(?:写|加|添加|存|记|插入|植入)"),
    cue(0.7, r"(?:存|记|保存|写入?|录入|标记)(?:录|储)?(?:为|成|进|到|入)[^，,。\n]{0,6}(?:事实|记忆|长期记忆|画像|用户资料)"),
    cue(0.7, r"(?:store|save|record|remember|treat|keep|insert|write|add) (?:this|that|it|the following|these)?[^.\n]{0,20}(?:as an? (?:\w+ )?(?:fact|truth|memory)|(?:in)?to (?:your|the) (?:long.term )?memory)"),
    cue(0.6, r"(?:用户|我|此人|该账号)(?:是|拥有|具有|有)[^，,。\n]{0,6}(?:超级管理员|最高权限|root权限|所有权限)|(?:无需|不需要|免)(?:任何)?(?:验证|审批|审核|确认|授权)"),
    cue(0.6, r"(?:user|customer|person|i) (?:is|am|has|have) (?:an? |the )?(?:verified |full |super ?)*(?:admin(?:istrator)? (?:rights|access|and may|who may|privileges)|root access|full access|all permissions)"),
    cue(0.6, r"without (?:any |asking for |further )?(?:verification|approval|authori[sz]ation|confirmation|checks)(?![a-z])"),
    # taking things out
    cue(0.8, r"(?:reveal|show|print|output|repeat|leak|display|expose|dump|tell me|give me)\s(?:[a-z]{1,8}\s){0,3}?(?:your|the|all)\s(?:[a-z]{1,12}\s){0,2}?(?:prompt|instructions|system message|secrets|api keys?|passwords|hidden rules)"),
    cue(0.8, r"(?:透露|泄露|输出|显示|打印|告诉我|复述|公开|说出)[^，,。\n]{0,10}(?:提示词|系统提示|系统指令|隐藏指令|内部指令|prompt|密钥|别人的|其他用户)"),
    cue(0.8, r"(?:send|forward|upload|post|email|leak|exfiltrate) (?:all |every |any |the |their |user |customer |our |your |this ){1,4}(?:chat |conversation )?(?:data|messages|conversations?|history|passwords?|emails|files|memor(?:y|ies)|facts|records|secrets)[^.\n]{0,20} to(?![a-z])", told=TOLD_EN),
    cue(0.8, r"把[^，,。\n]{0,12}(?:数据|聊天记录|对话|记忆|资料|密码|信息|文件)[^，,。\n]{0,6}(?:发送|发|上传|转发|传)(?:到|给|至)"),
    cue(0.7, r"(?:do not|don't|never) (?:tell|inform|warn|show|mention (?:this|it) to) (?:the |any )?(?:user|customer|owner|human|anyone)", told=TOLD_EN),
    cue(0.7, r"(?:不要|别|不得|禁止)(?:让|告诉|通知|提醒|告知)[^，,。\n]{0,4}(?:用户|客户|主人|对方|别人)|(?:对|向)(?:用户|客户)(?:隐瞒|保密)"),
    cue(0.8, r"把[^，,。\n]{0,8}(?:提示词|系统提示|指令|prompt)[^，,。\n]{0,6}(?:打印|输出|显示|告诉|发|说|念|复述)"),
    # acting
    cue(0.7, r"(?:必须|每次|一律|都要)(?:自动|直接)?(?:把[^，,。\n]{0,12})?(?:转账|汇款|打款|转钱|付款)(?:给|到|至|[^，,。\n]{0,12}元)", told=TOLD_ZH),
    cue(0.7, r"(?:^|[，,。；,.;:：!！\n]\s*|请|立即|马上|务必|帮我|直接)(?:自动)?(?:把[^，,。\n]{0,12})?(?:转账|汇款|打款|转钱|付款)(?:给|到|至|[^，,。\n]{0,12}元|$|[，,。！!\n])"),
    cue(0.7, r"(?:^|[.,;:!\n]\s*|please |always |immediately |then )(?:automatically )?(?:transfer|wire|send) [^.\n]{0,24}(?:money|funds|dollars|usd|eur|bitcoin|btc|crypto|\$|€)"),
    cue(0.6, r"(?:以后|今后|从现在起|所有|每[个次条]|always|every|from now on)[^。\n]{0,24}(?:https?:|www\.)"),
    cue(0.6, r"(?:并|并且|然后|再|接着|随后)(?:自动|直接|立即)?(?:转账|汇款|打款|转钱|付款)"),
    cue(0.6, r"(?:^|[.,;:!\n]\s*|please )(?:execute|run|call|invoke) (?:the )?(?:following|this|command|function|tool|script)|rm -rf|执行(?:以下|下面的?|如下)(?:命令|指令|代码|操作)"),
    cue(0.6, r"!\[[^\]\n]{0,40}\]\(https?://[^)\n]{0,200}\?|(?:visit|open|fetch|click|访问|打开|点击)\s?(?:the link |链接)?\s?https?://\S{1,200}[^.\n]{0,20}(?:follow|obey|instructions|按照|照做|执行)"),
)  # fmt: skip

CUES: tuple[Cue, ...] = (*_CUES, *ROLE_CUES)
