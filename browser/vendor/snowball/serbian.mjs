// From serbian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiou";
const g_sa = "ćčđšž";
const g_ca = "bcdfghjklmnprstvzćčđšž";
const g_rg = "r";
const a_0 = among(["а",1,"б",2,"в",3,"г",4,"д",5,"е",7,"ж",8,"з",9,"и",10,"к",12,"л",13,"м",15,"н",16,"о",18,"п",19,"р",20,"с",21,"т",22,"у",24,"ф",25,"х",26,"ц",27,"ч",28,"ш",30,"ђ",6,"ј",11,"љ",14,"њ",17,"ћ",23,"џ",29]);
const as_0 = ["a", "b", "v", "g", "d", "đ", "e", "ž", "z", "i", "j", "k", "l", "lj", "m", "n", "nj", "o", "p", "r", "s", "t", "ć", "u", "f", "h", "c", "č", "dž", "š"];
const a_1 = among(["daba",73,"ajaca",12,"ejaca",14,"ljaca",13,"njaca",85,"ojaca",15,"alaca",82,"elaca",83,"olaca",84,"maca",75,"naca",76,"raca",81,"saca",80,"vaca",79,"šaca",18,"aoca",82,"acaka",55,"ajaka",16,"ojaka",17,"anaka",78,"ataka",58,"etaka",59,"itaka",60,"otaka",61,"utaka",62,"ačaka",54,"esama",67,"izama",87,"jacima",5,"nicima",23,"ticima",24,"teticima",21,"zicima",25,"atcima",58,"utcima",62,"čcima",74,"pesima",2,"inzima",19,"lozima",1,"metara",68,"centara",69,"istara",70,"ekata",86,"anata",53,"nstava",22,"kustava",29,"ajac",12,"ejac",14,"ljac",13,"njac",85,"anjac",11,"ojac",15,"alac",82,"elac",83,"olac",84,"mac",75,"nac",76,"rac",81,"sac",80,"vac",79,"šac",18,"jebe",88,"olce",84,"kuse",27,"rave",42,"save",52,"šave",51,"baci",89,"jaci",5,"tvenici",20,"snici",26,"tetici",21,"bojci",4,"vojci",3,"ojsci",66,"atci",58,"itci",60,"utci",62,"čci",74,"pesi",2,"inzi",19,"lozi",1,"acak",55,"usak",57,"atak",58,"etak",59,"itak",60,"otak",61,"utak",62,"ačak",54,"ušak",56,"izam",87,"tican",65,"cajan",7,"čajan",6,"voljan",77,"eskan",63,"alan",40,"bilan",33,"gilan",37,"nilan",39,"rilan",38,"silan",36,"tilan",34,"avilan",35,"laran",9,"eran",8,"asan",91,"esan",10,"dusan",31,"kusan",28,"atan",47,"pletan",50,"tetan",49,"antan",32,"pravan",44,"stavan",43,"sivan",46,"tivan",45,"ozan",41,"tičan",64,"ašan",90,"dušan",30,"metar",68,"centar",69,"istar",70,"ekat",86,"enat",48,"oscu",72,"ošću",71]);
const a_2 = among(["aca",124,"eca",125,"uca",126,"ga",20,"acega",124,"ecega",125,"ucega",126,"anjijega",84,"enjijega",85,"snjijega",122,"šnjijega",86,"kijega",95,"skijega",1,"škijega",2,"elijega",83,"nijega",13,"osijega",123,"atijega",120,"evitijega",92,"ovitijega",93,"astijega",94,"avijega",77,"evijega",78,"ivijega",79,"ovijega",80,"ošijega",91,"anjega",84,"enjega",85,"snjega",122,"šnjega",86,"kega",95,"skega",1,"škega",2,"elega",83,"nega",13,"anega",10,"enega",87,"snega",159,"šnega",88,"osega",123,"atega",120,"evitega",92,"ovitega",93,"astega",94,"avega",77,"evega",78,"ivega",79,"ovega",80,"aćega",14,"ećega",15,"ućega",16,"ošega",91,"acoga",124,"ecoga",125,"ucoga",126,"anjoga",84,"enjoga",85,"snjoga",122,"šnjoga",86,"koga",95,"skoga",1,"škoga",2,"loga",19,"eloga",83,"noga",13,"cinoga",137,"činoga",89,"osoga",123,"atoga",120,"evitoga",92,"ovitoga",93,"astoga",94,"avoga",77,"evoga",78,"ivoga",79,"ovoga",80,"aćoga",14,"ećoga",15,"ućoga",16,"ošoga",91,"uga",18,"aja",109,"caja",26,"laja",30,"raja",31,"ćaja",28,"čaja",27,"đaja",29,"bija",32,"cija",33,"dija",34,"fija",40,"gija",39,"anjija",84,"enjija",85,"snjija",122,"šnjija",86,"kija",95,"skija",1,"škija",2,"lija",24,"elija",83,"mija",37,"nija",13,"ganija",9,"manija",6,"panija",7,"ranija",8,"tanija",5,"pija",41,"rija",42,"rarija",21,"sija",23,"osija",123,"tija",44,"atija",120,"evitija",92,"ovitija",93,"otija",22,"astija",94,"avija",77,"evija",78,"ivija",79,"ovija",80,"zija",45,"ošija",91,"žija",38,"anja",84,"enja",85,"snja",122,"šnja",86,"ka",95,"ska",1,"ška",2,"ala",104,"acala",128,"astajala",106,"istajala",107,"ostajala",108,"ijala",47,"injala",114,"nala",46,"irala",100,"urala",105,"tala",113,"astala",110,"istala",111,"ostala",112,"avala",97,"evala",96,"ivala",98,"ovala",76,"uvala",99,"ačala",102,"ela",83,"ila",116,"acila",124,"lucila",121,"nila",103,"astanila",110,"istanila",111,"ostanila",112,"rosila",127,"jetila",118,"ozila",48,"ačila",101,"lučila",117,"rošila",90,"ola",50,"asla",115,"nula",13,"gama",20,"logama",19,"ugama",18,"ajama",109,"cajama",26,"lajama",30,"rajama",31,"ćajama",28,"čajama",27,"đajama",29,"bijama",32,"cijama",33,"dijama",34,"fijama",40,"gijama",39,"lijama",35,"mijama",37,"nijama",36,"ganijama",9,"manijama",6,"panijama",7,"ranijama",8,"tanijama",5,"pijama",41,"rijama",42,"sijama",43,"tijama",44,"zijama",45,"žijama",38,"alama",104,"ijalama",47,"nalama",46,"elama",119,"ilama",116,"ramama",52,"lemama",51,"inama",11,"cinama",137,"činama",89,"rama",52,"arama",53,"drama",54,"erama",55,"orama",56,"basama",135,"gasama",131,"jasama",129,"kasama",133,"nasama",132,"tasama",130,"vasama",134,"esama",152,"isama",154,"etama",70,"estama",71,"istama",72,"kstama",73,"ostama",74,"avama",77,"evama",78,"ivama",79,"bašama",63,"gašama",64,"jašama",61,"kašama",62,"našama",60,"tašama",59,"vašama",65,"ešama",66,"išama",67,"lema",51,"acima",124,"ecima",125,"ucima",126,"ajima",109,"cajima",26,"lajima",30,"rajima",31,"ćajima",28,"čajima",27,"đajima",29,"bijima",32,"cijima",33,"dijima",34,"fijima",40,"gijima",39,"anjijima",84,"enjijima",85,"snjijima",122,"šnjijima",86,"kijima",95,"skijima",1,"škijima",2,"lijima",35,"elijima",83,"mijima",37,"nijima",13,"ganijima",9,"manijima",6,"panijima",7,"ranijima",8,"tanijima",5,"pijima",41,"rijima",42,"sijima",43,"osijima",123,"tijima",44,"atijima",120,"evitijima",92,"ovitijima",93,"astijima",94,"avijima",77,"evijima",78,"ivijima",79,"ovijima",80,"zijima",45,"ošijima",91,"žijima",38,"anjima",84,"enjima",85,"snjima",122,"šnjima",86,"kima",95,"skima",1,"škima",2,"alima",104,"ijalima",47,"nalima",46,"elima",83,"ilima",116,"ozilima",48,"olima",50,"lemima",51,"nima",13,"anima",10,"inima",11,"cinima",137,"činima",89,"onima",12,"arima",53,"drima",54,"erima",55,"orima",56,"basima",135,"gasima",131,"jasima",129,"kasima",133,"nasima",132,"tasima",130,"vasima",134,"esima",57,"isima",58,"osima",123,"atima",120,"ikatima",68,"latima",69,"etima",70,"evitima",92,"ovitima",93,"astima",94,"estima",71,"istima",72,"kstima",73,"ostima",74,"ištima",75,"avima",77,"evima",78,"ajevima",109,"cajevima",26,"lajevima",30,"rajevima",31,"ćajevima",28,"čajevima",27,"đajevima",29,"ivima",79,"ovima",80,"govima",20,"ugovima",17,"lovima",82,"olovima",49,"movima",81,"onovima",12,"stvima",3,"štvima",4,"aćima",14,"ećima",15,"ućima",16,"bašima",63,"gašima",64,"jašima",61,"kašima",62,"našima",60,"tašima",59,"vašima",65,"ešima",66,"išima",67,"ošima",91,"na",13,"ana",10,"acana",128,"urana",105,"tana",113,"avana",97,"evana",96,"ivana",98,"uvana",99,"ačana",102,"acena",124,"lucena",121,"ačena",101,"lučena",117,"ina",11,"cina",137,"anina",10,"čina",89,"ona",12,"ara",53,"dra",54,"era",55,"ora",56,"basa",135,"gasa",131,"jasa",129,"kasa",133,"nasa",132,"tasa",130,"vasa",134,"esa",57,"isa",58,"osa",123,"ata",120,"ikata",68,"lata",69,"eta",70,"evita",92,"ovita",93,"asta",94,"esta",71,"ista",72,"ksta",73,"osta",74,"nuta",13,"išta",75,"ava",77,"eva",78,"ajeva",109,"cajeva",26,"lajeva",30,"rajeva",31,"ćajeva",28,"čajeva",27,"đajeva",29,"iva",79,"ova",80,"gova",20,"ugova",17,"lova",82,"olova",49,"mova",81,"onova",12,"stva",3,"štva",4,"aća",14,"eća",15,"uća",16,"baša",63,"gaša",64,"jaša",61,"kaša",62,"naša",60,"taša",59,"vaša",65,"eša",66,"iša",67,"oša",91,"ace",124,"ece",125,"uce",126,"luce",121,"astade",110,"istade",111,"ostade",112,"ge",20,"loge",19,"uge",18,"aje",104,"caje",26,"laje",30,"raje",31,"astaje",106,"istaje",107,"ostaje",108,"ćaje",28,"čaje",27,"đaje",29,"ije",116,"bije",32,"cije",33,"dije",34,"fije",40,"gije",39,"anjije",84,"enjije",85,"snjije",122,"šnjije",86,"kije",95,"skije",1,"škije",2,"lije",35,"elije",83,"mije",37,"nije",13,"ganije",9,"manije",6,"panije",7,"ranije",8,"tanije",5,"pije",41,"rije",42,"sije",43,"osije",123,"tije",44,"atije",120,"evitije",92,"ovitije",93,"astije",94,"avije",77,"evije",78,"ivije",79,"ovije",80,"zije",45,"ošije",91,"žije",38,"anje",84,"enje",85,"snje",122,"šnje",86,"uje",25,"lucuje",121,"iruje",100,"lučuje",117,"ke",95,"ske",1,"ške",2,"ale",104,"acale",128,"astajale",106,"istajale",107,"ostajale",108,"ijale",47,"injale",114,"nale",46,"irale",100,"urale",105,"tale",113,"astale",110,"istale",111,"ostale",112,"avale",97,"evale",96,"ivale",98,"ovale",76,"uvale",99,"ačale",102,"ele",83,"ile",116,"acile",124,"lucile",121,"nile",103,"rosile",127,"jetile",118,"ozile",48,"ačile",101,"lučile",117,"rošile",90,"ole",50,"asle",115,"nule",13,"rame",52,"leme",51,"acome",124,"ecome",125,"ucome",126,"anjome",84,"enjome",85,"snjome",122,"šnjome",86,"kome",95,"skome",1,"škome",2,"elome",83,"nome",13,"cinome",137,"činome",89,"osome",123,"atome",120,"evitome",92,"ovitome",93,"astome",94,"avome",77,"evome",78,"ivome",79,"ovome",80,"aćome",14,"ećome",15,"ućome",16,"ošome",91,"ne",13,"ane",10,"acane",128,"urane",105,"tane",113,"astane",110,"istane",111,"ostane",112,"avane",97,"evane",96,"ivane",98,"uvane",99,"ačane",102,"acene",124,"lucene",121,"ačene",101,"lučene",117,"ine",11,"cine",137,"anine",10,"čine",89,"one",12,"are",53,"dre",54,"ere",55,"ore",56,"ase",161,"base",135,"acase",128,"gase",131,"jase",129,"astajase",138,"istajase",139,"ostajase",140,"injase",150,"kase",133,"nase",132,"irase",155,"urase",156,"tase",130,"vase",134,"avase",144,"evase",145,"ivase",146,"ovase",148,"uvase",147,"ese",57,"ise",58,"acise",124,"lucise",121,"rosise",127,"jetise",149,"ose",123,"astadose",141,"istadose",142,"ostadose",143,"ate",104,"acate",128,"ikate",68,"late",69,"irate",100,"urate",105,"tate",113,"avate",97,"evate",96,"ivate",98,"uvate",99,"ačate",102,"ete",70,"astadete",110,"istadete",111,"ostadete",112,"astajete",106,"istajete",107,"ostajete",108,"ijete",116,"injete",114,"ujete",25,"lucujete",121,"irujete",100,"lučujete",117,"nete",13,"astanete",110,"istanete",111,"ostanete",112,"astete",115,"ite",116,"acite",124,"lucite",121,"nite",13,"astanite",110,"istanite",111,"ostanite",112,"rosite",127,"jetite",118,"astite",115,"evite",92,"ovite",93,"ačite",101,"lučite",117,"rošite",90,"ajte",104,"urajte",105,"tajte",113,"astajte",106,"istajte",107,"ostajte",108,"avajte",97,"evajte",96,"ivajte",98,"uvajte",99,"ijte",116,"lucujte",121,"irujte",100,"lučujte",117,"aste",94,"acaste",128,"astajaste",106,"istajaste",107,"ostajaste",108,"injaste",114,"iraste",100,"uraste",105,"taste",113,"avaste",97,"evaste",96,"ivaste",98,"ovaste",76,"uvaste",99,"ačaste",102,"este",71,"iste",72,"aciste",124,"luciste",121,"niste",103,"rosiste",127,"jetiste",118,"ačiste",101,"lučiste",117,"rošiste",90,"kste",73,"oste",74,"astadoste",110,"istadoste",111,"ostadoste",112,"nuste",13,"ište",75,"ave",77,"eve",78,"ajeve",109,"cajeve",26,"lajeve",30,"rajeve",31,"ćajeve",28,"čajeve",27,"đajeve",29,"ive",79,"ove",80,"gove",20,"ugove",17,"love",82,"olove",49,"move",81,"onove",12,"aće",14,"eće",15,"uće",16,"ače",101,"luče",117,"aše",104,"baše",63,"gaše",64,"jaše",61,"astajaše",106,"istajaše",107,"ostajaše",108,"injaše",114,"kaše",62,"naše",60,"iraše",100,"uraše",105,"taše",59,"vaše",65,"avaše",97,"evaše",96,"ivaše",98,"ovaše",76,"uvaše",99,"ačaše",102,"eše",66,"iše",67,"jetiše",118,"ačiše",101,"lučiše",117,"rošiše",90,"oše",91,"astadoše",110,"istadoše",111,"ostadoše",112,"aceg",124,"eceg",125,"uceg",126,"anjijeg",84,"enjijeg",85,"snjijeg",122,"šnjijeg",86,"kijeg",95,"skijeg",1,"škijeg",2,"elijeg",83,"nijeg",13,"osijeg",123,"atijeg",120,"evitijeg",92,"ovitijeg",93,"astijeg",94,"avijeg",77,"evijeg",78,"ivijeg",79,"ovijeg",80,"ošijeg",91,"anjeg",84,"enjeg",85,"snjeg",122,"šnjeg",86,"keg",95,"eleg",83,"neg",13,"aneg",10,"eneg",87,"sneg",159,"šneg",88,"oseg",123,"ateg",120,"aveg",77,"eveg",78,"iveg",79,"oveg",80,"aćeg",14,"ećeg",15,"ućeg",16,"ošeg",91,"acog",124,"ecog",125,"ucog",126,"anjog",84,"enjog",85,"snjog",122,"šnjog",86,"kog",95,"skog",1,"škog",2,"elog",83,"nog",13,"cinog",137,"činog",89,"osog",123,"atog",120,"evitog",92,"ovitog",93,"astog",94,"avog",77,"evog",78,"ivog",79,"ovog",80,"aćog",14,"ećog",15,"ućog",16,"ošog",91,"ah",104,"acah",128,"astajah",106,"istajah",107,"ostajah",108,"injah",114,"irah",100,"urah",105,"tah",113,"avah",97,"evah",96,"ivah",98,"ovah",76,"uvah",99,"ačah",102,"ih",116,"acih",124,"ecih",125,"ucih",126,"lucih",121,"anjijih",84,"enjijih",85,"snjijih",122,"šnjijih",86,"kijih",95,"skijih",1,"škijih",2,"elijih",83,"nijih",13,"osijih",123,"atijih",120,"evitijih",92,"ovitijih",93,"astijih",94,"avijih",77,"evijih",78,"ivijih",79,"ovijih",80,"ošijih",91,"anjih",84,"enjih",85,"snjih",122,"šnjih",86,"kih",95,"skih",1,"ških",2,"elih",83,"nih",13,"cinih",137,"činih",89,"osih",123,"rosih",127,"atih",120,"jetih",118,"evitih",92,"ovitih",93,"astih",94,"avih",77,"evih",78,"ivih",79,"ovih",80,"aćih",14,"ećih",15,"ućih",16,"ačih",101,"lučih",117,"oših",91,"roših",90,"astadoh",110,"istadoh",111,"ostadoh",112,"acuh",124,"ecuh",125,"ucuh",126,"aćuh",14,"ećuh",15,"ućuh",16,"aci",124,"aceci",124,"ieci",162,"ajuci",161,"irajuci",155,"urajuci",156,"astajuci",138,"istajuci",139,"ostajuci",140,"avajuci",144,"evajuci",145,"ivajuci",146,"uvajuci",147,"ujuci",157,"lucujuci",121,"irujuci",155,"luci",121,"nuci",164,"etuci",153,"astuci",136,"gi",20,"ugi",18,"aji",109,"caji",26,"laji",30,"raji",31,"ćaji",28,"čaji",27,"đaji",29,"biji",32,"ciji",33,"diji",34,"fiji",40,"giji",39,"anjiji",84,"enjiji",85,"snjiji",122,"šnjiji",86,"kiji",95,"skiji",1,"škiji",2,"liji",35,"eliji",83,"miji",37,"niji",13,"ganiji",9,"maniji",6,"paniji",7,"raniji",8,"taniji",5,"piji",41,"riji",42,"siji",43,"osiji",123,"tiji",44,"atiji",120,"evitiji",92,"ovitiji",93,"astiji",94,"aviji",77,"eviji",78,"iviji",79,"oviji",80,"ziji",45,"ošiji",91,"žiji",38,"anji",84,"enji",85,"snji",122,"šnji",86,"ki",95,"ski",1,"ški",2,"ali",104,"acali",128,"astajali",106,"istajali",107,"ostajali",108,"ijali",47,"injali",114,"nali",46,"irali",100,"urali",105,"tali",113,"astali",110,"istali",111,"ostali",112,"avali",97,"evali",96,"ivali",98,"ovali",76,"uvali",99,"ačali",102,"eli",83,"ili",116,"acili",124,"lucili",121,"nili",103,"rosili",127,"jetili",118,"ozili",48,"ačili",101,"lučili",117,"rošili",90,"oli",50,"asli",115,"nuli",13,"rami",52,"lemi",51,"ni",13,"ani",10,"acani",128,"urani",105,"tani",113,"avani",97,"evani",96,"ivani",98,"uvani",99,"ačani",102,"aceni",124,"luceni",121,"ačeni",101,"lučeni",117,"ini",11,"cini",137,"čini",89,"oni",12,"ari",53,"dri",54,"eri",55,"ori",56,"basi",135,"gasi",131,"jasi",129,"kasi",133,"nasi",132,"tasi",130,"vasi",134,"esi",152,"isi",154,"osi",123,"avsi",161,"acavsi",128,"iravsi",155,"tavsi",160,"etavsi",153,"astavsi",141,"istavsi",142,"ostavsi",143,"ivsi",162,"nivsi",158,"rosivsi",127,"nuvsi",164,"ati",104,"acati",128,"astajati",106,"istajati",107,"ostajati",108,"injati",114,"ikati",68,"lati",69,"irati",100,"urati",105,"tati",113,"astati",110,"istati",111,"ostati",112,"avati",97,"evati",96,"ivati",98,"ovati",76,"uvati",99,"ačati",102,"eti",70,"iti",116,"aciti",124,"luciti",121,"niti",103,"rositi",127,"jetiti",118,"eviti",92,"oviti",93,"ačiti",101,"lučiti",117,"rošiti",90,"asti",94,"esti",71,"isti",72,"ksti",73,"osti",74,"nuti",13,"avi",77,"evi",78,"ajevi",109,"cajevi",26,"lajevi",30,"rajevi",31,"ćajevi",28,"čajevi",27,"đajevi",29,"ivi",79,"ovi",80,"govi",20,"ugovi",17,"lovi",82,"olovi",49,"movi",81,"onovi",12,"ieći",116,"ačeći",101,"ajući",104,"irajući",100,"urajući",105,"astajući",106,"istajući",107,"ostajući",108,"avajući",97,"evajući",96,"ivajući",98,"uvajući",99,"ujući",25,"irujući",100,"lučujući",117,"nući",13,"etući",70,"astući",115,"ači",101,"luči",117,"baši",63,"gaši",64,"jaši",61,"kaši",62,"naši",60,"taši",59,"vaši",65,"eši",66,"iši",67,"oši",91,"avši",104,"iravši",100,"tavši",113,"etavši",70,"astavši",110,"istavši",111,"ostavši",112,"ačavši",102,"ivši",116,"nivši",103,"rošivši",90,"nuvši",13,"aj",104,"uraj",105,"taj",113,"avaj",97,"evaj",96,"ivaj",98,"uvaj",99,"ij",116,"acoj",124,"ecoj",125,"ucoj",126,"anjijoj",84,"enjijoj",85,"snjijoj",122,"šnjijoj",86,"kijoj",95,"skijoj",1,"škijoj",2,"elijoj",83,"nijoj",13,"osijoj",123,"evitijoj",92,"ovitijoj",93,"astijoj",94,"avijoj",77,"evijoj",78,"ivijoj",79,"ovijoj",80,"ošijoj",91,"anjoj",84,"enjoj",85,"snjoj",122,"šnjoj",86,"koj",95,"skoj",1,"škoj",2,"aloj",104,"eloj",83,"noj",13,"cinoj",137,"činoj",89,"osoj",123,"atoj",120,"evitoj",92,"ovitoj",93,"astoj",94,"avoj",77,"evoj",78,"ivoj",79,"ovoj",80,"aćoj",14,"ećoj",15,"ućoj",16,"ošoj",91,"lucuj",121,"iruj",100,"lučuj",117,"al",104,"iral",100,"ural",105,"el",119,"il",116,"am",104,"acam",128,"iram",100,"uram",105,"tam",113,"avam",97,"evam",96,"ivam",98,"uvam",99,"ačam",102,"em",119,"acem",124,"ecem",125,"ucem",126,"astadem",110,"istadem",111,"ostadem",112,"ajem",104,"cajem",26,"lajem",30,"rajem",31,"astajem",106,"istajem",107,"ostajem",108,"ćajem",28,"čajem",27,"đajem",29,"ijem",116,"anjijem",84,"enjijem",85,"snjijem",123,"šnjijem",86,"kijem",95,"skijem",1,"škijem",2,"lijem",24,"elijem",83,"nijem",13,"rarijem",21,"sijem",23,"osijem",123,"atijem",120,"evitijem",92,"ovitijem",93,"otijem",22,"astijem",94,"avijem",77,"evijem",78,"ivijem",79,"ovijem",80,"ošijem",91,"anjem",84,"enjem",85,"injem",114,"snjem",122,"šnjem",86,"ujem",25,"lucujem",121,"irujem",100,"lučujem",117,"kem",95,"skem",1,"škem",2,"elem",83,"nem",13,"anem",10,"astanem",110,"istanem",111,"ostanem",112,"enem",87,"snem",159,"šnem",88,"basem",135,"gasem",131,"jasem",129,"kasem",133,"nasem",132,"tasem",130,"vasem",134,"esem",152,"isem",154,"osem",123,"atem",120,"etem",70,"evitem",92,"ovitem",93,"astem",94,"istem",151,"ištem",75,"avem",77,"evem",78,"ivem",79,"aćem",14,"ećem",15,"ućem",16,"bašem",63,"gašem",64,"jašem",61,"kašem",62,"našem",60,"tašem",59,"vašem",65,"ešem",66,"išem",67,"ošem",91,"im",116,"acim",124,"ecim",125,"ucim",126,"lucim",121,"anjijim",84,"enjijim",85,"snjijim",122,"šnjijim",86,"kijim",95,"skijim",1,"škijim",2,"elijim",83,"nijim",13,"osijim",123,"atijim",120,"evitijim",92,"ovitijim",93,"astijim",94,"avijim",77,"evijim",78,"ivijim",79,"ovijim",80,"ošijim",91,"anjim",84,"enjim",85,"snjim",122,"šnjim",86,"kim",95,"skim",1,"škim",2,"elim",83,"nim",13,"cinim",137,"činim",89,"osim",123,"rosim",127,"atim",120,"jetim",118,"evitim",92,"ovitim",93,"astim",94,"avim",77,"evim",78,"ivim",79,"ovim",80,"aćim",14,"ećim",15,"ućim",16,"ačim",101,"lučim",117,"ošim",91,"rošim",90,"acom",124,"ecom",125,"ucom",126,"gom",20,"logom",19,"ugom",18,"bijom",32,"cijom",33,"dijom",34,"fijom",40,"gijom",39,"lijom",35,"mijom",37,"nijom",36,"ganijom",9,"manijom",6,"panijom",7,"ranijom",8,"tanijom",5,"pijom",41,"rijom",42,"sijom",43,"tijom",44,"zijom",45,"žijom",38,"anjom",84,"enjom",85,"snjom",122,"šnjom",86,"kom",95,"skom",1,"škom",2,"alom",104,"ijalom",47,"nalom",46,"elom",83,"ilom",116,"ozilom",48,"olom",50,"ramom",52,"lemom",51,"nom",13,"anom",10,"inom",11,"cinom",137,"aninom",10,"činom",89,"onom",12,"arom",53,"drom",54,"erom",55,"orom",56,"basom",135,"gasom",131,"jasom",129,"kasom",133,"nasom",132,"tasom",130,"vasom",134,"esom",57,"isom",58,"osom",123,"atom",120,"ikatom",68,"latom",69,"etom",70,"evitom",92,"ovitom",93,"astom",94,"estom",71,"istom",72,"kstom",73,"ostom",74,"avom",77,"evom",78,"ivom",79,"ovom",80,"lovom",82,"movom",81,"stvom",3,"štvom",4,"aćom",14,"ećom",15,"ućom",16,"bašom",63,"gašom",64,"jašom",61,"kašom",62,"našom",60,"tašom",59,"vašom",65,"ešom",66,"išom",67,"ošom",91,"an",104,"acan",128,"iran",100,"uran",105,"tan",113,"avan",97,"evan",96,"ivan",98,"uvan",99,"ačan",102,"acen",124,"lucen",121,"ačen",101,"lučen",117,"anin",10,"ao",104,"acao",128,"astajao",106,"istajao",107,"ostajao",108,"injao",114,"irao",100,"urao",105,"tao",113,"astao",110,"istao",111,"ostao",112,"avao",97,"evao",96,"ivao",98,"ovao",76,"uvao",99,"ačao",102,"go",20,"ugo",18,"io",116,"acio",124,"lucio",121,"lio",24,"nio",103,"rario",21,"sio",23,"rosio",127,"jetio",118,"otio",22,"ačio",101,"lučio",117,"rošio",90,"bijo",32,"cijo",33,"dijo",34,"fijo",40,"gijo",39,"lijo",35,"mijo",37,"nijo",36,"pijo",41,"rijo",42,"sijo",43,"tijo",44,"zijo",45,"žijo",38,"anjo",84,"enjo",85,"snjo",122,"šnjo",86,"ko",95,"sko",1,"ško",2,"alo",104,"acalo",128,"astajalo",106,"istajalo",107,"ostajalo",108,"ijalo",47,"injalo",114,"nalo",46,"iralo",100,"uralo",105,"talo",113,"astalo",110,"istalo",111,"ostalo",112,"avalo",97,"evalo",96,"ivalo",98,"ovalo",76,"uvalo",99,"ačalo",102,"elo",83,"ilo",116,"acilo",124,"lucilo",121,"nilo",103,"rosilo",127,"jetilo",118,"ačilo",101,"lučilo",117,"rošilo",90,"aslo",115,"nulo",13,"amo",104,"acamo",128,"ramo",52,"iramo",100,"uramo",105,"tamo",113,"avamo",97,"evamo",96,"ivamo",98,"uvamo",99,"ačamo",102,"emo",119,"astademo",110,"istademo",111,"ostademo",112,"astajemo",106,"istajemo",107,"ostajemo",108,"ijemo",116,"injemo",114,"ujemo",25,"lucujemo",121,"irujemo",100,"lučujemo",117,"lemo",51,"nemo",13,"astanemo",110,"istanemo",111,"ostanemo",112,"etemo",70,"astemo",115,"imo",116,"acimo",124,"lucimo",121,"nimo",13,"astanimo",110,"istanimo",111,"ostanimo",112,"rosimo",127,"etimo",70,"jetimo",118,"astimo",115,"ačimo",101,"lučimo",117,"rošimo",90,"ajmo",104,"urajmo",105,"tajmo",113,"astajmo",106,"istajmo",107,"ostajmo",108,"avajmo",97,"evajmo",96,"ivajmo",98,"uvajmo",99,"ijmo",116,"ujmo",25,"lucujmo",121,"irujmo",100,"lučujmo",117,"asmo",104,"acasmo",128,"astajasmo",106,"istajasmo",107,"ostajasmo",108,"injasmo",114,"irasmo",100,"urasmo",105,"tasmo",113,"avasmo",97,"evasmo",96,"ivasmo",98,"ovasmo",76,"uvasmo",99,"ačasmo",102,"ismo",116,"acismo",124,"lucismo",121,"nismo",103,"rosismo",127,"jetismo",118,"ačismo",101,"lučismo",117,"rošismo",90,"astadosmo",110,"istadosmo",111,"ostadosmo",112,"nusmo",13,"no",13,"ano",104,"acano",128,"urano",105,"tano",113,"avano",97,"evano",96,"ivano",98,"uvano",99,"ačano",102,"aceno",124,"luceno",121,"ačeno",101,"lučeno",117,"ino",11,"cino",137,"čino",89,"ato",120,"ikato",68,"lato",69,"eto",70,"evito",92,"ovito",93,"asto",94,"esto",71,"isto",72,"ksto",73,"osto",74,"nuto",13,"nuo",13,"avo",77,"evo",78,"ivo",79,"ovo",80,"stvo",3,"štvo",4,"as",161,"acas",128,"iras",155,"uras",156,"tas",160,"avas",144,"evas",145,"ivas",146,"uvas",147,"es",163,"astades",141,"istades",142,"ostades",143,"astajes",138,"istajes",139,"ostajes",140,"ijes",162,"injes",150,"ujes",157,"lucujes",121,"irujes",155,"nes",164,"astanes",141,"istanes",142,"ostanes",143,"etes",153,"astes",136,"is",162,"acis",124,"lucis",121,"nis",158,"rosis",127,"jetis",149,"at",104,"acat",128,"astajat",106,"istajat",107,"ostajat",108,"injat",114,"irat",100,"urat",105,"tat",113,"astat",110,"istat",111,"ostat",112,"avat",97,"evat",96,"ivat",98,"irivat",100,"ovat",76,"uvat",99,"ačat",102,"it",116,"acit",124,"lucit",121,"rosit",127,"jetit",118,"ačit",101,"lučit",117,"rošit",90,"nut",13,"astadu",110,"istadu",111,"ostadu",112,"gu",20,"logu",19,"ugu",18,"ahu",104,"acahu",128,"astajahu",106,"istajahu",107,"ostajahu",108,"injahu",114,"irahu",100,"urahu",105,"avahu",97,"evahu",96,"ivahu",98,"ovahu",76,"uvahu",99,"ačahu",102,"aju",104,"caju",26,"acaju",128,"laju",30,"raju",31,"iraju",100,"uraju",105,"taju",113,"astaju",106,"istaju",107,"ostaju",108,"avaju",97,"evaju",96,"ivaju",98,"uvaju",99,"ćaju",28,"čaju",27,"ačaju",102,"đaju",29,"iju",116,"biju",32,"ciju",33,"diju",34,"fiju",40,"giju",39,"anjiju",84,"enjiju",85,"snjiju",122,"šnjiju",86,"kiju",95,"liju",24,"eliju",83,"miju",37,"niju",13,"ganiju",9,"maniju",6,"paniju",7,"raniju",8,"taniju",5,"piju",41,"riju",42,"rariju",21,"siju",23,"osiju",123,"tiju",44,"atiju",120,"otiju",22,"aviju",77,"eviju",78,"iviju",79,"oviju",80,"ziju",45,"ošiju",91,"žiju",38,"anju",84,"enju",85,"snju",122,"šnju",86,"uju",25,"lucuju",121,"iruju",100,"lučuju",117,"ku",95,"sku",1,"šku",2,"alu",104,"ijalu",47,"nalu",46,"elu",83,"ilu",116,"ozilu",48,"olu",50,"ramu",52,"acemu",124,"ecemu",125,"ucemu",126,"anjijemu",84,"enjijemu",85,"snjijemu",122,"šnjijemu",86,"kijemu",95,"skijemu",1,"škijemu",2,"elijemu",83,"nijemu",13,"osijemu",123,"atijemu",120,"evitijemu",92,"ovitijemu",93,"astijemu",94,"avijemu",77,"evijemu",78,"ivijemu",79,"ovijemu",80,"ošijemu",91,"anjemu",84,"enjemu",85,"snjemu",122,"šnjemu",86,"kemu",95,"skemu",1,"škemu",2,"lemu",51,"elemu",83,"nemu",13,"anemu",10,"enemu",87,"snemu",159,"šnemu",88,"osemu",123,"atemu",120,"evitemu",92,"ovitemu",93,"astemu",94,"avemu",77,"evemu",78,"ivemu",79,"ovemu",80,"aćemu",14,"ećemu",15,"ućemu",16,"ošemu",91,"acomu",124,"ecomu",125,"ucomu",126,"anjomu",84,"enjomu",85,"snjomu",122,"šnjomu",86,"komu",95,"skomu",1,"škomu",2,"elomu",83,"nomu",13,"cinomu",137,"činomu",89,"osomu",123,"atomu",120,"evitomu",92,"ovitomu",93,"astomu",94,"avomu",77,"evomu",78,"ivomu",79,"ovomu",80,"aćomu",14,"ećomu",15,"ućomu",16,"ošomu",91,"nu",13,"anu",10,"astanu",110,"istanu",111,"ostanu",112,"inu",11,"cinu",137,"aninu",10,"činu",89,"onu",12,"aru",53,"dru",54,"eru",55,"oru",56,"basu",135,"gasu",131,"jasu",129,"kasu",133,"nasu",132,"tasu",130,"vasu",134,"esu",57,"isu",58,"osu",123,"atu",120,"ikatu",68,"latu",69,"etu",70,"evitu",92,"ovitu",93,"astu",94,"estu",71,"istu",72,"kstu",73,"ostu",74,"ištu",75,"avu",77,"evu",78,"ivu",79,"ovu",80,"lovu",82,"movu",81,"stvu",3,"štvu",4,"bašu",63,"gašu",64,"jašu",61,"kašu",62,"našu",60,"tašu",59,"vašu",65,"ešu",66,"išu",67,"ošu",91,"avav",97,"evav",96,"ivav",98,"uvav",99,"kov",95,"aš",104,"iraš",100,"uraš",105,"taš",113,"avaš",97,"evaš",96,"ivaš",98,"uvaš",99,"ačaš",102,"eš",119,"astadeš",110,"istadeš",111,"ostadeš",112,"astaješ",106,"istaješ",107,"ostaješ",108,"iješ",116,"inješ",114,"uješ",25,"iruješ",100,"lučuješ",117,"neš",13,"astaneš",110,"istaneš",111,"ostaneš",112,"eteš",70,"asteš",115,"iš",116,"niš",103,"jetiš",118,"ačiš",101,"lučiš",117,"rošiš",90]);
const a_3 = among(["a",1,"oga",1,"ama",1,"ima",1,"ena",1,"e",1,"og",1,"anog",1,"enog",1,"anih",1,"enih",1,"i",1,"ani",1,"eni",1,"anoj",1,"enoj",1,"anim",1,"enim",1,"om",1,"enom",1,"o",1,"ano",1,"eno",1,"ost",1,"u",1,"enu",1]);
export default class extends Stemmer {
I_p1 = 0;
B_no_diacritics = false;
r_cyr_to_lat() {
let among_var, v_1, v_2, v_3;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
while (true) {
v_3 = this.cursor;
lab2: {
this.bra = this.cursor;
among_var = this.find_among(a_0);
if (among_var === 0) {
break lab2;
}
this.ket = this.cursor;
this.slice_from(as_0[(among_var - 1)]);
this.cursor = v_3;
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_2;
break;
}
}
this.cursor = v_1;
return true;
}
r_prelude() {
let v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
while (true) {
v_3 = this.cursor;
lab2: {
if (!(this.in_grouping(g_ca))) {
break lab2;
}
this.bra = this.cursor;
if (!(this.eq_s("ije"))) {
break lab2;
}
this.ket = this.cursor;
if (!(this.in_grouping(g_ca))) {
break lab2;
}
this.slice_from("e");
this.cursor = v_3;
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_2;
break;
}
}
this.cursor = v_1;
v_4 = this.cursor;
lab0: {
while (true) {
v_5 = this.cursor;
lab1: {
while (true) {
v_6 = this.cursor;
lab2: {
if (!(this.in_grouping(g_ca))) {
break lab2;
}
this.bra = this.cursor;
if (!(this.eq_s("je"))) {
break lab2;
}
this.ket = this.cursor;
if (!(this.in_grouping(g_ca))) {
break lab2;
}
this.slice_from("e");
this.cursor = v_6;
break;
}
this.cursor = v_6;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_5;
break;
}
}
this.cursor = v_4;
v_7 = this.cursor;
lab0: {
while (true) {
v_8 = this.cursor;
lab1: {
while (true) {
v_9 = this.cursor;
lab2: {
this.bra = this.cursor;
if (!(this.eq_s("dj"))) {
break lab2;
}
this.ket = this.cursor;
this.slice_from("đ");
this.cursor = v_9;
break;
}
this.cursor = v_9;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
continue;
}
this.cursor = v_8;
break;
}
}
this.cursor = v_7;
return true;
}
r_mark_regions() {
let v_1, v_2, v_3;
this.B_no_diacritics = true;
v_1 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_sa))) {
break lab0;
}
this.cursor += 1;
this.B_no_diacritics = false;
}
this.cursor = v_1;
this.I_p1 = this.limit;
v_2 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
if (this.I_p1 >= 2) {
break lab0;
}
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
}
this.cursor = v_2;
v_3 = this.cursor;
lab0: {
while (true) {
lab1: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "r")) {
break lab1;
}
this.cursor += 1;
break;
}
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
while (true) {
lab1: {
if (this.cursor < 2) {
break lab1;
}
break;
}
if (!(this.go_in_grouping(g_rg))) {
break lab0;
}
this.cursor += 1;
break;
}
if ((this.I_p1 - this.cursor) <= 1) {
break lab0;
}
this.I_p1 = this.cursor;
}
this.cursor = v_3;
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_Step_1() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_from("loga");
} else {
if (among_var === 2) {
this.slice_from("peh");
} else {
if (among_var === 3) {
this.slice_from("vojka");
} else {
if (among_var === 4) {
this.slice_from("bojka");
} else {
if (among_var === 5) {
this.slice_from("jak");
} else {
if (among_var === 6) {
this.slice_from("čajni");
} else {
if (among_var === 7) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("cajni");
} else {
if (among_var === 8) {
this.slice_from("erni");
} else {
if (among_var === 9) {
this.slice_from("larni");
} else {
if (among_var === 10) {
this.slice_from("esni");
} else {
if (among_var === 11) {
this.slice_from("anjca");
} else {
if (among_var === 12) {
this.slice_from("ajca");
} else {
if (among_var === 13) {
this.slice_from("ljca");
} else {
if (among_var === 14) {
this.slice_from("ejca");
} else {
if (among_var === 15) {
this.slice_from("ojca");
} else {
if (among_var === 16) {
this.slice_from("ajka");
} else {
if (among_var === 17) {
this.slice_from("ojka");
} else {
if (among_var === 18) {
this.slice_from("šca");
} else {
if (among_var === 19) {
this.slice_from("ing");
} else {
if (among_var === 20) {
this.slice_from("tvenik");
} else {
if (among_var === 21) {
this.slice_from("tetika");
} else {
if (among_var === 22) {
this.slice_from("nstva");
} else {
if (among_var === 23) {
this.slice_from("nik");
} else {
if (among_var === 24) {
this.slice_from("tik");
} else {
if (among_var === 25) {
this.slice_from("zik");
} else {
if (among_var === 26) {
this.slice_from("snik");
} else {
if (among_var === 27) {
this.slice_from("kusi");
} else {
if (among_var === 28) {
this.slice_from("kusni");
} else {
if (among_var === 29) {
this.slice_from("kustva");
} else {
if (among_var === 30) {
this.slice_from("dušni");
} else {
if (among_var === 31) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("dusni");
} else {
if (among_var === 32) {
this.slice_from("antni");
} else {
if (among_var === 33) {
this.slice_from("bilni");
} else {
if (among_var === 34) {
this.slice_from("tilni");
} else {
if (among_var === 35) {
this.slice_from("avilni");
} else {
if (among_var === 36) {
this.slice_from("silni");
} else {
if (among_var === 37) {
this.slice_from("gilni");
} else {
if (among_var === 38) {
this.slice_from("rilni");
} else {
if (among_var === 39) {
this.slice_from("nilni");
} else {
if (among_var === 40) {
this.slice_from("alni");
} else {
if (among_var === 41) {
this.slice_from("ozni");
} else {
if (among_var === 42) {
this.slice_from("ravi");
} else {
if (among_var === 43) {
this.slice_from("stavni");
} else {
if (among_var === 44) {
this.slice_from("pravni");
} else {
if (among_var === 45) {
this.slice_from("tivni");
} else {
if (among_var === 46) {
this.slice_from("sivni");
} else {
if (among_var === 47) {
this.slice_from("atni");
} else {
if (among_var === 48) {
this.slice_from("enta");
} else {
if (among_var === 49) {
this.slice_from("tetni");
} else {
if (among_var === 50) {
this.slice_from("pletni");
} else {
if (among_var === 51) {
this.slice_from("šavi");
} else {
if (among_var === 52) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("savi");
} else {
if (among_var === 53) {
this.slice_from("anta");
} else {
if (among_var === 54) {
this.slice_from("ačka");
} else {
if (among_var === 55) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("acka");
} else {
if (among_var === 56) {
this.slice_from("uška");
} else {
if (among_var === 57) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("uska");
} else {
if (among_var === 58) {
this.slice_from("atka");
} else {
if (among_var === 59) {
this.slice_from("etka");
} else {
if (among_var === 60) {
this.slice_from("itka");
} else {
if (among_var === 61) {
this.slice_from("otka");
} else {
if (among_var === 62) {
this.slice_from("utka");
} else {
if (among_var === 63) {
this.slice_from("eskna");
} else {
if (among_var === 64) {
this.slice_from("tični");
} else {
if (among_var === 65) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ticni");
} else {
if (among_var === 66) {
this.slice_from("ojska");
} else {
if (among_var === 67) {
this.slice_from("esma");
} else {
if (among_var === 68) {
this.slice_from("metra");
} else {
if (among_var === 69) {
this.slice_from("centra");
} else {
if (among_var === 70) {
this.slice_from("istra");
} else {
if (among_var === 71) {
this.slice_from("osti");
} else {
if (among_var === 72) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("osti");
} else {
if (among_var === 73) {
this.slice_from("dba");
} else {
if (among_var === 74) {
this.slice_from("čka");
} else {
if (among_var === 75) {
this.slice_from("mca");
} else {
if (among_var === 76) {
this.slice_from("nca");
} else {
if (among_var === 77) {
this.slice_from("voljni");
} else {
if (among_var === 78) {
this.slice_from("anki");
} else {
if (among_var === 79) {
this.slice_from("vca");
} else {
if (among_var === 80) {
this.slice_from("sca");
} else {
if (among_var === 81) {
this.slice_from("rca");
} else {
if (among_var === 82) {
this.slice_from("alca");
} else {
if (among_var === 83) {
this.slice_from("elca");
} else {
if (among_var === 84) {
this.slice_from("olca");
} else {
if (among_var === 85) {
this.slice_from("njca");
} else {
if (among_var === 86) {
this.slice_from("ekta");
} else {
if (among_var === 87) {
this.slice_from("izma");
} else {
if (among_var === 88) {
this.slice_from("jebi");
} else {
if (among_var === 89) {
this.slice_from("baci");
} else {
if (among_var === 90) {
this.slice_from("ašni");
} else {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("asni");
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
return true;
}
r_Step_2() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (among_var === 1) {
this.slice_from("sk");
} else {
if (among_var === 2) {
this.slice_from("šk");
} else {
if (among_var === 3) {
this.slice_from("stv");
} else {
if (among_var === 4) {
this.slice_from("štv");
} else {
if (among_var === 5) {
this.slice_from("tanij");
} else {
if (among_var === 6) {
this.slice_from("manij");
} else {
if (among_var === 7) {
this.slice_from("panij");
} else {
if (among_var === 8) {
this.slice_from("ranij");
} else {
if (among_var === 9) {
this.slice_from("ganij");
} else {
if (among_var === 10) {
this.slice_from("an");
} else {
if (among_var === 11) {
this.slice_from("in");
} else {
if (among_var === 12) {
this.slice_from("on");
} else {
if (among_var === 13) {
this.slice_from("n");
} else {
if (among_var === 14) {
this.slice_from("ać");
} else {
if (among_var === 15) {
this.slice_from("eć");
} else {
if (among_var === 16) {
this.slice_from("uć");
} else {
if (among_var === 17) {
this.slice_from("ugov");
} else {
if (among_var === 18) {
this.slice_from("ug");
} else {
if (among_var === 19) {
this.slice_from("log");
} else {
if (among_var === 20) {
this.slice_from("g");
} else {
if (among_var === 21) {
this.slice_from("rari");
} else {
if (among_var === 22) {
this.slice_from("oti");
} else {
if (among_var === 23) {
this.slice_from("si");
} else {
if (among_var === 24) {
this.slice_from("li");
} else {
if (among_var === 25) {
this.slice_from("uj");
} else {
if (among_var === 26) {
this.slice_from("caj");
} else {
if (among_var === 27) {
this.slice_from("čaj");
} else {
if (among_var === 28) {
this.slice_from("ćaj");
} else {
if (among_var === 29) {
this.slice_from("đaj");
} else {
if (among_var === 30) {
this.slice_from("laj");
} else {
if (among_var === 31) {
this.slice_from("raj");
} else {
if (among_var === 32) {
this.slice_from("bij");
} else {
if (among_var === 33) {
this.slice_from("cij");
} else {
if (among_var === 34) {
this.slice_from("dij");
} else {
if (among_var === 35) {
this.slice_from("lij");
} else {
if (among_var === 36) {
this.slice_from("nij");
} else {
if (among_var === 37) {
this.slice_from("mij");
} else {
if (among_var === 38) {
this.slice_from("žij");
} else {
if (among_var === 39) {
this.slice_from("gij");
} else {
if (among_var === 40) {
this.slice_from("fij");
} else {
if (among_var === 41) {
this.slice_from("pij");
} else {
if (among_var === 42) {
this.slice_from("rij");
} else {
if (among_var === 43) {
this.slice_from("sij");
} else {
if (among_var === 44) {
this.slice_from("tij");
} else {
if (among_var === 45) {
this.slice_from("zij");
} else {
if (among_var === 46) {
this.slice_from("nal");
} else {
if (among_var === 47) {
this.slice_from("ijal");
} else {
if (among_var === 48) {
this.slice_from("ozil");
} else {
if (among_var === 49) {
this.slice_from("olov");
} else {
if (among_var === 50) {
this.slice_from("ol");
} else {
if (among_var === 51) {
this.slice_from("lem");
} else {
if (among_var === 52) {
this.slice_from("ram");
} else {
if (among_var === 53) {
this.slice_from("ar");
} else {
if (among_var === 54) {
this.slice_from("dr");
} else {
if (among_var === 55) {
this.slice_from("er");
} else {
if (among_var === 56) {
this.slice_from("or");
} else {
if (among_var === 57) {
this.slice_from("es");
} else {
if (among_var === 58) {
this.slice_from("is");
} else {
if (among_var === 59) {
this.slice_from("taš");
} else {
if (among_var === 60) {
this.slice_from("naš");
} else {
if (among_var === 61) {
this.slice_from("jaš");
} else {
if (among_var === 62) {
this.slice_from("kaš");
} else {
if (among_var === 63) {
this.slice_from("baš");
} else {
if (among_var === 64) {
this.slice_from("gaš");
} else {
if (among_var === 65) {
this.slice_from("vaš");
} else {
if (among_var === 66) {
this.slice_from("eš");
} else {
if (among_var === 67) {
this.slice_from("iš");
} else {
if (among_var === 68) {
this.slice_from("ikat");
} else {
if (among_var === 69) {
this.slice_from("lat");
} else {
if (among_var === 70) {
this.slice_from("et");
} else {
if (among_var === 71) {
this.slice_from("est");
} else {
if (among_var === 72) {
this.slice_from("ist");
} else {
if (among_var === 73) {
this.slice_from("kst");
} else {
if (among_var === 74) {
this.slice_from("ost");
} else {
if (among_var === 75) {
this.slice_from("išt");
} else {
if (among_var === 76) {
this.slice_from("ova");
} else {
if (among_var === 77) {
this.slice_from("av");
} else {
if (among_var === 78) {
this.slice_from("ev");
} else {
if (among_var === 79) {
this.slice_from("iv");
} else {
if (among_var === 80) {
this.slice_from("ov");
} else {
if (among_var === 81) {
this.slice_from("mov");
} else {
if (among_var === 82) {
this.slice_from("lov");
} else {
if (among_var === 83) {
this.slice_from("el");
} else {
if (among_var === 84) {
this.slice_from("anj");
} else {
if (among_var === 85) {
this.slice_from("enj");
} else {
if (among_var === 86) {
this.slice_from("šnj");
} else {
if (among_var === 87) {
this.slice_from("en");
} else {
if (among_var === 88) {
this.slice_from("šn");
} else {
if (among_var === 89) {
this.slice_from("čin");
} else {
if (among_var === 90) {
this.slice_from("roši");
} else {
if (among_var === 91) {
this.slice_from("oš");
} else {
if (among_var === 92) {
this.slice_from("evit");
} else {
if (among_var === 93) {
this.slice_from("ovit");
} else {
if (among_var === 94) {
this.slice_from("ast");
} else {
if (among_var === 95) {
this.slice_from("k");
} else {
if (among_var === 96) {
this.slice_from("eva");
} else {
if (among_var === 97) {
this.slice_from("ava");
} else {
if (among_var === 98) {
this.slice_from("iva");
} else {
if (among_var === 99) {
this.slice_from("uva");
} else {
if (among_var === 100) {
this.slice_from("ir");
} else {
if (among_var === 101) {
this.slice_from("ač");
} else {
if (among_var === 102) {
this.slice_from("ača");
} else {
if (among_var === 103) {
this.slice_from("ni");
} else {
if (among_var === 104) {
this.slice_from("a");
} else {
if (among_var === 105) {
this.slice_from("ur");
} else {
if (among_var === 106) {
this.slice_from("astaj");
} else {
if (among_var === 107) {
this.slice_from("istaj");
} else {
if (among_var === 108) {
this.slice_from("ostaj");
} else {
if (among_var === 109) {
this.slice_from("aj");
} else {
if (among_var === 110) {
this.slice_from("asta");
} else {
if (among_var === 111) {
this.slice_from("ista");
} else {
if (among_var === 112) {
this.slice_from("osta");
} else {
if (among_var === 113) {
this.slice_from("ta");
} else {
if (among_var === 114) {
this.slice_from("inj");
} else {
if (among_var === 115) {
this.slice_from("as");
} else {
if (among_var === 116) {
this.slice_from("i");
} else {
if (among_var === 117) {
this.slice_from("luč");
} else {
if (among_var === 118) {
this.slice_from("jeti");
} else {
if (among_var === 119) {
this.slice_from("e");
} else {
if (among_var === 120) {
this.slice_from("at");
} else {
if (among_var === 121) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("luc");
} else {
if (among_var === 122) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("snj");
} else {
if (among_var === 123) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("os");
} else {
if (among_var === 124) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ac");
} else {
if (among_var === 125) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ec");
} else {
if (among_var === 126) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("uc");
} else {
if (among_var === 127) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("rosi");
} else {
if (among_var === 128) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("aca");
} else {
if (among_var === 129) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("jas");
} else {
if (among_var === 130) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("tas");
} else {
if (among_var === 131) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("gas");
} else {
if (among_var === 132) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("nas");
} else {
if (among_var === 133) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("kas");
} else {
if (among_var === 134) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("vas");
} else {
if (among_var === 135) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("bas");
} else {
if (among_var === 136) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("as");
} else {
if (among_var === 137) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("cin");
} else {
if (among_var === 138) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("astaj");
} else {
if (among_var === 139) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("istaj");
} else {
if (among_var === 140) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ostaj");
} else {
if (among_var === 141) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("asta");
} else {
if (among_var === 142) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ista");
} else {
if (among_var === 143) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("osta");
} else {
if (among_var === 144) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ava");
} else {
if (among_var === 145) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("eva");
} else {
if (among_var === 146) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("iva");
} else {
if (among_var === 147) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("uva");
} else {
if (among_var === 148) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ova");
} else {
if (among_var === 149) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("jeti");
} else {
if (among_var === 150) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("inj");
} else {
if (among_var === 151) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ist");
} else {
if (among_var === 152) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("es");
} else {
if (among_var === 153) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("et");
} else {
if (among_var === 154) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("is");
} else {
if (among_var === 155) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ir");
} else {
if (among_var === 156) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ur");
} else {
if (among_var === 157) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("uj");
} else {
if (among_var === 158) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ni");
} else {
if (among_var === 159) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("sn");
} else {
if (among_var === 160) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("ta");
} else {
if (among_var === 161) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("a");
} else {
if (among_var === 162) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("i");
} else {
if (among_var === 163) {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("e");
} else {
if (!(this.B_no_diacritics)) {
return false;
}
this.slice_from("n");
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
return true;
}
r_Step_3() {
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_del();
return true;
}
_stem() {
let v_1, v_2, v_3;
this.r_cyr_to_lat();
this.r_prelude();
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_Step_1();
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
lab0: {
while (true) {
v_3 = (this.limit - this.cursor);
lab1: {
if (!(this.r_Step_2())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
if (!(this.r_Step_3())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_2);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "8f8dcfae";
