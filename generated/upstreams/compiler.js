// Made by the generator from spec/. Do not edit.
var Cm=Object.create;var mp=Object.defineProperty;var Km=Object.getOwnPropertyDescriptor;var Hm=Object.getOwnPropertyNames;var Bm=Object.getPrototypeOf,Gm=Object.prototype.hasOwnProperty;var X=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Zm=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Hm(t))!Gm.call(e,o)&&o!==a&&mp(e,o,{get:()=>t[o],enumerable:!(n=Km(t,o))||n.enumerable});
return e};var vt=(e,t,a)=>(a=e!=null?Cm(Bm(e)):{},Zm(t||!e||!e.__esModule?mp(a,"default",{value:e,enumerable:!0}):a,e));var Dn=X(Un=>{"use strict";Object.defineProperty(Un,"__esModule",{value:!0});function fp(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Un.default=fp;fp.code='require("ajv/dist/runtime/ucs2length").default'});var wp=X(gp=>{"use strict";gp.meta0=ua;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstrea\
ms/<protocol>.json may say: how requests of this catalogue are put in an upstream's words, and how its answers are read.",type:"object",required:["protocol","ti\
tle","description","sources","baseUrl","authentication","deadline","poll","operations","errors"],properties:{$schema:{type:"string",description:"The path of thi\
s meta-schema, for editors."},$comment:{$ref:"#/$defs/comment"},protocol:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The protocol's name: the file's\
 name without .json.",errorMessage:"lower-case letters, digits and hyphens"},title:{type:"string",minLength:1,description:"The upstream's name, as people say it\
."},description:{type:"string",minLength:1,description:"Who speaks it, in one or two sentences."},sources:{type:"object",description:"Where facts come from, by \
the name that rows use.",additionalProperties:{oneOf:[{type:"object",required:["package","version"],properties:{package:{type:"string",minLength:1,description:"\
A package of the npm registry."},version:{type:"string",pattern:"^\\d+\\.\\d+\\.\\d+",description:"The version that was read.",errorMessage:"a version such as 1\
.2.3"}},additionalProperties:!1},{type:"object",required:["document","url"],properties:{document:{type:"string",minLength:1,description:"The document's title."},
url:{type:"string",pattern:"^https://",description:"Where it was read.",errorMessage:"an https URL"}},additionalProperties:!1}]},minProperties:1},baseUrl:{type:"\
string",pattern:"^https://[^/]+(/.*[^/])?$",description:"The vendor's base URL, without a slash at the end. Operators may set another.",errorMessage:"an https U\
RL without a slash at the end"},authentication:{type:"object",description:"Where the key goes.",required:["in","name","source"],properties:{in:{enum:["header"],
description:"A header. Not the URL, which servers and proxies log."},name:{type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"Its name.",errorMessage:"lette\
rs, digits, dots, hyphens and underscores"},prefix:{type:"string",description:'What stands before the key, such as "Bearer ".'},token:{description:"What is made\
 of the operator's key and sent in its place. Left out where the key itself is sent.",oneOf:[{type:"object",description:"A JWT signed with HS256. The operator's\
 key is <access key>:<secret key>; the access key is the issuer.",required:["by","seconds"],properties:{by:{const:"jwt-hs256",description:"The piece of code tha\
t makes the token."},seconds:{type:"integer",minimum:10,maximum:86400,description:"How long a token is valid."},backdateSeconds:{type:"integer",minimum:0,maximum:3600,
description:"How long before it is made a token is valid, for clocks that differ. Left out: tokens do not say from when they are valid."}},additionalProperties:!1},
{type:"object",description:"An access token of OAuth 2.0, for an assertion (RFC 7523). The operator's key is the JSON key file of a Google service account, or t\
hat file in base64.",required:["by","scope"],properties:{by:{const:"google-service-account",description:"The piece of code that makes the token."},scope:{type:"\
string",minLength:1,description:"What the token is asked for."}},additionalProperties:!1}]},source:{$ref:"#/$defs/source"}},additionalProperties:!1},idempotency:{
type:"object",description:"How a repeated submit is made harmless. Left out where the upstream does not promise it. A repeat that is rejected proves nothing of \
the first try.",required:["header","source"],properties:{header:{type:"string",minLength:1,description:"The header that takes the key."},source:{$ref:"#/$defs/s\
ource"}},additionalProperties:!1},deadline:{type:"object",description:"When a task that has not ended is given up.",required:["seconds","source"],properties:{seconds:{
type:"integer",minimum:60,description:"Seconds after the submit."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},poll:{type:"object",description:"How\
 often to query.",required:["seconds","source"],properties:{seconds:{type:"number",exclusiveMinimum:0,description:"Seconds between two queries of one task."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},probe:{type:"object",description:"A GET that tells whether the key is valid and buys nothing.",required:["path",
"accepted","source"],properties:{path:{$ref:"#/$defs/path"},accepted:{type:"array",items:{type:"integer",minimum:100,maximum:599},minItems:1,description:"HTTP s\
tatuses that prove that the key is accepted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},modelProbe:{type:"object",description:"A GET that tells \
whether the upstream knows a model and buys nothing, or why there is none.",required:["source"],properties:{path:{$ref:"#/$defs/path",description:"Below the bas\
e URL, with the key. It may hold {model}."},url:{type:"string",pattern:"^https://[^/?#{}]+/[^#]*$",description:"In place of a path: a URL of another host of the\
 vendor, to which no key is sent. It may hold {model}."},names:{$ref:"#/$defs/pointer",description:"Where the answer names models, with - for every item of a li\
st. Without - the answer tells of the one model that the path names."},omits:{type:"string",minLength:1,description:"Models that the answer leaves out although \
they can be used, so that a missing one is not proven to be unknown."},except:{type:"array",minItems:1,description:"Model IDs that the answer never names.",items:{
type:"object",required:["prefix","reason"],properties:{prefix:{type:"string",minLength:1,description:"What such IDs begin with."},reason:{type:"string",minLength:1,
description:"Why they cannot be tested."}},additionalProperties:!1}},untestable:{type:"string",minLength:1,description:"In place of a request: why no model can \
be tested without buying something."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["path","names"]},{required:["url","names"]},{required:["untestable"]}],additionalProperties:!1},
webhooks:{type:"object",description:"How the upstream tells by itself that a task has changed. A webhook hastens the next query of its task; what it says is nev\
er believed.",required:["source"],properties:{body:{$ref:"#/$defs/pointer",description:"Where in the body of the submit the URL goes."},query:{type:"string",minLength:1,
description:"The query parameter of the submit that takes the URL."},with:{type:"array",minItems:1,description:"Members of the body that go with the URL.",items:{
type:"object",required:["to","constant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."}},additionalProperties:!1}},signature:{description:"\
How a webhook is signed. Left out where it is not.",oneOf:[{type:"object",description:"Standard Webhooks: HMAC-SHA256 of the ID, the time and the body.",required:[
"by","secret","toleranceSeconds"],properties:{by:{const:"standard-webhooks",description:"The piece of code that checks the signature."},secret:{type:"object",description:"\
Where the upstream gives the secret.",required:["path","at"],properties:{path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"}},additionalProperties:!1},toleranceSeconds:{
type:"integer",minimum:1,maximum:3600,description:"How many seconds the time of a webhook may differ from that of the service."}},additionalProperties:!1},{type:"\
object",description:"Ed25519 over the request ID, the user ID, the time and the SHA-256 of the body, in the headers of fal.",required:["by","keys","toleranceSec\
onds"],properties:{by:{const:"fal-ed25519",description:"The piece of code that checks the signature."},keys:{type:"string",pattern:"^https://",description:"Wher\
e the public keys are (JSON Web Key Set).",errorMessage:"an https URL"},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How many seconds th\
e time of a webhook may differ from that of the service."}},additionalProperties:!1}]},challenge:{$ref:"#/$defs/pointer",description:"A member of a first reques\
t that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a fake writes. Left out where a webhook holds what a query\
 answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:["id","model","created"],description:"A fact of the ta\
sk."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["query"]}],additionalProperties:!1},rateHeaders:{$ref:"#/\
$defs/remark",description:"Which headers tell of limits. Retry-After is always read."},upload:{type:"object",description:"The request that uploads a file before\
 the submit names it. Rows that say so upload the data URIs they carry.",required:["method","path","reference","source"],properties:{method:{enum:["POST","PUT"],
description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The field of a form (multipart/form-data) that holds th\
e file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the answer has what names the file in the submit: a U\
RL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"How tasks are made, per kind of model.",properties:{
video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"#/$defs/operation"}},minProperties:1,additionalProperties:!1},
errors:{type:"object",description:"How error answers are read, and what they prove.",required:["message","code","proofs"],properties:{message:{$ref:"#/$defs/poi\
nters"},code:{$ref:"#/$defs/pointers"},inside:{type:"object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","source"],properties:{
at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
proofs:{type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{
type:"object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class su\
ch as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only wi\
th one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in \
capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was \
made, and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's balance, for which the task is not to blame. u\
nknown-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,
description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},disagreements:{type:"array",description:"\
Where sources contradict each other, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"st\
ring",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{
type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,
description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["t\
ext","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"stri\
ng",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},pointers:{
type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."},path:{type:"string",pattern:"^/",description:"A path behind the base U\
RL, with {id}, {model} or {app}.",errorMessage:"a path that starts with /"},request:{type:"object",required:["method","path","source"],properties:{method:{enum:[
"GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"ar\
ray",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{
$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST",
"PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{type:"array",minItems:1,description:"Other paths, for what is given or for some models.\
 The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},
headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed hea\
ders."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not b\
e sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"Th\
e parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why n\
othing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters without which the upstream would choose\
, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"str\
ing",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{type:"object",description:"Parameter\
s for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"\
What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The t\
ask's ID in the answer to the submit. Left out where that answer is the result."},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to a \
query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP m\
ethod."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the URL that is queried in place of the path, suc\
h as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, \
or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with the key, beside that of the base URL. A UR\
L of another host is not used."},source:{$ref:"#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request \
that tells of a task."},list:{type:"object",description:"A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by t\
heir IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query p\
arameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{
$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is\
. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that can\
cels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DE\
LETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},from:{type:"object",description:"In which of the upstream's words for the status the request m\
ay be sent. In others it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{
words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. An\
y other answer proves nothing: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{
type:"object",description:"What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/word\
s"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, \
and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, eac\
h with its meaning, compared without case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{
$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{
$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, wh\
atever the word says. The first that holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,description:"All of\
 these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One of these values sta\
nds there."},present:{type:"boolean",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},
means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the \
upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"T\
he number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"\
Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"\
Length of the result in seconds."},secondsAs:{const:"string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{
type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is c\
ounted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the task used."},told:{type:"array",description:"Members of answers that cl\
ients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"\
#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},
additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of \
the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,
dependentRequired:{list:["id","query"]}},state:{enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's sta\
tus means."},results:{type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{
type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{
$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only furthe\
r down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
The parameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"\
string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,
description:"The upstream's model ID, which the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What \
is put there: {value} stands for the value."},as:{enum:["string","uploaded"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded\
 first, and what names the file is sent; a URL is sent as it is."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Othe\
rs are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"\
The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},
maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"\
The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/\
source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},condition:{
type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{
type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"\
array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstre\
am's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts wit\
h none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},
result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list.\
 The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},base64:{$ref:"#/$defs/pointer",description:"The file itself i\
n base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf\
-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/\
path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"\
What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:[
"query","results","message"]}],additionalProperties:!1}}},Bt={type:"string",minLength:1,description:"A remark for who edits the file."},K={type:"string",minLength:1,
description:"One of the names in sources."},Se={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {model} or {app}.",errorMessage:"\
a path that starts with /"},Z={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"\
a JSON pointer, such as /task/id"},la=Object.prototype.hasOwnProperty,se=Dn().default,Qm=new RegExp("^[a-z][a-z0-9-]*$","u"),Xm=new RegExp("^\\d+\\.\\d+\\.\\d+",
"u"),hp=new RegExp("^https://","u"),Ym=new RegExp("^https://[^/]+(/.*[^/])?$","u"),ef=new RegExp("^[A-Za-z0-9._-]+$","u"),_t=new RegExp("^/","u"),tf=new RegExp(
"^https://[^/?#{}]+/[^#]*$","u"),ze=new RegExp("^(/([^/~]|~[01])+)+$","u"),rf=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),zt={type:"object",required:["text","source"],
properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Vr(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Vr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let y=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let _={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},
message:"must have required property 'text'",schema:zt.required,parentSchema:zt,data:e};r===null?r=[_]:r.push(_),s++}if(e.source===void 0){let _={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:zt.required,parentSchema:zt,data:e};
r===null?r=[_]:r.push(_),s++}let S=s;for(let _ in e)if(!(_==="text"||_==="source")){let j={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:zt,data:e};r===null?r=[j]:r.push(j),s++}if(e.text!==
void 0){let _=e.text,j=s,q=s;if(typeof _=="string"){if(se(_)<1){let I={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zt.properties.text,data:_};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:zt.properties.text.type,parentSchema:zt.properties.
text,data:_};r===null?r=[I]:r.push(I),s++}var l=j===s}if(e.source!==void 0){let _=e.source,j=s,q=s,I=s;if(typeof _=="string"){if(se(_)<1){let ee={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:_};
r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:K.type,parentSchema:K,data:_};r===null?r=[ee]:r.push(ee),s++}var w=q===s,l=j===s}}else{let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:zt.type,parentSchema:zt,data:e};r===null?r=[S]:r.push(S),s++}return Vr.errors=r,s===0}Vr.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var b={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{type:"array",minItems:1,description:"Other paths, for what is given or for some models. The first whose conditions hold counts.",items:{type:"\
object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},headers:{type:"object",additionalProperties:{
type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"\
How the body is sent: JSON, or multipart/form-data."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,
description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"\
object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"\
Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
needs:{type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reaso\
n","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},queryId:{
$ref:"#/$defs/pointer",description:"The task's ID in the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{
method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer",description:"Where the answer t\
o the submit has the URL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried the\
re, over https and with the key, beside that of the base URL. A URL of another host is not used."},source:{$ref:"#/$defs/source"}},additionalProperties:!1,dependentRequired:{
at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"A GET that tells of several tasks at a time. Left o\
ut where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/$defs/path"},filter:{
type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,description:"\
How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/pointer",description:"\
Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{
type:"object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","source"],properties:{
method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},from:{type:"object",description:"In which of the upstream'\
s words for the status the request may be sent. In others it does something else, such as removing a finished result. Left out where it does nothing else.",required:[
"words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What prov\
es that nothing was bought. Any other answer proves nothing: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,
properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{
$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says h\
ow a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The ups\
tream's words, each with its meaning, compared without case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",
additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strin\
gs; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that sev\
eral signs mean together, whatever the word says. The first that holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,
description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One \
of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},
means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the \
upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"T\
he number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"\
Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"\
Length of the result in seconds."},secondsAs:{const:"string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{
type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is c\
ounted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the task used."},told:{type:"array",description:"Members of answers that cl\
ients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"\
#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},
additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of \
the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,
dependentRequired:{list:["id","query"]}},Ce={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},St={enum:["queued","processing","complete\
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},sf=new RegExp("^[\\x20-\\x7e]*$","u"),af=new RegExp("^(\\*\\.)?[a-z0-9-]+(\
\\.[a-z0-9-]+)+$","u"),zn={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},le={type:"object",properties:{given:{
type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"\
None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The p\
arameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of the\
se."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:[
"given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function xt(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let y=s;if(Array.isArray(e)){if(e.length<1){let J={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:zn,data:e};r===null?r=[J]:r.push(J),s++}let ee=!0,V=e.length;for(let J=0;J<V;J++){let L=e[J],ne=s,O=s,oe=s,pe=s,z=!1,M=null,
me=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.given===void 0){let B={instancePath:t+"/"+J,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"require\
d",params:{missingProperty:"given"},message:"must have required property 'given'",schema:le.oneOf[0].required,parentSchema:le.oneOf[0],data:L};r===null?r=[B]:r.
push(B),s++}var l=me===s;l&&(z=!0,M=0);let fe=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.absent===void 0){let B={instancePath:t+"/"+J,schemaPath:"#/$defs/\
condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:le.oneOf[1].required,parentSchema:le.
oneOf[1],data:L};r===null?r=[B]:r.push(B),s++}var l=fe===s;if(l&&z)z=!1,M=[M,1];else{l&&(z=!0,M=1);let B=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.parameter===
void 0){let je={instancePath:t+"/"+J,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have \
required property 'parameter'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:L};r===null?r=[je]:r.push(je),s++}if(L.among===void 0){let je={instancePath:t+
"/"+J,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:le.
oneOf[2].required,parentSchema:le.oneOf[2],data:L};r===null?r=[je]:r.push(je),s++}}var l=B===s;if(l&&z)z=!1,M=[M,2];else{l&&(z=!0,M=2);let je=s;if(L&&typeof L==
"object"&&!Array.isArray(L)&&L.model===void 0){let ct={instancePath:t+"/"+J,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"\
model"},message:"must have required property 'model'",schema:le.oneOf[3].required,parentSchema:le.oneOf[3],data:L};r===null?r=[ct]:r.push(ct),s++}var l=je===s;if(l&&
z)z=!1,M=[M,3];else{l&&(z=!0,M=3);let ct=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.exceptModel===void 0){let et={instancePath:t+"/"+J,schemaPath:"#/$defs\
/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:le.oneOf[4].required,
parentSchema:le.oneOf[4],data:L};r===null?r=[et]:r.push(et),s++}var l=ct===s;l&&z?(z=!1,M=[M,4]):l&&(z=!0,M=4)}}}if(z)s=pe,r!==null&&(pe?r.length=pe:r=null);else{
let B={instancePath:t+"/"+J,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:M},message:"must match exactly one schema in oneOf",schema:le.
oneOf,parentSchema:le,data:L};r===null?r=[B]:r.push(B),s++}if(L&&typeof L=="object"&&!Array.isArray(L)){let B=s;for(let F in L)if(!(F==="given"||F==="absent"||F===
"parameter"||F==="among"||F==="model"||F==="exceptModel")){let je={instancePath:t+"/"+J,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:le,data:L};r===null?r=[je]:r.push(je),s++}if(L.given!==
void 0){let F=L.given,je=s,Re=s;if(Array.isArray(F)){if(F.length<1){let et={instancePath:t+"/"+J+"/given",schemaPath:"#/$defs/condition/properties/given/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.given,data:F};r===null?r=[et]:r.push(et),s++}
let ct=!0,Ee=F.length;for(let et=0;et<Ee;et++){let Pe=F[et],rt=s;if(typeof Pe!="string"){let Mt={instancePath:t+"/"+J+"/given/"+et,schemaPath:"#/$defs/condition\
/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.given.items.type,parentSchema:le.properties.given.
items,data:Pe};r===null?r=[Mt]:r.push(Mt),s++}let rr=s;var w=rt===s;w||(ct=!1)}}else{let ct={instancePath:t+"/"+J+"/given",schemaPath:"#/$defs/condition/propert\
ies/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.given.type,parentSchema:le.properties.given,data:F};r===null?r=
[ct]:r.push(ct),s++}var S=je===s}if(L.absent!==void 0){let F=L.absent,je=s,Re=s;if(Array.isArray(F)){if(F.length<1){let Pe={instancePath:t+"/"+J+"/absent",schemaPath:"\
#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.
absent,data:F};r===null?r=[Pe]:r.push(Pe),s++}let Ee=!0,et=F.length;for(let Pe=0;Pe<et;Pe++){let rt=F[Pe],rr=s;if(typeof rt!="string"){let Ge={instancePath:t+"/"+
J+"/absent/"+Pe,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.
absent.items.type,parentSchema:le.properties.absent.items,data:rt};r===null?r=[Ge]:r.push(Ge),s++}let Mt=s;var _=rr===s;_||(Ee=!1)}}else{let Ee={instancePath:t+
"/"+J+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.absent.type,
parentSchema:le.properties.absent,data:F};r===null?r=[Ee]:r.push(Ee),s++}var S=je===s}if(L.parameter!==void 0){let F=L.parameter,je=s;if(typeof F!="string"){let Ee={
instancePath:t+"/"+J+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.
properties.parameter.type,parentSchema:le.properties.parameter,data:F};r===null?r=[Ee]:r.push(Ee),s++}let Re=s;var S=je===s}if(L.among!==void 0){let F=L.among,je=s,
Re=s;if(Array.isArray(F)){if(F.length<1){let Ee={instancePath:t+"/"+J+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.among,data:F};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+
"/"+J+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.among.type,
parentSchema:le.properties.among,data:F};r===null?r=[Ee]:r.push(Ee),s++}var S=je===s}if(L.model!==void 0){let F=L.model,je=s,Re=s;if(Array.isArray(F)){if(F.length<
1){let Pe={instancePath:t+"/"+J+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:le.properties.model,data:F};r===null?r=[Pe]:r.push(Pe),s++}let Ee=!0,et=F.length;for(let Pe=0;Pe<et;Pe++){let rt=F[Pe],rr=s,
Mt=s;if(typeof rt=="string"){if(se(rt)<1){let Ge={instancePath:t+"/"+J+"/model/"+Pe,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.model.items,data:rt};r===null?r=[Ge]:r.push(Ge),s++}}else{
let Ge={instancePath:t+"/"+J+"/model/"+Pe,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:le.properties.model.items.type,parentSchema:le.properties.model.items,data:rt};r===null?r=[Ge]:r.push(Ge),s++}var j=rr===s;j||(Ee=!1)}}else{let Ee={instancePath:t+
"/"+J+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.model.type,
parentSchema:le.properties.model,data:F};r===null?r=[Ee]:r.push(Ee),s++}var S=je===s}if(L.exceptModel!==void 0){let F=L.exceptModel,je=s,Re=s;if(Array.isArray(F)){
if(F.length<1){let Pe={instancePath:t+"/"+J+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.exceptModel,data:F};r===null?r=[Pe]:r.push(Pe),s++}let Ee=!0,et=F.length;for(let Pe=0;Pe<et;Pe++){
let rt=F[Pe],rr=s,Mt=s;if(typeof rt=="string"){if(se(rt)<1){let Ge={instancePath:t+"/"+J+"/exceptModel/"+Pe,schemaPath:"#/$defs/condition/properties/exceptModel\
/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.exceptModel.items,data:rt};
r===null?r=[Ge]:r.push(Ge),s++}}else{let Ge={instancePath:t+"/"+J+"/exceptModel/"+Pe,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:le.properties.exceptModel.items.type,parentSchema:le.properties.exceptModel.items,data:rt};r===null?
r=[Ge]:r.push(Ge),s++}var q=rr===s;q||(Ee=!1)}}else{let Ee={instancePath:t+"/"+J+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:le.properties.exceptModel.type,parentSchema:le.properties.exceptModel,data:F};r===null?r=[Ee]:r.push(
Ee),s++}var S=je===s}}else{let B={instancePath:t+"/"+J,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:le.
type,parentSchema:le,data:L};r===null?r=[B]:r.push(B),s++}var I=O===s,R=ne===s;R||(ee=!1)}}else{let ee={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:zn.type,parentSchema:zn,data:e};r===null?r=[ee]:r.push(ee),s++}return xt.errors=r,s===0}xt.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};var te={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/\
|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstream's body, an ob\
ject; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",minLength:1,description:"\
The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstream has as on\
e. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operator sets."},constant:{description:"\
A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value."},as:{enum:["string","uploaded"],description:"\
string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is."},values:{type:"object",minProperties:1,
description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Oth\
ers are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"\
integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"\
array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why\
 the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["mod\
el"]},{required:["constant"]}],additionalProperties:!1},nf=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Ur(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ur.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let y=s,l=s,w=!1,S=null,_=s;
if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let ne={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"\
from"},message:"must have required property 'from'",schema:te.oneOf[0].required,parentSchema:te.oneOf[0],data:e};r===null?r=[ne]:r.push(ne),s++}var q=_===s;q&&(w=
!0,S=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let ne={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{
missingProperty:"each"},message:"must have required property 'each'",schema:te.oneOf[1].required,parentSchema:te.oneOf[1],data:e};r===null?r=[ne]:r.push(ne),s++}
var q=j===s;if(q&&w)w=!1,S=[S,1];else{q&&(w=!0,S=1);let ne=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let oe={instancePath:t,schemaPath:"\
#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:te.oneOf[2].required,parentSchema:te.
oneOf[2],data:e};r===null?r=[oe]:r.push(oe),s++}if(e.values===void 0){let oe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
values"},message:"must have required property 'values'",schema:te.oneOf[2].required,parentSchema:te.oneOf[2],data:e};r===null?r=[oe]:r.push(oe),s++}}var q=ne===
s;if(q&&w)w=!1,S=[S,2];else{q&&(w=!0,S=2);let oe=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let z={instancePath:t,schemaPath:"#/oneOf/3/re\
quired",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:te.oneOf[3].required,parentSchema:te.oneOf[3],data:e};
r===null?r=[z]:r.push(z),s++}var q=oe===s;if(q&&w)w=!1,S=[S,3];else{q&&(w=!0,S=3);let z=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let me={
instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:te.
oneOf[4].required,parentSchema:te.oneOf[4],data:e};r===null?r=[me]:r.push(me),s++}var q=z===s;q&&w?(w=!1,S=[S,4]):q&&(w=!0,S=4)}}}if(w)s=l,r!==null&&(l?r.length=
l:r=null);else{let ne={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:S},message:"must match exactly one schema in oneOf",schema:te.
oneOf,parentSchema:te,data:e};r===null?r=[ne]:r.push(ne),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let O={instancePath:t,schemaPath:"#/\
required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:te.required,parentSchema:te,data:e};r===null?r=[O]:
r.push(O),s++}if(e.source===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have requir\
ed property 'source'",schema:te.required,parentSchema:te,data:e};r===null?r=[O]:r.push(O),s++}let ne=s;for(let O in e)if(!la.call(te.properties,O)){let oe={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:te,
data:e};r===null?r=[oe]:r.push(oe),s++}if(e.$comment!==void 0){let O=e.$comment,oe=s,pe=s,z=s;if(typeof O=="string"){if(se(O)<1){let M={instancePath:t+"/$commen\
t",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Bt,data:O};
r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Bt.type,parentSchema:Bt,data:O};r===null?r=[M]:r.push(M),s++}var I=pe===s,R=oe===s}if(e.to!==void 0){let O=e.to,oe=s,pe=s,z=s;if(typeof O=="string"){
if(!ze.test(O)){let me={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:O};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/to",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:O};r===null?r=[me]:r.push(me),s++}var ee=pe===
s;if(typeof O=="string"&&!nf.test(O)){let me={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},
message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:te.properties.to,data:O};r===null?r=[me]:r.push(me),s++}var R=oe===
s}if(e.from!==void 0){let O=e.from,oe=s,pe=s;if(typeof O=="string"){if(se(O)<1){let M={instancePath:t+"/from",schemaPath:"#/properties/from/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te.properties.from,data:O};r===null?r=[M]:r.push(M),s++}}else{
let M={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.properties.from.type,
parentSchema:te.properties.from,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===s}if(e.each!==void 0){let O=e.each,oe=s,pe=s;if(typeof O=="string"){if(se(O)<1){
let M={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:te.properties.each,data:O};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:te.properties.each.type,parentSchema:te.properties.each,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===s}if(e.join!==
void 0){let O=e.join,oe=s,pe=s;if(Array.isArray(O)){if(O.length<2){let fe={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"minItems",params:{
limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:te.properties.join,data:O};r===null?r=[fe]:r.push(fe),s++}let M=!0,me=O.length;for(let fe=0;fe<
me;fe++){let B=O[fe],F=s,je=s;if(typeof B=="string"){if(se(B)<1){let Re={instancePath:t+"/join/"+fe,schemaPath:"#/properties/join/items/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te.properties.join.items,data:B};r===null?r=[Re]:r.push(Re),s++}}else{
let Re={instancePath:t+"/join/"+fe,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.properties.
join.items.type,parentSchema:te.properties.join.items,data:B};r===null?r=[Re]:r.push(Re),s++}var V=F===s;V||(M=!1)}}else{let M={instancePath:t+"/join",schemaPath:"\
#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:te.properties.join.type,parentSchema:te.properties.join,data:O};r===
null?r=[M]:r.push(M),s++}var R=oe===s}if(e.model!==void 0){let O=e.model,oe=s;if(O!==!0){let z={instancePath:t+"/model",schemaPath:"#/properties/model/const",keyword:"\
const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:te.properties.model,data:O};r===null?r=[z]:r.push(z),s++}var R=oe===s}
if(e.when!==void 0){let O=e.when,oe=s;xt(O,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.
concat(xt.errors),s=r.length);var R=oe===s}if(e.as!==void 0){let O=e.as,oe=s,pe=te.properties.as.enum;if(!(O==="string"||O==="uploaded")){let M={instancePath:t+
"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:te.properties.as.enum},message:"must be equal to one of the allowed values",schema:te.
properties.as.enum,parentSchema:te.properties.as,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===s}if(e.values!==void 0){let O=e.values,oe=s,pe=s;if(O&&typeof O==
"object"&&!Array.isArray(O)){if(Object.keys(O).length<1){let M={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:te.properties.values,data:O};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+
"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.properties.values.type,parentSchema:te.
properties.values,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===s}if(e.accepts!==void 0){let O=e.accepts,oe=s,pe=s;if(Array.isArray(O)){if(O.length<1){let M={
instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:te.
properties.accepts,data:O};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:te.properties.accepts.type,parentSchema:te.properties.accepts,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===s}if(e.minimum!==
void 0){let O=e.minimum,oe=s;if(typeof O!="number"){let M={instancePath:t+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},
message:"must be number",schema:te.properties.minimum.type,parentSchema:te.properties.minimum,data:O};r===null?r=[M]:r.push(M),s++}let pe=s;var R=oe===s}if(e.maximum!==
void 0){let O=e.maximum,oe=s;if(typeof O!="number"){let M={instancePath:t+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},
message:"must be number",schema:te.properties.maximum.type,parentSchema:te.properties.maximum,data:O};r===null?r=[M]:r.push(M),s++}let pe=s;var R=oe===s}if(e.maximumItems!==
void 0){let O=e.maximumItems,oe=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){let M={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumItems/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:te.properties.maximumItems.type,parentSchema:te.properties.maximumItems,data:O};r===null?
r=[M]:r.push(M),s++}let pe=s;if(typeof O=="number"&&(O<1||isNaN(O))){let M={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"\
minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:te.properties.maximumItems,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===
s}if(e.maximumLength!==void 0){let O=e.maximumLength,oe=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){let M={instancePath:t+"/maximumLength",schemaPath:"#/prop\
erties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:te.properties.maximumLength.type,parentSchema:te.properties.maximumLength,
data:O};r===null?r=[M]:r.push(M),s++}let pe=s;if(typeof O=="number"&&(O<1||isNaN(O))){let M={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLen\
gth/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:te.properties.maximumLength,data:O};r===null?r=[M]:
r.push(M),s++}var R=oe===s}if(e.forms!==void 0){let O=e.forms,oe=s,pe=s;if(Array.isArray(O)){if(O.length<1){let fe={instancePath:t+"/forms",schemaPath:"#/proper\
ties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:te.properties.forms,data:O};r===null?r=
[fe]:r.push(fe),s++}let M=!0,me=O.length;for(let fe=0;fe<me;fe++){let B=O[fe],F=s,je=te.properties.forms.items.enum;if(!(B==="url"||B==="data")){let Re={instancePath:t+
"/forms/"+fe,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:te.properties.forms.items.enum},message:"must be equal to one of th\
e allowed values",schema:te.properties.forms.items.enum,parentSchema:te.properties.forms.items,data:B};r===null?r=[Re]:r.push(Re),s++}var J=F===s;J||(M=!1)}}else{
let M={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",schema:te.properties.forms.type,
parentSchema:te.properties.forms,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===s}if(e.oneWay!==void 0){let O=e.oneWay,oe=s,pe=s;if(typeof O=="string"){if(se(O)<
1){let M={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:te.properties.oneWay,data:O};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.properties.oneWay.type,parentSchema:te.properties.oneWay,data:O};r===null?r=[M]:r.push(M),s++}var R=oe===
s}if(e.source!==void 0){let O=e.source,oe=s,pe=s,z=s;if(typeof O=="string"){if(se(O)<1){let me={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:O};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:O};r===null?r=[me]:r.
push(me),s++}var L=pe===s,R=oe===s}}else{let ne={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.type,
parentSchema:te,data:e};r===null?r=[ne]:r.push(ne),s++}return Ur.errors=r,s===0}Ur.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var Jn={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},ke={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","v\
ideo/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{
$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"\
#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status",
"body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/sour\
ce"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},ks={
validate:wr},yp={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function tt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=tt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let y=s;if(Array.isArray(e)){
let S=!0,_=e.length;for(let j=0;j<_;j++){let q=e[j],I=s,R=s,ee=s;if(typeof q=="string"){if(!ze.test(q)){let V={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:q};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Z.type,parentSchema:Z,data:q};r===null?r=[V]:r.push(V),s++}var l=R===s,w=I===s;w||(S=!1)}}else{let S={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:yp.type,parentSchema:yp,data:e};r===null?r=[S]:r.push(S),s++}return tt.errors=r,s===0}tt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function Dr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Dr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let y=s,l=s,w=!1,S=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let pe={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:ke.oneOf[0].
required,parentSchema:ke.oneOf[0],data:e};r===null?r=[pe]:r.push(pe),s++}var q=_===s;q&&(w=!0,S=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let pe={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:ke.oneOf[1].required,parentSchema:ke.oneOf[1],data:e};r===null?r=[pe]:r.push(pe),s++}if(e.contentType===void 0){let pe={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:ke.oneOf[1].required,parentSchema:ke.
oneOf[1],data:e};r===null?r=[pe]:r.push(pe),s++}}var q=j===s;if(q&&w)w=!1,S=[S,1];else{q&&(w=!0,S=1);let pe=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let M={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:ke.oneOf[2].required,parentSchema:ke.oneOf[2],data:e};r===null?r=[M]:r.push(M),s++}var q=pe===s;if(q&&w)w=!1,S=[S,2];else{q&&(w=!0,S=2);let M=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let fe={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:ke.oneOf[3].required,parentSchema:ke.oneOf[3],data:e};r===null?r=[fe]:r.push(fe),s++}if(e.results===
void 0){let fe={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:ke.oneOf[3].required,parentSchema:ke.oneOf[3],data:e};r===null?r=[fe]:r.push(fe),s++}if(e.message===void 0){let fe={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ke.oneOf[3].required,parentSchema:ke.
oneOf[3],data:e};r===null?r=[fe]:r.push(fe),s++}}var q=M===s;q&&w?(w=!1,S=[S,3]):q&&(w=!0,S=3)}}if(w)s=l,r!==null&&(l?r.length=l:r=null);else{let pe={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:S},message:"must match exactly one schema in oneOf",schema:ke.oneOf,parentSchema:ke,data:e};r===null?
r=[pe]:r.push(pe),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let z={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ke.required,parentSchema:ke,data:e};r===null?r=[z]:r.push(z),s++}let pe=s;for(let z in e)
if(!la.call(ke.properties,z)){let M={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:ke,data:e};r===null?r=[M]:r.push(M),s++}if(e.url!==void 0){let z=e.url,M=s,me=s,fe=s;if(typeof z=="str\
ing"){if(!ze.test(z)){let B={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:z};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/url",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:z};r===null?r=[B]:r.push(B),s++}var I=me===
s,R=M===s}if(e.list!==void 0){let z=e.list,M=s;if(typeof z!="boolean"){let B={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:ke.properties.list.type,parentSchema:ke.properties.list,data:z};r===null?r=[B]:r.push(B),s++}let me=s;var R=M===
s}if(e.base64!==void 0){let z=e.base64,M=s,me=s,fe=s;if(typeof z=="string"){if(!ze.test(z)){let F={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:z};
r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Z.type,parentSchema:Z,data:z};r===null?r=[F]:r.push(F),s++}var ee=me===s,R=M===s}if(e.contentType!==void 0){let z=e.contentType,M=s,me=ke.properties.
contentType.enum;if(!(z==="video/mp4"||z==="video/quicktime"||z==="video/webm"||z==="image/png"||z==="image/jpeg"||z==="image/webp"||z==="image/gif"||z==="audio\
/mpeg"||z==="audio/wav"||z==="model/gltf-binary")){let B={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:ke.
properties.contentType.enum},message:"must be equal to one of the allowed values",schema:ke.properties.contentType.enum,parentSchema:ke.properties.contentType,data:z};
r===null?r=[B]:r.push(B),s++}var R=M===s}if(e.content!==void 0){let z=e.content,M=s,me=s,fe=s;if(typeof z=="string"){if(!_t.test(z)){let F={instancePath:t+"/con\
tent",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:z};r===null?r=
[F]:r.push(F),s++}}else{let F={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.
type,parentSchema:Se,data:z};r===null?r=[F]:r.push(F),s++}var V=me===s,R=M===s}if(e.query!==void 0){let z=e.query,M=s,me=s,fe=s;if(typeof z=="string"){if(!_t.test(
z)){let F={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,
data:z};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Se.type,parentSchema:Se,data:z};r===null?r=[F]:r.push(F),s++}var J=me===s,R=M===s}if(e.results!==void 0){let z=e.results,M=s;if(!ks.validate(z,{instancePath:t+
"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?ks.validate.errors:r.concat(ks.validate.errors),s=r.length;else var L=ks.
validate.evaluated.props,ne=ks.validate.evaluated.items;var R=M===s}if(e.message!==void 0){let z=e.message,M=s;tt(z,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var R=M===s}if(e.pending!==void 0){let z=e.pending,M=s,me=s;if(z&&
typeof z=="object"&&!Array.isArray(z)){if(z.status===void 0){let F={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{
missingProperty:"status"},message:"must have required property 'status'",schema:ke.properties.pending.required,parentSchema:ke.properties.pending,data:z};r===null?
r=[F]:r.push(F),s++}if(z.body===void 0){let F={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"\
body"},message:"must have required property 'body'",schema:ke.properties.pending.required,parentSchema:ke.properties.pending,data:z};r===null?r=[F]:r.push(F),s++}
let B=s;for(let F in z)if(!(F==="status"||F==="body")){let je={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:ke.properties.pending,data:z};r===null?r=[je]:
r.push(je),s++}if(z.status!==void 0){let F=z.status,je=s;if(!(typeof F=="number"&&!(F%1)&&!isNaN(F))){let ct={instancePath:t+"/pending/status",schemaPath:"#/pro\
perties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ke.properties.pending.properties.status.type,parentSchema:ke.
properties.pending.properties.status,data:F};r===null?r=[ct]:r.push(ct),s++}let Re=s;var O=je===s}}else{let B={instancePath:t+"/pending",schemaPath:"#/propertie\
s/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ke.properties.pending.type,parentSchema:ke.properties.pending,data:z};r===
null?r=[B]:r.push(B),s++}var R=M===s}if(e.source!==void 0){let z=e.source,M=s,me=s,fe=s;if(typeof z=="string"){if(se(z)<1){let F={instancePath:t+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:z};r===null?r=[F]:r.
push(F),s++}}else{let F={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,
parentSchema:K,data:z};r===null?r=[F]:r.push(F),s++}var oe=me===s,R=M===s}}else{let pe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:ke.type,parentSchema:ke,data:e};r===null?r=[pe]:r.push(pe),s++}return Dr.errors=r,s===0}Dr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function wr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=wr.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let y=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Jn,data:e};r===null?r=[_]:r.push(_),s++}let w=!0,S=e.length;for(let _=0;_<S;_++){let j=e[_],q=s;
Dr(j,{instancePath:t+"/"+_,parentData:e,parentDataProperty:_,rootData:o,dynamicAnchors:i})||(r=r===null?Dr.errors:r.concat(Dr.errors),s=r.length);var l=q===s;l||
(w=!1)}}else{let w={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Jn.type,parentSchema:Jn,data:e};r===null?
r=[w]:r.push(w),s++}return wr.errors=r,s===0}wr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function dt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=dt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let y=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.submit===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"mus\
t have required property 'submit'",schema:b.required,parentSchema:b,data:e};r===null?r=[m]:r.push(m),s++}if(e.rows===void 0){let m={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:b.required,parentSchema:b,data:e};r===null?r=[
m]:r.push(m),s++}if(e.results===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have r\
equired property 'results'",schema:b.required,parentSchema:b,data:e};r===null?r=[m]:r.push(m),s++}if(e.message===void 0){let m={instancePath:t,schemaPath:"#/req\
uired",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:b.required,parentSchema:b,data:e};r===null?r=
[m]:r.push(m),s++}if(e.code===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must have requir\
ed property 'code'",schema:b.required,parentSchema:b,data:e};r===null?r=[m]:r.push(m),s++}let re=s;for(let m in e)if(!la.call(b.properties,m)){let v={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:b,
data:e};r===null?r=[v]:r.push(v),s++}if(e.$comment!==void 0){let m=e.$comment,v=s,T=s,W=s;if(typeof m=="string"){if(se(m)<1){let C={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Bt,data:m};r===null?r=[C]:
r.push(C),s++}}else{let C={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Bt.
type,parentSchema:Bt,data:m};r===null?r=[C]:r.push(C),s++}var l=T===s,w=v===s}if(e.submit!==void 0){let m=e.submit,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(
m)){if(m.method===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"\
must have required property 'method'",schema:b.properties.submit.required,parentSchema:b.properties.submit,data:m};r===null?r=[c]:r.push(c),s++}if(m.path===void 0){
let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:b.properties.submit.required,parentSchema:b.properties.submit,data:m};r===null?r=[c]:r.push(c),s++}if(m.source===void 0){let c={instancePath:t+
"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.
properties.submit.required,parentSchema:b.properties.submit,data:m};r===null?r=[c]:r.push(c),s++}let C=s;for(let c in m)if(!(c==="method"||c==="path"||c==="path\
s"||c==="headers"||c==="encoding"||c==="source")){let g={instancePath:t+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalPrope\
rties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.submit,data:m};r===null?r=[g]:r.push(g),s++}
if(m.method!==void 0){let c=m.method,g=s,u=b.properties.submit.properties.method.enum;if(!(c==="POST"||c==="PUT")){let A={instancePath:t+"/submit/method",schemaPath:"\
#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:b.properties.submit.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:b.properties.submit.properties.method.enum,parentSchema:b.properties.submit.properties.method,data:c};r===null?r=[A]:r.push(A),s++}var S=g===
s}if(m.path!==void 0){let c=m.path,g=s,u=s,A=s;if(typeof c=="string"){if(!_t.test(c)){let P={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/\
submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:c};r===null?r=[P]:
r.push(P),s++}var _=u===s,S=g===s}if(m.paths!==void 0){let c=m.paths,g=s,u=s;if(Array.isArray(c)){if(c.length<1){let k={instancePath:t+"/submit/paths",schemaPath:"\
#/properties/submit/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.
submit.properties.paths,data:c};r===null?r=[k]:r.push(k),s++}let E=!0,P=c.length;for(let k=0;k<P;k++){let $=c[k],U=s,G=s;if($&&typeof $=="object"&&!Array.isArray(
$)){if($.when===void 0){let x={instancePath:t+"/submit/paths/"+k,schemaPath:"#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"\
when"},message:"must have required property 'when'",schema:b.properties.submit.properties.paths.items.required,parentSchema:b.properties.submit.properties.paths.
items,data:$};r===null?r=[x]:r.push(x),s++}if($.path===void 0){let x={instancePath:t+"/submit/paths/"+k,schemaPath:"#/properties/submit/properties/paths/items/r\
equired",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:b.properties.submit.properties.paths.items.required,
parentSchema:b.properties.submit.properties.paths.items,data:$};r===null?r=[x]:r.push(x),s++}let D=s;for(let x in $)if(!(x==="when"||x==="path")){let Q={instancePath:t+
"/submit/paths/"+k,schemaPath:"#/properties/submit/properties/paths/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"\
must NOT have additional properties",schema:!1,parentSchema:b.properties.submit.properties.paths.items,data:$};r===null?r=[Q]:r.push(Q),s++}if($.when!==void 0){
let x=$.when,Q=s;xt(x,{instancePath:t+"/submit/paths/"+k+"/when",parentData:$,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(
xt.errors),s=r.length);var j=Q===s}if($.path!==void 0){let x=$.path,Q=s,qe=s,Te=s;if(typeof x=="string"){if(!_t.test(x)){let Y={instancePath:t+"/submit/paths/"+
k+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:x};r===null?
r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/submit/paths/"+k+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:Se.type,parentSchema:Se,data:x};r===null?r=[Y]:r.push(Y),s++}var q=qe===s,j=Q===s}}else{let D={instancePath:t+"/submit/paths/"+k,schemaPath:"#/p\
roperties/submit/properties/paths/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.submit.properties.paths.items.type,
parentSchema:b.properties.submit.properties.paths.items,data:$};r===null?r=[D]:r.push(D),s++}var I=U===s;I||(E=!1)}}else{let E={instancePath:t+"/submit/paths",schemaPath:"\
#/properties/submit/properties/paths/type",keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.submit.properties.paths.type,parentSchema:b.
properties.submit.properties.paths,data:c};r===null?r=[E]:r.push(E),s++}var S=g===s}if(m.headers!==void 0){let c=m.headers,g=s,u=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){let E=s;for(let P in c){let k=c[P],$=s,U=s;if(typeof k=="string"){if(!sf.test(k)){let G={instancePath:t+"/submit/headers/"+P.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must\
 match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:b.properties.submit.properties.headers.additionalProperties,data:k};r===null?r=[G]:r.push(
G),s++}}else{let G={instancePath:t+"/submit/headers/"+P.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProp\
erties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:b.properties.submit.properties.headers.additionalProperties.type,parentSchema:b.
properties.submit.properties.headers.additionalProperties,data:k};r===null?r=[G]:r.push(G),s++}var R=$===s}}else{let E={instancePath:t+"/submit/headers",schemaPath:"\
#/properties/submit/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.submit.properties.headers.type,parentSchema:b.
properties.submit.properties.headers,data:c};r===null?r=[E]:r.push(E),s++}var S=g===s}if(m.encoding!==void 0){let c=m.encoding,g=s,u=b.properties.submit.properties.
encoding.enum;if(!(c==="json"||c==="form")){let E={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{
allowedValues:b.properties.submit.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:b.properties.submit.properties.encoding.
enum,parentSchema:b.properties.submit.properties.encoding,data:c};r===null?r=[E]:r.push(E),s++}var S=g===s}if(m.source!==void 0){let c=m.source,g=s,u=s,A=s;if(typeof c==
"string"){if(se(c)<1){let P={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}var ee=u===s,S=g===s}}else{let C={
instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.submit.type,parentSchema:b.
properties.submit,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.rows!==void 0){let m=e.rows,v=s,T=s;if(Array.isArray(m)){if(m.length<1){let g={instancePath:t+
"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.
rows,data:m};r===null?r=[g]:r.push(g),s++}let C=!0,c=m.length;for(let g=0;g<c;g++){let u=m[g],A=s;Ur(u,{instancePath:t+"/rows/"+g,parentData:m,parentDataProperty:g,
rootData:o,dynamicAnchors:i})||(r=r===null?Ur.errors:r.concat(Ur.errors),s=r.length);var V=A===s;V||(C=!1)}}else{let C={instancePath:t+"/rows",schemaPath:"#/pro\
perties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.rows.type,parentSchema:b.properties.rows,data:m};r===null?r=
[C]:r.push(C),s++}var w=v===s}if(e.drops!==void 0){let m=e.drops,v=s,T=s;if(Array.isArray(m)){let C=!0,c=m.length;for(let g=0;g<c;g++){let u=m[g],A=s,E=s;if(u&&
typeof u=="object"&&!Array.isArray(u)){if(u.parameter===void 0){let k={instancePath:t+"/drops/"+g,schemaPath:"#/properties/drops/items/required",keyword:"requir\
ed",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:b.properties.drops.items.required,parentSchema:b.properties.drops.
items,data:u};r===null?r=[k]:r.push(k),s++}if(u.reason===void 0){let k={instancePath:t+"/drops/"+g,schemaPath:"#/properties/drops/items/required",keyword:"requi\
red",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:b.properties.drops.items.required,parentSchema:b.properties.drops.items,
data:u};r===null?r=[k]:r.push(k),s++}if(u.source===void 0){let k={instancePath:t+"/drops/"+g,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.drops.items.required,parentSchema:b.properties.drops.items,data:u};
r===null?r=[k]:r.push(k),s++}let P=s;for(let k in u)if(!(k==="parameter"||k==="values"||k==="when"||k==="reason"||k==="source")){let $={instancePath:t+"/drops/"+
g,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional prop\
erties",schema:!1,parentSchema:b.properties.drops.items,data:u};r===null?r=[$]:r.push($),s++}if(u.parameter!==void 0){let k=u.parameter,$=s;if(typeof k!="string"){
let G={instancePath:t+"/drops/"+g+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:b.properties.drops.items.properties.parameter.type,parentSchema:b.properties.drops.items.properties.parameter,data:k};r===null?r=[G]:r.push(
G),s++}let U=s;var J=$===s}if(u.values!==void 0){let k=u.values,$=s,U=s;if(Array.isArray(k)){if(k.length<1){let D={instancePath:t+"/drops/"+g+"/values",schemaPath:"\
#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.
drops.items.properties.values,data:k};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/drops/"+g+"/values",schemaPath:"#/properties/drops/items/proper\
ties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.drops.items.properties.values.type,parentSchema:b.properties.
drops.items.properties.values,data:k};r===null?r=[D]:r.push(D),s++}var J=$===s}if(u.when!==void 0){let k=u.when,$=s;xt(k,{instancePath:t+"/drops/"+g+"/when",parentData:u,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var J=$===s}if(u.reason!==void 0){let k=u.reason,
$=s,U=s;if(typeof k=="string"){if(se(k)<1){let D={instancePath:t+"/drops/"+g+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:b.properties.drops.items.properties.reason,data:k};r===null?r=
[D]:r.push(D),s++}}else{let D={instancePath:t+"/drops/"+g+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:b.properties.drops.items.properties.reason.type,parentSchema:b.properties.drops.items.properties.reason,data:k};r===null?
r=[D]:r.push(D),s++}var J=$===s}if(u.source!==void 0){let k=u.source,$=s,U=s,G=s;if(typeof k=="string"){if(se(k)<1){let x={instancePath:t+"/drops/"+g+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:k};r===null?
r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/drops/"+g+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:K.type,parentSchema:K,data:k};r===null?r=[x]:r.push(x),s++}var L=U===s,J=$===s}}else{let P={instancePath:t+"/drops/"+g,schemaPath:"#/properties/dro\
ps/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.drops.items.type,parentSchema:b.properties.drops.items,data:u};
r===null?r=[P]:r.push(P),s++}var ne=A===s;ne||(C=!1)}}else{let C={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:b.properties.drops.type,parentSchema:b.properties.drops,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.needs!==void 0){
let m=e.needs,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(m)){let C=s;for(let c in m){let g=m[c],u=s,A=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.
reason===void 0){let P={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"\
required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:b.properties.needs.additionalProperties.required,parentSchema:b.
properties.needs.additionalProperties,data:g};r===null?r=[P]:r.push(P),s++}if(g.source===void 0){let P={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:b.properties.needs.additionalProperties.required,parentSchema:b.properties.needs.additionalProperties,data:g};r===null?r=[P]:r.push(P),s++}let E=s;
for(let P in g)if(!(P==="reason"||P==="source")){let k={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:b.
properties.needs.additionalProperties,data:g};r===null?r=[k]:r.push(k),s++}if(g.reason!==void 0){let P=g.reason,k=s,$=s;if(typeof P=="string"){if(se(P)<1){let U={
instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:b.properties.needs.additionalProperties.properties.reason,data:P};
r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalP\
roperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:b.properties.needs.additionalProperties.properties.reason.
type,parentSchema:b.properties.needs.additionalProperties.properties.reason,data:P};r===null?r=[U]:r.push(U),s++}var O=k===s}if(g.source!==void 0){let P=g.source,
k=s,$=s,U=s;if(typeof P=="string"){if(se(P)<1){let D={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:P};r===null?r=[D]:r.push(D),s++}}else{
let D={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:P};r===null?r=[D]:r.push(D),s++}var oe=$===s,O=k===s}}else{let E={instancePath:t+"/needs/"+c.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.
needs.additionalProperties.type,parentSchema:b.properties.needs.additionalProperties,data:g};r===null?r=[E]:r.push(E),s++}var pe=u===s}}else{let C={instancePath:t+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.needs.type,parentSchema:b.properties.
needs,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.lacks!==void 0){let m=e.lacks,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(m)){let C=s;for(let c in m){
let g=m[c],u=s,A=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.reason===void 0){let P={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:b.properties.
lacks.additionalProperties.required,parentSchema:b.properties.lacks.additionalProperties,data:g};r===null?r=[P]:r.push(P),s++}if(g.source===void 0){let P={instancePath:t+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"sou\
rce"},message:"must have required property 'source'",schema:b.properties.lacks.additionalProperties.required,parentSchema:b.properties.lacks.additionalProperties,
data:g};r===null?r=[P]:r.push(P),s++}let E=s;for(let P in g)if(!(P==="reason"||P==="source")){let k={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:b.properties.lacks.additionalProperties,data:g};r===null?r=[k]:r.push(k),s++}if(g.reason!==void 0){let P=g.reason,
k=s,$=s;if(typeof P=="string"){if(se(P)<1){let U={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/add\
itionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:b.properties.
lacks.additionalProperties.properties.reason,data:P};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+
"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:b.properties.
lacks.additionalProperties.properties.reason.type,parentSchema:b.properties.lacks.additionalProperties.properties.reason,data:P};r===null?r=[U]:r.push(U),s++}var z=k===
s}if(g.source!==void 0){let P=g.source,k=s,$=s,U=s;if(typeof P=="string"){if(se(P)<1){let D={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"\
/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:P};
r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:P};r===null?r=[D]:r.push(D),s++}var M=$===s,z=k===s}}else{let E={instancePath:t+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must\
 be object",schema:b.properties.lacks.additionalProperties.type,parentSchema:b.properties.lacks.additionalProperties,data:g};r===null?r=[E]:r.push(E),s++}var me=u===
s}}else{let C={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.lacks.
type,parentSchema:b.properties.lacks,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.id!==void 0){let m=e.id,v=s,T=s,W=s;if(typeof m=="string"){if(!ze.test(
m)){let c={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:m};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/id",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:m};r===null?r=[c]:r.push(c),s++}var fe=T===s,w=v===s}if(e.
queryId!==void 0){let m=e.queryId,v=s,T=s,W=s;if(typeof m=="string"){if(!ze.test(m)){let c={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:m};r===null?
r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:m};r===null?r=[c]:r.push(c),s++}var B=T===s,w=v===s}if(e.query!==void 0){let m=e.query,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(
m)){if(m.method===void 0){let g={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"\
must have required property 'method'",schema:b.properties.query.required,parentSchema:b.properties.query,data:m};r===null?r=[g]:r.push(g),s++}if(m.path===void 0){
let g={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:b.properties.query.required,parentSchema:b.properties.query,data:m};r===null?r=[g]:r.push(g),s++}if(m.source===void 0){let g={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.
query.required,parentSchema:b.properties.query,data:m};r===null?r=[g]:r.push(g),s++}let C=s;for(let g in m)if(!(g==="method"||g==="path"||g==="at"||g==="hosts"||
g==="source")){let u={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},
message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.query,data:m};r===null?r=[u]:r.push(u),s++}if(m.method!==void 0){let g=m.method,
u=s,A=b.properties.query.properties.method.enum;if(!(g==="GET"||g==="POST"||g==="PUT"||g==="DELETE")){let E={instancePath:t+"/query/method",schemaPath:"#/proper\
ties/query/properties/method/enum",keyword:"enum",params:{allowedValues:b.properties.query.properties.method.enum},message:"must be equal to one of the allowed \
values",schema:b.properties.query.properties.method.enum,parentSchema:b.properties.query.properties.method,data:g};r===null?r=[E]:r.push(E),s++}var F=u===s}if(m.
path!==void 0){let g=m.path,u=s,A=s,E=s;if(typeof g=="string"){if(!_t.test(g)){let k={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pa\
ttern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:g};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/qu\
ery/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:g};r===null?r=[k]:r.
push(k),s++}var je=A===s,F=u===s}if(m.at!==void 0){let g=m.at,u=s,A=s,E=s;if(typeof g=="string"){if(!ze.test(g)){let k={instancePath:t+"/query/at",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Z,data:g};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Z.type,parentSchema:Z,data:g};r===null?r=[k]:r.push(k),s++}var Re=A===s,F=u===s}if(m.hosts!==void 0){let g=m.hosts,u=s,A=s;
if(Array.isArray(g)){if(g.length<1){let $={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.query.properties.hosts,data:g};r===null?r=[$]:r.push($),s++}let P=!0,k=g.length;for(let $=0;$<
k;$++){let U=g[$],G=s,D=s;if(typeof U=="string"){if(!af.test(U)){let x={instancePath:t+"/query/hosts/"+$,schemaPath:"#/properties/query/properties/hosts/items/p\
attern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:b.properties.query.properties.hosts.items,data:U};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"\
/query/hosts/"+$,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:b.properties.
query.properties.hosts.items.type,parentSchema:b.properties.query.properties.hosts.items,data:U};r===null?r=[x]:r.push(x),s++}var ct=G===s;ct||(P=!1)}}else{let P={
instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.
query.properties.hosts.type,parentSchema:b.properties.query.properties.hosts,data:g};r===null?r=[P]:r.push(P),s++}var F=u===s}if(m.source!==void 0){let g=m.source,
u=s,A=s,E=s;if(typeof g=="string"){if(se(g)<1){let k={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:g};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/query/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:g};r===null?r=[k]:r.push(k),s++}var Ee=A===
s,F=u===s}let c;if(m.at!==void 0&&m.hosts===void 0){let g={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",
params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:b.properties.query.
dependentRequired,parentSchema:b.properties.query,data:m};r===null?r=[g]:r.push(g),s++}if(m.hosts!==void 0&&m.at===void 0){let g={instancePath:t+"/query",schemaPath:"\
#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have proper\
ty at when property hosts is present",schema:b.properties.query.dependentRequired,parentSchema:b.properties.query,data:m};r===null?r=[g]:r.push(g),s++}}else{let C={
instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.query.type,parentSchema:b.
properties.query,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.list!==void 0){let m=e.list,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===
void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required pro\
perty 'path'",schema:b.properties.list.required,parentSchema:b.properties.list,data:m};r===null?r=[c]:r.push(c),s++}if(m.filter===void 0){let c={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:b.properties.
list.required,parentSchema:b.properties.list,data:m};r===null?r=[c]:r.push(c),s++}if(m.limit===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:b.properties.list.required,parentSchema:b.
properties.list,data:m};r===null?r=[c]:r.push(c),s++}if(m.items===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"items"},message:"must have required property 'items'",schema:b.properties.list.required,parentSchema:b.properties.list,data:m};r===null?
r=[c]:r.push(c),s++}if(m.source===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"sour\
ce"},message:"must have required property 'source'",schema:b.properties.list.required,parentSchema:b.properties.list,data:m};r===null?r=[c]:r.push(c),s++}let C=s;
for(let c in m)if(!(c==="path"||c==="filter"||c==="limit"||c==="items"||c==="within"||c==="source")){let g={instancePath:t+"/list",schemaPath:"#/properties/list\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.
list,data:m};r===null?r=[g]:r.push(g),s++}if(m.path!==void 0){let c=m.path,g=s,u=s,A=s;if(typeof c=="string"){if(!_t.test(c)){let E={instancePath:t+"/list/path",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:c};r===null?r=[E]:r.
push(E),s++}}else{let E={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,
parentSchema:Se,data:c};r===null?r=[E]:r.push(E),s++}var et=u===s,Pe=g===s}if(m.filter!==void 0){let c=m.filter,g=s,u=s;if(typeof c=="string"){if(se(c)<1){let E={
instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:b.properties.list.properties.filter,data:c};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/list/filter",schemaPath:"\
#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:b.properties.list.properties.filter.type,parentSchema:b.
properties.list.properties.filter,data:c};r===null?r=[E]:r.push(E),s++}var Pe=g===s}if(m.limit!==void 0){let c=m.limit,g=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(
c))){let E={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:b.
properties.list.properties.limit.type,parentSchema:b.properties.list.properties.limit,data:c};r===null?r=[E]:r.push(E),s++}let u=s;if(typeof c=="number"){if(c>500||
isNaN(c)){let E={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"\
must be <= 500",schema:500,parentSchema:b.properties.list.properties.limit,data:c};r===null?r=[E]:r.push(E),s++}if(c<2||isNaN(c)){let E={instancePath:t+"/list/l\
imit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:b.
properties.list.properties.limit,data:c};r===null?r=[E]:r.push(E),s++}}var Pe=g===s}if(m.items!==void 0){let c=m.items,g=s,u=s,A=s;if(typeof c=="string"){if(!ze.
test(c)){let P={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/list/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[P]:r.push(P),s++}var rt=u===
s,Pe=g===s}if(m.within!==void 0){let c=m.within,g=s,u=s,A=s;if(typeof c=="string"){if(!ze.test(c)){let P={instancePath:t+"/list/within",schemaPath:"#/$defs/poin\
ter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[P]:r.push(P),s++}var rr=u===s,Pe=g===s}if(m.source!==void 0){let c=m.source,g=s,u=s,A=s;if(typeof c==
"string"){if(se(c)<1){let P={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}var Mt=u===s,Pe=g===s}}else{let C={instancePath:t+
"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.list.type,parentSchema:b.properties.
list,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.cancel!==void 0){let m=e.cancel,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){
let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required prope\
rty 'method'",schema:b.properties.cancel.required,parentSchema:b.properties.cancel,data:m};r===null?r=[c]:r.push(c),s++}if(m.path===void 0){let c={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:b.properties.
cancel.required,parentSchema:b.properties.cancel,data:m};r===null?r=[c]:r.push(c),s++}if(m.source===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/proper\
ties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.cancel.required,parentSchema:b.
properties.cancel,data:m};r===null?r=[c]:r.push(c),s++}let C=s;for(let c in m)if(!(c==="method"||c==="path"||c==="from"||c==="proves"||c==="source")){let g={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:b.properties.cancel,data:m};r===null?r=[g]:r.push(g),s++}if(m.method!==void 0){let c=m.method,g=s,u=b.properties.cancel.properties.
method.enum;if(!(c==="GET"||c==="POST"||c==="PUT"||c==="DELETE")){let A={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",
keyword:"enum",params:{allowedValues:b.properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:b.properties.cancel.
properties.method.enum,parentSchema:b.properties.cancel.properties.method,data:c};r===null?r=[A]:r.push(A),s++}var Ge=g===s}if(m.path!==void 0){let c=m.path,g=s,
u=s,A=s;if(typeof c=="string"){if(!_t.test(c)){let P={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Se,data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:c};r===null?r=[P]:r.push(P),s++}var hr=u===s,Ge=g===s}if(m.
from!==void 0){let c=m.from,g=s,u=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let P={instancePath:t+"/cancel/from",schemaPath:"#/propert\
ies/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:b.properties.cancel.
properties.from.required,parentSchema:b.properties.cancel.properties.from,data:c};r===null?r=[P]:r.push(P),s++}if(c.source===void 0){let P={instancePath:t+"/can\
cel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:b.properties.cancel.properties.from.required,parentSchema:b.properties.cancel.properties.from,data:c};r===null?r=[P]:r.push(P),s++}let E=s;for(let P in c)
if(!(P==="words"||P==="source")){let k={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.cancel.properties.from,data:c};r===null?
r=[k]:r.push(k),s++}if(c.words!==void 0){let P=c.words,k=s,$=s,U=s;if(Array.isArray(P)){if(P.length<1){let Te={instancePath:t+"/cancel/from/words",schemaPath:"#\
/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ce,data:P};r===null?r=[Te]:r.push(Te),
s++}let G=!0,D=P.length;for(let Te=0;Te<D;Te++){let ue=P[Te],Y=s,ie=s;if(typeof ue=="string"){if(se(ue)<1){let mt={instancePath:t+"/cancel/from/words/"+Te,schemaPath:"\
#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ce.items,data:ue};r===
null?r=[mt]:r.push(mt),s++}}else{let mt={instancePath:t+"/cancel/from/words/"+Te,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Ce.items.type,parentSchema:Ce.items,data:ue};r===null?r=[mt]:r.push(mt),s++}var ap=Y===s;ap||(G=!1)}let x,Q=P.length,qe;if(x=!0,Q>1){let Te={};
for(;Q--;){let ue=P[Q];if(typeof ue=="string"){if(typeof Te[ue]=="number"){qe=Te[ue];let Y={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/unique\
Items",keyword:"uniqueItems",params:{i:Q,j:qe},message:"must NOT have duplicate items (items ## "+qe+" and "+Q+" are identical)",schema:!0,parentSchema:Ce,data:P};
r===null?r=[Y]:r.push(Y),s++,x=!1;break}Te[ue]=Q}}}}else{let G={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:Ce.type,parentSchema:Ce,data:P};r===null?r=[G]:r.push(G),s++}var Rm=$===s,En=k===s}if(c.source!==void 0){let P=c.source,k=s,
$=s,U=s;if(typeof P=="string"){if(se(P)<1){let D={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:P};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/cancel/from/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:P};r===null?r=[D]:r.push(D),s++}var Mn=$===
s,En=k===s}}else{let E={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must \
be object",schema:b.properties.cancel.properties.from.type,parentSchema:b.properties.cancel.properties.from,data:c};r===null?r=[E]:r.push(E),s++}var Ge=g===s}if(m.
proves!==void 0){let c=m.proves,g=s,u=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<2){let P={instancePath:t+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:b.
properties.cancel.properties.proves,data:c};r===null?r=[P]:r.push(P),s++}if(c.source===void 0){let P={instancePath:t+"/cancel/proves",schemaPath:"#/properties/c\
ancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.cancel.
properties.proves.required,parentSchema:b.properties.cancel.properties.proves,data:c};r===null?r=[P]:r.push(P),s++}let E=s;for(let P in c)if(!(P==="answer"||P===
"query"||P==="source")){let k={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProper\
ties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.cancel.properties.proves,data:c};r===null?
r=[k]:r.push(k),s++}if(c.answer!==void 0){let P=c.answer,k=s,$=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.at===void 0){let G={instancePath:t+"/cancel/p\
roves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have \
required property 'at'",schema:b.properties.cancel.properties.proves.properties.answer.required,parentSchema:b.properties.cancel.properties.proves.properties.answer,
data:P};r===null?r=[G]:r.push(G),s++}if(P.words===void 0){let G={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/proper\
ties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:b.properties.cancel.properties.proves.
properties.answer.required,parentSchema:b.properties.cancel.properties.proves.properties.answer,data:P};r===null?r=[G]:r.push(G),s++}let U=s;for(let G in P)if(!(G===
"at"||G==="words")){let D={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.cancel.properties.proves.properties.
answer,data:P};r===null?r=[D]:r.push(D),s++}if(P.at!==void 0){let G=P.at,D=s,x=s,Q=s;if(typeof G=="string"){if(!ze.test(G)){let qe={instancePath:t+"/cancel/prov\
es/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:G};r===null?r=[qe]:r.push(qe),s++}}else{let qe={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/\
pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:G};r===null?r=[qe]:r.push(qe),s++}var Lm=x===s,In=D===
s}if(P.words!==void 0){let G=P.words,D=s,x=s,Q=s;if(Array.isArray(G)){if(G.length<1){let Ze={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/wo\
rds/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ce,data:G};r===null?r=[Ze]:r.push(Ze),s++}let Te=!0,
ue=G.length;for(let Ze=0;Ze<ue;Ze++){let Xe=G[Ze],Dt=s,Fr=s;if(typeof Xe=="string"){if(se(Xe)<1){let gr={instancePath:t+"/cancel/proves/answer/words/"+Ze,schemaPath:"\
#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ce.items,data:Xe};r===
null?r=[gr]:r.push(gr),s++}}else{let gr={instancePath:t+"/cancel/proves/answer/words/"+Ze,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"str\
ing"},message:"must be string",schema:Ce.items.type,parentSchema:Ce.items,data:Xe};r===null?r=[gr]:r.push(gr),s++}var np=Dt===s;np||(Te=!1)}let Y,ie=G.length,mt;
if(Y=!0,ie>1){let Ze={};for(;ie--;){let Xe=G[ie];if(typeof Xe=="string"){if(typeof Ze[Xe]=="number"){mt=Ze[Xe];let Dt={instancePath:t+"/cancel/proves/answer/wor\
ds",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ie,j:mt},message:"must NOT have duplicate items (items ## "+mt+" and "+ie+" are ident\
ical)",schema:!0,parentSchema:Ce,data:G};r===null?r=[Dt]:r.push(Dt),s++,Y=!1;break}Ze[Xe]=ie}}}}else{let Te={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ce.type,parentSchema:Ce,data:G};r===null?r=[Te]:r.push(Te),s++}var Rn=x===
s,In=D===s}}else{let U={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:b.properties.cancel.properties.proves.properties.answer.type,parentSchema:b.properties.cancel.properties.proves.properties.
answer,data:P};r===null?r=[U]:r.push(U),s++}var gs=k===s}if(c.query!==void 0){let P=c.query,k=s,$=s,U=s;if(Array.isArray(P)){if(P.length<1){let ue={instancePath:t+
"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ce,
data:P};r===null?r=[ue]:r.push(ue),s++}let D=!0,x=P.length;for(let ue=0;ue<x;ue++){let Y=P[ue],ie=s,mt=s;if(typeof Y=="string"){if(se(Y)<1){let Ze={instancePath:t+
"/cancel/proves/query/"+ue,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Ce.items,data:Y};r===null?r=[Ze]:r.push(Ze),s++}}else{let Ze={instancePath:t+"/cancel/proves/query/"+ue,schemaPath:"#/$defs/words/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ce.items.type,parentSchema:Ce.items,data:Y};r===null?r=[Ze]:r.push(Ze),s++}var Ir=ie===s;Ir||(D=!1)}
let Q,qe=P.length,Te;if(Q=!0,qe>1){let ue={};for(;qe--;){let Y=P[qe];if(typeof Y=="string"){if(typeof ue[Y]=="number"){Te=ue[Y];let ie={instancePath:t+"/cancel/\
proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:qe,j:Te},message:"must NOT have duplicate items (items ## "+Te+" and "+qe+"\
 are identical)",schema:!0,parentSchema:Ce,data:P};r===null?r=[ie]:r.push(ie),s++,Q=!1;break}ue[Y]=qe}}}}else{let D={instancePath:t+"/cancel/proves/query",schemaPath:"\
#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ce.type,parentSchema:Ce,data:P};r===null?r=[D]:r.push(D),s++}var Fm=$===
s,gs=k===s}if(c.source!==void 0){let P=c.source,k=s,$=s,U=s;if(typeof P=="string"){if(se(P)<1){let D={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:P};r===null?r=[D]:r.push(D),
s++}}else{let D={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:P};r===null?r=[D]:r.push(D),s++}var Vm=$===s,gs=k===s}}else{let E={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/prop\
erties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.cancel.properties.proves.type,parentSchema:b.properties.cancel.
properties.proves,data:c};r===null?r=[E]:r.push(E),s++}var Ge=g===s}if(m.source!==void 0){let c=m.source,g=s,u=s,A=s;if(typeof c=="string"){if(se(c)<1){let P={instancePath:t+
"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}var op=u===s,Ge=g===s}}else{let C={instancePath:t+"/cancel",schemaPath:"#/prop\
erties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.cancel.type,parentSchema:b.properties.cancel,data:m};r===
null?r=[C]:r.push(C),s++}var w=v===s}if(e.status!==void 0){let m=e.status,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.at===void 0){let c={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:b.properties.
status.required,parentSchema:b.properties.status,data:m};r===null?r=[c]:r.push(c),s++}if(m.states===void 0){let c={instancePath:t+"/status",schemaPath:"#/proper\
ties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:b.properties.status.required,parentSchema:b.
properties.status,data:m};r===null?r=[c]:r.push(c),s++}if(m.source===void 0){let c={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.status.required,parentSchema:b.properties.status,
data:m};r===null?r=[c]:r.push(c),s++}let C=s;for(let c in m)if(!(c==="at"||c==="states"||c==="as"||c==="absent"||c==="cases"||c==="source")){let g={instancePath:t+
"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:b.properties.status,data:m};r===null?r=[g]:r.push(g),s++}if(m.at!==void 0){let c=m.at,g=s,u=s,A=s;if(typeof c=="string"){if(!ze.
test(c)){let E={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match p\
attern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/status/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[E]:r.push(E),s++}var ip=u===
s,Rr=g===s}if(m.states!==void 0){let c=m.states,g=s,u=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let P={instancePath:t+"/status/\
states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",
schema:1,parentSchema:b.properties.status.properties.states,data:c};r===null?r=[P]:r.push(P),s++}let E=s;for(let P in c){let k=c[P],$=s,U=s,G=St.enum;if(!(k==="\
queued"||k==="processing"||k==="completed"||k==="failed"||k==="expired"||k==="cancelled"||k==="unknown")){let D={instancePath:t+"/status/states/"+P.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:St.enum},message:"must be equal to one of the allowed values",schema:St.
enum,parentSchema:St,data:k};r===null?r=[D]:r.push(D),s++}var ws=U===s,Um=$===s}}else{let E={instancePath:t+"/status/states",schemaPath:"#/properties/status/pro\
perties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.status.properties.states.type,parentSchema:b.properties.
status.properties.states,data:c};r===null?r=[E]:r.push(E),s++}var Rr=g===s}if(m.as!==void 0){let c=m.as,g=s,u=b.properties.status.properties.as.enum;if(!(c==="n\
umber"||c==="boolean")){let E={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:b.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:b.properties.status.properties.as.enum,parentSchema:b.properties.status.properties.
as,data:c};r===null?r=[E]:r.push(E),s++}var Rr=g===s}if(m.absent!==void 0){let c=m.absent,g=s,u=s,A=St.enum;if(!(c==="queued"||c==="processing"||c==="completed"||
c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let P={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:St.
enum},message:"must be equal to one of the allowed values",schema:St.enum,parentSchema:St,data:c};r===null?r=[P]:r.push(P),s++}var Dm=u===s,Rr=g===s}if(m.cases!==
void 0){let c=m.cases,g=s,u=s;if(Array.isArray(c)){if(c.length<1){let k={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.status.properties.cases,data:c};r===null?r=
[k]:r.push(k),s++}let E=!0,P=c.length;for(let k=0;k<P;k++){let $=c[k],U=s,G=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.when===void 0){let x={instancePath:t+
"/status/cases/"+k,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:b.properties.status.properties.cases.items.required,parentSchema:b.properties.status.properties.cases.items,data:$};r===null?r=[x]:r.
push(x),s++}if($.means===void 0){let x={instancePath:t+"/status/cases/"+k,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:b.properties.status.properties.cases.items.required,parentSchema:b.properties.status.
properties.cases.items,data:$};r===null?r=[x]:r.push(x),s++}let D=s;for(let x in $)if(!(x==="when"||x==="means")){let Q={instancePath:t+"/status/cases/"+k,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional \
properties",schema:!1,parentSchema:b.properties.status.properties.cases.items,data:$};r===null?r=[Q]:r.push(Q),s++}if($.when!==void 0){let x=$.when,Q=s,qe=s;if(Array.
isArray(x)){if(x.length<1){let Y={instancePath:t+"/status/cases/"+k+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.status.properties.cases.items.properties.when,data:x};r===
null?r=[Y]:r.push(Y),s++}let Te=!0,ue=x.length;for(let Y=0;Y<ue;Y++){let ie=x[Y],mt=s,Ze=s,Xe=s,Dt=!1,Fr=null,gr=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)&&
ie.is===void 0){let Pt={instancePath:t+"/status/cases/"+k+"/when/"+Y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/requir\
ed",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:b.properties.status.properties.cases.items.properties.when.
items.oneOf[0].required,parentSchema:b.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:ie};r===null?r=[Pt]:r.push(Pt),s++}var bs=gr===
s;bs&&(Dt=!0,Fr=0);let Wm=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)&&ie.present===void 0){let Pt={instancePath:t+"/status/cases/"+k+"/when/"+Y,schemaPath:"\
#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have requ\
ired property 'present'",schema:b.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:b.properties.status.properties.cases.
items.properties.when.items.oneOf[1],data:ie};r===null?r=[Pt]:r.push(Pt),s++}var bs=Wm===s;if(bs&&Dt?(Dt=!1,Fr=[Fr,1]):bs&&(Dt=!0,Fr=1),Dt)s=Xe,r!==null&&(Xe?r.
length=Xe:r=null);else{let Pt={instancePath:t+"/status/cases/"+k+"/when/"+Y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",
keyword:"oneOf",params:{passingSchemas:Fr},message:"must match exactly one schema in oneOf",schema:b.properties.status.properties.cases.items.properties.when.items.
oneOf,parentSchema:b.properties.status.properties.cases.items.properties.when.items,data:ie};r===null?r=[Pt]:r.push(Pt),s++}if(ie&&typeof ie=="object"&&!Array.isArray(
ie)){if(ie.at===void 0){let Qe={instancePath:t+"/status/cases/"+k+"/when/"+Y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/requir\
ed",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:b.properties.status.properties.cases.items.properties.when.
items.required,parentSchema:b.properties.status.properties.cases.items.properties.when.items,data:ie};r===null?r=[Qe]:r.push(Qe),s++}let Pt=s;for(let Qe in ie)if(!(Qe===
"at"||Qe==="is"||Qe==="present")){let sr={instancePath:t+"/status/cases/"+k+"/when/"+Y,schemaPath:"#/properties/status/properties/cases/items/properties/when/it\
ems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Qe},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.
status.properties.cases.items.properties.when.items,data:ie};r===null?r=[sr]:r.push(sr),s++}if(ie.at!==void 0){let Qe=ie.at,sr=s,Vn=s,$0=s;if(typeof Qe=="string"){
if(!ze.test(Qe)){let ft={instancePath:t+"/status/cases/"+k+"/when/"+Y+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[\
01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:Qe};r===null?r=[ft]:r.push(ft),s++}}else{let ft={
instancePath:t+"/status/cases/"+k+"/when/"+Y+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,
parentSchema:Z,data:Qe};r===null?r=[ft]:r.push(ft),s++}var pa=Vn===s,Lr=sr===s}if(ie.is!==void 0){let Qe=ie.is,sr=s,Vn=s;if(Array.isArray(Qe)){if(Qe.length<1){let ft={
instancePath:t+"/status/cases/"+k+"/when/"+Y+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:b.properties.status.properties.cases.items.properties.when.items.properties.
is,data:Qe};r===null?r=[ft]:r.push(ft),s++}}else{let ft={instancePath:t+"/status/cases/"+k+"/when/"+Y+"/is",schemaPath:"#/properties/status/properties/cases/ite\
ms/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.status.properties.cases.items.properties.
when.items.properties.is.type,parentSchema:b.properties.status.properties.cases.items.properties.when.items.properties.is,data:Qe};r===null?r=[ft]:r.push(ft),s++}
var Lr=sr===s}if(ie.present!==void 0){let Qe=ie.present,sr=s;if(typeof Qe!="boolean"){let ft={instancePath:t+"/status/cases/"+k+"/when/"+Y+"/present",schemaPath:"\
#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:b.
properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:b.properties.status.properties.cases.items.properties.when.items.
properties.present,data:Qe};r===null?r=[ft]:r.push(ft),s++}let Vn=s;var Lr=sr===s}}else{let Pt={instancePath:t+"/status/cases/"+k+"/when/"+Y,schemaPath:"#/prope\
rties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.status.properties.
cases.items.properties.when.items.type,parentSchema:b.properties.status.properties.cases.items.properties.when.items,data:ie};r===null?r=[Pt]:r.push(Pt),s++}var pp=mt===
s;pp||(Te=!1)}}else{let Te={instancePath:t+"/status/cases/"+k+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:b.properties.status.properties.cases.items.properties.when.type,parentSchema:b.properties.status.properties.
cases.items.properties.when,data:x};r===null?r=[Te]:r.push(Te),s++}var ca=Q===s}if($.means!==void 0){let x=$.means,Q=s,qe=s,Te=St.enum;if(!(x==="queued"||x==="p\
rocessing"||x==="completed"||x==="failed"||x==="expired"||x==="cancelled"||x==="unknown")){let Y={instancePath:t+"/status/cases/"+k+"/means",schemaPath:"#/$defs\
/state/enum",keyword:"enum",params:{allowedValues:St.enum},message:"must be equal to one of the allowed values",schema:St.enum,parentSchema:St,data:x};r===null?
r=[Y]:r.push(Y),s++}var zm=qe===s,ca=Q===s}}else{let D={instancePath:t+"/status/cases/"+k,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:b.properties.status.properties.cases.items.type,parentSchema:b.properties.status.properties.cases.items,
data:$};r===null?r=[D]:r.push(D),s++}var yr=U===s;yr||(E=!1)}}else{let E={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.status.properties.cases.type,parentSchema:b.properties.status.properties.cases,
data:c};r===null?r=[E]:r.push(E),s++}var Rr=g===s}if(m.source!==void 0){let c=m.source,g=s,u=s,A=s;if(typeof c=="string"){if(se(c)<1){let P={instancePath:t+"/st\
atus/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:c};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}var cp=u===s,Rr=g===s}}else{let C={instancePath:t+"/status",schemaPath:"#/prop\
erties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.status.type,parentSchema:b.properties.status,data:m};r===
null?r=[C]:r.push(C),s++}var w=v===s}if(e.progress!==void 0){let m=e.progress,v=s,T=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.at===void 0){let c={instancePath:t+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:b.properties.
progress.required,parentSchema:b.properties.progress,data:m};r===null?r=[c]:r.push(c),s++}if(m.of===void 0){let c={instancePath:t+"/progress",schemaPath:"#/prop\
erties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:b.properties.progress.required,parentSchema:b.
properties.progress,data:m};r===null?r=[c]:r.push(c),s++}if(m.source===void 0){let c={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.progress.required,parentSchema:b.properties.progress,
data:m};r===null?r=[c]:r.push(c),s++}let C=s;for(let c in m)if(!(c==="at"||c==="of"||c==="source")){let g={instancePath:t+"/progress",schemaPath:"#/properties/p\
rogress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:b.
properties.progress,data:m};r===null?r=[g]:r.push(g),s++}if(m.at!==void 0){let c=m.at,g=s,u=s,A=s;if(typeof c=="string"){if(!ze.test(c)){let E={instancePath:t+"\
/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[E]:r.push(E),s++}var dp=u===s,Ln=g===s}if(m.of!==void 0){
let c=m.of,g=s,u=s;if(typeof c=="number"){if(c<=0||isNaN(c)){let E={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:b.properties.progress.properties.of,data:c};r===null?
r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:b.properties.progress.properties.of.type,parentSchema:b.properties.progress.properties.of,data:c};r===null?r=[E]:r.push(E),s++}var Ln=g===
s}if(m.source!==void 0){let c=m.source,g=s,u=s,A=s;if(typeof c=="string"){if(se(c)<1){let P={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLen\
gth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[P]:r.push(P),s++}}else{let P={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};
r===null?r=[P]:r.push(P),s++}var up=u===s,Ln=g===s}}else{let C={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:b.properties.progress.type,parentSchema:b.properties.progress,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.results!==
void 0){let m=e.results,v=s;wr(m,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?wr.errors:r.concat(
wr.errors),s=r.length);var w=v===s}if(e.message!==void 0){let m=e.message,v=s;tt(m,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var w=v===s}if(e.code!==void 0){let m=e.code,v=s;tt(m,{instancePath:t+"/code",parentData:e,
parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var w=v===s}if(e.seconds!==void 0){let m=e.seconds,
v=s,T=s,W=s;if(typeof m=="string"){if(!ze.test(m)){let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:m};r===null?r=[c]:r.push(c),s++}}else{let c={
instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:m};
r===null?r=[c]:r.push(c),s++}var Fn=T===s,w=v===s}if(e.secondsAs!==void 0){let m=e.secondsAs,v=s;if(m!=="string"){let W={instancePath:t+"/secondsAs",schemaPath:"\
#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:b.properties.secondsAs,
data:m};r===null?r=[W]:r.push(W),s++}var w=v===s}if(e.usage!==void 0){let m=e.usage,v=s,T=s;if(Array.isArray(m)){let C=!0,c=m.length;for(let g=0;g<c;g++){let u=m[g],
A=s,E=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.at===void 0){let k={instancePath:t+"/usage/"+g,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:b.properties.usage.items.required,parentSchema:b.properties.usage.items,
data:u};r===null?r=[k]:r.push(k),s++}if(u.unit===void 0){let k={instancePath:t+"/usage/"+g,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"unit"},message:"must have required property 'unit'",schema:b.properties.usage.items.required,parentSchema:b.properties.usage.items,data:u};r===
null?r=[k]:r.push(k),s++}if(u.source===void 0){let k={instancePath:t+"/usage/"+g,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:b.properties.usage.items.required,parentSchema:b.properties.usage.items,data:u};r===null?r=[k]:r.
push(k),s++}let P=s;for(let k in u)if(!(k==="at"||k==="unit"||k==="source")){let $={instancePath:t+"/usage/"+g,schemaPath:"#/properties/usage/items/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.usage.items,
data:u};r===null?r=[$]:r.push($),s++}if(u.at!==void 0){let k=u.at,$=s,U=s,G=s;if(typeof k=="string"){if(!ze.test(k)){let D={instancePath:t+"/usage/"+g+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:k};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/usage/"+g+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};r===null?r=[D]:r.push(D),s++}var Jm=U===s,da=$===s}if(u.unit!==void 0){let k=u.unit,
$=s,U=s;if(typeof k=="string"){if(se(k)<1){let D={instancePath:t+"/usage/"+g+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:b.properties.usage.items.properties.unit,data:k};r===null?r=[D]:
r.push(D),s++}}else{let D={instancePath:t+"/usage/"+g+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:b.properties.usage.items.properties.unit.type,parentSchema:b.properties.usage.items.properties.unit,data:k};r===null?r=[D]:r.push(D),s++}
var da=$===s}if(u.source!==void 0){let k=u.source,$=s,U=s,G=s;if(typeof k=="string"){if(se(k)<1){let x={instancePath:t+"/usage/"+g+"/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:k};r===null?r=[x]:r.push(x),
s++}}else{let x={instancePath:t+"/usage/"+g+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,
parentSchema:K,data:k};r===null?r=[x]:r.push(x),s++}var lp=U===s,da=$===s}}else{let P={instancePath:t+"/usage/"+g,schemaPath:"#/properties/usage/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:b.properties.usage.items.type,parentSchema:b.properties.usage.items,data:u};r===null?r=[P]:r.push(P),
s++}var vs=A===s;vs||(C=!1)}}else{let C={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:b.properties.usage.type,parentSchema:b.properties.usage,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}if(e.told!==void 0){let m=e.told,v=s,T=s;if(Array.
isArray(m)){let C=!0,c=m.length;for(let g=0;g<c;g++){let u=m[g],A=s,E=s,P=s,k=!1,$=null,U=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.link===void 0){let D={
instancePath:t+"/told/"+g,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required p\
roperty 'link'",schema:b.properties.told.items.oneOf[0].required,parentSchema:b.properties.told.items.oneOf[0],data:u};r===null?r=[D]:r.push(D),s++}var f=U===s;
f&&(k=!0,$=0);let G=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.constant===void 0){let D={instancePath:t+"/told/"+g,schemaPath:"#/properties/told/items/one\
Of/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:b.properties.told.items.oneOf[1].required,
parentSchema:b.properties.told.items.oneOf[1],data:u};r===null?r=[D]:r.push(D),s++}var f=G===s;if(f&&k)k=!1,$=[$,1];else{f&&(k=!0,$=1);let D=s;if(u&&typeof u=="\
object"&&!Array.isArray(u)&&u.fact===void 0){let Q={instancePath:t+"/told/"+g,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:b.properties.told.items.oneOf[2].required,parentSchema:b.properties.told.items.oneOf[2],data:u};r===null?
r=[Q]:r.push(Q),s++}var f=D===s;f&&k?(k=!1,$=[$,2]):f&&(k=!0,$=2)}if(k)s=P,r!==null&&(P?r.length=P:r=null);else{let D={instancePath:t+"/told/"+g,schemaPath:"#/p\
roperties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:b.properties.told.items.oneOf,parentSchema:b.
properties.told.items,data:u};r===null?r=[D]:r.push(D),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.at===void 0){let x={instancePath:t+"/told/"+g,schemaPath:"\
#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:b.properties.told.items.required,
parentSchema:b.properties.told.items,data:u};r===null?r=[x]:r.push(x),s++}if(u.in===void 0){let x={instancePath:t+"/told/"+g,schemaPath:"#/properties/told/items\
/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:b.properties.told.items.required,parentSchema:b.properties.
told.items,data:u};r===null?r=[x]:r.push(x),s++}if(u.source===void 0){let x={instancePath:t+"/told/"+g,schemaPath:"#/properties/told/items/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:b.properties.told.items.required,parentSchema:b.properties.told.
items,data:u};r===null?r=[x]:r.push(x),s++}let D=s;for(let x in u)if(!(x==="at"||x==="in"||x==="link"||x==="constant"||x==="fact"||x==="source")){let Q={instancePath:t+
"/told/"+g,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additio\
nal properties",schema:!1,parentSchema:b.properties.told.items,data:u};r===null?r=[Q]:r.push(Q),s++}if(u.at!==void 0){let x=u.at,Q=s,qe=s,Te=s;if(typeof x=="str\
ing"){if(!ze.test(x)){let ue={instancePath:t+"/told/"+g+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/to\
ld/"+g+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:x};r===null?r=[ue]:
r.push(ue),s++}var he=qe===s,Je=Q===s}if(u.in!==void 0){let x=u.in,Q=s,qe=b.properties.told.items.properties.in.enum;if(!(x==="submit"||x==="query"||x==="both")){
let ue={instancePath:t+"/told/"+g+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:b.properties.told.items.properties.
in.enum},message:"must be equal to one of the allowed values",schema:b.properties.told.items.properties.in.enum,parentSchema:b.properties.told.items.properties.
in,data:x};r===null?r=[ue]:r.push(ue),s++}var Je=Q===s}if(u.link!==void 0){let x=u.link,Q=s,qe=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.path===void 0){
let Y={instancePath:t+"/told/"+g+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:b.properties.told.items.properties.link.required,parentSchema:b.properties.told.items.properties.link,data:x};r===null?
r=[Y]:r.push(Y),s++}let ue=s;for(let Y in x)if(Y!=="path"){let ie={instancePath:t+"/told/"+g+"/link",schemaPath:"#/properties/told/items/properties/link/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:Y},message:"must NOT have additional properties",schema:!1,parentSchema:b.properties.told.
items.properties.link,data:x};r===null?r=[ie]:r.push(ie),s++}if(x.path!==void 0){let Y=x.path,ie=s,mt=s,Ze=s;if(typeof Y=="string"){if(!_t.test(Y)){let Xe={instancePath:t+
"/told/"+g+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,
data:Y};r===null?r=[Xe]:r.push(Xe),s++}}else{let Xe={instancePath:t+"/told/"+g+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Se.type,parentSchema:Se,data:Y};r===null?r=[Xe]:r.push(Xe),s++}var $t=mt===s,H=ie===s}}else{let ue={instancePath:t+"/told/"+g+"/\
link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:b.properties.told.items.properties.
link.type,parentSchema:b.properties.told.items.properties.link,data:x};r===null?r=[ue]:r.push(ue),s++}var Je=Q===s}if(u.fact!==void 0){let x=u.fact,Q=s,qe=b.properties.
told.items.properties.fact.enum;if(!(x==="id"||x==="model"||x==="created")){let ue={instancePath:t+"/told/"+g+"/fact",schemaPath:"#/properties/told/items/proper\
ties/fact/enum",keyword:"enum",params:{allowedValues:b.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:b.
properties.told.items.properties.fact.enum,parentSchema:b.properties.told.items.properties.fact,data:x};r===null?r=[ue]:r.push(ue),s++}var Je=Q===s}if(u.source!==
void 0){let x=u.source,Q=s,qe=s,Te=s;if(typeof x=="string"){if(se(x)<1){let Y={instancePath:t+"/told/"+g+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:x};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+
"/told/"+g+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:x};r===null?
r=[Y]:r.push(Y),s++}var h=qe===s,Je=Q===s}}else{let D={instancePath:t+"/told/"+g,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:b.properties.told.items.type,parentSchema:b.properties.told.items,data:u};r===null?r=[D]:r.push(D),s++}var N=A===s;N||(C=!1)}}else{
let C={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:b.properties.told.type,parentSchema:b.
properties.told,data:m};r===null?r=[C]:r.push(C),s++}var w=v===s}let de;if(e.list!==void 0){if(e.id===void 0){let m={instancePath:t,schemaPath:"#/dependentRequi\
red",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when propert\
y list is present",schema:b.dependentRequired,parentSchema:b,data:e};r===null?r=[m]:r.push(m),s++}if(e.query===void 0){let m={instancePath:t,schemaPath:"#/depen\
dentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query \
when property list is present",schema:b.dependentRequired,parentSchema:b,data:e};r===null?r=[m]:r.push(m),s++}}}else{let re={instancePath:t,schemaPath:"#/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:b.type,parentSchema:b,data:e};r===null?r=[re]:r.push(re),s++}return dt.errors=r,s===0}dt.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function ua(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=ua.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let y=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let f={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.required,
parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.title===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
title"},message:"must have required property 'title'",schema:d.required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.description===void 0){let f={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:d.required,parentSchema:d,
data:e};r===null?r=[f]:r.push(f),s++}if(e.sources===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},
message:"must have required property 'sources'",schema:d.required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.baseUrl===void 0){let f={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:e};
r===null?r=[f]:r.push(f),s++}if(e.authentication===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authenticat\
ion"},message:"must have required property 'authentication'",schema:d.required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.deadline===void 0){let f={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:d.required,
parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.poll===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
poll"},message:"must have required property 'poll'",schema:d.required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.operations===void 0){let f={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:d.required,parentSchema:d,
data:e};r===null?r=[f]:r.push(f),s++}if(e.errors===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"\
must have required property 'errors'",schema:d.required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}let vs=s;for(let f in e)if(!la.call(d.properties,f)){
let he={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional proper\
ties",schema:!1,parentSchema:d,data:e};r===null?r=[he]:r.push(he),s++}if(e.$schema!==void 0){let f=e.$schema,he=s;if(typeof f!="string"){let $t={instancePath:t+
"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.$schema.type,parentSchema:d.
properties.$schema,data:f};r===null?r=[$t]:r.push($t),s++}let Je=s;var l=he===s}if(e.$comment!==void 0){let f=e.$comment,he=s,Je=s,$t=s;if(typeof f=="string"){if(se(
f)<1){let h={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:Bt,data:f};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Bt.type,parentSchema:Bt,data:f};r===null?r=[h]:r.push(h),s++}var w=Je===s,l=he===s}if(e.protocol!==void 0){let f=e.
protocol,he=s,Je=s;if(typeof f=="string"){if(!Qm.test(f)){let H={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{
pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:f};r===null?r=[
H]:r.push(H),s++}}else{let H={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.protocol.type,parentSchema:d.properties.protocol,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.title!==void 0){let f=e.title,he=s,Je=s;
if(typeof f=="string"){if(se(f)<1){let H={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:d.properties.title,data:f};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/title",schemaPath:"\
#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.properties.title,data:f};r===
null?r=[H]:r.push(H),s++}var l=he===s}if(e.description!==void 0){let f=e.description,he=s,Je=s;if(typeof f=="string"){if(se(f)<1){let H={instancePath:t+"/descri\
ption",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.description,data:f};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:f};r===null?r=[H]:r.push(H),s++}
var l=he===s}if(e.sources!==void 0){let f=e.sources,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let h={instancePath:t+"/s\
ources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.
properties.sources,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f){let N=f[h],re=s,de=s,m=!1,v=null,T=s,W=s;if(N&&typeof N=="object"&&!Array.isArray(
N)){if(N.package===void 0){let u={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneO\
f/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:d.properties.sources.additionalProperties.
oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:N};r===null?r=[u]:r.push(u),s++}if(N.version===void 0){let u={instancePath:t+
"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"\
version"},message:"must have required property 'version'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:N};r===null?r=[u]:r.push(u),s++}let g=s;for(let u in N)if(!(u==="package"||u==="version")){let A={instancePath:t+"/sources/"+h.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:N};r===null?r=[A]:r.push(A),s++}if(N.
package!==void 0){let u=N.package,A=s,E=s;if(typeof u=="string"){if(se(u)<1){let P={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/packag\
e",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:u};r===null?r=[P]:r.push(P),s++}}else{let P={
instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.package,data:u};r===null?r=[P]:r.push(P),s++}var S=A===s}if(N.version!==void 0){let u=N.version,A=s,
E=s;if(typeof u=="string"){if(!Xm.test(u)){let k={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:u};r===null?r=[k]:r.push(k),s++}}else{let k={
instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.version,data:u};r===null?r=[k]:r.push(k),s++}var S=A===s}}else{let g={instancePath:t+"/sources/"+h.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:N};r===null?r=[g]:r.push(g),
s++}var q=T===s;if(q){m=!0,v=0;var _=!0}let C=s,c=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.document===void 0){let u={instancePath:t+"/sources/"+h.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[1],data:N};r===null?r=[u]:r.push(u),s++}if(N.url===void 0){let u={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:N};r===null?r=[u]:r.push(u),s++}let g=s;for(let u in N)
if(!(u==="document"||u==="url")){let A={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:N};r===null?r=[A]:r.push(A),s++}if(N.document!==void 0){let u=N.document,A=s,E=s;if(typeof u=="string"){if(se(
u)<1){let P={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.
oneOf[1].properties.document,data:u};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:u};r===null?r=[P]:
r.push(P),s++}var j=A===s}if(N.url!==void 0){let u=N.url,A=s,E=s;if(typeof u=="string"){if(!hp.test(u)){let k={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:u};r===null?r=[k]:r.push(
k),s++}}else{let k={instancePath:t+"/sources/"+h.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[1].properties.url,data:u};r===null?r=[k]:r.push(k),s++}var j=A===s}}else{let g={instancePath:t+"/sources/"+h.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:N};r===null?r=[g]:r.push(g),
s++}var q=C===s;if(q&&m?(m=!1,v=[v,1]):q&&(m=!0,v=1,_!==!0&&(_=!0)),m)s=de,r!==null&&(de?r.length=de:r=null);else{let g={instancePath:t+"/sources/"+h.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:v},message:"must match exactly one\
 schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.properties.sources.additionalProperties,data:N};r===null?r=[g]:r.push(g),
s++}var I=re===s}}else{let H={instancePath:t+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.sources.type,parentSchema:d.properties.sources,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.baseUrl!==void 0){let f=e.baseUrl,he=s,Je=s;if(typeof f==
"string"){if(!Ym.test(f)){let H={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:f};r===null?r=[H]:r.push(
H),s++}}else{let H={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
baseUrl.type,parentSchema:d.properties.baseUrl,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.authentication!==void 0){let f=e.authentication,he=s,Je=s;
if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.in===void 0){let h={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"\
required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:f};r===null?r=[h]:r.push(h),s++}if(f.name===void 0){let h={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:f};r===null?r=[h]:r.push(h),s++}if(f.source===void 0){let h={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)if(!(h==="in"||h==="name"||h==="prefix"||h==="token"||h==="source")){let N={instancePath:t+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:d.properties.authentication,data:f};r===null?r=[N]:r.push(N),s++}if(f.in!==void 0){let h=f.in,N=s,re=d.properties.authentication.
properties.in.enum;if(h!=="header"){let de={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:d.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.
in.enum,parentSchema:d.properties.authentication.properties.in,data:h};r===null?r=[de]:r.push(de),s++}var R=N===s}if(f.name!==void 0){let h=f.name,N=s,re=s;if(typeof h==
"string"){if(!ef.test(h)){let m={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,
data:h};r===null?r=[m]:r.push(m),s++}}else{let m={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.
name,data:h};r===null?r=[m]:r.push(m),s++}var R=N===s}if(f.prefix!==void 0){let h=f.prefix,N=s;if(typeof h!="string"){let m={instancePath:t+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.prefix.type,parentSchema:d.properties.authentication.properties.prefix,data:h};r===null?r=[m]:r.push(m),s++}let re=s;var R=N===s}if(f.token!==void 0){
let h=f.token,N=s,re=s,de=!1,m=null,v=s,T=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.by===void 0){let u={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:h};r===null?r=[u]:r.push(u),
s++}if(h.seconds===void 0){let u={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,
parentSchema:d.properties.authentication.properties.token.oneOf[0],data:h};r===null?r=[u]:r.push(u),s++}let g=s;for(let u in h)if(!(u==="by"||u==="seconds"||u===
"backdateSeconds")){let A={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:h};r===null?r=[A]:r.push(A),s++}if(h.by!==void 0){let u=h.by,A=s;if(u!=="jwt-hs256"){let E={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.by,data:u};r===null?r=[E]:r.push(E),s++}var ee=A===s}if(h.seconds!==
void 0){let u=h.seconds,A=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let k={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:u};r===null?r=[k]:r.push(k),s++}
let E=s;if(typeof u=="number"){if(u>86400||isNaN(u)){let k={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:u};r===null?r=[k]:r.push(k),s++}if(u<10||isNaN(u)){let k={instancePath:t+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:u};r===null?r=[k]:r.push(k),s++}}var ee=A===
s}if(h.backdateSeconds!==void 0){let u=h.backdateSeconds,A=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let k={instancePath:t+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:u};r===null?r=[k]:r.push(k),s++}let E=s;if(typeof u=="number"){if(u>3600||isNaN(u)){let k={instancePath:t+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:u};r===
null?r=[k]:r.push(k),s++}if(u<0||isNaN(u)){let k={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:u};r===null?r=[k]:r.push(k),s++}}var ee=A===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.
token.oneOf[0].type,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:h};r===null?r=[g]:r.push(g),s++}var L=v===s;if(L){de=!0,m=0;var V=!0}
let W=s,C=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.by===void 0){let u={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.
properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:h};r===null?r=[u]:r.push(u),s++}if(h.scope===void 0){
let u={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.
properties.token.oneOf[1],data:h};r===null?r=[u]:r.push(u),s++}let g=s;for(let u in h)if(!(u==="by"||u==="scope")){let A={instancePath:t+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:h};r===null?r=[A]:r.push(A),s++}if(h.by!==void 0){
let u=h.by,A=s;if(u!=="google-service-account"){let E={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.by,data:u};r===null?r=[E]:r.push(E),s++}var J=A===s}if(h.scope!==void 0){let u=h.scope,A=s,E=s;if(typeof u==
"string"){if(se(u)<1){let k={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.scope,data:u};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:u};r===null?r=[k]:r.push(k),s++}var J=A===s}}else{
let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:h};r===
null?r=[g]:r.push(g),s++}var L=W===s;if(L&&de?(de=!1,m=[m,1]):L&&(de=!0,m=1,V!==!0&&(V=!0)),de)s=re,r!==null&&(re?r.length=re:r=null);else{let g={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:m},message:"must match exactly on\
e schema in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,data:h};r===null?r=[g]:r.
push(g),s++}var R=N===s}if(f.source!==void 0){let h=f.source,N=s,re=s,de=s;if(typeof h=="string"){if(se(h)<1){let v={instancePath:t+"/authentication/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:h};r===null?r=[v]:r.
push(v),s++}}else{let v={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:K.type,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}var ne=re===s,R=N===s}}else{let H={instancePath:t+"/authentication",schemaPath:"#/properties/a\
uthentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.properties.authentication,
data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.idempotency!==void 0){let f=e.idempotency,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.header===
void 0){let h={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must h\
ave required property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:f};r===null?r=[h]:r.push(h),s++}if(f.source===
void 0){let h={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)
if(!(h==="header"||h==="source")){let N={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.idempotency,data:f};r===null?r=[N]:r.push(N),s++}
if(f.header!==void 0){let h=f.header,N=s,re=s;if(typeof h=="string"){if(se(h)<1){let de={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempoten\
cy/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.idempotency.
properties.header,data:h};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/head\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.header.type,parentSchema:d.properties.idempotency.
properties.header,data:h};r===null?r=[de]:r.push(de),s++}var O=N===s}if(f.source!==void 0){let h=f.source,N=s,re=s,de=s;if(typeof h=="string"){if(se(h)<1){let v={
instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}var oe=re===s,O=N===s}}else{let H={instancePath:t+"/id\
empotency",schemaPath:"#/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.
properties.idempotency,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.deadline!==void 0){let f=e.deadline,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(
f)){if(f.seconds===void 0){let h={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:f};r===null?r=[h]:r.push(h),s++}if(f.source===
void 0){let h={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have re\
quired property 'source'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)if(!(h===
"seconds"||h==="source")){let N={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.deadline,data:f};r===null?r=[N]:r.push(N),s++}if(f.seconds!==void 0){let h=f.seconds,
N=s;if(!(typeof h=="number"&&!(h%1)&&!isNaN(h))){let de={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,
data:h};r===null?r=[de]:r.push(de),s++}let re=s;if(typeof h=="number"&&(h<60||isNaN(h))){let de={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/dea\
dline/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.
seconds,data:h};r===null?r=[de]:r.push(de),s++}var pe=N===s}if(f.source!==void 0){let h=f.source,N=s,re=s,de=s;if(typeof h=="string"){if(se(h)<1){let v={instancePath:t+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:h};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}var z=re===s,pe=N===s}}else{let H={instancePath:t+"/deadline",schemaPath:"#/pr\
operties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:f};
r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.poll!==void 0){let f=e.poll,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.seconds===void 0){let h={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:d.properties.poll.required,parentSchema:d.properties.poll,data:f};r===null?r=[h]:r.push(h),s++}if(f.source===void 0){let h={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,
parentSchema:d.properties.poll,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)if(!(h==="seconds"||h==="source")){let N={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:f};r===null?r=[N]:r.push(N),s++}if(f.seconds!==void 0){let h=f.seconds,N=s,re=s;if(typeof h=="number"){if(h<=0||isNaN(h)){let de={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:h};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:h};r===null?r=[de]:r.push(de),s++}var M=N===s}if(f.source!==void 0){let h=f.source,N=s,re=s,de=s;if(typeof h=="string"){
if(se(h)<1){let v={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}var me=re===s,M=N===s}}else{let H={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.
poll,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.probe!==void 0){let f=e.probe,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.path===void 0){
let h={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:d.properties.probe.required,parentSchema:d.properties.probe,data:f};r===null?r=[h]:r.push(h),s++}if(f.accepted===void 0){let h={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.
properties.probe.required,parentSchema:d.properties.probe,data:f};r===null?r=[h]:r.push(h),s++}if(f.source===void 0){let h={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)if(!(h==="path"||h==="accepted"||h==="source")){let N={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.probe,data:f};r===null?r=[N]:r.push(N),s++}if(f.path!==void 0){let h=f.path,N=s,re=s,de=s;if(typeof h=="string"){if(!_t.
test(h)){let m={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Se,data:h};r===null?r=[m]:r.push(m),s++}}else{let m={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Se.type,parentSchema:Se,data:h};r===null?r=[m]:r.push(m),s++}var fe=re===s,B=N===s}if(f.accepted!==void 0){let h=f.accepted,
N=s,re=s;if(Array.isArray(h)){if(h.length<1){let T={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:h};r===null?r=[T]:r.push(T),s++}
let m=!0,v=h.length;for(let T=0;T<v;T++){let W=h[T],C=s;if(!(typeof W=="number"&&!(W%1)&&!isNaN(W))){let g={instancePath:t+"/probe/accepted/"+T,schemaPath:"#/pr\
operties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.items.
type,parentSchema:d.properties.probe.properties.accepted.items,data:W};r===null?r=[g]:r.push(g),s++}let c=s;if(typeof W=="number"){if(W>599||isNaN(W)){let g={instancePath:t+
"/probe/accepted/"+T,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= \
599",schema:599,parentSchema:d.properties.probe.properties.accepted.items,data:W};r===null?r=[g]:r.push(g),s++}if(W<100||isNaN(W)){let g={instancePath:t+"/probe\
/accepted/"+T,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,
parentSchema:d.properties.probe.properties.accepted.items,data:W};r===null?r=[g]:r.push(g),s++}}var F=C===s;F||(m=!1)}}else{let m={instancePath:t+"/probe/accept\
ed",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.probe.properties.accepted.
type,parentSchema:d.properties.probe.properties.accepted,data:h};r===null?r=[m]:r.push(m),s++}var B=N===s}if(f.source!==void 0){let h=f.source,N=s,re=s,de=s;if(typeof h==
"string"){if(se(h)<1){let v={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}var je=re===s,B=N===s}}else{let H={
instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.probe.type,parentSchema:d.
properties.probe,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.modelProbe!==void 0){let f=e.modelProbe,he=s,Je=s,$t=s,H=!1,h=null,N=s;if(f&&typeof f=="\
object"&&!Array.isArray(f)){if(f.path===void 0){let m={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],
data:f};r===null?r=[m]:r.push(m),s++}if(f.names===void 0){let m={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.
modelProbe.oneOf[0],data:f};r===null?r=[m]:r.push(m),s++}}var Re=N===s;Re&&(H=!0,h=0);let re=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.url===void 0){let m={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required\
 property 'url'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:f};r===null?r=[m]:r.push(m),s++}if(f.names===
void 0){let m={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"m\
ust have required property 'names'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:f};r===null?r=[m]:r.push(
m),s++}}var Re=re===s;if(Re&&H)H=!1,h=[h,1];else{Re&&(H=!0,h=1);let m=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.untestable===void 0){let T={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required propert\
y 'untestable'",schema:d.properties.modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:f};r===null?r=[T]:r.push(T),s++}var Re=m===s;
Re&&H?(H=!1,h=[h,2]):Re&&(H=!0,h=2)}if(H)s=$t,r!==null&&($t?r.length=$t:r=null);else{let m={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/one\
Of",keyword:"oneOf",params:{passingSchemas:h},message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.oneOf,parentSchema:d.properties.modelProbe,
data:f};r===null?r=[m]:r.push(m),s++}if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.source===void 0){let v={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.modelProbe.required,
parentSchema:d.properties.modelProbe,data:f};r===null?r=[v]:r.push(v),s++}let m=s;for(let v in f)if(!(v==="path"||v==="url"||v==="names"||v==="omits"||v==="exce\
pt"||v==="untestable"||v==="source")){let T={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe,data:f};r===null?r=[T]:r.push(T),s++}
if(f.path!==void 0){let v=f.path,T=s,W=s,C=s;if(typeof v=="string"){if(!_t.test(v)){let c={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/\
modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:v};r===null?r=
[c]:r.push(c),s++}var ct=W===s,Ee=T===s}if(f.url!==void 0){let v=f.url,T=s,W=s;if(typeof v=="string"){if(!tf.test(v)){let c={instancePath:t+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[\
^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.
properties.url.type,parentSchema:d.properties.modelProbe.properties.url,data:v};r===null?r=[c]:r.push(c),s++}var Ee=T===s}if(f.names!==void 0){let v=f.names,T=s,
W=s,C=s;if(typeof v=="string"){if(!ze.test(v)){let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:v};r===null?r=[g]:r.push(g),s++}}else{
let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:v};r===null?r=[g]:r.push(g),s++}var et=W===s,Ee=T===s}if(f.omits!==void 0){let v=f.omits,T=s,W=s;if(typeof v=="string"){if(se(v)<1){let c={instancePath:t+"\
/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:d.properties.modelProbe.properties.omits,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.omits.type,
parentSchema:d.properties.modelProbe.properties.omits,data:v};r===null?r=[c]:r.push(c),s++}var Ee=T===s}if(f.except!==void 0){let v=f.except,T=s,W=s;if(Array.isArray(
v)){if(v.length<1){let u={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.modelProbe.properties.except,data:v};r===null?r=[u]:r.push(u),s++}let c=!0,g=v.length;
for(let u=0;u<g;u++){let A=v[u],E=s,P=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.prefix===void 0){let $={instancePath:t+"/modelProbe/except/"+u,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:d.
properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:A};r===null?r=[$]:r.push($),s++}if(A.reason===
void 0){let $={instancePath:t+"/modelProbe/except/"+u,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.
except.items,data:A};r===null?r=[$]:r.push($),s++}let k=s;for(let $ in A)if(!($==="prefix"||$==="reason")){let U={instancePath:t+"/modelProbe/except/"+u,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:d.properties.modelProbe.properties.except.items,data:A};r===null?r=[U]:r.push(U),s++}if(A.prefix!==void 0){let $=A.prefix,
U=s,G=s;if(typeof $=="string"){if(se($)<1){let D={instancePath:t+"/modelProbe/except/"+u+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/p\
roperties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.
except.items.properties.prefix,data:$};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/modelProbe/except/"+u+"/prefix",schemaPath:"#/properties/model\
Probe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.
items.properties.prefix.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:$};r===null?r=[D]:r.push(D),s++}var Pe=U===s}if(A.
reason!==void 0){let $=A.reason,U=s,G=s;if(typeof $=="string"){if(se($)<1){let x={instancePath:t+"/modelProbe/except/"+u+"/reason",schemaPath:"#/properties/mode\
lProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.modelProbe.properties.except.items.properties.reason,data:$};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/modelProbe/except/"+u+"/reaso\
n",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
modelProbe.properties.except.items.properties.reason.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:$};r===null?r=[x]:
r.push(x),s++}var Pe=U===s}}else{let k={instancePath:t+"/modelProbe/except/"+u,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:d.properties.modelProbe.properties.except.items.type,parentSchema:d.properties.modelProbe.properties.except.
items,data:A};r===null?r=[k]:r.push(k),s++}var rt=E===s;rt||(c=!1)}}else{let c={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properti\
es/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.except.type,parentSchema:d.properties.modelProbe.
properties.except,data:v};r===null?r=[c]:r.push(c),s++}var Ee=T===s}if(f.untestable!==void 0){let v=f.untestable,T=s,W=s;if(typeof v=="string"){if(se(v)<1){let c={
instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must \
NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+
"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.modelProbe.properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:v};r===null?r=[c]:r.push(c),s++}var Ee=T===s}if(f.
source!==void 0){let v=f.source,T=s,W=s,C=s;if(typeof v=="string"){if(se(v)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:v};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+
"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:v};r===null?
r=[g]:r.push(g),s++}var rr=W===s,Ee=T===s}}else{let m={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:f};r===null?r=[m]:r.push(m),s++}var l=he===s}if(e.webhooks!==
void 0){let f=e.webhooks,he=s,Je=s,$t=s,H=!1,h=null,N=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.body===void 0){let m={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:d.properties.webhooks.
oneOf[0].required,parentSchema:d.properties.webhooks.oneOf[0],data:f};r===null?r=[m]:r.push(m),s++}var Mt=N===s;Mt&&(H=!0,h=0);let re=s;if(f&&typeof f=="object"&&
!Array.isArray(f)&&f.query===void 0){let m={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].required,parentSchema:d.properties.webhooks.oneOf[1],data:f};r===null?
r=[m]:r.push(m),s++}var Mt=re===s;if(Mt&&H?(H=!1,h=[h,1]):Mt&&(H=!0,h=1),H)s=$t,r!==null&&($t?r.length=$t:r=null);else{let m={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:h},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.oneOf,parentSchema:d.
properties.webhooks,data:f};r===null?r=[m]:r.push(m),s++}if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.source===void 0){let v={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.webhooks.
required,parentSchema:d.properties.webhooks,data:f};r===null?r=[v]:r.push(v),s++}let m=s;for(let v in f)if(!(v==="body"||v==="query"||v==="with"||v==="signature"||
v==="challenge"||v==="told"||v==="source")){let T={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks,data:f};r===null?r=[T]:r.push(T),s++}
if(f.body!==void 0){let v=f.body,T=s,W=s,C=s;if(typeof v=="string"){if(!ze.test(v)){let c={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:v};
r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Z.type,parentSchema:Z,data:v};r===null?r=[c]:r.push(c),s++}var Ge=W===s,hr=T===s}if(f.query!==void 0){let v=f.query,T=s,W=s;if(typeof v=="stri\
ng"){if(se(v)<1){let c={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.query,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.query.type,parentSchema:d.properties.webhooks.properties.query,data:v};r===null?r=[c]:r.push(c),s++}var hr=T===s}if(f.with!==void 0){let v=f.with,T=s,
W=s;if(Array.isArray(v)){if(v.length<1){let u={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.with,data:v};r===null?r=[u]:r.push(u),s++}let c=!0,g=v.
length;for(let u=0;u<g;u++){let A=v[u],E=s,P=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.to===void 0){let $={instancePath:t+"/webhooks/with/"+u,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:d.properties.
webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,data:A};r===null?r=[$]:r.push($),s++}if(A.constant===void 0){let $={
instancePath:t+"/webhooks/with/"+u,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,data:A};
r===null?r=[$]:r.push($),s++}let k=s;for(let $ in A)if(!($==="to"||$==="constant")){let U={instancePath:t+"/webhooks/with/"+u,schemaPath:"#/properties/webhooks/\
properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,
parentSchema:d.properties.webhooks.properties.with.items,data:A};r===null?r=[U]:r.push(U),s++}if(A.to!==void 0){let $=A.to,U=s,G=s,D=s;if(typeof $=="string"){if(!ze.
test($)){let x={instancePath:t+"/webhooks/with/"+u+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:$};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/webho\
oks/with/"+u+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:$};r===null?
r=[x]:r.push(x),s++}var ap=G===s,Rm=U===s}}else{let k={instancePath:t+"/webhooks/with/"+u,schemaPath:"#/properties/webhooks/properties/with/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.with.items.type,parentSchema:d.properties.webhooks.properties.with.
items,data:A};r===null?r=[k]:r.push(k),s++}var En=E===s;En||(c=!1)}}else{let c={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/wit\
h/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.with.type,parentSchema:d.properties.webhooks.properties.
with,data:v};r===null?r=[c]:r.push(c),s++}var hr=T===s}if(f.signature!==void 0){let v=f.signature,T=s,W=s,C=!1,c=null,g=s,u=s;if(v&&typeof v=="object"&&!Array.isArray(
v)){if(v.by===void 0){let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:d.properties.webhooks.
properties.signature.oneOf[0],data:v};r===null?r=[$]:r.push($),s++}if(v.secret===void 0){let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/we\
bhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"secret"},message:"must have required property 'secret'",schema:d.properties.
webhooks.properties.signature.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.oneOf[0],data:v};r===null?r=[$]:r.push($),s++}if(v.toleranceSeconds===
void 0){let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:d.properties.
webhooks.properties.signature.oneOf[0],data:v};r===null?r=[$]:r.push($),s++}let k=s;for(let $ in v)if(!($==="by"||$==="secret"||$==="toleranceSeconds")){let U={
instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.oneOf[0],data:v};r===null?
r=[U]:r.push(U),s++}if(v.by!==void 0){let $=v.by,U=s;if($!=="standard-webhooks"){let G={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhook\
s/properties/signature/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"standard-webhooks"},message:"must be equal to constant",schema:"standa\
rd-webhooks",parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.by,data:$};r===null?r=[G]:r.push(G),s++}var Mn=U===s}if(v.secret!==void 0){
let $=v.secret,U=s,G=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.path===void 0){let Q={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/propert\
ies/webhooks/properties/signature/oneOf/0/properties/secret/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'p\
ath'",schema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret.required,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.
secret,data:$};r===null?r=[Q]:r.push(Q),s++}if($.at===void 0){let Q={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/si\
gnature/oneOf/0/properties/secret/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.webhooks.
properties.signature.oneOf[0].properties.secret.required,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:$};r===null?r=[
Q]:r.push(Q),s++}let x=s;for(let Q in $)if(!(Q==="path"||Q==="at")){let qe={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/proper\
ties/signature/oneOf/0/properties/secret/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Q},message:"must NOT have additional pr\
operties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:$};r===null?r=[qe]:r.push(qe),s++}if($.path!==void 0){
let Q=$.path,qe=s,Te=s,ue=s;if(typeof Q=="string"){if(!_t.test(Q)){let Y={instancePath:t+"/webhooks/signature/secret/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:Q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/\
webhooks/signature/secret/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:Q};
r===null?r=[Y]:r.push(Y),s++}var Lm=Te===s,In=qe===s}if($.at!==void 0){let Q=$.at,qe=s,Te=s,ue=s;if(typeof Q=="string"){if(!ze.test(Q)){let ie={instancePath:t+"\
/webhooks/signature/secret/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([\
^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:Q};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/webhooks/signature/secret/a\
t",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:Q};r===null?r=[ie]:r.push(
ie),s++}var np=Te===s,In=qe===s}}else{let x={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properti\
es/secret/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret.type,
parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:$};r===null?r=[x]:r.push(x),s++}var Mn=U===s}if(v.toleranceSeconds!==void 0){
let $=v.toleranceSeconds,U=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let x={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/\
webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.
properties.signature.oneOf[0].properties.toleranceSeconds.type,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:$};
r===null?r=[x]:r.push(x),s++}let G=s;if(typeof $=="number"){if($>3600||isNaN($)){let x={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/prop\
erties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",
schema:3600,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:$};r===null?r=[x]:r.push(x),s++}if($<1||isNaN($)){
let x={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/minimum",
keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,
data:$};r===null?r=[x]:r.push(x),s++}}var Mn=U===s}}else{let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneO\
f/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.oneOf[0].type,parentSchema:d.properties.
webhooks.properties.signature.oneOf[0],data:v};r===null?r=[k]:r.push(k),s++}var Ir=g===s;if(Ir){C=!0,c=0;var Rn=!0}let A=s,E=s;if(v&&typeof v=="object"&&!Array.
isArray(v)){if(v.by===void 0){let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:d.
properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[$]:r.push($),s++}if(v.keys===void 0){let $={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"keys"},message:"must have required property 'keys'",schema:d.
properties.webhooks.properties.signature.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[$]:r.push($),s++}
if(v.toleranceSeconds===void 0){let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"re\
quired",params:{missingProperty:"toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.oneOf[1].
required,parentSchema:d.properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[$]:r.push($),s++}let k=s;for(let $ in v)if(!($==="by"||$==="keys"||
$==="toleranceSeconds")){let U={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.
oneOf[1],data:v};r===null?r=[U]:r.push(U),s++}if(v.by!==void 0){let $=v.by,U=s;if($!=="fal-ed25519"){let G={instancePath:t+"/webhooks/signature/by",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"fal-ed25519"},message:"must be equal to constant",
schema:"fal-ed25519",parentSchema:d.properties.webhooks.properties.signature.oneOf[1].properties.by,data:$};r===null?r=[G]:r.push(G),s++}var gs=U===s}if(v.keys!==
void 0){let $=v.keys,U=s,G=s;if(typeof $=="string"){if(!hp.test($)){let x={instancePath:t+"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/propertie\
s/signature/oneOf/1/properties/keys/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.
properties.webhooks.properties.signature.oneOf[1].properties.keys,data:$};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/webhooks/signature/keys",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/properties/keys/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.signature.oneOf[1].properties.keys.type,parentSchema:d.properties.webhooks.properties.signature.oneOf[1].properties.keys,data:$};r===null?r=[x]:r.push(
x),s++}var gs=U===s}if(v.toleranceSeconds!==void 0){let $=v.toleranceSeconds,U=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let x={instancePath:t+"/webhooks/s\
ignature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},
message:"must be integer",schema:d.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds.type,parentSchema:d.properties.webhooks.properties.
signature.oneOf[1].properties.toleranceSeconds,data:$};r===null?r=[x]:r.push(x),s++}let G=s;if(typeof $=="number"){if($>3600||isNaN($)){let x={instancePath:t+"/\
webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/maximum",keyword:"maximum",params:{
comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,data:$};
r===null?r=[x]:r.push(x),s++}if($<1||isNaN($)){let x={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signatu\
re/oneOf/1/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.
properties.signature.oneOf[1].properties.toleranceSeconds,data:$};r===null?r=[x]:r.push(x),s++}}var gs=U===s}}else{let k={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.
signature.oneOf[1].type,parentSchema:d.properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[k]:r.push(k),s++}var Ir=A===s;if(Ir&&C?(C=!1,c=[c,1]):
Ir&&(C=!0,c=1,Rn!==!0&&(Rn=!0)),C)s=W,r!==null&&(W?r.length=W:r=null);else{let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/propert\
ies/signature/oneOf",keyword:"oneOf",params:{passingSchemas:c},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.properties.signature.
oneOf,parentSchema:d.properties.webhooks.properties.signature,data:v};r===null?r=[k]:r.push(k),s++}var hr=T===s}if(f.challenge!==void 0){let v=f.challenge,T=s,W=s,
C=s;if(typeof v=="string"){if(!ze.test(v)){let g={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^\
(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:v};r===null?r=[g]:r.push(g),s++}}else{
let g={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:v};r===null?r=[g]:r.push(g),s++}var Fm=W===s,hr=T===s}if(f.told!==void 0){let v=f.told,T=s,W=s;if(Array.isArray(v)){if(v.length<1){let u={instancePath:t+"/\
webhooks/told",schemaPath:"#/properties/webhooks/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:d.properties.webhooks.properties.told,data:v};r===null?r=[u]:r.push(u),s++}let c=!0,g=v.length;for(let u=0;u<g;u++){let A=v[u],E=s,P=s;if(A&&typeof A==
"object"&&!Array.isArray(A)){if(A.at===void 0){let $={instancePath:t+"/webhooks/told/"+u,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.
webhooks.properties.told.items,data:A};r===null?r=[$]:r.push($),s++}if(A.fact===void 0){let $={instancePath:t+"/webhooks/told/"+u,schemaPath:"#/properties/webho\
oks/properties/told/items/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.
properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:A};r===null?r=[$]:r.push($),s++}let k=s;for(let $ in A)if(!($==="at"||
$==="fact")){let U={instancePath:t+"/webhooks/told/"+u,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperti\
es",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:A};r===null?
r=[U]:r.push(U),s++}if(A.at!==void 0){let $=A.at,U=s,G=s,D=s;if(typeof $=="string"){if(!ze.test($)){let x={instancePath:t+"/webhooks/told/"+u+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:$};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/webhooks/told/"+u+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:$};r===null?r=[x]:r.push(x),s++}var Vm=G===s,op=U===s}if(A.fact!==void 0){let $=A.
fact,U=s,G=d.properties.webhooks.properties.told.items.properties.fact.enum;if(!($==="id"||$==="model"||$==="created")){let x={instancePath:t+"/webhooks/told/"+
u+"/fact",schemaPath:"#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.
items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.
properties.webhooks.properties.told.items.properties.fact,data:$};r===null?r=[x]:r.push(x),s++}var op=U===s}}else{let k={instancePath:t+"/webhooks/told/"+u,schemaPath:"\
#/properties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.
type,parentSchema:d.properties.webhooks.properties.told.items,data:A};r===null?r=[k]:r.push(k),s++}var ip=E===s;ip||(c=!1)}}else{let c={instancePath:t+"/webhook\
s/told",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
told.type,parentSchema:d.properties.webhooks.properties.told,data:v};r===null?r=[c]:r.push(c),s++}var hr=T===s}if(f.source!==void 0){let v=f.source,T=s,W=s,C=s;
if(typeof v=="string"){if(se(v)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:v};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"#\
/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:v};r===null?r=[g]:r.push(g),s++}var Rr=W===
s,hr=T===s}}else{let m={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.webhooks.type,parentSchema:d.properties.webhooks,data:f};r===null?r=[m]:r.push(m),s++}var l=he===s}if(e.rateHeaders!==void 0){let f=e.rateHeaders,he=s;
Vr(f,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Vr.errors:r.concat(Vr.errors),s=r.length);
var l=he===s}if(e.upload!==void 0){let f=e.upload,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.method===void 0){let h={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:d.properties.upload.required,
parentSchema:d.properties.upload,data:f};r===null?r=[h]:r.push(h),s++}if(f.path===void 0){let h={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.upload.required,parentSchema:d.properties.
upload,data:f};r===null?r=[h]:r.push(h),s++}if(f.reference===void 0){let h={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:f};
r===null?r=[h]:r.push(h),s++}if(f.source===void 0){let h={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:f};r===null?r=[h]:r.push(h),s++}
let H=s;for(let h in f)if(!(h==="method"||h==="path"||h==="field"||h==="reference"||h==="source")){let N={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
upload,data:f};r===null?r=[N]:r.push(N),s++}if(f.method!==void 0){let h=f.method,N=s,re=d.properties.upload.properties.method.enum;if(!(h==="POST"||h==="PUT")){
let de={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:d.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:d.properties.upload.properties.method.enum,parentSchema:d.properties.upload.properties.
method,data:h};r===null?r=[de]:r.push(de),s++}var ws=N===s}if(f.path!==void 0){let h=f.path,N=s,re=s,de=s;if(typeof h=="string"){if(!_t.test(h)){let v={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:h};r===
null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Se.type,parentSchema:Se,data:h};r===null?r=[v]:r.push(v),s++}var Um=re===s,ws=N===s}if(f.field!==void 0){let h=f.field,N=s,re=s;if(typeof h=="string"){if(se(
h)<1){let m={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:d.properties.upload.properties.field,data:h};r===null?r=[m]:r.push(m),s++}}else{let m={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.upload.properties.
field.type,parentSchema:d.properties.upload.properties.field,data:h};r===null?r=[m]:r.push(m),s++}var ws=N===s}if(f.reference!==void 0){let h=f.reference,N=s,re=s,
de=s;if(typeof h=="string"){if(!ze.test(h)){let v={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:h};r===null?r=[v]:r.push(v),s++}}else{
let v={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:h};r===null?r=[v]:r.push(v),s++}var Dm=re===s,ws=N===s}if(f.source!==void 0){let h=f.source,N=s,re=s,de=s;if(typeof h=="string"){if(se(h)<1){let v={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:h};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[v]:r.push(v),s++}var bs=re===s,ws=N===s}}else{let H={instancePath:t+"/upload",schemaPath:"#/pro\
perties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.upload.type,parentSchema:d.properties.upload,data:f};r===
null?r=[H]:r.push(H),s++}var l=he===s}if(e.operations!==void 0){let f=e.operations,he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<
1){let h={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:d.properties.operations,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)if(!(h==="video"||h==="image"||h===
"audio"||h==="mesh")){let N={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.operations,data:f};r===null?r=[N]:r.push(N),s++}if(f.video!==void 0){let h=f.video,
N=s;dt(h,{instancePath:t+"/operations/video",parentData:f,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=
r.length);var pa=N===s}if(f.image!==void 0){let h=f.image,N=s;dt(h,{instancePath:t+"/operations/image",parentData:f,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var pa=N===s}if(f.audio!==void 0){let h=f.audio,N=s;dt(h,{instancePath:t+"/operations/audio",parentData:f,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var pa=N===s}if(f.mesh!==void 0){let h=f.mesh,N=s;
dt(h,{instancePath:t+"/operations/mesh",parentData:f,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);
var pa=N===s}}else{let H={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.operations.type,parentSchema:d.properties.operations,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.errors!==void 0){let f=e.errors,
he=s,Je=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.message===void 0){let h={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:d.properties.errors.required,parentSchema:d.properties.errors,
data:f};r===null?r=[h]:r.push(h),s++}if(f.code===void 0){let h={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:f};r===null?r=[h]:r.push(h),s++}if(f.
proofs===void 0){let h={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:f};r===null?r=[h]:r.push(h),s++}let H=s;for(let h in f)
if(!(h==="message"||h==="code"||h==="inside"||h==="proofs")){let N={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:f};r===null?r=[N]:
r.push(N),s++}if(f.message!==void 0){let h=f.message,N=s;tt(h,{instancePath:t+"/errors/message",parentData:f,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var Lr=N===s}if(f.code!==void 0){let h=f.code,N=s;tt(h,{instancePath:t+"/errors/code",parentData:f,parentDataProperty:"\
code",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var Lr=N===s}if(f.inside!==void 0){let h=f.inside,N=s,re=s;if(h&&typeof h==
"object"&&!Array.isArray(h)){if(h.at===void 0){let v={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.
properties.inside,data:h};r===null?r=[v]:r.push(v),s++}if(h.source===void 0){let v={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.
required,parentSchema:d.properties.errors.properties.inside,data:h};r===null?r=[v]:r.push(v),s++}let m=s;for(let v in h)if(!(v==="at"||v==="unless"||v==="source")){
let T={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:h};r===null?r=[T]:r.push(T),s++}if(h.at!==void 0){
let v=h.at,T=s,W=s,C=s;if(typeof v=="string"){if(!ze.test(v)){let c={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:v};r===null?r=[c]:r.push(c),
s++}}else{let c={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,
parentSchema:Z,data:v};r===null?r=[c]:r.push(c),s++}var pp=W===s,ca=T===s}if(h.unless!==void 0){let v=h.unless,T=s;if(!Array.isArray(v)){let c={instancePath:t+"\
/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:v};r===null?r=[c]:r.push(c),
s++}let W=s;var ca=T===s}if(h.source!==void 0){let v=h.source,T=s,W=s,C=s;if(typeof v=="string"){if(se(v)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:v};r===null?r=[g]:r.
push(g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:K.type,parentSchema:K,data:v};r===null?r=[g]:r.push(g),s++}var zm=W===s,ca=T===s}}else{let m={instancePath:t+"/errors/inside",schemaPath:"#/properties/er\
rors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.properties.
errors.properties.inside,data:h};r===null?r=[m]:r.push(m),s++}var Lr=N===s}if(f.proofs!==void 0){let h=f.proofs,N=s,re=s;if(Array.isArray(h)){if(h.length<1){let T={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs,data:h};r===null?r=[T]:r.push(T),s++}let m=!0,v=h.length;for(let T=0;T<v;T++){let W=h[T],
C=s,c=s;if(W&&typeof W=="object"&&!Array.isArray(W)){if(W.status===void 0){let u={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/\
proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.
proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:W};r===null?r=[u]:r.push(u),s++}if(W.proves===void 0){let u={instancePath:t+
"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:W};r===null?
r=[u]:r.push(u),s++}if(W.source===void 0){let u={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:W};r===null?r=[u]:r.push(u),s++}let g=s;for(let u in W)if(!(u==="status"||u==="codes"||u==="says"||u==="proves"||
u==="means"||u==="source")){let A={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,
data:W};r===null?r=[A]:r.push(A),s++}if(W.status!==void 0){let u=W.status,A=s,E=s;if(typeof u=="string"){if(!rf.test(u)){let P={instancePath:t+"/errors/proofs/"+
T+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:u};r===
null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/errors/proofs/"+T+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.status,data:u};r===null?r=[P]:r.push(P),s++}var yr=A===s}if(W.codes!==void 0){let u=W.codes,A=s,E=s;if(Array.isArray(u)){
if(u.length<1){let U={instancePath:t+"/errors/proofs/"+T+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"mi\
nItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:u};r===
null?r=[U]:r.push(U),s++}let k=!0,$=u.length;for(let U=0;U<$;U++){let G=u[U],D=s;if(typeof G!="string"){let Q={instancePath:t+"/errors/proofs/"+T+"/codes/"+U,schemaPath:"\
#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.
properties.proofs.items.properties.codes.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:G};r===null?r=[Q]:r.push(
Q),s++}let x=s;var cp=D===s;cp||(k=!1)}}else{let k={instancePath:t+"/errors/proofs/"+T+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properti\
es/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:d.
properties.errors.properties.proofs.items.properties.codes,data:u};r===null?r=[k]:r.push(k),s++}var yr=A===s}if(W.says!==void 0){let u=W.says,A=s,E=s;if(Array.isArray(
u)){if(u.length<1){let U={instancePath:t+"/errors/proofs/"+T+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:u};
r===null?r=[U]:r.push(U),s++}let k=!0,$=u.length;for(let U=0;U<$;U++){let G=u[U],D=s,x=s;if(typeof G=="string"){if(se(G)<1){let Q={instancePath:t+"/errors/proof\
s/"+T+"/says/"+U,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT\
 have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:G};r===null?r=[Q]:r.push(Q),s++}}else{
let Q={instancePath:t+"/errors/proofs/"+T+"/says/"+U,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:d.properties.errors.properties.
proofs.items.properties.says.items,data:G};r===null?r=[Q]:r.push(Q),s++}var dp=D===s;dp||(k=!1)}}else{let k={instancePath:t+"/errors/proofs/"+T+"/says",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.
proofs.items.properties.says.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:u};r===null?r=[k]:r.push(k),s++}var yr=A===s}if(W.
proves!==void 0){let u=W.proves,A=s,E=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!(u==="rejected"||u==="busy"||u==="credentials"||u===
"payment"||u==="may-exist"||u==="unknown-model")){let k={instancePath:t+"/errors/proofs/"+T+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/pr\
operties/proves/enum",keyword:"enum",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of \
the allowed values",schema:d.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.errors.properties.proofs.items.properties.
proves,data:u};r===null?r=[k]:r.push(k),s++}var yr=A===s}if(W.means!==void 0){let u=W.means,A=s,E=s;if(typeof u=="string"){if(se(u)<1){let k={instancePath:t+"/e\
rrors/proofs/"+T+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:u};r===null?r=[k]:r.push(k),s++}}else{
let k={instancePath:t+"/errors/proofs/"+T+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.errors.properties.proofs.items.
properties.means,data:u};r===null?r=[k]:r.push(k),s++}var yr=A===s}if(W.source!==void 0){let u=W.source,A=s,E=s,P=s;if(typeof u=="string"){if(se(u)<1){let $={instancePath:t+
"/errors/proofs/"+T+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:K,data:u};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/errors/proofs/"+T+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:u};r===null?r=[$]:r.push($),s++}var Ln=E===s,yr=A===s}}else{let g={instancePath:t+"/er\
rors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
errors.properties.proofs.items.type,parentSchema:d.properties.errors.properties.proofs.items,data:W};r===null?r=[g]:r.push(g),s++}var up=C===s;up||(m=!1)}}else{
let m={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.errors.properties.proofs.type,parentSchema:d.properties.errors.properties.proofs,data:h};r===null?r=[m]:r.push(m),s++}var Lr=N===s}}else{let H={instancePath:t+
"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.type,parentSchema:d.properties.
errors,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}if(e.disagreements!==void 0){let f=e.disagreements,he=s,Je=s;if(Array.isArray(f)){let H=!0,h=f.length;for(let N=0;N<
h;N++){let re=f[N],de=s,m=s;if(re&&typeof re=="object"&&!Array.isArray(re)){if(re.topic===void 0){let T={instancePath:t+"/disagreements/"+N,schemaPath:"#/proper\
ties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.properties.disagreements.
items.required,parentSchema:d.properties.disagreements.items,data:re};r===null?r=[T]:r.push(T),s++}if(re.between===void 0){let T={instancePath:t+"/disagreements\
/"+N,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",
schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:re};r===null?r=[T]:r.push(T),s++}if(re.follows===void 0){let T={
instancePath:t+"/disagreements/"+N,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must ha\
ve required property 'follows'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:re};r===null?r=[T]:r.push(T),
s++}let v=s;for(let T in re)if(!(T==="topic"||T==="between"||T==="follows")){let W={instancePath:t+"/disagreements/"+N,schemaPath:"#/properties/disagreements/it\
ems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
disagreements.items,data:re};r===null?r=[W]:r.push(W),s++}if(re.topic!==void 0){let T=re.topic,W=s,C=s;if(typeof T=="string"){if(se(T)<1){let c={instancePath:t+
"/disagreements/"+N+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.topic,data:T};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+
"/disagreements/"+N+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.disagreements.items.properties.topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:T};r===null?r=[c]:r.push(c),s++}
var Fn=W===s}if(re.between!==void 0){let T=re.between,W=s,C=s;if(Array.isArray(T)){if(T.length<1){let A={instancePath:t+"/disagreements/"+N+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.
properties.disagreements.items.properties.between,data:T};r===null?r=[A]:r.push(A),s++}let g=!0,u=T.length;for(let A=0;A<u;A++){let E=T[A],P=s,k=s,$=s;if(typeof E==
"string"){if(se(E)<1){let U={instancePath:t+"/disagreements/"+N+"/between/"+A,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:E};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/disagreements/"+N+"/between/"+
A,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:E};r===null?r=[U]:r.push(U),
s++}var Jm=k===s,da=P===s;da||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+N+"/between",schemaPath:"#/properties/disagreements/items/properties/between/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.disagreements.items.properties.between.type,parentSchema:d.properties.disagreements.
items.properties.between,data:T};r===null?r=[g]:r.push(g),s++}var Fn=W===s}if(re.follows!==void 0){let T=re.follows,W=s,C=s;if(typeof T=="string"){if(se(T)<1){let g={
instancePath:t+"/disagreements/"+N+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.follows,data:T};r===null?r=[g]:r.push(g),s++}}else{let g={
instancePath:t+"/disagreements/"+N+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:d.properties.disagreements.items.properties.follows.type,parentSchema:d.properties.disagreements.items.properties.follows,data:T};r===null?
r=[g]:r.push(g),s++}var Fn=W===s}}else{let v={instancePath:t+"/disagreements/"+N,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:d.properties.disagreements.items.type,parentSchema:d.properties.disagreements.items,data:re};r===null?r=[v]:r.push(v),s++}
var lp=de===s;lp||(H=!1)}}else{let H={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:d.properties.disagreements.type,parentSchema:d.properties.disagreements,data:f};r===null?r=[H]:r.push(H),s++}var l=he===s}}else{let vs={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.type,parentSchema:d,data:e};r===null?r=[vs]:r.push(vs),s++}return ua.
errors=r,s===0}ua.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Cr=X(Me=>{"use strict";Object.defineProperty(Me,"__esModule",{value:!0});Me.regexpCode=Me.getEsmExportName=Me.getProperty=Me.safeStringify=Me.stringify=Me.strConcat=
Me.addCodeArg=Me.str=Me._=Me.nil=Me._Code=Me.Name=Me.IDENTIFIER=Me._CodeOrName=void 0;var _s=class{};Me._CodeOrName=_s;Me.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;var br=class extends _s{constructor(t){
if(super(),!Me.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.str}emptyStr(){return!1}get names(){
return{[this.str]:1}}};Me.Name=br;var qt=class extends _s{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){return this.str}emptyStr(){if(this.
_items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?t:this._str=this._items.reduce((a,n)=>`${a}${n}`,
"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof br&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Me.
_Code=qt;Me.nil=new qt("");function Fp(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Xn(a,t[n]),a.push(e[++n]);return new qt(a)}Me._=Fp;var Qn=new qt("+");function Vp(e,...t){
let a=[xs(e[0])],n=0;for(;n<t.length;)a.push(Qn),Xn(a,t[n]),a.push(Qn,xs(e[++n]));return kf(a),new qt(a)}Me.str=Vp;function Xn(e,t){t instanceof qt?e.push(...t.
_items):t instanceof br?e.push(t):e.push(Sf(t))}Me.addCodeArg=Xn;function kf(e){let t=1;for(;t<e.length-1;){if(e[t]===Qn){let a=$f(e[t-1],e[t+1]);if(a!==void 0){
e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function $f(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="string")return t instanceof br||e[e.length-1]!==
'"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="string"&&t[0]==='"'&&!(e instanceof br))return`"${e}${t.
slice(1)}`}function Pf(e,t){return t.emptyStr()?e:e.emptyStr()?t:Vp`${e}${t}`}Me.strConcat=Pf;function Sf(e){return typeof e=="number"||typeof e=="boolean"||e===
null?e:xs(Array.isArray(e)?e.join(","):e)}function _f(e){return new qt(xs(e))}Me.stringify=_f;function xs(e){return JSON.stringify(e).replace(/\u2028/g,"\\u2028").
replace(/\u2029/g,"\\u2029")}Me.safeStringify=xs;function xf(e){return typeof e=="string"&&Me.IDENTIFIER.test(e)?new qt(`.${e}`):Fp`[${e}]`}Me.getProperty=xf;function qf(e){
if(typeof e=="string"&&Me.IDENTIFIER.test(e))return new qt(`${e}`);throw new Error(`CodeGen: invalid export name: ${e}, use explicit $id name mapping`)}Me.getEsmExportName=
qf;function Of(e){return new qt(e.toString())}Me.regexpCode=Of});var to=X(yt=>{"use strict";Object.defineProperty(yt,"__esModule",{value:!0});yt.ValueScope=yt.ValueScopeName=yt.Scope=yt.varKinds=yt.UsedValueState=void 0;var ht=Cr(),
Yn=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},wa;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(wa||(yt.UsedValueState=wa={}));yt.varKinds={const:new ht.Name("const"),let:new ht.Name("let"),var:new ht.Name("var")};var ba=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof ht.Name?t:this.name(t)}name(t){return new ht.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};yt.Scope=ba;var va=class extends ht.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,ht._)`.${new ht.Name(a)}[${n}]`}};yt.ValueScopeName=va;var jf=(0,ht._)`\n`,eo=class extends ba{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?jf:ht.nil}}get(){return this._scope}name(t){return new va(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let l=s.get(r);if(l)return l}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),y=p.length;return p[y]=a.ref,o.setValue(a,{property:i,itemIndex:y}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,ht._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=ht.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(y=>{if(p.has(y))return;p.set(y,wa.Started);let l=a(y);if(l){let w=this.opts.es5?yt.varKinds.var:yt.varKinds.const;i=(0,ht._)`${i}${w} ${y} = ${l};${this.
opts._n}`}else if(l=o?.(y))i=(0,ht._)`${i}${l}${this.opts._n}`;else throw new Yn(y);p.set(y,wa.Completed)})}return i}};yt.ValueScope=eo});var we=X(ge=>{"use strict";Object.defineProperty(ge,"__esModule",{value:!0});ge.or=ge.and=ge.not=ge.CodeGen=ge.operators=ge.varKinds=ge.ValueScopeName=ge.ValueScope=
ge.Scope=ge.Name=ge.regexpCode=ge.stringify=ge.getProperty=ge.nil=ge.strConcat=ge.str=ge._=void 0;var Oe=Cr(),It=to(),nr=Cr();Object.defineProperty(ge,"_",{enumerable:!0,
get:function(){return nr._}});Object.defineProperty(ge,"str",{enumerable:!0,get:function(){return nr.str}});Object.defineProperty(ge,"strConcat",{enumerable:!0,
get:function(){return nr.strConcat}});Object.defineProperty(ge,"nil",{enumerable:!0,get:function(){return nr.nil}});Object.defineProperty(ge,"getProperty",{enumerable:!0,
get:function(){return nr.getProperty}});Object.defineProperty(ge,"stringify",{enumerable:!0,get:function(){return nr.stringify}});Object.defineProperty(ge,"rege\
xpCode",{enumerable:!0,get:function(){return nr.regexpCode}});Object.defineProperty(ge,"Name",{enumerable:!0,get:function(){return nr.Name}});var Sa=to();Object.
defineProperty(ge,"Scope",{enumerable:!0,get:function(){return Sa.Scope}});Object.defineProperty(ge,"ValueScope",{enumerable:!0,get:function(){return Sa.ValueScope}});
Object.defineProperty(ge,"ValueScopeName",{enumerable:!0,get:function(){return Sa.ValueScopeName}});Object.defineProperty(ge,"varKinds",{enumerable:!0,get:function(){
return Sa.varKinds}});ge.operators={GT:new Oe._Code(">"),GTE:new Oe._Code(">="),LT:new Oe._Code("<"),LTE:new Oe._Code("<="),EQ:new Oe._Code("==="),NEQ:new Oe._Code(
"!=="),NOT:new Oe._Code("!"),OR:new Oe._Code("||"),AND:new Oe._Code("&&"),ADD:new Oe._Code("+")};var Gt=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
ro=class extends Gt{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?It.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Hr(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Oe._CodeOrName?this.rhs.names:{}}},ka=class extends Gt{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Oe.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Hr(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Oe.Name?{}:{...this.lhs.names};return Pa(t,this.rhs)}},so=class extends ka{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},ao=class extends Gt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
no=class extends Gt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},oo=class extends Gt{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},io=class extends Gt{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Hr(this.code,t,a),this}get names(){return this.
code instanceof Oe._CodeOrName?this.code.names:{}}},qs=class extends Gt{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Tf(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>$r(t,a.names),{})}},Zt=class extends qs{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},po=class extends qs{},Kr=class extends Zt{};
Kr.kind="else";var vr=class e extends Zt{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Kr(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Up(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Hr(this.condition,t,a),this}get names(){let t=super.names;return Pa(t,this.condition),this.else&&$r(t,this.else.names),t}};vr.kind=
"if";var kr=class extends Zt{};kr.kind="for";var co=class extends kr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Hr(this.iteration,t,a),this}get names(){return $r(super.names,this.iteration.names)}},uo=class extends kr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?It.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=Pa(super.names,this.from);return Pa(t,this.to)}},$a=class extends kr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Hr(this.iterable,t,a),this}get names(){return $r(super.names,this.iterable.names)}},Os=class extends Zt{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Os.kind="func";var js=class extends qs{render(t){
return"return "+super.render(t)}};js.kind="return";var lo=class extends Zt{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&$r(t,this.catch.names),this.finally&&$r(t,this.finally.names),
t}},Ts=class extends Zt{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Ts.kind="catch";var As=class extends Zt{render(t){
return"finally"+super.render(t)}};As.kind="finally";var mo=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new It.Scope({parent:t}),this._nodes=[new po]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new ro(t,i,n)),i}const(t,a,n){return this.
_def(It.varKinds.const,t,a,n)}let(t,a,n){return this._def(It.varKinds.let,t,a,n)}var(t,a,n){return this._def(It.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new ka(t,a,n))}add(t,a){return this._leafNode(new so(t,ge.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Oe.nil&&this._leafNode(new io(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Oe.addCodeArg)(a,o));return a.push("}"),new Oe._Code(a)}if(t,a,n){
if(this._blockNode(new vr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new vr(t))}else(){return this._elseNode(new Kr)}endIf(){return this._endBlockNode(vr,Kr)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new co(t),a)}forRange(t,a,n,o,i=this.opts.es5?It.varKinds.var:It.varKinds.let){let r=this.
_scope.toName(t);return this._for(new uo(i,r,a,n),()=>o(r))}forOf(t,a,n,o=It.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Oe.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Oe._)`${r}.length`,s=>{this.var(i,(0,Oe._)`${r}[${s}]`),n(i)})}return this._for(new $a("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?It.varKinds.var:It.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Oe._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new $a("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(kr)}label(t){return this._leafNode(new ao(t))}break(t){return this._leafNode(
new no(t))}return(t){let a=new js;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
js)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new lo;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new Ts(i),a(i)}return n&&(this._currNode=o.finally=new As,this.code(n)),this._endBlockNode(Ts,As)}throw(t){return this._leafNode(new oo(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Oe.nil,n,o){return this._blockNode(new Os(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Os)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof vr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};ge.CodeGen=mo;function $r(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function Pa(e,t){return t instanceof Oe._CodeOrName?$r(e,t.names):
e}function Hr(e,t,a){if(e instanceof Oe.Name)return n(e);if(!o(e))return e;return new Oe._Code(e._items.reduce((i,r)=>(r instanceof Oe.Name&&(r=n(r)),r instanceof
Oe._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Oe._Code&&i._items.some(r=>r instanceof Oe.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Tf(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Up(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Oe._)`!${fo(e)}`}ge.not=Up;var Af=Dp(ge.operators.AND);function Nf(...e){return e.reduce(Af)}ge.and=Nf;var Ef=Dp(ge.
operators.OR);function Mf(...e){return e.reduce(Ef)}ge.or=Mf;function Dp(e){return(t,a)=>t===Oe.nil?a:a===Oe.nil?t:(0,Oe._)`${fo(t)} ${e} ${fo(a)}`}function fo(e){
return e instanceof Oe.Name?e:(0,Oe._)`(${e})`}});var Ae=X(be=>{"use strict";Object.defineProperty(be,"__esModule",{value:!0});be.checkStrictMode=be.getErrorPath=be.Type=be.useFunc=be.setEvaluated=be.evaluatedPropsToName=
be.mergeEvaluated=be.eachItem=be.unescapeJsonPointer=be.escapeJsonPointer=be.escapeFragment=be.unescapeFragment=be.schemaRefOrVal=be.schemaHasRulesButRef=be.schemaHasRules=
be.checkUnknownRules=be.alwaysValidSchema=be.toHash=void 0;var Fe=we(),If=Cr();function Rf(e){let t={};for(let a of e)t[a]=!0;return t}be.toHash=Rf;function Lf(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Wp(e,t),!Cp(t,e.self.RULES.all))}be.alwaysValidSchema=Lf;function Wp(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Bp(e,`unknown keyword: "${i}"`)}be.checkUnknownRules=Wp;function Cp(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}be.schemaHasRules=Cp;function Ff(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}be.schemaHasRulesButRef=Ff;function Vf({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Fe._)`${a}`}return(0,Fe._)`${e}${t}${(0,Fe.getProperty)(n)}`}be.schemaRefOrVal=Vf;function Uf(e){return Kp(decodeURIComponent(
e))}be.unescapeFragment=Uf;function Df(e){return encodeURIComponent(yo(e))}be.escapeFragment=Df;function yo(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}be.escapeJsonPointer=yo;function Kp(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}be.unescapeJsonPointer=Kp;function zf(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}be.eachItem=zf;function zp({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof Fe.Name?(i instanceof Fe.Name?e(o,i,r):t(o,i,r),r):i instanceof Fe.Name?(t(o,r,i),i):a(i,r);return s===Fe.Name&&!(p instanceof Fe.Name)?n(o,p):p}}
be.mergeEvaluated={props:zp({mergeNames:(e,t,a)=>e.if((0,Fe._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,Fe._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,Fe._)`${a} || {}`).code((0,Fe._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,Fe._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,Fe.
_)`${a} || {}`),go(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Hp}),items:zp({mergeNames:(e,t,a)=>e.if((0,Fe._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,Fe._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,Fe._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,Fe._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Hp(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,Fe.
_)`{}`);return t!==void 0&&go(e,a,t),a}be.evaluatedPropsToName=Hp;function go(e,t,a){Object.keys(a).forEach(n=>e.assign((0,Fe._)`${t}${(0,Fe.getProperty)(n)}`,!0))}
be.setEvaluated=go;var Jp={};function Jf(e,t){return e.scopeValue("func",{ref:t,code:Jp[t.code]||(Jp[t.code]=new If._Code(t.code))})}be.useFunc=Jf;var ho;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(ho||(be.Type=ho={}));function Wf(e,t,a){if(e instanceof Fe.Name){let n=t===ho.Num;return a?n?(0,Fe._)`"[" + ${e} + "]"`:(0,Fe.
_)`"['" + ${e} + "']"`:n?(0,Fe._)`"/" + ${e}`:(0,Fe._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Fe.getProperty)(e).toString():"/"+yo(e)}
be.getErrorPath=Wf;function Bp(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}be.checkStrictMode=Bp});var Qt=X(wo=>{"use strict";Object.defineProperty(wo,"__esModule",{value:!0});var nt=we(),Cf={data:new nt.Name("data"),valCxt:new nt.Name("valCxt"),instancePath:new nt.
Name("instancePath"),parentData:new nt.Name("parentData"),parentDataProperty:new nt.Name("parentDataProperty"),rootData:new nt.Name("rootData"),dynamicAnchors:new nt.
Name("dynamicAnchors"),vErrors:new nt.Name("vErrors"),errors:new nt.Name("errors"),this:new nt.Name("this"),self:new nt.Name("self"),scope:new nt.Name("scope"),
json:new nt.Name("json"),jsonPos:new nt.Name("jsonPos"),jsonLen:new nt.Name("jsonLen"),jsonPart:new nt.Name("jsonPart")};wo.default=Cf});var Ns=X(ot=>{"use strict";Object.defineProperty(ot,"__esModule",{value:!0});ot.extendErrors=ot.resetErrorsCount=ot.reportExtraError=ot.reportError=ot.keyword$DataError=
ot.keywordError=void 0;var Ne=we(),_a=Ae(),ut=Qt();ot.keywordError={message:({keyword:e})=>(0,Ne.str)`must pass "${e}" keyword validation`};ot.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ne.str)`"${e}" keyword must be ${t} ($data)`:(0,Ne.str)`"${e}" keyword is invalid ($data)`};function Kf(e,t=ot.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Qp(e,t,a);n??(r||s)?Gp(i,p):Zp(o,(0,Ne._)`[${p}]`)}ot.reportError=Kf;function Hf(e,t=ot.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Qp(e,t,a);Gp(o,s),i||r||Zp(n,ut.default.vErrors)}ot.reportExtraError=Hf;function Bf(e,t){e.assign(ut.default.errors,
t),e.if((0,Ne._)`${ut.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ne._)`${ut.default.vErrors}.length`,t),()=>e.assign(ut.default.vErrors,null)))}ot.resetErrorsCount=
Bf;function Gf({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,ut.default.errors,s=>{e.const(r,(0,Ne._)`${ut.default.vErrors}[${s}]`),e.if((0,Ne._)`${r}.instancePath === undefined`,()=>e.assign((0,Ne._)`${r}.instancePath`,
(0,Ne.strConcat)(ut.default.instancePath,i.errorPath))),e.assign((0,Ne._)`${r}.schemaPath`,(0,Ne.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ne.
_)`${r}.schema`,a),e.assign((0,Ne._)`${r}.data`,n))})}ot.extendErrors=Gf;function Gp(e,t){let a=e.const("err",t);e.if((0,Ne._)`${ut.default.vErrors} === null`,()=>e.
assign(ut.default.vErrors,(0,Ne._)`[${a}]`),(0,Ne._)`${ut.default.vErrors}.push(${a})`),e.code((0,Ne._)`${ut.default.errors}++`)}function Zp(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ne._)`new ${e.ValidationError}(${t})`):(a.assign((0,Ne._)`${n}.errors`,t),a.return(!1))}var Pr={keyword:new Ne.Name("keyword"),
schemaPath:new Ne.Name("schemaPath"),params:new Ne.Name("params"),propertyName:new Ne.Name("propertyName"),message:new Ne.Name("message"),schema:new Ne.Name("sc\
hema"),parentSchema:new Ne.Name("parentSchema")};function Qp(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Ne._)`{}`:Zf(e,t,a)}function Zf(e,t,a={}){let{gen:n,
it:o}=e,i=[Qf(o,a),Xf(e,a)];return Yf(e,t,i),n.object(...i)}function Qf({errorPath:e},{instancePath:t}){let a=t?(0,Ne.str)`${e}${(0,_a.getErrorPath)(t,_a.Type.Str)}`:
e;return[ut.default.instancePath,(0,Ne.strConcat)(ut.default.instancePath,a)]}function Xf({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Ne.str)`${t}/${e}`;return a&&(o=(0,Ne.str)`${o}${(0,_a.getErrorPath)(a,_a.Type.Str)}`),[Pr.schemaPath,o]}function Yf(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:y,topSchemaRef:l,schemaPath:w}=s;n.push([Pr.keyword,o],[Pr.params,typeof t=="function"?t(e):t||(0,Ne._)`{}`]),
p.messages&&n.push([Pr.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([Pr.schema,r],[Pr.parentSchema,(0,Ne._)`${l}${w}`],[ut.default.data,i]),y&&n.push(
[Pr.propertyName,y])}});var Yp=X(Br=>{"use strict";Object.defineProperty(Br,"__esModule",{value:!0});Br.boolOrEmptySchema=Br.topBoolOrEmptySchema=void 0;var eh=Ns(),th=we(),rh=Qt(),sh={
message:"boolean schema is false"};function ah(e){let{gen:t,schema:a,validateName:n}=e;a===!1?Xp(e,!1):typeof a=="object"&&a.$async===!0?t.return(rh.default.data):
(t.assign((0,th._)`${n}.errors`,null),t.return(!0))}Br.topBoolOrEmptySchema=ah;function nh(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),Xp(e)):a.var(t,!0)}Br.
boolOrEmptySchema=nh;function Xp(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,eh.reportError)(
o,sh,void 0,t)}});var bo=X(Gr=>{"use strict";Object.defineProperty(Gr,"__esModule",{value:!0});Gr.getRules=Gr.isJSONType=void 0;var oh=["string","number","integer","boolean","nul\
l","object","array"],ih=new Set(oh);function ph(e){return typeof e=="string"&&ih.has(e)}Gr.isJSONType=ph;function ch(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Gr.getRules=ch});var vo=X(or=>{"use strict";Object.defineProperty(or,"__esModule",{value:!0});or.shouldUseRule=or.shouldUseGroup=or.schemaHasRulesForType=void 0;function dh({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&ec(e,n)}or.schemaHasRulesForType=dh;function ec(e,t){return t.rules.some(a=>tc(e,a))}or.shouldUseGroup=ec;function tc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}or.shouldUseRule=tc});var Es=X(it=>{"use strict";Object.defineProperty(it,"__esModule",{value:!0});it.reportTypeError=it.checkDataTypes=it.checkDataType=it.coerceAndCheckDataType=it.
getJSONTypes=it.getSchemaTypes=it.DataType=void 0;var uh=bo(),lh=vo(),mh=Ns(),ye=we(),rc=Ae(),Zr;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Zr||
(it.DataType=Zr={}));function fh(e){let t=sc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}it.getSchemaTypes=fh;function sc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(uh.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}it.getJSONTypes=sc;function hh(e,t){
let{gen:a,data:n,opts:o}=e,i=yh(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,lh.schemaHasRulesForType)(e,t[0]));if(r){let s=$o(t,n,o.strictNumbers,
Zr.Wrong);a.if(s,()=>{i.length?gh(e,t,i):Po(e)})}return r}it.coerceAndCheckDataType=hh;var ac=new Set(["string","number","integer","boolean","null"]);function yh(e,t){
return t?e.filter(a=>ac.has(a)||t==="array"&&a==="array"):[]}function gh(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,ye._)`typeof ${o}`),s=n.let("co\
erced",(0,ye._)`undefined`);i.coerceTypes==="array"&&n.if((0,ye._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,ye._)`${o}[0]`).
assign(r,(0,ye._)`typeof ${o}`).if($o(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,ye._)`${s} !== undefined`);for(let y of a)(ac.has(y)||y==="array"&&i.coerceTypes===
"array")&&p(y);n.else(),Po(e),n.endIf(),n.if((0,ye._)`${s} !== undefined`,()=>{n.assign(o,s),wh(e,s)});function p(y){switch(y){case"string":n.elseIf((0,ye._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,ye._)`"" + ${o}`).elseIf((0,ye._)`${o} === null`).assign(s,(0,ye._)`""`);return;case"number":n.elseIf((0,ye._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,ye._)`+${o}`);return;case"integer":n.elseIf((0,ye._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,ye._)`+${o}`);return;case"boolean":n.elseIf((0,ye._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,ye._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,ye._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,ye._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,ye._)`[${o}]`)}}}function wh({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,ye._)`${t} !== undefined`,
()=>e.assign((0,ye._)`${t}[${a}]`,n))}function ko(e,t,a,n=Zr.Correct){let o=n===Zr.Correct?ye.operators.EQ:ye.operators.NEQ,i;switch(e){case"null":return(0,ye._)`${t} ${o} null`;case"\
array":i=(0,ye._)`Array.isArray(${t})`;break;case"object":i=(0,ye._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,ye._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,ye._)`typeof ${t} ${o} ${e}`}return n===Zr.Correct?i:(0,ye.not)(i);function r(s=ye.nil){return(0,ye.and)((0,ye._)`typeof ${t} == "number"`,
s,a?(0,ye._)`isFinite(${t})`:ye.nil)}}it.checkDataType=ko;function $o(e,t,a,n){if(e.length===1)return ko(e[0],t,a,n);let o,i=(0,rc.toHash)(e);if(i.array&&i.object){
let r=(0,ye._)`typeof ${t} != "object"`;o=i.null?r:(0,ye._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=ye.nil;i.number&&delete i.integer;
for(let r in i)o=(0,ye.and)(o,ko(r,t,a,n));return o}it.checkDataTypes=$o;var bh={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,ye._)`{type: ${e}}`:(0,ye._)`{type: ${t}}`};function Po(e){let t=vh(e);(0,mh.reportError)(t,bh)}it.reportTypeError=Po;function vh(e){let{gen:t,data:a,
schema:n}=e,o=(0,rc.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var oc=X(xa=>{"use strict";Object.defineProperty(xa,"__esModule",{value:!0});xa.assignDefaults=void 0;var Qr=we(),kh=Ae();function $h(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)nc(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>nc(e,i,o.default))}xa.assignDefaults=$h;function nc(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Qr._)`${i}${(0,Qr.getProperty)(t)}`;if(o){(0,kh.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Qr._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Qr._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Qr._)`${s} = ${(0,Qr.
stringify)(a)}`)}});var Ot=X(Le=>{"use strict";Object.defineProperty(Le,"__esModule",{value:!0});Le.validateUnion=Le.validateArray=Le.usePattern=Le.callValidateCode=Le.schemaProperties=
Le.allSchemaProperties=Le.noPropertyInData=Le.propertyInData=Le.isOwnProperty=Le.hasPropFunc=Le.reportMissingProp=Le.checkMissingProp=Le.checkReportMissingProp=
void 0;var Ue=we(),So=Ae(),ir=Qt(),Ph=Ae();function Sh(e,t){let{gen:a,data:n,it:o}=e;a.if(xo(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,Ue.
_)`${t}`},!0),e.error()})}Le.checkReportMissingProp=Sh;function _h({gen:e,data:t,it:{opts:a}},n,o){return(0,Ue.or)(...n.map(i=>(0,Ue.and)(xo(e,t,i,a.ownProperties),
(0,Ue._)`${o} = ${i}`)))}Le.checkMissingProp=_h;function xh(e,t){e.setParams({missingProperty:t},!0),e.error()}Le.reportMissingProp=xh;function ic(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Ue._)`Object.prototype.hasOwnProperty`})}Le.hasPropFunc=ic;function _o(e,t,a){return(0,Ue._)`${ic(e)}.call(${t}, ${a})`}
Le.isOwnProperty=_o;function qh(e,t,a,n){let o=(0,Ue._)`${t}${(0,Ue.getProperty)(a)} !== undefined`;return n?(0,Ue._)`${o} && ${_o(e,t,a)}`:o}Le.propertyInData=
qh;function xo(e,t,a,n){let o=(0,Ue._)`${t}${(0,Ue.getProperty)(a)} === undefined`;return n?(0,Ue.or)(o,(0,Ue.not)(_o(e,t,a))):o}Le.noPropertyInData=xo;function pc(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}Le.allSchemaProperties=pc;function Oh(e,t){return pc(t).filter(a=>!(0,So.alwaysValidSchema)(e,t[a]))}Le.schemaProperties=
Oh;function jh({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,y){let l=y?(0,Ue._)`${e}, ${t}, ${n}${o}`:t,w=[[ir.default.instancePath,
(0,Ue.strConcat)(ir.default.instancePath,i)],[ir.default.parentData,r.parentData],[ir.default.parentDataProperty,r.parentDataProperty],[ir.default.rootData,ir.default.
rootData]];r.opts.dynamicRef&&w.push([ir.default.dynamicAnchors,ir.default.dynamicAnchors]);let S=(0,Ue._)`${l}, ${a.object(...w)}`;return p!==Ue.nil?(0,Ue._)`${s}.call(${p}, ${S})`:
(0,Ue._)`${s}(${S})`}Le.callValidateCode=jh;var Th=(0,Ue._)`new RegExp`;function Ah({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Ue._)`${o.code==="new RegExp"?Th:(0,Ph.useFunc)(e,o)}(${a}, ${n})`})}Le.usePattern=Ah;function Nh(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,Ue._)`${a}.length`);t.forRange("i",0,p,y=>{e.subschema({keyword:n,dataProp:y,dataPropType:So.Type.Num},i),t.if((0,Ue.not)(
i),s)})}}Le.validateArray=Nh;function Eh(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,So.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,y)=>{let l=e.subschema({keyword:n,schemaProp:y,
compositeRule:!0},s);t.assign(r,(0,Ue._)`${r} || ${s}`),e.mergeValidEvaluated(l,s)||t.if((0,Ue.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}Le.validateUnion=
Eh});var uc=X(Jt=>{"use strict";Object.defineProperty(Jt,"__esModule",{value:!0});Jt.validateKeywordUsage=Jt.validSchemaType=Jt.funcKeywordCode=Jt.macroKeywordCode=void 0;
var lt=we(),Sr=Qt(),Mh=Ot(),Ih=Ns();function Rh(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=dc(a,n,s);r.opts.validateSchema!==
!1&&r.self.validateSchema(s,!0);let y=a.name("valid");e.subschema({schema:s,schemaPath:lt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,compositeRule:!0},
y),e.pass(y,()=>e.error(!0))}Jt.macroKeywordCode=Rh;function Lh(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Vh(p,t);let y=!s&&t.compile?
t.compile.call(p.self,i,r,p):t.validate,l=dc(n,o,y),w=n.let("valid");e.block$data(w,S),e.ok((a=t.valid)!==null&&a!==void 0?a:w);function S(){if(t.errors===!1)q(),
t.modifying&&cc(e),I(()=>e.error());else{let R=t.async?_():j();t.modifying&&cc(e),I(()=>Fh(e,R))}}function _(){let R=n.let("ruleErrs",null);return n.try(()=>q((0,lt.
_)`await `),ee=>n.assign(w,!1).if((0,lt._)`${ee} instanceof ${p.ValidationError}`,()=>n.assign(R,(0,lt._)`${ee}.errors`),()=>n.throw(ee))),R}function j(){let R=(0,lt.
_)`${l}.errors`;return n.assign(R,null),q(lt.nil),R}function q(R=t.async?(0,lt._)`await `:lt.nil){let ee=p.opts.passContext?Sr.default.this:Sr.default.self,V=!("\
compile"in t&&!s||t.schema===!1);n.assign(w,(0,lt._)`${R}${(0,Mh.callValidateCode)(e,l,ee,V)}`,t.modifying)}function I(R){var ee;n.if((0,lt.not)((ee=t.valid)!==
null&&ee!==void 0?ee:w),R)}}Jt.funcKeywordCode=Lh;function cc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,lt._)`${n.parentData}[${n.parentDataProperty}]`))}
function Fh(e,t){let{gen:a}=e;a.if((0,lt._)`Array.isArray(${t})`,()=>{a.assign(Sr.default.vErrors,(0,lt._)`${Sr.default.vErrors} === null ? ${t} : ${Sr.default.
vErrors}.concat(${t})`).assign(Sr.default.errors,(0,lt._)`${Sr.default.vErrors}.length`),(0,Ih.extendErrors)(e)},()=>e.error())}function Vh({schemaEnv:e},t){if(t.
async&&!e.$async)throw new Error("async keyword in sync schema")}function dc(e,t,a){if(a===void 0)throw new Error(`keyword "${t}" failed to compile`);return e.scopeValue(
"keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,lt.stringify)(a)})}function Uh(e,t,a=!1){return!t.length||t.some(n=>n==="array"?Array.isArray(e):n==="obje\
ct"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}Jt.validSchemaType=Uh;function Dh({schema:e,opts:t,self:a,errSchemaPath:n},o,i){if(Array.
isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;if(r?.some(s=>!Object.prototype.hasOwnProperty.
call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.validateSchema(e[i])){let p=`keyword "${i}" v\
alue is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(p);else throw new Error(p)}}Jt.validateKeywordUsage=
Dh});var mc=X(pr=>{"use strict";Object.defineProperty(pr,"__esModule",{value:!0});pr.extendSubschemaMode=pr.extendSubschemaData=pr.getSubschema=void 0;var Wt=we(),lc=Ae();
function zh(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,Wt._)`${e.schemaPath}${(0,Wt.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,Wt._)`${e.schemaPath}${(0,Wt.getProperty)(t)}${(0,Wt.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,lc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}pr.getSubschema=zh;function Jh(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:y,dataPathArr:l,opts:w}=t,S=s.let("data",(0,Wt._)`${t.data}${(0,Wt.getProperty)(a)}`,!0);p(S),e.errorPath=(0,Wt.str)`${y}${(0,lc.
getErrorPath)(a,n,w.jsPropertySyntax)}`,e.parentDataProperty=(0,Wt._)`${a}`,e.dataPathArr=[...l,e.parentDataProperty]}if(o!==void 0){let y=o instanceof Wt.Name?
o:s.let("data",o,!0);p(y),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(y){e.data=y,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,y]}}pr.extendSubschemaData=Jh;function Wh(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}pr.extendSubschemaMode=
Wh});var qo=X((Ok,fc)=>{"use strict";fc.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)return!1;
var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.source===
a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.toString()===
a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;for(o=
n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var yc=X((jk,hc)=>{"use strict";var cr=hc.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};qa(t,n,o,e,"",e)};cr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
cr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};cr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};cr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function qa(e,t,a,n,o,i,r,s,p,y){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,y);for(var l in n){var w=n[l];if(Array.isArray(w)){if(l in cr.arrayKeywords)for(var S=0;S<w.length;S++)qa(e,t,a,w[S],o+"/"+l+"/"+S,i,o,l,n,S)}else if(l in
cr.propsKeywords){if(w&&typeof w=="object")for(var _ in w)qa(e,t,a,w[_],o+"/"+l+"/"+Ch(_),i,o,l,n,_)}else(l in cr.keywords||e.allKeys&&!(l in cr.skipKeywords))&&
qa(e,t,a,w,o+"/"+l,i,o,l,n)}a(n,o,i,r,s,p,y)}}function Ch(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Ms=X(gt=>{"use strict";Object.defineProperty(gt,"__esModule",{value:!0});gt.getSchemaRefs=gt.resolveUrl=gt.normalizeId=gt._getFullPath=gt.getFullPath=gt.inlineRef=
void 0;var Kh=Ae(),Hh=qo(),Bh=yc(),Gh=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Zh(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Oo(e):t?gc(e)<=t:!1}gt.inlineRef=Zh;var Qh=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Oo(e){for(let t in e){if(Qh.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Oo)||typeof a=="object"&&Oo(a))return!0}return!1}function gc(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Gh.has(a)&&(typeof e[a]=="object"&&
(0,Kh.eachItem)(e[a],n=>t+=gc(n)),t===1/0))return 1/0}return t}function wc(e,t="",a){a!==!1&&(t=Xr(t));let n=e.parse(t);return bc(e,n)}gt.getFullPath=wc;function bc(e,t){
return e.serialize(t).split("#")[0]+"#"}gt._getFullPath=bc;var Xh=/#\/?$/;function Xr(e){return e?e.replace(Xh,""):""}gt.normalizeId=Xr;function Yh(e,t,a){return a=
Xr(a),e.resolve(t,a)}gt.resolveUrl=Yh;var ey=/^[a-z_][-a-z0-9._]*$/i;function ty(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Xr(
e[a]||t),i={"":o},r=wc(n,o,!1),s={},p=new Set;return Bh(e,{allKeys:!0},(w,S,_,j)=>{if(j===void 0)return;let q=r+S,I=i[j];typeof w[a]=="string"&&(I=R.call(this,w[a])),
ee.call(this,w.$anchor),ee.call(this,w.$dynamicAnchor),i[S]=I;function R(V){let J=this.opts.uriResolver.resolve;if(V=Xr(I?J(I,V):V),p.has(V))throw l(V);p.add(V);
let L=this.refs[V];return typeof L=="string"&&(L=this.refs[L]),typeof L=="object"?y(w,L.schema,V):V!==Xr(q)&&(V[0]==="#"?(y(w,s[V],V),s[V]=w):this.refs[V]=q),V}
function ee(V){if(typeof V=="string"){if(!ey.test(V))throw new Error(`invalid anchor "${V}"`);R.call(this,`#${V}`)}}}),s;function y(w,S,_){if(S!==void 0&&!Hh(w,
S))throw l(_)}function l(w){return new Error(`reference "${w}" resolves to more than one schema`)}}gt.getSchemaRefs=ty});var Ls=X(dr=>{"use strict";Object.defineProperty(dr,"__esModule",{value:!0});dr.getData=dr.KeywordCxt=dr.validateFunctionCode=void 0;var Sc=Yp(),vc=Es(),To=vo(),
Oa=Es(),ry=oc(),Rs=uc(),jo=mc(),ae=we(),ce=Qt(),sy=Ms(),Xt=Ae(),Is=Ns();function ay(e){if(qc(e)&&(Oc(e),xc(e))){iy(e);return}_c(e,()=>(0,Sc.topBoolOrEmptySchema)(
e))}dr.validateFunctionCode=ay;function _c({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ae._)`${ce.default.data}, ${ce.default.valCxt}`,
n.$async,()=>{e.code((0,ae._)`"use strict"; ${kc(a,o)}`),oy(e,o),e.code(i)}):e.func(t,(0,ae._)`${ce.default.data}, ${ny(o)}`,n.$async,()=>e.code(kc(a,o)).code(i))}
function ny(e){return(0,ae._)`{${ce.default.instancePath}="", ${ce.default.parentData}, ${ce.default.parentDataProperty}, ${ce.default.rootData}=${ce.default.data}${e.
dynamicRef?(0,ae._)`, ${ce.default.dynamicAnchors}={}`:ae.nil}}={}`}function oy(e,t){e.if(ce.default.valCxt,()=>{e.var(ce.default.instancePath,(0,ae._)`${ce.default.
valCxt}.${ce.default.instancePath}`),e.var(ce.default.parentData,(0,ae._)`${ce.default.valCxt}.${ce.default.parentData}`),e.var(ce.default.parentDataProperty,(0,ae.
_)`${ce.default.valCxt}.${ce.default.parentDataProperty}`),e.var(ce.default.rootData,(0,ae._)`${ce.default.valCxt}.${ce.default.rootData}`),t.dynamicRef&&e.var(
ce.default.dynamicAnchors,(0,ae._)`${ce.default.valCxt}.${ce.default.dynamicAnchors}`)},()=>{e.var(ce.default.instancePath,(0,ae._)`""`),e.var(ce.default.parentData,
(0,ae._)`undefined`),e.var(ce.default.parentDataProperty,(0,ae._)`undefined`),e.var(ce.default.rootData,ce.default.data),t.dynamicRef&&e.var(ce.default.dynamicAnchors,
(0,ae._)`{}`)})}function iy(e){let{schema:t,opts:a,gen:n}=e;_c(e,()=>{a.$comment&&t.$comment&&Tc(e),ly(e),n.let(ce.default.vErrors,null),n.let(ce.default.errors,
0),a.unevaluated&&py(e),jc(e),hy(e)})}function py(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ae._)`${a}.evaluated`),t.if((0,ae._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ae._)`${e.evaluated}.props`,(0,ae._)`undefined`)),t.if((0,ae._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ae._)`${e.evaluated}.items`,(0,ae._)`undefined`))}
function kc(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ae._)`/*# sourceURL=${a} */`:ae.nil}function cy(e,t){if(qc(
e)&&(Oc(e),xc(e))){dy(e,t);return}(0,Sc.boolOrEmptySchema)(e,t)}function xc({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function qc(e){return typeof e.schema!="boolean"}function dy(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Tc(e),my(e),fy(e);let i=n.
const("_errs",ce.default.errors);jc(e,i),n.var(t,(0,ae._)`${i} === ${ce.default.errors}`)}function Oc(e){(0,Xt.checkUnknownRules)(e),uy(e)}function jc(e,t){if(e.
opts.jtd)return $c(e,[],!1,t);let a=(0,vc.getSchemaTypes)(e.schema),n=(0,vc.coerceAndCheckDataType)(e,a);$c(e,a,!n,t)}function uy(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Xt.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function ly(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Xt.checkStrictMode)(e,"default is ignored in the schema root")}function my(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,sy.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function fy(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Tc({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ae._)`${ce.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ae.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ae._)`${ce.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function hy(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ae._)`${ce.default.errors} === 0`,()=>t.return(ce.default.data),
()=>t.throw((0,ae._)`new ${o}(${ce.default.vErrors})`)):(t.assign((0,ae._)`${n}.errors`,ce.default.vErrors),i.unevaluated&&yy(e),t.return((0,ae._)`${ce.default.
errors} === 0`))}function yy({gen:e,evaluated:t,props:a,items:n}){a instanceof ae.Name&&e.assign((0,ae._)`${t}.props`,a),n instanceof ae.Name&&e.assign((0,ae._)`${t}.items`,
n)}function $c(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:y}=e,{RULES:l}=y;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Xt.schemaHasRulesButRef)(i,l))){
o.block(()=>Nc(e,"$ref",l.all.$ref.definition));return}p.jtd||gy(e,t),o.block(()=>{for(let S of l.rules)w(S);w(l.post)});function w(S){(0,To.shouldUseGroup)(i,S)&&
(S.type?(o.if((0,Oa.checkDataType)(S.type,r,p.strictNumbers)),Pc(e,S),t.length===1&&t[0]===S.type&&a&&(o.else(),(0,Oa.reportTypeError)(e)),o.endIf()):Pc(e,S),s||
o.if((0,ae._)`${ce.default.errors} === ${n||0}`))}}function Pc(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,ry.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,To.shouldUseRule)(n,i)&&Nc(e,i.keyword,i.definition,t.type)})}function gy(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(wy(e,t),e.opts.allowUnionTypes||
by(e,t),vy(e,e.dataTypes))}function wy(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Ac(e.dataTypes,a)||Ao(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),$y(e,t)}}function by(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Ao(e,"use allowUnionTypes to allow uni\
on type keyword")}function vy(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,To.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>ky(t,r))&&Ao(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function ky(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Ac(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function $y(e,t){let a=[];for(let n of e.dataTypes)Ac(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Ao(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Xt.checkStrictMode)(
e,t,e.opts.strictTypes)}var ja=class{constructor(t,a,n){if((0,Rs.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Xt.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Ec(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Rs.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",ce.default.errors))}result(t,a,n){this.failResult((0,ae.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ae.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ae._)`${a} !== undefined && (${(0,ae.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Is.reportExtraError:Is.reportError)(this,this.def.error,a)}$dataError(){
(0,Is.reportError)(this,this.def.$dataError||Is.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Is.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ae.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ae.nil,a=ae.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ae.
or)((0,ae._)`${o} === undefined`,a)),t!==ae.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ae.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ae.or)(r(),s());function r(){if(n.length){if(!(a instanceof ae.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ae._)`${(0,Oa.checkDataTypes)(p,a,i.opts.strictNumbers,Oa.DataType.Wrong)}`}return ae.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ae._)`!${p}(${a})`}return ae.nil}}subschema(t,a){let n=(0,jo.
getSubschema)(this.it,t);(0,jo.extendSubschemaData)(n,this.it,t),(0,jo.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return cy(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Xt.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Xt.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ae.Name)),!0}};dr.KeywordCxt=ja;function Nc(e,t,a,n){let o=new ja(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Rs.funcKeywordCode)(o,a):"macro"in a?(0,Rs.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Rs.funcKeywordCode)(o,a)}var Py=/^\/(?:[^~]|~0|~1)*$/,
Sy=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Ec(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return ce.default.rootData;if(e[0]==="/"){if(!Py.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=ce.default.rootData}else{let y=Sy.exec(e);if(!y)throw new Error(`Invalid JSON-pointer: ${e}`);let l=+y[1];
if(o=y[2],o==="#"){if(l>=t)throw new Error(p("property/index",l));return n[t-l]}if(l>t)throw new Error(p("data",l));if(i=a[t-l],!o)return i}let r=i,s=o.split("/");
for(let y of s)y&&(i=(0,ae._)`${i}${(0,ae.getProperty)((0,Xt.unescapeJsonPointer)(y))}`,r=(0,ae._)`${r} && ${i}`);return r;function p(y,l){return`Cannot access ${y}\
 ${l} levels up, current level is ${t}`}}dr.getData=Ec});var Ta=X(Eo=>{"use strict";Object.defineProperty(Eo,"__esModule",{value:!0});var No=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Eo.default=No});var Fs=X(Ro=>{"use strict";Object.defineProperty(Ro,"__esModule",{value:!0});var Mo=Ms(),Io=class extends Error{constructor(t,a,n,o){super(o||`can't resolve ref\
erence ${n} from id ${a}`),this.missingRef=(0,Mo.resolveUrl)(t,a,n),this.missingSchema=(0,Mo.normalizeId)((0,Mo.getFullPath)(t,this.missingRef))}};Ro.default=Io});var Na=X(jt=>{"use strict";Object.defineProperty(jt,"__esModule",{value:!0});jt.resolveSchema=jt.getCompilingSchema=jt.resolveRef=jt.compileSchema=jt.SchemaEnv=
void 0;var Rt=we(),_y=Ta(),_r=Qt(),Lt=Ms(),Mc=Ae(),xy=Ls(),Yr=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,Lt.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};jt.SchemaEnv=Yr;function Fo(e){let t=Ic.call(
this,e);if(t)return t;let a=(0,Lt.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new Rt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:_y.default,code:(0,Rt._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let y={gen:r,allErrors:this.opts.allErrors,data:_r.default.data,parentData:_r.default.parentData,parentDataProperty:_r.
default.parentDataProperty,dataNames:[_r.default.data],dataPathArr:[Rt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,Rt.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:Rt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Rt._)`""`,opts:this.opts,self:this},l;try{this._compilations.
add(e),(0,xy.validateFunctionCode)(y),r.optimize(this.opts.code.optimize);let w=r.toString();l=`${r.scopeRefs(_r.default.scope)}return ${w}`,this.opts.code.process&&
(l=this.opts.code.process(l,e));let _=new Function(`${_r.default.self}`,`${_r.default.scope}`,l)(this,this.scope.get());if(this.scope.value(p,{ref:_}),_.errors=
null,_.schema=e.schema,_.schemaEnv=e,e.$async&&(_.$async=!0),this.opts.code.source===!0&&(_.source={validateName:p,validateCode:w,scopeValues:r._values}),this.opts.
unevaluated){let{props:j,items:q}=y;_.evaluated={props:j instanceof Rt.Name?void 0:j,items:q instanceof Rt.Name?void 0:q,dynamicProps:j instanceof Rt.Name,dynamicItems:q instanceof
Rt.Name},_.source&&(_.source.evaluated=(0,Rt.stringify)(_.evaluated))}return e.validate=_,e}catch(w){throw delete e.validate,delete e.validateName,l&&this.logger.
error("Error compiling schema, function code:",l),w}finally{this._compilations.delete(e)}}jt.compileSchema=Fo;function qy(e,t,a){var n;a=(0,Lt.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Ty.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Yr({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Oy.call(this,i)}jt.resolveRef=qy;function Oy(e){return(0,Lt.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Fo.call(this,e)}function Ic(e){for(let t of this._compilations)if(jy(t,e))return t}jt.getCompilingSchema=Ic;
function jy(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Ty(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||Aa.call(this,e,t)}function Aa(e,t){let a=this.opts.uriResolver.parse(t),n=(0,Lt._getFullPath)(this.opts.uriResolver,a),o=(0,Lt.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Lo.call(this,a,e);let i=(0,Lt.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=Aa.call(this,e,r);return typeof s?.schema!="object"?void 0:Lo.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Fo.call(this,r),i===(0,Lt.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,y=s[p];return y&&(o=(0,Lt.resolveUrl)(this.opts.uriResolver,o,y)),new Yr({schema:s,schemaId:p,root:e,baseId:o})}
return Lo.call(this,a,r)}}jt.resolveSchema=Aa;var Ay=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Lo(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Mc.
unescapeFragment)(s)];if(p===void 0)return;a=p;let y=typeof a=="object"&&a[this.opts.schemaId];!Ay.has(s)&&y&&(t=(0,Lt.resolveUrl)(this.opts.uriResolver,t,y))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Mc.schemaHasRulesButRef)(a,this.RULES)){let s=(0,Lt.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=Aa.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Yr({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Rc=X((Ik,Ny)=>{Ny.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data reference\
 (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-po\
inter"}]}},additionalProperties:!1}});var Wo=X((Rk,Wc)=>{"use strict";var Ey=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Uo=RegExp.prototype.test.bind(/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),
My=RegExp.prototype.test.bind(/^\d*$/u),xr=RegExp.prototype.test.bind(/^[\da-f]{2}$/iu),Do=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Fc=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),zo=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Iy=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),
wt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<256;t++)wt[t]="%"+e[t>>4]+e[t&15]}function pt(e){return e<2048?wt[192|e>>6]+wt[128|e&63]:e<65536?wt[224|
e>>12]+wt[128|e>>6&63]+wt[128|e&63]:wt[240|e>>18]+wt[128|e>>12&63]+wt[128|e>>6&63]+wt[128|e&63]}function Ry(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].
charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=
65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Ly=RegExp.prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Fy=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),
Vy=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),Uy=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Dy(e){if(e.length===0)return!1;for(let t=0;t<
e.length;t++)if(!Vy(e[t])){if(e[t]==="%"&&t+2<e.length&&xr(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Lc(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<
e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"\
::"+r}function zy(e){let t=e.indexOf("::");if(t!==-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).
split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p===
"")return;if(p.indexOf(".")!==-1){if(s!==o.length-1||t!==-1&&n.length===0||!Uo(p))return;i+=2;continue}if(!Ly(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===
-1)return i!==8?void 0:Lc(o);if(i>=8)return;let r=o.slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Lc(r)}
function Vo(e){let t=e[0]==="["&&e[e.length-1]==="]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Fy(
n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,isIPV6:!1,isIPVFuture:!0};if(Jy(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==
-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=n.slice(i+s),!Dy(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=zy(n);return r===void 0?{host:e,
isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+(o?"%25"+o:""),isIPV6:!0}}function Jy(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Vc(e){
let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]==="\
.")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),
a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){
if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]==="/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else
a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Wy(e){if(e===""||e[0]==="/")return Vc(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){
let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),
(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join("/")}var Cy={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Ky=/[@/?#:]/g,Hy=/[@/?#]/g;
function Uc(e,t){let a=t?Hy:Ky;return a.lastIndex=0,e.replace(a,n=>Cy[n])}function Dc(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){
if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(xr(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));t&&Do(r)?a+=r:a+="%"+i,n+=2;continue}}
a+=e[n]}return a}function By(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(xr(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));r!=="."&&Do(r)?t+=r:t+="%"+i,a+=2;continue}}if(Fc(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Jc(o)?n:wt[o];else if(o<55296||
o>57343)t+=pt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=pt(65536+(o-55296<<10)+(i-56320)),a++):t+=pt(65533)}else t+=pt(65533)}}
return t}function Gy(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(xr(r)){a+="%"+r.
toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Fc(i)&&(i!==":"||!n))a+=i;else{let r=e.charCodeAt(o);if(r<128)a+=wt[r];else if(r<55296||r>57343)a+=pt(r);else if(r<=
56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=pt(65536+(r-55296<<10)+(s-56320)),o++):a+=pt(65533)}else a+=pt(65533)}}return a}function Jo(e,t){
let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.slice(n+1,n+3);if(xr(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{
let i=e.charCodeAt(n);if(i<128)a+=wt[i];else if(i<55296||i>57343)a+=pt(i);else if(i<=56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=pt(65536+
(i-55296<<10)+(r-56320)),n++):a+=pt(65533)}else a+=pt(65533)}}return a}function zc(e){return Jo(e,Iy)}function Zy(e){return Jo(e,zo)}function Qy(e){return Jo(e,
zo)}function Jc(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===45||e===46||e===47||e===64||e===95}function Xy(e){let t="";for(let a=0;a<
e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(xr(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));Do(r)?t+=r:t+="%"+
i,a+=2;continue}}if(zo(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Jc(o)?n:wt[o];else if(o<55296||o>57343)t+=pt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(
a+1);i>=56320&&i<=57343?(t+=pt(65536+(o-55296<<10)+(i-56320)),a++):t+=pt(65533)}else t+=pt(65533)}}return t}function Yy(e){let t="";for(let a=0;a<e.length;a++){
if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(xr(n)){t+="%"+n.toUpperCase(),a+=2;continue}}t+=escape(e[a])}return t}function eg(e){let t=[];if(e.userinfo!==
void 0&&(t.push(zc(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Uo(a)){let n=Vo(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Dc(a,!0),n=Vo(a)),n.isIPV6===
!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Uc(a,!1)}t.push(a)}if(typeof e.port=="number"||typeof e.port=="string"){let a=String(e.port);if(!My(a))throw new TypeError(
"URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):void 0}Wc.exports={nonSimpleDomain:Uy,recomposeAuthority:eg,reescapeHostDelimiters:Uc,
normalizePercentEncoding:Dc,normalizePathEncoding:By,serializePathEncoding:Gy,normalizeQueryFragmentEncoding:Xy,encodeUserinfo:zc,encodeQuery:Zy,encodeFragment:Qy,
escapePreservingEscapes:Yy,removeDotSegments:Vc,removeDotSegmentsRelative:Wy,isIPv4:Uo,isUUID:Ey,normalizeIPv6:Vo,stringArrayToHexStripped:Ry}});var Gc=X((Lk,Bc)=>{"use strict";var{isUUID:tg}=Wo(),rg=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,sg=["http","https","ws","wss","urn",
"urn:uuid"];function ag(e){return sg.indexOf(e)!==-1}function Co(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||e.
scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Cc(e){return e.host||(e.error=e.error||"HTTP URIs m\
ust have a host."),e}function Kc(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="/"),
e}function ng(e){return e.secure=Co(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function og(e){if((e.port===(Co(e)?443:
80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf("?"),
a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.fragment=
void 0,e}function ig(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(rg);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"urn";e.nid=
a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ko(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}function pg(e,t){
if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||n}`,i=Ko(o);i&&
(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function cg(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,!t.tolerant&&(!a.
uuid||!tg(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function dg(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Hc={scheme:"http",domainHost:!0,
parse:Cc,serialize:Kc},ug={scheme:"https",domainHost:Hc.domainHost,parse:Cc,serialize:Kc},Ea={scheme:"ws",domainHost:!0,parse:ng,serialize:og},lg={scheme:"wss",
domainHost:Ea.domainHost,parse:Ea.parse,serialize:Ea.serialize},mg={scheme:"urn",parse:ig,serialize:pg,skipNormalize:!0},fg={scheme:"urn:uuid",parse:cg,serialize:dg,
skipNormalize:!0},Ma={http:Hc,https:ug,ws:Ea,wss:lg,urn:mg,"urn:uuid":fg};Object.setPrototypeOf(Ma,null);function Ko(e){return e&&(Ma[e]||Ma[e.toLowerCase()])||
void 0}Bc.exports={wsIsSecure:Co,SCHEMES:Ma,isValidSchemeName:ag,getSchemeHandler:Ko}});var dd=X((Fk,Va)=>{"use strict";var{normalizeIPv6:ed,removeDotSegments:Us,removeDotSegmentsRelative:td,recomposeAuthority:hg,normalizePercentEncoding:Ho,normalizePathEncoding:yg,
serializePathEncoding:Zc,normalizeQueryFragmentEncoding:Qc,encodeQuery:gg,encodeFragment:wg,reescapeHostDelimiters:bg,isIPv4:rd,nonSimpleDomain:vg}=Wo(),{SCHEMES:sd,
getSchemeHandler:Bo}=Gc(),ad=/^[A-Za-z][A-Za-z0-9+.-]*$/u,nd="URI scheme is malformed.",Ia="URI host is malformed.",kg=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Xc(e){
let t=String(e);if(!ad.test(t))throw new TypeError(nd);return t}function $g(e,t){return typeof e=="string"?e=Ag(e,t):typeof e=="object"&&(e=La(qr(e,t),t)),e}function Pg(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:y}=Ra(e,n),{parsed:l,malformedAuthorityOrPort:w,malformedPercentEncoding:S,malformedSchemeSpecific:_,malformedHost:j,malformedScheme:q}=Ra(t,n);
if(i||w||r||S||s||_||p||j||y||q)throw new Error(o.error||l.error||"URI is malformed.");let I=od(o,l,n,!0),R=Bo(a&&a.scheme||I.scheme),ee=I.host,V=ee!==void 0&&ee!==
""&&(rd(ee)||ed(ee).isIPV6);if(pd(I,a||{},R,V))throw new Error(Ia);id(I,a||{},R,V);let J=ee&&ee.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ee);if(I.error&&!J)throw new Error(
I.error);return n.skipEscape=!0,qr(I,n)}function od(e,t,a,n){let o={};if(n||(e=La(qr(e,a),a),t=La(qr(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Us(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Us(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Us(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?td(o.path):Us(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Sg(e,t,a){let n=Yc(e,a),o=Yc(t,a);return n!==void 0&&o!==void 0&&n===o}function qr(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=Xc(a.scheme));let i=Bo(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Ho(a.path):a.path=Zc(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Xc(a.scheme),o.push(a.scheme,":"));let y=hg(a);if(y!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(y),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let l=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(l=s&&l[0]!==
"/"?td(l):Us(l)),s&&(l=Zc(l,!0)),y===void 0&&l[0]==="/"&&l[1]==="/"&&(l="/%2F"+l.slice(2)),o.push(l)}return a.query!==void 0&&o.push("?",gg(a.query)),a.fragment!==
void 0&&o.push("#",wg(a.fragment)),o.join("")}var _g=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
xg=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,qg=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Og(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Vs(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Fa(e){return e[0]==="["&&e[e.
length-1]==="]"}function jg(e){let t=e[4];return Vs(e[3])||t!==void 0&&!Fa(t)&&Vs(t)||Vs(e[6])||Vs(e[7])||Vs(e[8])}function id(e,t,a,n){if(pd(e,t,a,n))return e.
error=e.error||Ia,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Fa(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&vg(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Tg(o))return e.error=e.error||Ia,!0;e.host=o.hostname}
return!1}function pd(e,t,a,n){return!!(e.host&&n===!1&&!Fa(e.host)&&(t.domainHost||a&&a.domainHost)&&kg.test(e.host))}function Tg(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Ra(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,y=!1,l=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let w=e.match(
xg);w!==null&&w[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let S=e.match(qg);if(S!==null){let j=S[1],q=j.replace(
/[\t\n\r]/g,"");q.length>=2&&(q.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):j.length!==q.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let _=e.match(_g);if(_){n.scheme=_[1],n.userinfo=_[3],n.host=_[4],n.port=parseInt(_[5],10),
n.path=_[6]||"",n.query=_[7],n.fragment=_[8],n.scheme!==void 0&&(ad.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||nd,y=!0)),i=jg(_),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=_[5]);let j=Og(n,_);if(j!==void 0&&(n.error=n.error||j,o=!0),n.host)if(rd(n.host)===
!1){let R=Fa(n.host),ee=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,V=ed(n.host);l=V.isIPV6||V.isIPVFuture===!0,p=ee&&(!R||V.error===!0),n.host=l?V.host:
V.host.toLowerCase(),p&&(n.error=n.error||Ia,o=!0)}else l=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let q=Bo(a.scheme||n.scheme);if(p||(s=id(n,a,q,l)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let I=l?n.host:Ho(n.host,!0);l||(I=Ho(I.toLowerCase())),n.host=l||a.scheme!=="null"?bg(I,l):I}(!q||q&&!q.skipNormalize)&&(n.path&&(n.path=
yg(n.path)),n.query&&(n.query=Qc(n.query)),n.fragment&&(n.fragment=Qc(n.fragment))),q&&q.parse&&(q.parse(n,a),q===sd.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:y}}
function La(e,t){return Ra(e,t).parsed}function Ag(e,t){return cd(e,t).normalized}function cd(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Ra(e,t);return{normalized:n||o||i||r||s?e:qr(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Yc(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
qr(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=cd(a,t);
return o||i||r||s||p?void 0:n}var Go={SCHEMES:sd,normalize:$g,resolve:Pg,resolveComponent:od,equal:Sg,serialize:qr,parse:La};Va.exports=Go;Va.exports.default=Go;
Va.exports.fastUri=Go});var ld=X(Zo=>{"use strict";Object.defineProperty(Zo,"__esModule",{value:!0});var ud=dd();ud.code='require("ajv/dist/runtime/uri").default';Zo.default=ud});var vd=X(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.CodeGen=st.Name=st.nil=st.stringify=st.str=st._=st.KeywordCxt=void 0;var Ng=Ls();
Object.defineProperty(st,"KeywordCxt",{enumerable:!0,get:function(){return Ng.KeywordCxt}});var es=we();Object.defineProperty(st,"_",{enumerable:!0,get:function(){
return es._}});Object.defineProperty(st,"str",{enumerable:!0,get:function(){return es.str}});Object.defineProperty(st,"stringify",{enumerable:!0,get:function(){
return es.stringify}});Object.defineProperty(st,"nil",{enumerable:!0,get:function(){return es.nil}});Object.defineProperty(st,"Name",{enumerable:!0,get:function(){
return es.Name}});Object.defineProperty(st,"CodeGen",{enumerable:!0,get:function(){return es.CodeGen}});var Eg=Ta(),gd=Fs(),Mg=bo(),Ds=Na(),Ig=we(),zs=Ms(),Ua=Es(),
Xo=Ae(),md=Rc(),Rg=ld(),wd=(e,t)=>new RegExp(e,t);wd.code="new RegExp";var Lg=["removeAdditional","useDefaults","coerceTypes"],Fg=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Vg={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Ug={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},fd=200;function Dg(e){
var t,a,n,o,i,r,s,p,y,l,w,S,_,j,q,I,R,ee,V,J,L,ne,O,oe,pe;let z=e.strict,M=(t=e.code)===null||t===void 0?void 0:t.optimize,me=M===!0||M===void 0?1:M||0,fe=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:wd,B=(o=e.uriResolver)!==null&&o!==void 0?o:Rg.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:z)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:z)!==null&&p!==void 0?p:!0,strictTypes:(l=(y=e.strictTypes)!==
null&&y!==void 0?y:z)!==null&&l!==void 0?l:"log",strictTuples:(S=(w=e.strictTuples)!==null&&w!==void 0?w:z)!==null&&S!==void 0?S:"log",strictRequired:(j=(_=e.strictRequired)!==
null&&_!==void 0?_:z)!==null&&j!==void 0?j:!1,code:e.code?{...e.code,optimize:me,regExp:fe}:{optimize:me,regExp:fe},loopRequired:(q=e.loopRequired)!==null&&q!==
void 0?q:fd,loopEnum:(I=e.loopEnum)!==null&&I!==void 0?I:fd,meta:(R=e.meta)!==null&&R!==void 0?R:!0,messages:(ee=e.messages)!==null&&ee!==void 0?ee:!0,inlineRefs:(V=
e.inlineRefs)!==null&&V!==void 0?V:!0,schemaId:(J=e.schemaId)!==null&&J!==void 0?J:"$id",addUsedSchema:(L=e.addUsedSchema)!==null&&L!==void 0?L:!0,validateSchema:(ne=
e.validateSchema)!==null&&ne!==void 0?ne:!0,validateFormats:(O=e.validateFormats)!==null&&O!==void 0?O:!0,unicodeRegExp:(oe=e.unicodeRegExp)!==null&&oe!==void 0?
oe:!0,int32range:(pe=e.int32range)!==null&&pe!==void 0?pe:!0,uriResolver:B}}var Js=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Dg(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Ig.ValueScope(
{scope:{},prefixes:Fg,es5:a,lines:n}),this.logger=Hg(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Mg.getRules)(),hd.call(this,Vg,t,"NOT \
SUPPORTED"),hd.call(this,Ug,t,"DEPRECATED","warn"),this._metaOpts=Cg.call(this),t.formats&&Jg.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&Wg.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),zg.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=md;n==="id"&&(o={...md},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(l,w){await i.call(this,l.$schema);let S=this._addSchema(l,w);return S.validate||r.
call(this,S)}async function i(l){l&&!this.getSchema(l)&&await o.call(this,{$ref:l},!0)}async function r(l){try{return this._compileSchemaEnv(l)}catch(w){if(!(w instanceof
gd.default))throw w;return s.call(this,w),await p.call(this,w.missingSchema),r.call(this,l)}}function s({missingSchema:l,missingRef:w}){if(this.refs[l])throw new Error(
`AnySchema ${l} is loaded but ${w} cannot be resolved`)}async function p(l){let w=await y.call(this,l);this.refs[l]||await i.call(this,w.$schema),this.refs[l]||
this.addSchema(w,l,a)}async function y(l){let w=this._loading[l];if(w)return w;try{return await(this._loading[l]=n(l))}finally{delete this._loading[l]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,zs.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=yd.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Ds.SchemaEnv({schema:{},schemaId:n});if(a=Ds.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=yd.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,zs.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Gg.call(this,n,a),!a)return(0,Xo.eachItem)(n,i=>Qo.call(this,i)),this;Qg.call(this,a);let o={...a,type:(0,Ua.getJSONTypes)(
a.type),schemaType:(0,Ua.getJSONTypes)(a.schemaType)};return(0,Xo.eachItem)(n,o.type.length===0?i=>Qo.call(this,i,o):i=>o.type.forEach(r=>Qo.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:y}=p.definition,l=r[s];y&&l&&(r[s]=bd(l))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,zs.normalizeId)(r||n);let y=zs.getSchemaRefs.call(this,t,n);return p=new Ds.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:y}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Ds.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Ds.compileSchema.call(this,t)}finally{this.opts=a}}};Js.ValidationError=Eg.default;Js.MissingRefError=gd.default;st.default=Js;
function hd(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function yd(e){return e=(0,zs.normalizeId)(e),this.schemas[e]||
this.refs[e]}function zg(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Jg(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Wg(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Cg(){let e={...this.opts};for(let t of Lg)
delete e[t];return e}var Kg={log(){},warn(){},error(){}};function Hg(e){if(e===!1)return Kg;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Bg=/^[a-z_$][a-z0-9_$:-]*$/i;function Gg(e,t){let{RULES:a}=this;if((0,Xo.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Bg.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Qo(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Ua.getJSONTypes)(t.type),schemaType:(0,Ua.getJSONTypes)(t.schemaType)}};t.before?Zg.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Zg(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Qg(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=bd(t)),e.validateSchema=
this.compile(t,!0))}var Xg={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function bd(e){return{anyOf:[e,Xg]}}});var kd=X(Yo=>{"use strict";Object.defineProperty(Yo,"__esModule",{value:!0});var Yg={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id"\
 for schema ID')}};Yo.default=Yg});var _d=X(Or=>{"use strict";Object.defineProperty(Or,"__esModule",{value:!0});Or.callRef=Or.getValidate=void 0;var ew=Fs(),$d=Ot(),bt=we(),ts=Qt(),Pd=Na(),Da=Ae(),
tw={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:y}=i;if((a==="#"||a==="#/")&&
o===y.baseId)return w();let l=Pd.resolveRef.call(p,y,o,a);if(l===void 0)throw new ew.default(n.opts.uriResolver,o,a);if(l instanceof Pd.SchemaEnv)return S(l);return _(
l);function w(){if(i===y)return za(e,r,i,i.$async);let j=t.scopeValue("root",{ref:y});return za(e,(0,bt._)`${j}.validate`,y,y.$async)}function S(j){let q=Sd(e,j);
za(e,q,j,j.$async)}function _(j){let q=t.scopeValue("schema",s.code.source===!0?{ref:j,code:(0,bt.stringify)(j)}:{ref:j}),I=t.name("valid"),R=e.subschema({schema:j,
dataTypes:[],schemaPath:bt.nil,topSchemaRef:q,errSchemaPath:a},I);e.mergeEvaluated(R),e.ok(I)}}};function Sd(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,bt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}Or.getValidate=Sd;function za(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,y=p.passContext?ts.default.this:bt.nil;n?l():w();function l(){if(!s.$async)throw new Error("async schema referenced by sync schema");let j=o.let("vali\
d");o.try(()=>{o.code((0,bt._)`await ${(0,$d.callValidateCode)(e,t,y)}`),_(t),r||o.assign(j,!0)},q=>{o.if((0,bt._)`!(${q} instanceof ${i.ValidationError})`,()=>o.
throw(q)),S(q),r||o.assign(j,!1)}),e.ok(j)}function w(){e.result((0,$d.callValidateCode)(e,t,y),()=>_(t),()=>S(t))}function S(j){let q=(0,bt._)`${j}.errors`;o.assign(
ts.default.vErrors,(0,bt._)`${ts.default.vErrors} === null ? ${q} : ${ts.default.vErrors}.concat(${q})`),o.assign(ts.default.errors,(0,bt._)`${ts.default.vErrors}.length`)}
function _(j){var q;if(!i.opts.unevaluated)return;let I=(q=a?.validate)===null||q===void 0?void 0:q.evaluated;if(i.props!==!0)if(I&&!I.dynamicProps)I.props!==void 0&&
(i.props=Da.mergeEvaluated.props(o,I.props,i.props));else{let R=o.var("props",(0,bt._)`${j}.evaluated.props`);i.props=Da.mergeEvaluated.props(o,R,i.props,bt.Name)}
if(i.items!==!0)if(I&&!I.dynamicItems)I.items!==void 0&&(i.items=Da.mergeEvaluated.items(o,I.items,i.items));else{let R=o.var("items",(0,bt._)`${j}.evaluated.items`);
i.items=Da.mergeEvaluated.items(o,R,i.items,bt.Name)}}}Or.callRef=za;Or.default=tw});var xd=X(ei=>{"use strict";Object.defineProperty(ei,"__esModule",{value:!0});var rw=kd(),sw=_d(),aw=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",rw.default,sw.default];ei.default=aw});var qd=X(ti=>{"use strict";Object.defineProperty(ti,"__esModule",{value:!0});var Ja=we(),ur=Ja.operators,Wa={maximum:{okStr:"<=",ok:ur.LTE,fail:ur.GT},minimum:{
okStr:">=",ok:ur.GTE,fail:ur.LT},exclusiveMaximum:{okStr:"<",ok:ur.LT,fail:ur.GTE},exclusiveMinimum:{okStr:">",ok:ur.GT,fail:ur.LTE}},nw={message:({keyword:e,schemaCode:t})=>(0,Ja.
str)`must be ${Wa[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Ja._)`{comparison: ${Wa[e].okStr}, limit: ${t}}`},ow={keyword:Object.keys(Wa),type:"numb\
er",schemaType:"number",$data:!0,error:nw,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Ja._)`${a} ${Wa[t].fail} ${n} || isNaN(${a})`)}};ti.default=
ow});var Od=X(ri=>{"use strict";Object.defineProperty(ri,"__esModule",{value:!0});var Ws=we(),iw={message:({schemaCode:e})=>(0,Ws.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Ws._)`{multipleOf: ${e}}`},pw={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:iw,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Ws._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Ws._)`${r} !== parseInt(${r})`;e.fail$data((0,Ws.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};ri.default=pw});var jd=X(si=>{"use strict";Object.defineProperty(si,"__esModule",{value:!0});var jr=we(),cw=Ae(),dw=Dn(),uw={message({keyword:e,schemaCode:t}){let a=e==="maxLen\
gth"?"more":"fewer";return(0,jr.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,jr._)`{limit: ${e}}`},lw={keyword:["maxLength","minLe\
ngth"],type:"string",schemaType:"number",$data:!0,error:uw,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?jr.operators.GT:jr.operators.LT,r=o.
opts.unicode===!1?(0,jr._)`${a}.length`:(0,jr._)`${(0,cw.useFunc)(e.gen,dw.default)}(${a})`;e.fail$data((0,jr._)`${r} ${i} ${n}`)}};si.default=lw});var Td=X(ai=>{"use strict";Object.defineProperty(ai,"__esModule",{value:!0});var mw=Ot(),fw=Ae(),rs=we(),hw={message:({schemaCode:e})=>(0,rs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,rs._)`{pattern: ${e}}`},yw={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:hw,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,y=p.code==="new RegExp"?(0,rs._)`new RegExp`:(0,fw.useFunc)(t,p),l=t.let("val\
id");t.try(()=>t.assign(l,(0,rs._)`${y}(${i}, ${s}).test(${a})`),()=>t.assign(l,!1)),e.fail$data((0,rs._)`!${l}`)}else{let p=(0,mw.usePattern)(e,o);e.fail$data(
(0,rs._)`!${p}.test(${a})`)}}};ai.default=yw});var Ad=X(ni=>{"use strict";Object.defineProperty(ni,"__esModule",{value:!0});var Cs=we(),gw={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Cs.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Cs._)`{limit: ${e}}`},ww={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:gw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Cs.operators.GT:Cs.operators.LT;e.fail$data(
(0,Cs._)`Object.keys(${a}).length ${o} ${n}`)}};ni.default=ww});var Nd=X(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});var Ks=Ot(),Hs=we(),bw=Ae(),vw={message:({params:{missingProperty:e}})=>(0,Hs.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Hs._)`{missingProperty: ${e}}`},kw={keyword:"required",type:"object",schemaType:"array",$data:!0,error:vw,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?y():l(),s.strictRequired){
let _=e.parentSchema.properties,{definedProperties:j}=e.it;for(let q of a)if(_?.[q]===void 0&&!j.has(q)){let I=r.schemaEnv.baseId+r.errSchemaPath,R=`required pr\
operty "${q}" is not defined at "${I}" (strictRequired)`;(0,bw.checkStrictMode)(r,R,r.opts.strictRequired)}}function y(){if(p||i)e.block$data(Hs.nil,w);else for(let _ of a)
(0,Ks.checkReportMissingProp)(e,_)}function l(){let _=t.let("missing");if(p||i){let j=t.let("valid",!0);e.block$data(j,()=>S(_,j)),e.ok(j)}else t.if((0,Ks.checkMissingProp)(
e,a,_)),(0,Ks.reportMissingProp)(e,_),t.else()}function w(){t.forOf("prop",n,_=>{e.setParams({missingProperty:_}),t.if((0,Ks.noPropertyInData)(t,o,_,s.ownProperties),
()=>e.error())})}function S(_,j){e.setParams({missingProperty:_}),t.forOf(_,n,()=>{t.assign(j,(0,Ks.propertyInData)(t,o,_,s.ownProperties)),t.if((0,Hs.not)(j),()=>{
e.error(),t.break()})},Hs.nil)}}};oi.default=kw});var Ed=X(ii=>{"use strict";Object.defineProperty(ii,"__esModule",{value:!0});var Bs=we(),$w={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"fewe\
r";return(0,Bs.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Bs._)`{limit: ${e}}`},Pw={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:$w,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Bs.operators.GT:Bs.operators.LT;e.fail$data((0,Bs._)`${a}.length ${o} ${n}`)}};
ii.default=Pw});var Ca=X(pi=>{"use strict";Object.defineProperty(pi,"__esModule",{value:!0});var Md=qo();Md.code='require("ajv/dist/runtime/equal").default';pi.default=Md});var Id=X(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var ci=Es(),at=we(),Sw=Ae(),_w=Ca(),xw={message:({params:{i:e,j:t}})=>(0,at.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,at._)`{i: ${e}, j: ${t}}`},qw={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:xw,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),y=i.items?(0,ci.getSchemaTypes)(i.items):[];e.block$data(p,l,(0,at._)`${r} === false`),
e.ok(p);function l(){let j=t.let("i",(0,at._)`${a}.length`),q=t.let("j");e.setParams({i:j,j:q}),t.assign(p,!0),t.if((0,at._)`${j} > 1`,()=>(w()?S:_)(j,q))}function w(){
return y.length>0&&!y.some(j=>j==="object"||j==="array")}function S(j,q){let I=t.name("item"),R=(0,ci.checkDataTypes)(y,I,s.opts.strictNumbers,ci.DataType.Wrong),
ee=t.const("indices",(0,at._)`{}`);t.for((0,at._)`;${j}--;`,()=>{t.let(I,(0,at._)`${a}[${j}]`),t.if(R,(0,at._)`continue`),y.length>1&&t.if((0,at._)`typeof ${I} == "string"`,
(0,at._)`${I} += "_"`),t.if((0,at._)`typeof ${ee}[${I}] == "number"`,()=>{t.assign(q,(0,at._)`${ee}[${I}]`),e.error(),t.assign(p,!1).break()}).code((0,at._)`${ee}[${I}] = ${j}`)})}
function _(j,q){let I=(0,Sw.useFunc)(t,_w.default),R=t.name("outer");t.label(R).for((0,at._)`;${j}--;`,()=>t.for((0,at._)`${q} = ${j}; ${q}--;`,()=>t.if((0,at._)`${I}(${a}[${j}], ${a}[${q}])`,
()=>{e.error(),t.assign(p,!1).break(R)})))}}};di.default=qw});var Rd=X(li=>{"use strict";Object.defineProperty(li,"__esModule",{value:!0});var ui=we(),Ow=Ae(),jw=Ca(),Tw={message:"must be equal to constant",params:({schemaCode:e})=>(0,ui.
_)`{allowedValue: ${e}}`},Aw={keyword:"const",$data:!0,error:Tw,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,ui.
_)`!${(0,Ow.useFunc)(t,jw.default)}(${a}, ${o})`):e.fail((0,ui._)`${i} !== ${a}`)}};li.default=Aw});var Ld=X(mi=>{"use strict";Object.defineProperty(mi,"__esModule",{value:!0});var Gs=we(),Nw=Ae(),Ew=Ca(),Mw={message:"must be equal to one of the allowed values",
params:({schemaCode:e})=>(0,Gs._)`{allowedValues: ${e}}`},Iw={keyword:"enum",schemaType:"array",$data:!0,error:Mw,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,y=()=>p??(p=(0,Nw.useFunc)(t,Ew.default)),l;if(s||
n)l=t.let("valid"),e.block$data(l,w);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let _=t.const("vSchema",i);l=(0,Gs.or)(...o.map((j,q)=>S(
_,q)))}e.pass(l);function w(){t.assign(l,!1),t.forOf("v",i,_=>t.if((0,Gs._)`${y()}(${a}, ${_})`,()=>t.assign(l,!0).break()))}function S(_,j){let q=o[j];return typeof q==
"object"&&q!==null?(0,Gs._)`${y()}(${a}, ${_}[${j}])`:(0,Gs._)`${a} === ${q}`}}};mi.default=Iw});var Fd=X(fi=>{"use strict";Object.defineProperty(fi,"__esModule",{value:!0});var Rw=qd(),Lw=Od(),Fw=jd(),Vw=Td(),Uw=Ad(),Dw=Nd(),zw=Ed(),Jw=Id(),Ww=Rd(),Cw=Ld(),
Kw=[Rw.default,Lw.default,Fw.default,Vw.default,Uw.default,Dw.default,zw.default,Jw.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Ww.default,Cw.default];fi.default=Kw});var yi=X(Zs=>{"use strict";Object.defineProperty(Zs,"__esModule",{value:!0});Zs.validateAdditionalItems=void 0;var Tr=we(),hi=Ae(),Hw={message:({params:{len:e}})=>(0,Tr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Tr._)`{limit: ${e}}`},Bw={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Hw,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,hi.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Vd(e,n)}};function Vd(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,Tr._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,Tr._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,hi.alwaysValidSchema)(r,n)){let y=a.var("valid",(0,Tr.
_)`${s} <= ${t.length}`);a.if((0,Tr.not)(y),()=>p(y)),e.ok(y)}function p(y){a.forRange("i",t.length,s,l=>{e.subschema({keyword:i,dataProp:l,dataPropType:hi.Type.
Num},y),r.allErrors||a.if((0,Tr.not)(y),()=>a.break())})}}Zs.validateAdditionalItems=Vd;Zs.default=Bw});var gi=X(Qs=>{"use strict";Object.defineProperty(Qs,"__esModule",{value:!0});Qs.validateTuple=void 0;var Ud=we(),Ka=Ae(),Gw=Ot(),Zw={keyword:"items",type:"array",
schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Dd(e,"additionalItems",t);a.items=!0,!(0,Ka.
alwaysValidSchema)(a,t)&&e.ok((0,Gw.validateArray)(e))}};function Dd(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;l(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Ka.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),y=n.const("len",(0,Ud._)`${i}.length`);a.forEach((w,S)=>{(0,Ka.
alwaysValidSchema)(s,w)||(n.if((0,Ud._)`${y} > ${S}`,()=>e.subschema({keyword:r,schemaProp:S,dataProp:S},p)),e.ok(p))});function l(w){let{opts:S,errSchemaPath:_}=s,
j=a.length,q=j===w.minItems&&(j===w.maxItems||w[t]===!1);if(S.strictTuples&&!q){let I=`"${r}" is ${j}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${_}"`;(0,Ka.checkStrictMode)(s,I,S.strictTuples)}}}Qs.validateTuple=Dd;Qs.default=Zw});var zd=X(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var Qw=gi(),Xw={keyword:"prefixItems",type:"array",schemaType:["array"],before:"uni\
queItems",code:e=>(0,Qw.validateTuple)(e,"items")};wi.default=Xw});var Wd=X(bi=>{"use strict";Object.defineProperty(bi,"__esModule",{value:!0});var Jd=we(),Yw=Ae(),eb=Ot(),tb=yi(),rb={message:({params:{len:e}})=>(0,Jd.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Jd._)`{limit: ${e}}`},sb={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:rb,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Yw.alwaysValidSchema)(n,t)&&(o?(0,tb.validateAdditionalItems)(e,o):e.ok((0,eb.validateArray)(e)))}};bi.default=
sb});var Cd=X(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var Tt=we(),Ha=Ae(),ab={message:({params:{min:e,max:t}})=>t===void 0?(0,Tt.str)`must contain at least ${e} valid item(s)`:
(0,Tt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Tt._)`{minContains: ${e}}`:(0,Tt._)`{minContains: ${e}, maxContains: ${t}}`},
nb={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:ab,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:y}=n;i.opts.next?(r=p===void 0?1:p,s=y):r=1;let l=t.const("len",(0,Tt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Ha.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Ha.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Ha.alwaysValidSchema)(i,a)){let q=(0,Tt._)`${l} >= ${r}`;s!==void 0&&(q=(0,Tt._)`${q} && ${l} <= ${s}`),
e.pass(q);return}i.items=!0;let w=t.name("valid");s===void 0&&r===1?_(w,()=>t.if(w,()=>t.break())):r===0?(t.let(w,!0),s!==void 0&&t.if((0,Tt._)`${o}.length > 0`,
S)):(t.let(w,!1),S()),e.result(w,()=>e.reset());function S(){let q=t.name("_valid"),I=t.let("count",0);_(q,()=>t.if(q,()=>j(I)))}function _(q,I){t.forRange("i",
0,l,R=>{e.subschema({keyword:"contains",dataProp:R,dataPropType:Ha.Type.Num,compositeRule:!0},q),I()})}function j(q){t.code((0,Tt._)`${q}++`),s===void 0?t.if((0,Tt.
_)`${q} >= ${r}`,()=>t.assign(w,!0).break()):(t.if((0,Tt._)`${q} > ${s}`,()=>t.assign(w,!1).break()),r===1?t.assign(w,!0):t.if((0,Tt._)`${q} >= ${r}`,()=>t.assign(
w,!0)))}}};vi.default=nb});var Bd=X(Ct=>{"use strict";Object.defineProperty(Ct,"__esModule",{value:!0});Ct.validateSchemaDeps=Ct.validatePropertyDeps=Ct.error=void 0;var ki=we(),ob=Ae(),Xs=Ot();
Ct.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,ki.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,ki._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var ib={keyword:"dependencies",type:"object",schemaType:"object",error:Ct.error,code(e){let[t,a]=pb(e);Kd(e,t),Hd(e,a)}};function pb({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Kd(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Xs.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let y of s)(0,Xs.checkReportMissingProp)(e,y)}):(a.if((0,ki._)`${p} && (${(0,Xs.
checkMissingProp)(e,s,i)})`),(0,Xs.reportMissingProp)(e,i),a.else())}}Ct.validatePropertyDeps=Kd;function Hd(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,ob.alwaysValidSchema)(i,t[s])||(a.if((0,Xs.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Ct.validateSchemaDeps=Hd;Ct.default=ib});var Zd=X($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var Gd=we(),cb=Ae(),db={message:"property name must be valid",params:({params:e})=>(0,Gd.
_)`{propertyName: ${e.propertyName}}`},ub={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:db,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,cb.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,Gd.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};$i.default=ub});var Si=X(Pi=>{"use strict";Object.defineProperty(Pi,"__esModule",{value:!0});var Ba=Ot(),Ft=we(),lb=Qt(),Ga=Ae(),mb={message:"must NOT have additional propertie\
s",params:({params:e})=>(0,Ft._)`{additionalProperty: ${e.additionalProperty}}`},fb={keyword:"additionalProperties",type:["object"],schemaType:["boolean","objec\
t"],allowUndefined:!0,trackErrors:!0,error:mb,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation err\
or");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Ga.alwaysValidSchema)(r,a))return;let y=(0,Ba.allSchemaProperties)(n.properties),l=(0,Ba.
allSchemaProperties)(n.patternProperties);w(),e.ok((0,Ft._)`${i} === ${lb.default.errors}`);function w(){t.forIn("key",o,I=>{!y.length&&!l.length?j(I):t.if(S(I),
()=>j(I))})}function S(I){let R;if(y.length>8){let ee=(0,Ga.schemaRefOrVal)(r,n.properties,"properties");R=(0,Ba.isOwnProperty)(t,ee,I)}else y.length?R=(0,Ft.or)(
...y.map(ee=>(0,Ft._)`${I} === ${ee}`)):R=Ft.nil;return l.length&&(R=(0,Ft.or)(R,...l.map(ee=>(0,Ft._)`${(0,Ba.usePattern)(e,ee)}.test(${I})`))),(0,Ft.not)(R)}function _(I){
t.code((0,Ft._)`delete ${o}[${I}]`)}function j(I){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){_(I);return}if(a===!1){e.setParams({additionalProperty:I}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Ga.alwaysValidSchema)(r,a)){let R=t.name("valid");p.removeAdditional==="failing"?(q(I,R,!1),t.if((0,Ft.
not)(R),()=>{e.reset(),_(I)})):(q(I,R),s||t.if((0,Ft.not)(R),()=>t.break()))}}function q(I,R,ee){let V={keyword:"additionalProperties",dataProp:I,dataPropType:Ga.
Type.Str};ee===!1&&Object.assign(V,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(V,R)}}};Pi.default=fb});var Yd=X(xi=>{"use strict";Object.defineProperty(xi,"__esModule",{value:!0});var hb=Ls(),Qd=Ot(),_i=Ae(),Xd=Si(),yb={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Xd.default.code(new hb.KeywordCxt(
i,Xd.default,"additionalProperties"));let r=(0,Qd.allSchemaProperties)(a);for(let w of r)i.definedProperties.add(w);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=_i.mergeEvaluated.props(t,(0,_i.toHash)(r),i.props));let s=r.filter(w=>!(0,_i.alwaysValidSchema)(i,a[w]));if(s.length===0)return;let p=t.name("valid");
for(let w of s)y(w)?l(w):(t.if((0,Qd.propertyInData)(t,o,w,i.opts.ownProperties)),l(w),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(w),
e.ok(p);function y(w){return i.opts.useDefaults&&!i.compositeRule&&a[w].default!==void 0}function l(w){e.subschema({keyword:"properties",schemaProp:w,dataProp:w},
p)}}};xi.default=yb});var su=X(qi=>{"use strict";Object.defineProperty(qi,"__esModule",{value:!0});var eu=Ot(),Za=we(),tu=Ae(),ru=Ae(),gb={keyword:"patternProperties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,eu.allSchemaProperties)(a),p=s.filter(q=>(0,tu.alwaysValidSchema)(i,a[q]));if(s.
length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let y=r.strictSchema&&!r.allowMatchingProperties&&o.properties,l=t.name("valid");i.props!==
!0&&!(i.props instanceof Za.Name)&&(i.props=(0,ru.evaluatedPropsToName)(t,i.props));let{props:w}=i;S();function S(){for(let q of s)y&&_(q),i.allErrors?j(q):(t.var(
l,!0),j(q),t.if(l))}function _(q){for(let I in y)new RegExp(q).test(I)&&(0,tu.checkStrictMode)(i,`property ${I} matches pattern ${q} (use allowMatchingPropertie\
s)`)}function j(q){t.forIn("key",n,I=>{t.if((0,Za._)`${(0,eu.usePattern)(e,q)}.test(${I})`,()=>{let R=p.includes(q);R||e.subschema({keyword:"patternProperties",
schemaProp:q,dataProp:I,dataPropType:ru.Type.Str},l),i.opts.unevaluated&&w!==!0?t.assign((0,Za._)`${w}[${I}]`,!0):!R&&!i.allErrors&&t.if((0,Za.not)(l),()=>t.break())})})}}};
qi.default=gb});var au=X(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var wb=Ae(),bb={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,wb.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Oi.default=bb});var nu=X(ji=>{"use strict";Object.defineProperty(ji,"__esModule",{value:!0});var vb=Ot(),kb={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:vb.validateUnion,
error:{message:"must match a schema in anyOf"}};ji.default=kb});var ou=X(Ti=>{"use strict";Object.defineProperty(Ti,"__esModule",{value:!0});var Qa=we(),$b=Ae(),Pb={message:"must match exactly one schema in oneOf",params:({params:e})=>(0,Qa.
_)`{passingSchemas: ${e.passing}}`},Sb={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Pb,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;if(!Array.isArray(
a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),p=t.name("_va\
lid");e.setParams({passing:s}),t.block(y),e.result(r,()=>e.reset(),()=>e.error(!0));function y(){i.forEach((l,w)=>{let S;(0,$b.alwaysValidSchema)(o,l)?t.var(p,!0):
S=e.subschema({keyword:"oneOf",schemaProp:w,compositeRule:!0},p),w>0&&t.if((0,Qa._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Qa._)`[${s}, ${w}]`).else(),t.if(p,()=>{
t.assign(r,!0),t.assign(s,w),S&&e.mergeEvaluated(S,Qa.Name)})})}}};Ti.default=Sb});var iu=X(Ai=>{"use strict";Object.defineProperty(Ai,"__esModule",{value:!0});var _b=Ae(),xb={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,_b.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Ai.default=xb});var du=X(Ni=>{"use strict";Object.defineProperty(Ni,"__esModule",{value:!0});var Xa=we(),cu=Ae(),qb={message:({params:e})=>(0,Xa.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Xa._)`{failingKeyword: ${e.ifClause}}`},Ob={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:qb,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,cu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=pu(n,"then"),i=pu(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let l=t.let("ifClause");e.setParams({ifClause:l}),t.if(s,y("then",l),y("else",l))}else o?t.if(
s,y("then")):t.if((0,Xa.not)(s),y("else"));e.pass(r,()=>e.error(!0));function p(){let l=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(l)}function y(l,w){return()=>{let S=e.subschema({keyword:l},s);t.assign(r,s),e.mergeValidEvaluated(S,r),w?t.assign(w,(0,Xa._)`${l}`):e.setParams(
{ifClause:l})}}}};function pu(e,t){let a=e.schema[t];return a!==void 0&&!(0,cu.alwaysValidSchema)(e,a)}Ni.default=Ob});var uu=X(Ei=>{"use strict";Object.defineProperty(Ei,"__esModule",{value:!0});var jb=Ae(),Tb={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,jb.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Ei.default=Tb});var lu=X(Mi=>{"use strict";Object.defineProperty(Mi,"__esModule",{value:!0});var Ab=yi(),Nb=zd(),Eb=gi(),Mb=Wd(),Ib=Cd(),Rb=Bd(),Lb=Zd(),Fb=Si(),Vb=Yd(),Ub=su(),
Db=au(),zb=nu(),Jb=ou(),Wb=iu(),Cb=du(),Kb=uu();function Hb(e=!1){let t=[Db.default,zb.default,Jb.default,Wb.default,Cb.default,Kb.default,Lb.default,Fb.default,
Rb.default,Vb.default,Ub.default];return e?t.push(Nb.default,Mb.default):t.push(Ab.default,Eb.default),t.push(Ib.default),t}Mi.default=Hb});var mu=X(Ii=>{"use strict";Object.defineProperty(Ii,"__esModule",{value:!0});var Ke=we(),Bb={message:({schemaCode:e})=>(0,Ke.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,Ke._)`{format: ${e}}`},Gb={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Bb,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:y,schemaEnv:l,self:w}=s;if(!p.validateFormats)return;o?S():_();function S(){let j=a.scopeValue("formats",{ref:w.
formats,code:p.code.formats}),q=a.const("fDef",(0,Ke._)`${j}[${r}]`),I=a.let("fType"),R=a.let("format");a.if((0,Ke._)`typeof ${q} == "object" && !(${q} instanceof RegExp)`,
()=>a.assign(I,(0,Ke._)`${q}.type || "string"`).assign(R,(0,Ke._)`${q}.validate`),()=>a.assign(I,(0,Ke._)`"string"`).assign(R,q)),e.fail$data((0,Ke.or)(ee(),V()));
function ee(){return p.strictSchema===!1?Ke.nil:(0,Ke._)`${r} && !${R}`}function V(){let J=l.$async?(0,Ke._)`(${q}.async ? await ${R}(${n}) : ${R}(${n}))`:(0,Ke.
_)`${R}(${n})`,L=(0,Ke._)`(typeof ${R} == "function" ? ${J} : ${R}.test(${n}))`;return(0,Ke._)`${R} && ${R} !== true && ${I} === ${t} && !${L}`}}function _(){let j=w.
formats[i];if(!j){ee();return}if(j===!0)return;let[q,I,R]=V(j);q===t&&e.pass(J());function ee(){if(p.strictSchema===!1){w.logger.warn(L());return}throw new Error(
L());function L(){return`unknown format "${i}" ignored in schema at path "${y}"`}}function V(L){let ne=L instanceof RegExp?(0,Ke.regexpCode)(L):p.code.formats?(0,Ke.
_)`${p.code.formats}${(0,Ke.getProperty)(i)}`:void 0,O=a.scopeValue("formats",{key:i,ref:L,code:ne});return typeof L=="object"&&!(L instanceof RegExp)?[L.type||
"string",L.validate,(0,Ke._)`${O}.validate`]:["string",L,O]}function J(){if(typeof j=="object"&&!(j instanceof RegExp)&&j.async){if(!l.$async)throw new Error("a\
sync format in sync schema");return(0,Ke._)`await ${R}(${n})`}return typeof I=="function"?(0,Ke._)`${R}(${n})`:(0,Ke._)`${R}.test(${n})`}}}};Ii.default=Gb});var fu=X(Ri=>{"use strict";Object.defineProperty(Ri,"__esModule",{value:!0});var Zb=mu(),Qb=[Zb.default];Ri.default=Qb});var hu=X(ss=>{"use strict";Object.defineProperty(ss,"__esModule",{value:!0});ss.contentVocabulary=ss.metadataVocabulary=void 0;ss.metadataVocabulary=["title","d\
escription","default","deprecated","readOnly","writeOnly","examples"];ss.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var gu=X(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var Xb=xd(),Yb=Fd(),ev=lu(),tv=fu(),yu=hu(),rv=[Xb.default,Yb.default,(0,ev.default)(),
tv.default,yu.metadataVocabulary,yu.contentVocabulary];Li.default=rv});var bu=X(Ya=>{"use strict";Object.defineProperty(Ya,"__esModule",{value:!0});Ya.DiscrError=void 0;var wu;(function(e){e.Tag="tag",e.Mapping="mapping"})(wu||(Ya.
DiscrError=wu={}))});var ku=X(Vi=>{"use strict";Object.defineProperty(Vi,"__esModule",{value:!0});var as=we(),Fi=bu(),vu=Na(),sv=Fs(),av=Ae(),nv={message:({params:{discrError:e,tagName:t}})=>e===
Fi.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,as._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
ov={keyword:"discriminator",type:"object",schemaType:"object",error:nv,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),y=t.
const("tag",(0,as._)`${a}${(0,as.getProperty)(s)}`);t.if((0,as._)`typeof ${y} == "string"`,()=>l(),()=>e.error(!1,{discrError:Fi.DiscrError.Tag,tag:y,tagName:s})),
e.ok(p);function l(){let _=S();t.if(!1);for(let j in _)t.elseIf((0,as._)`${y} === ${j}`),t.assign(p,w(_[j]));t.else(),e.error(!1,{discrError:Fi.DiscrError.Mapping,
tag:y,tagName:s}),t.endIf()}function w(_){let j=t.name("valid"),q=e.subschema({keyword:"oneOf",schemaProp:_},j);return e.mergeEvaluated(q,as.Name),j}function S(){
var _;let j={},q=R(o),I=!0;for(let J=0;J<r.length;J++){let L=r[J];if(L?.$ref&&!(0,av.schemaHasRulesButRef)(L,i.self.RULES)){let O=L.$ref;if(L=vu.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,O),L instanceof vu.SchemaEnv&&(L=L.schema),L===void 0)throw new sv.default(i.opts.uriResolver,i.baseId,O)}let ne=(_=L?.properties)===
null||_===void 0?void 0:_[s];if(typeof ne!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);I=I&&
(q||R(L)),ee(ne,J)}if(!I)throw new Error(`discriminator: "${s}" must be required`);return j;function R({required:J}){return Array.isArray(J)&&J.includes(s)}function ee(J,L){
if(J.const)V(J.const,L);else if(J.enum)for(let ne of J.enum)V(ne,L);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function V(J,L){
if(typeof J!="string"||J in j)throw new Error(`discriminator: "${s}" values must be unique strings`);j[J]=L}}}};Vi.default=ov});var $u=X((_$,iv)=>{iv.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",definitions:{
schemaArray:{type:"array",minItems:1,items:{$ref:"#"}},nonNegativeInteger:{type:"integer",minimum:0},nonNegativeIntegerDefault0:{allOf:[{$ref:"#/definitions/non\
NegativeInteger"},{default:0}]},simpleTypes:{enum:["array","boolean","integer","null","number","object","string"]},stringArray:{type:"array",items:{type:"string"},
uniqueItems:!0,default:[]}},type:["object","boolean"],properties:{$id:{type:"string",format:"uri-reference"},$schema:{type:"string",format:"uri"},$ref:{type:"st\
ring",format:"uri-reference"},$comment:{type:"string"},title:{type:"string"},description:{type:"string"},default:!0,readOnly:{type:"boolean",default:!1},examples:{
type:"array",items:!0},multipleOf:{type:"number",exclusiveMinimum:0},maximum:{type:"number"},exclusiveMaximum:{type:"number"},minimum:{type:"number"},exclusiveMinimum:{
type:"number"},maxLength:{$ref:"#/definitions/nonNegativeInteger"},minLength:{$ref:"#/definitions/nonNegativeIntegerDefault0"},pattern:{type:"string",format:"re\
gex"},additionalItems:{$ref:"#"},items:{anyOf:[{$ref:"#"},{$ref:"#/definitions/schemaArray"}],default:!0},maxItems:{$ref:"#/definitions/nonNegativeInteger"},minItems:{
$ref:"#/definitions/nonNegativeIntegerDefault0"},uniqueItems:{type:"boolean",default:!1},contains:{$ref:"#"},maxProperties:{$ref:"#/definitions/nonNegativeInteg\
er"},minProperties:{$ref:"#/definitions/nonNegativeIntegerDefault0"},required:{$ref:"#/definitions/stringArray"},additionalProperties:{$ref:"#"},definitions:{type:"\
object",additionalProperties:{$ref:"#"},default:{}},properties:{type:"object",additionalProperties:{$ref:"#"},default:{}},patternProperties:{type:"object",additionalProperties:{
$ref:"#"},propertyNames:{format:"regex"},default:{}},dependencies:{type:"object",additionalProperties:{anyOf:[{$ref:"#"},{$ref:"#/definitions/stringArray"}]}},propertyNames:{
$ref:"#"},const:!0,enum:{type:"array",items:!0,minItems:1,uniqueItems:!0},type:{anyOf:[{$ref:"#/definitions/simpleTypes"},{type:"array",items:{$ref:"#/definitio\
ns/simpleTypes"},minItems:1,uniqueItems:!0}]},format:{type:"string"},contentMediaType:{type:"string"},contentEncoding:{type:"string"},if:{$ref:"#"},then:{$ref:"\
#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/definitions/schemaArray"},not:{$ref:"#"}},default:!0}});var At=X((De,Ui)=>{"use strict";Object.defineProperty(De,"__esModule",{value:!0});De.MissingRefError=De.ValidationError=De.CodeGen=De.Name=De.nil=De.stringify=De.
str=De._=De.KeywordCxt=De.Ajv=void 0;var pv=vd(),cv=gu(),dv=ku(),Pu=$u(),uv=["/properties"],en="http://json-schema.org/draft-07/schema",ns=class extends pv.default{_addVocabularies(){
super._addVocabularies(),cv.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(dv.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Pu,uv):Pu;this.addMetaSchema(t,en,!1),this.refs["http://json-schema.org/schema"]=en}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(en)?en:void 0)}};De.Ajv=ns;Ui.exports=De=ns;Ui.exports.Ajv=ns;Object.defineProperty(De,"__esMo\
dule",{value:!0});De.default=ns;var lv=Ls();Object.defineProperty(De,"KeywordCxt",{enumerable:!0,get:function(){return lv.KeywordCxt}});var os=we();Object.defineProperty(
De,"_",{enumerable:!0,get:function(){return os._}});Object.defineProperty(De,"str",{enumerable:!0,get:function(){return os.str}});Object.defineProperty(De,"stri\
ngify",{enumerable:!0,get:function(){return os.stringify}});Object.defineProperty(De,"nil",{enumerable:!0,get:function(){return os.nil}});Object.defineProperty(
De,"Name",{enumerable:!0,get:function(){return os.Name}});Object.defineProperty(De,"CodeGen",{enumerable:!0,get:function(){return os.CodeGen}});var mv=Ta();Object.
defineProperty(De,"ValidationError",{enumerable:!0,get:function(){return mv.default}});var fv=Fs();Object.defineProperty(De,"MissingRefError",{enumerable:!0,get:function(){
return fv.default}})});var Im=vt(wp());import{models as k0}from"./models.js";function ma(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,y=0,l=0,w=0;function S(V,J){let L=0,ne=0;for(;L<V||!J;){let O=e.charCodeAt(n);if(O>=48&&O<=57)ne=ne*
16+O-48;else if(O>=65&&O<=70)ne=ne*16+O-65+10;else if(O>=97&&O<=102)ne=ne*16+O-97+10;else break;n++,L++}return L<V&&(ne=-1),ne}function _(V){n=V,o="",i=0,r=16,w=
0}function j(){let V=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&zr(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&zr(e.
charCodeAt(n)))for(n++;n<e.length&&zr(e.charCodeAt(n));)n++;else return w=3,e.substring(V,n);let J=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&zr(e.charCodeAt(n))){for(n++;n<e.length&&zr(e.charCodeAt(n));)n++;J=n}else w=3;
return e.substring(V,J)}function q(){let V="",J=n;for(;;){if(n>=a){V+=e.substring(J,n),w=2;break}let L=e.charCodeAt(n);if(L===34){V+=e.substring(J,n),n++;break}
if(L===92){if(V+=e.substring(J,n),n++,n>=a){w=2;break}switch(e.charCodeAt(n++)){case 34:V+='"';break;case 92:V+="\\";break;case 47:V+="/";break;case 98:V+="\b";
break;case 102:V+="\f";break;case 110:V+=`
`;break;case 114:V+="\r";break;case 116:V+="	";break;case 117:let O=S(4,!0);O>=0?V+=String.fromCharCode(O):w=4;break;default:w=5}J=n;continue}if(L>=0&&L<=31)if($s(
L)){V+=e.substring(J,n),w=2;break}else w=6;n++}return V}function I(){if(o="",w=0,i=n,p=s,l=y,n>=a)return i=a,r=17;let V=e.charCodeAt(n);if(Wn(V)){do n++,o+=String.
fromCharCode(V),V=e.charCodeAt(n);while(Wn(V));return r=15}if($s(V))return n++,o+=String.fromCharCode(V),V===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,y=n,r=14;switch(V){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=q(),r=10;case 47:let J=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!$s(e.charCodeAt(n));)n++;return o=e.substring(J,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let L=a-1,ne=!1;for(;n<L;){let O=e.charCodeAt(n);if(O===42&&e.charCodeAt(n+1)===47){n+=2,ne=!0;break}n++,$s(O)&&(O===13&&e.charCodeAt(n)===10&&n++,
s++,y=n)}return ne||(n++,w=1),o=e.substring(J,n),r=13}return o+=String.fromCharCode(V),n++,r=16;case 45:if(o+=String.fromCharCode(V),n++,n===a||!zr(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=j(),r=11;default:for(;n<a&&R(V);)n++,V=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(V),n++,r=16}}
function R(V){if(Wn(V)||$s(V))return!1;switch(V){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ee(){let V;do V=I();while(V>=
12&&V<=15);return V}return{setPosition:_,getPosition:()=>n,scan:t?ee:I,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-l,getTokenError:()=>w}}function Wn(e){return e===32||e===9}function $s(e){return e===10||e===13}function zr(e){return e>=48&&e<=57}
var bp;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(bp||(bp={}));var pf=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Jr=200,cf={" ":{"\n":new Array(Jr).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Jr).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Jr).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Jr).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Jr).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Jr).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var fa;(function(e){e.DEFAULT={allowTrailingComma:!1}})(fa||(fa={}));function vp(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,y,l,w){i.value=p,i.offset=y,i.length=l,i.type=w,i.colonOffset=void 0,o=i}try{Hn(e,{onObjectBegin:(p,y)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,y,l)=>{if(t<y||(s(p,y,l,"property"),a[a.length-1]=p,t<=y+l))throw n},onObjectEnd:(p,y)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,y)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,y)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,y,l)=>{if(t<y||(s(p,y,l,kp(p)),t<=y+l))throw n},onSeparator:(p,y,l)=>{
if(t<=y)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=y,r=!1,o=void 0;else if(p===","){let w=a[a.length-1];typeof w=="number"?a[a.length-1]=w+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let y=0;for(let l=0;y<p.length&&l<a.length;l++)
if(p[y]===a[l]||p[y]==="*")y++;else if(p[y]!=="**")return!1;return y===p.length}}}function Cn(e,t=[],a=fa.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Hn(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,y,l)=>{
n=i({type:"property",offset:y,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:y,length:l,parent:n})},onObjectEnd:(p,y)=>{o(p+y),n.
length=p+y-n.offset,n=n.parent,o(p+y)},onArrayBegin:(p,y)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,y)=>{n.length=p+y-n.offset,
n=n.parent,o(p+y)},onLiteralValue:(p,y,l)=>{i({type:kp(p),offset:y,length:l,parent:n,value:p}),o(y+l)},onSeparator:(p,y,l)=>{n.type==="property"&&(p===":"?n.colonOffset=
y:p===","&&o(y))},onError:(p,y,l)=>{t.push({error:p,offset:y,length:l})}},a);let s=n.children[0];return s&&delete s.parent,s}function Kn(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function ha(e){switch(e.type){case"array":return e.children.map(ha);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=ha(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Hn(e,t,a=fa.DEFAULT){let n=ma(e,!1),o=[],i=0;function r(B){return B?()=>i===0&&B(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(B){return B?F=>i===0&&B(F,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(B){return B?
F=>i===0&&B(F,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function y(B){return B?()=>{i>0?i++:B(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function l(B){return B?()=>{i>0&&i--,i===
0&&B(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let w=y(t.onObjectBegin),S=p(t.onObjectProperty),_=l(t.onObjectEnd),
j=y(t.onArrayBegin),q=l(t.onArrayEnd),I=p(t.onLiteralValue),R=s(t.onSeparator),ee=r(t.onComment),V=s(t.onError),J=a&&a.disallowComments,L=a&&a.allowTrailingComma;
function ne(){for(;;){let B=n.scan();switch(n.getTokenError()){case 4:O(14);break;case 5:O(15);break;case 3:O(13);break;case 1:J||O(11);break;case 2:O(12);break;case 6:
O(16);break}switch(B){case 12:case 13:J?O(10):ee();break;case 16:O(1);break;case 15:case 14:break;default:return B}}}function O(B,F=[],je=[]){if(V(B),F.length+je.
length>0){let Re=n.getToken();for(;Re!==17;){if(F.indexOf(Re)!==-1){ne();break}else if(je.indexOf(Re)!==-1)break;Re=ne()}}}function oe(B){let F=n.getTokenValue();
return B?I(F):(S(F),o.push(F)),ne(),!0}function pe(){switch(n.getToken()){case 11:let B=n.getTokenValue(),F=Number(B);isNaN(F)&&(O(2),F=0),I(F);break;case 7:I(null);
break;case 8:I(!0);break;case 9:I(!1);break;default:return!1}return ne(),!0}function z(){return n.getToken()!==10?(O(3,[],[2,5]),!1):(oe(!1),n.getToken()===6?(R(
":"),ne(),fe()||O(4,[],[2,5])):O(5,[],[2,5]),o.pop(),!0)}function M(){w(),ne();let B=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(B||O(
4,[],[]),R(","),ne(),n.getToken()===2&&L)break}else B&&O(6,[],[]);z()||O(4,[],[2,5]),B=!0}return _(),n.getToken()!==2?O(7,[2],[]):ne(),!0}function me(){j(),ne();
let B=!0,F=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(F||O(4,[],[]),R(","),ne(),n.getToken()===4&&L)break}else F&&O(6,[],[]);B?(o.push(
0),B=!1):o[o.length-1]++,fe()||O(4,[],[4,5]),F=!0}return q(),B||o.pop(),n.getToken()!==4?O(8,[4],[]):ne(),!0}function fe(){switch(n.getToken()){case 3:return me();case 1:
return M();case 10:return oe(!0);default:return pe()}}return ne(),n.getToken()===17?a.allowEmptyContent?!0:(O(4,[],[]),!1):fe()?(n.getToken()!==17&&O(9,[],[]),!0):
(O(4,[],[]),!1)}function kp(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var $p;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})($p||($p={}));var Pp;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Pp||(Pp={}));var _p=vp;var Bn=Cn,xp=Kn;var qp=ha;var Sp;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Sp||(Sp={}));function Op(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var ff="\uFEFF";function*jp(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(ff)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${hf(Op(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function hf(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Wr(e){return Tp(e)}function ar(e){return Tp(e)}function Tp(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Ap(e){return[...e.files.values()].flatMap(yf)}var yf=ar(e=>e.syntaxErrors.length===0&&gf(e.text)===Np(e.value)?[]:e.tree===void 0?[]:[...Gn(e.path,e.tree,
[])]);function gf(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Np(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Np(n),0)}function*Gn(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Gn(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Gn(e,s,[...a,p]))}}function Mp(e){return[...e.files.values()].flatMap(wf)}var wf=ar(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(bf)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Ep(n)===Ep(String(Number(n)))?[]:[{code:"S005",file:e,path:_p(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),bf=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Ep(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function _e(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Ps(e){return _e(e)?Object.entries(e):[]}function Ss(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Zn}from"node:path";function ya(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function $e(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var ga=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Ip(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Zn.normalize(Zn.join(Zn.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new ga(t,a,"names a\
 file that does not exist");for(let s of $e(o)){let p=Array.isArray(r)?r[Number(s)]:_e(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new ga(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Ye(e,t){let a={};return t!==void 0&&(a[e]=t),a}var is=vt(At(),1);function lr(e,t=0,a=t+4){return t+e.below(a-t+1)}var Yt=new is.Name("vErrors");function We(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>is._`${i}, ${r}`,
is._`${new is.Name(e)}(${Yt}, ${a}, ${n}, ${t.required?1:0}`)}function ve(e,t){return{about:e,value:t,findings:[]}}function Ie(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function He(e){return e.map(t=>Ie(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function Be(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var hv=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Su(e,t,a,n){return{...yv(e,t,a),source:a.has("x-source")?a.source():n}}function yv(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",hv)}:{},notes:a.notes()}}var Ar=vt(At(),1);function gv(e){return typeof e=="string"?e:JSON.stringify(e)}function Di(e){let t=e.map(gv),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function rn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${tn(o,t)}`,zh:`${r} ${tn(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Ys(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function sn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${tn(n,t)}`,zh:`${a} \u5230 ${tn(n,t)} \u7684`};
let r=rn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function ps(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:_u(a.en)}`;return t===void 0?e===0?{en:_u(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Ys(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function _u(e){
return`${e}s`}function tn(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var xu={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...Be({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...Be({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?Ar._`${We("typed",e,t,Ar._`"array"`)})`:Ar._`${We("list",e,t,Ar._`${a??0}`,n===void 0?Ar._`Infinity`:
Ar._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...Be({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=rn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...He(["text",1,{length:1}]),...e===0?[ve("empty",[])]:[Ie("min-items-under",
ea(e-1),"min-items")],...e<=3&&(t??3)>=3?[ve("items",ea(3))]:[],...t===void 0?[]:[ve("max-items-at",ea(t)),Ie("max-items-over",ea(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>ea(lr(a,e,t))};function ea(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var zi=vt(At(),1);var qu={read:(e,t)=>({kind:"boolean",...t,...Ye("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>zi._`${We("\
typed",e,t,zi._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...He([
"true",1,0,[]]),ve("true",!0),ve("false",!1)],sample:(e,t)=>t.below(2)===1};var nn=vt(At(),1);var ta=vt(At(),1),Ou=vt(Cr(),1);function er(e){return(0,ta.stringify)(e)}function ju(e){return(0,ta.stringify)(e)}function cs(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return ta._`${(0,Ou.regexpCode)(new RegExp(a,t))}`}function ra({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function an({type:e}){return Array.isArray(e)&&e.includes("null")}function Tu({nullable:e},t){return e?`${t} | null`:t}function Au({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Nu({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Eu({nullable:e},t){return e?[ve("null",null),
...t]:t}function Mu({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Iu={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Ru={read(e,t){let a=wv(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>bv(s)&&a.some(y=>Iu[y](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
an(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...Ye("unit",$v(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?vv(t):e,enum:[...t]}),check(e,t,{constant:a}){let n=a(er(e.values));return e.type==="mixed"?nn._`${We("mixedChoic\
e",e,t,n)})`:nn._`${We("choice",e,t,nn._`${e.type}`,n)})`},facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...Ye("unit",a)}),phrase({values:e,unit:t}){let a=Di(
e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?kv(t):He(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...Pv(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function wv(e){let t=e.raw("type"),a=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(Iu,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),n}function bv(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function vv(e){let t=e.map(
n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function kv(e){let t=new Set(
e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Ie(`as-${typeof n}-${n}`,n,"enum")),Ie("type-array",
[e[0]??""],"enum"),Ie("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Ie(`type-${n}`,n,"enum"))]}function $v(e){return e.optionalText("x-unit")}
function Pv(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ie(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>ve(
`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var kt=vt(At(),1);function on(e){return Be({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function pn({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&Sv(i)?i:void 0;return{type:e,...Be({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function Sv(e){return Number.isInteger(e*2**20)}function cn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...Be({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function dn(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,y=o===void 0?kt._`-Infinity`:kt._`${o}`,l=i===void 0?kt._`Infinity`:kt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return kt._`${We("integer",e,t,y,l)})`;let w=r===void 0?kt._`-Infinity`:kt._`${r}`,S=s===void 0?kt._`Infinity`:kt._`${s}`;
return kt._`${We("numeric",e,t,kt._`${n}`,a(kt._`[${y}, ${l}, ${w}, ${S}, ${p??0}]`))})`}function ds({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Ji(t.minimum,a);if(t.exclusiveMinimum!==void 0)return _v(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??Vt(n-a)}function _v(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?Vt(e+o):Ji(Vt(
e+n/2),n);return i===void 0||r<i||r===t?r:Vt((e+i)/2)}function Ji(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:Vt(Math.ceil(e/t)*t)}function Vt(e){return Number(
e.toFixed(9))}function un(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=q=>r===void 0||Number.isInteger(Number(
(q/r).toFixed(9))),y=(q,I)=>p(I)?[ve(q,I)]:[],l=a!==void 0?[...y("minimum-at",a),Ie("minimum-under",Vt(a-s),"minimum")]:o!==void 0?[Ie("exclusive-minimum-at",o,
"minimum"),Ie("exclusive-minimum-under",Vt(o-s),"minimum")]:[ve("negative",-s),ve("zero",0)],w=n!==void 0?[...y("maximum-at",n),Ie("maximum-over",Vt(n+s),"maxim\
um")]:i!==void 0?[Ie("exclusive-maximum-at",i,"maximum"),Ie("exclusive-maximum-over",Vt(i+s),"maximum")]:r===void 0?[ve("large",2147483648)]:[],S=ds(e),_=Vt(S+(r??
0)/(t==="integer"?r??1:2)),j=_<=(n??1/0)&&_<(i??1/0)&&!p(_);return[...l,...w,...r!==void 0&&j?[Ie("off-step",_,"multiple-of")]:[]]}function ln(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,y=n??i??(p===void 0?0:p-100*s),l=Ji(y,s)+(i===void 0?0:s),w=p===
void 0?100:Math.floor((p-l)/s+1e-9)+(r===void 0?1:0);return w<1?ds(e):Vt(l+s*t.below(w))}var Lu={read:(e,t)=>({kind:"integer",...t,...on(e)}),type:()=>"number",schema:pn,check:dn,facts:cn,phrase(e){let t=sn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:ds,
cases:e=>[...He(["5",!0,[5],5.5]),...un(e)],sample:ln};var Nt=vt(At(),1);function Fu(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Be({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,y=new Nt.Name(`index${n.depth}`),l=s===void 0?Nt._`Infinity`:
Nt._`${s}`,w=o.nested(i,{pointer:Nt._`${n.pointer} + "/" + ${y}`,value:Nt._`${n.value}[${y}]`,depth:n.depth+1}),S=p?Nt._`
${new Nt.Name("uniqueItems")}(${Yt}, ${n.pointer}, ${n.value})`:Nt._``;return Nt._`if (${We("list",a,n,Nt._`${r}`,l)})) {
for (let ${y} = 0; ${y} < ${n.value}.length && ${y} < ${l}; ${y}++) {
${w}
}${S}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Be({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=ps(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,y]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ys("\u542B",y,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Vu(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...He(["text",7,{0:"text"}]),...xv(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:lr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function xv(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=l=>Vu(e,t,l,i,"video"),s=Math.max(1,a),p=r(s),y=e.cases(t).filter(({value:l})=>l!==void 0).map(({about:l,value:w,findings:S})=>({about:`item-${l}`,value:p.
map((_,j)=>j===s-1&&w!==void 0?w:_),findings:S.map(_=>({..._,path:`/${s-1}${_.path??""}`}))}));return[...a===0?[ve("empty",[])]:[Ie("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[ve("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[ve("max-items-at",r(n))]:[],...r(n+1).length>n?[Ie("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ie("repeated-item",[...p,...p],"unique-items","/1")]:[],...y.filter(({value:l})=>!i||new Set(l.map(w=>JSON.stringify(
w))).size===s)]}function Vu(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var Et=vt(At(),1);var qv=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Uu(e){return{rule:e.oneOf("rule",qv),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...Ye("minimum",e.optionalNumber("minimum")),...Ye("maximum",e.optionalNumber("maximum")),...Ye("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...Ye("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...Ye("quote",e.optionalText("quote")),source:e.source()}}var Du=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],zu=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Wi="data:image/png;base64,iVBORw0KGgo=";function Ci(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Cu={read:Ov,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(cs(jv(r))),y=a(er(
s)),l=s.includes("data"),w=l?Et._`${new Et.Name("withBase64")}(${p})`:p;if(n){let _=Et._`${We("mediaReference",e,t,w,y)})`;return l?Et._`${_}
${new Et.Name("base64Reference")}(${Yt}, ${t.pointer}, ${t.value}, ${w})`:_}let S=Et._`${We("media",e,t,Et._`${o}`,Et._`${i}`,w,y)})`;return l?Et._`${S}
${new Et.Name("base64")}(${Yt}, ${t.pointer}, ${t.value}, ${i}, ${w})`:S},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...Be({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=Tv(i);if(t)return{en:`${Av(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=ps(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ys(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Ci(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...He([7,!0,["https://example.com/one.png"]]),...Ev(
e,a)]:[...He(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...Nv(e),...Mv(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:lr(o,t,a)},()=>o.matching(n))};function Ju(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function Ov(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=ra(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Ju(p,"x-accepts"),...n.has("contradicted")?{contradicted:Ju(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(Uu)}}var Wu="\\x00-\\x20\\x7F-\\xA0";function jv(e){return e.replaceAll(Wu,`${Wu}\\s`)}function Tv(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function Av(e){return/^[aeiou]/i.test(e)?"an":"a"}function Nr({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Ci(e,t,o))}function Nv(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Ie("min-items-under",Nr(e,t-1),"min-items")]:[],ve("min-items-at",Nr(e,t)),ve("max-items-at",Nr(e,a)),Ie("max-items-\
over",Nr(e,a+1),"max-items"),Ie("max-items-over-bad-item",[...Nr(e,a),"nowhere"],"max-items")]}function Ku({accepts:e},t,a){return[...Du.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...zu.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Wi,"media-base64","advice"):a("base64",Wi,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Ev(e,t){return Ku(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function Mv(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:Nr(e,a).map((y,l)=>l===a-1?r:y),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...Nr(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Ku(e,t,n),...o]}var Hu={read:(e,t)=>({kind:"number",...t,...on(e)}),type:()=>"number",schema:pn,check:dn,facts:cn,phrase(e){let t=sn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:ds,cases:e=>[...He(["0.5",
!0,[.5]]),...un(e)],sample:ln};var tr=vt(At(),1);function Bu(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Gu({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Zu(e){
let t=[...us("at least",e.minimum,""),...us("at most",e.maximum,""),...us("at least",e.minLength," characters"),...us("at most",e.maxLength," characters"),...us(
"at least",e.minItems," items"),...us("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function us(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Qu(e){return Iv(e,"")}function Iv(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Zu),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Bu(e.source)}.`,...Rv(e.deprecated)].join(`
`)}function Rv(e){return e===void 0?[]:[`@deprecated ${Gu(e)}`]}function Xu(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Yu(e){return`{
${e.map(Lv).join("")}}`}function Lv({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":Xu(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function el(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function tl(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":Yu(a.map(n=>({name:n.name,doc:Qu(n),optional:!n.required,type:e.type(
n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...el(i),..."default"in i&&i.default!==void 0?
{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(er(a.members.map(
s=>s.name))),r=a.members.map(s=>{let p=new tr.Name(`member${n.depth}`),y=o.nested(s,{pointer:tr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});return tr._`{
const ${p} = ${new tr.Name("own")}(${n.value}, ${s.name})
${y}
}`});return tr._`if (${We("object",a,n,i)})) {
${r.reduce((s,p)=>tr._`${s}
${p}`,tr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>rl(a,e,n),cases:a=>[...He(["text",7,[]]),...Fv(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function rl({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function Fv(e,t){let a=rl(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Mu(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:y,findings:l})=>y===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:y},findings:l.
map(w=>({...w,path:`/${i.name}${w.path??""}`}))}])]});return[ve("members",a),...n.has("no_such_member")?[]:[Ie("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Ie("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var mr=vt(At(),1);var Ut=vt(At(),1);var sl="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",al="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Er={date:{
pattern:`^${sl}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${al}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${sl}T${al}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
\u548C\u65F6\u95F4\uFF0C\u4F8B\u5982 2026-12-31T18:30:00Z"},valid:["2026-12-31T18:30:00Z","2026-12-31T08:00:00.5+08:00"],invalid:["2026-12-31","2026-12-31 18:30\
:00Z","tomorrow"]},uuid:{pattern:"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",name:{en:"a UUID",zh:"UUID"},valid:["123e4567-e\
89b-12d3-a456-426614174000"],invalid:["123e4567e89b12d3a456426614174000","uuid"]},email:{pattern:"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](-?[A-Za-z0-9])*(\
[.][A-Za-z0-9](-?[A-Za-z0-9])*)+$",name:{en:"an e-mail address",zh:"\u7535\u5B50\u90AE\u4EF6\u5730\u5740"},valid:["ada@example.com"],invalid:["ada","ada@","@exa\
mple.com","a da@example.com"]},uri:{pattern:'^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20"<>\\\\^`{|}]+$',name:{en:"an absolute URI",zh:"\u7EDD\u5BF9 URI"},valid:["ht\
tps://example.com/a?b#c","urn:example:a"],invalid:["example.com","/a","https://exa mple.com"]},uint64:{pattern:"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9\
]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|184467\
44073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|\
1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$",name:{en:"an integer from 0 to 18446744073709551615, as a string of digits",zh:"\u7531\u6570\u5B57\u7EC4\u6210\u7684\
\u5B57\u7B26\u4E32\uFF0C\u8868\u793A 0 \u5230 18446744073709551615 \u7684\u6574\u6570"},valid:["42","0","9007199254740993","18446744073709551615"],invalid:["184\
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var Vv=Object.keys(Er);function mn(e){let t=e.has("format")?e.oneOf("format",Vv):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),Be({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):Er[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:Er[t].valid)})}function fn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&Er[a].isOurs===!0?void 0:a;return{type:"string",...Be({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function hn({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...Be({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function yn(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=Ut._`${n??0}`,y=o===void 0?Ut._`Infinity`:
Ut._`${o}`;if(i!==void 0){let l=r===void 0?Ut._`"pattern"`:Ut._`"format"`,w=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return Ut._`${We("patterned",
e,t,p,y,a(cs(i)),l,a(ju(w)))})`}return n===1&&o===void 0?Ut._`${We("nonEmpty",e,t)})`:n===void 0&&o===void 0?Ut._`${We("typed",e,t,Ut._`"string"`)})`:Ut._`${We(
"text",e,t,p,y)})`}function gn({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=ps(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:y,
zh:l}=Er[a].name;return e>0||t!==void 0?{en:`${y}, of ${r.en}`,zh:`${l}\uFF0C${r.zh}`}:{en:y,zh:l}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function wn({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function bn({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:Er[e].invalid).filter(l=>!i.test(l)&&[...l].length>=n&&[...l].length<=o),y=e===void 0?"pattern":"format";return[...a.map((l,w)=>ve(`${y}-good-${w+1}`,l)),
...p.map((l,w)=>Ie(`${y}-bad-${w+1}`,l,y))]}function vn({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Ie("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ie(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[ve("min-length-at","a".repeat(e)),ve("min-length-astral","\u{1F600}".repeat(e)),ve("space"," ".repeat(e))]:[],...t===void 0?[]:[ve(
"max-length-at","a".repeat(t)),ve("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var nl=()=>He([7,!0,["a"]]);function ol(e){return Ye(
"minLength",e.optionalNumber("minLength"))}function kn({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(lr(n,t,a)):n.matching(e)}var Uv={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function pl(e){return Uv[e].
en}var cl={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...mn(e),limits:e.objects("x-prompt-limits").map(Dv),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:fn,
check:(e,t,a)=>[yn(e,t,a),...zv(e,t,a),...Wv(e,t,a)].reduce((n,o)=>mr._`${n}
${o}`),facts:e=>({...hn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:gn,
example:(e,t)=>wn(e,pl(t)),cases:e=>[...He([7,!0,["a"],{text:"a"}]),...vn(e),...bn(e),...Cv(e.limits),...Kv(e.tokens)],sample:kn};function Dv(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...Ye("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function zv({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:l,count:w,max:S,severity:_,onlyWithHan:j})=>[
l,w,S,_==="error"?1:0,j===!0?1:0]),r=Math.min(...e.map(l=>l.max)),s=e.some(l=>l.count==="words"),p=(l,w=!0)=>n(er(w?Jv(l):[])),y=mr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[mr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new mr.Name("promptLimits")}(${Yt}, ${t}, ${a}, ${n(er(i))}, ${y})`]}function Jv(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function Wv({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=cs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return mr._`if (typeof ${a} === "string") ${new mr.Name("promptTokens")}(${Yt}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Cv(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(il(a,o)).map(([i,r])=>ve(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[ve("every-limit-over",e.map(({count:t,max:a})=>il(t,a+1)[""]).join(" "))]:[]]}function Kv(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function il(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var dl={read:(e,t)=>({kind:"string",...t,...ol(e),...mn(e),...Ye("values",e.unknown("x-values"))}),type:()=>"string",schema:fn,check:yn,facts:hn,phrase(e){let t=gn(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>wn(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...nl(),...e.pattern===void 0&&e.maxLength===void 0?[ve("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[ve("empty","")]:[],...vn(e),...bn(e)],sample:kn};var ul={type:Zv,schema:Qv,example:hl,cases:e=>Yv(e,[]),sample:e1},ll={prompt:cl,string:dl,enum:Ru,integer:Lu,number:Hu,boolean:qu,media:Cu,object:tl(ul,Bv),list:Fu(
ul,Gv),array:xu};function Hv(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=ra(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function ml(e,t,a,n){let o=Hv(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=ll[o].read(t,{...a,
...an(t.value)?{nullable:!0}:{}},n);return{...i,phrase:Xv(i)}}function Bv(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return ml(i,r,fl(i,o.has(i),r,t),a)})}}function Gv(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(ra(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:ml("item",n,fl("item",!0,n,t),a),...Be({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function fl(e,t,a,{source:n}){return Su(e,t,a,n)}function Zv(e){
return Tu(e,ls(e).type(e))}function Qv(e){return Au(e,ls(e).schema(e))}function Xv(e){return Nu(e,ls(e).phrase(e))}function hl(e,t){return ls(e).example(e,t)}function Yv(e,t){return Eu(e,ls(e).cases(e,t))}function e1(e,t){return e.
nullable&&t.below(8)===0?null:ls(e).sample(e,t)}function ls(e){return ll[e.kind]}var yl=new WeakMap;function t1(e){let t=yl.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>s1[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return yl.
set(e,n),n}function ms(e){return _e(e)?t1(e):void 0}function Ki(e){return Ss(e).map(([,t])=>ms(t)??r1)}var r1=()=>!1,s1={type:e=>{if(typeof e=="string")return wl[e];
let t=Ss(e).flatMap(([,a])=>typeof a=="string"?wl[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:sa(
(e,t)=>e>=t),maximum:sa((e,t)=>e<=t),exclusiveMinimum:sa((e,t)=>e>t),exclusiveMaximum:sa((e,t)=>e<t),multipleOf:sa((e,t)=>n1(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:gl((e,t)=>e>=t),maxLength:gl((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?a1(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=ms(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},required:e=>{let t=Ss(e).map(([,a])=>a);return a=>!_e(a)||
t.every(n=>Hi(a,n))},properties:e=>{let t=Ps(e).flatMap(([a,n])=>{let o=ms(n);return o===void 0?[]:[[a,o]]});return a=>!_e(a)||t.every(([n,o])=>{let i=Object.hasOwn(
a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=Ps(e).map(([a,n])=>[a,Ss(n)]);return a=>!_e(a)||t.every(([n,o])=>!Hi(a,n)||o.every(([,i])=>Hi(
a,i)))},oneOf:e=>{let t=Ki(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{let t=Ki(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Ki(e);return a=>t.every(n=>n(
a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!_e(a)||Object.keys(a).every(n=>_e(t)&&Object.hasOwn(t,n)),not:e=>{let t=ms(e);return t===void 0?
void 0:a=>!t(a)},if:(e,t)=>{let[a,n]=[ms(e),ms(t.then)];return a===void 0||n===void 0?void 0:o=>!a(o)||n(o)}};function sa(e){return t=>a=>typeof a!="number"||e(
a,Number(t))}function gl(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function a1(e){try{return new RegExp(e)}catch{return}}function n1(e){return Math.
abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Hi(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var wl={string:e=>typeof e=="string",integer:e=>Number.
isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>_e(e),null:e=>e===null};var o1=/^models\/([^/]+)\.schema\.json$/;function aa(e){return o1.exec(e)?.[1]}var bl=Wr(e=>[...e.files.values()].flatMap(t=>{let a=aa(t.path),n=Mr(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function Mr(e){return e!==
void 0&&e.syntaxErrors.length===0&&_e(e.value)?e.value:void 0}function $n(e){return[...e.files.values()].some(t=>Mr(t)===void 0)}var GS=Wr(()=>new Map);function i1(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(_e(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function vl(e,t){let a=[];return i1(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function kl(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:p1(t))}var p1=ar(e=>vl(Mr(e)??null,(t,a)=>{let n=typeof t=="string"?d1(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),c1=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function d1(e){let[t]=c1.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which nobody sees`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function $l(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?u1(t,a):t,[...e])}function Pl(e){return Sl(e).map(({required:t})=>t.join(
" with ")).join("; ")}function u1(e,t){let a=Sl(t),n=p=>p!==t&&h1(p.instancePath,t.instancePath)&&!f1(p,t),o=e.filter(p=>p!==t&&!n(p)),i=l1(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&y1(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function l1(e,t){let a=_e(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:m1(e);if(n!==void 0){let{data:p}=t,y=_e(p)?p[n]:void 0,l=e.findIndex(
({members:S})=>S?.get(n)===y);if(l!==-1)return l;let w=e.map(({members:S})=>S?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:w},data:y}}let o=e.map(({required:p,members:y})=>a.filter(l=>y?.has(l)??p.includes(l)).length),i=Math.max(...o),r=o.flatMap((p,y)=>p===i?[y]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function m1(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Sl({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function f1(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function h1(e,t){return e===t||e.startsWith(`${t}/`)}function y1(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as w1}from"node:module";import{fileURLToPath as g1}from"node:url";var _l=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Bi=new URL("../".repeat(
_l),import.meta.url),o_=new URL("../",Bi),i_=new URL(_l===3?"./":"../",import.meta.url);var m_=g1(new URL("dist/kept/",Bi));var b1=w1(import.meta.url),Gi="spec:/";function xl(){let{Ajv2020:e}=b1("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var v1=/^upstreams\/([^/]+)\.json$/;function na(e){return v1.exec(e)?.[1]}function ql(e,t){let a=(n,o)=>_e(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>na(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Ol={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},jl="meta/model.schema.json",Tl="\
meta/upstream.schema.json",k1=["meta/facts.schema.json","meta/parameter.schema.json"],__=[...Object.entries(Ol).flat(),jl,Tl,...k1];function Al(e){return na(e)!==void 0?Tl:aa(e)===void 0?Ol[e]:jl}var Pn;function Sn(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(Pn?.text===a)return Pn.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?P1(t):$1(e.meta.paths,n);return Pn={text:a,validator:i=>e.files.has(i)?
o(i):void 0},Pn.validator}function $1(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function P1(e){let t=xl();for(let a of e){
let n=Mr(a);n!==void 0&&t.addSchema(n,Gi+a.path)}return a=>t.getSchema(Gi+a)}function Kt(e,t){let n=t.map(o=>({candidate:o,distance:S1(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function S1(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Nl(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Il(e){let t=Sn(e),a=[...e.files.values()].flatMap(n=>{let o=Al(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=_1(n),s=r.get(i)??x1(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var _1=ar(()=>new WeakMap);function x1(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of $l(t.errors??[])){let r=q1(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function q1(e,t,a){let n=N1(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Nl(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${oa(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return O1(
e,[...n,o("additionalProperty")],a);case"required":return El(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=El(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${oa(n)} must have exactly one of ${Pl(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${oa(n)} must be ${j1(a)}`}}}function O1(e,t,a){let n=String(t.at(-1)),o=_e(Ml(a))?Object.keys(Ml(a)):[],i=Kt(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function El(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${oa(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${oa(t)} lacks the keywor\
d "${a}"`}}function Ml(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function j1(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(A1[e.keyword]??T1)(e)}var _n=({params:e})=>String(e.limit),fs=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,T1=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,A1={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${_n(e)} or more`,maximum:e=>`${_n(e)} or less`,exclusiveMinimum:e=>`more than ${_n(
e)}`,exclusiveMaximum:e=>`less than ${_n(e)}`,minLength:e=>`a string of ${fs(e,"character")} or more`,maxLength:e=>`a string of ${fs(e,"character")} or less`,minItems:e=>`\
a list of ${fs(e,"item")} or more`,maxItems:e=>`a list of ${fs(e,"item")} or less`,minProperties:e=>`an object with ${fs(e,"member")} or more`,maxProperties:e=>`\
an object with ${fs(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function oa(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function N1(e,t){let a=e;return $e(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:_e(a)?a[n]:void 0,o?Number(n):n})}var E1=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Rl(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!E1.some(({causes:s,follow:p})=>p(i)&&r.some(y=>s.has(y)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>M1(i,s,p<r))))}function M1(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Zi(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Ll=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
 bracket. Nothing else in the file is trusted until this is fixed.",hint:"Fix the syntax at this place.",wrong:'{ "version": "1.0.0" "name": "x" }',right:'{ "ve\
rsion": "1.0.0" }'},{code:"S002",severity:"error",title:"A key is written twice",explanation:"An object holds the same key twice. JSON readers keep one of them \
and drop the other without a word.",hint:"Keep one of the two.",wrong:'{ "minimum": 4, "maximum": 15, "maximum": 30 }',right:'{ "minimum": 4, "maximum": 30 }'},
{code:"S003",severity:"error",title:"A file of the specification is missing",explanation:"The specification needs this file: the other files rely on it, or the \
meta-schema that checks them is gone.",hint:"Add the file.",wrong:"spec/ without version.json",right:'spec/version.json: { "version": "1.0.0" }'},{code:"S004",severity:"\
error",title:"A file has no place in the specification",explanation:"Nothing reads this file. What it says would be lost.",hint:"Move it where it belongs: a mod\
el to models/<model-id>.schema.json, anything else into the file that holds such facts.",wrong:"spec/model/beta-6.0.schema.json",right:"spec/models/beta-6.0.sch\
ema.json"},{code:"S005",severity:"error",title:"A number is not exact",explanation:"Programs read numbers of JSON as doubles: about 17 digits, and none beyond 1\
.8e308. This one would be read, and published, as another.",hint:"Write a number that a double holds.",wrong:'{ "maximum": 12345678901234567890 }',right:'{ "max\
imum": 9007199254740991 }'},{code:"S006",severity:"error",title:"A text holds what nobody sees",explanation:"A control character, a mark of direction, half a su\
rrogate pair, or letters and accents apart: what is published is not what a reader of the file sees. Texts are in Unicode normalization form C.",hint:"Write the\
 text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Fl=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
at it was meant to say would be lost.",hint:"Correct the spelling, or remove the keyword. New kinds of facts are added to spec/meta first.",wrong:'"duration": {\
 "type": "integer", "maximun": 15 }',right:'"duration": { "type": "integer", "maximum": 15 }'},{code:"S011",severity:"error",title:"A keyword is missing",explanation:"\
The meta-schema asks for a keyword that is not there.",hint:"Add the keyword.",wrong:'"x-availability": {}',right:'"x-availability": { "status": "available" }'},
{code:"S012",severity:"error",title:"A fact has no source",explanation:"Every fact names the section of the interface that states it, so that a reader can check\
 it and a change of the interface can be followed.",hint:'Add "x-source": { "section": "\u2026", "item": "\u2026" } with the heading, and the row or item, that states the\
 fact.',wrong:'"seed": { "type": "integer" }',right:'"seed": { "type": "integer", "x-source": { "section": "gamma-1.0-i2v", "item": "seed" } }'},{code:"S013",severity:"\
error",title:"null stands for something unknown",explanation:"null says neither that there is no value nor that nobody knows. What the interface leaves open is \
written in words.",hint:'Write { "unknown": "not shown" }, or leave the keyword out where it may be left out.',wrong:'"x-display-name": null',right:'"x-display-\
name": { "unknown": "not shown" }'},{code:"S014",severity:"error",title:"A value has the wrong form",explanation:"The meta-schema asks for another type, another\
 word or another shape at this place.",hint:"See the description of the keyword in spec/meta.",wrong:'"duration": { "type": "integer", "minimum": "4" }',right:'\
"duration": { "type": "integer", "minimum": 4 }'},{code:"S015",severity:"error",title:"A source names an unknown section",explanation:"A source is the heading o\
f a section of the interface, as spec/sections.json lists them, or the id of the model itself. With any other word nobody finds the fact again.",hint:"Correct t\
he heading, or add it to spec/sections.json.",wrong:'"x-source": { "section": "Limit" }',right:'"x-source": { "section": "Limits" }'},{code:"S016",severity:"err\
or",title:"A keyword has no effect",explanation:"The keyword stands beside a $ref, and the kind of parameter that both make together has no such keyword. What i\
t says would be lost.",hint:"Remove the keyword, or change the type so that the keyword applies.",wrong:'{ "$ref": "\u2026#/$defs/prompt", "maximum": 5 }',right:'\
{ "$ref": "\u2026#/$defs/prompt", "maxLength": 5 }'},{code:"S017",severity:"error",title:"A fact cannot be read",explanation:"A value has the right form and a m\
eaning that nothing defines, such as a type of file that media.schema.json does not list.",hint:"Use a value that is defined, or define it.",wrong:'"x-media": {\
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Vl=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Ul=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
are the same Model ID. When they differ, a request is checked against the wrong file.",hint:"Use one Model ID in all three places.",wrong:'models/beta-6.0.schem\
a.json: { "title": "beta-5.0" }',right:'models/beta-6.0.schema.json: { "title": "beta-6.0" }'},{code:"S021",severity:"error",title:"Two models have the same ide\
ntifier",explanation:"Programming languages know models by identifiers made from their ids. Two ids give the same identifier, perhaps only in a language that ig\
nores case or drops punctuation.",hint:"Choose ids that differ in more than punctuation and case.",wrong:"models/beta-5.0.schema.json and models/beta_50.schema.\
json",right:"models/beta-5.0.schema.json and models/beta-5.1.schema.json"},{code:"S022",severity:"error",title:"Two parameters have the same identifier",explanation:"\
In languages that write parameters in another case, two parameters of one model become the same name.",hint:"Choose names that differ in more than punctuation a\
nd case.",wrong:'"first_image": \u2026, "firstImage": \u2026',right:'"first_image": \u2026, "last_image": \u2026'},{code:"S023",severity:"error",title:"A displa\
y name is ambiguous",explanation:"A display name is answered with the Model ID it belongs to. That works only when it belongs to one model and is not a Model ID\
 itself.",hint:"Give the display name to one model only.",wrong:'"x-display-name": "beta-5.0" in another model',right:'"x-display-name": "beta 5.0"'},{code:"S02\
4",severity:"error",title:"A rename contradicts the models",explanation:"x-renamed-from records the Model IDs a model had before. An id that is still in use, or\
 that two models claim, was not renamed.",hint:"Remove the record, or the file of the old model.",wrong:'"x-renamed-from": ["beta-5.0"] while models/beta-5.0.sc\
hema.json is there',right:'"x-renamed-from": ["beta-4.0"]'},{code:"S025",severity:"error",title:"A Model ID is a name of the generator",explanation:"The files a\
nd types of a model are named after it. A few names beside them belong to what is about all models, such as validators/index.js, ModelInput and the Task schema;\
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Vl.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Dl=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
e or of another type, so the service would reject a request that relies on it.",hint:"Correct the default, or the limit it breaks.",wrong:'{ "enum": ["480p", "7\
20p"], "default": "720P" }',right:'{ "enum": ["480p", "720p"], "default": "720p" }'},{code:"S031",severity:"error",title:"A lower limit is above the upper limit",
explanation:"No value can satisfy both limits.",hint:"Exchange or correct the limits.",wrong:'{ "minimum": 15, "maximum": 4 }',right:'{ "minimum": 4, "maximum":\
 15 }'},{code:"S032",severity:"error",title:"A required parameter is not defined",explanation:"required names a parameter that properties does not have: every r\
equest would be rejected.",hint:"Define the parameter, or take it off required.",wrong:'"required": ["model", "promt"]',right:'"required": ["model", "prompt"]'},
{code:"S033",severity:"error",title:"A keyword is set here and in the shared definition",explanation:"Beside a $ref stands a keyword that the definition sets to\
o. JSON Schema applies both, a reader expects the nearer one.",hint:"Remove it here, or take it out of the shared definition.",wrong:'{ "$ref": "\u2026#/$defs/prompt\
", "minLength": 3 }, where prompt has a minLength',right:'{ "$ref": "\u2026#/$defs/prompt", "maxLength": 1500 }'},{code:"S034",severity:"error",title:"A paramet\
er has no clear type",explanation:"With the definition that its $ref names, a parameter is none of the kinds the catalogue knows: string, enum, integer, number,\
 boolean, object, list, media, or array of unknown items.",hint:"Give it a type, and for an array items, x-media or x-items.",wrong:'"tools": { "$ref": "\u2026#/$def\
s/tools" }, where tools has no type',right:'"tools": { "$ref": "\u2026#/$defs/tools" }, where tools has type and x-items'},{code:"S035",severity:"error",title:"\
A pattern is not portable",explanation:"The pattern uses something that regular expression engines read differently or not at all, such as \\p, \\s, \\d, \\w, look-\
around or a back-reference.",hint:"Write the characters out as a class.",wrong:'"pattern": "^https?://[^\\s]+$"',right:'"pattern": "^https?://[^\\x00-\\x20]+$"'},
{code:"S036",severity:"error",title:"A prompt token names no reference",explanation:"A prompt token refers to a media parameter of the same model, and no furthe\
r than that parameter has items.",hint:"Name a media parameter of the model, with a range within its maxItems.",wrong:'{ "prefix": "@video", "parameter": "refer\
ence_videos", "from": 1, "to": 9 }, where it takes 3 items',right:'{ "prefix": "@video", "parameter": "reference_videos", "from": 1, "to": 3 }'},{code:"S037",severity:"\
error",title:"A rule id is unknown",explanation:"A limit names a finding that spec/findings.json does not have, or an announcement becomes one, so it would have\
 no text and no severity.",hint:"Use a rule of spec/findings.json, or add one there.",wrong:'{ "rule": "media-byte", \u2026 }',right:'{ "rule": "media-bytes", \u2026\
 }'},{code:"S038",severity:"error",title:"A parameter and its model disagree on asset ids",explanation:"A model either supports the asset library or not, and it\
s media parameters take assetId:// accordingly. When they differ, the docs promise what the validator rejects.",hint:"Let items refer to urlOrAsset exactly wher\
e x-asset-library is true.",wrong:'"x-asset-library": true with "items": { "$ref": "../media.schema.json#/$defs/url" }',right:'"x-asset-library": true with "ite\
ms": { "$ref": "../media.schema.json#/$defs/urlOrAsset" }'},{code:"S039",severity:"error",title:"A statement contradicts another",explanation:"What is stated ca\
n never hold, or changes nothing: no value is within the limits, a limit of a later date rejects nothing that is accepted today, a date is none, a successor doe\
s not exist, a limit on files has no bound, another unit, or is there twice, or a source is that of another model or parameter.",hint:"Correct one of the two st\
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var zl=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s used by nobody",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes b\
y it, so it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "\
../parameters.schema.json#/$defs/seed" }'}];var Jl=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Wl=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
ion reads a parameter it does not list. It would never break, or name the wrong field.",hint:"Correct the name, and list under parameters each parameter the con\
dition reads.",wrong:'"parameters": ["frist_image"]',right:'"parameters": ["first_image"]'},{code:"S051",severity:"error",title:"A rule has no valid or no inval\
id example",explanation:"Examples are what tests of every language are made from. A rule without both kinds is a rule nobody has tried.",hint:"Add at least one \
example that passes and one that breaks the rule.",wrong:'"examples": { "valid": [], "invalid": [{ "last_image": ["\u2026"] }] }',right:'"examples": { "valid": \
[{ "first_image": ["\u2026"], "last_image": ["\u2026"] }], "invalid": [{ "last_image": ["\u2026"] }] }'},{code:"S052",severity:"error",title:"An example contrad\
icts its rule",explanation:"A valid example breaks the rule, or an invalid one passes it.",hint:"Move the example to the other list, or correct the condition.",
wrong:'"valid": [{ "last_image": ["\u2026"] }], where last_image needs first_image',right:'"invalid": [{ "last_image": ["\u2026"] }]'},{code:"S053",severity:"er\
ror",title:"An example is wrong for another reason",explanation:"The example names a parameter the model does not have or a value it does not take, so it shows \
nothing about the rule.",hint:"Use parameters and values the model takes.",wrong:'"valid": [{ "first_image": ["a.png"] }]',right:'"valid": [{ "first_image": ["h\
ttps://example.com/a.png"] }]'},{code:"S054",severity:"error",title:"Two rules have the same id",explanation:"Findings report rules by id. Within a model an id \
stands for one rule, and generic findings keep theirs.",hint:"Give the rule an id of its own.",wrong:'two rules with "id": "audio-alone"',right:'"id": "audio-al\
one" and "id": "audio-long"'},{code:"S055",severity:"error",title:"A rule stands in the wrong list",explanation:"allOf rejects requests in every JSON Schema lib\
rary, so it holds errors only; x-advice holds advice only.",hint:"Move the rule to the list of its severity.",wrong:'"allOf": [{ "x-rule": { "severity": "advice\
", \u2026 } }]',right:'"x-advice": [{ "x-rule": { "severity": "advice", \u2026 } }]'},{code:"S056",severity:"error",title:"A rule has no condition",explanation:"\
A rule is if and then, not, oneOf, or dependentRequired. With none of them it can never break.",hint:"Add the condition beside x-rule.",wrong:'{ "x-rule": \u2026 }',
right:'{ "x-rule": \u2026, "not": { "required": ["seed", "tools"] } }'},{code:"S057",severity:"error",title:"No example keeps all rules of a model",explanation:"\
Pages, the playground, the terminal and the documents show a request that the model accepts. It is made of the required parameters and, where these break a rule\
, of valid examples of the rules. Here no such request keeps all of them.",hint:"Add a valid example to this rule that keeps the other rules, too; if there is n\
one, the rules contradict each other.",wrong:'one rule: exactly one of "image" and "text"; another: no "image"; the only valid example: { "image": \u2026 }',right:'\
a second valid example: { "text": "A paper boat" }'}];var Cl=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
pec/models/<model-id>.schema.json: npm run spec:new -- <model-id>.",wrong:'"models": ["beta-6.0"] without models/beta-6.0.schema.json',right:'"models": ["beta-5\
.0"]'},{code:"S061",severity:"error",title:"A model contradicts the published list",explanation:"The published list names the model, and its file says x-listed:\
 false.",hint:"Set x-listed to true, or take the model off the list in service.json.",wrong:'"x-listed": false, while service.json lists the model',right:'"x-li\
sted": true'},{code:"S062",severity:"error",title:"An unknown extension is named",explanation:"An endpoint belongs to an extension that service.json does not de\
scribe.",hint:"Describe the extension under extensions, or correct the name.",wrong:'{ "id": "cancel", "extension": "cancels", \u2026 }',right:'{ "id": "cancel"\
, "extension": "cancel", \u2026 }'},{code:"S063",severity:"error",title:"An id is used twice",explanation:"Ids of findings, unknowns, endpoints and extensions a\
re unique, because links and programs rely on them.",hint:"Give each its own id.",wrong:'"unknowns": [{ "id": "events", \u2026 }, { "id": "events", \u2026 }]',right:'\
"unknowns": [{ "id": "events", \u2026 }, { "id": "key", \u2026 }]'},{code:"S064",severity:"error",title:"A task field and the models disagree",explanation:"The \
Task says which models have an extra response field, and each model says which extras it has. They differ.",hint:"Make x-models in task.schema.json and x-respon\
se-extras in the model files say the same.",wrong:'"x-response-extras": ["upstream_url"], while x-models of upstream_url leaves the model out',right:'"x-models"\
: ["the-model"] in task.schema.json too'},{code:"S065",severity:"error",title:"An endpoint has no description of its own",explanation:"What an endpoint takes an\
d answers is described in code, one description for each method and path. The list names an endpoint that has none, or the same endpoint twice.",hint:"Correct t\
he method or the path, or describe the operation in generator/emit/openapi/operations.ts.",wrong:'{ "id": "query", "method": "GET", "path": "/v2/model-center/ta\
sk/{id}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Kl=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
does not match makes an engine try all of them, and a short request can then hold up whoever checks it. Found is what repeating one character, or two of the pat\
tern, does: not every such pattern.",hint:"Let what follows a repetition begin with a character that the repetition does not take.",wrong:'"pattern": "^([a-z]+-\
?)+$"',right:'"pattern": "^[a-z]+(-[a-z]+)*-?$"'},{code:"S091",severity:"error",title:"Two values look the same",explanation:"Two values of a list differ only i\
n case or blanks, or a value has a blank at an end. Requests must hold exactly one of the values, so the other one is a misprint or nobody will find the differe\
nce.",hint:"Keep the value that the interface states.",wrong:'"enum": ["480p", "720p", "720P"]',right:'"enum": ["480p", "720p"]'},{code:"S092",severity:"error",
title:"A text holds HTML",explanation:"Texts become Markdown pages, messages at a terminal, comments in types and cells of tables. A tag is shown as it stands i\
n some of them and disappears in others.",hint:"Say it in words; what must be shown as it stands goes between backquotes.",wrong:'"description": "Length in <b>s\
econds</b>."',right:'"description": "Length in seconds."'},{code:"S093",severity:"error",title:"A sentence does not stand beside the others",explanation:"Descri\
ptions are sentences that end with a full stop, with others after them. The message of a rule follows the names of its parameters and a colon, and ends where a \
line may go on. A Chinese text is in Chinese. What is not written yet is published as it stands.",hint:"Write it as the files of spec/models do.",wrong:'"descri\
ption": "length in seconds", "message": { "en": "Needs a prompt.", "zh": "needs a prompt" }',right:'"description": "Length in seconds.", "message": { "en": "nee\
ds a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Hl=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
 and the two differ. Settings name protocols, so both must be the same.",hint:'Rename the file, or correct "protocol".',wrong:'spec/upstreams/ark.json: { "proto\
col": "arc" }',right:'spec/upstreams/ark.json: { "protocol": "ark" }'},{code:"S071",severity:"error",title:"An upstream mapping names an unknown parameter",explanation:"\
No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.",hint:"Use the name of a parameter of\
 the catalogue.",wrong:'{ "to": "/ratio", "from": "aspectratio" }',right:'{ "to": "/ratio", "from": "aspect_ratio" }'},{code:"S072",severity:"error",title:"An u\
pstream mapping names a value that no model offers",explanation:"Every model that has the parameter lists its values, and this one is not among them. The entry \
would never apply.",hint:"Use a value of the catalogue.",wrong:'{ "from": "resolution", "values": { "720px": "720p" } }',right:'{ "from": "resolution", "values"\
: { "720p": "720p" } }'},{code:"S073",severity:"error",title:"An upstream mapping names an unknown source",explanation:'Every fact says where it was read. The n\
ame must be one of those in "sources".',hint:'Use a name of "sources", or add the source there.',wrong:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "skd" }',
right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S074",severity:"error",title:"A path names an unknown variable",explanation:"Paths \
may hold {id} (the task at the upstream; not in a submit), {model} (the model at the upstream) and {app} (its owner and name).",hint:"Use {id}, {model} or {app}\
.",wrong:'"query": { "path": "/tasks/{task_id}" }',right:'"query": { "path": "/tasks/{id}" }'},{code:"S075",severity:"error",title:"A template does not hold the\
 value once",explanation:"A template must hold {value} exactly where the value goes, and no other word in braces.",hint:"Write {value} once.",wrong:'{ "from": "\
duration", "template": "{vlaue}s" }',right:'{ "from": "duration", "template": "{value}s" }'},{code:"S076",severity:"error",title:"Two rows write to the same pla\
ce",explanation:"Two rows that may both apply to one request write to one place, or one needs a list where the other needs an object, so that the second would s\
ilently overwrite the first.",hint:"Give the rows conditions that exclude each other, or another place.",wrong:'{ "to": "/size", "from": "resolution" }, { "to":\
 "/size", "from": "aspect_ratio" }',right:'{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" }'},{code:"S077",severity:"er\
ror",title:"A row cannot be read backwards and does not say why",explanation:"Two values of one model become the same value of the upstream. A request of the ve\
ndor's own client could not be read back.",hint:'Say why in "oneWay", or map to different values.',wrong:'{ "from": "aspect_ratio", "values": { "16:9": "wide", \
"21:9": "wide" } }',right:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one wide format" }'},{code:"S078",
severity:"error",title:"A task of the upstream cannot be followed to its end",explanation:"A submit that answers with an ID needs a query and a table of statuse\
s, in which at least one word means completed and one failed.",hint:"Add the query, and the words that end a task.",wrong:'{ "id": "/id", "status": { "at": "/st\
atus", "states": { "running": "processing" } } }',right:'{ "id": "/id", "query": { \u2026 }, "status": { "at": "/status", "states": { "done": "completed", "error": "\
failed" } } }'},{code:"S079",severity:"error",title:"A row uploads files and the protocol cannot",explanation:'A row with "as": "uploaded" uploads the data URIs\
 it carries before the submit. The protocol must say how in "upload", and the row must take data URIs.',hint:'Add "upload", and list data in the "forms" of the \
row.',wrong:'{ "each": "first_image", "as": "uploaded", "forms": ["url"] }',right:'{ "each": "first_image", "as": "uploaded", "forms": ["url", "data"] }'},{code:"\
S080",severity:"error",title:"An index leaves places of a list empty",explanation:"A row that writes to an index of a list makes every place before it. Where no\
 row fills them they would be sent as null, and a large index would fill the memory. A place that is only read may have an index up to 99.",hint:"Write - in pla\
ce of the index to append to the list, or fill the places before it.",wrong:'{ "to": "/content/99999999", "from": "prompt" }',right:'{ "to": "/content/-", "from\
": "prompt" }'},{code:"S081",severity:"error",title:"A place to read one value from stands for several",explanation:"In the URL of a result and in the names of \
models, - stands for every item of a list, since there may be several. Everywhere else one value is read from an answer.",hint:"Write the index of the item, suc\
h as 0.",wrong:'"message": ["/errors/-/text"]',right:'"message": ["/errors/0/text"]'},{code:"S082",severity:"error",title:"A proof never counts",explanation:"Th\
e first proof that fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would never be used.",hint:"Put t\
he narrower proof first, or take it out.",wrong:'{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',right:'{ "status": "429", "pr\
oves": "busy" }, { "status": "4xx", "proves": "rejected" }'},{code:"S083",severity:"error",title:"A request about a task does not name it",explanation:"The subm\
it answers with an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task would get the same an\
swer.",hint:"Put {id} where the path has the ID of the task.",wrong:'"query": { "method": "GET", "path": "/tasks" }',right:'"query": { "method": "GET", "path": \
"/tasks/{id}" }'},{code:"S084",severity:"error",title:"The limits of a row let no number through",explanation:"The minimum is greater than the maximum, so that \
every request with the parameter would be rejected.",hint:"Swap the two, or correct one.",wrong:'{ "from": "duration", "minimum": 60, "maximum": 4 }',right:'{ "\
from": "duration", "minimum": 4, "maximum": 60 }'},{code:"S085",severity:"error",title:"A result has the media type of another kind",explanation:"The operation \
of one kind of models answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not.",hint:"Use a\
 media type of the kind: video/\u2026, image/\u2026, audio/\u2026, or model/\u2026 for a mesh.",wrong:'"video": { \u2026 "results": [{ "base64": "/file", "contentTyp\
e": "image/png" }] }',right:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "video/mp4" }] }'},{code:"S086",severity:"error",title:"A source \
of an upstream mapping is not named by any fact",explanation:'Every source in "sources" is where a fact was read. One that no fact names is left over, or the fa\
cts that were read there name another.',hint:"Name the source at the facts that were read there, or take it out.",wrong:'{ "sources": { "sdk": { \u2026 }, "docs": { \
\u2026 } }, \u2026 "source": "sdk" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S087",severity:"error",title:"What a cancel p\
roves is not a status that ends a task without a result",explanation:"The credits that a cancelled task holds are given back only for an answer that proves that\
 nothing was made and nothing is charged. A word that the status never has proves nothing, and one of a task that waits, runs or has a result proves the opposit\
e.",hint:"Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel": { \u2026 "prove\
s": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'}];var I1=[...Ll,...Fl,...Ul,...Dl,...zl,...Wl,...Cl,...Jl,...Hl,...Kl];function Bl(e){let t=I1.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var Gl=60;function Zl(e,t){let a=Bl(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:R1(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:ya(t.path),text:V1(o.text),message:t.message,hint:t.hint??a.hint}}function R1(e,t){if(t.offset!==void 0)return{...Zi(e.text,
t.offset),text:F1(e.text,t.offset)};let a=L1(e.tree,t),n=a?.offset??0;return{...Zi(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function L1(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=xp(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function F1(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function V1(e){let t=e.replace(/\s+/g," ");return t.length>Gl?`${t.slice(0,Gl-1)}\u2026`:t}var Ql=100;function xn(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Bn(t,a,Xl),o=n===void 0?void 0:qp(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Yl(o,Ql))throw new RangeError(`${e} has more than ${Ql} levels`);return{path:e,text:t,value:o,get tree(){return n??=Bn(t,[],Xl)},syntaxErrors:a}}
var Xl={disallowComments:!0,allowTrailingComma:!1};function Yl(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Yl(a,t-1))}function em(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:y,hint:l}=e,w=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${y}${w}
    at #${s}
    ${l}`}var xe=Wr(e=>ql(e,(t,a)=>Sn(e)("meta/upstream.schema.json")?.(a)===!0)),U1=["video","image","audio","mesh"];function Ve({operations:e}){return U1.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var fr=Wr(e=>bl(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(_e(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,D1(e,t,o)]))})));function D1(e,t,a){let n=_e(a)?a:{},o=typeof n.$ref=="string"?{...z1(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function z1(e,t,a){try{let{value:n}=Ip(e,t,a);return _e(n)?n:{}}catch{return{}}}function*tm(e){for(let{path:t,source:a}of xe(e)){let n=na(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Qi=99;function*rm(e){for(let{path:t,source:a}of xe(e)){for(let[o,{rows:i}]of Ve(a)){let r=i.map(({to:s})=>$e(s));for(let[s,p]of r.entries()){let y=J1(p,r);if(y===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${y}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Xi(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Qi){let s=`Use an index up to ${Qi}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Qi}`,hint:s}}}}}function J1(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return ya(o)}}var W1=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Xi(e,t){if(typeof e=="string"){let a=e.startsWith("/")?$e(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Xi(n,[...t,a]);else if(_e(e))for(let[a,n]of Object.entries(
e))W1.includes(a)||(yield*Xi(n,[...t,a]))}function*sm(e){for(let{path:t,source:a}of xe(e))for(let[n,{rows:o}]of Ve(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var am={video:"video",image:"image",audio:"audio",mesh:"model"};function*nm(e){for(let{path:t,source:a}of xe(e))for(let[n,{results:o}]of Ve(a))for(let{contentType:i,
path:r}of om(o,["operations",n,"results"]))i.startsWith(`${am[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${am[n]}/.`})}function*om(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*om(o,[...t,a,"results"])}function*pm(e){for(let{path:t,source:a}of xe(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>C1(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function C1(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
im(e.codes,t.codes)&&im(e.says,t.says)}function im(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}var cm="{value}";function dm(e){return{value:e,holes:[...Yi(e,[])]}}function*Yi(e,t){if(typeof e=="string"){let[a="",n]=e.split(cm);n!==void 0&&(yield{at:t,whole:e===
cm,prefix:a,suffix:n})}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Yi(n,[...t,String(a)]);else if(_e(e))for(let[a,n]of Object.entries(e))yield*Yi(
n,[...t,a])}function qn(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(qn):_e(e)?Object.values(e).
flatMap(qn):[]}function hs(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function lm(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:H1(e.upload)},operations:Object.fromEntries(Ve(e).map(([i,r])=>[i,Q1(r)])),errors:{message:t.map($e),
code:a.map($e),proofs:o.map(i0),...n===void 0?{}:{inside:{at:$e(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Ht(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:K1(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:B1(e.webhooks)},...e.idempotency===void 0?{}:{idempotencyHeader:e.
idempotency.header}}}function K1({path:e,url:t,names:a="",omits:n,except:o=[],untestable:i}){if(i!==void 0)return{untestable:i};let r=t===void 0?void 0:new URL(
t).origin;return{...r===void 0?{}:{origin:r},path:Ht(e??t?.slice(r?.length)??""),names:$e(a),...n===void 0?{}:{omits:n},except:o}}function H1({method:e,path:t,field:a,
reference:n}){return{request:tp({method:e,path:t}),...a===void 0?{}:{field:a},reference:$e(n)}}function B1(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,
told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:$e(t)},beside:n.map(({to:s,constant:p})=>({to:$e(s),value:p})),...o===void 0?{}:{signature:G1(
o)},...i===void 0?{}:{challenge:$e(i)},told:r.map(({at:s,fact:p})=>({at:$e(s),fact:p}))}}function G1(e){if(e.by==="fal-ed25519")return e;let{path:t,at:a}=e.secret;
return{...e,secret:{path:Ht(t),at:$e(a)}}}function Z1({path:e,filter:t,limit:a,items:n,within:o}){return{path:Ht(e),filter:t,limit:a,items:$e(n),within:o===void 0?
[]:$e(o)}}function Q1(e){let{submit:t,id:a,queryId:n,query:o,list:i,cancel:r,status:s,progress:p,seconds:y,secondsAs:l}=e;return{submit:{method:t.method,path:Ht(
t.path)},submitPaths:(t.paths??[]).map(({when:w,path:S})=>({when:w.map(ep),path:Ht(S)})),encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(e0),drops:(e.
drops??[]).map(({parameter:w,values:S,when:_,reason:j})=>({parameter:w,when:(_??[]).map(ep),reason:j,...S===void 0?{}:{values:S}})),needs:um(e.needs),lacks:um(e.
lacks),...a===void 0?{}:{id:$e(a)},...o===void 0?{}:{query:n0(o)},...i===void 0?{}:{list:Z1(i)},...r===void 0?{}:{cancel:o0(r)},answer:{...s===void 0?{}:{status:X1(
s)},...p===void 0?{}:{progress:{at:$e(p.at),of:p.of}},results:e.results.map(mm),message:e.message.map($e),code:e.code.map($e),...y===void 0?{}:{seconds:$e(y)},...l===
void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:w,unit:S})=>({at:$e(w),unit:S})),...n===void 0?{}:{id:$e(n)}},told:(e.told??[]).map(({at:w,in:S,link:_,
constant:j,fact:q})=>({at:$e(w),in:S,from:_!==void 0?{kind:"link",request:{method:"GET",path:Ht(_.path)}}:q!==void 0?{kind:q}:{kind:"constant",value:j??null}}))}}
function X1({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:$e(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({
when:i.map(Y1),means:r}))}}function Y1({at:e,is:t,present:a}){return t===void 0?{at:$e(e),present:a??!0}:{at:$e(e),is:t}}function um(e={}){return Object.fromEntries(
Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function e0(e){let t=e.values===void 0?e.accepts?.map(a0):Object.entries(e.values).map(s0);return{to:$e(e.to),from:r0(
e),when:(e.when??[]).map(ep),...e.as==="string"?{template:t0}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:{template:dm(e.template)},...t===
void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},
...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var t0={value:"",
holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function r0({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"\
each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function s0([e,t]){return[ys(e),t]}function ys(e){return e===
"true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function a0(e){return[e,e]}function ep({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){
return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:
{kind:"among",parameter:a,values:n}}function tp({method:e,path:t}){return{method:e,path:Ht(t)}}function n0({at:e,hosts:t=[],...a}){return{...tp(a),...e===void 0?
{}:{stated:{at:$e(e),hosts:t}}}}function o0({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...tp(a),...e===void 0?{}:{from:e.words},proves:{...n===
void 0?{}:{answer:{at:$e(n.at),words:n.words}},query:o}}}function mm(e){let{url:t,list:a,base64:n,contentType:o,content:i,query:r,results:s,message:p,pending:y}=e;
return t!==void 0?{kind:"url",at:$e(t),list:a??!1}:n!==void 0&&o!==void 0?{kind:"base64",at:$e(n),contentType:o}:i!==void 0?{kind:"content",request:{method:"GET",
path:Ht(i)}}:{kind:"query",request:{method:"GET",path:Ht(r??"")},results:(s??[]).map(mm),message:(p??[]).map($e),...y===void 0?{}:{pending:y}}}function i0({status:e,
codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?
{}:{says:a.map(r=>r.toLowerCase())}}}function Ht(e){return hs(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="model"||a==="app")return{
variable:a};throw new TypeError(`path ${e}: unknown variable {${a}}`)})}function*fm(e){for(let{path:t,source:a}of xe(e))for(let[n,{rows:o}]of Ve(a)){let i=fr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
p0(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function p0({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(l,w)=>s.get(l)?.includes(ys(w))??s.has(l),y=Object.entries(e).filter(([l])=>{let w=r(l);return i.every((S,_)=>p(S,w[_]??""))});for(let[l,[w,S]]of y.entries()){
let _=y.slice(0,l).find(([,j])=>JSON.stringify(j)===JSON.stringify(S));if(_!==void 0)return[_[0],w]}}}function*hm(e){for(let{path:t,source:a}of xe(e))for(let[n,{rows:o}]of Ve(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*wm(e){for(let{path:t,source:a}of xe(e))for(let[n,{rows:o}]of Ve(a)){let i=fr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let y=o.slice(0,
s).find(l=>bm(l,p)&&!d0(l,p)&&u0(l,p,i)&&!(r&&On(l,p)));y!==void 0&&(r||=On(y,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:On(y,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${rp(y)} at ${y.to})`:`${p.to} is written by an earlier row too (${rp(y)})`})}yield*c0(
t,a,o)}}function*c0(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>bm(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${rp(r)})`})}}function bm(e,t){if(On(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function On({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&ym(i)!==
ym(r)}var ym=e=>/^(-|\d+)$/.test(e);function d0(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function u0(e,t,a){if(gm(e,t)||gm(t,e))return!1;let n=[
jn(e),jn(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function gm({when:e=[]},t){return e.some(a=>jn(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>l0(a,n)))}function l0(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function jn({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function rp(e){return jn(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*vm(e){for(let{path:t,source:a}of xe(e))for(let[n,{id:o,query:i,status:r}]of Ve(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:y,cases:l=[]}=r,w=[...Object.values(
p),y,...l.map(({means:S})=>S)];for(let S of["completed","failed"])w.includes(S)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${S}`})}}function*km(e){for(let{path:t,source:a}of xe(e))for(let[n,{rows:o}]of Ve(a))for(let[i,{template:r}]of o.entries()){if(r===void 0)continue;let s=qn(r);if(s.length===
1&&s[0]==="value")continue;let p=s.find(y=>y!=="value");yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:p!==void 0?`{${p}} means noth\
ing here`:s.length===0?"the template does not hold {value}":`the template holds {value} ${s.length} times`}}}function*Tn({rows:e,drops:t=[],needs:a={},lacks:n={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,y=Object.keys(
i.values??{}).map(w=>({value:ys(w),path:[...r,"values",w],at:"key"})),l=(i.accepts??[]).map((w,S)=>({value:w,path:[...r,"accepts",S],at:"value"}));for(let[w,S]of(i.
join??[]).entries())yield{parameter:S,path:[...r,"join",w],at:"value",values:m0(i,r,w)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...y,...l]}),
yield*$m(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((y,l)=>({value:y,path:[...p,"values",l],at:"value"}))},yield*$m(s,[...p,"when"])}for(let o of Object.keys(a))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(n))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function m0({values:e={}},t,a){return Object.keys(e).map(
n=>({value:ys(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*$m(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,y]of n.entries())yield{parameter:y,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,y]of o.entries())yield{parameter:y,path:[...t,a,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,y)=>({value:p,path:[...t,a,"among",y],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"\
value",values:s}}}function*Pm(e){if(!$n(e))for(let{path:t,source:a}of xe(e))for(let[n,o]of Ve(a)){let i=fr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:y}of Tn(o)){if(r.includes(s))continue;let l=Kt(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:y,message:`n\
o ${n} model has the parameter "${s}"`,hint:l===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${l}"?`}}}}function An(e,t){return sp(e.files.get(t)?.value??null,[])}var f0=["template","constant","among","body","values","accepts","sources"];function*sp(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*sp(n,[...t,a]);else if(_e(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:f0.includes(a)||(yield*sp(n,[...t,a]))}function*Sm(e){for(let{path:t,source:a}of xe(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of An(e,t)){if(n.includes(o))continue;let r=Kt(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var _m=["model","app"],ia=["id","model","app"];function*Nn(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{signature:n}=e.webhooks??{};n?.by==="standard-webhooks"&&(yield{text:n.secret.
path,path:["webhooks","signature","secret","path"],allowed:[]});for(let[o,i]of Ve(e))for(let{path:r,...s}of h0(i))yield{path:["operations",o,...r],...s}}function*h0({
id:e,submit:t,query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:_m};for(let[p,{path:y}]of(t.paths??
[]).entries())yield{text:y,path:["submit","paths",p,"path"],allowed:_m};a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ia,needsId:s}),n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ia,needsId:s});for(let[p,{link:y}]of r.entries())
y!==void 0&&(yield{text:y.path,path:["told",p,"link","path"],allowed:ia});yield*xm(i,["results"],s)}function*xm(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.
entries())o!==void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ia,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:ia,needsId:a}),yield*xm(
r,[...t,n,"results"],a)}function*qm(e){for(let{path:t,source:a}of xe(e))for(let{text:n,path:o,allowed:i}of Nn(a))for(let r of hs(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Om(e){for(let{path:t,source:a}of xe(e))for(let{text:n,path:o,allowed:i,needsId:r}of Nn(a)){let s=hs(n).flatMap(p=>typeof p=="string"?[]:[p.variable]);r===
!0&&!s.includes("id")&&s.every(p=>i.includes(p))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is missing"})}}function*jm(e){if(!$n(e))for(let{path:t,source:a}of xe(e))for(let[n,o]of Ve(a)){let i=new Set,r=fr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of Tn(o)){
let y=r.filter(w=>w.parameters.has(s)).map(w=>w.parameters.get(s)),l=new Set(y.flatMap(w=>w??[]));if(!(y.length===0||y.includes(void 0)))for(let{value:w,path:S,
at:_}of p){if(l.has(w)||i.has(S.join("/")))continue;i.add(S.join("/"));let j=typeof w=="string"?Kt(w,[...l].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...S],at:_,message:`no ${n} model offers ${JSON.stringify(w)} as ${s}`,hint:j===void 0?`Offered: ${[...l].map(q=>JSON.stringify(q)).join(", ")}.`:
`Did you mean "${j}"?`}}}}}var y0=new Set(["failed","expired","cancelled"]);function*Tm(e){for(let{path:t,source:a}of xe(e))for(let[n,{cancel:o,status:i}]of Ve(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,y]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[l,w]of p.entries()){let S={code:"S087",file:t,path:[...s,...y,l]},_=r.get(w),j=_===void 0?Kt(w,[...r.keys()]):void 0;_===void 0?yield{...S,message:`\
"${w}" is not a word of status.states`,...j===void 0?{}:{hint:`Did you mean "${j}"?`}}:y[0]==="proves"&&!y0.has(_)&&(yield{...S,message:`"${w}" means ${_}: it p\
roves that something is made`})}}}function*Am(e){for(let{path:t,source:a}of xe(e)){let n=new Set([...An(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Nm=[tm,Pm,jm,Sm,qm,km,wm,fm,vm,hm,rm,pm,Om,sm,nm,Am,Tm];var Em="meta/upstream.schema.json",g0=[jp,Ap,Mp,kl,Il,...Nm];function Mm(e,t){let a=[xn(Em,"{}"),...v0(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,y={directory:i,files:new Map([...a,w0(p,s)].map(S=>[S.path,S])),meta:{paths:[Em],code:()=>n}},l=Rl(g0.flatMap(S=>[
...S(y)])).filter(({file:S})=>S===p).map(S=>Zl(y,S)),w=xe(y)[0]?.source;return w!==void 0&&l.every(({severity:S})=>S!=="error")?{name:r,mapping:lm(w)}:{name:r,mistakes:l.
sort((S,_)=>S.line-_.line).map(S=>b0(S,r,i))}})}function w0(e,t){try{return xn(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function b0(e,t,a){return em({...e,file:`${t}.json`},a)}function v0(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return xn(`models/${t}.schema.json`,JSON.stringify(i))})}var wO=Mm(Im.default.meta0,k0);export{wO as compileProtocols};
