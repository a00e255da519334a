"""The closed and open word classes of the English rules: sets only, no logic."""

from engine.text import calendar_names


def words_of(words: str) -> frozenset[str]:
    """A word class, written as running text."""
    return frozenset(words.split())


SELF = words_of("I we")
SELF_OWN = words_of("my our")
FOREIGN_PRONOUNS = words_of(
    "you he she it they this that these those there who which whoever what everyone everybody someone somebody nobody "
    "people one everything something nothing all both most here"
)
POINTING = words_of(
    "it this these those them he she him her his hers its they their theirs there here same you your yours"
)
VAGUE_HEADS = words_of(
    "thing things something anything everything nothing stuff way ways lot one ones some few bit everyone someone anyone others idea ideas "
    "advice suggestion suggestions tip tips recommendation recommendations method methods question questions problem problems issue issues "
    "trouble troubles difficulty difficulties help time times chance chances feeling feelings mind doubt doubts conversation chat words all both "
    "point points information topic topics reason reasons fact sense part matter matters result results chat chats skill skills knowledge piece pieces"
)

BE = words_of("am is are was were")
HAVE = words_of("have has had")
MODALS = words_of("can could will would shall should may might must cannot")
UNSURE = words_of("could would should might may shall")
NEGATIONS = frozenset({"not", "never", "no longer"})
ADVERBS = NEGATIONS | words_of(
    "not never always usually often sometimes rarely seldom mostly mainly generally normally typically occasionally frequently regularly "
    "also just really very quite so too still already basically actually especially particularly absolutely truly totally completely "
    "definitely certainly probably simply only even ever currently strictly kind both all rather fairly pretty long now then again once "
    "first finally eventually mostly largely primarily officially seriously strongly extremely kinda sorta"
)
# These tell nothing about the person and are left out of a statement.
FILLER_ADVERBS = words_of(
    "also just really very quite so still already basically actually absolutely truly totally completely definitely certainly simply even "
    "again then once finally seriously extremely kinda sorta"
)

FREQUENT = words_of("usually often sometimes always mostly normally generally typically")

SUBORDINATORS = words_of(
    "that when because if while although though since as after before until unless whether where how why what whenever than"
)
CUT_CONJUNCTIONS = words_of("but because although though while whereas yet unless which however plus whereby")
PREPOSITIONS = words_of(
    "at in on for with from to of by about as into near around during since until between among like than through over under after before "
    "without within against across along behind beside besides per via toward towards outside inside"
)
NUMBER_WORDS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        str.split(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
            "twenty"
        )
    )
} | {"a": 1, "an": 1, "couple": 2, "thirty": 30, "forty": 40, "fifty": 50}

FAMILY = words_of(
    "wife husband partner spouse girlfriend boyfriend fiance fiancee fiancé fiancée son sons daughter daughters kid kids child children twins "
    "baby toddler mother father mom mum mommy dad daddy parents brother brothers sister sisters sibling siblings grandmother grandfather "
    "gran nan nana nanna grandad granddad gramps mam stepmum stepdad stepmother stepfather godson goddaughter "
    "grandma grandpa granny grandparents grandson granddaughter grandchildren uncle aunt cousin cousins nephew nephews niece nieces family "
    "eldest youngest in-laws mother-in-law father-in-law brother-in-law sister-in-law stepson stepdaughter ex-wife ex-husband"
)
PETS = words_of(
    "dog dogs cat cats puppy puppies kitten kittens hamster hamsters parrot parrots rabbit rabbits bird birds fish goldfish turtle turtles "
    "labrador poodle beagle greyhound terrier spaniel retriever corgi dachshund bulldog husky collie pug chihuahua siamese ragdoll cockatiel parakeet gerbil hedgehog ponies hens tortoise horse horses pony snake lizard gecko ferret ferrets chickens goat goats pet pets budgie canary pig pigs"
)
BELONGINGS = words_of(
    "car cars bike bikes bicycle motorcycle motorbike scooter truck van house home apartment flat condo cottage cabin farm garden boat laptop "
    "macbook pc computer desktop phone iphone android tablet ipad camera guitar guitars piano violin cello drums keyboard ukulele console telescope drone "
    "commute printer tv monitor server nas watch smartwatch studio library collection motorhome campervan tesla balcony greenhouse pool kindle"
)
ORGANISATION = words_of(
    "company team business startup start-up shop store restaurant clinic practice department employer firm agency school university office "
    "organisation organization factory product products customers clients users stack website site app blog channel podcast store lab cluster "
    "backend frontend database codebase setup server servers headquarters market markets employees suppliers warehouse plant branch branches"
)
BUSINESS = words_of(
    "system systems platform erp crm infrastructure apps software portal service services fleet workforce revenue turnover competitor competitors client supplier provider vendor "
    "vendors partners distributor distributors factories offices stores shops shareholders owner owners terms invoices contract contracts subscription licence margin margins headcount "
    "depot hq industry year operations orders returns policy tickets sites months data pipeline ci cloud staff quarter season peak lead-time range catalogue catalog api apis codebase website domain tariff"
)
BODY = words_of("eyesight vision hearing sight mobility knee knees back hip hips heart skin hair eyes")
HEALTH = words_of(
    "anxiety depression burnout ptsd sciatica vertigo dementia cancer copd fibromyalgia endometriosis lupus allergy allergies asthma diabetes migraine migraines intolerance celiac coeliac adhd autism dyslexia epilepsy eczema arthritis hypertension "
    "insomnia disease disorder syndrome disability condition fever glasses anemia anaemia ibs gout psoriasis reflux tinnitus scoliosis pacemaker"
)
LEARNING = words_of(
    "degree phd mba diploma master bachelor licence license certificate certification master's bachelor's masters bachelors doctorate experience"
)
APPOINTMENTS = words_of(
    "meeting appointment exam test interview flight presentation deadline surgery operation wedding trip vacation holiday conference marathon "
    "anniversary graduation race concert audition checkup check-up speech party reservation booking game match recital contract lease visa subscription"
)
OTHER_PEOPLE = words_of(
    "colleague colleagues friend friends boss manager neighbour neighbor neighbours neighbors teacher coworker coworkers classmate roommate"
)

