// From lithuanian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyąėęįūų";
const a_0 = among(["a",-1,"ia",-1,"osna",-1,"iosna",-1,"uosna",-1,"iuosna",-1,"ysna",-1,"ėsna",-1,"e",-1,"ie",-1,"enie",-1,"oje",-1,"ioje",-1,"uje",-1,"iuje",-1,"yje",-1,"enyje",-1,"ėje",-1,"ame",-1,"iame",-1,"sime",-1,"ome",-1,"ėme",-1,"tumėme",-1,"ose",-1,"iose",-1,"uose",-1,"iuose",-1,"yse",-1,"enyse",-1,"ėse",-1,"ate",-1,"iate",-1,"ite",-1,"kite",-1,"site",-1,"ote",-1,"tute",-1,"ėte",-1,"tumėte",-1,"i",-1,"ai",-1,"iai",-1,"ei",-1,"tumei",-1,"ki",-1,"imi",-1,"umi",-1,"iumi",-1,"si",-1,"asi",-1,"iasi",-1,"esi",-1,"iesi",-1,"siesi",-1,"isi",-1,"aisi",-1,"eisi",-1,"tumeisi",-1,"uisi",-1,"osi",-1,"ėjosi",-1,"uosi",-1,"iuosi",-1,"siuosi",-1,"usi",-1,"ausi",-1,"čiausi",-1,"ąsi",-1,"ėsi",-1,"ųsi",-1,"tųsi",-1,"ti",-1,"enti",-1,"inti",-1,"oti",-1,"ioti",-1,"uoti",-1,"iuoti",-1,"auti",-1,"iauti",-1,"yti",-1,"ėti",-1,"telėti",-1,"inėti",-1,"terėti",-1,"ui",-1,"iui",-1,"eniui",-1,"oj",-1,"ėj",-1,"k",-1,"am",-1,"iam",-1,"iem",-1,"im",-1,"sim",-1,"om",-1,"tum",-1,"ėm",-1,"tumėm",-1,"an",-1,"on",-1,"ion",-1,"un",-1,"iun",-1,"ėn",-1,"o",-1,"io",-1,"enio",-1,"ėjo",-1,"uo",-1,"s",-1,"as",-1,"ias",-1,"es",-1,"ies",-1,"is",-1,"ais",-1,"iais",-1,"tumeis",-1,"imis",-1,"enimis",-1,"omis",-1,"iomis",-1,"umis",-1,"ėmis",-1,"enis",-1,"asis",-1,"ysis",-1,"ams",-1,"iams",-1,"iems",-1,"ims",-1,"enims",-1,"oms",-1,"ioms",-1,"ums",-1,"ėms",-1,"ens",-1,"os",-1,"ios",-1,"uos",-1,"iuos",-1,"us",-1,"aus",-1,"iaus",-1,"ius",-1,"ys",-1,"enys",-1,"ąs",-1,"iąs",-1,"ės",-1,"amės",-1,"iamės",-1,"imės",-1,"kimės",-1,"simės",-1,"omės",-1,"ėmės",-1,"tumėmės",-1,"atės",-1,"iatės",-1,"sitės",-1,"otės",-1,"ėtės",-1,"tumėtės",-1,"įs",-1,"ūs",-1,"tųs",-1,"at",-1,"iat",-1,"it",-1,"sit",-1,"ot",-1,"ėt",-1,"tumėt",-1,"u",-1,"au",-1,"iau",-1,"čiau",-1,"iu",-1,"eniu",-1,"siu",-1,"y",-1,"ą",-1,"ią",-1,"ė",-1,"ę",-1,"į",-1,"enį",-1,"ų",-1,"ių",-1]);
const a_1 = among(["ing",-1,"aj",-1,"iaj",-1,"iej",-1,"oj",-1,"ioj",-1,"uoj",-1,"iuoj",-1,"auj",-1,"ąj",-1,"iąj",-1,"ėj",-1,"ųj",-1,"iųj",-1,"ok",-1,"iok",-1,"iuk",-1,"uliuk",-1,"učiuk",-1,"išk",-1,"iul",-1,"yl",-1,"ėl",-1,"am",-1,"dam",-1,"jam",-1,"zgan",-1,"ain",-1,"esn",-1,"op",-1,"iop",-1,"ias",-1,"ies",-1,"ais",-1,"iais",-1,"os",-1,"ios",-1,"uos",-1,"iuos",-1,"aus",-1,"iaus",-1,"ąs",-1,"iąs",-1,"ęs",-1,"utėait",-1,"ant",-1,"iant",-1,"siant",-1,"int",-1,"ot",-1,"uot",-1,"iuot",-1,"yt",-1,"ėt",-1,"ykšt",-1,"iau",-1,"dav",-1,"sv",-1,"šv",-1,"ykšč",-1,"ę",-1,"ėję",-1]);
const a_2 = among(["ojime",7,"ėjime",3,"avime",6,"okate",8,"aite",1,"uote",2,"asius",5,"okatės",8,"aitės",1,"uotės",2,"esiu",4]);
const as_2 = ["aitė", "uotė", "ėjimas", "esys", "asys", "avimas", "ojimas", "okatė"];
const a_3 = among(["č",1,"dž",2]);
const as_3 = ["t", "d"];
export default class extends Stemmer {
I_p1 = 0;
r_step1() {
let v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_0) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
this.slice_del();
return true;
}
r_step2() {
let v_1, v_3;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (this.cursor < this.I_p1) {
break lab0;
}
v_3 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
this.limit_backward = v_3;
break lab0;
}
this.bra = this.cursor;
this.limit_backward = v_3;
this.slice_del();
continue;
}
this.cursor = (this.limit - v_1);
break;
}
return true;
}
r_fix_conflicts() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_2[(among_var - 1)]);
return true;
}
r_fix_chdz() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_3[(among_var - 1)]);
return true;
}
r_fix_gd() {
this.ket = this.cursor;
if (!(this.eq_s_b("gd"))) {
return false;
}
this.bra = this.cursor;
this.slice_from("g");
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8;
this.I_p1 = this.limit;
v_1 = this.cursor;
lab0: {
v_2 = this.cursor;
lab1: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "a")) {
this.cursor = v_2;
break lab1;
}
this.cursor += 1;
if (this.current.length <= 6) {
this.cursor = v_2;
break lab1;
}
}
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
}
this.cursor = v_1;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_3 = (this.limit - this.cursor);
this.r_fix_conflicts();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_step1();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_fix_chdz();
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
this.r_step2();
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
this.r_fix_chdz();
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
this.r_fix_gd();
this.cursor = (this.limit - v_8);
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "ee83c881";
