// From yiddish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_niked = "ְֱֲֳִֵֶַָֹֻּֿׁׂ";
const g_vowel = "אויעױײ";
const g_consonant = "בגדהזחטךכלםמןנסףפץצקרשתװ";
const a_0 = among(["וו",1,"וי",2,"יי",3,"ך",4,"ם",5,"ן",6,"ף",7,"ץ",8]);
const a_1 = among(["אדורכ",1,"אהינ",1,"אהער",1,"אהײמ",1,"אומ",1,"אונטער",1,"איבער",1,"אנ",1,"אנט",1,"אנטקעגנ",1,"אנידער",1,"אפ",1,"אפיר",1,"אקעגנ",1,"אראפ",1,"ארומ",1,"ארונטער",1,"אריבער",1,"ארױס",1,"ארױפ",1,"ארײנ",1,"אװעק",1,"אױס",1,"אױפ",1,"אײנ",1,"בא",1,"בײ",1,"דורכ",1,"דער",1,"מיט",1,"נאכ",1,"פאר",1,"פארבײ",1,"פארױס",1,"פונאנדער",1,"צו",1,"צוזאמענ",1,"צונױפ",1,"צוריק",1,"צע",1]);
const a_2 = among(["דזש",-1,"שטר",-1,"שטש",-1,"שפר",-1]);
const a_3 = among(["קליב",9,"ריב",10,"טריב",7,"שריב",15,"הױב",23,"שװיג",12,"גאנג",1,"זונג",18,"שלונג",21,"צװונג",20,"בױג",22,"בונד",16,"װיז",6,"ביט",4,"ליט",8,"מיט",3,"שניט",14,"נומ",2,"שטאנ",25,"ביס",5,"שמיס",13,"ריס",11,"טרונק",19,"פארלױר",24,"שװױר",26,"װוטש",17]);
const as_3 = ["גײ", "נעמ", "מײד", "בײט", "בײס", "װײז", "טרײב", "לײט", "קלײב", "רײב", "רײס", "שװײג", "שמײס", "שנײד", "שרײב", "בינד", "װיטש", "זינג", "טרינק", "צװינג", "שלינג", "בײג", "הײב", "פארליר", "שטײ", "שװער"];
const a_4 = among(["ונג",1,"סטו",1,"ט",1,"בראכט",31,"סט",1,"יסט",33,"עט",1,"שאפט",1,"הײט",1,"קײט",1,"יקײט",1,"לעכ",1,"עלעכ",1,"יזמ",1,"ימ",1,"עמ",1,"ענעמ",3,"טענעמ",4,"נ",1,"קליבנ",14,"ריבנ",15,"טריבנ",12,"שריבנ",7,"הױבנ",27,"שװיגנ",17,"זונגנ",22,"שלונגנ",25,"צװונגנ",24,"בױגנ",26,"בונדנ",20,"װיזנ",11,"טנ",4,"GEביטנ",9,"GEליטנ",13,"GEמיטנ",8,"שניטנ",19,"סטנ",1,"יסטנ",1,"עטנ",1,"GEביסנ",10,"שמיסנ",18,"GEריסנ",16,"ענ",1,"גאנגענ",5,"עלענ",1,"נומענ",6,"יזמענ",1,"שטאנענ",29,"טרונקנ",23,"פארלױרנ",28,"שװױרנ",30,"װוטשנ",21,"גײנ",5,"ס",1,"טס",4,"עטס",1,"נס",1,"טנס",4,"ענס",3,"עס",1,"יעס",2,"עלעס",1,"ערס",1,"ענערס",1,"ע",1,"טע",4,"סטע",1,"עטע",1,"יע",-1,"עלע",1,"ענע",3,"טענע",4,"ער",1,"טער",4,"סטער",1,"עטער",1,"ענער",3,"טענער",4,"ות",32]);
const a_5 = among(["ונג",1,"שאפט",1,"הײט",1,"קײט",1,"יקײט",1,"ל",2]);
const a_6 = among(["יג",1,"יק",1,"דיק",1,"נדיק",1,"ענדיק",1,"בליק",-1,"גליק",-1,"ניק",1,"יש",1]);
export default class extends Stemmer {
I_p1 = 0;
r_prelude() {
let among_var, v_1, v_2, v_3, v_4, v_5, v_6;
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
if (among_var === 1) {
lab3: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ּ")) {
break lab3;
}
this.cursor += 1;
break lab2;
}
this.slice_from("װ");
} else {
if (among_var === 2) {
lab3: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ִ")) {
break lab3;
}
this.cursor += 1;
break lab2;
}
this.slice_from("ױ");
} else {
if (among_var === 3) {
lab3: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ִ")) {
break lab3;
}
this.cursor += 1;
break lab2;
}
this.slice_from("ײ");
} else {
if (among_var === 4) {
this.slice_from("כ");
} else {
if (among_var === 5) {
this.slice_from("מ");
} else {
if (among_var === 6) {
this.slice_from("נ");
} else {
if (among_var === 7) {
this.slice_from("פ");
} else {
this.slice_from("צ");
}
}
}
}
}
}
}
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
this.bra = this.cursor;
if (!(this.in_grouping(g_niked))) {
break lab2;
}
this.ket = this.cursor;
this.slice_del();
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
return true;
}
r_mark_regions() {
let I_x, v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
this.I_p1 = this.limit;
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
if (!(this.eq_s("גע"))) {
this.cursor = v_1;
break lab0;
}
this.ket = this.cursor;
v_2 = this.cursor;
lab1: {
while (true) {
lab2: {
if (!(this.eq_s("לט"))) {
break lab2;
}
break;
}
lab2: {
if (!(this.eq_s("בנ"))) {
break lab2;
}
break;
}
if (this.cursor < this.limit) {
break lab1;
}
break;
}
this.cursor = v_1;
break lab0;
}
this.cursor = v_2;
this.slice_from("GE");
}
v_3 = this.cursor;
lab0: {
if (this.find_among(a_1) === 0) {
this.cursor = v_3;
break lab0;
}
while (true) {
v_4 = this.cursor;
lab1: {
v_5 = this.cursor;
while (true) {
lab2: {
if (!(this.eq_s("צוגנ"))) {
break lab2;
}
break;
}
lab2: {
if (!(this.eq_s("צוקט"))) {
break lab2;
}
break;
}
if (!(this.eq_s("צוקנ"))) {
break lab1;
}
break;
}
if (this.cursor < this.limit) {
break lab1;
}
this.cursor = v_5;
break;
}
this.cursor = v_4;
lab1: {
v_6 = this.cursor;
if (!(this.eq_s("געבנ"))) {
break lab1;
}
this.cursor = v_6;
break;
}
this.cursor = v_4;
lab1: {
this.bra = this.cursor;
if (!(this.eq_s("גע"))) {
break lab1;
}
this.ket = this.cursor;
this.slice_from("GE");
break;
}
this.cursor = v_4;
this.bra = this.cursor;
if (!(this.eq_s("צו"))) {
this.cursor = v_3;
break lab0;
}
this.ket = this.cursor;
this.slice_from("TSU");
break;
}
}
v_7 = this.cursor;
if ((this.cursor + 3) > this.limit) {
return false;
}
this.cursor += 3;
I_x = this.cursor;
this.cursor = v_7;
v_8 = this.cursor;
lab0: {
if (this.find_among(a_2) === 0) {
this.cursor = v_8;
break lab0;
}
}
v_9 = this.cursor;
lab0: {
if (!(this.in_grouping(g_consonant))) {
break lab0;
}
if (!(this.in_grouping(g_consonant))) {
break lab0;
}
if (!(this.in_grouping(g_consonant))) {
break lab0;
}
this.I_p1 = this.cursor;
return false;
}
this.cursor = v_9;
if (!(this.go_out_grouping(g_vowel))) {
return false;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_vowel))) {
return false;
}
this.I_p1 = this.cursor;
lab0: {
if (this.I_p1 >= I_x) {
break lab0;
}
this.I_p1 = I_x;
}
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_standard_suffix() {
let among_var, v_1, v_10, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
} else {
if (among_var === 2) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("יע");
} else {
if (among_var === 3) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
this.slice_from(as_3[(among_var - 1)]);
} else {
if (among_var === 4) {
while (true) {
v_2 = (this.limit - this.cursor);
lab1: {
if (!(this.r_R1())) {
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_2);
this.slice_from("ט");
break;
}
this.ket = this.cursor;
if (!(this.eq_s_b("בראכ"))) {
break lab0;
}
v_3 = (this.limit - this.cursor);
lab1: {
if (!(this.eq_s_b("גע"))) {
this.cursor = (this.limit - v_3);
break lab1;
}
}
this.bra = this.cursor;
this.slice_from("ברענג");
} else {
if (among_var === 5) {
this.slice_from("גײ");
} else {
if (among_var === 6) {
this.slice_from("נעמ");
} else {
if (among_var === 7) {
this.slice_from("שרײב");
} else {
if (among_var === 8) {
this.slice_from("מײד");
} else {
if (among_var === 9) {
this.slice_from("בײט");
} else {
if (among_var === 10) {
this.slice_from("בײס");
} else {
if (among_var === 11) {
this.slice_from("װײז");
} else {
if (among_var === 12) {
this.slice_from("טרײב");
} else {
if (among_var === 13) {
this.slice_from("לײט");
} else {
if (among_var === 14) {
this.slice_from("קלײב");
} else {
if (among_var === 15) {
this.slice_from("רײב");
} else {
if (among_var === 16) {
this.slice_from("רײס");
} else {
if (among_var === 17) {
this.slice_from("שװײג");
} else {
if (among_var === 18) {
this.slice_from("שמײס");
} else {
if (among_var === 19) {
this.slice_from("שנײד");
} else {
if (among_var === 20) {
this.slice_from("בינד");
} else {
if (among_var === 21) {
this.slice_from("װיטש");
} else {
if (among_var === 22) {
this.slice_from("זינג");
} else {
if (among_var === 23) {
this.slice_from("טרינק");
} else {
if (among_var === 24) {
this.slice_from("צװינג");
} else {
if (among_var === 25) {
this.slice_from("שלינג");
} else {
if (among_var === 26) {
this.slice_from("בײג");
} else {
if (among_var === 27) {
this.slice_from("הײב");
} else {
if (among_var === 28) {
this.slice_from("פארליר");
} else {
if (among_var === 29) {
this.slice_from("שטײ");
} else {
if (among_var === 30) {
this.slice_from("שװער");
} else {
if (among_var === 31) {
this.slice_from("ברענג");
} else {
if (among_var === 32) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("ה");
} else {
if (among_var === 33) {
while (true) {
v_4 = (this.limit - this.cursor);
lab1: {
while (true) {
lab2: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ג")) {
break lab2;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ש")) {
break lab1;
}
this.cursor -= 1;
break;
}
v_5 = (this.limit - this.cursor);
lab2: {
if (this.I_p1 > (this.cursor + 3)) {
this.cursor = (this.limit - v_5);
break lab2;
}
this.slice_from("יס");
}
break;
}
this.cursor = (this.limit - v_4);
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
break;
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
this.cursor = (this.limit - v_1);
v_6 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
} else {
if (!(this.r_R1())) {
break lab0;
}
if (!(this.in_grouping_b(g_consonant))) {
break lab0;
}
this.slice_del();
}
}
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_6);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
}
}
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
lab0: {
while (true) {
v_9 = (this.limit - this.cursor);
lab1: {
while (true) {
v_10 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
while (true) {
lab3: {
if (!(this.eq_s_b("GE"))) {
break lab3;
}
break;
}
if (!(this.eq_s_b("TSU"))) {
break lab2;
}
break;
}
this.bra = this.cursor;
this.slice_del();
this.cursor = (this.limit - v_10);
break;
}
this.cursor = (this.limit - v_10);
if (this.cursor <= this.limit_backward) {
break lab1;
}
this.cursor -= 1;
}
continue;
}
this.cursor = (this.limit - v_9);
break;
}
}
this.cursor = (this.limit - v_8);
return true;
}
_stem() {
let v_1;
this.r_prelude();
v_1 = this.cursor;
this.r_mark_regions();
this.cursor = v_1;
this.limit_backward = this.cursor;
this.cursor = this.limit;
this.r_standard_suffix();
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "2a587220";
