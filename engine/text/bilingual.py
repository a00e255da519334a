"""Places and languages under one name in Chinese and English, so that statements in two languages can be compared."""

import re

_PLACES = """
北京=beijing 上海=shanghai 广州=guangzhou 深圳=shenzhen 杭州=hangzhou 南京=nanjing 苏州=suzhou 成都=chengdu 重庆=chongqing 武汉=wuhan
西安=xi'an 天津=tianjin 青岛=qingdao 厦门=xiamen 长沙=changsha 昆明=kunming 大连=dalian 香港=hong kong 澳门=macau 台北=taipei
东京=tokyo 大阪=osaka 京都=kyoto 首尔=seoul 新加坡=singapore 曼谷=bangkok 悉尼=sydney 墨尔本=melbourne 奥克兰=auckland
纽约=new york 洛杉矶=los angeles 旧金山=san francisco 西雅图=seattle 波士顿=boston 芝加哥=chicago 奥斯汀=austin 丹佛=denver
多伦多=toronto 温哥华=vancouver 伦敦=london 曼彻斯特=manchester 都柏林=dublin 巴黎=paris 里昂=lyon 柏林=berlin 慕尼黑=munich 汉堡=hamburg
法兰克福=frankfurt 维也纳=vienna 苏黎世=zurich 日内瓦=geneva 罗马=rome 米兰=milan 马德里=madrid 巴塞罗那=barcelona 里斯本=lisbon
阿姆斯特丹=amsterdam 布鲁塞尔=brussels 斯德哥尔摩=stockholm 哥本哈根=copenhagen 奥斯陆=oslo 赫尔辛基=helsinki 华沙=warsaw 莫斯科=moscow
迪拜=dubai 孟买=mumbai 德里=delhi 班加罗尔=bangalore 开罗=cairo 内罗毕=nairobi 开普敦=cape town 圣保罗=sao paulo 墨西哥城=mexico city
德国=germany 法国=france 英国=united kingdom 美国=united states 加拿大=canada 日本=japan 韩国=korea 印度=india 越南=vietnam 泰国=thailand
马来西亚=malaysia 印尼=indonesia 菲律宾=philippines 澳大利亚=australia 新西兰=new zealand 意大利=italy 西班牙=spain 葡萄牙=portugal 荷兰=netherlands
得克萨斯=texas 德州=texas 加州=california 加利福尼亚=california 佛罗里达=florida 夏威夷=hawaii 华盛顿=washington 休斯敦=houston 达拉斯=dallas 亚特兰大=atlanta
迈阿密=miami 费城=philadelphia 圣地亚哥=san diego 拉斯维加斯=las vegas 蒙特利尔=montreal 爱丁堡=edinburgh 利物浦=liverpool 牛津=oxford 剑桥=cambridge
都灵=turin 佛罗伦萨=florence 威尼斯=venice 布拉格=prague 布达佩斯=budapest 雅典=athens 伊斯坦布尔=istanbul 科隆=cologne 斯图加特=stuttgart 马赛=marseille
名古屋=nagoya 札幌=sapporo 福冈=fukuoka 横滨=yokohama 釜山=busan 河内=hanoi 雅加达=jakarta 马尼拉=manila 吉隆坡=kuala lumpur 清迈=chiang mai 珀斯=perth 布里斯班=brisbane
郑州=zhengzhou 济南=jinan 合肥=hefei 宁波=ningbo 无锡=wuxi 福州=fuzhou 沈阳=shenyang 哈尔滨=harbin 长春=changchun 南昌=nanchang 贵阳=guiyang 南宁=nanning
海口=haikou 三亚=sanya 珠海=zhuhai 佛山=foshan 东莞=dongguan 太原=taiyuan 兰州=lanzhou 拉萨=lhasa 乌鲁木齐=urumqi 桂林=guilin 丽江=lijiang 大理=dali
比利时=belgium 瑞士=switzerland 奥地利=austria 瑞典=sweden 挪威=norway 丹麦=denmark 芬兰=finland 波兰=poland 俄罗斯=russia 巴西=brazil 墨西哥=mexico
"""
_LANGUAGES = """
中文=chinese 汉语=chinese 普通话=mandarin 英文=english 英语=english 日文=japanese 日语=japanese 法语=french 法文=french 德语=german 德文=german
韩语=korean 西班牙语=spanish 葡萄牙语=portuguese 意大利语=italian 俄语=russian 阿拉伯语=arabic 荷兰语=dutch 瑞典语=swedish 泰语=thai
"""
_ALIKE = {
    "mandarin": "chinese",
    "uk": "united kingdom",
    "usa": "united states",
    "peking": "beijing",
    "tx": "texas",
    "nyc": "new york",
}


def _names(table: str) -> dict[str, str]:
    pairs = re.findall(r"(\S+)=([a-z' ]+?)(?=\s\S+=|\s*$|\n)", table)
    return {word: english for chinese, english in pairs for word in (chinese, english)} | _ALIKE


PLACES = _names(_PLACES)
LANGUAGES = _names(_LANGUAGES)
_LONGEST_FIRST = sorted({*PLACES, *LANGUAGES}, key=len, reverse=True)
_KNOWN = re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, _LONGEST_FIRST))})(?![a-z])")


def known_names(text: str, table: dict[str, str]) -> frozenset[str]:
    """The English names of the places or languages (`PLACES`, `LANGUAGES`) that a text mentions."""
    found = (table.get(word, "") for word in _KNOWN.findall(text.lower()))
    return frozenset(_ALIKE.get(name, name) for name in found if name)


def known(word: str) -> str:
    """The English name of a place or language, '' for any other word."""
    name = PLACES.get(word) or LANGUAGES.get(word) or ""
    return _ALIKE.get(name, name)
