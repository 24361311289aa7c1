// Made by the generator from spec/. Do not edit.
var Om=Object.create;var op=Object.defineProperty;var jm=Object.getOwnPropertyDescriptor;var Tm=Object.getOwnPropertyNames;var Am=Object.getPrototypeOf,Nm=Object.prototype.hasOwnProperty;var G=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Em=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Tm(t))!Nm.call(e,o)&&o!==a&&op(e,o,{get:()=>t[o],enumerable:!(n=jm(t,o))||n.enumerable});
return e};var ht=(e,t,a)=>(a=e!=null?Om(Am(e)):{},Em(t||!e||!e.__esModule?op(a,"default",{value:e,enumerable:!0}):a,e));var Ln=G(Rn=>{"use strict";Object.defineProperty(Rn,"__esModule",{value:!0});function ip(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Rn.default=ip;ip.code='require("ajv/dist/runtime/ucs2length").default'});var lp=G(dp=>{"use strict";dp.meta0=aa;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstrea\
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
"PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"\
visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-da\
ta."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in o\
rder."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason",
"source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$de\
fs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"\
Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:[
"reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"\
#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},queryId:{$ref:"#/$defs/pointer",description:"\
The task's ID in the answer to a query, when elsewhere."},query:{$ref:"#/$defs/request",description:"The request that tells of a task."},list:{type:"object",description:"\
A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","sou\
rce"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{
type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has\
 its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and n\
othing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$de\
fs/path"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does something else, such as re\
moving a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer proves nothing: the task is followed to i\
ts end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this re\
quest says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/wo\
rds",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/sou\
rce"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states",
"source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without case; numbers\
 and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:[
"number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"What it m\
eans that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, whatever the word says. The first that holds \
counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"object",required:[
"at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolean",description:"\
Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","o\
f","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs\
/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"\
string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at",
"unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
description:"What the task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and nativ\
e APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"I\
n which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{
description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","\
processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},results:{type:"array",minItems:1,description:"Where\
 the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",
items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"\
^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstrea\
m's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",
minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters th\
at the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operato\
r sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value."},as:{enum:[
"string","uploaded"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent a\
s it is."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"\
Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The g\
reatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most \
characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"\
string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:[
"join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},condition:{type:"object",properties:{given:{type:"array",items:{type:"s\
tring"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these pa\
rameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one\
 of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{
type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:[
"absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},result:{type:"object",required:["source"],
properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"b\
oolean",description:"Whether the URL stands in a list."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4",
"video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a \
file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with \
the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fak\
e says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},
zt={type:"string",minLength:1,description:"A remark for who edits the file."},K={type:"string",minLength:1,description:"One of the names in sources."},Oe={type:"\
string",pattern:"^/",description:"A path behind the base URL, with {id}, {model} or {app}.",errorMessage:"a path that starts with /"},Z={type:"string",pattern:"\
^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},na=Object.prototype.
hasOwnProperty,re=Ln().default,Mm=new RegExp("^[a-z][a-z0-9-]*$","u"),Im=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),pp=new RegExp("^https://","u"),Rm=new RegExp("^ht\
tps://[^/]+(/.*[^/])?$","u"),Lm=new RegExp("^[A-Za-z0-9._-]+$","u"),qt=new RegExp("^/","u"),Fm=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),Ve=new RegExp("^(/([^\
/~]|~[01])+)+$","u"),Vm=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),It={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"\
The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Mr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Mr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===
void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:It.
required,parentSchema:It,data:e};r===null?r=[O]:r.push(O),s++}if(e.source===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:It.required,parentSchema:It,data:e};r===null?r=[O]:r.push(O),s++}let S=s;for(let O in e)if(!(O===
"text"||O==="source")){let x={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:O},message:"must NOT \
have additional properties",schema:!1,parentSchema:It,data:e};r===null?r=[x]:r.push(x),s++}if(e.text!==void 0){let O=e.text,x=s,q=s;if(typeof O=="string"){if(re(
O)<1){let E={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:It.properties.text,data:O};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/text",schemaPath:"#/properties/text/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:It.properties.text.type,parentSchema:It.properties.text,data:O};r===null?r=[E]:r.push(E),s++}var u=x===
s}if(e.source!==void 0){let O=e.source,x=s,q=s,E=s;if(typeof O=="string"){if(re(O)<1){let X={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:O};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:O};r===null?r=[X]:r.
push(X),s++}var g=q===s,u=x===s}}else{let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:It.type,parentSchema:It,
data:e};r===null?r=[S]:r.push(S),s++}return Mr.errors=r,s===0}Mr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var v={type:"object",required:["submit","r\
ows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["met\
hod","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},headers:{type:"object",additionalProperties:{
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
$ref:"#/$defs/pointer",description:"The task's ID in the answer to a query, when elsewhere."},query:{$ref:"#/$defs/request",description:"The request that tells \
of a task."},list:{type:"object",description:"A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",
required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter th\
at takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"\
#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left\
 out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a\
 task, and what proves that nothing was made and nothing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],
description:"The HTTP method."},path:{$ref:"#/$defs/path"},from:{type:"object",description:"In which of the upstream's words for the status the request may be s\
ent. In others it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{
$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other\
 answer proves nothing: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"\
object",description:"What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},
query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:[
"at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without\
 case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},
as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"\
What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, whatever the word says. The first th\
at holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"ob\
ject",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolea\
n",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","o\
f","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs\
/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"\
string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at",
"unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
description:"What the task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and nativ\
e APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"I\
n which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{
description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},Ue={type:"array",items:{
type:"string",minLength:1},minItems:1,uniqueItems:!0},bt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a \
task's status means."},Dm=new RegExp("^[\\x20-\\x7e]*$","u"),ee={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"\
#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"\
Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},
each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"\
Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, whic\
h the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value\
."},as:{enum:["string","uploaded"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a\
 URL is sent as it is."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",
minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"nu\
mber",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,
description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstrea\
m takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:[
"each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},Um=new RegExp("^/(?!(-|\\d+)(/|$))","u"),Fn={type:"\
array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},le={type:"object",properties:{given:{type:"array",items:{type:"string"},
minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters\
 is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of thes\
e values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"\
array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["a\
bsent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function Jt(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Jt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;
if(Array.isArray(e)){if(e.length<1){let C={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:Fn,data:e};r===null?r=[C]:r.push(C),s++}let X=!0,M=e.length;for(let C=0;C<M;C++){let L=e[C],ae=s,T=s,ne=s,ie=s,z=!1,I=null,ue=s;if(L&&typeof L==
"object"&&!Array.isArray(L)&&L.given===void 0){let H={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"\
given"},message:"must have required property 'given'",schema:le.oneOf[0].required,parentSchema:le.oneOf[0],data:L};r===null?r=[H]:r.push(H),s++}var u=ue===s;u&&
(z=!0,I=0);let ce=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.absent===void 0){let H={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/1/required",
keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:le.oneOf[1].required,parentSchema:le.oneOf[1],data:L};
r===null?r=[H]:r.push(H),s++}var u=ce===s;if(u&&z)z=!1,I=[I,1];else{u&&(z=!0,I=1);let H=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.parameter===void 0){
let Pe={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required\
 property 'parameter'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:L};r===null?r=[Pe]:r.push(Pe),s++}if(L.among===void 0){let Pe={instancePath:t+"\
/"+C,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:le.
oneOf[2].required,parentSchema:le.oneOf[2],data:L};r===null?r=[Pe]:r.push(Pe),s++}}var u=H===s;if(u&&z)z=!1,I=[I,2];else{u&&(z=!0,I=2);let Pe=s;if(L&&typeof L==
"object"&&!Array.isArray(L)&&L.model===void 0){let pt={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"\
model"},message:"must have required property 'model'",schema:le.oneOf[3].required,parentSchema:le.oneOf[3],data:L};r===null?r=[pt]:r.push(pt),s++}var u=Pe===s;if(u&&
z)z=!1,I=[I,3];else{u&&(z=!0,I=3);let pt=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.exceptModel===void 0){let He={instancePath:t+"/"+C,schemaPath:"#/$defs\
/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:le.oneOf[4].required,
parentSchema:le.oneOf[4],data:L};r===null?r=[He]:r.push(He),s++}var u=pt===s;u&&z?(z=!1,I=[I,4]):u&&(z=!0,I=4)}}}if(z)s=ie,r!==null&&(ie?r.length=ie:r=null);else{
let H={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exactly one schema in oneOf",schema:le.
oneOf,parentSchema:le,data:L};r===null?r=[H]:r.push(H),s++}if(L&&typeof L=="object"&&!Array.isArray(L)){let H=s;for(let D in L)if(!(D==="given"||D==="absent"||D===
"parameter"||D==="among"||D==="model"||D==="exceptModel")){let Pe={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:le,data:L};r===null?r=[Pe]:r.push(Pe),s++}if(L.given!==
void 0){let D=L.given,Pe=s,qe=s;if(Array.isArray(D)){if(D.length<1){let He={instancePath:t+"/"+C+"/given",schemaPath:"#/$defs/condition/properties/given/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.given,data:D};r===null?r=[He]:r.push(He),s++}
let pt=!0,Se=D.length;for(let He=0;He<Se;He++){let Te=D[He],Ze=s;if(typeof Te!="string"){let wt={instancePath:t+"/"+C+"/given/"+He,schemaPath:"#/$defs/condition\
/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.given.items.type,parentSchema:le.properties.given.
items,data:Te};r===null?r=[wt]:r.push(wt),s++}let Xt=s;var g=Ze===s;g||(pt=!1)}}else{let pt={instancePath:t+"/"+C+"/given",schemaPath:"#/$defs/condition/propert\
ies/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.given.type,parentSchema:le.properties.given,data:D};r===null?r=
[pt]:r.push(pt),s++}var S=Pe===s}if(L.absent!==void 0){let D=L.absent,Pe=s,qe=s;if(Array.isArray(D)){if(D.length<1){let Te={instancePath:t+"/"+C+"/absent",schemaPath:"\
#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.
absent,data:D};r===null?r=[Te]:r.push(Te),s++}let Se=!0,He=D.length;for(let Te=0;Te<He;Te++){let Ze=D[Te],Xt=s;if(typeof Ze!="string"){let Qe={instancePath:t+"/"+
C+"/absent/"+Te,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.
absent.items.type,parentSchema:le.properties.absent.items,data:Ze};r===null?r=[Qe]:r.push(Qe),s++}let wt=s;var O=Xt===s;O||(Se=!1)}}else{let Se={instancePath:t+
"/"+C+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.absent.type,
parentSchema:le.properties.absent,data:D};r===null?r=[Se]:r.push(Se),s++}var S=Pe===s}if(L.parameter!==void 0){let D=L.parameter,Pe=s;if(typeof D!="string"){let Se={
instancePath:t+"/"+C+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.
properties.parameter.type,parentSchema:le.properties.parameter,data:D};r===null?r=[Se]:r.push(Se),s++}let qe=s;var S=Pe===s}if(L.among!==void 0){let D=L.among,Pe=s,
qe=s;if(Array.isArray(D)){if(D.length<1){let Se={instancePath:t+"/"+C+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.among,data:D};r===null?r=[Se]:r.push(Se),s++}}else{let Se={instancePath:t+
"/"+C+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.among.type,
parentSchema:le.properties.among,data:D};r===null?r=[Se]:r.push(Se),s++}var S=Pe===s}if(L.model!==void 0){let D=L.model,Pe=s,qe=s;if(Array.isArray(D)){if(D.length<
1){let Te={instancePath:t+"/"+C+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:le.properties.model,data:D};r===null?r=[Te]:r.push(Te),s++}let Se=!0,He=D.length;for(let Te=0;Te<He;Te++){let Ze=D[Te],Xt=s,
wt=s;if(typeof Ze=="string"){if(re(Ze)<1){let Qe={instancePath:t+"/"+C+"/model/"+Te,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.model.items,data:Ze};r===null?r=[Qe]:r.push(Qe),s++}}else{
let Qe={instancePath:t+"/"+C+"/model/"+Te,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:le.properties.model.items.type,parentSchema:le.properties.model.items,data:Ze};r===null?r=[Qe]:r.push(Qe),s++}var x=Xt===s;x||(Se=!1)}}else{let Se={instancePath:t+
"/"+C+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.model.type,
parentSchema:le.properties.model,data:D};r===null?r=[Se]:r.push(Se),s++}var S=Pe===s}if(L.exceptModel!==void 0){let D=L.exceptModel,Pe=s,qe=s;if(Array.isArray(D)){
if(D.length<1){let Te={instancePath:t+"/"+C+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.exceptModel,data:D};r===null?r=[Te]:r.push(Te),s++}let Se=!0,He=D.length;for(let Te=0;Te<He;Te++){
let Ze=D[Te],Xt=s,wt=s;if(typeof Ze=="string"){if(re(Ze)<1){let Qe={instancePath:t+"/"+C+"/exceptModel/"+Te,schemaPath:"#/$defs/condition/properties/exceptModel\
/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.exceptModel.items,data:Ze};
r===null?r=[Qe]:r.push(Qe),s++}}else{let Qe={instancePath:t+"/"+C+"/exceptModel/"+Te,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:le.properties.exceptModel.items.type,parentSchema:le.properties.exceptModel.items,data:Ze};r===null?
r=[Qe]:r.push(Qe),s++}var q=Xt===s;q||(Se=!1)}}else{let Se={instancePath:t+"/"+C+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:le.properties.exceptModel.type,parentSchema:le.properties.exceptModel,data:D};r===null?r=[Se]:r.push(
Se),s++}var S=Pe===s}}else{let H={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:le.
type,parentSchema:le,data:L};r===null?r=[H]:r.push(H),s++}var E=T===s,N=ae===s;N||(X=!1)}}else{let X={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:Fn.type,parentSchema:Fn,data:e};r===null?r=[X]:r.push(X),s++}return Jt.errors=r,s===0}Jt.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function Ir(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ir.evaluated;p.dynamicProps&&
(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s,u=s,g=!1,S=null,O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let ae={instancePath:t,
schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:ee.oneOf[0].required,parentSchema:ee.
oneOf[0],data:e};r===null?r=[ae]:r.push(ae),s++}var q=O===s;q&&(g=!0,S=0);let x=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let ae={instancePath:t,
schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:ee.oneOf[1].required,parentSchema:ee.
oneOf[1],data:e};r===null?r=[ae]:r.push(ae),s++}var q=x===s;if(q&&g)g=!1,S=[S,1];else{q&&(g=!0,S=1);let ae=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===
void 0){let ne={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:ee.
oneOf[2].required,parentSchema:ee.oneOf[2],data:e};r===null?r=[ne]:r.push(ne),s++}if(e.values===void 0){let ne={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:ee.oneOf[2].required,parentSchema:ee.oneOf[2],data:e};r===null?
r=[ne]:r.push(ne),s++}}var q=ae===s;if(q&&g)g=!1,S=[S,2];else{q&&(g=!0,S=2);let ne=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let z={instancePath:t,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ee.oneOf[3].required,parentSchema:ee.
oneOf[3],data:e};r===null?r=[z]:r.push(z),s++}var q=ne===s;if(q&&g)g=!1,S=[S,3];else{q&&(g=!0,S=3);let z=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===
void 0){let ue={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'cons\
tant'",schema:ee.oneOf[4].required,parentSchema:ee.oneOf[4],data:e};r===null?r=[ue]:r.push(ue),s++}var q=z===s;q&&g?(g=!1,S=[S,4]):q&&(g=!0,S=4)}}}if(g)s=u,r!==
null&&(u?r.length=u:r=null);else{let ae={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:S},message:"must match exactly one schema in\
 oneOf",schema:ee.oneOf,parentSchema:ee,data:e};r===null?r=[ae]:r.push(ae),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let T={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:ee.required,parentSchema:ee,data:e};r===
null?r=[T]:r.push(T),s++}if(e.source===void 0){let T={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:ee.required,parentSchema:ee,data:e};r===null?r=[T]:r.push(T),s++}let ae=s;for(let T in e)if(!na.call(ee.properties,T)){let ne={
instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,
parentSchema:ee,data:e};r===null?r=[ne]:r.push(ne),s++}if(e.$comment!==void 0){let T=e.$comment,ne=s,ie=s,z=s;if(typeof T=="string"){if(re(T)<1){let I={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zt,
data:T};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:zt.type,parentSchema:zt,data:T};r===null?r=[I]:r.push(I),s++}var E=ie===s,N=ne===s}if(e.to!==void 0){let T=e.to,ne=s,ie=s,z=s;if(typeof T==
"string"){if(!Ve.test(T)){let ue={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'m\
ust match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:T};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/to",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:T};r===null?r=[ue]:r.push(ue),
s++}var X=ie===s;if(typeof T=="string"&&!Um.test(T)){let ue={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(\
-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:ee.properties.to,data:T};r===null?r=[ue]:r.push(ue),
s++}var N=ne===s}if(e.from!==void 0){let T=e.from,ne=s,ie=s;if(typeof T=="string"){if(re(T)<1){let I={instancePath:t+"/from",schemaPath:"#/properties/from/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ee.properties.from,data:T};r===null?r=[I]:r.push(
I),s++}}else{let I={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.properties.
from.type,parentSchema:ee.properties.from,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.each!==void 0){let T=e.each,ne=s,ie=s;if(typeof T=="string"){if(re(
T)<1){let I={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:ee.properties.each,data:T};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:ee.properties.each.type,parentSchema:ee.properties.each,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===
s}if(e.join!==void 0){let T=e.join,ne=s,ie=s;if(Array.isArray(T)){if(T.length<2){let ce={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"\
minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:ee.properties.join,data:T};r===null?r=[ce]:r.push(ce),s++}let I=!0,ue=T.
length;for(let ce=0;ce<ue;ce++){let H=T[ce],D=s,Pe=s;if(typeof H=="string"){if(re(H)<1){let qe={instancePath:t+"/join/"+ce,schemaPath:"#/properties/join/items/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ee.properties.join.items,data:H};r===null?r=
[qe]:r.push(qe),s++}}else{let qe={instancePath:t+"/join/"+ce,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:ee.properties.join.items.type,parentSchema:ee.properties.join.items,data:H};r===null?r=[qe]:r.push(qe),s++}var M=D===s;M||(I=!1)}}else{let I={instancePath:t+
"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ee.properties.join.type,parentSchema:ee.properties.
join,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.model!==void 0){let T=e.model,ne=s;if(T!==!0){let z={instancePath:t+"/model",schemaPath:"#/propertie\
s/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ee.properties.model,data:T};r===null?r=[z]:r.
push(z),s++}var N=ne===s}if(e.when!==void 0){let T=e.when,ne=s;Jt(T,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?Jt.errors:r.concat(Jt.errors),s=r.length);var N=ne===s}if(e.as!==void 0){let T=e.as,ne=s,ie=ee.properties.as.enum;if(!(T==="string"||T==="uploaded")){
let I={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:ee.properties.as.enum},message:"must be equal to one of the a\
llowed values",schema:ee.properties.as.enum,parentSchema:ee.properties.as,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.values!==void 0){let T=e.values,
ne=s,ie=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(Object.keys(T).length<1){let I={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",
keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ee.properties.values,data:T};r===null?r=[I]:r.push(
I),s++}}else{let I={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ee.properties.
values.type,parentSchema:ee.properties.values,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.accepts!==void 0){let T=e.accepts,ne=s,ie=s;if(Array.isArray(
T)){if(T.length<1){let I={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:ee.properties.accepts,data:T};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/accepts",schemaPath:"#/properties/a\
ccepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ee.properties.accepts.type,parentSchema:ee.properties.accepts,data:T};r===null?
r=[I]:r.push(I),s++}var N=ne===s}if(e.minimum!==void 0){let T=e.minimum,ne=s;if(typeof T!="number"){let I={instancePath:t+"/minimum",schemaPath:"#/properties/mi\
nimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ee.properties.minimum.type,parentSchema:ee.properties.minimum,data:T};r===null?
r=[I]:r.push(I),s++}let ie=s;var N=ne===s}if(e.maximum!==void 0){let T=e.maximum,ne=s;if(typeof T!="number"){let I={instancePath:t+"/maximum",schemaPath:"#/prop\
erties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ee.properties.maximum.type,parentSchema:ee.properties.maximum,data:T};
r===null?r=[I]:r.push(I),s++}let ie=s;var N=ne===s}if(e.maximumItems!==void 0){let T=e.maximumItems,ne=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){let I={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ee.properties.maximumItems.type,
parentSchema:ee.properties.maximumItems,data:T};r===null?r=[I]:r.push(I),s++}let ie=s;if(typeof T=="number"&&(T<1||isNaN(T))){let I={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:ee.properties.
maximumItems,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.maximumLength!==void 0){let T=e.maximumLength,ne=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){
let I={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ee.properties.
maximumLength.type,parentSchema:ee.properties.maximumLength,data:T};r===null?r=[I]:r.push(I),s++}let ie=s;if(typeof T=="number"&&(T<1||isNaN(T))){let I={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:ee.
properties.maximumLength,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.forms!==void 0){let T=e.forms,ne=s,ie=s;if(Array.isArray(T)){if(T.length<1){let ce={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ee.
properties.forms,data:T};r===null?r=[ce]:r.push(ce),s++}let I=!0,ue=T.length;for(let ce=0;ce<ue;ce++){let H=T[ce],D=s,Pe=ee.properties.forms.items.enum;if(!(H===
"url"||H==="data")){let qe={instancePath:t+"/forms/"+ce,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:ee.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:ee.properties.forms.items.enum,parentSchema:ee.properties.forms.items,data:H};r===null?r=[qe]:
r.push(qe),s++}var C=D===s;C||(I=!1)}}else{let I={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:ee.properties.forms.type,parentSchema:ee.properties.forms,data:T};r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.oneWay!==void 0){let T=e.oneWay,
ne=s,ie=s;if(typeof T=="string"){if(re(T)<1){let I={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ee.properties.oneWay,data:T};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.properties.oneWay.type,parentSchema:ee.properties.oneWay,data:T};
r===null?r=[I]:r.push(I),s++}var N=ne===s}if(e.source!==void 0){let T=e.source,ne=s,ie=s,z=s;if(typeof T=="string"){if(re(T)<1){let ue={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:T};r===null?
r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:T};r===null?r=[ue]:r.push(ue),s++}var L=ie===s,N=ne===s}}else{let ae={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:ee.type,parentSchema:ee,data:e};r===null?r=[ae]:r.push(ae),s++}return Ir.errors=r,s===0}Ir.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var yt={type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},
path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Rr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=Rr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.
isArray(e)){if(e.method===void 0){let x={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"method"},message:"must have required\
 property 'method'",schema:yt.required,parentSchema:yt,data:e};r===null?r=[x]:r.push(x),s++}if(e.path===void 0){let x={instancePath:t,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:yt.required,parentSchema:yt,data:e};r===null?r=[x]:r.push(x),s++}if(e.
source===void 0){let x={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source\
'",schema:yt.required,parentSchema:yt,data:e};r===null?r=[x]:r.push(x),s++}let O=s;for(let x in e)if(!(x==="method"||x==="path"||x==="source")){let q={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional properties",schema:!1,parentSchema:yt,
data:e};r===null?r=[q]:r.push(q),s++}if(e.method!==void 0){let x=e.method,q=s,E=yt.properties.method.enum;if(!(x==="GET"||x==="POST"||x==="PUT"||x==="DELETE")){
let N={instancePath:t+"/method",schemaPath:"#/properties/method/enum",keyword:"enum",params:{allowedValues:yt.properties.method.enum},message:"must be equal to \
one of the allowed values",schema:yt.properties.method.enum,parentSchema:yt.properties.method,data:x};r===null?r=[N]:r.push(N),s++}var u=q===s}if(e.path!==void 0){
let x=e.path,q=s,E=s,N=s;if(typeof x=="string"){if(!qt.test(x)){let M={instancePath:t+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/path",schemaPath:"#/$defs/\
path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:x};r===null?r=[M]:r.push(M),s++}var g=E===s,u=q===
s}if(e.source!==void 0){let x=e.source,q=s,E=s,N=s;if(typeof x=="string"){if(re(x)<1){let M={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:x};r===null?r=[M]:r.
push(M),s++}var S=E===s,u=q===s}}else{let O={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:yt.type,parentSchema:yt,
data:e};r===null?r=[O]:r.push(O),s++}return Rr.errors=r,s===0}Rr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var Vn={type:"array",minItems:1,description:"\
Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},ge={type:"object",required:["source"],properties:{url:{$ref:"#/\
$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"Whet\
her the URL stands in a list."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video\
/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{
$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"\
#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status",
"body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/sour\
ce"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},gs={
validate:fr},cp={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function Ge(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ge.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){
let S=!0,O=e.length;for(let x=0;x<O;x++){let q=e[x],E=s,N=s,X=s;if(typeof q=="string"){if(!Ve.test(q)){let M={instancePath:t+"/"+x,schemaPath:"#/$defs/pointer/p\
attern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:q};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/"+x,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Z.type,parentSchema:Z,data:q};r===null?r=[M]:r.push(M),s++}var u=N===s,g=E===s;g||(S=!1)}}else{let S={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:cp.type,parentSchema:cp,data:e};r===null?r=[S]:r.push(S),s++}return Ge.errors=r,s===0}Ge.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function Lr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Lr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s,u=s,g=!1,S=null,O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let ie={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:ge.oneOf[0].
required,parentSchema:ge.oneOf[0],data:e};r===null?r=[ie]:r.push(ie),s++}var q=O===s;q&&(g=!0,S=0);let x=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let ie={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:ge.oneOf[1].required,parentSchema:ge.oneOf[1],data:e};r===null?r=[ie]:r.push(ie),s++}if(e.contentType===void 0){let ie={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:ge.oneOf[1].required,parentSchema:ge.
oneOf[1],data:e};r===null?r=[ie]:r.push(ie),s++}}var q=x===s;if(q&&g)g=!1,S=[S,1];else{q&&(g=!0,S=1);let ie=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let I={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:ge.oneOf[2].required,parentSchema:ge.oneOf[2],data:e};r===null?r=[I]:r.push(I),s++}var q=ie===s;if(q&&g)g=!1,S=[S,2];else{q&&(g=!0,S=2);let I=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let ce={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:ge.oneOf[3].required,parentSchema:ge.oneOf[3],data:e};r===null?r=[ce]:r.push(ce),s++}if(e.results===
void 0){let ce={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:ge.oneOf[3].required,parentSchema:ge.oneOf[3],data:e};r===null?r=[ce]:r.push(ce),s++}if(e.message===void 0){let ce={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ge.oneOf[3].required,parentSchema:ge.
oneOf[3],data:e};r===null?r=[ce]:r.push(ce),s++}}var q=I===s;q&&g?(g=!1,S=[S,3]):q&&(g=!0,S=3)}}if(g)s=u,r!==null&&(u?r.length=u:r=null);else{let ie={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:S},message:"must match exactly one schema in oneOf",schema:ge.oneOf,parentSchema:ge,data:e};r===null?
r=[ie]:r.push(ie),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let z={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ge.required,parentSchema:ge,data:e};r===null?r=[z]:r.push(z),s++}let ie=s;for(let z in e)
if(!na.call(ge.properties,z)){let I={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:ge,data:e};r===null?r=[I]:r.push(I),s++}if(e.url!==void 0){let z=e.url,I=s,ue=s,ce=s;if(typeof z=="str\
ing"){if(!Ve.test(z)){let H={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:z};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/url",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:z};r===null?r=[H]:r.push(H),s++}var E=ue===
s,N=I===s}if(e.list!==void 0){let z=e.list,I=s;if(typeof z!="boolean"){let H={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:ge.properties.list.type,parentSchema:ge.properties.list,data:z};r===null?r=[H]:r.push(H),s++}let ue=s;var N=I===
s}if(e.base64!==void 0){let z=e.base64,I=s,ue=s,ce=s;if(typeof z=="string"){if(!Ve.test(z)){let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:z};
r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Z.type,parentSchema:Z,data:z};r===null?r=[D]:r.push(D),s++}var X=ue===s,N=I===s}if(e.contentType!==void 0){let z=e.contentType,I=s,ue=ge.properties.contentType.
enum;if(!(z==="video/mp4"||z==="video/quicktime"||z==="video/webm"||z==="image/png"||z==="image/jpeg"||z==="image/webp"||z==="image/gif"||z==="audio/mpeg"||z===
"audio/wav"||z==="model/gltf-binary")){let H={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:ge.properties.
contentType.enum},message:"must be equal to one of the allowed values",schema:ge.properties.contentType.enum,parentSchema:ge.properties.contentType,data:z};r===
null?r=[H]:r.push(H),s++}var N=I===s}if(e.content!==void 0){let z=e.content,I=s,ue=s,ce=s;if(typeof z=="string"){if(!qt.test(z)){let D={instancePath:t+"/content",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:z};r===null?r=[D]:r.
push(D),s++}}else{let D={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,
parentSchema:Oe,data:z};r===null?r=[D]:r.push(D),s++}var M=ue===s,N=I===s}if(e.query!==void 0){let z=e.query,I=s,ue=s,ce=s;if(typeof z=="string"){if(!qt.test(z)){
let D={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,
data:z};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Oe.type,parentSchema:Oe,data:z};r===null?r=[D]:r.push(D),s++}var C=ue===s,N=I===s}if(e.results!==void 0){let z=e.results,I=s;if(!gs.validate(z,{instancePath:t+
"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?gs.validate.errors:r.concat(gs.validate.errors),s=r.length;else var L=gs.
validate.evaluated.props,ae=gs.validate.evaluated.items;var N=I===s}if(e.message!==void 0){let z=e.message,I=s;Ge(z,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?Ge.errors:r.concat(Ge.errors),s=r.length);var N=I===s}if(e.pending!==void 0){let z=e.pending,I=s,ue=s;if(z&&
typeof z=="object"&&!Array.isArray(z)){if(z.status===void 0){let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{
missingProperty:"status"},message:"must have required property 'status'",schema:ge.properties.pending.required,parentSchema:ge.properties.pending,data:z};r===null?
r=[D]:r.push(D),s++}if(z.body===void 0){let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"\
body"},message:"must have required property 'body'",schema:ge.properties.pending.required,parentSchema:ge.properties.pending,data:z};r===null?r=[D]:r.push(D),s++}
let H=s;for(let D in z)if(!(D==="status"||D==="body")){let Pe={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:ge.properties.pending,data:z};r===null?r=[Pe]:
r.push(Pe),s++}if(z.status!==void 0){let D=z.status,Pe=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D))){let pt={instancePath:t+"/pending/status",schemaPath:"#/pro\
perties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ge.properties.pending.properties.status.type,parentSchema:ge.
properties.pending.properties.status,data:D};r===null?r=[pt]:r.push(pt),s++}let qe=s;var T=Pe===s}}else{let H={instancePath:t+"/pending",schemaPath:"#/propertie\
s/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ge.properties.pending.type,parentSchema:ge.properties.pending,data:z};r===
null?r=[H]:r.push(H),s++}var N=I===s}if(e.source!==void 0){let z=e.source,I=s,ue=s,ce=s;if(typeof z=="string"){if(re(z)<1){let D={instancePath:t+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:z};r===null?r=[D]:r.
push(D),s++}}else{let D={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,
parentSchema:K,data:z};r===null?r=[D]:r.push(D),s++}var ne=ue===s,N=I===s}}else{let ie={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:ge.type,parentSchema:ge,data:e};r===null?r=[ie]:r.push(ie),s++}return Lr.errors=r,s===0}Lr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function fr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=fr.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){if(e.length<1){let O={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Vn,data:e};r===null?r=[O]:r.push(O),s++}let g=!0,S=e.length;for(let O=0;O<S;O++){let x=e[O],q=s;
Lr(x,{instancePath:t+"/"+O,parentData:e,parentDataProperty:O,rootData:o,dynamicAnchors:i})||(r=r===null?Lr.errors:r.concat(Lr.errors),s=r.length);var u=q===s;u||
(g=!1)}}else{let g={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Vn.type,parentSchema:Vn,data:e};r===null?
r=[g]:r.push(g),s++}return fr.errors=r,s===0}fr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function nt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=nt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.submit===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"mus\
t have required property 'submit'",schema:v.required,parentSchema:v,data:e};r===null?r=[b]:r.push(b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:v.required,parentSchema:v,data:e};r===null?r=[
b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have r\
equired property 'results'",schema:v.required,parentSchema:v,data:e};r===null?r=[b]:r.push(b),s++}if(e.message===void 0){let b={instancePath:t,schemaPath:"#/req\
uired",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:v.required,parentSchema:v,data:e};r===null?r=
[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must have requir\
ed property 'code'",schema:v.required,parentSchema:v,data:e};r===null?r=[b]:r.push(b),s++}let ur=s;for(let b in e)if(!na.call(v.properties,b)){let te={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:v,
data:e};r===null?r=[te]:r.push(te),s++}if(e.$comment!==void 0){let b=e.$comment,te=s,Ae=s,W=s;if(typeof b=="string"){if(re(b)<1){let l={instancePath:t+"/$commen\
t",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zt,data:b};
r===null?r=[l]:r.push(l),s++}}else{let l={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:zt.type,parentSchema:zt,data:b};r===null?r=[l]:r.push(l),s++}var u=Ae===s,g=te===s}if(e.submit!==void 0){let b=e.submit,te=s,Ae=s;if(b&&typeof b=="\
object"&&!Array.isArray(b)){if(b.method===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:v.properties.submit.required,parentSchema:v.properties.submit,data:b};r===null?r=[c]:r.push(c),s++}
if(b.path===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:v.properties.submit.required,parentSchema:v.properties.submit,data:b};r===null?r=[c]:r.push(c),s++}if(b.source===void 0){let c={
instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:v.properties.submit.required,parentSchema:v.properties.submit,data:b};r===null?r=[c]:r.push(c),s++}let l=s;for(let c in b)if(!(c==="method"||c==="\
path"||c==="headers"||c==="encoding"||c==="source")){let $={instancePath:t+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalPr\
operties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.submit,data:b};r===null?r=[$]:r.push($),
s++}if(b.method!==void 0){let c=b.method,$=s,j=v.properties.submit.properties.method.enum;if(!(c==="POST"||c==="PUT")){let V={instancePath:t+"/submit/method",schemaPath:"\
#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:v.properties.submit.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:v.properties.submit.properties.method.enum,parentSchema:v.properties.submit.properties.method,data:c};r===null?r=[V]:r.push(V),s++}var S=$===
s}if(b.path!==void 0){let c=b.path,$=s,j=s,V=s;if(typeof c=="string"){if(!qt.test(c)){let h={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/\
submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:c};r===null?r=[h]:
r.push(h),s++}var O=j===s,S=$===s}if(b.headers!==void 0){let c=b.headers,$=s,j=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let y=s;for(let h in c){let k=c[h],
J=s,F=s;if(typeof k=="string"){if(!Dm.test(k)){let A={instancePath:t+"/submit/headers/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit\
/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"\
^[\\x20-\\x7e]*$",parentSchema:v.properties.submit.properties.headers.additionalProperties,data:k};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/su\
bmit/headers/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:v.properties.submit.properties.headers.additionalProperties.type,parentSchema:v.properties.submit.properties.headers.additionalProperties,
data:k};r===null?r=[A]:r.push(A),s++}var x=J===s}}else{let y={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:v.properties.submit.properties.headers.type,parentSchema:v.properties.submit.properties.headers,data:c};
r===null?r=[y]:r.push(y),s++}var S=$===s}if(b.encoding!==void 0){let c=b.encoding,$=s,j=v.properties.submit.properties.encoding.enum;if(!(c==="json"||c==="form")){
let y={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:v.properties.submit.properties.
encoding.enum},message:"must be equal to one of the allowed values",schema:v.properties.submit.properties.encoding.enum,parentSchema:v.properties.submit.properties.
encoding,data:c};r===null?r=[y]:r.push(y),s++}var S=$===s}if(b.source!==void 0){let c=b.source,$=s,j=s,V=s;if(typeof c=="string"){if(re(c)<1){let h={instancePath:t+
"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[h]:r.push(h),s++}var q=j===s,S=$===s}}else{let l={instancePath:t+"/submit",schemaPath:"#/proper\
ties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.submit.type,parentSchema:v.properties.submit,data:b};r===null?
r=[l]:r.push(l),s++}var g=te===s}if(e.rows!==void 0){let b=e.rows,te=s,Ae=s;if(Array.isArray(b)){if(b.length<1){let $={instancePath:t+"/rows",schemaPath:"#/prop\
erties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.rows,data:b};r===null?r=
[$]:r.push($),s++}let l=!0,c=b.length;for(let $=0;$<c;$++){let j=b[$],V=s;Ir(j,{instancePath:t+"/rows/"+$,parentData:b,parentDataProperty:$,rootData:o,dynamicAnchors:i})||
(r=r===null?Ir.errors:r.concat(Ir.errors),s=r.length);var E=V===s;E||(l=!1)}}else{let l={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:v.properties.rows.type,parentSchema:v.properties.rows,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}
if(e.drops!==void 0){let b=e.drops,te=s,Ae=s;if(Array.isArray(b)){let l=!0,c=b.length;for(let $=0;$<c;$++){let j=b[$],V=s,y=s;if(j&&typeof j=="object"&&!Array.isArray(
j)){if(j.parameter===void 0){let k={instancePath:t+"/drops/"+$,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parame\
ter"},message:"must have required property 'parameter'",schema:v.properties.drops.items.required,parentSchema:v.properties.drops.items,data:j};r===null?r=[k]:r.
push(k),s++}if(j.reason===void 0){let k={instancePath:t+"/drops/"+$,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"r\
eason"},message:"must have required property 'reason'",schema:v.properties.drops.items.required,parentSchema:v.properties.drops.items,data:j};r===null?r=[k]:r.push(
k),s++}if(j.source===void 0){let k={instancePath:t+"/drops/"+$,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:v.properties.drops.items.required,parentSchema:v.properties.drops.items,data:j};r===null?r=[k]:r.push(k),s++}
let h=s;for(let k in j)if(!(k==="parameter"||k==="values"||k==="when"||k==="reason"||k==="source")){let J={instancePath:t+"/drops/"+$,schemaPath:"#/properties/d\
rops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.drops.items,data:j};r===null?r=[J]:r.push(J),s++}if(j.parameter!==void 0){let k=j.parameter,J=s;if(typeof k!="string"){let A={instancePath:t+"/drops/"+
$+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:v.properties.
drops.items.properties.parameter.type,parentSchema:v.properties.drops.items.properties.parameter,data:k};r===null?r=[A]:r.push(A),s++}let F=s;var N=J===s}if(j.values!==
void 0){let k=j.values,J=s,F=s;if(Array.isArray(k)){if(k.length<1){let w={instancePath:t+"/drops/"+$+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.drops.items.properties.values,
data:k};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/drops/"+$+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:v.properties.drops.items.properties.values.type,parentSchema:v.properties.drops.items.properties.values,
data:k};r===null?r=[w]:r.push(w),s++}var N=J===s}if(j.when!==void 0){let k=j.when,J=s;Jt(k,{instancePath:t+"/drops/"+$+"/when",parentData:j,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?Jt.errors:r.concat(Jt.errors),s=r.length);var N=J===s}if(j.reason!==void 0){let k=j.reason,J=s,F=s;if(typeof k==
"string"){if(re(k)<1){let w={instancePath:t+"/drops/"+$+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.drops.items.properties.reason,data:k};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/drops/"+$+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:v.properties.drops.items.properties.reason.type,parentSchema:v.properties.drops.items.properties.reason,data:k};r===null?r=[w]:r.push(w),s++}var N=J===
s}if(j.source!==void 0){let k=j.source,J=s,F=s,A=s;if(typeof k=="string"){if(re(k)<1){let P={instancePath:t+"/drops/"+$+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:k};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/drops/"+$+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:k};r===null?r=[P]:r.push(P),s++}var X=F===s,N=J===s}}else{let h={instancePath:t+"/drops/"+$,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:v.properties.drops.items.type,parentSchema:v.properties.drops.items,data:j};r===null?r=[h]:r.push(h),s++}var M=V===
s;M||(l=!1)}}else{let l={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.
drops.type,parentSchema:v.properties.drops,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}if(e.needs!==void 0){let b=e.needs,te=s,Ae=s;if(b&&typeof b=="objec\
t"&&!Array.isArray(b)){let l=s;for(let c in b){let $=b[c],j=s,V=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.reason===void 0){let h={instancePath:t+"/nee\
ds/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},
message:"must have required property 'reason'",schema:v.properties.needs.additionalProperties.required,parentSchema:v.properties.needs.additionalProperties,data:$};
r===null?r=[h]:r.push(h),s++}if($.source===void 0){let h={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/addit\
ionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.needs.additionalProperties.
required,parentSchema:v.properties.needs.additionalProperties,data:$};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in $)if(!(h==="reason"||h==="source")){let k={
instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.needs.additionalProperties,data:$};r===
null?r=[k]:r.push(k),s++}if($.reason!==void 0){let h=$.reason,k=s,J=s;if(typeof h=="string"){if(re(h)<1){let F={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(
/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:v.properties.needs.additionalProperties.properties.reason,data:h};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:v.properties.needs.additionalProperties.properties.reason.type,parentSchema:v.properties.needs.additionalProperties.
properties.reason,data:h};r===null?r=[F]:r.push(F),s++}var C=k===s}if($.source!==void 0){let h=$.source,k=s,J=s,F=s;if(typeof h=="string"){if(re(h)<1){let w={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:K,data:h};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[w]:
r.push(w),s++}var L=J===s,C=k===s}}else{let y={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProper\
ties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.needs.additionalProperties.type,parentSchema:v.properties.needs.additionalProperties,
data:$};r===null?r=[y]:r.push(y),s++}var ae=j===s}}else{let l={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:v.properties.needs.type,parentSchema:v.properties.needs,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}if(e.lacks!==void 0){let b=e.
lacks,te=s,Ae=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let l=s;for(let c in b){let $=b[c],j=s,V=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.reason===
void 0){let h={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:v.properties.lacks.additionalProperties.required,parentSchema:v.properties.
lacks.additionalProperties,data:$};r===null?r=[h]:r.push(h),s++}if($.source===void 0){let h={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.
lacks.additionalProperties.required,parentSchema:v.properties.lacks.additionalProperties,data:$};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in $)if(!(h==="r\
eason"||h==="source")){let k={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.lacks.additionalProperties,
data:$};r===null?r=[k]:r.push(k),s++}if($.reason!==void 0){let h=$.reason,k=s,J=s;if(typeof h=="string"){if(re(h)<1){let F={instancePath:t+"/lacks/"+c.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.lacks.additionalProperties.properties.reason,data:h};r===null?r=[F]:r.push(F),s++}}else{
let F={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:v.properties.lacks.additionalProperties.properties.reason.type,parentSchema:v.properties.lacks.additionalProperties.
properties.reason,data:h};r===null?r=[F]:r.push(F),s++}var T=k===s}if($.source!==void 0){let h=$.source,k=s,J=s,F=s;if(typeof h=="string"){if(re(h)<1){let w={instancePath:t+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:K,data:h};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[w]:
r.push(w),s++}var ne=J===s,T=k===s}}else{let y={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalPrope\
rties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.lacks.additionalProperties.type,parentSchema:v.properties.lacks.additionalProperties,
data:$};r===null?r=[y]:r.push(y),s++}var ie=j===s}}else{let l={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:v.properties.lacks.type,parentSchema:v.properties.lacks,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}if(e.id!==void 0){let b=e.
id,te=s,Ae=s,W=s;if(typeof b=="string"){if(!Ve.test(b)){let c={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:b};r===null?r=[c]:r.push(c),s++}}else{let c={
instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:b};r===null?
r=[c]:r.push(c),s++}var z=Ae===s,g=te===s}if(e.queryId!==void 0){let b=e.queryId,te=s,Ae=s,W=s;if(typeof b=="string"){if(!Ve.test(b)){let c={instancePath:t+"/qu\
eryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:b};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:b};r===null?r=[c]:r.push(c),s++}var I=Ae===s,g=te===s}if(e.query!==void 0){let b=e.
query,te=s;Rr(b,{instancePath:t+"/query",parentData:e,parentDataProperty:"query",rootData:o,dynamicAnchors:i})||(r=r===null?Rr.errors:r.concat(Rr.errors),s=r.length);
var g=te===s}if(e.list!==void 0){let b=e.list,te=s,Ae=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.path===void 0){let c={instancePath:t+"/list",schemaPath:"\
#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:v.properties.list.required,parentSchema:v.
properties.list,data:b};r===null?r=[c]:r.push(c),s++}if(b.filter===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:v.properties.list.required,parentSchema:v.properties.list,data:b};r===
null?r=[c]:r.push(c),s++}if(b.limit===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"\
limit"},message:"must have required property 'limit'",schema:v.properties.list.required,parentSchema:v.properties.list,data:b};r===null?r=[c]:r.push(c),s++}if(b.
items===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have req\
uired property 'items'",schema:v.properties.list.required,parentSchema:v.properties.list,data:b};r===null?r=[c]:r.push(c),s++}if(b.source===void 0){let c={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.
list.required,parentSchema:v.properties.list,data:b};r===null?r=[c]:r.push(c),s++}let l=s;for(let c in b)if(!(c==="path"||c==="filter"||c==="limit"||c==="items"||
c==="within"||c==="source")){let $={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.list,data:b};r===null?r=[$]:r.push($),s++}if(b.path!==void 0){let c=b.path,$=s,
j=s,V=s;if(typeof c=="string"){if(!qt.test(c)){let y={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Oe,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:c};r===null?r=[y]:r.push(y),s++}var ue=j===s,ce=$===s}if(b.filter!==
void 0){let c=b.filter,$=s,j=s;if(typeof c=="string"){if(re(c)<1){let y={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.list.properties.filter,data:c};r===null?
r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:v.properties.list.properties.filter.type,parentSchema:v.properties.list.properties.filter,data:c};r===null?r=[y]:r.push(y),s++}var ce=$===
s}if(b.limit!==void 0){let c=b.limit,$=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(c))){let y={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properti\
es/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:v.properties.list.properties.limit.type,parentSchema:v.properties.list.properties.
limit,data:c};r===null?r=[y]:r.push(y),s++}let j=s;if(typeof c=="number"){if(c>500||isNaN(c)){let y={instancePath:t+"/list/limit",schemaPath:"#/properties/list/\
properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:v.properties.list.properties.limit,
data:c};r===null?r=[y]:r.push(y),s++}if(c<2||isNaN(c)){let y={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"mini\
mum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:v.properties.list.properties.limit,data:c};r===null?r=[y]:r.push(y),s++}}var ce=$===
s}if(b.items!==void 0){let c=b.items,$=s,j=s,V=s;if(typeof c=="string"){if(!Ve.test(c)){let h={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};
r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[h]:r.push(h),s++}var H=j===s,ce=$===s}if(b.within!==void 0){let c=b.within,$=s,j=s,V=s;if(typeof c=="st\
ring"){if(!Ve.test(c)){let h={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/list/\
within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[h]:r.push(
h),s++}var D=j===s,ce=$===s}if(b.source!==void 0){let c=b.source,$=s,j=s,V=s;if(typeof c=="string"){if(re(c)<1){let h={instancePath:t+"/list/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[h]:r.
push(h),s++}}else{let h={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:c};r===null?r=[h]:r.push(h),s++}var Pe=j===s,ce=$===s}}else{let l={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:v.properties.list.type,parentSchema:v.properties.list,data:b};r===null?r=[l]:r.push(l),s++}var g=te===
s}if(e.cancel!==void 0){let b=e.cancel,te=s,Ae=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let c={instancePath:t+"/cancel",schemaPath:"\
#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:v.properties.cancel.required,
parentSchema:v.properties.cancel,data:b};r===null?r=[c]:r.push(c),s++}if(b.path===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:v.properties.cancel.required,parentSchema:v.properties.
cancel,data:b};r===null?r=[c]:r.push(c),s++}if(b.source===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.cancel.required,parentSchema:v.properties.cancel,data:b};r===null?r=
[c]:r.push(c),s++}let l=s;for(let c in b)if(!(c==="method"||c==="path"||c==="from"||c==="proves"||c==="source")){let $={instancePath:t+"/cancel",schemaPath:"#/p\
roperties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.cancel,data:b};r===null?r=[$]:r.push($),s++}if(b.method!==void 0){let c=b.method,$=s,j=v.properties.cancel.properties.method.enum;if(!(c==="GET"||c===
"POST"||c==="PUT"||c==="DELETE")){let V={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:v.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:v.properties.cancel.properties.method.enum,parentSchema:v.
properties.cancel.properties.method,data:c};r===null?r=[V]:r.push(V),s++}var qe=$===s}if(b.path!==void 0){let c=b.path,$=s,j=s,V=s;if(typeof c=="string"){if(!qt.
test(c)){let h={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}var pt=j===s,qe=$===s}if(b.from!==void 0){let c=b.from,$=s,
j=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let h={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/requi\
red",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:v.properties.cancel.properties.from.required,parentSchema:v.
properties.cancel.properties.from,data:c};r===null?r=[h]:r.push(h),s++}if(c.source===void 0){let h={instancePath:t+"/cancel/from",schemaPath:"#/properties/cance\
l/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.cancel.properties.
from.required,parentSchema:v.properties.cancel.properties.from,data:c};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in c)if(!(h==="words"||h==="source")){let k={
instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},
message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.cancel.properties.from,data:c};r===null?r=[k]:r.push(k),s++}if(c.words!==void 0){
let h=c.words,k=s,J=s,F=s;if(Array.isArray(h)){if(h.length<1){let U={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ue,data:h};r===null?r=[U]:r.push(U),s++}let A=!0,w=h.length;for(let U=0;U<w;U++){
let _=h[U],R=s,Q=s;if(typeof _=="string"){if(re(_)<1){let Ie={instancePath:t+"/cancel/from/words/"+U,schemaPath:"#/$defs/words/items/minLength",keyword:"minLeng\
th",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ue.items,data:_};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+
"/cancel/from/words/"+U,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.items.type,parentSchema:Ue.
items,data:_};r===null?r=[Ie]:r.push(Ie),s++}var Se=R===s;Se||(A=!1)}let P,Y=h.length,oe;if(P=!0,Y>1){let U={};for(;Y--;){let _=h[Y];if(typeof _=="string"){if(typeof U[_]==
"number"){oe=U[_];let R={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Y,j:oe},message:"must NOT ha\
ve duplicate items (items ## "+oe+" and "+Y+" are identical)",schema:!0,parentSchema:Ue,data:h};r===null?r=[R]:r.push(R),s++,P=!1;break}U[_]=Y}}}}else{let A={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.type,parentSchema:Ue,data:h};r===null?
r=[A]:r.push(A),s++}var He=J===s,Te=k===s}if(c.source!==void 0){let h=c.source,k=s,J=s,F=s;if(typeof h=="string"){if(re(h)<1){let w={instancePath:t+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:h};
r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:K.type,parentSchema:K,data:h};r===null?r=[w]:r.push(w),s++}var Ze=J===s,Te=k===s}}else{let y={instancePath:t+"/cancel/from",schemaPath:"#/\
properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.cancel.properties.from.type,parentSchema:v.
properties.cancel.properties.from,data:c};r===null?r=[y]:r.push(y),s++}var qe=$===s}if(b.proves!==void 0){let c=b.proves,$=s,j=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){if(Object.keys(c).length<2){let h={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:v.properties.cancel.properties.proves,data:c};r===null?r=[h]:r.push(
h),s++}if(c.source===void 0){let h={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:v.properties.cancel.properties.proves.required,parentSchema:v.properties.cancel.properties.proves,
data:c};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in c)if(!(h==="answer"||h==="query"||h==="source")){let k={instancePath:t+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:v.properties.cancel.properties.proves,data:c};r===null?r=[k]:r.push(k),s++}if(c.answer!==void 0){let h=c.answer,k=s,J=s;if(h&&typeof h==
"object"&&!Array.isArray(h)){if(h.at===void 0){let A={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.cancel.properties.proves.properties.answer.
required,parentSchema:v.properties.cancel.properties.proves.properties.answer,data:h};r===null?r=[A]:r.push(A),s++}if(h.words===void 0){let A={instancePath:t+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:v.properties.cancel.properties.proves.properties.answer.required,parentSchema:v.properties.cancel.properties.proves.
properties.answer,data:h};r===null?r=[A]:r.push(A),s++}let F=s;for(let A in h)if(!(A==="at"||A==="words")){let w={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:v.properties.cancel.properties.proves.properties.answer,data:h};r===null?r=[w]:r.push(w),s++}if(h.at!==void 0){let A=h.
at,w=s,P=s,Y=s;if(typeof A=="string"){if(!Ve.test(A)){let oe={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:A};r===null?r=[oe]:r.push(
oe),s++}}else{let oe={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Z.type,parentSchema:Z,data:A};r===null?r=[oe]:r.push(oe),s++}var Xt=P===s,wt=w===s}if(h.words!==void 0){let A=h.words,w=s,P=s,Y=s;if(Array.isArray(A)){if(A.
length<1){let B={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:Ue,data:A};r===null?r=[B]:r.push(B),s++}let U=!0,_=A.length;for(let B=0;B<_;B++){let pe=A[B],Xe=s,Mt=s;if(typeof pe=="str\
ing"){if(re(pe)<1){let Ut={instancePath:t+"/cancel/proves/answer/words/"+B,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Ue.items,data:pe};r===null?r=[Ut]:r.push(Ut),s++}}else{let Ut={instancePath:t+"/cancel/proves/answe\
r/words/"+B,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.items.type,parentSchema:Ue.items,data:pe};
r===null?r=[Ut]:r.push(Ut),s++}var Qe=Xe===s;Qe||(U=!1)}let R,Q=A.length,Ie;if(R=!0,Q>1){let B={};for(;Q--;){let pe=A[Q];if(typeof pe=="string"){if(typeof B[pe]==
"number"){Ie=B[pe];let Xe={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Q,j:Ie},message:"\
must NOT have duplicate items (items ## "+Ie+" and "+Q+" are identical)",schema:!0,parentSchema:Ue,data:A};r===null?r=[Xe]:r.push(Xe),s++,R=!1;break}B[pe]=Q}}}}else{
let U={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.type,
parentSchema:Ue,data:A};r===null?r=[U]:r.push(U),s++}var lr=P===s,wt=w===s}}else{let F={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/p\
roperties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.cancel.properties.proves.properties.
answer.type,parentSchema:v.properties.cancel.properties.proves.properties.answer,data:h};r===null?r=[F]:r.push(F),s++}var _n=k===s}if(c.query!==void 0){let h=c.
query,k=s,J=s,F=s;if(Array.isArray(h)){if(h.length<1){let _={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ue,data:h};r===null?r=[_]:r.push(_),s++}let w=!0,P=h.length;for(let _=0;_<P;_++){let R=h[_],
Q=s,Ie=s;if(typeof R=="string"){if(re(R)<1){let B={instancePath:t+"/cancel/proves/query/"+_,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ue.items,data:R};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/cance\
l/proves/query/"+_,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.items.type,parentSchema:Ue.items,
data:R};r===null?r=[B]:r.push(B),s++}var ep=Q===s;ep||(w=!1)}let Y,oe=h.length,U;if(Y=!0,oe>1){let _={};for(;oe--;){let R=h[oe];if(typeof R=="string"){if(typeof _[R]==
"number"){U=_[R];let Q={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:oe,j:U},message:"must NOT h\
ave duplicate items (items ## "+U+" and "+oe+" are identical)",schema:!0,parentSchema:Ue,data:h};r===null?r=[Q]:r.push(Q),s++,Y=!1;break}_[R]=oe}}}}else{let w={
instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.type,parentSchema:Ue,
data:h};r===null?r=[w]:r.push(w),s++}var tp=J===s,_n=k===s}if(c.source!==void 0){let h=c.source,k=s,J=s,F=s;if(typeof h=="string"){if(re(h)<1){let w={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:h};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:K.type,parentSchema:K,data:h};r===null?r=[w]:r.push(w),s++}var xn=J===s,_n=k===s}}else{let y={instancePath:t+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.cancel.properties.proves.type,parentSchema:v.
properties.cancel.properties.proves,data:c};r===null?r=[y]:r.push(y),s++}var qe=$===s}if(b.source!==void 0){let c=b.source,$=s,j=s,V=s;if(typeof c=="string"){if(re(
c)<1){let h={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:K,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[h]:r.push(h),s++}var km=j===s,qe=$===s}}else{let l={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.cancel.type,parentSchema:v.properties.
cancel,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}if(e.status!==void 0){let b=e.status,te=s,Ae=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){
let c={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:v.properties.status.required,parentSchema:v.properties.status,data:b};r===null?r=[c]:r.push(c),s++}if(b.states===void 0){let c={instancePath:t+"/st\
atus",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:v.properties.
status.required,parentSchema:v.properties.status,data:b};r===null?r=[c]:r.push(c),s++}if(b.source===void 0){let c={instancePath:t+"/status",schemaPath:"#/proper\
ties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.status.required,parentSchema:v.
properties.status,data:b};r===null?r=[c]:r.push(c),s++}let l=s;for(let c in b)if(!(c==="at"||c==="states"||c==="as"||c==="absent"||c==="cases"||c==="source")){let $={
instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:v.properties.status,data:b};r===null?r=[$]:r.push($),s++}if(b.at!==void 0){let c=b.at,$=s,j=s,V=s;if(typeof c==
"string"){if(!Ve.test(c)){let y={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/statu\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[y]:r.push(
y),s++}var rp=j===s,Tr=$===s}if(b.states!==void 0){let c=b.states,$=s,j=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let h={instancePath:t+
"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:v.properties.status.properties.states,data:c};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in c){let k=c[h],J=s,F=s,A=bt.enum;
if(!(k==="queued"||k==="processing"||k==="completed"||k==="failed"||k==="expired"||k==="cancelled"||k==="unknown")){let w={instancePath:t+"/status/states/"+h.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:bt.enum},message:"must be equal to one of the allowed values",
schema:bt.enum,parentSchema:bt,data:k};r===null?r=[w]:r.push(w),s++}var qn=F===s,On=J===s}}else{let y={instancePath:t+"/status/states",schemaPath:"#/properties/\
status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.status.properties.states.type,parentSchema:v.properties.
status.properties.states,data:c};r===null?r=[y]:r.push(y),s++}var Tr=$===s}if(b.as!==void 0){let c=b.as,$=s,j=v.properties.status.properties.as.enum;if(!(c==="n\
umber"||c==="boolean")){let y={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:v.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:v.properties.status.properties.as.enum,parentSchema:v.properties.status.properties.
as,data:c};r===null?r=[y]:r.push(y),s++}var Tr=$===s}if(b.absent!==void 0){let c=b.absent,$=s,j=s,V=bt.enum;if(!(c==="queued"||c==="processing"||c==="completed"||
c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let h={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:bt.
enum},message:"must be equal to one of the allowed values",schema:bt.enum,parentSchema:bt,data:c};r===null?r=[h]:r.push(h),s++}var fs=j===s,Tr=$===s}if(b.cases!==
void 0){let c=b.cases,$=s,j=s;if(Array.isArray(c)){if(c.length<1){let k={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.status.properties.cases,data:c};r===null?r=
[k]:r.push(k),s++}let y=!0,h=c.length;for(let k=0;k<h;k++){let J=c[k],F=s,A=s;if(J&&typeof J=="object"&&!Array.isArray(J)){if(J.when===void 0){let P={instancePath:t+
"/status/cases/"+k,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:v.properties.status.properties.cases.items.required,parentSchema:v.properties.status.properties.cases.items,data:J};r===null?r=[P]:r.
push(P),s++}if(J.means===void 0){let P={instancePath:t+"/status/cases/"+k,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:v.properties.status.properties.cases.items.required,parentSchema:v.properties.status.
properties.cases.items,data:J};r===null?r=[P]:r.push(P),s++}let w=s;for(let P in J)if(!(P==="when"||P==="means")){let Y={instancePath:t+"/status/cases/"+k,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional \
properties",schema:!1,parentSchema:v.properties.status.properties.cases.items,data:J};r===null?r=[Y]:r.push(Y),s++}if(J.when!==void 0){let P=J.when,Y=s,oe=s;if(Array.
isArray(P)){if(P.length<1){let R={instancePath:t+"/status/cases/"+k+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.status.properties.cases.items.properties.when,data:P};r===
null?r=[R]:r.push(R),s++}let U=!0,_=P.length;for(let R=0;R<_;R++){let Q=P[R],Ie=s,B=s,pe=s,Xe=!1,Mt=null,Ut=s;if(Q&&typeof Q=="object"&&!Array.isArray(Q)&&Q.is===
void 0){let Be={instancePath:t+"/status/cases/"+k+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:v.properties.status.properties.cases.items.properties.when.items.oneOf[0].
required,parentSchema:v.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:Q};r===null?r=[Be]:r.push(Be),s++}var hs=Ut===s;hs&&(Xe=!0,
Mt=0);let mr=s;if(Q&&typeof Q=="object"&&!Array.isArray(Q)&&Q.present===void 0){let Be={instancePath:t+"/status/cases/"+k+"/when/"+R,schemaPath:"#/properties/st\
atus/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property '\
present'",schema:v.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:v.properties.status.properties.cases.items.properties.
when.items.oneOf[1],data:Q};r===null?r=[Be]:r.push(Be),s++}var hs=mr===s;if(hs&&Xe?(Xe=!1,Mt=[Mt,1]):hs&&(Xe=!0,Mt=1),Xe)s=pe,r!==null&&(pe?r.length=pe:r=null);else{
let Be={instancePath:t+"/status/cases/"+k+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{
passingSchemas:Mt},message:"must match exactly one schema in oneOf",schema:v.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:v.
properties.status.properties.cases.items.properties.when.items,data:Q};r===null?r=[Be]:r.push(Be),s++}if(Q&&typeof Q=="object"&&!Array.isArray(Q)){if(Q.at===void 0){
let We={instancePath:t+"/status/cases/"+k+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.status.properties.cases.items.properties.when.items.required,parentSchema:v.
properties.status.properties.cases.items.properties.when.items,data:Q};r===null?r=[We]:r.push(We),s++}let Be=s;for(let We in Q)if(!(We==="at"||We==="is"||We==="\
present")){let Yt={instancePath:t+"/status/cases/"+k+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:We},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.status.properties.
cases.items.properties.when.items,data:Q};r===null?r=[Yt]:r.push(Yt),s++}if(Q.at!==void 0){let We=Q.at,Yt=s,In=s,t0=s;if(typeof We=="string"){if(!Ve.test(We)){let ct={
instancePath:t+"/status/cases/"+k+"/when/"+R+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:We};r===null?r=[ct]:r.push(ct),s++}}else{let ct={instancePath:t+"/status\
/cases/"+k+"/when/"+R+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:We};
r===null?r=[ct]:r.push(ct),s++}var $m=In===s,ra=Yt===s}if(Q.is!==void 0){let We=Q.is,Yt=s,In=s;if(Array.isArray(We)){if(We.length<1){let ct={instancePath:t+"/st\
atus/cases/"+k+"/when/"+R+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.status.properties.cases.items.properties.when.items.properties.is,data:We};
r===null?r=[ct]:r.push(ct),s++}}else{let ct={instancePath:t+"/status/cases/"+k+"/when/"+R+"/is",schemaPath:"#/properties/status/properties/cases/items/propertie\
s/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.status.properties.cases.items.properties.when.
items.properties.is.type,parentSchema:v.properties.status.properties.cases.items.properties.when.items.properties.is,data:We};r===null?r=[ct]:r.push(ct),s++}var ra=Yt===
s}if(Q.present!==void 0){let We=Q.present,Yt=s;if(typeof We!="boolean"){let ct={instancePath:t+"/status/cases/"+k+"/when/"+R+"/present",schemaPath:"#/properties\
/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:v.properties.
status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:v.properties.status.properties.cases.items.properties.when.items.properties.
present,data:We};r===null?r=[ct]:r.push(ct),s++}let In=s;var ra=Yt===s}}else{let Be={instancePath:t+"/status/cases/"+k+"/when/"+R,schemaPath:"#/properties/statu\
s/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.status.properties.cases.
items.properties.when.items.type,parentSchema:v.properties.status.properties.cases.items.properties.when.items,data:Q};r===null?r=[Be]:r.push(Be),s++}var jn=Ie===
s;jn||(U=!1)}}else{let U={instancePath:t+"/status/cases/"+k+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:v.properties.status.properties.cases.items.properties.when.type,parentSchema:v.properties.status.properties.
cases.items.properties.when,data:P};r===null?r=[U]:r.push(U),s++}var sp=Y===s}if(J.means!==void 0){let P=J.means,Y=s,oe=s,U=bt.enum;if(!(P==="queued"||P==="proc\
essing"||P==="completed"||P==="failed"||P==="expired"||P==="cancelled"||P==="unknown")){let R={instancePath:t+"/status/cases/"+k+"/means",schemaPath:"#/$defs/st\
ate/enum",keyword:"enum",params:{allowedValues:bt.enum},message:"must be equal to one of the allowed values",schema:bt.enum,parentSchema:bt,data:P};r===null?r=[
R]:r.push(R),s++}var ys=oe===s,sp=Y===s}}else{let w={instancePath:t+"/status/cases/"+k,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"typ\
e",params:{type:"object"},message:"must be object",schema:v.properties.status.properties.cases.items.type,parentSchema:v.properties.status.properties.cases.items,
data:J};r===null?r=[w]:r.push(w),s++}var ap=F===s;ap||(y=!1)}}else{let y={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.status.properties.cases.type,parentSchema:v.properties.status.properties.cases,
data:c};r===null?r=[y]:r.push(y),s++}var Tr=$===s}if(b.source!==void 0){let c=b.source,$=s,j=s,V=s;if(typeof c=="string"){if(re(c)<1){let h={instancePath:t+"/st\
atus/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[h]:r.push(h),s++}var Pm=j===s,Tr=$===s}}else{let l={instancePath:t+"/status",schemaPath:"#/prop\
erties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.status.type,parentSchema:v.properties.status,data:b};r===
null?r=[l]:r.push(l),s++}var g=te===s}if(e.progress!==void 0){let b=e.progress,te=s,Ae=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let c={instancePath:t+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.
progress.required,parentSchema:v.properties.progress,data:b};r===null?r=[c]:r.push(c),s++}if(b.of===void 0){let c={instancePath:t+"/progress",schemaPath:"#/prop\
erties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:v.properties.progress.required,parentSchema:v.
properties.progress,data:b};r===null?r=[c]:r.push(c),s++}if(b.source===void 0){let c={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.progress.required,parentSchema:v.properties.progress,
data:b};r===null?r=[c]:r.push(c),s++}let l=s;for(let c in b)if(!(c==="at"||c==="of"||c==="source")){let $={instancePath:t+"/progress",schemaPath:"#/properties/p\
rogress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.progress,data:b};r===null?r=[$]:r.push($),s++}if(b.at!==void 0){let c=b.at,$=s,j=s,V=s;if(typeof c=="string"){if(!Ve.test(c)){let y={instancePath:t+"\
/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};r===null?r=[y]:r.push(y),s++}var Sm=j===s,Ar=$===s}if(b.of!==void 0){
let c=b.of,$=s,j=s;if(typeof c=="number"){if(c<=0||isNaN(c)){let y={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:v.properties.progress.properties.of,data:c};r===null?
r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:v.properties.progress.properties.of.type,parentSchema:v.properties.progress.properties.of,data:c};r===null?r=[y]:r.push(y),s++}var Ar=$===
s}if(b.source!==void 0){let c=b.source,$=s,j=s,V=s;if(typeof c=="string"){if(re(c)<1){let h={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLen\
gth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};
r===null?r=[h]:r.push(h),s++}var sa=j===s,Ar=$===s}}else{let l={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:v.properties.progress.type,parentSchema:v.properties.progress,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}if(e.results!==
void 0){let b=e.results,te=s;fr(b,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?fr.errors:r.concat(
fr.errors),s=r.length);var g=te===s}if(e.message!==void 0){let b=e.message,te=s;Ge(b,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?Ge.errors:r.concat(Ge.errors),s=r.length);var g=te===s}if(e.code!==void 0){let b=e.code,te=s;Ge(b,{instancePath:t+"/code",parentData:e,
parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?Ge.errors:r.concat(Ge.errors),s=r.length);var g=te===s}if(e.seconds!==void 0){let b=e.seconds,
te=s,Ae=s,W=s;if(typeof b=="string"){if(!Ve.test(b)){let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:b};r===null?r=[c]:r.push(c),s++}}else{
let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:b};
r===null?r=[c]:r.push(c),s++}var _m=Ae===s,g=te===s}if(e.secondsAs!==void 0){let b=e.secondsAs,te=s;if(b!=="string"){let W={instancePath:t+"/secondsAs",schemaPath:"\
#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:v.properties.secondsAs,
data:b};r===null?r=[W]:r.push(W),s++}var g=te===s}if(e.usage!==void 0){let b=e.usage,te=s,Ae=s;if(Array.isArray(b)){let l=!0,c=b.length;for(let $=0;$<c;$++){let j=b[$],
V=s,y=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.at===void 0){let k={instancePath:t+"/usage/"+$,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.usage.items.required,parentSchema:v.properties.usage.items,
data:j};r===null?r=[k]:r.push(k),s++}if(j.unit===void 0){let k={instancePath:t+"/usage/"+$,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"unit"},message:"must have required property 'unit'",schema:v.properties.usage.items.required,parentSchema:v.properties.usage.items,data:j};r===
null?r=[k]:r.push(k),s++}if(j.source===void 0){let k={instancePath:t+"/usage/"+$,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:v.properties.usage.items.required,parentSchema:v.properties.usage.items,data:j};r===null?r=[k]:r.
push(k),s++}let h=s;for(let k in j)if(!(k==="at"||k==="unit"||k==="source")){let J={instancePath:t+"/usage/"+$,schemaPath:"#/properties/usage/items/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.usage.items,
data:j};r===null?r=[J]:r.push(J),s++}if(j.at!==void 0){let k=j.at,J=s,F=s,A=s;if(typeof k=="string"){if(!Ve.test(k)){let w={instancePath:t+"/usage/"+$+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:k};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/usage/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};r===null?r=[w]:r.push(w),s++}var Tn=F===s,An=J===s}if(j.unit!==void 0){let k=j.unit,
J=s,F=s;if(typeof k=="string"){if(re(k)<1){let w={instancePath:t+"/usage/"+$+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.usage.items.properties.unit,data:k};r===null?r=[w]:
r.push(w),s++}}else{let w={instancePath:t+"/usage/"+$+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:v.properties.usage.items.properties.unit.type,parentSchema:v.properties.usage.items.properties.unit,data:k};r===null?r=[w]:r.push(w),s++}
var An=J===s}if(j.source!==void 0){let k=j.source,J=s,F=s,A=s;if(typeof k=="string"){if(re(k)<1){let P={instancePath:t+"/usage/"+$+"/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:k};r===null?r=[P]:r.push(P),
s++}}else{let P={instancePath:t+"/usage/"+$+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,
parentSchema:K,data:k};r===null?r=[P]:r.push(P),s++}var Nr=F===s,An=J===s}}else{let h={instancePath:t+"/usage/"+$,schemaPath:"#/properties/usage/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:v.properties.usage.items.type,parentSchema:v.properties.usage.items,data:j};r===null?r=[h]:r.push(h),
s++}var Nn=V===s;Nn||(l=!1)}}else{let l={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:v.properties.usage.type,parentSchema:v.properties.usage,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}if(e.told!==void 0){let b=e.told,te=s,Ae=s;if(Array.
isArray(b)){let l=!0,c=b.length;for(let $=0;$<c;$++){let j=b[$],V=s,y=s,h=s,k=!1,J=null,F=s;if(j&&typeof j=="object"&&!Array.isArray(j)&&j.link===void 0){let w={
instancePath:t+"/told/"+$,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required p\
roperty 'link'",schema:v.properties.told.items.oneOf[0].required,parentSchema:v.properties.told.items.oneOf[0],data:j};r===null?r=[w]:r.push(w),s++}var Dt=F===s;
Dt&&(k=!0,J=0);let A=s;if(j&&typeof j=="object"&&!Array.isArray(j)&&j.constant===void 0){let w={instancePath:t+"/told/"+$,schemaPath:"#/properties/told/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:v.properties.told.items.oneOf[1].
required,parentSchema:v.properties.told.items.oneOf[1],data:j};r===null?r=[w]:r.push(w),s++}var Dt=A===s;if(Dt&&k)k=!1,J=[J,1];else{Dt&&(k=!0,J=1);let w=s;if(j&&
typeof j=="object"&&!Array.isArray(j)&&j.fact===void 0){let Y={instancePath:t+"/told/"+$,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",
params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:v.properties.told.items.oneOf[2].required,parentSchema:v.properties.told.items.
oneOf[2],data:j};r===null?r=[Y]:r.push(Y),s++}var Dt=w===s;Dt&&k?(k=!1,J=[J,2]):Dt&&(k=!0,J=2)}if(k)s=h,r!==null&&(h?r.length=h:r=null);else{let w={instancePath:t+
"/told/"+$,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:J},message:"must match exactly one schema in oneOf",schema:v.properties.
told.items.oneOf,parentSchema:v.properties.told.items,data:j};r===null?r=[w]:r.push(w),s++}if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.at===void 0){let P={
instancePath:t+"/told/"+$,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'a\
t'",schema:v.properties.told.items.required,parentSchema:v.properties.told.items,data:j};r===null?r=[P]:r.push(P),s++}if(j.in===void 0){let P={instancePath:t+"/\
told/"+$,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:v.properties.
told.items.required,parentSchema:v.properties.told.items,data:j};r===null?r=[P]:r.push(P),s++}if(j.source===void 0){let P={instancePath:t+"/told/"+$,schemaPath:"\
#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.told.items.
required,parentSchema:v.properties.told.items,data:j};r===null?r=[P]:r.push(P),s++}let w=s;for(let P in j)if(!(P==="at"||P==="in"||P==="link"||P==="constant"||P===
"fact"||P==="source")){let Y={instancePath:t+"/told/"+$,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.told.items,data:j};r===null?r=[Y]:r.push(Y),s++}if(j.at!==void 0){let P=j.at,Y=s,
oe=s,U=s;if(typeof P=="string"){if(!Ve.test(P)){let _={instancePath:t+"/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^\
(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:P};r===null?r=[_]:r.push(_),s++}}else{
let _={instancePath:t+"/told/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:P};r===null?r=[_]:r.push(_),s++}var xm=oe===s,Er=Y===s}if(j.in!==void 0){let P=j.in,Y=s,oe=v.properties.told.items.properties.in.enum;if(!(P==="submit"||P===
"query"||P==="both")){let _={instancePath:t+"/told/"+$+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:v.properties.
told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:v.properties.told.items.properties.in.enum,parentSchema:v.properties.
told.items.properties.in,data:P};r===null?r=[_]:r.push(_),s++}var Er=Y===s}if(j.link!==void 0){let P=j.link,Y=s,oe=s;if(P&&typeof P=="object"&&!Array.isArray(P)){
if(P.path===void 0){let R={instancePath:t+"/told/"+$+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:v.properties.told.items.properties.link.required,parentSchema:v.properties.told.items.properties.link,
data:P};r===null?r=[R]:r.push(R),s++}let _=s;for(let R in P)if(R!=="path"){let Q={instancePath:t+"/told/"+$+"/link",schemaPath:"#/properties/told/items/properti\
es/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.told.items.properties.link,data:P};r===null?r=[Q]:r.push(Q),s++}if(P.path!==void 0){let R=P.path,Q=s,Ie=s,B=s;if(typeof R=="string"){if(!qt.test(R)){
let pe={instancePath:t+"/told/"+$+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Oe,data:R};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/told/"+$+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:R};r===null?r=[pe]:r.push(pe),s++}var En=Ie===s,qm=Q===s}}else{let _={instancePath:t+
"/told/"+$+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.
told.items.properties.link.type,parentSchema:v.properties.told.items.properties.link,data:P};r===null?r=[_]:r.push(_),s++}var Er=Y===s}if(j.fact!==void 0){let P=j.
fact,Y=s,oe=v.properties.told.items.properties.fact.enum;if(!(P==="id"||P==="model"||P==="created")){let _={instancePath:t+"/told/"+$+"/fact",schemaPath:"#/prop\
erties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:v.properties.told.items.properties.fact.enum},message:"must be equal to one of the \
allowed values",schema:v.properties.told.items.properties.fact.enum,parentSchema:v.properties.told.items.properties.fact,data:P};r===null?r=[_]:r.push(_),s++}var Er=Y===
s}if(j.source!==void 0){let P=j.source,Y=s,oe=s,U=s;if(typeof P=="string"){if(re(P)<1){let R={instancePath:t+"/told/"+$+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:P};r===null?r=[R]:r.push(R),s++}}else{
let R={instancePath:t+"/told/"+$+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:P};r===null?r=[R]:r.push(R),s++}var np=oe===s,Er=Y===s}}else{let w={instancePath:t+"/told/"+$,schemaPath:"#/properties/told/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:v.properties.told.items.type,parentSchema:v.properties.told.items,data:j};r===null?r=[w]:r.push(w),s++}var Mn=V===
s;Mn||(l=!1)}}else{let l={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.
told.type,parentSchema:v.properties.told,data:b};r===null?r=[l]:r.push(l),s++}var g=te===s}let m;if(e.list!==void 0){if(e.id===void 0){let b={instancePath:t,schemaPath:"\
#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, qu\
ery when property list is present",schema:v.dependentRequired,parentSchema:v,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){let b={instancePath:t,schemaPath:"\
#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id,\
 query when property list is present",schema:v.dependentRequired,parentSchema:v,data:e};r===null?r=[b]:r.push(b),s++}}}else{let ur={instancePath:t,schemaPath:"#\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.type,parentSchema:v,data:e};r===null?r=[ur]:r.push(ur),s++}return nt.errors=r,s===
0}nt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function aa(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=aa.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===
void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.
required,parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}if(e.title===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
title"},message:"must have required property 'title'",schema:d.required,parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}if(e.description===void 0){let m={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:d.required,parentSchema:d,
data:e};r===null?r=[m]:r.push(m),s++}if(e.sources===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},
message:"must have required property 'sources'",schema:d.required,parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}if(e.baseUrl===void 0){let m={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:e};
r===null?r=[m]:r.push(m),s++}if(e.authentication===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authenticat\
ion"},message:"must have required property 'authentication'",schema:d.required,parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}if(e.deadline===void 0){let m={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:d.required,
parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}if(e.poll===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
poll"},message:"must have required property 'poll'",schema:d.required,parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}if(e.operations===void 0){let m={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:d.required,parentSchema:d,
data:e};r===null?r=[m]:r.push(m),s++}if(e.errors===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"\
must have required property 'errors'",schema:d.required,parentSchema:d,data:e};r===null?r=[m]:r.push(m),s++}let ur=s;for(let m in e)if(!na.call(d.properties,m)){
let b={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:d,data:e};r===null?r=[b]:r.push(b),s++}if(e.$schema!==void 0){let m=e.$schema,b=s;if(typeof m!="string"){let Ae={instancePath:t+"/$s\
chema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.$schema.type,parentSchema:d.properties.
$schema,data:m};r===null?r=[Ae]:r.push(Ae),s++}let te=s;var u=b===s}if(e.$comment!==void 0){let m=e.$comment,b=s,te=s,Ae=s;if(typeof m=="string"){if(re(m)<1){let l={
instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:zt,data:m};r===null?r=[l]:r.push(l),s++}}else{let l={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:zt.type,parentSchema:zt,data:m};r===null?r=[l]:r.push(l),s++}var g=te===s,u=b===s}if(e.protocol!==void 0){let m=e.protocol,
b=s,te=s;if(typeof m=="string"){if(!Mm.test(m)){let W={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:m};r===null?r=[W]:r.push(
W),s++}}else{let W={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
protocol.type,parentSchema:d.properties.protocol,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.title!==void 0){let m=e.title,b=s,te=s;if(typeof m=="stri\
ng"){if(re(m)<1){let W={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than\
 1 characters",schema:1,parentSchema:d.properties.title,data:m};r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/title",schemaPath:"#/properties/title\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.properties.title,data:m};r===null?r=[W]:r.push(
W),s++}var u=b===s}if(e.description!==void 0){let m=e.description,b=s,te=s;if(typeof m=="string"){if(re(m)<1){let W={instancePath:t+"/description",schemaPath:"#\
/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.description,
data:m};r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.sources!==
void 0){let m=e.sources,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let l={instancePath:t+"/sources",schemaPath:"#/propert\
ies/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.sources,data:m};
r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m){let c=m[l],$=s,j=s,V=!1,y=null,h=s,k=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.package===void 0){
let w={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"requ\
ired",params:{missingProperty:"package"},message:"must have required property 'package'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.
properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[w]:r.push(w),s++}if(c.version===void 0){let w={instancePath:t+"/sources/"+l.replace(/~/g,"~\
0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"m\
ust have required property 'version'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:c};r===null?r=[w]:r.push(w),s++}let A=s;for(let w in c)if(!(w==="package"||w==="version")){let P={instancePath:t+"/sources/"+l.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[P]:r.push(P),s++}if(c.
package!==void 0){let w=c.package,P=s,Y=s;if(typeof w=="string"){if(re(w)<1){let oe={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/packa\
ge",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:w};r===null?r=[oe]:r.push(oe),s++}}else{let oe={
instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.package,data:w};r===null?r=[oe]:r.push(oe),s++}var S=P===s}if(c.version!==void 0){let w=c.version,P=s,
Y=s;if(typeof w=="string"){if(!Im.test(w)){let U={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:w};r===null?r=[U]:r.push(U),s++}}else{let U={
instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.version,data:w};r===null?r=[U]:r.push(U),s++}var S=P===s}}else{let A={instancePath:t+"/sources/"+l.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[A]:r.push(A),
s++}var q=h===s;if(q){V=!0,y=0;var O=!0}let J=s,F=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.document===void 0){let w={instancePath:t+"/sources/"+l.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[1],data:c};r===null?r=[w]:r.push(w),s++}if(c.url===void 0){let w={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:c};r===null?r=[w]:r.push(w),s++}let A=s;for(let w in c)
if(!(w==="document"||w==="url")){let P={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:c};r===null?r=[P]:r.push(P),s++}if(c.document!==void 0){let w=c.document,P=s,Y=s;if(typeof w=="string"){if(re(
w)<1){let oe={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prop\
erties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.
oneOf[1].properties.document,data:w};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",
schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:w};
r===null?r=[oe]:r.push(oe),s++}var x=P===s}if(c.url!==void 0){let w=c.url,P=s,Y=s;if(typeof w=="string"){if(!pp.test(w)){let U={instancePath:t+"/sources/"+l.replace(
/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^\
https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:w};r===
null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProp\
erties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.
url.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:w};r===null?r=[U]:r.push(U),s++}var x=P===s}}else{let A={instancePath:t+
"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:c};r===null?
r=[A]:r.push(A),s++}var q=J===s;if(q&&V?(V=!1,y=[y,1]):q&&(V=!0,y=1,O!==!0&&(O=!0)),V)s=j,r!==null&&(j?r.length=j:r=null);else{let A={instancePath:t+"/sources/"+
l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must ma\
tch exactly one schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.properties.sources.additionalProperties,data:c};r===null?
r=[A]:r.push(A),s++}var E=$===s}}else{let W={instancePath:t+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"mus\
t be object",schema:d.properties.sources.type,parentSchema:d.properties.sources,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.baseUrl!==void 0){let m=e.
baseUrl,b=s,te=s;if(typeof m=="string"){if(!Rm.test(m)){let W={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"\
^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:m};
r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.baseUrl.type,parentSchema:d.properties.baseUrl,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.authentication!==void 0){let m=e.
authentication,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.in===void 0){let l={instancePath:t+"/authentication",schemaPath:"#/properties/authenti\
cation/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:d.properties.authentication.required,parentSchema:d.
properties.authentication,data:m};r===null?r=[l]:r.push(l),s++}if(m.name===void 0){let l={instancePath:t+"/authentication",schemaPath:"#/properties/authenticati\
on/required",keyword:"required",params:{missingProperty:"name"},message:"must have required property 'name'",schema:d.properties.authentication.required,parentSchema:d.
properties.authentication,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/authentication",schemaPath:"#/properties/authentica\
tion/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.authentication.required,parentSchema:d.
properties.authentication,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="in"||l==="name"||l==="prefix"||l==="token"||l==="source")){let c={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication,data:m};r===null?r=[c]:r.push(c),s++}if(m.in!==void 0){let l=m.in,c=s,$=d.
properties.authentication.properties.in.enum;if(l!=="header"){let j={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/e\
num",keyword:"enum",params:{allowedValues:d.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.
authentication.properties.in.enum,parentSchema:d.properties.authentication.properties.in,data:l};r===null?r=[j]:r.push(j),s++}var N=c===s}if(m.name!==void 0){let l=m.
name,c=s,$=s;if(typeof l=="string"){if(!Lm.test(l)){let V={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",
keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.
properties.name,data:l};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.
properties.name,data:l};r===null?r=[V]:r.push(V),s++}var N=c===s}if(m.prefix!==void 0){let l=m.prefix,c=s;if(typeof l!="string"){let V={instancePath:t+"/authent\
ication/prefix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
authentication.properties.prefix.type,parentSchema:d.properties.authentication.properties.prefix,data:l};r===null?r=[V]:r.push(V),s++}let $=s;var N=c===s}if(m.token!==
void 0){let l=m.token,c=s,$=s,j=!1,V=null,y=s,h=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.by===void 0){let w={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:l};r===null?r=[w]:r.push(w),
s++}if(l.seconds===void 0){let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,
parentSchema:d.properties.authentication.properties.token.oneOf[0],data:l};r===null?r=[w]:r.push(w),s++}let A=s;for(let w in l)if(!(w==="by"||w==="seconds"||w===
"backdateSeconds")){let P={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:l};r===null?r=[P]:r.push(P),s++}if(l.by!==void 0){let w=l.by,P=s;if(w!=="jwt-hs256"){let Y={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.by,data:w};r===null?r=[Y]:r.push(Y),s++}var X=P===s}if(l.seconds!==
void 0){let w=l.seconds,P=s;if(!(typeof w=="number"&&!(w%1)&&!isNaN(w))){let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:w};r===null?r=[U]:r.push(U),s++}
let Y=s;if(typeof w=="number"){if(w>86400||isNaN(w)){let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:w};r===null?r=[U]:r.push(U),s++}if(w<10||isNaN(w)){let U={instancePath:t+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:w};r===null?r=[U]:r.push(U),s++}}var X=P===s}
if(l.backdateSeconds!==void 0){let w=l.backdateSeconds,P=s;if(!(typeof w=="number"&&!(w%1)&&!isNaN(w))){let U={instancePath:t+"/authentication/token/backdateSec\
onds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be \
integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:w};r===null?r=[U]:r.push(U),s++}let Y=s;if(typeof w=="number"){if(w>3600||isNaN(w)){let U={instancePath:t+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:w};r===
null?r=[U]:r.push(U),s++}if(w<0||isNaN(w)){let U={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:w};r===null?r=[U]:r.push(U),s++}}var X=P===s}}else{let A={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.
token.oneOf[0].type,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:l};r===null?r=[A]:r.push(A),s++}var L=y===s;if(L){j=!0,V=0;var M=!0}
let k=s,J=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.by===void 0){let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.
properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:l};r===null?r=[w]:r.push(w),s++}if(l.scope===void 0){
let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.
properties.token.oneOf[1],data:l};r===null?r=[w]:r.push(w),s++}let A=s;for(let w in l)if(!(w==="by"||w==="scope")){let P={instancePath:t+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:l};r===null?r=[P]:r.push(P),s++}if(l.by!==void 0){
let w=l.by,P=s;if(w!=="google-service-account"){let Y={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.by,data:w};r===null?r=[Y]:r.push(Y),s++}var C=P===s}if(l.scope!==void 0){let w=l.scope,P=s,Y=s;if(typeof w==
"string"){if(re(w)<1){let U={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.scope,data:w};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:w};r===null?r=[U]:r.push(U),s++}var C=P===s}}else{
let A={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:l};r===
null?r=[A]:r.push(A),s++}var L=k===s;if(L&&j?(j=!1,V=[V,1]):L&&(j=!0,V=1,M!==!0&&(M=!0)),j)s=$,r!==null&&($?r.length=$:r=null);else{let A={instancePath:t+"/auth\
entication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:V},message:"must match exactly one sche\
ma in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,data:l};r===null?r=[A]:r.push(A),
s++}var N=c===s}if(m.source!==void 0){let l=m.source,c=s,$=s,j=s;if(typeof l=="string"){if(re(l)<1){let y={instancePath:t+"/authentication/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:l};r===null?r=[y]:r.push(
y),s++}}else{let y={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}var ae=$===s,N=c===s}}else{let W={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.properties.authentication,data:m};
r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.idempotency!==void 0){let m=e.idempotency,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.header===void 0){
let l={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have requ\
ired property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){
let l={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have requ\
ired property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)
if(!(l==="header"||l==="source")){let c={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.idempotency,data:m};r===null?r=[c]:r.push(c),s++}
if(m.header!==void 0){let l=m.header,c=s,$=s;if(typeof l=="string"){if(re(l)<1){let j={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency\
/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.idempotency.
properties.header,data:l};r===null?r=[j]:r.push(j),s++}}else{let j={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.header.type,parentSchema:d.properties.idempotency.
properties.header,data:l};r===null?r=[j]:r.push(j),s++}var T=c===s}if(m.source!==void 0){let l=m.source,c=s,$=s,j=s;if(typeof l=="string"){if(re(l)<1){let y={instancePath:t+
"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:l};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}var ne=$===s,T=c===s}}else{let W={instancePath:t+"/idempotency",schemaPath:"#/\
properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.properties.idempotency,
data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.deadline!==void 0){let m=e.deadline,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){
let l={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required \
property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.
properties.deadline.required,parentSchema:d.properties.deadline,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="seconds"||l==="source")){let c={
instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NO\
T have additional properties",schema:!1,parentSchema:d.properties.deadline,data:m};r===null?r=[c]:r.push(c),s++}if(m.seconds!==void 0){let l=m.seconds,c=s;if(!(typeof l==
"number"&&!(l%1)&&!isNaN(l))){let j={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,data:l};r===null?
r=[j]:r.push(j),s++}let $=s;if(typeof l=="number"&&(l<60||isNaN(l))){let j={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seco\
nds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.seconds,data:l};
r===null?r=[j]:r.push(j),s++}var ie=c===s}if(m.source!==void 0){let l=m.source,c=s,$=s,j=s;if(typeof l=="string"){if(re(l)<1){let y={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:l};
r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:K.type,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}var z=$===s,ie=c===s}}else{let W={instancePath:t+"/deadline",schemaPath:"#/propert\
ies/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:m};r===
null?r=[W]:r.push(W),s++}var u=b===s}if(e.poll!==void 0){let m=e.poll,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let l={instancePath:t+
"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.
poll.required,parentSchema:d.properties.poll,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/poll",schemaPath:"#/properties/p\
oll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,parentSchema:d.
properties.poll,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="seconds"||l==="source")){let c={instancePath:t+"/poll",schemaPath:"#/prope\
rties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:m};r===null?r=[c]:r.push(c),s++}if(m.seconds!==void 0){let l=m.seconds,c=s,$=s;if(typeof l=="number"){if(l<=0||isNaN(l)){let j={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:l};r===null?r=[j]:r.push(j),s++}}else{let j={instancePath:t+"/poll/seconds",schemaPath:"#/pr\
operties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:l};r===null?r=[j]:r.push(j),s++}var I=c===s}if(m.source!==void 0){let l=m.source,c=s,$=s,j=s;if(typeof l=="string"){if(re(
l)<1){let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}var ue=$===s,I=c===s}}else{let W={instancePath:t+"/pol\
l",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.poll,
data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.probe!==void 0){let m=e.probe,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){let l={
instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",
schema:d.properties.probe.required,parentSchema:d.properties.probe,data:m};r===null?r=[l]:r.push(l),s++}if(m.accepted===void 0){let l={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/probe",schemaPath:"#/properties/probe/require\
d",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,parentSchema:d.properties.
probe,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="path"||l==="accepted"||l==="source")){let c={instancePath:t+"/probe",schemaPath:"#/p\
roperties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.probe,data:m};r===null?r=[c]:r.push(c),s++}if(m.path!==void 0){let l=m.path,c=s,$=s,j=s;if(typeof l=="string"){if(!qt.test(l)){let V={instancePath:t+
"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:l};r===
null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Oe.type,parentSchema:Oe,data:l};r===null?r=[V]:r.push(V),s++}var ce=$===s,H=c===s}if(m.accepted!==void 0){let l=m.accepted,c=s,$=s;if(Array.isArray(l)){if(l.
length<1){let h={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must\
 NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:l};r===null?r=[h]:r.push(h),s++}let V=!0,y=l.length;for(let h=0;h<
y;h++){let k=l[h],J=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let A={instancePath:t+"/probe/accepted/"+h,schemaPath:"#/properties/probe/properties/accepted\
/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.items.type,parentSchema:d.properties.
probe.properties.accepted.items,data:k};r===null?r=[A]:r.push(A),s++}let F=s;if(typeof k=="number"){if(k>599||isNaN(k)){let A={instancePath:t+"/probe/accepted/"+
h,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:d.
properties.probe.properties.accepted.items,data:k};r===null?r=[A]:r.push(A),s++}if(k<100||isNaN(k)){let A={instancePath:t+"/probe/accepted/"+h,schemaPath:"#/pro\
perties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,parentSchema:d.properties.
probe.properties.accepted.items,data:k};r===null?r=[A]:r.push(A),s++}}var D=J===s;D||(V=!1)}}else{let V={instancePath:t+"/probe/accepted",schemaPath:"#/properti\
es/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.probe.properties.accepted.type,parentSchema:d.
properties.probe.properties.accepted,data:l};r===null?r=[V]:r.push(V),s++}var H=c===s}if(m.source!==void 0){let l=m.source,c=s,$=s,j=s;if(typeof l=="string"){if(re(
l)<1){let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}var Pe=$===s,H=c===s}}else{let W={instancePath:t+
"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.probe.type,parentSchema:d.properties.
probe,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.modelProbe!==void 0){let m=e.modelProbe,b=s,te=s,Ae=s,W=!1,l=null,c=s;if(m&&typeof m=="object"&&!Array.
isArray(m)){if(m.path===void 0){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:m};r===null?
r=[V]:r.push(V),s++}if(m.names===void 0){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:m};r===
null?r=[V]:r.push(V),s++}}var qe=c===s;qe&&(W=!0,l=0);let $=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.url===void 0){let V={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:m};r===null?r=[V]:r.push(V),s++}if(m.names===void 0){let V={instancePath:t+"/mod\
elProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",
schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:m};r===null?r=[V]:r.push(V),s++}}var qe=$===s;if(qe&&W)W=!1,
l=[l,1];else{qe&&(W=!0,l=1);let V=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.untestable===void 0){let h={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:d.properties.
modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:m};r===null?r=[h]:r.push(h),s++}var qe=V===s;qe&&W?(W=!1,l=[l,2]):qe&&(W=!0,l=2)}
if(W)s=Ae,r!==null&&(Ae?r.length=Ae:r=null);else{let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:l},
message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.oneOf,parentSchema:d.properties.modelProbe,data:m};r===null?r=[V]:r.push(V),s++}
if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let y={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.modelProbe.required,parentSchema:d.properties.modelProbe,
data:m};r===null?r=[y]:r.push(y),s++}let V=s;for(let y in m)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||y==="except"||y==="untestable"||y==="source")){
let h={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe,data:m};r===null?r=[h]:r.push(h),s++}if(m.path!==void 0){let y=m.path,h=s,k=s,
J=s;if(typeof y=="string"){if(!qt.test(y)){let F={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Oe,data:y};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/pat\
h/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:y};r===null?r=[F]:r.push(F),s++}var pt=k===s,Se=h===s}
if(m.url!==void 0){let y=m.url,h=s,k=s;if(typeof y=="string"){if(!Fm.test(y)){let F={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/proper\
ties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#\
{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,data:y};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.url.type,parentSchema:d.
properties.modelProbe.properties.url,data:y};r===null?r=[F]:r.push(F),s++}var Se=h===s}if(m.names!==void 0){let y=m.names,h=s,k=s,J=s;if(typeof y=="string"){if(!Ve.
test(y)){let A={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/modelProbe\
/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};r===null?r=[A]:r.push(
A),s++}var He=k===s,Se=h===s}if(m.omits!==void 0){let y=m.omits,h=s,k=s;if(typeof y=="string"){if(re(y)<1){let F={instancePath:t+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.modelProbe.properties.omits,data:y};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/\
properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.omits.type,parentSchema:d.properties.
modelProbe.properties.omits,data:y};r===null?r=[F]:r.push(F),s++}var Se=h===s}if(m.except!==void 0){let y=m.except,h=s,k=s;if(Array.isArray(y)){if(y.length<1){let w={
instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have f\
ewer than 1 items",schema:1,parentSchema:d.properties.modelProbe.properties.except,data:y};r===null?r=[w]:r.push(w),s++}let F=!0,A=y.length;for(let w=0;w<A;w++){
let P=y[w],Y=s,oe=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.prefix===void 0){let _={instancePath:t+"/modelProbe/except/"+w,schemaPath:"#/properties/mo\
delProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:d.properties.
modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:P};r===null?r=[_]:r.push(_),s++}if(P.reason===void 0){
let _={instancePath:t+"/modelProbe/except/"+w,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.
except.items,data:P};r===null?r=[_]:r.push(_),s++}let U=s;for(let _ in P)if(!(_==="prefix"||_==="reason")){let R={instancePath:t+"/modelProbe/except/"+w,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:d.properties.modelProbe.properties.except.items,data:P};r===null?r=[R]:r.push(R),s++}if(P.prefix!==void 0){let _=P.prefix,
R=s,Q=s;if(typeof _=="string"){if(re(_)<1){let Ie={instancePath:t+"/modelProbe/except/"+w+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/\
properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.
properties.except.items.properties.prefix,data:_};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/modelProbe/except/"+w+"/prefix",schemaPath:"#/pr\
operties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.
properties.except.items.properties.prefix.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:_};r===null?r=[Ie]:r.push(Ie),
s++}var Te=R===s}if(P.reason!==void 0){let _=P.reason,R=s,Q=s;if(typeof _=="string"){if(re(_)<1){let B={instancePath:t+"/modelProbe/except/"+w+"/reason",schemaPath:"\
#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:_};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/model\
Probe/except/"+w+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:d.properties.modelProbe.properties.except.items.properties.reason.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.
reason,data:_};r===null?r=[B]:r.push(B),s++}var Te=R===s}}else{let U={instancePath:t+"/modelProbe/except/"+w,schemaPath:"#/properties/modelProbe/properties/exce\
pt/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.modelProbe.properties.except.items.type,parentSchema:d.properties.
modelProbe.properties.except.items,data:P};r===null?r=[U]:r.push(U),s++}var Ze=Y===s;Ze||(F=!1)}}else{let F={instancePath:t+"/modelProbe/except",schemaPath:"#/p\
roperties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.except.type,
parentSchema:d.properties.modelProbe.properties.except,data:y};r===null?r=[F]:r.push(F),s++}var Se=h===s}if(m.untestable!==void 0){let y=m.untestable,h=s,k=s;if(typeof y==
"string"){if(re(y)<1){let F={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:y};r===null?r=[F]:r.push(F),s++}}else{
let F={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:d.properties.modelProbe.properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:y};r===null?r=[F]:r.push(
F),s++}var Se=h===s}if(m.source!==void 0){let y=m.source,h=s,k=s,J=s;if(typeof y=="string"){if(re(y)<1){let A={instancePath:t+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:y};r===null?r=[A]:r.push(
A),s++}}else{let A={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:y};r===null?r=[A]:r.push(A),s++}var Xt=k===s,Se=h===s}}else{let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:m};r===null?r=[V]:
r.push(V),s++}var u=b===s}if(e.webhooks!==void 0){let m=e.webhooks,b=s,te=s,Ae=s,W=!1,l=null,c=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.body===void 0){let V={
instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required pr\
operty 'body'",schema:d.properties.webhooks.oneOf[0].required,parentSchema:d.properties.webhooks.oneOf[0],data:m};r===null?r=[V]:r.push(V),s++}var wt=c===s;wt&&
(W=!0,l=0);let $=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.query===void 0){let V={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/re\
quired",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].required,parentSchema:d.
properties.webhooks.oneOf[1],data:m};r===null?r=[V]:r.push(V),s++}var wt=$===s;if(wt&&W?(W=!1,l=[l,1]):wt&&(W=!0,l=1),W)s=Ae,r!==null&&(Ae?r.length=Ae:r=null);else{
let V={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:l},message:"must match exactly one schema in o\
neOf",schema:d.properties.webhooks.oneOf,parentSchema:d.properties.webhooks,data:m};r===null?r=[V]:r.push(V),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.
source===void 0){let y={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:d.properties.webhooks.required,parentSchema:d.properties.webhooks,data:m};r===null?r=[y]:r.push(y),s++}let V=s;for(let y in m)
if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let h={instancePath:t+"/webhooks",schemaPath:"#/propertie\
s/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks,data:m};r===null?r=[h]:r.push(h),s++}if(m.body!==void 0){let y=m.body,h=s,k=s,J=s;if(typeof y=="string"){if(!Ve.test(y)){let F={instancePath:t+
"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};r===null?r=[F]:r.push(F),s++}var Qe=k===s,lr=h===s}if(m.
query!==void 0){let y=m.query,h=s,k=s;if(typeof y=="string"){if(re(y)<1){let F={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/qu\
ery/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.query,
data:y};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.webhooks.properties.query.type,parentSchema:d.properties.webhooks.properties.query,data:y};r===null?
r=[F]:r.push(F),s++}var lr=h===s}if(m.with!==void 0){let y=m.with,h=s,k=s;if(Array.isArray(y)){if(y.length<1){let w={instancePath:t+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.
webhooks.properties.with,data:y};r===null?r=[w]:r.push(w),s++}let F=!0,A=y.length;for(let w=0;w<A;w++){let P=y[w],Y=s,oe=s;if(P&&typeof P=="object"&&!Array.isArray(
P)){if(P.to===void 0){let _={instancePath:t+"/webhooks/with/"+w,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,
data:P};r===null?r=[_]:r.push(_),s++}if(P.constant===void 0){let _={instancePath:t+"/webhooks/with/"+w,schemaPath:"#/properties/webhooks/properties/with/items/r\
equired",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.webhooks.properties.with.items.
required,parentSchema:d.properties.webhooks.properties.with.items,data:P};r===null?r=[_]:r.push(_),s++}let U=s;for(let _ in P)if(!(_==="to"||_==="constant")){let R={
instancePath:t+"/webhooks/with/"+w,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.with.items,data:P};r===null?r=[R]:r.push(R),s++}if(P.to!==
void 0){let _=P.to,R=s,Q=s,Ie=s;if(typeof _=="string"){if(!Ve.test(_)){let B={instancePath:t+"/webhooks/with/"+w+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:_};r===null?
r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/webhooks/with/"+w+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Z.type,parentSchema:Z,data:_};r===null?r=[B]:r.push(B),s++}var _n=Q===s,ep=R===s}}else{let U={instancePath:t+"/webhooks/with/"+w,schemaPath:"#\
/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.with.items.
type,parentSchema:d.properties.webhooks.properties.with.items,data:P};r===null?r=[U]:r.push(U),s++}var tp=Y===s;tp||(F=!1)}}else{let F={instancePath:t+"/webhook\
s/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
with.type,parentSchema:d.properties.webhooks.properties.with,data:y};r===null?r=[F]:r.push(F),s++}var lr=h===s}if(m.signature!==void 0){let y=m.signature,h=s,k=s,
J=!1,F=null,A=s,w=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.by===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks\
/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.
properties.signature.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.oneOf[0],data:y};r===null?r=[_]:r.push(_),s++}if(y.secret===void 0){
let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"\
secret"},message:"must have required property 'secret'",schema:d.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:d.properties.webhooks.properties.
signature.oneOf[0],data:y};r===null?r=[_]:r.push(_),s++}if(y.toleranceSeconds===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/web\
hooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property 'toleranceSecon\
ds'",schema:d.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.oneOf[0],data:y};r===null?r=[_]:
r.push(_),s++}let U=s;for(let _ in y)if(!(_==="by"||_==="secret"||_==="toleranceSeconds")){let R={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/\
webhooks/properties/signature/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.oneOf[0],data:y};r===null?r=[R]:r.push(R),s++}if(y.by!==void 0){let _=y.by,R=s;if(_!=="\
standard-webhooks"){let Q={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/by/const",keyword:"\
const",params:{allowedValue:"standard-webhooks"},message:"must be equal to constant",schema:"standard-webhooks",parentSchema:d.properties.webhooks.properties.signature.
oneOf[0].properties.by,data:_};r===null?r=[Q]:r.push(Q),s++}var xn=R===s}if(y.secret!==void 0){let _=y.secret,R=s,Q=s;if(_&&typeof _=="object"&&!Array.isArray(_)){
if(_.path===void 0){let pe={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/require\
d",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.webhooks.properties.signature.oneOf[0].properties.
secret.required,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[pe]:r.push(pe),s++}if(_.at===void 0){let pe={
instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret.required,parentSchema:d.
properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[pe]:r.push(pe),s++}let B=s;for(let pe in _)if(!(pe==="path"||pe==="at")){
let Xe={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:pe},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.
oneOf[0].properties.secret,data:_};r===null?r=[Xe]:r.push(Xe),s++}if(_.path!==void 0){let pe=_.path,Xe=s,Mt=s,Ut=s;if(typeof pe=="string"){if(!qt.test(pe)){let mr={
instancePath:t+"/webhooks/signature/secret/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Oe,data:pe};r===null?r=[mr]:r.push(mr),s++}}else{let mr={instancePath:t+"/webhooks/signature/secret/path",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:pe};r===null?r=[mr]:r.push(mr),s++}var km=Mt===s,rp=Xe===s}if(_.at!==void 0){
let pe=_.at,Xe=s,Mt=s,Ut=s;if(typeof pe=="string"){if(!Ve.test(pe)){let Be={instancePath:t+"/webhooks/signature/secret/at",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:pe};
r===null?r=[Be]:r.push(Be),s++}}else{let Be={instancePath:t+"/webhooks/signature/secret/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"strin\
g"},message:"must be string",schema:Z.type,parentSchema:Z,data:pe};r===null?r=[Be]:r.push(Be),s++}var Tr=Mt===s,rp=Xe===s}}else{let B={instancePath:t+"/webhooks\
/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/type",keyword:"type",params:{type:"object"},message:"must be\
 object",schema:d.properties.webhooks.properties.signature.oneOf[0].properties.secret.type,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.
secret,data:_};r===null?r=[B]:r.push(B),s++}var xn=R===s}if(y.toleranceSeconds!==void 0){let _=y.toleranceSeconds,R=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){
let B={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds.type,parentSchema:d.
properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[B]:r.push(B),s++}let Q=s;if(typeof _=="number"){if(_>3600||isNaN(
_)){let B={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/maxi\
mum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.webhooks.properties.signature.oneOf[0].
properties.toleranceSeconds,data:_};r===null?r=[B]:r.push(B),s++}if(_<1||isNaN(_)){let B={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/pr\
operties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,
parentSchema:d.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[B]:r.push(B),s++}}var xn=R===s}}else{let U={instancePath:t+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.webhooks.properties.signature.oneOf[0].type,parentSchema:d.properties.webhooks.properties.signature.oneOf[0],data:y};r===null?r=[U]:r.push(U),s++}var fs=A===
s;if(fs){J=!0,F=0;var qn=!0}let P=s,Y=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.by===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#\
/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.webhooks.properties.signature.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.oneOf[1],data:y};r===null?r=[_]:r.push(_),s++}
if(y.keys===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{
missingProperty:"keys"},message:"must have required property 'keys'",schema:d.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:d.properties.
webhooks.properties.signature.oneOf[1],data:y};r===null?r=[_]:r.push(_),s++}if(y.toleranceSeconds===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property\
 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.oneOf[1],data:y};
r===null?r=[_]:r.push(_),s++}let U=s;for(let _ in y)if(!(_==="by"||_==="keys"||_==="toleranceSeconds")){let R={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have add\
itional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.oneOf[1],data:y};r===null?r=[R]:r.push(R),s++}if(y.by!==void 0){let _=y.by,
R=s;if(_!=="fal-ed25519"){let Q={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/by/const",keyword:"\
const",params:{allowedValue:"fal-ed25519"},message:"must be equal to constant",schema:"fal-ed25519",parentSchema:d.properties.webhooks.properties.signature.oneOf[1].
properties.by,data:_};r===null?r=[Q]:r.push(Q),s++}var On=R===s}if(y.keys!==void 0){let _=y.keys,R=s,Q=s;if(typeof _=="string"){if(!pp.test(_)){let B={instancePath:t+
"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/keys/pattern",keyword:"pattern",params:{pattern:"^https://"},
message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.webhooks.properties.signature.oneOf[1].properties.keys,data:_};r===null?r=
[B]:r.push(B),s++}}else{let B={instancePath:t+"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/keys/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.oneOf[1].properties.keys.type,parentSchema:d.properties.
webhooks.properties.signature.oneOf[1].properties.keys,data:_};r===null?r=[B]:r.push(B),s++}var On=R===s}if(y.toleranceSeconds!==void 0){let _=y.toleranceSeconds,
R=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let B={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signa\
ture/oneOf/1/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.properties.signature.
oneOf[1].properties.toleranceSeconds.type,parentSchema:d.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,data:_};r===null?r=[B]:r.
push(B),s++}let Q=s;if(typeof _=="number"){if(_>3600||isNaN(_)){let B={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/p\
roperties/signature/oneOf/1/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.
properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,data:_};r===null?r=[B]:r.push(B),s++}if(_<1||isNaN(_)){let B={instancePath:t+"/web\
hooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,data:_};r===
null?r=[B]:r.push(B),s++}}var On=R===s}}else{let U={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.oneOf[1].type,parentSchema:d.properties.webhooks.properties.
signature.oneOf[1],data:y};r===null?r=[U]:r.push(U),s++}var fs=P===s;if(fs&&J?(J=!1,F=[F,1]):fs&&(J=!0,F=1,qn!==!0&&(qn=!0)),J)s=k,r!==null&&(k?r.length=k:r=null);else{
let U={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf",keyword:"oneOf",params:{passingSchemas:F},message:"mus\
t match exactly one schema in oneOf",schema:d.properties.webhooks.properties.signature.oneOf,parentSchema:d.properties.webhooks.properties.signature,data:y};r===
null?r=[U]:r.push(U),s++}var lr=h===s}if(m.challenge!==void 0){let y=m.challenge,h=s,k=s,J=s;if(typeof y=="string"){if(!Ve.test(y)){let A={instancePath:t+"/webh\
ooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$\
"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};r===null?r=[A]:r.push(A),s++}var hs=k===s,lr=h===s}
if(m.told!==void 0){let y=m.told,h=s,k=s;if(Array.isArray(y)){if(y.length<1){let w={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/properties\
/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.told,data:y};
r===null?r=[w]:r.push(w),s++}let F=!0,A=y.length;for(let w=0;w<A;w++){let P=y[w],Y=s,oe=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.at===void 0){let _={
instancePath:t+"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"m\
ust have required property 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:P};r===
null?r=[_]:r.push(_),s++}if(P.fact===void 0){let _={instancePath:t+"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.
properties.webhooks.properties.told.items,data:P};r===null?r=[_]:r.push(_),s++}let U=s;for(let _ in P)if(!(_==="at"||_==="fact")){let R={instancePath:t+"/webhoo\
ks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:P};r===null?r=[R]:r.push(R),s++}if(P.at!==void 0){let _=P.
at,R=s,Q=s,Ie=s;if(typeof _=="string"){if(!Ve.test(_)){let B={instancePath:t+"/webhooks/told/"+w+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:_};r===null?r=[B]:r.push(B),
s++}}else{let B={instancePath:t+"/webhooks/told/"+w+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:_};r===null?r=[B]:r.push(B),s++}var $m=Q===s,ra=R===s}if(P.fact!==void 0){let _=P.fact,R=s,Q=d.properties.webhooks.properties.told.items.
properties.fact.enum;if(!(_==="id"||_==="model"||_==="created")){let B={instancePath:t+"/webhooks/told/"+w+"/fact",schemaPath:"#/properties/webhooks/properties/\
told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal t\
o one of the allowed values",schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.properties.told.items.properties.
fact,data:_};r===null?r=[B]:r.push(B),s++}var ra=R===s}}else{let U={instancePath:t+"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,parentSchema:d.properties.webhooks.properties.
told.items,data:P};r===null?r=[U]:r.push(U),s++}var jn=Y===s;jn||(F=!1)}}else{let F={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/propertie\
s/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.told.type,parentSchema:d.properties.webhooks.properties.
told,data:y};r===null?r=[F]:r.push(F),s++}var lr=h===s}if(m.source!==void 0){let y=m.source,h=s,k=s,J=s;if(typeof y=="string"){if(re(y)<1){let A={instancePath:t+
"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:y};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:y};r===null?r=[A]:r.push(A),s++}var sp=k===s,lr=h===s}}else{let V={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.type,parentSchema:d.properties.webhooks,data:m};
r===null?r=[V]:r.push(V),s++}var u=b===s}if(e.rateHeaders!==void 0){let m=e.rateHeaders,b=s;Mr(m,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Mr.errors:r.concat(Mr.errors),s=r.length);var u=b===s}if(e.upload!==void 0){let m=e.upload,b=s,te=s;if(m&&
typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let l={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:m};r===null?r=
[l]:r.push(l),s++}if(m.path===void 0){let l={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:m};r===null?r=[l]:r.push(l),s++}if(m.reference===
void 0){let l={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={
instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="method"||l==="\
path"||l==="field"||l==="reference"||l==="source")){let c={instancePath:t+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.upload,data:m};r===null?r=[c]:r.push(c),
s++}if(m.method!==void 0){let l=m.method,c=s,$=d.properties.upload.properties.method.enum;if(!(l==="POST"||l==="PUT")){let j={instancePath:t+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:d.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:d.properties.upload.properties.method.enum,parentSchema:d.properties.upload.properties.method,data:l};r===null?r=[j]:r.push(j),s++}var ys=c===
s}if(m.path!==void 0){let l=m.path,c=s,$=s,j=s;if(typeof l=="string"){if(!qt.test(l)){let y={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:l};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:l};r===null?r=[y]:
r.push(y),s++}var ap=$===s,ys=c===s}if(m.field!==void 0){let l=m.field,c=s,$=s;if(typeof l=="string"){if(re(l)<1){let V={instancePath:t+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
upload.properties.field,data:l};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.upload.properties.field.type,parentSchema:d.properties.upload.properties.field,
data:l};r===null?r=[V]:r.push(V),s++}var ys=c===s}if(m.reference!==void 0){let l=m.reference,c=s,$=s,j=s;if(typeof l=="string"){if(!Ve.test(l)){let y={instancePath:t+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:l};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:l};r===null?r=[y]:r.push(y),s++}var Pm=$===s,ys=c===
s}if(m.source!==void 0){let l=m.source,c=s,$=s,j=s;if(typeof l=="string"){if(re(l)<1){let y={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:l};r===null?r=[y]:r.push(y),s++}}else{let y={
instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:l};
r===null?r=[y]:r.push(y),s++}var Sm=$===s,ys=c===s}}else{let W={instancePath:t+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:d.properties.upload.type,parentSchema:d.properties.upload,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.operations!==
void 0){let m=e.operations,b=s,te=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let l={instancePath:t+"/operations",schemaPath:"#/p\
roperties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.
operations,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="video"||l==="image"||l==="audio"||l==="mesh")){let c={instancePath:t+"/operatio\
ns",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.operations,data:m};r===null?r=[c]:r.push(c),s++}if(m.video!==void 0){let l=m.video,c=s;nt(l,{instancePath:t+"/opera\
tions/video",parentData:m,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?nt.errors:r.concat(nt.errors),s=r.length);var Ar=c===s}if(m.image!==
void 0){let l=m.image,c=s;nt(l,{instancePath:t+"/operations/image",parentData:m,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(r=r===null?nt.errors:
r.concat(nt.errors),s=r.length);var Ar=c===s}if(m.audio!==void 0){let l=m.audio,c=s;nt(l,{instancePath:t+"/operations/audio",parentData:m,parentDataProperty:"au\
dio",rootData:o,dynamicAnchors:i})||(r=r===null?nt.errors:r.concat(nt.errors),s=r.length);var Ar=c===s}if(m.mesh!==void 0){let l=m.mesh,c=s;nt(l,{instancePath:t+
"/operations/mesh",parentData:m,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?nt.errors:r.concat(nt.errors),s=r.length);var Ar=c===s}}else{
let W={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
operations.type,parentSchema:d.properties.operations,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}if(e.errors!==void 0){let m=e.errors,b=s,te=s;if(m&&typeof m==
"object"&&!Array.isArray(m)){if(m.message===void 0){let l={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:m};r===null?r=[l]:r.push(l),
s++}if(m.code===void 0){let l={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"mu\
st have required property 'code'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:m};r===null?r=[l]:r.push(l),s++}if(m.proofs===void 0){
let l={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required prope\
rty 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:m};r===null?r=[l]:r.push(l),s++}let W=s;for(let l in m)if(!(l==="message"||
l==="code"||l==="inside"||l==="proofs")){let c={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:m};r===null?r=[c]:r.push(c),s++}if(m.message!==
void 0){let l=m.message,c=s;Ge(l,{instancePath:t+"/errors/message",parentData:m,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?Ge.errors:
r.concat(Ge.errors),s=r.length);var sa=c===s}if(m.code!==void 0){let l=m.code,c=s;Ge(l,{instancePath:t+"/errors/code",parentData:m,parentDataProperty:"code",rootData:o,
dynamicAnchors:i})||(r=r===null?Ge.errors:r.concat(Ge.errors),s=r.length);var sa=c===s}if(m.inside!==void 0){let l=m.inside,c=s,$=s;if(l&&typeof l=="object"&&!Array.
isArray(l)){if(l.at===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.properties.inside,data:l};
r===null?r=[y]:r.push(y),s++}if(l.source===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.
errors.properties.inside,data:l};r===null?r=[y]:r.push(y),s++}let V=s;for(let y in l)if(!(y==="at"||y==="unless"||y==="source")){let h={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:l};r===null?r=[h]:r.push(h),s++}if(l.at!==void 0){let y=l.at,h=s,k=s,
J=s;if(typeof y=="string"){if(!Ve.test(y)){let F={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};r===null?r=[F]:r.push(F),s++}}else{
let F={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:y};r===null?r=[F]:r.push(F),s++}var _m=k===s,Tn=h===s}if(l.unless!==void 0){let y=l.unless,h=s;if(!Array.isArray(y)){let F={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:y};r===null?r=[F]:r.push(F),s++}let k=s;
var Tn=h===s}if(l.source!==void 0){let y=l.source,h=s,k=s,J=s;if(typeof y=="string"){if(re(y)<1){let A={instancePath:t+"/errors/inside/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:y};r===null?r=[A]:r.push(
A),s++}}else{let A={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:y};r===null?r=[A]:r.push(A),s++}var An=k===s,Tn=h===s}}else{let V={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/prop\
erties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.properties.errors.
properties.inside,data:l};r===null?r=[V]:r.push(V),s++}var sa=c===s}if(m.proofs!==void 0){let l=m.proofs,c=s,$=s;if(Array.isArray(l)){if(l.length<1){let h={instancePath:t+
"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:d.properties.errors.properties.proofs,data:l};r===null?r=[h]:r.push(h),s++}let V=!0,y=l.length;for(let h=0;h<y;h++){let k=l[h],J=s,F=s;if(k&&typeof k==
"object"&&!Array.isArray(k)){if(k.status===void 0){let w={instancePath:t+"/errors/proofs/"+h,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:k};r===null?r=[w]:r.push(w),s++}if(k.proves===void 0){let w={instancePath:t+"/errors/proofs/"+h,schemaPath:"#/pro\
perties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:d.properties.
errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:k};r===null?r=[w]:r.push(w),s++}if(k.source===void 0){let w={
instancePath:t+"/errors/proofs/"+h,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:k};
r===null?r=[w]:r.push(w),s++}let A=s;for(let w in k)if(!(w==="status"||w==="codes"||w==="says"||w==="proves"||w==="means"||w==="source")){let P={instancePath:t+
"/errors/proofs/"+h,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,data:k};r===null?r=[P]:r.push(P),s++}if(k.status!==void 0){
let w=k.status,P=s,Y=s;if(typeof w=="string"){if(!Vm.test(w)){let oe={instancePath:t+"/errors/proofs/"+h+"/status",schemaPath:"#/properties/errors/properties/pr\
oofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-\
5]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:w};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+
"/errors/proofs/"+h+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.errors.properties.proofs.items.properties.status,
data:w};r===null?r=[oe]:r.push(oe),s++}var Nr=P===s}if(k.codes!==void 0){let w=k.codes,P=s,Y=s;if(Array.isArray(w)){if(w.length<1){let R={instancePath:t+"/error\
s/proofs/"+h+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT h\
ave fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:w};r===null?r=[R]:r.push(R),s++}let U=!0,_=w.length;
for(let R=0;R<_;R++){let Q=w[R],Ie=s;if(typeof Q!="string"){let pe={instancePath:t+"/errors/proofs/"+h+"/codes/"+R,schemaPath:"#/properties/errors/properties/pr\
oofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.
codes.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:Q};r===null?r=[pe]:r.push(pe),s++}let B=s;var Nn=Ie===s;Nn||
(U=!1)}}else{let U={instancePath:t+"/errors/proofs/"+h+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:d.properties.errors.properties.proofs.
items.properties.codes,data:w};r===null?r=[U]:r.push(U),s++}var Nr=P===s}if(k.says!==void 0){let w=k.says,P=s,Y=s;if(Array.isArray(w)){if(w.length<1){let R={instancePath:t+
"/errors/proofs/"+h+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:w};r===null?r=[R]:r.push(R),s++}let U=!0,_=w.
length;for(let R=0;R<_;R++){let Q=w[R],Ie=s,B=s;if(typeof Q=="string"){if(re(Q)<1){let pe={instancePath:t+"/errors/proofs/"+h+"/says/"+R,schemaPath:"#/propertie\
s/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Q};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/errors/proo\
fs/"+h+"/says/"+R,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:d.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,
data:Q};r===null?r=[pe]:r.push(pe),s++}var Dt=Ie===s;Dt||(U=!1)}}else{let U={instancePath:t+"/errors/proofs/"+h+"/says",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.
says.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:w};r===null?r=[U]:r.push(U),s++}var Nr=P===s}if(k.proves!==void 0){let w=k.
proves,P=s,Y=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!(w==="rejected"||w==="busy"||w==="credentials"||w==="payment"||w==="may-exis\
t"||w==="unknown-model")){let U={instancePath:t+"/errors/proofs/"+h+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"\
enum",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of the allowed values",schema:d.properties.
errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.errors.properties.proofs.items.properties.proves,data:w};r===null?r=[U]:r.push(U),
s++}var Nr=P===s}if(k.means!==void 0){let w=k.means,P=s,Y=s;if(typeof w=="string"){if(re(w)<1){let U={instancePath:t+"/errors/proofs/"+h+"/means",schemaPath:"#/\
properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:w};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/errors/proofs/"+h+"\
/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:w};r===null?r=[U]:r.push(U),
s++}var Nr=P===s}if(k.source!==void 0){let w=k.source,P=s,Y=s,oe=s;if(typeof w=="string"){if(re(w)<1){let _={instancePath:t+"/errors/proofs/"+h+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:w};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/errors/proofs/"+h+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:K.type,parentSchema:K,data:w};r===null?r=[_]:r.push(_),s++}var xm=Y===s,Nr=P===s}}else{let A={instancePath:t+"/errors/proofs/"+h,schemaPath:"#/prop\
erties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.proofs.items.type,
parentSchema:d.properties.errors.properties.proofs.items,data:k};r===null?r=[A]:r.push(A),s++}var Er=J===s;Er||(V=!1)}}else{let V={instancePath:t+"/errors/proof\
s",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.
type,parentSchema:d.properties.errors.properties.proofs,data:l};r===null?r=[V]:r.push(V),s++}var sa=c===s}}else{let W={instancePath:t+"/errors",schemaPath:"#/pr\
operties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.type,parentSchema:d.properties.errors,data:m};r===
null?r=[W]:r.push(W),s++}var u=b===s}if(e.disagreements!==void 0){let m=e.disagreements,b=s,te=s;if(Array.isArray(m)){let W=!0,l=m.length;for(let c=0;c<l;c++){let $=m[c],
j=s,V=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.topic===void 0){let h={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items\
/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.properties.disagreements.items.required,parentSchema:d.
properties.disagreements.items,data:$};r===null?r=[h]:r.push(h),s++}if($.between===void 0){let h={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/di\
sagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:d.properties.disagreements.
items.required,parentSchema:d.properties.disagreements.items,data:$};r===null?r=[h]:r.push(h),s++}if($.follows===void 0){let h={instancePath:t+"/disagreements/"+
c,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required property 'follows'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:$};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in $)if(!(h==="topi\
c"||h==="between"||h==="follows")){let k={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.disagreements.items,data:$};r===null?
r=[k]:r.push(k),s++}if($.topic!==void 0){let h=$.topic,k=s,J=s;if(typeof h=="string"){if(re(h)<1){let F={instancePath:t+"/disagreements/"+c+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.disagreements.items.properties.topic,data:h};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/disagreements/"+c+"/topic",schemaPath:"#/prop\
erties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.
topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:h};r===null?r=[F]:r.push(F),s++}var En=k===s}if($.between!==void 0){let h=$.between,
k=s,J=s;if(Array.isArray(h)){if(h.length<1){let P={instancePath:t+"/disagreements/"+c+"/between",schemaPath:"#/properties/disagreements/items/properties/between\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.disagreements.items.properties.between,
data:h};r===null?r=[P]:r.push(P),s++}let A=!0,w=h.length;for(let P=0;P<w;P++){let Y=h[P],oe=s,U=s,_=s;if(typeof Y=="string"){if(re(Y)<1){let R={instancePath:t+"\
/disagreements/"+c+"/between/"+P,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:K,data:Y};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/disagreements/"+c+"/between/"+P,schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:Y};r===null?r=[R]:r.push(R),s++}var qm=U===s,np=oe===s;np||(A=!1)}}else{let A={
instancePath:t+"/disagreements/"+c+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:d.properties.disagreements.items.properties.between.type,parentSchema:d.properties.disagreements.items.properties.between,data:h};r===null?
r=[A]:r.push(A),s++}var En=k===s}if($.follows!==void 0){let h=$.follows,k=s,J=s;if(typeof h=="string"){if(re(h)<1){let A={instancePath:t+"/disagreements/"+c+"/f\
ollows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:d.properties.disagreements.items.properties.follows,data:h};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/disagreemen\
ts/"+c+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.disagreements.items.properties.follows.type,parentSchema:d.properties.disagreements.items.properties.follows,data:h};r===null?r=[A]:r.push(A),s++}var En=k===
s}}else{let y={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be obje\
ct",schema:d.properties.disagreements.items.type,parentSchema:d.properties.disagreements.items,data:$};r===null?r=[y]:r.push(y),s++}var Mn=j===s;Mn||(W=!1)}}else{
let W={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
disagreements.type,parentSchema:d.properties.disagreements,data:m};r===null?r=[W]:r.push(W),s++}var u=b===s}}else{let ur={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.type,parentSchema:d,data:e};r===null?r=[ur]:r.push(ur),s++}return aa.errors=r,s===0}aa.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1}});var Ur=G(je=>{"use strict";Object.defineProperty(je,"__esModule",{value:!0});je.regexpCode=je.getEsmExportName=je.getProperty=je.safeStringify=je.stringify=je.strConcat=
je.addCodeArg=je.str=je._=je.nil=je._Code=je.Name=je.IDENTIFIER=je._CodeOrName=void 0;var vs=class{};je._CodeOrName=vs;je.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;var hr=class extends vs{constructor(t){
if(super(),!je.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.str}emptyStr(){return!1}get names(){
return{[this.str]:1}}};je.Name=hr;var vt=class extends vs{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){return this.str}emptyStr(){if(this.
_items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?t:this._str=this._items.reduce((a,n)=>`${a}${n}`,
"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof hr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};je.
_Code=vt;je.nil=new vt("");function Ap(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Bn(a,t[n]),a.push(e[++n]);return new vt(a)}je._=Ap;var Hn=new vt("+");function Np(e,...t){
let a=[ks(e[0])],n=0;for(;n<t.length;)a.push(Hn),Bn(a,t[n]),a.push(Hn,ks(e[++n]));return rf(a),new vt(a)}je.str=Np;function Bn(e,t){t instanceof vt?e.push(...t.
_items):t instanceof hr?e.push(t):e.push(nf(t))}je.addCodeArg=Bn;function rf(e){let t=1;for(;t<e.length-1;){if(e[t]===Hn){let a=sf(e[t-1],e[t+1]);if(a!==void 0){
e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function sf(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="string")return t instanceof hr||e[e.length-1]!==
'"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="string"&&t[0]==='"'&&!(e instanceof hr))return`"${e}${t.
slice(1)}`}function af(e,t){return t.emptyStr()?e:e.emptyStr()?t:Np`${e}${t}`}je.strConcat=af;function nf(e){return typeof e=="number"||typeof e=="boolean"||e===
null?e:ks(Array.isArray(e)?e.join(","):e)}function of(e){return new vt(ks(e))}je.stringify=of;function ks(e){return JSON.stringify(e).replace(/\u2028/g,"\\u2028").
replace(/\u2029/g,"\\u2029")}je.safeStringify=ks;function pf(e){return typeof e=="string"&&je.IDENTIFIER.test(e)?new vt(`.${e}`):Ap`[${e}]`}je.getProperty=pf;function cf(e){
if(typeof e=="string"&&je.IDENTIFIER.test(e))return new vt(`${e}`);throw new Error(`CodeGen: invalid export name: ${e}, use explicit $id name mapping`)}je.getEsmExportName=
cf;function df(e){return new vt(e.toString())}je.regexpCode=df});var Qn=G(lt=>{"use strict";Object.defineProperty(lt,"__esModule",{value:!0});lt.ValueScope=lt.ValueScopeName=lt.Scope=lt.varKinds=lt.UsedValueState=void 0;var dt=Ur(),
Gn=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},ua;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(ua||(lt.UsedValueState=ua={}));lt.varKinds={const:new dt.Name("const"),let:new dt.Name("let"),var:new dt.Name("var")};var ma=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof dt.Name?t:this.name(t)}name(t){return new dt.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};lt.Scope=ma;var fa=class extends dt.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,dt._)`.${new dt.Name(a)}[${n}]`}};lt.ValueScopeName=fa;var lf=(0,dt._)`\n`,Zn=class extends ma{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?lf:dt.nil}}get(){return this._scope}name(t){return new fa(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),f=p.length;return p[f]=a.ref,o.setValue(a,{property:i,itemIndex:f}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,dt._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=dt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(f=>{if(p.has(f))return;p.set(f,ua.Started);let u=a(f);if(u){let g=this.opts.es5?lt.varKinds.var:lt.varKinds.const;i=(0,dt._)`${i}${g} ${f} = ${u};${this.
opts._n}`}else if(u=o?.(f))i=(0,dt._)`${i}${u}${this.opts._n}`;else throw new Gn(f);p.set(f,ua.Completed)})}return i}};lt.ValueScope=Zn});var he=G(fe=>{"use strict";Object.defineProperty(fe,"__esModule",{value:!0});fe.or=fe.and=fe.not=fe.CodeGen=fe.operators=fe.varKinds=fe.ValueScopeName=fe.ValueScope=
fe.Scope=fe.Name=fe.regexpCode=fe.stringify=fe.getProperty=fe.nil=fe.strConcat=fe.str=fe._=void 0;var $e=Ur(),Ot=Qn(),tr=Ur();Object.defineProperty(fe,"_",{enumerable:!0,
get:function(){return tr._}});Object.defineProperty(fe,"str",{enumerable:!0,get:function(){return tr.str}});Object.defineProperty(fe,"strConcat",{enumerable:!0,
get:function(){return tr.strConcat}});Object.defineProperty(fe,"nil",{enumerable:!0,get:function(){return tr.nil}});Object.defineProperty(fe,"getProperty",{enumerable:!0,
get:function(){return tr.getProperty}});Object.defineProperty(fe,"stringify",{enumerable:!0,get:function(){return tr.stringify}});Object.defineProperty(fe,"rege\
xpCode",{enumerable:!0,get:function(){return tr.regexpCode}});Object.defineProperty(fe,"Name",{enumerable:!0,get:function(){return tr.Name}});var wa=Qn();Object.
defineProperty(fe,"Scope",{enumerable:!0,get:function(){return wa.Scope}});Object.defineProperty(fe,"ValueScope",{enumerable:!0,get:function(){return wa.ValueScope}});
Object.defineProperty(fe,"ValueScopeName",{enumerable:!0,get:function(){return wa.ValueScopeName}});Object.defineProperty(fe,"varKinds",{enumerable:!0,get:function(){
return wa.varKinds}});fe.operators={GT:new $e._Code(">"),GTE:new $e._Code(">="),LT:new $e._Code("<"),LTE:new $e._Code("<="),EQ:new $e._Code("==="),NEQ:new $e._Code(
"!=="),NOT:new $e._Code("!"),OR:new $e._Code("||"),AND:new $e._Code("&&"),ADD:new $e._Code("+")};var Wt=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Xn=class extends Wt{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?Ot.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Jr(this.rhs,t,a)),this}get names(){return this.
rhs instanceof $e._CodeOrName?this.rhs.names:{}}},ha=class extends Wt{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof $e.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Jr(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof $e.Name?{}:{...this.lhs.names};return ga(t,this.rhs)}},Yn=class extends ha{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},eo=class extends Wt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
to=class extends Wt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},ro=class extends Wt{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},so=class extends Wt{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Jr(this.code,t,a),this}get names(){return this.
code instanceof $e._CodeOrName?this.code.names:{}}},$s=class extends Wt{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(uf(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>wr(t,a.names),{})}},Ct=class extends $s{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},ao=class extends $s{},zr=class extends Ct{};
zr.kind="else";var yr=class e extends Ct{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new zr(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Ep(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Jr(this.condition,t,a),this}get names(){let t=super.names;return ga(t,this.condition),this.else&&wr(t,this.else.names),t}};yr.kind=
"if";var gr=class extends Ct{};gr.kind="for";var no=class extends gr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Jr(this.iteration,t,a),this}get names(){return wr(super.names,this.iteration.names)}},oo=class extends gr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?Ot.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=ga(super.names,this.from);return ga(t,this.to)}},ya=class extends gr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Jr(this.iterable,t,a),this}get names(){return wr(super.names,this.iterable.names)}},Ps=class extends Ct{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Ps.kind="func";var Ss=class extends $s{render(t){
return"return "+super.render(t)}};Ss.kind="return";var io=class extends Ct{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&wr(t,this.catch.names),this.finally&&wr(t,this.finally.names),
t}},_s=class extends Ct{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};_s.kind="catch";var xs=class extends Ct{render(t){
return"finally"+super.render(t)}};xs.kind="finally";var po=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new Ot.Scope({parent:t}),this._nodes=[new ao]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new Xn(t,i,n)),i}const(t,a,n){return this.
_def(Ot.varKinds.const,t,a,n)}let(t,a,n){return this._def(Ot.varKinds.let,t,a,n)}var(t,a,n){return this._def(Ot.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new ha(t,a,n))}add(t,a){return this._leafNode(new Yn(t,fe.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==$e.nil&&this._leafNode(new so(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,$e.addCodeArg)(a,o));return a.push("}"),new $e._Code(a)}if(t,a,n){
if(this._blockNode(new yr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new yr(t))}else(){return this._elseNode(new zr)}endIf(){return this._endBlockNode(yr,zr)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new no(t),a)}forRange(t,a,n,o,i=this.opts.es5?Ot.varKinds.var:Ot.varKinds.let){let r=this.
_scope.toName(t);return this._for(new oo(i,r,a,n),()=>o(r))}forOf(t,a,n,o=Ot.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof $e.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,$e._)`${r}.length`,s=>{this.var(i,(0,$e._)`${r}[${s}]`),n(i)})}return this._for(new ya("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?Ot.varKinds.var:Ot.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,$e._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new ya("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(gr)}label(t){return this._leafNode(new eo(t))}break(t){return this._leafNode(
new to(t))}return(t){let a=new Ss;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Ss)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new io;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new _s(i),a(i)}return n&&(this._currNode=o.finally=new xs,this.code(n)),this._endBlockNode(_s,xs)}throw(t){return this._leafNode(new ro(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=$e.nil,n,o){return this._blockNode(new Ps(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Ps)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof yr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};fe.CodeGen=po;function wr(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function ga(e,t){return t instanceof $e._CodeOrName?wr(e,t.names):
e}function Jr(e,t,a){if(e instanceof $e.Name)return n(e);if(!o(e))return e;return new $e._Code(e._items.reduce((i,r)=>(r instanceof $e.Name&&(r=n(r)),r instanceof
$e._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
$e._Code&&i._items.some(r=>r instanceof $e.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function uf(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Ep(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,$e._)`!${co(e)}`}fe.not=Ep;var mf=Mp(fe.operators.AND);function ff(...e){return e.reduce(mf)}fe.and=ff;var hf=Mp(fe.
operators.OR);function yf(...e){return e.reduce(hf)}fe.or=yf;function Mp(e){return(t,a)=>t===$e.nil?a:a===$e.nil?t:(0,$e._)`${co(t)} ${e} ${co(a)}`}function co(e){
return e instanceof $e.Name?e:(0,$e._)`(${e})`}});var _e=G(ye=>{"use strict";Object.defineProperty(ye,"__esModule",{value:!0});ye.checkStrictMode=ye.getErrorPath=ye.Type=ye.useFunc=ye.setEvaluated=ye.evaluatedPropsToName=
ye.mergeEvaluated=ye.eachItem=ye.unescapeJsonPointer=ye.escapeJsonPointer=ye.escapeFragment=ye.unescapeFragment=ye.schemaRefOrVal=ye.schemaHasRulesButRef=ye.schemaHasRules=
ye.checkUnknownRules=ye.alwaysValidSchema=ye.toHash=void 0;var Me=he(),gf=Ur();function wf(e){let t={};for(let a of e)t[a]=!0;return t}ye.toHash=wf;function bf(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Lp(e,t),!Fp(t,e.self.RULES.all))}ye.alwaysValidSchema=bf;function Lp(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Up(e,`unknown keyword: "${i}"`)}ye.checkUnknownRules=Lp;function Fp(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}ye.schemaHasRules=Fp;function vf(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}ye.schemaHasRulesButRef=vf;function kf({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Me._)`${a}`}return(0,Me._)`${e}${t}${(0,Me.getProperty)(n)}`}ye.schemaRefOrVal=kf;function $f(e){return Vp(decodeURIComponent(
e))}ye.unescapeFragment=$f;function Pf(e){return encodeURIComponent(uo(e))}ye.escapeFragment=Pf;function uo(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}ye.escapeJsonPointer=uo;function Vp(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}ye.unescapeJsonPointer=Vp;function Sf(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}ye.eachItem=Sf;function Ip({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof Me.Name?(i instanceof Me.Name?e(o,i,r):t(o,i,r),r):i instanceof Me.Name?(t(o,r,i),i):a(i,r);return s===Me.Name&&!(p instanceof Me.Name)?n(o,p):p}}
ye.mergeEvaluated={props:Ip({mergeNames:(e,t,a)=>e.if((0,Me._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,Me._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,Me._)`${a} || {}`).code((0,Me._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,Me._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,Me.
_)`${a} || {}`),mo(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Dp}),items:Ip({mergeNames:(e,t,a)=>e.if((0,Me._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,Me._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,Me._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,Me._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Dp(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,Me.
_)`{}`);return t!==void 0&&mo(e,a,t),a}ye.evaluatedPropsToName=Dp;function mo(e,t,a){Object.keys(a).forEach(n=>e.assign((0,Me._)`${t}${(0,Me.getProperty)(n)}`,!0))}
ye.setEvaluated=mo;var Rp={};function _f(e,t){return e.scopeValue("func",{ref:t,code:Rp[t.code]||(Rp[t.code]=new gf._Code(t.code))})}ye.useFunc=_f;var lo;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(lo||(ye.Type=lo={}));function xf(e,t,a){if(e instanceof Me.Name){let n=t===lo.Num;return a?n?(0,Me._)`"[" + ${e} + "]"`:(0,Me.
_)`"['" + ${e} + "']"`:n?(0,Me._)`"/" + ${e}`:(0,Me._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Me.getProperty)(e).toString():"/"+uo(e)}
ye.getErrorPath=xf;function Up(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}ye.checkStrictMode=Up});var Kt=G(fo=>{"use strict";Object.defineProperty(fo,"__esModule",{value:!0});var tt=he(),qf={data:new tt.Name("data"),valCxt:new tt.Name("valCxt"),instancePath:new tt.
Name("instancePath"),parentData:new tt.Name("parentData"),parentDataProperty:new tt.Name("parentDataProperty"),rootData:new tt.Name("rootData"),dynamicAnchors:new tt.
Name("dynamicAnchors"),vErrors:new tt.Name("vErrors"),errors:new tt.Name("errors"),this:new tt.Name("this"),self:new tt.Name("self"),scope:new tt.Name("scope"),
json:new tt.Name("json"),jsonPos:new tt.Name("jsonPos"),jsonLen:new tt.Name("jsonLen"),jsonPart:new tt.Name("jsonPart")};fo.default=qf});var qs=G(rt=>{"use strict";Object.defineProperty(rt,"__esModule",{value:!0});rt.extendErrors=rt.resetErrorsCount=rt.reportExtraError=rt.reportError=rt.keyword$DataError=
rt.keywordError=void 0;var xe=he(),ba=_e(),ot=Kt();rt.keywordError={message:({keyword:e})=>(0,xe.str)`must pass "${e}" keyword validation`};rt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,xe.str)`"${e}" keyword must be ${t} ($data)`:(0,xe.str)`"${e}" keyword is invalid ($data)`};function Of(e,t=rt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Wp(e,t,a);n??(r||s)?zp(i,p):Jp(o,(0,xe._)`[${p}]`)}rt.reportError=Of;function jf(e,t=rt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Wp(e,t,a);zp(o,s),i||r||Jp(n,ot.default.vErrors)}rt.reportExtraError=jf;function Tf(e,t){e.assign(ot.default.errors,
t),e.if((0,xe._)`${ot.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,xe._)`${ot.default.vErrors}.length`,t),()=>e.assign(ot.default.vErrors,null)))}rt.resetErrorsCount=
Tf;function Af({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,ot.default.errors,s=>{e.const(r,(0,xe._)`${ot.default.vErrors}[${s}]`),e.if((0,xe._)`${r}.instancePath === undefined`,()=>e.assign((0,xe._)`${r}.instancePath`,
(0,xe.strConcat)(ot.default.instancePath,i.errorPath))),e.assign((0,xe._)`${r}.schemaPath`,(0,xe.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,xe.
_)`${r}.schema`,a),e.assign((0,xe._)`${r}.data`,n))})}rt.extendErrors=Af;function zp(e,t){let a=e.const("err",t);e.if((0,xe._)`${ot.default.vErrors} === null`,()=>e.
assign(ot.default.vErrors,(0,xe._)`[${a}]`),(0,xe._)`${ot.default.vErrors}.push(${a})`),e.code((0,xe._)`${ot.default.errors}++`)}function Jp(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,xe._)`new ${e.ValidationError}(${t})`):(a.assign((0,xe._)`${n}.errors`,t),a.return(!1))}var br={keyword:new xe.Name("keyword"),
schemaPath:new xe.Name("schemaPath"),params:new xe.Name("params"),propertyName:new xe.Name("propertyName"),message:new xe.Name("message"),schema:new xe.Name("sc\
hema"),parentSchema:new xe.Name("parentSchema")};function Wp(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,xe._)`{}`:Nf(e,t,a)}function Nf(e,t,a={}){let{gen:n,
it:o}=e,i=[Ef(o,a),Mf(e,a)];return If(e,t,i),n.object(...i)}function Ef({errorPath:e},{instancePath:t}){let a=t?(0,xe.str)`${e}${(0,ba.getErrorPath)(t,ba.Type.Str)}`:
e;return[ot.default.instancePath,(0,xe.strConcat)(ot.default.instancePath,a)]}function Mf({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,xe.str)`${t}/${e}`;return a&&(o=(0,xe.str)`${o}${(0,ba.getErrorPath)(a,ba.Type.Str)}`),[br.schemaPath,o]}function If(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:f,topSchemaRef:u,schemaPath:g}=s;n.push([br.keyword,o],[br.params,typeof t=="function"?t(e):t||(0,xe._)`{}`]),
p.messages&&n.push([br.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([br.schema,r],[br.parentSchema,(0,xe._)`${u}${g}`],[ot.default.data,i]),f&&n.push(
[br.propertyName,f])}});var Kp=G(Wr=>{"use strict";Object.defineProperty(Wr,"__esModule",{value:!0});Wr.boolOrEmptySchema=Wr.topBoolOrEmptySchema=void 0;var Rf=qs(),Lf=he(),Ff=Kt(),Vf={
message:"boolean schema is false"};function Df(e){let{gen:t,schema:a,validateName:n}=e;a===!1?Cp(e,!1):typeof a=="object"&&a.$async===!0?t.return(Ff.default.data):
(t.assign((0,Lf._)`${n}.errors`,null),t.return(!0))}Wr.topBoolOrEmptySchema=Df;function Uf(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),Cp(e)):a.var(t,!0)}Wr.
boolOrEmptySchema=Uf;function Cp(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Rf.reportError)(
o,Vf,void 0,t)}});var ho=G(Cr=>{"use strict";Object.defineProperty(Cr,"__esModule",{value:!0});Cr.getRules=Cr.isJSONType=void 0;var zf=["string","number","integer","boolean","nul\
l","object","array"],Jf=new Set(zf);function Wf(e){return typeof e=="string"&&Jf.has(e)}Cr.isJSONType=Wf;function Cf(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Cr.getRules=Cf});var yo=G(rr=>{"use strict";Object.defineProperty(rr,"__esModule",{value:!0});rr.shouldUseRule=rr.shouldUseGroup=rr.schemaHasRulesForType=void 0;function Kf({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&Hp(e,n)}rr.schemaHasRulesForType=Kf;function Hp(e,t){return t.rules.some(a=>Bp(e,a))}rr.shouldUseGroup=Hp;function Bp(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}rr.shouldUseRule=Bp});var Os=G(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.reportTypeError=st.checkDataTypes=st.checkDataType=st.coerceAndCheckDataType=st.
getJSONTypes=st.getSchemaTypes=st.DataType=void 0;var Hf=ho(),Bf=yo(),Gf=qs(),me=he(),Gp=_e(),Kr;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Kr||
(st.DataType=Kr={}));function Zf(e){let t=Zp(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}st.getSchemaTypes=Zf;function Zp(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Hf.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}st.getJSONTypes=Zp;function Qf(e,t){
let{gen:a,data:n,opts:o}=e,i=Xf(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,Bf.schemaHasRulesForType)(e,t[0]));if(r){let s=wo(t,n,o.strictNumbers,
Kr.Wrong);a.if(s,()=>{i.length?Yf(e,t,i):bo(e)})}return r}st.coerceAndCheckDataType=Qf;var Qp=new Set(["string","number","integer","boolean","null"]);function Xf(e,t){
return t?e.filter(a=>Qp.has(a)||t==="array"&&a==="array"):[]}function Yf(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,me._)`typeof ${o}`),s=n.let("co\
erced",(0,me._)`undefined`);i.coerceTypes==="array"&&n.if((0,me._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,me._)`${o}[0]`).
assign(r,(0,me._)`typeof ${o}`).if(wo(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,me._)`${s} !== undefined`);for(let f of a)(Qp.has(f)||f==="array"&&i.coerceTypes===
"array")&&p(f);n.else(),bo(e),n.endIf(),n.if((0,me._)`${s} !== undefined`,()=>{n.assign(o,s),eh(e,s)});function p(f){switch(f){case"string":n.elseIf((0,me._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,me._)`"" + ${o}`).elseIf((0,me._)`${o} === null`).assign(s,(0,me._)`""`);return;case"number":n.elseIf((0,me._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,me._)`+${o}`);return;case"integer":n.elseIf((0,me._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,me._)`+${o}`);return;case"boolean":n.elseIf((0,me._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,me._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,me._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,me._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,me._)`[${o}]`)}}}function eh({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,me._)`${t} !== undefined`,
()=>e.assign((0,me._)`${t}[${a}]`,n))}function go(e,t,a,n=Kr.Correct){let o=n===Kr.Correct?me.operators.EQ:me.operators.NEQ,i;switch(e){case"null":return(0,me._)`${t} ${o} null`;case"\
array":i=(0,me._)`Array.isArray(${t})`;break;case"object":i=(0,me._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,me._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,me._)`typeof ${t} ${o} ${e}`}return n===Kr.Correct?i:(0,me.not)(i);function r(s=me.nil){return(0,me.and)((0,me._)`typeof ${t} == "number"`,
s,a?(0,me._)`isFinite(${t})`:me.nil)}}st.checkDataType=go;function wo(e,t,a,n){if(e.length===1)return go(e[0],t,a,n);let o,i=(0,Gp.toHash)(e);if(i.array&&i.object){
let r=(0,me._)`typeof ${t} != "object"`;o=i.null?r:(0,me._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=me.nil;i.number&&delete i.integer;
for(let r in i)o=(0,me.and)(o,go(r,t,a,n));return o}st.checkDataTypes=wo;var th={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,me._)`{type: ${e}}`:(0,me._)`{type: ${t}}`};function bo(e){let t=rh(e);(0,Gf.reportError)(t,th)}st.reportTypeError=bo;function rh(e){let{gen:t,data:a,
schema:n}=e,o=(0,Gp.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var Yp=G(va=>{"use strict";Object.defineProperty(va,"__esModule",{value:!0});va.assignDefaults=void 0;var Hr=he(),sh=_e();function ah(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Xp(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Xp(e,i,o.default))}va.assignDefaults=ah;function Xp(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Hr._)`${i}${(0,Hr.getProperty)(t)}`;if(o){(0,sh.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Hr._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Hr._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Hr._)`${s} = ${(0,Hr.
stringify)(a)}`)}});var kt=G(Ee=>{"use strict";Object.defineProperty(Ee,"__esModule",{value:!0});Ee.validateUnion=Ee.validateArray=Ee.usePattern=Ee.callValidateCode=Ee.schemaProperties=
Ee.allSchemaProperties=Ee.noPropertyInData=Ee.propertyInData=Ee.isOwnProperty=Ee.hasPropFunc=Ee.reportMissingProp=Ee.checkMissingProp=Ee.checkReportMissingProp=
void 0;var Le=he(),vo=_e(),sr=Kt(),nh=_e();function oh(e,t){let{gen:a,data:n,it:o}=e;a.if($o(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,Le.
_)`${t}`},!0),e.error()})}Ee.checkReportMissingProp=oh;function ih({gen:e,data:t,it:{opts:a}},n,o){return(0,Le.or)(...n.map(i=>(0,Le.and)($o(e,t,i,a.ownProperties),
(0,Le._)`${o} = ${i}`)))}Ee.checkMissingProp=ih;function ph(e,t){e.setParams({missingProperty:t},!0),e.error()}Ee.reportMissingProp=ph;function ec(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Le._)`Object.prototype.hasOwnProperty`})}Ee.hasPropFunc=ec;function ko(e,t,a){return(0,Le._)`${ec(e)}.call(${t}, ${a})`}
Ee.isOwnProperty=ko;function ch(e,t,a,n){let o=(0,Le._)`${t}${(0,Le.getProperty)(a)} !== undefined`;return n?(0,Le._)`${o} && ${ko(e,t,a)}`:o}Ee.propertyInData=
ch;function $o(e,t,a,n){let o=(0,Le._)`${t}${(0,Le.getProperty)(a)} === undefined`;return n?(0,Le.or)(o,(0,Le.not)(ko(e,t,a))):o}Ee.noPropertyInData=$o;function tc(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}Ee.allSchemaProperties=tc;function dh(e,t){return tc(t).filter(a=>!(0,vo.alwaysValidSchema)(e,t[a]))}Ee.schemaProperties=
dh;function lh({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,f){let u=f?(0,Le._)`${e}, ${t}, ${n}${o}`:t,g=[[sr.default.instancePath,
(0,Le.strConcat)(sr.default.instancePath,i)],[sr.default.parentData,r.parentData],[sr.default.parentDataProperty,r.parentDataProperty],[sr.default.rootData,sr.default.
rootData]];r.opts.dynamicRef&&g.push([sr.default.dynamicAnchors,sr.default.dynamicAnchors]);let S=(0,Le._)`${u}, ${a.object(...g)}`;return p!==Le.nil?(0,Le._)`${s}.call(${p}, ${S})`:
(0,Le._)`${s}(${S})`}Ee.callValidateCode=lh;var uh=(0,Le._)`new RegExp`;function mh({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Le._)`${o.code==="new RegExp"?uh:(0,nh.useFunc)(e,o)}(${a}, ${n})`})}Ee.usePattern=mh;function fh(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,Le._)`${a}.length`);t.forRange("i",0,p,f=>{e.subschema({keyword:n,dataProp:f,dataPropType:vo.Type.Num},i),t.if((0,Le.not)(
i),s)})}}Ee.validateArray=fh;function hh(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,vo.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,f)=>{let u=e.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);t.assign(r,(0,Le._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,Le.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}Ee.validateUnion=
hh});var ac=G(Rt=>{"use strict";Object.defineProperty(Rt,"__esModule",{value:!0});Rt.validateKeywordUsage=Rt.validSchemaType=Rt.funcKeywordCode=Rt.macroKeywordCode=void 0;
var it=he(),vr=Kt(),yh=kt(),gh=qs();function wh(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=sc(a,n,s);r.opts.validateSchema!==
!1&&r.self.validateSchema(s,!0);let f=a.name("valid");e.subschema({schema:s,schemaPath:it.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,compositeRule:!0},
f),e.pass(f,()=>e.error(!0))}Rt.macroKeywordCode=wh;function bh(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;kh(p,t);let f=!s&&t.compile?
t.compile.call(p.self,i,r,p):t.validate,u=sc(n,o,f),g=n.let("valid");e.block$data(g,S),e.ok((a=t.valid)!==null&&a!==void 0?a:g);function S(){if(t.errors===!1)q(),
t.modifying&&rc(e),E(()=>e.error());else{let N=t.async?O():x();t.modifying&&rc(e),E(()=>vh(e,N))}}function O(){let N=n.let("ruleErrs",null);return n.try(()=>q((0,it.
_)`await `),X=>n.assign(g,!1).if((0,it._)`${X} instanceof ${p.ValidationError}`,()=>n.assign(N,(0,it._)`${X}.errors`),()=>n.throw(X))),N}function x(){let N=(0,it.
_)`${u}.errors`;return n.assign(N,null),q(it.nil),N}function q(N=t.async?(0,it._)`await `:it.nil){let X=p.opts.passContext?vr.default.this:vr.default.self,M=!("\
compile"in t&&!s||t.schema===!1);n.assign(g,(0,it._)`${N}${(0,yh.callValidateCode)(e,u,X,M)}`,t.modifying)}function E(N){var X;n.if((0,it.not)((X=t.valid)!==null&&
X!==void 0?X:g),N)}}Rt.funcKeywordCode=bh;function rc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,it._)`${n.parentData}[${n.parentDataProperty}]`))}
function vh(e,t){let{gen:a}=e;a.if((0,it._)`Array.isArray(${t})`,()=>{a.assign(vr.default.vErrors,(0,it._)`${vr.default.vErrors} === null ? ${t} : ${vr.default.
vErrors}.concat(${t})`).assign(vr.default.errors,(0,it._)`${vr.default.vErrors}.length`),(0,gh.extendErrors)(e)},()=>e.error())}function kh({schemaEnv:e},t){if(t.
async&&!e.$async)throw new Error("async keyword in sync schema")}function sc(e,t,a){if(a===void 0)throw new Error(`keyword "${t}" failed to compile`);return e.scopeValue(
"keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,it.stringify)(a)})}function $h(e,t,a=!1){return!t.length||t.some(n=>n==="array"?Array.isArray(e):n==="obje\
ct"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}Rt.validSchemaType=$h;function Ph({schema:e,opts:t,self:a,errSchemaPath:n},o,i){if(Array.
isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;if(r?.some(s=>!Object.prototype.hasOwnProperty.
call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.validateSchema(e[i])){let p=`keyword "${i}" v\
alue is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(p);else throw new Error(p)}}Rt.validateKeywordUsage=
Ph});var oc=G(ar=>{"use strict";Object.defineProperty(ar,"__esModule",{value:!0});ar.extendSubschemaMode=ar.extendSubschemaData=ar.getSubschema=void 0;var Lt=he(),nc=_e();
function Sh(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,Lt._)`${e.schemaPath}${(0,Lt.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,Lt._)`${e.schemaPath}${(0,Lt.getProperty)(t)}${(0,Lt.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,nc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}ar.getSubschema=Sh;function _h(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:f,dataPathArr:u,opts:g}=t,S=s.let("data",(0,Lt._)`${t.data}${(0,Lt.getProperty)(a)}`,!0);p(S),e.errorPath=(0,Lt.str)`${f}${(0,nc.
getErrorPath)(a,n,g.jsPropertySyntax)}`,e.parentDataProperty=(0,Lt._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let f=o instanceof Lt.Name?
o:s.let("data",o,!0);p(f),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(f){e.data=f,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,f]}}ar.extendSubschemaData=_h;function xh(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}ar.extendSubschemaMode=
xh});var Po=G((ik,ic)=>{"use strict";ic.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)return!1;
var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.source===
a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.toString()===
a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;for(o=
n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var cc=G((pk,pc)=>{"use strict";var nr=pc.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};ka(t,n,o,e,"",e)};nr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
nr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};nr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};nr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function ka(e,t,a,n,o,i,r,s,p,f){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,f);for(var u in n){var g=n[u];if(Array.isArray(g)){if(u in nr.arrayKeywords)for(var S=0;S<g.length;S++)ka(e,t,a,g[S],o+"/"+u+"/"+S,i,o,u,n,S)}else if(u in
nr.propsKeywords){if(g&&typeof g=="object")for(var O in g)ka(e,t,a,g[O],o+"/"+u+"/"+qh(O),i,o,u,n,O)}else(u in nr.keywords||e.allKeys&&!(u in nr.skipKeywords))&&
ka(e,t,a,g,o+"/"+u,i,o,u,n)}a(n,o,i,r,s,p,f)}}function qh(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var js=G(ut=>{"use strict";Object.defineProperty(ut,"__esModule",{value:!0});ut.getSchemaRefs=ut.resolveUrl=ut.normalizeId=ut._getFullPath=ut.getFullPath=ut.inlineRef=
void 0;var Oh=_e(),jh=Po(),Th=cc(),Ah=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Nh(e,t=!0){return typeof e=="boolean"?!0:t===!0?!So(e):t?dc(e)<=t:!1}ut.inlineRef=Nh;var Eh=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function So(e){for(let t in e){if(Eh.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(So)||typeof a=="object"&&So(a))return!0}return!1}function dc(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Ah.has(a)&&(typeof e[a]=="object"&&
(0,Oh.eachItem)(e[a],n=>t+=dc(n)),t===1/0))return 1/0}return t}function lc(e,t="",a){a!==!1&&(t=Br(t));let n=e.parse(t);return uc(e,n)}ut.getFullPath=lc;function uc(e,t){
return e.serialize(t).split("#")[0]+"#"}ut._getFullPath=uc;var Mh=/#\/?$/;function Br(e){return e?e.replace(Mh,""):""}ut.normalizeId=Br;function Ih(e,t,a){return a=
Br(a),e.resolve(t,a)}ut.resolveUrl=Ih;var Rh=/^[a-z_][-a-z0-9._]*$/i;function Lh(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Br(
e[a]||t),i={"":o},r=lc(n,o,!1),s={},p=new Set;return Th(e,{allKeys:!0},(g,S,O,x)=>{if(x===void 0)return;let q=r+S,E=i[x];typeof g[a]=="string"&&(E=N.call(this,g[a])),
X.call(this,g.$anchor),X.call(this,g.$dynamicAnchor),i[S]=E;function N(M){let C=this.opts.uriResolver.resolve;if(M=Br(E?C(E,M):M),p.has(M))throw u(M);p.add(M);let L=this.
refs[M];return typeof L=="string"&&(L=this.refs[L]),typeof L=="object"?f(g,L.schema,M):M!==Br(q)&&(M[0]==="#"?(f(g,s[M],M),s[M]=g):this.refs[M]=q),M}function X(M){
if(typeof M=="string"){if(!Rh.test(M))throw new Error(`invalid anchor "${M}"`);N.call(this,`#${M}`)}}}),s;function f(g,S,O){if(S!==void 0&&!jh(g,S))throw u(O)}function u(g){
return new Error(`reference "${g}" resolves to more than one schema`)}}ut.getSchemaRefs=Lh});var Ns=G(or=>{"use strict";Object.defineProperty(or,"__esModule",{value:!0});or.getData=or.KeywordCxt=or.validateFunctionCode=void 0;var gc=Kp(),mc=Os(),xo=yo(),
$a=Os(),Fh=Yp(),As=ac(),_o=oc(),se=he(),de=Kt(),Vh=js(),Ht=_e(),Ts=qs();function Dh(e){if(vc(e)&&(kc(e),bc(e))){Jh(e);return}wc(e,()=>(0,gc.topBoolOrEmptySchema)(
e))}or.validateFunctionCode=Dh;function wc({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,se._)`${de.default.data}, ${de.default.valCxt}`,
n.$async,()=>{e.code((0,se._)`"use strict"; ${fc(a,o)}`),zh(e,o),e.code(i)}):e.func(t,(0,se._)`${de.default.data}, ${Uh(o)}`,n.$async,()=>e.code(fc(a,o)).code(i))}
function Uh(e){return(0,se._)`{${de.default.instancePath}="", ${de.default.parentData}, ${de.default.parentDataProperty}, ${de.default.rootData}=${de.default.data}${e.
dynamicRef?(0,se._)`, ${de.default.dynamicAnchors}={}`:se.nil}}={}`}function zh(e,t){e.if(de.default.valCxt,()=>{e.var(de.default.instancePath,(0,se._)`${de.default.
valCxt}.${de.default.instancePath}`),e.var(de.default.parentData,(0,se._)`${de.default.valCxt}.${de.default.parentData}`),e.var(de.default.parentDataProperty,(0,se.
_)`${de.default.valCxt}.${de.default.parentDataProperty}`),e.var(de.default.rootData,(0,se._)`${de.default.valCxt}.${de.default.rootData}`),t.dynamicRef&&e.var(
de.default.dynamicAnchors,(0,se._)`${de.default.valCxt}.${de.default.dynamicAnchors}`)},()=>{e.var(de.default.instancePath,(0,se._)`""`),e.var(de.default.parentData,
(0,se._)`undefined`),e.var(de.default.parentDataProperty,(0,se._)`undefined`),e.var(de.default.rootData,de.default.data),t.dynamicRef&&e.var(de.default.dynamicAnchors,
(0,se._)`{}`)})}function Jh(e){let{schema:t,opts:a,gen:n}=e;wc(e,()=>{a.$comment&&t.$comment&&Pc(e),Bh(e),n.let(de.default.vErrors,null),n.let(de.default.errors,
0),a.unevaluated&&Wh(e),$c(e),Qh(e)})}function Wh(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,se._)`${a}.evaluated`),t.if((0,se._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,se._)`${e.evaluated}.props`,(0,se._)`undefined`)),t.if((0,se._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,se._)`${e.evaluated}.items`,(0,se._)`undefined`))}
function fc(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,se._)`/*# sourceURL=${a} */`:se.nil}function Ch(e,t){if(vc(
e)&&(kc(e),bc(e))){Kh(e,t);return}(0,gc.boolOrEmptySchema)(e,t)}function bc({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function vc(e){return typeof e.schema!="boolean"}function Kh(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Pc(e),Gh(e),Zh(e);let i=n.
const("_errs",de.default.errors);$c(e,i),n.var(t,(0,se._)`${i} === ${de.default.errors}`)}function kc(e){(0,Ht.checkUnknownRules)(e),Hh(e)}function $c(e,t){if(e.
opts.jtd)return hc(e,[],!1,t);let a=(0,mc.getSchemaTypes)(e.schema),n=(0,mc.coerceAndCheckDataType)(e,a);hc(e,a,!n,t)}function Hh(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Ht.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Bh(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Ht.checkStrictMode)(e,"default is ignored in the schema root")}function Gh(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Vh.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function Zh(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Pc({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,se._)`${de.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,se.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,se._)`${de.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Qh(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,se._)`${de.default.errors} === 0`,()=>t.return(de.default.data),
()=>t.throw((0,se._)`new ${o}(${de.default.vErrors})`)):(t.assign((0,se._)`${n}.errors`,de.default.vErrors),i.unevaluated&&Xh(e),t.return((0,se._)`${de.default.
errors} === 0`))}function Xh({gen:e,evaluated:t,props:a,items:n}){a instanceof se.Name&&e.assign((0,se._)`${t}.props`,a),n instanceof se.Name&&e.assign((0,se._)`${t}.items`,
n)}function hc(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:f}=e,{RULES:u}=f;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Ht.schemaHasRulesButRef)(i,u))){
o.block(()=>_c(e,"$ref",u.all.$ref.definition));return}p.jtd||Yh(e,t),o.block(()=>{for(let S of u.rules)g(S);g(u.post)});function g(S){(0,xo.shouldUseGroup)(i,S)&&
(S.type?(o.if((0,$a.checkDataType)(S.type,r,p.strictNumbers)),yc(e,S),t.length===1&&t[0]===S.type&&a&&(o.else(),(0,$a.reportTypeError)(e)),o.endIf()):yc(e,S),s||
o.if((0,se._)`${de.default.errors} === ${n||0}`))}}function yc(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Fh.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,xo.shouldUseRule)(n,i)&&_c(e,i.keyword,i.definition,t.type)})}function Yh(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(ey(e,t),e.opts.allowUnionTypes||
ty(e,t),ry(e,e.dataTypes))}function ey(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Sc(e.dataTypes,a)||qo(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),ay(e,t)}}function ty(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&qo(e,"use allowUnionTypes to allow uni\
on type keyword")}function ry(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,xo.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>sy(t,r))&&qo(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function sy(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Sc(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function ay(e,t){let a=[];for(let n of e.dataTypes)Sc(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function qo(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Ht.checkStrictMode)(
e,t,e.opts.strictTypes)}var Pa=class{constructor(t,a,n){if((0,As.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Ht.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",xc(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,As.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",de.default.errors))}result(t,a,n){this.failResult((0,se.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,se.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,se._)`${a} !== undefined && (${(0,se.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Ts.reportExtraError:Ts.reportError)(this,this.def.error,a)}$dataError(){
(0,Ts.reportError)(this,this.def.$dataError||Ts.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Ts.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=se.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=se.nil,a=se.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,se.
or)((0,se._)`${o} === undefined`,a)),t!==se.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==se.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,se.or)(r(),s());function r(){if(n.length){if(!(a instanceof se.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,se._)`${(0,$a.checkDataTypes)(p,a,i.opts.strictNumbers,$a.DataType.Wrong)}`}return se.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,se._)`!${p}(${a})`}return se.nil}}subschema(t,a){let n=(0,_o.
getSubschema)(this.it,t);(0,_o.extendSubschemaData)(n,this.it,t),(0,_o.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return Ch(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Ht.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Ht.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,se.Name)),!0}};or.KeywordCxt=Pa;function _c(e,t,a,n){let o=new Pa(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,As.funcKeywordCode)(o,a):"macro"in a?(0,As.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,As.funcKeywordCode)(o,a)}var ny=/^\/(?:[^~]|~0|~1)*$/,
oy=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function xc(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return de.default.rootData;if(e[0]==="/"){if(!ny.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=de.default.rootData}else{let f=oy.exec(e);if(!f)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+f[1];
if(o=f[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return n[t-u]}if(u>t)throw new Error(p("data",u));if(i=a[t-u],!o)return i}let r=i,s=o.split("/");
for(let f of s)f&&(i=(0,se._)`${i}${(0,se.getProperty)((0,Ht.unescapeJsonPointer)(f))}`,r=(0,se._)`${r} && ${i}`);return r;function p(f,u){return`Cannot access ${f}\
 ${u} levels up, current level is ${t}`}}or.getData=xc});var Sa=G(jo=>{"use strict";Object.defineProperty(jo,"__esModule",{value:!0});var Oo=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};jo.default=Oo});var Es=G(No=>{"use strict";Object.defineProperty(No,"__esModule",{value:!0});var To=js(),Ao=class extends Error{constructor(t,a,n,o){super(o||`can't resolve ref\
erence ${n} from id ${a}`),this.missingRef=(0,To.resolveUrl)(t,a,n),this.missingSchema=(0,To.normalizeId)((0,To.getFullPath)(t,this.missingRef))}};No.default=Ao});var xa=G($t=>{"use strict";Object.defineProperty($t,"__esModule",{value:!0});$t.resolveSchema=$t.getCompilingSchema=$t.resolveRef=$t.compileSchema=$t.SchemaEnv=
void 0;var jt=he(),iy=Sa(),kr=Kt(),Tt=js(),qc=_e(),py=Ns(),Gr=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,Tt.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};$t.SchemaEnv=Gr;function Mo(e){let t=Oc.call(
this,e);if(t)return t;let a=(0,Tt.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new jt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:iy.default,code:(0,jt._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let f={gen:r,allErrors:this.opts.allErrors,data:kr.default.data,parentData:kr.default.parentData,parentDataProperty:kr.
default.parentDataProperty,dataNames:[kr.default.data],dataPathArr:[jt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,jt.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:jt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,jt._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,py.validateFunctionCode)(f),r.optimize(this.opts.code.optimize);let g=r.toString();u=`${r.scopeRefs(kr.default.scope)}return ${g}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let O=new Function(`${kr.default.self}`,`${kr.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:O}),O.errors=
null,O.schema=e.schema,O.schemaEnv=e,e.$async&&(O.$async=!0),this.opts.code.source===!0&&(O.source={validateName:p,validateCode:g,scopeValues:r._values}),this.opts.
unevaluated){let{props:x,items:q}=f;O.evaluated={props:x instanceof jt.Name?void 0:x,items:q instanceof jt.Name?void 0:q,dynamicProps:x instanceof jt.Name,dynamicItems:q instanceof
jt.Name},O.source&&(O.source.evaluated=(0,jt.stringify)(O.evaluated))}return e.validate=O,e}catch(g){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),g}finally{this._compilations.delete(e)}}$t.compileSchema=Mo;function cy(e,t,a){var n;a=(0,Tt.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=uy.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Gr({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=dy.call(this,i)}$t.resolveRef=cy;function dy(e){return(0,Tt.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Mo.call(this,e)}function Oc(e){for(let t of this._compilations)if(ly(t,e))return t}$t.getCompilingSchema=Oc;
function ly(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function uy(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||_a.call(this,e,t)}function _a(e,t){let a=this.opts.uriResolver.parse(t),n=(0,Tt._getFullPath)(this.opts.uriResolver,a),o=(0,Tt.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Eo.call(this,a,e);let i=(0,Tt.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=_a.call(this,e,r);return typeof s?.schema!="object"?void 0:Eo.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Mo.call(this,r),i===(0,Tt.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,f=s[p];return f&&(o=(0,Tt.resolveUrl)(this.opts.uriResolver,o,f)),new Gr({schema:s,schemaId:p,root:e,baseId:o})}
return Eo.call(this,a,r)}}$t.resolveSchema=_a;var my=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Eo(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,qc.
unescapeFragment)(s)];if(p===void 0)return;a=p;let f=typeof a=="object"&&a[this.opts.schemaId];!my.has(s)&&f&&(t=(0,Tt.resolveUrl)(this.opts.uriResolver,t,f))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,qc.schemaHasRulesButRef)(a,this.RULES)){let s=(0,Tt.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=_a.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Gr({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var jc=G((fk,fy)=>{fy.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data reference\
 (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-po\
inter"}]}},additionalProperties:!1}});var Do=G((hk,Lc)=>{"use strict";var hy=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Ro=RegExp.prototype.test.bind(/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),
yy=RegExp.prototype.test.bind(/^\d*$/u),$r=RegExp.prototype.test.bind(/^[\da-f]{2}$/iu),Lo=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Ac=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Fo=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),gy=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),
mt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<256;t++)mt[t]="%"+e[t>>4]+e[t&15]}function at(e){return e<2048?mt[192|e>>6]+mt[128|e&63]:e<65536?mt[224|
e>>12]+mt[128|e>>6&63]+mt[128|e&63]:mt[240|e>>18]+mt[128|e>>12&63]+mt[128|e>>6&63]+mt[128|e&63]}function wy(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].
charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=
65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var by=RegExp.prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),vy=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),
ky=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),$y=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Py(e){if(e.length===0)return!1;for(let t=0;t<
e.length;t++)if(!ky(e[t])){if(e[t]==="%"&&t+2<e.length&&$r(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Tc(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<
e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"\
::"+r}function Sy(e){let t=e.indexOf("::");if(t!==-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).
split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p===
"")return;if(p.indexOf(".")!==-1){if(s!==o.length-1||t!==-1&&n.length===0||!Ro(p))return;i+=2;continue}if(!by(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===
-1)return i!==8?void 0:Tc(o);if(i>=8)return;let r=o.slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Tc(r)}
function Io(e){let t=e[0]==="["&&e[e.length-1]==="]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&vy(
n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,isIPV6:!1,isIPVFuture:!0};if(_y(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==
-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=n.slice(i+s),!Py(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Sy(n);return r===void 0?{host:e,
isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+(o?"%25"+o:""),isIPV6:!0}}function _y(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Nc(e){
let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]==="\
.")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),
a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){
if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]==="/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else
a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function xy(e){if(e===""||e[0]==="/")return Nc(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){
let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),
(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join("/")}var qy={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Oy=/[@/?#:]/g,jy=/[@/?#]/g;
function Ec(e,t){let a=t?jy:Oy;return a.lastIndex=0,e.replace(a,n=>qy[n])}function Mc(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){
if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if($r(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));t&&Lo(r)?a+=r:a+="%"+i,n+=2;continue}}
a+=e[n]}return a}function Ty(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if($r(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));r!=="."&&Lo(r)?t+=r:t+="%"+i,a+=2;continue}}if(Ac(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Rc(o)?n:mt[o];else if(o<55296||
o>57343)t+=at(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=at(65536+(o-55296<<10)+(i-56320)),a++):t+=at(65533)}else t+=at(65533)}}
return t}function Ay(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if($r(r)){a+="%"+r.
toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Ac(i)&&(i!==":"||!n))a+=i;else{let r=e.charCodeAt(o);if(r<128)a+=mt[r];else if(r<55296||r>57343)a+=at(r);else if(r<=
56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=at(65536+(r-55296<<10)+(s-56320)),o++):a+=at(65533)}else a+=at(65533)}}return a}function Vo(e,t){
let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.slice(n+1,n+3);if($r(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{
let i=e.charCodeAt(n);if(i<128)a+=mt[i];else if(i<55296||i>57343)a+=at(i);else if(i<=56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=at(65536+
(i-55296<<10)+(r-56320)),n++):a+=at(65533)}else a+=at(65533)}}return a}function Ic(e){return Vo(e,gy)}function Ny(e){return Vo(e,Fo)}function Ey(e){return Vo(e,
Fo)}function Rc(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===45||e===46||e===47||e===64||e===95}function My(e){let t="";for(let a=0;a<
e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if($r(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));Lo(r)?t+=r:t+="%"+
i,a+=2;continue}}if(Fo(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Rc(o)?n:mt[o];else if(o<55296||o>57343)t+=at(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(
a+1);i>=56320&&i<=57343?(t+=at(65536+(o-55296<<10)+(i-56320)),a++):t+=at(65533)}else t+=at(65533)}}return t}function Iy(e){let t="";for(let a=0;a<e.length;a++){
if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if($r(n)){t+="%"+n.toUpperCase(),a+=2;continue}}t+=escape(e[a])}return t}function Ry(e){let t=[];if(e.userinfo!==
void 0&&(t.push(Ic(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Ro(a)){let n=Io(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Mc(a,!0),n=Io(a)),n.isIPV6===
!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Ec(a,!1)}t.push(a)}if(typeof e.port=="number"||typeof e.port=="string"){let a=String(e.port);if(!yy(a))throw new TypeError(
"URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):void 0}Lc.exports={nonSimpleDomain:$y,recomposeAuthority:Ry,reescapeHostDelimiters:Ec,
normalizePercentEncoding:Mc,normalizePathEncoding:Ty,serializePathEncoding:Ay,normalizeQueryFragmentEncoding:My,encodeUserinfo:Ic,encodeQuery:Ny,encodeFragment:Ey,
escapePreservingEscapes:Iy,removeDotSegments:Nc,removeDotSegmentsRelative:xy,isIPv4:Ro,isUUID:hy,normalizeIPv6:Io,stringArrayToHexStripped:wy}});var zc=G((yk,Uc)=>{"use strict";var{isUUID:Ly}=Do(),Fy=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Vy=["http","https","ws","wss","urn",
"urn:uuid"];function Dy(e){return Vy.indexOf(e)!==-1}function Uo(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||e.
scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Fc(e){return e.host||(e.error=e.error||"HTTP URIs m\
ust have a host."),e}function Vc(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="/"),
e}function Uy(e){return e.secure=Uo(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function zy(e){if((e.port===(Uo(e)?443:
80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf("?"),
a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.fragment=
void 0,e}function Jy(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Fy);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"urn";e.nid=
a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=zo(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}function Wy(e,t){
if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||n}`,i=zo(o);i&&
(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function Cy(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,!t.tolerant&&(!a.
uuid||!Ly(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Ky(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Dc={scheme:"http",domainHost:!0,
parse:Fc,serialize:Vc},Hy={scheme:"https",domainHost:Dc.domainHost,parse:Fc,serialize:Vc},qa={scheme:"ws",domainHost:!0,parse:Uy,serialize:zy},By={scheme:"wss",
domainHost:qa.domainHost,parse:qa.parse,serialize:qa.serialize},Gy={scheme:"urn",parse:Jy,serialize:Wy,skipNormalize:!0},Zy={scheme:"urn:uuid",parse:Cy,serialize:Ky,
skipNormalize:!0},Oa={http:Dc,https:Hy,ws:qa,wss:By,urn:Gy,"urn:uuid":Zy};Object.setPrototypeOf(Oa,null);function zo(e){return e&&(Oa[e]||Oa[e.toLowerCase()])||
void 0}Uc.exports={wsIsSecure:Uo,SCHEMES:Oa,isValidSchemeName:Dy,getSchemeHandler:zo}});var sd=G((gk,Ea)=>{"use strict";var{normalizeIPv6:Hc,removeDotSegments:Is,removeDotSegmentsRelative:Bc,recomposeAuthority:Qy,normalizePercentEncoding:Jo,normalizePathEncoding:Xy,
serializePathEncoding:Jc,normalizeQueryFragmentEncoding:Wc,encodeQuery:Yy,encodeFragment:eg,reescapeHostDelimiters:tg,isIPv4:Gc,nonSimpleDomain:rg}=Do(),{SCHEMES:Zc,
getSchemeHandler:Wo}=zc(),Qc=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Xc="URI scheme is malformed.",ja="URI host is malformed.",sg=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Cc(e){
let t=String(e);if(!Qc.test(t))throw new TypeError(Xc);return t}function ag(e,t){return typeof e=="string"?e=mg(e,t):typeof e=="object"&&(e=Aa(Pr(e,t),t)),e}function ng(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:f}=Ta(e,n),{parsed:u,malformedAuthorityOrPort:g,malformedPercentEncoding:S,malformedSchemeSpecific:O,malformedHost:x,malformedScheme:q}=Ta(t,n);
if(i||g||r||S||s||O||p||x||f||q)throw new Error(o.error||u.error||"URI is malformed.");let E=Yc(o,u,n,!0),N=Wo(a&&a.scheme||E.scheme),X=E.host,M=X!==void 0&&X!==
""&&(Gc(X)||Hc(X).isIPV6);if(td(E,a||{},N,M))throw new Error(ja);ed(E,a||{},N,M);let C=X&&X.indexOf("%")!==-1&&!/\P{ASCII}/u.test(X);if(E.error&&!C)throw new Error(
E.error);return n.skipEscape=!0,Pr(E,n)}function Yc(e,t,a,n){let o={};if(n||(e=Aa(Pr(e,a),a),t=Aa(Pr(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Is(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Is(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Is(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Bc(o.path):Is(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function og(e,t,a){let n=Kc(e,a),o=Kc(t,a);return n!==void 0&&o!==void 0&&n===o}function Pr(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=Cc(a.scheme));let i=Wo(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Jo(a.path):a.path=Jc(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Cc(a.scheme),o.push(a.scheme,":"));let f=Qy(a);if(f!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(f),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?Bc(u):Is(u)),s&&(u=Jc(u,!0)),f===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",Yy(a.query)),a.fragment!==
void 0&&o.push("#",eg(a.fragment)),o.join("")}var ig=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
pg=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,cg=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function dg(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ms(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Na(e){return e[0]==="["&&e[e.
length-1]==="]"}function lg(e){let t=e[4];return Ms(e[3])||t!==void 0&&!Na(t)&&Ms(t)||Ms(e[6])||Ms(e[7])||Ms(e[8])}function ed(e,t,a,n){if(td(e,t,a,n))return e.
error=e.error||ja,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Na(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&rg(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!ug(o))return e.error=e.error||ja,!0;e.host=o.hostname}
return!1}function td(e,t,a,n){return!!(e.host&&n===!1&&!Na(e.host)&&(t.domainHost||a&&a.domainHost)&&sg.test(e.host))}function ug(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Ta(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,f=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let g=e.match(
pg);g!==null&&g[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let S=e.match(cg);if(S!==null){let x=S[1],q=x.replace(
/[\t\n\r]/g,"");q.length>=2&&(q.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):x.length!==q.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let O=e.match(ig);if(O){n.scheme=O[1],n.userinfo=O[3],n.host=O[4],n.port=parseInt(O[5],10),
n.path=O[6]||"",n.query=O[7],n.fragment=O[8],n.scheme!==void 0&&(Qc.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Xc,f=!0)),i=lg(O),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=O[5]);let x=dg(n,O);if(x!==void 0&&(n.error=n.error||x,o=!0),n.host)if(Gc(n.host)===
!1){let N=Na(n.host),X=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,M=Hc(n.host);u=M.isIPV6||M.isIPVFuture===!0,p=X&&(!N||M.error===!0),n.host=u?M.host:M.
host.toLowerCase(),p&&(n.error=n.error||ja,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?n.
reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="suff\
ix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let q=Wo(a.scheme||n.scheme);if(p||(s=ed(n,a,q,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let E=u?n.host:Jo(n.host,!0);u||(E=Jo(E.toLowerCase())),n.host=u||a.scheme!=="null"?tg(E,u):E}(!q||q&&!q.skipNormalize)&&(n.path&&(n.path=
Xy(n.path)),n.query&&(n.query=Wc(n.query)),n.fragment&&(n.fragment=Wc(n.fragment))),q&&q.parse&&(q.parse(n,a),q===Zc.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:f}}
function Aa(e,t){return Ta(e,t).parsed}function mg(e,t){return rd(e,t).normalized}function rd(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Ta(e,t);return{normalized:n||o||i||r||s?e:Pr(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Kc(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
Pr(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=rd(a,t);
return o||i||r||s||p?void 0:n}var Co={SCHEMES:Zc,normalize:ag,resolve:ng,resolveComponent:Yc,equal:og,serialize:Pr,parse:Aa};Ea.exports=Co;Ea.exports.default=Co;
Ea.exports.fastUri=Co});var nd=G(Ko=>{"use strict";Object.defineProperty(Ko,"__esModule",{value:!0});var ad=sd();ad.code='require("ajv/dist/runtime/uri").default';Ko.default=ad});var md=G(Ye=>{"use strict";Object.defineProperty(Ye,"__esModule",{value:!0});Ye.CodeGen=Ye.Name=Ye.nil=Ye.stringify=Ye.str=Ye._=Ye.KeywordCxt=void 0;var fg=Ns();
Object.defineProperty(Ye,"KeywordCxt",{enumerable:!0,get:function(){return fg.KeywordCxt}});var Zr=he();Object.defineProperty(Ye,"_",{enumerable:!0,get:function(){
return Zr._}});Object.defineProperty(Ye,"str",{enumerable:!0,get:function(){return Zr.str}});Object.defineProperty(Ye,"stringify",{enumerable:!0,get:function(){
return Zr.stringify}});Object.defineProperty(Ye,"nil",{enumerable:!0,get:function(){return Zr.nil}});Object.defineProperty(Ye,"Name",{enumerable:!0,get:function(){
return Zr.Name}});Object.defineProperty(Ye,"CodeGen",{enumerable:!0,get:function(){return Zr.CodeGen}});var hg=Sa(),dd=Es(),yg=ho(),Rs=xa(),gg=he(),Ls=js(),Ma=Os(),
Bo=_e(),od=jc(),wg=nd(),ld=(e,t)=>new RegExp(e,t);ld.code="new RegExp";var bg=["removeAdditional","useDefaults","coerceTypes"],vg=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),kg={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},$g={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},id=200;function Pg(e){
var t,a,n,o,i,r,s,p,f,u,g,S,O,x,q,E,N,X,M,C,L,ae,T,ne,ie;let z=e.strict,I=(t=e.code)===null||t===void 0?void 0:t.optimize,ue=I===!0||I===void 0?1:I||0,ce=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:ld,H=(o=e.uriResolver)!==null&&o!==void 0?o:wg.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:z)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:z)!==null&&p!==void 0?p:!0,strictTypes:(u=(f=e.strictTypes)!==
null&&f!==void 0?f:z)!==null&&u!==void 0?u:"log",strictTuples:(S=(g=e.strictTuples)!==null&&g!==void 0?g:z)!==null&&S!==void 0?S:"log",strictRequired:(x=(O=e.strictRequired)!==
null&&O!==void 0?O:z)!==null&&x!==void 0?x:!1,code:e.code?{...e.code,optimize:ue,regExp:ce}:{optimize:ue,regExp:ce},loopRequired:(q=e.loopRequired)!==null&&q!==
void 0?q:id,loopEnum:(E=e.loopEnum)!==null&&E!==void 0?E:id,meta:(N=e.meta)!==null&&N!==void 0?N:!0,messages:(X=e.messages)!==null&&X!==void 0?X:!0,inlineRefs:(M=
e.inlineRefs)!==null&&M!==void 0?M:!0,schemaId:(C=e.schemaId)!==null&&C!==void 0?C:"$id",addUsedSchema:(L=e.addUsedSchema)!==null&&L!==void 0?L:!0,validateSchema:(ae=
e.validateSchema)!==null&&ae!==void 0?ae:!0,validateFormats:(T=e.validateFormats)!==null&&T!==void 0?T:!0,unicodeRegExp:(ne=e.unicodeRegExp)!==null&&ne!==void 0?
ne:!0,int32range:(ie=e.int32range)!==null&&ie!==void 0?ie:!0,uriResolver:H}}var Fs=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Pg(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new gg.ValueScope(
{scope:{},prefixes:vg,es5:a,lines:n}),this.logger=jg(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,yg.getRules)(),pd.call(this,kg,t,"NOT \
SUPPORTED"),pd.call(this,$g,t,"DEPRECATED","warn"),this._metaOpts=qg.call(this),t.formats&&_g.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&xg.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Sg.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=od;n==="id"&&(o={...od},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(u,g){await i.call(this,u.$schema);let S=this._addSchema(u,g);return S.validate||r.
call(this,S)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(g){if(!(g instanceof
dd.default))throw g;return s.call(this,g),await p.call(this,g.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:g}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${g} cannot be resolved`)}async function p(u){let g=await f.call(this,u);this.refs[u]||await i.call(this,g.$schema),this.refs[u]||
this.addSchema(g,u,a)}async function f(u){let g=this._loading[u];if(g)return g;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ls.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=cd.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Rs.SchemaEnv({schema:{},schemaId:n});if(a=Rs.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=cd.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ls.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Ag.call(this,n,a),!a)return(0,Bo.eachItem)(n,i=>Ho.call(this,i)),this;Eg.call(this,a);let o={...a,type:(0,Ma.getJSONTypes)(
a.type),schemaType:(0,Ma.getJSONTypes)(a.schemaType)};return(0,Bo.eachItem)(n,o.type.length===0?i=>Ho.call(this,i,o):i=>o.type.forEach(r=>Ho.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:f}=p.definition,u=r[s];f&&u&&(r[s]=ud(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ls.normalizeId)(r||n);let f=Ls.getSchemaRefs.call(this,t,n);return p=new Rs.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Rs.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Rs.compileSchema.call(this,t)}finally{this.opts=a}}};Fs.ValidationError=hg.default;Fs.MissingRefError=dd.default;Ye.default=Fs;
function pd(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function cd(e){return e=(0,Ls.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Sg(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function _g(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function xg(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function qg(){let e={...this.opts};for(let t of bg)
delete e[t];return e}var Og={log(){},warn(){},error(){}};function jg(e){if(e===!1)return Og;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Tg=/^[a-z_$][a-z0-9_$:-]*$/i;function Ag(e,t){let{RULES:a}=this;if((0,Bo.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Tg.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Ho(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Ma.getJSONTypes)(t.type),schemaType:(0,Ma.getJSONTypes)(t.schemaType)}};t.before?Ng.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Ng(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Eg(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=ud(t)),e.validateSchema=
this.compile(t,!0))}var Mg={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function ud(e){return{anyOf:[e,Mg]}}});var fd=G(Go=>{"use strict";Object.defineProperty(Go,"__esModule",{value:!0});var Ig={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id"\
 for schema ID')}};Go.default=Ig});var wd=G(Sr=>{"use strict";Object.defineProperty(Sr,"__esModule",{value:!0});Sr.callRef=Sr.getValidate=void 0;var Rg=Es(),hd=kt(),ft=he(),Qr=Kt(),yd=xa(),Ia=_e(),
Lg={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:f}=i;if((a==="#"||a==="#/")&&
o===f.baseId)return g();let u=yd.resolveRef.call(p,f,o,a);if(u===void 0)throw new Rg.default(n.opts.uriResolver,o,a);if(u instanceof yd.SchemaEnv)return S(u);return O(
u);function g(){if(i===f)return Ra(e,r,i,i.$async);let x=t.scopeValue("root",{ref:f});return Ra(e,(0,ft._)`${x}.validate`,f,f.$async)}function S(x){let q=gd(e,x);
Ra(e,q,x,x.$async)}function O(x){let q=t.scopeValue("schema",s.code.source===!0?{ref:x,code:(0,ft.stringify)(x)}:{ref:x}),E=t.name("valid"),N=e.subschema({schema:x,
dataTypes:[],schemaPath:ft.nil,topSchemaRef:q,errSchemaPath:a},E);e.mergeEvaluated(N),e.ok(E)}}};function gd(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,ft._)`${a.scopeValue("wrapper",{ref:t})}.validate`}Sr.getValidate=gd;function Ra(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,f=p.passContext?Qr.default.this:ft.nil;n?u():g();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let x=o.let("vali\
d");o.try(()=>{o.code((0,ft._)`await ${(0,hd.callValidateCode)(e,t,f)}`),O(t),r||o.assign(x,!0)},q=>{o.if((0,ft._)`!(${q} instanceof ${i.ValidationError})`,()=>o.
throw(q)),S(q),r||o.assign(x,!1)}),e.ok(x)}function g(){e.result((0,hd.callValidateCode)(e,t,f),()=>O(t),()=>S(t))}function S(x){let q=(0,ft._)`${x}.errors`;o.assign(
Qr.default.vErrors,(0,ft._)`${Qr.default.vErrors} === null ? ${q} : ${Qr.default.vErrors}.concat(${q})`),o.assign(Qr.default.errors,(0,ft._)`${Qr.default.vErrors}.length`)}
function O(x){var q;if(!i.opts.unevaluated)return;let E=(q=a?.validate)===null||q===void 0?void 0:q.evaluated;if(i.props!==!0)if(E&&!E.dynamicProps)E.props!==void 0&&
(i.props=Ia.mergeEvaluated.props(o,E.props,i.props));else{let N=o.var("props",(0,ft._)`${x}.evaluated.props`);i.props=Ia.mergeEvaluated.props(o,N,i.props,ft.Name)}
if(i.items!==!0)if(E&&!E.dynamicItems)E.items!==void 0&&(i.items=Ia.mergeEvaluated.items(o,E.items,i.items));else{let N=o.var("items",(0,ft._)`${x}.evaluated.items`);
i.items=Ia.mergeEvaluated.items(o,N,i.items,ft.Name)}}}Sr.callRef=Ra;Sr.default=Lg});var bd=G(Zo=>{"use strict";Object.defineProperty(Zo,"__esModule",{value:!0});var Fg=fd(),Vg=wd(),Dg=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Fg.default,Vg.default];Zo.default=Dg});var vd=G(Qo=>{"use strict";Object.defineProperty(Qo,"__esModule",{value:!0});var La=he(),ir=La.operators,Fa={maximum:{okStr:"<=",ok:ir.LTE,fail:ir.GT},minimum:{
okStr:">=",ok:ir.GTE,fail:ir.LT},exclusiveMaximum:{okStr:"<",ok:ir.LT,fail:ir.GTE},exclusiveMinimum:{okStr:">",ok:ir.GT,fail:ir.LTE}},Ug={message:({keyword:e,schemaCode:t})=>(0,La.
str)`must be ${Fa[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,La._)`{comparison: ${Fa[e].okStr}, limit: ${t}}`},zg={keyword:Object.keys(Fa),type:"numb\
er",schemaType:"number",$data:!0,error:Ug,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,La._)`${a} ${Fa[t].fail} ${n} || isNaN(${a})`)}};Qo.default=
zg});var kd=G(Xo=>{"use strict";Object.defineProperty(Xo,"__esModule",{value:!0});var Vs=he(),Jg={message:({schemaCode:e})=>(0,Vs.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Vs._)`{multipleOf: ${e}}`},Wg={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Jg,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Vs._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Vs._)`${r} !== parseInt(${r})`;e.fail$data((0,Vs.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};Xo.default=Wg});var $d=G(Yo=>{"use strict";Object.defineProperty(Yo,"__esModule",{value:!0});var _r=he(),Cg=_e(),Kg=Ln(),Hg={message({keyword:e,schemaCode:t}){let a=e==="maxLen\
gth"?"more":"fewer";return(0,_r.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,_r._)`{limit: ${e}}`},Bg={keyword:["maxLength","minLe\
ngth"],type:"string",schemaType:"number",$data:!0,error:Hg,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?_r.operators.GT:_r.operators.LT,r=o.
opts.unicode===!1?(0,_r._)`${a}.length`:(0,_r._)`${(0,Cg.useFunc)(e.gen,Kg.default)}(${a})`;e.fail$data((0,_r._)`${r} ${i} ${n}`)}};Yo.default=Bg});var Pd=G(ei=>{"use strict";Object.defineProperty(ei,"__esModule",{value:!0});var Gg=kt(),Zg=_e(),Xr=he(),Qg={message:({schemaCode:e})=>(0,Xr.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Xr._)`{pattern: ${e}}`},Xg={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Qg,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,f=p.code==="new RegExp"?(0,Xr._)`new RegExp`:(0,Zg.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,Xr._)`${f}(${i}, ${s}).test(${a})`),()=>t.assign(u,!1)),e.fail$data((0,Xr._)`!${u}`)}else{let p=(0,Gg.usePattern)(e,o);e.fail$data(
(0,Xr._)`!${p}.test(${a})`)}}};ei.default=Xg});var Sd=G(ti=>{"use strict";Object.defineProperty(ti,"__esModule",{value:!0});var Ds=he(),Yg={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Ds.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Ds._)`{limit: ${e}}`},ew={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Yg,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Ds.operators.GT:Ds.operators.LT;e.fail$data(
(0,Ds._)`Object.keys(${a}).length ${o} ${n}`)}};ti.default=ew});var _d=G(ri=>{"use strict";Object.defineProperty(ri,"__esModule",{value:!0});var Us=kt(),zs=he(),tw=_e(),rw={message:({params:{missingProperty:e}})=>(0,zs.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,zs._)`{missingProperty: ${e}}`},sw={keyword:"required",type:"object",schemaType:"array",$data:!0,error:rw,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?f():u(),s.strictRequired){
let O=e.parentSchema.properties,{definedProperties:x}=e.it;for(let q of a)if(O?.[q]===void 0&&!x.has(q)){let E=r.schemaEnv.baseId+r.errSchemaPath,N=`required pr\
operty "${q}" is not defined at "${E}" (strictRequired)`;(0,tw.checkStrictMode)(r,N,r.opts.strictRequired)}}function f(){if(p||i)e.block$data(zs.nil,g);else for(let O of a)
(0,Us.checkReportMissingProp)(e,O)}function u(){let O=t.let("missing");if(p||i){let x=t.let("valid",!0);e.block$data(x,()=>S(O,x)),e.ok(x)}else t.if((0,Us.checkMissingProp)(
e,a,O)),(0,Us.reportMissingProp)(e,O),t.else()}function g(){t.forOf("prop",n,O=>{e.setParams({missingProperty:O}),t.if((0,Us.noPropertyInData)(t,o,O,s.ownProperties),
()=>e.error())})}function S(O,x){e.setParams({missingProperty:O}),t.forOf(O,n,()=>{t.assign(x,(0,Us.propertyInData)(t,o,O,s.ownProperties)),t.if((0,zs.not)(x),()=>{
e.error(),t.break()})},zs.nil)}}};ri.default=sw});var xd=G(si=>{"use strict";Object.defineProperty(si,"__esModule",{value:!0});var Js=he(),aw={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"fewe\
r";return(0,Js.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Js._)`{limit: ${e}}`},nw={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:aw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Js.operators.GT:Js.operators.LT;e.fail$data((0,Js._)`${a}.length ${o} ${n}`)}};
si.default=nw});var Va=G(ai=>{"use strict";Object.defineProperty(ai,"__esModule",{value:!0});var qd=Po();qd.code='require("ajv/dist/runtime/equal").default';ai.default=qd});var Od=G(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});var ni=Os(),et=he(),ow=_e(),iw=Va(),pw={message:({params:{i:e,j:t}})=>(0,et.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,et._)`{i: ${e}, j: ${t}}`},cw={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:pw,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),f=i.items?(0,ni.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,et._)`${r} === false`),
e.ok(p);function u(){let x=t.let("i",(0,et._)`${a}.length`),q=t.let("j");e.setParams({i:x,j:q}),t.assign(p,!0),t.if((0,et._)`${x} > 1`,()=>(g()?S:O)(x,q))}function g(){
return f.length>0&&!f.some(x=>x==="object"||x==="array")}function S(x,q){let E=t.name("item"),N=(0,ni.checkDataTypes)(f,E,s.opts.strictNumbers,ni.DataType.Wrong),
X=t.const("indices",(0,et._)`{}`);t.for((0,et._)`;${x}--;`,()=>{t.let(E,(0,et._)`${a}[${x}]`),t.if(N,(0,et._)`continue`),f.length>1&&t.if((0,et._)`typeof ${E} == "string"`,
(0,et._)`${E} += "_"`),t.if((0,et._)`typeof ${X}[${E}] == "number"`,()=>{t.assign(q,(0,et._)`${X}[${E}]`),e.error(),t.assign(p,!1).break()}).code((0,et._)`${X}[${E}] = ${x}`)})}
function O(x,q){let E=(0,ow.useFunc)(t,iw.default),N=t.name("outer");t.label(N).for((0,et._)`;${x}--;`,()=>t.for((0,et._)`${q} = ${x}; ${q}--;`,()=>t.if((0,et._)`${E}(${a}[${x}], ${a}[${q}])`,
()=>{e.error(),t.assign(p,!1).break(N)})))}}};oi.default=cw});var jd=G(pi=>{"use strict";Object.defineProperty(pi,"__esModule",{value:!0});var ii=he(),dw=_e(),lw=Va(),uw={message:"must be equal to constant",params:({schemaCode:e})=>(0,ii.
_)`{allowedValue: ${e}}`},mw={keyword:"const",$data:!0,error:uw,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,ii.
_)`!${(0,dw.useFunc)(t,lw.default)}(${a}, ${o})`):e.fail((0,ii._)`${i} !== ${a}`)}};pi.default=mw});var Td=G(ci=>{"use strict";Object.defineProperty(ci,"__esModule",{value:!0});var Ws=he(),fw=_e(),hw=Va(),yw={message:"must be equal to one of the allowed values",
params:({schemaCode:e})=>(0,Ws._)`{allowedValues: ${e}}`},gw={keyword:"enum",schemaType:"array",$data:!0,error:yw,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,f=()=>p??(p=(0,fw.useFunc)(t,hw.default)),u;if(s||
n)u=t.let("valid"),e.block$data(u,g);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let O=t.const("vSchema",i);u=(0,Ws.or)(...o.map((x,q)=>S(
O,q)))}e.pass(u);function g(){t.assign(u,!1),t.forOf("v",i,O=>t.if((0,Ws._)`${f()}(${a}, ${O})`,()=>t.assign(u,!0).break()))}function S(O,x){let q=o[x];return typeof q==
"object"&&q!==null?(0,Ws._)`${f()}(${a}, ${O}[${x}])`:(0,Ws._)`${a} === ${q}`}}};ci.default=gw});var Ad=G(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var ww=vd(),bw=kd(),vw=$d(),kw=Pd(),$w=Sd(),Pw=_d(),Sw=xd(),_w=Od(),xw=jd(),qw=Td(),
Ow=[ww.default,bw.default,vw.default,kw.default,$w.default,Pw.default,Sw.default,_w.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},xw.default,qw.default];di.default=Ow});var ui=G(Cs=>{"use strict";Object.defineProperty(Cs,"__esModule",{value:!0});Cs.validateAdditionalItems=void 0;var xr=he(),li=_e(),jw={message:({params:{len:e}})=>(0,xr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,xr._)`{limit: ${e}}`},Tw={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:jw,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,li.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Nd(e,n)}};function Nd(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,xr._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,xr._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,li.alwaysValidSchema)(r,n)){let f=a.var("valid",(0,xr.
_)`${s} <= ${t.length}`);a.if((0,xr.not)(f),()=>p(f)),e.ok(f)}function p(f){a.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:li.Type.
Num},f),r.allErrors||a.if((0,xr.not)(f),()=>a.break())})}}Cs.validateAdditionalItems=Nd;Cs.default=Tw});var mi=G(Ks=>{"use strict";Object.defineProperty(Ks,"__esModule",{value:!0});Ks.validateTuple=void 0;var Ed=he(),Da=_e(),Aw=kt(),Nw={keyword:"items",type:"array",
schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Md(e,"additionalItems",t);a.items=!0,!(0,Da.
alwaysValidSchema)(a,t)&&e.ok((0,Aw.validateArray)(e))}};function Md(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Da.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),f=n.const("len",(0,Ed._)`${i}.length`);a.forEach((g,S)=>{(0,Da.
alwaysValidSchema)(s,g)||(n.if((0,Ed._)`${f} > ${S}`,()=>e.subschema({keyword:r,schemaProp:S,dataProp:S},p)),e.ok(p))});function u(g){let{opts:S,errSchemaPath:O}=s,
x=a.length,q=x===g.minItems&&(x===g.maxItems||g[t]===!1);if(S.strictTuples&&!q){let E=`"${r}" is ${x}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${O}"`;(0,Da.checkStrictMode)(s,E,S.strictTuples)}}}Ks.validateTuple=Md;Ks.default=Nw});var Id=G(fi=>{"use strict";Object.defineProperty(fi,"__esModule",{value:!0});var Ew=mi(),Mw={keyword:"prefixItems",type:"array",schemaType:["array"],before:"uni\
queItems",code:e=>(0,Ew.validateTuple)(e,"items")};fi.default=Mw});var Ld=G(hi=>{"use strict";Object.defineProperty(hi,"__esModule",{value:!0});var Rd=he(),Iw=_e(),Rw=kt(),Lw=ui(),Fw={message:({params:{len:e}})=>(0,Rd.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Rd._)`{limit: ${e}}`},Vw={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Fw,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Iw.alwaysValidSchema)(n,t)&&(o?(0,Lw.validateAdditionalItems)(e,o):e.ok((0,Rw.validateArray)(e)))}};hi.default=
Vw});var Fd=G(yi=>{"use strict";Object.defineProperty(yi,"__esModule",{value:!0});var Pt=he(),Ua=_e(),Dw={message:({params:{min:e,max:t}})=>t===void 0?(0,Pt.str)`must contain at least ${e} valid item(s)`:
(0,Pt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Pt._)`{minContains: ${e}}`:(0,Pt._)`{minContains: ${e}, maxContains: ${t}}`},
Uw={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Dw,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:f}=n;i.opts.next?(r=p===void 0?1:p,s=f):r=1;let u=t.const("len",(0,Pt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Ua.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Ua.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Ua.alwaysValidSchema)(i,a)){let q=(0,Pt._)`${u} >= ${r}`;s!==void 0&&(q=(0,Pt._)`${q} && ${u} <= ${s}`),
e.pass(q);return}i.items=!0;let g=t.name("valid");s===void 0&&r===1?O(g,()=>t.if(g,()=>t.break())):r===0?(t.let(g,!0),s!==void 0&&t.if((0,Pt._)`${o}.length > 0`,
S)):(t.let(g,!1),S()),e.result(g,()=>e.reset());function S(){let q=t.name("_valid"),E=t.let("count",0);O(q,()=>t.if(q,()=>x(E)))}function O(q,E){t.forRange("i",
0,u,N=>{e.subschema({keyword:"contains",dataProp:N,dataPropType:Ua.Type.Num,compositeRule:!0},q),E()})}function x(q){t.code((0,Pt._)`${q}++`),s===void 0?t.if((0,Pt.
_)`${q} >= ${r}`,()=>t.assign(g,!0).break()):(t.if((0,Pt._)`${q} > ${s}`,()=>t.assign(g,!1).break()),r===1?t.assign(g,!0):t.if((0,Pt._)`${q} >= ${r}`,()=>t.assign(
g,!0)))}}};yi.default=Uw});var Ud=G(Ft=>{"use strict";Object.defineProperty(Ft,"__esModule",{value:!0});Ft.validateSchemaDeps=Ft.validatePropertyDeps=Ft.error=void 0;var gi=he(),zw=_e(),Hs=kt();
Ft.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,gi.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,gi._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var Jw={keyword:"dependencies",type:"object",schemaType:"object",error:Ft.error,code(e){let[t,a]=Ww(e);Vd(e,t),Dd(e,a)}};function Ww({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Vd(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Hs.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let f of s)(0,Hs.checkReportMissingProp)(e,f)}):(a.if((0,gi._)`${p} && (${(0,Hs.
checkMissingProp)(e,s,i)})`),(0,Hs.reportMissingProp)(e,i),a.else())}}Ft.validatePropertyDeps=Vd;function Dd(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,zw.alwaysValidSchema)(i,t[s])||(a.if((0,Hs.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Ft.validateSchemaDeps=Dd;Ft.default=Jw});var Jd=G(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var zd=he(),Cw=_e(),Kw={message:"property name must be valid",params:({params:e})=>(0,zd.
_)`{propertyName: ${e.propertyName}}`},Hw={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Kw,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,Cw.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,zd.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};wi.default=Hw});var vi=G(bi=>{"use strict";Object.defineProperty(bi,"__esModule",{value:!0});var za=kt(),At=he(),Bw=Kt(),Ja=_e(),Gw={message:"must NOT have additional propertie\
s",params:({params:e})=>(0,At._)`{additionalProperty: ${e.additionalProperty}}`},Zw={keyword:"additionalProperties",type:["object"],schemaType:["boolean","objec\
t"],allowUndefined:!0,trackErrors:!0,error:Gw,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation err\
or");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Ja.alwaysValidSchema)(r,a))return;let f=(0,za.allSchemaProperties)(n.properties),u=(0,za.
allSchemaProperties)(n.patternProperties);g(),e.ok((0,At._)`${i} === ${Bw.default.errors}`);function g(){t.forIn("key",o,E=>{!f.length&&!u.length?x(E):t.if(S(E),
()=>x(E))})}function S(E){let N;if(f.length>8){let X=(0,Ja.schemaRefOrVal)(r,n.properties,"properties");N=(0,za.isOwnProperty)(t,X,E)}else f.length?N=(0,At.or)(
...f.map(X=>(0,At._)`${E} === ${X}`)):N=At.nil;return u.length&&(N=(0,At.or)(N,...u.map(X=>(0,At._)`${(0,za.usePattern)(e,X)}.test(${E})`))),(0,At.not)(N)}function O(E){
t.code((0,At._)`delete ${o}[${E}]`)}function x(E){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){O(E);return}if(a===!1){e.setParams({additionalProperty:E}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Ja.alwaysValidSchema)(r,a)){let N=t.name("valid");p.removeAdditional==="failing"?(q(E,N,!1),t.if((0,At.
not)(N),()=>{e.reset(),O(E)})):(q(E,N),s||t.if((0,At.not)(N),()=>t.break()))}}function q(E,N,X){let M={keyword:"additionalProperties",dataProp:E,dataPropType:Ja.
Type.Str};X===!1&&Object.assign(M,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(M,N)}}};bi.default=Zw});var Kd=G($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var Qw=Ns(),Wd=kt(),ki=_e(),Cd=vi(),Xw={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Cd.default.code(new Qw.KeywordCxt(
i,Cd.default,"additionalProperties"));let r=(0,Wd.allSchemaProperties)(a);for(let g of r)i.definedProperties.add(g);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=ki.mergeEvaluated.props(t,(0,ki.toHash)(r),i.props));let s=r.filter(g=>!(0,ki.alwaysValidSchema)(i,a[g]));if(s.length===0)return;let p=t.name("valid");
for(let g of s)f(g)?u(g):(t.if((0,Wd.propertyInData)(t,o,g,i.opts.ownProperties)),u(g),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(g),
e.ok(p);function f(g){return i.opts.useDefaults&&!i.compositeRule&&a[g].default!==void 0}function u(g){e.subschema({keyword:"properties",schemaProp:g,dataProp:g},
p)}}};$i.default=Xw});var Zd=G(Pi=>{"use strict";Object.defineProperty(Pi,"__esModule",{value:!0});var Hd=kt(),Wa=he(),Bd=_e(),Gd=_e(),Yw={keyword:"patternProperties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,Hd.allSchemaProperties)(a),p=s.filter(q=>(0,Bd.alwaysValidSchema)(i,a[q]));if(s.
length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let f=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name("valid");i.props!==
!0&&!(i.props instanceof Wa.Name)&&(i.props=(0,Gd.evaluatedPropsToName)(t,i.props));let{props:g}=i;S();function S(){for(let q of s)f&&O(q),i.allErrors?x(q):(t.var(
u,!0),x(q),t.if(u))}function O(q){for(let E in f)new RegExp(q).test(E)&&(0,Bd.checkStrictMode)(i,`property ${E} matches pattern ${q} (use allowMatchingPropertie\
s)`)}function x(q){t.forIn("key",n,E=>{t.if((0,Wa._)`${(0,Hd.usePattern)(e,q)}.test(${E})`,()=>{let N=p.includes(q);N||e.subschema({keyword:"patternProperties",
schemaProp:q,dataProp:E,dataPropType:Gd.Type.Str},u),i.opts.unevaluated&&g!==!0?t.assign((0,Wa._)`${g}[${E}]`,!0):!N&&!i.allErrors&&t.if((0,Wa.not)(u),()=>t.break())})})}}};
Pi.default=Yw});var Qd=G(Si=>{"use strict";Object.defineProperty(Si,"__esModule",{value:!0});var eb=_e(),tb={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,eb.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Si.default=tb});var Xd=G(_i=>{"use strict";Object.defineProperty(_i,"__esModule",{value:!0});var rb=kt(),sb={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:rb.validateUnion,
error:{message:"must match a schema in anyOf"}};_i.default=sb});var Yd=G(xi=>{"use strict";Object.defineProperty(xi,"__esModule",{value:!0});var Ca=he(),ab=_e(),nb={message:"must match exactly one schema in oneOf",params:({params:e})=>(0,Ca.
_)`{passingSchemas: ${e.passing}}`},ob={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:nb,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;if(!Array.isArray(
a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),p=t.name("_va\
lid");e.setParams({passing:s}),t.block(f),e.result(r,()=>e.reset(),()=>e.error(!0));function f(){i.forEach((u,g)=>{let S;(0,ab.alwaysValidSchema)(o,u)?t.var(p,!0):
S=e.subschema({keyword:"oneOf",schemaProp:g,compositeRule:!0},p),g>0&&t.if((0,Ca._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Ca._)`[${s}, ${g}]`).else(),t.if(p,()=>{
t.assign(r,!0),t.assign(s,g),S&&e.mergeEvaluated(S,Ca.Name)})})}}};xi.default=ob});var el=G(qi=>{"use strict";Object.defineProperty(qi,"__esModule",{value:!0});var ib=_e(),pb={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,ib.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};qi.default=pb});var sl=G(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var Ka=he(),rl=_e(),cb={message:({params:e})=>(0,Ka.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Ka._)`{failingKeyword: ${e.ifClause}}`},db={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:cb,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,rl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=tl(n,"then"),i=tl(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,f("then",u),f("else",u))}else o?t.if(
s,f("then")):t.if((0,Ka.not)(s),f("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function f(u,g){return()=>{let S=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated(S,r),g?t.assign(g,(0,Ka._)`${u}`):e.setParams(
{ifClause:u})}}}};function tl(e,t){let a=e.schema[t];return a!==void 0&&!(0,rl.alwaysValidSchema)(e,a)}Oi.default=db});var al=G(ji=>{"use strict";Object.defineProperty(ji,"__esModule",{value:!0});var lb=_e(),ub={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,lb.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};ji.default=ub});var nl=G(Ti=>{"use strict";Object.defineProperty(Ti,"__esModule",{value:!0});var mb=ui(),fb=Id(),hb=mi(),yb=Ld(),gb=Fd(),wb=Ud(),bb=Jd(),vb=vi(),kb=Kd(),$b=Zd(),
Pb=Qd(),Sb=Xd(),_b=Yd(),xb=el(),qb=sl(),Ob=al();function jb(e=!1){let t=[Pb.default,Sb.default,_b.default,xb.default,qb.default,Ob.default,bb.default,vb.default,
wb.default,kb.default,$b.default];return e?t.push(fb.default,yb.default):t.push(mb.default,hb.default),t.push(gb.default),t}Ti.default=jb});var ol=G(Ai=>{"use strict";Object.defineProperty(Ai,"__esModule",{value:!0});var ze=he(),Tb={message:({schemaCode:e})=>(0,ze.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,ze._)`{format: ${e}}`},Ab={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Tb,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:f,schemaEnv:u,self:g}=s;if(!p.validateFormats)return;o?S():O();function S(){let x=a.scopeValue("formats",{ref:g.
formats,code:p.code.formats}),q=a.const("fDef",(0,ze._)`${x}[${r}]`),E=a.let("fType"),N=a.let("format");a.if((0,ze._)`typeof ${q} == "object" && !(${q} instanceof RegExp)`,
()=>a.assign(E,(0,ze._)`${q}.type || "string"`).assign(N,(0,ze._)`${q}.validate`),()=>a.assign(E,(0,ze._)`"string"`).assign(N,q)),e.fail$data((0,ze.or)(X(),M()));
function X(){return p.strictSchema===!1?ze.nil:(0,ze._)`${r} && !${N}`}function M(){let C=u.$async?(0,ze._)`(${q}.async ? await ${N}(${n}) : ${N}(${n}))`:(0,ze.
_)`${N}(${n})`,L=(0,ze._)`(typeof ${N} == "function" ? ${C} : ${N}.test(${n}))`;return(0,ze._)`${N} && ${N} !== true && ${E} === ${t} && !${L}`}}function O(){let x=g.
formats[i];if(!x){X();return}if(x===!0)return;let[q,E,N]=M(x);q===t&&e.pass(C());function X(){if(p.strictSchema===!1){g.logger.warn(L());return}throw new Error(
L());function L(){return`unknown format "${i}" ignored in schema at path "${f}"`}}function M(L){let ae=L instanceof RegExp?(0,ze.regexpCode)(L):p.code.formats?(0,ze.
_)`${p.code.formats}${(0,ze.getProperty)(i)}`:void 0,T=a.scopeValue("formats",{key:i,ref:L,code:ae});return typeof L=="object"&&!(L instanceof RegExp)?[L.type||
"string",L.validate,(0,ze._)`${T}.validate`]:["string",L,T]}function C(){if(typeof x=="object"&&!(x instanceof RegExp)&&x.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,ze._)`await ${N}(${n})`}return typeof E=="function"?(0,ze._)`${N}(${n})`:(0,ze._)`${N}.test(${n})`}}}};Ai.default=Ab});var il=G(Ni=>{"use strict";Object.defineProperty(Ni,"__esModule",{value:!0});var Nb=ol(),Eb=[Nb.default];Ni.default=Eb});var pl=G(Yr=>{"use strict";Object.defineProperty(Yr,"__esModule",{value:!0});Yr.contentVocabulary=Yr.metadataVocabulary=void 0;Yr.metadataVocabulary=["title","d\
escription","default","deprecated","readOnly","writeOnly","examples"];Yr.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var dl=G(Ei=>{"use strict";Object.defineProperty(Ei,"__esModule",{value:!0});var Mb=bd(),Ib=Ad(),Rb=nl(),Lb=il(),cl=pl(),Fb=[Mb.default,Ib.default,(0,Rb.default)(),
Lb.default,cl.metadataVocabulary,cl.contentVocabulary];Ei.default=Fb});var ul=G(Ha=>{"use strict";Object.defineProperty(Ha,"__esModule",{value:!0});Ha.DiscrError=void 0;var ll;(function(e){e.Tag="tag",e.Mapping="mapping"})(ll||(Ha.
DiscrError=ll={}))});var fl=G(Ii=>{"use strict";Object.defineProperty(Ii,"__esModule",{value:!0});var es=he(),Mi=ul(),ml=xa(),Vb=Es(),Db=_e(),Ub={message:({params:{discrError:e,tagName:t}})=>e===
Mi.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,es._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
zb={keyword:"discriminator",type:"object",schemaType:"object",error:Ub,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),f=t.
const("tag",(0,es._)`${a}${(0,es.getProperty)(s)}`);t.if((0,es._)`typeof ${f} == "string"`,()=>u(),()=>e.error(!1,{discrError:Mi.DiscrError.Tag,tag:f,tagName:s})),
e.ok(p);function u(){let O=S();t.if(!1);for(let x in O)t.elseIf((0,es._)`${f} === ${x}`),t.assign(p,g(O[x]));t.else(),e.error(!1,{discrError:Mi.DiscrError.Mapping,
tag:f,tagName:s}),t.endIf()}function g(O){let x=t.name("valid"),q=e.subschema({keyword:"oneOf",schemaProp:O},x);return e.mergeEvaluated(q,es.Name),x}function S(){
var O;let x={},q=N(o),E=!0;for(let C=0;C<r.length;C++){let L=r[C];if(L?.$ref&&!(0,Db.schemaHasRulesButRef)(L,i.self.RULES)){let T=L.$ref;if(L=ml.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,T),L instanceof ml.SchemaEnv&&(L=L.schema),L===void 0)throw new Vb.default(i.opts.uriResolver,i.baseId,T)}let ae=(O=L?.properties)===
null||O===void 0?void 0:O[s];if(typeof ae!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);E=E&&
(q||N(L)),X(ae,C)}if(!E)throw new Error(`discriminator: "${s}" must be required`);return x;function N({required:C}){return Array.isArray(C)&&C.includes(s)}function X(C,L){
if(C.const)M(C.const,L);else if(C.enum)for(let ae of C.enum)M(ae,L);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function M(C,L){
if(typeof C!="string"||C in x)throw new Error(`discriminator: "${s}" values must be unique strings`);x[C]=L}}}};Ii.default=zb});var hl=G((a$,Jb)=>{Jb.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",definitions:{
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
#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/definitions/schemaArray"},not:{$ref:"#"}},default:!0}});var St=G((Fe,Ri)=>{"use strict";Object.defineProperty(Fe,"__esModule",{value:!0});Fe.MissingRefError=Fe.ValidationError=Fe.CodeGen=Fe.Name=Fe.nil=Fe.stringify=Fe.
str=Fe._=Fe.KeywordCxt=Fe.Ajv=void 0;var Wb=md(),Cb=dl(),Kb=fl(),yl=hl(),Hb=["/properties"],Ba="http://json-schema.org/draft-07/schema",ts=class extends Wb.default{_addVocabularies(){
super._addVocabularies(),Cb.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(Kb.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(yl,Hb):yl;this.addMetaSchema(t,Ba,!1),this.refs["http://json-schema.org/schema"]=Ba}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Ba)?Ba:void 0)}};Fe.Ajv=ts;Ri.exports=Fe=ts;Ri.exports.Ajv=ts;Object.defineProperty(Fe,"__esMo\
dule",{value:!0});Fe.default=ts;var Bb=Ns();Object.defineProperty(Fe,"KeywordCxt",{enumerable:!0,get:function(){return Bb.KeywordCxt}});var rs=he();Object.defineProperty(
Fe,"_",{enumerable:!0,get:function(){return rs._}});Object.defineProperty(Fe,"str",{enumerable:!0,get:function(){return rs.str}});Object.defineProperty(Fe,"stri\
ngify",{enumerable:!0,get:function(){return rs.stringify}});Object.defineProperty(Fe,"nil",{enumerable:!0,get:function(){return rs.nil}});Object.defineProperty(
Fe,"Name",{enumerable:!0,get:function(){return rs.Name}});Object.defineProperty(Fe,"CodeGen",{enumerable:!0,get:function(){return rs.CodeGen}});var Gb=Sa();Object.
defineProperty(Fe,"ValidationError",{enumerable:!0,get:function(){return Gb.default}});var Zb=Es();Object.defineProperty(Fe,"MissingRefError",{enumerable:!0,get:function(){
return Zb.default}})});var vm=ht(lp());import{models as e0}from"./models.js";function oa(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,f=0,u=0,g=0;function S(M,C){let L=0,ae=0;for(;L<M||!C;){let T=e.charCodeAt(n);if(T>=48&&T<=57)ae=ae*
16+T-48;else if(T>=65&&T<=70)ae=ae*16+T-65+10;else if(T>=97&&T<=102)ae=ae*16+T-97+10;else break;n++,L++}return L<M&&(ae=-1),ae}function O(M){n=M,o="",i=0,r=16,g=
0}function x(){let M=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Fr(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Fr(e.
charCodeAt(n)))for(n++;n<e.length&&Fr(e.charCodeAt(n));)n++;else return g=3,e.substring(M,n);let C=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Fr(e.charCodeAt(n))){for(n++;n<e.length&&Fr(e.charCodeAt(n));)n++;C=n}else g=3;
return e.substring(M,C)}function q(){let M="",C=n;for(;;){if(n>=a){M+=e.substring(C,n),g=2;break}let L=e.charCodeAt(n);if(L===34){M+=e.substring(C,n),n++;break}
if(L===92){if(M+=e.substring(C,n),n++,n>=a){g=2;break}switch(e.charCodeAt(n++)){case 34:M+='"';break;case 92:M+="\\";break;case 47:M+="/";break;case 98:M+="\b";
break;case 102:M+="\f";break;case 110:M+=`
`;break;case 114:M+="\r";break;case 116:M+="	";break;case 117:let T=S(4,!0);T>=0?M+=String.fromCharCode(T):g=4;break;default:g=5}C=n;continue}if(L>=0&&L<=31)if(ws(
L)){M+=e.substring(C,n),g=2;break}else g=6;n++}return M}function E(){if(o="",g=0,i=n,p=s,u=f,n>=a)return i=a,r=17;let M=e.charCodeAt(n);if(Dn(M)){do n++,o+=String.
fromCharCode(M),M=e.charCodeAt(n);while(Dn(M));return r=15}if(ws(M))return n++,o+=String.fromCharCode(M),M===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,f=n,r=14;switch(M){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=q(),r=10;case 47:let C=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ws(e.charCodeAt(n));)n++;return o=e.substring(C,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let L=a-1,ae=!1;for(;n<L;){let T=e.charCodeAt(n);if(T===42&&e.charCodeAt(n+1)===47){n+=2,ae=!0;break}n++,ws(T)&&(T===13&&e.charCodeAt(n)===10&&n++,
s++,f=n)}return ae||(n++,g=1),o=e.substring(C,n),r=13}return o+=String.fromCharCode(M),n++,r=16;case 45:if(o+=String.fromCharCode(M),n++,n===a||!Fr(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=x(),r=11;default:for(;n<a&&N(M);)n++,M=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(M),n++,r=16}}
function N(M){if(Dn(M)||ws(M))return!1;switch(M){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function X(){let M;do M=E();while(M>=
12&&M<=15);return M}return{setPosition:O,getPosition:()=>n,scan:t?X:E,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>g}}function Dn(e){return e===32||e===9}function ws(e){return e===10||e===13}function Fr(e){return e>=48&&e<=57}
var up;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(up||(up={}));var Jm=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Vr=200,Wm={" ":{"\n":new Array(Vr).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Vr).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Vr).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Vr).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Vr).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Vr).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var ia;(function(e){e.DEFAULT={allowTrailingComma:!1}})(ia||(ia={}));function mp(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,f,u,g){i.value=p,i.offset=f,i.length=u,i.type=g,i.colonOffset=void 0,o=i}try{Jn(e,{onObjectBegin:(p,f)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,f,u)=>{if(t<f||(s(p,f,u,"property"),a[a.length-1]=p,t<=f+u))throw n},onObjectEnd:(p,f)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,f)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,f)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,f,u)=>{if(t<f||(s(p,f,u,fp(p)),t<=f+u))throw n},onSeparator:(p,f,u)=>{
if(t<=f)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=f,r=!1,o=void 0;else if(p===","){let g=a[a.length-1];typeof g=="number"?a[a.length-1]=g+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let f=0;for(let u=0;f<p.length&&u<a.length;u++)
if(p[f]===a[u]||p[f]==="*")f++;else if(p[f]!=="**")return!1;return f===p.length}}}function Un(e,t=[],a=ia.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Jn(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,f,u)=>{
n=i({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:f,length:u,parent:n})},onObjectEnd:(p,f)=>{o(p+f),n.
length=p+f-n.offset,n=n.parent,o(p+f)},onArrayBegin:(p,f)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,f)=>{n.length=p+f-n.offset,
n=n.parent,o(p+f)},onLiteralValue:(p,f,u)=>{i({type:fp(p),offset:f,length:u,parent:n,value:p}),o(f+u)},onSeparator:(p,f,u)=>{n.type==="property"&&(p===":"?n.colonOffset=
f:p===","&&o(f))},onError:(p,f,u)=>{t.push({error:p,offset:f,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function zn(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function pa(e){switch(e.type){case"array":return e.children.map(pa);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=pa(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Jn(e,t,a=ia.DEFAULT){let n=oa(e,!1),o=[],i=0;function r(H){return H?()=>i===0&&H(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(H){return H?D=>i===0&&H(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(H){return H?
D=>i===0&&H(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function f(H){return H?()=>{i>0?i++:H(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(H){return H?()=>{i>0&&i--,i===
0&&H(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let g=f(t.onObjectBegin),S=p(t.onObjectProperty),O=u(t.onObjectEnd),
x=f(t.onArrayBegin),q=u(t.onArrayEnd),E=p(t.onLiteralValue),N=s(t.onSeparator),X=r(t.onComment),M=s(t.onError),C=a&&a.disallowComments,L=a&&a.allowTrailingComma;
function ae(){for(;;){let H=n.scan();switch(n.getTokenError()){case 4:T(14);break;case 5:T(15);break;case 3:T(13);break;case 1:C||T(11);break;case 2:T(12);break;case 6:
T(16);break}switch(H){case 12:case 13:C?T(10):X();break;case 16:T(1);break;case 15:case 14:break;default:return H}}}function T(H,D=[],Pe=[]){if(M(H),D.length+Pe.
length>0){let qe=n.getToken();for(;qe!==17;){if(D.indexOf(qe)!==-1){ae();break}else if(Pe.indexOf(qe)!==-1)break;qe=ae()}}}function ne(H){let D=n.getTokenValue();
return H?E(D):(S(D),o.push(D)),ae(),!0}function ie(){switch(n.getToken()){case 11:let H=n.getTokenValue(),D=Number(H);isNaN(D)&&(T(2),D=0),E(D);break;case 7:E(null);
break;case 8:E(!0);break;case 9:E(!1);break;default:return!1}return ae(),!0}function z(){return n.getToken()!==10?(T(3,[],[2,5]),!1):(ne(!1),n.getToken()===6?(N(
":"),ae(),ce()||T(4,[],[2,5])):T(5,[],[2,5]),o.pop(),!0)}function I(){g(),ae();let H=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(H||T(
4,[],[]),N(","),ae(),n.getToken()===2&&L)break}else H&&T(6,[],[]);z()||T(4,[],[2,5]),H=!0}return O(),n.getToken()!==2?T(7,[2],[]):ae(),!0}function ue(){x(),ae();
let H=!0,D=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(D||T(4,[],[]),N(","),ae(),n.getToken()===4&&L)break}else D&&T(6,[],[]);H?(o.push(
0),H=!1):o[o.length-1]++,ce()||T(4,[],[4,5]),D=!0}return q(),H||o.pop(),n.getToken()!==4?T(8,[4],[]):ae(),!0}function ce(){switch(n.getToken()){case 3:return ue();case 1:
return I();case 10:return ne(!0);default:return ie()}}return ae(),n.getToken()===17?a.allowEmptyContent?!0:(T(4,[],[]),!1):ce()?(n.getToken()!==17&&T(9,[],[]),!0):
(T(4,[],[]),!1)}function fp(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var hp;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(hp||(hp={}));var yp;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(yp||(yp={}));var wp=mp;var Wn=Un,bp=zn;var vp=pa;var gp;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(gp||(gp={}));function kp(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Gm="\uFEFF";function*$p(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(Gm)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${Zm(kp(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function Zm(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Dr(e){return Pp(e)}function er(e){return Pp(e)}function Pp(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Sp(e){return[...e.files.values()].flatMap(Qm)}var Qm=er(e=>e.syntaxErrors.length===0&&Xm(e.text)===_p(e.value)?[]:e.tree===void 0?[]:[...Cn(e.path,e.tree,
[])]);function Xm(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function _p(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+_p(n),0)}function*Cn(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Cn(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Cn(e,s,[...a,p]))}}function qp(e){return[...e.files.values()].flatMap(Ym)}var Ym=er(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(ef)].flatMap(({0:n,index:o})=>n.
startsWith('"')||xp(n)===xp(String(Number(n)))?[]:[{code:"S005",file:e,path:wp(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),ef=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function xp(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function we(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function bs(e){return we(e)?Object.entries(e):[]}function ca(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Kn}from"node:path";function da(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function be(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var la=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Op(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Kn.normalize(Kn.join(Kn.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new la(t,a,"names a\
 file that does not exist");for(let s of be(o)){let p=Array.isArray(r)?r[Number(s)]:we(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new la(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Ce(e,t){let a={};return t!==void 0&&(a[e]=t),a}var ss=ht(St(),1);function pr(e,t=0,a=t+4){return t+e.below(a-t+1)}var Bt=new ss.Name("vErrors");function De(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>ss._`${i}, ${r}`,
ss._`${new ss.Name(e)}(${Bt}, ${a}, ${n}, ${t.required?1:0}`)}function ve(e,t){return{about:e,value:t,findings:[]}}function Ne(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function Je(e){return e.map(t=>Ne(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function Ke(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var Qb=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function gl(e,t,a,n){return{...Xb(e,t,a),source:a.has("x-source")?a.source():n}}function Xb(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",Qb)}:{},notes:a.notes()}}var qr=ht(St(),1);function Yb(e){return typeof e=="string"?e:JSON.stringify(e)}function Li(e){let t=e.map(Yb),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Za(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Ga(o,t)}`,zh:`${r} ${Ga(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Bs(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Qa(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Ga(n,t)}`,zh:`${a} \u5230 ${Ga(n,t)} \u7684`};
let r=Za(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function as(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:wl(a.en)}`;return t===void 0?e===0?{en:wl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Bs(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function wl(e){
return`${e}s`}function Ga(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var bl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...Ke({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...Ke({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?qr._`${De("typed",e,t,qr._`"array"`)})`:qr._`${De("list",e,t,qr._`${a??0}`,n===void 0?qr._`Infinity`:
qr._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...Ke({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Za({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...Je(["text",1,{length:1}]),...e===0?[ve("empty",[])]:[Ne("min-items-under",
Gs(e-1),"min-items")],...e<=3&&(t??3)>=3?[ve("items",Gs(3))]:[],...t===void 0?[]:[ve("max-items-at",Gs(t)),Ne("max-items-over",Gs(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Gs(pr(a,e,t))};function Gs(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Fi=ht(St(),1);var vl={read:(e,t)=>({kind:"boolean",...t,...Ce("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Fi._`${De("\
typed",e,t,Fi._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...Je([
"true",1,0,[]]),ve("true",!0),ve("false",!1)],sample:(e,t)=>t.below(2)===1};var Vi=ht(St(),1);var Zs=ht(St(),1),kl=ht(Ur(),1);function Gt(e){return(0,Zs.stringify)(e)}function $l(e){return(0,Zs.stringify)(e)}function ns(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Zs._`${(0,kl.regexpCode)(new RegExp(a,t))}`}var Pl={read(e,t){let a=e.oneOf("type",["string","integer","number"]),n=i=>a==="string"?typeof i=="string":a==="integer"?Number.isInteger(i):typeof i=="number",
o=(i,r)=>n(i)?i:e.refuse(r,a==="string"?"strings":`${a}s`);return{kind:"enum",...t,type:a,values:e.list("enum").map(i=>o(i,"enum")),...e.has("default")?{default:o(
e.raw("default"),"default")}:{},...Ce("unit",ev(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e,enum:[
...t]}),check:(e,t,{constant:a})=>Vi._`${De("choice",e,t,Vi._`${e.type}`,a(Gt(e.values)))})`,facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...Ce("unit",a)}),
phrase({values:e,unit:t}){let a=Li(e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[
...Je(e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...tv(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function ev(e){return e.
optionalText("x-unit")}function tv(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ne(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");
return[...e.map(i=>ve(`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(
r=>r!==i).flatMap(r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+
1)]:[]]}var gt=ht(St(),1);function Xa(e){return Ke({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function Ya({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&rv(i)?i:void 0;return{type:e,...Ke({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function rv(e){return Number.isInteger(e*2**20)}function en({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...Ke({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function tn(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,f=o===void 0?gt._`-Infinity`:gt._`${o}`,u=i===void 0?gt._`Infinity`:gt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return gt._`${De("integer",e,t,f,u)})`;let g=r===void 0?gt._`-Infinity`:gt._`${r}`,S=s===void 0?gt._`Infinity`:gt._`${s}`;
return gt._`${De("numeric",e,t,gt._`${n}`,a(gt._`[${f}, ${u}, ${g}, ${S}, ${p??0}]`))})`}function os({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Di(t.minimum,a);if(t.exclusiveMinimum!==void 0)return sv(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??Nt(n-a)}function sv(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?Nt(e+o):Di(Nt(
e+n/2),n);return i===void 0||r<i||r===t?r:Nt((e+i)/2)}function Di(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:Nt(Math.ceil(e/t)*t)}function Nt(e){return Number(
e.toFixed(9))}function rn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=q=>r===void 0||Number.isInteger(Number(
(q/r).toFixed(9))),f=(q,E)=>p(E)?[ve(q,E)]:[],u=a!==void 0?[...f("minimum-at",a),Ne("minimum-under",Nt(a-s),"minimum")]:o!==void 0?[Ne("exclusive-minimum-at",o,
"minimum"),Ne("exclusive-minimum-under",Nt(o-s),"minimum")]:[ve("negative",-s),ve("zero",0)],g=n!==void 0?[...f("maximum-at",n),Ne("maximum-over",Nt(n+s),"maxim\
um")]:i!==void 0?[Ne("exclusive-maximum-at",i,"maximum"),Ne("exclusive-maximum-over",Nt(i+s),"maximum")]:r===void 0?[ve("large",2147483648)]:[],S=os(e),O=Nt(S+(r??
0)/(t==="integer"?r??1:2)),x=O<=(n??1/0)&&O<(i??1/0)&&!p(O);return[...u,...g,...r!==void 0&&x?[Ne("off-step",O,"multiple-of")]:[]]}function sn(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,f=n??i??(p===void 0?0:p-100*s),u=Di(f,s)+(i===void 0?0:s),g=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return g<1?os(e):Nt(u+s*t.below(g))}var Sl={read:(e,t)=>({kind:"integer",...t,...Xa(e)}),type:()=>"number",schema:Ya,check:tn,facts:en,phrase(e){let t=Qa(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:os,
cases:e=>[...Je(["5",!0,[5],5.5]),...rn(e)],sample:sn};var _t=ht(St(),1);function _l(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Ke({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,f=new _t.Name(`index${n.depth}`),u=s===void 0?_t._`Infinity`:
_t._`${s}`,g=o.nested(i,{pointer:_t._`${n.pointer} + "/" + ${f}`,value:_t._`${n.value}[${f}]`,depth:n.depth+1}),S=p?_t._`
${new _t.Name("uniqueItems")}(${Bt}, ${n.pointer}, ${n.value})`:_t._``;return _t._`if (${De("list",a,n,_t._`${r}`,u)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${u}; ${f}++) {
${g}
}${S}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Ke({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=as(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,f]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Bs("\u542B",f,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>xl(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...Je(["text",7,{0:"text"}]),...av(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:pr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function av(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=u=>xl(e,t,u,i,"video"),s=Math.max(1,a),p=r(s),f=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:g,findings:S})=>({about:`item-${u}`,value:p.
map((O,x)=>x===s-1&&g!==void 0?g:O),findings:S.map(O=>({...O,path:`/${s-1}${O.path??""}`}))}));return[...a===0?[ve("empty",[])]:[Ne("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[ve("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[ve("max-items-at",r(n))]:[],...r(n+1).length>n?[Ne("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ne("repeated-item",[...p,...p],"unique-items","/1")]:[],...f.filter(({value:u})=>!i||new Set(u.map(g=>JSON.stringify(
g))).size===s)]}function xl(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var xt=ht(St(),1);var nv=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function ql(e){return{rule:e.oneOf("rule",nv),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...Ce("minimum",e.optionalNumber("minimum")),...Ce("maximum",e.optionalNumber("maximum")),...Ce("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...Ce("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...Ce("quote",e.optionalText("quote")),source:e.source()}}var Ol=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],jl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Ui="data:image/png;base64,iVBORw0KGgo=";function zi(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Al={read:ov,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(ns(iv(r))),f=a(Gt(
s)),u=s.includes("data"),g=u?xt._`${new xt.Name("withBase64")}(${p})`:p;if(n){let O=xt._`${De("mediaReference",e,t,g,f)})`;return u?xt._`${O}
${new xt.Name("base64Reference")}(${Bt}, ${t.pointer}, ${t.value}, ${g})`:O}let S=xt._`${De("media",e,t,xt._`${o}`,xt._`${i}`,g,f)})`;return u?xt._`${S}
${new xt.Name("base64")}(${Bt}, ${t.pointer}, ${t.value}, ${i}, ${g})`:S},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o})=>({type:e?"string":"array",
media:t,accepts:o,...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,r=pv(i);if(t)return{en:`${cv(o.en)} ${o.
en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=as(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Bs("\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.
zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>zi(e,t,i);return a?o(0):Array.from({length:Math.max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.
some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...Je([7,!0,["https://example.com/one.png"]]),...lv(e,a)]:[...Je(["https://example.com/one.png",
7,{0:"https://example.com/one.png"}]),...dv(e),...uv(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?o.matching(n):Array.from({length:pr(o,t,a)},
()=>o.matching(n))};function ov(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(",\
 ")}`),s=e.oneOf("type",["array","string"])==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,
extension:r,...s?{single:s}:{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:p.texts("x-accepts").map(f=>f==="url"||f===
"asset"||f==="data"?f:p.refuse("x-accepts","url, asset or data")),pattern:p.text("pattern"),limits:n.objects("limits").map(ql)}}var Tl="\\x00-\\x20\\x7F-\\xA0";
function iv(e){return e.replaceAll(Tl,`${Tl}\\s`)}function pv(e){return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 as\
setId://{id}"}:{en:"http or https URL",zh:"http \u6216 https URL"}}function cv(e){return/^[aeiou]/i.test(e)?"an":"a"}function Or({name:e,extension:t},a){return Array.
from({length:a},(n,o)=>zi(e,t,o))}function dv(e){let{minItems:t,maxItems:a}=e;return[...t>0?[Ne("min-items-under",Or(e,t-1),"min-items")]:[],ve("min-items-at",Or(
e,t)),ve("max-items-at",Or(e,a)),Ne("max-items-over",Or(e,a+1),"max-items"),Ne("max-items-over-bad-item",[...Or(e,a),"nowhere"],"max-items")]}function Nl({accepts:e},t,a){
return[...Ol.slice(0,t?1:void 0).map((n,o)=>a(`url-good-${o+1}`,n)),...jl.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("as\
set")?a("asset","assetId://asset-1"):a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://\
asset-1","media-reference"),e.includes("data")?a("base64",Ui,"media-base64","advice"):a("base64",Ui,"media-reference"),a("base64-empty","data:image/png;base64,",
"media-reference")]}function lv(e,t){return Nl(e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function uv(e,t){let a=Math.
max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,value:Or(e,a).map((f,u)=>u===a-1?r:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<
2?[]:[{about:"two-bad-items",value:["nowhere",7,...Or(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[
n("item-number",7,"type"),n("item-null",null,"type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Nl(e,t,n),...o]}var El={read:(e,t)=>({kind:"number",...t,...Xa(e)}),type:()=>"number",schema:Ya,check:tn,facts:en,phrase(e){let t=Qa(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:os,cases:e=>[...Je(["0.5",
!0,[.5]]),...rn(e)],sample:sn};var Zt=ht(St(),1);function Ml(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Il({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Rl(e){
let t=[...is("at least",e.minimum,""),...is("at most",e.maximum,""),...is("at least",e.minLength," characters"),...is("at most",e.maxLength," characters"),...is(
"at least",e.minItems," items"),...is("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function is(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Ll(e){return mv(e,"")}function mv(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Rl),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Ml(e.source)}.`,...fv(e.deprecated)].join(`
`)}function fv(e){return e===void 0?[]:[`@deprecated ${Il(e)}`]}function Fl(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Vl(e){return`{
${e.map(hv).join("")}}`}function hv({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":Fl(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Dl(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Ul(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":Vl(a.map(n=>({name:n.name,doc:Ll(n),optional:!n.required,type:e.type(
n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...Dl(i),..."default"in i&&i.default!==void 0?
{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(Gt(a.members.map(
s=>s.name))),r=a.members.map(s=>{let p=new Zt.Name(`member${n.depth}`),f=o.nested(s,{pointer:Zt._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});return Zt._`{
const ${p} = ${new Zt.Name("own")}(${n.value}, ${s.name})
${f}
}`});return Zt._`if (${De("object",a,n,i)})) {
${r.reduce((s,p)=>Zt._`${s}
${p}`,Zt._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>zl(a,e,n),cases:a=>[...Je(["text",7,[]]),...yv(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function zl({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function yv(e,t){let a=zl(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},{about:`${i.name}-nul\
l`,value:{...s,[i.name]:null},findings:[{rule:"null",path:`/${i.name}`}]},...t.cases(i).flatMap(({about:p,value:f,findings:u})=>f===void 0?[]:[{about:`${i.name}\
-${p}`,value:{...s,[i.name]:f},findings:u.map(g=>({...g,path:`/${i.name}${g.path??""}`}))}])]});return[ve("members",a),...n.has("no_such_member")?[]:[Ne("unknow\
n-member",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Ne("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var cr=ht(St(),1);var Et=ht(St(),1);var Jl="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Wl="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",ps={date:{
pattern:`^${Jl}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Wl}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Jl}T${Wl}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
\u548C\u65F6\u95F4\uFF0C\u4F8B\u5982 2026-12-31T18:30:00Z"},valid:["2026-12-31T18:30:00Z","2026-12-31T08:00:00.5+08:00"],invalid:["2026-12-31","2026-12-31 18:30\
:00Z","tomorrow"]},uuid:{pattern:"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",name:{en:"a UUID",zh:"UUID"},valid:["123e4567-e\
89b-12d3-a456-426614174000"],invalid:["123e4567e89b12d3a456426614174000","uuid"]},email:{pattern:"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](-?[A-Za-z0-9])*(\
[.][A-Za-z0-9](-?[A-Za-z0-9])*)+$",name:{en:"an e-mail address",zh:"\u7535\u5B50\u90AE\u4EF6\u5730\u5740"},valid:["ada@example.com"],invalid:["ada","ada@","@exa\
mple.com","a da@example.com"]},uri:{pattern:'^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20"<>\\\\^`{|}]+$',name:{en:"an absolute URI",zh:"\u7EDD\u5BF9 URI"},valid:["ht\
tps://example.com/a?b#c","urn:example:a"],invalid:["example.com","/a","https://exa mple.com"]}};var gv=Object.keys(ps);function an(e){let t=e.has("format")?e.oneOf("format",gv):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),Ke({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):ps[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:ps[t].valid)})}function nn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...Ke({minLength:e,maxLength:t,format:a,pattern:n,examples:o})}}function on({minLength:e,
maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...Ke({minLength:e,maxLength:t,format:a,...a===void 0?{pattern:n}:{},examples:o})}}function pn(e,t,{
constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=Et._`${n??0}`,f=o===void 0?Et._`Infinity`:Et._`${o}`;if(i!==void 0){let u=r===void 0?
Et._`"pattern"`:Et._`"format"`,g=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return Et._`${De("patterned",e,t,p,f,a(ns(i)),u,a($l(g)))})`}return n===
1&&o===void 0?Et._`${De("nonEmpty",e,t)})`:n===void 0&&o===void 0?Et._`${De("typed",e,t,Et._`"string"`)})`:Et._`${De("text",e,t,p,f)})`}function cn({minLength:e=0,
maxLength:t,format:a,pattern:n,examples:o}){let r=as(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,zh:u}=ps[a].name;return e>0||t!==void 0?{en:`${f}\
, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:f,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:
e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},[p]=o??[];return n===void 0||
p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function dn({default:e,examples:t,minLength:a=0,maxLength:n},o){
if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function ln({format:e,pattern:t,examples:a=[],minLength:n=0,maxLength:o=1/0}){
if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such form"]:ps[e].invalid).filter(u=>!i.
test(u)&&[...u].length>=n&&[...u].length<=o),f=e===void 0?"pattern":"format";return[...a.map((u,g)=>ve(`${f}-good-${g+1}`,u)),...p.map((u,g)=>Ne(`${f}-bad-${g+1}`,
u,f))]}function un({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(p),i=e>0?[Ne("min-length-under","a".
repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ne(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+1),"max-length")),s=[...e>0?[ve("mi\
n-length-at","a".repeat(e)),ve("min-length-astral","\u{1F600}".repeat(e)),ve("space"," ".repeat(e))]:[],...t===void 0?[]:[ve("max-length-at","a".repeat(t)),ve("\
max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Cl=()=>Je([7,!0,["a"]]);function Kl(e){return Ce("minLength",e.optionalNumber("\
minLength"))}function mn({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(pr(n,t,a)):n.matching(e)}var wv={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Bl(e){return wv[e].
en}var Gl={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...an(e),limits:e.objects("x-prompt-limits").map(bv),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:nn,
check:(e,t,a)=>[pn(e,t,a),...vv(e,t,a),...$v(e,t,a)].reduce((n,o)=>cr._`${n}
${o}`),facts:e=>({...on(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:cn,
example:(e,t)=>dn(e,Bl(t)),cases:e=>[...Je([7,!0,["a"],{text:"a"}]),...un(e),...ln(e),...Pv(e.limits),...Sv(e.tokens)],sample:mn};function bv(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...Ce("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function vv({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:g,max:S,severity:O,onlyWithHan:x})=>[
u,g,S,O==="error"?1:0,x===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,g=!0)=>n(Gt(g?kv(u):[])),f=cr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[cr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new cr.Name("promptLimits")}(${Bt}, ${t}, ${a}, ${n(Gt(i))}, ${f})`]}function kv(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function $v({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=ns(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return cr._`if (typeof ${a} === "string") ${new cr.Name("promptTokens")}(${Bt}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Pv(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Hl(a,o)).map(([i,r])=>ve(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[ve("every-limit-over",e.map(({count:t,max:a})=>Hl(t,a+1)[""]).join(" "))]:[]]}function Sv(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Hl(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var Zl={read:(e,t)=>({kind:"string",...t,...Kl(e),...an(e),...Ce("values",e.unknown("x-values"))}),type:()=>"string",schema:nn,check:pn,facts:on,phrase(e){let t=cn(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>dn(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Cl(),...e.pattern===void 0&&e.maxLength===void 0?[ve("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[ve("empty","")]:[],...un(e),...ln(e)],sample:mn};var Ql={type:Ov,schema:jv,example:tu,cases:e=>Av(e,[]),sample:Nv},Xl={prompt:Gl,string:Zl,enum:Pl,integer:Sl,number:El,boolean:vl,media:Al,object:Ul(Ql,xv),list:_l(
Ql,qv),array:bl};function _v(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";switch(t.type){case"string":return e==="prompt"||t["x-p\
rompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return t.type;default:return}}function Yl(e,t,a,n){let o=_v(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=Xl[o].read(t,a,
n);return{...i,phrase:Tv(i)}}function xv(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.hasOwn(n.value,i)||e.refuse("r\
equired",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{kind:"object",...t,members:Object.
keys(n.value).map(i=>{let r=n.object(i);return Yl(i,r,eu(i,o.has(i),r,t),a)})}}function qv(e,t,a){let n=e.object("items");return n.has("default")&&n.refuse("def\
ault","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(n.text("type"))&&e.refuse("uniqueItems","left out: only strings, nu\
mbers and booleans are compared"),{kind:"list",...t,items:Yl("item",n,eu("item",!0,n,t),a),...Ke({minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber(
"maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function eu(e,t,a,{source:n}){return gl(e,t,a,n)}function Ov(e){return cs(e).type(e)}function jv(e){
return cs(e).schema(e)}function Tv(e){return cs(e).phrase(e)}function tu(e,t){return cs(e).example(e,t)}function Av(e,t){return cs(e).cases(e,t)}function Nv(e,t){return cs(e).sample(e,
t)}function cs(e){return Xl[e.kind]}var ru=new WeakMap;function Ev(e){let t=ru.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>Iv[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return ru.
set(e,n),n}function ds(e){return we(e)?Ev(e):void 0}function Ji(e){return ca(e).map(([,t])=>ds(t)??Mv)}var Mv=()=>!1,Iv={type:e=>typeof e=="string"?Fv[e]:void 0,
const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Qs((e,t)=>e>=t),maximum:Qs((e,t)=>e<=t),exclusiveMinimum:Qs((e,t)=>e>t),exclusiveMaximum:Qs(
(e,t)=>e<t),multipleOf:Qs((e,t)=>Lv(e/t)),uniqueItems:e=>e!==!0?void 0:t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:su((e,t)=>e>=
t),maxLength:su((e,t)=>e<=t),pattern:e=>{let t=typeof e=="string"?Rv(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.
isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(t)||t.length<=Number(e),items:e=>{let t=ds(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(
t)},required:e=>{let t=ca(e).map(([,a])=>a);return a=>!we(a)||t.every(n=>Wi(a,n))},properties:e=>{let t=bs(e).flatMap(([a,n])=>{let o=ds(n);return o===void 0?[]:
[[a,o]]});return a=>!we(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=bs(e).map(([a,n])=>[a,
ca(n)]);return a=>!we(a)||t.every(([n,o])=>!Wi(a,n)||o.every(([,i])=>Wi(a,i)))},oneOf:e=>{let t=Ji(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{let t=Ji(
e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Ji(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!we(a)||Object.keys(a).
every(n=>we(t)&&Object.hasOwn(t,n)),not:e=>{let t=ds(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n]=[ds(e),ds(t.then)];return a===void 0||n===void 0?
void 0:o=>!a(o)||n(o)}};function Qs(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function su(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}
function Rv(e){try{return new RegExp(e)}catch{return}}function Lv(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Wi(e,t){return typeof t==
"string"&&Object.hasOwn(e,t)}var Fv={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.
isArray(e),object:e=>we(e)};var Vv=/^models\/([^/]+)\.schema\.json$/;function Xs(e){return Vv.exec(e)?.[1]}var au=Dr(e=>[...e.files.values()].flatMap(t=>{let a=Xs(t.path),n=jr(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function jr(e){return e!==
void 0&&e.syntaxErrors.length===0&&we(e.value)?e.value:void 0}function fn(e){return[...e.files.values()].some(t=>jr(t)===void 0)}var kS=Dr(()=>new Map);function Dv(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(we(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function nu(e,t){let a=[];return Dv(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function ou(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:Uv(t))}var Uv=er(e=>nu(jr(e)??null,(t,a)=>{let n=typeof t=="string"?Jv(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),zv=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function Jv(e){let[t]=zv.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which nobody sees`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function iu(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?Wv(t,a):t,[...e])}function pu(e){return cu(e).map(({required:t})=>t.join(
" with ")).join("; ")}function Wv(e,t){let a=cu(t),n=p=>p!==t&&Bv(p.instancePath,t.instancePath)&&!Hv(p,t),o=e.filter(p=>p!==t&&!n(p)),i=Cv(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&Gv(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function Cv(e,t){let a=we(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:Kv(e);if(n!==void 0){let{data:p}=t,f=we(p)?p[n]:void 0,u=e.findIndex(
({members:S})=>S?.get(n)===f);if(u!==-1)return u;let g=e.map(({members:S})=>S?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:g},data:f}}let o=e.map(({required:p,members:f})=>a.filter(u=>f?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,f)=>p===i?[f]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function Kv(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function cu({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function Hv(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function Bv(e,t){return e===t||e.startsWith(`${t}/`)}function Gv(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as Qv}from"node:module";import{fileURLToPath as Zv}from"node:url";var du=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Ci=new URL("../".repeat(
du),import.meta.url),NS=new URL("../",Ci),ES=new URL(du===3?"./":"../",import.meta.url);var VS=Zv(new URL("dist/kept/",Ci));var Xv=Qv(import.meta.url),Ki="spec:/";function lu(){let{Ajv2020:e}=Xv("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var Yv=/^upstreams\/([^/]+)\.json$/;function Ys(e){return Yv.exec(e)?.[1]}function uu(e,t){let a=(n,o)=>we(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>Ys(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var mu={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},fu="meta/model.schema.json",hu="\
meta/upstream.schema.json",e1=["meta/facts.schema.json","meta/parameter.schema.json"],QS=[...Object.entries(mu).flat(),fu,hu,...e1];function yu(e){return Ys(e)!==void 0?hu:Xs(e)===void 0?mu[e]:fu}var hn;function yn(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(hn?.text===a)return hn.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?r1(t):t1(e.meta.paths,n);return hn={text:a,validator:i=>e.files.has(i)?
o(i):void 0},hn.validator}function t1(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function r1(e){let t=lu();for(let a of e){
let n=jr(a);n!==void 0&&t.addSchema(n,Ki+a.path)}return a=>t.getSchema(Ki+a)}function Vt(e,t){let n=t.map(o=>({candidate:o,distance:s1(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function s1(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function gu(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function vu(e){let t=yn(e),a=[...e.files.values()].flatMap(n=>{let o=yu(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=a1(n),s=r.get(i)??n1(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var a1=er(()=>new WeakMap);function n1(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of iu(t.errors??[])){let r=o1(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function o1(e,t,a){let n=l1(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&gu(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${ea(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return i1(
e,[...n,o("additionalProperty")],a);case"required":return wu(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=wu(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${ea(n)} must have exactly one of ${pu(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${ea(n)} must be ${p1(a)}`}}}function i1(e,t,a){let n=String(t.at(-1)),o=we(bu(a))?Object.keys(bu(a)):[],i=Vt(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function wu(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${ea(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${ea(t)} lacks the keywor\
d "${a}"`}}function bu(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function p1(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(d1[e.keyword]??c1)(e)}var gn=({params:e})=>String(e.limit),ls=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,c1=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,d1={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${gn(e)} or more`,maximum:e=>`${gn(e)} or less`,exclusiveMinimum:e=>`more than ${gn(
e)}`,exclusiveMaximum:e=>`less than ${gn(e)}`,minLength:e=>`a string of ${ls(e,"character")} or more`,maxLength:e=>`a string of ${ls(e,"character")} or less`,minItems:e=>`\
a list of ${ls(e,"item")} or more`,maxItems:e=>`a list of ${ls(e,"item")} or less`,minProperties:e=>`an object with ${ls(e,"member")} or more`,maxProperties:e=>`\
an object with ${ls(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function ea(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function l1(e,t){let a=e;return be(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:we(a)?a[n]:void 0,o?Number(n):n})}var u1=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function ku(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!u1.some(({causes:s,follow:p})=>p(i)&&r.some(f=>s.has(f)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>m1(i,s,p<r))))}function m1(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Hi(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var $u=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Pu=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Su=["all","asset","asset-list","capabilities","finding","index","model","model-directory","model-directory-entry","model-list","model-summary","names","open",
"price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var _u=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Su.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var xu=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var qu=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s used by nobody",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes b\
y it, so it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "\
../parameters.schema.json#/$defs/seed" }'}];var Ou=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var ju=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
a second valid example: { "text": "A paper boat" }'}];var Tu=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
sk/{id}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Au=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
ds a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Nu=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
 and the two differ. Settings name protocols, so both must be the same.",hint:'Rename the file, or correct "protocol".',wrong:'spec/upstreams/ark.json: { "proto\
col": "arc" }',right:'spec/upstreams/ark.json: { "protocol": "ark" }'},{code:"S071",severity:"error",title:"An upstream mapping names an unknown parameter",explanation:"\
No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.",hint:"Use the name of a parameter of\
 the catalogue.",wrong:'{ "to": "/ratio", "from": "aspectratio" }',right:'{ "to": "/ratio", "from": "aspect_ratio" }'},{code:"S072",severity:"error",title:"An u\
pstream mapping names a value that no model offers",explanation:"Every model that has the parameter lists its values, and this one is not among them. The entry \
would never apply.",hint:"Use a value of the catalogue.",wrong:'{ "from": "resolution", "values": { "720px": "720p" } }',right:'{ "from": "resolution", "values"\
: { "720p": "720p" } }'},{code:"S073",severity:"error",title:"An upstream mapping names an unknown source",explanation:'Every fact says where it was read. The n\
ame must be one of those in "sources".',hint:'Use a name of "sources", or add the source there.',wrong:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "skd" }',
right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S087",severity:"error",title:"What a cancel proves is not a status that ends a task\
 without a result",explanation:"The credits that a cancelled task holds are given back only for an answer that proves that nothing was made and nothing is charg\
ed. A word that the status never has proves nothing, and one of a task that waits, runs or has a result proves the opposite.",hint:"Use a word of status.states \
that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel": { \u2026 "proves": { "query": ["running"] } }',right:'\
"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'},{code:"S074",severity:"error",title:"A path names an unknown variable",explanation:"Paths may hold {\
id} (the task at the upstream; not in a submit), {model} (the model at the upstream) and {app} (its owner and name).",hint:"Use {id}, {model} or {app}.",wrong:'\
"query": { "path": "/tasks/{task_id}" }',right:'"query": { "path": "/tasks/{id}" }'},{code:"S075",severity:"error",title:"A template does not hold the value onc\
e",explanation:"A template must hold {value} exactly where the value goes, and no other word in braces.",hint:"Write {value} once.",wrong:'{ "from": "duration",\
 "template": "{vlaue}s" }',right:'{ "from": "duration", "template": "{value}s" }'},{code:"S076",severity:"error",title:"Two rows write to the same place",explanation:"\
Two rows that may both apply to one request write to one place, or one needs a list where the other needs an object, so that the second would silently overwrite\
 the first.",hint:"Give the rows conditions that exclude each other, or another place.",wrong:'{ "to": "/size", "from": "resolution" }, { "to": "/size", "from":\
 "aspect_ratio" }',right:'{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" }'},{code:"S077",severity:"error",title:"A row\
 cannot be read backwards and does not say why",explanation:"Two values of one model become the same value of the upstream. A request of the vendor's own client\
 could not be read back.",hint:'Say why in "oneWay", or map to different values.',wrong:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" } \
}',right:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one wide format" }'},{code:"S078",severity:"error",
title:"A task of the upstream cannot be followed to its end",explanation:"A submit that answers with an ID needs a query and a table of statuses, in which at le\
ast one word means completed and one failed.",hint:"Add the query, and the words that end a task.",wrong:'{ "id": "/id", "status": { "at": "/status", "states": \
{ "running": "processing" } } }',right:'{ "id": "/id", "query": { \u2026 }, "status": { "at": "/status", "states": { "done": "completed", "error": "failed" } } }'},
{code:"S079",severity:"error",title:"A row uploads files and the protocol cannot",explanation:'A row with "as": "uploaded" uploads the data URIs it carries befo\
re the submit. The protocol must say how in "upload", and the row must take data URIs.',hint:'Add "upload", and list data in the "forms" of the row.',wrong:'{ "\
each": "first_image", "as": "uploaded", "forms": ["url"] }',right:'{ "each": "first_image", "as": "uploaded", "forms": ["url", "data"] }'},{code:"S080",severity:"\
error",title:"An index leaves places of a list empty",explanation:"A row that writes to an index of a list makes every place before it. Where no row fills them \
they would be sent as null, and a large index would fill the memory. A place that is only read may have an index up to 99.",hint:"Write - in place of the index \
to append to the list, or fill the places before it.",wrong:'{ "to": "/content/99999999", "from": "prompt" }',right:'{ "to": "/content/-", "from": "prompt" }'},
{code:"S081",severity:"error",title:"A place to read one value from stands for several",explanation:"In the URL of a result and in the names of models, - stands\
 for every item of a list, since there may be several. Everywhere else one value is read from an answer.",hint:"Write the index of the item, such as 0.",wrong:'\
"message": ["/errors/-/text"]',right:'"message": ["/errors/0/text"]'},{code:"S082",severity:"error",title:"A proof never counts",explanation:"The first proof th\
at fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would never be used.",hint:"Put the narrower proo\
f first, or take it out.",wrong:'{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',right:'{ "status": "429", "proves": "busy" },\
 { "status": "4xx", "proves": "rejected" }'},{code:"S083",severity:"error",title:"A request about a task does not name it",explanation:"The submit answers with \
an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task would get the same answer.",hint:"Put\
 {id} where the path has the ID of the task.",wrong:'"query": { "method": "GET", "path": "/tasks" }',right:'"query": { "method": "GET", "path": "/tasks/{id}" }'},
{code:"S084",severity:"error",title:"The limits of a row let no number through",explanation:"The minimum is greater than the maximum, so that every request with\
 the parameter would be rejected.",hint:"Swap the two, or correct one.",wrong:'{ "from": "duration", "minimum": 60, "maximum": 4 }',right:'{ "from": "duration",\
 "minimum": 4, "maximum": 60 }'},{code:"S085",severity:"error",title:"A result has the media type of another kind",explanation:"The operation of one kind of mod\
els answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not.",hint:"Use a media type of the\
 kind: video/\u2026, image/\u2026, audio/\u2026, or model/\u2026 for a mesh.",wrong:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "image/png" }]\
 }',right:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "video/mp4" }] }'},{code:"S086",severity:"error",title:"A source of an upstream map\
ping is not named by any fact",explanation:'Every source in "sources" is where a fact was read. One that no fact names is left over, or the facts that were read\
 there name another.',hint:"Name the source at the facts that were read there, or take it out.",wrong:'{ "sources": { "sdk": { \u2026 }, "docs": { \u2026 } }, \u2026 "source":\
 "sdk" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'}];var f1=[...$u,...Pu,..._u,...xu,...qu,...ju,...Tu,...Ou,...Nu,...Au];function Eu(e){let t=f1.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var Mu=60;function Iu(e,t){let a=Eu(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:h1(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:da(t.path),text:w1(o.text),message:t.message,hint:t.hint??a.hint}}function h1(e,t){if(t.offset!==void 0)return{...Hi(e.text,
t.offset),text:g1(e.text,t.offset)};let a=y1(e.tree,t),n=a?.offset??0;return{...Hi(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function y1(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=bp(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function g1(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function w1(e){let t=e.replace(/\s+/g," ");return t.length>Mu?`${t.slice(0,Mu-1)}\u2026`:t}var Ru=100;function wn(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Wn(t,a,Lu),o=n===void 0?void 0:vp(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Fu(o,Ru))throw new RangeError(`${e} has more than ${Ru} levels`);return{path:e,text:t,value:o,get tree(){return n??=Wn(t,[],Lu)},syntaxErrors:a}}
var Lu={disallowComments:!0,allowTrailingComma:!1};function Fu(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Fu(a,t-1))}function Vu(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:f,hint:u}=e,g=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${f}${g}
    at #${s}
    ${u}`}var ke=Dr(e=>uu(e,(t,a)=>yn(e)("meta/upstream.schema.json")?.(a)===!0)),b1=["video","image","audio","mesh"];function Re({operations:e}){return b1.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var dr=Dr(e=>au(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(we(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,v1(e,t,o)]))})));function v1(e,t,a){let n=we(a)?a:{},o=typeof n.$ref=="string"?{...k1(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function k1(e,t,a){try{let{value:n}=Op(e,t,a);return we(n)?n:{}}catch{return{}}}function*Du(e){for(let{path:t,source:a}of ke(e)){let n=Ys(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Bi=99;function*Uu(e){for(let{path:t,source:a}of ke(e)){for(let[o,{rows:i}]of Re(a)){let r=i.map(({to:s})=>be(s));for(let[s,p]of r.entries()){let f=$1(p,r);if(f===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Gi(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Bi){let s=`Use an index up to ${Bi}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Bi}`,hint:s}}}}}function $1(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return da(o)}}var P1=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Gi(e,t){if(typeof e=="string"){let a=e.startsWith("/")?be(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Gi(n,[...t,a]);else if(we(e))for(let[a,n]of Object.entries(
e))P1.includes(a)||(yield*Gi(n,[...t,a]))}function*zu(e){for(let{path:t,source:a}of ke(e))for(let[n,{rows:o}]of Re(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Ju={video:"video",image:"image",audio:"audio",mesh:"model"};function*Wu(e){for(let{path:t,source:a}of ke(e))for(let[n,{results:o}]of Re(a))for(let{contentType:i,
path:r}of Cu(o,["operations",n,"results"]))i.startsWith(`${Ju[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Ju[n]}/.`})}function*Cu(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*Cu(o,[...t,a,"results"])}function*Hu(e){for(let{path:t,source:a}of ke(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>S1(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function S1(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Ku(e.codes,t.codes)&&Ku(e.says,t.says)}function Ku(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}var Bu="{value}";function Gu(e){return{value:e,holes:[...Zi(e,[])]}}function*Zi(e,t){if(typeof e=="string"){let[a="",n]=e.split(Bu);n!==void 0&&(yield{at:t,whole:e===
Bu,prefix:a,suffix:n})}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Zi(n,[...t,String(a)]);else if(we(e))for(let[a,n]of Object.entries(e))yield*Zi(
n,[...t,a])}function bn(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(bn):we(e)?Object.values(e).
flatMap(bn):[]}function us(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function Qu(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:x1(e.upload)},operations:Object.fromEntries(Re(e).map(([i,r])=>[i,T1(r)])),errors:{message:t.map(be),
code:a.map(be),proofs:o.map(V1),...n===void 0?{}:{inside:{at:be(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Qt(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:_1(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:q1(e.webhooks)},...e.idempotency===void 0?{}:{idempotencyHeader:e.
idempotency.header}}}function _1({path:e,url:t,names:a="",omits:n,except:o=[],untestable:i}){if(i!==void 0)return{untestable:i};let r=t===void 0?void 0:new URL(
t).origin;return{...r===void 0?{}:{origin:r},path:Qt(e??t?.slice(r?.length)??""),names:be(a),...n===void 0?{}:{omits:n},except:o}}function x1({method:e,path:t,field:a,
reference:n}){return{request:Qi({method:e,path:t}),...a===void 0?{}:{field:a},reference:be(n)}}function q1(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,
told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:be(t)},beside:n.map(({to:s,constant:p})=>({to:be(s),value:p})),...o===void 0?{}:{signature:O1(
o)},...i===void 0?{}:{challenge:be(i)},told:r.map(({at:s,fact:p})=>({at:be(s),fact:p}))}}function O1(e){if(e.by==="fal-ed25519")return e;let{path:t,at:a}=e.secret;
return{...e,secret:{path:Qt(t),at:be(a)}}}function j1({path:e,filter:t,limit:a,items:n,within:o}){return{path:Qt(e),filter:t,limit:a,items:be(n),within:o===void 0?
[]:be(o)}}function T1(e){let{submit:t,id:a,queryId:n,query:o,list:i,cancel:r,status:s,progress:p,seconds:f,secondsAs:u}=e;return{submit:{method:t.method,path:Qt(
t.path)},encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(E1),drops:(e.drops??[]).map(({parameter:g,values:S,when:O,reason:x})=>({parameter:g,when:(O??
[]).map(Xu),reason:x,...S===void 0?{}:{values:S}})),needs:Zu(e.needs),lacks:Zu(e.lacks),...a===void 0?{}:{id:be(a)},...o===void 0?{}:{query:Qi(o)},...i===void 0?
{}:{list:j1(i)},...r===void 0?{}:{cancel:F1(r)},answer:{...s===void 0?{}:{status:A1(s)},...p===void 0?{}:{progress:{at:be(p.at),of:p.of}},results:e.results.map(
Yu),message:e.message.map(be),code:e.code.map(be),...f===void 0?{}:{seconds:be(f)},...u===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:g,unit:S})=>({
at:be(g),unit:S})),...n===void 0?{}:{id:be(n)}},told:(e.told??[]).map(({at:g,in:S,link:O,constant:x,fact:q})=>({at:be(g),in:S,from:O!==void 0?{kind:"link",request:{
method:"GET",path:Qt(O.path)}}:q!==void 0?{kind:q}:{kind:"constant",value:x??null}}))}}function A1({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:be(e),states:t,
...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(N1),means:r}))}}function N1({at:e,is:t,present:a}){return t===
void 0?{at:be(e),present:a??!0}:{at:be(e),is:t}}function Zu(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function E1(e){let t=e.
values===void 0?e.accepts?.map(L1):Object.entries(e.values).map(R1);return{to:be(e.to),from:I1(e),when:(e.when??[]).map(Xu),...e.as==="string"?{template:M1}:{},
...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:{template:Gu(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},
...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},
...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var M1={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function I1({from:e,
each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"\
model"}:{kind:"constant",value:o??null}}function R1([e,t]){return[ms(e),t]}function ms(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function L1(e){
return[e,e]}function Xu({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"abse\
nt",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function Qi({method:e,path:t}){
return{method:e,path:Qt(t)}}function F1({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...Qi(a),...e===void 0?{}:{from:e.words},proves:{...n===void 0?
{}:{answer:{at:be(n.at),words:n.words}},query:o}}}function Yu(e){let{url:t,list:a,base64:n,contentType:o,content:i,query:r,results:s,message:p,pending:f}=e;return t!==
void 0?{kind:"url",at:be(t),list:a??!1}:n!==void 0&&o!==void 0?{kind:"base64",at:be(n),contentType:o}:i!==void 0?{kind:"content",request:{method:"GET",path:Qt(i)}}:
{kind:"query",request:{method:"GET",path:Qt(r??"")},results:(s??[]).map(Yu),message:(p??[]).map(be),...f===void 0?{}:{pending:f}}}function V1({status:e,codes:t,
says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.
map(r=>r.toLowerCase())}}}function Qt(e){return us(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="model"||a==="app")return{variable:a};
throw new TypeError(`path ${e}: unknown variable {${a}}`)})}function*em(e){for(let{path:t,source:a}of ke(e))for(let[n,{rows:o}]of Re(a)){let i=dr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
D1(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function D1({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,g)=>s.get(u)?.includes(ms(g))??s.has(u),f=Object.entries(e).filter(([u])=>{let g=r(u);return i.every((S,O)=>p(S,g[O]??""))});for(let[u,[g,S]]of f.entries()){
let O=f.slice(0,u).find(([,x])=>JSON.stringify(x)===JSON.stringify(S));if(O!==void 0)return[O[0],g]}}}function*tm(e){for(let{path:t,source:a}of ke(e))for(let[n,{rows:o}]of Re(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*am(e){for(let{path:t,source:a}of ke(e))for(let[n,{rows:o}]of Re(a)){let i=dr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let f=o.slice(0,
s).find(u=>nm(u,p)&&!z1(u,p)&&J1(u,p,i)&&!(r&&vn(u,p)));f!==void 0&&(r||=vn(f,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:vn(f,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${Xi(f)} at ${f.to})`:`${p.to} is written by an earlier row too (${Xi(f)})`})}yield*U1(
t,a,o)}}function*U1(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>nm(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${Xi(r)})`})}}function nm(e,t){if(vn(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function vn({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&rm(i)!==
rm(r)}var rm=e=>/^(-|\d+)$/.test(e);function z1(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function J1(e,t,a){if(sm(e,t)||sm(t,e))return!1;let n=[
kn(e),kn(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function sm({when:e=[]},t){return e.some(a=>kn(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>W1(a,n)))}function W1(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function kn({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function Xi(e){return kn(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*om(e){for(let{path:t,source:a}of ke(e))for(let[n,{id:o,query:i,status:r}]of Re(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:f,cases:u=[]}=r,g=[...Object.values(
p),f,...u.map(({means:S})=>S)];for(let S of["completed","failed"])g.includes(S)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${S}`})}}function*im(e){for(let{path:t,source:a}of ke(e))for(let[n,{rows:o}]of Re(a))for(let[i,{template:r}]of o.entries()){if(r===void 0)continue;let s=bn(r);if(s.length===
1&&s[0]==="value")continue;let p=s.find(f=>f!=="value");yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:p!==void 0?`{${p}} means noth\
ing here`:s.length===0?"the template does not hold {value}":`the template holds {value} ${s.length} times`}}}function*$n({rows:e,drops:t=[],needs:a={},lacks:n={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,f=Object.keys(
i.values??{}).map(g=>({value:ms(g),path:[...r,"values",g],at:"key"})),u=(i.accepts??[]).map((g,S)=>({value:g,path:[...r,"accepts",S],at:"value"}));for(let[g,S]of(i.
join??[]).entries())yield{parameter:S,path:[...r,"join",g],at:"value",values:C1(i,r,g)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...f,...u]}),
yield*pm(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((f,u)=>({value:f,path:[...p,"values",u],at:"value"}))},yield*pm(s,[...p,"when"])}for(let o of Object.keys(a))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(n))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function C1({values:e={}},t,a){return Object.keys(e).map(
n=>({value:ms(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*pm(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,f]of n.entries())yield{parameter:f,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,f]of o.entries())yield{parameter:f,path:[...t,a,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,f)=>({value:p,path:[...t,a,"among",f],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"\
value",values:s}}}function*cm(e){if(!fn(e))for(let{path:t,source:a}of ke(e))for(let[n,o]of Re(a)){let i=dr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:f}of $n(o)){if(r.includes(s))continue;let u=Vt(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function Pn(e,t){return Yi(e.files.get(t)?.value??null,[])}var K1=["template","constant","among","body","values","accepts","sources"];function*Yi(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*Yi(n,[...t,a]);else if(we(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:K1.includes(a)||(yield*Yi(n,[...t,a]))}function*dm(e){for(let{path:t,source:a}of ke(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Pn(e,t)){if(n.includes(o))continue;let r=Vt(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var H1=["model","app"],ta=["id","model","app"];function*Sn(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{signature:n}=e.webhooks??{};n?.by==="standard-webhooks"&&(yield{text:n.secret.
path,path:["webhooks","signature","secret","path"],allowed:[]});for(let[o,i]of Re(e))for(let{path:r,...s}of B1(i))yield{path:["operations",o,...r],...s}}function*B1({
id:e,submit:t,query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:H1},a!==void 0&&(yield{text:a.path,
path:["query","path"],allowed:ta,needsId:s}),n!==void 0&&(yield{text:n.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","pat\
h"],allowed:ta,needsId:s});for(let[p,{link:f}]of r.entries())f!==void 0&&(yield{text:f.path,path:["told",p,"link","path"],allowed:ta});yield*lm(i,["results"],s)}
function*lm(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ta,needsId:a}),i!==void 0&&
(yield{text:i,path:[...t,n,"query"],allowed:ta,needsId:a}),yield*lm(r,[...t,n,"results"],a)}function*um(e){for(let{path:t,source:a}of ke(e))for(let{text:n,path:o,allowed:i}of Sn(a))for(let r of us(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*mm(e){for(let{path:t,source:a}of ke(e))for(let{text:n,path:o,allowed:i,needsId:r}of Sn(a)){let s=us(n).flatMap(p=>typeof p=="string"?[]:[p.variable]);r===
!0&&!s.includes("id")&&s.every(p=>i.includes(p))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is missing"})}}function*fm(e){if(!fn(e))for(let{path:t,source:a}of ke(e))for(let[n,o]of Re(a)){let i=new Set,r=dr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of $n(o)){
let f=r.filter(g=>g.parameters.has(s)).map(g=>g.parameters.get(s)),u=new Set(f.flatMap(g=>g??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:g,path:S,
at:O}of p){if(u.has(g)||i.has(S.join("/")))continue;i.add(S.join("/"));let x=typeof g=="string"?Vt(g,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...S],at:O,message:`no ${n} model offers ${JSON.stringify(g)} as ${s}`,hint:x===void 0?`Offered: ${[...u].map(q=>JSON.stringify(q)).join(", ")}.`:
`Did you mean "${x}"?`}}}}}var G1=new Set(["failed","expired","cancelled"]);function*hm(e){for(let{path:t,source:a}of ke(e))for(let[n,{cancel:o,status:i}]of Re(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,f]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,g]of p.entries()){let S={code:"S087",file:t,path:[...s,...f,u]},O=r.get(g),x=O===void 0?Vt(g,[...r.keys()]):void 0;O===void 0?yield{...S,message:`\
"${g}" is not a word of status.states`,...x===void 0?{}:{hint:`Did you mean "${x}"?`}}:f[0]==="proves"&&!G1.has(O)&&(yield{...S,message:`"${g}" means ${O}: it p\
roves that something is made`})}}}function*ym(e){for(let{path:t,source:a}of ke(e)){let n=new Set([...Pn(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var gm=[Du,cm,fm,dm,um,im,am,em,om,tm,Uu,Hu,mm,zu,Wu,ym,hm];var wm="meta/upstream.schema.json",Z1=[$p,Sp,qp,ou,vu,...gm];function bm(e,t){let a=[wn(wm,"{}"),...Y1(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,f={directory:i,files:new Map([...a,Q1(p,s)].map(S=>[S.path,S])),meta:{paths:[wm],code:()=>n}},u=ku(Z1.flatMap(S=>[
...S(f)])).filter(({file:S})=>S===p).map(S=>Iu(f,S)),g=ke(f)[0]?.source;return g!==void 0&&u.every(({severity:S})=>S!=="error")?{name:r,mapping:Qu(g)}:{name:r,mistakes:u.
sort((S,O)=>S.line-O.line).map(S=>X1(S,r,i))}})}function Q1(e,t){try{return wn(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function X1(e,t,a){return Vu({...e,file:`${t}.json`},a)}function Y1(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return wn(`models/${t}.schema.json`,JSON.stringify(i))})}var Wq=bm(vm.default.meta0,e0);export{Wq as compileProtocols};