JOBS = words_of(
    "engineer developer dev programmer designer teacher nurse doctor physician surgeon dentist lawyer attorney accountant architect artist "
    "writer author journalist editor translator interpreter chef cook baker barista waiter waitress driver pilot mechanic electrician plumber "
    "carpenter farmer fisherman scientist researcher chemist biologist physicist mathematician economist analyst consultant manager director "
    "ceo cto cfo coo founder co-founder cofounder entrepreneur freelancer contractor consultant salesperson salesman saleswoman marketer "
    "recruiter paralegal pharmacist therapist psychologist psychiatrist veterinarian vet paramedic firefighter policeman policewoman officer "
    "soldier musician singer actor actress dancer photographer filmmaker producer composer student undergraduate postdoc professor lecturer "
    "tutor librarian secretary assistant receptionist sysadmin devops cashier clerk bookkeeper auditor banker broker trader "
    "investor coach trainer instructor gardener florist tailor hairdresser barber beautician model judge politician diplomat priest pastor "
    "technician operator supervisor lead intern apprentice trainee specialist coordinator planner buyer strategist tester illustrator animator "
    "copywriter blogger streamer youtuber influencer geologist astronomer historian archaeologist sociologist linguist statistician actuary "
    "midwife optician caregiver carer nanny homemaker housewife welder machinist roofer painter builder surveyor realtor landlord sailor "
    "steward stewardess guard detective postman courier merchant shopkeeper owner ophthalmologist cardiologist radiologist dermatologist "
    "pediatrician paediatrician principal headteacher representative executive officer scholar fellow"
)
PARENTHOOD = words_of("mother father parent mom mum dad grandmother grandfather grandparent widow widower orphan twin")
TRAIT_NOUNS = words_of(
    "smoker nonsmoker non-smoker runner hiker gamer swimmer cyclist climber traveler traveller introvert extrovert beginner perfectionist "
    "person riser owl minimalist native citizen resident veteran immigrant expat refugee christian muslim buddhist hindu jew catholic atheist "
    "sleeper eater walker believer homeowner nerd geek enthusiast buff foodie carnivore lefty commuter bookworm techie newbie fanatic teetotaller member volunteer collector reader speaker learner novice donor diabetic insomniac"
)
DIETS = words_of(
    "vegan vegetarian pescatarian flexitarian celiac coeliac kosher halal gluten-free dairy-free lactose-intolerant gluten-intolerant keto teetotal "
    "lactose gluten"
)
STATES = words_of(
    "married single divorced engaged widowed retired unemployed self-employed freelance pregnant left-handed right-handed colour-blind "
    "color-blind colourblind colorblind deaf blind dyslexic autistic bilingual trilingual diabetic asthmatic epileptic introverted extroverted "
    "shy religious muslim jewish christian buddhist hindu catholic atheist nearsighted short-sighted sober nocturnal gay lesbian bisexual straight "
    "nonbinary vaccinated bald"
)
DEMONYMS = words_of(
    "french german dutch greek thai swiss czech iraqi israeli pakistani welsh scottish irish english british american canadian mexican chinese "
    "japanese korean indian italian spanish portuguese polish swedish danish norwegian finnish russian ukrainian turkish egyptian brazilian "
    "argentinian chilean colombian peruvian australian austrian belgian hungarian romanian bulgarian croatian serbian vietnamese filipino "
    "indonesian malaysian singaporean nigerian kenyan ghanaian moroccan iranian persian saudi lebanese european asian african taiwanese icelandic"
)
LANGUAGES = words_of(
    "english french german spanish italian portuguese dutch russian chinese mandarin cantonese japanese korean arabic hindi urdu turkish polish "
    "swedish danish norwegian finnish greek hebrew czech hungarian thai vietnamese ukrainian persian farsi latin swahili catalan esperanto "
    "kannada telugu malayalam marathi gujarati punjabi odia assamese sinhala nepali burmese khmer lao tibetan somali amharic yoruba igbo hausa zulu xhosa afrikaans shona albanian "
    "armenian georgian azerbaijani kazakh uzbek mongolian slovak slovenian slovene lithuanian latvian estonian macedonian bosnian galician basque gaelic maltese luxembourgish flemish "
    "romanian bulgarian croatian serbian indonesian malay tagalog bengali tamil welsh irish icelandic"
)
FIELDS = words_of(
    "marketing finance sales hr it tech technology software healthcare education insurance banking logistics retail hospitality consulting "
    "engineering law accounting advertising publishing media construction manufacturing agriculture research academia government politics "
    "journalism design architecture biotech pharma fintech gaming robotics security cybersecurity aviation automotive energy telecom "
    "procurement purchasing product support compliance legal insurance tourism nutrition translation operations administration film fashion music science medicine nursing"
)
GENERIC_DEFINITES = words_of(
    "sea seaside ocean beach mountains mountain outdoors countryside city cold heat rain snow dark night winter summer autumn spring "
    "kids children guitar piano violin drums cello flute office theatre theater opera gym park weekend weekends morning evening evenings mornings news cinema "
    "forest desert sun blues bus train subway dentist"
)
MONTHS = frozenset(map(str.lower, calendar_names.MONTHS))
WEEKDAYS = frozenset(map(str.lower, calendar_names.WEEKDAYS))
