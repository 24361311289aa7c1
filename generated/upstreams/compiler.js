// Made by the generator from spec/. Do not edit.
var Gm=Object.create;var hp=Object.defineProperty;var Zm=Object.getOwnPropertyDescriptor;var Qm=Object.getOwnPropertyNames;var Xm=Object.getPrototypeOf,Ym=Object.prototype.hasOwnProperty;var te=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var ef=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Qm(t))!Ym.call(e,o)&&o!==a&&hp(e,o,{get:()=>t[o],enumerable:!(n=Zm(t,o))||n.enumerable});
return e};var xt=(e,t,a)=>(a=e!=null?Gm(Xm(e)):{},ef(t||!e||!e.__esModule?hp(a,"default",{value:e,enumerable:!0}):a,e));var Hn=te(Kn=>{"use strict";Object.defineProperty(Kn,"__esModule",{value:!0});function yp(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Kn.default=yp;yp.code='require("ajv/dist/runtime/ucs2length").default'});var vp=te(bp=>{"use strict";bp.meta0=ha;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
ams/<protocol>.json may say: how requests of this catalogue are put in an upstream's words, and how its answers are read.",type:"object",required:["protocol","t\
itle","description","sources","baseUrl","authentication","deadline","poll","operations","errors"],properties:{$schema:{type:"string",description:"The path of th\
is meta-schema, for editors."},$comment:{$ref:"#/$defs/comment"},protocol:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The protocol's name: the file'\
s name without .json.",errorMessage:"lower-case letters, digits and hyphens"},title:{type:"string",minLength:1,description:"The upstream's name, as people say i\
t."},description:{type:"string",minLength:1,description:"Who speaks it, in one or two sentences."},sources:{type:"object",description:"Where facts come from, by\
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
the first try.",required:["header","keptSeconds","source"],properties:{header:{type:"string",minLength:1,description:"The header that takes the key."},keptSeconds:{
type:"integer",minimum:1,description:"For how many seconds after its submit the upstream keeps a key at least. A repeat that comes later is not sent: it would b\
uy again."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},deadline:{type:"object",description:"When a task that has not ended is given up.",required:[
"seconds","source"],properties:{seconds:{type:"integer",minimum:60,description:"Seconds after the submit."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
poll:{type:"object",description:"How often to query.",required:["seconds","source"],properties:{seconds:{type:"number",exclusiveMinimum:0,description:"Seconds b\
etween two queries of one task."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},probe:{type:"object",description:"A GET that tells whether the key is\
 valid and buys nothing.",required:["path","accepted","source"],properties:{path:{$ref:"#/$defs/path"},accepted:{type:"array",items:{type:"integer",minimum:100,
maximum:599},minItems:1,description:"HTTP statuses that prove that the key is accepted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},modelProbe:{type:"\
object",description:"A GET that tells whether the upstream knows a model and buys nothing, or why there is none.",required:["source"],properties:{path:{$ref:"#/\
$defs/path",description:"Below the base URL, with the key. It may hold {model}."},url:{type:"string",pattern:"^https://[^/?#{}]+/[^#]*$",description:"In place o\
f a path: a URL of another host of the vendor, to which no key is sent. It may hold {model}."},names:{$ref:"#/$defs/pointer",description:"Where the answer names\
 models, with - for every item of a list. Without - the answer tells of the one model that the path names."},omits:{type:"string",minLength:1,description:"Model\
s that the answer leaves out although they can be used, so that a missing one is not proven to be unknown."},except:{type:"array",minItems:1,description:"Model \
IDs that the answer never names.",items:{type:"object",required:["prefix","reason"],properties:{prefix:{type:"string",minLength:1,description:"What such IDs beg\
in with."},reason:{type:"string",minLength:1,description:"Why they cannot be tested."}},additionalProperties:!1}},untestable:{type:"string",minLength:1,description:"\
In place of a request: why no model can be tested without buying something."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["path","names"]},{required:["url",
"names"]},{required:["untestable"]}],additionalProperties:!1},webhooks:{type:"object",description:"How the upstream tells by itself that a task has changed. A w\
ebhook hastens the next query of its task; what it says is never believed.",required:["source"],properties:{body:{$ref:"#/$defs/pointer",description:"Where in t\
he body of the submit the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of the submit that takes the URL."},with:{type:"array",minItems:1,
description:"Members of the body that go with the URL.",items:{type:"object",required:["to","constant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"\
A fixed value."}},additionalProperties:!1}},signature:{description:"How a webhook is signed. Left out where it is not.",oneOf:[{type:"object",description:"Stand\
ard Webhooks: HMAC-SHA256 of the ID, the time and the body.",required:["by","secret","toleranceSeconds"],properties:{by:{const:"standard-webhooks",description:"\
The piece of code that checks the signature."},secret:{type:"object",description:"Where the upstream gives the secret.",required:["path","at"],properties:{path:{
$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"}},additionalProperties:!1},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How many seconds\
 the time of a webhook may differ from that of the service."}},additionalProperties:!1},{type:"object",description:"Ed25519 over the request ID, the user ID, th\
e time and the SHA-256 of the body, in the headers of fal.",required:["by","keys","toleranceSeconds"],properties:{by:{const:"fal-ed25519",description:"The piece\
 of code that checks the signature."},keys:{type:"string",pattern:"^https://",description:"Where the public keys are (JSON Web Key Set).",errorMessage:"an https\
 URL"},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How many seconds the time of a webhook may differ from that of the service."}},additionalProperties:!1}]},
challenge:{$ref:"#/$defs/pointer",description:"A member of a first request that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of \
a webhook that a fake writes. Left out where a webhook holds what a query answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/po\
inter"},fact:{enum:["id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["bod\
y"]},{required:["query"]}],additionalProperties:!1},rateHeaders:{$ref:"#/$defs/remark",description:"Which headers tell of limits. Retry-After is always read."},
upload:{type:"object",description:"The request that uploads a file before the submit names it. Rows that say so upload the data URIs they carry.",required:["met\
hod","path","reference","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,
description:"The field of a form (multipart/form-data) that holds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"\
Where the answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"\
How tasks are made, per kind of model.",properties:{video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"\
#/$defs/operation"}},minProperties:1,additionalProperties:!1},errors:{type:"object",description:"How error answers are read, and what they prove.",required:["me\
ssage","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},inside:{type:"object",description:"A member that makes an a\
nswer with HTTP 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is\
 no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"array",description:"What error answers to a submit prove. The first that fit\
s counts; an answer that none fits may have made a task.",minItems:1,items:{type:"object",required:["status","proves","source"],properties:{status:{type:"string",
pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class such as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},
codes:{type:"array",items:{type:"string"},minItems:1,description:"Only with one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"Only where the message holds one of these texts, in capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown\
-model"],description:"rejected: no task was made. busy: none was made, and a later submit may succeed. credentials, payment: none was made, because of the key o\
r of the account's balance, for which the task is not to blame. unknown-model: none was made, since the upstream has no model of the operator's ID, or none for \
this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},
additionalProperties:!1},disagreements:{type:"array",description:"Where sources contradict each other, and which one the mapping follows.",items:{type:"object",
required:["topic","between","follows"],properties:{topic:{type:"string",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{
$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},
additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"\
One of the names in sources."},remark:{type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},pointer:{type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 f\
or /.",errorMessage:"a JSON pointer, such as /task/id"},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."},path:{
type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},request:{type:"\
object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:[
"submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:[
"method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{type:"array",minItems:1,description:"\
Other paths, for what is given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"\
#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"\
visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-da\
ta."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in o\
rder."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason",
"source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$de\
fs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"\
Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:[
"reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"\
#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native\
 APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in\
 the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the URL that is queried in place of the\
 path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a h\
ost name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with the key, beside that of the base\
 URL. A URL of another host is not used."},body:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{
to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"\
A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1,dependentRequired:{
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
dependentRequired:{list:["id","query"]}},state:{enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's sta\
tus means."},results:{type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{
type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{
$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only furthe\
r down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
The parameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"\
string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,
description:"The upstream's model ID, which the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What \
is put there: {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded"],description:"\
string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is."},values:{type:"object",minProperties:1,
description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Oth\
ers are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"\
integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"\
array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why\
 the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["mod\
el"]},{required:["constant"]}],additionalProperties:!1},condition:{type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"A\
t least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"\
string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",
items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},
{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"\
A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list\
."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$de\
fs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image\
/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answ\
ers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/point\
ers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"\
The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","con\
tentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Xt={type:"string",minLength:1,description:"A remark for \
who edits the file."},Z={type:"string",minLength:1,description:"One of the names in sources."},je={type:"string",pattern:"^/",description:"A path behind the bas\
e URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},Y={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON point\
er; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},ya=Object.prototype.hasOwnProperty,ae=Hn().default,tf=new RegExp("\
^[a-z][a-z0-9-]*$","u"),rf=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),gp=new RegExp("^https://","u"),sf=new RegExp("^https://[^/]+(/.*[^/])?$","u"),af=new RegExp("^[\
A-Za-z0-9._-]+$","u"),Tt=new RegExp("^/","u"),nf=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),We=new RegExp("^(/([^/~]|~[01])+)+$","u"),of=new RegExp("^[1-5]([0-\
9]{2}|xx)$","u"),Kt={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1};function Cr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Cr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let x={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:Kt.required,parentSchema:Kt,data:e};
r===null?r=[x]:r.push(x),s++}if(e.source===void 0){let x={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:Kt.required,parentSchema:Kt,data:e};r===null?r=[x]:r.push(x),s++}let $=s;for(let x in e)if(!(x==="text"||x==="source")){
let A={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Kt,data:e};r===null?r=[A]:r.push(A),s++}if(e.text!==void 0){let x=e.text,A=s,q=s;if(typeof x=="string"){if(ae(x)<1){let M={instancePath:t+
"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Kt.properties.
text,data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Kt.properties.text.type,parentSchema:Kt.properties.text,data:x};r===null?r=[M]:r.push(M),s++}var d=A===s}if(e.source!==void 0){let x=e.source,
A=s,q=s,M=s;if(typeof x=="string"){if(ae(x)<1){let re={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:x};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:x};r===null?r=[re]:r.push(re),s++}var y=q===s,d=A===
s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Kt.type,parentSchema:Kt,data:e};r===null?
r=[$]:r.push($),s++}return Cr.errors=r,s===0}Cr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var h={type:"object",required:["submit","rows","results","m\
essage","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","sour\
ce"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{type:"array",minItems:1,description:"Other paths,\
 for what is given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/wh\
en"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"v\
isible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-dat\
a."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in or\
der."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason",
"source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$de\
fs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"\
Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:[
"reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"\
#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native\
 APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in\
 the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the URL that is queried in place of the\
 path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a h\
ost name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with the key, beside that of the base\
 URL. A URL of another host is not used."},body:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{
to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"\
A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1,dependentRequired:{
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
dependentRequired:{list:["id","query"]}},Qe={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},jt={enum:["queued","processing","complete\
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},pf=new RegExp("^[\\x20-\\x7e]*$","u"),cf=new RegExp("^(?!/)[^{}]*(\\{mode\
l\\}[^{}]*)?\\{id\\}$","u"),df=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Bn={type:"array",minItems:1,description:"All of these must hold.",items:{
$ref:"#/$defs/condition"}},ge={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is g\
iven."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parame\
ter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:[
"exceptModel"]}],additionalProperties:!1};function At(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=At.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){if(e.length<1){let H={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Bn,data:e};r===null?r=[H]:r.push(H),s++}let re=!0,
z=e.length;for(let H=0;H<z;H++){let D=e[H],pe=s,j=s,de=s,le=s,W=!1,R=null,we=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&D.given===void 0){let Q={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:ge.
oneOf[0].required,parentSchema:ge.oneOf[0],data:D};r===null?r=[Q]:r.push(Q),s++}var d=we===s;d&&(W=!0,R=0);let he=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&
D.absent===void 0){let Q={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:ge.oneOf[1].required,parentSchema:ge.oneOf[1],data:D};r===null?r=[Q]:r.push(Q),s++}var d=he===s;if(d&&W)W=!1,R=[R,1];else{
d&&(W=!0,R=1);let Q=s;if(D&&typeof D=="object"&&!Array.isArray(D)){if(D.parameter===void 0){let Ee={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/r\
equired",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:ge.oneOf[2].required,parentSchema:ge.oneOf[2],
data:D};r===null?r=[Ee]:r.push(Ee),s++}if(D.among===void 0){let Ee={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{
missingProperty:"among"},message:"must have required property 'among'",schema:ge.oneOf[2].required,parentSchema:ge.oneOf[2],data:D};r===null?r=[Ee]:r.push(Ee),s++}}
var d=Q===s;if(d&&W)W=!1,R=[R,2];else{d&&(W=!0,R=2);let Ee=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&D.model===void 0){let ht={instancePath:t+"/"+H,schemaPath:"\
#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ge.oneOf[3].required,
parentSchema:ge.oneOf[3],data:D};r===null?r=[ht]:r.push(ht),s++}var d=Ee===s;if(d&&W)W=!1,R=[R,3];else{d&&(W=!0,R=3);let ht=s;if(D&&typeof D=="object"&&!Array.isArray(
D)&&D.exceptModel===void 0){let ot={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},
message:"must have required property 'exceptModel'",schema:ge.oneOf[4].required,parentSchema:ge.oneOf[4],data:D};r===null?r=[ot]:r.push(ot),s++}var d=ht===s;d&&
W?(W=!1,R=[R,4]):d&&(W=!0,R=4)}}}if(W)s=le,r!==null&&(le?r.length=le:r=null);else{let Q={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf",keyword:"oneO\
f",params:{passingSchemas:R},message:"must match exactly one schema in oneOf",schema:ge.oneOf,parentSchema:ge,data:D};r===null?r=[Q]:r.push(Q),s++}if(D&&typeof D==
"object"&&!Array.isArray(D)){let Q=s;for(let U in D)if(!(U==="given"||U==="absent"||U==="parameter"||U==="among"||U==="model"||U==="exceptModel")){let Ee={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:ge,data:D};r===null?r=[Ee]:r.push(Ee),s++}if(D.given!==void 0){let U=D.given,Ee=s,Ue=s;if(Array.isArray(U)){if(U.length<1){let ot={instancePath:t+
"/"+H+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:ge.properties.given,data:U};r===null?r=[ot]:r.push(ot),s++}let ht=!0,Oe=U.length;for(let ot=0;ot<Oe;ot++){let Fe=U[ot],it=s;if(typeof Fe!="string"){
let Vt={instancePath:t+"/"+H+"/given/"+ot,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:ge.properties.given.items.type,parentSchema:ge.properties.given.items,data:Fe};r===null?r=[Vt]:r.push(Vt),s++}let or=s;var y=it===s;y||(ht=!1)}}else{
let ht={instancePath:t+"/"+H+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ge.
properties.given.type,parentSchema:ge.properties.given,data:U};r===null?r=[ht]:r.push(ht),s++}var $=Ee===s}if(D.absent!==void 0){let U=D.absent,Ee=s,Ue=s;if(Array.
isArray(U)){if(U.length<1){let Fe={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:ge.properties.absent,data:U};r===null?r=[Fe]:r.push(Fe),s++}let Oe=!0,ot=U.length;for(let Fe=0;Fe<
ot;Fe++){let it=U[Fe],or=s;if(typeof it!="string"){let Ge={instancePath:t+"/"+H+"/absent/"+Fe,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ge.properties.absent.items.type,parentSchema:ge.properties.absent.items,data:it};r===null?r=[Ge]:r.
push(Ge),s++}let Vt=s;var x=or===s;x||(Oe=!1)}}else{let Oe={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:ge.properties.absent.type,parentSchema:ge.properties.absent,data:U};r===null?r=[Oe]:r.push(Oe),s++}var $=Ee===
s}if(D.parameter!==void 0){let U=D.parameter,Ee=s;if(typeof U!="string"){let Oe={instancePath:t+"/"+H+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ge.properties.parameter.type,parentSchema:ge.properties.parameter,data:U};r===
null?r=[Oe]:r.push(Oe),s++}let Ue=s;var $=Ee===s}if(D.among!==void 0){let U=D.among,Ee=s,Ue=s;if(Array.isArray(U)){if(U.length<1){let Oe={instancePath:t+"/"+H+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ge.
properties.among,data:U};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/"+H+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:ge.properties.among.type,parentSchema:ge.properties.among,data:U};r===null?r=[Oe]:r.push(Oe),s++}var $=Ee===
s}if(D.model!==void 0){let U=D.model,Ee=s,Ue=s;if(Array.isArray(U)){if(U.length<1){let Fe={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ge.properties.model,data:U};r===null?r=[Fe]:
r.push(Fe),s++}let Oe=!0,ot=U.length;for(let Fe=0;Fe<ot;Fe++){let it=U[Fe],or=s,Vt=s;if(typeof it=="string"){if(ae(it)<1){let Ge={instancePath:t+"/"+H+"/model/"+
Fe,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:ge.properties.model.items,data:it};r===null?r=[Ge]:r.push(Ge),s++}}else{let Ge={instancePath:t+"/"+H+"/model/"+Fe,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ge.properties.model.items.type,parentSchema:ge.properties.model.
items,data:it};r===null?r=[Ge]:r.push(Ge),s++}var A=or===s;A||(Oe=!1)}}else{let Oe={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ge.properties.model.type,parentSchema:ge.properties.model,data:U};r===null?r=[Oe]:r.push(
Oe),s++}var $=Ee===s}if(D.exceptModel!==void 0){let U=D.exceptModel,Ee=s,Ue=s;if(Array.isArray(U)){if(U.length<1){let Fe={instancePath:t+"/"+H+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ge.properties.
exceptModel,data:U};r===null?r=[Fe]:r.push(Fe),s++}let Oe=!0,ot=U.length;for(let Fe=0;Fe<ot;Fe++){let it=U[Fe],or=s,Vt=s;if(typeof it=="string"){if(ae(it)<1){let Ge={
instancePath:t+"/"+H+"/exceptModel/"+Fe,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:ge.properties.exceptModel.items,data:it};r===null?r=[Ge]:r.push(Ge),s++}}else{let Ge={instancePath:t+"/"+
H+"/exceptModel/"+Fe,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ge.properties.
exceptModel.items.type,parentSchema:ge.properties.exceptModel.items,data:it};r===null?r=[Ge]:r.push(Ge),s++}var q=or===s;q||(Oe=!1)}}else{let Oe={instancePath:t+
"/"+H+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ge.properties.
exceptModel.type,parentSchema:ge.properties.exceptModel,data:U};r===null?r=[Oe]:r.push(Oe),s++}var $=Ee===s}}else{let Q={instancePath:t+"/"+H,schemaPath:"#/$def\
s/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ge.type,parentSchema:ge,data:D};r===null?r=[Q]:r.push(Q),s++}var M=j===s,
V=pe===s;V||(re=!1)}}else{let re={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Bn.type,parentSchema:Bn,
data:e};r===null?r=[re]:r.push(re),s++}return At.errors=r,s===0}At.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var se={type:"object",required:["to","so\
urce"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body\
 of a request is; only further down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"stri\
ng",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{
type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a spac\
e between."},model:{const:!0,description:"The upstream's model ID, which the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},
template:{description:"What is put there: {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["s\
tring","uploaded"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as \
it is."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"\
Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The g\
reatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most \
characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"\
string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:[
"join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},uf=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Kr(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Kr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let f=s,d=s,y=!1,$=null,x=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let pe={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:se.oneOf[0].required,parentSchema:se.oneOf[0],data:e};r===null?r=[
pe]:r.push(pe),s++}var q=x===s;q&&(y=!0,$=0);let A=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let pe={instancePath:t,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:se.oneOf[1].required,parentSchema:se.oneOf[1],data:e};
r===null?r=[pe]:r.push(pe),s++}var q=A===s;if(q&&y)y=!1,$=[$,1];else{q&&(y=!0,$=1);let pe=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let de={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:se.oneOf[2].
required,parentSchema:se.oneOf[2],data:e};r===null?r=[de]:r.push(de),s++}if(e.values===void 0){let de={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:se.oneOf[2].required,parentSchema:se.oneOf[2],data:e};r===null?
r=[de]:r.push(de),s++}}var q=pe===s;if(q&&y)y=!1,$=[$,2];else{q&&(y=!0,$=2);let de=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let W={instancePath:t,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:se.oneOf[3].required,parentSchema:se.
oneOf[3],data:e};r===null?r=[W]:r.push(W),s++}var q=de===s;if(q&&y)y=!1,$=[$,3];else{q&&(y=!0,$=3);let W=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===
void 0){let we={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'cons\
tant'",schema:se.oneOf[4].required,parentSchema:se.oneOf[4],data:e};r===null?r=[we]:r.push(we),s++}var q=W===s;q&&y?(y=!1,$=[$,4]):q&&(y=!0,$=4)}}}if(y)s=d,r!==
null&&(d?r.length=d:r=null);else{let pe={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in\
 oneOf",schema:se.oneOf,parentSchema:se,data:e};r===null?r=[pe]:r.push(pe),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let j={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:se.required,parentSchema:se,data:e};r===
null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:se.required,parentSchema:se,data:e};r===null?r=[j]:r.push(j),s++}let pe=s;for(let j in e)if(!ya.call(se.properties,j)){let de={
instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,
parentSchema:se,data:e};r===null?r=[de]:r.push(de),s++}if(e.$comment!==void 0){let j=e.$comment,de=s,le=s,W=s;if(typeof j=="string"){if(ae(j)<1){let R={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Xt,
data:j};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Xt.type,parentSchema:Xt,data:j};r===null?r=[R]:r.push(R),s++}var M=le===s,V=de===s}if(e.to!==void 0){let j=e.to,de=s,le=s,W=s;if(typeof j==
"string"){if(!We.test(j)){let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'m\
ust match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:j};r===null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/to",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:j};r===null?r=[we]:r.push(we),
s++}var re=le===s;if(typeof j=="string"&&!uf.test(j)){let we={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!\
(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:se.properties.to,data:j};r===null?r=[we]:r.push(we),
s++}var V=de===s}if(e.from!==void 0){let j=e.from,de=s,le=s;if(typeof j=="string"){if(ae(j)<1){let R={instancePath:t+"/from",schemaPath:"#/properties/from/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.from,data:j};r===null?r=[R]:r.push(
R),s++}}else{let R={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.properties.
from.type,parentSchema:se.properties.from,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.each!==void 0){let j=e.each,de=s,le=s;if(typeof j=="string"){if(ae(
j)<1){let R={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:se.properties.each,data:j};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:se.properties.each.type,parentSchema:se.properties.each,data:j};r===null?r=[R]:r.push(R),s++}var V=de===
s}if(e.join!==void 0){let j=e.join,de=s,le=s;if(Array.isArray(j)){if(j.length<2){let he={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"\
minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:se.properties.join,data:j};r===null?r=[he]:r.push(he),s++}let R=!0,we=j.
length;for(let he=0;he<we;he++){let Q=j[he],U=s,Ee=s;if(typeof Q=="string"){if(ae(Q)<1){let Ue={instancePath:t+"/join/"+he,schemaPath:"#/properties/join/items/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.join.items,data:Q};r===null?r=
[Ue]:r.push(Ue),s++}}else{let Ue={instancePath:t+"/join/"+he,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:se.properties.join.items.type,parentSchema:se.properties.join.items,data:Q};r===null?r=[Ue]:r.push(Ue),s++}var z=U===s;z||(R=!1)}}else{let R={instancePath:t+
"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:se.properties.join.type,parentSchema:se.properties.
join,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.model!==void 0){let j=e.model,de=s;if(j!==!0){let W={instancePath:t+"/model",schemaPath:"#/propertie\
s/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:se.properties.model,data:j};r===null?r=[W]:r.
push(W),s++}var V=de===s}if(e.when!==void 0){let j=e.when,de=s;At(j,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?At.errors:r.concat(At.errors),s=r.length);var V=de===s}if(e.as!==void 0){let j=e.as,de=s,le=se.properties.as.enum;if(!(j==="string"||j==="uploaded")){
let R={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:se.properties.as.enum},message:"must be equal to one of the a\
llowed values",schema:se.properties.as.enum,parentSchema:se.properties.as,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.values!==void 0){let j=e.values,
de=s,le=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(Object.keys(j).length<1){let R={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",
keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:se.properties.values,data:j};r===null?r=[R]:r.push(
R),s++}}else{let R={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:se.properties.
values.type,parentSchema:se.properties.values,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.accepts!==void 0){let j=e.accepts,de=s,le=s;if(Array.isArray(
j)){if(j.length<1){let R={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:se.properties.accepts,data:j};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/accepts",schemaPath:"#/properties/a\
ccepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:se.properties.accepts.type,parentSchema:se.properties.accepts,data:j};r===null?
r=[R]:r.push(R),s++}var V=de===s}if(e.minimum!==void 0){let j=e.minimum,de=s;if(typeof j!="number"){let R={instancePath:t+"/minimum",schemaPath:"#/properties/mi\
nimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:se.properties.minimum.type,parentSchema:se.properties.minimum,data:j};r===null?
r=[R]:r.push(R),s++}let le=s;var V=de===s}if(e.maximum!==void 0){let j=e.maximum,de=s;if(typeof j!="number"){let R={instancePath:t+"/maximum",schemaPath:"#/prop\
erties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:se.properties.maximum.type,parentSchema:se.properties.maximum,data:j};
r===null?r=[R]:r.push(R),s++}let le=s;var V=de===s}if(e.maximumItems!==void 0){let j=e.maximumItems,de=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let R={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:se.properties.maximumItems.type,
parentSchema:se.properties.maximumItems,data:j};r===null?r=[R]:r.push(R),s++}let le=s;if(typeof j=="number"&&(j<1||isNaN(j))){let R={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:se.properties.
maximumItems,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.maximumLength!==void 0){let j=e.maximumLength,de=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){
let R={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:se.properties.
maximumLength.type,parentSchema:se.properties.maximumLength,data:j};r===null?r=[R]:r.push(R),s++}let le=s;if(typeof j=="number"&&(j<1||isNaN(j))){let R={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:se.
properties.maximumLength,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.forms!==void 0){let j=e.forms,de=s,le=s;if(Array.isArray(j)){if(j.length<1){let he={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:se.
properties.forms,data:j};r===null?r=[he]:r.push(he),s++}let R=!0,we=j.length;for(let he=0;he<we;he++){let Q=j[he],U=s,Ee=se.properties.forms.items.enum;if(!(Q===
"url"||Q==="data")){let Ue={instancePath:t+"/forms/"+he,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:se.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:se.properties.forms.items.enum,parentSchema:se.properties.forms.items,data:Q};r===null?r=[Ue]:
r.push(Ue),s++}var H=U===s;H||(R=!1)}}else{let R={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:se.properties.forms.type,parentSchema:se.properties.forms,data:j};r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.oneWay!==void 0){let j=e.oneWay,
de=s,le=s;if(typeof j=="string"){if(ae(j)<1){let R={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.oneWay,data:j};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.properties.oneWay.type,parentSchema:se.properties.oneWay,data:j};
r===null?r=[R]:r.push(R),s++}var V=de===s}if(e.source!==void 0){let j=e.source,de=s,le=s,W=s;if(typeof j=="string"){if(ae(j)<1){let we={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:j};r===null?
r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:j};r===null?r=[we]:r.push(we),s++}var D=le===s,V=de===s}}else{let pe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:se.type,parentSchema:se,data:e};r===null?r=[pe]:r.push(pe),s++}return Kr.errors=r,s===0}Kr.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var Gn={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},$e={
type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The fir\
st file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. I\
t is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:[
"video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The medi\
a type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that a\
nswers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early\
; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
$s={validate:Sr},wp={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function pt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=pt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){
let $=!0,x=e.length;for(let A=0;A<x;A++){let q=e[A],M=s,V=s,re=s;if(typeof q=="string"){if(!We.test(q)){let z={instancePath:t+"/"+A,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,
data:q};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/"+A,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Y.type,parentSchema:Y,data:q};r===null?r=[z]:r.push(z),s++}var d=V===s,y=M===s;y||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:wp.type,parentSchema:wp,data:e};r===null?r=[$]:r.push($),s++}return pt.errors=r,s===0}pt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function Hr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Hr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s,d=s,y=!1,$=null,x=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let le={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:$e.oneOf[0].
required,parentSchema:$e.oneOf[0],data:e};r===null?r=[le]:r.push(le),s++}var q=x===s;q&&(y=!0,$=0);let A=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let le={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:$e.oneOf[1].required,parentSchema:$e.oneOf[1],data:e};r===null?r=[le]:r.push(le),s++}if(e.contentType===void 0){let le={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:$e.oneOf[1].required,parentSchema:$e.
oneOf[1],data:e};r===null?r=[le]:r.push(le),s++}}var q=A===s;if(q&&y)y=!1,$=[$,1];else{q&&(y=!0,$=1);let le=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let R={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:$e.oneOf[2].required,parentSchema:$e.oneOf[2],data:e};r===null?r=[R]:r.push(R),s++}var q=le===s;if(q&&y)y=!1,$=[$,2];else{q&&(y=!0,$=2);let R=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let he={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:$e.oneOf[3].required,parentSchema:$e.oneOf[3],data:e};r===null?r=[he]:r.push(he),s++}if(e.results===
void 0){let he={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:$e.oneOf[3].required,parentSchema:$e.oneOf[3],data:e};r===null?r=[he]:r.push(he),s++}if(e.message===void 0){let he={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:$e.oneOf[3].required,parentSchema:$e.
oneOf[3],data:e};r===null?r=[he]:r.push(he),s++}}var q=R===s;q&&y?(y=!1,$=[$,3]):q&&(y=!0,$=3)}}if(y)s=d,r!==null&&(d?r.length=d:r=null);else{let le={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:$e.oneOf,parentSchema:$e,data:e};r===null?
r=[le]:r.push(le),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let W={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:$e.required,parentSchema:$e,data:e};r===null?r=[W]:r.push(W),s++}let le=s;for(let W in e)
if(!ya.call($e.properties,W)){let R={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:$e,data:e};r===null?r=[R]:r.push(R),s++}if(e.url!==void 0){let W=e.url,R=s,we=s,he=s;if(typeof W=="str\
ing"){if(!We.test(W)){let Q={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:W};r===null?r=[Q]:r.push(Q),s++}}else{let Q={instancePath:t+"/url",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:W};r===null?r=[Q]:r.push(Q),s++}var M=we===
s,V=R===s}if(e.list!==void 0){let W=e.list,R=s;if(typeof W!="boolean"){let Q={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:$e.properties.list.type,parentSchema:$e.properties.list,data:W};r===null?r=[Q]:r.push(Q),s++}let we=s;var V=R===
s}if(e.withKey!==void 0){let W=e.withKey,R=s;if(W!==!0){let he={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:$e.properties.withKey,data:W};r===null?r=[he]:r.push(he),s++}var V=R===s}if(e.base64!==void 0){let W=e.
base64,R=s,we=s,he=s;if(typeof W=="string"){if(!We.test(W)){let U={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:W};r===null?r=[U]:r.push(U),s++}}else{
let U={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:W};
r===null?r=[U]:r.push(U),s++}var re=we===s,V=R===s}if(e.contentType!==void 0){let W=e.contentType,R=s,we=$e.properties.contentType.enum;if(!(W==="video/mp4"||W===
"video/quicktime"||W==="video/webm"||W==="image/png"||W==="image/jpeg"||W==="image/webp"||W==="image/gif"||W==="audio/mpeg"||W==="audio/wav"||W==="model/gltf-bi\
nary")){let Q={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:$e.properties.contentType.enum},message:"\
must be equal to one of the allowed values",schema:$e.properties.contentType.enum,parentSchema:$e.properties.contentType,data:W};r===null?r=[Q]:r.push(Q),s++}var V=R===
s}if(e.content!==void 0){let W=e.content,R=s,we=s,he=s;if(typeof W=="string"){if(!Tt.test(W)){let U={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",
keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:W};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+
"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:W};r===null?r=[U]:r.
push(U),s++}var z=we===s,V=R===s}if(e.query!==void 0){let W=e.query,R=s,we=s,he=s;if(typeof W=="string"){if(!Tt.test(W)){let U={instancePath:t+"/query",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:W};r===null?r=[U]:r.push(U),s++}}else{
let U={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:W};
r===null?r=[U]:r.push(U),s++}var H=we===s,V=R===s}if(e.results!==void 0){let W=e.results,R=s;if(!$s.validate(W,{instancePath:t+"/results",parentData:e,parentDataProperty:"\
results",rootData:o,dynamicAnchors:i}))r=r===null?$s.validate.errors:r.concat($s.validate.errors),s=r.length;else var D=$s.validate.evaluated.props,pe=$s.validate.
evaluated.items;var V=R===s}if(e.message!==void 0){let W=e.message,R=s;pt(W,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?pt.errors:r.concat(pt.errors),s=r.length);var V=R===s}if(e.pending!==void 0){let W=e.pending,R=s,we=s;if(W&&typeof W=="object"&&!Array.isArray(W)){if(W.
status===void 0){let U={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must \
have required property 'status'",schema:$e.properties.pending.required,parentSchema:$e.properties.pending,data:W};r===null?r=[U]:r.push(U),s++}if(W.body===void 0){
let U={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required prope\
rty 'body'",schema:$e.properties.pending.required,parentSchema:$e.properties.pending,data:W};r===null?r=[U]:r.push(U),s++}let Q=s;for(let U in W)if(!(U==="statu\
s"||U==="body")){let Ee={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},
message:"must NOT have additional properties",schema:!1,parentSchema:$e.properties.pending,data:W};r===null?r=[Ee]:r.push(Ee),s++}if(W.status!==void 0){let U=W.
status,Ee=s;if(!(typeof U=="number"&&!(U%1)&&!isNaN(U))){let ht={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:$e.properties.pending.properties.status.type,parentSchema:$e.properties.pending.properties.status,
data:U};r===null?r=[ht]:r.push(ht),s++}let Ue=s;var j=Ee===s}}else{let Q={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:$e.properties.pending.type,parentSchema:$e.properties.pending,data:W};r===null?r=[Q]:r.push(Q),s++}var V=R===s}if(e.
source!==void 0){let W=e.source,R=s,we=s,he=s;if(typeof W=="string"){if(ae(W)<1){let U={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:W};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:W};r===null?r=[U]:r.
push(U),s++}var de=we===s,V=R===s}}else{let le={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:$e.type,
parentSchema:$e,data:e};r===null?r=[le]:r.push(le),s++}return Hr.errors=r,s===0}Hr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Sr(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Sr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let f=s;if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:Gn,data:e};r===null?r=[x]:r.push(x),s++}let y=!0,$=e.length;for(let x=0;x<$;x++){let A=e[x],q=s;Hr(A,{instancePath:t+"/"+
x,parentData:e,parentDataProperty:x,rootData:o,dynamicAnchors:i})||(r=r===null?Hr.errors:r.concat(Hr.errors),s=r.length);var d=q===s;d||(y=!1)}}else{let y={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Gn.type,parentSchema:Gn,data:e};r===null?r=[y]:r.push(y),s++}return Sr.errors=
r,s===0}Sr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function yt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=yt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===
void 0){let g={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:h.
required,parentSchema:h,data:e};r===null?r=[g]:r.push(g),s++}if(e.rows===void 0){let g={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
rows"},message:"must have required property 'rows'",schema:h.required,parentSchema:h,data:e};r===null?r=[g]:r.push(g),s++}if(e.results===void 0){let g={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:e};
r===null?r=[g]:r.push(g),s++}if(e.message===void 0){let g={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"\
must have required property 'message'",schema:h.required,parentSchema:h,data:e};r===null?r=[g]:r.push(g),s++}if(e.code===void 0){let g={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:h.required,parentSchema:h,data:e};r===null?r=
[g]:r.push(g),s++}let L=s;for(let g in e)if(!ya.call(h.properties,g)){let F={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:h,data:e};r===null?r=[F]:r.push(F),s++}if(e.$comment!==void 0){let g=e.
$comment,F=s,J=s,P=s;if(typeof g=="string"){if(ae(g)<1){let O={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Xt,data:g};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Xt.type,parentSchema:Xt,data:g};r===null?r=[O]:r.push(O),s++}var d=J===
s,y=F===s}if(e.submit!==void 0){let g=e.submit,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.method===void 0){let u={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.submit.required,
parentSchema:h.properties.submit,data:g};r===null?r=[u]:r.push(u),s++}if(g.path===void 0){let u={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.
submit,data:g};r===null?r=[u]:r.push(u),s++}if(g.source===void 0){let u={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:g};r===null?r=
[u]:r.push(u),s++}let O=s;for(let u in g)if(!(u==="method"||u==="path"||u==="paths"||u==="headers"||u==="encoding"||u==="source")){let w={instancePath:t+"/submi\
t",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properti\
es",schema:!1,parentSchema:h.properties.submit,data:g};r===null?r=[w]:r.push(w),s++}if(g.method!==void 0){let u=g.method,w=s,k=h.properties.submit.properties.method.
enum;if(!(u==="POST"||u==="PUT")){let _={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.
properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.
properties.submit.properties.method,data:u};r===null?r=[_]:r.push(_),s++}var $=w===s}if(g.path!==void 0){let u=g.path,w=s,k=s,_=s;if(typeof u=="string"){if(!Tt.
test(u)){let b={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:je,data:u};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:je.type,parentSchema:je,data:u};r===null?r=[b]:r.push(b),s++}var x=k===s,$=w===s}if(g.paths!==void 0){let u=g.paths,w=s,
k=s;if(Array.isArray(u)){if(u.length<1){let S={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.paths,data:u};r===null?r=[S]:r.push(S),s++}let N=!0,b=u.
length;for(let S=0;S<b;S++){let T=u[S],C=s,ce=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.when===void 0){let I={instancePath:t+"/submit/paths/"+S,schemaPath:"\
#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.
submit.properties.paths.items.required,parentSchema:h.properties.submit.properties.paths.items,data:T};r===null?r=[I]:r.push(I),s++}if(T.path===void 0){let I={instancePath:t+
"/submit/paths/"+S,schemaPath:"#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have requir\
ed property 'path'",schema:h.properties.submit.properties.paths.items.required,parentSchema:h.properties.submit.properties.paths.items,data:T};r===null?r=[I]:r.
push(I),s++}let K=s;for(let I in T)if(!(I==="when"||I==="path")){let ue={instancePath:t+"/submit/paths/"+S,schemaPath:"#/properties/submit/properties/paths/item\
s/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
submit.properties.paths.items,data:T};r===null?r=[ue]:r.push(ue),s++}if(T.when!==void 0){let I=T.when,ue=s;At(I,{instancePath:t+"/submit/paths/"+S+"/when",parentData:T,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?At.errors:r.concat(At.errors),s=r.length);var A=ue===s}if(T.path!==void 0){let I=T.path,ue=s,
ke=s,Ve=s;if(typeof I=="string"){if(!Tt.test(I)){let ee={instancePath:t+"/submit/paths/"+S+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:I};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/submit/paths/"+S+"/path",
schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:I};r===null?r=[ee]:r.push(ee),
s++}var q=ke===s,A=ue===s}}else{let K={instancePath:t+"/submit/paths/"+S,schemaPath:"#/properties/submit/properties/paths/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:h.properties.submit.properties.paths.items.type,parentSchema:h.properties.submit.properties.paths.items,data:T};r===null?
r=[K]:r.push(K),s++}var M=C===s;M||(N=!1)}}else{let N={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.submit.properties.paths.type,parentSchema:h.properties.submit.properties.paths,data:u};r===null?r=[N]:
r.push(N),s++}var $=w===s}if(g.headers!==void 0){let u=g.headers,w=s,k=s;if(u&&typeof u=="object"&&!Array.isArray(u)){let N=s;for(let b in u){let S=u[b],T=s,C=s;
if(typeof S=="string"){if(!pf.test(S)){let ce={instancePath:t+"/submit/headers/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/proper\
ties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\
\\x7e]*$",parentSchema:h.properties.submit.properties.headers.additionalProperties,data:S};r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/submit/\
headers/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:h.properties.submit.properties.headers.additionalProperties.type,parentSchema:h.properties.submit.properties.headers.additionalProperties,
data:S};r===null?r=[ce]:r.push(ce),s++}var V=T===s}}else{let N={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.submit.properties.headers.type,parentSchema:h.properties.submit.properties.headers,data:u};
r===null?r=[N]:r.push(N),s++}var $=w===s}if(g.encoding!==void 0){let u=g.encoding,w=s,k=h.properties.submit.properties.encoding.enum;if(!(u==="json"||u==="form")){
let N={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.
encoding.enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.encoding.enum,parentSchema:h.properties.submit.properties.
encoding,data:u};r===null?r=[N]:r.push(N),s++}var $=w===s}if(g.source!==void 0){let u=g.source,w=s,k=s,_=s;if(typeof u=="string"){if(ae(u)<1){let b={instancePath:t+
"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,
data:u};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}var re=k===s,$=w===s}}else{let O={instancePath:t+"/submit",schemaPath:"#/prope\
rties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:g};r===null?
r=[O]:r.push(O),s++}var y=F===s}if(e.rows!==void 0){let g=e.rows,F=s,J=s;if(Array.isArray(g)){if(g.length<1){let w={instancePath:t+"/rows",schemaPath:"#/propert\
ies/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:g};r===null?r=[w]:
r.push(w),s++}let O=!0,u=g.length;for(let w=0;w<u;w++){let k=g[w],_=s;Kr(k,{instancePath:t+"/rows/"+w,parentData:g,parentDataProperty:w,rootData:o,dynamicAnchors:i})||
(r=r===null?Kr.errors:r.concat(Kr.errors),s=r.length);var z=_===s;z||(O=!1)}}else{let O={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:h.properties.rows.type,parentSchema:h.properties.rows,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.
drops!==void 0){let g=e.drops,F=s,J=s;if(Array.isArray(g)){let O=!0,u=g.length;for(let w=0;w<u;w++){let k=g[w],_=s,N=s;if(k&&typeof k=="object"&&!Array.isArray(
k)){if(k.parameter===void 0){let S={instancePath:t+"/drops/"+w,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parame\
ter"},message:"must have required property 'parameter'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:k};r===null?r=[S]:r.
push(S),s++}if(k.reason===void 0){let S={instancePath:t+"/drops/"+w,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"r\
eason"},message:"must have required property 'reason'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:k};r===null?r=[S]:r.push(
S),s++}if(k.source===void 0){let S={instancePath:t+"/drops/"+w,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:k};r===null?r=[S]:r.push(S),s++}
let b=s;for(let S in k)if(!(S==="parameter"||S==="values"||S==="when"||S==="reason"||S==="source")){let T={instancePath:t+"/drops/"+w,schemaPath:"#/properties/d\
rops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.drops.items,data:k};r===null?r=[T]:r.push(T),s++}if(k.parameter!==void 0){let S=k.parameter,T=s;if(typeof S!="string"){let ce={instancePath:t+"/drops\
/"+w+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,data:S};r===null?r=[ce]:r.push(ce),s++}let C=s;var H=T===s}if(k.
values!==void 0){let S=k.values,T=s,C=s;if(Array.isArray(S)){if(S.length<1){let K={instancePath:t+"/drops/"+w+"/values",schemaPath:"#/properties/drops/items/pro\
perties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.drops.items.properties.
values,data:S};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/drops/"+w+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.type,parentSchema:h.properties.drops.items.properties.values,
data:S};r===null?r=[K]:r.push(K),s++}var H=T===s}if(k.when!==void 0){let S=k.when,T=s;At(S,{instancePath:t+"/drops/"+w+"/when",parentData:k,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?At.errors:r.concat(At.errors),s=r.length);var H=T===s}if(k.reason!==void 0){let S=k.reason,T=s,C=s;if(typeof S==
"string"){if(ae(S)<1){let K={instancePath:t+"/drops/"+w+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.reason,data:S};r===null?r=[K]:r.push(K),s++}}else{
let K={instancePath:t+"/drops/"+w+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,data:S};r===null?r=[K]:r.push(K),s++}var H=T===
s}if(k.source!==void 0){let S=k.source,T=s,C=s,ce=s;if(typeof S=="string"){if(ae(S)<1){let I={instancePath:t+"/drops/"+w+"/source",schemaPath:"#/$defs/source/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:S};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/drops/"+w+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:S};r===null?r=[I]:r.push(I),s++}var D=C===s,H=T===s}}else{let b={instancePath:t+"/drops/"+w,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.items,data:k};r===null?r=[b]:r.push(b),s++}var pe=_===
s;pe||(O=!1)}}else{let O={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
drops.type,parentSchema:h.properties.drops,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.needs!==void 0){let g=e.needs,F=s,J=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){let O=s;for(let u in g){let w=g[u],k=s,_=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.reason===void 0){let b={instancePath:t+"/needs/"+
u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"\
must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:w};r===null?
r=[b]:r.push(b),s++}if(w.source===void 0){let b={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProp\
erties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.needs.additionalProperties.
required,parentSchema:h.properties.needs.additionalProperties,data:w};r===null?r=[b]:r.push(b),s++}let N=s;for(let b in w)if(!(b==="reason"||b==="source")){let S={
instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.needs.additionalProperties,data:w};r===
null?r=[S]:r.push(S),s++}if(w.reason!==void 0){let b=w.reason,S=s,T=s;if(typeof b=="string"){if(ae(b)<1){let C={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(
/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:b};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+
"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.type,parentSchema:h.properties.needs.additionalProperties.
properties.reason,data:b};r===null?r=[C]:r.push(C),s++}var j=S===s}if(w.source!==void 0){let b=w.source,S=s,T=s,C=s;if(typeof b=="string"){if(ae(b)<1){let K={instancePath:t+
"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:Z,data:b};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:b};r===null?r=[K]:
r.push(K),s++}var de=T===s,j=S===s}}else{let N={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.additionalProperties.type,parentSchema:h.properties.needs.additionalProperties,
data:w};r===null?r=[N]:r.push(N),s++}var le=k===s}}else{let O={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.needs,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.lacks!==void 0){let g=e.
lacks,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){let O=s;for(let u in g){let w=g[u],k=s,_=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.reason===
void 0){let b={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.
lacks.additionalProperties,data:w};r===null?r=[b]:r.push(b),s++}if(w.source===void 0){let b={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:w};r===null?r=[b]:r.push(b),s++}let N=s;for(let b in w)if(!(b==="r\
eason"||b==="source")){let S={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,
data:w};r===null?r=[S]:r.push(S),s++}if(w.reason!==void 0){let b=w.reason,S=s,T=s;if(typeof b=="string"){if(ae(b)<1){let C={instancePath:t+"/lacks/"+u.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:b};r===null?r=[C]:r.push(C),s++}}else{
let C={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.lacks.additionalProperties.properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.
properties.reason,data:b};r===null?r=[C]:r.push(C),s++}var W=S===s}if(w.source!==void 0){let b=w.source,S=s,T=s,C=s;if(typeof b=="string"){if(ae(b)<1){let K={instancePath:t+
"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:Z,data:b};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:b};r===null?r=[K]:
r.push(K),s++}var R=T===s,W=S===s}}else{let N={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProper\
ties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,
data:w};r===null?r=[N]:r.push(N),s++}var we=k===s}}else{let O={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:h.properties.lacks.type,parentSchema:h.properties.lacks,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.id!==void 0){let g=e.
id,F=s,J=s,P=s;if(typeof g=="string"){if(!We.test(g)){let u={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^\
/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:g};r===null?r=[u]:r.push(u),s++}}else{let u={
instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:g};r===null?
r=[u]:r.push(u),s++}var he=J===s,y=F===s}if(e.idForm!==void 0){let g=e.idForm,F=s,J=s;if(typeof g=="string"){if(!cf.test(g)){let O={instancePath:t+"/idForm",schemaPath:"\
#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[\
^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:g};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+
"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.
idForm,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.queryId!==void 0){let g=e.queryId,F=s,J=s,P=s;if(typeof g=="string"){if(!We.test(g)){let u={instancePath:t+
"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Y,data:g};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:g};r===null?r=[u]:r.push(u),s++}var Q=J===s,y=F===s}if(e.query!==void 0){let g=e.
query,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.method===void 0){let w={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.query.required,parentSchema:h.properties.query,data:g};
r===null?r=[w]:r.push(w),s++}if(g.path===void 0){let w={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.properties.query,data:g};r===null?r=[w]:r.push(w),s++}if(g.
source===void 0){let w={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:g};r===null?r=[w]:r.push(w),s++}let O=s;for(let w in g)if(!(w===
"method"||w==="path"||w==="at"||w==="hosts"||w==="body"||w==="source")){let k={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.query,data:g};r===null?r=[
k]:r.push(k),s++}if(g.method!==void 0){let w=g.method,k=s,_=h.properties.query.properties.method.enum;if(!(w==="GET"||w==="POST"||w==="PUT"||w==="DELETE")){let N={
instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.query.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.method.enum,parentSchema:h.properties.query.properties.method,data:w};
r===null?r=[N]:r.push(N),s++}var U=k===s}if(g.path!==void 0){let w=g.path,k=s,_=s,N=s;if(typeof w=="string"){if(!Tt.test(w)){let S={instancePath:t+"/query/path",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:w};r===null?r=[S]:r.
push(S),s++}}else{let S={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,
parentSchema:je,data:w};r===null?r=[S]:r.push(S),s++}var Ee=_===s,U=k===s}if(g.at!==void 0){let w=g.at,k=s,_=s,N=s;if(typeof w=="string"){if(!We.test(w)){let S={
instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:w};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/query/at",schemaPath:"#/$defs/poin\
ter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:w};r===null?r=[S]:r.push(S),s++}var Ue=_===s,U=k===s}
if(g.hosts!==void 0){let w=g.hosts,k=s,_=s;if(Array.isArray(w)){if(w.length<1){let T={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/ho\
sts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:w};r===
null?r=[T]:r.push(T),s++}let b=!0,S=w.length;for(let T=0;T<S;T++){let C=w[T],ce=s,K=s;if(typeof C=="string"){if(!df.test(C)){let I={instancePath:t+"/query/hosts\
/"+T,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must mat\
ch pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:C};
r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/query/hosts/"+T,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:h.properties.query.properties.hosts.items.type,parentSchema:h.properties.query.properties.hosts.items,data:C};r===null?
r=[I]:r.push(I),s++}var ht=ce===s;ht||(b=!1)}}else{let b={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.type,parentSchema:h.properties.query.properties.hosts,data:w};r===null?r=[b]:r.
push(b),s++}var U=k===s}if(g.body!==void 0){let w=g.body,k=s,_=s;if(Array.isArray(w)){if(w.length<1){let T={instancePath:t+"/query/body",schemaPath:"#/propertie\
s/query/properties/body/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.
body,data:w};r===null?r=[T]:r.push(T),s++}let b=!0,S=w.length;for(let T=0;T<S;T++){let C=w[T],ce=s,K=s,I=s,ue=!1,ke=null,Ve=s;if(C&&typeof C=="object"&&!Array.isArray(
C)&&C.fact===void 0){let ee={instancePath:t+"/query/body/"+T,schemaPath:"#/properties/query/properties/body/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:h.properties.query.properties.body.items.oneOf[0].required,parentSchema:h.properties.query.properties.
body.items.oneOf[0],data:C};r===null?r=[ee]:r.push(ee),s++}var Oe=Ve===s;Oe&&(ue=!0,ke=0);let ye=s;if(C&&typeof C=="object"&&!Array.isArray(C)&&C.constant===void 0){
let ee={instancePath:t+"/query/body/"+T,schemaPath:"#/properties/query/properties/body/items/oneOf/1/required",keyword:"required",params:{missingProperty:"const\
ant"},message:"must have required property 'constant'",schema:h.properties.query.properties.body.items.oneOf[1].required,parentSchema:h.properties.query.properties.
body.items.oneOf[1],data:C};r===null?r=[ee]:r.push(ee),s++}var Oe=ye===s;if(Oe&&ue?(ue=!1,ke=[ke,1]):Oe&&(ue=!0,ke=1),ue)s=I,r!==null&&(I?r.length=I:r=null);else{
let ee={instancePath:t+"/query/body/"+T,schemaPath:"#/properties/query/properties/body/items/oneOf",keyword:"oneOf",params:{passingSchemas:ke},message:"must mat\
ch exactly one schema in oneOf",schema:h.properties.query.properties.body.items.oneOf,parentSchema:h.properties.query.properties.body.items,data:C};r===null?r=[
ee]:r.push(ee),s++}if(C&&typeof C=="object"&&!Array.isArray(C)){if(C.to===void 0){let ne={instancePath:t+"/query/body/"+T,schemaPath:"#/properties/query/propert\
ies/body/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:h.properties.query.properties.body.items.
required,parentSchema:h.properties.query.properties.body.items,data:C};r===null?r=[ne]:r.push(ne),s++}let ee=s;for(let ne in C)if(!(ne==="to"||ne==="fact"||ne===
"constant")){let Ze={instancePath:t+"/query/body/"+T,schemaPath:"#/properties/query/properties/body/items/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:ne},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.query.properties.body.items,data:C};r===null?r=[Ze]:r.push(
Ze),s++}if(C.to!==void 0){let ne=C.to,Ze=s,He=s,tt=s;if(typeof ne=="string"){if(!We.test(ne)){let at={instancePath:t+"/query/body/"+T+"/to",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,
data:ne};r===null?r=[at]:r.push(at),s++}}else{let at={instancePath:t+"/query/body/"+T+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"strin\
g"},message:"must be string",schema:Y.type,parentSchema:Y,data:ne};r===null?r=[at]:r.push(at),s++}var ot=He===s,Fe=Ze===s}if(C.fact!==void 0){let ne=C.fact,Ze=s,
He=h.properties.query.properties.body.items.properties.fact.enum;if(!(ne==="id"||ne==="model")){let at={instancePath:t+"/query/body/"+T+"/fact",schemaPath:"#/pr\
operties/query/properties/body/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.query.properties.body.items.properties.fact.enum},message:"\
must be equal to one of the allowed values",schema:h.properties.query.properties.body.items.properties.fact.enum,parentSchema:h.properties.query.properties.body.
items.properties.fact,data:ne};r===null?r=[at]:r.push(at),s++}var Fe=Ze===s}}else{let ee={instancePath:t+"/query/body/"+T,schemaPath:"#/properties/query/propert\
ies/body/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.properties.body.items.type,parentSchema:h.properties.
query.properties.body.items,data:C};r===null?r=[ee]:r.push(ee),s++}var it=ce===s;it||(b=!1)}}else{let b={instancePath:t+"/query/body",schemaPath:"#/properties/q\
uery/properties/body/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.body.type,parentSchema:h.properties.
query.properties.body,data:w};r===null?r=[b]:r.push(b),s++}var U=k===s}if(g.source!==void 0){let w=g.source,k=s,_=s,N=s;if(typeof w=="string"){if(ae(w)<1){let S={
instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Z,data:w};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Z.type,parentSchema:Z,data:w};r===null?r=[S]:r.push(S),s++}var or=_===s,U=k===s}let u;if(g.at!==void 0&&g.hosts===void 0){
let w={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,
deps:"hosts"},message:"must have property hosts when property at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:g};
r===null?r=[w]:r.push(w),s++}if(g.hosts!==void 0&&g.at===void 0){let w={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"depen\
dentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.
query.dependentRequired,parentSchema:h.properties.query,data:g};r===null?r=[w]:r.push(w),s++}}else{let O={instancePath:t+"/query",schemaPath:"#/properties/query\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.type,parentSchema:h.properties.query,data:g};r===null?r=[O]:r.push(
O),s++}var y=F===s}if(e.list!==void 0){let g=e.list,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.path===void 0){let u={instancePath:t+"/list",schemaPath:"\
#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.
properties.list,data:g};r===null?r=[u]:r.push(u),s++}if(g.filter===void 0){let u={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:g};r===
null?r=[u]:r.push(u),s++}if(g.limit===void 0){let u={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"\
limit"},message:"must have required property 'limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:g};r===null?r=[u]:r.push(u),s++}if(g.
items===void 0){let u={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have req\
uired property 'items'",schema:h.properties.list.required,parentSchema:h.properties.list,data:g};r===null?r=[u]:r.push(u),s++}if(g.source===void 0){let u={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
list.required,parentSchema:h.properties.list,data:g};r===null?r=[u]:r.push(u),s++}let O=s;for(let u in g)if(!(u==="path"||u==="filter"||u==="limit"||u==="items"||
u==="within"||u==="source")){let w={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.list,data:g};r===null?r=[w]:r.push(w),s++}if(g.path!==void 0){let u=g.path,w=s,
k=s,_=s;if(typeof u=="string"){if(!Tt.test(u)){let N={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:je,data:u};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:u};r===null?r=[N]:r.push(N),s++}var Vt=k===s,Ge=w===s}if(g.filter!==
void 0){let u=g.filter,w=s,k=s;if(typeof u=="string"){if(ae(u)<1){let N={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:u};r===null?
r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:h.properties.list.properties.filter.type,parentSchema:h.properties.list.properties.filter,data:u};r===null?r=[N]:r.push(N),s++}var Ge=w===
s}if(g.limit!==void 0){let u=g.limit,w=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let N={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properti\
es/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.
limit,data:u};r===null?r=[N]:r.push(N),s++}let k=s;if(typeof u=="number"){if(u>500||isNaN(u)){let N={instancePath:t+"/list/limit",schemaPath:"#/properties/list/\
properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,
data:u};r===null?r=[N]:r.push(N),s++}if(u<2||isNaN(u)){let N={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"mini\
mum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:h.properties.list.properties.limit,data:u};r===null?r=[N]:r.push(N),s++}}var Ge=w===
s}if(g.items!==void 0){let u=g.items,w=s,k=s,_=s;if(typeof u=="string"){if(!We.test(u)){let b={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:u};
r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Y.type,parentSchema:Y,data:u};r===null?r=[b]:r.push(b),s++}var kr=k===s,Ge=w===s}if(g.within!==void 0){let u=g.within,w=s,k=s,_=s;if(typeof u=="s\
tring"){if(!We.test(u)){let b={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:u};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/list/\
within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:u};r===null?r=[b]:r.push(
b),s++}var Fm=k===s,Ge=w===s}if(g.source!==void 0){let u=g.source,w=s,k=s,_=s;if(typeof u=="string"){if(ae(u)<1){let b={instancePath:t+"/list/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:u};r===null?r=[b]:r.
push(b),s++}}else{let b={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}var Vm=k===s,Ge=w===s}}else{let O={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.list.type,parentSchema:h.properties.list,data:g};r===null?r=[O]:r.push(O),s++}var y=F===
s}if(e.cancel!==void 0){let g=e.cancel,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.method===void 0){let u={instancePath:t+"/cancel",schemaPath:"#/\
properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.cancel.required,
parentSchema:h.properties.cancel,data:g};r===null?r=[u]:r.push(u),s++}if(g.path===void 0){let u={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.
cancel,data:g};r===null?r=[u]:r.push(u),s++}if(g.source===void 0){let u={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:g};r===null?r=
[u]:r.push(u),s++}let O=s;for(let u in g)if(!(u==="method"||u==="path"||u==="from"||u==="proves"||u==="source")){let w={instancePath:t+"/cancel",schemaPath:"#/p\
roperties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel,data:g};r===null?r=[w]:r.push(w),s++}if(g.method!==void 0){let u=g.method,w=s,k=h.properties.cancel.properties.method.enum;if(!(u==="GET"||u===
"POST"||u==="PUT"||u==="DELETE")){let _={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.
properties.cancel.properties.method,data:u};r===null?r=[_]:r.push(_),s++}var Dr=w===s}if(g.path!==void 0){let u=g.path,w=s,k=s,_=s;if(typeof u=="string"){if(!Tt.
test(u)){let b={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:je,data:u};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:je.type,parentSchema:je,data:u};r===null?r=[b]:r.push(b),s++}var Ln=k===s,Dr=w===s}if(g.from!==void 0){let u=g.from,w=s,
k=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.words===void 0){let b={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/requi\
red",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.
properties.cancel.properties.from,data:u};r===null?r=[b]:r.push(b),s++}if(u.source===void 0){let b={instancePath:t+"/cancel/from",schemaPath:"#/properties/cance\
l/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.
from.required,parentSchema:h.properties.cancel.properties.from,data:u};r===null?r=[b]:r.push(b),s++}let N=s;for(let b in u)if(!(b==="words"||b==="source")){let S={
instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.from,data:u};r===null?r=[S]:r.push(S),s++}if(u.words!==void 0){
let b=u.words,S=s,T=s,C=s;if(Array.isArray(b)){if(b.length<1){let Ve={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Qe,data:b};r===null?r=[Ve]:r.push(Ve),s++}let ce=!0,K=b.length;for(let Ve=0;Ve<
K;Ve++){let ye=b[Ve],ee=s,ne=s;if(typeof ye=="string"){if(ae(ye)<1){let Ze={instancePath:t+"/cancel/from/words/"+Ve,schemaPath:"#/$defs/words/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Qe.items,data:ye};r===null?r=[Ze]:r.push(Ze),s++}}else{let Ze={
instancePath:t+"/cancel/from/words/"+Ve,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Qe.items.type,
parentSchema:Qe.items,data:ye};r===null?r=[Ze]:r.push(Ze),s++}var dp=ee===s;dp||(ce=!1)}let I,ue=b.length,ke;if(I=!0,ue>1){let Ve={};for(;ue--;){let ye=b[ue];if(typeof ye==
"string"){if(typeof Ve[ye]=="number"){ke=Ve[ye];let ee={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{
i:ue,j:ke},message:"must NOT have duplicate items (items ## "+ke+" and "+ue+" are identical)",schema:!0,parentSchema:Qe,data:b};r===null?r=[ee]:r.push(ee),s++,I=
!1;break}Ve[ye]=ue}}}}else{let ce={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be arr\
ay",schema:Qe.type,parentSchema:Qe,data:b};r===null?r=[ce]:r.push(ce),s++}var up=T===s,lp=S===s}if(u.source!==void 0){let b=u.source,S=s,T=s,C=s;if(typeof b=="s\
tring"){if(ae(b)<1){let K={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:Z,data:b};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/so\
urce/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:b};r===null?r=[K]:r.push(K),s++}var Fn=T===s,lp=S===
s}}else{let N={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.properties.from,data:u};r===null?r=[N]:r.push(N),s++}var Dr=w===s}if(g.proves!==
void 0){let u=g.proves,w=s,k=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).length<2){let b={instancePath:t+"/cancel/proves",schemaPath:"#/pro\
perties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.
properties.cancel.properties.proves,data:u};r===null?r=[b]:r.push(b),s++}if(u.source===void 0){let b={instancePath:t+"/cancel/proves",schemaPath:"#/properties/c\
ancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.
properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:u};r===null?r=[b]:r.push(b),s++}let N=s;for(let b in u)if(!(b==="answer"||b===
"query"||b==="source")){let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProper\
ties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.proves,data:u};r===null?
r=[S]:r.push(S),s++}if(u.answer!==void 0){let b=u.answer,S=s,T=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let ce={instancePath:t+"/cancel/\
proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have\
 required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,
data:b};r===null?r=[ce]:r.push(ce),s++}if(b.words===void 0){let ce={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/pro\
perties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:h.properties.cancel.properties.
proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};r===null?r=[ce]:r.push(ce),s++}let C=s;for(let ce in b)
if(!(ce==="at"||ce==="words")){let K={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:ce},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.
proves.properties.answer,data:b};r===null?r=[K]:r.push(K),s++}if(b.at!==void 0){let ce=b.at,K=s,I=s,ue=s;if(typeof ce=="string"){if(!We.test(ce)){let ke={instancePath:t+
"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:ce};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/cancel/proves/answer/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:ce};r===null?r=[ke]:r.push(ke),s++}var Vn=I===
s,zr=K===s}if(b.words!==void 0){let ce=b.words,K=s,I=s,ue=s;if(Array.isArray(ce)){if(ce.length<1){let He={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Qe,data:ce};r===null?r=[He]:r.push(
He),s++}let Ve=!0,ye=ce.length;for(let He=0;He<ye;He++){let tt=ce[He],at=s,Wr=s;if(typeof tt=="string"){if(ae(tt)<1){let $r={instancePath:t+"/cancel/proves/answ\
er/words/"+He,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Qe.
items,data:tt};r===null?r=[$r]:r.push($r),s++}}else{let $r={instancePath:t+"/cancel/proves/answer/words/"+He,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Qe.items.type,parentSchema:Qe.items,data:tt};r===null?r=[$r]:r.push($r),s++}var mp=at===s;mp||(Ve=!1)}let ee,
ne=ce.length,Ze;if(ee=!0,ne>1){let He={};for(;ne--;){let tt=ce[ne];if(typeof tt=="string"){if(typeof He[tt]=="number"){Ze=He[tt];let at={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ne,j:Ze},message:"must NOT have duplicate items (items ## "+Ze+" an\
d "+ne+" are identical)",schema:!0,parentSchema:Qe,data:ce};r===null?r=[at]:r.push(at),s++,ee=!1;break}He[tt]=ne}}}}else{let Ve={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Qe.type,parentSchema:Qe,data:ce};r===null?r=[Ve]:
r.push(Ve),s++}var Um=I===s,zr=K===s}}else{let C={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.answer.type,parentSchema:h.properties.
cancel.properties.proves.properties.answer,data:b};r===null?r=[C]:r.push(C),s++}var da=S===s}if(u.query!==void 0){let b=u.query,S=s,T=s,C=s;if(Array.isArray(b)){
if(b.length<1){let ye={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewe\
r than 1 items",schema:1,parentSchema:Qe,data:b};r===null?r=[ye]:r.push(ye),s++}let K=!0,I=b.length;for(let ye=0;ye<I;ye++){let ee=b[ye],ne=s,Ze=s;if(typeof ee==
"string"){if(ae(ee)<1){let He={instancePath:t+"/cancel/proves/query/"+ye,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Qe.items,data:ee};r===null?r=[He]:r.push(He),s++}}else{let He={instancePath:t+"/cancel/proves/query\
/"+ye,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Qe.items.type,parentSchema:Qe.items,data:ee};r===
null?r=[He]:r.push(He),s++}var Un=ne===s;Un||(K=!1)}let ue,ke=b.length,Ve;if(ue=!0,ke>1){let ye={};for(;ke--;){let ee=b[ke];if(typeof ee=="string"){if(typeof ye[ee]==
"number"){Ve=ye[ee];let ne={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ke,j:Ve},message:"must \
NOT have duplicate items (items ## "+Ve+" and "+ke+" are identical)",schema:!0,parentSchema:Qe,data:b};r===null?r=[ne]:r.push(ne),s++,ue=!1;break}ye[ee]=ke}}}}else{
let K={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Qe.type,parentSchema:Qe,
data:b};r===null?r=[K]:r.push(K),s++}var Dm=T===s,da=S===s}if(u.source!==void 0){let b=u.source,S=s,T=s,C=s;if(typeof b=="string"){if(ae(b)<1){let K={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,
data:b};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Z.type,parentSchema:Z,data:b};r===null?r=[K]:r.push(K),s++}var Ps=T===s,da=S===s}}else{let N={instancePath:t+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.type,parentSchema:h.
properties.cancel.properties.proves,data:u};r===null?r=[N]:r.push(N),s++}var Dr=w===s}if(g.source!==void 0){let u=g.source,w=s,k=s,_=s;if(typeof u=="string"){if(ae(
u)<1){let b={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}var zm=k===s,Dr=w===s}}else{let O={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.type,parentSchema:h.properties.
cancel,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.status!==void 0){let g=e.status,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.at===void 0){
let u={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:g};r===null?r=[u]:r.push(u),s++}if(g.states===void 0){let u={instancePath:t+"/st\
atus",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:h.properties.
status.required,parentSchema:h.properties.status,data:g};r===null?r=[u]:r.push(u),s++}if(g.source===void 0){let u={instancePath:t+"/status",schemaPath:"#/proper\
ties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.status.required,parentSchema:h.
properties.status,data:g};r===null?r=[u]:r.push(u),s++}let O=s;for(let u in g)if(!(u==="at"||u==="states"||u==="as"||u==="absent"||u==="cases"||u==="source")){let w={
instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:h.properties.status,data:g};r===null?r=[w]:r.push(w),s++}if(g.at!==void 0){let u=g.at,w=s,k=s,_=s;if(typeof u==
"string"){if(!We.test(u)){let N={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:u};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/statu\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:u};r===null?r=[N]:r.push(
N),s++}var Jm=k===s,Jr=w===s}if(g.states!==void 0){let u=g.states,w=s,k=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).length<1){let b={instancePath:t+
"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:h.properties.status.properties.states,data:u};r===null?r=[b]:r.push(b),s++}let N=s;for(let b in u){let S=u[b],T=s,C=s,ce=jt.enum;
if(!(S==="queued"||S==="processing"||S==="completed"||S==="failed"||S==="expired"||S==="cancelled"||S==="unknown")){let K={instancePath:t+"/status/states/"+b.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:jt.enum},message:"must be equal to one of the allowed values",
schema:jt.enum,parentSchema:jt,data:S};r===null?r=[K]:r.push(K),s++}var ua=C===s,la=T===s}}else{let N={instancePath:t+"/status/states",schemaPath:"#/properties/\
status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.states.type,parentSchema:h.properties.
status.properties.states,data:u};r===null?r=[N]:r.push(N),s++}var Jr=w===s}if(g.as!==void 0){let u=g.as,w=s,k=h.properties.status.properties.as.enum;if(!(u==="n\
umber"||u==="boolean")){let N={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.status.properties.as.enum,parentSchema:h.properties.status.properties.
as,data:u};r===null?r=[N]:r.push(N),s++}var Jr=w===s}if(g.absent!==void 0){let u=g.absent,w=s,k=s,_=jt.enum;if(!(u==="queued"||u==="processing"||u==="completed"||
u==="failed"||u==="expired"||u==="cancelled"||u==="unknown")){let b={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:jt.
enum},message:"must be equal to one of the allowed values",schema:jt.enum,parentSchema:jt,data:u};r===null?r=[b]:r.push(b),s++}var Wm=k===s,Jr=w===s}if(g.cases!==
void 0){let u=g.cases,w=s,k=s;if(Array.isArray(u)){if(u.length<1){let S={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:u};r===null?r=
[S]:r.push(S),s++}let N=!0,b=u.length;for(let S=0;S<b;S++){let T=u[S],C=s,ce=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.when===void 0){let I={instancePath:t+
"/status/cases/"+S,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:T};r===null?r=[I]:r.
push(I),s++}if(T.means===void 0){let I={instancePath:t+"/status/cases/"+S,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.
properties.cases.items,data:T};r===null?r=[I]:r.push(I),s++}let K=s;for(let I in T)if(!(I==="when"||I==="means")){let ue={instancePath:t+"/status/cases/"+S,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional \
properties",schema:!1,parentSchema:h.properties.status.properties.cases.items,data:T};r===null?r=[ue]:r.push(ue),s++}if(T.when!==void 0){let I=T.when,ue=s,ke=s;
if(Array.isArray(I)){if(I.length<1){let ee={instancePath:t+"/status/cases/"+S+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/min\
Items",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.
when,data:I};r===null?r=[ee]:r.push(ee),s++}let Ve=!0,ye=I.length;for(let ee=0;ee<ye;ee++){let ne=I[ee],Ze=s,He=s,tt=s,at=!1,Wr=null,$r=s;if(ne&&typeof ne=="obj\
ect"&&!Array.isArray(ne)&&ne.is===void 0){let Ot={instancePath:t+"/status/cases/"+S+"/when/"+ee,schemaPath:"#/properties/status/properties/cases/items/propertie\
s/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:h.properties.status.properties.
cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:ne};r===null?r=[
Ot]:r.push(Ot),s++}var Pr=$r===s;Pr&&(at=!0,Wr=0);let Bm=s;if(ne&&typeof ne=="object"&&!Array.isArray(ne)&&ne.present===void 0){let Ot={instancePath:t+"/status/\
cases/"+S+"/when/"+ee,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
present"},message:"must have required property 'present'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:h.
properties.status.properties.cases.items.properties.when.items.oneOf[1],data:ne};r===null?r=[Ot]:r.push(Ot),s++}var Pr=Bm===s;if(Pr&&at?(at=!1,Wr=[Wr,1]):Pr&&(at=
!0,Wr=1),at)s=tt,r!==null&&(tt?r.length=tt:r=null);else{let Ot={instancePath:t+"/status/cases/"+S+"/when/"+ee,schemaPath:"#/properties/status/properties/cases/i\
tems/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:Wr},message:"must match exactly one schema in oneOf",schema:h.properties.status.properties.
cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ne};r===null?r=[Ot]:r.push(Ot),s++}if(ne&&
typeof ne=="object"&&!Array.isArray(ne)){if(ne.at===void 0){let rt={instancePath:t+"/status/cases/"+S+"/when/"+ee,schemaPath:"#/properties/status/properties/cas\
es/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.
properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ne};r===null?r=[rt]:r.push(
rt),s++}let Ot=s;for(let rt in ne)if(!(rt==="at"||rt==="is"||rt==="present")){let pr={instancePath:t+"/status/cases/"+S+"/when/"+ee,schemaPath:"#/properties/sta\
tus/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:rt},message:"must NOT have addi\
tional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ne};r===null?r=[pr]:r.push(pr),s++}if(ne.at!==void 0){
let rt=ne.at,pr=s,Cn=s,T0=s;if(typeof rt=="string"){if(!We.test(rt)){let bt={instancePath:t+"/status/cases/"+S+"/when/"+ee+"/at",schemaPath:"#/$defs/pointer/pat\
tern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,
data:rt};r===null?r=[bt]:r.push(bt),s++}}else{let bt={instancePath:t+"/status/cases/"+S+"/when/"+ee+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:rt};r===null?r=[bt]:r.push(bt),s++}var Cm=Cn===s,ir=pr===s}if(ne.is!==void 0){let rt=ne.
is,pr=s,Cn=s;if(Array.isArray(rt)){if(rt.length<1){let bt={instancePath:t+"/status/cases/"+S+"/when/"+ee+"/is",schemaPath:"#/properties/status/properties/cases/\
items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.is,data:rt};r===null?r=[bt]:r.push(bt),s++}}else{let bt={instancePath:t+"/status/cases/"+S+"/when\
/"+ee+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must \
be array",schema:h.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.properties.is,data:rt};r===null?r=[bt]:r.push(bt),s++}var ir=pr===s}if(ne.present!==void 0){let rt=ne.present,pr=s;if(typeof rt!="boolean"){let bt={instancePath:t+
"/status/cases/"+S+"/when/"+ee+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.present,data:rt};r===null?r=[bt]:r.push(bt),s++}let Cn=s;var ir=pr===s}}else{let Ot={instancePath:t+
"/status/cases/"+S+"/when/"+ee,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:ne};r===null?r=[Ot]:r.push(Ot),s++}var Dn=Ze===s;Dn||(Ve=!1)}}else{let Ve={instancePath:t+"/status/cases/"+S+"/when",schemaPath:"#/properties/st\
atus/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.
properties.when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:I};r===null?r=[Ve]:r.push(Ve),s++}var zn=ue===s}if(T.means!==void 0){
let I=T.means,ue=s,ke=s,Ve=jt.enum;if(!(I==="queued"||I==="processing"||I==="completed"||I==="failed"||I==="expired"||I==="cancelled"||I==="unknown")){let ee={instancePath:t+
"/status/cases/"+S+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:jt.enum},message:"must be equal to one of the allowed values",schema:jt.
enum,parentSchema:jt,data:I};r===null?r=[ee]:r.push(ee),s++}var Km=ke===s,zn=ue===s}}else{let K={instancePath:t+"/status/cases/"+S,schemaPath:"#/properties/stat\
us/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.
properties.status.properties.cases.items,data:T};r===null?r=[K]:r.push(K),s++}var Jn=C===s;Jn||(N=!1)}}else{let N={instancePath:t+"/status/cases",schemaPath:"#/\
properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.
properties.status.properties.cases,data:u};r===null?r=[N]:r.push(N),s++}var Jr=w===s}if(g.source!==void 0){let u=g.source,w=s,k=s,_=s;if(typeof u=="string"){if(ae(
u)<1){let b={instancePath:t+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}var Wn=k===s,Jr=w===s}}else{let O={instancePath:t+
"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.
status,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.progress!==void 0){let g=e.progress,F=s,J=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.at===
void 0){let u={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have requir\
ed property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:g};r===null?r=[u]:r.push(u),s++}if(g.of===void 0){let u={instancePath:t+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:g};r===null?r=[u]:r.push(u),s++}if(g.source===void 0){let u={instancePath:t+"/progress",schemaPath:"#/\
properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,
parentSchema:h.properties.progress,data:g};r===null?r=[u]:r.push(u),s++}let O=s;for(let u in g)if(!(u==="at"||u==="of"||u==="source")){let w={instancePath:t+"/p\
rogress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional \
properties",schema:!1,parentSchema:h.properties.progress,data:g};r===null?r=[w]:r.push(w),s++}if(g.at!==void 0){let u=g.at,w=s,k=s,_=s;if(typeof u=="string"){if(!We.
test(u)){let N={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match\
 pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:u};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/progress/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:u};r===null?r=[N]:r.push(N),s++}var Hm=k===
s,ma=w===s}if(g.of!==void 0){let u=g.of,w=s,k=s;if(typeof u=="number"){if(u<=0||isNaN(u)){let N={instancePath:t+"/progress/of",schemaPath:"#/properties/progress\
/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.progress.properties.
of,data:u};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{
type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:u};r===null?r=[N]:
r.push(N),s++}var ma=w===s}if(g.source!==void 0){let u=g.source,w=s,k=s,_=s;if(typeof u=="string"){if(ae(u)<1){let b={instancePath:t+"/progress/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:u};r===null?r=[b]:r.
push(b),s++}}else{let b={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:u};r===null?r=[b]:r.push(b),s++}var fp=k===s,ma=w===s}}else{let O={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:g};r===null?r=[O]:r.push(O),s++}
var y=F===s}if(e.results!==void 0){let g=e.results,F=s;Sr(g,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||
(r=r===null?Sr.errors:r.concat(Sr.errors),s=r.length);var y=F===s}if(e.message!==void 0){let g=e.message,F=s;pt(g,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?pt.errors:r.concat(pt.errors),s=r.length);var y=F===s}if(e.code!==void 0){let g=e.code,F=s;pt(g,{instancePath:t+
"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?pt.errors:r.concat(pt.errors),s=r.length);var y=F===s}if(e.seconds!==void 0){
let g=e.seconds,F=s,J=s,P=s;if(typeof g=="string"){if(!We.test(g)){let u={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:g};r===null?r=[u]:r.push(u),
s++}}else{let u={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:g};r===null?r=[u]:r.push(u),s++}var fa=J===s,y=F===s}if(e.secondsAs!==void 0){let g=e.secondsAs,F=s;if(g!=="string"){let P={instancePath:t+"/secondsAs",schemaPath:"\
#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,
data:g};r===null?r=[P]:r.push(P),s++}var y=F===s}if(e.usage!==void 0){let g=e.usage,F=s,J=s;if(Array.isArray(g)){let O=!0,u=g.length;for(let w=0;w<u;w++){let k=g[w],
_=s,N=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){let S={instancePath:t+"/usage/"+w,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,
data:k};r===null?r=[S]:r.push(S),s++}if(k.unit===void 0){let S={instancePath:t+"/usage/"+w,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"unit"},message:"must have required property 'unit'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:k};r===
null?r=[S]:r.push(S),s++}if(k.source===void 0){let S={instancePath:t+"/usage/"+w,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:k};r===null?r=[S]:r.
push(S),s++}let b=s;for(let S in k)if(!(S==="at"||S==="unit"||S==="source")){let T={instancePath:t+"/usage/"+w,schemaPath:"#/properties/usage/items/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,
data:k};r===null?r=[T]:r.push(T),s++}if(k.at!==void 0){let S=k.at,T=s,C=s,ce=s;if(typeof S=="string"){if(!We.test(S)){let K={instancePath:t+"/usage/"+w+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Y,data:S};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/usage/"+w+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:S};r===null?r=[K]:r.push(K),s++}var m=C===s,be=T===s}if(k.unit!==void 0){let S=k.unit,
T=s,C=s;if(typeof S=="string"){if(ae(S)<1){let K={instancePath:t+"/usage/"+w+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.usage.items.properties.unit,data:S};r===null?r=[K]:
r.push(K),s++}}else{let K={instancePath:t+"/usage/"+w+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.properties.usage.items.properties.unit,data:S};r===null?r=[K]:r.push(K),s++}
var be=T===s}if(k.source!==void 0){let S=k.source,T=s,C=s,ce=s;if(typeof S=="string"){if(ae(S)<1){let I={instancePath:t+"/usage/"+w+"/source",schemaPath:"#/$def\
s/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:S};r===null?r=[I]:r.push(I),
s++}}else{let I={instancePath:t+"/usage/"+w+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,
parentSchema:Z,data:S};r===null?r=[I]:r.push(I),s++}var st=C===s,be=T===s}}else{let b={instancePath:t+"/usage/"+w,schemaPath:"#/properties/usage/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.usage.items.type,parentSchema:h.properties.usage.items,data:k};r===null?r=[b]:r.push(b),
s++}var _t=_===s;_t||(O=!1)}}else{let O={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}if(e.told!==void 0){let g=e.told,F=s,J=s;if(Array.
isArray(g)){let O=!0,u=g.length;for(let w=0;w<u;w++){let k=g[w],_=s,N=s,b=s,S=!1,T=null,C=s;if(k&&typeof k=="object"&&!Array.isArray(k)&&k.link===void 0){let K={
instancePath:t+"/told/"+w,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required p\
roperty 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.properties.told.items.oneOf[0],data:k};r===null?r=[K]:r.push(K),s++}var G=C===s;
G&&(S=!0,T=0);let ce=s;if(k&&typeof k=="object"&&!Array.isArray(k)&&k.constant===void 0){let K={instancePath:t+"/told/"+w,schemaPath:"#/properties/told/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.told.items.oneOf[1].
required,parentSchema:h.properties.told.items.oneOf[1],data:k};r===null?r=[K]:r.push(K),s++}var G=ce===s;if(G&&S)S=!1,T=[T,1];else{G&&(S=!0,T=1);let K=s;if(k&&typeof k==
"object"&&!Array.isArray(k)&&k.fact===void 0){let ue={instancePath:t+"/told/"+w,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{
missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],
data:k};r===null?r=[ue]:r.push(ue),s++}var G=K===s;G&&S?(S=!1,T=[T,2]):G&&(S=!0,T=2)}if(S)s=b,r!==null&&(b?r.length=b:r=null);else{let K={instancePath:t+"/told/"+
w,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:T},message:"must match exactly one schema in oneOf",schema:h.properties.told.
items.oneOf,parentSchema:h.properties.told.items,data:k};r===null?r=[K]:r.push(K),s++}if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){let I={instancePath:t+
"/told/"+w,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.
told.items.required,parentSchema:h.properties.told.items,data:k};r===null?r=[I]:r.push(I),s++}if(k.in===void 0){let I={instancePath:t+"/told/"+w,schemaPath:"#/p\
roperties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:h.properties.told.items.required,
parentSchema:h.properties.told.items,data:k};r===null?r=[I]:r.push(I),s++}if(k.source===void 0){let I={instancePath:t+"/told/"+w,schemaPath:"#/properties/told/i\
tems/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.told.items.required,parentSchema:h.
properties.told.items,data:k};r===null?r=[I]:r.push(I),s++}let K=s;for(let I in k)if(!(I==="at"||I==="in"||I==="link"||I==="constant"||I==="fact"||I==="source")){
let ue={instancePath:t+"/told/"+w,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items,data:k};r===null?r=[ue]:r.push(ue),s++}if(k.at!==void 0){let I=k.at,ue=s,ke=s,
Ve=s;if(typeof I=="string"){if(!We.test(I)){let ye={instancePath:t+"/told/"+w+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:I};r===null?r=[ye]:r.push(ye),s++}}else{
let ye={instancePath:t+"/told/"+w+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:I};r===null?r=[ye]:r.push(ye),s++}var l=ke===s,E=ue===s}if(k.in!==void 0){let I=k.in,ue=s,ke=h.properties.told.items.properties.in.enum;if(!(I==="submit"||
I==="query"||I==="both")){let ye={instancePath:t+"/told/"+w+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.
properties.told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.
properties.told.items.properties.in,data:I};r===null?r=[ye]:r.push(ye),s++}var E=ue===s}if(k.link!==void 0){let I=k.link,ue=s,ke=s;if(I&&typeof I=="object"&&!Array.
isArray(I)){if(I.path===void 0){let ee={instancePath:t+"/told/"+w+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.told.items.properties.link.required,parentSchema:h.properties.told.items.
properties.link,data:I};r===null?r=[ee]:r.push(ee),s++}let ye=s;for(let ee in I)if(ee!=="path"){let ne={instancePath:t+"/told/"+w+"/link",schemaPath:"#/properti\
es/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"must NOT have additional properties",
schema:!1,parentSchema:h.properties.told.items.properties.link,data:I};r===null?r=[ne]:r.push(ne),s++}if(I.path!==void 0){let ee=I.path,ne=s,Ze=s,He=s;if(typeof ee==
"string"){if(!Tt.test(ee)){let tt={instancePath:t+"/told/"+w+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'mus\
t match pattern "^/"',schema:"^/",parentSchema:je,data:ee};r===null?r=[tt]:r.push(tt),s++}}else{let tt={instancePath:t+"/told/"+w+"/link/path",schemaPath:"#/$de\
fs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:ee};r===null?r=[tt]:r.push(tt),s++}var oe=Ze===
s,fe=ne===s}}else{let ye={instancePath:t+"/told/"+w+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.link,data:I};r===null?r=[ye]:r.push(ye),s++}
var E=ue===s}if(k.fact!==void 0){let I=k.fact,ue=s,ke=h.properties.told.items.properties.fact.enum;if(!(I==="id"||I==="model"||I==="created")){let ye={instancePath:t+
"/told/"+w+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.fact.enum},
message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.fact.enum,parentSchema:h.properties.told.items.properties.fact,data:I};
r===null?r=[ye]:r.push(ye),s++}var E=ue===s}if(k.source!==void 0){let I=k.source,ue=s,ke=s,Ve=s;if(typeof I=="string"){if(ae(I)<1){let ee={instancePath:t+"/told\
/"+w+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,
data:I};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/told/"+w+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Z.type,parentSchema:Z,data:I};r===null?r=[ee]:r.push(ee),s++}var B=ke===s,E=ue===s}}else{let K={instancePath:t+"/told/"+w,schemaPath:"\
#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.type,parentSchema:h.properties.told.
items,data:k};r===null?r=[K]:r.push(K),s++}var v=_===s;v||(O=!1)}}else{let O={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,data:g};r===null?r=[O]:r.push(O),s++}var y=F===s}let X;if(e.list!==
void 0){if(e.id===void 0){let g={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,
deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,parentSchema:h,data:e};r===null?r=[g]:r.push(
g),s++}if(e.query===void 0){let g={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,
deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,parentSchema:h,data:e};r===null?r=[g]:r.push(
g),s++}}}else{let L={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.type,parentSchema:h,data:e};r===
null?r=[L]:r.push(L),s++}return yt.errors=r,s===0}yt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ha(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ha.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.protocol===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"\
must have required property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.title===void 0){let m={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.required,parentSchema:c,data:e};r===null?
r=[m]:r.push(m),s++}if(e.description===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"\
must have required property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.sources===void 0){let m={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.required,parentSchema:c,data:e};r===null?
r=[m]:r.push(m),s++}if(e.baseUrl===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must hav\
e required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.authentication===void 0){let m={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.required,parentSchema:c,
data:e};r===null?r=[m]:r.push(m),s++}if(e.deadline===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},
message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.poll===void 0){let m={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[m]:r.push(m),s++}if(e.operations===void 0){let m={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[m]:r.push(m),s++}if(e.errors===void 0){let m={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[m]:r.push(m),s++}let fa=s;for(let m in e)if(!ya.call(c.properties,m)){let be={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[be]:r.push(be),s++}if(e.$schema!==void 0){
let m=e.$schema,be=s;if(typeof m!="string"){let _t={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:m};r===null?r=[_t]:r.push(_t),s++}let st=s;var d=be===s}if(e.$comment!==
void 0){let m=e.$comment,be=s,st=s,_t=s;if(typeof m=="string"){if(ae(m)<1){let l={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Xt,data:m};r===null?r=[l]:r.push(l),s++}}else{let l={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Xt.type,parentSchema:Xt,data:m};r===null?r=[
l]:r.push(l),s++}var y=st===s,d=be===s}if(e.protocol!==void 0){let m=e.protocol,be=s,st=s;if(typeof m=="string"){if(!tf.test(m)){let G={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:m};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:m};r===null?r=
[G]:r.push(G),s++}var d=be===s}if(e.title!==void 0){let m=e.title,be=s,st=s;if(typeof m=="string"){if(ae(m)<1){let G={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:m};r===
null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.description!==void 0){let m=e.description,
be=s,st=s;if(typeof m=="string"){if(ae(m)<1){let G={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:m};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.sources!==void 0){let m=e.sources,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(
m)){if(Object.keys(m).length<1){let l={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m){let E=m[l],oe=s,fe=s,
B=!1,v=null,L=s,X=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.package===void 0){let P={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required proper\
ty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:E};r===null?
r=[P]:r.push(P),s++}if(E.version===void 0){let P={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:E};r===null?r=[P]:r.push(P),s++}let J=s;for(let P in E)
if(!(P==="package"||P==="version")){let O={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:E};r===null?r=[O]:r.push(O),s++}if(E.package!==void 0){let P=E.package,O=s,u=s;if(typeof P=="string"){if(ae(
P)<1){let w={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:P};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:P};r===null?r=[w]:
r.push(w),s++}var $=O===s}if(E.version!==void 0){let P=E.version,O=s,u=s;if(typeof P=="string"){if(!rf.test(P)){let k={instancePath:t+"/sources/"+l.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:P};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:P};r===null?r=[k]:
r.push(k),s++}var $=O===s}}else{let J={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:E};r===null?r=[J]:r.push(J),s++}var q=L===s;if(q){B=!0,v=0;var x=!0}let g=s,F=s;if(E&&typeof E=="object"&&!Array.isArray(
E)){if(E.document===void 0){let P={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:E};r===null?r=[P]:r.push(P),s++}if(E.url===void 0){let P={instancePath:t+
"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:E};r===null?r=[P]:r.push(P),s++}let J=s;for(let P in E)if(!(P==="document"||P==="url")){let O={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:E};r===null?r=[O]:r.push(O),s++}if(E.document!==
void 0){let P=E.document,O=s,u=s;if(typeof P=="string"){if(ae(P)<1){let w={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:P};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+
"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:P};r===null?r=[w]:r.push(w),s++}var A=O===s}if(E.url!==void 0){let P=E.url,O=s,u=s;if(typeof P=="\
string"){if(!gp.test(P)){let k={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:P};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:P};r===
null?r=[k]:r.push(k),s++}var A=O===s}}else{let J={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:E};r===null?r=[J]:r.push(J),s++}var q=g===s;if(q&&B?(B=!1,v=[v,1]):q&&(B=!0,v=1,x!==!0&&(x=!0)),B)s=fe,r!==
null&&(fe?r.length=fe:r=null);else{let J={instancePath:t+"/sources/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:v},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:E};r===null?r=[J]:r.push(J),s++}var M=oe===s}}else{let G={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:m};r===null?r=[G]:
r.push(G),s++}var d=be===s}if(e.baseUrl!==void 0){let m=e.baseUrl,be=s,st=s;if(typeof m=="string"){if(!sf.test(m)){let G={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:m};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:m};r===null?
r=[G]:r.push(G),s++}var d=be===s}if(e.authentication!==void 0){let m=e.authentication,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.in===void 0){let l={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[l]:r.push(l),s++}if(m.name===void 0){let l={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){
let l={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:m};r===null?r=[l]:r.push(l),s++}let G=s;
for(let l in m)if(!(l==="in"||l==="name"||l==="prefix"||l==="token"||l==="source")){let E={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:m};r===null?r=[E]:r.push(E),s++}if(m.in!==void 0){let l=m.in,E=s,oe=c.properties.authentication.properties.in.enum;if(l!=="header"){let fe={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:l};r===null?r=[fe]:r.push(fe),s++}var V=E===s}if(m.name!==void 0){let l=m.name,E=s,oe=s;if(typeof l=="string"){if(!af.test(l)){let B={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:l};r===null?r=[B]:r.push(B),s++}}else{let B={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:l};r===null?r=[B]:r.push(B),s++}var V=E===
s}if(m.prefix!==void 0){let l=m.prefix,E=s;if(typeof l!="string"){let B={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:l};r===null?r=[B]:r.push(B),s++}let oe=s;var V=E===s}if(m.token!==void 0){let l=m.token,E=s,oe=s,fe=!1,B=null,v=s,L=s;if(l&&
typeof l=="object"&&!Array.isArray(l)){if(l.by===void 0){let P={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:l};r===null?r=[P]:r.push(P),s++}if(l.seconds===void 0){let P={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:l};r===null?r=[P]:r.push(P),s++}let J=s;for(let P in l)if(!(P==="by"||P==="seconds"||P==="backdateSeconds")){let O={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:l};r===null?r=[O]:r.push(O),s++}
if(l.by!==void 0){let P=l.by,O=s;if(P!=="jwt-hs256"){let u={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:P};r===null?r=[u]:r.push(u),s++}var re=O===s}if(l.seconds!==void 0){let P=l.seconds,O=s;if(!(typeof P=="number"&&!(P%
1)&&!isNaN(P))){let k={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:P};r===null?r=[k]:r.push(k),s++}let u=s;if(typeof P=="number"){if(P>86400||isNaN(P)){
let k={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:P};r===null?r=[k]:r.push(k),s++}if(P<10||isNaN(P)){let k={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:P};r===null?r=[k]:r.push(k),s++}}var re=O===s}if(l.backdateSeconds!==void 0){let P=l.backdateSeconds,
O=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let k={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};r===null?r=
[k]:r.push(k),s++}let u=s;if(typeof P=="number"){if(P>3600||isNaN(P)){let k={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};r===null?r=[k]:r.push(k),s++}if(P<0||isNaN(P)){let k={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};r===
null?r=[k]:r.push(k),s++}}var re=O===s}}else{let J={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:l};r===null?r=[J]:r.push(J),s++}var D=v===s;if(D){fe=!0,B=0;var z=!0}let X=s,g=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.
by===void 0){let P={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:l};r===null?r=[P]:r.push(P),s++}if(l.scope===void 0){let P={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:l};r===null?r=[P]:r.push(P),
s++}let J=s;for(let P in l)if(!(P==="by"||P==="scope")){let O={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:l};r===null?r=[O]:r.push(O),s++}if(l.by!==void 0){let P=l.by,O=s;if(P!=="google-service-account"){let u={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:P};r===null?r=[u]:r.push(u),s++}var H=O===s}if(l.scope!==void 0){let P=l.scope,O=s,u=s;if(typeof P=="string"){if(ae(P)<1){let k={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:P};r===null?r=
[k]:r.push(k),s++}}else{let k={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:P};r===null?r=[k]:r.push(k),s++}var H=O===s}}else{let J={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:l};r===null?r=[J]:r.push(J),s++}var D=X===
s;if(D&&fe?(fe=!1,B=[B,1]):D&&(fe=!0,B=1,z!==!0&&(z=!0)),fe)s=oe,r!==null&&(oe?r.length=oe:r=null);else{let J={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:B},message:"must match exactly one schema in oneOf",schema:c.properties.
authentication.properties.token.oneOf,parentSchema:c.properties.authentication.properties.token,data:l};r===null?r=[J]:r.push(J),s++}var V=E===s}if(m.source!==void 0){
let l=m.source,E=s,oe=s,fe=s;if(typeof l=="string"){if(ae(l)<1){let v={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+
"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:l};r===
null?r=[v]:r.push(v),s++}var pe=oe===s,V=E===s}}else{let G={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:m};r===null?r=[G]:r.push(G),s++}var d=be===
s}if(e.idempotency!==void 0){let m=e.idempotency,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.header===void 0){let l={instancePath:t+"/idempotenc\
y",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:m};r===null?r=[l]:r.push(l),s++}if(m.keptSeconds===void 0){let l={instancePath:t+"/idempotency",
schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/idempot\
ency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)if(!(l==="header"||l==="keptSe\
conds"||l==="source")){let E={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:m};r===null?r=[E]:r.push(E),s++}if(m.header!==void 0){let l=m.
header,E=s,oe=s;if(typeof l=="string"){if(ae(l)<1){let fe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:l};r===
null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:l};r===
null?r=[fe]:r.push(fe),s++}var j=E===s}if(m.keptSeconds!==void 0){let l=m.keptSeconds,E=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){let B={instancePath:t+"/i\
dempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:l};r===null?r=[B]:r.push(B),s++}let oe=s;if(typeof l==
"number"&&(l<1||isNaN(l))){let B={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:l};r===null?r=[B]:r.push(B),
s++}var j=E===s}if(m.source!==void 0){let l=m.source,E=s,oe=s,fe=s;if(typeof l=="string"){if(ae(l)<1){let v={instancePath:t+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:l};r===null?r=[v]:r.push(
v),s++}}else{let v={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}var de=oe===s,j=E===s}}else{let G={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:m};r===null?
r=[G]:r.push(G),s++}var d=be===s}if(e.deadline!==void 0){let m=e.deadline,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let l={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)if(!(l==="seconds"||l==="source")){let E={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:m};r===null?r=[E]:r.push(E),s++}if(m.seconds!==void 0){let l=m.seconds,E=s;if(!(typeof l=="numb\
er"&&!(l%1)&&!isNaN(l))){let fe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:l};r===null?r=[fe]:
r.push(fe),s++}let oe=s;if(typeof l=="number"&&(l<60||isNaN(l))){let fe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds\
/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:l};r===
null?r=[fe]:r.push(fe),s++}var le=E===s}if(m.source!==void 0){let l=m.source,E=s,oe=s,fe=s;if(typeof l=="string"){if(ae(l)<1){let v={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:l};
r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Z.type,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}var W=oe===s,le=E===s}}else{let G={instancePath:t+"/deadline",schemaPath:"#/proper\
ties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:m};
r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.poll!==void 0){let m=e.poll,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let l={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)if(!(l==="seconds"||l==="source")){let E={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:m};r===null?r=[E]:r.push(E),s++}if(m.seconds!==void 0){let l=m.seconds,E=s,oe=s;if(typeof l=="number"){if(l<=0||isNaN(l)){let fe={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:l};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:l};r===null?r=[fe]:r.push(fe),s++}var R=E===s}if(m.source!==void 0){let l=m.source,E=s,oe=s,fe=s;if(typeof l=="string"){
if(ae(l)<1){let v={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}var we=oe===s,R=E===s}}else{let G={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.probe!==void 0){let m=e.probe,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){
let l={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[l]:r.push(l),s++}if(m.accepted===void 0){let l={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)if(!(l==="path"||l==="accepted"||l==="source")){let E={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:m};r===null?r=[E]:r.push(E),s++}if(m.path!==void 0){let l=m.path,E=s,oe=s,fe=s;if(typeof l=="string"){if(!Tt.
test(l)){let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:je,data:l};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:je.type,parentSchema:je,data:l};r===null?r=[B]:r.push(B),s++}var he=oe===s,Q=E===s}if(m.accepted!==void 0){let l=m.accepted,
E=s,oe=s;if(Array.isArray(l)){if(l.length<1){let L={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:l};r===null?r=[L]:r.push(L),s++}
let B=!0,v=l.length;for(let L=0;L<v;L++){let X=l[L],g=s;if(!(typeof X=="number"&&!(X%1)&&!isNaN(X))){let J={instancePath:t+"/probe/accepted/"+L,schemaPath:"#/pr\
operties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.items.
type,parentSchema:c.properties.probe.properties.accepted.items,data:X};r===null?r=[J]:r.push(J),s++}let F=s;if(typeof X=="number"){if(X>599||isNaN(X)){let J={instancePath:t+
"/probe/accepted/"+L,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= \
599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:X};r===null?r=[J]:r.push(J),s++}if(X<100||isNaN(X)){let J={instancePath:t+"/probe\
/accepted/"+L,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,
parentSchema:c.properties.probe.properties.accepted.items,data:X};r===null?r=[J]:r.push(J),s++}}var U=g===s;U||(B=!1)}}else{let B={instancePath:t+"/probe/accept\
ed",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.probe.properties.accepted.
type,parentSchema:c.properties.probe.properties.accepted,data:l};r===null?r=[B]:r.push(B),s++}var Q=E===s}if(m.source!==void 0){let l=m.source,E=s,oe=s,fe=s;if(typeof l==
"string"){if(ae(l)<1){let v={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}var Ee=oe===s,Q=E===s}}else{let G={
instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.probe.type,parentSchema:c.
properties.probe,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.modelProbe!==void 0){let m=e.modelProbe,be=s,st=s,_t=s,G=!1,l=null,E=s;if(m&&typeof m=="\
object"&&!Array.isArray(m)){if(m.path===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],
data:m};r===null?r=[B]:r.push(B),s++}if(m.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.properties.
modelProbe.oneOf[0],data:m};r===null?r=[B]:r.push(B),s++}}var Ue=E===s;Ue&&(G=!0,l=0);let oe=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.url===void 0){let B={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required\
 property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:m};r===null?r=[B]:r.push(B),s++}if(m.names===
void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"m\
ust have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:m};r===null?r=[B]:r.push(
B),s++}}var Ue=oe===s;if(Ue&&G)G=!1,l=[l,1];else{Ue&&(G=!0,l=1);let B=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.untestable===void 0){let L={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required propert\
y 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:m};r===null?r=[L]:r.push(L),s++}var Ue=B===s;
Ue&&G?(G=!1,l=[l,2]):Ue&&(G=!0,l=2)}if(G)s=_t,r!==null&&(_t?r.length=_t:r=null);else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/one\
Of",keyword:"oneOf",params:{passingSchemas:l},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.oneOf,parentSchema:c.properties.modelProbe,
data:m};r===null?r=[B]:r.push(B),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let v={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.modelProbe.required,
parentSchema:c.properties.modelProbe,data:m};r===null?r=[v]:r.push(v),s++}let B=s;for(let v in m)if(!(v==="path"||v==="url"||v==="names"||v==="omits"||v==="exce\
pt"||v==="untestable"||v==="source")){let L={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe,data:m};r===null?r=[L]:r.push(L),s++}
if(m.path!==void 0){let v=m.path,L=s,X=s,g=s;if(typeof v=="string"){if(!Tt.test(v)){let F={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:v};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/\
modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:v};r===null?r=
[F]:r.push(F),s++}var ht=X===s,Oe=L===s}if(m.url!==void 0){let v=m.url,L=s,X=s;if(typeof v=="string"){if(!nf.test(v)){let F={instancePath:t+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[\
^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,data:v};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:v};r===null?r=[F]:r.push(F),s++}var Oe=L===s}if(m.names!==void 0){let v=m.names,L=s,
X=s,g=s;if(typeof v=="string"){if(!We.test(v)){let J={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:v};r===null?r=[J]:r.push(J),s++}}else{
let J={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:v};r===null?r=[J]:r.push(J),s++}var ot=X===s,Oe=L===s}if(m.omits!==void 0){let v=m.omits,L=s,X=s;if(typeof v=="string"){if(ae(v)<1){let F={instancePath:t+"\
/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:v};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,
parentSchema:c.properties.modelProbe.properties.omits,data:v};r===null?r=[F]:r.push(F),s++}var Oe=L===s}if(m.except!==void 0){let v=m.except,L=s,X=s;if(Array.isArray(
v)){if(v.length<1){let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.modelProbe.properties.except,data:v};r===null?r=[P]:r.push(P),s++}let F=!0,J=v.length;
for(let P=0;P<J;P++){let O=v[P],u=s,w=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.prefix===void 0){let _={instancePath:t+"/modelProbe/except/"+P,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:O};r===null?r=[_]:r.push(_),s++}if(O.reason===
void 0){let _={instancePath:t+"/modelProbe/except/"+P,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.
except.items,data:O};r===null?r=[_]:r.push(_),s++}let k=s;for(let _ in O)if(!(_==="prefix"||_==="reason")){let N={instancePath:t+"/modelProbe/except/"+P,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:c.properties.modelProbe.properties.except.items,data:O};r===null?r=[N]:r.push(N),s++}if(O.prefix!==void 0){let _=O.prefix,
N=s,b=s;if(typeof _=="string"){if(ae(_)<1){let S={instancePath:t+"/modelProbe/except/"+P+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/p\
roperties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.prefix,data:_};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/modelProbe/except/"+P+"/prefix",schemaPath:"#/properties/model\
Probe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.
items.properties.prefix.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:_};r===null?r=[S]:r.push(S),s++}var Fe=N===s}if(O.
reason!==void 0){let _=O.reason,N=s,b=s;if(typeof _=="string"){if(ae(_)<1){let T={instancePath:t+"/modelProbe/except/"+P+"/reason",schemaPath:"#/properties/mode\
lProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.modelProbe.properties.except.items.properties.reason,data:_};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/modelProbe/except/"+P+"/reaso\
n",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.
modelProbe.properties.except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:_};r===null?r=[T]:
r.push(T),s++}var Fe=N===s}}else{let k={instancePath:t+"/modelProbe/except/"+P,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.
items,data:O};r===null?r=[k]:r.push(k),s++}var it=u===s;it||(F=!1)}}else{let F={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properti\
es/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.
properties.except,data:v};r===null?r=[F]:r.push(F),s++}var Oe=L===s}if(m.untestable!==void 0){let v=m.untestable,L=s,X=s;if(typeof v=="string"){if(ae(v)<1){let F={
instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must \
NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:v};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.modelProbe.properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:v};r===null?r=[F]:r.push(F),s++}var Oe=L===s}if(m.
source!==void 0){let v=m.source,L=s,X=s,g=s;if(typeof v=="string"){if(ae(v)<1){let J={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+
"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:v};r===null?
r=[J]:r.push(J),s++}var or=X===s,Oe=L===s}}else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:m};r===null?r=[B]:r.push(B),s++}var d=be===s}if(e.webhooks!==
void 0){let m=e.webhooks,be=s,st=s,_t=s,G=!1,l=null,E=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.body===void 0){let B={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:m};r===null?r=[B]:r.push(B),s++}var Vt=E===s;Vt&&(G=!0,l=0);let oe=s;if(m&&typeof m=="object"&&
!Array.isArray(m)&&m.query===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:m};r===null?
r=[B]:r.push(B),s++}var Vt=oe===s;if(Vt&&G?(G=!1,l=[l,1]):Vt&&(G=!0,l=1),G)s=_t,r!==null&&(_t?r.length=_t:r=null);else{let B={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:l},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:m};r===null?r=[B]:r.push(B),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let v={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:m};r===null?r=[v]:r.push(v),s++}let B=s;for(let v in m)if(!(v==="body"||v==="query"||v==="with"||v==="signature"||
v==="challenge"||v==="told"||v==="source")){let L={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:m};r===null?r=[L]:r.push(L),s++}
if(m.body!==void 0){let v=m.body,L=s,X=s,g=s;if(typeof v=="string"){if(!We.test(v)){let F={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:v};
r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Y.type,parentSchema:Y,data:v};r===null?r=[F]:r.push(F),s++}var Ge=X===s,kr=L===s}if(m.query!==void 0){let v=m.query,L=s,X=s;if(typeof v=="stri\
ng"){if(ae(v)<1){let F={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:v};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:v};r===null?r=[F]:r.push(F),s++}var kr=L===s}if(m.with!==void 0){let v=m.with,L=s,
X=s;if(Array.isArray(v)){if(v.length<1){let P={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:v};r===null?r=[P]:r.push(P),s++}let F=!0,J=v.
length;for(let P=0;P<J;P++){let O=v[P],u=s,w=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.to===void 0){let _={instancePath:t+"/webhooks/with/"+P,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:O};r===null?r=[_]:r.push(_),s++}if(O.constant===void 0){let _={
instancePath:t+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:O};
r===null?r=[_]:r.push(_),s++}let k=s;for(let _ in O)if(!(_==="to"||_==="constant")){let N={instancePath:t+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/\
properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:O};r===null?r=[N]:r.push(N),s++}if(O.to!==void 0){let _=O.to,N=s,b=s,S=s;if(typeof _=="string"){if(!We.
test(_)){let T={instancePath:t+"/webhooks/with/"+P+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:_};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/webho\
oks/with/"+P+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:_};r===null?
r=[T]:r.push(T),s++}var Fm=b===s,Vm=N===s}}else{let k={instancePath:t+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.with.
items,data:O};r===null?r=[k]:r.push(k),s++}var Dr=u===s;Dr||(F=!1)}}else{let F={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/wit\
h/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:v};r===null?r=[F]:r.push(F),s++}var kr=L===s}if(m.signature!==void 0){let v=m.signature,L=s,X=s,g=!1,F=null,J=s,P=s;if(v&&typeof v=="object"&&!Array.isArray(
v)){if(v.by===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.oneOf[0],data:v};r===null?r=[_]:r.push(_),s++}if(v.secret===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/we\
bhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"secret"},message:"must have required property 'secret'",schema:c.properties.
webhooks.properties.signature.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.oneOf[0],data:v};r===null?r=[_]:r.push(_),s++}if(v.toleranceSeconds===
void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.oneOf[0].required,parentSchema:c.properties.
webhooks.properties.signature.oneOf[0],data:v};r===null?r=[_]:r.push(_),s++}let k=s;for(let _ in v)if(!(_==="by"||_==="secret"||_==="toleranceSeconds")){let N={
instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.oneOf[0],data:v};r===null?
r=[N]:r.push(N),s++}if(v.by!==void 0){let _=v.by,N=s;if(_!=="standard-webhooks"){let b={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhook\
s/properties/signature/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"standard-webhooks"},message:"must be equal to constant",schema:"standa\
rd-webhooks",parentSchema:c.properties.webhooks.properties.signature.oneOf[0].properties.by,data:_};r===null?r=[b]:r.push(b),s++}var Ln=N===s}if(v.secret!==void 0){
let _=v.secret,N=s,b=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.path===void 0){let C={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/propert\
ies/webhooks/properties/signature/oneOf/0/properties/secret/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'p\
ath'",schema:c.properties.webhooks.properties.signature.oneOf[0].properties.secret.required,parentSchema:c.properties.webhooks.properties.signature.oneOf[0].properties.
secret,data:_};r===null?r=[C]:r.push(C),s++}if(_.at===void 0){let C={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/si\
gnature/oneOf/0/properties/secret/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.webhooks.
properties.signature.oneOf[0].properties.secret.required,parentSchema:c.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[
C]:r.push(C),s++}let T=s;for(let C in _)if(!(C==="path"||C==="at")){let ce={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/proper\
ties/signature/oneOf/0/properties/secret/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional pr\
operties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[ce]:r.push(ce),s++}if(_.path!==void 0){
let C=_.path,ce=s,K=s,I=s;if(typeof C=="string"){if(!Tt.test(C)){let ue={instancePath:t+"/webhooks/signature/secret/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:C};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+
"/webhooks/signature/secret/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,data:C};
r===null?r=[ue]:r.push(ue),s++}var dp=K===s,up=ce===s}if(_.at!==void 0){let C=_.at,ce=s,K=s,I=s;if(typeof C=="string"){if(!We.test(C)){let ke={instancePath:t+"/\
webhooks/signature/secret/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^\
/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:C};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhooks/signature/secret/at",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:C};r===null?r=[ke]:r.push(ke),
s++}var lp=K===s,up=ce===s}}else{let T={instancePath:t+"/webhooks/signature/secret",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/se\
cret/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.oneOf[0].properties.secret.type,parentSchema:c.
properties.webhooks.properties.signature.oneOf[0].properties.secret,data:_};r===null?r=[T]:r.push(T),s++}var Ln=N===s}if(v.toleranceSeconds!==void 0){let _=v.toleranceSeconds,
N=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let T={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signa\
ture/oneOf/0/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.
oneOf[0].properties.toleranceSeconds.type,parentSchema:c.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[T]:r.
push(T),s++}let b=s;if(typeof _=="number"){if(_>3600||isNaN(_)){let T={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/p\
roperties/signature/oneOf/0/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.
properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===null?r=[T]:r.push(T),s++}if(_<1||isNaN(_)){let T={instancePath:t+"/web\
hooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/properties/toleranceSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.oneOf[0].properties.toleranceSeconds,data:_};r===
null?r=[T]:r.push(T),s++}}var Ln=N===s}}else{let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.oneOf[0].type,parentSchema:c.properties.webhooks.properties.
signature.oneOf[0],data:v};r===null?r=[k]:r.push(k),s++}var zr=J===s;if(zr){g=!0,F=0;var Fn=!0}let O=s,u=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.by===
void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"\
by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:c.properties.webhooks.properties.
signature.oneOf[1],data:v};r===null?r=[_]:r.push(_),s++}if(v.keys===void 0){let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/proper\
ties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"keys"},message:"must have required property 'keys'",schema:c.properties.webhooks.properties.
signature.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[_]:r.push(_),s++}if(v.toleranceSeconds===void 0){
let _={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.oneOf[1].required,parentSchema:c.properties.
webhooks.properties.signature.oneOf[1],data:v};r===null?r=[_]:r.push(_),s++}let k=s;for(let _ in v)if(!(_==="by"||_==="keys"||_==="toleranceSeconds")){let N={instancePath:t+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[N]:r.push(N),s++}if(v.
by!==void 0){let _=v.by,N=s;if(_!=="fal-ed25519"){let b={instancePath:t+"/webhooks/signature/by",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/\
properties/by/const",keyword:"const",params:{allowedValue:"fal-ed25519"},message:"must be equal to constant",schema:"fal-ed25519",parentSchema:c.properties.webhooks.
properties.signature.oneOf[1].properties.by,data:_};r===null?r=[b]:r.push(b),s++}var Vn=N===s}if(v.keys!==void 0){let _=v.keys,N=s,b=s;if(typeof _=="string"){if(!gp.
test(_)){let T={instancePath:t+"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/keys/pattern",keyword:"patte\
rn",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.webhooks.properties.signature.oneOf[1].properties.
keys,data:_};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/webhooks/signature/keys",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/\
properties/keys/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.oneOf[1].properties.keys.
type,parentSchema:c.properties.webhooks.properties.signature.oneOf[1].properties.keys,data:_};r===null?r=[T]:r.push(T),s++}var Vn=N===s}if(v.toleranceSeconds!==
void 0){let _=v.toleranceSeconds,N=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let T={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/pro\
perties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.
webhooks.properties.signature.oneOf[1].properties.toleranceSeconds.type,parentSchema:c.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,
data:_};r===null?r=[T]:r.push(T),s++}let b=s;if(typeof _=="number"){if(_>3600||isNaN(_)){let T={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <\
= 3600",schema:3600,parentSchema:c.properties.webhooks.properties.signature.oneOf[1].properties.toleranceSeconds,data:_};r===null?r=[T]:r.push(T),s++}if(_<1||isNaN(
_)){let T={instancePath:t+"/webhooks/signature/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/oneOf/1/properties/toleranceSeconds/mini\
mum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.oneOf[1].properties.
toleranceSeconds,data:_};r===null?r=[T]:r.push(T),s++}}var Vn=N===s}}else{let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properti\
es/signature/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.oneOf[1].type,parentSchema:c.
properties.webhooks.properties.signature.oneOf[1],data:v};r===null?r=[k]:r.push(k),s++}var zr=O===s;if(zr&&g?(g=!1,F=[F,1]):zr&&(g=!0,F=1,Fn!==!0&&(Fn=!0)),g)s=
X,r!==null&&(X?r.length=X:r=null);else{let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/oneOf",keyword:"oneOf",
params:{passingSchemas:F},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.signature.oneOf,parentSchema:c.properties.webhooks.
properties.signature,data:v};r===null?r=[k]:r.push(k),s++}var kr=L===s}if(m.challenge!==void 0){let v=m.challenge,L=s,X=s,g=s;if(typeof v=="string"){if(!We.test(
v)){let J={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must mat\
ch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/webhooks/chal\
lenge",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:v};r===null?r=[J]:r.push(
J),s++}var mp=X===s,kr=L===s}if(m.told!==void 0){let v=m.told,L=s,X=s;if(Array.isArray(v)){if(v.length<1){let P={instancePath:t+"/webhooks/told",schemaPath:"#/p\
roperties/webhooks/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.
properties.told,data:v};r===null?r=[P]:r.push(P),s++}let F=!0,J=v.length;for(let P=0;P<J;P++){let O=v[P],u=s,w=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.
at===void 0){let _={instancePath:t+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,
data:O};r===null?r=[_]:r.push(_),s++}if(O.fact===void 0){let _={instancePath:t+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/requi\
red",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,
parentSchema:c.properties.webhooks.properties.told.items,data:O};r===null?r=[_]:r.push(_),s++}let k=s;for(let _ in O)if(!(_==="at"||_==="fact")){let N={instancePath:t+
"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:O};r===null?r=[N]:r.push(N),s++}if(O.at!==void 0){let _=O.
at,N=s,b=s,S=s;if(typeof _=="string"){if(!We.test(_)){let T={instancePath:t+"/webhooks/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:_};r===null?r=[T]:r.push(T),
s++}}else{let T={instancePath:t+"/webhooks/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.
type,parentSchema:Y,data:_};r===null?r=[T]:r.push(T),s++}var Um=b===s,da=N===s}if(O.fact!==void 0){let _=O.fact,N=s,b=c.properties.webhooks.properties.told.items.
properties.fact.enum;if(!(_==="id"||_==="model"||_==="created")){let T={instancePath:t+"/webhooks/told/"+P+"/fact",schemaPath:"#/properties/webhooks/properties/\
told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal t\
o one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.properties.told.items.properties.
fact,data:_};r===null?r=[T]:r.push(T),s++}var da=N===s}}else{let k={instancePath:t+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,parentSchema:c.properties.webhooks.properties.
told.items,data:O};r===null?r=[k]:r.push(k),s++}var Un=u===s;Un||(F=!1)}}else{let F={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/propertie\
s/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.told.type,parentSchema:c.properties.webhooks.properties.
told,data:v};r===null?r=[F]:r.push(F),s++}var kr=L===s}if(m.source!==void 0){let v=m.source,L=s,X=s,g=s;if(typeof v=="string"){if(ae(v)<1){let J={instancePath:t+
"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,
data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:v};r===null?r=[J]:r.push(J),s++}var Dm=X===s,kr=L===s}}else{let B={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.type,parentSchema:c.properties.webhooks,data:m};
r===null?r=[B]:r.push(B),s++}var d=be===s}if(e.rateHeaders!==void 0){let m=e.rateHeaders,be=s;Cr(m,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Cr.errors:r.concat(Cr.errors),s=r.length);var d=be===s}if(e.upload!==void 0){let m=e.upload,be=s,st=s;if(m&&
typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let l={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};r===null?r=
[l]:r.push(l),s++}if(m.path===void 0){let l={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};r===null?r=[l]:r.push(l),s++}if(m.reference===
void 0){let l={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};r===null?r=[l]:r.push(l),s++}if(m.source===void 0){let l={
instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)if(!(l==="method"||l==="\
path"||l==="field"||l==="reference"||l==="source")){let E={instancePath:t+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.upload,data:m};r===null?r=[E]:r.push(E),
s++}if(m.method!==void 0){let l=m.method,E=s,oe=c.properties.upload.properties.method.enum;if(!(l==="POST"||l==="PUT")){let fe={instancePath:t+"/upload/method",
schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.method.enum},message:"must be equal \
to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.method,data:l};r===null?r=[fe]:r.push(
fe),s++}var Ps=E===s}if(m.path!==void 0){let l=m.path,E=s,oe=s,fe=s;if(typeof l=="string"){if(!Tt.test(l)){let v={instancePath:t+"/upload/path",schemaPath:"#/$d\
efs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:je,data:l};r===null?r=[v]:r.push(v),s++}}else{
let v={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:je.type,parentSchema:je,
data:l};r===null?r=[v]:r.push(v),s++}var zm=oe===s,Ps=E===s}if(m.field!==void 0){let l=m.field,E=s,oe=s;if(typeof l=="string"){if(ae(l)<1){let B={instancePath:t+
"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:c.properties.upload.properties.field,data:l};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/upload/field",schemaPath:"#/proper\
ties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.field.type,parentSchema:c.
properties.upload.properties.field,data:l};r===null?r=[B]:r.push(B),s++}var Ps=E===s}if(m.reference!==void 0){let l=m.reference,E=s,oe=s,fe=s;if(typeof l=="stri\
ng"){if(!We.test(l)){let v={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:l};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/uploa\
d/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:l};r===null?r=[v]:
r.push(v),s++}var Jm=oe===s,Ps=E===s}if(m.source!==void 0){let l=m.source,E=s,oe=s,fe=s;if(typeof l=="string"){if(ae(l)<1){let v={instancePath:t+"/upload/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:l};r===null?
r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Z.type,parentSchema:Z,data:l};r===null?r=[v]:r.push(v),s++}var Jr=oe===s,Ps=E===s}}else{let G={instancePath:t+"/upload",schemaPath:"#/properties/upload/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:m};r===null?r=[G]:r.push(
G),s++}var d=be===s}if(e.operations!==void 0){let m=e.operations,be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let l={instancePath:t+
"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,
parentSchema:c.properties.operations,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)if(!(l==="video"||l==="image"||l==="audio"||l==="mesh")){let E={
instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:m};r===null?r=[E]:r.push(E),s++}if(m.video!==void 0){let l=m.video,E=s;yt(
l,{instancePath:t+"/operations/video",parentData:m,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?yt.errors:r.concat(yt.errors),s=r.length);
var ua=E===s}if(m.image!==void 0){let l=m.image,E=s;yt(l,{instancePath:t+"/operations/image",parentData:m,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?yt.errors:r.concat(yt.errors),s=r.length);var ua=E===s}if(m.audio!==void 0){let l=m.audio,E=s;yt(l,{instancePath:t+"/operations/audio",parentData:m,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?yt.errors:r.concat(yt.errors),s=r.length);var ua=E===s}if(m.mesh!==void 0){let l=m.mesh,E=s;
yt(l,{instancePath:t+"/operations/mesh",parentData:m,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?yt.errors:r.concat(yt.errors),s=r.length);
var ua=E===s}}else{let G={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.errors!==void 0){let m=e.errors,
be=s,st=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.message===void 0){let l={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:m};r===null?r=[l]:r.push(l),s++}if(m.code===void 0){let l={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:m};r===null?r=[l]:r.push(l),s++}if(m.
proofs===void 0){let l={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:m};r===null?r=[l]:r.push(l),s++}let G=s;for(let l in m)
if(!(l==="message"||l==="code"||l==="inside"||l==="proofs")){let E={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:m};r===null?r=[E]:
r.push(E),s++}if(m.message!==void 0){let l=m.message,E=s;pt(l,{instancePath:t+"/errors/message",parentData:m,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?pt.errors:r.concat(pt.errors),s=r.length);var la=E===s}if(m.code!==void 0){let l=m.code,E=s;pt(l,{instancePath:t+"/errors/code",parentData:m,parentDataProperty:"\
code",rootData:o,dynamicAnchors:i})||(r=r===null?pt.errors:r.concat(pt.errors),s=r.length);var la=E===s}if(m.inside!==void 0){let l=m.inside,E=s,oe=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.at===void 0){let v={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.
properties.inside,data:l};r===null?r=[v]:r.push(v),s++}if(l.source===void 0){let v={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.
required,parentSchema:c.properties.errors.properties.inside,data:l};r===null?r=[v]:r.push(v),s++}let B=s;for(let v in l)if(!(v==="at"||v==="unless"||v==="source")){
let L={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:l};r===null?r=[L]:r.push(L),s++}if(l.at!==void 0){
let v=l.at,L=s,X=s,g=s;if(typeof v=="string"){if(!We.test(v)){let F={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:v};r===null?r=[F]:r.push(F),
s++}}else{let F={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,
parentSchema:Y,data:v};r===null?r=[F]:r.push(F),s++}var Wm=X===s,Pr=L===s}if(l.unless!==void 0){let v=l.unless,L=s;if(!Array.isArray(v)){let F={instancePath:t+"\
/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:v};r===null?r=[F]:r.push(F),
s++}let X=s;var Pr=L===s}if(l.source!==void 0){let v=l.source,L=s,X=s,g=s;if(typeof v=="string"){if(ae(v)<1){let J={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:v};r===null?r=[J]:r.
push(J),s++}}else{let J={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Z.type,parentSchema:Z,data:v};r===null?r=[J]:r.push(J),s++}var Cm=X===s,Pr=L===s}}else{let B={instancePath:t+"/errors/inside",schemaPath:"#/properties/er\
rors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.
errors.properties.inside,data:l};r===null?r=[B]:r.push(B),s++}var la=E===s}if(m.proofs!==void 0){let l=m.proofs,E=s,oe=s;if(Array.isArray(l)){if(l.length<1){let L={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:l};r===null?r=[L]:r.push(L),s++}let B=!0,v=l.length;for(let L=0;L<v;L++){let X=l[L],
g=s,F=s;if(X&&typeof X=="object"&&!Array.isArray(X)){if(X.status===void 0){let P={instancePath:t+"/errors/proofs/"+L,schemaPath:"#/properties/errors/properties/\
proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:X};r===null?r=[P]:r.push(P),s++}if(X.proves===void 0){let P={instancePath:t+
"/errors/proofs/"+L,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:X};r===null?
r=[P]:r.push(P),s++}if(X.source===void 0){let P={instancePath:t+"/errors/proofs/"+L,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:X};r===null?r=[P]:r.push(P),s++}let J=s;for(let P in X)if(!(P==="status"||P==="codes"||P==="says"||P==="proves"||
P==="means"||P==="source")){let O={instancePath:t+"/errors/proofs/"+L,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:X};r===null?r=[O]:r.push(O),s++}if(X.status!==void 0){let P=X.status,O=s,u=s;if(typeof P=="string"){if(!of.test(P)){let w={instancePath:t+"/errors/proofs/"+
L+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:P};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/errors/proofs/"+L+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:P};r===null?r=[w]:r.push(w),s++}var ir=O===s}if(X.codes!==void 0){let P=X.codes,O=s,u=s;if(Array.isArray(P)){
if(P.length<1){let N={instancePath:t+"/errors/proofs/"+L+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"mi\
nItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:P};r===
null?r=[N]:r.push(N),s++}let k=!0,_=P.length;for(let N=0;N<_;N++){let b=P[N],S=s;if(typeof b!="string"){let C={instancePath:t+"/errors/proofs/"+L+"/codes/"+N,schemaPath:"\
#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.
properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:b};r===null?r=[C]:r.push(
C),s++}let T=s;var Dn=S===s;Dn||(k=!1)}}else{let k={instancePath:t+"/errors/proofs/"+L+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properti\
es/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.codes,data:P};r===null?r=[k]:r.push(k),s++}var ir=O===s}if(X.says!==void 0){let P=X.says,O=s,u=s;if(Array.isArray(
P)){if(P.length<1){let N={instancePath:t+"/errors/proofs/"+L+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:P};
r===null?r=[N]:r.push(N),s++}let k=!0,_=P.length;for(let N=0;N<_;N++){let b=P[N],S=s,T=s;if(typeof b=="string"){if(ae(b)<1){let C={instancePath:t+"/errors/proof\
s/"+L+"/says/"+N,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT\
 have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:b};r===null?r=[C]:r.push(C),s++}}else{
let C={instancePath:t+"/errors/proofs/"+L+"/says/"+N,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.properties.errors.properties.
proofs.items.properties.says.items,data:b};r===null?r=[C]:r.push(C),s++}var zn=S===s;zn||(k=!1)}}else{let k={instancePath:t+"/errors/proofs/"+L+"/says",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.
proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:P};r===null?r=[k]:r.push(k),s++}var ir=O===s}if(X.
proves!==void 0){let P=X.proves,O=s,u=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(P==="rejected"||P==="busy"||P==="credentials"||P===
"payment"||P==="may-exist"||P==="unknown-model")){let k={instancePath:t+"/errors/proofs/"+L+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/pr\
operties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of \
the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.properties.proofs.items.properties.
proves,data:P};r===null?r=[k]:r.push(k),s++}var ir=O===s}if(X.means!==void 0){let P=X.means,O=s,u=s;if(typeof P=="string"){if(ae(P)<1){let k={instancePath:t+"/e\
rrors/proofs/"+L+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:P};r===null?r=[k]:r.push(k),s++}}else{
let k={instancePath:t+"/errors/proofs/"+L+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.errors.properties.proofs.items.
properties.means,data:P};r===null?r=[k]:r.push(k),s++}var ir=O===s}if(X.source!==void 0){let P=X.source,O=s,u=s,w=s;if(typeof P=="string"){if(ae(P)<1){let _={instancePath:t+
"/errors/proofs/"+L+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Z,data:P};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/errors/proofs/"+L+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:P};r===null?r=[_]:r.push(_),s++}var Km=u===s,ir=O===s}}else{let J={instancePath:t+"/er\
rors/proofs/"+L,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:X};r===null?r=[J]:r.push(J),s++}var Jn=g===s;Jn||(B=!1)}}else{
let B={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:l};r===null?r=[B]:r.push(B),s++}var la=E===s}}else{let G={instancePath:t+
"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.type,parentSchema:c.properties.
errors,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}if(e.disagreements!==void 0){let m=e.disagreements,be=s,st=s;if(Array.isArray(m)){let G=!0,l=m.length;for(let E=0;E<
l;E++){let oe=m[E],fe=s,B=s;if(oe&&typeof oe=="object"&&!Array.isArray(oe)){if(oe.topic===void 0){let L={instancePath:t+"/disagreements/"+E,schemaPath:"#/proper\
ties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.properties.disagreements.
items.required,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[L]:r.push(L),s++}if(oe.between===void 0){let L={instancePath:t+"/disagreements\
/"+E,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",
schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[L]:r.push(L),s++}if(oe.follows===void 0){let L={
instancePath:t+"/disagreements/"+E,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must ha\
ve required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[L]:r.push(L),
s++}let v=s;for(let L in oe)if(!(L==="topic"||L==="between"||L==="follows")){let X={instancePath:t+"/disagreements/"+E,schemaPath:"#/properties/disagreements/it\
ems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
disagreements.items,data:oe};r===null?r=[X]:r.push(X),s++}if(oe.topic!==void 0){let L=oe.topic,X=s,g=s;if(typeof L=="string"){if(ae(L)<1){let F={instancePath:t+
"/disagreements/"+E+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:L};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/disagreements/"+E+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:L};r===null?r=[F]:r.push(F),s++}
var Wn=X===s}if(oe.between!==void 0){let L=oe.between,X=s,g=s;if(Array.isArray(L)){if(L.length<1){let O={instancePath:t+"/disagreements/"+E+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:L};r===null?r=[O]:r.push(O),s++}let J=!0,P=L.length;for(let O=0;O<P;O++){let u=L[O],w=s,k=s,_=s;if(typeof u==
"string"){if(ae(u)<1){let N={instancePath:t+"/disagreements/"+E+"/between/"+O,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Z,data:u};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/disagreements/"+E+"/between/"+
O,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:u};r===null?r=[N]:r.push(N),
s++}var Hm=k===s,ma=w===s;ma||(J=!1)}}else{let J={instancePath:t+"/disagreements/"+E+"/between",schemaPath:"#/properties/disagreements/items/properties/between/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.disagreements.
items.properties.between,data:L};r===null?r=[J]:r.push(J),s++}var Wn=X===s}if(oe.follows!==void 0){let L=oe.follows,X=s,g=s;if(typeof L=="string"){if(ae(L)<1){let J={
instancePath:t+"/disagreements/"+E+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:L};r===null?r=[J]:r.push(J),s++}}else{let J={
instancePath:t+"/disagreements/"+E+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.follows,data:L};r===null?
r=[J]:r.push(J),s++}var Wn=X===s}}else{let v={instancePath:t+"/disagreements/"+E,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[v]:r.push(v),s++}
var fp=fe===s;fp||(G=!1)}}else{let G={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:m};r===null?r=[G]:r.push(G),s++}var d=be===s}}else{let fa={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[fa]:r.push(fa),s++}return ha.
errors=r,s===0}ha.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Qr=te(Re=>{"use strict";Object.defineProperty(Re,"__esModule",{value:!0});Re.regexpCode=Re.getEsmExportName=Re.getProperty=Re.safeStringify=Re.stringify=Re.
strConcat=Re.addCodeArg=Re.str=Re._=Re.nil=Re._Code=Re.Name=Re.IDENTIFIER=Re._CodeOrName=void 0;var qs=class{};Re._CodeOrName=qs;Re.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var _r=class extends qs{constructor(t){if(super(),!Re.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Re.Name=_r;var Nt=class extends qs{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
_r&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Re._Code=Nt;Re.nil=new Nt("");function Up(e,...t){let a=[e[0]],n=0;for(;n<t.length;)ao(a,t[n]),a.push(e[++n]);return new Nt(
a)}Re._=Up;var so=new Nt("+");function Dp(e,...t){let a=[Os(e[0])],n=0;for(;n<t.length;)a.push(so),ao(a,t[n]),a.push(so,Os(e[++n]));return xf(a),new Nt(a)}Re.str=
Dp;function ao(e,t){t instanceof Nt?e.push(...t._items):t instanceof _r?e.push(t):e.push(jf(t))}Re.addCodeArg=ao;function xf(e){let t=1;for(;t<e.length-1;){if(e[t]===
so){let a=qf(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function qf(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof _r||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof _r))return`"${e}${t.slice(1)}`}function Of(e,t){return t.emptyStr()?e:e.emptyStr()?t:Dp`${e}${t}`}Re.strConcat=Of;function jf(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:Os(Array.isArray(e)?e.join(","):e)}function Tf(e){return new Nt(Os(e))}Re.stringify=Tf;function Os(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Re.safeStringify=Os;function Af(e){return typeof e=="string"&&Re.IDENTIFIER.test(
e)?new Nt(`.${e}`):Up`[${e}]`}Re.getProperty=Af;function Nf(e){if(typeof e=="string"&&Re.IDENTIFIER.test(e))return new Nt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Re.getEsmExportName=Nf;function Ef(e){return new Nt(e.toString())}Re.regexpCode=Ef});var io=te(kt=>{"use strict";Object.defineProperty(kt,"__esModule",{value:!0});kt.ValueScope=kt.ValueScopeName=kt.Scope=kt.varKinds=kt.UsedValueState=void 0;var vt=Qr(),
no=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},Pa;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(Pa||(kt.UsedValueState=Pa={}));kt.varKinds={const:new vt.Name("const"),let:new vt.Name("let"),var:new vt.Name("var")};var $a=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof vt.Name?t:this.name(t)}name(t){return new vt.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};kt.Scope=$a;var Sa=class extends vt.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,vt._)`.${new vt.Name(a)}[${n}]`}};kt.ValueScopeName=Sa;var If=(0,vt._)`\n`,oo=class extends $a{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?If:vt.nil}}get(){return this._scope}name(t){return new Sa(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let d=s.get(r);if(d)return d}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),f=p.length;return p[f]=a.ref,o.setValue(a,{property:i,itemIndex:f}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,vt._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=vt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(f=>{if(p.has(f))return;p.set(f,Pa.Started);let d=a(f);if(d){let y=this.opts.es5?kt.varKinds.var:kt.varKinds.const;i=(0,vt._)`${i}${y} ${f} = ${d};${this.
opts._n}`}else if(d=o?.(f))i=(0,vt._)`${i}${d}${this.opts._n}`;else throw new no(f);p.set(f,Pa.Completed)})}return i}};kt.ValueScope=oo});var _e=te(Pe=>{"use strict";Object.defineProperty(Pe,"__esModule",{value:!0});Pe.or=Pe.and=Pe.not=Pe.CodeGen=Pe.operators=Pe.varKinds=Pe.ValueScopeName=Pe.ValueScope=
Pe.Scope=Pe.Name=Pe.regexpCode=Pe.stringify=Pe.getProperty=Pe.nil=Pe.strConcat=Pe.str=Pe._=void 0;var Ne=Qr(),Ut=io(),dr=Qr();Object.defineProperty(Pe,"_",{enumerable:!0,
get:function(){return dr._}});Object.defineProperty(Pe,"str",{enumerable:!0,get:function(){return dr.str}});Object.defineProperty(Pe,"strConcat",{enumerable:!0,
get:function(){return dr.strConcat}});Object.defineProperty(Pe,"nil",{enumerable:!0,get:function(){return dr.nil}});Object.defineProperty(Pe,"getProperty",{enumerable:!0,
get:function(){return dr.getProperty}});Object.defineProperty(Pe,"stringify",{enumerable:!0,get:function(){return dr.stringify}});Object.defineProperty(Pe,"rege\
xpCode",{enumerable:!0,get:function(){return dr.regexpCode}});Object.defineProperty(Pe,"Name",{enumerable:!0,get:function(){return dr.Name}});var Oa=io();Object.
defineProperty(Pe,"Scope",{enumerable:!0,get:function(){return Oa.Scope}});Object.defineProperty(Pe,"ValueScope",{enumerable:!0,get:function(){return Oa.ValueScope}});
Object.defineProperty(Pe,"ValueScopeName",{enumerable:!0,get:function(){return Oa.ValueScopeName}});Object.defineProperty(Pe,"varKinds",{enumerable:!0,get:function(){
return Oa.varKinds}});Pe.operators={GT:new Ne._Code(">"),GTE:new Ne._Code(">="),LT:new Ne._Code("<"),LTE:new Ne._Code("<="),EQ:new Ne._Code("==="),NEQ:new Ne._Code(
"!=="),NOT:new Ne._Code("!"),OR:new Ne._Code("||"),AND:new Ne._Code("&&"),ADD:new Ne._Code("+")};var Yt=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
po=class extends Yt{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?Ut.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Yr(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Ne._CodeOrName?this.rhs.names:{}}},_a=class extends Yt{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Ne.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Yr(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Ne.Name?{}:{...this.lhs.names};return qa(t,this.rhs)}},co=class extends _a{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},uo=class extends Yt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
lo=class extends Yt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},mo=class extends Yt{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},fo=class extends Yt{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Yr(this.code,t,a),this}get names(){return this.
code instanceof Ne._CodeOrName?this.code.names:{}}},js=class extends Yt{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Mf(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>Or(t,a.names),{})}},er=class extends js{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},ho=class extends js{},Xr=class extends er{};
Xr.kind="else";var xr=class e extends er{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Xr(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(zp(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Yr(this.condition,t,a),this}get names(){let t=super.names;return qa(t,this.condition),this.else&&Or(t,this.else.names),t}};xr.kind=
"if";var qr=class extends er{};qr.kind="for";var yo=class extends qr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Yr(this.iteration,t,a),this}get names(){return Or(super.names,this.iteration.names)}},go=class extends qr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?Ut.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=qa(super.names,this.from);return qa(t,this.to)}},xa=class extends qr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Yr(this.iterable,t,a),this}get names(){return Or(super.names,this.iterable.names)}},Ts=class extends er{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Ts.kind="func";var As=class extends js{render(t){
return"return "+super.render(t)}};As.kind="return";var wo=class extends er{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&Or(t,this.catch.names),this.finally&&Or(t,this.finally.names),
t}},Ns=class extends er{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Ns.kind="catch";var Es=class extends er{render(t){
return"finally"+super.render(t)}};Es.kind="finally";var bo=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new Ut.Scope({parent:t}),this._nodes=[new ho]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new po(t,i,n)),i}const(t,a,n){return this.
_def(Ut.varKinds.const,t,a,n)}let(t,a,n){return this._def(Ut.varKinds.let,t,a,n)}var(t,a,n){return this._def(Ut.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new _a(t,a,n))}add(t,a){return this._leafNode(new co(t,Pe.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Ne.nil&&this._leafNode(new fo(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Ne.addCodeArg)(a,o));return a.push("}"),new Ne._Code(a)}if(t,a,n){
if(this._blockNode(new xr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new xr(t))}else(){return this._elseNode(new Xr)}endIf(){return this._endBlockNode(xr,Xr)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new yo(t),a)}forRange(t,a,n,o,i=this.opts.es5?Ut.varKinds.var:Ut.varKinds.let){let r=this.
_scope.toName(t);return this._for(new go(i,r,a,n),()=>o(r))}forOf(t,a,n,o=Ut.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Ne.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ne._)`${r}.length`,s=>{this.var(i,(0,Ne._)`${r}[${s}]`),n(i)})}return this._for(new xa("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?Ut.varKinds.var:Ut.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ne._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new xa("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(qr)}label(t){return this._leafNode(new uo(t))}break(t){return this._leafNode(
new lo(t))}return(t){let a=new As;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
As)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new wo;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new Ns(i),a(i)}return n&&(this._currNode=o.finally=new Es,this.code(n)),this._endBlockNode(Ns,Es)}throw(t){return this._leafNode(new mo(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Ne.nil,n,o){return this._blockNode(new Ts(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Ts)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof xr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Pe.CodeGen=bo;function Or(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function qa(e,t){return t instanceof Ne._CodeOrName?Or(e,t.names):
e}function Yr(e,t,a){if(e instanceof Ne.Name)return n(e);if(!o(e))return e;return new Ne._Code(e._items.reduce((i,r)=>(r instanceof Ne.Name&&(r=n(r)),r instanceof
Ne._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Ne._Code&&i._items.some(r=>r instanceof Ne.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Mf(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function zp(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Ne._)`!${vo(e)}`}Pe.not=zp;var Rf=Jp(Pe.operators.AND);function Lf(...e){return e.reduce(Rf)}Pe.and=Lf;var Ff=Jp(Pe.
operators.OR);function Vf(...e){return e.reduce(Ff)}Pe.or=Vf;function Jp(e){return(t,a)=>t===Ne.nil?a:a===Ne.nil?t:(0,Ne._)`${vo(t)} ${e} ${vo(a)}`}function vo(e){
return e instanceof Ne.Name?e:(0,Ne._)`(${e})`}});var Ie=te(xe=>{"use strict";Object.defineProperty(xe,"__esModule",{value:!0});xe.checkStrictMode=xe.getErrorPath=xe.Type=xe.useFunc=xe.setEvaluated=xe.evaluatedPropsToName=
xe.mergeEvaluated=xe.eachItem=xe.unescapeJsonPointer=xe.escapeJsonPointer=xe.escapeFragment=xe.unescapeFragment=xe.schemaRefOrVal=xe.schemaHasRulesButRef=xe.schemaHasRules=
xe.checkUnknownRules=xe.alwaysValidSchema=xe.toHash=void 0;var ze=_e(),Uf=Qr();function Df(e){let t={};for(let a of e)t[a]=!0;return t}xe.toHash=Df;function zf(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Kp(e,t),!Hp(t,e.self.RULES.all))}xe.alwaysValidSchema=zf;function Kp(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Zp(e,`unknown keyword: "${i}"`)}xe.checkUnknownRules=Kp;function Hp(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}xe.schemaHasRules=Hp;function Jf(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}xe.schemaHasRulesButRef=Jf;function Wf({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,ze._)`${a}`}return(0,ze._)`${e}${t}${(0,ze.getProperty)(n)}`}xe.schemaRefOrVal=Wf;function Cf(e){return Bp(decodeURIComponent(
e))}xe.unescapeFragment=Cf;function Kf(e){return encodeURIComponent(Po(e))}xe.escapeFragment=Kf;function Po(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}xe.escapeJsonPointer=Po;function Bp(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}xe.unescapeJsonPointer=Bp;function Hf(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}xe.eachItem=Hf;function Wp({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof ze.Name?(i instanceof ze.Name?e(o,i,r):t(o,i,r),r):i instanceof ze.Name?(t(o,r,i),i):a(i,r);return s===ze.Name&&!(p instanceof ze.Name)?n(o,p):p}}
xe.mergeEvaluated={props:Wp({mergeNames:(e,t,a)=>e.if((0,ze._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,ze._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,ze._)`${a} || {}`).code((0,ze._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,ze._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,ze.
_)`${a} || {}`),$o(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Gp}),items:Wp({mergeNames:(e,t,a)=>e.if((0,ze._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,ze._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,ze._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,ze._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Gp(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,ze.
_)`{}`);return t!==void 0&&$o(e,a,t),a}xe.evaluatedPropsToName=Gp;function $o(e,t,a){Object.keys(a).forEach(n=>e.assign((0,ze._)`${t}${(0,ze.getProperty)(n)}`,!0))}
xe.setEvaluated=$o;var Cp={};function Bf(e,t){return e.scopeValue("func",{ref:t,code:Cp[t.code]||(Cp[t.code]=new Uf._Code(t.code))})}xe.useFunc=Bf;var ko;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(ko||(xe.Type=ko={}));function Gf(e,t,a){if(e instanceof ze.Name){let n=t===ko.Num;return a?n?(0,ze._)`"[" + ${e} + "]"`:(0,ze.
_)`"['" + ${e} + "']"`:n?(0,ze._)`"/" + ${e}`:(0,ze._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,ze.getProperty)(e).toString():"/"+Po(e)}
xe.getErrorPath=Gf;function Zp(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}xe.checkStrictMode=Zp});var tr=te(So=>{"use strict";Object.defineProperty(So,"__esModule",{value:!0});var ut=_e(),Zf={data:new ut.Name("data"),valCxt:new ut.Name("valCxt"),instancePath:new ut.
Name("instancePath"),parentData:new ut.Name("parentData"),parentDataProperty:new ut.Name("parentDataProperty"),rootData:new ut.Name("rootData"),dynamicAnchors:new ut.
Name("dynamicAnchors"),vErrors:new ut.Name("vErrors"),errors:new ut.Name("errors"),this:new ut.Name("this"),self:new ut.Name("self"),scope:new ut.Name("scope"),
json:new ut.Name("json"),jsonPos:new ut.Name("jsonPos"),jsonLen:new ut.Name("jsonLen"),jsonPart:new ut.Name("jsonPart")};So.default=Zf});var Is=te(lt=>{"use strict";Object.defineProperty(lt,"__esModule",{value:!0});lt.extendErrors=lt.resetErrorsCount=lt.reportExtraError=lt.reportError=lt.keyword$DataError=
lt.keywordError=void 0;var Me=_e(),ja=Ie(),gt=tr();lt.keywordError={message:({keyword:e})=>(0,Me.str)`must pass "${e}" keyword validation`};lt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Me.str)`"${e}" keyword must be ${t} ($data)`:(0,Me.str)`"${e}" keyword is invalid ($data)`};function Qf(e,t=lt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Yp(e,t,a);n??(r||s)?Qp(i,p):Xp(o,(0,Me._)`[${p}]`)}lt.reportError=Qf;function Xf(e,t=lt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Yp(e,t,a);Qp(o,s),i||r||Xp(n,gt.default.vErrors)}lt.reportExtraError=Xf;function Yf(e,t){e.assign(gt.default.errors,
t),e.if((0,Me._)`${gt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Me._)`${gt.default.vErrors}.length`,t),()=>e.assign(gt.default.vErrors,null)))}lt.resetErrorsCount=
Yf;function eh({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,gt.default.errors,s=>{e.const(r,(0,Me._)`${gt.default.vErrors}[${s}]`),e.if((0,Me._)`${r}.instancePath === undefined`,()=>e.assign((0,Me._)`${r}.instancePath`,
(0,Me.strConcat)(gt.default.instancePath,i.errorPath))),e.assign((0,Me._)`${r}.schemaPath`,(0,Me.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Me.
_)`${r}.schema`,a),e.assign((0,Me._)`${r}.data`,n))})}lt.extendErrors=eh;function Qp(e,t){let a=e.const("err",t);e.if((0,Me._)`${gt.default.vErrors} === null`,()=>e.
assign(gt.default.vErrors,(0,Me._)`[${a}]`),(0,Me._)`${gt.default.vErrors}.push(${a})`),e.code((0,Me._)`${gt.default.errors}++`)}function Xp(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Me._)`new ${e.ValidationError}(${t})`):(a.assign((0,Me._)`${n}.errors`,t),a.return(!1))}var jr={keyword:new Me.Name("keyword"),
schemaPath:new Me.Name("schemaPath"),params:new Me.Name("params"),propertyName:new Me.Name("propertyName"),message:new Me.Name("message"),schema:new Me.Name("sc\
hema"),parentSchema:new Me.Name("parentSchema")};function Yp(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Me._)`{}`:th(e,t,a)}function th(e,t,a={}){let{gen:n,
it:o}=e,i=[rh(o,a),sh(e,a)];return ah(e,t,i),n.object(...i)}function rh({errorPath:e},{instancePath:t}){let a=t?(0,Me.str)`${e}${(0,ja.getErrorPath)(t,ja.Type.Str)}`:
e;return[gt.default.instancePath,(0,Me.strConcat)(gt.default.instancePath,a)]}function sh({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Me.str)`${t}/${e}`;return a&&(o=(0,Me.str)`${o}${(0,ja.getErrorPath)(a,ja.Type.Str)}`),[jr.schemaPath,o]}function ah(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:f,topSchemaRef:d,schemaPath:y}=s;n.push([jr.keyword,o],[jr.params,typeof t=="function"?t(e):t||(0,Me._)`{}`]),
p.messages&&n.push([jr.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([jr.schema,r],[jr.parentSchema,(0,Me._)`${d}${y}`],[gt.default.data,i]),f&&n.push(
[jr.propertyName,f])}});var tc=te(es=>{"use strict";Object.defineProperty(es,"__esModule",{value:!0});es.boolOrEmptySchema=es.topBoolOrEmptySchema=void 0;var nh=Is(),oh=_e(),ih=tr(),ph={
message:"boolean schema is false"};function ch(e){let{gen:t,schema:a,validateName:n}=e;a===!1?ec(e,!1):typeof a=="object"&&a.$async===!0?t.return(ih.default.data):
(t.assign((0,oh._)`${n}.errors`,null),t.return(!0))}es.topBoolOrEmptySchema=ch;function dh(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),ec(e)):a.var(t,!0)}es.
boolOrEmptySchema=dh;function ec(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,nh.reportError)(
o,ph,void 0,t)}});var _o=te(ts=>{"use strict";Object.defineProperty(ts,"__esModule",{value:!0});ts.getRules=ts.isJSONType=void 0;var uh=["string","number","integer","boolean","nu\
ll","object","array"],lh=new Set(uh);function mh(e){return typeof e=="string"&&lh.has(e)}ts.isJSONType=mh;function fh(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}ts.getRules=fh});var xo=te(ur=>{"use strict";Object.defineProperty(ur,"__esModule",{value:!0});ur.shouldUseRule=ur.shouldUseGroup=ur.schemaHasRulesForType=void 0;function hh({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&rc(e,n)}ur.schemaHasRulesForType=hh;function rc(e,t){return t.rules.some(a=>sc(e,a))}ur.shouldUseGroup=rc;function sc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}ur.shouldUseRule=sc});var Ms=te(mt=>{"use strict";Object.defineProperty(mt,"__esModule",{value:!0});mt.reportTypeError=mt.checkDataTypes=mt.checkDataType=mt.coerceAndCheckDataType=mt.
getJSONTypes=mt.getSchemaTypes=mt.DataType=void 0;var yh=_o(),gh=xo(),wh=Is(),ve=_e(),ac=Ie(),rs;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(rs||
(mt.DataType=rs={}));function bh(e){let t=nc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}mt.getSchemaTypes=bh;function nc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(yh.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}mt.getJSONTypes=nc;function vh(e,t){
let{gen:a,data:n,opts:o}=e,i=kh(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,gh.schemaHasRulesForType)(e,t[0]));if(r){let s=Oo(t,n,o.strictNumbers,
rs.Wrong);a.if(s,()=>{i.length?Ph(e,t,i):jo(e)})}return r}mt.coerceAndCheckDataType=vh;var oc=new Set(["string","number","integer","boolean","null"]);function kh(e,t){
return t?e.filter(a=>oc.has(a)||t==="array"&&a==="array"):[]}function Ph(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,ve._)`typeof ${o}`),s=n.let("co\
erced",(0,ve._)`undefined`);i.coerceTypes==="array"&&n.if((0,ve._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,ve._)`${o}[0]`).
assign(r,(0,ve._)`typeof ${o}`).if(Oo(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,ve._)`${s} !== undefined`);for(let f of a)(oc.has(f)||f==="array"&&i.coerceTypes===
"array")&&p(f);n.else(),jo(e),n.endIf(),n.if((0,ve._)`${s} !== undefined`,()=>{n.assign(o,s),$h(e,s)});function p(f){switch(f){case"string":n.elseIf((0,ve._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,ve._)`"" + ${o}`).elseIf((0,ve._)`${o} === null`).assign(s,(0,ve._)`""`);return;case"number":n.elseIf((0,ve._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,ve._)`+${o}`);return;case"integer":n.elseIf((0,ve._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,ve._)`+${o}`);return;case"boolean":n.elseIf((0,ve._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,ve._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,ve._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,ve._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,ve._)`[${o}]`)}}}function $h({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,ve._)`${t} !== undefined`,
()=>e.assign((0,ve._)`${t}[${a}]`,n))}function qo(e,t,a,n=rs.Correct){let o=n===rs.Correct?ve.operators.EQ:ve.operators.NEQ,i;switch(e){case"null":return(0,ve._)`${t} ${o} null`;case"\
array":i=(0,ve._)`Array.isArray(${t})`;break;case"object":i=(0,ve._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,ve._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,ve._)`typeof ${t} ${o} ${e}`}return n===rs.Correct?i:(0,ve.not)(i);function r(s=ve.nil){return(0,ve.and)((0,ve._)`typeof ${t} == "number"`,
s,a?(0,ve._)`isFinite(${t})`:ve.nil)}}mt.checkDataType=qo;function Oo(e,t,a,n){if(e.length===1)return qo(e[0],t,a,n);let o,i=(0,ac.toHash)(e);if(i.array&&i.object){
let r=(0,ve._)`typeof ${t} != "object"`;o=i.null?r:(0,ve._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=ve.nil;i.number&&delete i.integer;
for(let r in i)o=(0,ve.and)(o,qo(r,t,a,n));return o}mt.checkDataTypes=Oo;var Sh={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,ve._)`{type: ${e}}`:(0,ve._)`{type: ${t}}`};function jo(e){let t=_h(e);(0,wh.reportError)(t,Sh)}mt.reportTypeError=jo;function _h(e){let{gen:t,data:a,
schema:n}=e,o=(0,ac.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var pc=te(Ta=>{"use strict";Object.defineProperty(Ta,"__esModule",{value:!0});Ta.assignDefaults=void 0;var ss=_e(),xh=Ie();function qh(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)ic(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>ic(e,i,o.default))}Ta.assignDefaults=qh;function ic(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,ss._)`${i}${(0,ss.getProperty)(t)}`;if(o){(0,xh.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,ss._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,ss._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,ss._)`${s} = ${(0,ss.
stringify)(a)}`)}});var Et=te(De=>{"use strict";Object.defineProperty(De,"__esModule",{value:!0});De.validateUnion=De.validateArray=De.usePattern=De.callValidateCode=De.schemaProperties=
De.allSchemaProperties=De.noPropertyInData=De.propertyInData=De.isOwnProperty=De.hasPropFunc=De.reportMissingProp=De.checkMissingProp=De.checkReportMissingProp=
void 0;var Ce=_e(),To=Ie(),lr=tr(),Oh=Ie();function jh(e,t){let{gen:a,data:n,it:o}=e;a.if(No(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,Ce.
_)`${t}`},!0),e.error()})}De.checkReportMissingProp=jh;function Th({gen:e,data:t,it:{opts:a}},n,o){return(0,Ce.or)(...n.map(i=>(0,Ce.and)(No(e,t,i,a.ownProperties),
(0,Ce._)`${o} = ${i}`)))}De.checkMissingProp=Th;function Ah(e,t){e.setParams({missingProperty:t},!0),e.error()}De.reportMissingProp=Ah;function cc(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Ce._)`Object.prototype.hasOwnProperty`})}De.hasPropFunc=cc;function Ao(e,t,a){return(0,Ce._)`${cc(e)}.call(${t}, ${a})`}
De.isOwnProperty=Ao;function Nh(e,t,a,n){let o=(0,Ce._)`${t}${(0,Ce.getProperty)(a)} !== undefined`;return n?(0,Ce._)`${o} && ${Ao(e,t,a)}`:o}De.propertyInData=
Nh;function No(e,t,a,n){let o=(0,Ce._)`${t}${(0,Ce.getProperty)(a)} === undefined`;return n?(0,Ce.or)(o,(0,Ce.not)(Ao(e,t,a))):o}De.noPropertyInData=No;function dc(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}De.allSchemaProperties=dc;function Eh(e,t){return dc(t).filter(a=>!(0,To.alwaysValidSchema)(e,t[a]))}De.schemaProperties=
Eh;function Ih({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,f){let d=f?(0,Ce._)`${e}, ${t}, ${n}${o}`:t,y=[[lr.default.instancePath,
(0,Ce.strConcat)(lr.default.instancePath,i)],[lr.default.parentData,r.parentData],[lr.default.parentDataProperty,r.parentDataProperty],[lr.default.rootData,lr.default.
rootData]];r.opts.dynamicRef&&y.push([lr.default.dynamicAnchors,lr.default.dynamicAnchors]);let $=(0,Ce._)`${d}, ${a.object(...y)}`;return p!==Ce.nil?(0,Ce._)`${s}.call(${p}, ${$})`:
(0,Ce._)`${s}(${$})`}De.callValidateCode=Ih;var Mh=(0,Ce._)`new RegExp`;function Rh({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Ce._)`${o.code==="new RegExp"?Mh:(0,Oh.useFunc)(e,o)}(${a}, ${n})`})}De.usePattern=Rh;function Lh(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,Ce._)`${a}.length`);t.forRange("i",0,p,f=>{e.subschema({keyword:n,dataProp:f,dataPropType:To.Type.Num},i),t.if((0,Ce.not)(
i),s)})}}De.validateArray=Lh;function Fh(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,To.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,f)=>{let d=e.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);t.assign(r,(0,Ce._)`${r} || ${s}`),e.mergeValidEvaluated(d,s)||t.if((0,Ce.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}De.validateUnion=
Fh});var mc=te(Ht=>{"use strict";Object.defineProperty(Ht,"__esModule",{value:!0});Ht.validateKeywordUsage=Ht.validSchemaType=Ht.funcKeywordCode=Ht.macroKeywordCode=
void 0;var wt=_e(),Tr=tr(),Vh=Et(),Uh=Is();function Dh(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=lc(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let f=a.name("valid");e.subschema({schema:s,schemaPath:wt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},f),e.pass(f,()=>e.error(!0))}Ht.macroKeywordCode=Dh;function zh(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Wh(p,t);
let f=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,d=lc(n,o,f),y=n.let("valid");e.block$data(y,$),e.ok((a=t.valid)!==null&&a!==void 0?a:y);function $(){
if(t.errors===!1)q(),t.modifying&&uc(e),M(()=>e.error());else{let V=t.async?x():A();t.modifying&&uc(e),M(()=>Jh(e,V))}}function x(){let V=n.let("ruleErrs",null);
return n.try(()=>q((0,wt._)`await `),re=>n.assign(y,!1).if((0,wt._)`${re} instanceof ${p.ValidationError}`,()=>n.assign(V,(0,wt._)`${re}.errors`),()=>n.throw(re))),
V}function A(){let V=(0,wt._)`${d}.errors`;return n.assign(V,null),q(wt.nil),V}function q(V=t.async?(0,wt._)`await `:wt.nil){let re=p.opts.passContext?Tr.default.
this:Tr.default.self,z=!("compile"in t&&!s||t.schema===!1);n.assign(y,(0,wt._)`${V}${(0,Vh.callValidateCode)(e,d,re,z)}`,t.modifying)}function M(V){var re;n.if(
(0,wt.not)((re=t.valid)!==null&&re!==void 0?re:y),V)}}Ht.funcKeywordCode=zh;function uc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,wt._)`${n.
parentData}[${n.parentDataProperty}]`))}function Jh(e,t){let{gen:a}=e;a.if((0,wt._)`Array.isArray(${t})`,()=>{a.assign(Tr.default.vErrors,(0,wt._)`${Tr.default.
vErrors} === null ? ${t} : ${Tr.default.vErrors}.concat(${t})`).assign(Tr.default.errors,(0,wt._)`${Tr.default.vErrors}.length`),(0,Uh.extendErrors)(e)},()=>e.error())}
function Wh({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function lc(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,wt.stringify)(a)})}function Ch(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}Ht.validSchemaType=Ch;function Kh({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}Ht.validateKeywordUsage=Kh});var hc=te(mr=>{"use strict";Object.defineProperty(mr,"__esModule",{value:!0});mr.extendSubschemaMode=mr.extendSubschemaData=mr.getSubschema=void 0;var Bt=_e(),fc=Ie();
function Hh(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,Bt._)`${e.schemaPath}${(0,Bt.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,Bt._)`${e.schemaPath}${(0,Bt.getProperty)(t)}${(0,Bt.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,fc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}mr.getSubschema=Hh;function Bh(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:f,dataPathArr:d,opts:y}=t,$=s.let("data",(0,Bt._)`${t.data}${(0,Bt.getProperty)(a)}`,!0);p($),e.errorPath=(0,Bt.str)`${f}${(0,fc.
getErrorPath)(a,n,y.jsPropertySyntax)}`,e.parentDataProperty=(0,Bt._)`${a}`,e.dataPathArr=[...d,e.parentDataProperty]}if(o!==void 0){let f=o instanceof Bt.Name?
o:s.let("data",o,!0);p(f),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(f){e.data=f,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,f]}}mr.extendSubschemaData=Bh;function Gh(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}mr.extendSubschemaMode=
Gh});var Eo=te((Rk,yc)=>{"use strict";yc.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var wc=te((Lk,gc)=>{"use strict";var fr=gc.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};Aa(t,n,o,e,"",e)};fr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
fr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};fr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};fr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function Aa(e,t,a,n,o,i,r,s,p,f){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,f);for(var d in n){var y=n[d];if(Array.isArray(y)){if(d in fr.arrayKeywords)for(var $=0;$<y.length;$++)Aa(e,t,a,y[$],o+"/"+d+"/"+$,i,o,d,n,$)}else if(d in
fr.propsKeywords){if(y&&typeof y=="object")for(var x in y)Aa(e,t,a,y[x],o+"/"+d+"/"+Zh(x),i,o,d,n,x)}else(d in fr.keywords||e.allKeys&&!(d in fr.skipKeywords))&&
Aa(e,t,a,y,o+"/"+d,i,o,d,n)}a(n,o,i,r,s,p,f)}}function Zh(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Rs=te(Pt=>{"use strict";Object.defineProperty(Pt,"__esModule",{value:!0});Pt.getSchemaRefs=Pt.resolveUrl=Pt.normalizeId=Pt._getFullPath=Pt.getFullPath=Pt.inlineRef=
void 0;var Qh=Ie(),Xh=Eo(),Yh=wc(),ey=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function ty(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Io(e):t?bc(e)<=t:!1}Pt.inlineRef=ty;var ry=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Io(e){for(let t in e){if(ry.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Io)||typeof a=="object"&&Io(a))return!0}return!1}function bc(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!ey.has(a)&&(typeof e[a]=="object"&&
(0,Qh.eachItem)(e[a],n=>t+=bc(n)),t===1/0))return 1/0}return t}function vc(e,t="",a){a!==!1&&(t=as(t));let n=e.parse(t);return kc(e,n)}Pt.getFullPath=vc;function kc(e,t){
return e.serialize(t).split("#")[0]+"#"}Pt._getFullPath=kc;var sy=/#\/?$/;function as(e){return e?e.replace(sy,""):""}Pt.normalizeId=as;function ay(e,t,a){return a=
as(a),e.resolve(t,a)}Pt.resolveUrl=ay;var ny=/^[a-z_][-a-z0-9._]*$/i;function oy(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=as(
e[a]||t),i={"":o},r=vc(n,o,!1),s={},p=new Set;return Yh(e,{allKeys:!0},(y,$,x,A)=>{if(A===void 0)return;let q=r+$,M=i[A];typeof y[a]=="string"&&(M=V.call(this,y[a])),
re.call(this,y.$anchor),re.call(this,y.$dynamicAnchor),i[$]=M;function V(z){let H=this.opts.uriResolver.resolve;if(z=as(M?H(M,z):z),p.has(z))throw d(z);p.add(z);
let D=this.refs[z];return typeof D=="string"&&(D=this.refs[D]),typeof D=="object"?f(y,D.schema,z):z!==as(q)&&(z[0]==="#"?(f(y,s[z],z),s[z]=y):this.refs[z]=q),z}
function re(z){if(typeof z=="string"){if(!ny.test(z))throw new Error(`invalid anchor "${z}"`);V.call(this,`#${z}`)}}}),s;function f(y,$,x){if($!==void 0&&!Xh(y,
$))throw d(x)}function d(y){return new Error(`reference "${y}" resolves to more than one schema`)}}Pt.getSchemaRefs=oy});var Vs=te(hr=>{"use strict";Object.defineProperty(hr,"__esModule",{value:!0});hr.getData=hr.KeywordCxt=hr.validateFunctionCode=void 0;var xc=tc(),Pc=Ms(),Ro=xo(),
Na=Ms(),iy=pc(),Fs=mc(),Mo=hc(),ie=_e(),me=tr(),py=Rs(),rr=Ie(),Ls=Is();function cy(e){if(jc(e)&&(Tc(e),Oc(e))){ly(e);return}qc(e,()=>(0,xc.topBoolOrEmptySchema)(
e))}hr.validateFunctionCode=cy;function qc({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ie._)`${me.default.data}, ${me.default.valCxt}`,
n.$async,()=>{e.code((0,ie._)`"use strict"; ${$c(a,o)}`),uy(e,o),e.code(i)}):e.func(t,(0,ie._)`${me.default.data}, ${dy(o)}`,n.$async,()=>e.code($c(a,o)).code(i))}
function dy(e){return(0,ie._)`{${me.default.instancePath}="", ${me.default.parentData}, ${me.default.parentDataProperty}, ${me.default.rootData}=${me.default.data}${e.
dynamicRef?(0,ie._)`, ${me.default.dynamicAnchors}={}`:ie.nil}}={}`}function uy(e,t){e.if(me.default.valCxt,()=>{e.var(me.default.instancePath,(0,ie._)`${me.default.
valCxt}.${me.default.instancePath}`),e.var(me.default.parentData,(0,ie._)`${me.default.valCxt}.${me.default.parentData}`),e.var(me.default.parentDataProperty,(0,ie.
_)`${me.default.valCxt}.${me.default.parentDataProperty}`),e.var(me.default.rootData,(0,ie._)`${me.default.valCxt}.${me.default.rootData}`),t.dynamicRef&&e.var(
me.default.dynamicAnchors,(0,ie._)`${me.default.valCxt}.${me.default.dynamicAnchors}`)},()=>{e.var(me.default.instancePath,(0,ie._)`""`),e.var(me.default.parentData,
(0,ie._)`undefined`),e.var(me.default.parentDataProperty,(0,ie._)`undefined`),e.var(me.default.rootData,me.default.data),t.dynamicRef&&e.var(me.default.dynamicAnchors,
(0,ie._)`{}`)})}function ly(e){let{schema:t,opts:a,gen:n}=e;qc(e,()=>{a.$comment&&t.$comment&&Nc(e),gy(e),n.let(me.default.vErrors,null),n.let(me.default.errors,
0),a.unevaluated&&my(e),Ac(e),vy(e)})}function my(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ie._)`${a}.evaluated`),t.if((0,ie._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ie._)`${e.evaluated}.props`,(0,ie._)`undefined`)),t.if((0,ie._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ie._)`${e.evaluated}.items`,(0,ie._)`undefined`))}
function $c(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ie._)`/*# sourceURL=${a} */`:ie.nil}function fy(e,t){if(jc(
e)&&(Tc(e),Oc(e))){hy(e,t);return}(0,xc.boolOrEmptySchema)(e,t)}function Oc({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function jc(e){return typeof e.schema!="boolean"}function hy(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Nc(e),wy(e),by(e);let i=n.
const("_errs",me.default.errors);Ac(e,i),n.var(t,(0,ie._)`${i} === ${me.default.errors}`)}function Tc(e){(0,rr.checkUnknownRules)(e),yy(e)}function Ac(e,t){if(e.
opts.jtd)return Sc(e,[],!1,t);let a=(0,Pc.getSchemaTypes)(e.schema),n=(0,Pc.coerceAndCheckDataType)(e,a);Sc(e,a,!n,t)}function yy(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,rr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function gy(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,rr.checkStrictMode)(e,"default is ignored in the schema root")}function wy(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,py.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function by(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Nc({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ie._)`${me.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ie.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ie._)`${me.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function vy(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ie._)`${me.default.errors} === 0`,()=>t.return(me.default.data),
()=>t.throw((0,ie._)`new ${o}(${me.default.vErrors})`)):(t.assign((0,ie._)`${n}.errors`,me.default.vErrors),i.unevaluated&&ky(e),t.return((0,ie._)`${me.default.
errors} === 0`))}function ky({gen:e,evaluated:t,props:a,items:n}){a instanceof ie.Name&&e.assign((0,ie._)`${t}.props`,a),n instanceof ie.Name&&e.assign((0,ie._)`${t}.items`,
n)}function Sc(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:f}=e,{RULES:d}=f;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,rr.schemaHasRulesButRef)(i,d))){
o.block(()=>Ic(e,"$ref",d.all.$ref.definition));return}p.jtd||Py(e,t),o.block(()=>{for(let $ of d.rules)y($);y(d.post)});function y($){(0,Ro.shouldUseGroup)(i,$)&&
($.type?(o.if((0,Na.checkDataType)($.type,r,p.strictNumbers)),_c(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,Na.reportTypeError)(e)),o.endIf()):_c(e,$),s||
o.if((0,ie._)`${me.default.errors} === ${n||0}`))}}function _c(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,iy.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Ro.shouldUseRule)(n,i)&&Ic(e,i.keyword,i.definition,t.type)})}function Py(e,t){e.schemaEnv.meta||!e.opts.strictTypes||($y(e,t),e.opts.allowUnionTypes||
Sy(e,t),_y(e,e.dataTypes))}function $y(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Ec(e.dataTypes,a)||Lo(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),qy(e,t)}}function Sy(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Lo(e,"use allowUnionTypes to allow uni\
on type keyword")}function _y(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Ro.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>xy(t,r))&&Lo(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function xy(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Ec(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function qy(e,t){let a=[];for(let n of e.dataTypes)Ec(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Lo(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,rr.checkStrictMode)(
e,t,e.opts.strictTypes)}var Ea=class{constructor(t,a,n){if((0,Fs.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,rr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Mc(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Fs.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",me.default.errors))}result(t,a,n){this.failResult((0,ie.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ie.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ie._)`${a} !== undefined && (${(0,ie.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Ls.reportExtraError:Ls.reportError)(this,this.def.error,a)}$dataError(){
(0,Ls.reportError)(this,this.def.$dataError||Ls.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Ls.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ie.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ie.nil,a=ie.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ie.
or)((0,ie._)`${o} === undefined`,a)),t!==ie.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ie.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ie.or)(r(),s());function r(){if(n.length){if(!(a instanceof ie.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ie._)`${(0,Na.checkDataTypes)(p,a,i.opts.strictNumbers,Na.DataType.Wrong)}`}return ie.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ie._)`!${p}(${a})`}return ie.nil}}subschema(t,a){let n=(0,Mo.
getSubschema)(this.it,t);(0,Mo.extendSubschemaData)(n,this.it,t),(0,Mo.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return fy(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=rr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=rr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ie.Name)),!0}};hr.KeywordCxt=Ea;function Ic(e,t,a,n){let o=new Ea(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Fs.funcKeywordCode)(o,a):"macro"in a?(0,Fs.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Fs.funcKeywordCode)(o,a)}var Oy=/^\/(?:[^~]|~0|~1)*$/,
jy=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Mc(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return me.default.rootData;if(e[0]==="/"){if(!Oy.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=me.default.rootData}else{let f=jy.exec(e);if(!f)throw new Error(`Invalid JSON-pointer: ${e}`);let d=+f[1];
if(o=f[2],o==="#"){if(d>=t)throw new Error(p("property/index",d));return n[t-d]}if(d>t)throw new Error(p("data",d));if(i=a[t-d],!o)return i}let r=i,s=o.split("/");
for(let f of s)f&&(i=(0,ie._)`${i}${(0,ie.getProperty)((0,rr.unescapeJsonPointer)(f))}`,r=(0,ie._)`${r} && ${i}`);return r;function p(f,d){return`Cannot access ${f}\
 ${d} levels up, current level is ${t}`}}hr.getData=Mc});var Ia=te(Vo=>{"use strict";Object.defineProperty(Vo,"__esModule",{value:!0});var Fo=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Vo.default=Fo});var Us=te(zo=>{"use strict";Object.defineProperty(zo,"__esModule",{value:!0});var Uo=Rs(),Do=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Uo.resolveUrl)(t,a,n),this.missingSchema=(0,Uo.normalizeId)((0,Uo.getFullPath)(t,this.missingRef))}};zo.default=Do});var Ra=te(It=>{"use strict";Object.defineProperty(It,"__esModule",{value:!0});It.resolveSchema=It.getCompilingSchema=It.resolveRef=It.compileSchema=It.SchemaEnv=
void 0;var Dt=_e(),Ty=Ia(),Ar=tr(),zt=Rs(),Rc=Ie(),Ay=Vs(),ns=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,zt.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};It.SchemaEnv=ns;function Wo(e){let t=Lc.call(
this,e);if(t)return t;let a=(0,zt.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new Dt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Ty.default,code:(0,Dt._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let f={gen:r,allErrors:this.opts.allErrors,data:Ar.default.data,parentData:Ar.default.parentData,parentDataProperty:Ar.
default.parentDataProperty,dataNames:[Ar.default.data],dataPathArr:[Dt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,Dt.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:Dt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Dt._)`""`,opts:this.opts,self:this},d;try{this._compilations.
add(e),(0,Ay.validateFunctionCode)(f),r.optimize(this.opts.code.optimize);let y=r.toString();d=`${r.scopeRefs(Ar.default.scope)}return ${y}`,this.opts.code.process&&
(d=this.opts.code.process(d,e));let x=new Function(`${Ar.default.self}`,`${Ar.default.scope}`,d)(this,this.scope.get());if(this.scope.value(p,{ref:x}),x.errors=
null,x.schema=e.schema,x.schemaEnv=e,e.$async&&(x.$async=!0),this.opts.code.source===!0&&(x.source={validateName:p,validateCode:y,scopeValues:r._values}),this.opts.
unevaluated){let{props:A,items:q}=f;x.evaluated={props:A instanceof Dt.Name?void 0:A,items:q instanceof Dt.Name?void 0:q,dynamicProps:A instanceof Dt.Name,dynamicItems:q instanceof
Dt.Name},x.source&&(x.source.evaluated=(0,Dt.stringify)(x.evaluated))}return e.validate=x,e}catch(y){throw delete e.validate,delete e.validateName,d&&this.logger.
error("Error compiling schema, function code:",d),y}finally{this._compilations.delete(e)}}It.compileSchema=Wo;function Ny(e,t,a){var n;a=(0,zt.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=My.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new ns({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Ey.call(this,i)}It.resolveRef=Ny;function Ey(e){return(0,zt.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Wo.call(this,e)}function Lc(e){for(let t of this._compilations)if(Iy(t,e))return t}It.getCompilingSchema=Lc;
function Iy(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function My(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||Ma.call(this,e,t)}function Ma(e,t){let a=this.opts.uriResolver.parse(t),n=(0,zt._getFullPath)(this.opts.uriResolver,a),o=(0,zt.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Jo.call(this,a,e);let i=(0,zt.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=Ma.call(this,e,r);return typeof s?.schema!="object"?void 0:Jo.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Wo.call(this,r),i===(0,zt.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,f=s[p];return f&&(o=(0,zt.resolveUrl)(this.opts.uriResolver,o,f)),new ns({schema:s,schemaId:p,root:e,baseId:o})}
return Jo.call(this,a,r)}}It.resolveSchema=Ma;var Ry=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Jo(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Rc.
unescapeFragment)(s)];if(p===void 0)return;a=p;let f=typeof a=="object"&&a[this.opts.schemaId];!Ry.has(s)&&f&&(t=(0,zt.resolveUrl)(this.opts.uriResolver,t,f))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Rc.schemaHasRulesButRef)(a,this.RULES)){let s=(0,zt.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=Ma.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new ns({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Fc=te((Jk,Ly)=>{Ly.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Zo=te((Wk,Kc)=>{"use strict";var Fy=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Ko=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Vy=RegExp.prototype.test.bind(/^\d*$/u),Nr=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Ho=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Uc=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Bo=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Uy=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),$t=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)$t[t]="%"+e[t>>4]+e[t&15]}function ft(e){return e<2048?$t[192|e>>6]+$t[128|e&63]:e<65536?$t[224|e>>12]+$t[128|e>>6&63]+$t[128|e&63]:$t[240|e>>18]+$t[128|
e>>12&63]+$t[128|e>>6&63]+$t[128|e&63]}function Dy(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var zy=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Jy=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Wy=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Cy=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Ky(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Wy(e[t])){if(e[t]==="%"&&t+2<
e.length&&Nr(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Vc(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function Hy(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Ko(p))return;i+=2;continue}if(!zy(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:Vc(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Vc(r)}function Co(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Jy(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(By(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Ky(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Hy(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function By(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Dc(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Gy(e){
if(e===""||e[0]==="/")return Dc(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Zy={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Qy=/[@/?#:]/g,Xy=/[@/?#]/g;function zc(e,t){let a=t?Xy:Qy;return a.lastIndex=0,e.replace(a,n=>Zy[n])}
function Jc(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(Nr(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Ho(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function Yy(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Nr(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Ho(r)?t+=r:t+="%"+i,a+=2;continue}}if(Uc(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Cc(o)?n:$t[o];else if(o<55296||o>57343)t+=ft(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=ft(65536+(o-55296<<10)+(i-56320)),a++):t+=ft(65533)}else t+=ft(65533)}}return t}function eg(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(Nr(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Uc(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=$t[r];else if(r<55296||r>57343)a+=ft(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=ft(65536+(r-55296<<
10)+(s-56320)),o++):a+=ft(65533)}else a+=ft(65533)}}return a}function Go(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(Nr(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=$t[i];else if(i<55296||i>57343)a+=ft(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=ft(65536+(i-55296<<10)+(r-56320)),n++):a+=ft(65533)}else a+=ft(65533)}}return a}function Wc(e){
return Go(e,Uy)}function tg(e){return Go(e,Bo)}function rg(e){return Go(e,Bo)}function Cc(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function sg(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Nr(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Ho(r)?t+=r:t+="%"+i,a+=2;continue}}if(Bo(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Cc(o)?n:$t[o];else if(o<
55296||o>57343)t+=ft(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=ft(65536+(o-55296<<10)+(i-56320)),a++):t+=ft(65533)}else t+=
ft(65533)}}return t}function ag(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(Nr(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function ng(e){let t=[];if(e.userinfo!==void 0&&(t.push(Wc(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Ko(a)){
let n=Co(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Jc(a,!0),n=Co(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=zc(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!Vy(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Kc.exports={nonSimpleDomain:Cy,recomposeAuthority:ng,reescapeHostDelimiters:zc,normalizePercentEncoding:Jc,normalizePathEncoding:Yy,serializePathEncoding:eg,
normalizeQueryFragmentEncoding:sg,encodeUserinfo:Wc,encodeQuery:tg,encodeFragment:rg,escapePreservingEscapes:ag,removeDotSegments:Dc,removeDotSegmentsRelative:Gy,
isIPv4:Ko,isUUID:Fy,normalizeIPv6:Co,stringArrayToHexStripped:Dy}});var Qc=te((Ck,Zc)=>{"use strict";var{isUUID:og}=Zo(),ig=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,pg=["http","https","ws","wss","ur\
n","urn:uuid"];function cg(e){return pg.indexOf(e)!==-1}function Qo(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Hc(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Bc(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function dg(e){return e.secure=Qo(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function ug(e){if((e.port===(Qo(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function lg(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(ig);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Xo(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function mg(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Xo(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function fg(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!og(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function hg(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Gc={scheme:"\
http",domainHost:!0,parse:Hc,serialize:Bc},yg={scheme:"https",domainHost:Gc.domainHost,parse:Hc,serialize:Bc},La={scheme:"ws",domainHost:!0,parse:dg,serialize:ug},
gg={scheme:"wss",domainHost:La.domainHost,parse:La.parse,serialize:La.serialize},wg={scheme:"urn",parse:lg,serialize:mg,skipNormalize:!0},bg={scheme:"urn:uuid",
parse:fg,serialize:hg,skipNormalize:!0},Fa={http:Gc,https:yg,ws:La,wss:gg,urn:wg,"urn:uuid":bg};Object.setPrototypeOf(Fa,null);function Xo(e){return e&&(Fa[e]||
Fa[e.toLowerCase()])||void 0}Zc.exports={wsIsSecure:Qo,SCHEMES:Fa,isValidSchemeName:cg,getSchemeHandler:Xo}});var ld=te((Kk,Ja)=>{"use strict";var{normalizeIPv6:rd,removeDotSegments:zs,removeDotSegmentsRelative:sd,recomposeAuthority:vg,normalizePercentEncoding:Yo,normalizePathEncoding:kg,
serializePathEncoding:Xc,normalizeQueryFragmentEncoding:Yc,encodeQuery:Pg,encodeFragment:$g,reescapeHostDelimiters:Sg,isIPv4:ad,nonSimpleDomain:_g}=Zo(),{SCHEMES:nd,
getSchemeHandler:ei}=Qc(),od=/^[A-Za-z][A-Za-z0-9+.-]*$/u,id="URI scheme is malformed.",Va="URI host is malformed.",xg=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function ed(e){
let t=String(e);if(!od.test(t))throw new TypeError(id);return t}function qg(e,t){return typeof e=="string"?e=Rg(e,t):typeof e=="object"&&(e=Da(Er(e,t),t)),e}function Og(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:f}=Ua(e,n),{parsed:d,malformedAuthorityOrPort:y,malformedPercentEncoding:$,malformedSchemeSpecific:x,malformedHost:A,malformedScheme:q}=Ua(t,n);
if(i||y||r||$||s||x||p||A||f||q)throw new Error(o.error||d.error||"URI is malformed.");let M=pd(o,d,n,!0),V=ei(a&&a.scheme||M.scheme),re=M.host,z=re!==void 0&&re!==
""&&(ad(re)||rd(re).isIPV6);if(dd(M,a||{},V,z))throw new Error(Va);cd(M,a||{},V,z);let H=re&&re.indexOf("%")!==-1&&!/\P{ASCII}/u.test(re);if(M.error&&!H)throw new Error(
M.error);return n.skipEscape=!0,Er(M,n)}function pd(e,t,a,n){let o={};if(n||(e=Da(Er(e,a),a),t=Da(Er(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=zs(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=zs(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=zs(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?sd(o.path):zs(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function jg(e,t,a){let n=td(e,a),o=td(t,a);return n!==void 0&&o!==void 0&&n===o}function Er(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=ed(a.scheme));let i=ei(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Yo(a.path):a.path=Xc(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=ed(a.scheme),o.push(a.scheme,":"));let f=vg(a);if(f!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(f),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let d=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(d=s&&d[0]!==
"/"?sd(d):zs(d)),s&&(d=Xc(d,!0)),f===void 0&&d[0]==="/"&&d[1]==="/"&&(d="/%2F"+d.slice(2)),o.push(d)}return a.query!==void 0&&o.push("?",Pg(a.query)),a.fragment!==
void 0&&o.push("#",$g(a.fragment)),o.join("")}var Tg=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Ag=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Ng=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Eg(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ds(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function za(e){return e[0]==="["&&e[e.
length-1]==="]"}function Ig(e){let t=e[4];return Ds(e[3])||t!==void 0&&!za(t)&&Ds(t)||Ds(e[6])||Ds(e[7])||Ds(e[8])}function cd(e,t,a,n){if(dd(e,t,a,n))return e.
error=e.error||Va,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!za(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&_g(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Mg(o))return e.error=e.error||Va,!0;e.host=o.hostname}
return!1}function dd(e,t,a,n){return!!(e.host&&n===!1&&!za(e.host)&&(t.domainHost||a&&a.domainHost)&&xg.test(e.host))}function Mg(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Ua(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,f=!1,d=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let y=e.match(
Ag);y!==null&&y[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(Ng);if($!==null){let A=$[1],q=A.replace(
/[\t\n\r]/g,"");q.length>=2&&(q.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):A.length!==q.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let x=e.match(Tg);if(x){n.scheme=x[1],n.userinfo=x[3],n.host=x[4],n.port=parseInt(x[5],10),
n.path=x[6]||"",n.query=x[7],n.fragment=x[8],n.scheme!==void 0&&(od.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||id,f=!0)),i=Ig(x),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=x[5]);let A=Eg(n,x);if(A!==void 0&&(n.error=n.error||A,o=!0),n.host)if(ad(n.host)===
!1){let V=za(n.host),re=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,z=rd(n.host);d=z.isIPV6||z.isIPVFuture===!0,p=re&&(!V||z.error===!0),n.host=d?z.host:
z.host.toLowerCase(),p&&(n.error=n.error||Va,o=!0)}else d=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let q=ei(a.scheme||n.scheme);if(p||(s=cd(n,a,q,d)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let M=d?n.host:Yo(n.host,!0);d||(M=Yo(M.toLowerCase())),n.host=d||a.scheme!=="null"?Sg(M,d):M}(!q||q&&!q.skipNormalize)&&(n.path&&(n.path=
kg(n.path)),n.query&&(n.query=Yc(n.query)),n.fragment&&(n.fragment=Yc(n.fragment))),q&&q.parse&&(q.parse(n,a),q===nd.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:f}}
function Da(e,t){return Ua(e,t).parsed}function Rg(e,t){return ud(e,t).normalized}function ud(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Ua(e,t);return{normalized:n||o||i||r||s?e:Er(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function td(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
Er(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=ud(a,t);
return o||i||r||s||p?void 0:n}var ti={SCHEMES:nd,normalize:qg,resolve:Og,resolveComponent:pd,equal:jg,serialize:Er,parse:Da};Ja.exports=ti;Ja.exports.default=ti;
Ja.exports.fastUri=ti});var fd=te(ri=>{"use strict";Object.defineProperty(ri,"__esModule",{value:!0});var md=ld();md.code='require("ajv/dist/runtime/uri").default';ri.default=md});var Pd=te(ct=>{"use strict";Object.defineProperty(ct,"__esModule",{value:!0});ct.CodeGen=ct.Name=ct.nil=ct.stringify=ct.str=ct._=ct.KeywordCxt=void 0;var Lg=Vs();
Object.defineProperty(ct,"KeywordCxt",{enumerable:!0,get:function(){return Lg.KeywordCxt}});var os=_e();Object.defineProperty(ct,"_",{enumerable:!0,get:function(){
return os._}});Object.defineProperty(ct,"str",{enumerable:!0,get:function(){return os.str}});Object.defineProperty(ct,"stringify",{enumerable:!0,get:function(){
return os.stringify}});Object.defineProperty(ct,"nil",{enumerable:!0,get:function(){return os.nil}});Object.defineProperty(ct,"Name",{enumerable:!0,get:function(){
return os.Name}});Object.defineProperty(ct,"CodeGen",{enumerable:!0,get:function(){return os.CodeGen}});var Fg=Ia(),bd=Us(),Vg=_o(),Js=Ra(),Ug=_e(),Ws=Rs(),Wa=Ms(),
ai=Ie(),hd=Fc(),Dg=fd(),vd=(e,t)=>new RegExp(e,t);vd.code="new RegExp";var zg=["removeAdditional","useDefaults","coerceTypes"],Jg=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Wg={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Cg={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},yd=200;function Kg(e){
var t,a,n,o,i,r,s,p,f,d,y,$,x,A,q,M,V,re,z,H,D,pe,j,de,le;let W=e.strict,R=(t=e.code)===null||t===void 0?void 0:t.optimize,we=R===!0||R===void 0?1:R||0,he=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:vd,Q=(o=e.uriResolver)!==null&&o!==void 0?o:Dg.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:W)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:W)!==null&&p!==void 0?p:!0,strictTypes:(d=(f=e.strictTypes)!==
null&&f!==void 0?f:W)!==null&&d!==void 0?d:"log",strictTuples:($=(y=e.strictTuples)!==null&&y!==void 0?y:W)!==null&&$!==void 0?$:"log",strictRequired:(A=(x=e.strictRequired)!==
null&&x!==void 0?x:W)!==null&&A!==void 0?A:!1,code:e.code?{...e.code,optimize:we,regExp:he}:{optimize:we,regExp:he},loopRequired:(q=e.loopRequired)!==null&&q!==
void 0?q:yd,loopEnum:(M=e.loopEnum)!==null&&M!==void 0?M:yd,meta:(V=e.meta)!==null&&V!==void 0?V:!0,messages:(re=e.messages)!==null&&re!==void 0?re:!0,inlineRefs:(z=
e.inlineRefs)!==null&&z!==void 0?z:!0,schemaId:(H=e.schemaId)!==null&&H!==void 0?H:"$id",addUsedSchema:(D=e.addUsedSchema)!==null&&D!==void 0?D:!0,validateSchema:(pe=
e.validateSchema)!==null&&pe!==void 0?pe:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(de=e.unicodeRegExp)!==null&&de!==void 0?
de:!0,int32range:(le=e.int32range)!==null&&le!==void 0?le:!0,uriResolver:Q}}var Cs=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Kg(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Ug.ValueScope(
{scope:{},prefixes:Jg,es5:a,lines:n}),this.logger=Xg(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Vg.getRules)(),gd.call(this,Wg,t,"NOT \
SUPPORTED"),gd.call(this,Cg,t,"DEPRECATED","warn"),this._metaOpts=Zg.call(this),t.formats&&Bg.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&Gg.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Hg.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=hd;n==="id"&&(o={...hd},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(d,y){await i.call(this,d.$schema);let $=this._addSchema(d,y);return $.validate||r.
call(this,$)}async function i(d){d&&!this.getSchema(d)&&await o.call(this,{$ref:d},!0)}async function r(d){try{return this._compileSchemaEnv(d)}catch(y){if(!(y instanceof
bd.default))throw y;return s.call(this,y),await p.call(this,y.missingSchema),r.call(this,d)}}function s({missingSchema:d,missingRef:y}){if(this.refs[d])throw new Error(
`AnySchema ${d} is loaded but ${y} cannot be resolved`)}async function p(d){let y=await f.call(this,d);this.refs[d]||await i.call(this,y.$schema),this.refs[d]||
this.addSchema(y,d,a)}async function f(d){let y=this._loading[d];if(y)return y;try{return await(this._loading[d]=n(d))}finally{delete this._loading[d]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ws.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=wd.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Js.SchemaEnv({schema:{},schemaId:n});if(a=Js.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=wd.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ws.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(ew.call(this,n,a),!a)return(0,ai.eachItem)(n,i=>si.call(this,i)),this;rw.call(this,a);let o={...a,type:(0,Wa.getJSONTypes)(
a.type),schemaType:(0,Wa.getJSONTypes)(a.schemaType)};return(0,ai.eachItem)(n,o.type.length===0?i=>si.call(this,i,o):i=>o.type.forEach(r=>si.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:f}=p.definition,d=r[s];f&&d&&(r[s]=kd(d))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ws.normalizeId)(r||n);let f=Ws.getSchemaRefs.call(this,t,n);return p=new Js.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Js.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Js.compileSchema.call(this,t)}finally{this.opts=a}}};Cs.ValidationError=Fg.default;Cs.MissingRefError=bd.default;ct.default=Cs;
function gd(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function wd(e){return e=(0,Ws.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Hg(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Bg(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Gg(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Zg(){let e={...this.opts};for(let t of zg)
delete e[t];return e}var Qg={log(){},warn(){},error(){}};function Xg(e){if(e===!1)return Qg;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Yg=/^[a-z_$][a-z0-9_$:-]*$/i;function ew(e,t){let{RULES:a}=this;if((0,ai.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Yg.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function si(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Wa.getJSONTypes)(t.type),schemaType:(0,Wa.getJSONTypes)(t.schemaType)}};t.before?tw.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function tw(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function rw(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=kd(t)),e.validateSchema=
this.compile(t,!0))}var sw={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function kd(e){return{anyOf:[e,sw]}}});var $d=te(ni=>{"use strict";Object.defineProperty(ni,"__esModule",{value:!0});var aw={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};ni.default=aw});var qd=te(Ir=>{"use strict";Object.defineProperty(Ir,"__esModule",{value:!0});Ir.callRef=Ir.getValidate=void 0;var nw=Us(),Sd=Et(),St=_e(),is=tr(),_d=Ra(),Ca=Ie(),
ow={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:f}=i;if((a==="#"||a==="#/")&&
o===f.baseId)return y();let d=_d.resolveRef.call(p,f,o,a);if(d===void 0)throw new nw.default(n.opts.uriResolver,o,a);if(d instanceof _d.SchemaEnv)return $(d);return x(
d);function y(){if(i===f)return Ka(e,r,i,i.$async);let A=t.scopeValue("root",{ref:f});return Ka(e,(0,St._)`${A}.validate`,f,f.$async)}function $(A){let q=xd(e,A);
Ka(e,q,A,A.$async)}function x(A){let q=t.scopeValue("schema",s.code.source===!0?{ref:A,code:(0,St.stringify)(A)}:{ref:A}),M=t.name("valid"),V=e.subschema({schema:A,
dataTypes:[],schemaPath:St.nil,topSchemaRef:q,errSchemaPath:a},M);e.mergeEvaluated(V),e.ok(M)}}};function xd(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,St._)`${a.scopeValue("wrapper",{ref:t})}.validate`}Ir.getValidate=xd;function Ka(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,f=p.passContext?is.default.this:St.nil;n?d():y();function d(){if(!s.$async)throw new Error("async schema referenced by sync schema");let A=o.let("vali\
d");o.try(()=>{o.code((0,St._)`await ${(0,Sd.callValidateCode)(e,t,f)}`),x(t),r||o.assign(A,!0)},q=>{o.if((0,St._)`!(${q} instanceof ${i.ValidationError})`,()=>o.
throw(q)),$(q),r||o.assign(A,!1)}),e.ok(A)}function y(){e.result((0,Sd.callValidateCode)(e,t,f),()=>x(t),()=>$(t))}function $(A){let q=(0,St._)`${A}.errors`;o.assign(
is.default.vErrors,(0,St._)`${is.default.vErrors} === null ? ${q} : ${is.default.vErrors}.concat(${q})`),o.assign(is.default.errors,(0,St._)`${is.default.vErrors}.length`)}
function x(A){var q;if(!i.opts.unevaluated)return;let M=(q=a?.validate)===null||q===void 0?void 0:q.evaluated;if(i.props!==!0)if(M&&!M.dynamicProps)M.props!==void 0&&
(i.props=Ca.mergeEvaluated.props(o,M.props,i.props));else{let V=o.var("props",(0,St._)`${A}.evaluated.props`);i.props=Ca.mergeEvaluated.props(o,V,i.props,St.Name)}
if(i.items!==!0)if(M&&!M.dynamicItems)M.items!==void 0&&(i.items=Ca.mergeEvaluated.items(o,M.items,i.items));else{let V=o.var("items",(0,St._)`${A}.evaluated.items`);
i.items=Ca.mergeEvaluated.items(o,V,i.items,St.Name)}}}Ir.callRef=Ka;Ir.default=ow});var Od=te(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});var iw=$d(),pw=qd(),cw=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",iw.default,pw.default];oi.default=cw});var jd=te(ii=>{"use strict";Object.defineProperty(ii,"__esModule",{value:!0});var Ha=_e(),yr=Ha.operators,Ba={maximum:{okStr:"<=",ok:yr.LTE,fail:yr.GT},minimum:{
okStr:">=",ok:yr.GTE,fail:yr.LT},exclusiveMaximum:{okStr:"<",ok:yr.LT,fail:yr.GTE},exclusiveMinimum:{okStr:">",ok:yr.GT,fail:yr.LTE}},dw={message:({keyword:e,schemaCode:t})=>(0,Ha.
str)`must be ${Ba[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Ha._)`{comparison: ${Ba[e].okStr}, limit: ${t}}`},uw={keyword:Object.keys(Ba),type:"numb\
er",schemaType:"number",$data:!0,error:dw,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Ha._)`${a} ${Ba[t].fail} ${n} || isNaN(${a})`)}};ii.default=
uw});var Td=te(pi=>{"use strict";Object.defineProperty(pi,"__esModule",{value:!0});var Ks=_e(),lw={message:({schemaCode:e})=>(0,Ks.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Ks._)`{multipleOf: ${e}}`},mw={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:lw,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Ks._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Ks._)`${r} !== parseInt(${r})`;e.fail$data((0,Ks.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};pi.default=mw});var Ad=te(ci=>{"use strict";Object.defineProperty(ci,"__esModule",{value:!0});var Mr=_e(),fw=Ie(),hw=Hn(),yw={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,Mr.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,Mr._)`{limit: ${e}}`},gw={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:yw,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?Mr.operators.GT:Mr.operators.LT,
r=o.opts.unicode===!1?(0,Mr._)`${a}.length`:(0,Mr._)`${(0,fw.useFunc)(e.gen,hw.default)}(${a})`;e.fail$data((0,Mr._)`${r} ${i} ${n}`)}};ci.default=gw});var Nd=te(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var ww=Et(),bw=Ie(),ps=_e(),vw={message:({schemaCode:e})=>(0,ps.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,ps._)`{pattern: ${e}}`},kw={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:vw,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,f=p.code==="new RegExp"?(0,ps._)`new RegExp`:(0,bw.useFunc)(t,p),d=t.let("val\
id");t.try(()=>t.assign(d,(0,ps._)`${f}(${i}, ${s}).test(${a})`),()=>t.assign(d,!1)),e.fail$data((0,ps._)`!${d}`)}else{let p=(0,ww.usePattern)(e,o);e.fail$data(
(0,ps._)`!${p}.test(${a})`)}}};di.default=kw});var Ed=te(ui=>{"use strict";Object.defineProperty(ui,"__esModule",{value:!0});var Hs=_e(),Pw={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Hs.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Hs._)`{limit: ${e}}`},$w={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Pw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Hs.operators.GT:Hs.operators.LT;e.fail$data(
(0,Hs._)`Object.keys(${a}).length ${o} ${n}`)}};ui.default=$w});var Id=te(li=>{"use strict";Object.defineProperty(li,"__esModule",{value:!0});var Bs=Et(),Gs=_e(),Sw=Ie(),_w={message:({params:{missingProperty:e}})=>(0,Gs.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Gs._)`{missingProperty: ${e}}`},xw={keyword:"required",type:"object",schemaType:"array",$data:!0,error:_w,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?f():d(),s.strictRequired){
let x=e.parentSchema.properties,{definedProperties:A}=e.it;for(let q of a)if(x?.[q]===void 0&&!A.has(q)){let M=r.schemaEnv.baseId+r.errSchemaPath,V=`required pr\
operty "${q}" is not defined at "${M}" (strictRequired)`;(0,Sw.checkStrictMode)(r,V,r.opts.strictRequired)}}function f(){if(p||i)e.block$data(Gs.nil,y);else for(let x of a)
(0,Bs.checkReportMissingProp)(e,x)}function d(){let x=t.let("missing");if(p||i){let A=t.let("valid",!0);e.block$data(A,()=>$(x,A)),e.ok(A)}else t.if((0,Bs.checkMissingProp)(
e,a,x)),(0,Bs.reportMissingProp)(e,x),t.else()}function y(){t.forOf("prop",n,x=>{e.setParams({missingProperty:x}),t.if((0,Bs.noPropertyInData)(t,o,x,s.ownProperties),
()=>e.error())})}function $(x,A){e.setParams({missingProperty:x}),t.forOf(x,n,()=>{t.assign(A,(0,Bs.propertyInData)(t,o,x,s.ownProperties)),t.if((0,Gs.not)(A),()=>{
e.error(),t.break()})},Gs.nil)}}};li.default=xw});var Md=te(mi=>{"use strict";Object.defineProperty(mi,"__esModule",{value:!0});var Zs=_e(),qw={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Zs.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Zs._)`{limit: ${e}}`},Ow={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:qw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Zs.operators.GT:Zs.operators.LT;e.fail$data((0,Zs._)`${a}.length ${o} ${n}`)}};
mi.default=Ow});var Ga=te(fi=>{"use strict";Object.defineProperty(fi,"__esModule",{value:!0});var Rd=Eo();Rd.code='require("ajv/dist/runtime/equal").default';fi.default=Rd});var Ld=te(yi=>{"use strict";Object.defineProperty(yi,"__esModule",{value:!0});var hi=Ms(),dt=_e(),jw=Ie(),Tw=Ga(),Aw={message:({params:{i:e,j:t}})=>(0,dt.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,dt._)`{i: ${e}, j: ${t}}`},Nw={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Aw,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),f=i.items?(0,hi.getSchemaTypes)(i.items):[];e.block$data(p,d,(0,dt._)`${r} === false`),
e.ok(p);function d(){let A=t.let("i",(0,dt._)`${a}.length`),q=t.let("j");e.setParams({i:A,j:q}),t.assign(p,!0),t.if((0,dt._)`${A} > 1`,()=>(y()?$:x)(A,q))}function y(){
return f.length>0&&!f.some(A=>A==="object"||A==="array")}function $(A,q){let M=t.name("item"),V=(0,hi.checkDataTypes)(f,M,s.opts.strictNumbers,hi.DataType.Wrong),
re=t.const("indices",(0,dt._)`{}`);t.for((0,dt._)`;${A}--;`,()=>{t.let(M,(0,dt._)`${a}[${A}]`),t.if(V,(0,dt._)`continue`),f.length>1&&t.if((0,dt._)`typeof ${M} == "string"`,
(0,dt._)`${M} += "_"`),t.if((0,dt._)`typeof ${re}[${M}] == "number"`,()=>{t.assign(q,(0,dt._)`${re}[${M}]`),e.error(),t.assign(p,!1).break()}).code((0,dt._)`${re}[${M}] = ${A}`)})}
function x(A,q){let M=(0,jw.useFunc)(t,Tw.default),V=t.name("outer");t.label(V).for((0,dt._)`;${A}--;`,()=>t.for((0,dt._)`${q} = ${A}; ${q}--;`,()=>t.if((0,dt._)`${M}(${a}[${A}], ${a}[${q}])`,
()=>{e.error(),t.assign(p,!1).break(V)})))}}};yi.default=Nw});var Fd=te(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var gi=_e(),Ew=Ie(),Iw=Ga(),Mw={message:"must be equal to constant",params:({schemaCode:e})=>(0,gi.
_)`{allowedValue: ${e}}`},Rw={keyword:"const",$data:!0,error:Mw,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,gi.
_)`!${(0,Ew.useFunc)(t,Iw.default)}(${a}, ${o})`):e.fail((0,gi._)`${i} !== ${a}`)}};wi.default=Rw});var Vd=te(bi=>{"use strict";Object.defineProperty(bi,"__esModule",{value:!0});var Qs=_e(),Lw=Ie(),Fw=Ga(),Vw={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Qs._)`{allowedValues: ${e}}`},Uw={keyword:"enum",schemaType:"array",$data:!0,error:Vw,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,f=()=>p??(p=(0,Lw.useFunc)(t,Fw.default)),d;if(s||
n)d=t.let("valid"),e.block$data(d,y);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let x=t.const("vSchema",i);d=(0,Qs.or)(...o.map((A,q)=>$(
x,q)))}e.pass(d);function y(){t.assign(d,!1),t.forOf("v",i,x=>t.if((0,Qs._)`${f()}(${a}, ${x})`,()=>t.assign(d,!0).break()))}function $(x,A){let q=o[A];return typeof q==
"object"&&q!==null?(0,Qs._)`${f()}(${a}, ${x}[${A}])`:(0,Qs._)`${a} === ${q}`}}};bi.default=Uw});var Ud=te(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var Dw=jd(),zw=Td(),Jw=Ad(),Ww=Nd(),Cw=Ed(),Kw=Id(),Hw=Md(),Bw=Ld(),Gw=Fd(),Zw=Vd(),
Qw=[Dw.default,zw.default,Jw.default,Ww.default,Cw.default,Kw.default,Hw.default,Bw.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Gw.default,Zw.default];vi.default=Qw});var Pi=te(Xs=>{"use strict";Object.defineProperty(Xs,"__esModule",{value:!0});Xs.validateAdditionalItems=void 0;var Rr=_e(),ki=Ie(),Xw={message:({params:{len:e}})=>(0,Rr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Rr._)`{limit: ${e}}`},Yw={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Xw,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,ki.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Dd(e,n)}};function Dd(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,Rr._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,Rr._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,ki.alwaysValidSchema)(r,n)){let f=a.var("valid",(0,Rr.
_)`${s} <= ${t.length}`);a.if((0,Rr.not)(f),()=>p(f)),e.ok(f)}function p(f){a.forRange("i",t.length,s,d=>{e.subschema({keyword:i,dataProp:d,dataPropType:ki.Type.
Num},f),r.allErrors||a.if((0,Rr.not)(f),()=>a.break())})}}Xs.validateAdditionalItems=Dd;Xs.default=Yw});var $i=te(Ys=>{"use strict";Object.defineProperty(Ys,"__esModule",{value:!0});Ys.validateTuple=void 0;var zd=_e(),Za=Ie(),eb=Et(),tb={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Jd(e,"additionalItems",t);a.items=!0,!(0,Za.
alwaysValidSchema)(a,t)&&e.ok((0,eb.validateArray)(e))}};function Jd(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;d(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Za.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),f=n.const("len",(0,zd._)`${i}.length`);a.forEach((y,$)=>{(0,Za.
alwaysValidSchema)(s,y)||(n.if((0,zd._)`${f} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function d(y){let{opts:$,errSchemaPath:x}=s,
A=a.length,q=A===y.minItems&&(A===y.maxItems||y[t]===!1);if($.strictTuples&&!q){let M=`"${r}" is ${A}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${x}"`;(0,Za.checkStrictMode)(s,M,$.strictTuples)}}}Ys.validateTuple=Jd;Ys.default=tb});var Wd=te(Si=>{"use strict";Object.defineProperty(Si,"__esModule",{value:!0});var rb=$i(),sb={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,rb.validateTuple)(e,"items")};Si.default=sb});var Kd=te(_i=>{"use strict";Object.defineProperty(_i,"__esModule",{value:!0});var Cd=_e(),ab=Ie(),nb=Et(),ob=Pi(),ib={message:({params:{len:e}})=>(0,Cd.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Cd._)`{limit: ${e}}`},pb={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:ib,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,ab.alwaysValidSchema)(n,t)&&(o?(0,ob.validateAdditionalItems)(e,o):e.ok((0,nb.validateArray)(e)))}};_i.default=
pb});var Hd=te(xi=>{"use strict";Object.defineProperty(xi,"__esModule",{value:!0});var Mt=_e(),Qa=Ie(),cb={message:({params:{min:e,max:t}})=>t===void 0?(0,Mt.str)`must contain at least ${e} valid item(s)`:
(0,Mt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Mt._)`{minContains: ${e}}`:(0,Mt._)`{minContains: ${e}, maxContains: ${t}}`},
db={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:cb,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:f}=n;i.opts.next?(r=p===void 0?1:p,s=f):r=1;let d=t.const("len",(0,Mt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Qa.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Qa.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Qa.alwaysValidSchema)(i,a)){let q=(0,Mt._)`${d} >= ${r}`;s!==void 0&&(q=(0,Mt._)`${q} && ${d} <= ${s}`),
e.pass(q);return}i.items=!0;let y=t.name("valid");s===void 0&&r===1?x(y,()=>t.if(y,()=>t.break())):r===0?(t.let(y,!0),s!==void 0&&t.if((0,Mt._)`${o}.length > 0`,
$)):(t.let(y,!1),$()),e.result(y,()=>e.reset());function $(){let q=t.name("_valid"),M=t.let("count",0);x(q,()=>t.if(q,()=>A(M)))}function x(q,M){t.forRange("i",
0,d,V=>{e.subschema({keyword:"contains",dataProp:V,dataPropType:Qa.Type.Num,compositeRule:!0},q),M()})}function A(q){t.code((0,Mt._)`${q}++`),s===void 0?t.if((0,Mt.
_)`${q} >= ${r}`,()=>t.assign(y,!0).break()):(t.if((0,Mt._)`${q} > ${s}`,()=>t.assign(y,!1).break()),r===1?t.assign(y,!0):t.if((0,Mt._)`${q} >= ${r}`,()=>t.assign(
y,!0)))}}};xi.default=db});var Zd=te(Gt=>{"use strict";Object.defineProperty(Gt,"__esModule",{value:!0});Gt.validateSchemaDeps=Gt.validatePropertyDeps=Gt.error=void 0;var qi=_e(),ub=Ie(),
ea=Et();Gt.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,qi.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,qi._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var lb={keyword:"dependencies",type:"object",schemaType:"object",error:Gt.error,code(e){let[t,a]=mb(e);Bd(e,t),Gd(e,a)}};function mb({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Bd(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,ea.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let f of s)(0,ea.checkReportMissingProp)(e,f)}):(a.if((0,qi._)`${p} && (${(0,ea.
checkMissingProp)(e,s,i)})`),(0,ea.reportMissingProp)(e,i),a.else())}}Gt.validatePropertyDeps=Bd;function Gd(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,ub.alwaysValidSchema)(i,t[s])||(a.if((0,ea.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Gt.validateSchemaDeps=Gd;Gt.default=lb});var Xd=te(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var Qd=_e(),fb=Ie(),hb={message:"property name must be valid",params:({params:e})=>(0,Qd.
_)`{propertyName: ${e.propertyName}}`},yb={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:hb,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,fb.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,Qd.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};Oi.default=yb});var Ti=te(ji=>{"use strict";Object.defineProperty(ji,"__esModule",{value:!0});var Xa=Et(),Jt=_e(),gb=tr(),Ya=Ie(),wb={message:"must NOT have additional properti\
es",params:({params:e})=>(0,Jt._)`{additionalProperty: ${e.additionalProperty}}`},bb={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:wb,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Ya.alwaysValidSchema)(r,a))return;let f=(0,Xa.allSchemaProperties)(n.properties),d=(0,Xa.
allSchemaProperties)(n.patternProperties);y(),e.ok((0,Jt._)`${i} === ${gb.default.errors}`);function y(){t.forIn("key",o,M=>{!f.length&&!d.length?A(M):t.if($(M),
()=>A(M))})}function $(M){let V;if(f.length>8){let re=(0,Ya.schemaRefOrVal)(r,n.properties,"properties");V=(0,Xa.isOwnProperty)(t,re,M)}else f.length?V=(0,Jt.or)(
...f.map(re=>(0,Jt._)`${M} === ${re}`)):V=Jt.nil;return d.length&&(V=(0,Jt.or)(V,...d.map(re=>(0,Jt._)`${(0,Xa.usePattern)(e,re)}.test(${M})`))),(0,Jt.not)(V)}function x(M){
t.code((0,Jt._)`delete ${o}[${M}]`)}function A(M){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){x(M);return}if(a===!1){e.setParams({additionalProperty:M}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Ya.alwaysValidSchema)(r,a)){let V=t.name("valid");p.removeAdditional==="failing"?(q(M,V,!1),t.if((0,Jt.
not)(V),()=>{e.reset(),x(M)})):(q(M,V),s||t.if((0,Jt.not)(V),()=>t.break()))}}function q(M,V,re){let z={keyword:"additionalProperties",dataProp:M,dataPropType:Ya.
Type.Str};re===!1&&Object.assign(z,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(z,V)}}};ji.default=bb});var tu=te(Ni=>{"use strict";Object.defineProperty(Ni,"__esModule",{value:!0});var vb=Vs(),Yd=Et(),Ai=Ie(),eu=Ti(),kb={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&eu.default.code(new vb.KeywordCxt(
i,eu.default,"additionalProperties"));let r=(0,Yd.allSchemaProperties)(a);for(let y of r)i.definedProperties.add(y);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Ai.mergeEvaluated.props(t,(0,Ai.toHash)(r),i.props));let s=r.filter(y=>!(0,Ai.alwaysValidSchema)(i,a[y]));if(s.length===0)return;let p=t.name("valid");
for(let y of s)f(y)?d(y):(t.if((0,Yd.propertyInData)(t,o,y,i.opts.ownProperties)),d(y),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(y),
e.ok(p);function f(y){return i.opts.useDefaults&&!i.compositeRule&&a[y].default!==void 0}function d(y){e.subschema({keyword:"properties",schemaProp:y,dataProp:y},
p)}}};Ni.default=kb});var nu=te(Ei=>{"use strict";Object.defineProperty(Ei,"__esModule",{value:!0});var ru=Et(),en=_e(),su=Ie(),au=Ie(),Pb={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,ru.allSchemaProperties)(a),p=s.filter(q=>(0,su.alwaysValidSchema)(i,
a[q]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let f=r.strictSchema&&!r.allowMatchingProperties&&o.properties,d=t.name(
"valid");i.props!==!0&&!(i.props instanceof en.Name)&&(i.props=(0,au.evaluatedPropsToName)(t,i.props));let{props:y}=i;$();function $(){for(let q of s)f&&x(q),i.
allErrors?A(q):(t.var(d,!0),A(q),t.if(d))}function x(q){for(let M in f)new RegExp(q).test(M)&&(0,su.checkStrictMode)(i,`property ${M} matches pattern ${q} (use \
allowMatchingProperties)`)}function A(q){t.forIn("key",n,M=>{t.if((0,en._)`${(0,ru.usePattern)(e,q)}.test(${M})`,()=>{let V=p.includes(q);V||e.subschema({keyword:"\
patternProperties",schemaProp:q,dataProp:M,dataPropType:au.Type.Str},d),i.opts.unevaluated&&y!==!0?t.assign((0,en._)`${y}[${M}]`,!0):!V&&!i.allErrors&&t.if((0,en.
not)(d),()=>t.break())})})}}};Ei.default=Pb});var ou=te(Ii=>{"use strict";Object.defineProperty(Ii,"__esModule",{value:!0});var $b=Ie(),Sb={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,$b.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Ii.default=Sb});var iu=te(Mi=>{"use strict";Object.defineProperty(Mi,"__esModule",{value:!0});var _b=Et(),xb={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:_b.validateUnion,
error:{message:"must match a schema in anyOf"}};Mi.default=xb});var pu=te(Ri=>{"use strict";Object.defineProperty(Ri,"__esModule",{value:!0});var tn=_e(),qb=Ie(),Ob={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,tn._)`{passingSchemas: ${e.passing}}`},jb={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Ob,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(f),e.result(r,()=>e.reset(),()=>e.error(!0));function f(){i.forEach((d,y)=>{let $;(0,qb.alwaysValidSchema)(o,
d)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:y,compositeRule:!0},p),y>0&&t.if((0,tn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,tn._)`[${s}, ${y}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,y),$&&e.mergeEvaluated($,tn.Name)})})}}};Ri.default=jb});var cu=te(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var Tb=Ie(),Ab={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,Tb.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Li.default=Ab});var lu=te(Fi=>{"use strict";Object.defineProperty(Fi,"__esModule",{value:!0});var rn=_e(),uu=Ie(),Nb={message:({params:e})=>(0,rn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,rn._)`{failingKeyword: ${e.ifClause}}`},Eb={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Nb,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,uu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=du(n,"then"),i=du(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let d=t.let("ifClause");e.setParams({ifClause:d}),t.if(s,f("then",d),f("else",d))}else o?t.if(
s,f("then")):t.if((0,rn.not)(s),f("else"));e.pass(r,()=>e.error(!0));function p(){let d=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(d)}function f(d,y){return()=>{let $=e.subschema({keyword:d},s);t.assign(r,s),e.mergeValidEvaluated($,r),y?t.assign(y,(0,rn._)`${d}`):e.setParams(
{ifClause:d})}}}};function du(e,t){let a=e.schema[t];return a!==void 0&&!(0,uu.alwaysValidSchema)(e,a)}Fi.default=Eb});var mu=te(Vi=>{"use strict";Object.defineProperty(Vi,"__esModule",{value:!0});var Ib=Ie(),Mb={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,Ib.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Vi.default=Mb});var fu=te(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var Rb=Pi(),Lb=Wd(),Fb=$i(),Vb=Kd(),Ub=Hd(),Db=Zd(),zb=Xd(),Jb=Ti(),Wb=tu(),Cb=nu(),
Kb=ou(),Hb=iu(),Bb=pu(),Gb=cu(),Zb=lu(),Qb=mu();function Xb(e=!1){let t=[Kb.default,Hb.default,Bb.default,Gb.default,Zb.default,Qb.default,zb.default,Jb.default,
Db.default,Wb.default,Cb.default];return e?t.push(Lb.default,Vb.default):t.push(Rb.default,Fb.default),t.push(Ub.default),t}Ui.default=Xb});var hu=te(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var Xe=_e(),Yb={message:({schemaCode:e})=>(0,Xe.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,Xe._)`{format: ${e}}`},ev={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Yb,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:f,schemaEnv:d,self:y}=s;if(!p.validateFormats)return;o?$():x();function $(){let A=a.scopeValue("formats",{ref:y.
formats,code:p.code.formats}),q=a.const("fDef",(0,Xe._)`${A}[${r}]`),M=a.let("fType"),V=a.let("format");a.if((0,Xe._)`typeof ${q} == "object" && !(${q} instanceof RegExp)`,
()=>a.assign(M,(0,Xe._)`${q}.type || "string"`).assign(V,(0,Xe._)`${q}.validate`),()=>a.assign(M,(0,Xe._)`"string"`).assign(V,q)),e.fail$data((0,Xe.or)(re(),z()));
function re(){return p.strictSchema===!1?Xe.nil:(0,Xe._)`${r} && !${V}`}function z(){let H=d.$async?(0,Xe._)`(${q}.async ? await ${V}(${n}) : ${V}(${n}))`:(0,Xe.
_)`${V}(${n})`,D=(0,Xe._)`(typeof ${V} == "function" ? ${H} : ${V}.test(${n}))`;return(0,Xe._)`${V} && ${V} !== true && ${M} === ${t} && !${D}`}}function x(){let A=y.
formats[i];if(!A){re();return}if(A===!0)return;let[q,M,V]=z(A);q===t&&e.pass(H());function re(){if(p.strictSchema===!1){y.logger.warn(D());return}throw new Error(
D());function D(){return`unknown format "${i}" ignored in schema at path "${f}"`}}function z(D){let pe=D instanceof RegExp?(0,Xe.regexpCode)(D):p.code.formats?(0,Xe.
_)`${p.code.formats}${(0,Xe.getProperty)(i)}`:void 0,j=a.scopeValue("formats",{key:i,ref:D,code:pe});return typeof D=="object"&&!(D instanceof RegExp)?[D.type||
"string",D.validate,(0,Xe._)`${j}.validate`]:["string",D,j]}function H(){if(typeof A=="object"&&!(A instanceof RegExp)&&A.async){if(!d.$async)throw new Error("a\
sync format in sync schema");return(0,Xe._)`await ${V}(${n})`}return typeof M=="function"?(0,Xe._)`${V}(${n})`:(0,Xe._)`${V}.test(${n})`}}}};Di.default=ev});var yu=te(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var tv=hu(),rv=[tv.default];zi.default=rv});var gu=te(cs=>{"use strict";Object.defineProperty(cs,"__esModule",{value:!0});cs.contentVocabulary=cs.metadataVocabulary=void 0;cs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];cs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var bu=te(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var sv=Od(),av=Ud(),nv=fu(),ov=yu(),wu=gu(),iv=[sv.default,av.default,(0,nv.default)(),
ov.default,wu.metadataVocabulary,wu.contentVocabulary];Ji.default=iv});var ku=te(sn=>{"use strict";Object.defineProperty(sn,"__esModule",{value:!0});sn.DiscrError=void 0;var vu;(function(e){e.Tag="tag",e.Mapping="mapping"})(vu||(sn.
DiscrError=vu={}))});var $u=te(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var ds=_e(),Wi=ku(),Pu=Ra(),pv=Us(),cv=Ie(),dv={message:({params:{discrError:e,tagName:t}})=>e===
Wi.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,ds._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
uv={keyword:"discriminator",type:"object",schemaType:"object",error:dv,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),f=t.
const("tag",(0,ds._)`${a}${(0,ds.getProperty)(s)}`);t.if((0,ds._)`typeof ${f} == "string"`,()=>d(),()=>e.error(!1,{discrError:Wi.DiscrError.Tag,tag:f,tagName:s})),
e.ok(p);function d(){let x=$();t.if(!1);for(let A in x)t.elseIf((0,ds._)`${f} === ${A}`),t.assign(p,y(x[A]));t.else(),e.error(!1,{discrError:Wi.DiscrError.Mapping,
tag:f,tagName:s}),t.endIf()}function y(x){let A=t.name("valid"),q=e.subschema({keyword:"oneOf",schemaProp:x},A);return e.mergeEvaluated(q,ds.Name),A}function $(){
var x;let A={},q=V(o),M=!0;for(let H=0;H<r.length;H++){let D=r[H];if(D?.$ref&&!(0,cv.schemaHasRulesButRef)(D,i.self.RULES)){let j=D.$ref;if(D=Pu.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),D instanceof Pu.SchemaEnv&&(D=D.schema),D===void 0)throw new pv.default(i.opts.uriResolver,i.baseId,j)}let pe=(x=D?.properties)===
null||x===void 0?void 0:x[s];if(typeof pe!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);M=M&&
(q||V(D)),re(pe,H)}if(!M)throw new Error(`discriminator: "${s}" must be required`);return A;function V({required:H}){return Array.isArray(H)&&H.includes(s)}function re(H,D){
if(H.const)z(H.const,D);else if(H.enum)for(let pe of H.enum)z(pe,D);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function z(H,D){
if(typeof H!="string"||H in A)throw new Error(`discriminator: "${s}" values must be unique strings`);A[H]=D}}}};Ci.default=uv});var Su=te((EP,lv)=>{lv.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
definitions:{schemaArray:{type:"array",minItems:1,items:{$ref:"#"}},nonNegativeInteger:{type:"integer",minimum:0},nonNegativeIntegerDefault0:{allOf:[{$ref:"#/de\
finitions/nonNegativeInteger"},{default:0}]},simpleTypes:{enum:["array","boolean","integer","null","number","object","string"]},stringArray:{type:"array",items:{
type:"string"},uniqueItems:!0,default:[]}},type:["object","boolean"],properties:{$id:{type:"string",format:"uri-reference"},$schema:{type:"string",format:"uri"},
$ref:{type:"string",format:"uri-reference"},$comment:{type:"string"},title:{type:"string"},description:{type:"string"},default:!0,readOnly:{type:"boolean",default:!1},
examples:{type:"array",items:!0},multipleOf:{type:"number",exclusiveMinimum:0},maximum:{type:"number"},exclusiveMaximum:{type:"number"},minimum:{type:"number"},
exclusiveMinimum:{type:"number"},maxLength:{$ref:"#/definitions/nonNegativeInteger"},minLength:{$ref:"#/definitions/nonNegativeIntegerDefault0"},pattern:{type:"\
string",format:"regex"},additionalItems:{$ref:"#"},items:{anyOf:[{$ref:"#"},{$ref:"#/definitions/schemaArray"}],default:!0},maxItems:{$ref:"#/definitions/nonNeg\
ativeInteger"},minItems:{$ref:"#/definitions/nonNegativeIntegerDefault0"},uniqueItems:{type:"boolean",default:!1},contains:{$ref:"#"},maxProperties:{$ref:"#/def\
initions/nonNegativeInteger"},minProperties:{$ref:"#/definitions/nonNegativeIntegerDefault0"},required:{$ref:"#/definitions/stringArray"},additionalProperties:{
$ref:"#"},definitions:{type:"object",additionalProperties:{$ref:"#"},default:{}},properties:{type:"object",additionalProperties:{$ref:"#"},default:{}},patternProperties:{
type:"object",additionalProperties:{$ref:"#"},propertyNames:{format:"regex"},default:{}},dependencies:{type:"object",additionalProperties:{anyOf:[{$ref:"#"},{$ref:"\
#/definitions/stringArray"}]}},propertyNames:{$ref:"#"},const:!0,enum:{type:"array",items:!0,minItems:1,uniqueItems:!0},type:{anyOf:[{$ref:"#/definitions/simple\
Types"},{type:"array",items:{$ref:"#/definitions/simpleTypes"},minItems:1,uniqueItems:!0}]},format:{type:"string"},contentMediaType:{type:"string"},contentEncoding:{
type:"string"},if:{$ref:"#"},then:{$ref:"#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/de\
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Rt=te((Ke,Ki)=>{"use strict";Object.defineProperty(Ke,"__esModule",{value:!0});Ke.MissingRefError=Ke.ValidationError=Ke.CodeGen=Ke.Name=Ke.nil=Ke.stringify=
Ke.str=Ke._=Ke.KeywordCxt=Ke.Ajv=void 0;var mv=Pd(),fv=bu(),hv=$u(),_u=Su(),yv=["/properties"],an="http://json-schema.org/draft-07/schema",us=class extends mv.default{_addVocabularies(){
super._addVocabularies(),fv.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(hv.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(_u,yv):_u;this.addMetaSchema(t,an,!1),this.refs["http://json-schema.org/schema"]=an}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(an)?an:void 0)}};Ke.Ajv=us;Ki.exports=Ke=us;Ki.exports.Ajv=us;Object.defineProperty(Ke,"__esMo\
dule",{value:!0});Ke.default=us;var gv=Vs();Object.defineProperty(Ke,"KeywordCxt",{enumerable:!0,get:function(){return gv.KeywordCxt}});var ls=_e();Object.defineProperty(
Ke,"_",{enumerable:!0,get:function(){return ls._}});Object.defineProperty(Ke,"str",{enumerable:!0,get:function(){return ls.str}});Object.defineProperty(Ke,"stri\
ngify",{enumerable:!0,get:function(){return ls.stringify}});Object.defineProperty(Ke,"nil",{enumerable:!0,get:function(){return ls.nil}});Object.defineProperty(
Ke,"Name",{enumerable:!0,get:function(){return ls.Name}});Object.defineProperty(Ke,"CodeGen",{enumerable:!0,get:function(){return ls.CodeGen}});var wv=Ia();Object.
defineProperty(Ke,"ValidationError",{enumerable:!0,get:function(){return wv.default}});var bv=Us();Object.defineProperty(Ke,"MissingRefError",{enumerable:!0,get:function(){
return bv.default}})});var Lm=xt(vp());import{models as j0}from"./models.js";function ga(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,f=0,d=0,y=0;function $(z,H){let D=0,pe=0;for(;D<z||!H;){let j=e.charCodeAt(n);if(j>=48&&j<=57)pe=pe*
16+j-48;else if(j>=65&&j<=70)pe=pe*16+j-65+10;else if(j>=97&&j<=102)pe=pe*16+j-97+10;else break;n++,D++}return D<z&&(pe=-1),pe}function x(z){n=z,o="",i=0,r=16,y=
0}function A(){let z=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Br(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Br(e.
charCodeAt(n)))for(n++;n<e.length&&Br(e.charCodeAt(n));)n++;else return y=3,e.substring(z,n);let H=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Br(e.charCodeAt(n))){for(n++;n<e.length&&Br(e.charCodeAt(n));)n++;H=n}else y=3;
return e.substring(z,H)}function q(){let z="",H=n;for(;;){if(n>=a){z+=e.substring(H,n),y=2;break}let D=e.charCodeAt(n);if(D===34){z+=e.substring(H,n),n++;break}
if(D===92){if(z+=e.substring(H,n),n++,n>=a){y=2;break}switch(e.charCodeAt(n++)){case 34:z+='"';break;case 92:z+="\\";break;case 47:z+="/";break;case 98:z+="\b";
break;case 102:z+="\f";break;case 110:z+=`
`;break;case 114:z+="\r";break;case 116:z+="	";break;case 117:let j=$(4,!0);j>=0?z+=String.fromCharCode(j):y=4;break;default:y=5}H=n;continue}if(D>=0&&D<=31)if(Ss(
D)){z+=e.substring(H,n),y=2;break}else y=6;n++}return z}function M(){if(o="",y=0,i=n,p=s,d=f,n>=a)return i=a,r=17;let z=e.charCodeAt(n);if(Zn(z)){do n++,o+=String.
fromCharCode(z),z=e.charCodeAt(n);while(Zn(z));return r=15}if(Ss(z))return n++,o+=String.fromCharCode(z),z===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,f=n,r=14;switch(z){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=q(),r=10;case 47:let H=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!Ss(e.charCodeAt(n));)n++;return o=e.substring(H,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let D=a-1,pe=!1;for(;n<D;){let j=e.charCodeAt(n);if(j===42&&e.charCodeAt(n+1)===47){n+=2,pe=!0;break}n++,Ss(j)&&(j===13&&e.charCodeAt(n)===10&&n++,
s++,f=n)}return pe||(n++,y=1),o=e.substring(H,n),r=13}return o+=String.fromCharCode(z),n++,r=16;case 45:if(o+=String.fromCharCode(z),n++,n===a||!Br(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=A(),r=11;default:for(;n<a&&V(z);)n++,z=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(z),n++,r=16}}
function V(z){if(Zn(z)||Ss(z))return!1;switch(z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function re(){let z;do z=M();while(z>=
12&&z<=15);return z}return{setPosition:x,getPosition:()=>n,scan:t?re:M,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-d,getTokenError:()=>y}}function Zn(e){return e===32||e===9}function Ss(e){return e===10||e===13}function Br(e){return e>=48&&e<=57}
var kp;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(kp||(kp={}));var mf=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Gr=200,ff={" ":{"\n":new Array(Gr).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Gr).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Gr).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Gr).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Gr).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Gr).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var wa;(function(e){e.DEFAULT={allowTrailingComma:!1}})(wa||(wa={}));function Pp(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,f,d,y){i.value=p,i.offset=f,i.length=d,i.type=y,i.colonOffset=void 0,o=i}try{Yn(e,{onObjectBegin:(p,f)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,f,d)=>{if(t<f||(s(p,f,d,"property"),a[a.length-1]=p,t<=f+d))throw n},onObjectEnd:(p,f)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,f)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,f)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,f,d)=>{if(t<f||(s(p,f,d,$p(p)),t<=f+d))throw n},onSeparator:(p,f,d)=>{
if(t<=f)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=f,r=!1,o=void 0;else if(p===","){let y=a[a.length-1];typeof y=="number"?a[a.length-1]=y+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let f=0;for(let d=0;f<p.length&&d<a.length;d++)
if(p[f]===a[d]||p[f]==="*")f++;else if(p[f]!=="**")return!1;return f===p.length}}}function Qn(e,t=[],a=wa.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Yn(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,f,d)=>{
n=i({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:f,length:d,parent:n})},onObjectEnd:(p,f)=>{o(p+f),n.
length=p+f-n.offset,n=n.parent,o(p+f)},onArrayBegin:(p,f)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,f)=>{n.length=p+f-n.offset,
n=n.parent,o(p+f)},onLiteralValue:(p,f,d)=>{i({type:$p(p),offset:f,length:d,parent:n,value:p}),o(f+d)},onSeparator:(p,f,d)=>{n.type==="property"&&(p===":"?n.colonOffset=
f:p===","&&o(f))},onError:(p,f,d)=>{t.push({error:p,offset:f,length:d})}},a);let s=n.children[0];return s&&delete s.parent,s}function Xn(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function ba(e){switch(e.type){case"array":return e.children.map(ba);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=ba(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Yn(e,t,a=wa.DEFAULT){let n=ga(e,!1),o=[],i=0;function r(Q){return Q?()=>i===0&&Q(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(Q){return Q?U=>i===0&&Q(U,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(Q){return Q?
U=>i===0&&Q(U,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function f(Q){return Q?()=>{i>0?i++:Q(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function d(Q){return Q?()=>{i>0&&i--,i===
0&&Q(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let y=f(t.onObjectBegin),$=p(t.onObjectProperty),x=d(t.onObjectEnd),
A=f(t.onArrayBegin),q=d(t.onArrayEnd),M=p(t.onLiteralValue),V=s(t.onSeparator),re=r(t.onComment),z=s(t.onError),H=a&&a.disallowComments,D=a&&a.allowTrailingComma;
function pe(){for(;;){let Q=n.scan();switch(n.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:H||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(Q){case 12:case 13:H?j(10):re();break;case 16:j(1);break;case 15:case 14:break;default:return Q}}}function j(Q,U=[],Ee=[]){if(z(Q),U.length+Ee.
length>0){let Ue=n.getToken();for(;Ue!==17;){if(U.indexOf(Ue)!==-1){pe();break}else if(Ee.indexOf(Ue)!==-1)break;Ue=pe()}}}function de(Q){let U=n.getTokenValue();
return Q?M(U):($(U),o.push(U)),pe(),!0}function le(){switch(n.getToken()){case 11:let Q=n.getTokenValue(),U=Number(Q);isNaN(U)&&(j(2),U=0),M(U);break;case 7:M(null);
break;case 8:M(!0);break;case 9:M(!1);break;default:return!1}return pe(),!0}function W(){return n.getToken()!==10?(j(3,[],[2,5]),!1):(de(!1),n.getToken()===6?(V(
":"),pe(),he()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function R(){y(),pe();let Q=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(Q||j(
4,[],[]),V(","),pe(),n.getToken()===2&&D)break}else Q&&j(6,[],[]);W()||j(4,[],[2,5]),Q=!0}return x(),n.getToken()!==2?j(7,[2],[]):pe(),!0}function we(){A(),pe();
let Q=!0,U=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(U||j(4,[],[]),V(","),pe(),n.getToken()===4&&D)break}else U&&j(6,[],[]);Q?(o.push(
0),Q=!1):o[o.length-1]++,he()||j(4,[],[4,5]),U=!0}return q(),Q||o.pop(),n.getToken()!==4?j(8,[4],[]):pe(),!0}function he(){switch(n.getToken()){case 3:return we();case 1:
return R();case 10:return de(!0);default:return le()}}return pe(),n.getToken()===17?a.allowEmptyContent?!0:(j(4,[],[]),!1):he()?(n.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function $p(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Sp;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Sp||(Sp={}));var _p;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(_p||(_p={}));var qp=Pp;var eo=Qn,Op=Xn;var jp=ba;var xp;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(xp||(xp={}));function Tp(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var bf="\uFEFF";function*Ap(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(bf)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${vf(Tp(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function vf(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Zr(e){return Np(e)}function cr(e){return Np(e)}function Np(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Ep(e){return[...e.files.values()].flatMap(kf)}var kf=cr(e=>e.syntaxErrors.length===0&&Pf(e.text)===Ip(e.value)?[]:e.tree===void 0?[]:[...to(e.path,e.tree,
[])]);function Pf(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Ip(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Ip(n),0)}function*to(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*to(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*to(e,s,[...a,p]))}}function Rp(e){return[...e.files.values()].flatMap($f)}var $f=cr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(Sf)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Mp(n)===Mp(String(Number(n)))?[]:[{code:"S005",file:e,path:qp(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Sf=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Mp(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function Te(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function _s(e){return Te(e)?Object.entries(e):[]}function xs(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as ro}from"node:path";function va(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Se(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var ka=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Lp(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:ro.normalize(ro.join(ro.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new ka(t,a,"names a\
 file that does not exist");for(let s of Se(o)){let p=Array.isArray(r)?r[Number(s)]:Te(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new ka(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function nt(e,t){let a={};return t!==void 0&&(a[e]=t),a}var ms=xt(Rt(),1);function gr(e,t=0,a=t+4){return t+e.below(a-t+1)}var sr=new ms.Name("vErrors");function Be(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>ms._`${i}, ${r}`,
ms._`${new ms.Name(e)}(${sr}, ${a}, ${n}, ${t.required?1:0}`)}function qe(e,t){return{about:e,value:t,findings:[]}}function Le(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function Ye(e){return e.map(t=>Le(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function et(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var vv=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function xu(e,t,a,n){return{...kv(e,t,a),source:a.has("x-source")?a.source():n}}function kv(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",vv)}:{},notes:a.notes()}}var Lr=xt(Rt(),1);function Pv(e){return typeof e=="string"?e:JSON.stringify(e)}function Hi(e){let t=e.map(Pv),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function on(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${nn(o,t)}`,zh:`${r} ${nn(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:ta(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function pn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${nn(n,t)}`,zh:`${a} \u5230 ${nn(n,t)} \u7684`};
let r=on(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function fs(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:qu(a.en)}`;return t===void 0?e===0?{en:qu(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function ta(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function qu(e){
return`${e}s`}function nn(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Ou={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...et({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...et({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?Lr._`${Be("typed",e,t,Lr._`"array"`)})`:Lr._`${Be("list",e,t,Lr._`${a??0}`,n===void 0?Lr._`Infinity`:
Lr._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...et({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=on({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...Ye(["text",1,{length:1}]),...e===0?[qe("empty",[])]:[Le("min-items-under",
ra(e-1),"min-items")],...e<=3&&(t??3)>=3?[qe("items",ra(3))]:[],...t===void 0?[]:[qe("max-items-at",ra(t)),Le("max-items-over",ra(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>ra(gr(a,e,t))};function ra(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Bi=xt(Rt(),1);var ju={read:(e,t)=>({kind:"boolean",...t,...nt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Bi._`${Be("\
typed",e,t,Bi._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...Ye([
"true",1,0,[]]),qe("true",!0),qe("false",!1)],sample:(e,t)=>t.below(2)===1};var dn=xt(Rt(),1);var sa=xt(Rt(),1),Tu=xt(Qr(),1);function ar(e){return(0,sa.stringify)(e)}function Au(e){return(0,sa.stringify)(e)}function hs(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return sa._`${(0,Tu.regexpCode)(new RegExp(a,t))}`}function aa({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function cn({type:e}){return Array.isArray(e)&&e.includes("null")}function Nu({nullable:e},t){return e?`${t} | null`:t}function Eu({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Iu({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Mu({nullable:e},t){return e?[qe("null",null),
...t]:t}function Ru({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Lu={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Fu={read(e,t){let a=$v(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>Sv(s)&&a.some(f=>Lu[f](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
cn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...nt("unit",qv(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?_v(t):e,enum:[...t]}),check(e,t,{constant:a}){let n=a(ar(e.values));return e.type==="mixed"?dn._`${Be("mixedChoic\
e",e,t,n)})`:dn._`${Be("choice",e,t,dn._`${e.type}`,n)})`},facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...nt("unit",a)}),phrase({values:e,unit:t}){let a=Hi(
e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?xv(t):Ye(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...Ov(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function $v(e){let t=e.raw("type"),a=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(Lu,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),n}function Sv(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function _v(e){let t=e.map(
n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function xv(e){let t=new Set(
e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Le(`as-${typeof n}-${n}`,n,"enum")),Le("type-array",
[e[0]??""],"enum"),Le("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Le(`type-${n}`,n,"enum"))]}function qv(e){return e.optionalText("x-unit")}
function Ov(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Le(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>qe(
`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var qt=xt(Rt(),1);function un(e){return et({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function ln({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&jv(i)?i:void 0;return{type:e,...et({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function jv(e){return Number.isInteger(e*2**20)}function mn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...et({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function fn(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,f=o===void 0?qt._`-Infinity`:qt._`${o}`,d=i===void 0?qt._`Infinity`:qt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return qt._`${Be("integer",e,t,f,d)})`;let y=r===void 0?qt._`-Infinity`:qt._`${r}`,$=s===void 0?qt._`Infinity`:qt._`${s}`;
return qt._`${Be("numeric",e,t,qt._`${n}`,a(qt._`[${f}, ${d}, ${y}, ${$}, ${p??0}]`))})`}function ys({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Gi(t.minimum,a);if(t.exclusiveMinimum!==void 0)return Tv(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??Wt(n-a)}function Tv(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?Wt(e+o):Gi(Wt(
e+n/2),n);return i===void 0||r<i||r===t?r:Wt((e+i)/2)}function Gi(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:Wt(Math.ceil(e/t)*t)}function Wt(e){return Number(
e.toFixed(9))}function hn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=q=>r===void 0||Number.isInteger(Number(
(q/r).toFixed(9))),f=(q,M)=>p(M)?[qe(q,M)]:[],d=a!==void 0?[...f("minimum-at",a),Le("minimum-under",Wt(a-s),"minimum")]:o!==void 0?[Le("exclusive-minimum-at",o,
"minimum"),Le("exclusive-minimum-under",Wt(o-s),"minimum")]:[qe("negative",-s),qe("zero",0)],y=n!==void 0?[...f("maximum-at",n),Le("maximum-over",Wt(n+s),"maxim\
um")]:i!==void 0?[Le("exclusive-maximum-at",i,"maximum"),Le("exclusive-maximum-over",Wt(i+s),"maximum")]:r===void 0?[qe("large",2147483648)]:[],$=ys(e),x=Wt($+(r??
0)/(t==="integer"?r??1:2)),A=x<=(n??1/0)&&x<(i??1/0)&&!p(x);return[...d,...y,...r!==void 0&&A?[Le("off-step",x,"multiple-of")]:[]]}function yn(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,f=n??i??(p===void 0?0:p-100*s),d=Gi(f,s)+(i===void 0?0:s),y=p===
void 0?100:Math.floor((p-d)/s+1e-9)+(r===void 0?1:0);return y<1?ys(e):Wt(d+s*t.below(y))}var Vu={read:(e,t)=>({kind:"integer",...t,...un(e)}),type:()=>"number",schema:ln,check:fn,facts:mn,phrase(e){let t=pn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:ys,
cases:e=>[...Ye(["5",!0,[5],5.5]),...hn(e)],sample:yn};var Lt=xt(Rt(),1);function Uu(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...et({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,f=new Lt.Name(`index${n.depth}`),d=s===void 0?Lt._`Infinity`:
Lt._`${s}`,y=o.nested(i,{pointer:Lt._`${n.pointer} + "/" + ${f}`,value:Lt._`${n.value}[${f}]`,depth:n.depth+1}),$=p?Lt._`
${new Lt.Name("uniqueItems")}(${sr}, ${n.pointer}, ${n.value})`:Lt._``;return Lt._`if (${Be("list",a,n,Lt._`${r}`,d)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${d}; ${f}++) {
${y}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...et({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=fs(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,f]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:ta("\u542B",f,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Du(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...Ye(["text",7,{0:"text"}]),...Av(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:gr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function Av(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=d=>Du(e,t,d,i,"video"),s=Math.max(1,a),p=r(s),f=e.cases(t).filter(({value:d})=>d!==void 0).map(({about:d,value:y,findings:$})=>({about:`item-${d}`,value:p.
map((x,A)=>A===s-1&&y!==void 0?y:x),findings:$.map(x=>({...x,path:`/${s-1}${x.path??""}`}))}));return[...a===0?[qe("empty",[])]:[Le("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[qe("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[qe("max-items-at",r(n))]:[],...r(n+1).length>n?[Le("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Le("repeated-item",[...p,...p],"unique-items","/1")]:[],...f.filter(({value:d})=>!i||new Set(d.map(y=>JSON.stringify(
y))).size===s)]}function Du(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var Ft=xt(Rt(),1);var Nv=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function zu(e){return{rule:e.oneOf("rule",Nv),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...nt("minimum",e.optionalNumber("minimum")),...nt("maximum",e.optionalNumber("maximum")),...nt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...nt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...nt("quote",e.optionalText("quote")),source:e.source()}}var Ju=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Wu=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Zi="data:image/png;base64,iVBORw0KGgo=";function Qi(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Hu={read:Ev,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(hs(Iv(r))),f=a(ar(
s)),d=s.includes("data"),y=d?Ft._`${new Ft.Name("withBase64")}(${p})`:p;if(n){let x=Ft._`${Be("mediaReference",e,t,y,f)})`;return d?Ft._`${x}
${new Ft.Name("base64Reference")}(${sr}, ${t.pointer}, ${t.value}, ${y})`:x}let $=Ft._`${Be("media",e,t,Ft._`${o}`,Ft._`${i}`,y,f)})`;return d?Ft._`${$}
${new Ft.Name("base64")}(${sr}, ${t.pointer}, ${t.value}, ${i}, ${y})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...et({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=Mv(i);if(t)return{en:`${Rv(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=fs(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:ta(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Qi(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...Ye([7,!0,["https://example.com/one.png"]]),...Fv(
e,a)]:[...Ye(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...Lv(e),...Vv(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:gr(o,t,a)},()=>o.matching(n))};function Cu(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function Ev(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=aa(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Cu(p,"x-accepts"),...n.has("contradicted")?{contradicted:Cu(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(zu)}}var Ku="\\x00-\\x20\\x7F-\\xA0";function Iv(e){return e.replaceAll(Ku,`${Ku}\\s`)}function Mv(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function Rv(e){return/^[aeiou]/i.test(e)?"an":"a"}function Fr({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Qi(e,t,o))}function Lv(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Le("min-items-under",Fr(e,t-1),"min-items")]:[],qe("min-items-at",Fr(e,t)),qe("max-items-at",Fr(e,a)),Le("max-items-\
over",Fr(e,a+1),"max-items"),Le("max-items-over-bad-item",[...Fr(e,a),"nowhere"],"max-items")]}function Bu({accepts:e},t,a){return[...Ju.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Wu.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Zi,"media-base64","advice"):a("base64",Zi,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Fv(e,t){return Bu(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function Vv(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:Fr(e,a).map((f,d)=>d===a-1?r:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...Fr(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Bu(e,t,n),...o]}var Gu={read:(e,t)=>({kind:"number",...t,...un(e)}),type:()=>"number",schema:ln,check:fn,facts:mn,phrase(e){let t=pn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:ys,cases:e=>[...Ye(["0.5",
!0,[.5]]),...hn(e)],sample:yn};var nr=xt(Rt(),1);function Zu(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Qu({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Xu(e){
let t=[...gs("at least",e.minimum,""),...gs("at most",e.maximum,""),...gs("at least",e.minLength," characters"),...gs("at most",e.maxLength," characters"),...gs(
"at least",e.minItems," items"),...gs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function gs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Yu(e){return Uv(e,"")}function Uv(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Xu),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Zu(e.source)}.`,...Dv(e.deprecated)].join(`
`)}function Dv(e){return e===void 0?[]:[`@deprecated ${Qu(e)}`]}function el(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function tl(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function rl(e){return`{
${e.map(zv).join("")}}`}function zv({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":el(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function sl(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function al(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":rl(a.map(n=>({name:tl(n.name),doc:Yu(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...sl(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(ar(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new nr.Name(`member${n.depth}`),f=o.nested(s,{pointer:nr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return nr._`{
const ${p} = ${new nr.Name("own")}(${n.value}, ${s.name})
${f}
}`});return nr._`if (${Be("object",a,n,i)})) {
${r.reduce((s,p)=>nr._`${s}
${p}`,nr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>nl(a,e,n),cases:a=>[...Ye(["text",7,[]]),...Jv(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function nl({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function Jv(e,t){let a=nl(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Ru(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:f,findings:d})=>f===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:f},findings:d.
map(y=>({...y,path:`/${i.name}${y.path??""}`}))}])]});return[qe("members",a),...n.has("no_such_member")?[]:[Le("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Le("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var wr=xt(Rt(),1);var Ct=xt(Rt(),1);var ol="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",il="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Vr={date:{
pattern:`^${ol}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${il}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${ol}T${il}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var Wv=Object.keys(Vr);function gn(e){let t=e.has("format")?e.oneOf("format",Wv):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),et({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):Vr[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:Vr[t].valid)})}function wn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&Vr[a].isOurs===!0?void 0:a;return{type:"string",...et({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function bn({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...et({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function vn(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=Ct._`${n??0}`,f=o===void 0?Ct._`Infinity`:
Ct._`${o}`;if(i!==void 0){let d=r===void 0?Ct._`"pattern"`:Ct._`"format"`,y=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return Ct._`${Be("patterned",
e,t,p,f,a(hs(i)),d,a(Au(y)))})`}return n===1&&o===void 0?Ct._`${Be("nonEmpty",e,t)})`:n===void 0&&o===void 0?Ct._`${Be("typed",e,t,Ct._`"string"`)})`:Ct._`${Be(
"text",e,t,p,f)})`}function kn({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=fs(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,
zh:d}=Vr[a].name;return e>0||t!==void 0?{en:`${f}, of ${r.en}`,zh:`${d}\uFF0C${r.zh}`}:{en:f,zh:d}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function Pn({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function $n({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:Vr[e].invalid).filter(d=>!i.test(d)&&[...d].length>=n&&[...d].length<=o),f=e===void 0?"pattern":"format";return[...a.map((d,y)=>qe(`${f}-good-${y+1}`,d)),
...p.map((d,y)=>Le(`${f}-bad-${y+1}`,d,f))]}function Sn({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Le("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Le(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[qe("min-length-at","a".repeat(e)),qe("min-length-astral","\u{1F600}".repeat(e)),qe("space"," ".repeat(e))]:[],...t===void 0?[]:[qe(
"max-length-at","a".repeat(t)),qe("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var pl=()=>Ye([7,!0,["a"]]);function cl(e){return nt(
"minLength",e.optionalNumber("minLength"))}function _n({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(gr(n,t,a)):n.matching(e)}var Cv={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function ul(e){return Cv[e].
en}var ll={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...gn(e),limits:e.objects("x-prompt-limits").map(Kv),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:wn,
check:(e,t,a)=>[vn(e,t,a),...Hv(e,t,a),...Gv(e,t,a)].reduce((n,o)=>wr._`${n}
${o}`),facts:e=>({...bn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:kn,
example:(e,t)=>Pn(e,ul(t)),cases:e=>[...Ye([7,!0,["a"],{text:"a"}]),...Sn(e),...$n(e),...Zv(e.limits),...Qv(e.tokens)],sample:_n};function Kv(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...nt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function Hv({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:d,count:y,max:$,severity:x,onlyWithHan:A})=>[
d,y,$,x==="error"?1:0,A===!0?1:0]),r=Math.min(...e.map(d=>d.max)),s=e.some(d=>d.count==="words"),p=(d,y=!0)=>n(ar(y?Bv(d):[])),f=wr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[wr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new wr.Name("promptLimits")}(${sr}, ${t}, ${a}, ${n(ar(i))}, ${f})`]}function Bv(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function Gv({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=hs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return wr._`if (typeof ${a} === "string") ${new wr.Name("promptTokens")}(${sr}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Zv(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(dl(a,o)).map(([i,r])=>qe(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[qe("every-limit-over",e.map(({count:t,max:a})=>dl(t,a+1)[""]).join(" "))]:[]]}function Qv(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function dl(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var ml={read:(e,t)=>({kind:"string",...t,...cl(e),...gn(e),...nt("values",e.unknown("x-values"))}),type:()=>"string",schema:wn,check:vn,facts:bn,phrase(e){let t=kn(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>Pn(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...pl(),...e.pattern===void 0&&e.maxLength===void 0?[qe("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[qe("empty","")]:[],...Sn(e),...$n(e)],sample:_n};var fl={type:t1,schema:r1,example:wl,cases:e=>a1(e,[]),sample:n1},hl={prompt:ll,string:ml,enum:Fu,integer:Vu,number:Gu,boolean:ju,media:Hu,object:al(fl,Yv),list:Uu(
fl,e1),array:Ou};function Xv(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=aa(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function yl(e,t,a,n){let o=Xv(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=hl[o].read(t,{...a,
...cn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:s1(i)}}function Yv(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return yl(i,r,gl(i,o.has(i),r,t),a)})}}function e1(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(aa(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:yl("item",n,gl("item",!0,n,t),a),...et({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function gl(e,t,a,{source:n}){return xu(e,t,a,n)}function t1(e){
return Nu(e,ws(e).type(e))}function r1(e){return Eu(e,ws(e).schema(e))}function s1(e){return Iu(e,ws(e).phrase(e))}function wl(e,t){return ws(e).example(e,t)}function a1(e,t){return Mu(e,ws(e).cases(e,t))}function n1(e,t){return e.
nullable&&t.below(8)===0?null:ws(e).sample(e,t)}function ws(e){return hl[e.kind]}var bl=new WeakMap;function o1(e){let t=bl.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>p1[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return bl.
set(e,n),n}function br(e){return Te(e)?o1(e):void 0}function Xi(e){return xs(e).map(([,t])=>br(t)??i1)}var i1=()=>!1,p1={type:e=>{if(typeof e=="string")return kl[e];
let t=xs(e).flatMap(([,a])=>typeof a=="string"?kl[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:na(
(e,t)=>e>=t),maximum:na((e,t)=>e<=t),exclusiveMinimum:na((e,t)=>e>t),exclusiveMaximum:na((e,t)=>e<t),multipleOf:na((e,t)=>d1(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:vl((e,t)=>e>=t),maxLength:vl((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?c1(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=br(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=br(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=xs(e).map(([,a])=>a);return a=>!Te(a)||t.every(n=>Yi(a,n))},properties:e=>{let t=_s(e).flatMap(([a,n])=>{let o=br(n);return o===
void 0?[]:[[a,o]]});return a=>!Te(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=_s(e).map(([
a,n])=>[a,xs(n)]);return a=>!Te(a)||t.every(([n,o])=>!Yi(a,n)||o.every(([,i])=>Yi(a,i)))},oneOf:e=>{let t=Xi(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Xi(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Xi(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!Te(a)||Object.
keys(a).every(n=>Te(t)&&Object.hasOwn(t,n)),not:e=>{let t=br(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[br(e),br(t.then),br(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0}};function na(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function vl(e){return t=>a=>typeof a!=
"string"||e([...a].length,Number(t))}function c1(e){try{return new RegExp(e)}catch{return}}function d1(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.
abs(e))}function Yi(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var kl={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="\
number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>Te(e),null:e=>e===null};var u1=/^models\/([^/]+)\.schema\.json$/;function oa(e){return u1.exec(e)?.[1]}var Pl=Zr(e=>[...e.files.values()].flatMap(t=>{let a=oa(t.path),n=Ur(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function Ur(e){return e!==
void 0&&e.syntaxErrors.length===0&&Te(e.value)?e.value:void 0}function xn(e){return[...e.files.values()].some(t=>Ur(t)===void 0)}var s_=Zr(()=>new Map);function l1(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(Te(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function $l(e,t){let a=[];return l1(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Sl(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:m1(t))}var m1=cr(e=>$l(Ur(e)??null,(t,a)=>{let n=typeof t=="string"?h1(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),f1=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function h1(e){let[t]=f1.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which nobody sees`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function _l(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?y1(t,a):t,[...e])}function xl(e){return ql(e).map(({required:t})=>t.join(
" with ")).join("; ")}function y1(e,t){let a=ql(t),n=p=>p!==t&&v1(p.instancePath,t.instancePath)&&!b1(p,t),o=e.filter(p=>p!==t&&!n(p)),i=g1(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&k1(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function g1(e,t){let a=Te(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:w1(e);if(n!==void 0){let{data:p}=t,f=Te(p)?p[n]:void 0,d=e.findIndex(
({members:$})=>$?.get(n)===f);if(d!==-1)return d;let y=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:y},data:f}}let o=e.map(({required:p,members:f})=>a.filter(d=>f?.has(d)??p.includes(d)).length),i=Math.max(...o),r=o.flatMap((p,f)=>p===i?[f]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function w1(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function ql({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function b1(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function v1(e,t){return e===t||e.startsWith(`${t}/`)}function k1(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as $1}from"node:module";import{fileURLToPath as P1}from"node:url";var Ol=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,ep=new URL("../".repeat(
Ol),import.meta.url),f_=new URL("../",ep),h_=new URL(Ol===3?"./":"../",import.meta.url);var k_=P1(new URL("dist/kept/",ep));var S1=$1(import.meta.url),tp="spec:/";function jl(){let{Ajv2020:e}=S1("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var _1=/^upstreams\/([^/]+)\.json$/;function ia(e){return _1.exec(e)?.[1]}function Tl(e,t){let a=(n,o)=>Te(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>ia(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Al={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Nl="meta/model.schema.json",El="\
meta/upstream.schema.json",x1=["meta/facts.schema.json","meta/parameter.schema.json"],E_=[...Object.entries(Al).flat(),Nl,El,...x1];function Il(e){return ia(e)!==void 0?El:oa(e)===void 0?Al[e]:Nl}var qn;function On(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(qn?.text===a)return qn.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?O1(t):q1(e.meta.paths,n);return qn={text:a,validator:i=>e.files.has(i)?
o(i):void 0},qn.validator}function q1(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function O1(e){let t=jl();for(let a of e){
let n=Ur(a);n!==void 0&&t.addSchema(n,tp+a.path)}return a=>t.getSchema(tp+a)}function Zt(e,t){let n=t.map(o=>({candidate:o,distance:j1(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function j1(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Ml(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Fl(e){let t=On(e),a=[...e.files.values()].flatMap(n=>{let o=Il(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=T1(n),s=r.get(i)??A1(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var T1=cr(()=>new WeakMap);function A1(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of _l(t.errors??[])){let r=N1(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function N1(e,t,a){let n=L1(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Ml(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${pa(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return E1(
e,[...n,o("additionalProperty")],a);case"required":return Rl(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=Rl(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${pa(n)} must have exactly one of ${xl(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${pa(n)} must be ${I1(a)}`}}}function E1(e,t,a){let n=String(t.at(-1)),o=Te(Ll(a))?Object.keys(Ll(a)):[],i=Zt(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Rl(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${pa(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${pa(t)} lacks the keywor\
d "${a}"`}}function Ll(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function I1(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(R1[e.keyword]??M1)(e)}var jn=({params:e})=>String(e.limit),bs=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,M1=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,R1={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${jn(e)} or more`,maximum:e=>`${jn(e)} or less`,exclusiveMinimum:e=>`more than ${jn(
e)}`,exclusiveMaximum:e=>`less than ${jn(e)}`,minLength:e=>`a string of ${bs(e,"character")} or more`,maxLength:e=>`a string of ${bs(e,"character")} or less`,minItems:e=>`\
a list of ${bs(e,"item")} or more`,maxItems:e=>`a list of ${bs(e,"item")} or less`,minProperties:e=>`an object with ${bs(e,"member")} or more`,maxProperties:e=>`\
an object with ${bs(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function pa(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function L1(e,t){let a=e;return Se(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:Te(a)?a[n]:void 0,o?Number(n):n})}var F1=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Vl(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!F1.some(({causes:s,follow:p})=>p(i)&&r.some(f=>s.has(f)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>V1(i,s,p<r))))}function V1(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function rp(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Ul=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Dl=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var zl=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Jl=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${zl.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Wl=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Cl=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s used by nobody",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes b\
y it, so it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "\
../parameters.schema.json#/$defs/seed" }'}];var Kl=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Hl=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
a second valid example: { "text": "A paper boat" }'}];var Bl=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
pec/models/<model-id>.schema.json: npm run spec:new -- <model-id>.",wrong:'"models": ["beta-6.0"] without models/beta-6.0.schema.json',right:'"models": ["beta-5\
.0"]'},{code:"S061",severity:"error",title:"A model contradicts the published list",explanation:"The published list names the model, and its file says x-listed:\
 false.",hint:"Set x-listed to true, or take the model off the list in service.json.",wrong:'"x-listed": false, while service.json lists the model',right:'"x-li\
sted": true'},{code:"S062",severity:"error",title:"An unknown extension is named",explanation:"An endpoint belongs to an extension that service.json does not de\
scribe.",hint:"Describe the extension under extensions, or correct the name.",wrong:'{ "id": "cancel", "extension": "cancels", \u2026 }',right:'{ "id": "cancel"\
, "extension": "cancel", \u2026 }'},{code:"S063",severity:"error",title:"An id is used twice",explanation:"Ids of findings, unknowns, endpoints and extensions a\
re unique, because links and programs rely on them.",hint:"Give each its own id.",wrong:'"unknowns": [{ "id": "events", \u2026 }, { "id": "events", \u2026 }]',right:'\
"unknowns": [{ "id": "events", \u2026 }, { "id": "key", \u2026 }]'},{code:"S064",severity:"error",title:"A task field and a model disagree",explanation:"The Tas\
k says that a model has an extra response field, and the file of the model does not say so.",hint:"Add the field to x-response-extras in the model file, or take\
 the model out of x-models in task.schema.json.",wrong:'"x-response-extras": [], while x-models of upstream_url in task.schema.json names the model',right:'"x-r\
esponse-extras": ["upstream_url"]'},{code:"S065",severity:"error",title:"An endpoint has no description of its own",explanation:"What an endpoint takes and answ\
ers is described in code, one description for each method and path. The list names an endpoint that has none, or the same endpoint twice.",hint:"Correct the met\
hod or the path, or describe the operation in generator/emit/openapi/operations.ts.",wrong:'{ "id": "query", "method": "GET", "path": "/v2/model-center/task/{id\
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Gl=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
ds a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Zl=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
 and the two differ. Settings name protocols, so both must be the same.",hint:'Rename the file, or correct "protocol".',wrong:'spec/upstreams/ark.json: { "proto\
col": "arc" }',right:'spec/upstreams/ark.json: { "protocol": "ark" }'},{code:"S071",severity:"error",title:"An upstream mapping names an unknown parameter",explanation:"\
No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.",hint:"Use the name of a parameter of\
 the catalogue.",wrong:'{ "to": "/ratio", "from": "aspectratio" }',right:'{ "to": "/ratio", "from": "aspect_ratio" }'},{code:"S072",severity:"error",title:"An u\
pstream mapping names a value that no model offers",explanation:"Every model that has the parameter lists its values, and this one is not among them. The entry \
would never apply.",hint:"Use a value of the catalogue.",wrong:'{ "from": "resolution", "values": { "720px": "720p" } }',right:'{ "from": "resolution", "values"\
: { "720p": "720p" } }'},{code:"S073",severity:"error",title:"An upstream mapping names an unknown source",explanation:'Every fact says where it was read. The n\
ame must be one of those in "sources".',hint:'Use a name of "sources", or add the source there.',wrong:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "skd" }',
right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S074",severity:"error",title:"A path names an unknown variable",explanation:"Paths \
may hold {id} (the task at the upstream; not in a submit), {name} (the same, where an ID has slashes that stay), {model} (the model at the upstream) and {app} (\
its owner and name).",hint:"Use {id}, {name}, {model} or {app}.",wrong:'"query": { "path": "/tasks/{task_id}" }',right:'"query": { "path": "/tasks/{id}" }'},{code:"\
S075",severity:"error",title:"A template does not hold the value once",explanation:"A template must hold {value} exactly where the value goes, and no other word\
 in braces. Of a data URI it may hold {base64} in its place, with {mediaType} beside it.",hint:"Write {value} once, or {base64} once and {mediaType} at most onc\
e.",wrong:'{ "from": "duration", "template": "{vlaue}s" }',right:'{ "from": "duration", "template": "{value}s" }'},{code:"S076",severity:"error",title:"Two rows\
 write to the same place",explanation:"Two rows that may both apply to one request write to one place, or one needs a list where the other needs an object, so t\
hat the second would silently overwrite the first.",hint:"Give the rows conditions that exclude each other, or another place.",wrong:'{ "to": "/size", "from": "\
resolution" }, { "to": "/size", "from": "aspect_ratio" }',right:'{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" }'},{code:"\
S077",severity:"error",title:"A row cannot be read backwards and does not say why",explanation:"Two values of one model become the same value of the upstream. A\
 request of the vendor's own client could not be read back.",hint:'Say why in "oneWay", or map to different values.',wrong:'{ "from": "aspect_ratio", "values": \
{ "16:9": "wide", "21:9": "wide" } }',right:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one wide format\
" }'},{code:"S078",severity:"error",title:"A task of the upstream cannot be followed to its end",explanation:"A submit that answers with an ID needs a query and\
 a table of statuses, in which at least one word means completed and one failed.",hint:"Add the query, and the words that end a task.",wrong:'{ "id": "/id", "st\
atus": { "at": "/status", "states": { "running": "processing" } } }',right:'{ "id": "/id", "query": { \u2026 }, "status": { "at": "/status", "states": { "done": "com\
pleted", "error": "failed" } } }'},{code:"S079",severity:"error",title:"A row uploads files and the protocol cannot",explanation:'A row with "as": "uploaded" up\
loads the data URIs it carries before the submit. The protocol must say how in "upload", and the row must take data URIs.',hint:'Add "upload", and list data in \
the "forms" of the row.',wrong:'{ "each": "first_image", "as": "uploaded", "forms": ["url"] }',right:'{ "each": "first_image", "as": "uploaded", "forms": ["url"\
, "data"] }'},{code:"S080",severity:"error",title:"An index leaves places of a list empty",explanation:"A row that writes to an index of a list makes every plac\
e before it. Where no row fills them they would be sent as null, and a large index would fill the memory. A place that is only read may have an index up to 99.",
hint:"Write - in place of the index to append to the list, or fill the places before it.",wrong:'{ "to": "/content/99999999", "from": "prompt" }',right:'{ "to":\
 "/content/-", "from": "prompt" }'},{code:"S081",severity:"error",title:"A place to read one value from stands for several",explanation:"In the URL of a result \
and in the names of models, - stands for every item of a list, since there may be several. Everywhere else one value is read from an answer.",hint:"Write the in\
dex of the item, such as 0.",wrong:'"message": ["/errors/-/text"]',right:'"message": ["/errors/0/text"]'},{code:"S082",severity:"error",title:"A proof never cou\
nts",explanation:"The first proof that fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would never b\
e used.",hint:"Put the narrower proof first, or take it out.",wrong:'{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',right:'{ \
"status": "429", "proves": "busy" }, { "status": "4xx", "proves": "rejected" }'},{code:"S083",severity:"error",title:"A request about a task does not name it",explanation:"\
The submit answers with an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task would get the\
 same answer.",hint:"Put {id} where the path has the ID of the task.",wrong:'"query": { "method": "GET", "path": "/tasks" }',right:'"query": { "method": "GET", \
"path": "/tasks/{id}" }'},{code:"S084",severity:"error",title:"The limits of a row let no number through",explanation:"The minimum is greater than the maximum, \
so that every request with the parameter would be rejected.",hint:"Swap the two, or correct one.",wrong:'{ "from": "duration", "minimum": 60, "maximum": 4 }',right:'\
{ "from": "duration", "minimum": 4, "maximum": 60 }'},{code:"S085",severity:"error",title:"A result has the media type of another kind",explanation:"The operati\
on of one kind of models answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not.",hint:"Us\
e a media type of the kind: video/\u2026, image/\u2026, audio/\u2026, or model/\u2026 for a mesh.",wrong:'"video": { \u2026 "results": [{ "base64": "/file", "content\
Type": "image/png" }] }',right:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "video/mp4" }] }'},{code:"S086",severity:"error",title:"A sour\
ce of an upstream mapping is not named by any fact",explanation:'Every source in "sources" is where a fact was read. One that no fact names is left over, or the\
 facts that were read there name another.',hint:"Name the source at the facts that were read there, or take it out.",wrong:'{ "sources": { "sdk": { \u2026 }, "docs":\
 { \u2026 } }, \u2026 "source": "sdk" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S087",severity:"error",title:"What a cance\
l proves is not a status that ends a task without a result",explanation:"The credits that a cancelled task holds are given back only for an answer that proves t\
hat nothing was made and nothing is charged. A word that the status never has proves nothing, and one of a task that waits, runs or has a result proves the oppo\
site.",hint:"Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel": { \u2026 "pr\
oves": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'}];var U1=[...Ul,...Dl,...Jl,...Wl,...Cl,...Hl,...Bl,...Kl,...Zl,...Gl];function Ql(e){let t=U1.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var Xl=60;function Yl(e,t){let a=Ql(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:D1(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:va(t.path),text:W1(o.text),message:t.message,hint:t.hint??a.hint}}function D1(e,t){if(t.offset!==void 0)return{...rp(e.text,
t.offset),text:J1(e.text,t.offset)};let a=z1(e.tree,t),n=a?.offset??0;return{...rp(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function z1(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=Op(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function J1(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function W1(e){let t=e.replace(/\s+/g," ");return t.length>Xl?`${t.slice(0,Xl-1)}\u2026`:t}var em=100;function Tn(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=eo(t,a,tm),o=n===void 0?void 0:jp(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(rm(o,em))throw new RangeError(`${e} has more than ${em} levels`);return{path:e,text:t,value:o,get tree(){return n??=eo(t,[],tm)},syntaxErrors:a}}
var tm={disallowComments:!0,allowTrailingComma:!1};function rm(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>rm(a,t-1))}function sm(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:f,hint:d}=e,y=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${f}${y}
    at #${s}
    ${d}`}var Ae=Zr(e=>Tl(e,(t,a)=>On(e)("meta/upstream.schema.json")?.(a)===!0)),C1=["video","image","audio","mesh"];function Je({operations:e}){return C1.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var vr=Zr(e=>Pl(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(Te(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,K1(e,t,o)]))})));function K1(e,t,a){let n=Te(a)?a:{},o=typeof n.$ref=="string"?{...H1(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function H1(e,t,a){try{let{value:n}=Lp(e,t,a);return Te(n)?n:{}}catch{return{}}}function*am(e){for(let{path:t,source:a}of Ae(e)){let n=ia(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var sp=99;function*nm(e){for(let{path:t,source:a}of Ae(e)){for(let[o,{rows:i}]of Je(a)){let r=i.map(({to:s})=>Se(s));for(let[s,p]of r.entries()){let f=B1(p,r);if(f===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:ap(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>sp){let s=`Use an index up to ${sp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${sp}`,hint:s}}}}}function B1(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return va(o)}}var G1=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*ap(e,t){if(typeof e=="string"){let a=e.startsWith("/")?Se(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*ap(n,[...t,a]);else if(Te(e))for(let[a,n]of Object.entries(
e))G1.includes(a)||(yield*ap(n,[...t,a]))}function*om(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Je(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var im={video:"video",image:"image",audio:"audio",mesh:"model"};function*pm(e){for(let{path:t,source:a}of Ae(e))for(let[n,{results:o}]of Je(a))for(let{contentType:i,
path:r}of cm(o,["operations",n,"results"]))i.startsWith(`${im[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${im[n]}/.`})}function*cm(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*cm(o,[...t,a,"results"])}function*um(e){for(let{path:t,source:a}of Ae(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>Z1(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function Z1(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
dm(e.codes,t.codes)&&dm(e.says,t.says)}function dm(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}var Q1=/\{(value|base64|mediaType)\}/;function lm(e){return{value:e,holes:[...np(e,[])]}}function*np(e,t){if(typeof e=="string"){let a=Q1.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*np(n,[...t,String(a)]);else if(Te(e))for(let[a,n]of Object.entries(e))yield*np(n,[...t,a])}function An(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(An):Te(e)?Object.values(e).flatMap(An):[]}function vs(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function fm(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:Y1(e.upload)},operations:Object.fromEntries(Je(e).map(([i,r])=>[i,s0(r)])),errors:{message:t.map(Se),
code:a.map(Se),proofs:o.map(m0),...n===void 0?{}:{inside:{at:Se(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Qt(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:X1(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:e0(e.webhooks)},...e.idempotency===void 0?{}:{idempotency:{
header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function X1({path:e,url:t,names:a="",omits:n,except:o=[],untestable:i}){if(i!==void 0)return{
untestable:i};let r=t===void 0?void 0:new URL(t).origin;return{...r===void 0?{}:{origin:r},path:Qt(e??t?.slice(r?.length)??""),names:Se(a),...n===void 0?{}:{omits:n},
except:o}}function Y1({method:e,path:t,field:a,reference:n}){return{request:ip({method:e,path:t}),...a===void 0?{}:{field:a},reference:Se(n)}}function e0(e){let{
body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:Se(t)},beside:n.map(({to:s,constant:p})=>({
to:Se(s),value:p})),...o===void 0?{}:{signature:t0(o)},...i===void 0?{}:{challenge:Se(i)},told:r.map(({at:s,fact:p})=>({at:Se(s),fact:p}))}}function t0(e){if(e.
by==="fal-ed25519")return e;let{path:t,at:a}=e.secret;return{...e,secret:{path:Qt(t),at:Se(a)}}}function r0({path:e,filter:t,limit:a,items:n,within:o}){return{path:Qt(
e),filter:t,limit:a,items:Se(n),within:o===void 0?[]:Se(o)}}function s0(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:f,seconds:d,
secondsAs:y}=e;return{submit:{method:t.method,path:Qt(t.path)},submitPaths:(t.paths??[]).map(({when:$,path:x})=>({when:$.map(op),path:Qt(x)})),encoding:t.encoding??
"json",headers:t.headers??{},rows:e.rows.map(o0),drops:(e.drops??[]).map(({parameter:$,values:x,when:A,reason:q})=>({parameter:$,when:(A??[]).map(op),reason:q,...x===
void 0?{}:{values:x}})),needs:mm(e.needs),lacks:mm(e.lacks),...a===void 0?{}:{id:Se(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},
...i===void 0?{}:{query:u0(i)},...r===void 0?{}:{list:r0(r)},...s===void 0?{}:{cancel:l0(s)},answer:{...p===void 0?{}:{status:a0(p)},...f===void 0?{}:{progress:{
at:Se(f.at),of:f.of}},results:e.results.map(hm),message:e.message.map(Se),code:e.code.map(Se),...d===void 0?{}:{seconds:Se(d)},...y===void 0?{}:{secondsAsText:!0},
usage:(e.usage??[]).map(({at:$,unit:x})=>({at:Se($),unit:x})),...o===void 0?{}:{id:Se(o)}},told:(e.told??[]).map(({at:$,in:x,link:A,constant:q,fact:M})=>({at:Se(
$),in:x,from:A!==void 0?{kind:"link",request:{method:"GET",path:Qt(A.path)}}:M!==void 0?{kind:M}:{kind:"constant",value:q??null}}))}}function a0({at:e,states:t,
as:a,absent:n,cases:o=[]}){return{at:Se(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(n0),
means:r}))}}function n0({at:e,is:t,present:a}){return t===void 0?{at:Se(e),present:a??!0}:{at:Se(e),is:t}}function mm(e={}){return Object.fromEntries(Object.entries(
e).map(([t,{reason:a}])=>[t,a]))}function o0(e){let t=e.values===void 0?e.accepts?.map(d0):Object.entries(e.values).map(c0);return{to:Se(e.to),from:p0(e),when:(e.
when??[]).map(op),...e.as==="string"?{template:i0}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:{template:lm(e.template)},...t===void 0?{}:
{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},
...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var i0={value:"",
holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function p0({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"\
each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function c0([e,t]){return[ks(e),t]}function ks(e){return e===
"true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function d0(e){return[e,e]}function op({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){
return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:
{kind:"among",parameter:a,values:n}}function ip({method:e,path:t}){return{method:e,path:Qt(t)}}function u0({at:e,hosts:t=[],body:a,...n}){return{...ip(n),...e===
void 0?{}:{stated:{at:Se(e),hosts:t}},...a===void 0?{}:{body:a.map(({to:o,fact:i,constant:r})=>({to:Se(o),from:i===void 0?{kind:"constant",value:r??null}:{kind:i}}))}}}
function l0({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...ip(a),...e===void 0?{}:{from:e.words},proves:{...n===void 0?{}:{answer:{at:Se(n.at),
words:n.words}},query:o}}}function hm(e){let{url:t,list:a,withKey:n,base64:o,contentType:i,content:r,query:s,results:p,message:f,pending:d}=e;return t!==void 0?
{kind:"url",at:Se(t),list:a??!1,...n===!0?{withKey:n}:{}}:o!==void 0&&i!==void 0?{kind:"base64",at:Se(o),contentType:i}:r!==void 0?{kind:"content",request:{method:"\
GET",path:Qt(r)}}:{kind:"query",request:{method:"GET",path:Qt(s??"")},results:(p??[]).map(hm),message:(f??[]).map(Se),...d===void 0?{}:{pending:d}}}function m0({
status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===
void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function Qt(e){return vs(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="m\
odel"||a==="app")return{variable:a};throw new TypeError(`path ${e}: unknown variable {${a}}`)})}function*ym(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Je(a)){let i=vr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
f0(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function f0({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(d,y)=>s.get(d)?.includes(ks(y))??s.has(d),f=Object.entries(e).filter(([d])=>{let y=r(d);return i.every(($,x)=>p($,y[x]??""))});for(let[d,[y,$]]of f.entries()){
let x=f.slice(0,d).find(([,A])=>JSON.stringify(A)===JSON.stringify($));if(x!==void 0)return[x[0],y]}}}function*gm(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Je(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*vm(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Je(a)){let i=vr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let f=o.slice(0,
s).find(d=>km(d,p)&&!y0(d,p)&&g0(d,p,i)&&!(r&&Nn(d,p)));f!==void 0&&(r||=Nn(f,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Nn(f,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${pp(f)} at ${f.to})`:`${p.to} is written by an earlier row too (${pp(f)})`})}yield*h0(
t,a,o)}}function*h0(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>km(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${pp(r)})`})}}function km(e,t){if(Nn(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Nn({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&wm(i)!==
wm(r)}var wm=e=>/^(-|\d+)$/.test(e);function y0(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function g0(e,t,a){if(bm(e,t)||bm(t,e))return!1;let n=[
En(e),En(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function bm({when:e=[]},t){return e.some(a=>En(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>w0(a,n)))}function w0(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function En({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function pp(e){return En(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*Pm(e){for(let{path:t,source:a}of Ae(e))for(let[n,{id:o,query:i,status:r}]of Je(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:f,cases:d=[]}=r,y=[...Object.values(
p),f,...d.map(({means:$})=>$)];for(let $ of["completed","failed"])y.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var b0=["value","base64,mediaType","base64"],v0=["value","base64","mediaType"];function*$m(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Je(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=An(r);if(b0.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let f=p.find(d=>!v0.includes(d));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:f!==void 0?`{${f}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(d=>d==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*In({rows:e,drops:t=[],needs:a={},lacks:n={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,f=Object.keys(
i.values??{}).map(y=>({value:ks(y),path:[...r,"values",y],at:"key"})),d=(i.accepts??[]).map((y,$)=>({value:y,path:[...r,"accepts",$],at:"value"}));for(let[y,$]of(i.
join??[]).entries())yield{parameter:$,path:[...r,"join",y],at:"value",values:k0(i,r,y)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...f,...d]}),
yield*Sm(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((f,d)=>({value:f,path:[...p,"values",d],at:"value"}))},yield*Sm(s,[...p,"when"])}for(let o of Object.keys(a))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(n))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function k0({values:e={}},t,a){return Object.keys(e).map(
n=>({value:ks(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*Sm(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,f]of n.entries())yield{parameter:f,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,f]of o.entries())yield{parameter:f,path:[...t,a,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,f)=>({value:p,path:[...t,a,"among",f],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"\
value",values:s}}}function*_m(e){if(!xn(e))for(let{path:t,source:a}of Ae(e))for(let[n,o]of Je(a)){let i=vr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:f}of In(o)){if(r.includes(s))continue;let d=Zt(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:d===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${d}"?`}}}}function Mn(e,t){return cp(e.files.get(t)?.value??null,[])}var P0=["template","constant","among","body","values","accepts","sources"];function*cp(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*cp(n,[...t,a]);else if(Te(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:P0.includes(a)||(yield*cp(n,[...t,a]))}function*xm(e){for(let{path:t,source:a}of Ae(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Mn(e,t)){if(n.includes(o))continue;let r=Zt(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var qm=["model","app"],ca=["id","name","model","app"];function*Rn(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{signature:n}=e.webhooks??{};n?.by==="standard-webhooks"&&(yield{text:n.secret.
path,path:["webhooks","signature","secret","path"],allowed:[]});for(let[o,i]of Je(e))for(let{path:r,...s}of $0(i))yield{path:["operations",o,...r],...s}}function*$0({
id:e,submit:t,query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:qm};for(let[f,{path:d}]of(t.paths??
[]).entries())yield{text:d,path:["submit","paths",f,"path"],allowed:qm};let p=a?.body?.some(({fact:f})=>f==="id")===!0;a!==void 0&&(yield{text:a.path,path:["que\
ry","path"],allowed:ca,needsId:s&&!p}),n!==void 0&&(yield{text:n.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ca,
needsId:s});for(let[f,{link:d}]of r.entries())d!==void 0&&(yield{text:d.path,path:["told",f,"link","path"],allowed:ca});yield*Om(i,["results"],s)}function*Om(e,t,a){
for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ca,needsId:a}),i!==void 0&&(yield{text:i,path:[
...t,n,"query"],allowed:ca,needsId:a}),yield*Om(r,[...t,n,"results"],a)}function*jm(e){for(let{path:t,source:a}of Ae(e))for(let{text:n,path:o,allowed:i}of Rn(a))for(let r of vs(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Tm(e){for(let{path:t,source:a}of Ae(e))for(let{text:n,path:o,allowed:i,needsId:r}of Rn(a)){let s=vs(n).flatMap(f=>typeof f=="string"?[]:[f.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(f=>i.includes(f))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Am(e){if(!xn(e))for(let{path:t,source:a}of Ae(e))for(let[n,o]of Je(a)){let i=new Set,r=vr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of In(o)){
let f=r.filter(y=>y.parameters.has(s)).map(y=>y.parameters.get(s)),d=new Set(f.flatMap(y=>y??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:y,path:$,
at:x}of p){if(d.has(y)||i.has($.join("/")))continue;i.add($.join("/"));let A=typeof y=="string"?Zt(y,[...d].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:x,message:`no ${n} model offers ${JSON.stringify(y)} as ${s}`,hint:A===void 0?`Offered: ${[...d].map(q=>JSON.stringify(q)).join(", ")}.`:
`Did you mean "${A}"?`}}}}}var S0=new Set(["failed","expired","cancelled"]);function*Nm(e){for(let{path:t,source:a}of Ae(e))for(let[n,{cancel:o,status:i}]of Je(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,f]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[d,y]of p.entries()){let $={code:"S087",file:t,path:[...s,...f,d]},x=r.get(y),A=x===void 0?Zt(y,[...r.keys()]):void 0;x===void 0?yield{...$,message:`\
"${y}" is not a word of status.states`,...A===void 0?{}:{hint:`Did you mean "${A}"?`}}:f[0]==="proves"&&!S0.has(x)&&(yield{...$,message:`"${y}" means ${x}: it p\
roves that something is made`})}}}function*Em(e){for(let{path:t,source:a}of Ae(e)){let n=new Set([...Mn(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Im=[am,_m,Am,xm,jm,$m,vm,ym,Pm,gm,nm,um,Tm,om,pm,Em,Nm];var Mm="meta/upstream.schema.json",_0=[Ap,Ep,Rp,Sl,Fl,...Im];function Rm(e,t){let a=[Tn(Mm,"{}"),...O0(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,f={directory:i,files:new Map([...a,x0(p,s)].map($=>[$.path,$])),meta:{paths:[Mm],code:()=>n}},d=Vl(_0.flatMap($=>[
...$(f)])).filter(({file:$})=>$===p).map($=>Yl(f,$)),y=Ae(f)[0]?.source;return y!==void 0&&d.every(({severity:$})=>$!=="error")?{name:r,mapping:fm(y)}:{name:r,mistakes:d.
sort(($,x)=>$.line-x.line).map($=>q0($,r,i))}})}function x0(e,t){try{return Tn(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function q0(e,t,a){return sm({...e,file:`${t}.json`},a)}function O0(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return Tn(`models/${t}.schema.json`,JSON.stringify(i))})}var xO=Rm(Lm.default.meta0,j0);export{xO as compileProtocols};
