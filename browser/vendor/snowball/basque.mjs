// From basque_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiou";
const a_0 = among(["idea",1,"bidea",1,"kidea",1,"pidea",1,"kundea",1,"galea",1,"tailea",1,"tzailea",1,"gunea",1,"kunea",1,"tzaga",1,"gaia",1,"aldia",1,"taldia",1,"karia",1,"garria",2,"karria",1,"ka",1,"tzaka",1,"la",1,"mena",1,"pena",1,"kina",1,"ezina",1,"tezina",1,"kuna",1,"tuna",1,"kizuna",1,"era",1,"bera",1,"arabera",-1,"kera",1,"pera",1,"orra",1,"korra",1,"dura",1,"gura",1,"kura",1,"tura",1,"eta",1,"keta",1,"gailua",1,"eza",1,"erreza",1,"tza",2,"gaitza",1,"kaitza",1,"kuntza",1,"ide",1,"bide",1,"kide",1,"pide",1,"kunde",1,"tzake",1,"tzeke",1,"le",1,"gale",1,"taile",1,"tzaile",1,"gune",1,"kune",1,"tze",1,"atze",1,"gai",1,"aldi",1,"taldi",1,"ki",1,"ari",1,"kari",1,"lari",1,"tari",1,"etari",1,"garri",2,"karri",1,"arazi",1,"tarazi",1,"an",1,"ean",1,"rean",1,"kan",1,"etan",1,"atseden",-1,"men",1,"pen",1,"kin",1,"rekin",1,"ezin",1,"tezin",1,"tun",1,"kizun",1,"go",1,"ago",1,"tio",1,"dako",1,"or",1,"kor",1,"tzat",1,"du",1,"gailu",1,"tu",1,"atu",1,"aldatu",1,"tatu",1,"baditu",-1,"ez",1,"errez",1,"tzez",1,"gaitz",1,"kaitz",1]);
const a_1 = among(["ada",1,"kada",1,"anda",1,"denda",1,"gabea",1,"kabea",1,"aldea",1,"kaldea",1,"taldea",1,"ordea",1,"zalea",1,"tzalea",1,"gilea",1,"emea",1,"kumea",1,"nea",1,"enea",1,"zionea",1,"unea",1,"gunea",1,"pea",1,"aurrea",1,"tea",1,"kotea",1,"artea",1,"ostea",1,"etxea",1,"ga",1,"anga",1,"gaia",1,"aldia",1,"taldia",1,"handia",1,"mendia",1,"geia",1,"egia",1,"degia",1,"tegia",1,"nahia",1,"ohia",1,"kia",1,"tokia",1,"oia",1,"koia",1,"aria",1,"karia",1,"laria",1,"taria",1,"eria",1,"keria",1,"teria",1,"garria",2,"larria",1,"kirria",1,"duria",1,"asia",1,"tia",1,"ezia",1,"bizia",1,"ontzia",1,"ka",1,"joka",3,"aurka",-1,"ska",1,"xka",1,"zka",1,"gibela",1,"gela",1,"kaila",1,"skila",1,"tila",1,"ola",1,"na",1,"kana",1,"ena",1,"garrena",1,"gerrena",1,"urrena",1,"zaina",1,"tzaina",1,"kina",1,"mina",1,"garna",1,"una",1,"duna",1,"asuna",1,"tasuna",1,"ondoa",1,"kondoa",1,"ngoa",1,"zioa",1,"koa",1,"takoa",1,"zkoa",1,"noa",1,"zinoa",1,"aroa",1,"taroa",1,"zaroa",1,"eroa",1,"oroa",1,"osoa",1,"toa",1,"ttoa",1,"ztoa",1,"txoa",1,"tzoa",1,"ñoa",1,"ra",1,"ara",1,"dara",1,"liara",1,"tiara",1,"tara",1,"etara",1,"tzara",1,"bera",1,"kera",1,"pera",1,"ora",2,"tzarra",1,"korra",1,"tra",1,"sa",1,"osa",1,"ta",1,"eta",1,"keta",1,"sta",1,"dua",1,"mendua",1,"ordua",1,"lekua",1,"burua",1,"durua",1,"tsua",1,"tua",1,"mentua",1,"estua",1,"txua",1,"zua",1,"tzua",1,"za",1,"eza",1,"eroza",1,"tza",2,"koitza",1,"antza",1,"gintza",1,"kintza",1,"kuntza",1,"gabe",1,"kabe",1,"kide",1,"alde",1,"kalde",1,"talde",1,"orde",1,"ge",1,"zale",1,"tzale",1,"gile",1,"eme",1,"kume",1,"ne",1,"zione",1,"une",1,"gune",1,"pe",1,"aurre",1,"te",1,"kote",1,"arte",1,"oste",1,"etxe",1,"gai",1,"di",1,"aldi",1,"taldi",1,"geldi",-1,"handi",1,"mendi",1,"gei",1,"egi",1,"degi",1,"tegi",1,"nahi",1,"ohi",1,"ki",1,"toki",1,"oi",1,"goi",1,"koi",1,"ari",1,"kari",1,"lari",1,"tari",1,"garri",2,"larri",1,"kirri",1,"duri",1,"asi",1,"ti",1,"ontzi",1,"ñi",1,"ak",1,"ek",1,"tarik",1,"gibel",1,"ail",1,"kail",1,"kan",1,"tan",1,"etan",1,"en",4,"ren",2,"garren",1,"gerren",1,"urren",1,"ten",4,"tzen",4,"zain",1,"tzain",1,"kin",1,"min",1,"dun",1,"asun",1,"tasun",1,"aizun",1,"ondo",1,"kondo",1,"go",1,"ngo",1,"zio",1,"ko",1,"trako",5,"tako",1,"etako",1,"eko",1,"tariko",1,"sko",1,"tuko",1,"minutuko",6,"zko",1,"no",1,"zino",1,"ro",1,"aro",1,"igaro",-1,"taro",1,"zaro",1,"ero",1,"giro",1,"oro",1,"oso",1,"to",1,"tto",1,"zto",1,"txo",1,"tzo",1,"gintzo",1,"ño",1,"zp",1,"ar",1,"dar",1,"behar",1,"zehar",-1,"liar",1,"tiar",1,"tar",1,"tzar",1,"or",2,"kor",1,"os",1,"ket",1,"du",1,"mendu",1,"ordu",1,"leku",1,"buru",2,"duru",1,"tsu",1,"tu",1,"tatu",4,"mentu",1,"estu",1,"txu",1,"zu",1,"tzu",1,"gintzu",1,"z",1,"ez",1,"eroz",1,"tz",1,"koitz",1]);
const a_2 = among(["zlea",2,"keria",1,"la",1,"era",1,"dade",1,"tade",1,"date",1,"tate",1,"gi",1,"ki",1,"ik",1,"lanik",1,"rik",1,"larik",1,"ztik",1,"go",1,"ro",1,"ero",1,"to",1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
r_mark_regions() {
let v_1, v_2, v_3, v_4, v_5;
this.I_pV = this.limit;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
if (!(this.in_grouping(g_v))) {
break lab1;
}
while (true) {
v_3 = this.cursor;
lab2: {
if (!(this.out_grouping(g_v))) {
break lab2;
}
if (!(this.go_out_grouping(g_v))) {
break lab2;
}
this.cursor += 1;
break;
}
this.cursor = v_3;
if (!(this.in_grouping(g_v))) {
break lab1;
}
if (!(this.go_in_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
break;
}
break;
}
this.cursor = v_2;
if (!(this.out_grouping(g_v))) {
break lab0;
}
while (true) {
v_4 = this.cursor;
lab1: {
if (!(this.out_grouping(g_v))) {
break lab1;
}
if (!(this.go_out_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
break;
}
this.cursor = v_4;
if (!(this.in_grouping(g_v))) {
break lab0;
}
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
break;
}
break;
}
this.I_pV = this.cursor;
}
this.cursor = v_1;
v_5 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
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
this.cursor = v_5;
return true;
}
r_RV() {
return this.I_pV <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_aditzak() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
}
}
return true;
}
r_izenak() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
} else {
if (among_var === 3) {
this.slice_from("jok");
} else {
if (among_var === 4) {
if (this.I_p1 > this.cursor) {
return false;
}
this.slice_del();
} else {
if (among_var === 5) {
this.slice_from("tra");
} else {
if (among_var === 6) {
this.slice_from("minutu");
}
}
}
}
}
}
return true;
}
r_adjetiboak() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
} else {
this.slice_from("z");
}
return true;
}
_stem() {
let v_1, v_2, v_3;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_aditzak())) {
break lab0;
}
continue;
}
this.cursor = (this.limit - v_1);
break;
}
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
if (!(this.r_izenak())) {
break lab0;
}
continue;
}
this.cursor = (this.limit - v_2);
break;
}
v_3 = (this.limit - this.cursor);
this.r_adjetiboak();
this.cursor = (this.limit - v_3);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "d1f810e7";
