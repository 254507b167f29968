// From polish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyóąę";
const a_0 = among(["byście",1,"bym",1,"by",1,"byśmy",1,"byś",1]);
const a_1 = among(["ąc",1,"ając",1,"sząc",2,"sz",1,"iejsz",1]);
const as_1 = ["", "s"];
const a_2 = among(["a",1,"ąca",1,"ająca",1,"sząca",2,"ia",1,"sza",1,"iejsza",1,"ała",1,"iała",1,"iła",1,"ąc",1,"ając",1,"e",1,"ące",1,"ające",1,"szące",2,"ie",1,"cie",1,"acie",1,"ecie",1,"icie",1,"ajcie",1,"liście",4,"aliście",1,"ieliście",1,"iliście",1,"łyście",4,"ałyście",1,"iałyście",1,"iłyście",1,"sze",1,"iejsze",1,"ach",1,"iach",1,"ich",5,"ych",5,"i",1,"ali",1,"ieli",1,"ili",1,"ami",1,"iami",1,"imi",5,"ymi",5,"owi",1,"iowi",1,"aj",1,"ej",5,"iej",5,"am",1,"ałam",1,"iałam",1,"iłam",1,"em",1,"iem",1,"ałem",1,"iałem",1,"iłem",1,"im",5,"om",1,"iom",1,"ym",5,"o",1,"ego",5,"iego",5,"ało",1,"iało",1,"iło",1,"u",1,"iu",1,"emu",5,"iemu",5,"ów",1,"y",5,"amy",1,"emy",1,"imy",1,"liśmy",4,"aliśmy",1,"ieliśmy",1,"iliśmy",1,"łyśmy",4,"ałyśmy",1,"iałyśmy",1,"iłyśmy",1,"ały",1,"iały",1,"iły",1,"asz",1,"esz",1,"isz",1,"ą",1,"ącą",1,"ającą",1,"szącą",2,"ią",1,"ają",1,"szą",3,"iejszą",1,"ać",1,"ieć",1,"ić",1,"ąć",1,"aść",1,"eść",1,"ę",1,"szę",2,"ał",1,"iał",1,"ił",1,"łaś",4,"ałaś",1,"iałaś",1,"iłaś",1,"łeś",4,"ałeś",1,"iałeś",1,"iłeś",1], {"a":"r_R1","ia":"r_R1","e":"r_R1","ie":"r_R1","ach":"r_R1","iach":"r_R1","i":"r_R1","ami":"r_R1","iami":"r_R1","owi":"r_R1","iowi":"r_R1","em":"r_R1","iem":"r_R1","om":"r_R1","iom":"r_R1","o":"r_R1","u":"r_R1","iu":"r_R1","ów":"r_R1","ą":"r_R1","ią":"r_R1"});
const a_3 = among(["ć",1,"ń",2,"ś",3,"ź",4]);
const as_3 = ["c", "n", "s", "z"];
export default class extends Stemmer {
I_p1 = 0;
r_mark_regions() {
this.I_p1 = this.limit;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.I_p1 = this.cursor;
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_remove_endings() {
let among_var, v_1, v_3, v_4, v_5, v_6;
v_1 = (this.limit - this.cursor);
lab0: {
if (this.cursor < this.I_p1) {
break lab0;
}
v_3 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_0) === 0) {
this.limit_backward = v_3;
break lab0;
}
this.bra = this.cursor;
this.limit_backward = v_3;
this.slice_del();
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_del();
} else {
if (among_var === 2) {
this.slice_from("s");
} else {
if (among_var === 3) {
while (true) {
v_4 = (this.limit - this.cursor);
lab0: {
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_4);
this.slice_from("s");
break;
}
} else {
if (among_var === 4) {
this.slice_from("ł");
} else {
this.slice_del();
v_5 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
this.cursor = (this.limit - v_5);
break lab0;
}
this.bra = this.cursor;
this.slice_from(as_1[(among_var - 1)]);
}
}
}
}
}
v_6 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
this.cursor = (this.limit - v_6);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
}
return true;
}
r_normalize_consonant() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (this.cursor <= this.limit_backward) {
return false;
}
this.slice_from(as_3[(among_var - 1)]);
return true;
}
_stem() {
let v_1, v_2;
v_1 = this.cursor;
this.r_mark_regions();
this.cursor = v_1;
while (true) {
v_2 = this.cursor;
lab0: {
if ((this.cursor + 2) > this.limit) {
break lab0;
}
this.cursor += 2;
this.limit_backward = this.cursor;
this.cursor = this.limit;
if (!(this.r_remove_endings())) {
break lab0;
}
this.cursor = this.limit_backward;
break;
}
this.cursor = v_2;
this.limit_backward = this.cursor;
this.cursor = this.limit;
if (!(this.r_normalize_consonant())) {
return false;
}
this.cursor = this.limit_backward;
break;
}
return true;
}
}
export const FINGERPRINT = "7b601d3a";
