// Made by the generator from spec/. Do not edit.
var Em=Object.create;var ip=Object.defineProperty;var Mm=Object.getOwnPropertyDescriptor;var Im=Object.getOwnPropertyNames;var Rm=Object.getPrototypeOf,Lm=Object.prototype.hasOwnProperty;var Z=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Fm=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Im(t))!Lm.call(e,o)&&o!==a&&ip(e,o,{get:()=>t[o],enumerable:!(n=Mm(t,o))||n.enumerable});
return e};var yt=(e,t,a)=>(a=e!=null?Em(Rm(e)):{},Fm(t||!e||!e.__esModule?ip(a,"default",{value:e,enumerable:!0}):a,e));var En=Z(Nn=>{"use strict";Object.defineProperty(Nn,"__esModule",{value:!0});function pp(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Nn.default=pp;pp.code='require("ajv/dist/runtime/ucs2length").default'});var up=Z(lp=>{"use strict";lp.meta0=ia;var l={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstrea\
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
query, when elsewhere."},query:{$ref:"#/$defs/request",description:"The request that tells of a task."},list:{type:"object",description:"A GET that tells of sev\
eral tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","source"],properties:{path:{
$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,
maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"\
#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","so\
urce"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},from:{type:"object",description:"In whi\
ch of the upstream's words for the status the request may be sent. In others it does something else, such as removing a finished result. Left out where it does \
nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"objec\
t",description:"What proves that nothing was bought. Any other answer proves nothing: the task is followed to its end and paid for. Left out where nothing does.",
required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["at","words"],properties:{
at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words for the status that a late\
r query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",
description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{
type:"object",description:"The upstream's words, each with its meaning, compared without case; numbers and booleans by what they are written as. A word that is \
missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"What words are written\
 as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{type:"array",minItems:1,
description:"States that several signs mean together, whatever the word says. The first that holds counts.",items:{type:"object",required:["when","means"],properties:{
when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",
minItems:1,description:"One of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:[
"present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{
type:"object",description:"Where the upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"numb\
er",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{
$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed task has its error code."},seconds:{
$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"string",description:"The length is answered as a string. Left out where\
 it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"s\
tring",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the task used."},told:{type:"array",
description:"Members of answers that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at",
"in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"object",required:["path"],
properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed value."},fact:{enum:["id","m\
odel","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},
additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"\
What a task's status means."},results:{type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$de\
fs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{
$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; o\
nly further down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
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
"query","results","message"]}],additionalProperties:!1}}},Ht={type:"string",minLength:1,description:"A remark for who edits the file."},K={type:"string",minLength:1,
description:"One of the names in sources."},be={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {model} or {app}.",errorMessage:"\
a path that starts with /"},Q={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"\
a JSON pointer, such as /task/id"},pa=Object.prototype.hasOwnProperty,te=En().default,Vm=new RegExp("^[a-z][a-z0-9-]*$","u"),Dm=new RegExp("^\\d+\\.\\d+\\.\\d+",
"u"),cp=new RegExp("^https://","u"),Um=new RegExp("^https://[^/]+(/.*[^/])?$","u"),zm=new RegExp("^[A-Za-z0-9._-]+$","u"),_t=new RegExp("^/","u"),Jm=new RegExp(
"^https://[^/?#{}]+/[^#]*$","u"),Fe=new RegExp("^(/([^/~]|~[01])+)+$","u"),Wm=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),Ut={type:"object",required:["text","source"],
properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Rr(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Rr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let h=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},
message:"must have required property 'text'",schema:Ut.required,parentSchema:Ut,data:e};r===null?r=[O]:r.push(O),s++}if(e.source===void 0){let O={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:Ut.required,parentSchema:Ut,data:e};
r===null?r=[O]:r.push(O),s++}let P=s;for(let O in e)if(!(O==="text"||O==="source")){let x={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:Ut,data:e};r===null?r=[x]:r.push(x),s++}if(e.text!==
void 0){let O=e.text,x=s,q=s;if(typeof O=="string"){if(te(O)<1){let N={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ut.properties.text,data:O};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ut.properties.text.type,parentSchema:Ut.properties.
text,data:O};r===null?r=[N]:r.push(N),s++}var m=x===s}if(e.source!==void 0){let O=e.source,x=s,q=s,N=s;if(typeof O=="string"){if(te(O)<1){let X={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:O};
r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:K.type,parentSchema:K,data:O};r===null?r=[X]:r.push(X),s++}var g=q===s,m=x===s}}else{let P={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:Ut.type,parentSchema:Ut,data:e};r===null?r=[P]:r.push(P),s++}return Rr.errors=r,s===0}Rr.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var v={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
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
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},We={type:"array",items:{
type:"string",minLength:1},minItems:1,uniqueItems:!0},Pt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a \
task's status means."},Cm=new RegExp("^[\\x20-\\x7e]*$","u"),Mn={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},
ce={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",
items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{
type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The \
upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID star\
ts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};
function St(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=St.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let h=s;if(Array.isArray(e)){if(e.length<1){let W={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Mn,data:e};r===null?r=[W]:r.push(W),s++}let X=!0,M=e.length;for(let W=0;W<M;W++){let R=e[W],se=s,
j=s,ae=s,ie=s,z=!1,I=null,de=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.given===void 0){let B={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/0/\
required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:ce.oneOf[0].required,parentSchema:ce.oneOf[0],
data:R};r===null?r=[B]:r.push(B),s++}var m=de===s;m&&(z=!0,I=0);let ue=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.absent===void 0){let B={instancePath:t+"\
/"+W,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:ce.
oneOf[1].required,parentSchema:ce.oneOf[1],data:R};r===null?r=[B]:r.push(B),s++}var m=ue===s;if(m&&z)z=!1,I=[I,1];else{m&&(z=!0,I=1);let B=s;if(R&&typeof R=="ob\
ject"&&!Array.isArray(R)){if(R.parameter===void 0){let fe={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:ce.oneOf[2].required,parentSchema:ce.oneOf[2],data:R};r===null?r=[fe]:r.push(fe),s++}if(R.among===
void 0){let fe={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have requ\
ired property 'among'",schema:ce.oneOf[2].required,parentSchema:ce.oneOf[2],data:R};r===null?r=[fe]:r.push(fe),s++}}var m=B===s;if(m&&z)z=!1,I=[I,2];else{m&&(z=
!0,I=2);let fe=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.model===void 0){let ct={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"\
required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ce.oneOf[3].required,parentSchema:ce.oneOf[3],data:R};r===null?r=
[ct]:r.push(ct),s++}var m=fe===s;if(m&&z)z=!1,I=[I,3];else{m&&(z=!0,I=3);let ct=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.exceptModel===void 0){let Ve={instancePath:t+
"/"+W,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptMode\
l'",schema:ce.oneOf[4].required,parentSchema:ce.oneOf[4],data:R};r===null?r=[Ve]:r.push(Ve),s++}var m=ct===s;m&&z?(z=!1,I=[I,4]):m&&(z=!0,I=4)}}}if(z)s=ie,r!==null&&
(ie?r.length=ie:r=null);else{let B={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exac\
tly one schema in oneOf",schema:ce.oneOf,parentSchema:ce,data:R};r===null?r=[B]:r.push(B),s++}if(R&&typeof R=="object"&&!Array.isArray(R)){let B=s;for(let V in R)
if(!(V==="given"||V==="absent"||V==="parameter"||V==="among"||V==="model"||V==="exceptModel")){let fe={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:ce,data:R};r===
null?r=[fe]:r.push(fe),s++}if(R.given!==void 0){let V=R.given,fe=s,Te=s;if(Array.isArray(V)){if(V.length<1){let Ve={instancePath:t+"/"+W+"/given",schemaPath:"#/\
$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ce.properties.given,
data:V};r===null?r=[Ve]:r.push(Ve),s++}let ct=!0,qe=V.length;for(let Ve=0;Ve<qe;Ve++){let je=V[Ve],Ze=s;if(typeof je!="string"){let bt={instancePath:t+"/"+W+"/g\
iven/"+Ve,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.properties.given.items.
type,parentSchema:ce.properties.given.items,data:je};r===null?r=[bt]:r.push(bt),s++}let tr=s;var g=Ze===s;g||(ct=!1)}}else{let ct={instancePath:t+"/"+W+"/given",
schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ce.properties.given.type,parentSchema:ce.
properties.given,data:V};r===null?r=[ct]:r.push(ct),s++}var P=fe===s}if(R.absent!==void 0){let V=R.absent,fe=s,Te=s;if(Array.isArray(V)){if(V.length<1){let je={
instancePath:t+"/"+W+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1\
 items",schema:1,parentSchema:ce.properties.absent,data:V};r===null?r=[je]:r.push(je),s++}let qe=!0,Ve=V.length;for(let je=0;je<Ve;je++){let Ze=V[je],tr=s;if(typeof Ze!=
"string"){let et={instancePath:t+"/"+W+"/absent/"+je,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ce.properties.absent.items.type,parentSchema:ce.properties.absent.items,data:Ze};r===null?r=[et]:r.push(et),s++}let bt=s;var O=tr===s;O||
(qe=!1)}}else{let qe={instancePath:t+"/"+W+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be\
 array",schema:ce.properties.absent.type,parentSchema:ce.properties.absent,data:V};r===null?r=[qe]:r.push(qe),s++}var P=fe===s}if(R.parameter!==void 0){let V=R.
parameter,fe=s;if(typeof V!="string"){let qe={instancePath:t+"/"+W+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ce.properties.parameter.type,parentSchema:ce.properties.parameter,data:V};r===null?r=[qe]:r.push(qe),s++}let Te=s;
var P=fe===s}if(R.among!==void 0){let V=R.among,fe=s,Te=s;if(Array.isArray(V)){if(V.length<1){let qe={instancePath:t+"/"+W+"/among",schemaPath:"#/$defs/conditio\
n/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ce.properties.among,data:V};r===
null?r=[qe]:r.push(qe),s++}}else{let qe={instancePath:t+"/"+W+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:ce.properties.among.type,parentSchema:ce.properties.among,data:V};r===null?r=[qe]:r.push(qe),s++}var P=fe===s}if(R.model!==void 0){
let V=R.model,fe=s,Te=s;if(Array.isArray(V)){if(V.length<1){let je={instancePath:t+"/"+W+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ce.properties.model,data:V};r===null?r=[je]:r.push(je),s++}let qe=!0,
Ve=V.length;for(let je=0;je<Ve;je++){let Ze=V[je],tr=s,bt=s;if(typeof Ze=="string"){if(te(Ze)<1){let et={instancePath:t+"/"+W+"/model/"+je,schemaPath:"#/$defs/c\
ondition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce.properties.
model.items,data:Ze};r===null?r=[et]:r.push(et),s++}}else{let et={instancePath:t+"/"+W+"/model/"+je,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ce.properties.model.items.type,parentSchema:ce.properties.model.items,data:Ze};r===null?r=[et]:r.push(
et),s++}var x=tr===s;x||(qe=!1)}}else{let qe={instancePath:t+"/"+W+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"ar\
ray"},message:"must be array",schema:ce.properties.model.type,parentSchema:ce.properties.model,data:V};r===null?r=[qe]:r.push(qe),s++}var P=fe===s}if(R.exceptModel!==
void 0){let V=R.exceptModel,fe=s,Te=s;if(Array.isArray(V)){if(V.length<1){let je={instancePath:t+"/"+W+"/exceptModel",schemaPath:"#/$defs/condition/properties/e\
xceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ce.properties.exceptModel,data:V};r===
null?r=[je]:r.push(je),s++}let qe=!0,Ve=V.length;for(let je=0;je<Ve;je++){let Ze=V[je],tr=s,bt=s;if(typeof Ze=="string"){if(te(Ze)<1){let et={instancePath:t+"/"+
W+"/exceptModel/"+je,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer tha\
n 1 characters",schema:1,parentSchema:ce.properties.exceptModel.items,data:Ze};r===null?r=[et]:r.push(et),s++}}else{let et={instancePath:t+"/"+W+"/exceptModel/"+
je,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.properties.exceptModel.
items.type,parentSchema:ce.properties.exceptModel.items,data:Ze};r===null?r=[et]:r.push(et),s++}var q=tr===s;q||(qe=!1)}}else{let qe={instancePath:t+"/"+W+"/exc\
eptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ce.properties.exceptModel.
type,parentSchema:ce.properties.exceptModel,data:V};r===null?r=[qe]:r.push(qe),s++}var P=fe===s}}else{let B={instancePath:t+"/"+W,schemaPath:"#/$defs/condition/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:ce.type,parentSchema:ce,data:R};r===null?r=[B]:r.push(B),s++}var N=j===s,E=se===s;E||
(X=!1)}}else{let X={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Mn.type,parentSchema:Mn,data:e};r===null?
r=[X]:r.push(X),s++}return St.errors=r,s===0}St.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Y={type:"object",required:["to","source"],properties:{$comment:{
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
source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},Km=new RegExp(
"^/(?!(-|\\d+)(/|$))","u");function Lr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Lr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let h=s,m=s,g=!1,P=null,O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let se={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:Y.oneOf[0].
required,parentSchema:Y.oneOf[0],data:e};r===null?r=[se]:r.push(se),s++}var q=O===s;q&&(g=!0,P=0);let x=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===
void 0){let se={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:Y.
oneOf[1].required,parentSchema:Y.oneOf[1],data:e};r===null?r=[se]:r.push(se),s++}var q=x===s;if(q&&g)g=!1,P=[P,1];else{q&&(g=!0,P=1);let se=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.join===void 0){let ae={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"\
must have required property 'join'",schema:Y.oneOf[2].required,parentSchema:Y.oneOf[2],data:e};r===null?r=[ae]:r.push(ae),s++}if(e.values===void 0){let ae={instancePath:t,
schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:Y.oneOf[2].required,parentSchema:Y.
oneOf[2],data:e};r===null?r=[ae]:r.push(ae),s++}}var q=se===s;if(q&&g)g=!1,P=[P,2];else{q&&(g=!0,P=2);let ae=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===
void 0){let z={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",
schema:Y.oneOf[3].required,parentSchema:Y.oneOf[3],data:e};r===null?r=[z]:r.push(z),s++}var q=ae===s;if(q&&g)g=!1,P=[P,3];else{q&&(g=!0,P=3);let z=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.constant===void 0){let de={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},
message:"must have required property 'constant'",schema:Y.oneOf[4].required,parentSchema:Y.oneOf[4],data:e};r===null?r=[de]:r.push(de),s++}var q=z===s;q&&g?(g=!1,
P=[P,4]):q&&(g=!0,P=4)}}}if(g)s=m,r!==null&&(m?r.length=m:r=null);else{let se={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:P},message:"\
must match exactly one schema in oneOf",schema:Y.oneOf,parentSchema:Y,data:e};r===null?r=[se]:r.push(se),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===
void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:Y.required,
parentSchema:Y,data:e};r===null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:Y.required,parentSchema:Y,data:e};r===null?r=[j]:r.push(j),s++}let se=s;for(let j in e)if(!pa.call(
Y.properties,j)){let ae={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},message:"must NOT have \
additional properties",schema:!1,parentSchema:Y,data:e};r===null?r=[ae]:r.push(ae),s++}if(e.$comment!==void 0){let j=e.$comment,ae=s,ie=s,z=s;if(typeof j=="stri\
ng"){if(te(j)<1){let I={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than\
 1 characters",schema:1,parentSchema:Ht,data:j};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:j};r===null?r=[I]:r.push(I),s++}var N=ie===s,E=ae===s}if(e.to!==void 0){
let j=e.to,ae=s,ie=s,z=s;if(typeof j=="string"){if(!Fe.test(j)){let de={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:j};r===null?r=[de]:r.push(de),s++}}else{
let de={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:j};
r===null?r=[de]:r.push(de),s++}var X=ie===s;if(typeof j=="string"&&!Km.test(j)){let de={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"patte\
rn",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:Y.properties.to,data:j};
r===null?r=[de]:r.push(de),s++}var E=ae===s}if(e.from!==void 0){let j=e.from,ae=s,ie=s;if(typeof j=="string"){if(te(j)<1){let I={instancePath:t+"/from",schemaPath:"\
#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Y.properties.from,data:j};
r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Y.properties.from.type,parentSchema:Y.properties.from,data:j};r===null?r=[I]:r.push(I),s++}var E=ae===s}if(e.each!==void 0){let j=e.each,ae=s,ie=s;if(typeof j==
"string"){if(te(j)<1){let I={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:Y.properties.each,data:j};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/each",schemaPath:"#/properties/each\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.properties.each.type,parentSchema:Y.properties.each,data:j};r===null?r=[I]:r.push(
I),s++}var E=ae===s}if(e.join!==void 0){let j=e.join,ae=s,ie=s;if(Array.isArray(j)){if(j.length<2){let ue={instancePath:t+"/join",schemaPath:"#/properties/join/\
minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:Y.properties.join,data:j};r===null?r=[ue]:r.push(
ue),s++}let I=!0,de=j.length;for(let ue=0;ue<de;ue++){let B=j[ue],V=s,fe=s;if(typeof B=="string"){if(te(B)<1){let Te={instancePath:t+"/join/"+ue,schemaPath:"#/p\
roperties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Y.properties.join.items,
data:B};r===null?r=[Te]:r.push(Te),s++}}else{let Te={instancePath:t+"/join/"+ue,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Y.properties.join.items.type,parentSchema:Y.properties.join.items,data:B};r===null?r=[Te]:r.push(Te),s++}var M=V===s;M||(I=!1)}}else{
let I={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Y.properties.join.type,parentSchema:Y.
properties.join,data:j};r===null?r=[I]:r.push(I),s++}var E=ae===s}if(e.model!==void 0){let j=e.model,ae=s;if(j!==!0){let z={instancePath:t+"/model",schemaPath:"\
#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Y.properties.model,data:j};r===null?
r=[z]:r.push(z),s++}var E=ae===s}if(e.when!==void 0){let j=e.when,ae=s;St(j,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?St.errors:r.concat(St.errors),s=r.length);var E=ae===s}if(e.as!==void 0){let j=e.as,ae=s,ie=Y.properties.as.enum;if(!(j==="string"||j==="uploaded")){
let I={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:Y.properties.as.enum},message:"must be equal to one of the al\
lowed values",schema:Y.properties.as.enum,parentSchema:Y.properties.as,data:j};r===null?r=[I]:r.push(I),s++}var E=ae===s}if(e.values!==void 0){let j=e.values,ae=s,
ie=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(Object.keys(j).length<1){let I={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:Y.properties.values,data:j};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Y.properties.values.
type,parentSchema:Y.properties.values,data:j};r===null?r=[I]:r.push(I),s++}var E=ae===s}if(e.accepts!==void 0){let j=e.accepts,ae=s,ie=s;if(Array.isArray(j)){if(j.
length<1){let I={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 it\
ems",schema:1,parentSchema:Y.properties.accepts,data:j};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/typ\
e",keyword:"type",params:{type:"array"},message:"must be array",schema:Y.properties.accepts.type,parentSchema:Y.properties.accepts,data:j};r===null?r=[I]:r.push(
I),s++}var E=ae===s}if(e.minimum!==void 0){let j=e.minimum,ae=s;if(typeof j!="number"){let I={instancePath:t+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:Y.properties.minimum.type,parentSchema:Y.properties.minimum,data:j};r===null?r=[I]:r.push(I),s++}let ie=s;
var E=ae===s}if(e.maximum!==void 0){let j=e.maximum,ae=s;if(typeof j!="number"){let I={instancePath:t+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:Y.properties.maximum.type,parentSchema:Y.properties.maximum,data:j};r===null?r=[I]:r.push(I),s++}let ie=s;
var E=ae===s}if(e.maximumItems!==void 0){let j=e.maximumItems,ae=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let I={instancePath:t+"/maximumItems",schemaPath:"\
#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Y.properties.maximumItems.type,parentSchema:Y.properties.
maximumItems,data:j};r===null?r=[I]:r.push(I),s++}let ie=s;if(typeof j=="number"&&(j<1||isNaN(j))){let I={instancePath:t+"/maximumItems",schemaPath:"#/propertie\
s/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:Y.properties.maximumItems,data:j};r===null?
r=[I]:r.push(I),s++}var E=ae===s}if(e.maximumLength!==void 0){let j=e.maximumLength,ae=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let I={instancePath:t+"/ma\
ximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Y.properties.maximumLength.type,
parentSchema:Y.properties.maximumLength,data:j};r===null?r=[I]:r.push(I),s++}let ie=s;if(typeof j=="number"&&(j<1||isNaN(j))){let I={instancePath:t+"/maximumLen\
gth",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:Y.properties.
maximumLength,data:j};r===null?r=[I]:r.push(I),s++}var E=ae===s}if(e.forms!==void 0){let j=e.forms,ae=s,ie=s;if(Array.isArray(j)){if(j.length<1){let ue={instancePath:t+
"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Y.properties.
forms,data:j};r===null?r=[ue]:r.push(ue),s++}let I=!0,de=j.length;for(let ue=0;ue<de;ue++){let B=j[ue],V=s,fe=Y.properties.forms.items.enum;if(!(B==="url"||B===
"data")){let Te={instancePath:t+"/forms/"+ue,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:Y.properties.forms.items.enum},message:"\
must be equal to one of the allowed values",schema:Y.properties.forms.items.enum,parentSchema:Y.properties.forms.items,data:B};r===null?r=[Te]:r.push(Te),s++}var W=V===
s;W||(I=!1)}}else{let I={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Y.properties.
forms.type,parentSchema:Y.properties.forms,data:j};r===null?r=[I]:r.push(I),s++}var E=ae===s}if(e.oneWay!==void 0){let j=e.oneWay,ae=s,ie=s;if(typeof j=="string"){
if(te(j)<1){let I={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:Y.properties.oneWay,data:j};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.properties.oneWay.type,parentSchema:Y.properties.oneWay,data:j};r===null?r=[I]:r.
push(I),s++}var E=ae===s}if(e.source!==void 0){let j=e.source,ae=s,ie=s,z=s;if(typeof j=="string"){if(te(j)<1){let de={instancePath:t+"/source",schemaPath:"#/$d\
efs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:j};r===null?r=[de]:r.push(
de),s++}}else{let de={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:j};r===null?r=[de]:r.push(de),s++}var R=ie===s,E=ae===s}}else{let se={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"mus\
t be object",schema:Y.type,parentSchema:Y,data:e};r===null?r=[se]:r.push(se),s++}return Lr.errors=r,s===0}Lr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
var gt={type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$\
defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Fr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Fr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let h=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.method===
void 0){let x={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:gt.
required,parentSchema:gt,data:e};r===null?r=[x]:r.push(x),s++}if(e.path===void 0){let x={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:gt.required,parentSchema:gt,data:e};r===null?r=[x]:r.push(x),s++}if(e.source===void 0){let x={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:gt.required,parentSchema:gt,data:e};
r===null?r=[x]:r.push(x),s++}let O=s;for(let x in e)if(!(x==="method"||x==="path"||x==="source")){let q={instancePath:t,schemaPath:"#/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:x},message:"must NOT have additional properties",schema:!1,parentSchema:gt,data:e};r===null?r=[q]:r.push(q),s++}
if(e.method!==void 0){let x=e.method,q=s,N=gt.properties.method.enum;if(!(x==="GET"||x==="POST"||x==="PUT"||x==="DELETE")){let E={instancePath:t+"/method",schemaPath:"\
#/properties/method/enum",keyword:"enum",params:{allowedValues:gt.properties.method.enum},message:"must be equal to one of the allowed values",schema:gt.properties.
method.enum,parentSchema:gt.properties.method,data:x};r===null?r=[E]:r.push(E),s++}var m=q===s}if(e.path!==void 0){let x=e.path,q=s,N=s,E=s;if(typeof x=="string"){
if(!_t.test(x)){let M={instancePath:t+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:be,data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:be.type,parentSchema:be,data:x};r===null?r=[M]:r.push(M),s++}var g=N===s,m=q===s}if(e.source!==void 0){let x=e.source,q=s,N=s,E=s;
if(typeof x=="string"){if(te(x)<1){let M={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:K,data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:x};r===null?r=[M]:r.push(M),s++}var P=N===s,m=q===s}}else{let O={
instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:gt.type,parentSchema:gt,data:e};r===null?r=[O]:r.push(O),
s++}return Fr.errors=r,s===0}Fr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var In={type:"array",minItems:1,description:"Where the result of a complete\
d task is, in order of preference.",items:{$ref:"#/$defs/result"}},we={type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A \
URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},
base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg",
"image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"\
A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"\
#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"\
integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:[
"base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},bs={validate:gr},dp={type:"array",items:{$ref:"\
#/$defs/pointer"},description:"JSON pointers, tried in order."};function Qe(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Qe.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let h=s;if(Array.isArray(e)){let P=!0,O=e.length;for(let x=0;x<O;x++){
let q=e[x],N=s,E=s,X=s;if(typeof q=="string"){if(!Fe.test(q)){let M={instancePath:t+"/"+x,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:q};r===null?r=[M]:r.push(M),s++}}else{
let M={instancePath:t+"/"+x,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:q};
r===null?r=[M]:r.push(M),s++}var m=E===s,g=N===s;g||(P=!1)}}else{let P={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be\
 array",schema:dp.type,parentSchema:dp,data:e};r===null?r=[P]:r.push(P),s++}return Qe.errors=r,s===0}Qe.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Vr(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Vr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let h=s,m=s,g=!1,P=null,O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let ie={instancePath:t,schemaPath:"#/oneOf/0/required",
keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:we.oneOf[0].required,parentSchema:we.oneOf[0],data:e};r===null?
r=[ie]:r.push(ie),s++}var q=O===s;q&&(g=!0,P=0);let x=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let ie={instancePath:t,schemaPath:"#/\
oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:we.oneOf[1].required,parentSchema:we.
oneOf[1],data:e};r===null?r=[ie]:r.push(ie),s++}if(e.contentType===void 0){let ie={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"\
contentType"},message:"must have required property 'contentType'",schema:we.oneOf[1].required,parentSchema:we.oneOf[1],data:e};r===null?r=[ie]:r.push(ie),s++}}var q=x===
s;if(q&&g)g=!1,P=[P,1];else{q&&(g=!0,P=1);let ie=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let I={instancePath:t,schemaPath:"#/oneOf/2/\
required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:we.oneOf[2].required,parentSchema:we.oneOf[2],
data:e};r===null?r=[I]:r.push(I),s++}var q=ie===s;if(q&&g)g=!1,P=[P,2];else{q&&(g=!0,P=2);let I=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){
let ue={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:we.
oneOf[3].required,parentSchema:we.oneOf[3],data:e};r===null?r=[ue]:r.push(ue),s++}if(e.results===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/3/required",
keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:we.oneOf[3].required,parentSchema:we.oneOf[3],data:e};
r===null?r=[ue]:r.push(ue),s++}if(e.message===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"message"},
message:"must have required property 'message'",schema:we.oneOf[3].required,parentSchema:we.oneOf[3],data:e};r===null?r=[ue]:r.push(ue),s++}}var q=I===s;q&&g?(g=
!1,P=[P,3]):q&&(g=!0,P=3)}}if(g)s=m,r!==null&&(m?r.length=m:r=null);else{let ie={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:P},message:"\
must match exactly one schema in oneOf",schema:we.oneOf,parentSchema:we,data:e};r===null?r=[ie]:r.push(ie),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.
source===void 0){let z={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source\
'",schema:we.required,parentSchema:we,data:e};r===null?r=[z]:r.push(z),s++}let ie=s;for(let z in e)if(!pa.call(we.properties,z)){let I={instancePath:t,schemaPath:"\
#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:we,data:e};
r===null?r=[I]:r.push(I),s++}if(e.url!==void 0){let z=e.url,I=s,de=s,ue=s;if(typeof z=="string"){if(!Fe.test(z)){let B={instancePath:t+"/url",schemaPath:"#/$def\
s/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:z};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:Q.type,parentSchema:Q,data:z};r===null?r=[B]:r.push(B),s++}var N=de===s,E=I===s}if(e.list!==void 0){let z=e.list,I=s;if(typeof z!="boolean"){let B={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:we.properties.list.type,parentSchema:we.
properties.list,data:z};r===null?r=[B]:r.push(B),s++}let de=s;var E=I===s}if(e.base64!==void 0){let z=e.base64,I=s,de=s,ue=s;if(typeof z=="string"){if(!Fe.test(
z)){let V={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "\
^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:z};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/base64",schemaPath:"#/$de\
fs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:z};r===null?r=[V]:r.push(V),s++}var X=de===s,E=I===
s}if(e.contentType!==void 0){let z=e.contentType,I=s,de=we.properties.contentType.enum;if(!(z==="video/mp4"||z==="video/quicktime"||z==="video/webm"||z==="image\
/png"||z==="image/jpeg"||z==="image/webp"||z==="image/gif"||z==="audio/mpeg"||z==="audio/wav"||z==="model/gltf-binary")){let B={instancePath:t+"/contentType",schemaPath:"\
#/properties/contentType/enum",keyword:"enum",params:{allowedValues:we.properties.contentType.enum},message:"must be equal to one of the allowed values",schema:we.
properties.contentType.enum,parentSchema:we.properties.contentType,data:z};r===null?r=[B]:r.push(B),s++}var E=I===s}if(e.content!==void 0){let z=e.content,I=s,de=s,
ue=s;if(typeof z=="string"){if(!_t.test(z)){let V={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:be,data:z};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/content",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:z};r===null?r=[V]:r.push(V),s++}var M=de===s,E=I===s}if(e.query!==
void 0){let z=e.query,I=s,de=s,ue=s;if(typeof z=="string"){if(!_t.test(z)){let V={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{
pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:be,data:z};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/query",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:z};r===null?r=[V]:r.push(V),s++}var W=de===
s,E=I===s}if(e.results!==void 0){let z=e.results,I=s;if(!bs.validate(z,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))
r=r===null?bs.validate.errors:r.concat(bs.validate.errors),s=r.length;else var R=bs.validate.evaluated.props,se=bs.validate.evaluated.items;var E=I===s}if(e.message!==
void 0){let z=e.message,I=s;Qe(z,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?Qe.errors:r.concat(
Qe.errors),s=r.length);var E=I===s}if(e.pending!==void 0){let z=e.pending,I=s,de=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(z.status===void 0){let V={instancePath:t+
"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:we.
properties.pending.required,parentSchema:we.properties.pending,data:z};r===null?r=[V]:r.push(V),s++}if(z.body===void 0){let V={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:we.properties.pending.required,
parentSchema:we.properties.pending,data:z};r===null?r=[V]:r.push(V),s++}let B=s;for(let V in z)if(!(V==="status"||V==="body")){let fe={instancePath:t+"/pending",
schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",
schema:!1,parentSchema:we.properties.pending,data:z};r===null?r=[fe]:r.push(fe),s++}if(z.status!==void 0){let V=z.status,fe=s;if(!(typeof V=="number"&&!(V%1)&&!isNaN(
V))){let ct={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be i\
nteger",schema:we.properties.pending.properties.status.type,parentSchema:we.properties.pending.properties.status,data:V};r===null?r=[ct]:r.push(ct),s++}let Te=s;
var j=fe===s}}else{let B={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:we.
properties.pending.type,parentSchema:we.properties.pending,data:z};r===null?r=[B]:r.push(B),s++}var E=I===s}if(e.source!==void 0){let z=e.source,I=s,de=s,ue=s;if(typeof z==
"string"){if(te(z)<1){let V={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:K,data:z};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:z};r===null?r=[V]:r.push(V),s++}var ae=de===s,E=I===s}}else{let ie={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:we.type,parentSchema:we,data:e};r===null?r=[ie]:r.push(ie),s++}return Vr.
errors=r,s===0}Vr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function gr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=gr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let h=s;if(Array.isArray(e)){if(e.length<1){let O={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:In,data:e};r===null?r=[O]:r.push(O),
s++}let g=!0,P=e.length;for(let O=0;O<P;O++){let x=e[O],q=s;Vr(x,{instancePath:t+"/"+O,parentData:e,parentDataProperty:O,rootData:o,dynamicAnchors:i})||(r=r===null?
Vr.errors:r.concat(Vr.errors),s=r.length);var m=q===s;m||(g=!1)}}else{let g={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:In.type,parentSchema:In,data:e};r===null?r=[g]:r.push(g),s++}return gr.errors=r,s===0}gr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function ot(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ot.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let h=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let y={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:v.required,parentSchema:v,data:e};r===null?r=[y]:r.push(
y),s++}if(e.rows===void 0){let y={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:v.required,parentSchema:v,data:e};r===null?r=[y]:r.push(y),s++}if(e.results===void 0){let y={instancePath:t,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:v.required,parentSchema:v,data:e};r===null?r=[y]:r.push(y),s++}
if(e.message===void 0){let y={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:v.required,parentSchema:v,data:e};r===null?r=[y]:r.push(y),s++}if(e.code===void 0){let y={instancePath:t,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:v.required,parentSchema:v,data:e};r===null?r=[y]:r.push(y),s++}let De=s;
for(let y in e)if(!pa.call(v.properties,y)){let u={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:v,data:e};r===null?r=[u]:r.push(u),s++}if(e.$comment!==void 0){let y=e.$comment,u=s,T=s,ee=s;
if(typeof y=="string"){if(te(y)<1){let J={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:Ht,data:y};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/$comment",schemaPath:"#/$defs/comme\
nt/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:y};r===null?r=[J]:r.push(J),s++}var m=T===s,g=u===s}
if(e.submit!==void 0){let y=e.submit,u=s,T=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.method===void 0){let c={instancePath:t+"/submit",schemaPath:"#/pr\
operties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:v.properties.submit.required,
parentSchema:v.properties.submit,data:y};r===null?r=[c]:r.push(c),s++}if(y.path===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:v.properties.submit.required,parentSchema:v.properties.
submit,data:y};r===null?r=[c]:r.push(c),s++}if(y.source===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.submit.required,parentSchema:v.properties.submit,data:y};r===null?r=
[c]:r.push(c),s++}let J=s;for(let c in y)if(!(c==="method"||c==="path"||c==="paths"||c==="headers"||c==="encoding"||c==="source")){let d={instancePath:t+"/submi\
t",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properti\
es",schema:!1,parentSchema:v.properties.submit,data:y};r===null?r=[d]:r.push(d),s++}if(y.method!==void 0){let c=y.method,d=s,k=v.properties.submit.properties.method.
enum;if(!(c==="POST"||c==="PUT")){let D={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:v.
properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:v.properties.submit.properties.method.enum,parentSchema:v.
properties.submit.properties.method,data:c};r===null?r=[D]:r.push(D),s++}var P=d===s}if(y.path!==void 0){let c=y.path,d=s,k=s,D=s;if(typeof c=="string"){if(!_t.
test(c)){let b={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:be,data:c};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:be.type,parentSchema:be,data:c};r===null?r=[b]:r.push(b),s++}var O=k===s,P=d===s}if(y.paths!==void 0){let c=y.paths,d=s,
k=s;if(Array.isArray(c)){if(c.length<1){let $={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.submit.properties.paths,data:c};r===null?r=[$]:r.push($),s++}let U=!0,b=c.
length;for(let $=0;$<b;$++){let w=c[$],A=s,H=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.when===void 0){let S={instancePath:t+"/submit/paths/"+$,schemaPath:"\
#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:v.properties.
submit.properties.paths.items.required,parentSchema:v.properties.submit.properties.paths.items,data:w};r===null?r=[S]:r.push(S),s++}if(w.path===void 0){let S={instancePath:t+
"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have requir\
ed property 'path'",schema:v.properties.submit.properties.paths.items.required,parentSchema:v.properties.submit.properties.paths.items,data:w};r===null?r=[S]:r.
push(S),s++}let F=s;for(let S in w)if(!(S==="when"||S==="path")){let _={instancePath:t+"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.
submit.properties.paths.items,data:w};r===null?r=[_]:r.push(_),s++}if(w.when!==void 0){let S=w.when,_=s;St(S,{instancePath:t+"/submit/paths/"+$+"/when",parentData:w,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?St.errors:r.concat(St.errors),s=r.length);var x=_===s}if(w.path!==void 0){let S=w.path,_=s,
C=s,ne=s;if(typeof S=="string"){if(!_t.test(S)){let L={instancePath:t+"/submit/paths/"+$+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:be,data:S};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/submit/paths/"+$+"/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:S};r===null?r=[L]:r.push(L),s++}var q=C===
s,x=_===s}}else{let F={instancePath:t+"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:v.properties.submit.properties.paths.items.type,parentSchema:v.properties.submit.properties.paths.items,data:w};r===null?r=[F]:r.push(F),
s++}var N=A===s;N||(U=!1)}}else{let U={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:v.properties.submit.properties.paths.type,parentSchema:v.properties.submit.properties.paths,data:c};r===null?r=[U]:r.push(U),s++}
var P=d===s}if(y.headers!==void 0){let c=y.headers,d=s,k=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let U=s;for(let b in c){let $=c[b],w=s,A=s;if(typeof $==
"string"){if(!Cm.test($)){let H={instancePath:t+"/submit/headers/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/a\
dditionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:v.
properties.submit.properties.headers.additionalProperties,data:$};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/submit/headers/"+b.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:v.properties.submit.properties.headers.additionalProperties.type,parentSchema:v.properties.submit.properties.headers.additionalProperties,data:$};r===null?
r=[H]:r.push(H),s++}var E=w===s}}else{let U={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:v.properties.submit.properties.headers.type,parentSchema:v.properties.submit.properties.headers,data:c};r===null?r=[U]:
r.push(U),s++}var P=d===s}if(y.encoding!==void 0){let c=y.encoding,d=s,k=v.properties.submit.properties.encoding.enum;if(!(c==="json"||c==="form")){let U={instancePath:t+
"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:v.properties.submit.properties.encoding.enum},
message:"must be equal to one of the allowed values",schema:v.properties.submit.properties.encoding.enum,parentSchema:v.properties.submit.properties.encoding,data:c};
r===null?r=[U]:r.push(U),s++}var P=d===s}if(y.source!==void 0){let c=y.source,d=s,k=s,D=s;if(typeof c=="string"){if(te(c)<1){let b={instancePath:t+"/submit/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===
null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:K.type,parentSchema:K,data:c};r===null?r=[b]:r.push(b),s++}var X=k===s,P=d===s}}else{let J={instancePath:t+"/submit",schemaPath:"#/properties/submi\
t/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.submit.type,parentSchema:v.properties.submit,data:y};r===null?r=[J]:r.
push(J),s++}var g=u===s}if(e.rows!==void 0){let y=e.rows,u=s,T=s;if(Array.isArray(y)){if(y.length<1){let d={instancePath:t+"/rows",schemaPath:"#/properties/rows\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.rows,data:y};r===null?r=[d]:r.push(
d),s++}let J=!0,c=y.length;for(let d=0;d<c;d++){let k=y[d],D=s;Lr(k,{instancePath:t+"/rows/"+d,parentData:y,parentDataProperty:d,rootData:o,dynamicAnchors:i})||
(r=r===null?Lr.errors:r.concat(Lr.errors),s=r.length);var M=D===s;M||(J=!1)}}else{let J={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:v.properties.rows.type,parentSchema:v.properties.rows,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.
drops!==void 0){let y=e.drops,u=s,T=s;if(Array.isArray(y)){let J=!0,c=y.length;for(let d=0;d<c;d++){let k=y[d],D=s,U=s;if(k&&typeof k=="object"&&!Array.isArray(
k)){if(k.parameter===void 0){let $={instancePath:t+"/drops/"+d,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parame\
ter"},message:"must have required property 'parameter'",schema:v.properties.drops.items.required,parentSchema:v.properties.drops.items,data:k};r===null?r=[$]:r.
push($),s++}if(k.reason===void 0){let $={instancePath:t+"/drops/"+d,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"r\
eason"},message:"must have required property 'reason'",schema:v.properties.drops.items.required,parentSchema:v.properties.drops.items,data:k};r===null?r=[$]:r.push(
$),s++}if(k.source===void 0){let $={instancePath:t+"/drops/"+d,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:v.properties.drops.items.required,parentSchema:v.properties.drops.items,data:k};r===null?r=[$]:r.push($),s++}
let b=s;for(let $ in k)if(!($==="parameter"||$==="values"||$==="when"||$==="reason"||$==="source")){let w={instancePath:t+"/drops/"+d,schemaPath:"#/properties/d\
rops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.drops.items,data:k};r===null?r=[w]:r.push(w),s++}if(k.parameter!==void 0){let $=k.parameter,w=s;if(typeof $!="string"){let H={instancePath:t+"/drops/"+
d+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:v.properties.
drops.items.properties.parameter.type,parentSchema:v.properties.drops.items.properties.parameter,data:$};r===null?r=[H]:r.push(H),s++}let A=s;var W=w===s}if(k.values!==
void 0){let $=k.values,w=s,A=s;if(Array.isArray($)){if($.length<1){let F={instancePath:t+"/drops/"+d+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.drops.items.properties.values,
data:$};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/drops/"+d+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:v.properties.drops.items.properties.values.type,parentSchema:v.properties.drops.items.properties.values,
data:$};r===null?r=[F]:r.push(F),s++}var W=w===s}if(k.when!==void 0){let $=k.when,w=s;St($,{instancePath:t+"/drops/"+d+"/when",parentData:k,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?St.errors:r.concat(St.errors),s=r.length);var W=w===s}if(k.reason!==void 0){let $=k.reason,w=s,A=s;if(typeof $==
"string"){if(te($)<1){let F={instancePath:t+"/drops/"+d+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.drops.items.properties.reason,data:$};r===null?r=[F]:r.push(F),s++}}else{
let F={instancePath:t+"/drops/"+d+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:v.properties.drops.items.properties.reason.type,parentSchema:v.properties.drops.items.properties.reason,data:$};r===null?r=[F]:r.push(F),s++}var W=w===
s}if(k.source!==void 0){let $=k.source,w=s,A=s,H=s;if(typeof $=="string"){if(te($)<1){let S={instancePath:t+"/drops/"+d+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:$};r===null?r=[S]:r.push(S),s++}}else{
let S={instancePath:t+"/drops/"+d+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:$};r===null?r=[S]:r.push(S),s++}var R=A===s,W=w===s}}else{let b={instancePath:t+"/drops/"+d,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:v.properties.drops.items.type,parentSchema:v.properties.drops.items,data:k};r===null?r=[b]:r.push(b),s++}var se=D===
s;se||(J=!1)}}else{let J={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.
drops.type,parentSchema:v.properties.drops,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.needs!==void 0){let y=e.needs,u=s,T=s;if(y&&typeof y=="object"&&
!Array.isArray(y)){let J=s;for(let c in y){let d=y[c],k=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.reason===void 0){let b={instancePath:t+"/needs/"+
c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"\
must have required property 'reason'",schema:v.properties.needs.additionalProperties.required,parentSchema:v.properties.needs.additionalProperties,data:d};r===null?
r=[b]:r.push(b),s++}if(d.source===void 0){let b={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProp\
erties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.needs.additionalProperties.
required,parentSchema:v.properties.needs.additionalProperties,data:d};r===null?r=[b]:r.push(b),s++}let U=s;for(let b in d)if(!(b==="reason"||b==="source")){let $={
instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.needs.additionalProperties,data:d};r===
null?r=[$]:r.push($),s++}if(d.reason!==void 0){let b=d.reason,$=s,w=s;if(typeof b=="string"){if(te(b)<1){let A={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(
/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:v.properties.needs.additionalProperties.properties.reason,data:b};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:v.properties.needs.additionalProperties.properties.reason.type,parentSchema:v.properties.needs.additionalProperties.
properties.reason,data:b};r===null?r=[A]:r.push(A),s++}var j=$===s}if(d.source!==void 0){let b=d.source,$=s,w=s,A=s;if(typeof b=="string"){if(te(b)<1){let F={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:K,data:b};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:b};r===null?r=[F]:
r.push(F),s++}var ae=w===s,j=$===s}}else{let U={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.needs.additionalProperties.type,parentSchema:v.properties.needs.additionalProperties,
data:d};r===null?r=[U]:r.push(U),s++}var ie=k===s}}else{let J={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:v.properties.needs.type,parentSchema:v.properties.needs,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.lacks!==void 0){let y=e.
lacks,u=s,T=s;if(y&&typeof y=="object"&&!Array.isArray(y)){let J=s;for(let c in y){let d=y[c],k=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.reason===
void 0){let b={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:v.properties.lacks.additionalProperties.required,parentSchema:v.properties.
lacks.additionalProperties,data:d};r===null?r=[b]:r.push(b),s++}if(d.source===void 0){let b={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.
lacks.additionalProperties.required,parentSchema:v.properties.lacks.additionalProperties,data:d};r===null?r=[b]:r.push(b),s++}let U=s;for(let b in d)if(!(b==="r\
eason"||b==="source")){let $={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.lacks.additionalProperties,
data:d};r===null?r=[$]:r.push($),s++}if(d.reason!==void 0){let b=d.reason,$=s,w=s;if(typeof b=="string"){if(te(b)<1){let A={instancePath:t+"/lacks/"+c.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.lacks.additionalProperties.properties.reason,data:b};r===null?r=[A]:r.push(A),s++}}else{
let A={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:v.properties.lacks.additionalProperties.properties.reason.type,parentSchema:v.properties.lacks.additionalProperties.
properties.reason,data:b};r===null?r=[A]:r.push(A),s++}var z=$===s}if(d.source!==void 0){let b=d.source,$=s,w=s,A=s;if(typeof b=="string"){if(te(b)<1){let F={instancePath:t+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:K,data:b};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:b};r===null?r=[F]:
r.push(F),s++}var I=w===s,z=$===s}}else{let U={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProper\
ties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.lacks.additionalProperties.type,parentSchema:v.properties.lacks.additionalProperties,
data:d};r===null?r=[U]:r.push(U),s++}var de=k===s}}else{let J={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:v.properties.lacks.type,parentSchema:v.properties.lacks,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.id!==void 0){let y=e.
id,u=s,T=s,ee=s;if(typeof y=="string"){if(!Fe.test(y)){let c={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([\
^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[c]:r.push(c),s++}}else{let c={
instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?
r=[c]:r.push(c),s++}var ue=T===s,g=u===s}if(e.queryId!==void 0){let y=e.queryId,u=s,T=s,ee=s;if(typeof y=="string"){if(!Fe.test(y)){let c={instancePath:t+"/quer\
yId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[c]:r.push(c),s++}var B=T===s,g=u===s}if(e.query!==void 0){let y=e.
query,u=s;Fr(y,{instancePath:t+"/query",parentData:e,parentDataProperty:"query",rootData:o,dynamicAnchors:i})||(r=r===null?Fr.errors:r.concat(Fr.errors),s=r.length);
var g=u===s}if(e.list!==void 0){let y=e.list,u=s,T=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.path===void 0){let c={instancePath:t+"/list",schemaPath:"\
#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:v.properties.list.required,parentSchema:v.
properties.list,data:y};r===null?r=[c]:r.push(c),s++}if(y.filter===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:v.properties.list.required,parentSchema:v.properties.list,data:y};r===
null?r=[c]:r.push(c),s++}if(y.limit===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"\
limit"},message:"must have required property 'limit'",schema:v.properties.list.required,parentSchema:v.properties.list,data:y};r===null?r=[c]:r.push(c),s++}if(y.
items===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have req\
uired property 'items'",schema:v.properties.list.required,parentSchema:v.properties.list,data:y};r===null?r=[c]:r.push(c),s++}if(y.source===void 0){let c={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.
list.required,parentSchema:v.properties.list,data:y};r===null?r=[c]:r.push(c),s++}let J=s;for(let c in y)if(!(c==="path"||c==="filter"||c==="limit"||c==="items"||
c==="within"||c==="source")){let d={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.list,data:y};r===null?r=[d]:r.push(d),s++}if(y.path!==void 0){let c=y.path,d=s,
k=s,D=s;if(typeof c=="string"){if(!_t.test(c)){let U={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:be,data:c};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:c};r===null?r=[U]:r.push(U),s++}var V=k===s,fe=d===s}if(y.filter!==
void 0){let c=y.filter,d=s,k=s;if(typeof c=="string"){if(te(c)<1){let U={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.list.properties.filter,data:c};r===null?
r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:v.properties.list.properties.filter.type,parentSchema:v.properties.list.properties.filter,data:c};r===null?r=[U]:r.push(U),s++}var fe=d===
s}if(y.limit!==void 0){let c=y.limit,d=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(c))){let U={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properti\
es/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:v.properties.list.properties.limit.type,parentSchema:v.properties.list.properties.
limit,data:c};r===null?r=[U]:r.push(U),s++}let k=s;if(typeof c=="number"){if(c>500||isNaN(c)){let U={instancePath:t+"/list/limit",schemaPath:"#/properties/list/\
properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:v.properties.list.properties.limit,
data:c};r===null?r=[U]:r.push(U),s++}if(c<2||isNaN(c)){let U={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"mini\
mum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:v.properties.list.properties.limit,data:c};r===null?r=[U]:r.push(U),s++}}var fe=d===
s}if(y.items!==void 0){let c=y.items,d=s,k=s,D=s;if(typeof c=="string"){if(!Fe.test(c)){let b={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};
r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[b]:r.push(b),s++}var Te=k===s,fe=d===s}if(y.within!==void 0){let c=y.within,d=s,k=s,D=s;if(typeof c=="s\
tring"){if(!Fe.test(c)){let b={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/list/\
within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[b]:r.push(
b),s++}var ct=k===s,fe=d===s}if(y.source!==void 0){let c=y.source,d=s,k=s,D=s;if(typeof c=="string"){if(te(c)<1){let b={instancePath:t+"/list/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[b]:r.
push(b),s++}}else{let b={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:c};r===null?r=[b]:r.push(b),s++}var qe=k===s,fe=d===s}}else{let J={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:v.properties.list.type,parentSchema:v.properties.list,data:y};r===null?r=[J]:r.push(J),s++}var g=u===
s}if(e.cancel!==void 0){let y=e.cancel,u=s,T=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.method===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/\
properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:v.properties.cancel.required,
parentSchema:v.properties.cancel,data:y};r===null?r=[c]:r.push(c),s++}if(y.path===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:v.properties.cancel.required,parentSchema:v.properties.
cancel,data:y};r===null?r=[c]:r.push(c),s++}if(y.source===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.cancel.required,parentSchema:v.properties.cancel,data:y};r===null?r=
[c]:r.push(c),s++}let J=s;for(let c in y)if(!(c==="method"||c==="path"||c==="from"||c==="proves"||c==="source")){let d={instancePath:t+"/cancel",schemaPath:"#/p\
roperties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.cancel,data:y};r===null?r=[d]:r.push(d),s++}if(y.method!==void 0){let c=y.method,d=s,k=v.properties.cancel.properties.method.enum;if(!(c==="GET"||c===
"POST"||c==="PUT"||c==="DELETE")){let D={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:v.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:v.properties.cancel.properties.method.enum,parentSchema:v.
properties.cancel.properties.method,data:c};r===null?r=[D]:r.push(D),s++}var Ve=d===s}if(y.path!==void 0){let c=y.path,d=s,k=s,D=s;if(typeof c=="string"){if(!_t.
test(c)){let b={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:be,data:c};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:be.type,parentSchema:be,data:c};r===null?r=[b]:r.push(b),s++}var je=k===s,Ve=d===s}if(y.from!==void 0){let c=y.from,d=s,
k=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let b={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/requi\
red",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:v.properties.cancel.properties.from.required,parentSchema:v.
properties.cancel.properties.from,data:c};r===null?r=[b]:r.push(b),s++}if(c.source===void 0){let b={instancePath:t+"/cancel/from",schemaPath:"#/properties/cance\
l/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.cancel.properties.
from.required,parentSchema:v.properties.cancel.properties.from,data:c};r===null?r=[b]:r.push(b),s++}let U=s;for(let b in c)if(!(b==="words"||b==="source")){let $={
instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.cancel.properties.from,data:c};r===null?r=[$]:r.push($),s++}if(c.words!==void 0){
let b=c.words,$=s,w=s,A=s;if(Array.isArray(b)){if(b.length<1){let ne={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:We,data:b};r===null?r=[ne]:r.push(ne),s++}let H=!0,F=b.length;for(let ne=0;ne<
F;ne++){let oe=b[ne],L=s,G=s;if(typeof oe=="string"){if(te(oe)<1){let ze={instancePath:t+"/cancel/from/words/"+ne,schemaPath:"#/$defs/words/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:We.items,data:oe};r===null?r=[ze]:r.push(ze),s++}}else{let ze={
instancePath:t+"/cancel/from/words/"+ne,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.items.type,
parentSchema:We.items,data:oe};r===null?r=[ze]:r.push(ze),s++}var Ze=L===s;Ze||(H=!1)}let S,_=b.length,C;if(S=!0,_>1){let ne={};for(;_--;){let oe=b[_];if(typeof oe==
"string"){if(typeof ne[oe]=="number"){C=ne[oe];let L={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:_,
j:C},message:"must NOT have duplicate items (items ## "+C+" and "+_+" are identical)",schema:!0,parentSchema:We,data:b};r===null?r=[L]:r.push(L),s++,S=!1;break}
ne[oe]=_}}}}else{let H={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:We.
type,parentSchema:We,data:b};r===null?r=[H]:r.push(H),s++}var tr=w===s,bt=$===s}if(c.source!==void 0){let b=c.source,$=s,w=s,A=s;if(typeof b=="string"){if(te(b)<
1){let F={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:K,data:b};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:b};r===null?r=[F]:r.push(F),s++}var et=w===s,bt=$===s}}else{let U={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.cancel.properties.
from.type,parentSchema:v.properties.cancel.properties.from,data:c};r===null?r=[U]:r.push(U),s++}var Ve=d===s}if(y.proves!==void 0){let c=y.proves,d=s,k=s;if(c&&
typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<2){let b={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minP\
roperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:v.properties.cancel.properties.proves,
data:c};r===null?r=[b]:r.push(b),s++}if(c.source===void 0){let b={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:v.properties.cancel.properties.proves.required,parentSchema:v.
properties.cancel.properties.proves,data:c};r===null?r=[b]:r.push(b),s++}let U=s;for(let b in c)if(!(b==="answer"||b==="query"||b==="source")){let $={instancePath:t+
"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:v.properties.cancel.properties.proves,data:c};r===null?r=[$]:r.push($),s++}if(c.answer!==void 0){let b=c.
answer,$=s,w=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let H={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/prop\
erties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.cancel.
properties.proves.properties.answer.required,parentSchema:v.properties.cancel.properties.proves.properties.answer,data:b};r===null?r=[H]:r.push(H),s++}if(b.words===
void 0){let H={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"\
words"},message:"must have required property 'words'",schema:v.properties.cancel.properties.proves.properties.answer.required,parentSchema:v.properties.cancel.properties.
proves.properties.answer,data:b};r===null?r=[H]:r.push(H),s++}let A=s;for(let H in b)if(!(H==="at"||H==="words")){let F={instancePath:t+"/cancel/proves/answer",
schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"\
must NOT have additional properties",schema:!1,parentSchema:v.properties.cancel.properties.proves.properties.answer,data:b};r===null?r=[F]:r.push(F),s++}if(b.at!==
void 0){let H=b.at,F=s,S=s,_=s;if(typeof H=="string"){if(!Fe.test(H)){let C={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:H};r===null?
r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Q.type,parentSchema:Q,data:H};r===null?r=[C]:r.push(C),s++}var fr=S===s,Qi=F===s}if(b.words!==void 0){let H=b.words,F=s,S=s,_=s;if(Array.isArray(
H)){if(H.length<1){let Le={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:We,data:H};r===null?r=[Le]:r.push(Le),s++}let ne=!0,oe=H.length;for(let Le=0;Le<oe;Le++){let Je=H[Le],tt=s,kt=s;
if(typeof Je=="string"){if(te(Je)<1){let yr={instancePath:t+"/cancel/proves/answer/words/"+Le,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:We.items,data:Je};r===null?r=[yr]:r.push(yr),s++}}else{let yr={instancePath:t+"/c\
ancel/proves/answer/words/"+Le,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.items.type,parentSchema:We.
items,data:Je};r===null?r=[yr]:r.push(yr),s++}var Xi=tt===s;Xi||(ne=!1)}let L,G=H.length,ze;if(L=!0,G>1){let Le={};for(;G--;){let Je=H[G];if(typeof Je=="string"){
if(typeof Le[Je]=="number"){ze=Le[Je];let tt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{
i:G,j:ze},message:"must NOT have duplicate items (items ## "+ze+" and "+G+" are identical)",schema:!0,parentSchema:We,data:H};r===null?r=[tt]:r.push(tt),s++,L=!1;
break}Le[Je]=G}}}}else{let ne={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must b\
e array",schema:We.type,parentSchema:We,data:H};r===null?r=[ne]:r.push(ne),s++}var Yi=S===s,Qi=F===s}}else{let A={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.cancel.properties.
proves.properties.answer.type,parentSchema:v.properties.cancel.properties.proves.properties.answer,data:b};r===null?r=[A]:r.push(A),s++}var ys=$===s}if(c.query!==
void 0){let b=c.query,$=s,w=s,A=s;if(Array.isArray(b)){if(b.length<1){let oe={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:We,data:b};r===null?r=[oe]:r.push(oe),s++}let F=!0,S=b.length;for(let oe=0;oe<
S;oe++){let L=b[oe],G=s,ze=s;if(typeof L=="string"){if(te(L)<1){let Le={instancePath:t+"/cancel/proves/query/"+oe,schemaPath:"#/$defs/words/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:We.items,data:L};r===null?r=[Le]:r.push(Le),s++}}else{let Le={
instancePath:t+"/cancel/proves/query/"+oe,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.items.type,
parentSchema:We.items,data:L};r===null?r=[Le]:r.push(Le),s++}var ep=G===s;ep||(F=!1)}let _,C=b.length,ne;if(_=!0,C>1){let oe={};for(;C--;){let L=b[C];if(typeof L==
"string"){if(typeof oe[L]=="number"){ne=oe[L];let G={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{
i:C,j:ne},message:"must NOT have duplicate items (items ## "+ne+" and "+C+" are identical)",schema:!0,parentSchema:We,data:b};r===null?r=[G]:r.push(G),s++,_=!1;
break}oe[L]=C}}}}else{let F={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:We.type,parentSchema:We,data:b};r===null?r=[F]:r.push(F),s++}var tp=w===s,ys=$===s}if(c.source!==void 0){let b=c.source,$=s,w=s,A=s;if(typeof b=="string"){
if(te(b)<1){let F={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:K,data:b};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:b};r===null?r=[F]:r.push(F),s++}var Pm=w===s,ys=$===s}}else{
let U={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.
properties.cancel.properties.proves.type,parentSchema:v.properties.cancel.properties.proves,data:c};r===null?r=[U]:r.push(U),s++}var Ve=d===s}if(y.source!==void 0){
let c=y.source,d=s,k=s,D=s;if(typeof c=="string"){if(te(c)<1){let b={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancel/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[b]:r.push(b),
s++}var On=k===s,Ve=d===s}}else{let J={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:v.properties.cancel.type,parentSchema:v.properties.cancel,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.status!==void 0){let y=e.status,u=s,
T=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.at===void 0){let c={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.status.required,parentSchema:v.properties.status,data:y};r===null?r=
[c]:r.push(c),s++}if(y.states===void 0){let c={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"st\
ates"},message:"must have required property 'states'",schema:v.properties.status.required,parentSchema:v.properties.status,data:y};r===null?r=[c]:r.push(c),s++}
if(y.source===void 0){let c={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"mu\
st have required property 'source'",schema:v.properties.status.required,parentSchema:v.properties.status,data:y};r===null?r=[c]:r.push(c),s++}let J=s;for(let c in y)
if(!(c==="at"||c==="states"||c==="as"||c==="absent"||c==="cases"||c==="source")){let d={instancePath:t+"/status",schemaPath:"#/properties/status/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.status,data:y};
r===null?r=[d]:r.push(d),s++}if(y.at!==void 0){let c=y.at,d=s,k=s,D=s;if(typeof c=="string"){if(!Fe.test(c)){let U={instancePath:t+"/status/at",schemaPath:"#/$d\
efs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:Q,data:c};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[U]:r.push(U),s++}var jn=k===s,Vt=d===s}if(y.states!==void 0){let c=y.states,d=s,k=s;
if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let b={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/state\
s/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:v.properties.status.properties.states,
data:c};r===null?r=[b]:r.push(b),s++}let U=s;for(let b in c){let $=c[b],w=s,A=s,H=Pt.enum;if(!($==="queued"||$==="processing"||$==="completed"||$==="failed"||$===
"expired"||$==="cancelled"||$==="unknown")){let F={instancePath:t+"/status/states/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"\
enum",params:{allowedValues:Pt.enum},message:"must be equal to one of the allowed values",schema:Pt.enum,parentSchema:Pt,data:$};r===null?r=[F]:r.push(F),s++}var Sm=A===
s,_m=w===s}}else{let U={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"m\
ust be object",schema:v.properties.status.properties.states.type,parentSchema:v.properties.status.properties.states,data:c};r===null?r=[U]:r.push(U),s++}var Vt=d===
s}if(y.as!==void 0){let c=y.as,d=s,k=v.properties.status.properties.as.enum;if(!(c==="number"||c==="boolean")){let U={instancePath:t+"/status/as",schemaPath:"#/\
properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:v.properties.status.properties.as.enum},message:"must be equal to one of the allowed \
values",schema:v.properties.status.properties.as.enum,parentSchema:v.properties.status.properties.as,data:c};r===null?r=[U]:r.push(U),s++}var Vt=d===s}if(y.absent!==
void 0){let c=y.absent,d=s,k=s,D=Pt.enum;if(!(c==="queued"||c==="processing"||c==="completed"||c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let b={
instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Pt.enum},message:"must be equal to one of the allowed value\
s",schema:Pt.enum,parentSchema:Pt,data:c};r===null?r=[b]:r.push(b),s++}var rp=k===s,Vt=d===s}if(y.cases!==void 0){let c=y.cases,d=s,k=s;if(Array.isArray(c)){if(c.
length<1){let $={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:v.properties.status.properties.cases,data:c};r===null?r=[$]:r.push($),s++}let U=!0,b=c.length;for(let $=0;$<b;$++){
let w=c[$],A=s,H=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.when===void 0){let S={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/pro\
perties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:v.properties.status.properties.
cases.items.required,parentSchema:v.properties.status.properties.cases.items,data:w};r===null?r=[S]:r.push(S),s++}if(w.means===void 0){let S={instancePath:t+"/s\
tatus/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required\
 property 'means'",schema:v.properties.status.properties.cases.items.required,parentSchema:v.properties.status.properties.cases.items,data:w};r===null?r=[S]:r.push(
S),s++}let F=s;for(let S in w)if(!(S==="when"||S==="means")){let _={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.
status.properties.cases.items,data:w};r===null?r=[_]:r.push(_),s++}if(w.when!==void 0){let S=w.when,_=s,C=s;if(Array.isArray(S)){if(S.length<1){let L={instancePath:t+
"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:v.properties.status.properties.cases.items.properties.when,data:S};r===null?r=[L]:r.push(L),s++}let ne=!0,oe=S.
length;for(let L=0;L<oe;L++){let G=S[L],ze=s,Le=s,Je=s,tt=!1,kt=null,yr=s;if(G&&typeof G=="object"&&!Array.isArray(G)&&G.is===void 0){let $t={instancePath:t+"/s\
tatus/cases/"+$+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:v.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:v.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:G};r===null?r=[$t]:r.push($t),s++}var Er=yr===s;Er&&(tt=!0,kt=0);let Nm=s;if(G&&typeof G=="obj\
ect"&&!Array.isArray(G)&&G.present===void 0){let $t={instancePath:t+"/status/cases/"+$+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/propert\
ies/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:v.properties.status.
properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:v.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:G};r===
null?r=[$t]:r.push($t),s++}var Er=Nm===s;if(Er&&tt?(tt=!1,kt=[kt,1]):Er&&(tt=!0,kt=1),tt)s=Je,r!==null&&(Je?r.length=Je:r=null);else{let $t={instancePath:t+"/st\
atus/cases/"+$+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:kt},message:"\
must match exactly one schema in oneOf",schema:v.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:v.properties.status.properties.
cases.items.properties.when.items,data:G};r===null?r=[$t]:r.push($t),s++}if(G&&typeof G=="object"&&!Array.isArray(G)){if(G.at===void 0){let Be={instancePath:t+"\
/status/cases/"+$+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:v.properties.status.properties.cases.items.properties.when.items.required,parentSchema:v.properties.status.
properties.cases.items.properties.when.items,data:G};r===null?r=[Be]:r.push(Be),s++}let $t=s;for(let Be in G)if(!(Be==="at"||Be==="is"||Be==="present")){let rr={
instancePath:t+"/status/cases/"+$+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:Be},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.status.properties.cases.items.properties.
when.items,data:G};r===null?r=[rr]:r.push(rr),s++}if(G.at!==void 0){let Be=G.at,rr=s,An=s,n0=s;if(typeof Be=="string"){if(!Fe.test(Be)){let dt={instancePath:t+"\
/status/cases/"+$+"/when/"+L+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^\
(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:Be};r===null?r=[dt]:r.push(dt),s++}}else{let dt={instancePath:t+"/status/cases/"+$+"/whe\
n/"+L+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:Be};r===null?r=[dt]:
r.push(dt),s++}var xm=An===s,hr=rr===s}if(G.is!==void 0){let Be=G.is,rr=s,An=s;if(Array.isArray(Be)){if(Be.length<1){let dt={instancePath:t+"/status/cases/"+$+"\
/when/"+L+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:v.properties.status.properties.cases.items.properties.when.items.properties.is,data:Be};r===null?r=[dt]:
r.push(dt),s++}}else{let dt={instancePath:t+"/status/cases/"+$+"/when/"+L+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/pro\
perties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.status.properties.cases.items.properties.when.items.properties.
is.type,parentSchema:v.properties.status.properties.cases.items.properties.when.items.properties.is,data:Be};r===null?r=[dt]:r.push(dt),s++}var hr=rr===s}if(G.present!==
void 0){let Be=G.present,rr=s;if(typeof Be!="boolean"){let dt={instancePath:t+"/status/cases/"+$+"/when/"+L+"/present",schemaPath:"#/properties/status/propertie\
s/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:v.properties.status.properties.
cases.items.properties.when.items.properties.present.type,parentSchema:v.properties.status.properties.cases.items.properties.when.items.properties.present,data:Be};
r===null?r=[dt]:r.push(dt),s++}let An=s;var hr=rr===s}}else{let $t={instancePath:t+"/status/cases/"+$+"/when/"+L,schemaPath:"#/properties/status/properties/case\
s/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.status.properties.cases.items.properties.
when.items.type,parentSchema:v.properties.status.properties.cases.items.properties.when.items,data:G};r===null?r=[$t]:r.push($t),s++}var sp=ze===s;sp||(ne=!1)}}else{
let ne={instancePath:t+"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:v.properties.status.properties.cases.items.properties.when.type,parentSchema:v.properties.status.properties.cases.items.properties.
when,data:S};r===null?r=[ne]:r.push(ne),s++}var ap=_===s}if(w.means!==void 0){let S=w.means,_=s,C=s,ne=Pt.enum;if(!(S==="queued"||S==="processing"||S==="complet\
ed"||S==="failed"||S==="expired"||S==="cancelled"||S==="unknown")){let L={instancePath:t+"/status/cases/"+$+"/means",schemaPath:"#/$defs/state/enum",keyword:"en\
um",params:{allowedValues:Pt.enum},message:"must be equal to one of the allowed values",schema:Pt.enum,parentSchema:Pt,data:S};r===null?r=[L]:r.push(L),s++}var qm=C===
s,ap=_===s}}else{let F={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:v.properties.status.properties.cases.items.type,parentSchema:v.properties.status.properties.cases.items,data:w};r===null?r=[F]:r.push(F),
s++}var gs=A===s;gs||(U=!1)}}else{let U={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:v.properties.status.properties.cases.type,parentSchema:v.properties.status.properties.cases,data:c};r===null?r=[U]:r.push(U),
s++}var Vt=d===s}if(y.source!==void 0){let c=y.source,d=s,k=s,D=s;if(typeof c=="string"){if(te(c)<1){let b={instancePath:t+"/status/source",schemaPath:"#/$defs/\
source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[b]:r.push(b),
s++}}else{let b={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:c};r===null?r=[b]:r.push(b),s++}var aa=k===s,Vt=d===s}}else{let J={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:v.properties.status.type,parentSchema:v.properties.status,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.progress!==
void 0){let y=e.progress,u=s,T=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.at===void 0){let c={instancePath:t+"/progress",schemaPath:"#/properties/progr\
ess/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.progress.required,parentSchema:v.properties.
progress,data:y};r===null?r=[c]:r.push(c),s++}if(y.of===void 0){let c={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",
params:{missingProperty:"of"},message:"must have required property 'of'",schema:v.properties.progress.required,parentSchema:v.properties.progress,data:y};r===null?
r=[c]:r.push(c),s++}if(y.source===void 0){let c={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:v.properties.progress.required,parentSchema:v.properties.progress,data:y};r===null?r=[c]:r.push(c),
s++}let J=s;for(let c in y)if(!(c==="at"||c==="of"||c==="source")){let d={instancePath:t+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.progress,data:y};r===null?
r=[d]:r.push(d),s++}if(y.at!==void 0){let c=y.at,d=s,k=s,D=s;if(typeof c=="string"){if(!Fe.test(c)){let U={instancePath:t+"/progress/at",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:c};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[U]:r.push(U),s++}var Om=k===s,ws=d===s}if(y.of!==void 0){let c=y.of,d=s,k=s;if(typeof c=="numbe\
r"){if(c<=0||isNaN(c)){let U={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{
comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:v.properties.progress.properties.of,data:c};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+
"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"must be number",schema:v.properties.progress.
properties.of.type,parentSchema:v.properties.progress.properties.of,data:c};r===null?r=[U]:r.push(U),s++}var ws=d===s}if(y.source!==void 0){let c=y.source,d=s,k=s,
D=s;if(typeof c=="string"){if(te(c)<1){let b={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:c};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/progress/source",schemaPath:"#\
/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:c};r===null?r=[b]:r.push(b),s++}var jm=k===
s,ws=d===s}}else{let J={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.
properties.progress.type,parentSchema:v.properties.progress,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.results!==void 0){let y=e.results,u=s;gr(y,{instancePath:t+
"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?gr.errors:r.concat(gr.errors),s=r.length);var g=u===s}if(e.message!==
void 0){let y=e.message,u=s;Qe(y,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?Qe.errors:r.concat(
Qe.errors),s=r.length);var g=u===s}if(e.code!==void 0){let y=e.code,u=s;Qe(y,{instancePath:t+"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||
(r=r===null?Qe.errors:r.concat(Qe.errors),s=r.length);var g=u===s}if(e.seconds!==void 0){let y=e.seconds,u=s,T=s,ee=s;if(typeof y=="string"){if(!Fe.test(y)){let c={
instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|\
~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointe\
r/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[c]:r.push(c),s++}var Mr=T===s,g=u===s}if(e.
secondsAs!==void 0){let y=e.secondsAs,u=s;if(y!=="string"){let ee={instancePath:t+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{
allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:v.properties.secondsAs,data:y};r===null?r=[ee]:r.push(ee),s++}var g=u===
s}if(e.usage!==void 0){let y=e.usage,u=s,T=s;if(Array.isArray(y)){let J=!0,c=y.length;for(let d=0;d<c;d++){let k=y[d],D=s,U=s;if(k&&typeof k=="object"&&!Array.isArray(
k)){if(k.at===void 0){let $={instancePath:t+"/usage/"+d,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:v.properties.usage.items.required,parentSchema:v.properties.usage.items,data:k};r===null?r=[$]:r.push($),s++}if(k.unit===
void 0){let $={instancePath:t+"/usage/"+d,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have r\
equired property 'unit'",schema:v.properties.usage.items.required,parentSchema:v.properties.usage.items,data:k};r===null?r=[$]:r.push($),s++}if(k.source===void 0){
let $={instancePath:t+"/usage/"+d,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have require\
d property 'source'",schema:v.properties.usage.items.required,parentSchema:v.properties.usage.items,data:k};r===null?r=[$]:r.push($),s++}let b=s;for(let $ in k)
if(!($==="at"||$==="unit"||$==="source")){let w={instancePath:t+"/usage/"+d,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProper\
ties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.usage.items,data:k};r===null?r=[w]:r.push(
w),s++}if(k.at!==void 0){let $=k.at,w=s,A=s,H=s;if(typeof $=="string"){if(!Fe.test($)){let F={instancePath:t+"/usage/"+d+"/at",schemaPath:"#/$defs/pointer/patte\
rn",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:$};
r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/usage/"+d+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Q.type,parentSchema:Q,data:$};r===null?r=[F]:r.push(F),s++}var np=A===s,na=w===s}if(k.unit!==void 0){let $=k.unit,w=s,A=s;if(typeof $=="strin\
g"){if(te($)<1){let F={instancePath:t+"/usage/"+d+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:v.properties.usage.items.properties.unit,data:$};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/usage/"+d+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:v.properties.
usage.items.properties.unit.type,parentSchema:v.properties.usage.items.properties.unit,data:$};r===null?r=[F]:r.push(F),s++}var na=w===s}if(k.source!==void 0){let $=k.
source,w=s,A=s,H=s;if(typeof $=="string"){if(te($)<1){let S={instancePath:t+"/usage/"+d+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:$};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/usage/"+d+"/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:$};r===null?r=[S]:r.push(
S),s++}var Tm=A===s,na=w===s}}else{let b={instancePath:t+"/usage/"+d,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"m\
ust be object",schema:v.properties.usage.items.type,parentSchema:v.properties.usage.items,data:k};r===null?r=[b]:r.push(b),s++}var Tn=D===s;Tn||(J=!1)}}else{let J={
instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.usage.type,parentSchema:v.
properties.usage,data:y};r===null?r=[J]:r.push(J),s++}var g=u===s}if(e.told!==void 0){let y=e.told,u=s,T=s;if(Array.isArray(y)){let J=!0,c=y.length;for(let d=0;d<
c;d++){let k=y[d],D=s,U=s,b=s,$=!1,w=null,A=s;if(k&&typeof k=="object"&&!Array.isArray(k)&&k.link===void 0){let F={instancePath:t+"/told/"+d,schemaPath:"#/prope\
rties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:v.properties.told.items.
oneOf[0].required,parentSchema:v.properties.told.items.oneOf[0],data:k};r===null?r=[F]:r.push(F),s++}var Dt=A===s;Dt&&($=!0,w=0);let H=s;if(k&&typeof k=="object"&&
!Array.isArray(k)&&k.constant===void 0){let F={instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:v.properties.told.items.oneOf[1].required,parentSchema:v.properties.told.items.oneOf[1],data:k};
r===null?r=[F]:r.push(F),s++}var Dt=H===s;if(Dt&&$)$=!1,w=[w,1];else{Dt&&($=!0,w=1);let F=s;if(k&&typeof k=="object"&&!Array.isArray(k)&&k.fact===void 0){let _={
instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required p\
roperty 'fact'",schema:v.properties.told.items.oneOf[2].required,parentSchema:v.properties.told.items.oneOf[2],data:k};r===null?r=[_]:r.push(_),s++}var Dt=F===s;
Dt&&$?($=!1,w=[w,2]):Dt&&($=!0,w=2)}if($)s=b,r!==null&&(b?r.length=b:r=null);else{let F={instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:w},message:"must match exactly one schema in oneOf",schema:v.properties.told.items.oneOf,parentSchema:v.properties.told.items,data:k};
r===null?r=[F]:r.push(F),s++}if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){let S={instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:v.properties.told.items.required,parentSchema:v.properties.
told.items,data:k};r===null?r=[S]:r.push(S),s++}if(k.in===void 0){let S={instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items/required",keyword:"requir\
ed",params:{missingProperty:"in"},message:"must have required property 'in'",schema:v.properties.told.items.required,parentSchema:v.properties.told.items,data:k};
r===null?r=[S]:r.push(S),s++}if(k.source===void 0){let S={instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:v.properties.told.items.required,parentSchema:v.properties.told.items,data:k};r===null?r=[S]:r.push(
S),s++}let F=s;for(let S in k)if(!(S==="at"||S==="in"||S==="link"||S==="constant"||S==="fact"||S==="source")){let _={instancePath:t+"/told/"+d,schemaPath:"#/pro\
perties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:v.
properties.told.items,data:k};r===null?r=[_]:r.push(_),s++}if(k.at!==void 0){let S=k.at,_=s,C=s,ne=s;if(typeof S=="string"){if(!Fe.test(S)){let oe={instancePath:t+
"/told/"+d+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:S};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/told/"+d+"/at",schemaPath:"#/$defs/pointe\
r/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:S};r===null?r=[oe]:r.push(oe),s++}var Am=C===s,Ir=_===s}
if(k.in!==void 0){let S=k.in,_=s,C=v.properties.told.items.properties.in.enum;if(!(S==="submit"||S==="query"||S==="both")){let oe={instancePath:t+"/told/"+d+"/i\
n",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:v.properties.told.items.properties.in.enum},message:"must be equ\
al to one of the allowed values",schema:v.properties.told.items.properties.in.enum,parentSchema:v.properties.told.items.properties.in,data:S};r===null?r=[oe]:r.
push(oe),s++}var Ir=_===s}if(k.link!==void 0){let S=k.link,_=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.path===void 0){let L={instancePath:t+"/told\
/"+d+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required proper\
ty 'path'",schema:v.properties.told.items.properties.link.required,parentSchema:v.properties.told.items.properties.link,data:S};r===null?r=[L]:r.push(L),s++}let oe=s;
for(let L in S)if(L!=="path"){let G={instancePath:t+"/told/"+d+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:v.properties.told.items.properties.link,data:S};
r===null?r=[G]:r.push(G),s++}if(S.path!==void 0){let L=S.path,G=s,ze=s,Le=s;if(typeof L=="string"){if(!_t.test(L)){let Je={instancePath:t+"/told/"+d+"/link/path",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:be,data:L};r===null?r=[Je]:
r.push(Je),s++}}else{let Je={instancePath:t+"/told/"+d+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:be.type,parentSchema:be,data:L};r===null?r=[Je]:r.push(Je),s++}var op=ze===s,oa=G===s}}else{let oe={instancePath:t+"/told/"+d+"/link",schemaPath:"#/prope\
rties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.properties.told.items.properties.link.type,parentSchema:v.
properties.told.items.properties.link,data:S};r===null?r=[oe]:r.push(oe),s++}var Ir=_===s}if(k.fact!==void 0){let S=k.fact,_=s,C=v.properties.told.items.properties.
fact.enum;if(!(S==="id"||S==="model"||S==="created")){let oe={instancePath:t+"/told/"+d+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"\
enum",params:{allowedValues:v.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:v.properties.told.items.properties.
fact.enum,parentSchema:v.properties.told.items.properties.fact,data:S};r===null?r=[oe]:r.push(oe),s++}var Ir=_===s}if(k.source!==void 0){let S=k.source,_=s,C=s,
ne=s;if(typeof S=="string"){if(te(S)<1){let L={instancePath:t+"/told/"+d+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:S};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/told/"+d+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:S};r===null?r=[L]:r.push(L),s++}var f=C===
s,Ir=_===s}}else{let F={instancePath:t+"/told/"+d,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:v.
properties.told.items.type,parentSchema:v.properties.told.items,data:k};r===null?r=[F]:r.push(F),s++}var le=D===s;le||(J=!1)}}else{let J={instancePath:t+"/told",
schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:v.properties.told.type,parentSchema:v.properties.told,data:y};
r===null?r=[J]:r.push(J),s++}var g=u===s}let vt;if(e.list!==void 0){if(e.id===void 0){let y={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentR\
equired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:v.
dependentRequired,parentSchema:v,data:e};r===null?r=[y]:r.push(y),s++}if(e.query===void 0){let y={instancePath:t,schemaPath:"#/dependentRequired",keyword:"depen\
dentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is presen\
t",schema:v.dependentRequired,parentSchema:v,data:e};r===null?r=[y]:r.push(y),s++}}}else{let De={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:v.type,parentSchema:v,data:e};r===null?r=[De]:r.push(De),s++}return ot.errors=r,s===0}ot.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};function ia(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ia.evaluated;p.dynamicProps&&
(p.props=void 0),p.dynamicItems&&(p.items=void 0);let h=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let f={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:l.required,parentSchema:l,data:e};r===
null?r=[f]:r.push(f),s++}if(e.title===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must ha\
ve required property 'title'",schema:l.required,parentSchema:l,data:e};r===null?r=[f]:r.push(f),s++}if(e.description===void 0){let f={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:l.required,parentSchema:l,data:e};
r===null?r=[f]:r.push(f),s++}if(e.sources===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"\
must have required property 'sources'",schema:l.required,parentSchema:l,data:e};r===null?r=[f]:r.push(f),s++}if(e.baseUrl===void 0){let f={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:l.required,parentSchema:l,data:e};r===null?
r=[f]:r.push(f),s++}if(e.authentication===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"\
must have required property 'authentication'",schema:l.required,parentSchema:l,data:e};r===null?r=[f]:r.push(f),s++}if(e.deadline===void 0){let f={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:l.required,parentSchema:l,
data:e};r===null?r=[f]:r.push(f),s++}if(e.poll===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"\
must have required property 'poll'",schema:l.required,parentSchema:l,data:e};r===null?r=[f]:r.push(f),s++}if(e.operations===void 0){let f={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:l.required,parentSchema:l,data:e};
r===null?r=[f]:r.push(f),s++}if(e.errors===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"m\
ust have required property 'errors'",schema:l.required,parentSchema:l,data:e};r===null?r=[f]:r.push(f),s++}let oa=s;for(let f in e)if(!pa.call(l.properties,f)){
let le={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional proper\
ties",schema:!1,parentSchema:l,data:e};r===null?r=[le]:r.push(le),s++}if(e.$schema!==void 0){let f=e.$schema,le=s;if(typeof f!="string"){let vt={instancePath:t+
"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.$schema.type,parentSchema:l.
properties.$schema,data:f};r===null?r=[vt]:r.push(vt),s++}let De=s;var m=le===s}if(e.$comment!==void 0){let f=e.$comment,le=s,De=s,vt=s;if(typeof f=="string"){if(te(
f)<1){let u={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:Ht,data:f};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:f};r===null?r=[u]:r.push(u),s++}var g=De===s,m=le===s}if(e.protocol!==void 0){let f=e.
protocol,le=s,De=s;if(typeof f=="string"){if(!Vm.test(f)){let y={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{
pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:l.properties.protocol,data:f};r===null?r=[
y]:r.push(y),s++}}else{let y={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:l.properties.protocol.type,parentSchema:l.properties.protocol,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.title!==void 0){let f=e.title,le=s,De=s;
if(typeof f=="string"){if(te(f)<1){let y={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:l.properties.title,data:f};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/title",schemaPath:"\
#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.title.type,parentSchema:l.properties.title,data:f};r===
null?r=[y]:r.push(y),s++}var m=le===s}if(e.description!==void 0){let f=e.description,le=s,De=s;if(typeof f=="string"){if(te(f)<1){let y={instancePath:t+"/descri\
ption",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.
properties.description,data:f};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:l.properties.description.type,parentSchema:l.properties.description,data:f};r===null?r=[y]:r.push(y),s++}
var m=le===s}if(e.sources!==void 0){let f=e.sources,le=s,De=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let u={instancePath:t+"/s\
ources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:l.
properties.sources,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f){let T=f[u],ee=s,J=s,c=!1,d=null,k=s,D=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.package===void 0){let w={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneO\
f/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:l.properties.sources.additionalProperties.
oneOf[0].required,parentSchema:l.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[w]:r.push(w),s++}if(T.version===void 0){let w={instancePath:t+
"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"\
version"},message:"must have required property 'version'",schema:l.properties.sources.additionalProperties.oneOf[0].required,parentSchema:l.properties.sources.additionalProperties.
oneOf[0],data:T};r===null?r=[w]:r.push(w),s++}let $=s;for(let w in T)if(!(w==="package"||w==="version")){let A={instancePath:t+"/sources/"+u.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[A]:r.push(A),s++}if(T.
package!==void 0){let w=T.package,A=s,H=s;if(typeof w=="string"){if(te(w)<1){let F={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/packag\
e",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:l.properties.sources.additionalProperties.oneOf[0].properties.package,data:w};r===null?r=[F]:r.push(F),s++}}else{let F={
instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:l.
properties.sources.additionalProperties.oneOf[0].properties.package,data:w};r===null?r=[F]:r.push(F),s++}var P=A===s}if(T.version!==void 0){let w=T.version,A=s,
H=s;if(typeof w=="string"){if(!Dm.test(w)){let S={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:l.properties.sources.additionalProperties.oneOf[0].properties.version,data:w};r===null?r=[S]:r.push(S),s++}}else{let S={
instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:l.
properties.sources.additionalProperties.oneOf[0].properties.version,data:w};r===null?r=[S]:r.push(S),s++}var P=A===s}}else{let $={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:l.properties.sources.additionalProperties.oneOf[0].type,parentSchema:l.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[$]:r.push($),
s++}var q=k===s;if(q){c=!0,d=0;var O=!0}let U=s,b=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.document===void 0){let w={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:l.properties.sources.additionalProperties.oneOf[1].required,parentSchema:l.properties.sources.additionalProperties.
oneOf[1],data:T};r===null?r=[w]:r.push(w),s++}if(T.url===void 0){let w={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:l.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:l.properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[w]:r.push(w),s++}let $=s;for(let w in T)
if(!(w==="document"||w==="url")){let A={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:l.
properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[A]:r.push(A),s++}if(T.document!==void 0){let w=T.document,A=s,H=s;if(typeof w=="string"){if(te(
w)<1){let F={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.sources.additionalProperties.
oneOf[1].properties.document,data:w};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:l.properties.sources.additionalProperties.oneOf[1].properties.document,data:w};r===null?r=[F]:
r.push(F),s++}var x=A===s}if(T.url!==void 0){let w=T.url,A=s,H=s;if(typeof w=="string"){if(!cp.test(w)){let S={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:l.properties.sources.additionalProperties.oneOf[1].properties.url,data:w};r===null?r=[S]:r.push(
S),s++}}else{let S={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:l.
properties.sources.additionalProperties.oneOf[1].properties.url,data:w};r===null?r=[S]:r.push(S),s++}var x=A===s}}else{let $={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:l.properties.sources.additionalProperties.oneOf[1].type,parentSchema:l.properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[$]:r.push($),
s++}var q=U===s;if(q&&c?(c=!1,d=[d,1]):q&&(c=!0,d=1,O!==!0&&(O=!0)),c)s=J,r!==null&&(J?r.length=J:r=null);else{let $={instancePath:t+"/sources/"+u.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one\
 schema in oneOf",schema:l.properties.sources.additionalProperties.oneOf,parentSchema:l.properties.sources.additionalProperties,data:T};r===null?r=[$]:r.push($),
s++}var N=ee===s}}else{let y={instancePath:t+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.
properties.sources.type,parentSchema:l.properties.sources,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.baseUrl!==void 0){let f=e.baseUrl,le=s,De=s;if(typeof f==
"string"){if(!Um.test(f)){let y={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:l.properties.baseUrl,data:f};r===null?r=[y]:r.push(
y),s++}}else{let y={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.
baseUrl.type,parentSchema:l.properties.baseUrl,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.authentication!==void 0){let f=e.authentication,le=s,De=s;
if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.in===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"\
required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:l.properties.authentication.required,parentSchema:l.properties.authentication,
data:f};r===null?r=[u]:r.push(u),s++}if(f.name===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:l.properties.authentication.required,parentSchema:l.properties.authentication,
data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:l.properties.authentication.required,parentSchema:l.properties.authentication,
data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u==="in"||u==="name"||u==="prefix"||u==="token"||u==="source")){let T={instancePath:t+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:l.properties.authentication,data:f};r===null?r=[T]:r.push(T),s++}if(f.in!==void 0){let u=f.in,T=s,ee=l.properties.authentication.
properties.in.enum;if(u!=="header"){let J={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:l.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:l.properties.authentication.properties.
in.enum,parentSchema:l.properties.authentication.properties.in,data:u};r===null?r=[J]:r.push(J),s++}var E=T===s}if(f.name!==void 0){let u=f.name,T=s,ee=s;if(typeof u==
"string"){if(!zm.test(u)){let c={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:l.properties.authentication.properties.name,
data:u};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:l.properties.authentication.properties.name.type,parentSchema:l.properties.authentication.properties.
name,data:u};r===null?r=[c]:r.push(c),s++}var E=T===s}if(f.prefix!==void 0){let u=f.prefix,T=s;if(typeof u!="string"){let c={instancePath:t+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.authentication.
properties.prefix.type,parentSchema:l.properties.authentication.properties.prefix,data:u};r===null?r=[c]:r.push(c),s++}let ee=s;var E=T===s}if(f.token!==void 0){
let u=f.token,T=s,ee=s,J=!1,c=null,d=s,k=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.by===void 0){let w={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:l.
properties.authentication.properties.token.oneOf[0].required,parentSchema:l.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[w]:r.push(w),
s++}if(u.seconds===void 0){let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:l.properties.authentication.properties.token.oneOf[0].required,
parentSchema:l.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[w]:r.push(w),s++}let $=s;for(let w in u)if(!(w==="by"||w==="seconds"||w===
"backdateSeconds")){let A={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.authentication.properties.
token.oneOf[0],data:u};r===null?r=[A]:r.push(A),s++}if(u.by!==void 0){let w=u.by,A=s;if(w!=="jwt-hs256"){let H={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:l.properties.authentication.properties.token.oneOf[0].properties.by,data:w};r===null?r=[H]:r.push(H),s++}var X=A===s}if(u.seconds!==
void 0){let w=u.seconds,A=s;if(!(typeof w=="number"&&!(w%1)&&!isNaN(w))){let S={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:l.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:l.properties.authentication.properties.token.oneOf[0].properties.seconds,data:w};r===null?r=[S]:r.push(S),s++}
let H=s;if(typeof w=="number"){if(w>86400||isNaN(w)){let S={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:l.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:w};r===null?r=[S]:r.push(S),s++}if(w<10||isNaN(w)){let S={instancePath:t+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:l.properties.authentication.properties.token.oneOf[0].properties.seconds,data:w};r===null?r=[S]:r.push(S),s++}}var X=A===s}
if(u.backdateSeconds!==void 0){let w=u.backdateSeconds,A=s;if(!(typeof w=="number"&&!(w%1)&&!isNaN(w))){let S={instancePath:t+"/authentication/token/backdateSec\
onds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be \
integer",schema:l.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:l.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:w};r===null?r=[S]:r.push(S),s++}let H=s;if(typeof w=="number"){if(w>3600||isNaN(w)){let S={instancePath:t+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:l.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:w};r===
null?r=[S]:r.push(S),s++}if(w<0||isNaN(w)){let S={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:l.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:w};r===null?r=[S]:r.push(S),s++}}var X=A===s}}else{let $={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.authentication.properties.
token.oneOf[0].type,parentSchema:l.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[$]:r.push($),s++}var R=d===s;if(R){J=!0,c=0;var M=!0}
let D=s,U=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.by===void 0){let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:l.properties.authentication.
properties.token.oneOf[1].required,parentSchema:l.properties.authentication.properties.token.oneOf[1],data:u};r===null?r=[w]:r.push(w),s++}if(u.scope===void 0){
let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:l.properties.authentication.properties.token.oneOf[1].required,parentSchema:l.properties.authentication.
properties.token.oneOf[1],data:u};r===null?r=[w]:r.push(w),s++}let $=s;for(let w in u)if(!(w==="by"||w==="scope")){let A={instancePath:t+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:l.properties.authentication.properties.token.oneOf[1],data:u};r===null?r=[A]:r.push(A),s++}if(u.by!==void 0){
let w=u.by,A=s;if(w!=="google-service-account"){let H={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:l.
properties.authentication.properties.token.oneOf[1].properties.by,data:w};r===null?r=[H]:r.push(H),s++}var W=A===s}if(u.scope!==void 0){let w=u.scope,A=s,H=s;if(typeof w==
"string"){if(te(w)<1){let S={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.authentication.properties.token.oneOf[1].
properties.scope,data:w};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:l.properties.authentication.properties.token.oneOf[1].properties.scope,data:w};r===null?r=[S]:r.push(S),s++}var W=A===s}}else{
let $={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:l.properties.authentication.properties.token.oneOf[1].type,parentSchema:l.properties.authentication.properties.token.oneOf[1],data:u};r===
null?r=[$]:r.push($),s++}var R=D===s;if(R&&J?(J=!1,c=[c,1]):R&&(J=!0,c=1,M!==!0&&(M=!0)),J)s=ee,r!==null&&(ee?r.length=ee:r=null);else{let $={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:c},message:"must match exactly one s\
chema in oneOf",schema:l.properties.authentication.properties.token.oneOf,parentSchema:l.properties.authentication.properties.token,data:u};r===null?r=[$]:r.push(
$),s++}var E=T===s}if(f.source!==void 0){let u=f.source,T=s,ee=s,J=s;if(typeof u=="string"){if(te(u)<1){let d={instancePath:t+"/authentication/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:u};r===null?r=[d]:r.
push(d),s++}}else{let d={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:K.type,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}var se=ee===s,E=T===s}}else{let y={instancePath:t+"/authentication",schemaPath:"#/properties/a\
uthentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.authentication.type,parentSchema:l.properties.authentication,
data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.idempotency!==void 0){let f=e.idempotency,le=s,De=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.header===
void 0){let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must h\
ave required property 'header'",schema:l.properties.idempotency.required,parentSchema:l.properties.idempotency,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===
void 0){let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:l.properties.idempotency.required,parentSchema:l.properties.idempotency,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)
if(!(u==="header"||u==="source")){let T={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.idempotency,data:f};r===null?r=[T]:r.push(T),s++}
if(f.header!==void 0){let u=f.header,T=s,ee=s;if(typeof u=="string"){if(te(u)<1){let J={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotenc\
y/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.idempotency.
properties.header,data:u};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.idempotency.properties.header.type,parentSchema:l.properties.idempotency.
properties.header,data:u};r===null?r=[J]:r.push(J),s++}var j=T===s}if(f.source!==void 0){let u=f.source,T=s,ee=s,J=s;if(typeof u=="string"){if(te(u)<1){let d={instancePath:t+
"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}var ae=ee===s,j=T===s}}else{let y={instancePath:t+"/idempotency",schemaPath:"#\
/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.idempotency.type,parentSchema:l.properties.idempotency,
data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.deadline!==void 0){let f=e.deadline,le=s,De=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.seconds===
void 0){let u={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have r\
equired property 'seconds'",schema:l.properties.deadline.required,parentSchema:l.properties.deadline,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){
let u={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required p\
roperty 'source'",schema:l.properties.deadline.required,parentSchema:l.properties.deadline,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u===
"seconds"||u==="source")){let T={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},
message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.deadline,data:f};r===null?r=[T]:r.push(T),s++}if(f.seconds!==void 0){let u=f.seconds,
T=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let J={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"t\
ype",params:{type:"integer"},message:"must be integer",schema:l.properties.deadline.properties.seconds.type,parentSchema:l.properties.deadline.properties.seconds,
data:u};r===null?r=[J]:r.push(J),s++}let ee=s;if(typeof u=="number"&&(u<60||isNaN(u))){let J={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadli\
ne/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:l.properties.deadline.properties.
seconds,data:u};r===null?r=[J]:r.push(J),s++}var ie=T===s}if(f.source!==void 0){let u=f.source,T=s,ee=s,J=s;if(typeof u=="string"){if(te(u)<1){let d={instancePath:t+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}var z=ee===s,ie=T===s}}else{let y={instancePath:t+"/deadline",schemaPath:"#/pr\
operties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.deadline.type,parentSchema:l.properties.deadline,data:f};
r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.poll!==void 0){let f=e.poll,le=s,De=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.seconds===void 0){let u={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:l.properties.poll.required,parentSchema:l.properties.poll,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:l.properties.poll.required,
parentSchema:l.properties.poll,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u==="seconds"||u==="source")){let T={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:l.
properties.poll,data:f};r===null?r=[T]:r.push(T),s++}if(f.seconds!==void 0){let u=f.seconds,T=s,ee=s;if(typeof u=="number"){if(u<=0||isNaN(u)){let J={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:l.properties.poll.properties.seconds,data:u};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/poll/seconds",schemaPath:"#/pr\
operties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:l.properties.poll.properties.seconds.type,parentSchema:l.
properties.poll.properties.seconds,data:u};r===null?r=[J]:r.push(J),s++}var I=T===s}if(f.source!==void 0){let u=f.source,T=s,ee=s,J=s;if(typeof u=="string"){if(te(
u)<1){let d={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}var de=ee===s,I=T===s}}else{let y={instancePath:t+"/po\
ll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.poll.type,parentSchema:l.properties.poll,
data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.probe!==void 0){let f=e.probe,le=s,De=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.path===void 0){
let u={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:l.properties.probe.required,parentSchema:l.properties.probe,data:f};r===null?r=[u]:r.push(u),s++}if(f.accepted===void 0){let u={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:l.
properties.probe.required,parentSchema:l.properties.probe,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:l.properties.probe.required,
parentSchema:l.properties.probe,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u==="path"||u==="accepted"||u==="source")){let T={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:l.properties.probe,data:f};r===null?r=[T]:r.push(T),s++}if(f.path!==void 0){let u=f.path,T=s,ee=s,J=s;if(typeof u=="string"){if(!_t.
test(u)){let c={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:be,data:u};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:be.type,parentSchema:be,data:u};r===null?r=[c]:r.push(c),s++}var ue=ee===s,B=T===s}if(f.accepted!==void 0){let u=f.accepted,
T=s,ee=s;if(Array.isArray(u)){if(u.length<1){let k={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:l.properties.probe.properties.accepted,data:u};r===null?r=[k]:r.push(k),s++}
let c=!0,d=u.length;for(let k=0;k<d;k++){let D=u[k],U=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D))){let $={instancePath:t+"/probe/accepted/"+k,schemaPath:"#/pr\
operties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:l.properties.probe.properties.accepted.items.
type,parentSchema:l.properties.probe.properties.accepted.items,data:D};r===null?r=[$]:r.push($),s++}let b=s;if(typeof D=="number"){if(D>599||isNaN(D)){let $={instancePath:t+
"/probe/accepted/"+k,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= \
599",schema:599,parentSchema:l.properties.probe.properties.accepted.items,data:D};r===null?r=[$]:r.push($),s++}if(D<100||isNaN(D)){let $={instancePath:t+"/probe\
/accepted/"+k,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,
parentSchema:l.properties.probe.properties.accepted.items,data:D};r===null?r=[$]:r.push($),s++}}var V=U===s;V||(c=!1)}}else{let c={instancePath:t+"/probe/accept\
ed",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.probe.properties.accepted.
type,parentSchema:l.properties.probe.properties.accepted,data:u};r===null?r=[c]:r.push(c),s++}var B=T===s}if(f.source!==void 0){let u=f.source,T=s,ee=s,J=s;if(typeof u==
"string"){if(te(u)<1){let d={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}var fe=ee===s,B=T===s}}else{let y={
instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.probe.type,parentSchema:l.
properties.probe,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.modelProbe!==void 0){let f=e.modelProbe,le=s,De=s,vt=s,y=!1,u=null,T=s;if(f&&typeof f=="\
object"&&!Array.isArray(f)){if(f.path===void 0){let c={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:l.properties.modelProbe.oneOf[0].required,parentSchema:l.properties.modelProbe.oneOf[0],
data:f};r===null?r=[c]:r.push(c),s++}if(f.names===void 0){let c={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:l.properties.modelProbe.oneOf[0].required,parentSchema:l.properties.
modelProbe.oneOf[0],data:f};r===null?r=[c]:r.push(c),s++}}var Te=T===s;Te&&(y=!0,u=0);let ee=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.url===void 0){let c={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required\
 property 'url'",schema:l.properties.modelProbe.oneOf[1].required,parentSchema:l.properties.modelProbe.oneOf[1],data:f};r===null?r=[c]:r.push(c),s++}if(f.names===
void 0){let c={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"m\
ust have required property 'names'",schema:l.properties.modelProbe.oneOf[1].required,parentSchema:l.properties.modelProbe.oneOf[1],data:f};r===null?r=[c]:r.push(
c),s++}}var Te=ee===s;if(Te&&y)y=!1,u=[u,1];else{Te&&(y=!0,u=1);let c=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.untestable===void 0){let k={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required propert\
y 'untestable'",schema:l.properties.modelProbe.oneOf[2].required,parentSchema:l.properties.modelProbe.oneOf[2],data:f};r===null?r=[k]:r.push(k),s++}var Te=c===s;
Te&&y?(y=!1,u=[u,2]):Te&&(y=!0,u=2)}if(y)s=vt,r!==null&&(vt?r.length=vt:r=null);else{let c={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/one\
Of",keyword:"oneOf",params:{passingSchemas:u},message:"must match exactly one schema in oneOf",schema:l.properties.modelProbe.oneOf,parentSchema:l.properties.modelProbe,
data:f};r===null?r=[c]:r.push(c),s++}if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.source===void 0){let d={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:l.properties.modelProbe.required,
parentSchema:l.properties.modelProbe,data:f};r===null?r=[d]:r.push(d),s++}let c=s;for(let d in f)if(!(d==="path"||d==="url"||d==="names"||d==="omits"||d==="exce\
pt"||d==="untestable"||d==="source")){let k={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.modelProbe,data:f};r===null?r=[k]:r.push(k),s++}
if(f.path!==void 0){let d=f.path,k=s,D=s,U=s;if(typeof d=="string"){if(!_t.test(d)){let b={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:be,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/\
modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:d};r===null?r=
[b]:r.push(b),s++}var ct=D===s,qe=k===s}if(f.url!==void 0){let d=f.url,k=s,D=s;if(typeof d=="string"){if(!Jm.test(d)){let b={instancePath:t+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[\
^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:l.properties.modelProbe.properties.url,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.modelProbe.
properties.url.type,parentSchema:l.properties.modelProbe.properties.url,data:d};r===null?r=[b]:r.push(b),s++}var qe=k===s}if(f.names!==void 0){let d=f.names,k=s,
D=s,U=s;if(typeof d=="string"){if(!Fe.test(d)){let $={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:d};r===null?r=[$]:r.push($),s++}}else{
let $={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:d};r===null?r=[$]:r.push($),s++}var Ve=D===s,qe=k===s}if(f.omits!==void 0){let d=f.omits,k=s,D=s;if(typeof d=="string"){if(te(d)<1){let b={instancePath:t+"\
/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:l.properties.modelProbe.properties.omits,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.modelProbe.properties.omits.type,
parentSchema:l.properties.modelProbe.properties.omits,data:d};r===null?r=[b]:r.push(b),s++}var qe=k===s}if(f.except!==void 0){let d=f.except,k=s,D=s;if(Array.isArray(
d)){if(d.length<1){let w={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:l.properties.modelProbe.properties.except,data:d};r===null?r=[w]:r.push(w),s++}let b=!0,$=d.length;
for(let w=0;w<$;w++){let A=d[w],H=s,F=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.prefix===void 0){let _={instancePath:t+"/modelProbe/except/"+w,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:l.
properties.modelProbe.properties.except.items.required,parentSchema:l.properties.modelProbe.properties.except.items,data:A};r===null?r=[_]:r.push(_),s++}if(A.reason===
void 0){let _={instancePath:t+"/modelProbe/except/"+w,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:l.properties.modelProbe.properties.except.items.required,parentSchema:l.properties.modelProbe.properties.
except.items,data:A};r===null?r=[_]:r.push(_),s++}let S=s;for(let _ in A)if(!(_==="prefix"||_==="reason")){let C={instancePath:t+"/modelProbe/except/"+w,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:l.properties.modelProbe.properties.except.items,data:A};r===null?r=[C]:r.push(C),s++}if(A.prefix!==void 0){let _=A.prefix,
C=s,ne=s;if(typeof _=="string"){if(te(_)<1){let oe={instancePath:t+"/modelProbe/except/"+w+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items\
/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.modelProbe.
properties.except.items.properties.prefix,data:_};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/modelProbe/except/"+w+"/prefix",schemaPath:"#/pr\
operties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.modelProbe.
properties.except.items.properties.prefix.type,parentSchema:l.properties.modelProbe.properties.except.items.properties.prefix,data:_};r===null?r=[oe]:r.push(oe),
s++}var je=C===s}if(A.reason!==void 0){let _=A.reason,C=s,ne=s;if(typeof _=="string"){if(te(_)<1){let L={instancePath:t+"/modelProbe/except/"+w+"/reason",schemaPath:"\
#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:l.properties.modelProbe.properties.except.items.properties.reason,data:_};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/model\
Probe/except/"+w+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:l.properties.modelProbe.properties.except.items.properties.reason.type,parentSchema:l.properties.modelProbe.properties.except.items.properties.
reason,data:_};r===null?r=[L]:r.push(L),s++}var je=C===s}}else{let S={instancePath:t+"/modelProbe/except/"+w,schemaPath:"#/properties/modelProbe/properties/exce\
pt/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.modelProbe.properties.except.items.type,parentSchema:l.properties.
modelProbe.properties.except.items,data:A};r===null?r=[S]:r.push(S),s++}var Ze=H===s;Ze||(b=!1)}}else{let b={instancePath:t+"/modelProbe/except",schemaPath:"#/p\
roperties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.modelProbe.properties.except.type,
parentSchema:l.properties.modelProbe.properties.except,data:d};r===null?r=[b]:r.push(b),s++}var qe=k===s}if(f.untestable!==void 0){let d=f.untestable,k=s,D=s;if(typeof d==
"string"){if(te(d)<1){let b={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.modelProbe.properties.untestable,data:d};r===null?r=[b]:r.push(b),s++}}else{
let b={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:l.properties.modelProbe.properties.untestable.type,parentSchema:l.properties.modelProbe.properties.untestable,data:d};r===null?r=[b]:r.push(
b),s++}var qe=k===s}if(f.source!==void 0){let d=f.source,k=s,D=s,U=s;if(typeof d=="string"){if(te(d)<1){let $={instancePath:t+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:d};r===null?r=[$]:r.push(
$),s++}}else{let $={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:d};r===null?r=[$]:r.push($),s++}var tr=D===s,qe=k===s}}else{let c={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.modelProbe.type,parentSchema:l.properties.modelProbe,data:f};r===null?r=[c]:
r.push(c),s++}var m=le===s}if(e.webhooks!==void 0){let f=e.webhooks,le=s,De=s,vt=s,y=!1,u=null,T=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.body===void 0){
let c={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have requ\
ired property 'body'",schema:l.properties.webhooks.oneOf[0].required,parentSchema:l.properties.webhooks.oneOf[0],data:f};r===null?r=[c]:r.push(c),s++}var bt=T===
s;bt&&(y=!0,u=0);let ee=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.query===void 0){let c={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/one\
Of/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:l.properties.webhooks.oneOf[1].required,
parentSchema:l.properties.webhooks.oneOf[1],data:f};r===null?r=[c]:r.push(c),s++}var bt=ee===s;if(bt&&y?(y=!1,u=[u,1]):bt&&(y=!0,u=1),y)s=vt,r!==null&&(vt?r.length=
vt:r=null);else{let c={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:u},message:"must match exactly\
 one schema in oneOf",schema:l.properties.webhooks.oneOf,parentSchema:l.properties.webhooks,data:f};r===null?r=[c]:r.push(c),s++}if(f&&typeof f=="object"&&!Array.
isArray(f)){if(f.source===void 0){let d={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"sour\
ce"},message:"must have required property 'source'",schema:l.properties.webhooks.required,parentSchema:l.properties.webhooks,data:f};r===null?r=[d]:r.push(d),s++}
let c=s;for(let d in f)if(!(d==="body"||d==="query"||d==="with"||d==="signature"||d==="challenge"||d==="told"||d==="source")){let k={instancePath:t+"/webhooks",
schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:l.properties.webhooks,data:f};r===null?r=[k]:r.push(k),s++}if(f.body!==void 0){let d=f.body,k=s,D=s,U=s;if(typeof d=="string"){if(!Fe.
test(d)){let b={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must mat\
ch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/webhooks/body",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:d};r===null?r=[b]:r.push(b),s++}
var et=D===s,fr=k===s}if(f.query!==void 0){let d=f.query,k=s,D=s;if(typeof d=="string"){if(te(d)<1){let b={instancePath:t+"/webhooks/query",schemaPath:"#/proper\
ties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.
webhooks.properties.query,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.webhooks.properties.query.type,parentSchema:l.properties.webhooks.properties.
query,data:d};r===null?r=[b]:r.push(b),s++}var fr=k===s}if(f.with!==void 0){let d=f.with,k=s,D=s;if(Array.isArray(d)){if(d.length<1){let w={instancePath:t+"/web\
hooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:l.properties.webhooks.properties.with,data:d};r===null?r=[w]:r.push(w),s++}let b=!0,$=d.length;for(let w=0;w<$;w++){let A=d[w],H=s,F=s;if(A&&typeof A==
"object"&&!Array.isArray(A)){if(A.to===void 0){let _={instancePath:t+"/webhooks/with/"+w,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"\
required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:l.properties.webhooks.properties.with.items.required,parentSchema:l.properties.
webhooks.properties.with.items,data:A};r===null?r=[_]:r.push(_),s++}if(A.constant===void 0){let _={instancePath:t+"/webhooks/with/"+w,schemaPath:"#/properties/w\
ebhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:l.properties.
webhooks.properties.with.items.required,parentSchema:l.properties.webhooks.properties.with.items,data:A};r===null?r=[_]:r.push(_),s++}let S=s;for(let _ in A)if(!(_===
"to"||_==="constant")){let C={instancePath:t+"/webhooks/with/"+w,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"addition\
alProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.webhooks.properties.with.items,data:A};
r===null?r=[C]:r.push(C),s++}if(A.to!==void 0){let _=A.to,C=s,ne=s,oe=s;if(typeof _=="string"){if(!Fe.test(_)){let L={instancePath:t+"/webhooks/with/"+w+"/to",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:_};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/webhooks/with/"+w+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:_};r===null?r=[L]:r.push(L),s++}var Qi=ne===s,Xi=C===s}}else{let S={instancePath:t+
"/webhooks/with/"+w,schemaPath:"#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.
webhooks.properties.with.items.type,parentSchema:l.properties.webhooks.properties.with.items,data:A};r===null?r=[S]:r.push(S),s++}var Yi=H===s;Yi||(b=!1)}}else{
let b={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.
properties.webhooks.properties.with.type,parentSchema:l.properties.webhooks.properties.with,data:d};r===null?r=[b]:r.push(b),s++}var fr=k===s}if(f.signature!==void 0){
let d=f.signature,k=s,D=s,U=!1,b=null,$=s,w=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:l.
properties.webhooks.properties.signature.oneOf[0].required,parentSchema:l.properties.webhooks.properties.signature.oneOf[0],data:d};r===null?r=[_]:r.push(_),s++}
if(d.secret===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{
missingProperty:"secret"},message:"must have required property 'secret'",schema:l.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:l.properties.
webhooks.properties.signature.oneOf[0],data:d};r===null?r=[_]:r.push(_),s++}if(d.toleranceSeconds===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property\
 'toleranceSeconds'",schema:l.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:l.properties.webhooks.properties.signature.oneOf[0],data:d};
r===null?r=[_]:r.push(_),s++}let S=s;for(let _ in d)if(!(_==="by"||_==="secret"||_==="toleranceSeconds")){let C={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have add\
itional properties",schema:!1,parentSchema:l.properties.webhooks.properties.signature.oneOf[0],data:d};r===null?r=[C]:r.push(C),s++}if(d.by!==void 0){let _=d.by,
C=s;if(_!=="standard-webhooks"){let ne={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/by/con\
st",keyword:"const",params:{allowedValue:"standard-webhooks"},message:"must be equal to constant",schema:"standard-webhooks",parentSchema:l.properties.webhooks.
properties.signature.oneOf[0].properties.by,data:_};r===null?r=[ne]:r.push(ne),s++}var ys=C===s}if(d.secret!==void 0){let _=d.secret,C=s,ne=s;if(_&&typeof _=="o\
bject"&&!Array.isArray(_)){if(_.path===void 0){let G={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0\
/properties/secret/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:l.properties.webhooks.properties.
signature.oneOf[0].properties.secret.required,parentSchema:l.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[G]:r.push(G),
s++}if(_.at===void 0){let G={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/requir\
ed",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:l.properties.webhooks.properties.signature.oneOf[0].properties.
secret.required,parentSchema:l.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[G]:r.push(G),s++}let L=s;for(let G in _)if(!(G===
"path"||G==="at")){let ze={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/addition\
alProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.webhooks.
properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[ze]:r.push(ze),s++}if(_.path!==void 0){let G=_.path,ze=s,Le=s,Je=s;if(typeof G=="string"){if(!_t.
test(G)){let tt={instancePath:t+"/webhooks/signature/secret/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match \
pattern "^/"',schema:"^/",parentSchema:be,data:G};r===null?r=[tt]:r.push(tt),s++}}else{let tt={instancePath:t+"/webhooks/signature/secret/path",schemaPath:"#/$d\
efs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:G};r===null?r=[tt]:r.push(tt),s++}var ep=Le===
s,tp=ze===s}if(_.at!==void 0){let G=_.at,ze=s,Le=s,Je=s;if(typeof G=="string"){if(!Fe.test(G)){let kt={instancePath:t+"/webhooks/signature/secret/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:G};r===null?r=[kt]:r.push(kt),s++}}else{let kt={instancePath:t+"/webhooks/signature/secret/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:G};r===null?r=[kt]:r.push(kt),s++}var Pm=Le===s,tp=ze===s}}else{let L={instancePath:t+
"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/secret/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:l.properties.webhooks.properties.signature.oneOf[0].properties.secret.type,parentSchema:l.properties.webhooks.properties.signature.oneOf[0].
properties.secret,data:_};r===null?r=[L]:r.push(L),s++}var ys=C===s}if(d.toleranceSeconds!==void 0){let _=d.toleranceSeconds,C=s;if(!(typeof _=="number"&&!(_%1)&&
!isNaN(_))){let L={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/toleranceSeco\
nds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:l.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds.
type,parentSchema:l.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[L]:r.push(L),s++}let ne=s;if(typeof _=="nu\
mber"){if(_>3600||isNaN(_)){let L={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properti\
es/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:l.properties.webhooks.properties.
signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[L]:r.push(L),s++}if(_<1||isNaN(_)){let L={instancePath:t+"/webhooks/signature/toleranceSecond\
s",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"\
must be >= 1",schema:1,parentSchema:l.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[L]:r.push(L),s++}}var ys=C===
s}}else{let S={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:l.properties.webhooks.properties.signature.oneOf[0].type,parentSchema:l.properties.webhooks.properties.signature.oneOf[0],data:d};r===null?
r=[S]:r.push(S),s++}var Vt=$===s;if(Vt){U=!0,b=0;var On=!0}let A=s,H=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let _={instancePath:t+"/we\
bhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have r\
equired property 'by'",schema:l.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:l.properties.webhooks.properties.signature.oneOf[1],data:d};
r===null?r=[_]:r.push(_),s++}if(d.keys===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"keys"},message:"must have required property 'keys'",schema:l.properties.webhooks.properties.signature.oneOf[1].
required,parentSchema:l.properties.webhooks.properties.signature.oneOf[1],data:d};r===null?r=[_]:r.push(_),s++}if(d.toleranceSeconds===void 0){let _={instancePath:t+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"\
must have required property 'toleranceSeconds'",schema:l.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:l.properties.webhooks.properties.
signature.oneOf[1],data:d};r===null?r=[_]:r.push(_),s++}let S=s;for(let _ in d)if(!(_==="by"||_==="keys"||_==="toleranceSeconds")){let C={instancePath:t+"/webho\
oks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.webhooks.properties.signature.oneOf[1],data:d};r===null?r=[C]:r.push(C),s++}if(d.
by!==void 0){let _=d.by,C=s;if(_!=="fal-ed25519"){let ne={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1\
/properties/by/const",keyword:"const",params:{allowedValue:"fal-ed25519"},message:"must be equal to constant",schema:"fal-ed25519",parentSchema:l.properties.webhooks.
properties.signature.oneOf[1].properties.by,data:_};r===null?r=[ne]:r.push(ne),s++}var jn=C===s}if(d.keys!==void 0){let _=d.keys,C=s,ne=s;if(typeof _=="string"){
if(!cp.test(_)){let L={instancePath:t+"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/keys/pattern",keyword:"\
pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:l.properties.webhooks.properties.signature.oneOf[1].
properties.keys,data:_};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/properties/signatu\
re/oneOf/1/properties/keys/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.webhooks.properties.signature.oneOf[1].properties.
keys.type,parentSchema:l.properties.webhooks.properties.signature.oneOf[1].properties.keys,data:_};r===null?r=[L]:r.push(L),s++}var jn=C===s}if(d.toleranceSeconds!==
void 0){let _=d.toleranceSeconds,C=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let L={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/pro\
perties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:l.properties.
webhooks.properties.signature.oneOf[1].properties.toleranceSeconds.type,parentSchema:l.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,
data:_};r===null?r=[L]:r.push(L),s++}let ne=s;if(typeof _=="number"){if(_>3600||isNaN(_)){let L={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <\
= 3600",schema:3600,parentSchema:l.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,data:_};r===null?r=[L]:r.push(L),s++}if(_<1||isNaN(
_)){let L={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/mini\
mum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:l.properties.webhooks.properties.signature.oneOf[1].properties.
toleranceSeconds,data:_};r===null?r=[L]:r.push(L),s++}}var jn=C===s}}else{let S={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properti\
es/signature/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.webhooks.properties.signature.oneOf[1].type,parentSchema:l.
properties.webhooks.properties.signature.oneOf[1],data:d};r===null?r=[S]:r.push(S),s++}var Vt=A===s;if(Vt&&U?(U=!1,b=[b,1]):Vt&&(U=!0,b=1,On!==!0&&(On=!0)),U)s=
D,r!==null&&(D?r.length=D:r=null);else{let S={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf",keyword:"oneOf",
params:{passingSchemas:b},message:"must match exactly one schema in oneOf",schema:l.properties.webhooks.properties.signature.oneOf,parentSchema:l.properties.webhooks.
properties.signature,data:d};r===null?r=[S]:r.push(S),s++}var fr=k===s}if(f.challenge!==void 0){let d=f.challenge,k=s,D=s,U=s;if(typeof d=="string"){if(!Fe.test(
d)){let $={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must mat\
ch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:d};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/webhooks/chal\
lenge",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:d};r===null?r=[$]:r.push(
$),s++}var Sm=D===s,fr=k===s}if(f.told!==void 0){let d=f.told,k=s,D=s;if(Array.isArray(d)){if(d.length<1){let w={instancePath:t+"/webhooks/told",schemaPath:"#/p\
roperties/webhooks/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:l.properties.webhooks.
properties.told,data:d};r===null?r=[w]:r.push(w),s++}let b=!0,$=d.length;for(let w=0;w<$;w++){let A=d[w],H=s,F=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.
at===void 0){let _={instancePath:t+"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:l.properties.webhooks.properties.told.items.required,parentSchema:l.properties.webhooks.properties.told.items,
data:A};r===null?r=[_]:r.push(_),s++}if(A.fact===void 0){let _={instancePath:t+"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/requi\
red",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:l.properties.webhooks.properties.told.items.required,
parentSchema:l.properties.webhooks.properties.told.items,data:A};r===null?r=[_]:r.push(_),s++}let S=s;for(let _ in A)if(!(_==="at"||_==="fact")){let C={instancePath:t+
"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"\
must NOT have additional properties",schema:!1,parentSchema:l.properties.webhooks.properties.told.items,data:A};r===null?r=[C]:r.push(C),s++}if(A.at!==void 0){let _=A.
at,C=s,ne=s,oe=s;if(typeof _=="string"){if(!Fe.test(_)){let L={instancePath:t+"/webhooks/told/"+w+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:_};r===null?r=[L]:r.push(L),
s++}}else{let L={instancePath:t+"/webhooks/told/"+w+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:_};r===null?r=[L]:r.push(L),s++}var _m=ne===s,rp=C===s}if(A.fact!==void 0){let _=A.fact,C=s,ne=l.properties.webhooks.properties.told.items.
properties.fact.enum;if(!(_==="id"||_==="model"||_==="created")){let L={instancePath:t+"/webhooks/told/"+w+"/fact",schemaPath:"#/properties/webhooks/properties/\
told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:l.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal t\
o one of the allowed values",schema:l.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:l.properties.webhooks.properties.told.items.properties.
fact,data:_};r===null?r=[L]:r.push(L),s++}var rp=C===s}}else{let S={instancePath:t+"/webhooks/told/"+w,schemaPath:"#/properties/webhooks/properties/told/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.webhooks.properties.told.items.type,parentSchema:l.properties.webhooks.properties.
told.items,data:A};r===null?r=[S]:r.push(S),s++}var Er=H===s;Er||(b=!1)}}else{let b={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/propertie\
s/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.webhooks.properties.told.type,parentSchema:l.properties.webhooks.properties.
told,data:d};r===null?r=[b]:r.push(b),s++}var fr=k===s}if(f.source!==void 0){let d=f.source,k=s,D=s,U=s;if(typeof d=="string"){if(te(d)<1){let $={instancePath:t+
"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,
data:d};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:d};r===null?r=[$]:r.push($),s++}var xm=D===s,fr=k===s}}else{let c={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.webhooks.type,parentSchema:l.properties.webhooks,data:f};
r===null?r=[c]:r.push(c),s++}var m=le===s}if(e.rateHeaders!==void 0){let f=e.rateHeaders,le=s;Rr(f,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Rr.errors:r.concat(Rr.errors),s=r.length);var m=le===s}if(e.upload!==void 0){let f=e.upload,le=s,De=s;if(f&&
typeof f=="object"&&!Array.isArray(f)){if(f.method===void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:l.properties.upload.required,parentSchema:l.properties.upload,data:f};r===null?r=
[u]:r.push(u),s++}if(f.path===void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:l.properties.upload.required,parentSchema:l.properties.upload,data:f};r===null?r=[u]:r.push(u),s++}if(f.reference===
void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:l.properties.upload.required,parentSchema:l.properties.upload,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={
instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:l.properties.upload.required,parentSchema:l.properties.upload,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u==="method"||u==="\
path"||u==="field"||u==="reference"||u==="source")){let T={instancePath:t+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.upload,data:f};r===null?r=[T]:r.push(T),
s++}if(f.method!==void 0){let u=f.method,T=s,ee=l.properties.upload.properties.method.enum;if(!(u==="POST"||u==="PUT")){let J={instancePath:t+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:l.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:l.properties.upload.properties.method.enum,parentSchema:l.properties.upload.properties.method,data:u};r===null?r=[J]:r.push(J),s++}var hr=T===
s}if(f.path!==void 0){let u=f.path,T=s,ee=s,J=s;if(typeof u=="string"){if(!_t.test(u)){let d={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:be,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:be.type,parentSchema:be,data:u};r===null?r=[d]:
r.push(d),s++}var sp=ee===s,hr=T===s}if(f.field!==void 0){let u=f.field,T=s,ee=s;if(typeof u=="string"){if(te(u)<1){let c={instancePath:t+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:l.properties.
upload.properties.field,data:u};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.upload.properties.field.type,parentSchema:l.properties.upload.properties.field,
data:u};r===null?r=[c]:r.push(c),s++}var hr=T===s}if(f.reference!==void 0){let u=f.reference,T=s,ee=s,J=s;if(typeof u=="string"){if(!Fe.test(u)){let d={instancePath:t+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:u};r===null?r=[d]:r.push(d),s++}var ap=ee===s,hr=T===
s}if(f.source!==void 0){let u=f.source,T=s,ee=s,J=s;if(typeof u=="string"){if(te(u)<1){let d={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={
instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:u};
r===null?r=[d]:r.push(d),s++}var qm=ee===s,hr=T===s}}else{let y={instancePath:t+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obj\
ect"},message:"must be object",schema:l.properties.upload.type,parentSchema:l.properties.upload,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.operations!==
void 0){let f=e.operations,le=s,De=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let u={instancePath:t+"/operations",schemaPath:"#/\
properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:l.properties.
operations,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u==="video"||u==="image"||u==="audio"||u==="mesh")){let T={instancePath:t+"/operatio\
ns",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:l.properties.operations,data:f};r===null?r=[T]:r.push(T),s++}if(f.video!==void 0){let u=f.video,T=s;ot(u,{instancePath:t+"/opera\
tions/video",parentData:f,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?ot.errors:r.concat(ot.errors),s=r.length);var gs=T===s}if(f.image!==
void 0){let u=f.image,T=s;ot(u,{instancePath:t+"/operations/image",parentData:f,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(r=r===null?ot.errors:
r.concat(ot.errors),s=r.length);var gs=T===s}if(f.audio!==void 0){let u=f.audio,T=s;ot(u,{instancePath:t+"/operations/audio",parentData:f,parentDataProperty:"au\
dio",rootData:o,dynamicAnchors:i})||(r=r===null?ot.errors:r.concat(ot.errors),s=r.length);var gs=T===s}if(f.mesh!==void 0){let u=f.mesh,T=s;ot(u,{instancePath:t+
"/operations/mesh",parentData:f,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?ot.errors:r.concat(ot.errors),s=r.length);var gs=T===s}}else{
let y={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.
operations.type,parentSchema:l.properties.operations,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}if(e.errors!==void 0){let f=e.errors,le=s,De=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.message===void 0){let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:l.properties.errors.required,parentSchema:l.properties.errors,data:f};r===null?r=[u]:r.push(u),
s++}if(f.code===void 0){let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"mu\
st have required property 'code'",schema:l.properties.errors.required,parentSchema:l.properties.errors,data:f};r===null?r=[u]:r.push(u),s++}if(f.proofs===void 0){
let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required prope\
rty 'proofs'",schema:l.properties.errors.required,parentSchema:l.properties.errors,data:f};r===null?r=[u]:r.push(u),s++}let y=s;for(let u in f)if(!(u==="message"||
u==="code"||u==="inside"||u==="proofs")){let T={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.errors,data:f};r===null?r=[T]:r.push(T),s++}if(f.message!==
void 0){let u=f.message,T=s;Qe(u,{instancePath:t+"/errors/message",parentData:f,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?Qe.errors:
r.concat(Qe.errors),s=r.length);var aa=T===s}if(f.code!==void 0){let u=f.code,T=s;Qe(u,{instancePath:t+"/errors/code",parentData:f,parentDataProperty:"code",rootData:o,
dynamicAnchors:i})||(r=r===null?Qe.errors:r.concat(Qe.errors),s=r.length);var aa=T===s}if(f.inside!==void 0){let u=f.inside,T=s,ee=s;if(u&&typeof u=="object"&&!Array.
isArray(u)){if(u.at===void 0){let d={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:l.properties.errors.properties.inside.required,parentSchema:l.properties.errors.properties.inside,data:u};
r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:l.properties.errors.properties.inside.required,parentSchema:l.properties.
errors.properties.inside,data:u};r===null?r=[d]:r.push(d),s++}let c=s;for(let d in u)if(!(d==="at"||d==="unless"||d==="source")){let k={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:l.properties.errors.properties.inside,data:u};r===null?r=[k]:r.push(k),s++}if(u.at!==void 0){let d=u.at,k=s,D=s,
U=s;if(typeof d=="string"){if(!Fe.test(d)){let b={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:d};r===null?r=[b]:r.push(b),s++}}else{
let b={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:d};r===null?r=[b]:r.push(b),s++}var Om=D===s,ws=k===s}if(u.unless!==void 0){let d=u.unless,k=s;if(!Array.isArray(d)){let b={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.
errors.properties.inside.properties.unless.type,parentSchema:l.properties.errors.properties.inside.properties.unless,data:d};r===null?r=[b]:r.push(b),s++}let D=s;
var ws=k===s}if(u.source!==void 0){let d=u.source,k=s,D=s,U=s;if(typeof d=="string"){if(te(d)<1){let $={instancePath:t+"/errors/inside/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:d};r===null?r=[$]:r.push(
$),s++}}else{let $={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:d};r===null?r=[$]:r.push($),s++}var jm=D===s,ws=k===s}}else{let c={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/prop\
erties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.errors.properties.inside.type,parentSchema:l.properties.errors.
properties.inside,data:u};r===null?r=[c]:r.push(c),s++}var aa=T===s}if(f.proofs!==void 0){let u=f.proofs,T=s,ee=s;if(Array.isArray(u)){if(u.length<1){let k={instancePath:t+
"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:l.properties.errors.properties.proofs,data:u};r===null?r=[k]:r.push(k),s++}let c=!0,d=u.length;for(let k=0;k<d;k++){let D=u[k],U=s,b=s;if(D&&typeof D==
"object"&&!Array.isArray(D)){if(D.status===void 0){let w={instancePath:t+"/errors/proofs/"+k,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:l.properties.errors.properties.proofs.items.required,parentSchema:l.
properties.errors.properties.proofs.items,data:D};r===null?r=[w]:r.push(w),s++}if(D.proves===void 0){let w={instancePath:t+"/errors/proofs/"+k,schemaPath:"#/pro\
perties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:l.properties.
errors.properties.proofs.items.required,parentSchema:l.properties.errors.properties.proofs.items,data:D};r===null?r=[w]:r.push(w),s++}if(D.source===void 0){let w={
instancePath:t+"/errors/proofs/"+k,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:l.properties.errors.properties.proofs.items.required,parentSchema:l.properties.errors.properties.proofs.items,data:D};
r===null?r=[w]:r.push(w),s++}let $=s;for(let w in D)if(!(w==="status"||w==="codes"||w==="says"||w==="proves"||w==="means"||w==="source")){let A={instancePath:t+
"/errors/proofs/"+k,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"\
must NOT have additional properties",schema:!1,parentSchema:l.properties.errors.properties.proofs.items,data:D};r===null?r=[A]:r.push(A),s++}if(D.status!==void 0){
let w=D.status,A=s,H=s;if(typeof w=="string"){if(!Wm.test(w)){let F={instancePath:t+"/errors/proofs/"+k+"/status",schemaPath:"#/properties/errors/properties/pro\
ofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5\
]([0-9]{2}|xx)$",parentSchema:l.properties.errors.properties.proofs.items.properties.status,data:w};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/e\
rrors/proofs/"+k+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:l.properties.errors.properties.proofs.items.properties.status.type,parentSchema:l.properties.errors.properties.proofs.items.properties.status,data:w};
r===null?r=[F]:r.push(F),s++}var Mr=A===s}if(D.codes!==void 0){let w=D.codes,A=s,H=s;if(Array.isArray(w)){if(w.length<1){let C={instancePath:t+"/errors/proofs/"+
k+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer t\
han 1 items",schema:1,parentSchema:l.properties.errors.properties.proofs.items.properties.codes,data:w};r===null?r=[C]:r.push(C),s++}let S=!0,_=w.length;for(let C=0;C<
_;C++){let ne=w[C],oe=s;if(typeof ne!="string"){let G={instancePath:t+"/errors/proofs/"+k+"/codes/"+C,schemaPath:"#/properties/errors/properties/proofs/items/pr\
operties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.errors.properties.proofs.items.properties.codes.items.
type,parentSchema:l.properties.errors.properties.proofs.items.properties.codes.items,data:ne};r===null?r=[G]:r.push(G),s++}let L=s;var np=oe===s;np||(S=!1)}}else{
let S={instancePath:t+"/errors/proofs/"+k+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:l.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:l.properties.errors.properties.proofs.items.
properties.codes,data:w};r===null?r=[S]:r.push(S),s++}var Mr=A===s}if(D.says!==void 0){let w=D.says,A=s,H=s;if(Array.isArray(w)){if(w.length<1){let C={instancePath:t+
"/errors/proofs/"+k+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:l.properties.errors.properties.proofs.items.properties.says,data:w};r===null?r=[C]:r.push(C),s++}let S=!0,_=w.
length;for(let C=0;C<_;C++){let ne=w[C],oe=s,L=s;if(typeof ne=="string"){if(te(ne)<1){let G={instancePath:t+"/errors/proofs/"+k+"/says/"+C,schemaPath:"#/propert\
ies/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:l.properties.errors.properties.proofs.items.properties.says.items,data:ne};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/errors/proofs\
/"+k+"/says/"+C,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:l.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:l.properties.errors.properties.proofs.items.properties.says.items,
data:ne};r===null?r=[G]:r.push(G),s++}var na=oe===s;na||(S=!1)}}else{let S={instancePath:t+"/errors/proofs/"+k+"/says",schemaPath:"#/properties/errors/propertie\
s/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.errors.properties.proofs.items.properties.
says.type,parentSchema:l.properties.errors.properties.proofs.items.properties.says,data:w};r===null?r=[S]:r.push(S),s++}var Mr=A===s}if(D.proves!==void 0){let w=D.
proves,A=s,H=l.properties.errors.properties.proofs.items.properties.proves.enum;if(!(w==="rejected"||w==="busy"||w==="credentials"||w==="payment"||w==="may-exis\
t"||w==="unknown-model")){let S={instancePath:t+"/errors/proofs/"+k+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"\
enum",params:{allowedValues:l.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of the allowed values",schema:l.properties.
errors.properties.proofs.items.properties.proves.enum,parentSchema:l.properties.errors.properties.proofs.items.properties.proves,data:w};r===null?r=[S]:r.push(S),
s++}var Mr=A===s}if(D.means!==void 0){let w=D.means,A=s,H=s;if(typeof w=="string"){if(te(w)<1){let S={instancePath:t+"/errors/proofs/"+k+"/means",schemaPath:"#/\
properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:l.properties.errors.properties.proofs.items.properties.means,data:w};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/errors/proofs/"+k+"\
/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.
errors.properties.proofs.items.properties.means.type,parentSchema:l.properties.errors.properties.proofs.items.properties.means,data:w};r===null?r=[S]:r.push(S),
s++}var Mr=A===s}if(D.source!==void 0){let w=D.source,A=s,H=s,F=s;if(typeof w=="string"){if(te(w)<1){let _={instancePath:t+"/errors/proofs/"+k+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K,data:w};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/errors/proofs/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:K.type,parentSchema:K,data:w};r===null?r=[_]:r.push(_),s++}var Tm=H===s,Mr=A===s}}else{let $={instancePath:t+"/errors/proofs/"+k,schemaPath:"#/prop\
erties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.errors.properties.proofs.items.type,
parentSchema:l.properties.errors.properties.proofs.items,data:D};r===null?r=[$]:r.push($),s++}var Tn=U===s;Tn||(c=!1)}}else{let c={instancePath:t+"/errors/proof\
s",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.errors.properties.proofs.
type,parentSchema:l.properties.errors.properties.proofs,data:u};r===null?r=[c]:r.push(c),s++}var aa=T===s}}else{let y={instancePath:t+"/errors",schemaPath:"#/pr\
operties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:l.properties.errors.type,parentSchema:l.properties.errors,data:f};r===
null?r=[y]:r.push(y),s++}var m=le===s}if(e.disagreements!==void 0){let f=e.disagreements,le=s,De=s;if(Array.isArray(f)){let y=!0,u=f.length;for(let T=0;T<u;T++){
let ee=f[T],J=s,c=s;if(ee&&typeof ee=="object"&&!Array.isArray(ee)){if(ee.topic===void 0){let k={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/dis\
agreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:l.properties.disagreements.items.
required,parentSchema:l.properties.disagreements.items,data:ee};r===null?r=[k]:r.push(k),s++}if(ee.between===void 0){let k={instancePath:t+"/disagreements/"+T,schemaPath:"\
#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:l.properties.
disagreements.items.required,parentSchema:l.properties.disagreements.items,data:ee};r===null?r=[k]:r.push(k),s++}if(ee.follows===void 0){let k={instancePath:t+"\
/disagreements/"+T,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required prop\
erty 'follows'",schema:l.properties.disagreements.items.required,parentSchema:l.properties.disagreements.items,data:ee};r===null?r=[k]:r.push(k),s++}let d=s;for(let k in ee)
if(!(k==="topic"||k==="between"||k==="follows")){let D={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:l.properties.disagreements.items,data:ee};
r===null?r=[D]:r.push(D),s++}if(ee.topic!==void 0){let k=ee.topic,D=s,U=s;if(typeof k=="string"){if(te(k)<1){let b={instancePath:t+"/disagreements/"+T+"/topic",
schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:l.properties.disagreements.items.properties.topic,data:k};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/disagreements/"+T+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.properties.disagreements.items.properties.
topic.type,parentSchema:l.properties.disagreements.items.properties.topic,data:k};r===null?r=[b]:r.push(b),s++}var Dt=D===s}if(ee.between!==void 0){let k=ee.between,
D=s,U=s;if(Array.isArray(k)){if(k.length<1){let A={instancePath:t+"/disagreements/"+T+"/between",schemaPath:"#/properties/disagreements/items/properties/between\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:l.properties.disagreements.items.properties.between,
data:k};r===null?r=[A]:r.push(A),s++}let $=!0,w=k.length;for(let A=0;A<w;A++){let H=k[A],F=s,S=s,_=s;if(typeof H=="string"){if(te(H)<1){let C={instancePath:t+"/\
disagreements/"+T+"/between/"+A,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:K,data:H};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/disagreements/"+T+"/between/"+A,schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:H};r===null?r=[C]:r.push(C),s++}var Am=S===s,Ir=F===s;Ir||($=!1)}}else{let $={
instancePath:t+"/disagreements/"+T+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:l.properties.disagreements.items.properties.between.type,parentSchema:l.properties.disagreements.items.properties.between,data:k};r===null?
r=[$]:r.push($),s++}var Dt=D===s}if(ee.follows!==void 0){let k=ee.follows,D=s,U=s;if(typeof k=="string"){if(te(k)<1){let $={instancePath:t+"/disagreements/"+T+"\
/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:l.properties.disagreements.items.properties.follows,data:k};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/disagreem\
ents/"+T+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:l.
properties.disagreements.items.properties.follows.type,parentSchema:l.properties.disagreements.items.properties.follows,data:k};r===null?r=[$]:r.push($),s++}var Dt=D===
s}}else{let d={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be obje\
ct",schema:l.properties.disagreements.items.type,parentSchema:l.properties.disagreements.items,data:ee};r===null?r=[d]:r.push(d),s++}var op=J===s;op||(y=!1)}}else{
let y={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:l.properties.
disagreements.type,parentSchema:l.properties.disagreements,data:f};r===null?r=[y]:r.push(y),s++}var m=le===s}}else{let oa={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:l.type,parentSchema:l,data:e};r===null?r=[oa]:r.push(oa),s++}return ia.errors=r,s===0}ia.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1}});var Jr=Z(Oe=>{"use strict";Object.defineProperty(Oe,"__esModule",{value:!0});Oe.regexpCode=Oe.getEsmExportName=Oe.getProperty=Oe.safeStringify=Oe.stringify=Oe.strConcat=
Oe.addCodeArg=Oe.str=Oe._=Oe.nil=Oe._Code=Oe.Name=Oe.IDENTIFIER=Oe._CodeOrName=void 0;var $s=class{};Oe._CodeOrName=$s;Oe.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;var wr=class extends $s{constructor(t){
if(super(),!Oe.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.str}emptyStr(){return!1}get names(){
return{[this.str]:1}}};Oe.Name=wr;var xt=class extends $s{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){return this.str}emptyStr(){if(this.
_items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?t:this._str=this._items.reduce((a,n)=>`${a}${n}`,
"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof wr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Oe.
_Code=xt;Oe.nil=new xt("");function Np(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Wn(a,t[n]),a.push(e[++n]);return new xt(a)}Oe._=Np;var Jn=new xt("+");function Ep(e,...t){
let a=[Ps(e[0])],n=0;for(;n<t.length;)a.push(Jn),Wn(a,t[n]),a.push(Jn,Ps(e[++n]));return pf(a),new xt(a)}Oe.str=Ep;function Wn(e,t){t instanceof xt?e.push(...t.
_items):t instanceof wr?e.push(t):e.push(lf(t))}Oe.addCodeArg=Wn;function pf(e){let t=1;for(;t<e.length-1;){if(e[t]===Jn){let a=cf(e[t-1],e[t+1]);if(a!==void 0){
e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function cf(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="string")return t instanceof wr||e[e.length-1]!==
'"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="string"&&t[0]==='"'&&!(e instanceof wr))return`"${e}${t.
slice(1)}`}function df(e,t){return t.emptyStr()?e:e.emptyStr()?t:Ep`${e}${t}`}Oe.strConcat=df;function lf(e){return typeof e=="number"||typeof e=="boolean"||e===
null?e:Ps(Array.isArray(e)?e.join(","):e)}function uf(e){return new xt(Ps(e))}Oe.stringify=uf;function Ps(e){return JSON.stringify(e).replace(/\u2028/g,"\\u2028").
replace(/\u2029/g,"\\u2029")}Oe.safeStringify=Ps;function mf(e){return typeof e=="string"&&Oe.IDENTIFIER.test(e)?new xt(`.${e}`):Np`[${e}]`}Oe.getProperty=mf;function ff(e){
if(typeof e=="string"&&Oe.IDENTIFIER.test(e))return new xt(`${e}`);throw new Error(`CodeGen: invalid export name: ${e}, use explicit $id name mapping`)}Oe.getEsmExportName=
ff;function hf(e){return new xt(e.toString())}Oe.regexpCode=hf});var Hn=Z(ut=>{"use strict";Object.defineProperty(ut,"__esModule",{value:!0});ut.ValueScope=ut.ValueScopeName=ut.Scope=ut.varKinds=ut.UsedValueState=void 0;var lt=Jr(),
Cn=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},ha;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(ha||(ut.UsedValueState=ha={}));ut.varKinds={const:new lt.Name("const"),let:new lt.Name("let"),var:new lt.Name("var")};var ya=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof lt.Name?t:this.name(t)}name(t){return new lt.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};ut.Scope=ya;var ga=class extends lt.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,lt._)`.${new lt.Name(a)}[${n}]`}};ut.ValueScopeName=ga;var yf=(0,lt._)`\n`,Kn=class extends ya{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?yf:lt.nil}}get(){return this._scope}name(t){return new ga(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let m=s.get(r);if(m)return m}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),h=p.length;return p[h]=a.ref,o.setValue(a,{property:i,itemIndex:h}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,lt._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=lt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(h=>{if(p.has(h))return;p.set(h,ha.Started);let m=a(h);if(m){let g=this.opts.es5?ut.varKinds.var:ut.varKinds.const;i=(0,lt._)`${i}${g} ${h} = ${m};${this.
opts._n}`}else if(m=o?.(h))i=(0,lt._)`${i}${m}${this.opts._n}`;else throw new Cn(h);p.set(h,ha.Completed)})}return i}};ut.ValueScope=Kn});var ye=Z(he=>{"use strict";Object.defineProperty(he,"__esModule",{value:!0});he.or=he.and=he.not=he.CodeGen=he.operators=he.varKinds=he.ValueScopeName=he.ValueScope=
he.Scope=he.Name=he.regexpCode=he.stringify=he.getProperty=he.nil=he.strConcat=he.str=he._=void 0;var Se=Jr(),Et=Hn(),ar=Jr();Object.defineProperty(he,"_",{enumerable:!0,
get:function(){return ar._}});Object.defineProperty(he,"str",{enumerable:!0,get:function(){return ar.str}});Object.defineProperty(he,"strConcat",{enumerable:!0,
get:function(){return ar.strConcat}});Object.defineProperty(he,"nil",{enumerable:!0,get:function(){return ar.nil}});Object.defineProperty(he,"getProperty",{enumerable:!0,
get:function(){return ar.getProperty}});Object.defineProperty(he,"stringify",{enumerable:!0,get:function(){return ar.stringify}});Object.defineProperty(he,"rege\
xpCode",{enumerable:!0,get:function(){return ar.regexpCode}});Object.defineProperty(he,"Name",{enumerable:!0,get:function(){return ar.Name}});var ka=Hn();Object.
defineProperty(he,"Scope",{enumerable:!0,get:function(){return ka.Scope}});Object.defineProperty(he,"ValueScope",{enumerable:!0,get:function(){return ka.ValueScope}});
Object.defineProperty(he,"ValueScopeName",{enumerable:!0,get:function(){return ka.ValueScopeName}});Object.defineProperty(he,"varKinds",{enumerable:!0,get:function(){
return ka.varKinds}});he.operators={GT:new Se._Code(">"),GTE:new Se._Code(">="),LT:new Se._Code("<"),LTE:new Se._Code("<="),EQ:new Se._Code("==="),NEQ:new Se._Code(
"!=="),NOT:new Se._Code("!"),OR:new Se._Code("||"),AND:new Se._Code("&&"),ADD:new Se._Code("+")};var Bt=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Bn=class extends Bt{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?Et.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Cr(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Se._CodeOrName?this.rhs.names:{}}},wa=class extends Bt{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Se.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Cr(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Se.Name?{}:{...this.lhs.names};return va(t,this.rhs)}},Gn=class extends wa{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},Zn=class extends Bt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
Qn=class extends Bt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},Xn=class extends Bt{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},Yn=class extends Bt{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Cr(this.code,t,a),this}get names(){return this.
code instanceof Se._CodeOrName?this.code.names:{}}},Ss=class extends Bt{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(gf(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>kr(t,a.names),{})}},Gt=class extends Ss{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},eo=class extends Ss{},Wr=class extends Gt{};
Wr.kind="else";var br=class e extends Gt{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Wr(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Mp(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Cr(this.condition,t,a),this}get names(){let t=super.names;return va(t,this.condition),this.else&&kr(t,this.else.names),t}};br.kind=
"if";var vr=class extends Gt{};vr.kind="for";var to=class extends vr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Cr(this.iteration,t,a),this}get names(){return kr(super.names,this.iteration.names)}},ro=class extends vr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?Et.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=va(super.names,this.from);return va(t,this.to)}},ba=class extends vr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Cr(this.iterable,t,a),this}get names(){return kr(super.names,this.iterable.names)}},_s=class extends Gt{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};_s.kind="func";var xs=class extends Ss{render(t){
return"return "+super.render(t)}};xs.kind="return";var so=class extends Gt{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&kr(t,this.catch.names),this.finally&&kr(t,this.finally.names),
t}},qs=class extends Gt{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};qs.kind="catch";var Os=class extends Gt{render(t){
return"finally"+super.render(t)}};Os.kind="finally";var ao=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new Et.Scope({parent:t}),this._nodes=[new eo]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new Bn(t,i,n)),i}const(t,a,n){return this.
_def(Et.varKinds.const,t,a,n)}let(t,a,n){return this._def(Et.varKinds.let,t,a,n)}var(t,a,n){return this._def(Et.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new wa(t,a,n))}add(t,a){return this._leafNode(new Gn(t,he.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Se.nil&&this._leafNode(new Yn(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Se.addCodeArg)(a,o));return a.push("}"),new Se._Code(a)}if(t,a,n){
if(this._blockNode(new br(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new br(t))}else(){return this._elseNode(new Wr)}endIf(){return this._endBlockNode(br,Wr)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new to(t),a)}forRange(t,a,n,o,i=this.opts.es5?Et.varKinds.var:Et.varKinds.let){let r=this.
_scope.toName(t);return this._for(new ro(i,r,a,n),()=>o(r))}forOf(t,a,n,o=Et.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Se.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Se._)`${r}.length`,s=>{this.var(i,(0,Se._)`${r}[${s}]`),n(i)})}return this._for(new ba("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?Et.varKinds.var:Et.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Se._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new ba("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(vr)}label(t){return this._leafNode(new Zn(t))}break(t){return this._leafNode(
new Qn(t))}return(t){let a=new xs;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
xs)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new so;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new qs(i),a(i)}return n&&(this._currNode=o.finally=new Os,this.code(n)),this._endBlockNode(qs,Os)}throw(t){return this._leafNode(new Xn(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Se.nil,n,o){return this._blockNode(new _s(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(_s)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof br))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};he.CodeGen=ao;function kr(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function va(e,t){return t instanceof Se._CodeOrName?kr(e,t.names):
e}function Cr(e,t,a){if(e instanceof Se.Name)return n(e);if(!o(e))return e;return new Se._Code(e._items.reduce((i,r)=>(r instanceof Se.Name&&(r=n(r)),r instanceof
Se._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Se._Code&&i._items.some(r=>r instanceof Se.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function gf(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Mp(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Se._)`!${no(e)}`}he.not=Mp;var wf=Ip(he.operators.AND);function bf(...e){return e.reduce(wf)}he.and=bf;var vf=Ip(he.
operators.OR);function kf(...e){return e.reduce(vf)}he.or=kf;function Ip(e){return(t,a)=>t===Se.nil?a:a===Se.nil?t:(0,Se._)`${no(t)} ${e} ${no(a)}`}function no(e){
return e instanceof Se.Name?e:(0,Se._)`(${e})`}});var _e=Z(ge=>{"use strict";Object.defineProperty(ge,"__esModule",{value:!0});ge.checkStrictMode=ge.getErrorPath=ge.Type=ge.useFunc=ge.setEvaluated=ge.evaluatedPropsToName=
ge.mergeEvaluated=ge.eachItem=ge.unescapeJsonPointer=ge.escapeJsonPointer=ge.escapeFragment=ge.unescapeFragment=ge.schemaRefOrVal=ge.schemaHasRulesButRef=ge.schemaHasRules=
ge.checkUnknownRules=ge.alwaysValidSchema=ge.toHash=void 0;var Ee=ye(),$f=Jr();function Pf(e){let t={};for(let a of e)t[a]=!0;return t}ge.toHash=Pf;function Sf(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Fp(e,t),!Vp(t,e.self.RULES.all))}ge.alwaysValidSchema=Sf;function Fp(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||zp(e,`unknown keyword: "${i}"`)}ge.checkUnknownRules=Fp;function Vp(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}ge.schemaHasRules=Vp;function _f(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}ge.schemaHasRulesButRef=_f;function xf({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Ee._)`${a}`}return(0,Ee._)`${e}${t}${(0,Ee.getProperty)(n)}`}ge.schemaRefOrVal=xf;function qf(e){return Dp(decodeURIComponent(
e))}ge.unescapeFragment=qf;function Of(e){return encodeURIComponent(io(e))}ge.escapeFragment=Of;function io(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}ge.escapeJsonPointer=io;function Dp(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}ge.unescapeJsonPointer=Dp;function jf(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}ge.eachItem=jf;function Rp({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof Ee.Name?(i instanceof Ee.Name?e(o,i,r):t(o,i,r),r):i instanceof Ee.Name?(t(o,r,i),i):a(i,r);return s===Ee.Name&&!(p instanceof Ee.Name)?n(o,p):p}}
ge.mergeEvaluated={props:Rp({mergeNames:(e,t,a)=>e.if((0,Ee._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,Ee._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,Ee._)`${a} || {}`).code((0,Ee._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,Ee._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,Ee.
_)`${a} || {}`),po(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Up}),items:Rp({mergeNames:(e,t,a)=>e.if((0,Ee._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,Ee._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,Ee._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,Ee._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Up(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,Ee.
_)`{}`);return t!==void 0&&po(e,a,t),a}ge.evaluatedPropsToName=Up;function po(e,t,a){Object.keys(a).forEach(n=>e.assign((0,Ee._)`${t}${(0,Ee.getProperty)(n)}`,!0))}
ge.setEvaluated=po;var Lp={};function Tf(e,t){return e.scopeValue("func",{ref:t,code:Lp[t.code]||(Lp[t.code]=new $f._Code(t.code))})}ge.useFunc=Tf;var oo;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(oo||(ge.Type=oo={}));function Af(e,t,a){if(e instanceof Ee.Name){let n=t===oo.Num;return a?n?(0,Ee._)`"[" + ${e} + "]"`:(0,Ee.
_)`"['" + ${e} + "']"`:n?(0,Ee._)`"/" + ${e}`:(0,Ee._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Ee.getProperty)(e).toString():"/"+io(e)}
ge.getErrorPath=Af;function zp(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}ge.checkStrictMode=zp});var Zt=Z(co=>{"use strict";Object.defineProperty(co,"__esModule",{value:!0});var rt=ye(),Nf={data:new rt.Name("data"),valCxt:new rt.Name("valCxt"),instancePath:new rt.
Name("instancePath"),parentData:new rt.Name("parentData"),parentDataProperty:new rt.Name("parentDataProperty"),rootData:new rt.Name("rootData"),dynamicAnchors:new rt.
Name("dynamicAnchors"),vErrors:new rt.Name("vErrors"),errors:new rt.Name("errors"),this:new rt.Name("this"),self:new rt.Name("self"),scope:new rt.Name("scope"),
json:new rt.Name("json"),jsonPos:new rt.Name("jsonPos"),jsonLen:new rt.Name("jsonLen"),jsonPart:new rt.Name("jsonPart")};co.default=Nf});var js=Z(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.extendErrors=st.resetErrorsCount=st.reportExtraError=st.reportError=st.keyword$DataError=
st.keywordError=void 0;var xe=ye(),$a=_e(),it=Zt();st.keywordError={message:({keyword:e})=>(0,xe.str)`must pass "${e}" keyword validation`};st.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,xe.str)`"${e}" keyword must be ${t} ($data)`:(0,xe.str)`"${e}" keyword is invalid ($data)`};function Ef(e,t=st.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Cp(e,t,a);n??(r||s)?Jp(i,p):Wp(o,(0,xe._)`[${p}]`)}st.reportError=Ef;function Mf(e,t=st.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Cp(e,t,a);Jp(o,s),i||r||Wp(n,it.default.vErrors)}st.reportExtraError=Mf;function If(e,t){e.assign(it.default.errors,
t),e.if((0,xe._)`${it.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,xe._)`${it.default.vErrors}.length`,t),()=>e.assign(it.default.vErrors,null)))}st.resetErrorsCount=
If;function Rf({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,it.default.errors,s=>{e.const(r,(0,xe._)`${it.default.vErrors}[${s}]`),e.if((0,xe._)`${r}.instancePath === undefined`,()=>e.assign((0,xe._)`${r}.instancePath`,
(0,xe.strConcat)(it.default.instancePath,i.errorPath))),e.assign((0,xe._)`${r}.schemaPath`,(0,xe.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,xe.
_)`${r}.schema`,a),e.assign((0,xe._)`${r}.data`,n))})}st.extendErrors=Rf;function Jp(e,t){let a=e.const("err",t);e.if((0,xe._)`${it.default.vErrors} === null`,()=>e.
assign(it.default.vErrors,(0,xe._)`[${a}]`),(0,xe._)`${it.default.vErrors}.push(${a})`),e.code((0,xe._)`${it.default.errors}++`)}function Wp(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,xe._)`new ${e.ValidationError}(${t})`):(a.assign((0,xe._)`${n}.errors`,t),a.return(!1))}var $r={keyword:new xe.Name("keyword"),
schemaPath:new xe.Name("schemaPath"),params:new xe.Name("params"),propertyName:new xe.Name("propertyName"),message:new xe.Name("message"),schema:new xe.Name("sc\
hema"),parentSchema:new xe.Name("parentSchema")};function Cp(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,xe._)`{}`:Lf(e,t,a)}function Lf(e,t,a={}){let{gen:n,
it:o}=e,i=[Ff(o,a),Vf(e,a)];return Df(e,t,i),n.object(...i)}function Ff({errorPath:e},{instancePath:t}){let a=t?(0,xe.str)`${e}${(0,$a.getErrorPath)(t,$a.Type.Str)}`:
e;return[it.default.instancePath,(0,xe.strConcat)(it.default.instancePath,a)]}function Vf({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,xe.str)`${t}/${e}`;return a&&(o=(0,xe.str)`${o}${(0,$a.getErrorPath)(a,$a.Type.Str)}`),[$r.schemaPath,o]}function Df(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:h,topSchemaRef:m,schemaPath:g}=s;n.push([$r.keyword,o],[$r.params,typeof t=="function"?t(e):t||(0,xe._)`{}`]),
p.messages&&n.push([$r.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([$r.schema,r],[$r.parentSchema,(0,xe._)`${m}${g}`],[it.default.data,i]),h&&n.push(
[$r.propertyName,h])}});var Hp=Z(Kr=>{"use strict";Object.defineProperty(Kr,"__esModule",{value:!0});Kr.boolOrEmptySchema=Kr.topBoolOrEmptySchema=void 0;var Uf=js(),zf=ye(),Jf=Zt(),Wf={
message:"boolean schema is false"};function Cf(e){let{gen:t,schema:a,validateName:n}=e;a===!1?Kp(e,!1):typeof a=="object"&&a.$async===!0?t.return(Jf.default.data):
(t.assign((0,zf._)`${n}.errors`,null),t.return(!0))}Kr.topBoolOrEmptySchema=Cf;function Kf(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),Kp(e)):a.var(t,!0)}Kr.
boolOrEmptySchema=Kf;function Kp(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Uf.reportError)(
o,Wf,void 0,t)}});var lo=Z(Hr=>{"use strict";Object.defineProperty(Hr,"__esModule",{value:!0});Hr.getRules=Hr.isJSONType=void 0;var Hf=["string","number","integer","boolean","nul\
l","object","array"],Bf=new Set(Hf);function Gf(e){return typeof e=="string"&&Bf.has(e)}Hr.isJSONType=Gf;function Zf(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Hr.getRules=Zf});var uo=Z(nr=>{"use strict";Object.defineProperty(nr,"__esModule",{value:!0});nr.shouldUseRule=nr.shouldUseGroup=nr.schemaHasRulesForType=void 0;function Qf({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&Bp(e,n)}nr.schemaHasRulesForType=Qf;function Bp(e,t){return t.rules.some(a=>Gp(e,a))}nr.shouldUseGroup=Bp;function Gp(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}nr.shouldUseRule=Gp});var Ts=Z(at=>{"use strict";Object.defineProperty(at,"__esModule",{value:!0});at.reportTypeError=at.checkDataTypes=at.checkDataType=at.coerceAndCheckDataType=at.
getJSONTypes=at.getSchemaTypes=at.DataType=void 0;var Xf=lo(),Yf=uo(),eh=js(),me=ye(),Zp=_e(),Br;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Br||
(at.DataType=Br={}));function th(e){let t=Qp(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}at.getSchemaTypes=th;function Qp(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Xf.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}at.getJSONTypes=Qp;function rh(e,t){
let{gen:a,data:n,opts:o}=e,i=sh(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,Yf.schemaHasRulesForType)(e,t[0]));if(r){let s=fo(t,n,o.strictNumbers,
Br.Wrong);a.if(s,()=>{i.length?ah(e,t,i):ho(e)})}return r}at.coerceAndCheckDataType=rh;var Xp=new Set(["string","number","integer","boolean","null"]);function sh(e,t){
return t?e.filter(a=>Xp.has(a)||t==="array"&&a==="array"):[]}function ah(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,me._)`typeof ${o}`),s=n.let("co\
erced",(0,me._)`undefined`);i.coerceTypes==="array"&&n.if((0,me._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,me._)`${o}[0]`).
assign(r,(0,me._)`typeof ${o}`).if(fo(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,me._)`${s} !== undefined`);for(let h of a)(Xp.has(h)||h==="array"&&i.coerceTypes===
"array")&&p(h);n.else(),ho(e),n.endIf(),n.if((0,me._)`${s} !== undefined`,()=>{n.assign(o,s),nh(e,s)});function p(h){switch(h){case"string":n.elseIf((0,me._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,me._)`"" + ${o}`).elseIf((0,me._)`${o} === null`).assign(s,(0,me._)`""`);return;case"number":n.elseIf((0,me._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,me._)`+${o}`);return;case"integer":n.elseIf((0,me._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,me._)`+${o}`);return;case"boolean":n.elseIf((0,me._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,me._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,me._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,me._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,me._)`[${o}]`)}}}function nh({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,me._)`${t} !== undefined`,
()=>e.assign((0,me._)`${t}[${a}]`,n))}function mo(e,t,a,n=Br.Correct){let o=n===Br.Correct?me.operators.EQ:me.operators.NEQ,i;switch(e){case"null":return(0,me._)`${t} ${o} null`;case"\
array":i=(0,me._)`Array.isArray(${t})`;break;case"object":i=(0,me._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,me._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,me._)`typeof ${t} ${o} ${e}`}return n===Br.Correct?i:(0,me.not)(i);function r(s=me.nil){return(0,me.and)((0,me._)`typeof ${t} == "number"`,
s,a?(0,me._)`isFinite(${t})`:me.nil)}}at.checkDataType=mo;function fo(e,t,a,n){if(e.length===1)return mo(e[0],t,a,n);let o,i=(0,Zp.toHash)(e);if(i.array&&i.object){
let r=(0,me._)`typeof ${t} != "object"`;o=i.null?r:(0,me._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=me.nil;i.number&&delete i.integer;
for(let r in i)o=(0,me.and)(o,mo(r,t,a,n));return o}at.checkDataTypes=fo;var oh={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,me._)`{type: ${e}}`:(0,me._)`{type: ${t}}`};function ho(e){let t=ih(e);(0,eh.reportError)(t,oh)}at.reportTypeError=ho;function ih(e){let{gen:t,data:a,
schema:n}=e,o=(0,Zp.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var ec=Z(Pa=>{"use strict";Object.defineProperty(Pa,"__esModule",{value:!0});Pa.assignDefaults=void 0;var Gr=ye(),ph=_e();function ch(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Yp(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Yp(e,i,o.default))}Pa.assignDefaults=ch;function Yp(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Gr._)`${i}${(0,Gr.getProperty)(t)}`;if(o){(0,ph.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Gr._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Gr._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Gr._)`${s} = ${(0,Gr.
stringify)(a)}`)}});var qt=Z(Ne=>{"use strict";Object.defineProperty(Ne,"__esModule",{value:!0});Ne.validateUnion=Ne.validateArray=Ne.usePattern=Ne.callValidateCode=Ne.schemaProperties=
Ne.allSchemaProperties=Ne.noPropertyInData=Ne.propertyInData=Ne.isOwnProperty=Ne.hasPropFunc=Ne.reportMissingProp=Ne.checkMissingProp=Ne.checkReportMissingProp=
void 0;var Ie=ye(),yo=_e(),or=Zt(),dh=_e();function lh(e,t){let{gen:a,data:n,it:o}=e;a.if(wo(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,Ie.
_)`${t}`},!0),e.error()})}Ne.checkReportMissingProp=lh;function uh({gen:e,data:t,it:{opts:a}},n,o){return(0,Ie.or)(...n.map(i=>(0,Ie.and)(wo(e,t,i,a.ownProperties),
(0,Ie._)`${o} = ${i}`)))}Ne.checkMissingProp=uh;function mh(e,t){e.setParams({missingProperty:t},!0),e.error()}Ne.reportMissingProp=mh;function tc(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Ie._)`Object.prototype.hasOwnProperty`})}Ne.hasPropFunc=tc;function go(e,t,a){return(0,Ie._)`${tc(e)}.call(${t}, ${a})`}
Ne.isOwnProperty=go;function fh(e,t,a,n){let o=(0,Ie._)`${t}${(0,Ie.getProperty)(a)} !== undefined`;return n?(0,Ie._)`${o} && ${go(e,t,a)}`:o}Ne.propertyInData=
fh;function wo(e,t,a,n){let o=(0,Ie._)`${t}${(0,Ie.getProperty)(a)} === undefined`;return n?(0,Ie.or)(o,(0,Ie.not)(go(e,t,a))):o}Ne.noPropertyInData=wo;function rc(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}Ne.allSchemaProperties=rc;function hh(e,t){return rc(t).filter(a=>!(0,yo.alwaysValidSchema)(e,t[a]))}Ne.schemaProperties=
hh;function yh({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,h){let m=h?(0,Ie._)`${e}, ${t}, ${n}${o}`:t,g=[[or.default.instancePath,
(0,Ie.strConcat)(or.default.instancePath,i)],[or.default.parentData,r.parentData],[or.default.parentDataProperty,r.parentDataProperty],[or.default.rootData,or.default.
rootData]];r.opts.dynamicRef&&g.push([or.default.dynamicAnchors,or.default.dynamicAnchors]);let P=(0,Ie._)`${m}, ${a.object(...g)}`;return p!==Ie.nil?(0,Ie._)`${s}.call(${p}, ${P})`:
(0,Ie._)`${s}(${P})`}Ne.callValidateCode=yh;var gh=(0,Ie._)`new RegExp`;function wh({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Ie._)`${o.code==="new RegExp"?gh:(0,dh.useFunc)(e,o)}(${a}, ${n})`})}Ne.usePattern=wh;function bh(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,Ie._)`${a}.length`);t.forRange("i",0,p,h=>{e.subschema({keyword:n,dataProp:h,dataPropType:yo.Type.Num},i),t.if((0,Ie.not)(
i),s)})}}Ne.validateArray=bh;function vh(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,yo.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,h)=>{let m=e.subschema({keyword:n,schemaProp:h,
compositeRule:!0},s);t.assign(r,(0,Ie._)`${r} || ${s}`),e.mergeValidEvaluated(m,s)||t.if((0,Ie.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}Ne.validateUnion=
vh});var nc=Z(zt=>{"use strict";Object.defineProperty(zt,"__esModule",{value:!0});zt.validateKeywordUsage=zt.validSchemaType=zt.funcKeywordCode=zt.macroKeywordCode=void 0;
var pt=ye(),Pr=Zt(),kh=qt(),$h=js();function Ph(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=ac(a,n,s);r.opts.validateSchema!==
!1&&r.self.validateSchema(s,!0);let h=a.name("valid");e.subschema({schema:s,schemaPath:pt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,compositeRule:!0},
h),e.pass(h,()=>e.error(!0))}zt.macroKeywordCode=Ph;function Sh(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;xh(p,t);let h=!s&&t.compile?
t.compile.call(p.self,i,r,p):t.validate,m=ac(n,o,h),g=n.let("valid");e.block$data(g,P),e.ok((a=t.valid)!==null&&a!==void 0?a:g);function P(){if(t.errors===!1)q(),
t.modifying&&sc(e),N(()=>e.error());else{let E=t.async?O():x();t.modifying&&sc(e),N(()=>_h(e,E))}}function O(){let E=n.let("ruleErrs",null);return n.try(()=>q((0,pt.
_)`await `),X=>n.assign(g,!1).if((0,pt._)`${X} instanceof ${p.ValidationError}`,()=>n.assign(E,(0,pt._)`${X}.errors`),()=>n.throw(X))),E}function x(){let E=(0,pt.
_)`${m}.errors`;return n.assign(E,null),q(pt.nil),E}function q(E=t.async?(0,pt._)`await `:pt.nil){let X=p.opts.passContext?Pr.default.this:Pr.default.self,M=!("\
compile"in t&&!s||t.schema===!1);n.assign(g,(0,pt._)`${E}${(0,kh.callValidateCode)(e,m,X,M)}`,t.modifying)}function N(E){var X;n.if((0,pt.not)((X=t.valid)!==null&&
X!==void 0?X:g),E)}}zt.funcKeywordCode=Sh;function sc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,pt._)`${n.parentData}[${n.parentDataProperty}]`))}
function _h(e,t){let{gen:a}=e;a.if((0,pt._)`Array.isArray(${t})`,()=>{a.assign(Pr.default.vErrors,(0,pt._)`${Pr.default.vErrors} === null ? ${t} : ${Pr.default.
vErrors}.concat(${t})`).assign(Pr.default.errors,(0,pt._)`${Pr.default.vErrors}.length`),(0,$h.extendErrors)(e)},()=>e.error())}function xh({schemaEnv:e},t){if(t.
async&&!e.$async)throw new Error("async keyword in sync schema")}function ac(e,t,a){if(a===void 0)throw new Error(`keyword "${t}" failed to compile`);return e.scopeValue(
"keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,pt.stringify)(a)})}function qh(e,t,a=!1){return!t.length||t.some(n=>n==="array"?Array.isArray(e):n==="obje\
ct"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}zt.validSchemaType=qh;function Oh({schema:e,opts:t,self:a,errSchemaPath:n},o,i){if(Array.
isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;if(r?.some(s=>!Object.prototype.hasOwnProperty.
call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.validateSchema(e[i])){let p=`keyword "${i}" v\
alue is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(p);else throw new Error(p)}}zt.validateKeywordUsage=
Oh});var ic=Z(ir=>{"use strict";Object.defineProperty(ir,"__esModule",{value:!0});ir.extendSubschemaMode=ir.extendSubschemaData=ir.getSubschema=void 0;var Jt=ye(),oc=_e();
function jh(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,Jt._)`${e.schemaPath}${(0,Jt.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,Jt._)`${e.schemaPath}${(0,Jt.getProperty)(t)}${(0,Jt.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,oc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}ir.getSubschema=jh;function Th(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:h,dataPathArr:m,opts:g}=t,P=s.let("data",(0,Jt._)`${t.data}${(0,Jt.getProperty)(a)}`,!0);p(P),e.errorPath=(0,Jt.str)`${h}${(0,oc.
getErrorPath)(a,n,g.jsPropertySyntax)}`,e.parentDataProperty=(0,Jt._)`${a}`,e.dataPathArr=[...m,e.parentDataProperty]}if(o!==void 0){let h=o instanceof Jt.Name?
o:s.let("data",o,!0);p(h),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(h){e.data=h,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,h]}}ir.extendSubschemaData=Th;function Ah(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}ir.extendSubschemaMode=
Ah});var bo=Z((lk,pc)=>{"use strict";pc.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)return!1;
var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.source===
a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.toString()===
a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;for(o=
n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var dc=Z((uk,cc)=>{"use strict";var pr=cc.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};Sa(t,n,o,e,"",e)};pr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
pr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};pr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};pr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function Sa(e,t,a,n,o,i,r,s,p,h){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,h);for(var m in n){var g=n[m];if(Array.isArray(g)){if(m in pr.arrayKeywords)for(var P=0;P<g.length;P++)Sa(e,t,a,g[P],o+"/"+m+"/"+P,i,o,m,n,P)}else if(m in
pr.propsKeywords){if(g&&typeof g=="object")for(var O in g)Sa(e,t,a,g[O],o+"/"+m+"/"+Nh(O),i,o,m,n,O)}else(m in pr.keywords||e.allKeys&&!(m in pr.skipKeywords))&&
Sa(e,t,a,g,o+"/"+m,i,o,m,n)}a(n,o,i,r,s,p,h)}}function Nh(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var As=Z(mt=>{"use strict";Object.defineProperty(mt,"__esModule",{value:!0});mt.getSchemaRefs=mt.resolveUrl=mt.normalizeId=mt._getFullPath=mt.getFullPath=mt.inlineRef=
void 0;var Eh=_e(),Mh=bo(),Ih=dc(),Rh=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Lh(e,t=!0){return typeof e=="boolean"?!0:t===!0?!vo(e):t?lc(e)<=t:!1}mt.inlineRef=Lh;var Fh=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function vo(e){for(let t in e){if(Fh.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(vo)||typeof a=="object"&&vo(a))return!0}return!1}function lc(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Rh.has(a)&&(typeof e[a]=="object"&&
(0,Eh.eachItem)(e[a],n=>t+=lc(n)),t===1/0))return 1/0}return t}function uc(e,t="",a){a!==!1&&(t=Zr(t));let n=e.parse(t);return mc(e,n)}mt.getFullPath=uc;function mc(e,t){
return e.serialize(t).split("#")[0]+"#"}mt._getFullPath=mc;var Vh=/#\/?$/;function Zr(e){return e?e.replace(Vh,""):""}mt.normalizeId=Zr;function Dh(e,t,a){return a=
Zr(a),e.resolve(t,a)}mt.resolveUrl=Dh;var Uh=/^[a-z_][-a-z0-9._]*$/i;function zh(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Zr(
e[a]||t),i={"":o},r=uc(n,o,!1),s={},p=new Set;return Ih(e,{allKeys:!0},(g,P,O,x)=>{if(x===void 0)return;let q=r+P,N=i[x];typeof g[a]=="string"&&(N=E.call(this,g[a])),
X.call(this,g.$anchor),X.call(this,g.$dynamicAnchor),i[P]=N;function E(M){let W=this.opts.uriResolver.resolve;if(M=Zr(N?W(N,M):M),p.has(M))throw m(M);p.add(M);let R=this.
refs[M];return typeof R=="string"&&(R=this.refs[R]),typeof R=="object"?h(g,R.schema,M):M!==Zr(q)&&(M[0]==="#"?(h(g,s[M],M),s[M]=g):this.refs[M]=q),M}function X(M){
if(typeof M=="string"){if(!Uh.test(M))throw new Error(`invalid anchor "${M}"`);E.call(this,`#${M}`)}}}),s;function h(g,P,O){if(P!==void 0&&!Mh(g,P))throw m(O)}function m(g){
return new Error(`reference "${g}" resolves to more than one schema`)}}mt.getSchemaRefs=zh});var Ms=Z(cr=>{"use strict";Object.defineProperty(cr,"__esModule",{value:!0});cr.getData=cr.KeywordCxt=cr.validateFunctionCode=void 0;var wc=Hp(),fc=Ts(),$o=uo(),
_a=Ts(),Jh=ec(),Es=nc(),ko=ic(),re=ye(),pe=Zt(),Wh=As(),Qt=_e(),Ns=js();function Ch(e){if(kc(e)&&($c(e),vc(e))){Bh(e);return}bc(e,()=>(0,wc.topBoolOrEmptySchema)(
e))}cr.validateFunctionCode=Ch;function bc({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,re._)`${pe.default.data}, ${pe.default.valCxt}`,
n.$async,()=>{e.code((0,re._)`"use strict"; ${hc(a,o)}`),Hh(e,o),e.code(i)}):e.func(t,(0,re._)`${pe.default.data}, ${Kh(o)}`,n.$async,()=>e.code(hc(a,o)).code(i))}
function Kh(e){return(0,re._)`{${pe.default.instancePath}="", ${pe.default.parentData}, ${pe.default.parentDataProperty}, ${pe.default.rootData}=${pe.default.data}${e.
dynamicRef?(0,re._)`, ${pe.default.dynamicAnchors}={}`:re.nil}}={}`}function Hh(e,t){e.if(pe.default.valCxt,()=>{e.var(pe.default.instancePath,(0,re._)`${pe.default.
valCxt}.${pe.default.instancePath}`),e.var(pe.default.parentData,(0,re._)`${pe.default.valCxt}.${pe.default.parentData}`),e.var(pe.default.parentDataProperty,(0,re.
_)`${pe.default.valCxt}.${pe.default.parentDataProperty}`),e.var(pe.default.rootData,(0,re._)`${pe.default.valCxt}.${pe.default.rootData}`),t.dynamicRef&&e.var(
pe.default.dynamicAnchors,(0,re._)`${pe.default.valCxt}.${pe.default.dynamicAnchors}`)},()=>{e.var(pe.default.instancePath,(0,re._)`""`),e.var(pe.default.parentData,
(0,re._)`undefined`),e.var(pe.default.parentDataProperty,(0,re._)`undefined`),e.var(pe.default.rootData,pe.default.data),t.dynamicRef&&e.var(pe.default.dynamicAnchors,
(0,re._)`{}`)})}function Bh(e){let{schema:t,opts:a,gen:n}=e;bc(e,()=>{a.$comment&&t.$comment&&Sc(e),Yh(e),n.let(pe.default.vErrors,null),n.let(pe.default.errors,
0),a.unevaluated&&Gh(e),Pc(e),ry(e)})}function Gh(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,re._)`${a}.evaluated`),t.if((0,re._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,re._)`${e.evaluated}.props`,(0,re._)`undefined`)),t.if((0,re._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,re._)`${e.evaluated}.items`,(0,re._)`undefined`))}
function hc(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,re._)`/*# sourceURL=${a} */`:re.nil}function Zh(e,t){if(kc(
e)&&($c(e),vc(e))){Qh(e,t);return}(0,wc.boolOrEmptySchema)(e,t)}function vc({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function kc(e){return typeof e.schema!="boolean"}function Qh(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Sc(e),ey(e),ty(e);let i=n.
const("_errs",pe.default.errors);Pc(e,i),n.var(t,(0,re._)`${i} === ${pe.default.errors}`)}function $c(e){(0,Qt.checkUnknownRules)(e),Xh(e)}function Pc(e,t){if(e.
opts.jtd)return yc(e,[],!1,t);let a=(0,fc.getSchemaTypes)(e.schema),n=(0,fc.coerceAndCheckDataType)(e,a);yc(e,a,!n,t)}function Xh(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Qt.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Yh(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Qt.checkStrictMode)(e,"default is ignored in the schema root")}function ey(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Wh.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function ty(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Sc({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,re._)`${pe.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,re.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,re._)`${pe.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function ry(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,re._)`${pe.default.errors} === 0`,()=>t.return(pe.default.data),
()=>t.throw((0,re._)`new ${o}(${pe.default.vErrors})`)):(t.assign((0,re._)`${n}.errors`,pe.default.vErrors),i.unevaluated&&sy(e),t.return((0,re._)`${pe.default.
errors} === 0`))}function sy({gen:e,evaluated:t,props:a,items:n}){a instanceof re.Name&&e.assign((0,re._)`${t}.props`,a),n instanceof re.Name&&e.assign((0,re._)`${t}.items`,
n)}function yc(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:h}=e,{RULES:m}=h;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Qt.schemaHasRulesButRef)(i,m))){
o.block(()=>xc(e,"$ref",m.all.$ref.definition));return}p.jtd||ay(e,t),o.block(()=>{for(let P of m.rules)g(P);g(m.post)});function g(P){(0,$o.shouldUseGroup)(i,P)&&
(P.type?(o.if((0,_a.checkDataType)(P.type,r,p.strictNumbers)),gc(e,P),t.length===1&&t[0]===P.type&&a&&(o.else(),(0,_a.reportTypeError)(e)),o.endIf()):gc(e,P),s||
o.if((0,re._)`${pe.default.errors} === ${n||0}`))}}function gc(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Jh.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,$o.shouldUseRule)(n,i)&&xc(e,i.keyword,i.definition,t.type)})}function ay(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(ny(e,t),e.opts.allowUnionTypes||
oy(e,t),iy(e,e.dataTypes))}function ny(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{_c(e.dataTypes,a)||Po(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),cy(e,t)}}function oy(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Po(e,"use allowUnionTypes to allow uni\
on type keyword")}function iy(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,$o.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>py(t,r))&&Po(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function py(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function _c(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function cy(e,t){let a=[];for(let n of e.dataTypes)_c(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Po(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Qt.checkStrictMode)(
e,t,e.opts.strictTypes)}var xa=class{constructor(t,a,n){if((0,Es.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Qt.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",qc(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Es.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",pe.default.errors))}result(t,a,n){this.failResult((0,re.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,re.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,re._)`${a} !== undefined && (${(0,re.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Ns.reportExtraError:Ns.reportError)(this,this.def.error,a)}$dataError(){
(0,Ns.reportError)(this,this.def.$dataError||Ns.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Ns.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=re.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=re.nil,a=re.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,re.
or)((0,re._)`${o} === undefined`,a)),t!==re.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==re.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,re.or)(r(),s());function r(){if(n.length){if(!(a instanceof re.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,re._)`${(0,_a.checkDataTypes)(p,a,i.opts.strictNumbers,_a.DataType.Wrong)}`}return re.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,re._)`!${p}(${a})`}return re.nil}}subschema(t,a){let n=(0,ko.
getSubschema)(this.it,t);(0,ko.extendSubschemaData)(n,this.it,t),(0,ko.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return Zh(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Qt.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Qt.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,re.Name)),!0}};cr.KeywordCxt=xa;function xc(e,t,a,n){let o=new xa(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Es.funcKeywordCode)(o,a):"macro"in a?(0,Es.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Es.funcKeywordCode)(o,a)}var dy=/^\/(?:[^~]|~0|~1)*$/,
ly=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function qc(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return pe.default.rootData;if(e[0]==="/"){if(!dy.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=pe.default.rootData}else{let h=ly.exec(e);if(!h)throw new Error(`Invalid JSON-pointer: ${e}`);let m=+h[1];
if(o=h[2],o==="#"){if(m>=t)throw new Error(p("property/index",m));return n[t-m]}if(m>t)throw new Error(p("data",m));if(i=a[t-m],!o)return i}let r=i,s=o.split("/");
for(let h of s)h&&(i=(0,re._)`${i}${(0,re.getProperty)((0,Qt.unescapeJsonPointer)(h))}`,r=(0,re._)`${r} && ${i}`);return r;function p(h,m){return`Cannot access ${h}\
 ${m} levels up, current level is ${t}`}}cr.getData=qc});var qa=Z(_o=>{"use strict";Object.defineProperty(_o,"__esModule",{value:!0});var So=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};_o.default=So});var Is=Z(Oo=>{"use strict";Object.defineProperty(Oo,"__esModule",{value:!0});var xo=As(),qo=class extends Error{constructor(t,a,n,o){super(o||`can't resolve ref\
erence ${n} from id ${a}`),this.missingRef=(0,xo.resolveUrl)(t,a,n),this.missingSchema=(0,xo.normalizeId)((0,xo.getFullPath)(t,this.missingRef))}};Oo.default=qo});var ja=Z(Ot=>{"use strict";Object.defineProperty(Ot,"__esModule",{value:!0});Ot.resolveSchema=Ot.getCompilingSchema=Ot.resolveRef=Ot.compileSchema=Ot.SchemaEnv=
void 0;var Mt=ye(),uy=qa(),Sr=Zt(),It=As(),Oc=_e(),my=Ms(),Qr=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,It.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};Ot.SchemaEnv=Qr;function To(e){let t=jc.call(
this,e);if(t)return t;let a=(0,It.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new Mt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:uy.default,code:(0,Mt._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let h={gen:r,allErrors:this.opts.allErrors,data:Sr.default.data,parentData:Sr.default.parentData,parentDataProperty:Sr.
default.parentDataProperty,dataNames:[Sr.default.data],dataPathArr:[Mt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,Mt.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:Mt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Mt._)`""`,opts:this.opts,self:this},m;try{this._compilations.
add(e),(0,my.validateFunctionCode)(h),r.optimize(this.opts.code.optimize);let g=r.toString();m=`${r.scopeRefs(Sr.default.scope)}return ${g}`,this.opts.code.process&&
(m=this.opts.code.process(m,e));let O=new Function(`${Sr.default.self}`,`${Sr.default.scope}`,m)(this,this.scope.get());if(this.scope.value(p,{ref:O}),O.errors=
null,O.schema=e.schema,O.schemaEnv=e,e.$async&&(O.$async=!0),this.opts.code.source===!0&&(O.source={validateName:p,validateCode:g,scopeValues:r._values}),this.opts.
unevaluated){let{props:x,items:q}=h;O.evaluated={props:x instanceof Mt.Name?void 0:x,items:q instanceof Mt.Name?void 0:q,dynamicProps:x instanceof Mt.Name,dynamicItems:q instanceof
Mt.Name},O.source&&(O.source.evaluated=(0,Mt.stringify)(O.evaluated))}return e.validate=O,e}catch(g){throw delete e.validate,delete e.validateName,m&&this.logger.
error("Error compiling schema, function code:",m),g}finally{this._compilations.delete(e)}}Ot.compileSchema=To;function fy(e,t,a){var n;a=(0,It.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=gy.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Qr({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=hy.call(this,i)}Ot.resolveRef=fy;function hy(e){return(0,It.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:To.call(this,e)}function jc(e){for(let t of this._compilations)if(yy(t,e))return t}Ot.getCompilingSchema=jc;
function yy(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function gy(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||Oa.call(this,e,t)}function Oa(e,t){let a=this.opts.uriResolver.parse(t),n=(0,It._getFullPath)(this.opts.uriResolver,a),o=(0,It.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return jo.call(this,a,e);let i=(0,It.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=Oa.call(this,e,r);return typeof s?.schema!="object"?void 0:jo.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||To.call(this,r),i===(0,It.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,h=s[p];return h&&(o=(0,It.resolveUrl)(this.opts.uriResolver,o,h)),new Qr({schema:s,schemaId:p,root:e,baseId:o})}
return jo.call(this,a,r)}}Ot.resolveSchema=Oa;var wy=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function jo(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Oc.
unescapeFragment)(s)];if(p===void 0)return;a=p;let h=typeof a=="object"&&a[this.opts.schemaId];!wy.has(s)&&h&&(t=(0,It.resolveUrl)(this.opts.uriResolver,t,h))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Oc.schemaHasRulesButRef)(a,this.RULES)){let s=(0,It.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=Oa.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Qr({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Tc=Z((wk,by)=>{by.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data reference\
 (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-po\
inter"}]}},additionalProperties:!1}});var Ro=Z((bk,Fc)=>{"use strict";var vy=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),No=RegExp.prototype.test.bind(/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),
ky=RegExp.prototype.test.bind(/^\d*$/u),_r=RegExp.prototype.test.bind(/^[\da-f]{2}$/iu),Eo=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Nc=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Mo=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),$y=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),
ft=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<256;t++)ft[t]="%"+e[t>>4]+e[t&15]}function nt(e){return e<2048?ft[192|e>>6]+ft[128|e&63]:e<65536?ft[224|
e>>12]+ft[128|e>>6&63]+ft[128|e&63]:ft[240|e>>18]+ft[128|e>>12&63]+ft[128|e>>6&63]+ft[128|e&63]}function Py(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].
charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=
65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Sy=RegExp.prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),_y=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),
xy=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),qy=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Oy(e){if(e.length===0)return!1;for(let t=0;t<
e.length;t++)if(!xy(e[t])){if(e[t]==="%"&&t+2<e.length&&_r(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Ac(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<
e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"\
::"+r}function jy(e){let t=e.indexOf("::");if(t!==-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).
split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p===
"")return;if(p.indexOf(".")!==-1){if(s!==o.length-1||t!==-1&&n.length===0||!No(p))return;i+=2;continue}if(!Sy(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===
-1)return i!==8?void 0:Ac(o);if(i>=8)return;let r=o.slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Ac(r)}
function Ao(e){let t=e[0]==="["&&e[e.length-1]==="]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&_y(
n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,isIPV6:!1,isIPVFuture:!0};if(Ty(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==
-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=n.slice(i+s),!Oy(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=jy(n);return r===void 0?{host:e,
isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+(o?"%25"+o:""),isIPV6:!0}}function Ty(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Ec(e){
let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]==="\
.")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),
a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){
if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]==="/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else
a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Ay(e){if(e===""||e[0]==="/")return Ec(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){
let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),
(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join("/")}var Ny={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Ey=/[@/?#:]/g,My=/[@/?#]/g;
function Mc(e,t){let a=t?My:Ey;return a.lastIndex=0,e.replace(a,n=>Ny[n])}function Ic(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){
if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(_r(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));t&&Eo(r)?a+=r:a+="%"+i,n+=2;continue}}
a+=e[n]}return a}function Iy(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(_r(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));r!=="."&&Eo(r)?t+=r:t+="%"+i,a+=2;continue}}if(Nc(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Lc(o)?n:ft[o];else if(o<55296||
o>57343)t+=nt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=nt(65536+(o-55296<<10)+(i-56320)),a++):t+=nt(65533)}else t+=nt(65533)}}
return t}function Ry(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(_r(r)){a+="%"+r.
toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Nc(i)&&(i!==":"||!n))a+=i;else{let r=e.charCodeAt(o);if(r<128)a+=ft[r];else if(r<55296||r>57343)a+=nt(r);else if(r<=
56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=nt(65536+(r-55296<<10)+(s-56320)),o++):a+=nt(65533)}else a+=nt(65533)}}return a}function Io(e,t){
let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.slice(n+1,n+3);if(_r(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{
let i=e.charCodeAt(n);if(i<128)a+=ft[i];else if(i<55296||i>57343)a+=nt(i);else if(i<=56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=nt(65536+
(i-55296<<10)+(r-56320)),n++):a+=nt(65533)}else a+=nt(65533)}}return a}function Rc(e){return Io(e,$y)}function Ly(e){return Io(e,Mo)}function Fy(e){return Io(e,
Mo)}function Lc(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===45||e===46||e===47||e===64||e===95}function Vy(e){let t="";for(let a=0;a<
e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(_r(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));Eo(r)?t+=r:t+="%"+
i,a+=2;continue}}if(Mo(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Lc(o)?n:ft[o];else if(o<55296||o>57343)t+=nt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(
a+1);i>=56320&&i<=57343?(t+=nt(65536+(o-55296<<10)+(i-56320)),a++):t+=nt(65533)}else t+=nt(65533)}}return t}function Dy(e){let t="";for(let a=0;a<e.length;a++){
if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(_r(n)){t+="%"+n.toUpperCase(),a+=2;continue}}t+=escape(e[a])}return t}function Uy(e){let t=[];if(e.userinfo!==
void 0&&(t.push(Rc(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!No(a)){let n=Ao(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Ic(a,!0),n=Ao(a)),n.isIPV6===
!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Mc(a,!1)}t.push(a)}if(typeof e.port=="number"||typeof e.port=="string"){let a=String(e.port);if(!ky(a))throw new TypeError(
"URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):void 0}Fc.exports={nonSimpleDomain:qy,recomposeAuthority:Uy,reescapeHostDelimiters:Mc,
normalizePercentEncoding:Ic,normalizePathEncoding:Iy,serializePathEncoding:Ry,normalizeQueryFragmentEncoding:Vy,encodeUserinfo:Rc,encodeQuery:Ly,encodeFragment:Fy,
escapePreservingEscapes:Dy,removeDotSegments:Ec,removeDotSegmentsRelative:Ay,isIPv4:No,isUUID:vy,normalizeIPv6:Ao,stringArrayToHexStripped:Py}});var Jc=Z((vk,zc)=>{"use strict";var{isUUID:zy}=Ro(),Jy=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Wy=["http","https","ws","wss","urn",
"urn:uuid"];function Cy(e){return Wy.indexOf(e)!==-1}function Lo(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||e.
scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Vc(e){return e.host||(e.error=e.error||"HTTP URIs m\
ust have a host."),e}function Dc(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="/"),
e}function Ky(e){return e.secure=Lo(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function Hy(e){if((e.port===(Lo(e)?443:
80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf("?"),
a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.fragment=
void 0,e}function By(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Jy);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"urn";e.nid=
a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Fo(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}function Gy(e,t){
if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||n}`,i=Fo(o);i&&
(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function Zy(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,!t.tolerant&&(!a.
uuid||!zy(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Qy(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Uc={scheme:"http",domainHost:!0,
parse:Vc,serialize:Dc},Xy={scheme:"https",domainHost:Uc.domainHost,parse:Vc,serialize:Dc},Ta={scheme:"ws",domainHost:!0,parse:Ky,serialize:Hy},Yy={scheme:"wss",
domainHost:Ta.domainHost,parse:Ta.parse,serialize:Ta.serialize},eg={scheme:"urn",parse:By,serialize:Gy,skipNormalize:!0},tg={scheme:"urn:uuid",parse:Zy,serialize:Qy,
skipNormalize:!0},Aa={http:Uc,https:Xy,ws:Ta,wss:Yy,urn:eg,"urn:uuid":tg};Object.setPrototypeOf(Aa,null);function Fo(e){return e&&(Aa[e]||Aa[e.toLowerCase()])||
void 0}zc.exports={wsIsSecure:Lo,SCHEMES:Aa,isValidSchemeName:Cy,getSchemeHandler:Fo}});var ad=Z((kk,Ra)=>{"use strict";var{normalizeIPv6:Bc,removeDotSegments:Ls,removeDotSegmentsRelative:Gc,recomposeAuthority:rg,normalizePercentEncoding:Vo,normalizePathEncoding:sg,
serializePathEncoding:Wc,normalizeQueryFragmentEncoding:Cc,encodeQuery:ag,encodeFragment:ng,reescapeHostDelimiters:og,isIPv4:Zc,nonSimpleDomain:ig}=Ro(),{SCHEMES:Qc,
getSchemeHandler:Do}=Jc(),Xc=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Yc="URI scheme is malformed.",Na="URI host is malformed.",pg=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Kc(e){
let t=String(e);if(!Xc.test(t))throw new TypeError(Yc);return t}function cg(e,t){return typeof e=="string"?e=wg(e,t):typeof e=="object"&&(e=Ma(xr(e,t),t)),e}function dg(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:h}=Ea(e,n),{parsed:m,malformedAuthorityOrPort:g,malformedPercentEncoding:P,malformedSchemeSpecific:O,malformedHost:x,malformedScheme:q}=Ea(t,n);
if(i||g||r||P||s||O||p||x||h||q)throw new Error(o.error||m.error||"URI is malformed.");let N=ed(o,m,n,!0),E=Do(a&&a.scheme||N.scheme),X=N.host,M=X!==void 0&&X!==
""&&(Zc(X)||Bc(X).isIPV6);if(rd(N,a||{},E,M))throw new Error(Na);td(N,a||{},E,M);let W=X&&X.indexOf("%")!==-1&&!/\P{ASCII}/u.test(X);if(N.error&&!W)throw new Error(
N.error);return n.skipEscape=!0,xr(N,n)}function ed(e,t,a,n){let o={};if(n||(e=Ma(xr(e,a),a),t=Ma(xr(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Ls(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Ls(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Ls(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Gc(o.path):Ls(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function lg(e,t,a){let n=Hc(e,a),o=Hc(t,a);return n!==void 0&&o!==void 0&&n===o}function xr(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=Kc(a.scheme));let i=Do(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Vo(a.path):a.path=Wc(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Kc(a.scheme),o.push(a.scheme,":"));let h=rg(a);if(h!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(h),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let m=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(m=s&&m[0]!==
"/"?Gc(m):Ls(m)),s&&(m=Wc(m,!0)),h===void 0&&m[0]==="/"&&m[1]==="/"&&(m="/%2F"+m.slice(2)),o.push(m)}return a.query!==void 0&&o.push("?",ag(a.query)),a.fragment!==
void 0&&o.push("#",ng(a.fragment)),o.join("")}var ug=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
mg=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,fg=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function hg(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Rs(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Ia(e){return e[0]==="["&&e[e.
length-1]==="]"}function yg(e){let t=e[4];return Rs(e[3])||t!==void 0&&!Ia(t)&&Rs(t)||Rs(e[6])||Rs(e[7])||Rs(e[8])}function td(e,t,a,n){if(rd(e,t,a,n))return e.
error=e.error||Na,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Ia(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&ig(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!gg(o))return e.error=e.error||Na,!0;e.host=o.hostname}
return!1}function rd(e,t,a,n){return!!(e.host&&n===!1&&!Ia(e.host)&&(t.domainHost||a&&a.domainHost)&&pg.test(e.host))}function gg(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Ea(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,h=!1,m=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let g=e.match(
mg);g!==null&&g[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let P=e.match(fg);if(P!==null){let x=P[1],q=x.replace(
/[\t\n\r]/g,"");q.length>=2&&(q.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):x.length!==q.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let O=e.match(ug);if(O){n.scheme=O[1],n.userinfo=O[3],n.host=O[4],n.port=parseInt(O[5],10),
n.path=O[6]||"",n.query=O[7],n.fragment=O[8],n.scheme!==void 0&&(Xc.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Yc,h=!0)),i=yg(O),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=O[5]);let x=hg(n,O);if(x!==void 0&&(n.error=n.error||x,o=!0),n.host)if(Zc(n.host)===
!1){let E=Ia(n.host),X=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,M=Bc(n.host);m=M.isIPV6||M.isIPVFuture===!0,p=X&&(!E||M.error===!0),n.host=m?M.host:M.
host.toLowerCase(),p&&(n.error=n.error||Na,o=!0)}else m=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?n.
reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="suff\
ix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let q=Do(a.scheme||n.scheme);if(p||(s=td(n,a,q,m)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let N=m?n.host:Vo(n.host,!0);m||(N=Vo(N.toLowerCase())),n.host=m||a.scheme!=="null"?og(N,m):N}(!q||q&&!q.skipNormalize)&&(n.path&&(n.path=
sg(n.path)),n.query&&(n.query=Cc(n.query)),n.fragment&&(n.fragment=Cc(n.fragment))),q&&q.parse&&(q.parse(n,a),q===Qc.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:h}}
function Ma(e,t){return Ea(e,t).parsed}function wg(e,t){return sd(e,t).normalized}function sd(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Ea(e,t);return{normalized:n||o||i||r||s?e:xr(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Hc(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
xr(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=sd(a,t);
return o||i||r||s||p?void 0:n}var Uo={SCHEMES:Qc,normalize:cg,resolve:dg,resolveComponent:ed,equal:lg,serialize:xr,parse:Ma};Ra.exports=Uo;Ra.exports.default=Uo;
Ra.exports.fastUri=Uo});var od=Z(zo=>{"use strict";Object.defineProperty(zo,"__esModule",{value:!0});var nd=ad();nd.code='require("ajv/dist/runtime/uri").default';zo.default=nd});var fd=Z(Xe=>{"use strict";Object.defineProperty(Xe,"__esModule",{value:!0});Xe.CodeGen=Xe.Name=Xe.nil=Xe.stringify=Xe.str=Xe._=Xe.KeywordCxt=void 0;var bg=Ms();
Object.defineProperty(Xe,"KeywordCxt",{enumerable:!0,get:function(){return bg.KeywordCxt}});var Xr=ye();Object.defineProperty(Xe,"_",{enumerable:!0,get:function(){
return Xr._}});Object.defineProperty(Xe,"str",{enumerable:!0,get:function(){return Xr.str}});Object.defineProperty(Xe,"stringify",{enumerable:!0,get:function(){
return Xr.stringify}});Object.defineProperty(Xe,"nil",{enumerable:!0,get:function(){return Xr.nil}});Object.defineProperty(Xe,"Name",{enumerable:!0,get:function(){
return Xr.Name}});Object.defineProperty(Xe,"CodeGen",{enumerable:!0,get:function(){return Xr.CodeGen}});var vg=qa(),ld=Is(),kg=lo(),Fs=ja(),$g=ye(),Vs=As(),La=Ts(),
Wo=_e(),id=Tc(),Pg=od(),ud=(e,t)=>new RegExp(e,t);ud.code="new RegExp";var Sg=["removeAdditional","useDefaults","coerceTypes"],_g=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),xg={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},qg={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},pd=200;function Og(e){
var t,a,n,o,i,r,s,p,h,m,g,P,O,x,q,N,E,X,M,W,R,se,j,ae,ie;let z=e.strict,I=(t=e.code)===null||t===void 0?void 0:t.optimize,de=I===!0||I===void 0?1:I||0,ue=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:ud,B=(o=e.uriResolver)!==null&&o!==void 0?o:Pg.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:z)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:z)!==null&&p!==void 0?p:!0,strictTypes:(m=(h=e.strictTypes)!==
null&&h!==void 0?h:z)!==null&&m!==void 0?m:"log",strictTuples:(P=(g=e.strictTuples)!==null&&g!==void 0?g:z)!==null&&P!==void 0?P:"log",strictRequired:(x=(O=e.strictRequired)!==
null&&O!==void 0?O:z)!==null&&x!==void 0?x:!1,code:e.code?{...e.code,optimize:de,regExp:ue}:{optimize:de,regExp:ue},loopRequired:(q=e.loopRequired)!==null&&q!==
void 0?q:pd,loopEnum:(N=e.loopEnum)!==null&&N!==void 0?N:pd,meta:(E=e.meta)!==null&&E!==void 0?E:!0,messages:(X=e.messages)!==null&&X!==void 0?X:!0,inlineRefs:(M=
e.inlineRefs)!==null&&M!==void 0?M:!0,schemaId:(W=e.schemaId)!==null&&W!==void 0?W:"$id",addUsedSchema:(R=e.addUsedSchema)!==null&&R!==void 0?R:!0,validateSchema:(se=
e.validateSchema)!==null&&se!==void 0?se:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(ae=e.unicodeRegExp)!==null&&ae!==void 0?
ae:!0,int32range:(ie=e.int32range)!==null&&ie!==void 0?ie:!0,uriResolver:B}}var Ds=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Og(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new $g.ValueScope(
{scope:{},prefixes:_g,es5:a,lines:n}),this.logger=Mg(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,kg.getRules)(),cd.call(this,xg,t,"NOT \
SUPPORTED"),cd.call(this,qg,t,"DEPRECATED","warn"),this._metaOpts=Ng.call(this),t.formats&&Tg.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&Ag.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),jg.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=id;n==="id"&&(o={...id},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(m,g){await i.call(this,m.$schema);let P=this._addSchema(m,g);return P.validate||r.
call(this,P)}async function i(m){m&&!this.getSchema(m)&&await o.call(this,{$ref:m},!0)}async function r(m){try{return this._compileSchemaEnv(m)}catch(g){if(!(g instanceof
ld.default))throw g;return s.call(this,g),await p.call(this,g.missingSchema),r.call(this,m)}}function s({missingSchema:m,missingRef:g}){if(this.refs[m])throw new Error(
`AnySchema ${m} is loaded but ${g} cannot be resolved`)}async function p(m){let g=await h.call(this,m);this.refs[m]||await i.call(this,g.$schema),this.refs[m]||
this.addSchema(g,m,a)}async function h(m){let g=this._loading[m];if(g)return g;try{return await(this._loading[m]=n(m))}finally{delete this._loading[m]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Vs.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=dd.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Fs.SchemaEnv({schema:{},schemaId:n});if(a=Fs.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=dd.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Vs.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Rg.call(this,n,a),!a)return(0,Wo.eachItem)(n,i=>Jo.call(this,i)),this;Fg.call(this,a);let o={...a,type:(0,La.getJSONTypes)(
a.type),schemaType:(0,La.getJSONTypes)(a.schemaType)};return(0,Wo.eachItem)(n,o.type.length===0?i=>Jo.call(this,i,o):i=>o.type.forEach(r=>Jo.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:h}=p.definition,m=r[s];h&&m&&(r[s]=md(m))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Vs.normalizeId)(r||n);let h=Vs.getSchemaRefs.call(this,t,n);return p=new Fs.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:h}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Fs.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Fs.compileSchema.call(this,t)}finally{this.opts=a}}};Ds.ValidationError=vg.default;Ds.MissingRefError=ld.default;Xe.default=Ds;
function cd(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function dd(e){return e=(0,Vs.normalizeId)(e),this.schemas[e]||
this.refs[e]}function jg(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Tg(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Ag(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Ng(){let e={...this.opts};for(let t of Sg)
delete e[t];return e}var Eg={log(){},warn(){},error(){}};function Mg(e){if(e===!1)return Eg;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Ig=/^[a-z_$][a-z0-9_$:-]*$/i;function Rg(e,t){let{RULES:a}=this;if((0,Wo.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Ig.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Jo(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,La.getJSONTypes)(t.type),schemaType:(0,La.getJSONTypes)(t.schemaType)}};t.before?Lg.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Lg(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Fg(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=md(t)),e.validateSchema=
this.compile(t,!0))}var Vg={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function md(e){return{anyOf:[e,Vg]}}});var hd=Z(Co=>{"use strict";Object.defineProperty(Co,"__esModule",{value:!0});var Dg={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id"\
 for schema ID')}};Co.default=Dg});var bd=Z(qr=>{"use strict";Object.defineProperty(qr,"__esModule",{value:!0});qr.callRef=qr.getValidate=void 0;var Ug=Is(),yd=qt(),ht=ye(),Yr=Zt(),gd=ja(),Fa=_e(),
zg={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:h}=i;if((a==="#"||a==="#/")&&
o===h.baseId)return g();let m=gd.resolveRef.call(p,h,o,a);if(m===void 0)throw new Ug.default(n.opts.uriResolver,o,a);if(m instanceof gd.SchemaEnv)return P(m);return O(
m);function g(){if(i===h)return Va(e,r,i,i.$async);let x=t.scopeValue("root",{ref:h});return Va(e,(0,ht._)`${x}.validate`,h,h.$async)}function P(x){let q=wd(e,x);
Va(e,q,x,x.$async)}function O(x){let q=t.scopeValue("schema",s.code.source===!0?{ref:x,code:(0,ht.stringify)(x)}:{ref:x}),N=t.name("valid"),E=e.subschema({schema:x,
dataTypes:[],schemaPath:ht.nil,topSchemaRef:q,errSchemaPath:a},N);e.mergeEvaluated(E),e.ok(N)}}};function wd(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,ht._)`${a.scopeValue("wrapper",{ref:t})}.validate`}qr.getValidate=wd;function Va(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,h=p.passContext?Yr.default.this:ht.nil;n?m():g();function m(){if(!s.$async)throw new Error("async schema referenced by sync schema");let x=o.let("vali\
d");o.try(()=>{o.code((0,ht._)`await ${(0,yd.callValidateCode)(e,t,h)}`),O(t),r||o.assign(x,!0)},q=>{o.if((0,ht._)`!(${q} instanceof ${i.ValidationError})`,()=>o.
throw(q)),P(q),r||o.assign(x,!1)}),e.ok(x)}function g(){e.result((0,yd.callValidateCode)(e,t,h),()=>O(t),()=>P(t))}function P(x){let q=(0,ht._)`${x}.errors`;o.assign(
Yr.default.vErrors,(0,ht._)`${Yr.default.vErrors} === null ? ${q} : ${Yr.default.vErrors}.concat(${q})`),o.assign(Yr.default.errors,(0,ht._)`${Yr.default.vErrors}.length`)}
function O(x){var q;if(!i.opts.unevaluated)return;let N=(q=a?.validate)===null||q===void 0?void 0:q.evaluated;if(i.props!==!0)if(N&&!N.dynamicProps)N.props!==void 0&&
(i.props=Fa.mergeEvaluated.props(o,N.props,i.props));else{let E=o.var("props",(0,ht._)`${x}.evaluated.props`);i.props=Fa.mergeEvaluated.props(o,E,i.props,ht.Name)}
if(i.items!==!0)if(N&&!N.dynamicItems)N.items!==void 0&&(i.items=Fa.mergeEvaluated.items(o,N.items,i.items));else{let E=o.var("items",(0,ht._)`${x}.evaluated.items`);
i.items=Fa.mergeEvaluated.items(o,E,i.items,ht.Name)}}}qr.callRef=Va;qr.default=zg});var vd=Z(Ko=>{"use strict";Object.defineProperty(Ko,"__esModule",{value:!0});var Jg=hd(),Wg=bd(),Cg=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Jg.default,Wg.default];Ko.default=Cg});var kd=Z(Ho=>{"use strict";Object.defineProperty(Ho,"__esModule",{value:!0});var Da=ye(),dr=Da.operators,Ua={maximum:{okStr:"<=",ok:dr.LTE,fail:dr.GT},minimum:{
okStr:">=",ok:dr.GTE,fail:dr.LT},exclusiveMaximum:{okStr:"<",ok:dr.LT,fail:dr.GTE},exclusiveMinimum:{okStr:">",ok:dr.GT,fail:dr.LTE}},Kg={message:({keyword:e,schemaCode:t})=>(0,Da.
str)`must be ${Ua[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Da._)`{comparison: ${Ua[e].okStr}, limit: ${t}}`},Hg={keyword:Object.keys(Ua),type:"numb\
er",schemaType:"number",$data:!0,error:Kg,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Da._)`${a} ${Ua[t].fail} ${n} || isNaN(${a})`)}};Ho.default=
Hg});var $d=Z(Bo=>{"use strict";Object.defineProperty(Bo,"__esModule",{value:!0});var Us=ye(),Bg={message:({schemaCode:e})=>(0,Us.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Us._)`{multipleOf: ${e}}`},Gg={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Bg,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Us._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Us._)`${r} !== parseInt(${r})`;e.fail$data((0,Us.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};Bo.default=Gg});var Pd=Z(Go=>{"use strict";Object.defineProperty(Go,"__esModule",{value:!0});var Or=ye(),Zg=_e(),Qg=En(),Xg={message({keyword:e,schemaCode:t}){let a=e==="maxLen\
gth"?"more":"fewer";return(0,Or.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,Or._)`{limit: ${e}}`},Yg={keyword:["maxLength","minLe\
ngth"],type:"string",schemaType:"number",$data:!0,error:Xg,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?Or.operators.GT:Or.operators.LT,r=o.
opts.unicode===!1?(0,Or._)`${a}.length`:(0,Or._)`${(0,Zg.useFunc)(e.gen,Qg.default)}(${a})`;e.fail$data((0,Or._)`${r} ${i} ${n}`)}};Go.default=Yg});var Sd=Z(Zo=>{"use strict";Object.defineProperty(Zo,"__esModule",{value:!0});var ew=qt(),tw=_e(),es=ye(),rw={message:({schemaCode:e})=>(0,es.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,es._)`{pattern: ${e}}`},sw={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:rw,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,h=p.code==="new RegExp"?(0,es._)`new RegExp`:(0,tw.useFunc)(t,p),m=t.let("val\
id");t.try(()=>t.assign(m,(0,es._)`${h}(${i}, ${s}).test(${a})`),()=>t.assign(m,!1)),e.fail$data((0,es._)`!${m}`)}else{let p=(0,ew.usePattern)(e,o);e.fail$data(
(0,es._)`!${p}.test(${a})`)}}};Zo.default=sw});var _d=Z(Qo=>{"use strict";Object.defineProperty(Qo,"__esModule",{value:!0});var zs=ye(),aw={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,zs.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,zs._)`{limit: ${e}}`},nw={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:aw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?zs.operators.GT:zs.operators.LT;e.fail$data(
(0,zs._)`Object.keys(${a}).length ${o} ${n}`)}};Qo.default=nw});var xd=Z(Xo=>{"use strict";Object.defineProperty(Xo,"__esModule",{value:!0});var Js=qt(),Ws=ye(),ow=_e(),iw={message:({params:{missingProperty:e}})=>(0,Ws.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Ws._)`{missingProperty: ${e}}`},pw={keyword:"required",type:"object",schemaType:"array",$data:!0,error:iw,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?h():m(),s.strictRequired){
let O=e.parentSchema.properties,{definedProperties:x}=e.it;for(let q of a)if(O?.[q]===void 0&&!x.has(q)){let N=r.schemaEnv.baseId+r.errSchemaPath,E=`required pr\
operty "${q}" is not defined at "${N}" (strictRequired)`;(0,ow.checkStrictMode)(r,E,r.opts.strictRequired)}}function h(){if(p||i)e.block$data(Ws.nil,g);else for(let O of a)
(0,Js.checkReportMissingProp)(e,O)}function m(){let O=t.let("missing");if(p||i){let x=t.let("valid",!0);e.block$data(x,()=>P(O,x)),e.ok(x)}else t.if((0,Js.checkMissingProp)(
e,a,O)),(0,Js.reportMissingProp)(e,O),t.else()}function g(){t.forOf("prop",n,O=>{e.setParams({missingProperty:O}),t.if((0,Js.noPropertyInData)(t,o,O,s.ownProperties),
()=>e.error())})}function P(O,x){e.setParams({missingProperty:O}),t.forOf(O,n,()=>{t.assign(x,(0,Js.propertyInData)(t,o,O,s.ownProperties)),t.if((0,Ws.not)(x),()=>{
e.error(),t.break()})},Ws.nil)}}};Xo.default=pw});var qd=Z(Yo=>{"use strict";Object.defineProperty(Yo,"__esModule",{value:!0});var Cs=ye(),cw={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"fewe\
r";return(0,Cs.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Cs._)`{limit: ${e}}`},dw={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:cw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Cs.operators.GT:Cs.operators.LT;e.fail$data((0,Cs._)`${a}.length ${o} ${n}`)}};
Yo.default=dw});var za=Z(ei=>{"use strict";Object.defineProperty(ei,"__esModule",{value:!0});var Od=bo();Od.code='require("ajv/dist/runtime/equal").default';ei.default=Od});var jd=Z(ri=>{"use strict";Object.defineProperty(ri,"__esModule",{value:!0});var ti=Ts(),Ye=ye(),lw=_e(),uw=za(),mw={message:({params:{i:e,j:t}})=>(0,Ye.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,Ye._)`{i: ${e}, j: ${t}}`},fw={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:mw,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),h=i.items?(0,ti.getSchemaTypes)(i.items):[];e.block$data(p,m,(0,Ye._)`${r} === false`),
e.ok(p);function m(){let x=t.let("i",(0,Ye._)`${a}.length`),q=t.let("j");e.setParams({i:x,j:q}),t.assign(p,!0),t.if((0,Ye._)`${x} > 1`,()=>(g()?P:O)(x,q))}function g(){
return h.length>0&&!h.some(x=>x==="object"||x==="array")}function P(x,q){let N=t.name("item"),E=(0,ti.checkDataTypes)(h,N,s.opts.strictNumbers,ti.DataType.Wrong),
X=t.const("indices",(0,Ye._)`{}`);t.for((0,Ye._)`;${x}--;`,()=>{t.let(N,(0,Ye._)`${a}[${x}]`),t.if(E,(0,Ye._)`continue`),h.length>1&&t.if((0,Ye._)`typeof ${N} == "string"`,
(0,Ye._)`${N} += "_"`),t.if((0,Ye._)`typeof ${X}[${N}] == "number"`,()=>{t.assign(q,(0,Ye._)`${X}[${N}]`),e.error(),t.assign(p,!1).break()}).code((0,Ye._)`${X}[${N}] = ${x}`)})}
function O(x,q){let N=(0,lw.useFunc)(t,uw.default),E=t.name("outer");t.label(E).for((0,Ye._)`;${x}--;`,()=>t.for((0,Ye._)`${q} = ${x}; ${q}--;`,()=>t.if((0,Ye._)`${N}(${a}[${x}], ${a}[${q}])`,
()=>{e.error(),t.assign(p,!1).break(E)})))}}};ri.default=fw});var Td=Z(ai=>{"use strict";Object.defineProperty(ai,"__esModule",{value:!0});var si=ye(),hw=_e(),yw=za(),gw={message:"must be equal to constant",params:({schemaCode:e})=>(0,si.
_)`{allowedValue: ${e}}`},ww={keyword:"const",$data:!0,error:gw,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,si.
_)`!${(0,hw.useFunc)(t,yw.default)}(${a}, ${o})`):e.fail((0,si._)`${i} !== ${a}`)}};ai.default=ww});var Ad=Z(ni=>{"use strict";Object.defineProperty(ni,"__esModule",{value:!0});var Ks=ye(),bw=_e(),vw=za(),kw={message:"must be equal to one of the allowed values",
params:({schemaCode:e})=>(0,Ks._)`{allowedValues: ${e}}`},$w={keyword:"enum",schemaType:"array",$data:!0,error:kw,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,h=()=>p??(p=(0,bw.useFunc)(t,vw.default)),m;if(s||
n)m=t.let("valid"),e.block$data(m,g);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let O=t.const("vSchema",i);m=(0,Ks.or)(...o.map((x,q)=>P(
O,q)))}e.pass(m);function g(){t.assign(m,!1),t.forOf("v",i,O=>t.if((0,Ks._)`${h()}(${a}, ${O})`,()=>t.assign(m,!0).break()))}function P(O,x){let q=o[x];return typeof q==
"object"&&q!==null?(0,Ks._)`${h()}(${a}, ${O}[${x}])`:(0,Ks._)`${a} === ${q}`}}};ni.default=$w});var Nd=Z(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});var Pw=kd(),Sw=$d(),_w=Pd(),xw=Sd(),qw=_d(),Ow=xd(),jw=qd(),Tw=jd(),Aw=Td(),Nw=Ad(),
Ew=[Pw.default,Sw.default,_w.default,xw.default,qw.default,Ow.default,jw.default,Tw.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Aw.default,Nw.default];oi.default=Ew});var pi=Z(Hs=>{"use strict";Object.defineProperty(Hs,"__esModule",{value:!0});Hs.validateAdditionalItems=void 0;var jr=ye(),ii=_e(),Mw={message:({params:{len:e}})=>(0,jr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,jr._)`{limit: ${e}}`},Iw={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Mw,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,ii.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Ed(e,n)}};function Ed(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,jr._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,jr._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,ii.alwaysValidSchema)(r,n)){let h=a.var("valid",(0,jr.
_)`${s} <= ${t.length}`);a.if((0,jr.not)(h),()=>p(h)),e.ok(h)}function p(h){a.forRange("i",t.length,s,m=>{e.subschema({keyword:i,dataProp:m,dataPropType:ii.Type.
Num},h),r.allErrors||a.if((0,jr.not)(h),()=>a.break())})}}Hs.validateAdditionalItems=Ed;Hs.default=Iw});var ci=Z(Bs=>{"use strict";Object.defineProperty(Bs,"__esModule",{value:!0});Bs.validateTuple=void 0;var Md=ye(),Ja=_e(),Rw=qt(),Lw={keyword:"items",type:"array",
schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Id(e,"additionalItems",t);a.items=!0,!(0,Ja.
alwaysValidSchema)(a,t)&&e.ok((0,Rw.validateArray)(e))}};function Id(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;m(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Ja.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),h=n.const("len",(0,Md._)`${i}.length`);a.forEach((g,P)=>{(0,Ja.
alwaysValidSchema)(s,g)||(n.if((0,Md._)`${h} > ${P}`,()=>e.subschema({keyword:r,schemaProp:P,dataProp:P},p)),e.ok(p))});function m(g){let{opts:P,errSchemaPath:O}=s,
x=a.length,q=x===g.minItems&&(x===g.maxItems||g[t]===!1);if(P.strictTuples&&!q){let N=`"${r}" is ${x}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${O}"`;(0,Ja.checkStrictMode)(s,N,P.strictTuples)}}}Bs.validateTuple=Id;Bs.default=Lw});var Rd=Z(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var Fw=ci(),Vw={keyword:"prefixItems",type:"array",schemaType:["array"],before:"uni\
queItems",code:e=>(0,Fw.validateTuple)(e,"items")};di.default=Vw});var Fd=Z(li=>{"use strict";Object.defineProperty(li,"__esModule",{value:!0});var Ld=ye(),Dw=_e(),Uw=qt(),zw=pi(),Jw={message:({params:{len:e}})=>(0,Ld.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Ld._)`{limit: ${e}}`},Ww={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Jw,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Dw.alwaysValidSchema)(n,t)&&(o?(0,zw.validateAdditionalItems)(e,o):e.ok((0,Uw.validateArray)(e)))}};li.default=
Ww});var Vd=Z(ui=>{"use strict";Object.defineProperty(ui,"__esModule",{value:!0});var jt=ye(),Wa=_e(),Cw={message:({params:{min:e,max:t}})=>t===void 0?(0,jt.str)`must contain at least ${e} valid item(s)`:
(0,jt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,jt._)`{minContains: ${e}}`:(0,jt._)`{minContains: ${e}, maxContains: ${t}}`},
Kw={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Cw,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:h}=n;i.opts.next?(r=p===void 0?1:p,s=h):r=1;let m=t.const("len",(0,jt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Wa.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Wa.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Wa.alwaysValidSchema)(i,a)){let q=(0,jt._)`${m} >= ${r}`;s!==void 0&&(q=(0,jt._)`${q} && ${m} <= ${s}`),
e.pass(q);return}i.items=!0;let g=t.name("valid");s===void 0&&r===1?O(g,()=>t.if(g,()=>t.break())):r===0?(t.let(g,!0),s!==void 0&&t.if((0,jt._)`${o}.length > 0`,
P)):(t.let(g,!1),P()),e.result(g,()=>e.reset());function P(){let q=t.name("_valid"),N=t.let("count",0);O(q,()=>t.if(q,()=>x(N)))}function O(q,N){t.forRange("i",
0,m,E=>{e.subschema({keyword:"contains",dataProp:E,dataPropType:Wa.Type.Num,compositeRule:!0},q),N()})}function x(q){t.code((0,jt._)`${q}++`),s===void 0?t.if((0,jt.
_)`${q} >= ${r}`,()=>t.assign(g,!0).break()):(t.if((0,jt._)`${q} > ${s}`,()=>t.assign(g,!1).break()),r===1?t.assign(g,!0):t.if((0,jt._)`${q} >= ${r}`,()=>t.assign(
g,!0)))}}};ui.default=Kw});var zd=Z(Wt=>{"use strict";Object.defineProperty(Wt,"__esModule",{value:!0});Wt.validateSchemaDeps=Wt.validatePropertyDeps=Wt.error=void 0;var mi=ye(),Hw=_e(),Gs=qt();
Wt.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,mi.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,mi._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var Bw={keyword:"dependencies",type:"object",schemaType:"object",error:Wt.error,code(e){let[t,a]=Gw(e);Dd(e,t),Ud(e,a)}};function Gw({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Dd(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Gs.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let h of s)(0,Gs.checkReportMissingProp)(e,h)}):(a.if((0,mi._)`${p} && (${(0,Gs.
checkMissingProp)(e,s,i)})`),(0,Gs.reportMissingProp)(e,i),a.else())}}Wt.validatePropertyDeps=Dd;function Ud(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,Hw.alwaysValidSchema)(i,t[s])||(a.if((0,Gs.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Wt.validateSchemaDeps=Ud;Wt.default=Bw});var Wd=Z(fi=>{"use strict";Object.defineProperty(fi,"__esModule",{value:!0});var Jd=ye(),Zw=_e(),Qw={message:"property name must be valid",params:({params:e})=>(0,Jd.
_)`{propertyName: ${e.propertyName}}`},Xw={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Qw,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,Zw.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,Jd.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};fi.default=Xw});var yi=Z(hi=>{"use strict";Object.defineProperty(hi,"__esModule",{value:!0});var Ca=qt(),Rt=ye(),Yw=Zt(),Ka=_e(),eb={message:"must NOT have additional propertie\
s",params:({params:e})=>(0,Rt._)`{additionalProperty: ${e.additionalProperty}}`},tb={keyword:"additionalProperties",type:["object"],schemaType:["boolean","objec\
t"],allowUndefined:!0,trackErrors:!0,error:eb,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation err\
or");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Ka.alwaysValidSchema)(r,a))return;let h=(0,Ca.allSchemaProperties)(n.properties),m=(0,Ca.
allSchemaProperties)(n.patternProperties);g(),e.ok((0,Rt._)`${i} === ${Yw.default.errors}`);function g(){t.forIn("key",o,N=>{!h.length&&!m.length?x(N):t.if(P(N),
()=>x(N))})}function P(N){let E;if(h.length>8){let X=(0,Ka.schemaRefOrVal)(r,n.properties,"properties");E=(0,Ca.isOwnProperty)(t,X,N)}else h.length?E=(0,Rt.or)(
...h.map(X=>(0,Rt._)`${N} === ${X}`)):E=Rt.nil;return m.length&&(E=(0,Rt.or)(E,...m.map(X=>(0,Rt._)`${(0,Ca.usePattern)(e,X)}.test(${N})`))),(0,Rt.not)(E)}function O(N){
t.code((0,Rt._)`delete ${o}[${N}]`)}function x(N){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){O(N);return}if(a===!1){e.setParams({additionalProperty:N}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Ka.alwaysValidSchema)(r,a)){let E=t.name("valid");p.removeAdditional==="failing"?(q(N,E,!1),t.if((0,Rt.
not)(E),()=>{e.reset(),O(N)})):(q(N,E),s||t.if((0,Rt.not)(E),()=>t.break()))}}function q(N,E,X){let M={keyword:"additionalProperties",dataProp:N,dataPropType:Ka.
Type.Str};X===!1&&Object.assign(M,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(M,E)}}};hi.default=tb});var Hd=Z(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var rb=Ms(),Cd=qt(),gi=_e(),Kd=yi(),sb={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Kd.default.code(new rb.KeywordCxt(
i,Kd.default,"additionalProperties"));let r=(0,Cd.allSchemaProperties)(a);for(let g of r)i.definedProperties.add(g);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=gi.mergeEvaluated.props(t,(0,gi.toHash)(r),i.props));let s=r.filter(g=>!(0,gi.alwaysValidSchema)(i,a[g]));if(s.length===0)return;let p=t.name("valid");
for(let g of s)h(g)?m(g):(t.if((0,Cd.propertyInData)(t,o,g,i.opts.ownProperties)),m(g),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(g),
e.ok(p);function h(g){return i.opts.useDefaults&&!i.compositeRule&&a[g].default!==void 0}function m(g){e.subschema({keyword:"properties",schemaProp:g,dataProp:g},
p)}}};wi.default=sb});var Qd=Z(bi=>{"use strict";Object.defineProperty(bi,"__esModule",{value:!0});var Bd=qt(),Ha=ye(),Gd=_e(),Zd=_e(),ab={keyword:"patternProperties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,Bd.allSchemaProperties)(a),p=s.filter(q=>(0,Gd.alwaysValidSchema)(i,a[q]));if(s.
length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let h=r.strictSchema&&!r.allowMatchingProperties&&o.properties,m=t.name("valid");i.props!==
!0&&!(i.props instanceof Ha.Name)&&(i.props=(0,Zd.evaluatedPropsToName)(t,i.props));let{props:g}=i;P();function P(){for(let q of s)h&&O(q),i.allErrors?x(q):(t.var(
m,!0),x(q),t.if(m))}function O(q){for(let N in h)new RegExp(q).test(N)&&(0,Gd.checkStrictMode)(i,`property ${N} matches pattern ${q} (use allowMatchingPropertie\
s)`)}function x(q){t.forIn("key",n,N=>{t.if((0,Ha._)`${(0,Bd.usePattern)(e,q)}.test(${N})`,()=>{let E=p.includes(q);E||e.subschema({keyword:"patternProperties",
schemaProp:q,dataProp:N,dataPropType:Zd.Type.Str},m),i.opts.unevaluated&&g!==!0?t.assign((0,Ha._)`${g}[${N}]`,!0):!E&&!i.allErrors&&t.if((0,Ha.not)(m),()=>t.break())})})}}};
bi.default=ab});var Xd=Z(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var nb=_e(),ob={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,nb.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};vi.default=ob});var Yd=Z(ki=>{"use strict";Object.defineProperty(ki,"__esModule",{value:!0});var ib=qt(),pb={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:ib.validateUnion,
error:{message:"must match a schema in anyOf"}};ki.default=pb});var el=Z($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var Ba=ye(),cb=_e(),db={message:"must match exactly one schema in oneOf",params:({params:e})=>(0,Ba.
_)`{passingSchemas: ${e.passing}}`},lb={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:db,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;if(!Array.isArray(
a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),p=t.name("_va\
lid");e.setParams({passing:s}),t.block(h),e.result(r,()=>e.reset(),()=>e.error(!0));function h(){i.forEach((m,g)=>{let P;(0,cb.alwaysValidSchema)(o,m)?t.var(p,!0):
P=e.subschema({keyword:"oneOf",schemaProp:g,compositeRule:!0},p),g>0&&t.if((0,Ba._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Ba._)`[${s}, ${g}]`).else(),t.if(p,()=>{
t.assign(r,!0),t.assign(s,g),P&&e.mergeEvaluated(P,Ba.Name)})})}}};$i.default=lb});var tl=Z(Pi=>{"use strict";Object.defineProperty(Pi,"__esModule",{value:!0});var ub=_e(),mb={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,ub.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Pi.default=mb});var al=Z(Si=>{"use strict";Object.defineProperty(Si,"__esModule",{value:!0});var Ga=ye(),sl=_e(),fb={message:({params:e})=>(0,Ga.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Ga._)`{failingKeyword: ${e.ifClause}}`},hb={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:fb,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,sl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=rl(n,"then"),i=rl(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let m=t.let("ifClause");e.setParams({ifClause:m}),t.if(s,h("then",m),h("else",m))}else o?t.if(
s,h("then")):t.if((0,Ga.not)(s),h("else"));e.pass(r,()=>e.error(!0));function p(){let m=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(m)}function h(m,g){return()=>{let P=e.subschema({keyword:m},s);t.assign(r,s),e.mergeValidEvaluated(P,r),g?t.assign(g,(0,Ga._)`${m}`):e.setParams(
{ifClause:m})}}}};function rl(e,t){let a=e.schema[t];return a!==void 0&&!(0,sl.alwaysValidSchema)(e,a)}Si.default=hb});var nl=Z(_i=>{"use strict";Object.defineProperty(_i,"__esModule",{value:!0});var yb=_e(),gb={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,yb.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};_i.default=gb});var ol=Z(xi=>{"use strict";Object.defineProperty(xi,"__esModule",{value:!0});var wb=pi(),bb=Rd(),vb=ci(),kb=Fd(),$b=Vd(),Pb=zd(),Sb=Wd(),_b=yi(),xb=Hd(),qb=Qd(),
Ob=Xd(),jb=Yd(),Tb=el(),Ab=tl(),Nb=al(),Eb=nl();function Mb(e=!1){let t=[Ob.default,jb.default,Tb.default,Ab.default,Nb.default,Eb.default,Sb.default,_b.default,
Pb.default,xb.default,qb.default];return e?t.push(bb.default,kb.default):t.push(wb.default,vb.default),t.push($b.default),t}xi.default=Mb});var il=Z(qi=>{"use strict";Object.defineProperty(qi,"__esModule",{value:!0});var Ce=ye(),Ib={message:({schemaCode:e})=>(0,Ce.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,Ce._)`{format: ${e}}`},Rb={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Ib,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:h,schemaEnv:m,self:g}=s;if(!p.validateFormats)return;o?P():O();function P(){let x=a.scopeValue("formats",{ref:g.
formats,code:p.code.formats}),q=a.const("fDef",(0,Ce._)`${x}[${r}]`),N=a.let("fType"),E=a.let("format");a.if((0,Ce._)`typeof ${q} == "object" && !(${q} instanceof RegExp)`,
()=>a.assign(N,(0,Ce._)`${q}.type || "string"`).assign(E,(0,Ce._)`${q}.validate`),()=>a.assign(N,(0,Ce._)`"string"`).assign(E,q)),e.fail$data((0,Ce.or)(X(),M()));
function X(){return p.strictSchema===!1?Ce.nil:(0,Ce._)`${r} && !${E}`}function M(){let W=m.$async?(0,Ce._)`(${q}.async ? await ${E}(${n}) : ${E}(${n}))`:(0,Ce.
_)`${E}(${n})`,R=(0,Ce._)`(typeof ${E} == "function" ? ${W} : ${E}.test(${n}))`;return(0,Ce._)`${E} && ${E} !== true && ${N} === ${t} && !${R}`}}function O(){let x=g.
formats[i];if(!x){X();return}if(x===!0)return;let[q,N,E]=M(x);q===t&&e.pass(W());function X(){if(p.strictSchema===!1){g.logger.warn(R());return}throw new Error(
R());function R(){return`unknown format "${i}" ignored in schema at path "${h}"`}}function M(R){let se=R instanceof RegExp?(0,Ce.regexpCode)(R):p.code.formats?(0,Ce.
_)`${p.code.formats}${(0,Ce.getProperty)(i)}`:void 0,j=a.scopeValue("formats",{key:i,ref:R,code:se});return typeof R=="object"&&!(R instanceof RegExp)?[R.type||
"string",R.validate,(0,Ce._)`${j}.validate`]:["string",R,j]}function W(){if(typeof x=="object"&&!(x instanceof RegExp)&&x.async){if(!m.$async)throw new Error("a\
sync format in sync schema");return(0,Ce._)`await ${E}(${n})`}return typeof N=="function"?(0,Ce._)`${E}(${n})`:(0,Ce._)`${E}.test(${n})`}}}};qi.default=Rb});var pl=Z(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var Lb=il(),Fb=[Lb.default];Oi.default=Fb});var cl=Z(ts=>{"use strict";Object.defineProperty(ts,"__esModule",{value:!0});ts.contentVocabulary=ts.metadataVocabulary=void 0;ts.metadataVocabulary=["title","d\
escription","default","deprecated","readOnly","writeOnly","examples"];ts.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var ll=Z(ji=>{"use strict";Object.defineProperty(ji,"__esModule",{value:!0});var Vb=vd(),Db=Nd(),Ub=ol(),zb=pl(),dl=cl(),Jb=[Vb.default,Db.default,(0,Ub.default)(),
zb.default,dl.metadataVocabulary,dl.contentVocabulary];ji.default=Jb});var ml=Z(Za=>{"use strict";Object.defineProperty(Za,"__esModule",{value:!0});Za.DiscrError=void 0;var ul;(function(e){e.Tag="tag",e.Mapping="mapping"})(ul||(Za.
DiscrError=ul={}))});var hl=Z(Ai=>{"use strict";Object.defineProperty(Ai,"__esModule",{value:!0});var rs=ye(),Ti=ml(),fl=ja(),Wb=Is(),Cb=_e(),Kb={message:({params:{discrError:e,tagName:t}})=>e===
Ti.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,rs._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
Hb={keyword:"discriminator",type:"object",schemaType:"object",error:Kb,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),h=t.
const("tag",(0,rs._)`${a}${(0,rs.getProperty)(s)}`);t.if((0,rs._)`typeof ${h} == "string"`,()=>m(),()=>e.error(!1,{discrError:Ti.DiscrError.Tag,tag:h,tagName:s})),
e.ok(p);function m(){let O=P();t.if(!1);for(let x in O)t.elseIf((0,rs._)`${h} === ${x}`),t.assign(p,g(O[x]));t.else(),e.error(!1,{discrError:Ti.DiscrError.Mapping,
tag:h,tagName:s}),t.endIf()}function g(O){let x=t.name("valid"),q=e.subschema({keyword:"oneOf",schemaProp:O},x);return e.mergeEvaluated(q,rs.Name),x}function P(){
var O;let x={},q=E(o),N=!0;for(let W=0;W<r.length;W++){let R=r[W];if(R?.$ref&&!(0,Cb.schemaHasRulesButRef)(R,i.self.RULES)){let j=R.$ref;if(R=fl.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),R instanceof fl.SchemaEnv&&(R=R.schema),R===void 0)throw new Wb.default(i.opts.uriResolver,i.baseId,j)}let se=(O=R?.properties)===
null||O===void 0?void 0:O[s];if(typeof se!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);N=N&&
(q||E(R)),X(se,W)}if(!N)throw new Error(`discriminator: "${s}" must be required`);return x;function E({required:W}){return Array.isArray(W)&&W.includes(s)}function X(W,R){
if(W.const)M(W.const,R);else if(W.enum)for(let se of W.enum)M(se,R);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function M(W,R){
if(typeof W!="string"||W in x)throw new Error(`discriminator: "${s}" values must be unique strings`);x[W]=R}}}};Ai.default=Hb});var yl=Z((p$,Bb)=>{Bb.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",definitions:{
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
#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/definitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Tt=Z((Re,Ni)=>{"use strict";Object.defineProperty(Re,"__esModule",{value:!0});Re.MissingRefError=Re.ValidationError=Re.CodeGen=Re.Name=Re.nil=Re.stringify=Re.
str=Re._=Re.KeywordCxt=Re.Ajv=void 0;var Gb=fd(),Zb=ll(),Qb=hl(),gl=yl(),Xb=["/properties"],Qa="http://json-schema.org/draft-07/schema",ss=class extends Gb.default{_addVocabularies(){
super._addVocabularies(),Zb.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(Qb.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(gl,Xb):gl;this.addMetaSchema(t,Qa,!1),this.refs["http://json-schema.org/schema"]=Qa}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Qa)?Qa:void 0)}};Re.Ajv=ss;Ni.exports=Re=ss;Ni.exports.Ajv=ss;Object.defineProperty(Re,"__esMo\
dule",{value:!0});Re.default=ss;var Yb=Ms();Object.defineProperty(Re,"KeywordCxt",{enumerable:!0,get:function(){return Yb.KeywordCxt}});var as=ye();Object.defineProperty(
Re,"_",{enumerable:!0,get:function(){return as._}});Object.defineProperty(Re,"str",{enumerable:!0,get:function(){return as.str}});Object.defineProperty(Re,"stri\
ngify",{enumerable:!0,get:function(){return as.stringify}});Object.defineProperty(Re,"nil",{enumerable:!0,get:function(){return as.nil}});Object.defineProperty(
Re,"Name",{enumerable:!0,get:function(){return as.Name}});Object.defineProperty(Re,"CodeGen",{enumerable:!0,get:function(){return as.CodeGen}});var ev=qa();Object.
defineProperty(Re,"ValidationError",{enumerable:!0,get:function(){return ev.default}});var tv=Is();Object.defineProperty(Re,"MissingRefError",{enumerable:!0,get:function(){
return tv.default}})});var $m=yt(up());import{models as a0}from"./models.js";function ca(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,h=0,m=0,g=0;function P(M,W){let R=0,se=0;for(;R<M||!W;){let j=e.charCodeAt(n);if(j>=48&&j<=57)se=se*
16+j-48;else if(j>=65&&j<=70)se=se*16+j-65+10;else if(j>=97&&j<=102)se=se*16+j-97+10;else break;n++,R++}return R<M&&(se=-1),se}function O(M){n=M,o="",i=0,r=16,g=
0}function x(){let M=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Dr(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Dr(e.
charCodeAt(n)))for(n++;n<e.length&&Dr(e.charCodeAt(n));)n++;else return g=3,e.substring(M,n);let W=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Dr(e.charCodeAt(n))){for(n++;n<e.length&&Dr(e.charCodeAt(n));)n++;W=n}else g=3;
return e.substring(M,W)}function q(){let M="",W=n;for(;;){if(n>=a){M+=e.substring(W,n),g=2;break}let R=e.charCodeAt(n);if(R===34){M+=e.substring(W,n),n++;break}
if(R===92){if(M+=e.substring(W,n),n++,n>=a){g=2;break}switch(e.charCodeAt(n++)){case 34:M+='"';break;case 92:M+="\\";break;case 47:M+="/";break;case 98:M+="\b";
break;case 102:M+="\f";break;case 110:M+=`
`;break;case 114:M+="\r";break;case 116:M+="	";break;case 117:let j=P(4,!0);j>=0?M+=String.fromCharCode(j):g=4;break;default:g=5}W=n;continue}if(R>=0&&R<=31)if(vs(
R)){M+=e.substring(W,n),g=2;break}else g=6;n++}return M}function N(){if(o="",g=0,i=n,p=s,m=h,n>=a)return i=a,r=17;let M=e.charCodeAt(n);if(Rn(M)){do n++,o+=String.
fromCharCode(M),M=e.charCodeAt(n);while(Rn(M));return r=15}if(vs(M))return n++,o+=String.fromCharCode(M),M===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,h=n,r=14;switch(M){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=q(),r=10;case 47:let W=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!vs(e.charCodeAt(n));)n++;return o=e.substring(W,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let R=a-1,se=!1;for(;n<R;){let j=e.charCodeAt(n);if(j===42&&e.charCodeAt(n+1)===47){n+=2,se=!0;break}n++,vs(j)&&(j===13&&e.charCodeAt(n)===10&&n++,
s++,h=n)}return se||(n++,g=1),o=e.substring(W,n),r=13}return o+=String.fromCharCode(M),n++,r=16;case 45:if(o+=String.fromCharCode(M),n++,n===a||!Dr(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=x(),r=11;default:for(;n<a&&E(M);)n++,M=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(M),n++,r=16}}
function E(M){if(Rn(M)||vs(M))return!1;switch(M){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function X(){let M;do M=N();while(M>=
12&&M<=15);return M}return{setPosition:O,getPosition:()=>n,scan:t?X:N,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-m,getTokenError:()=>g}}function Rn(e){return e===32||e===9}function vs(e){return e===10||e===13}function Dr(e){return e>=48&&e<=57}
var mp;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(mp||(mp={}));var Bm=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Ur=200,Gm={" ":{"\n":new Array(Ur).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Ur).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Ur).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Ur).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Ur).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Ur).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var da;(function(e){e.DEFAULT={allowTrailingComma:!1}})(da||(da={}));function fp(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,h,m,g){i.value=p,i.offset=h,i.length=m,i.type=g,i.colonOffset=void 0,o=i}try{Vn(e,{onObjectBegin:(p,h)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,h,m)=>{if(t<h||(s(p,h,m,"property"),a[a.length-1]=p,t<=h+m))throw n},onObjectEnd:(p,h)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,h)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,h)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,h,m)=>{if(t<h||(s(p,h,m,hp(p)),t<=h+m))throw n},onSeparator:(p,h,m)=>{
if(t<=h)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=h,r=!1,o=void 0;else if(p===","){let g=a[a.length-1];typeof g=="number"?a[a.length-1]=g+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let h=0;for(let m=0;h<p.length&&m<a.length;m++)
if(p[h]===a[m]||p[h]==="*")h++;else if(p[h]!=="**")return!1;return h===p.length}}}function Ln(e,t=[],a=da.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Vn(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,h,m)=>{
n=i({type:"property",offset:h,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:h,length:m,parent:n})},onObjectEnd:(p,h)=>{o(p+h),n.
length=p+h-n.offset,n=n.parent,o(p+h)},onArrayBegin:(p,h)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,h)=>{n.length=p+h-n.offset,
n=n.parent,o(p+h)},onLiteralValue:(p,h,m)=>{i({type:hp(p),offset:h,length:m,parent:n,value:p}),o(h+m)},onSeparator:(p,h,m)=>{n.type==="property"&&(p===":"?n.colonOffset=
h:p===","&&o(h))},onError:(p,h,m)=>{t.push({error:p,offset:h,length:m})}},a);let s=n.children[0];return s&&delete s.parent,s}function Fn(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function la(e){switch(e.type){case"array":return e.children.map(la);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=la(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Vn(e,t,a=da.DEFAULT){let n=ca(e,!1),o=[],i=0;function r(B){return B?()=>i===0&&B(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(B){return B?V=>i===0&&B(V,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(B){return B?
V=>i===0&&B(V,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function h(B){return B?()=>{i>0?i++:B(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function m(B){return B?()=>{i>0&&i--,i===
0&&B(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let g=h(t.onObjectBegin),P=p(t.onObjectProperty),O=m(t.onObjectEnd),
x=h(t.onArrayBegin),q=m(t.onArrayEnd),N=p(t.onLiteralValue),E=s(t.onSeparator),X=r(t.onComment),M=s(t.onError),W=a&&a.disallowComments,R=a&&a.allowTrailingComma;
function se(){for(;;){let B=n.scan();switch(n.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:W||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(B){case 12:case 13:W?j(10):X();break;case 16:j(1);break;case 15:case 14:break;default:return B}}}function j(B,V=[],fe=[]){if(M(B),V.length+fe.
length>0){let Te=n.getToken();for(;Te!==17;){if(V.indexOf(Te)!==-1){se();break}else if(fe.indexOf(Te)!==-1)break;Te=se()}}}function ae(B){let V=n.getTokenValue();
return B?N(V):(P(V),o.push(V)),se(),!0}function ie(){switch(n.getToken()){case 11:let B=n.getTokenValue(),V=Number(B);isNaN(V)&&(j(2),V=0),N(V);break;case 7:N(null);
break;case 8:N(!0);break;case 9:N(!1);break;default:return!1}return se(),!0}function z(){return n.getToken()!==10?(j(3,[],[2,5]),!1):(ae(!1),n.getToken()===6?(E(
":"),se(),ue()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function I(){g(),se();let B=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(B||j(
4,[],[]),E(","),se(),n.getToken()===2&&R)break}else B&&j(6,[],[]);z()||j(4,[],[2,5]),B=!0}return O(),n.getToken()!==2?j(7,[2],[]):se(),!0}function de(){x(),se();
let B=!0,V=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(V||j(4,[],[]),E(","),se(),n.getToken()===4&&R)break}else V&&j(6,[],[]);B?(o.push(
0),B=!1):o[o.length-1]++,ue()||j(4,[],[4,5]),V=!0}return q(),B||o.pop(),n.getToken()!==4?j(8,[4],[]):se(),!0}function ue(){switch(n.getToken()){case 3:return de();case 1:
return I();case 10:return ae(!0);default:return ie()}}return se(),n.getToken()===17?a.allowEmptyContent?!0:(j(4,[],[]),!1):ue()?(n.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function hp(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var yp;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(yp||(yp={}));var gp;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(gp||(gp={}));var bp=fp;var Dn=Ln,vp=Fn;var kp=la;var wp;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(wp||(wp={}));function $p(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var ef="\uFEFF";function*Pp(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(ef)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${tf($p(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function tf(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function zr(e){return Sp(e)}function sr(e){return Sp(e)}function Sp(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function _p(e){return[...e.files.values()].flatMap(rf)}var rf=sr(e=>e.syntaxErrors.length===0&&sf(e.text)===xp(e.value)?[]:e.tree===void 0?[]:[...Un(e.path,e.tree,
[])]);function sf(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function xp(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+xp(n),0)}function*Un(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Un(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Un(e,s,[...a,p]))}}function Op(e){return[...e.files.values()].flatMap(af)}var af=sr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(nf)].flatMap(({0:n,index:o})=>n.
startsWith('"')||qp(n)===qp(String(Number(n)))?[]:[{code:"S005",file:e,path:bp(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),nf=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function qp(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function ve(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ks(e){return ve(e)?Object.entries(e):[]}function ua(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as zn}from"node:path";function ma(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function ke(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var fa=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function jp(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:zn.normalize(zn.join(zn.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new fa(t,a,"names a\
 file that does not exist");for(let s of ke(o)){let p=Array.isArray(r)?r[Number(s)]:ve(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new fa(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Ge(e,t){let a={};return t!==void 0&&(a[e]=t),a}var ns=yt(Tt(),1);function lr(e,t=0,a=t+4){return t+e.below(a-t+1)}var Xt=new ns.Name("vErrors");function Ue(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>ns._`${i}, ${r}`,
ns._`${new ns.Name(e)}(${Xt}, ${a}, ${n}, ${t.required?1:0}`)}function $e(e,t){return{about:e,value:t,findings:[]}}function Ae(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function Ke(e){return e.map(t=>Ae(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function He(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var rv=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function wl(e,t,a,n){return{...sv(e,t,a),source:a.has("x-source")?a.source():n}}function sv(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",rv)}:{},notes:a.notes()}}var Tr=yt(Tt(),1);function av(e){return typeof e=="string"?e:JSON.stringify(e)}function Ei(e){let t=e.map(av),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Ya(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Xa(o,t)}`,zh:`${r} ${Xa(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Zs(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function en(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Xa(n,t)}`,zh:`${a} \u5230 ${Xa(n,t)} \u7684`};
let r=Ya(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function os(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:bl(a.en)}`;return t===void 0?e===0?{en:bl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Zs(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function bl(e){
return`${e}s`}function Xa(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var vl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...He({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...He({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?Tr._`${Ue("typed",e,t,Tr._`"array"`)})`:Tr._`${Ue("list",e,t,Tr._`${a??0}`,n===void 0?Tr._`Infinity`:
Tr._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...He({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Ya({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...Ke(["text",1,{length:1}]),...e===0?[$e("empty",[])]:[Ae("min-items-under",
Qs(e-1),"min-items")],...e<=3&&(t??3)>=3?[$e("items",Qs(3))]:[],...t===void 0?[]:[$e("max-items-at",Qs(t)),Ae("max-items-over",Qs(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Qs(lr(a,e,t))};function Qs(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Mi=yt(Tt(),1);var kl={read:(e,t)=>({kind:"boolean",...t,...Ge("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Mi._`${Ue("\
typed",e,t,Mi._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...Ke([
"true",1,0,[]]),$e("true",!0),$e("false",!1)],sample:(e,t)=>t.below(2)===1};var Ii=yt(Tt(),1);var Xs=yt(Tt(),1),$l=yt(Jr(),1);function Yt(e){return(0,Xs.stringify)(e)}function Pl(e){return(0,Xs.stringify)(e)}function is(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Xs._`${(0,$l.regexpCode)(new RegExp(a,t))}`}var Sl={read(e,t){let a=e.oneOf("type",["string","integer","number"]),n=i=>a==="string"?typeof i=="string":a==="integer"?Number.isInteger(i):typeof i=="number",
o=(i,r)=>n(i)?i:e.refuse(r,a==="string"?"strings":`${a}s`);return{kind:"enum",...t,type:a,values:e.list("enum").map(i=>o(i,"enum")),...e.has("default")?{default:o(
e.raw("default"),"default")}:{},...Ge("unit",nv(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e,enum:[
...t]}),check:(e,t,{constant:a})=>Ii._`${Ue("choice",e,t,Ii._`${e.type}`,a(Yt(e.values)))})`,facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...Ge("unit",a)}),
phrase({values:e,unit:t}){let a=Ei(e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[
...Ke(e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...ov(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function nv(e){return e.
optionalText("x-unit")}function ov(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ae(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");
return[...e.map(i=>$e(`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(
r=>r!==i).flatMap(r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+
1)]:[]]}var wt=yt(Tt(),1);function tn(e){return He({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function rn({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&iv(i)?i:void 0;return{type:e,...He({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function iv(e){return Number.isInteger(e*2**20)}function sn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...He({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function an(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,h=o===void 0?wt._`-Infinity`:wt._`${o}`,m=i===void 0?wt._`Infinity`:wt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return wt._`${Ue("integer",e,t,h,m)})`;let g=r===void 0?wt._`-Infinity`:wt._`${r}`,P=s===void 0?wt._`Infinity`:wt._`${s}`;
return wt._`${Ue("numeric",e,t,wt._`${n}`,a(wt._`[${h}, ${m}, ${g}, ${P}, ${p??0}]`))})`}function ps({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Ri(t.minimum,a);if(t.exclusiveMinimum!==void 0)return pv(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??Lt(n-a)}function pv(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?Lt(e+o):Ri(Lt(
e+n/2),n);return i===void 0||r<i||r===t?r:Lt((e+i)/2)}function Ri(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:Lt(Math.ceil(e/t)*t)}function Lt(e){return Number(
e.toFixed(9))}function nn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=q=>r===void 0||Number.isInteger(Number(
(q/r).toFixed(9))),h=(q,N)=>p(N)?[$e(q,N)]:[],m=a!==void 0?[...h("minimum-at",a),Ae("minimum-under",Lt(a-s),"minimum")]:o!==void 0?[Ae("exclusive-minimum-at",o,
"minimum"),Ae("exclusive-minimum-under",Lt(o-s),"minimum")]:[$e("negative",-s),$e("zero",0)],g=n!==void 0?[...h("maximum-at",n),Ae("maximum-over",Lt(n+s),"maxim\
um")]:i!==void 0?[Ae("exclusive-maximum-at",i,"maximum"),Ae("exclusive-maximum-over",Lt(i+s),"maximum")]:r===void 0?[$e("large",2147483648)]:[],P=ps(e),O=Lt(P+(r??
0)/(t==="integer"?r??1:2)),x=O<=(n??1/0)&&O<(i??1/0)&&!p(O);return[...m,...g,...r!==void 0&&x?[Ae("off-step",O,"multiple-of")]:[]]}function on(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,h=n??i??(p===void 0?0:p-100*s),m=Ri(h,s)+(i===void 0?0:s),g=p===
void 0?100:Math.floor((p-m)/s+1e-9)+(r===void 0?1:0);return g<1?ps(e):Lt(m+s*t.below(g))}var _l={read:(e,t)=>({kind:"integer",...t,...tn(e)}),type:()=>"number",schema:rn,check:an,facts:sn,phrase(e){let t=en(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:ps,
cases:e=>[...Ke(["5",!0,[5],5.5]),...nn(e)],sample:on};var At=yt(Tt(),1);function xl(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...He({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,h=new At.Name(`index${n.depth}`),m=s===void 0?At._`Infinity`:
At._`${s}`,g=o.nested(i,{pointer:At._`${n.pointer} + "/" + ${h}`,value:At._`${n.value}[${h}]`,depth:n.depth+1}),P=p?At._`
${new At.Name("uniqueItems")}(${Xt}, ${n.pointer}, ${n.value})`:At._``;return At._`if (${Ue("list",a,n,At._`${r}`,m)})) {
for (let ${h} = 0; ${h} < ${n.value}.length && ${h} < ${m}; ${h}++) {
${g}
}${P}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...He({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=os(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,h]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Zs("\u542B",h,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>ql(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...Ke(["text",7,{0:"text"}]),...cv(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:lr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function cv(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=m=>ql(e,t,m,i,"video"),s=Math.max(1,a),p=r(s),h=e.cases(t).filter(({value:m})=>m!==void 0).map(({about:m,value:g,findings:P})=>({about:`item-${m}`,value:p.
map((O,x)=>x===s-1&&g!==void 0?g:O),findings:P.map(O=>({...O,path:`/${s-1}${O.path??""}`}))}));return[...a===0?[$e("empty",[])]:[Ae("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[$e("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[$e("max-items-at",r(n))]:[],...r(n+1).length>n?[Ae("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ae("repeated-item",[...p,...p],"unique-items","/1")]:[],...h.filter(({value:m})=>!i||new Set(m.map(g=>JSON.stringify(
g))).size===s)]}function ql(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var Nt=yt(Tt(),1);var dv=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Ol(e){return{rule:e.oneOf("rule",dv),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...Ge("minimum",e.optionalNumber("minimum")),...Ge("maximum",e.optionalNumber("maximum")),...Ge("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...Ge("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...Ge("quote",e.optionalText("quote")),source:e.source()}}var jl=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Tl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Li="data:image/png;base64,iVBORw0KGgo=";function Fi(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var El={read:lv,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(is(uv(r))),h=a(Yt(
s)),m=s.includes("data"),g=m?Nt._`${new Nt.Name("withBase64")}(${p})`:p;if(n){let O=Nt._`${Ue("mediaReference",e,t,g,h)})`;return m?Nt._`${O}
${new Nt.Name("base64Reference")}(${Xt}, ${t.pointer}, ${t.value}, ${g})`:O}let P=Nt._`${Ue("media",e,t,Nt._`${o}`,Nt._`${i}`,g,h)})`;return m?Nt._`${P}
${new Nt.Name("base64")}(${Xt}, ${t.pointer}, ${t.value}, ${i}, ${g})`:P},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...He({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=mv(i);if(t)return{en:`${fv(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=os(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Zs(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Fi(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...Ke([7,!0,["https://example.com/one.png"]]),...yv(
e,a)]:[...Ke(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...hv(e),...gv(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:lr(o,t,a)},()=>o.matching(n))};function Al(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function lv(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=e.oneOf("type",["array","string"])==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,
extension:r,...s?{single:s}:{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Al(p,"x-accepts"),...n.has("contradicted")?
{contradicted:Al(n,"contradicted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(Ol)}}var Nl="\\x00-\\x20\\x7F-\\xA0";function uv(e){return e.replaceAll(
Nl,`${Nl}\\s`)}function mv(e){return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"\
http or https URL",zh:"http \u6216 https URL"}}function fv(e){return/^[aeiou]/i.test(e)?"an":"a"}function Ar({name:e,extension:t},a){return Array.from({length:a},
(n,o)=>Fi(e,t,o))}function hv(e){let{minItems:t,maxItems:a}=e;return[...t>0?[Ae("min-items-under",Ar(e,t-1),"min-items")]:[],$e("min-items-at",Ar(e,t)),$e("max-\
items-at",Ar(e,a)),Ae("max-items-over",Ar(e,a+1),"max-items"),Ae("max-items-over-bad-item",[...Ar(e,a),"nowhere"],"max-items")]}function Ml({accepts:e},t,a){return[
...jl.slice(0,t?1:void 0).map((n,o)=>a(`url-good-${o+1}`,n)),...Tl.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a(
"asset","assetId://asset-1"):a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1",
"media-reference"),e.includes("data")?a("base64",Li,"media-base64","advice"):a("base64",Li,"media-reference"),a("base64-empty","data:image/png;base64,","media-r\
eference")]}function yv(e,t){return Ml(e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function gv(e,t){let a=Math.max(
1,e.minItems),n=(i,r,s,p="error")=>({about:i,value:Ar(e,a).map((h,m)=>m===a-1?r:h),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?
[]:[{about:"two-bad-items",value:["nowhere",7,...Ar(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[
n("item-number",7,"type"),n("item-null",null,"type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Ml(e,t,n),...o]}var Il={read:(e,t)=>({kind:"number",...t,...tn(e)}),type:()=>"number",schema:rn,check:an,facts:sn,phrase(e){let t=en(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:ps,cases:e=>[...Ke(["0.5",
!0,[.5]]),...nn(e)],sample:on};var er=yt(Tt(),1);function Rl(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Ll({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Fl(e){
let t=[...cs("at least",e.minimum,""),...cs("at most",e.maximum,""),...cs("at least",e.minLength," characters"),...cs("at most",e.maxLength," characters"),...cs(
"at least",e.minItems," items"),...cs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function cs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Vl(e){return wv(e,"")}function wv(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Fl),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Rl(e.source)}.`,...bv(e.deprecated)].join(`
`)}function bv(e){return e===void 0?[]:[`@deprecated ${Ll(e)}`]}function Dl(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Ul(e){return`{
${e.map(vv).join("")}}`}function vv({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":Dl(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function zl(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Jl(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":Ul(a.map(n=>({name:n.name,doc:Vl(n),optional:!n.required,type:e.type(
n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...zl(i),..."default"in i&&i.default!==void 0?
{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(Yt(a.members.map(
s=>s.name))),r=a.members.map(s=>{let p=new er.Name(`member${n.depth}`),h=o.nested(s,{pointer:er._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});return er._`{
const ${p} = ${new er.Name("own")}(${n.value}, ${s.name})
${h}
}`});return er._`if (${Ue("object",a,n,i)})) {
${r.reduce((s,p)=>er._`${s}
${p}`,er._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>Wl(a,e,n),cases:a=>[...Ke(["text",7,[]]),...kv(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function Wl({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function kv(e,t){let a=Wl(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},{about:`${i.name}-nul\
l`,value:{...s,[i.name]:null},findings:[{rule:"null",path:`/${i.name}`}]},...t.cases(i).flatMap(({about:p,value:h,findings:m})=>h===void 0?[]:[{about:`${i.name}\
-${p}`,value:{...s,[i.name]:h},findings:m.map(g=>({...g,path:`/${i.name}${g.path??""}`}))}])]});return[$e("members",a),...n.has("no_such_member")?[]:[Ae("unknow\
n-member",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Ae("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var ur=yt(Tt(),1);var Ft=yt(Tt(),1);var Cl="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Kl="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",ds={date:{
pattern:`^${Cl}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Kl}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Cl}T${Kl}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
\u548C\u65F6\u95F4\uFF0C\u4F8B\u5982 2026-12-31T18:30:00Z"},valid:["2026-12-31T18:30:00Z","2026-12-31T08:00:00.5+08:00"],invalid:["2026-12-31","2026-12-31 18:30\
:00Z","tomorrow"]},uuid:{pattern:"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",name:{en:"a UUID",zh:"UUID"},valid:["123e4567-e\
89b-12d3-a456-426614174000"],invalid:["123e4567e89b12d3a456426614174000","uuid"]},email:{pattern:"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](-?[A-Za-z0-9])*(\
[.][A-Za-z0-9](-?[A-Za-z0-9])*)+$",name:{en:"an e-mail address",zh:"\u7535\u5B50\u90AE\u4EF6\u5730\u5740"},valid:["ada@example.com"],invalid:["ada","ada@","@exa\
mple.com","a da@example.com"]},uri:{pattern:'^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20"<>\\\\^`{|}]+$',name:{en:"an absolute URI",zh:"\u7EDD\u5BF9 URI"},valid:["ht\
tps://example.com/a?b#c","urn:example:a"],invalid:["example.com","/a","https://exa mple.com"]}};var $v=Object.keys(ds);function pn(e){let t=e.has("format")?e.oneOf("format",$v):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),He({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):ds[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:ds[t].valid)})}function cn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...He({minLength:e,maxLength:t,format:a,pattern:n,examples:o})}}function dn({minLength:e,
maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...He({minLength:e,maxLength:t,format:a,...a===void 0?{pattern:n}:{},examples:o})}}function ln(e,t,{
constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=Ft._`${n??0}`,h=o===void 0?Ft._`Infinity`:Ft._`${o}`;if(i!==void 0){let m=r===void 0?
Ft._`"pattern"`:Ft._`"format"`,g=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return Ft._`${Ue("patterned",e,t,p,h,a(is(i)),m,a(Pl(g)))})`}return n===
1&&o===void 0?Ft._`${Ue("nonEmpty",e,t)})`:n===void 0&&o===void 0?Ft._`${Ue("typed",e,t,Ft._`"string"`)})`:Ft._`${Ue("text",e,t,p,h)})`}function un({minLength:e=0,
maxLength:t,format:a,pattern:n,examples:o}){let r=os(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:h,zh:m}=ds[a].name;return e>0||t!==void 0?{en:`${h}\
, of ${r.en}`,zh:`${m}\uFF0C${r.zh}`}:{en:h,zh:m}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:
e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},[p]=o??[];return n===void 0||
p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function mn({default:e,examples:t,minLength:a=0,maxLength:n},o){
if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function fn({format:e,pattern:t,examples:a=[],minLength:n=0,maxLength:o=1/0}){
if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such form"]:ds[e].invalid).filter(m=>!i.
test(m)&&[...m].length>=n&&[...m].length<=o),h=e===void 0?"pattern":"format";return[...a.map((m,g)=>$e(`${h}-good-${g+1}`,m)),...p.map((m,g)=>Ae(`${h}-bad-${g+1}`,
m,h))]}function hn({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(p),i=e>0?[Ae("min-length-under","a".
repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ae(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+1),"max-length")),s=[...e>0?[$e("mi\
n-length-at","a".repeat(e)),$e("min-length-astral","\u{1F600}".repeat(e)),$e("space"," ".repeat(e))]:[],...t===void 0?[]:[$e("max-length-at","a".repeat(t)),$e("\
max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Hl=()=>Ke([7,!0,["a"]]);function Bl(e){return Ge("minLength",e.optionalNumber("\
minLength"))}function yn({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(lr(n,t,a)):n.matching(e)}var Pv={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Zl(e){return Pv[e].
en}var Ql={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...pn(e),limits:e.objects("x-prompt-limits").map(Sv),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:cn,
check:(e,t,a)=>[ln(e,t,a),..._v(e,t,a),...qv(e,t,a)].reduce((n,o)=>ur._`${n}
${o}`),facts:e=>({...dn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:un,
example:(e,t)=>mn(e,Zl(t)),cases:e=>[...Ke([7,!0,["a"],{text:"a"}]),...hn(e),...fn(e),...Ov(e.limits),...jv(e.tokens)],sample:yn};function Sv(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...Ge("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function _v({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:m,count:g,max:P,severity:O,onlyWithHan:x})=>[
m,g,P,O==="error"?1:0,x===!0?1:0]),r=Math.min(...e.map(m=>m.max)),s=e.some(m=>m.count==="words"),p=(m,g=!0)=>n(Yt(g?xv(m):[])),h=ur._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[ur._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new ur.Name("promptLimits")}(${Xt}, ${t}, ${a}, ${n(Yt(i))}, ${h})`]}function xv(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function qv({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=is(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return ur._`if (typeof ${a} === "string") ${new ur.Name("promptTokens")}(${Xt}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Ov(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Gl(a,o)).map(([i,r])=>$e(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[$e("every-limit-over",e.map(({count:t,max:a})=>Gl(t,a+1)[""]).join(" "))]:[]]}function jv(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Gl(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var Xl={read:(e,t)=>({kind:"string",...t,...Bl(e),...pn(e),...Ge("values",e.unknown("x-values"))}),type:()=>"string",schema:cn,check:ln,facts:dn,phrase(e){let t=un(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>mn(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Hl(),...e.pattern===void 0&&e.maxLength===void 0?[$e("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[$e("empty","")]:[],...hn(e),...fn(e)],sample:yn};var Yl={type:Ev,schema:Mv,example:su,cases:e=>Rv(e,[]),sample:Lv},eu={prompt:Ql,string:Xl,enum:Sl,integer:_l,number:Il,boolean:kl,media:El,object:Jl(Yl,Av),list:xl(
Yl,Nv),array:vl};function Tv(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";switch(t.type){case"string":return e==="prompt"||t["x-p\
rompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return t.type;default:return}}function tu(e,t,a,n){let o=Tv(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=eu[o].read(t,a,
n);return{...i,phrase:Iv(i)}}function Av(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.hasOwn(n.value,i)||e.refuse("r\
equired",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{kind:"object",...t,members:Object.
keys(n.value).map(i=>{let r=n.object(i);return tu(i,r,ru(i,o.has(i),r,t),a)})}}function Nv(e,t,a){let n=e.object("items");return n.has("default")&&n.refuse("def\
ault","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(n.text("type"))&&e.refuse("uniqueItems","left out: only strings, nu\
mbers and booleans are compared"),{kind:"list",...t,items:tu("item",n,ru("item",!0,n,t),a),...He({minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber(
"maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function ru(e,t,a,{source:n}){return wl(e,t,a,n)}function Ev(e){return ls(e).type(e)}function Mv(e){
return ls(e).schema(e)}function Iv(e){return ls(e).phrase(e)}function su(e,t){return ls(e).example(e,t)}function Rv(e,t){return ls(e).cases(e,t)}function Lv(e,t){return ls(e).sample(e,
t)}function ls(e){return eu[e.kind]}var au=new WeakMap;function Fv(e){let t=au.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>Dv[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return au.
set(e,n),n}function us(e){return ve(e)?Fv(e):void 0}function Vi(e){return ua(e).map(([,t])=>us(t)??Vv)}var Vv=()=>!1,Dv={type:e=>typeof e=="string"?Jv[e]:void 0,
const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Ys((e,t)=>e>=t),maximum:Ys((e,t)=>e<=t),exclusiveMinimum:Ys((e,t)=>e>t),exclusiveMaximum:Ys(
(e,t)=>e<t),multipleOf:Ys((e,t)=>zv(e/t)),uniqueItems:e=>e!==!0?void 0:t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:nu((e,t)=>e>=
t),maxLength:nu((e,t)=>e<=t),pattern:e=>{let t=typeof e=="string"?Uv(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.
isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(t)||t.length<=Number(e),items:e=>{let t=us(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(
t)},required:e=>{let t=ua(e).map(([,a])=>a);return a=>!ve(a)||t.every(n=>Di(a,n))},properties:e=>{let t=ks(e).flatMap(([a,n])=>{let o=us(n);return o===void 0?[]:
[[a,o]]});return a=>!ve(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=ks(e).map(([a,n])=>[a,
ua(n)]);return a=>!ve(a)||t.every(([n,o])=>!Di(a,n)||o.every(([,i])=>Di(a,i)))},oneOf:e=>{let t=Vi(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{let t=Vi(
e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Vi(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!ve(a)||Object.keys(a).
every(n=>ve(t)&&Object.hasOwn(t,n)),not:e=>{let t=us(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n]=[us(e),us(t.then)];return a===void 0||n===void 0?
void 0:o=>!a(o)||n(o)}};function Ys(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function nu(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}
function Uv(e){try{return new RegExp(e)}catch{return}}function zv(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Di(e,t){return typeof t==
"string"&&Object.hasOwn(e,t)}var Jv={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.
isArray(e),object:e=>ve(e)};var Wv=/^models\/([^/]+)\.schema\.json$/;function ea(e){return Wv.exec(e)?.[1]}var ou=zr(e=>[...e.files.values()].flatMap(t=>{let a=ea(t.path),n=Nr(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function Nr(e){return e!==
void 0&&e.syntaxErrors.length===0&&ve(e.value)?e.value:void 0}function gn(e){return[...e.files.values()].some(t=>Nr(t)===void 0)}var _S=zr(()=>new Map);function Cv(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(ve(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function iu(e,t){let a=[];return Cv(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function pu(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:Kv(t))}var Kv=sr(e=>iu(Nr(e)??null,(t,a)=>{let n=typeof t=="string"?Bv(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),Hv=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function Bv(e){let[t]=Hv.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which nobody sees`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function cu(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?Gv(t,a):t,[...e])}function du(e){return lu(e).map(({required:t})=>t.join(
" with ")).join("; ")}function Gv(e,t){let a=lu(t),n=p=>p!==t&&Yv(p.instancePath,t.instancePath)&&!Xv(p,t),o=e.filter(p=>p!==t&&!n(p)),i=Zv(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&e1(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function Zv(e,t){let a=ve(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:Qv(e);if(n!==void 0){let{data:p}=t,h=ve(p)?p[n]:void 0,m=e.findIndex(
({members:P})=>P?.get(n)===h);if(m!==-1)return m;let g=e.map(({members:P})=>P?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:g},data:h}}let o=e.map(({required:p,members:h})=>a.filter(m=>h?.has(m)??p.includes(m)).length),i=Math.max(...o),r=o.flatMap((p,h)=>p===i?[h]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function Qv(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function lu({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function Xv(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function Yv(e,t){return e===t||e.startsWith(`${t}/`)}function e1(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as r1}from"node:module";import{fileURLToPath as t1}from"node:url";var uu=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Ui=new URL("../".repeat(
uu),import.meta.url),RS=new URL("../",Ui),LS=new URL(uu===3?"./":"../",import.meta.url);var JS=t1(new URL("dist/kept/",Ui));var s1=r1(import.meta.url),zi="spec:/";function mu(){let{Ajv2020:e}=s1("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var a1=/^upstreams\/([^/]+)\.json$/;function ta(e){return a1.exec(e)?.[1]}function fu(e,t){let a=(n,o)=>ve(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>ta(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var hu={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},yu="meta/model.schema.json",gu="\
meta/upstream.schema.json",n1=["meta/facts.schema.json","meta/parameter.schema.json"],t_=[...Object.entries(hu).flat(),yu,gu,...n1];function wu(e){return ta(e)!==void 0?gu:ea(e)===void 0?hu[e]:yu}var wn;function bn(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(wn?.text===a)return wn.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?i1(t):o1(e.meta.paths,n);return wn={text:a,validator:i=>e.files.has(i)?
o(i):void 0},wn.validator}function o1(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function i1(e){let t=mu();for(let a of e){
let n=Nr(a);n!==void 0&&t.addSchema(n,zi+a.path)}return a=>t.getSchema(zi+a)}function Ct(e,t){let n=t.map(o=>({candidate:o,distance:p1(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function p1(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function bu(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function $u(e){let t=bn(e),a=[...e.files.values()].flatMap(n=>{let o=wu(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=c1(n),s=r.get(i)??d1(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var c1=sr(()=>new WeakMap);function d1(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of cu(t.errors??[])){let r=l1(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function l1(e,t,a){let n=y1(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&bu(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${ra(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return u1(
e,[...n,o("additionalProperty")],a);case"required":return vu(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=vu(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${ra(n)} must have exactly one of ${du(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${ra(n)} must be ${m1(a)}`}}}function u1(e,t,a){let n=String(t.at(-1)),o=ve(ku(a))?Object.keys(ku(a)):[],i=Ct(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function vu(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${ra(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${ra(t)} lacks the keywor\
d "${a}"`}}function ku(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function m1(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(h1[e.keyword]??f1)(e)}var vn=({params:e})=>String(e.limit),ms=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,f1=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,h1={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${vn(e)} or more`,maximum:e=>`${vn(e)} or less`,exclusiveMinimum:e=>`more than ${vn(
e)}`,exclusiveMaximum:e=>`less than ${vn(e)}`,minLength:e=>`a string of ${ms(e,"character")} or more`,maxLength:e=>`a string of ${ms(e,"character")} or less`,minItems:e=>`\
a list of ${ms(e,"item")} or more`,maxItems:e=>`a list of ${ms(e,"item")} or less`,minProperties:e=>`an object with ${ms(e,"member")} or more`,maxProperties:e=>`\
an object with ${ms(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function ra(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function y1(e,t){let a=e;return ke(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:ve(a)?a[n]:void 0,o?Number(n):n})}var g1=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Pu(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!g1.some(({causes:s,follow:p})=>p(i)&&r.some(h=>s.has(h)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>w1(i,s,p<r))))}function w1(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Ji(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Su=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var _u=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var xu=["all","asset","asset-list","capabilities","finding","index","model","model-directory","model-directory-entry","model-list","model-summary","names","open",
"price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var qu=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${xu.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Ou=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var ju=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s used by nobody",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes b\
y it, so it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "\
../parameters.schema.json#/$defs/seed" }'}];var Tu=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Au=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
a second valid example: { "text": "A paper boat" }'}];var Nu=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
sk/{id}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Eu=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
ds a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Mu=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
s": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'}];var b1=[...Su,..._u,...qu,...Ou,...ju,...Au,...Nu,...Tu,...Mu,...Eu];function Iu(e){let t=b1.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var Ru=60;function Lu(e,t){let a=Iu(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:v1(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:ma(t.path),text:P1(o.text),message:t.message,hint:t.hint??a.hint}}function v1(e,t){if(t.offset!==void 0)return{...Ji(e.text,
t.offset),text:$1(e.text,t.offset)};let a=k1(e.tree,t),n=a?.offset??0;return{...Ji(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function k1(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=vp(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function $1(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function P1(e){let t=e.replace(/\s+/g," ");return t.length>Ru?`${t.slice(0,Ru-1)}\u2026`:t}var Fu=100;function kn(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Dn(t,a,Vu),o=n===void 0?void 0:kp(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Du(o,Fu))throw new RangeError(`${e} has more than ${Fu} levels`);return{path:e,text:t,value:o,get tree(){return n??=Dn(t,[],Vu)},syntaxErrors:a}}
var Vu={disallowComments:!0,allowTrailingComma:!1};function Du(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Du(a,t-1))}function Uu(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:h,hint:m}=e,g=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${h}${g}
    at #${s}
    ${m}`}var Pe=zr(e=>fu(e,(t,a)=>bn(e)("meta/upstream.schema.json")?.(a)===!0)),S1=["video","image","audio","mesh"];function Me({operations:e}){return S1.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var mr=zr(e=>ou(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(ve(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,_1(e,t,o)]))})));function _1(e,t,a){let n=ve(a)?a:{},o=typeof n.$ref=="string"?{...x1(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function x1(e,t,a){try{let{value:n}=jp(e,t,a);return ve(n)?n:{}}catch{return{}}}function*zu(e){for(let{path:t,source:a}of Pe(e)){let n=ta(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Wi=99;function*Ju(e){for(let{path:t,source:a}of Pe(e)){for(let[o,{rows:i}]of Me(a)){let r=i.map(({to:s})=>ke(s));for(let[s,p]of r.entries()){let h=q1(p,r);if(h===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${h}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Ci(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Wi){let s=`Use an index up to ${Wi}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Wi}`,hint:s}}}}}function q1(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return ma(o)}}var O1=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Ci(e,t){if(typeof e=="string"){let a=e.startsWith("/")?ke(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Ci(n,[...t,a]);else if(ve(e))for(let[a,n]of Object.entries(
e))O1.includes(a)||(yield*Ci(n,[...t,a]))}function*Wu(e){for(let{path:t,source:a}of Pe(e))for(let[n,{rows:o}]of Me(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Cu={video:"video",image:"image",audio:"audio",mesh:"model"};function*Ku(e){for(let{path:t,source:a}of Pe(e))for(let[n,{results:o}]of Me(a))for(let{contentType:i,
path:r}of Hu(o,["operations",n,"results"]))i.startsWith(`${Cu[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Cu[n]}/.`})}function*Hu(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*Hu(o,[...t,a,"results"])}function*Gu(e){for(let{path:t,source:a}of Pe(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>j1(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function j1(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Bu(e.codes,t.codes)&&Bu(e.says,t.says)}function Bu(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}var Zu="{value}";function Qu(e){return{value:e,holes:[...Ki(e,[])]}}function*Ki(e,t){if(typeof e=="string"){let[a="",n]=e.split(Zu);n!==void 0&&(yield{at:t,whole:e===
Zu,prefix:a,suffix:n})}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Ki(n,[...t,String(a)]);else if(ve(e))for(let[a,n]of Object.entries(e))yield*Ki(
n,[...t,a])}function $n(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap($n):ve(e)?Object.values(e).
flatMap($n):[]}function fs(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function Yu(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:A1(e.upload)},operations:Object.fromEntries(Me(e).map(([i,r])=>[i,I1(r)])),errors:{message:t.map(ke),
code:a.map(ke),proofs:o.map(W1),...n===void 0?{}:{inside:{at:ke(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Kt(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:T1(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:N1(e.webhooks)},...e.idempotency===void 0?{}:{idempotencyHeader:e.
idempotency.header}}}function T1({path:e,url:t,names:a="",omits:n,except:o=[],untestable:i}){if(i!==void 0)return{untestable:i};let r=t===void 0?void 0:new URL(
t).origin;return{...r===void 0?{}:{origin:r},path:Kt(e??t?.slice(r?.length)??""),names:ke(a),...n===void 0?{}:{omits:n},except:o}}function A1({method:e,path:t,field:a,
reference:n}){return{request:Bi({method:e,path:t}),...a===void 0?{}:{field:a},reference:ke(n)}}function N1(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,
told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:ke(t)},beside:n.map(({to:s,constant:p})=>({to:ke(s),value:p})),...o===void 0?{}:{signature:E1(
o)},...i===void 0?{}:{challenge:ke(i)},told:r.map(({at:s,fact:p})=>({at:ke(s),fact:p}))}}function E1(e){if(e.by==="fal-ed25519")return e;let{path:t,at:a}=e.secret;
return{...e,secret:{path:Kt(t),at:ke(a)}}}function M1({path:e,filter:t,limit:a,items:n,within:o}){return{path:Kt(e),filter:t,limit:a,items:ke(n),within:o===void 0?
[]:ke(o)}}function I1(e){let{submit:t,id:a,queryId:n,query:o,list:i,cancel:r,status:s,progress:p,seconds:h,secondsAs:m}=e;return{submit:{method:t.method,path:Kt(
t.path)},submitPaths:(t.paths??[]).map(({when:g,path:P})=>({when:g.map(Hi),path:Kt(P)})),encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(F1),drops:(e.
drops??[]).map(({parameter:g,values:P,when:O,reason:x})=>({parameter:g,when:(O??[]).map(Hi),reason:x,...P===void 0?{}:{values:P}})),needs:Xu(e.needs),lacks:Xu(e.
lacks),...a===void 0?{}:{id:ke(a)},...o===void 0?{}:{query:Bi(o)},...i===void 0?{}:{list:M1(i)},...r===void 0?{}:{cancel:J1(r)},answer:{...s===void 0?{}:{status:R1(
s)},...p===void 0?{}:{progress:{at:ke(p.at),of:p.of}},results:e.results.map(em),message:e.message.map(ke),code:e.code.map(ke),...h===void 0?{}:{seconds:ke(h)},...m===
void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:g,unit:P})=>({at:ke(g),unit:P})),...n===void 0?{}:{id:ke(n)}},told:(e.told??[]).map(({at:g,in:P,link:O,
constant:x,fact:q})=>({at:ke(g),in:P,from:O!==void 0?{kind:"link",request:{method:"GET",path:Kt(O.path)}}:q!==void 0?{kind:q}:{kind:"constant",value:x??null}}))}}
function R1({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:ke(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({
when:i.map(L1),means:r}))}}function L1({at:e,is:t,present:a}){return t===void 0?{at:ke(e),present:a??!0}:{at:ke(e),is:t}}function Xu(e={}){return Object.fromEntries(
Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function F1(e){let t=e.values===void 0?e.accepts?.map(z1):Object.entries(e.values).map(U1);return{to:ke(e.to),from:D1(
e),when:(e.when??[]).map(Hi),...e.as==="string"?{template:V1}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:{template:Qu(e.template)},...t===
void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},
...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var V1={value:"",
holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function D1({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"\
each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function U1([e,t]){return[hs(e),t]}function hs(e){return e===
"true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function z1(e){return[e,e]}function Hi({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){
return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:
{kind:"among",parameter:a,values:n}}function Bi({method:e,path:t}){return{method:e,path:Kt(t)}}function J1({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};
return{...Bi(a),...e===void 0?{}:{from:e.words},proves:{...n===void 0?{}:{answer:{at:ke(n.at),words:n.words}},query:o}}}function em(e){let{url:t,list:a,base64:n,
contentType:o,content:i,query:r,results:s,message:p,pending:h}=e;return t!==void 0?{kind:"url",at:ke(t),list:a??!1}:n!==void 0&&o!==void 0?{kind:"base64",at:ke(
n),contentType:o}:i!==void 0?{kind:"content",request:{method:"GET",path:Kt(i)}}:{kind:"query",request:{method:"GET",path:Kt(r??"")},results:(s??[]).map(em),message:(p??
[]).map(ke),...h===void 0?{}:{pending:h}}}function W1({status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{
from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function Kt(e){return fs(e).map(t=>{if(typeof t=="string")return t;
let{variable:a}=t;if(a==="id"||a==="model"||a==="app")return{variable:a};throw new TypeError(`path ${e}: unknown variable {${a}}`)})}function*tm(e){for(let{path:t,source:a}of Pe(e))for(let[n,{rows:o}]of Me(a)){let i=mr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
C1(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function C1({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(m,g)=>s.get(m)?.includes(hs(g))??s.has(m),h=Object.entries(e).filter(([m])=>{let g=r(m);return i.every((P,O)=>p(P,g[O]??""))});for(let[m,[g,P]]of h.entries()){
let O=h.slice(0,m).find(([,x])=>JSON.stringify(x)===JSON.stringify(P));if(O!==void 0)return[O[0],g]}}}function*rm(e){for(let{path:t,source:a}of Pe(e))for(let[n,{rows:o}]of Me(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*nm(e){for(let{path:t,source:a}of Pe(e))for(let[n,{rows:o}]of Me(a)){let i=mr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let h=o.slice(0,
s).find(m=>om(m,p)&&!H1(m,p)&&B1(m,p,i)&&!(r&&Pn(m,p)));h!==void 0&&(r||=Pn(h,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Pn(h,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${Gi(h)} at ${h.to})`:`${p.to} is written by an earlier row too (${Gi(h)})`})}yield*K1(
t,a,o)}}function*K1(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>om(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${Gi(r)})`})}}function om(e,t){if(Pn(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Pn({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&sm(i)!==
sm(r)}var sm=e=>/^(-|\d+)$/.test(e);function H1(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function B1(e,t,a){if(am(e,t)||am(t,e))return!1;let n=[
Sn(e),Sn(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function am({when:e=[]},t){return e.some(a=>Sn(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>G1(a,n)))}function G1(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function Sn({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function Gi(e){return Sn(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*im(e){for(let{path:t,source:a}of Pe(e))for(let[n,{id:o,query:i,status:r}]of Me(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:h,cases:m=[]}=r,g=[...Object.values(
p),h,...m.map(({means:P})=>P)];for(let P of["completed","failed"])g.includes(P)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${P}`})}}function*pm(e){for(let{path:t,source:a}of Pe(e))for(let[n,{rows:o}]of Me(a))for(let[i,{template:r}]of o.entries()){if(r===void 0)continue;let s=$n(r);if(s.length===
1&&s[0]==="value")continue;let p=s.find(h=>h!=="value");yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:p!==void 0?`{${p}} means noth\
ing here`:s.length===0?"the template does not hold {value}":`the template holds {value} ${s.length} times`}}}function*_n({rows:e,drops:t=[],needs:a={},lacks:n={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,h=Object.keys(
i.values??{}).map(g=>({value:hs(g),path:[...r,"values",g],at:"key"})),m=(i.accepts??[]).map((g,P)=>({value:g,path:[...r,"accepts",P],at:"value"}));for(let[g,P]of(i.
join??[]).entries())yield{parameter:P,path:[...r,"join",g],at:"value",values:Z1(i,r,g)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...h,...m]}),
yield*cm(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((h,m)=>({value:h,path:[...p,"values",m],at:"value"}))},yield*cm(s,[...p,"when"])}for(let o of Object.keys(a))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(n))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function Z1({values:e={}},t,a){return Object.keys(e).map(
n=>({value:hs(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*cm(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,h]of n.entries())yield{parameter:h,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,h]of o.entries())yield{parameter:h,path:[...t,a,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,h)=>({value:p,path:[...t,a,"among",h],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"\
value",values:s}}}function*dm(e){if(!gn(e))for(let{path:t,source:a}of Pe(e))for(let[n,o]of Me(a)){let i=mr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:h}of _n(o)){if(r.includes(s))continue;let m=Ct(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:h,message:`n\
o ${n} model has the parameter "${s}"`,hint:m===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${m}"?`}}}}function xn(e,t){return Zi(e.files.get(t)?.value??null,[])}var Q1=["template","constant","among","body","values","accepts","sources"];function*Zi(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*Zi(n,[...t,a]);else if(ve(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:Q1.includes(a)||(yield*Zi(n,[...t,a]))}function*lm(e){for(let{path:t,source:a}of Pe(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of xn(e,t)){if(n.includes(o))continue;let r=Ct(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var um=["model","app"],sa=["id","model","app"];function*qn(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{signature:n}=e.webhooks??{};n?.by==="standard-webhooks"&&(yield{text:n.secret.
path,path:["webhooks","signature","secret","path"],allowed:[]});for(let[o,i]of Me(e))for(let{path:r,...s}of X1(i))yield{path:["operations",o,...r],...s}}function*X1({
id:e,submit:t,query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:um};for(let[p,{path:h}]of(t.paths??
[]).entries())yield{text:h,path:["submit","paths",p,"path"],allowed:um};a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:sa,needsId:s}),n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:sa,needsId:s});for(let[p,{link:h}]of r.entries())
h!==void 0&&(yield{text:h.path,path:["told",p,"link","path"],allowed:sa});yield*mm(i,["results"],s)}function*mm(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.
entries())o!==void 0&&(yield{text:o,path:[...t,n,"content"],allowed:sa,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:sa,needsId:a}),yield*mm(
r,[...t,n,"results"],a)}function*fm(e){for(let{path:t,source:a}of Pe(e))for(let{text:n,path:o,allowed:i}of qn(a))for(let r of fs(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*hm(e){for(let{path:t,source:a}of Pe(e))for(let{text:n,path:o,allowed:i,needsId:r}of qn(a)){let s=fs(n).flatMap(p=>typeof p=="string"?[]:[p.variable]);r===
!0&&!s.includes("id")&&s.every(p=>i.includes(p))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is missing"})}}function*ym(e){if(!gn(e))for(let{path:t,source:a}of Pe(e))for(let[n,o]of Me(a)){let i=new Set,r=mr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of _n(o)){
let h=r.filter(g=>g.parameters.has(s)).map(g=>g.parameters.get(s)),m=new Set(h.flatMap(g=>g??[]));if(!(h.length===0||h.includes(void 0)))for(let{value:g,path:P,
at:O}of p){if(m.has(g)||i.has(P.join("/")))continue;i.add(P.join("/"));let x=typeof g=="string"?Ct(g,[...m].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...P],at:O,message:`no ${n} model offers ${JSON.stringify(g)} as ${s}`,hint:x===void 0?`Offered: ${[...m].map(q=>JSON.stringify(q)).join(", ")}.`:
`Did you mean "${x}"?`}}}}}var Y1=new Set(["failed","expired","cancelled"]);function*gm(e){for(let{path:t,source:a}of Pe(e))for(let[n,{cancel:o,status:i}]of Me(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,h]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[m,g]of p.entries()){let P={code:"S087",file:t,path:[...s,...h,m]},O=r.get(g),x=O===void 0?Ct(g,[...r.keys()]):void 0;O===void 0?yield{...P,message:`\
"${g}" is not a word of status.states`,...x===void 0?{}:{hint:`Did you mean "${x}"?`}}:h[0]==="proves"&&!Y1.has(O)&&(yield{...P,message:`"${g}" means ${O}: it p\
roves that something is made`})}}}function*wm(e){for(let{path:t,source:a}of Pe(e)){let n=new Set([...xn(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var bm=[zu,dm,ym,lm,fm,pm,nm,tm,im,rm,Ju,Gu,hm,Wu,Ku,wm,gm];var vm="meta/upstream.schema.json",e0=[Pp,_p,Op,pu,$u,...bm];function km(e,t){let a=[kn(vm,"{}"),...s0(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,h={directory:i,files:new Map([...a,t0(p,s)].map(P=>[P.path,P])),meta:{paths:[vm],code:()=>n}},m=Pu(e0.flatMap(P=>[
...P(h)])).filter(({file:P})=>P===p).map(P=>Lu(h,P)),g=Pe(h)[0]?.source;return g!==void 0&&m.every(({severity:P})=>P!=="error")?{name:r,mapping:Yu(g)}:{name:r,mistakes:m.
sort((P,O)=>P.line-O.line).map(P=>r0(P,r,i))}})}function t0(e,t){try{return kn(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function r0(e,t,a){return Uu({...e,file:`${t}.json`},a)}function s0(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return kn(`models/${t}.schema.json`,JSON.stringify(i))})}var Bq=km($m.default.meta0,a0);export{Bq as compileProtocols};
