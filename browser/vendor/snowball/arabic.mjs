// From arabic_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const a_0 = among(["ـ",1,"ً",1,"ٌ",1,"ٍ",1,"َ",1,"ُ",1,"ِ",1,"ّ",1,"ْ",1,"٠",2,"١",3,"٢",4,"٣",5,"٤",6,"٥",7,"٦",8,"٧",9,"٨",10,"٩",11,"ﺀ",12,"ﺁ",16,"ﺂ",16,"ﺃ",13,"ﺄ",13,"ﺅ",17,"ﺆ",17,"ﺇ",14,"ﺈ",14,"ﺉ",15,"ﺊ",15,"ﺋ",15,"ﺌ",15,"ﺍ",18,"ﺎ",18,"ﺏ",19,"ﺐ",19,"ﺑ",19,"ﺒ",19,"ﺓ",20,"ﺔ",20,"ﺕ",21,"ﺖ",21,"ﺗ",21,"ﺘ",21,"ﺙ",22,"ﺚ",22,"ﺛ",22,"ﺜ",22,"ﺝ",23,"ﺞ",23,"ﺟ",23,"ﺠ",23,"ﺡ",24,"ﺢ",24,"ﺣ",24,"ﺤ",24,"ﺥ",25,"ﺦ",25,"ﺧ",25,"ﺨ",25,"ﺩ",26,"ﺪ",26,"ﺫ",27,"ﺬ",27,"ﺭ",28,"ﺮ",28,"ﺯ",29,"ﺰ",29,"ﺱ",30,"ﺲ",30,"ﺳ",30,"ﺴ",30,"ﺵ",31,"ﺶ",31,"ﺷ",31,"ﺸ",31,"ﺹ",32,"ﺺ",32,"ﺻ",32,"ﺼ",32,"ﺽ",33,"ﺾ",33,"ﺿ",33,"ﻀ",33,"ﻁ",34,"ﻂ",34,"ﻃ",34,"ﻄ",34,"ﻅ",35,"ﻆ",35,"ﻇ",35,"ﻈ",35,"ﻉ",36,"ﻊ",36,"ﻋ",36,"ﻌ",36,"ﻍ",37,"ﻎ",37,"ﻏ",37,"ﻐ",37,"ﻑ",38,"ﻒ",38,"ﻓ",38,"ﻔ",38,"ﻕ",39,"ﻖ",39,"ﻗ",39,"ﻘ",39,"ﻙ",40,"ﻚ",40,"ﻛ",40,"ﻜ",40,"ﻝ",41,"ﻞ",41,"ﻟ",41,"ﻠ",41,"ﻡ",42,"ﻢ",42,"ﻣ",42,"ﻤ",42,"ﻥ",43,"ﻦ",43,"ﻧ",43,"ﻨ",43,"ﻩ",44,"ﻪ",44,"ﻫ",44,"ﻬ",44,"ﻭ",45,"ﻮ",45,"ﻯ",46,"ﻰ",46,"ﻱ",47,"ﻲ",47,"ﻳ",47,"ﻴ",47,"ﻵ",51,"ﻶ",51,"ﻷ",49,"ﻸ",49,"ﻹ",50,"ﻺ",50,"ﻻ",48,"ﻼ",48]);
const as_0 = ["", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "ء", "أ", "إ", "ئ", "آ", "ؤ", "ا", "ب", "ة", "ت", "ث", "ج", "ح", "خ", "د", "ذ", "ر", "ز", "س", "ش", "ص", "ض", "ط", "ظ", "ع", "غ", "ف", "ق", "ك", "ل", "م", "ن", "ه", "و", "ى", "ي", "لا", "لأ", "لإ", "لآ"];
const a_1 = among(["آ",1,"أ",1,"ؤ",1,"إ",1,"ئ",1]);
const a_2 = among(["آ",1,"أ",1,"ؤ",2,"إ",1,"ئ",3]);
const as_2 = ["ا", "و", "ي"];
const a_3 = among(["ال",2,"بال",1,"كال",1,"لل",2]);
const a_4 = among(["أآ",2,"أأ",1,"أؤ",1,"أإ",4,"أا",3]);
const a_5 = among(["ف",1,"و",1]);
const a_6 = among(["ال",2,"بال",1,"كال",1,"لل",2]);
const a_7 = among(["ب",1,"با",-1,"بب",2,"كك",3]);
const a_8 = among(["سأ",4,"ست",2,"سن",3,"سي",1]);
const a_9 = among(["تست",1,"نست",1,"يست",1]);
const a_10 = among(["كما",3,"هما",3,"نا",2,"ها",2,"ك",1,"كم",2,"هم",2,"هن",2,"ه",1,"ي",1]);
const a_11 = among(["ا",1,"و",1,"ي",1]);
const a_12 = among(["كما",3,"هما",3,"نا",2,"ها",2,"ك",1,"كم",2,"هم",2,"كن",2,"هن",2,"ه",1,"كمو",3,"ني",2]);
const a_13 = among(["ا",1,"تا",2,"تما",4,"نا",2,"ت",1,"ن",1,"ان",3,"تن",2,"ون",3,"ين",3,"ي",1]);
const a_14 = among(["وا",1,"تم",1]);
const a_15 = among(["و",1,"تمو",2]);
export default class extends Stemmer {
B_is_defined = false;
B_is_verb = false;
B_is_noun = false;
r_Normalize_pre() {
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
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
break;
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
r_Normalize_post() {
let among_var, v_1, v_2, v_3, v_4;
v_1 = this.cursor;
lab0: {
this.limit_backward = this.cursor;
this.cursor = this.limit;
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
break lab0;
}
this.bra = this.cursor;
this.slice_from("ء");
this.cursor = this.limit_backward;
}
this.cursor = v_1;
v_2 = this.cursor;
lab0: {
while (true) {
v_3 = this.cursor;
lab1: {
while (true) {
v_4 = this.cursor;
lab2: {
this.bra = this.cursor;
among_var = this.find_among(a_2);
if (among_var === 0) {
break lab2;
}
this.ket = this.cursor;
this.slice_from(as_2[(among_var - 1)]);
break;
}
this.cursor = v_4;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
break;
}
continue;
}
this.cursor = v_3;
break;
}
}
this.cursor = v_2;
return true;
}
r_Checks1() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_3);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (among_var === 1) {
if (this.current.length <= 4) {
return false;
}
this.B_is_noun = true;
this.B_is_verb = false;
this.B_is_defined = true;
} else {
if (this.current.length <= 3) {
return false;
}
this.B_is_noun = true;
this.B_is_verb = false;
this.B_is_defined = true;
}
return true;
}
r_Prefix_Step1() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_4);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (among_var === 1) {
if (this.current.length <= 3) {
return false;
}
this.slice_from("أ");
} else {
if (among_var === 2) {
if (this.current.length <= 3) {
return false;
}
this.slice_from("آ");
} else {
if (among_var === 3) {
if (this.current.length <= 3) {
return false;
}
this.slice_from("ا");
} else {
if (this.current.length <= 3) {
return false;
}
this.slice_from("إ");
}
}
}
return true;
}
r_Prefix_Step2() {
this.bra = this.cursor;
if (this.find_among(a_5) === 0) {
return false;
}
this.ket = this.cursor;
if (this.current.length <= 3) {
return false;
}
lab0: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ا")) {
break lab0;
}
this.cursor += 1;
return false;
}
this.slice_del();
return true;
}
r_Prefix_Step3a_Noun() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_6);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (among_var === 1) {
if (this.current.length <= 5) {
return false;
}
this.slice_del();
} else {
if (this.current.length <= 4) {
return false;
}
this.slice_del();
}
return true;
}
r_Prefix_Step3b_Noun() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_7);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (among_var === 1) {
if (this.current.length <= 3) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (this.current.length <= 3) {
return false;
}
this.slice_from("ب");
} else {
if (among_var === 3) {
if (this.current.length <= 3) {
return false;
}
this.slice_from("ك");
}
}
}
return true;
}
r_Prefix_Step3_Verb() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_8);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
if (among_var === 1) {
if (this.current.length <= 4) {
return false;
}
this.slice_from("ي");
} else {
if (among_var === 2) {
if (this.current.length <= 4) {
return false;
}
this.slice_from("ت");
} else {
if (among_var === 3) {
if (this.current.length <= 4) {
return false;
}
this.slice_from("ن");
} else {
if (this.current.length <= 4) {
return false;
}
this.slice_from("أ");
}
}
}
return true;
}
r_Prefix_Step4_Verb() {
this.bra = this.cursor;
if (this.find_among(a_9) === 0) {
return false;
}
this.ket = this.cursor;
if (this.current.length <= 4) {
return false;
}
this.B_is_verb = true;
this.B_is_noun = false;
this.slice_from("است");
return true;
}
r_Suffix_Noun_Step1a() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_10);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (this.current.length < 4) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (this.current.length < 5) {
return false;
}
this.slice_del();
} else {
if (this.current.length < 6) {
return false;
}
this.slice_del();
}
}
return true;
}
r_Suffix_Noun_Step1b() {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ن")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if (this.current.length <= 5) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Noun_Step2a() {
this.ket = this.cursor;
if (this.find_among_b(a_11) === 0) {
return false;
}
this.bra = this.cursor;
if (this.current.length <= 4) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Noun_Step2b() {
this.ket = this.cursor;
if (!(this.eq_s_b("ات"))) {
return false;
}
this.bra = this.cursor;
if (this.current.length < 5) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Noun_Step2c1() {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ت")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if (this.current.length < 4) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Noun_Step2c2() {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ة")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if (this.current.length < 4) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Noun_Step3() {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ي")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if (this.current.length < 3) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Verb_Step1() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_12);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (this.current.length < 4) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (this.current.length < 5) {
return false;
}
this.slice_del();
} else {
if (this.current.length < 6) {
return false;
}
this.slice_del();
}
}
return true;
}
r_Suffix_Verb_Step2a() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_13);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (this.current.length < 4) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (this.current.length < 5) {
return false;
}
this.slice_del();
} else {
if (among_var === 3) {
if (this.current.length <= 5) {
return false;
}
this.slice_del();
} else {
if (this.current.length < 6) {
return false;
}
this.slice_del();
}
}
}
return true;
}
r_Suffix_Verb_Step2b() {
this.ket = this.cursor;
if (this.find_among_b(a_14) === 0) {
return false;
}
this.bra = this.cursor;
if (this.current.length < 5) {
return false;
}
this.slice_del();
return true;
}
r_Suffix_Verb_Step2c() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_15);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (this.current.length < 4) {
return false;
}
this.slice_del();
} else {
if (this.current.length < 6) {
return false;
}
this.slice_del();
}
return true;
}
r_Suffix_All_alef_maqsura() {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ى")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_from("ي");
return true;
}
_stem() {
let v_1, v_10, v_11, v_12, v_13, v_14, v_15, v_16, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
this.B_is_noun = true;
this.B_is_verb = true;
this.B_is_defined = false;
v_1 = this.cursor;
this.r_Checks1();
this.cursor = v_1;
this.r_Normalize_pre();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
lab0: {
while (true) {
v_3 = (this.limit - this.cursor);
lab1: {
if (!(this.B_is_verb)) {
break lab1;
}
while (true) {
v_4 = (this.limit - this.cursor);
lab2: {
v_5 = 1;
while (true) {
v_6 = (this.limit - this.cursor);
lab3: {
if (!(this.r_Suffix_Verb_Step1())) {
break lab3;
}
v_5 -= 1;
continue;
}
this.cursor = (this.limit - v_6);
break;
}
if (v_5 > 0) {
break lab2;
}
while (true) {
v_7 = (this.limit - this.cursor);
lab3: {
if (!(this.r_Suffix_Verb_Step2a())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_7);
lab3: {
if (!(this.r_Suffix_Verb_Step2c())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_7);
if (this.cursor <= this.limit_backward) {
break lab2;
}
this.cursor -= 1;
break;
}
break;
}
this.cursor = (this.limit - v_4);
lab2: {
if (!(this.r_Suffix_Verb_Step2b())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_4);
if (!(this.r_Suffix_Verb_Step2a())) {
break lab1;
}
break;
}
break;
}
this.cursor = (this.limit - v_3);
lab1: {
if (!(this.B_is_noun)) {
break lab1;
}
v_8 = (this.limit - this.cursor);
lab2: {
while (true) {
v_9 = (this.limit - this.cursor);
lab3: {
if (!(this.r_Suffix_Noun_Step2c2())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_9);
lab3: {
if (this.B_is_defined) {
break lab3;
}
if (!(this.r_Suffix_Noun_Step1a())) {
break lab3;
}
while (true) {
v_10 = (this.limit - this.cursor);
lab4: {
if (!(this.r_Suffix_Noun_Step2a())) {
break lab4;
}
break;
}
this.cursor = (this.limit - v_10);
lab4: {
if (!(this.r_Suffix_Noun_Step2b())) {
break lab4;
}
break;
}
this.cursor = (this.limit - v_10);
lab4: {
if (!(this.r_Suffix_Noun_Step2c1())) {
break lab4;
}
break;
}
this.cursor = (this.limit - v_10);
if (this.cursor <= this.limit_backward) {
break lab3;
}
this.cursor -= 1;
break;
}
break;
}
this.cursor = (this.limit - v_9);
lab3: {
if (!(this.r_Suffix_Noun_Step1b())) {
break lab3;
}
while (true) {
v_11 = (this.limit - this.cursor);
lab4: {
if (!(this.r_Suffix_Noun_Step2a())) {
break lab4;
}
break;
}
this.cursor = (this.limit - v_11);
lab4: {
if (!(this.r_Suffix_Noun_Step2b())) {
break lab4;
}
break;
}
this.cursor = (this.limit - v_11);
if (!(this.r_Suffix_Noun_Step2c1())) {
break lab3;
}
break;
}
break;
}
this.cursor = (this.limit - v_9);
lab3: {
if (this.B_is_defined) {
break lab3;
}
if (!(this.r_Suffix_Noun_Step2a())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_9);
if (!(this.r_Suffix_Noun_Step2b())) {
this.cursor = (this.limit - v_8);
break lab2;
}
break;
}
}
if (!(this.r_Suffix_Noun_Step3())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
if (!(this.r_Suffix_All_alef_maqsura())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_2);
this.cursor = this.limit_backward;
v_12 = this.cursor;
lab0: {
v_13 = this.cursor;
lab1: {
if (!(this.r_Prefix_Step1())) {
this.cursor = v_13;
break lab1;
}
}
v_14 = this.cursor;
lab1: {
if (!(this.r_Prefix_Step2())) {
this.cursor = v_14;
break lab1;
}
}
while (true) {
v_15 = this.cursor;
lab1: {
if (!(this.r_Prefix_Step3a_Noun())) {
break lab1;
}
break;
}
this.cursor = v_15;
lab1: {
if (!(this.B_is_noun)) {
break lab1;
}
if (!(this.r_Prefix_Step3b_Noun())) {
break lab1;
}
break;
}
this.cursor = v_15;
if (!(this.B_is_verb)) {
break lab0;
}
v_16 = this.cursor;
lab1: {
if (!(this.r_Prefix_Step3_Verb())) {
this.cursor = v_16;
break lab1;
}
}
if (!(this.r_Prefix_Step4_Verb())) {
break lab0;
}
break;
}
}
this.cursor = v_12;
this.r_Normalize_post();
return true;
}
}
export const FINGERPRINT = "abccae0b";
