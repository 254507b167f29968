// From russian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "аеиоуыэюя";
const a_0 = among(["в",1,"ив",2,"ыв",2,"вши",1,"ивши",2,"ывши",2,"вшись",1,"ившись",2,"ывшись",2]);
const a_1 = among(["ее",1,"ие",1,"ое",1,"ые",1,"ими",1,"ыми",1,"ей",1,"ий",1,"ой",1,"ый",1,"ем",1,"им",1,"ом",1,"ым",1,"его",1,"ого",1,"ему",1,"ому",1,"их",1,"ых",1,"ею",1,"ою",1,"ую",1,"юю",1,"ая",1,"яя",1]);
const a_2 = among(["ем",1,"нн",1,"вш",1,"ивш",2,"ывш",2,"щ",1,"ющ",1,"ующ",2]);
const a_3 = among(["сь",1,"ся",1]);
const a_4 = among(["ла",1,"ила",2,"ыла",2,"на",1,"ена",2,"ете",1,"ите",2,"йте",1,"ейте",2,"уйте",2,"ли",1,"или",2,"ыли",2,"й",1,"ей",2,"уй",2,"л",1,"ил",2,"ыл",2,"ем",1,"им",2,"ым",2,"н",1,"ен",2,"ло",1,"ило",2,"ыло",2,"но",1,"ено",2,"нно",1,"ет",1,"ует",2,"ит",2,"ыт",2,"ют",1,"уют",2,"ят",2,"ны",1,"ены",2,"ть",1,"ить",2,"ыть",2,"ешь",1,"ишь",2,"ю",2,"ую",2]);
const a_5 = among(["а",1,"ев",1,"ов",1,"е",1,"ие",1,"ье",1,"и",1,"еи",1,"ии",1,"ами",1,"ями",1,"иями",1,"й",1,"ей",1,"ией",1,"ий",1,"ой",1,"ам",1,"ем",1,"ием",1,"ом",1,"ям",1,"иям",1,"о",1,"у",1,"ах",1,"ях",1,"иях",1,"ы",1,"ь",1,"ю",1,"ию",1,"ью",1,"я",1,"ия",1,"ья",1]);
const a_6 = among(["ост",1,"ость",1]);
const a_7 = among(["ейше",1,"н",2,"ейш",1,"ь",3]);
export default class extends Stemmer {
I_p2 = 0;
I_pV = 0;
r_mark_regions() {
let v_1;
this.I_pV = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_pV = this.cursor;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p2 = this.cursor;
}
this.cursor = v_1;
return true;
}
r_perfective_gerund() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "а")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "я")) {
return false;
}
this.cursor -= 1;
break;
}
this.slice_del();
} else {
this.slice_del();
}
return true;
}
r_adjective() {
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_adjectival() {
let among_var, v_1;
if (!(this.r_adjective())) {
return false;
}
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "а")) {
break lab1;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "я")) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.cursor -= 1;
break;
}
this.slice_del();
} else {
this.slice_del();
}
}
return true;
}
r_reflexive() {
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_verb() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "а")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "я")) {
return false;
}
this.cursor -= 1;
break;
}
this.slice_del();
} else {
this.slice_del();
}
return true;
}
r_noun() {
this.ket = this.cursor;
if (this.find_among_b(a_5) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_derivational() {
this.ket = this.cursor;
if (this.find_among_b(a_6) === 0) {
return false;
}
this.bra = this.cursor;
if (this.I_p2 > this.cursor) {
return false;
}
this.slice_del();
return true;
}
r_tidy_up() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_del();
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "н")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "н")) {
return false;
}
this.cursor -= 1;
this.slice_del();
} else {
if (among_var === 2) {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "н")) {
return false;
}
this.cursor -= 1;
this.slice_del();
} else {
this.slice_del();
}
}
return true;
}
_stem() {
let v_1, v_10, v_11, v_12, v_2, v_3, v_5, v_6, v_7, v_8, v_9;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
while (true) {
v_3 = this.cursor;
lab2: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "ё")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
this.cursor = v_3;
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
this.slice_from("е");
continue;
}
this.cursor = v_2;
break;
}
}
this.cursor = v_1;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
if (this.cursor < this.I_pV) {
return false;
}
v_5 = this.limit_backward;
this.limit_backward = this.I_pV;
v_6 = (this.limit - this.cursor);
lab0: {
while (true) {
v_7 = (this.limit - this.cursor);
lab1: {
if (!(this.r_perfective_gerund())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
lab1: {
if (!(this.r_reflexive())) {
this.cursor = (this.limit - v_8);
break lab1;
}
}
while (true) {
v_9 = (this.limit - this.cursor);
lab1: {
if (!(this.r_adjectival())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_9);
lab1: {
if (!(this.r_verb())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_9);
if (!(this.r_noun())) {
break lab0;
}
break;
}
break;
}
}
this.cursor = (this.limit - v_6);
v_10 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "и")) {
this.cursor = (this.limit - v_10);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
}
v_11 = (this.limit - this.cursor);
this.r_derivational();
this.cursor = (this.limit - v_11);
v_12 = (this.limit - this.cursor);
this.r_tidy_up();
this.cursor = (this.limit - v_12);
this.limit_backward = v_5;
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "6a64b47c";
