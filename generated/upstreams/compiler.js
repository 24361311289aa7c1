// Made by the generator from spec/. Do not edit.
var ah=Object.create;var wp=Object.defineProperty;var nh=Object.getOwnPropertyDescriptor;var oh=Object.getOwnPropertyNames;var ih=Object.getPrototypeOf,ph=Object.prototype.hasOwnProperty;var Y=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var dh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of oh(t))!ph.call(e,o)&&o!==a&&wp(e,o,{get:()=>t[o],enumerable:!(n=nh(t,o))||n.enumerable});
return e};var bt=(e,t,a)=>(a=e!=null?ah(ih(e)):{},dh(t||!e||!e.__esModule?wp(a,"default",{value:e,enumerable:!0}):a,e));var Hn=Y(Kn=>{"use strict";Object.defineProperty(Kn,"__esModule",{value:!0});function bp(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Kn.default=bp;bp.code='require("ajv/dist/runtime/ucs2length").default'});var $p=Y(Pp=>{"use strict";Pp.meta0=fa;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstrea\
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
A fixed value."}},additionalProperties:!1}},signature:{type:"object",description:"How a webhook is signed. Left out where it is not.",required:["algorithm","hea\
der","encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","ed25519"],description:"What the signature is made with."},header:{$ref:"\
#/$defs/headerName",description:"The header that holds the signature."},separator:{type:"string",minLength:1,description:"What stands between the parts of that \
header. One part that is a valid signature is enough. Left out: the header has one part."},prefix:{type:"string",minLength:1,description:'What stands before the\
 signature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:["hex","base64"],description:"How the signature is written."},headers:{
type:"object",minProperties:1,additionalProperties:{$ref:"#/$defs/headerName"},description:'Headers that are signed too, by the names that stand for them in "si\
gned".'},signed:{type:"string",minLength:1,description:'The text that is signed. {body} stands for the body as it arrived, {bodySha256} for its SHA-256 in lower\
-case hexadecimal, {timestamp} for the time as the webhook writes it, and each name of "headers" for the value of its header.'},time:{type:"object",description:"\
Where a webhook says when it was sent. Left out where it does not: one that was recorded can be sent again at any time.",required:["unit","toleranceSeconds"],properties:{
header:{$ref:"#/$defs/headerName",description:"The header that holds it."},separator:{type:"string",minLength:1,description:"What stands between the parts of th\
at header."},prefix:{type:"string",minLength:1,description:"What stands before the time in its part."},member:{$ref:"#/$defs/pointer",description:"In place of a\
 header: a member of the body."},unit:{enum:["seconds","milliseconds","rfc3339"],description:"Seconds or milliseconds since 1970, or a date and time such as 202\
6-01-31T12:00:00Z."},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How many seconds it may differ from the time of the service."}},oneOf:[
{required:["header"]},{required:["member"]}],dependentRequired:{separator:["header"],prefix:["header"]},additionalProperties:!1},key:{description:"What the sign\
ature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to whoever has the operator's API key.",required:["by","path","at","encodi\
ng"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/\
keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The operator has agreed on the key with the upstream.",required:[
"by","encoding"],properties:{by:{const:"setting",description:"The operator sets webhookSecret for the upstream."},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"\
#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The upstream publishes its public keys. Only for ed25519.",required:["by","url"],properties:{
by:{const:"key-set",description:"A JSON Web Key Set."},url:{type:"string",pattern:"^https://",description:"Where it is. No key is sent there.",errorMessage:"an \
https URL"}},additionalProperties:!1}]}},additionalProperties:!1},challenge:{$ref:"#/$defs/pointer",description:"A member of a first request that the answer mus\
t repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a fake writes. Left out where a webhook holds what a query answers.",items:{type:"\
object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:["id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["query"]}],additionalProperties:!1},rateHeaders:{$ref:"#/$defs/remark",description:"Which \
headers tell of limits. Retry-After is always read."},upload:{type:"object",description:"The request that uploads a file before the submit names it. Rows that s\
ay so upload the data URIs they carry.",required:["method","path","reference","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},
path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The field of a form (multipart/form-data) that holds the file. Left out where the body \
is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$\
defs/source"}},additionalProperties:!1},operations:{type:"object",description:"How tasks are made, per kind of model.",properties:{video:{$ref:"#/$defs/operatio\
n"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"#/$defs/operation"}},minProperties:1,additionalProperties:!1},errors:{type:"ob\
ject",description:"How error answers are read, and what they prove.",required:["message","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"\
#/$defs/pointers"},inside:{type:"object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$d\
efs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"\
array",description:"What error answers to a submit prove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{type:"ob\
ject",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class such as 5x\
x.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only with one o\
f these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in capitals\
 or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was made, an\
d a later submit may succeed. credentials, payment: none was made, because of the key or of the account's balance, for which the task is not to blame. unknown-m\
odel: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,
description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},disagreements:{type:"array",description:"\
Where sources contradict each other, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"st\
ring",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{
type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,
description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["t\
ext","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"stri\
ng",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},headerName:{
type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},
keyPrefix:{type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the\
 bytes of the key are written. text: the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, t\
ried in order."},path:{type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that start\
s with /"},request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{
$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{
type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request\
 that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{
type:"array",minItems:1,description:"Other paths, for what is given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},headers:{type:"object",additionalProperties:{type:"s\
tring",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"\
How the body is sent: JSON, or multipart/form-data."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,
description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"\
object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"\
Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
needs:{type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reaso\
n","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{
type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths ho\
ld them as {name}. Fakes and native APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/poi\
nter",description:"The task's ID in the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:[
"GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit h\
as the URL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-\
9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https a\
nd with the key, beside that of the base URL. A URL of another host is not used."},body:{type:"array",minItems:1,description:"The body of the request, as JSON.",
items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of t\
he task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"\
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
r sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data U\
RI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded"],description:"string: a number is sent as a string. uploaded: a d\
ata URI is uploaded first, and what names the file is sent; a URL is sent as it is."},values:{type:"object",minProperties:1,description:"Our values, each with t\
he upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"\
number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The m\
ost items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,
description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"\
#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},
condition:{type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"\
array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts\
."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID \
starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],
additionalProperties:!1},result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - \
for every item of a list. The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The f\
ile is served only for the key. It is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself\
 in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gl\
tf-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$def\
s/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"\
What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:[
"query","results","message"]}],additionalProperties:!1}}},Bt={type:"string",minLength:1,description:"A remark for who edits the file."},G={type:"string",minLength:1,
description:"One of the names in sources."},qe={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"\
a path that starts with /"},Q={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"\
a JSON pointer, such as /task/id"},Ht={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, \
digits, dots, hyphens and underscores"},zr={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},ar={enum:["text","hex","base6\
4"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},_s=Object.prototype.hasOwnProperty,ee=Hn().default,ch=new RegExp(
"^[a-z][a-z0-9-]*$","u"),uh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),vp=new RegExp("^https://","u"),mh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),ha=new RegExp("^\
[A-Za-z0-9._-]+$","u"),Pt=new RegExp("^/","u"),lh=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),De=new RegExp("^(/([^/~]|~[01])+)+$","u"),hh=new RegExp("^[1-5]([0\
-9]{2}|xx)$","u"),Dt={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1};function Jr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Jr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let q={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:Dt.required,parentSchema:Dt,data:e};
r===null?r=[q]:r.push(q),s++}if(e.source===void 0){let q={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:Dt.required,parentSchema:Dt,data:e};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in e)if(!(q==="text"||q==="source")){
let A={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Dt,data:e};r===null?r=[A]:r.push(A),s++}if(e.text!==void 0){let q=e.text,A=s,O=s;if(typeof q=="string"){if(ee(q)<1){let L={instancePath:t+
"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Dt.properties.
text,data:q};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Dt.properties.text.type,parentSchema:Dt.properties.text,data:q};r===null?r=[L]:r.push(L),s++}var m=A===s}if(e.source!==void 0){let q=e.source,
A=s,O=s,L=s;if(typeof q=="string"){if(ee(q)<1){let te={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:q};r===null?r=[te]:r.push(te),s++}}else{let te={instancePath:t+"/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:q};r===null?r=[te]:r.push(te),s++}var b=O===s,m=A===
s}}else{let _={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Dt.type,parentSchema:Dt,data:e};r===null?
r=[_]:r.push(_),s++}return Jr.errors=r,s===0}Jr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var w={type:"object",required:["submit","rows","results","m\
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
dependentRequired:{list:["id","query"]}},He={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},kt={enum:["queued","processing","complete\
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},fh=new RegExp("^[\\x20-\\x7e]*$","u"),yh=new RegExp("^(?!/)[^{}]*(\\{mode\
l\\}[^{}]*)?\\{id\\}$","u"),gh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Bn={type:"array",minItems:1,description:"All of these must hold.",items:{
$ref:"#/$defs/condition"}},he={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is g\
iven."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parame\
ter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:[
"exceptModel"]}],additionalProperties:!1};function $t(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=$t.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let H={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Bn,data:e};r===null?r=[H]:r.push(H),s++}let te=!0,
J=e.length;for(let H=0;H<J;H++){let z=e[H],oe=s,j=s,pe=s,ce=s,W=!1,F=null,fe=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&z.given===void 0){let X={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:he.
oneOf[0].required,parentSchema:he.oneOf[0],data:z};r===null?r=[X]:r.push(X),s++}var m=fe===s;m&&(W=!0,F=0);let le=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&
z.absent===void 0){let X={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:he.oneOf[1].required,parentSchema:he.oneOf[1],data:z};r===null?r=[X]:r.push(X),s++}var m=le===s;if(m&&W)W=!1,F=[F,1];else{
m&&(W=!0,F=1);let X=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(z.parameter===void 0){let Te={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/r\
equired",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:he.oneOf[2].required,parentSchema:he.oneOf[2],
data:z};r===null?r=[Te]:r.push(Te),s++}if(z.among===void 0){let Te={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{
missingProperty:"among"},message:"must have required property 'among'",schema:he.oneOf[2].required,parentSchema:he.oneOf[2],data:z};r===null?r=[Te]:r.push(Te),s++}}
var m=X===s;if(m&&W)W=!1,F=[F,2];else{m&&(W=!0,F=2);let Te=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&z.model===void 0){let pt={instancePath:t+"/"+H,schemaPath:"\
#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:he.oneOf[3].required,
parentSchema:he.oneOf[3],data:z};r===null?r=[pt]:r.push(pt),s++}var m=Te===s;if(m&&W)W=!1,F=[F,3];else{m&&(W=!0,F=3);let pt=s;if(z&&typeof z=="object"&&!Array.isArray(
z)&&z.exceptModel===void 0){let Ye={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},
message:"must have required property 'exceptModel'",schema:he.oneOf[4].required,parentSchema:he.oneOf[4],data:z};r===null?r=[Ye]:r.push(Ye),s++}var m=pt===s;m&&
W?(W=!1,F=[F,4]):m&&(W=!0,F=4)}}}if(W)s=ce,r!==null&&(ce?r.length=ce:r=null);else{let X={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf",keyword:"oneO\
f",params:{passingSchemas:F},message:"must match exactly one schema in oneOf",schema:he.oneOf,parentSchema:he,data:z};r===null?r=[X]:r.push(X),s++}if(z&&typeof z==
"object"&&!Array.isArray(z)){let X=s;for(let D in z)if(!(D==="given"||D==="absent"||D==="parameter"||D==="among"||D==="model"||D==="exceptModel")){let Te={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:he,data:z};r===null?r=[Te]:r.push(Te),s++}if(z.given!==void 0){let D=z.given,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let Ye={instancePath:t+
"/"+H+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:he.properties.given,data:D};r===null?r=[Ye]:r.push(Ye),s++}let pt=!0,_e=D.length;for(let Ye=0;Ye<_e;Ye++){let Re=D[Ye],et=s;if(typeof Re!="string"){
let It={instancePath:t+"/"+H+"/given/"+Ye,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:he.properties.given.items.type,parentSchema:he.properties.given.items,data:Re};r===null?r=[It]:r.push(It),s++}let rr=s;var b=et===s;b||(pt=!1)}}else{
let pt={instancePath:t+"/"+H+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:he.
properties.given.type,parentSchema:he.properties.given,data:D};r===null?r=[pt]:r.push(pt),s++}var _=Te===s}if(z.absent!==void 0){let D=z.absent,Te=s,Fe=s;if(Array.
isArray(D)){if(D.length<1){let Re={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.properties.absent,data:D};r===null?r=[Re]:r.push(Re),s++}let _e=!0,Ye=D.length;for(let Re=0;Re<
Ye;Re++){let et=D[Re],rr=s;if(typeof et!="string"){let Ke={instancePath:t+"/"+H+"/absent/"+Re,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:he.properties.absent.items.type,parentSchema:he.properties.absent.items,data:et};r===null?r=[Ke]:r.
push(Ke),s++}let It=s;var q=rr===s;q||(_e=!1)}}else{let _e={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:he.properties.absent.type,parentSchema:he.properties.absent,data:D};r===null?r=[_e]:r.push(_e),s++}var _=Te===
s}if(z.parameter!==void 0){let D=z.parameter,Te=s;if(typeof D!="string"){let _e={instancePath:t+"/"+H+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.parameter.type,parentSchema:he.properties.parameter,data:D};r===
null?r=[_e]:r.push(_e),s++}let Fe=s;var _=Te===s}if(z.among!==void 0){let D=z.among,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let _e={instancePath:t+"/"+H+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.
properties.among,data:D};r===null?r=[_e]:r.push(_e),s++}}else{let _e={instancePath:t+"/"+H+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:he.properties.among.type,parentSchema:he.properties.among,data:D};r===null?r=[_e]:r.push(_e),s++}var _=Te===
s}if(z.model!==void 0){let D=z.model,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let Re={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.properties.model,data:D};r===null?r=[Re]:
r.push(Re),s++}let _e=!0,Ye=D.length;for(let Re=0;Re<Ye;Re++){let et=D[Re],rr=s,It=s;if(typeof et=="string"){if(ee(et)<1){let Ke={instancePath:t+"/"+H+"/model/"+
Re,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:he.properties.model.items,data:et};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/"+H+"/model/"+Re,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.model.items.type,parentSchema:he.properties.model.
items,data:et};r===null?r=[Ke]:r.push(Ke),s++}var A=rr===s;A||(_e=!1)}}else{let _e={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:he.properties.model.type,parentSchema:he.properties.model,data:D};r===null?r=[_e]:r.push(
_e),s++}var _=Te===s}if(z.exceptModel!==void 0){let D=z.exceptModel,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let Re={instancePath:t+"/"+H+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.properties.
exceptModel,data:D};r===null?r=[Re]:r.push(Re),s++}let _e=!0,Ye=D.length;for(let Re=0;Re<Ye;Re++){let et=D[Re],rr=s,It=s;if(typeof et=="string"){if(ee(et)<1){let Ke={
instancePath:t+"/"+H+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:he.properties.exceptModel.items,data:et};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/"+
H+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.
exceptModel.items.type,parentSchema:he.properties.exceptModel.items,data:et};r===null?r=[Ke]:r.push(Ke),s++}var O=rr===s;O||(_e=!1)}}else{let _e={instancePath:t+
"/"+H+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:he.properties.
exceptModel.type,parentSchema:he.properties.exceptModel,data:D};r===null?r=[_e]:r.push(_e),s++}var _=Te===s}}else{let X={instancePath:t+"/"+H,schemaPath:"#/$def\
s/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:he.type,parentSchema:he,data:z};r===null?r=[X]:r.push(X),s++}var L=j===s,
U=oe===s;U||(te=!1)}}else{let te={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Bn.type,parentSchema:Bn,
data:e};r===null?r=[te]:r.push(te),s++}return $t.errors=r,s===0}$t.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var se={type:"object",required:["to","so\
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
"join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},wh=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Wr(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Wr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s,m=s,b=!1,_=null,q=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let oe={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:se.oneOf[0].required,parentSchema:se.oneOf[0],data:e};r===null?r=[
oe]:r.push(oe),s++}var O=q===s;O&&(b=!0,_=0);let A=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let oe={instancePath:t,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:se.oneOf[1].required,parentSchema:se.oneOf[1],data:e};
r===null?r=[oe]:r.push(oe),s++}var O=A===s;if(O&&b)b=!1,_=[_,1];else{O&&(b=!0,_=1);let oe=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let pe={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:se.oneOf[2].
required,parentSchema:se.oneOf[2],data:e};r===null?r=[pe]:r.push(pe),s++}if(e.values===void 0){let pe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:se.oneOf[2].required,parentSchema:se.oneOf[2],data:e};r===null?
r=[pe]:r.push(pe),s++}}var O=oe===s;if(O&&b)b=!1,_=[_,2];else{O&&(b=!0,_=2);let pe=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let W={instancePath:t,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:se.oneOf[3].required,parentSchema:se.
oneOf[3],data:e};r===null?r=[W]:r.push(W),s++}var O=pe===s;if(O&&b)b=!1,_=[_,3];else{O&&(b=!0,_=3);let W=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===
void 0){let fe={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'cons\
tant'",schema:se.oneOf[4].required,parentSchema:se.oneOf[4],data:e};r===null?r=[fe]:r.push(fe),s++}var O=W===s;O&&b?(b=!1,_=[_,4]):O&&(b=!0,_=4)}}}if(b)s=m,r!==
null&&(m?r.length=m:r=null);else{let oe={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},message:"must match exactly one schema in\
 oneOf",schema:se.oneOf,parentSchema:se,data:e};r===null?r=[oe]:r.push(oe),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let j={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:se.required,parentSchema:se,data:e};r===
null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:se.required,parentSchema:se,data:e};r===null?r=[j]:r.push(j),s++}let oe=s;for(let j in e)if(!_s.call(se.properties,j)){let pe={
instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,
parentSchema:se,data:e};r===null?r=[pe]:r.push(pe),s++}if(e.$comment!==void 0){let j=e.$comment,pe=s,ce=s,W=s;if(typeof j=="string"){if(ee(j)<1){let F={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Bt,
data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Bt.type,parentSchema:Bt,data:j};r===null?r=[F]:r.push(F),s++}var L=ce===s,U=pe===s}if(e.to!==void 0){let j=e.to,pe=s,ce=s,W=s;if(typeof j==
"string"){if(!De.test(j)){let fe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'m\
ust match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:j};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/to",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:j};r===null?r=[fe]:r.push(fe),
s++}var te=ce===s;if(typeof j=="string"&&!wh.test(j)){let fe={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!\
(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:se.properties.to,data:j};r===null?r=[fe]:r.push(fe),
s++}var U=pe===s}if(e.from!==void 0){let j=e.from,pe=s,ce=s;if(typeof j=="string"){if(ee(j)<1){let F={instancePath:t+"/from",schemaPath:"#/properties/from/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.from,data:j};r===null?r=[F]:r.push(
F),s++}}else{let F={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.properties.
from.type,parentSchema:se.properties.from,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.each!==void 0){let j=e.each,pe=s,ce=s;if(typeof j=="string"){if(ee(
j)<1){let F={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:se.properties.each,data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:se.properties.each.type,parentSchema:se.properties.each,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===
s}if(e.join!==void 0){let j=e.join,pe=s,ce=s;if(Array.isArray(j)){if(j.length<2){let le={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"\
minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:se.properties.join,data:j};r===null?r=[le]:r.push(le),s++}let F=!0,fe=j.
length;for(let le=0;le<fe;le++){let X=j[le],D=s,Te=s;if(typeof X=="string"){if(ee(X)<1){let Fe={instancePath:t+"/join/"+le,schemaPath:"#/properties/join/items/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.join.items,data:X};r===null?r=
[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/join/"+le,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:se.properties.join.items.type,parentSchema:se.properties.join.items,data:X};r===null?r=[Fe]:r.push(Fe),s++}var J=D===s;J||(F=!1)}}else{let F={instancePath:t+
"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:se.properties.join.type,parentSchema:se.properties.
join,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.model!==void 0){let j=e.model,pe=s;if(j!==!0){let W={instancePath:t+"/model",schemaPath:"#/propertie\
s/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:se.properties.model,data:j};r===null?r=[W]:r.
push(W),s++}var U=pe===s}if(e.when!==void 0){let j=e.when,pe=s;$t(j,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var U=pe===s}if(e.as!==void 0){let j=e.as,pe=s,ce=se.properties.as.enum;if(!(j==="string"||j==="uploaded")){
let F={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:se.properties.as.enum},message:"must be equal to one of the a\
llowed values",schema:se.properties.as.enum,parentSchema:se.properties.as,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.values!==void 0){let j=e.values,
pe=s,ce=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(Object.keys(j).length<1){let F={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",
keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:se.properties.values,data:j};r===null?r=[F]:r.push(
F),s++}}else{let F={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:se.properties.
values.type,parentSchema:se.properties.values,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.accepts!==void 0){let j=e.accepts,pe=s,ce=s;if(Array.isArray(
j)){if(j.length<1){let F={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:se.properties.accepts,data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/accepts",schemaPath:"#/properties/a\
ccepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:se.properties.accepts.type,parentSchema:se.properties.accepts,data:j};r===null?
r=[F]:r.push(F),s++}var U=pe===s}if(e.minimum!==void 0){let j=e.minimum,pe=s;if(typeof j!="number"){let F={instancePath:t+"/minimum",schemaPath:"#/properties/mi\
nimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:se.properties.minimum.type,parentSchema:se.properties.minimum,data:j};r===null?
r=[F]:r.push(F),s++}let ce=s;var U=pe===s}if(e.maximum!==void 0){let j=e.maximum,pe=s;if(typeof j!="number"){let F={instancePath:t+"/maximum",schemaPath:"#/prop\
erties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:se.properties.maximum.type,parentSchema:se.properties.maximum,data:j};
r===null?r=[F]:r.push(F),s++}let ce=s;var U=pe===s}if(e.maximumItems!==void 0){let j=e.maximumItems,pe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let F={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:se.properties.maximumItems.type,
parentSchema:se.properties.maximumItems,data:j};r===null?r=[F]:r.push(F),s++}let ce=s;if(typeof j=="number"&&(j<1||isNaN(j))){let F={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:se.properties.
maximumItems,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.maximumLength!==void 0){let j=e.maximumLength,pe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){
let F={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:se.properties.
maximumLength.type,parentSchema:se.properties.maximumLength,data:j};r===null?r=[F]:r.push(F),s++}let ce=s;if(typeof j=="number"&&(j<1||isNaN(j))){let F={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:se.
properties.maximumLength,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.forms!==void 0){let j=e.forms,pe=s,ce=s;if(Array.isArray(j)){if(j.length<1){let le={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:se.
properties.forms,data:j};r===null?r=[le]:r.push(le),s++}let F=!0,fe=j.length;for(let le=0;le<fe;le++){let X=j[le],D=s,Te=se.properties.forms.items.enum;if(!(X===
"url"||X==="data")){let Fe={instancePath:t+"/forms/"+le,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:se.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:se.properties.forms.items.enum,parentSchema:se.properties.forms.items,data:X};r===null?r=[Fe]:
r.push(Fe),s++}var H=D===s;H||(F=!1)}}else{let F={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:se.properties.forms.type,parentSchema:se.properties.forms,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.oneWay!==void 0){let j=e.oneWay,
pe=s,ce=s;if(typeof j=="string"){if(ee(j)<1){let F={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.oneWay,data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.properties.oneWay.type,parentSchema:se.properties.oneWay,data:j};
r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.source!==void 0){let j=e.source,pe=s,ce=s,W=s;if(typeof j=="string"){if(ee(j)<1){let fe={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:j};r===null?
r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:j};r===null?r=[fe]:r.push(fe),s++}var z=ce===s,U=pe===s}}else{let oe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:se.type,parentSchema:se,data:e};r===null?r=[oe]:r.push(oe),s++}return Wr.errors=r,s===0}Wr.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var Gn={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},ke={
type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The fir\
st file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. I\
t is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:[
"video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The medi\
a type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that a\
nswers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early\
; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
Ss={validate:vr},kp={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function tt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=tt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){
let _=!0,q=e.length;for(let A=0;A<q;A++){let O=e[A],L=s,U=s,te=s;if(typeof O=="string"){if(!De.test(O)){let J={instancePath:t+"/"+A,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:O};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/"+A,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Q.type,parentSchema:Q,data:O};r===null?r=[J]:r.push(J),s++}var m=U===s,b=L===s;b||(_=!1)}}else{let _={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:kp.type,parentSchema:kp,data:e};r===null?r=[_]:r.push(_),s++}return tt.errors=r,s===0}tt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function Cr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Cr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s,m=s,b=!1,_=null,q=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let ce={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:ke.oneOf[0].
required,parentSchema:ke.oneOf[0],data:e};r===null?r=[ce]:r.push(ce),s++}var O=q===s;O&&(b=!0,_=0);let A=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let ce={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:ke.oneOf[1].required,parentSchema:ke.oneOf[1],data:e};r===null?r=[ce]:r.push(ce),s++}if(e.contentType===void 0){let ce={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:ke.oneOf[1].required,parentSchema:ke.
oneOf[1],data:e};r===null?r=[ce]:r.push(ce),s++}}var O=A===s;if(O&&b)b=!1,_=[_,1];else{O&&(b=!0,_=1);let ce=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let F={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:ke.oneOf[2].required,parentSchema:ke.oneOf[2],data:e};r===null?r=[F]:r.push(F),s++}var O=ce===s;if(O&&b)b=!1,_=[_,2];else{O&&(b=!0,_=2);let F=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let le={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:ke.oneOf[3].required,parentSchema:ke.oneOf[3],data:e};r===null?r=[le]:r.push(le),s++}if(e.results===
void 0){let le={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:ke.oneOf[3].required,parentSchema:ke.oneOf[3],data:e};r===null?r=[le]:r.push(le),s++}if(e.message===void 0){let le={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ke.oneOf[3].required,parentSchema:ke.
oneOf[3],data:e};r===null?r=[le]:r.push(le),s++}}var O=F===s;O&&b?(b=!1,_=[_,3]):O&&(b=!0,_=3)}}if(b)s=m,r!==null&&(m?r.length=m:r=null);else{let ce={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},message:"must match exactly one schema in oneOf",schema:ke.oneOf,parentSchema:ke,data:e};r===null?
r=[ce]:r.push(ce),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let W={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ke.required,parentSchema:ke,data:e};r===null?r=[W]:r.push(W),s++}let ce=s;for(let W in e)
if(!_s.call(ke.properties,W)){let F={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:ke,data:e};r===null?r=[F]:r.push(F),s++}if(e.url!==void 0){let W=e.url,F=s,fe=s,le=s;if(typeof W=="str\
ing"){if(!De.test(W)){let X={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:W};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/url",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:W};r===null?r=[X]:r.push(X),s++}var L=fe===
s,U=F===s}if(e.list!==void 0){let W=e.list,F=s;if(typeof W!="boolean"){let X={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:ke.properties.list.type,parentSchema:ke.properties.list,data:W};r===null?r=[X]:r.push(X),s++}let fe=s;var U=F===
s}if(e.withKey!==void 0){let W=e.withKey,F=s;if(W!==!0){let le={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:ke.properties.withKey,data:W};r===null?r=[le]:r.push(le),s++}var U=F===s}if(e.base64!==void 0){let W=e.
base64,F=s,fe=s,le=s;if(typeof W=="string"){if(!De.test(W)){let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:W};r===null?r=[D]:r.push(D),s++}}else{
let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:W};
r===null?r=[D]:r.push(D),s++}var te=fe===s,U=F===s}if(e.contentType!==void 0){let W=e.contentType,F=s,fe=ke.properties.contentType.enum;if(!(W==="video/mp4"||W===
"video/quicktime"||W==="video/webm"||W==="image/png"||W==="image/jpeg"||W==="image/webp"||W==="image/gif"||W==="audio/mpeg"||W==="audio/wav"||W==="model/gltf-bi\
nary")){let X={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:ke.properties.contentType.enum},message:"\
must be equal to one of the allowed values",schema:ke.properties.contentType.enum,parentSchema:ke.properties.contentType,data:W};r===null?r=[X]:r.push(X),s++}var U=F===
s}if(e.content!==void 0){let W=e.content,F=s,fe=s,le=s;if(typeof W=="string"){if(!Pt.test(W)){let D={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",
keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:qe,data:W};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+
"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:W};r===null?r=[D]:r.
push(D),s++}var J=fe===s,U=F===s}if(e.query!==void 0){let W=e.query,F=s,fe=s,le=s;if(typeof W=="string"){if(!Pt.test(W)){let D={instancePath:t+"/query",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:qe,data:W};r===null?r=[D]:r.push(D),s++}}else{
let D={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:W};
r===null?r=[D]:r.push(D),s++}var H=fe===s,U=F===s}if(e.results!==void 0){let W=e.results,F=s;if(!Ss.validate(W,{instancePath:t+"/results",parentData:e,parentDataProperty:"\
results",rootData:o,dynamicAnchors:i}))r=r===null?Ss.validate.errors:r.concat(Ss.validate.errors),s=r.length;else var z=Ss.validate.evaluated.props,oe=Ss.validate.
evaluated.items;var U=F===s}if(e.message!==void 0){let W=e.message,F=s;tt(W,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var U=F===s}if(e.pending!==void 0){let W=e.pending,F=s,fe=s;if(W&&typeof W=="object"&&!Array.isArray(W)){if(W.
status===void 0){let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must \
have required property 'status'",schema:ke.properties.pending.required,parentSchema:ke.properties.pending,data:W};r===null?r=[D]:r.push(D),s++}if(W.body===void 0){
let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required prope\
rty 'body'",schema:ke.properties.pending.required,parentSchema:ke.properties.pending,data:W};r===null?r=[D]:r.push(D),s++}let X=s;for(let D in W)if(!(D==="statu\
s"||D==="body")){let Te={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},
message:"must NOT have additional properties",schema:!1,parentSchema:ke.properties.pending,data:W};r===null?r=[Te]:r.push(Te),s++}if(W.status!==void 0){let D=W.
status,Te=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D))){let pt={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:ke.properties.pending.properties.status.type,parentSchema:ke.properties.pending.properties.status,
data:D};r===null?r=[pt]:r.push(pt),s++}let Fe=s;var j=Te===s}}else{let X={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:ke.properties.pending.type,parentSchema:ke.properties.pending,data:W};r===null?r=[X]:r.push(X),s++}var U=F===s}if(e.
source!==void 0){let W=e.source,F=s,fe=s,le=s;if(typeof W=="string"){if(ee(W)<1){let D={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:W};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:W};r===null?r=[D]:r.
push(D),s++}var pe=fe===s,U=F===s}}else{let ce={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ke.type,
parentSchema:ke,data:e};r===null?r=[ce]:r.push(ce),s++}return Cr.errors=r,s===0}Cr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function vr(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=vr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let q={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:Gn,data:e};r===null?r=[q]:r.push(q),s++}let b=!0,_=e.length;for(let q=0;q<_;q++){let A=e[q],O=s;Cr(A,{instancePath:t+"/"+
q,parentData:e,parentDataProperty:q,rootData:o,dynamicAnchors:i})||(r=r===null?Cr.errors:r.concat(Cr.errors),s=r.length);var m=O===s;m||(b=!1)}}else{let b={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Gn.type,parentSchema:Gn,data:e};r===null?r=[b]:r.push(b),s++}return vr.errors=
r,s===0}vr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function dt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=dt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===
void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:w.
required,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.rows===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
rows"},message:"must have required property 'rows'",schema:w.required,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.results===void 0){let v={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:w.required,parentSchema:w,data:e};
r===null?r=[v]:r.push(v),s++}if(e.message===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"\
must have required property 'message'",schema:w.required,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.code===void 0){let v={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:w.required,parentSchema:w,data:e};r===null?r=
[v]:r.push(v),s++}let br=s;for(let v in e)if(!_s.call(w.properties,v)){let ae={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:w,data:e};r===null?r=[ae]:r.push(ae),s++}if(e.$comment!==void 0){
let v=e.$comment,ae=s,Le=s,B=s;if(typeof v=="string"){if(ee(v)<1){let u={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Bt,data:v};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Bt.type,parentSchema:Bt,data:v};r===null?r=[u]:r.push(u),s++}var m=Le===
s,b=ae===s}if(e.submit!==void 0){let v=e.submit,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let c={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:w.properties.submit.required,
parentSchema:w.properties.submit,data:v};r===null?r=[c]:r.push(c),s++}if(v.path===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:w.properties.submit.required,parentSchema:w.properties.
submit,data:v};r===null?r=[c]:r.push(c),s++}if(v.source===void 0){let c={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.submit.required,parentSchema:w.properties.submit,data:v};r===null?r=
[c]:r.push(c),s++}let u=s;for(let c in v)if(!(c==="method"||c==="path"||c==="paths"||c==="headers"||c==="encoding"||c==="source")){let P={instancePath:t+"/submi\
t",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properti\
es",schema:!1,parentSchema:w.properties.submit,data:v};r===null?r=[P]:r.push(P),s++}if(v.method!==void 0){let c=v.method,P=s,x=w.properties.submit.properties.method.
enum;if(!(c==="POST"||c==="PUT")){let E={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:w.
properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:w.properties.submit.properties.method.enum,parentSchema:w.
properties.submit.properties.method,data:c};r===null?r=[E]:r.push(E),s++}var _=P===s}if(v.path!==void 0){let c=v.path,P=s,x=s,E=s;if(typeof c=="string"){if(!Pt.
test(c)){let f={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:qe,data:c};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:qe.type,parentSchema:qe,data:c};r===null?r=[f]:r.push(f),s++}var q=x===s,_=P===s}if(v.paths!==void 0){let c=v.paths,P=s,
x=s;if(Array.isArray(c)){if(c.length<1){let $={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.submit.properties.paths,data:c};r===null?r=[$]:r.push($),s++}let y=!0,f=c.
length;for(let $=0;$<f;$++){let I=c[$],N=s,k=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.when===void 0){let S={instancePath:t+"/submit/paths/"+$,schemaPath:"\
#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:w.properties.
submit.properties.paths.items.required,parentSchema:w.properties.submit.properties.paths.items,data:I};r===null?r=[S]:r.push(S),s++}if(I.path===void 0){let S={instancePath:t+
"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have requir\
ed property 'path'",schema:w.properties.submit.properties.paths.items.required,parentSchema:w.properties.submit.properties.paths.items,data:I};r===null?r=[S]:r.
push(S),s++}let g=s;for(let S in I)if(!(S==="when"||S==="path")){let K={instancePath:t+"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.
submit.properties.paths.items,data:I};r===null?r=[K]:r.push(K),s++}if(I.when!==void 0){let S=I.when,K=s;$t(S,{instancePath:t+"/submit/paths/"+$+"/when",parentData:I,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var A=K===s}if(I.path!==void 0){let S=I.path,K=s,
C=s,M=s;if(typeof S=="string"){if(!Pt.test(S)){let R={instancePath:t+"/submit/paths/"+$+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:qe,data:S};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/submit/paths/"+$+"/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:S};r===null?r=[R]:r.push(R),s++}var O=C===
s,A=K===s}}else{let g={instancePath:t+"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:w.properties.submit.properties.paths.items.type,parentSchema:w.properties.submit.properties.paths.items,data:I};r===null?r=[g]:r.push(g),
s++}var L=N===s;L||(y=!1)}}else{let y={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:w.properties.submit.properties.paths.type,parentSchema:w.properties.submit.properties.paths,data:c};r===null?r=[y]:r.push(y),s++}
var _=P===s}if(v.headers!==void 0){let c=v.headers,P=s,x=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let y=s;for(let f in c){let $=c[f],I=s,N=s;if(typeof $==
"string"){if(!fh.test($)){let k={instancePath:t+"/submit/headers/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/a\
dditionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:w.
properties.submit.properties.headers.additionalProperties,data:$};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/submit/headers/"+f.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:w.properties.submit.properties.headers.additionalProperties.type,parentSchema:w.properties.submit.properties.headers.additionalProperties,data:$};r===null?
r=[k]:r.push(k),s++}var U=I===s}}else{let y={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:w.properties.submit.properties.headers.type,parentSchema:w.properties.submit.properties.headers,data:c};r===null?r=[y]:
r.push(y),s++}var _=P===s}if(v.encoding!==void 0){let c=v.encoding,P=s,x=w.properties.submit.properties.encoding.enum;if(!(c==="json"||c==="form")){let y={instancePath:t+
"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:w.properties.submit.properties.encoding.enum},
message:"must be equal to one of the allowed values",schema:w.properties.submit.properties.encoding.enum,parentSchema:w.properties.submit.properties.encoding,data:c};
r===null?r=[y]:r.push(y),s++}var _=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let f={instancePath:t+"/submit/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===
null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:G.type,parentSchema:G,data:c};r===null?r=[f]:r.push(f),s++}var te=x===s,_=P===s}}else{let u={instancePath:t+"/submit",schemaPath:"#/properties/subm\
it/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.submit.type,parentSchema:w.properties.submit,data:v};r===null?r=[u]:
r.push(u),s++}var b=ae===s}if(e.rows!==void 0){let v=e.rows,ae=s,Le=s;if(Array.isArray(v)){if(v.length<1){let P={instancePath:t+"/rows",schemaPath:"#/properties\
/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.rows,data:v};r===null?r=[P]:r.
push(P),s++}let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],E=s;Wr(x,{instancePath:t+"/rows/"+P,parentData:v,parentDataProperty:P,rootData:o,dynamicAnchors:i})||
(r=r===null?Wr.errors:r.concat(Wr.errors),s=r.length);var J=E===s;J||(u=!1)}}else{let u={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:w.properties.rows.type,parentSchema:w.properties.rows,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}
if(e.drops!==void 0){let v=e.drops,ae=s,Le=s;if(Array.isArray(v)){let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],E=s,y=s;if(x&&typeof x=="object"&&!Array.isArray(
x)){if(x.parameter===void 0){let $={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parame\
ter"},message:"must have required property 'parameter'",schema:w.properties.drops.items.required,parentSchema:w.properties.drops.items,data:x};r===null?r=[$]:r.
push($),s++}if(x.reason===void 0){let $={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"r\
eason"},message:"must have required property 'reason'",schema:w.properties.drops.items.required,parentSchema:w.properties.drops.items,data:x};r===null?r=[$]:r.push(
$),s++}if(x.source===void 0){let $={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:w.properties.drops.items.required,parentSchema:w.properties.drops.items,data:x};r===null?r=[$]:r.push($),s++}
let f=s;for(let $ in x)if(!($==="parameter"||$==="values"||$==="when"||$==="reason"||$==="source")){let I={instancePath:t+"/drops/"+P,schemaPath:"#/properties/d\
rops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:w.
properties.drops.items,data:x};r===null?r=[I]:r.push(I),s++}if(x.parameter!==void 0){let $=x.parameter,I=s;if(typeof $!="string"){let k={instancePath:t+"/drops/"+
P+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:w.properties.
drops.items.properties.parameter.type,parentSchema:w.properties.drops.items.properties.parameter,data:$};r===null?r=[k]:r.push(k),s++}let N=s;var H=I===s}if(x.values!==
void 0){let $=x.values,I=s,N=s;if(Array.isArray($)){if($.length<1){let g={instancePath:t+"/drops/"+P+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.drops.items.properties.values,
data:$};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/drops/"+P+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:w.properties.drops.items.properties.values.type,parentSchema:w.properties.drops.items.properties.values,
data:$};r===null?r=[g]:r.push(g),s++}var H=I===s}if(x.when!==void 0){let $=x.when,I=s;$t($,{instancePath:t+"/drops/"+P+"/when",parentData:x,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var H=I===s}if(x.reason!==void 0){let $=x.reason,I=s,N=s;if(typeof $==
"string"){if(ee($)<1){let g={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:w.properties.drops.items.properties.reason,data:$};r===null?r=[g]:r.push(g),s++}}else{
let g={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:w.properties.drops.items.properties.reason.type,parentSchema:w.properties.drops.items.properties.reason,data:$};r===null?r=[g]:r.push(g),s++}var H=I===
s}if(x.source!==void 0){let $=x.source,I=s,N=s,k=s;if(typeof $=="string"){if(ee($)<1){let S={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:$};r===null?r=[S]:r.push(S),s++}}else{
let S={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,
data:$};r===null?r=[S]:r.push(S),s++}var z=N===s,H=I===s}}else{let f={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.drops.items.type,parentSchema:w.properties.drops.items,data:x};r===null?r=[f]:r.push(f),s++}var oe=E===
s;oe||(u=!1)}}else{let u={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.
drops.type,parentSchema:w.properties.drops,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.needs!==void 0){let v=e.needs,ae=s,Le=s;if(v&&typeof v=="objec\
t"&&!Array.isArray(v)){let u=s;for(let c in v){let P=v[c],x=s,E=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let f={instancePath:t+"/nee\
ds/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},
message:"must have required property 'reason'",schema:w.properties.needs.additionalProperties.required,parentSchema:w.properties.needs.additionalProperties,data:P};
r===null?r=[f]:r.push(f),s++}if(P.source===void 0){let f={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/addit\
ionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.needs.additionalProperties.
required,parentSchema:w.properties.needs.additionalProperties,data:P};r===null?r=[f]:r.push(f),s++}let y=s;for(let f in P)if(!(f==="reason"||f==="source")){let $={
instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.needs.additionalProperties,data:P};r===
null?r=[$]:r.push($),s++}if(P.reason!==void 0){let f=P.reason,$=s,I=s;if(typeof f=="string"){if(ee(f)<1){let N={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(
/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:w.properties.needs.additionalProperties.properties.reason,data:f};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:w.properties.needs.additionalProperties.properties.reason.type,parentSchema:w.properties.needs.additionalProperties.
properties.reason,data:f};r===null?r=[N]:r.push(N),s++}var j=$===s}if(P.source!==void 0){let f=P.source,$=s,I=s,N=s;if(typeof f=="string"){if(ee(f)<1){let g={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:G,data:f};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:f};r===null?r=[g]:
r.push(g),s++}var pe=I===s,j=$===s}}else{let y={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.needs.additionalProperties.type,parentSchema:w.properties.needs.additionalProperties,
data:P};r===null?r=[y]:r.push(y),s++}var ce=x===s}}else{let u={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:w.properties.needs.type,parentSchema:w.properties.needs,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.lacks!==void 0){let v=e.
lacks,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){let u=s;for(let c in v){let P=v[c],x=s,E=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===
void 0){let f={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:w.properties.lacks.additionalProperties.required,parentSchema:w.properties.
lacks.additionalProperties,data:P};r===null?r=[f]:r.push(f),s++}if(P.source===void 0){let f={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.
lacks.additionalProperties.required,parentSchema:w.properties.lacks.additionalProperties,data:P};r===null?r=[f]:r.push(f),s++}let y=s;for(let f in P)if(!(f==="r\
eason"||f==="source")){let $={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.lacks.additionalProperties,
data:P};r===null?r=[$]:r.push($),s++}if(P.reason!==void 0){let f=P.reason,$=s,I=s;if(typeof f=="string"){if(ee(f)<1){let N={instancePath:t+"/lacks/"+c.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:w.properties.lacks.additionalProperties.properties.reason,data:f};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:w.properties.lacks.additionalProperties.properties.reason.type,parentSchema:w.properties.lacks.additionalProperties.
properties.reason,data:f};r===null?r=[N]:r.push(N),s++}var W=$===s}if(P.source!==void 0){let f=P.source,$=s,I=s,N=s;if(typeof f=="string"){if(ee(f)<1){let g={instancePath:t+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:G,data:f};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:f};r===null?r=[g]:
r.push(g),s++}var F=I===s,W=$===s}}else{let y={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProper\
ties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.lacks.additionalProperties.type,parentSchema:w.properties.lacks.additionalProperties,
data:P};r===null?r=[y]:r.push(y),s++}var fe=x===s}}else{let u={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:w.properties.lacks.type,parentSchema:w.properties.lacks,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.id!==void 0){let v=e.
id,ae=s,Le=s,B=s;if(typeof v=="string"){if(!De.test(v)){let c={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={
instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};r===null?
r=[c]:r.push(c),s++}var le=Le===s,b=ae===s}if(e.idForm!==void 0){let v=e.idForm,ae=s,Le=s;if(typeof v=="string"){if(!yh.test(v)){let u={instancePath:t+"/idForm",
schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]\
*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:w.properties.idForm,data:v};r===null?r=[u]:r.push(u),s++}}else{
let u={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:w.properties.idForm.
type,parentSchema:w.properties.idForm,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.queryId!==void 0){let v=e.queryId,ae=s,Le=s,B=s;if(typeof v=="strin\
g"){if(!De.test(v)){let c={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/queryId",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}
var X=Le===s,b=ae===s}if(e.query!==void 0){let v=e.query,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let P={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:w.properties.
query.required,parentSchema:w.properties.query,data:v};r===null?r=[P]:r.push(P),s++}if(v.path===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/\
query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:w.properties.query.required,parentSchema:w.
properties.query,data:v};r===null?r=[P]:r.push(P),s++}if(v.source===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.query.required,parentSchema:w.properties.query,data:v};
r===null?r=[P]:r.push(P),s++}let u=s;for(let P in v)if(!(P==="method"||P==="path"||P==="at"||P==="hosts"||P==="body"||P==="source")){let x={instancePath:t+"/que\
ry",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properti\
es",schema:!1,parentSchema:w.properties.query,data:v};r===null?r=[x]:r.push(x),s++}if(v.method!==void 0){let P=v.method,x=s,E=w.properties.query.properties.method.
enum;if(!(P==="GET"||P==="POST"||P==="PUT"||P==="DELETE")){let y={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"\
enum",params:{allowedValues:w.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:w.properties.query.properties.
method.enum,parentSchema:w.properties.query.properties.method,data:P};r===null?r=[y]:r.push(y),s++}var D=x===s}if(v.path!==void 0){let P=v.path,x=s,E=s,y=s;if(typeof P==
"string"){if(!Pt.test(P)){let $={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:qe,data:P};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:P};r===null?r=[$]:r.push($),s++}var Te=E===s,D=x===s}if(v.at!==void 0){let P=v.
at,x=s,E=s,y=s;if(typeof P=="string"){if(!De.test(P)){let $={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:P};r===null?r=[$]:r.push($),s++}}else{
let $={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:P};r===null?r=[$]:r.push($),s++}var Fe=E===s,D=x===s}if(v.hosts!==void 0){let P=v.hosts,x=s,E=s;if(Array.isArray(P)){if(P.length<1){let I={instancePath:t+"\
/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:w.properties.query.properties.hosts,data:P};r===null?r=[I]:r.push(I),s++}let f=!0,$=P.length;for(let I=0;I<$;I++){let N=P[I],k=s,g=s;if(typeof N=="\
string"){if(!gh.test(N)){let S={instancePath:t+"/query/hosts/"+I,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:w.
properties.query.properties.hosts.items,data:N};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/query/hosts/"+I,schemaPath:"#/properties/query/proper\
ties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:w.properties.query.properties.hosts.items.type,parentSchema:w.properties.
query.properties.hosts.items,data:N};r===null?r=[S]:r.push(S),s++}var pt=k===s;pt||(f=!1)}}else{let f={instancePath:t+"/query/hosts",schemaPath:"#/properties/qu\
ery/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.query.properties.hosts.type,parentSchema:w.properties.
query.properties.hosts,data:P};r===null?r=[f]:r.push(f),s++}var D=x===s}if(v.body!==void 0){let P=v.body,x=s,E=s;if(Array.isArray(P)){if(P.length<1){let I={instancePath:t+
"/query/body",schemaPath:"#/properties/query/properties/body/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.
properties.query.properties.body,data:P};r===null?r=[I]:r.push(I),s++}let f=!0,$=P.length;for(let I=0;I<$;I++){let N=P[I],k=s,g=s,S=s,K=!1,C=null,M=s;if(N&&typeof N==
"object"&&!Array.isArray(N)&&N.fact===void 0){let R={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:w.properties.query.properties.body.items.oneOf[0].required,parentSchema:w.
properties.query.properties.body.items.oneOf[0],data:N};r===null?r=[R]:r.push(R),s++}var _e=M===s;_e&&(K=!0,C=0);let V=s;if(N&&typeof N=="object"&&!Array.isArray(
N)&&N.constant===void 0){let R={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/oneOf/1/required",keyword:"required",params:{
missingProperty:"constant"},message:"must have required property 'constant'",schema:w.properties.query.properties.body.items.oneOf[1].required,parentSchema:w.properties.
query.properties.body.items.oneOf[1],data:N};r===null?r=[R]:r.push(R),s++}var _e=V===s;if(_e&&K?(K=!1,C=[C,1]):_e&&(K=!0,C=1),K)s=S,r!==null&&(S?r.length=S:r=null);else{
let R={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/oneOf",keyword:"oneOf",params:{passingSchemas:C},message:"must match\
 exactly one schema in oneOf",schema:w.properties.query.properties.body.items.oneOf,parentSchema:w.properties.query.properties.body.items,data:N};r===null?r=[R]:
r.push(R),s++}if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.to===void 0){let Z={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/bo\
dy/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:w.properties.query.properties.body.items.required,
parentSchema:w.properties.query.properties.body.items,data:N};r===null?r=[Z]:r.push(Z),s++}let R=s;for(let Z in N)if(!(Z==="to"||Z==="fact"||Z==="constant")){let ue={
instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Z},
message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.query.properties.body.items,data:N};r===null?r=[ue]:r.push(ue),s++}if(N.to!==void 0){
let Z=N.to,ue=s,re=s,T=s;if(typeof Z=="string"){if(!De.test(Z)){let ie={instancePath:t+"/query/body/"+I+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"patt\
ern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:Z};r===null?r=
[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/query/body/"+I+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:Q.type,parentSchema:Q,data:Z};r===null?r=[ie]:r.push(ie),s++}var Ye=re===s,Re=ue===s}if(N.fact!==void 0){let Z=N.fact,ue=s,re=w.properties.query.
properties.body.items.properties.fact.enum;if(!(Z==="id"||Z==="model")){let ie={instancePath:t+"/query/body/"+I+"/fact",schemaPath:"#/properties/query/propertie\
s/body/items/properties/fact/enum",keyword:"enum",params:{allowedValues:w.properties.query.properties.body.items.properties.fact.enum},message:"must be equal to\
 one of the allowed values",schema:w.properties.query.properties.body.items.properties.fact.enum,parentSchema:w.properties.query.properties.body.items.properties.
fact,data:Z};r===null?r=[ie]:r.push(ie),s++}var Re=ue===s}}else{let R={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.query.properties.body.items.type,parentSchema:w.properties.query.properties.body.
items,data:N};r===null?r=[R]:r.push(R),s++}var et=k===s;et||(f=!1)}}else{let f={instancePath:t+"/query/body",schemaPath:"#/properties/query/properties/body/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.query.properties.body.type,parentSchema:w.properties.query.properties.body,data:P};
r===null?r=[f]:r.push(f),s++}var D=x===s}if(v.source!==void 0){let P=v.source,x=s,E=s,y=s;if(typeof P=="string"){if(ee(P)<1){let $={instancePath:t+"/query/sourc\
e",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:P};r===
null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:G.type,parentSchema:G,data:P};r===null?r=[$]:r.push($),s++}var rr=E===s,D=x===s}let c;if(v.at!==void 0&&v.hosts===void 0){let P={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"\
must have property hosts when property at is present",schema:w.properties.query.dependentRequired,parentSchema:w.properties.query,data:v};r===null?r=[P]:r.push(
P),s++}if(v.hosts!==void 0&&v.at===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{
property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",schema:w.properties.query.dependentRequired,
parentSchema:w.properties.query,data:v};r===null?r=[P]:r.push(P),s++}}else{let u={instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.query.type,parentSchema:w.properties.query,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.list!==
void 0){let v=e.list,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.path===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/requ\
ired",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:w.properties.list.required,parentSchema:w.properties.
list,data:v};r===null?r=[c]:r.push(c),s++}if(v.filter===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"filter"},message:"must have required property 'filter'",schema:w.properties.list.required,parentSchema:w.properties.list,data:v};r===null?r=[c]:
r.push(c),s++}if(v.limit===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"\
must have required property 'limit'",schema:w.properties.list.required,parentSchema:w.properties.list,data:v};r===null?r=[c]:r.push(c),s++}if(v.items===void 0){
let c={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property '\
items'",schema:w.properties.list.required,parentSchema:w.properties.list,data:v};r===null?r=[c]:r.push(c),s++}if(v.source===void 0){let c={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.
list.required,parentSchema:w.properties.list,data:v};r===null?r=[c]:r.push(c),s++}let u=s;for(let c in v)if(!(c==="path"||c==="filter"||c==="limit"||c==="items"||
c==="within"||c==="source")){let P={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.list,data:v};r===null?r=[P]:r.push(P),s++}if(v.path!==void 0){let c=v.path,P=s,
x=s,E=s;if(typeof c=="string"){if(!Pt.test(c)){let y={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:qe,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:c};r===null?r=[y]:r.push(y),s++}var It=x===s,Ke=P===s}if(v.filter!==
void 0){let c=v.filter,P=s,x=s;if(typeof c=="string"){if(ee(c)<1){let y={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:w.properties.list.properties.filter,data:c};r===null?
r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:w.properties.list.properties.filter.type,parentSchema:w.properties.list.properties.filter,data:c};r===null?r=[y]:r.push(y),s++}var Ke=P===
s}if(v.limit!==void 0){let c=v.limit,P=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(c))){let y={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properti\
es/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:w.properties.list.properties.limit.type,parentSchema:w.properties.list.properties.
limit,data:c};r===null?r=[y]:r.push(y),s++}let x=s;if(typeof c=="number"){if(c>500||isNaN(c)){let y={instancePath:t+"/list/limit",schemaPath:"#/properties/list/\
properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:w.properties.list.properties.limit,
data:c};r===null?r=[y]:r.push(y),s++}if(c<2||isNaN(c)){let y={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"mini\
mum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:w.properties.list.properties.limit,data:c};r===null?r=[y]:r.push(y),s++}}var Ke=P===
s}if(v.items!==void 0){let c=v.items,P=s,x=s,E=s;if(typeof c=="string"){if(!De.test(c)){let f={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};
r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[f]:r.push(f),s++}var gr=x===s,Ke=P===s}if(v.within!==void 0){let c=v.within,P=s,x=s,E=s;if(typeof c=="s\
tring"){if(!De.test(c)){let f={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/list/\
within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[f]:r.push(
f),s++}var Cl=x===s,Ke=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let f={instancePath:t+"/list/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===null?r=[f]:r.
push(f),s++}}else{let f={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:c};r===null?r=[f]:r.push(f),s++}var Kl=x===s,Ke=P===s}}else{let u={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:w.properties.list.type,parentSchema:w.properties.list,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===
s}if(e.cancel!==void 0){let v=e.cancel,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let c={instancePath:t+"/cancel",schemaPath:"\
#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:w.properties.cancel.required,
parentSchema:w.properties.cancel,data:v};r===null?r=[c]:r.push(c),s++}if(v.path===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:w.properties.cancel.required,parentSchema:w.properties.
cancel,data:v};r===null?r=[c]:r.push(c),s++}if(v.source===void 0){let c={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.cancel.required,parentSchema:w.properties.cancel,data:v};r===null?r=
[c]:r.push(c),s++}let u=s;for(let c in v)if(!(c==="method"||c==="path"||c==="from"||c==="proves"||c==="source")){let P={instancePath:t+"/cancel",schemaPath:"#/p\
roperties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:w.
properties.cancel,data:v};r===null?r=[P]:r.push(P),s++}if(v.method!==void 0){let c=v.method,P=s,x=w.properties.cancel.properties.method.enum;if(!(c==="GET"||c===
"POST"||c==="PUT"||c==="DELETE")){let E={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:w.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:w.properties.cancel.properties.method.enum,parentSchema:w.
properties.cancel.properties.method,data:c};r===null?r=[E]:r.push(E),s++}var Lr=P===s}if(v.path!==void 0){let c=v.path,P=s,x=s,E=s;if(typeof c=="string"){if(!Pt.
test(c)){let f={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:qe,data:c};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:qe.type,parentSchema:qe,data:c};r===null?r=[f]:r.push(f),s++}var Ct=x===s,Lr=P===s}if(v.from!==void 0){let c=v.from,P=s,
x=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let f={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/requi\
red",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:w.properties.cancel.properties.from.required,parentSchema:w.
properties.cancel.properties.from,data:c};r===null?r=[f]:r.push(f),s++}if(c.source===void 0){let f={instancePath:t+"/cancel/from",schemaPath:"#/properties/cance\
l/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.cancel.properties.
from.required,parentSchema:w.properties.cancel.properties.from,data:c};r===null?r=[f]:r.push(f),s++}let y=s;for(let f in c)if(!(f==="words"||f==="source")){let $={
instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},
message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.cancel.properties.from,data:c};r===null?r=[$]:r.push($),s++}if(c.words!==void 0){
let f=c.words,$=s,I=s,N=s;if(Array.isArray(f)){if(f.length<1){let M={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:He,data:f};r===null?r=[M]:r.push(M),s++}let k=!0,g=f.length;for(let M=0;M<g;M++){
let V=f[M],R=s,Z=s;if(typeof V=="string"){if(ee(V)<1){let ue={instancePath:t+"/cancel/from/words/"+M,schemaPath:"#/$defs/words/items/minLength",keyword:"minLeng\
th",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:He.items,data:V};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+
"/cancel/from/words/"+M,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:He.items.type,parentSchema:He.
items,data:V};r===null?r=[ue]:r.push(ue),s++}var cp=R===s;cp||(k=!1)}let S,K=f.length,C;if(S=!0,K>1){let M={};for(;K--;){let V=f[K];if(typeof V=="string"){if(typeof M[V]==
"number"){C=M[V];let R={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:K,j:C},message:"must NOT have\
 duplicate items (items ## "+C+" and "+K+" are identical)",schema:!0,parentSchema:He,data:f};r===null?r=[R]:r.push(R),s++,S=!1;break}M[V]=K}}}}else{let k={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:He.type,parentSchema:He,data:f};r===null?
r=[k]:r.push(k),s++}var Hl=I===s,up=$===s}if(c.source!==void 0){let f=c.source,$=s,I=s,N=s;if(typeof f=="string"){if(ee(f)<1){let g={instancePath:t+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:f};
r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:G.type,parentSchema:G,data:f};r===null?r=[g]:r.push(g),s++}var bs=I===s,up=$===s}}else{let y={instancePath:t+"/cancel/from",schemaPath:"#/\
properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.properties.from.type,parentSchema:w.
properties.cancel.properties.from,data:c};r===null?r=[y]:r.push(y),s++}var Lr=P===s}if(v.proves!==void 0){let c=v.proves,P=s,x=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){if(Object.keys(c).length<2){let f={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:w.properties.cancel.properties.proves,data:c};r===null?r=[f]:r.push(
f),s++}if(c.source===void 0){let f={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:w.properties.cancel.properties.proves.required,parentSchema:w.properties.cancel.properties.proves,
data:c};r===null?r=[f]:r.push(f),s++}let y=s;for(let f in c)if(!(f==="answer"||f==="query"||f==="source")){let $={instancePath:t+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:w.properties.cancel.properties.proves,data:c};r===null?r=[$]:r.push($),s++}if(c.answer!==void 0){let f=c.answer,$=s,I=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.at===void 0){let k={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.cancel.properties.proves.properties.answer.
required,parentSchema:w.properties.cancel.properties.proves.properties.answer,data:f};r===null?r=[k]:r.push(k),s++}if(f.words===void 0){let k={instancePath:t+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:w.properties.cancel.properties.proves.properties.answer.required,parentSchema:w.properties.cancel.properties.proves.
properties.answer,data:f};r===null?r=[k]:r.push(k),s++}let N=s;for(let k in f)if(!(k==="at"||k==="words")){let g={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:w.properties.cancel.properties.proves.properties.answer,data:f};r===null?r=[g]:r.push(g),s++}if(f.at!==void 0){let k=f.
at,g=s,S=s,K=s;if(typeof k=="string"){if(!De.test(k)){let C={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:k};r===null?r=[C]:r.push(C),
s++}}else{let C={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:k};r===null?r=[C]:r.push(C),s++}var Bl=S===s,wr=g===s}if(f.words!==void 0){let k=f.words,g=s,S=s,K=s;if(Array.isArray(k)){if(k.length<1){
let re={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1\
 items",schema:1,parentSchema:He,data:k};r===null?r=[re]:r.push(re),s++}let M=!0,V=k.length;for(let re=0;re<V;re++){let T=k[re],ie=s,xe=s;if(typeof T=="string"){
if(ee(T)<1){let Ee={instancePath:t+"/cancel/proves/answer/words/"+re,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:He.items,data:T};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/cancel/proves/answer/w\
ords/"+re,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:He.items.type,parentSchema:He.items,data:T};
r===null?r=[Ee]:r.push(Ee),s++}var mp=ie===s;mp||(M=!1)}let R,Z=k.length,ue;if(R=!0,Z>1){let re={};for(;Z--;){let T=k[Z];if(typeof T=="string"){if(typeof re[T]==
"number"){ue=re[T];let ie={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Z,j:ue},message:"\
must NOT have duplicate items (items ## "+ue+" and "+Z+" are identical)",schema:!0,parentSchema:He,data:k};r===null?r=[ie]:r.push(ie),s++,R=!1;break}re[T]=Z}}}}else{
let M={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:He.type,
parentSchema:He,data:k};r===null?r=[M]:r.push(M),s++}var vs=S===s,wr=g===s}}else{let N={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/p\
roperties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.properties.proves.properties.
answer.type,parentSchema:w.properties.cancel.properties.proves.properties.answer,data:f};r===null?r=[N]:r.push(N),s++}var Ln=$===s}if(c.query!==void 0){let f=c.
query,$=s,I=s,N=s;if(Array.isArray(f)){if(f.length<1){let V={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:He,data:f};r===null?r=[V]:r.push(V),s++}let g=!0,S=f.length;for(let V=0;V<S;V++){let R=f[V],
Z=s,ue=s;if(typeof R=="string"){if(ee(R)<1){let re={instancePath:t+"/cancel/proves/query/"+V,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:He.items,data:R};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/ca\
ncel/proves/query/"+V,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:He.items.type,parentSchema:He.
items,data:R};r===null?r=[re]:r.push(re),s++}var lp=Z===s;lp||(g=!1)}let K,C=f.length,M;if(K=!0,C>1){let V={};for(;C--;){let R=f[C];if(typeof R=="string"){if(typeof V[R]==
"number"){M=V[R];let Z={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:C,j:M},message:"must NOT ha\
ve duplicate items (items ## "+M+" and "+C+" are identical)",schema:!0,parentSchema:He,data:f};r===null?r=[Z]:r.push(Z),s++,K=!1;break}V[R]=C}}}}else{let g={instancePath:t+
"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:He.type,parentSchema:He,data:f};r===null?
r=[g]:r.push(g),s++}var Gl=I===s,Ln=$===s}if(c.source!==void 0){let f=c.source,$=s,I=s,N=s;if(typeof f=="string"){if(ee(f)<1){let g={instancePath:t+"/cancel/pro\
ves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:f};
r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:G.type,parentSchema:G,data:f};r===null?r=[g]:r.push(g),s++}var Zl=I===s,Ln=$===s}}else{let y={instancePath:t+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.properties.proves.type,parentSchema:w.
properties.cancel.properties.proves,data:c};r===null?r=[y]:r.push(y),s++}var Lr=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(
c)<1){let f={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:G,data:c};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:c};r===null?r=[f]:r.push(f),s++}var ks=x===s,Lr=P===s}}else{let u={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.type,parentSchema:w.properties.
cancel,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.status!==void 0){let v=e.status,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.at===void 0){
let c={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:w.properties.status.required,parentSchema:w.properties.status,data:v};r===null?r=[c]:r.push(c),s++}if(v.states===void 0){let c={instancePath:t+"/st\
atus",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:w.properties.
status.required,parentSchema:w.properties.status,data:v};r===null?r=[c]:r.push(c),s++}if(v.source===void 0){let c={instancePath:t+"/status",schemaPath:"#/proper\
ties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.status.required,parentSchema:w.
properties.status,data:v};r===null?r=[c]:r.push(c),s++}let u=s;for(let c in v)if(!(c==="at"||c==="states"||c==="as"||c==="absent"||c==="cases"||c==="source")){let P={
instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:w.properties.status,data:v};r===null?r=[P]:r.push(P),s++}if(v.at!==void 0){let c=v.at,P=s,x=s,E=s;if(typeof c==
"string"){if(!De.test(c)){let y={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/statu\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[y]:r.push(
y),s++}var Fn=x===s,Fr=P===s}if(v.states!==void 0){let c=v.states,P=s,x=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let f={instancePath:t+
"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:w.properties.status.properties.states,data:c};r===null?r=[f]:r.push(f),s++}let y=s;for(let f in c){let $=c[f],I=s,N=s,k=kt.enum;
if(!($==="queued"||$==="processing"||$==="completed"||$==="failed"||$==="expired"||$==="cancelled"||$==="unknown")){let g={instancePath:t+"/status/states/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:kt.enum},message:"must be equal to one of the allowed values",
schema:kt.enum,parentSchema:kt,data:$};r===null?r=[g]:r.push(g),s++}var Ql=N===s,sr=I===s}}else{let y={instancePath:t+"/status/states",schemaPath:"#/properties/\
status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.status.properties.states.type,parentSchema:w.properties.
status.properties.states,data:c};r===null?r=[y]:r.push(y),s++}var Fr=P===s}if(v.as!==void 0){let c=v.as,P=s,x=w.properties.status.properties.as.enum;if(!(c==="n\
umber"||c==="boolean")){let y={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:w.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:w.properties.status.properties.as.enum,parentSchema:w.properties.status.properties.
as,data:c};r===null?r=[y]:r.push(y),s++}var Fr=P===s}if(v.absent!==void 0){let c=v.absent,P=s,x=s,E=kt.enum;if(!(c==="queued"||c==="processing"||c==="completed"||
c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let f={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:kt.
enum},message:"must be equal to one of the allowed values",schema:kt.enum,parentSchema:kt,data:c};r===null?r=[f]:r.push(f),s++}var hp=x===s,Fr=P===s}if(v.cases!==
void 0){let c=v.cases,P=s,x=s;if(Array.isArray(c)){if(c.length<1){let $={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.status.properties.cases,data:c};r===null?r=
[$]:r.push($),s++}let y=!0,f=c.length;for(let $=0;$<f;$++){let I=c[$],N=s,k=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.when===void 0){let S={instancePath:t+
"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:w.properties.status.properties.cases.items.required,parentSchema:w.properties.status.properties.cases.items,data:I};r===null?r=[S]:r.
push(S),s++}if(I.means===void 0){let S={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:w.properties.status.properties.cases.items.required,parentSchema:w.properties.status.
properties.cases.items,data:I};r===null?r=[S]:r.push(S),s++}let g=s;for(let S in I)if(!(S==="when"||S==="means")){let K={instancePath:t+"/status/cases/"+$,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional \
properties",schema:!1,parentSchema:w.properties.status.properties.cases.items,data:I};r===null?r=[K]:r.push(K),s++}if(I.when!==void 0){let S=I.when,K=s,C=s;if(Array.
isArray(S)){if(S.length<1){let R={instancePath:t+"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.status.properties.cases.items.properties.when,data:S};r===
null?r=[R]:r.push(R),s++}let M=!0,V=S.length;for(let R=0;R<V;R++){let Z=S[R],ue=s,re=s,T=s,ie=!1,xe=null,Ee=s;if(Z&&typeof Z=="object"&&!Array.isArray(Z)&&Z.is===
void 0){let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:w.properties.status.properties.cases.items.properties.when.items.oneOf[0].
required,parentSchema:w.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:Z};r===null?r=[de]:r.push(de),s++}var Ps=Ee===s;Ps&&(ie=!0,
xe=0);let ve=s;if(Z&&typeof Z=="object"&&!Array.isArray(Z)&&Z.present===void 0){let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/st\
atus/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property '\
present'",schema:w.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:w.properties.status.properties.cases.items.properties.
when.items.oneOf[1],data:Z};r===null?r=[de]:r.push(de),s++}var Ps=ve===s;if(Ps&&ie?(ie=!1,xe=[xe,1]):Ps&&(ie=!0,xe=1),ie)s=T,r!==null&&(T?r.length=T:r=null);else{
let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{
passingSchemas:xe},message:"must match exactly one schema in oneOf",schema:w.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:w.
properties.status.properties.cases.items.properties.when.items,data:Z};r===null?r=[de]:r.push(de),s++}if(Z&&typeof Z=="object"&&!Array.isArray(Z)){if(Z.at===void 0){
let Qe={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.status.properties.cases.items.properties.when.items.required,parentSchema:w.
properties.status.properties.cases.items.properties.when.items,data:Z};r===null?r=[Qe]:r.push(Qe),s++}let de=s;for(let Qe in Z)if(!(Qe==="at"||Qe==="is"||Qe==="\
present")){let mt={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:Qe},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.status.properties.
cases.items.properties.when.items,data:Z};r===null?r=[mt]:r.push(mt),s++}if(Z.at!==void 0){let Qe=Z.at,mt=s,Cn=s,D0=s;if(typeof Qe=="string"){if(!De.test(Qe)){let lt={
instancePath:t+"/status/cases/"+$+"/when/"+R+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:Qe};r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/status\
/cases/"+$+"/when/"+R+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:Qe};
r===null?r=[lt]:r.push(lt),s++}var Xl=Cn===s,ma=mt===s}if(Z.is!==void 0){let Qe=Z.is,mt=s,Cn=s;if(Array.isArray(Qe)){if(Qe.length<1){let lt={instancePath:t+"/st\
atus/cases/"+$+"/when/"+R+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.status.properties.cases.items.properties.when.items.properties.is,data:Qe};
r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/status/cases/"+$+"/when/"+R+"/is",schemaPath:"#/properties/status/properties/cases/items/propertie\
s/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.status.properties.cases.items.properties.when.
items.properties.is.type,parentSchema:w.properties.status.properties.cases.items.properties.when.items.properties.is,data:Qe};r===null?r=[lt]:r.push(lt),s++}var ma=mt===
s}if(Z.present!==void 0){let Qe=Z.present,mt=s;if(typeof Qe!="boolean"){let lt={instancePath:t+"/status/cases/"+$+"/when/"+R+"/present",schemaPath:"#/properties\
/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:w.properties.
status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:w.properties.status.properties.cases.items.properties.when.items.properties.
present,data:Qe};r===null?r=[lt]:r.push(lt),s++}let Cn=s;var ma=mt===s}}else{let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/statu\
s/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.status.properties.cases.
items.properties.when.items.type,parentSchema:w.properties.status.properties.cases.items.properties.when.items,data:Z};r===null?r=[de]:r.push(de),s++}var Vn=ue===
s;Vn||(M=!1)}}else{let M={instancePath:t+"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:w.properties.status.properties.cases.items.properties.when.type,parentSchema:w.properties.status.properties.
cases.items.properties.when,data:S};r===null?r=[M]:r.push(M),s++}var fp=K===s}if(I.means!==void 0){let S=I.means,K=s,C=s,M=kt.enum;if(!(S==="queued"||S==="proce\
ssing"||S==="completed"||S==="failed"||S==="expired"||S==="cancelled"||S==="unknown")){let R={instancePath:t+"/status/cases/"+$+"/means",schemaPath:"#/$defs/sta\
te/enum",keyword:"enum",params:{allowedValues:kt.enum},message:"must be equal to one of the allowed values",schema:kt.enum,parentSchema:kt,data:S};r===null?r=[R]:
r.push(R),s++}var $s=C===s,fp=K===s}}else{let g={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.status.properties.cases.items.type,parentSchema:w.properties.status.properties.cases.items,data:I};r===
null?r=[g]:r.push(g),s++}var yp=N===s;yp||(y=!1)}}else{let y={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:w.properties.status.properties.cases.type,parentSchema:w.properties.status.properties.cases,data:c};r===
null?r=[y]:r.push(y),s++}var Fr=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let f={instancePath:t+"/status/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:G.type,parentSchema:G,data:c};r===null?r=[f]:r.push(f),s++}var Yl=x===s,Fr=P===s}}else{let u={instancePath:t+"/status",schemaPath:"#/properties/status/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.status.type,parentSchema:w.properties.status,data:v};r===null?r=[u]:r.push(
u),s++}var b=ae===s}if(e.progress!==void 0){let v=e.progress,ae=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.at===void 0){let c={instancePath:t+"/pr\
ogress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.
progress.required,parentSchema:w.properties.progress,data:v};r===null?r=[c]:r.push(c),s++}if(v.of===void 0){let c={instancePath:t+"/progress",schemaPath:"#/prop\
erties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:w.properties.progress.required,parentSchema:w.
properties.progress,data:v};r===null?r=[c]:r.push(c),s++}if(v.source===void 0){let c={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.progress.required,parentSchema:w.properties.progress,
data:v};r===null?r=[c]:r.push(c),s++}let u=s;for(let c in v)if(!(c==="at"||c==="of"||c==="source")){let P={instancePath:t+"/progress",schemaPath:"#/properties/p\
rogress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:w.
properties.progress,data:v};r===null?r=[P]:r.push(P),s++}if(v.at!==void 0){let c=v.at,P=s,x=s,E=s;if(typeof c=="string"){if(!De.test(c)){let y={instancePath:t+"\
/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[y]:r.push(y),s++}var eh=x===s,Vr=P===s}if(v.of!==void 0){
let c=v.of,P=s,x=s;if(typeof c=="number"){if(c<=0||isNaN(c)){let y={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:w.properties.progress.properties.of,data:c};r===null?
r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:w.properties.progress.properties.of.type,parentSchema:w.properties.progress.properties.of,data:c};r===null?r=[y]:r.push(y),s++}var Vr=P===
s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let f={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLen\
gth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===null?r=[f]:r.push(f),s++}}else{let f={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:c};
r===null?r=[f]:r.push(f),s++}var la=x===s,Vr=P===s}}else{let u={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:w.properties.progress.type,parentSchema:w.properties.progress,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.results!==
void 0){let v=e.results,ae=s;vr(v,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?vr.errors:r.concat(
vr.errors),s=r.length);var b=ae===s}if(e.message!==void 0){let v=e.message,ae=s;tt(v,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var b=ae===s}if(e.code!==void 0){let v=e.code,ae=s;tt(v,{instancePath:t+"/code",parentData:e,
parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var b=ae===s}if(e.seconds!==void 0){let v=e.seconds,
ae=s,Le=s,B=s;if(typeof v=="string"){if(!De.test(v)){let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}}else{
let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};
r===null?r=[c]:r.push(c),s++}var th=Le===s,b=ae===s}if(e.secondsAs!==void 0){let v=e.secondsAs,ae=s;if(v!=="string"){let B={instancePath:t+"/secondsAs",schemaPath:"\
#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:w.properties.secondsAs,
data:v};r===null?r=[B]:r.push(B),s++}var b=ae===s}if(e.usage!==void 0){let v=e.usage,ae=s,Le=s;if(Array.isArray(v)){let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],
E=s,y=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.at===void 0){let $={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.usage.items.required,parentSchema:w.properties.usage.items,
data:x};r===null?r=[$]:r.push($),s++}if(x.unit===void 0){let $={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"unit"},message:"must have required property 'unit'",schema:w.properties.usage.items.required,parentSchema:w.properties.usage.items,data:x};r===
null?r=[$]:r.push($),s++}if(x.source===void 0){let $={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:w.properties.usage.items.required,parentSchema:w.properties.usage.items,data:x};r===null?r=[$]:r.
push($),s++}let f=s;for(let $ in x)if(!($==="at"||$==="unit"||$==="source")){let I={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.usage.items,
data:x};r===null?r=[I]:r.push(I),s++}if(x.at!==void 0){let $=x.at,I=s,N=s,k=s;if(typeof $=="string"){if(!De.test($)){let g={instancePath:t+"/usage/"+P+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:$};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:$};r===null?r=[g]:r.push(g),s++}var Un=N===s,Dn=I===s}if(x.unit!==void 0){let $=x.unit,
I=s,N=s;if(typeof $=="string"){if(ee($)<1){let g={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:w.properties.usage.items.properties.unit,data:$};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:w.properties.usage.items.properties.unit.type,parentSchema:w.properties.usage.items.properties.unit,data:$};r===null?r=[g]:r.push(g),s++}
var Dn=I===s}if(x.source!==void 0){let $=x.source,I=s,N=s,k=s;if(typeof $=="string"){if(ee($)<1){let S={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:$};r===null?r=[S]:r.push(S),
s++}}else{let S={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,
parentSchema:G,data:$};r===null?r=[S]:r.push(S),s++}var Ur=N===s,Dn=I===s}}else{let f={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:w.properties.usage.items.type,parentSchema:w.properties.usage.items,data:x};r===null?r=[f]:r.push(f),
s++}var zn=E===s;zn||(u=!1)}}else{let u={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:w.properties.usage.type,parentSchema:w.properties.usage,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}if(e.told!==void 0){let v=e.told,ae=s,Le=s;if(Array.
isArray(v)){let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],E=s,y=s,f=s,$=!1,I=null,N=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.link===void 0){let g={
instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required p\
roperty 'link'",schema:w.properties.told.items.oneOf[0].required,parentSchema:w.properties.told.items.oneOf[0],data:x};r===null?r=[g]:r.push(g),s++}var Kt=N===s;
Kt&&($=!0,I=0);let k=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.constant===void 0){let g={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:w.properties.told.items.oneOf[1].
required,parentSchema:w.properties.told.items.oneOf[1],data:x};r===null?r=[g]:r.push(g),s++}var Kt=k===s;if(Kt&&$)$=!1,I=[I,1];else{Kt&&($=!0,I=1);let g=s;if(x&&
typeof x=="object"&&!Array.isArray(x)&&x.fact===void 0){let K={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",
params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:w.properties.told.items.oneOf[2].required,parentSchema:w.properties.told.items.
oneOf[2],data:x};r===null?r=[K]:r.push(K),s++}var Kt=g===s;Kt&&$?($=!1,I=[I,2]):Kt&&($=!0,I=2)}if($)s=f,r!==null&&(f?r.length=f:r=null);else{let g={instancePath:t+
"/told/"+P,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exactly one schema in oneOf",schema:w.properties.
told.items.oneOf,parentSchema:w.properties.told.items,data:x};r===null?r=[g]:r.push(g),s++}if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.at===void 0){let S={
instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'a\
t'",schema:w.properties.told.items.required,parentSchema:w.properties.told.items,data:x};r===null?r=[S]:r.push(S),s++}if(x.in===void 0){let S={instancePath:t+"/\
told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:w.properties.
told.items.required,parentSchema:w.properties.told.items,data:x};r===null?r=[S]:r.push(S),s++}if(x.source===void 0){let S={instancePath:t+"/told/"+P,schemaPath:"\
#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.told.items.
required,parentSchema:w.properties.told.items,data:x};r===null?r=[S]:r.push(S),s++}let g=s;for(let S in x)if(!(S==="at"||S==="in"||S==="link"||S==="constant"||S===
"fact"||S==="source")){let K={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},
message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.told.items,data:x};r===null?r=[K]:r.push(K),s++}if(x.at!==void 0){let S=x.at,K=s,
C=s,M=s;if(typeof S=="string"){if(!De.test(S)){let V={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:S};r===null?r=[V]:r.push(V),s++}}else{
let V={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:S};r===null?r=[V]:r.push(V),s++}var rh=C===s,Dr=K===s}if(x.in!==void 0){let S=x.in,K=s,C=w.properties.told.items.properties.in.enum;if(!(S==="submit"||S===
"query"||S==="both")){let V={instancePath:t+"/told/"+P+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:w.properties.
told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:w.properties.told.items.properties.in.enum,parentSchema:w.properties.
told.items.properties.in,data:S};r===null?r=[V]:r.push(V),s++}var Dr=K===s}if(x.link!==void 0){let S=x.link,K=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(S)){
if(S.path===void 0){let R={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:w.properties.told.items.properties.link.required,parentSchema:w.properties.told.items.properties.link,
data:S};r===null?r=[R]:r.push(R),s++}let V=s;for(let R in S)if(R!=="path"){let Z={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properti\
es/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:w.
properties.told.items.properties.link,data:S};r===null?r=[Z]:r.push(Z),s++}if(S.path!==void 0){let R=S.path,Z=s,ue=s,re=s;if(typeof R=="string"){if(!Pt.test(R)){
let T={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:qe,data:R};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:R};r===null?r=[T]:r.push(T),s++}var Jn=ue===s,sh=Z===s}}else{let V={instancePath:t+"\
/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.told.
items.properties.link.type,parentSchema:w.properties.told.items.properties.link,data:S};r===null?r=[V]:r.push(V),s++}var Dr=K===s}if(x.fact!==void 0){let S=x.fact,
K=s,C=w.properties.told.items.properties.fact.enum;if(!(S==="id"||S==="model"||S==="created")){let V={instancePath:t+"/told/"+P+"/fact",schemaPath:"#/properties\
/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:w.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowe\
d values",schema:w.properties.told.items.properties.fact.enum,parentSchema:w.properties.told.items.properties.fact,data:S};r===null?r=[V]:r.push(V),s++}var Dr=K===
s}if(x.source!==void 0){let S=x.source,K=s,C=s,M=s;if(typeof S=="string"){if(ee(S)<1){let R={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:S};r===null?r=[R]:r.push(R),s++}}else{let R={
instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,
data:S};r===null?r=[R]:r.push(R),s++}var gp=C===s,Dr=K===s}}else{let g={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.told.items.type,parentSchema:w.properties.told.items,data:x};r===null?r=[g]:r.push(g),s++}var Wn=E===
s;Wn||(u=!1)}}else{let u={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.
told.type,parentSchema:w.properties.told,data:v};r===null?r=[u]:r.push(u),s++}var b=ae===s}let h;if(e.list!==void 0){if(e.id===void 0){let v={instancePath:t,schemaPath:"\
#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, qu\
ery when property list is present",schema:w.dependentRequired,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.query===void 0){let v={instancePath:t,schemaPath:"\
#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id,\
 query when property list is present",schema:w.dependentRequired,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}}}else{let br={instancePath:t,schemaPath:"#\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.type,parentSchema:w,data:e};r===null?r=[br]:r.push(br),s++}return dt.errors=r,s===
0}dt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function fa(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=fa.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===
void 0){let h={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.
required,parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}if(e.title===void 0){let h={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
title"},message:"must have required property 'title'",schema:d.required,parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}if(e.description===void 0){let h={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:d.required,parentSchema:d,
data:e};r===null?r=[h]:r.push(h),s++}if(e.sources===void 0){let h={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},
message:"must have required property 'sources'",schema:d.required,parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}if(e.baseUrl===void 0){let h={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:e};
r===null?r=[h]:r.push(h),s++}if(e.authentication===void 0){let h={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authenticat\
ion"},message:"must have required property 'authentication'",schema:d.required,parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}if(e.deadline===void 0){let h={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:d.required,
parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}if(e.poll===void 0){let h={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
poll"},message:"must have required property 'poll'",schema:d.required,parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}if(e.operations===void 0){let h={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:d.required,parentSchema:d,
data:e};r===null?r=[h]:r.push(h),s++}if(e.errors===void 0){let h={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"\
must have required property 'errors'",schema:d.required,parentSchema:d,data:e};r===null?r=[h]:r.push(h),s++}let br=s;for(let h in e)if(!_s.call(d.properties,h)){
let v={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:d,data:e};r===null?r=[v]:r.push(v),s++}if(e.$schema!==void 0){let h=e.$schema,v=s;if(typeof h!="string"){let Le={instancePath:t+"/$s\
chema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.$schema.type,parentSchema:d.properties.
$schema,data:h};r===null?r=[Le]:r.push(Le),s++}let ae=s;var m=v===s}if(e.$comment!==void 0){let h=e.$comment,v=s,ae=s,Le=s;if(typeof h=="string"){if(ee(h)<1){let u={
instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Bt,data:h};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:Bt.type,parentSchema:Bt,data:h};r===null?r=[u]:r.push(u),s++}var b=ae===s,m=v===s}if(e.protocol!==void 0){let h=e.protocol,
v=s,ae=s;if(typeof h=="string"){if(!ch.test(h)){let B={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:h};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
protocol.type,parentSchema:d.properties.protocol,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.title!==void 0){let h=e.title,v=s,ae=s;if(typeof h=="stri\
ng"){if(ee(h)<1){let B={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than\
 1 characters",schema:1,parentSchema:d.properties.title,data:h};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/title",schemaPath:"#/properties/title\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.properties.title,data:h};r===null?r=[B]:r.push(
B),s++}var m=v===s}if(e.description!==void 0){let h=e.description,v=s,ae=s;if(typeof h=="string"){if(ee(h)<1){let B={instancePath:t+"/description",schemaPath:"#\
/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.description,
data:h};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.sources!==
void 0){let h=e.sources,v=s,ae=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let u={instancePath:t+"/sources",schemaPath:"#/propert\
ies/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.sources,data:h};
r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h){let c=h[u],P=s,x=s,E=!1,y=null,f=s,$=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.package===void 0){
let g={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"requ\
ired",params:{missingProperty:"package"},message:"must have required property 'package'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.
properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[g]:r.push(g),s++}if(c.version===void 0){let g={instancePath:t+"/sources/"+u.replace(/~/g,"~\
0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"m\
ust have required property 'version'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:c};r===null?r=[g]:r.push(g),s++}let k=s;for(let g in c)if(!(g==="package"||g==="version")){let S={instancePath:t+"/sources/"+u.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[S]:r.push(S),s++}if(c.
package!==void 0){let g=c.package,S=s,K=s;if(typeof g=="string"){if(ee(g)<1){let C={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/packag\
e",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:g};r===null?r=[C]:r.push(C),s++}}else{let C={
instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.package,data:g};r===null?r=[C]:r.push(C),s++}var _=S===s}if(c.version!==void 0){let g=c.version,S=s,
K=s;if(typeof g=="string"){if(!uh.test(g)){let M={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:g};r===null?r=[M]:r.push(M),s++}}else{let M={
instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.version,data:g};r===null?r=[M]:r.push(M),s++}var _=S===s}}else{let k={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[k]:r.push(k),
s++}var O=f===s;if(O){E=!0,y=0;var q=!0}let I=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.document===void 0){let g={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[1],data:c};r===null?r=[g]:r.push(g),s++}if(c.url===void 0){let g={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:c};r===null?r=[g]:r.push(g),s++}let k=s;for(let g in c)
if(!(g==="document"||g==="url")){let S={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:c};r===null?r=[S]:r.push(S),s++}if(c.document!==void 0){let g=c.document,S=s,K=s;if(typeof g=="string"){if(ee(
g)<1){let C={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.
oneOf[1].properties.document,data:g};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:g};r===null?r=[C]:
r.push(C),s++}var A=S===s}if(c.url!==void 0){let g=c.url,S=s,K=s;if(typeof g=="string"){if(!vp.test(g)){let M={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:g};r===null?r=[M]:r.push(
M),s++}}else{let M={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[1].properties.url,data:g};r===null?r=[M]:r.push(M),s++}var A=S===s}}else{let k={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:c};r===null?r=[k]:r.push(k),
s++}var O=I===s;if(O&&E?(E=!1,y=[y,1]):O&&(E=!0,y=1,q!==!0&&(q=!0)),E)s=x,r!==null&&(x?r.length=x:r=null);else{let k={instancePath:t+"/sources/"+u.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one\
 schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.properties.sources.additionalProperties,data:c};r===null?r=[k]:r.push(k),
s++}var L=P===s}}else{let B={instancePath:t+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.sources.type,parentSchema:d.properties.sources,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.baseUrl!==void 0){let h=e.baseUrl,v=s,ae=s;if(typeof h==
"string"){if(!mh.test(h)){let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:h};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
baseUrl.type,parentSchema:d.properties.baseUrl,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.authentication!==void 0){let h=e.authentication,v=s,ae=s;if(h&&
typeof h=="object"&&!Array.isArray(h)){if(h.in===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"in"},message:"must have required property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:h};r===null?r=[u]:r.push(u),s++}if(h.name===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:h};r===null?r=[u]:r.push(u),s++}if(h.source===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="in"||u==="name"||u==="prefix"||u==="token"||u==="source")){let c={instancePath:t+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:d.properties.authentication,data:h};r===null?r=[c]:r.push(c),s++}if(h.in!==void 0){let u=h.in,c=s,P=d.properties.authentication.
properties.in.enum;if(u!=="header"){let x={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:d.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.
in.enum,parentSchema:d.properties.authentication.properties.in,data:u};r===null?r=[x]:r.push(x),s++}var U=c===s}if(h.name!==void 0){let u=h.name,c=s,P=s;if(typeof u==
"string"){if(!ha.test(u)){let E={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,
data:u};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.
name,data:u};r===null?r=[E]:r.push(E),s++}var U=c===s}if(h.prefix!==void 0){let u=h.prefix,c=s;if(typeof u!="string"){let E={instancePath:t+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.prefix.type,parentSchema:d.properties.authentication.properties.prefix,data:u};r===null?r=[E]:r.push(E),s++}let P=s;var U=c===s}if(h.token!==void 0){
let u=h.token,c=s,P=s,x=!1,E=null,y=s,f=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.by===void 0){let g={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[g]:r.push(g),
s++}if(u.seconds===void 0){let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,
parentSchema:d.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[g]:r.push(g),s++}let k=s;for(let g in u)if(!(g==="by"||g==="seconds"||g===
"backdateSeconds")){let S={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:u};r===null?r=[S]:r.push(S),s++}if(u.by!==void 0){let g=u.by,S=s;if(g!=="jwt-hs256"){let K={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.by,data:g};r===null?r=[K]:r.push(K),s++}var te=S===s}if(u.seconds!==
void 0){let g=u.seconds,S=s;if(!(typeof g=="number"&&!(g%1)&&!isNaN(g))){let M={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:g};r===null?r=[M]:r.push(M),s++}
let K=s;if(typeof g=="number"){if(g>86400||isNaN(g)){let M={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:g};r===null?r=[M]:r.push(M),s++}if(g<10||isNaN(g)){let M={instancePath:t+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:g};r===null?r=[M]:r.push(M),s++}}var te=S===
s}if(u.backdateSeconds!==void 0){let g=u.backdateSeconds,S=s;if(!(typeof g=="number"&&!(g%1)&&!isNaN(g))){let M={instancePath:t+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:g};r===null?r=[M]:r.push(M),s++}let K=s;if(typeof g=="number"){if(g>3600||isNaN(g)){let M={instancePath:t+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:g};r===
null?r=[M]:r.push(M),s++}if(g<0||isNaN(g)){let M={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:g};r===null?r=[M]:r.push(M),s++}}var te=S===s}}else{let k={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.
token.oneOf[0].type,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[k]:r.push(k),s++}var z=y===s;if(z){x=!0,E=0;var J=!0}
let $=s,I=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.by===void 0){let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.
properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:u};r===null?r=[g]:r.push(g),s++}if(u.scope===void 0){
let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.
properties.token.oneOf[1],data:u};r===null?r=[g]:r.push(g),s++}let k=s;for(let g in u)if(!(g==="by"||g==="scope")){let S={instancePath:t+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:u};r===null?r=[S]:r.push(S),s++}if(u.by!==void 0){
let g=u.by,S=s;if(g!=="google-service-account"){let K={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.by,data:g};r===null?r=[K]:r.push(K),s++}var H=S===s}if(u.scope!==void 0){let g=u.scope,S=s,K=s;if(typeof g==
"string"){if(ee(g)<1){let M={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.scope,data:g};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:g};r===null?r=[M]:r.push(M),s++}var H=S===s}}else{
let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:u};r===
null?r=[k]:r.push(k),s++}var z=$===s;if(z&&x?(x=!1,E=[E,1]):z&&(x=!0,E=1,J!==!0&&(J=!0)),x)s=P,r!==null&&(P?r.length=P:r=null);else{let k={instancePath:t+"/auth\
entication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:E},message:"must match exactly one sche\
ma in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,data:u};r===null?r=[k]:r.push(k),
s++}var U=c===s}if(h.source!==void 0){let u=h.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+"/authentication/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(
y),s++}}else{let y={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var oe=P===s,U=c===s}}else{let B={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.properties.authentication,data:h};
r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.idempotency!==void 0){let h=e.idempotency,v=s,ae=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.header===void 0){
let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have requ\
ired property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:h};r===null?r=[u]:r.push(u),s++}if(h.keptSeconds===void 0){
let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have\
 required property 'keptSeconds'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:h};r===null?r=[u]:r.push(u),s++}if(h.source===
void 0){let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)
if(!(u==="header"||u==="keptSeconds"||u==="source")){let c={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.idempotency,data:h};r===null?
r=[c]:r.push(c),s++}if(h.header!==void 0){let u=h.header,c=s,P=s;if(typeof u=="string"){if(ee(u)<1){let x={instancePath:t+"/idempotency/header",schemaPath:"#/pr\
operties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
idempotency.properties.header,data:u};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/proper\
ties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.header.type,parentSchema:d.properties.
idempotency.properties.header,data:u};r===null?r=[x]:r.push(x),s++}var j=c===s}if(h.keptSeconds!==void 0){let u=h.keptSeconds,c=s;if(!(typeof u=="number"&&!(u%1)&&
!isNaN(u))){let E={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:d.properties.idempotency.properties.keptSeconds.type,parentSchema:d.properties.idempotency.properties.keptSeconds,data:u};
r===null?r=[E]:r.push(E),s++}let P=s;if(typeof u=="number"&&(u<1||isNaN(u))){let E={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempoten\
cy/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.idempotency.properties.
keptSeconds,data:u};r===null?r=[E]:r.push(E),s++}var j=c===s}if(h.source!==void 0){let u=h.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+
"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,
data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var pe=P===s,j=c===s}}else{let B={instancePath:t+"/idempotency",schemaPath:"#/\
properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.properties.idempotency,
data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.deadline!==void 0){let h=e.deadline,v=s,ae=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.seconds===void 0){
let u={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required \
property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:h};r===null?r=[u]:r.push(u),s++}if(h.source===void 0){let u={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.
properties.deadline.required,parentSchema:d.properties.deadline,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="seconds"||u==="source")){let c={
instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NO\
T have additional properties",schema:!1,parentSchema:d.properties.deadline,data:h};r===null?r=[c]:r.push(c),s++}if(h.seconds!==void 0){let u=h.seconds,c=s;if(!(typeof u==
"number"&&!(u%1)&&!isNaN(u))){let x={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,data:u};r===null?
r=[x]:r.push(x),s++}let P=s;if(typeof u=="number"&&(u<60||isNaN(u))){let x={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seco\
nds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.seconds,data:u};
r===null?r=[x]:r.push(x),s++}var ce=c===s}if(h.source!==void 0){let u=h.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:u};
r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var W=P===s,ce=c===s}}else{let B={instancePath:t+"/deadline",schemaPath:"#/propert\
ies/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:h};r===
null?r=[B]:r.push(B),s++}var m=v===s}if(e.poll!==void 0){let h=e.poll,v=s,ae=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.seconds===void 0){let u={instancePath:t+
"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.
poll.required,parentSchema:d.properties.poll,data:h};r===null?r=[u]:r.push(u),s++}if(h.source===void 0){let u={instancePath:t+"/poll",schemaPath:"#/properties/p\
oll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,parentSchema:d.
properties.poll,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="seconds"||u==="source")){let c={instancePath:t+"/poll",schemaPath:"#/prope\
rties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:h};r===null?r=[c]:r.push(c),s++}if(h.seconds!==void 0){let u=h.seconds,c=s,P=s;if(typeof u=="number"){if(u<=0||isNaN(u)){let x={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:u};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/poll/seconds",schemaPath:"#/pr\
operties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:u};r===null?r=[x]:r.push(x),s++}var F=c===s}if(h.source!==void 0){let u=h.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(
u)<1){let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var fe=P===s,F=c===s}}else{let B={instancePath:t+"/pol\
l",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.poll,
data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.probe!==void 0){let h=e.probe,v=s,ae=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.path===void 0){let u={
instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",
schema:d.properties.probe.required,parentSchema:d.properties.probe,data:h};r===null?r=[u]:r.push(u),s++}if(h.accepted===void 0){let u={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:h};r===null?r=[u]:r.push(u),s++}if(h.source===void 0){let u={instancePath:t+"/probe",schemaPath:"#/properties/probe/require\
d",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,parentSchema:d.properties.
probe,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="path"||u==="accepted"||u==="source")){let c={instancePath:t+"/probe",schemaPath:"#/p\
roperties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.probe,data:h};r===null?r=[c]:r.push(c),s++}if(h.path!==void 0){let u=h.path,c=s,P=s,x=s;if(typeof u=="string"){if(!Pt.test(u)){let E={instancePath:t+
"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:qe,data:u};r===
null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:qe.type,parentSchema:qe,data:u};r===null?r=[E]:r.push(E),s++}var le=P===s,X=c===s}if(h.accepted!==void 0){let u=h.accepted,c=s,P=s;if(Array.isArray(u)){if(u.
length<1){let f={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must\
 NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:u};r===null?r=[f]:r.push(f),s++}let E=!0,y=u.length;for(let f=0;f<
y;f++){let $=u[f],I=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let k={instancePath:t+"/probe/accepted/"+f,schemaPath:"#/properties/probe/properties/accepted\
/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.items.type,parentSchema:d.properties.
probe.properties.accepted.items,data:$};r===null?r=[k]:r.push(k),s++}let N=s;if(typeof $=="number"){if($>599||isNaN($)){let k={instancePath:t+"/probe/accepted/"+
f,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:d.
properties.probe.properties.accepted.items,data:$};r===null?r=[k]:r.push(k),s++}if($<100||isNaN($)){let k={instancePath:t+"/probe/accepted/"+f,schemaPath:"#/pro\
perties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,parentSchema:d.properties.
probe.properties.accepted.items,data:$};r===null?r=[k]:r.push(k),s++}}var D=I===s;D||(E=!1)}}else{let E={instancePath:t+"/probe/accepted",schemaPath:"#/properti\
es/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.probe.properties.accepted.type,parentSchema:d.
properties.probe.properties.accepted,data:u};r===null?r=[E]:r.push(E),s++}var X=c===s}if(h.source!==void 0){let u=h.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(
u)<1){let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var Te=P===s,X=c===s}}else{let B={instancePath:t+
"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.probe.type,parentSchema:d.properties.
probe,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.modelProbe!==void 0){let h=e.modelProbe,v=s,ae=s,Le=s,B=!1,u=null,c=s;if(h&&typeof h=="object"&&!Array.
isArray(h)){if(h.path===void 0){let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:h};r===null?
r=[E]:r.push(E),s++}if(h.names===void 0){let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:h};r===
null?r=[E]:r.push(E),s++}}var Fe=c===s;Fe&&(B=!0,u=0);let P=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.url===void 0){let E={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:h};r===null?r=[E]:r.push(E),s++}if(h.names===void 0){let E={instancePath:t+"/mod\
elProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",
schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:h};r===null?r=[E]:r.push(E),s++}}var Fe=P===s;if(Fe&&B)B=!1,
u=[u,1];else{Fe&&(B=!0,u=1);let E=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.untestable===void 0){let f={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:d.properties.
modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:h};r===null?r=[f]:r.push(f),s++}var Fe=E===s;Fe&&B?(B=!1,u=[u,2]):Fe&&(B=!0,u=2)}
if(B)s=Le,r!==null&&(Le?r.length=Le:r=null);else{let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:u},
message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.oneOf,parentSchema:d.properties.modelProbe,data:h};r===null?r=[E]:r.push(E),s++}
if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.source===void 0){let y={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.modelProbe.required,parentSchema:d.properties.modelProbe,
data:h};r===null?r=[y]:r.push(y),s++}let E=s;for(let y in h)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||y==="except"||y==="untestable"||y==="source")){
let f={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe,data:h};r===null?r=[f]:r.push(f),s++}if(h.path!==void 0){let y=h.path,f=s,$=s,
I=s;if(typeof y=="string"){if(!Pt.test(y)){let N={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:qe,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/pat\
h/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:y};r===null?r=[N]:r.push(N),s++}var pt=$===s,_e=f===s}
if(h.url!==void 0){let y=h.url,f=s,$=s;if(typeof y=="string"){if(!lh.test(y)){let N={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/proper\
ties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#\
{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.url.type,parentSchema:d.
properties.modelProbe.properties.url,data:y};r===null?r=[N]:r.push(N),s++}var _e=f===s}if(h.names!==void 0){let y=h.names,f=s,$=s,I=s;if(typeof y=="string"){if(!De.
test(y)){let k={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/modelProbe\
/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[k]:r.push(
k),s++}var Ye=$===s,_e=f===s}if(h.omits!==void 0){let y=h.omits,f=s,$=s;if(typeof y=="string"){if(ee(y)<1){let N={instancePath:t+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.modelProbe.properties.omits,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/\
properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.omits.type,parentSchema:d.properties.
modelProbe.properties.omits,data:y};r===null?r=[N]:r.push(N),s++}var _e=f===s}if(h.except!==void 0){let y=h.except,f=s,$=s;if(Array.isArray(y)){if(y.length<1){let g={
instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have f\
ewer than 1 items",schema:1,parentSchema:d.properties.modelProbe.properties.except,data:y};r===null?r=[g]:r.push(g),s++}let N=!0,k=y.length;for(let g=0;g<k;g++){
let S=y[g],K=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.prefix===void 0){let V={instancePath:t+"/modelProbe/except/"+g,schemaPath:"#/properties/mod\
elProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:d.properties.
modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:S};r===null?r=[V]:r.push(V),s++}if(S.reason===void 0){
let V={instancePath:t+"/modelProbe/except/"+g,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.
except.items,data:S};r===null?r=[V]:r.push(V),s++}let M=s;for(let V in S)if(!(V==="prefix"||V==="reason")){let R={instancePath:t+"/modelProbe/except/"+g,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:d.properties.modelProbe.properties.except.items,data:S};r===null?r=[R]:r.push(R),s++}if(S.prefix!==void 0){let V=S.prefix,
R=s,Z=s;if(typeof V=="string"){if(ee(V)<1){let ue={instancePath:t+"/modelProbe/except/"+g+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/\
properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.
properties.except.items.properties.prefix,data:V};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/modelProbe/except/"+g+"/prefix",schemaPath:"#/pr\
operties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.
properties.except.items.properties.prefix.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:V};r===null?r=[ue]:r.push(ue),
s++}var Re=R===s}if(S.reason!==void 0){let V=S.reason,R=s,Z=s;if(typeof V=="string"){if(ee(V)<1){let re={instancePath:t+"/modelProbe/except/"+g+"/reason",schemaPath:"\
#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:V};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/mo\
delProbe/except/"+g+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:d.properties.modelProbe.properties.except.items.properties.reason.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.
reason,data:V};r===null?r=[re]:r.push(re),s++}var Re=R===s}}else{let M={instancePath:t+"/modelProbe/except/"+g,schemaPath:"#/properties/modelProbe/properties/ex\
cept/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.modelProbe.properties.except.items.type,parentSchema:d.properties.
modelProbe.properties.except.items,data:S};r===null?r=[M]:r.push(M),s++}var et=K===s;et||(N=!1)}}else{let N={instancePath:t+"/modelProbe/except",schemaPath:"#/p\
roperties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.except.type,
parentSchema:d.properties.modelProbe.properties.except,data:y};r===null?r=[N]:r.push(N),s++}var _e=f===s}if(h.untestable!==void 0){let y=h.untestable,f=s,$=s;if(typeof y==
"string"){if(ee(y)<1){let N={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:y};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:d.properties.modelProbe.properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:y};r===null?r=[N]:r.push(
N),s++}var _e=f===s}if(h.source!==void 0){let y=h.source,f=s,$=s,I=s;if(typeof y=="string"){if(ee(y)<1){let k={instancePath:t+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:y};r===null?r=[k]:r.push(
k),s++}}else{let k={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:y};r===null?r=[k]:r.push(k),s++}var rr=$===s,_e=f===s}}else{let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:h};r===null?r=[E]:
r.push(E),s++}var m=v===s}if(e.webhooks!==void 0){let h=e.webhooks,v=s,ae=s,Le=s,B=!1,u=null,c=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.body===void 0){let E={
instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required pr\
operty 'body'",schema:d.properties.webhooks.oneOf[0].required,parentSchema:d.properties.webhooks.oneOf[0],data:h};r===null?r=[E]:r.push(E),s++}var It=c===s;It&&
(B=!0,u=0);let P=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.query===void 0){let E={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/re\
quired",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].required,parentSchema:d.
properties.webhooks.oneOf[1],data:h};r===null?r=[E]:r.push(E),s++}var It=P===s;if(It&&B?(B=!1,u=[u,1]):It&&(B=!0,u=1),B)s=Le,r!==null&&(Le?r.length=Le:r=null);else{
let E={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:u},message:"must match exactly one schema in o\
neOf",schema:d.properties.webhooks.oneOf,parentSchema:d.properties.webhooks,data:h};r===null?r=[E]:r.push(E),s++}if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.
source===void 0){let y={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:d.properties.webhooks.required,parentSchema:d.properties.webhooks,data:h};r===null?r=[y]:r.push(y),s++}let E=s;for(let y in h)
if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let f={instancePath:t+"/webhooks",schemaPath:"#/propertie\
s/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks,data:h};r===null?r=[f]:r.push(f),s++}if(h.body!==void 0){let y=h.body,f=s,$=s,I=s;if(typeof y=="string"){if(!De.test(y)){let N={instancePath:t+
"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[N]:r.push(N),s++}var Ke=$===s,gr=f===s}if(h.
query!==void 0){let y=h.query,f=s,$=s;if(typeof y=="string"){if(ee(y)<1){let N={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/qu\
ery/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.query,
data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.webhooks.properties.query.type,parentSchema:d.properties.webhooks.properties.query,data:y};r===null?
r=[N]:r.push(N),s++}var gr=f===s}if(h.with!==void 0){let y=h.with,f=s,$=s;if(Array.isArray(y)){if(y.length<1){let g={instancePath:t+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.
webhooks.properties.with,data:y};r===null?r=[g]:r.push(g),s++}let N=!0,k=y.length;for(let g=0;g<k;g++){let S=y[g],K=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(
S)){if(S.to===void 0){let V={instancePath:t+"/webhooks/with/"+g,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,
data:S};r===null?r=[V]:r.push(V),s++}if(S.constant===void 0){let V={instancePath:t+"/webhooks/with/"+g,schemaPath:"#/properties/webhooks/properties/with/items/r\
equired",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.webhooks.properties.with.items.
required,parentSchema:d.properties.webhooks.properties.with.items,data:S};r===null?r=[V]:r.push(V),s++}let M=s;for(let V in S)if(!(V==="to"||V==="constant")){let R={
instancePath:t+"/webhooks/with/"+g,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.with.items,data:S};r===null?r=[R]:r.push(R),s++}if(S.to!==
void 0){let V=S.to,R=s,Z=s,ue=s;if(typeof V=="string"){if(!De.test(V)){let re={instancePath:t+"/webhooks/with/"+g+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:V};r===null?
r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/webhooks/with/"+g+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Q.type,parentSchema:Q,data:V};r===null?r=[re]:r.push(re),s++}var Cl=Z===s,Kl=R===s}}else{let M={instancePath:t+"/webhooks/with/"+g,schemaPath:"\
#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.with.items.
type,parentSchema:d.properties.webhooks.properties.with.items,data:S};r===null?r=[M]:r.push(M),s++}var Lr=K===s;Lr||(N=!1)}}else{let N={instancePath:t+"/webhook\
s/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
with.type,parentSchema:d.properties.webhooks.properties.with,data:y};r===null?r=[N]:r.push(N),s++}var gr=f===s}if(h.signature!==void 0){let y=h.signature,f=s,$=s;
if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.algorithm===void 0){let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/s\
ignature/required",keyword:"required",params:{missingProperty:"algorithm"},message:"must have required property 'algorithm'",schema:d.properties.webhooks.properties.
signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[k]:r.push(k),s++}if(y.header===void 0){let k={instancePath:t+"/we\
bhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"header"},message:"must have requi\
red property 'header'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[k]:
r.push(k),s++}if(y.encoding===void 0){let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"requ\
ired",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};r===null?r=[k]:r.push(k),s++}if(y.signed===void 0){let k={instancePath:t+"/webhooks/signature",schemaPath:"#/pr\
operties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"signed"},message:"must have required property 'signed'",schema:d.properties.
webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[k]:r.push(k),s++}if(y.key===void 0){let k={instancePath:t+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have requ\
ired property 'key'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[k]:r.
push(k),s++}let N=s;for(let k in y)if(!_s.call(d.properties.webhooks.properties.signature.properties,k)){let g={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional \
properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[g]:r.push(g),s++}if(y.algorithm!==void 0){let k=y.algorithm,g=s,
S=d.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(k==="hmac-sha256"||k==="hmac-sha512"||k==="ed25519")){let K={instancePath:t+"/webhoo\
ks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.
properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.
algorithm.enum,parentSchema:d.properties.webhooks.properties.signature.properties.algorithm,data:k};r===null?r=[K]:r.push(K),s++}var Ct=g===s}if(y.header!==void 0){
let k=y.header,g=s,S=s,K=s;if(typeof k=="string"){if(!ha.test(k)){let M={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"\
pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ht,data:k};r===null?r=[M]:
r.push(M),s++}}else{let M={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Ht.type,parentSchema:Ht,data:k};r===null?r=[M]:r.push(M),s++}var cp=S===s,Ct=g===s}if(y.separator!==void 0){let k=y.separator,g=s,S=s;if(typeof k==
"string"){if(ee(k)<1){let C={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.
separator,data:k};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signatur\
e/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.separator.
type,parentSchema:d.properties.webhooks.properties.signature.properties.separator,data:k};r===null?r=[C]:r.push(C),s++}var Ct=g===s}if(y.prefix!==void 0){let k=y.
prefix,g=s,S=s;if(typeof k=="string"){if(ee(k)<1){let C={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/prop\
erties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.
signature.properties.prefix,data:k};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/prop\
erties/signature/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.
prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.prefix,data:k};r===null?r=[C]:r.push(C),s++}var Ct=g===s}if(y.encoding!==void 0){
let k=y.encoding,g=s,S=d.properties.webhooks.properties.signature.properties.encoding.enum;if(!(k==="hex"||k==="base64")){let C={instancePath:t+"/webhooks/signa\
ture/encoding",schemaPath:"#/properties/webhooks/properties/signature/properties/encoding/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.
signature.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.encoding.enum,
parentSchema:d.properties.webhooks.properties.signature.properties.encoding,data:k};r===null?r=[C]:r.push(C),s++}var Ct=g===s}if(y.headers!==void 0){let k=y.headers,
g=s,S=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let M={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,
parentSchema:d.properties.webhooks.properties.signature.properties.headers,data:k};r===null?r=[M]:r.push(M),s++}let C=s;for(let M in k){let V=k[M],R=s,Z=s,ue=s;
if(typeof V=="string"){if(!ha.test(V)){let re={instancePath:t+"/webhooks/signature/headers/"+M.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/header\
Name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ht,
data:V};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/webhooks/signature/headers/"+M.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/\
headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:V};r===null?r=[re]:r.push(re),s++}var Hl=Z===
s,up=R===s}}else{let C={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.headers.type,parentSchema:d.properties.webhooks.
properties.signature.properties.headers,data:k};r===null?r=[C]:r.push(C),s++}var Ct=g===s}if(y.signed!==void 0){let k=y.signed,g=s,S=s;if(typeof k=="string"){if(ee(
k)<1){let C={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.signed,data:k};r===
null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.signed.type,parentSchema:d.properties.
webhooks.properties.signature.properties.signed,data:k};r===null?r=[C]:r.push(C),s++}var Ct=g===s}if(y.time!==void 0){let k=y.time,g=s,S=s,K=s,C=!1,M=null,V=s;if(k&&
typeof k=="object"&&!Array.isArray(k)&&k.header===void 0){let ue={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signatu\
re/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:d.properties.webhooks.
properties.signature.properties.time.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.time.oneOf[0],data:k};r===null?r=[ue]:
r.push(ue),s++}var bs=V===s;bs&&(C=!0,M=0);let R=s;if(k&&typeof k=="object"&&!Array.isArray(k)&&k.member===void 0){let ue={instancePath:t+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"required",params:{missingProperty:"member"},message:"must\
 have required property 'member'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[1].required,parentSchema:d.properties.webhooks.properties.
signature.properties.time.oneOf[1],data:k};r===null?r=[ue]:r.push(ue),s++}var bs=R===s;if(bs&&C?(C=!1,M=[M,1]):bs&&(C=!0,M=1),C)s=K,r!==null&&(K?r.length=K:r=null);else{
let ue={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:M},
message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.properties.signature.properties.time.oneOf,parentSchema:d.properties.webhooks.properties.
signature.properties.time,data:k};r===null?r=[ue]:r.push(ue),s++}if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.unit===void 0){let T={instancePath:t+"/webhoo\
ks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"unit"},message:"\
must have required property 'unit'",schema:d.properties.webhooks.properties.signature.properties.time.required,parentSchema:d.properties.webhooks.properties.signature.
properties.time,data:k};r===null?r=[T]:r.push(T),s++}if(k.toleranceSeconds===void 0){let T={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property 'tole\
ranceSeconds'",schema:d.properties.webhooks.properties.signature.properties.time.required,parentSchema:d.properties.webhooks.properties.signature.properties.time,
data:k};r===null?r=[T]:r.push(T),s++}let ue=s;for(let T in k)if(!(T==="header"||T==="separator"||T==="prefix"||T==="member"||T==="unit"||T==="toleranceSeconds")){
let ie={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/additionalProperties",keyword:"addition\
alProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.
time,data:k};r===null?r=[ie]:r.push(ie),s++}if(k.header!==void 0){let T=k.header,ie=s,xe=s,Ee=s;if(typeof T=="string"){if(!ha.test(T)){let ve={instancePath:t+"/\
webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-\
Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ht,data:T};r===null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/webhooks/signature/time/header",
schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:T};r===null?r=[ve]:r.push(
ve),s++}var Bl=xe===s,wr=ie===s}if(k.separator!==void 0){let T=k.separator,ie=s,xe=s;if(typeof T=="string"){if(ee(T)<1){let ve={instancePath:t+"/webhooks/signat\
ure/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:T};r===
null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/t\
ime/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.
properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:T};r===null?r=[ve]:r.push(ve),s++}var wr=ie===
s}if(k.prefix!==void 0){let T=k.prefix,ie=s,xe=s;if(typeof T=="string"){if(ee(T)<1){let ve={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/prope\
rties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:T};r===null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+
"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.properties.prefix.type,parentSchema:d.properties.webhooks.properties.
signature.properties.time.properties.prefix,data:T};r===null?r=[ve]:r.push(ve),s++}var wr=ie===s}if(k.member!==void 0){let T=k.member,ie=s,xe=s,Ee=s;if(typeof T==
"string"){if(!De.test(T)){let de={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([\
^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}}else{
let de={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}var mp=xe===s,wr=ie===s}if(k.unit!==void 0){let T=k.unit,ie=s,xe=d.properties.webhooks.properties.signature.
properties.time.properties.unit.enum;if(!(T==="seconds"||T==="milliseconds"||T==="rfc3339")){let ve={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.
properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.time.properties.
unit.enum,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.unit,data:T};r===null?r=[ve]:r.push(ve),s++}var wr=ie===s}if(k.toleranceSeconds!==
void 0){let T=k.toleranceSeconds,ie=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){let ve={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.
properties.toleranceSeconds,data:T};r===null?r=[ve]:r.push(ve),s++}let xe=s;if(typeof T=="number"){if(T>3600||isNaN(T)){let ve={instancePath:t+"/webhooks/signat\
ure/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{
comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:T};r===null?r=[ve]:r.push(ve),s++}if(T<1||isNaN(T)){let ve={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/pr\
operties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:T};r===null?r=[ve]:r.push(ve),s++}}var wr=ie===s}let re;if(k.separator!==
void 0&&k.header===void 0){let T={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequ\
ired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when prope\
rty separator is present",schema:d.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:d.properties.webhooks.properties.signature.
properties.time,data:k};r===null?r=[T]:r.push(T),s++}if(k.prefix!==void 0&&k.header===void 0){let T={instancePath:t+"/webhooks/signature/time",schemaPath:"#/pro\
perties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,
deps:"header"},message:"must have property header when property prefix is present",schema:d.properties.webhooks.properties.signature.properties.time.dependentRequired,
parentSchema:d.properties.webhooks.properties.signature.properties.time,data:k};r===null?r=[T]:r.push(T),s++}}else{let ue={instancePath:t+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
webhooks.properties.signature.properties.time.type,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:k};r===null?r=[ue]:r.push(ue),s++}
var Ct=g===s}if(y.key!==void 0){let k=y.key,g=s,S=s,K=!1,C=null,M=s,V=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.by===void 0){let T={instancePath:t+"/w\
ebhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},
message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:k};r===null?r=[T]:r.push(T),s++}if(k.path===void 0){let T={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required prope\
rty 'path'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:k};r===null?r=[T]:r.push(T),s++}if(k.at===void 0){let T={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:k};r===null?r=[T]:r.push(
T),s++}if(k.encoding===void 0){let T={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/req\
uired",keyword:"required",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.
properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:k};r===null?r=[T]:r.push(T),s++}let re=s;for(let T in k)
if(!(T==="by"||T==="path"||T==="at"||T==="prefix"||T==="encoding")){let ie={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/propertie\
s/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properti\
es",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:k};r===null?r=[ie]:r.push(ie),s++}if(k.by!==void 0){let T=k.by,
ie=s;if(T!=="request"){let xe={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/propert\
ies/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"request",parentSchema:d.properties.webhooks.properties.
signature.properties.key.oneOf[0].properties.by,data:T};r===null?r=[xe]:r.push(xe),s++}var vs=ie===s}if(k.path!==void 0){let T=k.path,ie=s,xe=s,Ee=s;if(typeof T==
"string"){if(!Pt.test(T)){let de={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:qe,data:T};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/webhooks/signature/key/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:T};r===null?r=[de]:r.push(de),s++}var Ln=xe===
s,vs=ie===s}if(k.at!==void 0){let T=k.at,ie=s,xe=s,Ee=s;if(typeof T=="string"){if(!De.test(T)){let de={instancePath:t+"/webhooks/signature/key/at",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}var lp=xe===s,vs=ie===s}if(k.prefix!==void 0){
let T=k.prefix,ie=s,xe=s,Ee=s;if(typeof T=="string"){if(ee(T)<1){let de={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zr,data:T};r===null?r=[de]:r.push(de),s++}}else{let de={
instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:zr.type,
parentSchema:zr,data:T};r===null?r=[de]:r.push(de),s++}var Gl=xe===s,vs=ie===s}if(k.encoding!==void 0){let T=k.encoding,ie=s,xe=s,Ee=ar.enum;if(!(T==="text"||T===
"hex"||T==="base64")){let de={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:ar.enum},
message:"must be equal to one of the allowed values",schema:ar.enum,parentSchema:ar,data:T};r===null?r=[de]:r.push(de),s++}var Zl=xe===s,vs=ie===s}}else{let re={
instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[0],data:k};r===null?r=[re]:r.push(re),s++}var sr=M===s;if(sr){K=!0,C=0;var ks=!0}let R=s,Z=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.
by===void 0){let T={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"re\
quired",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:k};r===null?r=[T]:r.push(T),s++}if(k.encoding===void 0){let T={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{missingProperty:"en\
coding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[1],data:k};r===null?r=[T]:r.push(T),s++}let re=s;for(let T in k)if(!(T==="by"||T==="prefix"||T==="encoding")){
let ie={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[1],data:k};r===null?r=[ie]:r.push(ie),s++}if(k.by!==void 0){let T=k.by,ie=s;if(T!=="setting"){let xe={instancePath:t+"/webhooks/signature/k\
ey/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"setting"},message:"\
must be equal to constant",schema:"setting",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:T};r===null?r=[xe]:
r.push(xe),s++}var Fn=ie===s}if(k.prefix!==void 0){let T=k.prefix,ie=s,xe=s,Ee=s;if(typeof T=="string"){if(ee(T)<1){let de={instancePath:t+"/webhooks/signature/\
key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zr,
data:T};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:zr.type,parentSchema:zr,data:T};r===null?r=[de]:r.push(de),s++}var Fr=xe===s,Fn=ie===s}if(k.encoding!==void 0){let T=k.
encoding,ie=s,xe=s,Ee=ar.enum;if(!(T==="text"||T==="hex"||T==="base64")){let de={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncodi\
ng/enum",keyword:"enum",params:{allowedValues:ar.enum},message:"must be equal to one of the allowed values",schema:ar.enum,parentSchema:ar,data:T};r===null?r=[de]:
r.push(de),s++}var Ql=xe===s,Fn=ie===s}}else{let re={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].type,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:k};r===null?r=[re]:r.push(re),s++}var sr=R===s;if(sr&&K)K=!1,C=[C,1];else{sr&&
(K=!0,C=1,ks!==!0&&(ks=!0));let re=s,T=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.by===void 0){let Ee={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have required propert\
y 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.
oneOf[2],data:k};r===null?r=[Ee]:r.push(Ee),s++}if(k.url===void 0){let Ee={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:k};r===null?r=[Ee]:r.
push(Ee),s++}let xe=s;for(let Ee in k)if(!(Ee==="by"||Ee==="url")){let ve={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ee},message:"must NOT have additional properti\
es",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:k};r===null?r=[ve]:r.push(ve),s++}if(k.by!==void 0){let Ee=k.
by,ve=s;if(Ee!=="key-set"){let de={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/pro\
perties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:d.properties.webhooks.properties.
signature.properties.key.oneOf[2].properties.by,data:Ee};r===null?r=[de]:r.push(de),s++}var hp=ve===s}if(k.url!==void 0){let Ee=k.url,ve=s,de=s;if(typeof Ee=="s\
tring"){if(!vp.test(Ee)){let mt={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/prop\
erties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].properties.url,data:Ee};r===null?r=[mt]:r.push(mt),s++}}else{let mt={instancePath:t+"/webhooks/signature/key/url",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.
url,data:Ee};r===null?r=[mt]:r.push(mt),s++}var hp=ve===s}}else{let xe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/si\
gnature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.
key.oneOf[2].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:k};r===null?r=[xe]:r.push(xe),s++}var sr=re===s;sr&&K?(K=
!1,C=[C,2]):sr&&(K=!0,C=2,ks!==!0&&(ks=!0))}if(K)s=S,r!==null&&(S?r.length=S:r=null);else{let re={instancePath:t+"/webhooks/signature/key",schemaPath:"#/propert\
ies/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:C},message:"must match exactly one schema in oneOf",schema:d.properties.
webhooks.properties.signature.properties.key.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.key,data:k};r===null?r=[re]:r.push(re),s++}
var Ct=g===s}}else{let N={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:d.properties.webhooks.properties.signature.type,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[N]:r.
push(N),s++}var gr=f===s}if(h.challenge!==void 0){let y=h.challenge,f=s,$=s,I=s;if(typeof y=="string"){if(!De.test(y)){let k={instancePath:t+"/webhooks/challeng\
e",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[k]:r.push(k),s++}var Ps=$===s,gr=f===s}if(h.told!==void 0){
let y=h.told,f=s,$=s;if(Array.isArray(y)){if(y.length<1){let g={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.told,data:y};r===null?r=[g]:r.push(
g),s++}let N=!0,k=y.length;for(let g=0;g<k;g++){let S=y[g],K=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.at===void 0){let V={instancePath:t+"/webhoo\
ks/told/"+g,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required prope\
rty 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:S};r===null?r=[V]:r.push(V),
s++}if(S.fact===void 0){let V={instancePath:t+"/webhooks/told/"+g,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.
items,data:S};r===null?r=[V]:r.push(V),s++}let M=s;for(let V in S)if(!(V==="at"||V==="fact")){let R={instancePath:t+"/webhooks/told/"+g,schemaPath:"#/properties\
/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",
schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:S};r===null?r=[R]:r.push(R),s++}if(S.at!==void 0){let V=S.at,R=s,Z=s,ue=s;if(typeof V=="\
string"){if(!De.test(V)){let re={instancePath:t+"/webhooks/told/"+g+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01\
])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:V};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+
"/webhooks/told/"+g+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:V};
r===null?r=[re]:r.push(re),s++}var Xl=Z===s,ma=R===s}if(S.fact!==void 0){let V=S.fact,R=s,Z=d.properties.webhooks.properties.told.items.properties.fact.enum;if(!(V===
"id"||V==="model"||V==="created")){let re={instancePath:t+"/webhooks/told/"+g+"/fact",schemaPath:"#/properties/webhooks/properties/told/items/properties/fact/en\
um",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",
schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.properties.told.items.properties.fact,data:V};r===null?
r=[re]:r.push(re),s++}var ma=R===s}}else{let M={instancePath:t+"/webhooks/told/"+g,schemaPath:"#/properties/webhooks/properties/told/items/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,parentSchema:d.properties.webhooks.properties.told.items,
data:S};r===null?r=[M]:r.push(M),s++}var Vn=K===s;Vn||(N=!1)}}else{let N={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.told.type,parentSchema:d.properties.webhooks.properties.told,
data:y};r===null?r=[N]:r.push(N),s++}var gr=f===s}if(h.source!==void 0){let y=h.source,f=s,$=s,I=s;if(typeof y=="string"){if(ee(y)<1){let k={instancePath:t+"/we\
bhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,
data:y};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:G.type,parentSchema:G,data:y};r===null?r=[k]:r.push(k),s++}var fp=$===s,gr=f===s}}else{let E={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.type,parentSchema:d.properties.webhooks,data:h};
r===null?r=[E]:r.push(E),s++}var m=v===s}if(e.rateHeaders!==void 0){let h=e.rateHeaders,v=s;Jr(h,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Jr.errors:r.concat(Jr.errors),s=r.length);var m=v===s}if(e.upload!==void 0){let h=e.upload,v=s,ae=s;if(h&&
typeof h=="object"&&!Array.isArray(h)){if(h.method===void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:h};r===null?r=
[u]:r.push(u),s++}if(h.path===void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:h};r===null?r=[u]:r.push(u),s++}if(h.reference===
void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:h};r===null?r=[u]:r.push(u),s++}if(h.source===void 0){let u={
instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="method"||u==="\
path"||u==="field"||u==="reference"||u==="source")){let c={instancePath:t+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.upload,data:h};r===null?r=[c]:r.push(c),
s++}if(h.method!==void 0){let u=h.method,c=s,P=d.properties.upload.properties.method.enum;if(!(u==="POST"||u==="PUT")){let x={instancePath:t+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:d.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:d.properties.upload.properties.method.enum,parentSchema:d.properties.upload.properties.method,data:u};r===null?r=[x]:r.push(x),s++}var $s=c===
s}if(h.path!==void 0){let u=h.path,c=s,P=s,x=s;if(typeof u=="string"){if(!Pt.test(u)){let y={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:qe,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.type,parentSchema:qe,data:u};r===null?r=[y]:
r.push(y),s++}var yp=P===s,$s=c===s}if(h.field!==void 0){let u=h.field,c=s,P=s;if(typeof u=="string"){if(ee(u)<1){let E={instancePath:t+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
upload.properties.field,data:u};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.upload.properties.field.type,parentSchema:d.properties.upload.properties.field,
data:u};r===null?r=[E]:r.push(E),s++}var $s=c===s}if(h.reference!==void 0){let u=h.reference,c=s,P=s,x=s;if(typeof u=="string"){if(!De.test(u)){let y={instancePath:t+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:u};r===null?r=[y]:r.push(y),s++}var Yl=P===s,$s=c===
s}if(h.source!==void 0){let u=h.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={
instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:u};
r===null?r=[y]:r.push(y),s++}var eh=P===s,$s=c===s}}else{let B={instancePath:t+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:d.properties.upload.type,parentSchema:d.properties.upload,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.operations!==
void 0){let h=e.operations,v=s,ae=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let u={instancePath:t+"/operations",schemaPath:"#/p\
roperties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.
operations,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="video"||u==="image"||u==="audio"||u==="mesh")){let c={instancePath:t+"/operatio\
ns",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.operations,data:h};r===null?r=[c]:r.push(c),s++}if(h.video!==void 0){let u=h.video,c=s;dt(u,{instancePath:t+"/opera\
tions/video",parentData:h,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var Vr=c===s}if(h.image!==
void 0){let u=h.image,c=s;dt(u,{instancePath:t+"/operations/image",parentData:h,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:
r.concat(dt.errors),s=r.length);var Vr=c===s}if(h.audio!==void 0){let u=h.audio,c=s;dt(u,{instancePath:t+"/operations/audio",parentData:h,parentDataProperty:"au\
dio",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var Vr=c===s}if(h.mesh!==void 0){let u=h.mesh,c=s;dt(u,{instancePath:t+
"/operations/mesh",parentData:h,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var Vr=c===s}}else{
let B={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
operations.type,parentSchema:d.properties.operations,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.errors!==void 0){let h=e.errors,v=s,ae=s;if(h&&typeof h==
"object"&&!Array.isArray(h)){if(h.message===void 0){let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:h};r===null?r=[u]:r.push(u),
s++}if(h.code===void 0){let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"mu\
st have required property 'code'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:h};r===null?r=[u]:r.push(u),s++}if(h.proofs===void 0){
let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required prope\
rty 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:h};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in h)if(!(u==="message"||
u==="code"||u==="inside"||u==="proofs")){let c={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:h};r===null?r=[c]:r.push(c),s++}if(h.message!==
void 0){let u=h.message,c=s;tt(u,{instancePath:t+"/errors/message",parentData:h,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:
r.concat(tt.errors),s=r.length);var la=c===s}if(h.code!==void 0){let u=h.code,c=s;tt(u,{instancePath:t+"/errors/code",parentData:h,parentDataProperty:"code",rootData:o,
dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var la=c===s}if(h.inside!==void 0){let u=h.inside,c=s,P=s;if(u&&typeof u=="object"&&!Array.
isArray(u)){if(u.at===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.properties.inside,data:u};
r===null?r=[y]:r.push(y),s++}if(u.source===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.
errors.properties.inside,data:u};r===null?r=[y]:r.push(y),s++}let E=s;for(let y in u)if(!(y==="at"||y==="unless"||y==="source")){let f={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:u};r===null?r=[f]:r.push(f),s++}if(u.at!==void 0){let y=u.at,f=s,$=s,
I=s;if(typeof y=="string"){if(!De.test(y)){let N={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:y};r===null?r=[N]:r.push(N),s++}var th=$===s,Un=f===s}if(u.unless!==void 0){let y=u.unless,f=s;if(!Array.isArray(y)){let N={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:y};r===null?r=[N]:r.push(N),s++}let $=s;
var Un=f===s}if(u.source!==void 0){let y=u.source,f=s,$=s,I=s;if(typeof y=="string"){if(ee(y)<1){let k={instancePath:t+"/errors/inside/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:y};r===null?r=[k]:r.push(
k),s++}}else{let k={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:y};r===null?r=[k]:r.push(k),s++}var Dn=$===s,Un=f===s}}else{let E={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/prop\
erties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.properties.errors.
properties.inside,data:u};r===null?r=[E]:r.push(E),s++}var la=c===s}if(h.proofs!==void 0){let u=h.proofs,c=s,P=s;if(Array.isArray(u)){if(u.length<1){let f={instancePath:t+
"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:d.properties.errors.properties.proofs,data:u};r===null?r=[f]:r.push(f),s++}let E=!0,y=u.length;for(let f=0;f<y;f++){let $=u[f],I=s,N=s;if($&&typeof $==
"object"&&!Array.isArray($)){if($.status===void 0){let g={instancePath:t+"/errors/proofs/"+f,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:$};r===null?r=[g]:r.push(g),s++}if($.proves===void 0){let g={instancePath:t+"/errors/proofs/"+f,schemaPath:"#/pro\
perties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:d.properties.
errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:$};r===null?r=[g]:r.push(g),s++}if($.source===void 0){let g={
instancePath:t+"/errors/proofs/"+f,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:$};
r===null?r=[g]:r.push(g),s++}let k=s;for(let g in $)if(!(g==="status"||g==="codes"||g==="says"||g==="proves"||g==="means"||g==="source")){let S={instancePath:t+
"/errors/proofs/"+f,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,data:$};r===null?r=[S]:r.push(S),s++}if($.status!==void 0){
let g=$.status,S=s,K=s;if(typeof g=="string"){if(!hh.test(g)){let C={instancePath:t+"/errors/proofs/"+f+"/status",schemaPath:"#/properties/errors/properties/pro\
ofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5\
]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:g};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/e\
rrors/proofs/"+f+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:g};
r===null?r=[C]:r.push(C),s++}var Ur=S===s}if($.codes!==void 0){let g=$.codes,S=s,K=s;if(Array.isArray(g)){if(g.length<1){let R={instancePath:t+"/errors/proofs/"+
f+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer t\
han 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:g};r===null?r=[R]:r.push(R),s++}let M=!0,V=g.length;for(let R=0;R<
V;R++){let Z=g[R],ue=s;if(typeof Z!="string"){let T={instancePath:t+"/errors/proofs/"+f+"/codes/"+R,schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.codes.items.
type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:Z};r===null?r=[T]:r.push(T),s++}let re=s;var zn=ue===s;zn||(M=!1)}}else{
let M={instancePath:t+"/errors/proofs/"+f+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:d.properties.errors.properties.proofs.items.
properties.codes,data:g};r===null?r=[M]:r.push(M),s++}var Ur=S===s}if($.says!==void 0){let g=$.says,S=s,K=s;if(Array.isArray(g)){if(g.length<1){let R={instancePath:t+
"/errors/proofs/"+f+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:g};r===null?r=[R]:r.push(R),s++}let M=!0,V=g.
length;for(let R=0;R<V;R++){let Z=g[R],ue=s,re=s;if(typeof Z=="string"){if(ee(Z)<1){let T={instancePath:t+"/errors/proofs/"+f+"/says/"+R,schemaPath:"#/propertie\
s/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Z};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/errors/proofs/"+
f+"/says/"+R,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Z};
r===null?r=[T]:r.push(T),s++}var Kt=ue===s;Kt||(M=!1)}}else{let M={instancePath:t+"/errors/proofs/"+f+"/says",schemaPath:"#/properties/errors/properties/proofs/\
items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.says.type,
parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:g};r===null?r=[M]:r.push(M),s++}var Ur=S===s}if($.proves!==void 0){let g=$.proves,
S=s,K=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!(g==="rejected"||g==="busy"||g==="credentials"||g==="payment"||g==="may-exist"||g===
"unknown-model")){let M={instancePath:t+"/errors/proofs/"+f+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"e\
num",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of the allowed values",schema:d.properties.
errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.errors.properties.proofs.items.properties.proves,data:g};r===null?r=[M]:r.push(M),
s++}var Ur=S===s}if($.means!==void 0){let g=$.means,S=s,K=s;if(typeof g=="string"){if(ee(g)<1){let M={instancePath:t+"/errors/proofs/"+f+"/means",schemaPath:"#/\
properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:g};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+f+"\
/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:g};r===null?r=[M]:r.push(M),
s++}var Ur=S===s}if($.source!==void 0){let g=$.source,S=s,K=s,C=s;if(typeof g=="string"){if(ee(g)<1){let V={instancePath:t+"/errors/proofs/"+f+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:g};r===null?r=[V]:r.
push(V),s++}}else{let V={instancePath:t+"/errors/proofs/"+f+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:G.type,parentSchema:G,data:g};r===null?r=[V]:r.push(V),s++}var rh=K===s,Ur=S===s}}else{let k={instancePath:t+"/errors/proofs/"+f,schemaPath:"#/prop\
erties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.proofs.items.type,
parentSchema:d.properties.errors.properties.proofs.items,data:$};r===null?r=[k]:r.push(k),s++}var Dr=I===s;Dr||(E=!1)}}else{let E={instancePath:t+"/errors/proof\
s",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.
type,parentSchema:d.properties.errors.properties.proofs,data:u};r===null?r=[E]:r.push(E),s++}var la=c===s}}else{let B={instancePath:t+"/errors",schemaPath:"#/pr\
operties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.type,parentSchema:d.properties.errors,data:h};r===
null?r=[B]:r.push(B),s++}var m=v===s}if(e.disagreements!==void 0){let h=e.disagreements,v=s,ae=s;if(Array.isArray(h)){let B=!0,u=h.length;for(let c=0;c<u;c++){let P=h[c],
x=s,E=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.topic===void 0){let f={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items\
/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.properties.disagreements.items.required,parentSchema:d.
properties.disagreements.items,data:P};r===null?r=[f]:r.push(f),s++}if(P.between===void 0){let f={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/di\
sagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:d.properties.disagreements.
items.required,parentSchema:d.properties.disagreements.items,data:P};r===null?r=[f]:r.push(f),s++}if(P.follows===void 0){let f={instancePath:t+"/disagreements/"+
c,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required property 'follows'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:P};r===null?r=[f]:r.push(f),s++}let y=s;for(let f in P)if(!(f==="topi\
c"||f==="between"||f==="follows")){let $={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.disagreements.items,data:P};r===null?
r=[$]:r.push($),s++}if(P.topic!==void 0){let f=P.topic,$=s,I=s;if(typeof f=="string"){if(ee(f)<1){let N={instancePath:t+"/disagreements/"+c+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.disagreements.items.properties.topic,data:f};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/disagreements/"+c+"/topic",schemaPath:"#/prop\
erties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.
topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:f};r===null?r=[N]:r.push(N),s++}var Jn=$===s}if(P.between!==void 0){let f=P.between,
$=s,I=s;if(Array.isArray(f)){if(f.length<1){let S={instancePath:t+"/disagreements/"+c+"/between",schemaPath:"#/properties/disagreements/items/properties/between\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.disagreements.items.properties.between,
data:f};r===null?r=[S]:r.push(S),s++}let k=!0,g=f.length;for(let S=0;S<g;S++){let K=f[S],C=s,M=s,V=s;if(typeof K=="string"){if(ee(K)<1){let R={instancePath:t+"/\
disagreements/"+c+"/between/"+S,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:G,data:K};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/disagreements/"+c+"/between/"+S,schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:K};r===null?r=[R]:r.push(R),s++}var sh=M===s,gp=C===s;gp||(k=!1)}}else{let k={
instancePath:t+"/disagreements/"+c+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:d.properties.disagreements.items.properties.between.type,parentSchema:d.properties.disagreements.items.properties.between,data:f};r===null?
r=[k]:r.push(k),s++}var Jn=$===s}if(P.follows!==void 0){let f=P.follows,$=s,I=s;if(typeof f=="string"){if(ee(f)<1){let k={instancePath:t+"/disagreements/"+c+"/f\
ollows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:d.properties.disagreements.items.properties.follows,data:f};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/disagreemen\
ts/"+c+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.disagreements.items.properties.follows.type,parentSchema:d.properties.disagreements.items.properties.follows,data:f};r===null?r=[k]:r.push(k),s++}var Jn=$===
s}}else{let y={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be obje\
ct",schema:d.properties.disagreements.items.type,parentSchema:d.properties.disagreements.items,data:P};r===null?r=[y]:r.push(y),s++}var Wn=x===s;Wn||(B=!1)}}else{
let B={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
disagreements.type,parentSchema:d.properties.disagreements,data:h};r===null?r=[B]:r.push(B),s++}var m=v===s}}else{let br={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.type,parentSchema:d,data:e};r===null?r=[br]:r.push(br),s++}return fa.errors=r,s===0}fa.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1}});var Gr=Y(Ie=>{"use strict";Object.defineProperty(Ie,"__esModule",{value:!0});Ie.regexpCode=Ie.getEsmExportName=Ie.getProperty=Ie.safeStringify=Ie.stringify=Ie.strConcat=
Ie.addCodeArg=Ie.str=Ie._=Ie.nil=Ie._Code=Ie.Name=Ie.IDENTIFIER=Ie._CodeOrName=void 0;var js=class{};Ie._CodeOrName=js;Ie.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;var kr=class extends js{constructor(t){
if(super(),!Ie.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.str}emptyStr(){return!1}get names(){
return{[this.str]:1}}};Ie.Name=kr;var St=class extends js{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){return this.str}emptyStr(){if(this.
_items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?t:this._str=this._items.reduce((a,n)=>`${a}${n}`,
"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof kr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ie.
_Code=St;Ie.nil=new St("");function Jp(e,...t){let a=[e[0]],n=0;for(;n<t.length;)ao(a,t[n]),a.push(e[++n]);return new St(a)}Ie._=Jp;var so=new St("+");function Wp(e,...t){
let a=[Ts(e[0])],n=0;for(;n<t.length;)a.push(so),ao(a,t[n]),a.push(so,Ts(e[++n]));return Eh(a),new St(a)}Ie.str=Wp;function ao(e,t){t instanceof St?e.push(...t.
_items):t instanceof kr?e.push(t):e.push(Rh(t))}Ie.addCodeArg=ao;function Eh(e){let t=1;for(;t<e.length-1;){if(e[t]===so){let a=Ih(e[t-1],e[t+1]);if(a!==void 0){
e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function Ih(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="string")return t instanceof kr||e[e.length-1]!==
'"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="string"&&t[0]==='"'&&!(e instanceof kr))return`"${e}${t.
slice(1)}`}function Mh(e,t){return t.emptyStr()?e:e.emptyStr()?t:Wp`${e}${t}`}Ie.strConcat=Mh;function Rh(e){return typeof e=="number"||typeof e=="boolean"||e===
null?e:Ts(Array.isArray(e)?e.join(","):e)}function Lh(e){return new St(Ts(e))}Ie.stringify=Lh;function Ts(e){return JSON.stringify(e).replace(/\u2028/g,"\\u2028").
replace(/\u2029/g,"\\u2029")}Ie.safeStringify=Ts;function Fh(e){return typeof e=="string"&&Ie.IDENTIFIER.test(e)?new St(`.${e}`):Jp`[${e}]`}Ie.getProperty=Fh;function Vh(e){
if(typeof e=="string"&&Ie.IDENTIFIER.test(e))return new St(`${e}`);throw new Error(`CodeGen: invalid export name: ${e}, use explicit $id name mapping`)}Ie.getEsmExportName=
Vh;function Uh(e){return new St(e.toString())}Ie.regexpCode=Uh});var io=Y(ft=>{"use strict";Object.defineProperty(ft,"__esModule",{value:!0});ft.ValueScope=ft.ValueScopeName=ft.Scope=ft.varKinds=ft.UsedValueState=void 0;var ht=Gr(),
no=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},ka;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(ka||(ft.UsedValueState=ka={}));ft.varKinds={const:new ht.Name("const"),let:new ht.Name("let"),var:new ht.Name("var")};var Pa=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof ht.Name?t:this.name(t)}name(t){return new ht.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};ft.Scope=Pa;var $a=class extends ht.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,ht._)`.${new ht.Name(a)}[${n}]`}};ft.ValueScopeName=$a;var Dh=(0,ht._)`\n`,oo=class extends Pa{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?Dh:ht.nil}}get(){return this._scope}name(t){return new $a(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let m=s.get(r);if(m)return m}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),l=p.length;return p[l]=a.ref,o.setValue(a,{property:i,itemIndex:l}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,ht._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=ht.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(l=>{if(p.has(l))return;p.set(l,ka.Started);let m=a(l);if(m){let b=this.opts.es5?ft.varKinds.var:ft.varKinds.const;i=(0,ht._)`${i}${b} ${l} = ${m};${this.
opts._n}`}else if(m=o?.(l))i=(0,ht._)`${i}${m}${this.opts._n}`;else throw new no(l);p.set(l,ka.Completed)})}return i}};ft.ValueScope=oo});var Pe=Y(be=>{"use strict";Object.defineProperty(be,"__esModule",{value:!0});be.or=be.and=be.not=be.CodeGen=be.operators=be.varKinds=be.ValueScopeName=be.ValueScope=
be.Scope=be.Name=be.regexpCode=be.stringify=be.getProperty=be.nil=be.strConcat=be.str=be._=void 0;var je=Gr(),Mt=io(),or=Gr();Object.defineProperty(be,"_",{enumerable:!0,
get:function(){return or._}});Object.defineProperty(be,"str",{enumerable:!0,get:function(){return or.str}});Object.defineProperty(be,"strConcat",{enumerable:!0,
get:function(){return or.strConcat}});Object.defineProperty(be,"nil",{enumerable:!0,get:function(){return or.nil}});Object.defineProperty(be,"getProperty",{enumerable:!0,
get:function(){return or.getProperty}});Object.defineProperty(be,"stringify",{enumerable:!0,get:function(){return or.stringify}});Object.defineProperty(be,"rege\
xpCode",{enumerable:!0,get:function(){return or.regexpCode}});Object.defineProperty(be,"Name",{enumerable:!0,get:function(){return or.Name}});var qa=io();Object.
defineProperty(be,"Scope",{enumerable:!0,get:function(){return qa.Scope}});Object.defineProperty(be,"ValueScope",{enumerable:!0,get:function(){return qa.ValueScope}});
Object.defineProperty(be,"ValueScopeName",{enumerable:!0,get:function(){return qa.ValueScopeName}});Object.defineProperty(be,"varKinds",{enumerable:!0,get:function(){
return qa.varKinds}});be.operators={GT:new je._Code(">"),GTE:new je._Code(">="),LT:new je._Code("<"),LTE:new je._Code("<="),EQ:new je._Code("==="),NEQ:new je._Code(
"!=="),NOT:new je._Code("!"),OR:new je._Code("||"),AND:new je._Code("&&"),ADD:new je._Code("+")};var Gt=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
po=class extends Gt{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?Mt.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Qr(this.rhs,t,a)),this}get names(){return this.
rhs instanceof je._CodeOrName?this.rhs.names:{}}},Sa=class extends Gt{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof je.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Qr(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof je.Name?{}:{...this.lhs.names};return xa(t,this.rhs)}},co=class extends Sa{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},uo=class extends Gt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
mo=class extends Gt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},lo=class extends Gt{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},ho=class extends Gt{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Qr(this.code,t,a),this}get names(){return this.
code instanceof je._CodeOrName?this.code.names:{}}},As=class extends Gt{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(zh(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>Sr(t,a.names),{})}},Zt=class extends As{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},fo=class extends As{},Zr=class extends Zt{};
Zr.kind="else";var Pr=class e extends Zt{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Zr(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Cp(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Qr(this.condition,t,a),this}get names(){let t=super.names;return xa(t,this.condition),this.else&&Sr(t,this.else.names),t}};Pr.kind=
"if";var $r=class extends Zt{};$r.kind="for";var yo=class extends $r{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Qr(this.iteration,t,a),this}get names(){return Sr(super.names,this.iteration.names)}},go=class extends $r{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?Mt.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=xa(super.names,this.from);return xa(t,this.to)}},_a=class extends $r{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Qr(this.iterable,t,a),this}get names(){return Sr(super.names,this.iterable.names)}},Ns=class extends Zt{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Ns.kind="func";var Es=class extends As{render(t){
return"return "+super.render(t)}};Es.kind="return";var wo=class extends Zt{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&Sr(t,this.catch.names),this.finally&&Sr(t,this.finally.names),
t}},Is=class extends Zt{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Is.kind="catch";var Ms=class extends Zt{render(t){
return"finally"+super.render(t)}};Ms.kind="finally";var bo=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new Mt.Scope({parent:t}),this._nodes=[new fo]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new po(t,i,n)),i}const(t,a,n){return this.
_def(Mt.varKinds.const,t,a,n)}let(t,a,n){return this._def(Mt.varKinds.let,t,a,n)}var(t,a,n){return this._def(Mt.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new Sa(t,a,n))}add(t,a){return this._leafNode(new co(t,be.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==je.nil&&this._leafNode(new ho(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,je.addCodeArg)(a,o));return a.push("}"),new je._Code(a)}if(t,a,n){
if(this._blockNode(new Pr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new Pr(t))}else(){return this._elseNode(new Zr)}endIf(){return this._endBlockNode(Pr,Zr)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new yo(t),a)}forRange(t,a,n,o,i=this.opts.es5?Mt.varKinds.var:Mt.varKinds.let){let r=this.
_scope.toName(t);return this._for(new go(i,r,a,n),()=>o(r))}forOf(t,a,n,o=Mt.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof je.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,je._)`${r}.length`,s=>{this.var(i,(0,je._)`${r}[${s}]`),n(i)})}return this._for(new _a("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?Mt.varKinds.var:Mt.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,je._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new _a("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode($r)}label(t){return this._leafNode(new uo(t))}break(t){return this._leafNode(
new mo(t))}return(t){let a=new Es;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Es)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new wo;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new Is(i),a(i)}return n&&(this._currNode=o.finally=new Ms,this.code(n)),this._endBlockNode(Is,Ms)}throw(t){return this._leafNode(new lo(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=je.nil,n,o){return this._blockNode(new Ns(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Ns)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof Pr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};be.CodeGen=bo;function Sr(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function xa(e,t){return t instanceof je._CodeOrName?Sr(e,t.names):
e}function Qr(e,t,a){if(e instanceof je.Name)return n(e);if(!o(e))return e;return new je._Code(e._items.reduce((i,r)=>(r instanceof je.Name&&(r=n(r)),r instanceof
je._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
je._Code&&i._items.some(r=>r instanceof je.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function zh(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Cp(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,je._)`!${vo(e)}`}be.not=Cp;var Jh=Kp(be.operators.AND);function Wh(...e){return e.reduce(Jh)}be.and=Wh;var Ch=Kp(be.
operators.OR);function Kh(...e){return e.reduce(Ch)}be.or=Kh;function Kp(e){return(t,a)=>t===je.nil?a:a===je.nil?t:(0,je._)`${vo(t)} ${e} ${vo(a)}`}function vo(e){
return e instanceof je.Name?e:(0,je._)`(${e})`}});var Ae=Y($e=>{"use strict";Object.defineProperty($e,"__esModule",{value:!0});$e.checkStrictMode=$e.getErrorPath=$e.Type=$e.useFunc=$e.setEvaluated=$e.evaluatedPropsToName=
$e.mergeEvaluated=$e.eachItem=$e.unescapeJsonPointer=$e.escapeJsonPointer=$e.escapeFragment=$e.unescapeFragment=$e.schemaRefOrVal=$e.schemaHasRulesButRef=$e.schemaHasRules=
$e.checkUnknownRules=$e.alwaysValidSchema=$e.toHash=void 0;var Ue=Pe(),Hh=Gr();function Bh(e){let t={};for(let a of e)t[a]=!0;return t}$e.toHash=Bh;function Gh(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Gp(e,t),!Zp(t,e.self.RULES.all))}$e.alwaysValidSchema=Gh;function Gp(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Yp(e,`unknown keyword: "${i}"`)}$e.checkUnknownRules=Gp;function Zp(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}$e.schemaHasRules=Zp;function Zh(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}$e.schemaHasRulesButRef=Zh;function Qh({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Ue._)`${a}`}return(0,Ue._)`${e}${t}${(0,Ue.getProperty)(n)}`}$e.schemaRefOrVal=Qh;function Xh(e){return Qp(decodeURIComponent(
e))}$e.unescapeFragment=Xh;function Yh(e){return encodeURIComponent(Po(e))}$e.escapeFragment=Yh;function Po(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}$e.escapeJsonPointer=Po;function Qp(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}$e.unescapeJsonPointer=Qp;function ef(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}$e.eachItem=ef;function Hp({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof Ue.Name?(i instanceof Ue.Name?e(o,i,r):t(o,i,r),r):i instanceof Ue.Name?(t(o,r,i),i):a(i,r);return s===Ue.Name&&!(p instanceof Ue.Name)?n(o,p):p}}
$e.mergeEvaluated={props:Hp({mergeNames:(e,t,a)=>e.if((0,Ue._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,Ue._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,Ue._)`${a} || {}`).code((0,Ue._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,Ue._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,Ue.
_)`${a} || {}`),$o(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Xp}),items:Hp({mergeNames:(e,t,a)=>e.if((0,Ue._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,Ue._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,Ue._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,Ue._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Xp(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,Ue.
_)`{}`);return t!==void 0&&$o(e,a,t),a}$e.evaluatedPropsToName=Xp;function $o(e,t,a){Object.keys(a).forEach(n=>e.assign((0,Ue._)`${t}${(0,Ue.getProperty)(n)}`,!0))}
$e.setEvaluated=$o;var Bp={};function tf(e,t){return e.scopeValue("func",{ref:t,code:Bp[t.code]||(Bp[t.code]=new Hh._Code(t.code))})}$e.useFunc=tf;var ko;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(ko||($e.Type=ko={}));function rf(e,t,a){if(e instanceof Ue.Name){let n=t===ko.Num;return a?n?(0,Ue._)`"[" + ${e} + "]"`:(0,Ue.
_)`"['" + ${e} + "']"`:n?(0,Ue._)`"/" + ${e}`:(0,Ue._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Ue.getProperty)(e).toString():"/"+Po(e)}
$e.getErrorPath=rf;function Yp(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}$e.checkStrictMode=Yp});var Qt=Y(So=>{"use strict";Object.defineProperty(So,"__esModule",{value:!0});var at=Pe(),sf={data:new at.Name("data"),valCxt:new at.Name("valCxt"),instancePath:new at.
Name("instancePath"),parentData:new at.Name("parentData"),parentDataProperty:new at.Name("parentDataProperty"),rootData:new at.Name("rootData"),dynamicAnchors:new at.
Name("dynamicAnchors"),vErrors:new at.Name("vErrors"),errors:new at.Name("errors"),this:new at.Name("this"),self:new at.Name("self"),scope:new at.Name("scope"),
json:new at.Name("json"),jsonPos:new at.Name("jsonPos"),jsonLen:new at.Name("jsonLen"),jsonPart:new at.Name("jsonPart")};So.default=sf});var Rs=Y(nt=>{"use strict";Object.defineProperty(nt,"__esModule",{value:!0});nt.extendErrors=nt.resetErrorsCount=nt.reportExtraError=nt.reportError=nt.keyword$DataError=
nt.keywordError=void 0;var Ne=Pe(),Oa=Ae(),ct=Qt();nt.keywordError={message:({keyword:e})=>(0,Ne.str)`must pass "${e}" keyword validation`};nt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ne.str)`"${e}" keyword must be ${t} ($data)`:(0,Ne.str)`"${e}" keyword is invalid ($data)`};function af(e,t=nt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=rd(e,t,a);n??(r||s)?ed(i,p):td(o,(0,Ne._)`[${p}]`)}nt.reportError=af;function nf(e,t=nt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=rd(e,t,a);ed(o,s),i||r||td(n,ct.default.vErrors)}nt.reportExtraError=nf;function of(e,t){e.assign(ct.default.errors,
t),e.if((0,Ne._)`${ct.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ne._)`${ct.default.vErrors}.length`,t),()=>e.assign(ct.default.vErrors,null)))}nt.resetErrorsCount=
of;function pf({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,ct.default.errors,s=>{e.const(r,(0,Ne._)`${ct.default.vErrors}[${s}]`),e.if((0,Ne._)`${r}.instancePath === undefined`,()=>e.assign((0,Ne._)`${r}.instancePath`,
(0,Ne.strConcat)(ct.default.instancePath,i.errorPath))),e.assign((0,Ne._)`${r}.schemaPath`,(0,Ne.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ne.
_)`${r}.schema`,a),e.assign((0,Ne._)`${r}.data`,n))})}nt.extendErrors=pf;function ed(e,t){let a=e.const("err",t);e.if((0,Ne._)`${ct.default.vErrors} === null`,()=>e.
assign(ct.default.vErrors,(0,Ne._)`[${a}]`),(0,Ne._)`${ct.default.vErrors}.push(${a})`),e.code((0,Ne._)`${ct.default.errors}++`)}function td(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ne._)`new ${e.ValidationError}(${t})`):(a.assign((0,Ne._)`${n}.errors`,t),a.return(!1))}var _r={keyword:new Ne.Name("keyword"),
schemaPath:new Ne.Name("schemaPath"),params:new Ne.Name("params"),propertyName:new Ne.Name("propertyName"),message:new Ne.Name("message"),schema:new Ne.Name("sc\
hema"),parentSchema:new Ne.Name("parentSchema")};function rd(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Ne._)`{}`:df(e,t,a)}function df(e,t,a={}){let{gen:n,
it:o}=e,i=[cf(o,a),uf(e,a)];return mf(e,t,i),n.object(...i)}function cf({errorPath:e},{instancePath:t}){let a=t?(0,Ne.str)`${e}${(0,Oa.getErrorPath)(t,Oa.Type.Str)}`:
e;return[ct.default.instancePath,(0,Ne.strConcat)(ct.default.instancePath,a)]}function uf({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Ne.str)`${t}/${e}`;return a&&(o=(0,Ne.str)`${o}${(0,Oa.getErrorPath)(a,Oa.Type.Str)}`),[_r.schemaPath,o]}function mf(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:l,topSchemaRef:m,schemaPath:b}=s;n.push([_r.keyword,o],[_r.params,typeof t=="function"?t(e):t||(0,Ne._)`{}`]),
p.messages&&n.push([_r.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([_r.schema,r],[_r.parentSchema,(0,Ne._)`${m}${b}`],[ct.default.data,i]),l&&n.push(
[_r.propertyName,l])}});var ad=Y(Xr=>{"use strict";Object.defineProperty(Xr,"__esModule",{value:!0});Xr.boolOrEmptySchema=Xr.topBoolOrEmptySchema=void 0;var lf=Rs(),hf=Pe(),ff=Qt(),yf={
message:"boolean schema is false"};function gf(e){let{gen:t,schema:a,validateName:n}=e;a===!1?sd(e,!1):typeof a=="object"&&a.$async===!0?t.return(ff.default.data):
(t.assign((0,hf._)`${n}.errors`,null),t.return(!0))}Xr.topBoolOrEmptySchema=gf;function wf(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),sd(e)):a.var(t,!0)}Xr.
boolOrEmptySchema=wf;function sd(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,lf.reportError)(
o,yf,void 0,t)}});var _o=Y(Yr=>{"use strict";Object.defineProperty(Yr,"__esModule",{value:!0});Yr.getRules=Yr.isJSONType=void 0;var bf=["string","number","integer","boolean","nul\
l","object","array"],vf=new Set(bf);function kf(e){return typeof e=="string"&&vf.has(e)}Yr.isJSONType=kf;function Pf(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Yr.getRules=Pf});var xo=Y(ir=>{"use strict";Object.defineProperty(ir,"__esModule",{value:!0});ir.shouldUseRule=ir.shouldUseGroup=ir.schemaHasRulesForType=void 0;function $f({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&nd(e,n)}ir.schemaHasRulesForType=$f;function nd(e,t){return t.rules.some(a=>od(e,a))}ir.shouldUseGroup=nd;function od(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}ir.shouldUseRule=od});var Ls=Y(ot=>{"use strict";Object.defineProperty(ot,"__esModule",{value:!0});ot.reportTypeError=ot.checkDataTypes=ot.checkDataType=ot.coerceAndCheckDataType=ot.
getJSONTypes=ot.getSchemaTypes=ot.DataType=void 0;var Sf=_o(),_f=xo(),xf=Rs(),ye=Pe(),id=Ae(),es;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(es||
(ot.DataType=es={}));function qf(e){let t=pd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}ot.getSchemaTypes=qf;function pd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Sf.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}ot.getJSONTypes=pd;function Of(e,t){
let{gen:a,data:n,opts:o}=e,i=jf(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,_f.schemaHasRulesForType)(e,t[0]));if(r){let s=Oo(t,n,o.strictNumbers,
es.Wrong);a.if(s,()=>{i.length?Tf(e,t,i):jo(e)})}return r}ot.coerceAndCheckDataType=Of;var dd=new Set(["string","number","integer","boolean","null"]);function jf(e,t){
return t?e.filter(a=>dd.has(a)||t==="array"&&a==="array"):[]}function Tf(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,ye._)`typeof ${o}`),s=n.let("co\
erced",(0,ye._)`undefined`);i.coerceTypes==="array"&&n.if((0,ye._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,ye._)`${o}[0]`).
assign(r,(0,ye._)`typeof ${o}`).if(Oo(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,ye._)`${s} !== undefined`);for(let l of a)(dd.has(l)||l==="array"&&i.coerceTypes===
"array")&&p(l);n.else(),jo(e),n.endIf(),n.if((0,ye._)`${s} !== undefined`,()=>{n.assign(o,s),Af(e,s)});function p(l){switch(l){case"string":n.elseIf((0,ye._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,ye._)`"" + ${o}`).elseIf((0,ye._)`${o} === null`).assign(s,(0,ye._)`""`);return;case"number":n.elseIf((0,ye._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,ye._)`+${o}`);return;case"integer":n.elseIf((0,ye._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,ye._)`+${o}`);return;case"boolean":n.elseIf((0,ye._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,ye._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,ye._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,ye._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,ye._)`[${o}]`)}}}function Af({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,ye._)`${t} !== undefined`,
()=>e.assign((0,ye._)`${t}[${a}]`,n))}function qo(e,t,a,n=es.Correct){let o=n===es.Correct?ye.operators.EQ:ye.operators.NEQ,i;switch(e){case"null":return(0,ye._)`${t} ${o} null`;case"\
array":i=(0,ye._)`Array.isArray(${t})`;break;case"object":i=(0,ye._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,ye._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,ye._)`typeof ${t} ${o} ${e}`}return n===es.Correct?i:(0,ye.not)(i);function r(s=ye.nil){return(0,ye.and)((0,ye._)`typeof ${t} == "number"`,
s,a?(0,ye._)`isFinite(${t})`:ye.nil)}}ot.checkDataType=qo;function Oo(e,t,a,n){if(e.length===1)return qo(e[0],t,a,n);let o,i=(0,id.toHash)(e);if(i.array&&i.object){
let r=(0,ye._)`typeof ${t} != "object"`;o=i.null?r:(0,ye._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=ye.nil;i.number&&delete i.integer;
for(let r in i)o=(0,ye.and)(o,qo(r,t,a,n));return o}ot.checkDataTypes=Oo;var Nf={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,ye._)`{type: ${e}}`:(0,ye._)`{type: ${t}}`};function jo(e){let t=Ef(e);(0,xf.reportError)(t,Nf)}ot.reportTypeError=jo;function Ef(e){let{gen:t,data:a,
schema:n}=e,o=(0,id.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var ud=Y(ja=>{"use strict";Object.defineProperty(ja,"__esModule",{value:!0});ja.assignDefaults=void 0;var ts=Pe(),If=Ae();function Mf(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)cd(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>cd(e,i,o.default))}ja.assignDefaults=Mf;function cd(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,ts._)`${i}${(0,ts.getProperty)(t)}`;if(o){(0,If.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,ts._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,ts._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,ts._)`${s} = ${(0,ts.
stringify)(a)}`)}});var _t=Y(Ve=>{"use strict";Object.defineProperty(Ve,"__esModule",{value:!0});Ve.validateUnion=Ve.validateArray=Ve.usePattern=Ve.callValidateCode=Ve.schemaProperties=
Ve.allSchemaProperties=Ve.noPropertyInData=Ve.propertyInData=Ve.isOwnProperty=Ve.hasPropFunc=Ve.reportMissingProp=Ve.checkMissingProp=Ve.checkReportMissingProp=
void 0;var Je=Pe(),To=Ae(),pr=Qt(),Rf=Ae();function Lf(e,t){let{gen:a,data:n,it:o}=e;a.if(No(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,Je.
_)`${t}`},!0),e.error()})}Ve.checkReportMissingProp=Lf;function Ff({gen:e,data:t,it:{opts:a}},n,o){return(0,Je.or)(...n.map(i=>(0,Je.and)(No(e,t,i,a.ownProperties),
(0,Je._)`${o} = ${i}`)))}Ve.checkMissingProp=Ff;function Vf(e,t){e.setParams({missingProperty:t},!0),e.error()}Ve.reportMissingProp=Vf;function md(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Je._)`Object.prototype.hasOwnProperty`})}Ve.hasPropFunc=md;function Ao(e,t,a){return(0,Je._)`${md(e)}.call(${t}, ${a})`}
Ve.isOwnProperty=Ao;function Uf(e,t,a,n){let o=(0,Je._)`${t}${(0,Je.getProperty)(a)} !== undefined`;return n?(0,Je._)`${o} && ${Ao(e,t,a)}`:o}Ve.propertyInData=
Uf;function No(e,t,a,n){let o=(0,Je._)`${t}${(0,Je.getProperty)(a)} === undefined`;return n?(0,Je.or)(o,(0,Je.not)(Ao(e,t,a))):o}Ve.noPropertyInData=No;function ld(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}Ve.allSchemaProperties=ld;function Df(e,t){return ld(t).filter(a=>!(0,To.alwaysValidSchema)(e,t[a]))}Ve.schemaProperties=
Df;function zf({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,l){let m=l?(0,Je._)`${e}, ${t}, ${n}${o}`:t,b=[[pr.default.instancePath,
(0,Je.strConcat)(pr.default.instancePath,i)],[pr.default.parentData,r.parentData],[pr.default.parentDataProperty,r.parentDataProperty],[pr.default.rootData,pr.default.
rootData]];r.opts.dynamicRef&&b.push([pr.default.dynamicAnchors,pr.default.dynamicAnchors]);let _=(0,Je._)`${m}, ${a.object(...b)}`;return p!==Je.nil?(0,Je._)`${s}.call(${p}, ${_})`:
(0,Je._)`${s}(${_})`}Ve.callValidateCode=zf;var Jf=(0,Je._)`new RegExp`;function Wf({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Je._)`${o.code==="new RegExp"?Jf:(0,Rf.useFunc)(e,o)}(${a}, ${n})`})}Ve.usePattern=Wf;function Cf(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,Je._)`${a}.length`);t.forRange("i",0,p,l=>{e.subschema({keyword:n,dataProp:l,dataPropType:To.Type.Num},i),t.if((0,Je.not)(
i),s)})}}Ve.validateArray=Cf;function Kf(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,To.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,l)=>{let m=e.subschema({keyword:n,schemaProp:l,
compositeRule:!0},s);t.assign(r,(0,Je._)`${r} || ${s}`),e.mergeValidEvaluated(m,s)||t.if((0,Je.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}Ve.validateUnion=
Kf});var yd=Y(zt=>{"use strict";Object.defineProperty(zt,"__esModule",{value:!0});zt.validateKeywordUsage=zt.validSchemaType=zt.funcKeywordCode=zt.macroKeywordCode=void 0;
var ut=Pe(),xr=Qt(),Hf=_t(),Bf=Rs();function Gf(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=fd(a,n,s);r.opts.validateSchema!==
!1&&r.self.validateSchema(s,!0);let l=a.name("valid");e.subschema({schema:s,schemaPath:ut.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,compositeRule:!0},
l),e.pass(l,()=>e.error(!0))}zt.macroKeywordCode=Gf;function Zf(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Xf(p,t);let l=!s&&t.compile?
t.compile.call(p.self,i,r,p):t.validate,m=fd(n,o,l),b=n.let("valid");e.block$data(b,_),e.ok((a=t.valid)!==null&&a!==void 0?a:b);function _(){if(t.errors===!1)O(),
t.modifying&&hd(e),L(()=>e.error());else{let U=t.async?q():A();t.modifying&&hd(e),L(()=>Qf(e,U))}}function q(){let U=n.let("ruleErrs",null);return n.try(()=>O((0,ut.
_)`await `),te=>n.assign(b,!1).if((0,ut._)`${te} instanceof ${p.ValidationError}`,()=>n.assign(U,(0,ut._)`${te}.errors`),()=>n.throw(te))),U}function A(){let U=(0,ut.
_)`${m}.errors`;return n.assign(U,null),O(ut.nil),U}function O(U=t.async?(0,ut._)`await `:ut.nil){let te=p.opts.passContext?xr.default.this:xr.default.self,J=!("\
compile"in t&&!s||t.schema===!1);n.assign(b,(0,ut._)`${U}${(0,Hf.callValidateCode)(e,m,te,J)}`,t.modifying)}function L(U){var te;n.if((0,ut.not)((te=t.valid)!==
null&&te!==void 0?te:b),U)}}zt.funcKeywordCode=Zf;function hd(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,ut._)`${n.parentData}[${n.parentDataProperty}]`))}
function Qf(e,t){let{gen:a}=e;a.if((0,ut._)`Array.isArray(${t})`,()=>{a.assign(xr.default.vErrors,(0,ut._)`${xr.default.vErrors} === null ? ${t} : ${xr.default.
vErrors}.concat(${t})`).assign(xr.default.errors,(0,ut._)`${xr.default.vErrors}.length`),(0,Bf.extendErrors)(e)},()=>e.error())}function Xf({schemaEnv:e},t){if(t.
async&&!e.$async)throw new Error("async keyword in sync schema")}function fd(e,t,a){if(a===void 0)throw new Error(`keyword "${t}" failed to compile`);return e.scopeValue(
"keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,ut.stringify)(a)})}function Yf(e,t,a=!1){return!t.length||t.some(n=>n==="array"?Array.isArray(e):n==="obje\
ct"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}zt.validSchemaType=Yf;function ey({schema:e,opts:t,self:a,errSchemaPath:n},o,i){if(Array.
isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;if(r?.some(s=>!Object.prototype.hasOwnProperty.
call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.validateSchema(e[i])){let p=`keyword "${i}" v\
alue is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(p);else throw new Error(p)}}zt.validateKeywordUsage=
ey});var wd=Y(dr=>{"use strict";Object.defineProperty(dr,"__esModule",{value:!0});dr.extendSubschemaMode=dr.extendSubschemaData=dr.getSubschema=void 0;var Jt=Pe(),gd=Ae();
function ty(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,Jt._)`${e.schemaPath}${(0,Jt.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,Jt._)`${e.schemaPath}${(0,Jt.getProperty)(t)}${(0,Jt.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,gd.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}dr.getSubschema=ty;function ry(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:l,dataPathArr:m,opts:b}=t,_=s.let("data",(0,Jt._)`${t.data}${(0,Jt.getProperty)(a)}`,!0);p(_),e.errorPath=(0,Jt.str)`${l}${(0,gd.
getErrorPath)(a,n,b.jsPropertySyntax)}`,e.parentDataProperty=(0,Jt._)`${a}`,e.dataPathArr=[...m,e.parentDataProperty]}if(o!==void 0){let l=o instanceof Jt.Name?
o:s.let("data",o,!0);p(l),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(l){e.data=l,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,l]}}dr.extendSubschemaData=ry;function sy(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}dr.extendSubschemaMode=
sy});var Eo=Y((Hk,bd)=>{"use strict";bd.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)return!1;
var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.source===
a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.toString()===
a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;for(o=
n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var kd=Y((Bk,vd)=>{"use strict";var cr=vd.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};Ta(t,n,o,e,"",e)};cr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
cr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};cr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};cr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function Ta(e,t,a,n,o,i,r,s,p,l){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,l);for(var m in n){var b=n[m];if(Array.isArray(b)){if(m in cr.arrayKeywords)for(var _=0;_<b.length;_++)Ta(e,t,a,b[_],o+"/"+m+"/"+_,i,o,m,n,_)}else if(m in
cr.propsKeywords){if(b&&typeof b=="object")for(var q in b)Ta(e,t,a,b[q],o+"/"+m+"/"+ay(q),i,o,m,n,q)}else(m in cr.keywords||e.allKeys&&!(m in cr.skipKeywords))&&
Ta(e,t,a,b,o+"/"+m,i,o,m,n)}a(n,o,i,r,s,p,l)}}function ay(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Fs=Y(yt=>{"use strict";Object.defineProperty(yt,"__esModule",{value:!0});yt.getSchemaRefs=yt.resolveUrl=yt.normalizeId=yt._getFullPath=yt.getFullPath=yt.inlineRef=
void 0;var ny=Ae(),oy=Eo(),iy=kd(),py=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function dy(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Io(e):t?Pd(e)<=t:!1}yt.inlineRef=dy;var cy=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Io(e){for(let t in e){if(cy.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Io)||typeof a=="object"&&Io(a))return!0}return!1}function Pd(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!py.has(a)&&(typeof e[a]=="object"&&
(0,ny.eachItem)(e[a],n=>t+=Pd(n)),t===1/0))return 1/0}return t}function $d(e,t="",a){a!==!1&&(t=rs(t));let n=e.parse(t);return Sd(e,n)}yt.getFullPath=$d;function Sd(e,t){
return e.serialize(t).split("#")[0]+"#"}yt._getFullPath=Sd;var uy=/#\/?$/;function rs(e){return e?e.replace(uy,""):""}yt.normalizeId=rs;function my(e,t,a){return a=
rs(a),e.resolve(t,a)}yt.resolveUrl=my;var ly=/^[a-z_][-a-z0-9._]*$/i;function hy(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=rs(
e[a]||t),i={"":o},r=$d(n,o,!1),s={},p=new Set;return iy(e,{allKeys:!0},(b,_,q,A)=>{if(A===void 0)return;let O=r+_,L=i[A];typeof b[a]=="string"&&(L=U.call(this,b[a])),
te.call(this,b.$anchor),te.call(this,b.$dynamicAnchor),i[_]=L;function U(J){let H=this.opts.uriResolver.resolve;if(J=rs(L?H(L,J):J),p.has(J))throw m(J);p.add(J);
let z=this.refs[J];return typeof z=="string"&&(z=this.refs[z]),typeof z=="object"?l(b,z.schema,J):J!==rs(O)&&(J[0]==="#"?(l(b,s[J],J),s[J]=b):this.refs[J]=O),J}
function te(J){if(typeof J=="string"){if(!ly.test(J))throw new Error(`invalid anchor "${J}"`);U.call(this,`#${J}`)}}}),s;function l(b,_,q){if(_!==void 0&&!oy(b,
_))throw m(q)}function m(b){return new Error(`reference "${b}" resolves to more than one schema`)}}yt.getSchemaRefs=hy});var Ds=Y(ur=>{"use strict";Object.defineProperty(ur,"__esModule",{value:!0});ur.getData=ur.KeywordCxt=ur.validateFunctionCode=void 0;var jd=ad(),_d=Ls(),Ro=xo(),
Aa=Ls(),fy=ud(),Us=yd(),Mo=wd(),ne=Pe(),me=Qt(),yy=Fs(),Xt=Ae(),Vs=Rs();function gy(e){if(Nd(e)&&(Ed(e),Ad(e))){vy(e);return}Td(e,()=>(0,jd.topBoolOrEmptySchema)(
e))}ur.validateFunctionCode=gy;function Td({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ne._)`${me.default.data}, ${me.default.valCxt}`,
n.$async,()=>{e.code((0,ne._)`"use strict"; ${xd(a,o)}`),by(e,o),e.code(i)}):e.func(t,(0,ne._)`${me.default.data}, ${wy(o)}`,n.$async,()=>e.code(xd(a,o)).code(i))}
function wy(e){return(0,ne._)`{${me.default.instancePath}="", ${me.default.parentData}, ${me.default.parentDataProperty}, ${me.default.rootData}=${me.default.data}${e.
dynamicRef?(0,ne._)`, ${me.default.dynamicAnchors}={}`:ne.nil}}={}`}function by(e,t){e.if(me.default.valCxt,()=>{e.var(me.default.instancePath,(0,ne._)`${me.default.
valCxt}.${me.default.instancePath}`),e.var(me.default.parentData,(0,ne._)`${me.default.valCxt}.${me.default.parentData}`),e.var(me.default.parentDataProperty,(0,ne.
_)`${me.default.valCxt}.${me.default.parentDataProperty}`),e.var(me.default.rootData,(0,ne._)`${me.default.valCxt}.${me.default.rootData}`),t.dynamicRef&&e.var(
me.default.dynamicAnchors,(0,ne._)`${me.default.valCxt}.${me.default.dynamicAnchors}`)},()=>{e.var(me.default.instancePath,(0,ne._)`""`),e.var(me.default.parentData,
(0,ne._)`undefined`),e.var(me.default.parentDataProperty,(0,ne._)`undefined`),e.var(me.default.rootData,me.default.data),t.dynamicRef&&e.var(me.default.dynamicAnchors,
(0,ne._)`{}`)})}function vy(e){let{schema:t,opts:a,gen:n}=e;Td(e,()=>{a.$comment&&t.$comment&&Md(e),_y(e),n.let(me.default.vErrors,null),n.let(me.default.errors,
0),a.unevaluated&&ky(e),Id(e),Oy(e)})}function ky(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ne._)`${a}.evaluated`),t.if((0,ne._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ne._)`${e.evaluated}.props`,(0,ne._)`undefined`)),t.if((0,ne._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ne._)`${e.evaluated}.items`,(0,ne._)`undefined`))}
function xd(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ne._)`/*# sourceURL=${a} */`:ne.nil}function Py(e,t){if(Nd(
e)&&(Ed(e),Ad(e))){$y(e,t);return}(0,jd.boolOrEmptySchema)(e,t)}function Ad({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function Nd(e){return typeof e.schema!="boolean"}function $y(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Md(e),xy(e),qy(e);let i=n.
const("_errs",me.default.errors);Id(e,i),n.var(t,(0,ne._)`${i} === ${me.default.errors}`)}function Ed(e){(0,Xt.checkUnknownRules)(e),Sy(e)}function Id(e,t){if(e.
opts.jtd)return qd(e,[],!1,t);let a=(0,_d.getSchemaTypes)(e.schema),n=(0,_d.coerceAndCheckDataType)(e,a);qd(e,a,!n,t)}function Sy(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Xt.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function _y(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Xt.checkStrictMode)(e,"default is ignored in the schema root")}function xy(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,yy.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function qy(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Md({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ne._)`${me.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ne.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ne._)`${me.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Oy(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ne._)`${me.default.errors} === 0`,()=>t.return(me.default.data),
()=>t.throw((0,ne._)`new ${o}(${me.default.vErrors})`)):(t.assign((0,ne._)`${n}.errors`,me.default.vErrors),i.unevaluated&&jy(e),t.return((0,ne._)`${me.default.
errors} === 0`))}function jy({gen:e,evaluated:t,props:a,items:n}){a instanceof ne.Name&&e.assign((0,ne._)`${t}.props`,a),n instanceof ne.Name&&e.assign((0,ne._)`${t}.items`,
n)}function qd(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:l}=e,{RULES:m}=l;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Xt.schemaHasRulesButRef)(i,m))){
o.block(()=>Ld(e,"$ref",m.all.$ref.definition));return}p.jtd||Ty(e,t),o.block(()=>{for(let _ of m.rules)b(_);b(m.post)});function b(_){(0,Ro.shouldUseGroup)(i,_)&&
(_.type?(o.if((0,Aa.checkDataType)(_.type,r,p.strictNumbers)),Od(e,_),t.length===1&&t[0]===_.type&&a&&(o.else(),(0,Aa.reportTypeError)(e)),o.endIf()):Od(e,_),s||
o.if((0,ne._)`${me.default.errors} === ${n||0}`))}}function Od(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,fy.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Ro.shouldUseRule)(n,i)&&Ld(e,i.keyword,i.definition,t.type)})}function Ty(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(Ay(e,t),e.opts.allowUnionTypes||
Ny(e,t),Ey(e,e.dataTypes))}function Ay(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Rd(e.dataTypes,a)||Lo(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),My(e,t)}}function Ny(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Lo(e,"use allowUnionTypes to allow uni\
on type keyword")}function Ey(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Ro.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>Iy(t,r))&&Lo(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Iy(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Rd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function My(e,t){let a=[];for(let n of e.dataTypes)Rd(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Lo(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Xt.checkStrictMode)(
e,t,e.opts.strictTypes)}var Na=class{constructor(t,a,n){if((0,Us.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Xt.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Fd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Us.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",me.default.errors))}result(t,a,n){this.failResult((0,ne.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ne.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ne._)`${a} !== undefined && (${(0,ne.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Vs.reportExtraError:Vs.reportError)(this,this.def.error,a)}$dataError(){
(0,Vs.reportError)(this,this.def.$dataError||Vs.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Vs.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ne.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ne.nil,a=ne.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ne.
or)((0,ne._)`${o} === undefined`,a)),t!==ne.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ne.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ne.or)(r(),s());function r(){if(n.length){if(!(a instanceof ne.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ne._)`${(0,Aa.checkDataTypes)(p,a,i.opts.strictNumbers,Aa.DataType.Wrong)}`}return ne.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ne._)`!${p}(${a})`}return ne.nil}}subschema(t,a){let n=(0,Mo.
getSubschema)(this.it,t);(0,Mo.extendSubschemaData)(n,this.it,t),(0,Mo.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return Py(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Xt.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Xt.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ne.Name)),!0}};ur.KeywordCxt=Na;function Ld(e,t,a,n){let o=new Na(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Us.funcKeywordCode)(o,a):"macro"in a?(0,Us.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Us.funcKeywordCode)(o,a)}var Ry=/^\/(?:[^~]|~0|~1)*$/,
Ly=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Fd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return me.default.rootData;if(e[0]==="/"){if(!Ry.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=me.default.rootData}else{let l=Ly.exec(e);if(!l)throw new Error(`Invalid JSON-pointer: ${e}`);let m=+l[1];
if(o=l[2],o==="#"){if(m>=t)throw new Error(p("property/index",m));return n[t-m]}if(m>t)throw new Error(p("data",m));if(i=a[t-m],!o)return i}let r=i,s=o.split("/");
for(let l of s)l&&(i=(0,ne._)`${i}${(0,ne.getProperty)((0,Xt.unescapeJsonPointer)(l))}`,r=(0,ne._)`${r} && ${i}`);return r;function p(l,m){return`Cannot access ${l}\
 ${m} levels up, current level is ${t}`}}ur.getData=Fd});var Ea=Y(Vo=>{"use strict";Object.defineProperty(Vo,"__esModule",{value:!0});var Fo=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Vo.default=Fo});var zs=Y(zo=>{"use strict";Object.defineProperty(zo,"__esModule",{value:!0});var Uo=Fs(),Do=class extends Error{constructor(t,a,n,o){super(o||`can't resolve ref\
erence ${n} from id ${a}`),this.missingRef=(0,Uo.resolveUrl)(t,a,n),this.missingSchema=(0,Uo.normalizeId)((0,Uo.getFullPath)(t,this.missingRef))}};zo.default=Do});var Ma=Y(xt=>{"use strict";Object.defineProperty(xt,"__esModule",{value:!0});xt.resolveSchema=xt.getCompilingSchema=xt.resolveRef=xt.compileSchema=xt.SchemaEnv=
void 0;var Rt=Pe(),Fy=Ea(),qr=Qt(),Lt=Fs(),Vd=Ae(),Vy=Ds(),ss=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,Lt.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};xt.SchemaEnv=ss;function Wo(e){let t=Ud.call(
this,e);if(t)return t;let a=(0,Lt.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new Rt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Fy.default,code:(0,Rt._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let l={gen:r,allErrors:this.opts.allErrors,data:qr.default.data,parentData:qr.default.parentData,parentDataProperty:qr.
default.parentDataProperty,dataNames:[qr.default.data],dataPathArr:[Rt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,Rt.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:Rt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Rt._)`""`,opts:this.opts,self:this},m;try{this._compilations.
add(e),(0,Vy.validateFunctionCode)(l),r.optimize(this.opts.code.optimize);let b=r.toString();m=`${r.scopeRefs(qr.default.scope)}return ${b}`,this.opts.code.process&&
(m=this.opts.code.process(m,e));let q=new Function(`${qr.default.self}`,`${qr.default.scope}`,m)(this,this.scope.get());if(this.scope.value(p,{ref:q}),q.errors=
null,q.schema=e.schema,q.schemaEnv=e,e.$async&&(q.$async=!0),this.opts.code.source===!0&&(q.source={validateName:p,validateCode:b,scopeValues:r._values}),this.opts.
unevaluated){let{props:A,items:O}=l;q.evaluated={props:A instanceof Rt.Name?void 0:A,items:O instanceof Rt.Name?void 0:O,dynamicProps:A instanceof Rt.Name,dynamicItems:O instanceof
Rt.Name},q.source&&(q.source.evaluated=(0,Rt.stringify)(q.evaluated))}return e.validate=q,e}catch(b){throw delete e.validate,delete e.validateName,m&&this.logger.
error("Error compiling schema, function code:",m),b}finally{this._compilations.delete(e)}}xt.compileSchema=Wo;function Uy(e,t,a){var n;a=(0,Lt.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Jy.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new ss({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Dy.call(this,i)}xt.resolveRef=Uy;function Dy(e){return(0,Lt.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Wo.call(this,e)}function Ud(e){for(let t of this._compilations)if(zy(t,e))return t}xt.getCompilingSchema=Ud;
function zy(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Jy(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||Ia.call(this,e,t)}function Ia(e,t){let a=this.opts.uriResolver.parse(t),n=(0,Lt._getFullPath)(this.opts.uriResolver,a),o=(0,Lt.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Jo.call(this,a,e);let i=(0,Lt.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=Ia.call(this,e,r);return typeof s?.schema!="object"?void 0:Jo.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Wo.call(this,r),i===(0,Lt.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,l=s[p];return l&&(o=(0,Lt.resolveUrl)(this.opts.uriResolver,o,l)),new ss({schema:s,schemaId:p,root:e,baseId:o})}
return Jo.call(this,a,r)}}xt.resolveSchema=Ia;var Wy=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Jo(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Vd.
unescapeFragment)(s)];if(p===void 0)return;a=p;let l=typeof a=="object"&&a[this.opts.schemaId];!Wy.has(s)&&l&&(t=(0,Lt.resolveUrl)(this.opts.uriResolver,t,l))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Vd.schemaHasRulesButRef)(a,this.RULES)){let s=(0,Lt.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=Ia.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new ss({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Dd=Y((eP,Cy)=>{Cy.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data reference\
 (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-po\
inter"}]}},additionalProperties:!1}});var Zo=Y((tP,Gd)=>{"use strict";var Ky=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Ko=RegExp.prototype.test.bind(/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),
Hy=RegExp.prototype.test.bind(/^\d*$/u),Or=RegExp.prototype.test.bind(/^[\da-f]{2}$/iu),Ho=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Jd=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Bo=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),By=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),
gt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<256;t++)gt[t]="%"+e[t>>4]+e[t&15]}function it(e){return e<2048?gt[192|e>>6]+gt[128|e&63]:e<65536?gt[224|
e>>12]+gt[128|e>>6&63]+gt[128|e&63]:gt[240|e>>18]+gt[128|e>>12&63]+gt[128|e>>6&63]+gt[128|e&63]}function Gy(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].
charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=
65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Zy=RegExp.prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Qy=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),
Xy=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),Yy=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function eg(e){if(e.length===0)return!1;for(let t=0;t<
e.length;t++)if(!Xy(e[t])){if(e[t]==="%"&&t+2<e.length&&Or(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function zd(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<
e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"\
::"+r}function tg(e){let t=e.indexOf("::");if(t!==-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).
split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p===
"")return;if(p.indexOf(".")!==-1){if(s!==o.length-1||t!==-1&&n.length===0||!Ko(p))return;i+=2;continue}if(!Zy(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===
-1)return i!==8?void 0:zd(o);if(i>=8)return;let r=o.slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return zd(r)}
function Co(e){let t=e[0]==="["&&e[e.length-1]==="]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Qy(
n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,isIPV6:!1,isIPVFuture:!0};if(rg(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==
-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=n.slice(i+s),!eg(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=tg(n);return r===void 0?{host:e,
isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+(o?"%25"+o:""),isIPV6:!0}}function rg(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Wd(e){
let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]==="\
.")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),
a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){
if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]==="/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else
a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function sg(e){if(e===""||e[0]==="/")return Wd(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){
let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),
(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join("/")}var ag={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},ng=/[@/?#:]/g,og=/[@/?#]/g;
function Cd(e,t){let a=t?og:ng;return a.lastIndex=0,e.replace(a,n=>ag[n])}function Kd(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){
if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(Or(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));t&&Ho(r)?a+=r:a+="%"+i,n+=2;continue}}
a+=e[n]}return a}function ig(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Or(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));r!=="."&&Ho(r)?t+=r:t+="%"+i,a+=2;continue}}if(Jd(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Bd(o)?n:gt[o];else if(o<55296||
o>57343)t+=it(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=it(65536+(o-55296<<10)+(i-56320)),a++):t+=it(65533)}else t+=it(65533)}}
return t}function pg(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(Or(r)){a+="%"+r.
toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Jd(i)&&(i!==":"||!n))a+=i;else{let r=e.charCodeAt(o);if(r<128)a+=gt[r];else if(r<55296||r>57343)a+=it(r);else if(r<=
56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=it(65536+(r-55296<<10)+(s-56320)),o++):a+=it(65533)}else a+=it(65533)}}return a}function Go(e,t){
let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.slice(n+1,n+3);if(Or(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{
let i=e.charCodeAt(n);if(i<128)a+=gt[i];else if(i<55296||i>57343)a+=it(i);else if(i<=56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=it(65536+
(i-55296<<10)+(r-56320)),n++):a+=it(65533)}else a+=it(65533)}}return a}function Hd(e){return Go(e,By)}function dg(e){return Go(e,Bo)}function cg(e){return Go(e,
Bo)}function Bd(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===45||e===46||e===47||e===64||e===95}function ug(e){let t="";for(let a=0;a<
e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Or(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));Ho(r)?t+=r:t+="%"+
i,a+=2;continue}}if(Bo(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Bd(o)?n:gt[o];else if(o<55296||o>57343)t+=it(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(
a+1);i>=56320&&i<=57343?(t+=it(65536+(o-55296<<10)+(i-56320)),a++):t+=it(65533)}else t+=it(65533)}}return t}function mg(e){let t="";for(let a=0;a<e.length;a++){
if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(Or(n)){t+="%"+n.toUpperCase(),a+=2;continue}}t+=escape(e[a])}return t}function lg(e){let t=[];if(e.userinfo!==
void 0&&(t.push(Hd(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Ko(a)){let n=Co(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Kd(a,!0),n=Co(a)),n.isIPV6===
!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Cd(a,!1)}t.push(a)}if(typeof e.port=="number"||typeof e.port=="string"){let a=String(e.port);if(!Hy(a))throw new TypeError(
"URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):void 0}Gd.exports={nonSimpleDomain:Yy,recomposeAuthority:lg,reescapeHostDelimiters:Cd,
normalizePercentEncoding:Kd,normalizePathEncoding:ig,serializePathEncoding:pg,normalizeQueryFragmentEncoding:ug,encodeUserinfo:Hd,encodeQuery:dg,encodeFragment:cg,
escapePreservingEscapes:mg,removeDotSegments:Wd,removeDotSegmentsRelative:sg,isIPv4:Ko,isUUID:Ky,normalizeIPv6:Co,stringArrayToHexStripped:Gy}});var ec=Y((rP,Yd)=>{"use strict";var{isUUID:hg}=Zo(),fg=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,yg=["http","https","ws","wss","urn",
"urn:uuid"];function gg(e){return yg.indexOf(e)!==-1}function Qo(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||e.
scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Zd(e){return e.host||(e.error=e.error||"HTTP URIs m\
ust have a host."),e}function Qd(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="/"),
e}function wg(e){return e.secure=Qo(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function bg(e){if((e.port===(Qo(e)?443:
80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf("?"),
a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.fragment=
void 0,e}function vg(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(fg);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"urn";e.nid=
a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Xo(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}function kg(e,t){
if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||n}`,i=Xo(o);i&&
(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function Pg(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,!t.tolerant&&(!a.
uuid||!hg(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function $g(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Xd={scheme:"http",domainHost:!0,
parse:Zd,serialize:Qd},Sg={scheme:"https",domainHost:Xd.domainHost,parse:Zd,serialize:Qd},Ra={scheme:"ws",domainHost:!0,parse:wg,serialize:bg},_g={scheme:"wss",
domainHost:Ra.domainHost,parse:Ra.parse,serialize:Ra.serialize},xg={scheme:"urn",parse:vg,serialize:kg,skipNormalize:!0},qg={scheme:"urn:uuid",parse:Pg,serialize:$g,
skipNormalize:!0},La={http:Xd,https:Sg,ws:Ra,wss:_g,urn:xg,"urn:uuid":qg};Object.setPrototypeOf(La,null);function Xo(e){return e&&(La[e]||La[e.toLowerCase()])||
void 0}Yd.exports={wsIsSecure:Qo,SCHEMES:La,isValidSchemeName:gg,getSchemeHandler:Xo}});var fc=Y((sP,za)=>{"use strict";var{normalizeIPv6:nc,removeDotSegments:Ws,removeDotSegmentsRelative:oc,recomposeAuthority:Og,normalizePercentEncoding:Yo,normalizePathEncoding:jg,
serializePathEncoding:tc,normalizeQueryFragmentEncoding:rc,encodeQuery:Tg,encodeFragment:Ag,reescapeHostDelimiters:Ng,isIPv4:ic,nonSimpleDomain:Eg}=Zo(),{SCHEMES:pc,
getSchemeHandler:ei}=ec(),dc=/^[A-Za-z][A-Za-z0-9+.-]*$/u,cc="URI scheme is malformed.",Fa="URI host is malformed.",Ig=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function sc(e){
let t=String(e);if(!dc.test(t))throw new TypeError(cc);return t}function Mg(e,t){return typeof e=="string"?e=Wg(e,t):typeof e=="object"&&(e=Ua(jr(e,t),t)),e}function Rg(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:l}=Va(e,n),{parsed:m,malformedAuthorityOrPort:b,malformedPercentEncoding:_,malformedSchemeSpecific:q,malformedHost:A,malformedScheme:O}=Va(t,n);
if(i||b||r||_||s||q||p||A||l||O)throw new Error(o.error||m.error||"URI is malformed.");let L=uc(o,m,n,!0),U=ei(a&&a.scheme||L.scheme),te=L.host,J=te!==void 0&&te!==
""&&(ic(te)||nc(te).isIPV6);if(lc(L,a||{},U,J))throw new Error(Fa);mc(L,a||{},U,J);let H=te&&te.indexOf("%")!==-1&&!/\P{ASCII}/u.test(te);if(L.error&&!H)throw new Error(
L.error);return n.skipEscape=!0,jr(L,n)}function uc(e,t,a,n){let o={};if(n||(e=Ua(jr(e,a),a),t=Ua(jr(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Ws(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Ws(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Ws(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?oc(o.path):Ws(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Lg(e,t,a){let n=ac(e,a),o=ac(t,a);return n!==void 0&&o!==void 0&&n===o}function jr(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=sc(a.scheme));let i=ei(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Yo(a.path):a.path=tc(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=sc(a.scheme),o.push(a.scheme,":"));let l=Og(a);if(l!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(l),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let m=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(m=s&&m[0]!==
"/"?oc(m):Ws(m)),s&&(m=tc(m,!0)),l===void 0&&m[0]==="/"&&m[1]==="/"&&(m="/%2F"+m.slice(2)),o.push(m)}return a.query!==void 0&&o.push("?",Tg(a.query)),a.fragment!==
void 0&&o.push("#",Ag(a.fragment)),o.join("")}var Fg=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Vg=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Ug=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Dg(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Js(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Da(e){return e[0]==="["&&e[e.
length-1]==="]"}function zg(e){let t=e[4];return Js(e[3])||t!==void 0&&!Da(t)&&Js(t)||Js(e[6])||Js(e[7])||Js(e[8])}function mc(e,t,a,n){if(lc(e,t,a,n))return e.
error=e.error||Fa,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Da(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&Eg(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Jg(o))return e.error=e.error||Fa,!0;e.host=o.hostname}
return!1}function lc(e,t,a,n){return!!(e.host&&n===!1&&!Da(e.host)&&(t.domainHost||a&&a.domainHost)&&Ig.test(e.host))}function Jg(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Va(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,l=!1,m=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let b=e.match(
Vg);b!==null&&b[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let _=e.match(Ug);if(_!==null){let A=_[1],O=A.replace(
/[\t\n\r]/g,"");O.length>=2&&(O.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):A.length!==O.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let q=e.match(Fg);if(q){n.scheme=q[1],n.userinfo=q[3],n.host=q[4],n.port=parseInt(q[5],10),
n.path=q[6]||"",n.query=q[7],n.fragment=q[8],n.scheme!==void 0&&(dc.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||cc,l=!0)),i=zg(q),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=q[5]);let A=Dg(n,q);if(A!==void 0&&(n.error=n.error||A,o=!0),n.host)if(ic(n.host)===
!1){let U=Da(n.host),te=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,J=nc(n.host);m=J.isIPV6||J.isIPVFuture===!0,p=te&&(!U||J.error===!0),n.host=m?J.host:
J.host.toLowerCase(),p&&(n.error=n.error||Fa,o=!0)}else m=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let O=ei(a.scheme||n.scheme);if(p||(s=mc(n,a,O,m)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let L=m?n.host:Yo(n.host,!0);m||(L=Yo(L.toLowerCase())),n.host=m||a.scheme!=="null"?Ng(L,m):L}(!O||O&&!O.skipNormalize)&&(n.path&&(n.path=
jg(n.path)),n.query&&(n.query=rc(n.query)),n.fragment&&(n.fragment=rc(n.fragment))),O&&O.parse&&(O.parse(n,a),O===pc.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:l}}
function Ua(e,t){return Va(e,t).parsed}function Wg(e,t){return hc(e,t).normalized}function hc(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Va(e,t);return{normalized:n||o||i||r||s?e:jr(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function ac(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
jr(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=hc(a,t);
return o||i||r||s||p?void 0:n}var ti={SCHEMES:pc,normalize:Mg,resolve:Rg,resolveComponent:uc,equal:Lg,serialize:jr,parse:Ua};za.exports=ti;za.exports.default=ti;
za.exports.fastUri=ti});var gc=Y(ri=>{"use strict";Object.defineProperty(ri,"__esModule",{value:!0});var yc=fc();yc.code='require("ajv/dist/runtime/uri").default';ri.default=yc});var _c=Y(rt=>{"use strict";Object.defineProperty(rt,"__esModule",{value:!0});rt.CodeGen=rt.Name=rt.nil=rt.stringify=rt.str=rt._=rt.KeywordCxt=void 0;var Cg=Ds();
Object.defineProperty(rt,"KeywordCxt",{enumerable:!0,get:function(){return Cg.KeywordCxt}});var as=Pe();Object.defineProperty(rt,"_",{enumerable:!0,get:function(){
return as._}});Object.defineProperty(rt,"str",{enumerable:!0,get:function(){return as.str}});Object.defineProperty(rt,"stringify",{enumerable:!0,get:function(){
return as.stringify}});Object.defineProperty(rt,"nil",{enumerable:!0,get:function(){return as.nil}});Object.defineProperty(rt,"Name",{enumerable:!0,get:function(){
return as.Name}});Object.defineProperty(rt,"CodeGen",{enumerable:!0,get:function(){return as.CodeGen}});var Kg=Ea(),Pc=zs(),Hg=_o(),Cs=Ma(),Bg=Pe(),Ks=Fs(),Ja=Ls(),
ai=Ae(),wc=Dd(),Gg=gc(),$c=(e,t)=>new RegExp(e,t);$c.code="new RegExp";var Zg=["removeAdditional","useDefaults","coerceTypes"],Qg=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Xg={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Yg={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},bc=200;function ew(e){
var t,a,n,o,i,r,s,p,l,m,b,_,q,A,O,L,U,te,J,H,z,oe,j,pe,ce;let W=e.strict,F=(t=e.code)===null||t===void 0?void 0:t.optimize,fe=F===!0||F===void 0?1:F||0,le=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:$c,X=(o=e.uriResolver)!==null&&o!==void 0?o:Gg.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:W)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:W)!==null&&p!==void 0?p:!0,strictTypes:(m=(l=e.strictTypes)!==
null&&l!==void 0?l:W)!==null&&m!==void 0?m:"log",strictTuples:(_=(b=e.strictTuples)!==null&&b!==void 0?b:W)!==null&&_!==void 0?_:"log",strictRequired:(A=(q=e.strictRequired)!==
null&&q!==void 0?q:W)!==null&&A!==void 0?A:!1,code:e.code?{...e.code,optimize:fe,regExp:le}:{optimize:fe,regExp:le},loopRequired:(O=e.loopRequired)!==null&&O!==
void 0?O:bc,loopEnum:(L=e.loopEnum)!==null&&L!==void 0?L:bc,meta:(U=e.meta)!==null&&U!==void 0?U:!0,messages:(te=e.messages)!==null&&te!==void 0?te:!0,inlineRefs:(J=
e.inlineRefs)!==null&&J!==void 0?J:!0,schemaId:(H=e.schemaId)!==null&&H!==void 0?H:"$id",addUsedSchema:(z=e.addUsedSchema)!==null&&z!==void 0?z:!0,validateSchema:(oe=
e.validateSchema)!==null&&oe!==void 0?oe:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(pe=e.unicodeRegExp)!==null&&pe!==void 0?
pe:!0,int32range:(ce=e.int32range)!==null&&ce!==void 0?ce:!0,uriResolver:X}}var Hs=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...ew(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Bg.ValueScope(
{scope:{},prefixes:Qg,es5:a,lines:n}),this.logger=ow(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Hg.getRules)(),vc.call(this,Xg,t,"NOT \
SUPPORTED"),vc.call(this,Yg,t,"DEPRECATED","warn"),this._metaOpts=aw.call(this),t.formats&&rw.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&sw.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),tw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=wc;n==="id"&&(o={...wc},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(m,b){await i.call(this,m.$schema);let _=this._addSchema(m,b);return _.validate||r.
call(this,_)}async function i(m){m&&!this.getSchema(m)&&await o.call(this,{$ref:m},!0)}async function r(m){try{return this._compileSchemaEnv(m)}catch(b){if(!(b instanceof
Pc.default))throw b;return s.call(this,b),await p.call(this,b.missingSchema),r.call(this,m)}}function s({missingSchema:m,missingRef:b}){if(this.refs[m])throw new Error(
`AnySchema ${m} is loaded but ${b} cannot be resolved`)}async function p(m){let b=await l.call(this,m);this.refs[m]||await i.call(this,b.$schema),this.refs[m]||
this.addSchema(b,m,a)}async function l(m){let b=this._loading[m];if(b)return b;try{return await(this._loading[m]=n(m))}finally{delete this._loading[m]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ks.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=kc.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Cs.SchemaEnv({schema:{},schemaId:n});if(a=Cs.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=kc.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ks.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(pw.call(this,n,a),!a)return(0,ai.eachItem)(n,i=>si.call(this,i)),this;cw.call(this,a);let o={...a,type:(0,Ja.getJSONTypes)(
a.type),schemaType:(0,Ja.getJSONTypes)(a.schemaType)};return(0,ai.eachItem)(n,o.type.length===0?i=>si.call(this,i,o):i=>o.type.forEach(r=>si.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:l}=p.definition,m=r[s];l&&m&&(r[s]=Sc(m))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ks.normalizeId)(r||n);let l=Ks.getSchemaRefs.call(this,t,n);return p=new Cs.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:l}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Cs.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Cs.compileSchema.call(this,t)}finally{this.opts=a}}};Hs.ValidationError=Kg.default;Hs.MissingRefError=Pc.default;rt.default=Hs;
function vc(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function kc(e){return e=(0,Ks.normalizeId)(e),this.schemas[e]||
this.refs[e]}function tw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function rw(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function sw(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function aw(){let e={...this.opts};for(let t of Zg)
delete e[t];return e}var nw={log(){},warn(){},error(){}};function ow(e){if(e===!1)return nw;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var iw=/^[a-z_$][a-z0-9_$:-]*$/i;function pw(e,t){let{RULES:a}=this;if((0,ai.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!iw.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function si(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Ja.getJSONTypes)(t.type),schemaType:(0,Ja.getJSONTypes)(t.schemaType)}};t.before?dw.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function dw(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function cw(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Sc(t)),e.validateSchema=
this.compile(t,!0))}var uw={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Sc(e){return{anyOf:[e,uw]}}});var xc=Y(ni=>{"use strict";Object.defineProperty(ni,"__esModule",{value:!0});var mw={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id"\
 for schema ID')}};ni.default=mw});var Tc=Y(Tr=>{"use strict";Object.defineProperty(Tr,"__esModule",{value:!0});Tr.callRef=Tr.getValidate=void 0;var lw=zs(),qc=_t(),wt=Pe(),ns=Qt(),Oc=Ma(),Wa=Ae(),
hw={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:l}=i;if((a==="#"||a==="#/")&&
o===l.baseId)return b();let m=Oc.resolveRef.call(p,l,o,a);if(m===void 0)throw new lw.default(n.opts.uriResolver,o,a);if(m instanceof Oc.SchemaEnv)return _(m);return q(
m);function b(){if(i===l)return Ca(e,r,i,i.$async);let A=t.scopeValue("root",{ref:l});return Ca(e,(0,wt._)`${A}.validate`,l,l.$async)}function _(A){let O=jc(e,A);
Ca(e,O,A,A.$async)}function q(A){let O=t.scopeValue("schema",s.code.source===!0?{ref:A,code:(0,wt.stringify)(A)}:{ref:A}),L=t.name("valid"),U=e.subschema({schema:A,
dataTypes:[],schemaPath:wt.nil,topSchemaRef:O,errSchemaPath:a},L);e.mergeEvaluated(U),e.ok(L)}}};function jc(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,wt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}Tr.getValidate=jc;function Ca(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,l=p.passContext?ns.default.this:wt.nil;n?m():b();function m(){if(!s.$async)throw new Error("async schema referenced by sync schema");let A=o.let("vali\
d");o.try(()=>{o.code((0,wt._)`await ${(0,qc.callValidateCode)(e,t,l)}`),q(t),r||o.assign(A,!0)},O=>{o.if((0,wt._)`!(${O} instanceof ${i.ValidationError})`,()=>o.
throw(O)),_(O),r||o.assign(A,!1)}),e.ok(A)}function b(){e.result((0,qc.callValidateCode)(e,t,l),()=>q(t),()=>_(t))}function _(A){let O=(0,wt._)`${A}.errors`;o.assign(
ns.default.vErrors,(0,wt._)`${ns.default.vErrors} === null ? ${O} : ${ns.default.vErrors}.concat(${O})`),o.assign(ns.default.errors,(0,wt._)`${ns.default.vErrors}.length`)}
function q(A){var O;if(!i.opts.unevaluated)return;let L=(O=a?.validate)===null||O===void 0?void 0:O.evaluated;if(i.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(i.props=Wa.mergeEvaluated.props(o,L.props,i.props));else{let U=o.var("props",(0,wt._)`${A}.evaluated.props`);i.props=Wa.mergeEvaluated.props(o,U,i.props,wt.Name)}
if(i.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(i.items=Wa.mergeEvaluated.items(o,L.items,i.items));else{let U=o.var("items",(0,wt._)`${A}.evaluated.items`);
i.items=Wa.mergeEvaluated.items(o,U,i.items,wt.Name)}}}Tr.callRef=Ca;Tr.default=hw});var Ac=Y(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});var fw=xc(),yw=Tc(),gw=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",fw.default,yw.default];oi.default=gw});var Nc=Y(ii=>{"use strict";Object.defineProperty(ii,"__esModule",{value:!0});var Ka=Pe(),mr=Ka.operators,Ha={maximum:{okStr:"<=",ok:mr.LTE,fail:mr.GT},minimum:{
okStr:">=",ok:mr.GTE,fail:mr.LT},exclusiveMaximum:{okStr:"<",ok:mr.LT,fail:mr.GTE},exclusiveMinimum:{okStr:">",ok:mr.GT,fail:mr.LTE}},ww={message:({keyword:e,schemaCode:t})=>(0,Ka.
str)`must be ${Ha[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Ka._)`{comparison: ${Ha[e].okStr}, limit: ${t}}`},bw={keyword:Object.keys(Ha),type:"numb\
er",schemaType:"number",$data:!0,error:ww,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Ka._)`${a} ${Ha[t].fail} ${n} || isNaN(${a})`)}};ii.default=
bw});var Ec=Y(pi=>{"use strict";Object.defineProperty(pi,"__esModule",{value:!0});var Bs=Pe(),vw={message:({schemaCode:e})=>(0,Bs.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Bs._)`{multipleOf: ${e}}`},kw={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:vw,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Bs._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Bs._)`${r} !== parseInt(${r})`;e.fail$data((0,Bs.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};pi.default=kw});var Ic=Y(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var Ar=Pe(),Pw=Ae(),$w=Hn(),Sw={message({keyword:e,schemaCode:t}){let a=e==="maxLen\
gth"?"more":"fewer";return(0,Ar.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,Ar._)`{limit: ${e}}`},_w={keyword:["maxLength","minLe\
ngth"],type:"string",schemaType:"number",$data:!0,error:Sw,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?Ar.operators.GT:Ar.operators.LT,r=o.
opts.unicode===!1?(0,Ar._)`${a}.length`:(0,Ar._)`${(0,Pw.useFunc)(e.gen,$w.default)}(${a})`;e.fail$data((0,Ar._)`${r} ${i} ${n}`)}};di.default=_w});var Mc=Y(ci=>{"use strict";Object.defineProperty(ci,"__esModule",{value:!0});var xw=_t(),qw=Ae(),os=Pe(),Ow={message:({schemaCode:e})=>(0,os.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,os._)`{pattern: ${e}}`},jw={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Ow,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,l=p.code==="new RegExp"?(0,os._)`new RegExp`:(0,qw.useFunc)(t,p),m=t.let("val\
id");t.try(()=>t.assign(m,(0,os._)`${l}(${i}, ${s}).test(${a})`),()=>t.assign(m,!1)),e.fail$data((0,os._)`!${m}`)}else{let p=(0,xw.usePattern)(e,o);e.fail$data(
(0,os._)`!${p}.test(${a})`)}}};ci.default=jw});var Rc=Y(ui=>{"use strict";Object.defineProperty(ui,"__esModule",{value:!0});var Gs=Pe(),Tw={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Gs.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Gs._)`{limit: ${e}}`},Aw={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Tw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Gs.operators.GT:Gs.operators.LT;e.fail$data(
(0,Gs._)`Object.keys(${a}).length ${o} ${n}`)}};ui.default=Aw});var Lc=Y(mi=>{"use strict";Object.defineProperty(mi,"__esModule",{value:!0});var Zs=_t(),Qs=Pe(),Nw=Ae(),Ew={message:({params:{missingProperty:e}})=>(0,Qs.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Qs._)`{missingProperty: ${e}}`},Iw={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Ew,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?l():m(),s.strictRequired){
let q=e.parentSchema.properties,{definedProperties:A}=e.it;for(let O of a)if(q?.[O]===void 0&&!A.has(O)){let L=r.schemaEnv.baseId+r.errSchemaPath,U=`required pr\
operty "${O}" is not defined at "${L}" (strictRequired)`;(0,Nw.checkStrictMode)(r,U,r.opts.strictRequired)}}function l(){if(p||i)e.block$data(Qs.nil,b);else for(let q of a)
(0,Zs.checkReportMissingProp)(e,q)}function m(){let q=t.let("missing");if(p||i){let A=t.let("valid",!0);e.block$data(A,()=>_(q,A)),e.ok(A)}else t.if((0,Zs.checkMissingProp)(
e,a,q)),(0,Zs.reportMissingProp)(e,q),t.else()}function b(){t.forOf("prop",n,q=>{e.setParams({missingProperty:q}),t.if((0,Zs.noPropertyInData)(t,o,q,s.ownProperties),
()=>e.error())})}function _(q,A){e.setParams({missingProperty:q}),t.forOf(q,n,()=>{t.assign(A,(0,Zs.propertyInData)(t,o,q,s.ownProperties)),t.if((0,Qs.not)(A),()=>{
e.error(),t.break()})},Qs.nil)}}};mi.default=Iw});var Fc=Y(li=>{"use strict";Object.defineProperty(li,"__esModule",{value:!0});var Xs=Pe(),Mw={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"fewe\
r";return(0,Xs.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Xs._)`{limit: ${e}}`},Rw={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:Mw,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Xs.operators.GT:Xs.operators.LT;e.fail$data((0,Xs._)`${a}.length ${o} ${n}`)}};
li.default=Rw});var Ba=Y(hi=>{"use strict";Object.defineProperty(hi,"__esModule",{value:!0});var Vc=Eo();Vc.code='require("ajv/dist/runtime/equal").default';hi.default=Vc});var Uc=Y(yi=>{"use strict";Object.defineProperty(yi,"__esModule",{value:!0});var fi=Ls(),st=Pe(),Lw=Ae(),Fw=Ba(),Vw={message:({params:{i:e,j:t}})=>(0,st.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,st._)`{i: ${e}, j: ${t}}`},Uw={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Vw,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),l=i.items?(0,fi.getSchemaTypes)(i.items):[];e.block$data(p,m,(0,st._)`${r} === false`),
e.ok(p);function m(){let A=t.let("i",(0,st._)`${a}.length`),O=t.let("j");e.setParams({i:A,j:O}),t.assign(p,!0),t.if((0,st._)`${A} > 1`,()=>(b()?_:q)(A,O))}function b(){
return l.length>0&&!l.some(A=>A==="object"||A==="array")}function _(A,O){let L=t.name("item"),U=(0,fi.checkDataTypes)(l,L,s.opts.strictNumbers,fi.DataType.Wrong),
te=t.const("indices",(0,st._)`{}`);t.for((0,st._)`;${A}--;`,()=>{t.let(L,(0,st._)`${a}[${A}]`),t.if(U,(0,st._)`continue`),l.length>1&&t.if((0,st._)`typeof ${L} == "string"`,
(0,st._)`${L} += "_"`),t.if((0,st._)`typeof ${te}[${L}] == "number"`,()=>{t.assign(O,(0,st._)`${te}[${L}]`),e.error(),t.assign(p,!1).break()}).code((0,st._)`${te}[${L}] = ${A}`)})}
function q(A,O){let L=(0,Lw.useFunc)(t,Fw.default),U=t.name("outer");t.label(U).for((0,st._)`;${A}--;`,()=>t.for((0,st._)`${O} = ${A}; ${O}--;`,()=>t.if((0,st._)`${L}(${a}[${A}], ${a}[${O}])`,
()=>{e.error(),t.assign(p,!1).break(U)})))}}};yi.default=Uw});var Dc=Y(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var gi=Pe(),Dw=Ae(),zw=Ba(),Jw={message:"must be equal to constant",params:({schemaCode:e})=>(0,gi.
_)`{allowedValue: ${e}}`},Ww={keyword:"const",$data:!0,error:Jw,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,gi.
_)`!${(0,Dw.useFunc)(t,zw.default)}(${a}, ${o})`):e.fail((0,gi._)`${i} !== ${a}`)}};wi.default=Ww});var zc=Y(bi=>{"use strict";Object.defineProperty(bi,"__esModule",{value:!0});var Ys=Pe(),Cw=Ae(),Kw=Ba(),Hw={message:"must be equal to one of the allowed values",
params:({schemaCode:e})=>(0,Ys._)`{allowedValues: ${e}}`},Bw={keyword:"enum",schemaType:"array",$data:!0,error:Hw,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,l=()=>p??(p=(0,Cw.useFunc)(t,Kw.default)),m;if(s||
n)m=t.let("valid"),e.block$data(m,b);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let q=t.const("vSchema",i);m=(0,Ys.or)(...o.map((A,O)=>_(
q,O)))}e.pass(m);function b(){t.assign(m,!1),t.forOf("v",i,q=>t.if((0,Ys._)`${l()}(${a}, ${q})`,()=>t.assign(m,!0).break()))}function _(q,A){let O=o[A];return typeof O==
"object"&&O!==null?(0,Ys._)`${l()}(${a}, ${q}[${A}])`:(0,Ys._)`${a} === ${O}`}}};bi.default=Bw});var Jc=Y(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var Gw=Nc(),Zw=Ec(),Qw=Ic(),Xw=Mc(),Yw=Rc(),eb=Lc(),tb=Fc(),rb=Uc(),sb=Dc(),ab=zc(),
nb=[Gw.default,Zw.default,Qw.default,Xw.default,Yw.default,eb.default,tb.default,rb.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},sb.default,ab.default];vi.default=nb});var Pi=Y(ea=>{"use strict";Object.defineProperty(ea,"__esModule",{value:!0});ea.validateAdditionalItems=void 0;var Nr=Pe(),ki=Ae(),ob={message:({params:{len:e}})=>(0,Nr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Nr._)`{limit: ${e}}`},ib={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:ob,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,ki.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Wc(e,n)}};function Wc(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,Nr._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,Nr._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,ki.alwaysValidSchema)(r,n)){let l=a.var("valid",(0,Nr.
_)`${s} <= ${t.length}`);a.if((0,Nr.not)(l),()=>p(l)),e.ok(l)}function p(l){a.forRange("i",t.length,s,m=>{e.subschema({keyword:i,dataProp:m,dataPropType:ki.Type.
Num},l),r.allErrors||a.if((0,Nr.not)(l),()=>a.break())})}}ea.validateAdditionalItems=Wc;ea.default=ib});var $i=Y(ta=>{"use strict";Object.defineProperty(ta,"__esModule",{value:!0});ta.validateTuple=void 0;var Cc=Pe(),Ga=Ae(),pb=_t(),db={keyword:"items",type:"array",
schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Kc(e,"additionalItems",t);a.items=!0,!(0,Ga.
alwaysValidSchema)(a,t)&&e.ok((0,pb.validateArray)(e))}};function Kc(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;m(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Ga.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),l=n.const("len",(0,Cc._)`${i}.length`);a.forEach((b,_)=>{(0,Ga.
alwaysValidSchema)(s,b)||(n.if((0,Cc._)`${l} > ${_}`,()=>e.subschema({keyword:r,schemaProp:_,dataProp:_},p)),e.ok(p))});function m(b){let{opts:_,errSchemaPath:q}=s,
A=a.length,O=A===b.minItems&&(A===b.maxItems||b[t]===!1);if(_.strictTuples&&!O){let L=`"${r}" is ${A}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${q}"`;(0,Ga.checkStrictMode)(s,L,_.strictTuples)}}}ta.validateTuple=Kc;ta.default=db});var Hc=Y(Si=>{"use strict";Object.defineProperty(Si,"__esModule",{value:!0});var cb=$i(),ub={keyword:"prefixItems",type:"array",schemaType:["array"],before:"uni\
queItems",code:e=>(0,cb.validateTuple)(e,"items")};Si.default=ub});var Gc=Y(_i=>{"use strict";Object.defineProperty(_i,"__esModule",{value:!0});var Bc=Pe(),mb=Ae(),lb=_t(),hb=Pi(),fb={message:({params:{len:e}})=>(0,Bc.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Bc._)`{limit: ${e}}`},yb={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:fb,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,mb.alwaysValidSchema)(n,t)&&(o?(0,hb.validateAdditionalItems)(e,o):e.ok((0,lb.validateArray)(e)))}};_i.default=
yb});var Zc=Y(xi=>{"use strict";Object.defineProperty(xi,"__esModule",{value:!0});var qt=Pe(),Za=Ae(),gb={message:({params:{min:e,max:t}})=>t===void 0?(0,qt.str)`must contain at least ${e} valid item(s)`:
(0,qt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,qt._)`{minContains: ${e}}`:(0,qt._)`{minContains: ${e}, maxContains: ${t}}`},
wb={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:gb,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:l}=n;i.opts.next?(r=p===void 0?1:p,s=l):r=1;let m=t.const("len",(0,qt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Za.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Za.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Za.alwaysValidSchema)(i,a)){let O=(0,qt._)`${m} >= ${r}`;s!==void 0&&(O=(0,qt._)`${O} && ${m} <= ${s}`),
e.pass(O);return}i.items=!0;let b=t.name("valid");s===void 0&&r===1?q(b,()=>t.if(b,()=>t.break())):r===0?(t.let(b,!0),s!==void 0&&t.if((0,qt._)`${o}.length > 0`,
_)):(t.let(b,!1),_()),e.result(b,()=>e.reset());function _(){let O=t.name("_valid"),L=t.let("count",0);q(O,()=>t.if(O,()=>A(L)))}function q(O,L){t.forRange("i",
0,m,U=>{e.subschema({keyword:"contains",dataProp:U,dataPropType:Za.Type.Num,compositeRule:!0},O),L()})}function A(O){t.code((0,qt._)`${O}++`),s===void 0?t.if((0,qt.
_)`${O} >= ${r}`,()=>t.assign(b,!0).break()):(t.if((0,qt._)`${O} > ${s}`,()=>t.assign(b,!1).break()),r===1?t.assign(b,!0):t.if((0,qt._)`${O} >= ${r}`,()=>t.assign(
b,!0)))}}};xi.default=wb});var Yc=Y(Wt=>{"use strict";Object.defineProperty(Wt,"__esModule",{value:!0});Wt.validateSchemaDeps=Wt.validatePropertyDeps=Wt.error=void 0;var qi=Pe(),bb=Ae(),ra=_t();
Wt.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,qi.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,qi._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var vb={keyword:"dependencies",type:"object",schemaType:"object",error:Wt.error,code(e){let[t,a]=kb(e);Qc(e,t),Xc(e,a)}};function kb({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Qc(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,ra.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let l of s)(0,ra.checkReportMissingProp)(e,l)}):(a.if((0,qi._)`${p} && (${(0,ra.
checkMissingProp)(e,s,i)})`),(0,ra.reportMissingProp)(e,i),a.else())}}Wt.validatePropertyDeps=Qc;function Xc(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,bb.alwaysValidSchema)(i,t[s])||(a.if((0,ra.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Wt.validateSchemaDeps=Xc;Wt.default=vb});var tu=Y(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var eu=Pe(),Pb=Ae(),$b={message:"property name must be valid",params:({params:e})=>(0,eu.
_)`{propertyName: ${e.propertyName}}`},Sb={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:$b,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,Pb.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,eu.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};Oi.default=Sb});var Ti=Y(ji=>{"use strict";Object.defineProperty(ji,"__esModule",{value:!0});var Qa=_t(),Ft=Pe(),_b=Qt(),Xa=Ae(),xb={message:"must NOT have additional propertie\
s",params:({params:e})=>(0,Ft._)`{additionalProperty: ${e.additionalProperty}}`},qb={keyword:"additionalProperties",type:["object"],schemaType:["boolean","objec\
t"],allowUndefined:!0,trackErrors:!0,error:xb,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation err\
or");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Xa.alwaysValidSchema)(r,a))return;let l=(0,Qa.allSchemaProperties)(n.properties),m=(0,Qa.
allSchemaProperties)(n.patternProperties);b(),e.ok((0,Ft._)`${i} === ${_b.default.errors}`);function b(){t.forIn("key",o,L=>{!l.length&&!m.length?A(L):t.if(_(L),
()=>A(L))})}function _(L){let U;if(l.length>8){let te=(0,Xa.schemaRefOrVal)(r,n.properties,"properties");U=(0,Qa.isOwnProperty)(t,te,L)}else l.length?U=(0,Ft.or)(
...l.map(te=>(0,Ft._)`${L} === ${te}`)):U=Ft.nil;return m.length&&(U=(0,Ft.or)(U,...m.map(te=>(0,Ft._)`${(0,Qa.usePattern)(e,te)}.test(${L})`))),(0,Ft.not)(U)}function q(L){
t.code((0,Ft._)`delete ${o}[${L}]`)}function A(L){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){q(L);return}if(a===!1){e.setParams({additionalProperty:L}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Xa.alwaysValidSchema)(r,a)){let U=t.name("valid");p.removeAdditional==="failing"?(O(L,U,!1),t.if((0,Ft.
not)(U),()=>{e.reset(),q(L)})):(O(L,U),s||t.if((0,Ft.not)(U),()=>t.break()))}}function O(L,U,te){let J={keyword:"additionalProperties",dataProp:L,dataPropType:Xa.
Type.Str};te===!1&&Object.assign(J,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(J,U)}}};ji.default=qb});var au=Y(Ni=>{"use strict";Object.defineProperty(Ni,"__esModule",{value:!0});var Ob=Ds(),ru=_t(),Ai=Ae(),su=Ti(),jb={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&su.default.code(new Ob.KeywordCxt(
i,su.default,"additionalProperties"));let r=(0,ru.allSchemaProperties)(a);for(let b of r)i.definedProperties.add(b);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Ai.mergeEvaluated.props(t,(0,Ai.toHash)(r),i.props));let s=r.filter(b=>!(0,Ai.alwaysValidSchema)(i,a[b]));if(s.length===0)return;let p=t.name("valid");
for(let b of s)l(b)?m(b):(t.if((0,ru.propertyInData)(t,o,b,i.opts.ownProperties)),m(b),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(b),
e.ok(p);function l(b){return i.opts.useDefaults&&!i.compositeRule&&a[b].default!==void 0}function m(b){e.subschema({keyword:"properties",schemaProp:b,dataProp:b},
p)}}};Ni.default=jb});var pu=Y(Ei=>{"use strict";Object.defineProperty(Ei,"__esModule",{value:!0});var nu=_t(),Ya=Pe(),ou=Ae(),iu=Ae(),Tb={keyword:"patternProperties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,nu.allSchemaProperties)(a),p=s.filter(O=>(0,ou.alwaysValidSchema)(i,a[O]));if(s.
length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let l=r.strictSchema&&!r.allowMatchingProperties&&o.properties,m=t.name("valid");i.props!==
!0&&!(i.props instanceof Ya.Name)&&(i.props=(0,iu.evaluatedPropsToName)(t,i.props));let{props:b}=i;_();function _(){for(let O of s)l&&q(O),i.allErrors?A(O):(t.var(
m,!0),A(O),t.if(m))}function q(O){for(let L in l)new RegExp(O).test(L)&&(0,ou.checkStrictMode)(i,`property ${L} matches pattern ${O} (use allowMatchingPropertie\
s)`)}function A(O){t.forIn("key",n,L=>{t.if((0,Ya._)`${(0,nu.usePattern)(e,O)}.test(${L})`,()=>{let U=p.includes(O);U||e.subschema({keyword:"patternProperties",
schemaProp:O,dataProp:L,dataPropType:iu.Type.Str},m),i.opts.unevaluated&&b!==!0?t.assign((0,Ya._)`${b}[${L}]`,!0):!U&&!i.allErrors&&t.if((0,Ya.not)(m),()=>t.break())})})}}};
Ei.default=Tb});var du=Y(Ii=>{"use strict";Object.defineProperty(Ii,"__esModule",{value:!0});var Ab=Ae(),Nb={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,Ab.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Ii.default=Nb});var cu=Y(Mi=>{"use strict";Object.defineProperty(Mi,"__esModule",{value:!0});var Eb=_t(),Ib={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Eb.validateUnion,
error:{message:"must match a schema in anyOf"}};Mi.default=Ib});var uu=Y(Ri=>{"use strict";Object.defineProperty(Ri,"__esModule",{value:!0});var en=Pe(),Mb=Ae(),Rb={message:"must match exactly one schema in oneOf",params:({params:e})=>(0,en.
_)`{passingSchemas: ${e.passing}}`},Lb={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Rb,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;if(!Array.isArray(
a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),p=t.name("_va\
lid");e.setParams({passing:s}),t.block(l),e.result(r,()=>e.reset(),()=>e.error(!0));function l(){i.forEach((m,b)=>{let _;(0,Mb.alwaysValidSchema)(o,m)?t.var(p,!0):
_=e.subschema({keyword:"oneOf",schemaProp:b,compositeRule:!0},p),b>0&&t.if((0,en._)`${p} && ${r}`).assign(r,!1).assign(s,(0,en._)`[${s}, ${b}]`).else(),t.if(p,()=>{
t.assign(r,!0),t.assign(s,b),_&&e.mergeEvaluated(_,en.Name)})})}}};Ri.default=Lb});var mu=Y(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var Fb=Ae(),Vb={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,Fb.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Li.default=Vb});var fu=Y(Fi=>{"use strict";Object.defineProperty(Fi,"__esModule",{value:!0});var tn=Pe(),hu=Ae(),Ub={message:({params:e})=>(0,tn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,tn._)`{failingKeyword: ${e.ifClause}}`},Db={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Ub,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,hu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=lu(n,"then"),i=lu(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let m=t.let("ifClause");e.setParams({ifClause:m}),t.if(s,l("then",m),l("else",m))}else o?t.if(
s,l("then")):t.if((0,tn.not)(s),l("else"));e.pass(r,()=>e.error(!0));function p(){let m=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(m)}function l(m,b){return()=>{let _=e.subschema({keyword:m},s);t.assign(r,s),e.mergeValidEvaluated(_,r),b?t.assign(b,(0,tn._)`${m}`):e.setParams(
{ifClause:m})}}}};function lu(e,t){let a=e.schema[t];return a!==void 0&&!(0,hu.alwaysValidSchema)(e,a)}Fi.default=Db});var yu=Y(Vi=>{"use strict";Object.defineProperty(Vi,"__esModule",{value:!0});var zb=Ae(),Jb={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,zb.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Vi.default=Jb});var gu=Y(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var Wb=Pi(),Cb=Hc(),Kb=$i(),Hb=Gc(),Bb=Zc(),Gb=Yc(),Zb=tu(),Qb=Ti(),Xb=au(),Yb=pu(),
ev=du(),tv=cu(),rv=uu(),sv=mu(),av=fu(),nv=yu();function ov(e=!1){let t=[ev.default,tv.default,rv.default,sv.default,av.default,nv.default,Zb.default,Qb.default,
Gb.default,Xb.default,Yb.default];return e?t.push(Cb.default,Hb.default):t.push(Wb.default,Kb.default),t.push(Bb.default),t}Ui.default=ov});var wu=Y(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var Be=Pe(),iv={message:({schemaCode:e})=>(0,Be.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,Be._)`{format: ${e}}`},pv={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:iv,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:l,schemaEnv:m,self:b}=s;if(!p.validateFormats)return;o?_():q();function _(){let A=a.scopeValue("formats",{ref:b.
formats,code:p.code.formats}),O=a.const("fDef",(0,Be._)`${A}[${r}]`),L=a.let("fType"),U=a.let("format");a.if((0,Be._)`typeof ${O} == "object" && !(${O} instanceof RegExp)`,
()=>a.assign(L,(0,Be._)`${O}.type || "string"`).assign(U,(0,Be._)`${O}.validate`),()=>a.assign(L,(0,Be._)`"string"`).assign(U,O)),e.fail$data((0,Be.or)(te(),J()));
function te(){return p.strictSchema===!1?Be.nil:(0,Be._)`${r} && !${U}`}function J(){let H=m.$async?(0,Be._)`(${O}.async ? await ${U}(${n}) : ${U}(${n}))`:(0,Be.
_)`${U}(${n})`,z=(0,Be._)`(typeof ${U} == "function" ? ${H} : ${U}.test(${n}))`;return(0,Be._)`${U} && ${U} !== true && ${L} === ${t} && !${z}`}}function q(){let A=b.
formats[i];if(!A){te();return}if(A===!0)return;let[O,L,U]=J(A);O===t&&e.pass(H());function te(){if(p.strictSchema===!1){b.logger.warn(z());return}throw new Error(
z());function z(){return`unknown format "${i}" ignored in schema at path "${l}"`}}function J(z){let oe=z instanceof RegExp?(0,Be.regexpCode)(z):p.code.formats?(0,Be.
_)`${p.code.formats}${(0,Be.getProperty)(i)}`:void 0,j=a.scopeValue("formats",{key:i,ref:z,code:oe});return typeof z=="object"&&!(z instanceof RegExp)?[z.type||
"string",z.validate,(0,Be._)`${j}.validate`]:["string",z,j]}function H(){if(typeof A=="object"&&!(A instanceof RegExp)&&A.async){if(!m.$async)throw new Error("a\
sync format in sync schema");return(0,Be._)`await ${U}(${n})`}return typeof L=="function"?(0,Be._)`${U}(${n})`:(0,Be._)`${U}.test(${n})`}}}};Di.default=pv});var bu=Y(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var dv=wu(),cv=[dv.default];zi.default=cv});var vu=Y(is=>{"use strict";Object.defineProperty(is,"__esModule",{value:!0});is.contentVocabulary=is.metadataVocabulary=void 0;is.metadataVocabulary=["title","d\
escription","default","deprecated","readOnly","writeOnly","examples"];is.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Pu=Y(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var uv=Ac(),mv=Jc(),lv=gu(),hv=bu(),ku=vu(),fv=[uv.default,mv.default,(0,lv.default)(),
hv.default,ku.metadataVocabulary,ku.contentVocabulary];Ji.default=fv});var Su=Y(rn=>{"use strict";Object.defineProperty(rn,"__esModule",{value:!0});rn.DiscrError=void 0;var $u;(function(e){e.Tag="tag",e.Mapping="mapping"})($u||(rn.
DiscrError=$u={}))});var xu=Y(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var ps=Pe(),Wi=Su(),_u=Ma(),yv=zs(),gv=Ae(),wv={message:({params:{discrError:e,tagName:t}})=>e===
Wi.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,ps._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
bv={keyword:"discriminator",type:"object",schemaType:"object",error:wv,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),l=t.
const("tag",(0,ps._)`${a}${(0,ps.getProperty)(s)}`);t.if((0,ps._)`typeof ${l} == "string"`,()=>m(),()=>e.error(!1,{discrError:Wi.DiscrError.Tag,tag:l,tagName:s})),
e.ok(p);function m(){let q=_();t.if(!1);for(let A in q)t.elseIf((0,ps._)`${l} === ${A}`),t.assign(p,b(q[A]));t.else(),e.error(!1,{discrError:Wi.DiscrError.Mapping,
tag:l,tagName:s}),t.endIf()}function b(q){let A=t.name("valid"),O=e.subschema({keyword:"oneOf",schemaProp:q},A);return e.mergeEvaluated(O,ps.Name),A}function _(){
var q;let A={},O=U(o),L=!0;for(let H=0;H<r.length;H++){let z=r[H];if(z?.$ref&&!(0,gv.schemaHasRulesButRef)(z,i.self.RULES)){let j=z.$ref;if(z=_u.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),z instanceof _u.SchemaEnv&&(z=z.schema),z===void 0)throw new yv.default(i.opts.uriResolver,i.baseId,j)}let oe=(q=z?.properties)===
null||q===void 0?void 0:q[s];if(typeof oe!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(O||U(z)),te(oe,H)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return A;function U({required:H}){return Array.isArray(H)&&H.includes(s)}function te(H,z){
if(H.const)J(H.const,z);else if(H.enum)for(let oe of H.enum)J(oe,z);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function J(H,z){
if(typeof H!="string"||H in A)throw new Error(`discriminator: "${s}" values must be unique strings`);A[H]=z}}}};Ci.default=bv});var qu=Y((WP,vv)=>{vv.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",definitions:{
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
#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/definitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Ot=Y((We,Ki)=>{"use strict";Object.defineProperty(We,"__esModule",{value:!0});We.MissingRefError=We.ValidationError=We.CodeGen=We.Name=We.nil=We.stringify=We.
str=We._=We.KeywordCxt=We.Ajv=void 0;var kv=_c(),Pv=Pu(),$v=xu(),Ou=qu(),Sv=["/properties"],sn="http://json-schema.org/draft-07/schema",ds=class extends kv.default{_addVocabularies(){
super._addVocabularies(),Pv.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword($v.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Ou,Sv):Ou;this.addMetaSchema(t,sn,!1),this.refs["http://json-schema.org/schema"]=sn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(sn)?sn:void 0)}};We.Ajv=ds;Ki.exports=We=ds;Ki.exports.Ajv=ds;Object.defineProperty(We,"__esMo\
dule",{value:!0});We.default=ds;var _v=Ds();Object.defineProperty(We,"KeywordCxt",{enumerable:!0,get:function(){return _v.KeywordCxt}});var cs=Pe();Object.defineProperty(
We,"_",{enumerable:!0,get:function(){return cs._}});Object.defineProperty(We,"str",{enumerable:!0,get:function(){return cs.str}});Object.defineProperty(We,"stri\
ngify",{enumerable:!0,get:function(){return cs.stringify}});Object.defineProperty(We,"nil",{enumerable:!0,get:function(){return cs.nil}});Object.defineProperty(
We,"Name",{enumerable:!0,get:function(){return cs.Name}});Object.defineProperty(We,"CodeGen",{enumerable:!0,get:function(){return cs.CodeGen}});var xv=Ea();Object.
defineProperty(We,"ValidationError",{enumerable:!0,get:function(){return xv.default}});var qv=zs();Object.defineProperty(We,"MissingRefError",{enumerable:!0,get:function(){
return qv.default}})});var Wl=bt($p());import{models as U0}from"./models.js";function ya(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,l=0,m=0,b=0;function _(J,H){let z=0,oe=0;for(;z<J||!H;){let j=e.charCodeAt(n);if(j>=48&&j<=57)oe=oe*
16+j-48;else if(j>=65&&j<=70)oe=oe*16+j-65+10;else if(j>=97&&j<=102)oe=oe*16+j-97+10;else break;n++,z++}return z<J&&(oe=-1),oe}function q(J){n=J,o="",i=0,r=16,b=
0}function A(){let J=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Kr(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Kr(e.
charCodeAt(n)))for(n++;n<e.length&&Kr(e.charCodeAt(n));)n++;else return b=3,e.substring(J,n);let H=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Kr(e.charCodeAt(n))){for(n++;n<e.length&&Kr(e.charCodeAt(n));)n++;H=n}else b=3;
return e.substring(J,H)}function O(){let J="",H=n;for(;;){if(n>=a){J+=e.substring(H,n),b=2;break}let z=e.charCodeAt(n);if(z===34){J+=e.substring(H,n),n++;break}
if(z===92){if(J+=e.substring(H,n),n++,n>=a){b=2;break}switch(e.charCodeAt(n++)){case 34:J+='"';break;case 92:J+="\\";break;case 47:J+="/";break;case 98:J+="\b";
break;case 102:J+="\f";break;case 110:J+=`
`;break;case 114:J+="\r";break;case 116:J+="	";break;case 117:let j=_(4,!0);j>=0?J+=String.fromCharCode(j):b=4;break;default:b=5}H=n;continue}if(z>=0&&z<=31)if(xs(
z)){J+=e.substring(H,n),b=2;break}else b=6;n++}return J}function L(){if(o="",b=0,i=n,p=s,m=l,n>=a)return i=a,r=17;let J=e.charCodeAt(n);if(Zn(J)){do n++,o+=String.
fromCharCode(J),J=e.charCodeAt(n);while(Zn(J));return r=15}if(xs(J))return n++,o+=String.fromCharCode(J),J===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,l=n,r=14;switch(J){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=O(),r=10;case 47:let H=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!xs(e.charCodeAt(n));)n++;return o=e.substring(H,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let z=a-1,oe=!1;for(;n<z;){let j=e.charCodeAt(n);if(j===42&&e.charCodeAt(n+1)===47){n+=2,oe=!0;break}n++,xs(j)&&(j===13&&e.charCodeAt(n)===10&&n++,
s++,l=n)}return oe||(n++,b=1),o=e.substring(H,n),r=13}return o+=String.fromCharCode(J),n++,r=16;case 45:if(o+=String.fromCharCode(J),n++,n===a||!Kr(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=A(),r=11;default:for(;n<a&&U(J);)n++,J=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(J),n++,r=16}}
function U(J){if(Zn(J)||xs(J))return!1;switch(J){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function te(){let J;do J=L();while(J>=
12&&J<=15);return J}return{setPosition:q,getPosition:()=>n,scan:t?te:L,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-m,getTokenError:()=>b}}function Zn(e){return e===32||e===9}function xs(e){return e===10||e===13}function Kr(e){return e>=48&&e<=57}
var Sp;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Sp||(Sp={}));var vh=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Hr=200,kh={" ":{"\n":new Array(Hr).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Hr).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Hr).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Hr).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Hr).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Hr).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var ga;(function(e){e.DEFAULT={allowTrailingComma:!1}})(ga||(ga={}));function _p(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,l,m,b){i.value=p,i.offset=l,i.length=m,i.type=b,i.colonOffset=void 0,o=i}try{Yn(e,{onObjectBegin:(p,l)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,l,m)=>{if(t<l||(s(p,l,m,"property"),a[a.length-1]=p,t<=l+m))throw n},onObjectEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,l)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,l,m)=>{if(t<l||(s(p,l,m,xp(p)),t<=l+m))throw n},onSeparator:(p,l,m)=>{
if(t<=l)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=l,r=!1,o=void 0;else if(p===","){let b=a[a.length-1];typeof b=="number"?a[a.length-1]=b+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let l=0;for(let m=0;l<p.length&&m<a.length;m++)
if(p[l]===a[m]||p[l]==="*")l++;else if(p[l]!=="**")return!1;return l===p.length}}}function Qn(e,t=[],a=ga.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Yn(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,l,m)=>{
n=i({type:"property",offset:l,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:l,length:m,parent:n})},onObjectEnd:(p,l)=>{o(p+l),n.
length=p+l-n.offset,n=n.parent,o(p+l)},onArrayBegin:(p,l)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,l)=>{n.length=p+l-n.offset,
n=n.parent,o(p+l)},onLiteralValue:(p,l,m)=>{i({type:xp(p),offset:l,length:m,parent:n,value:p}),o(l+m)},onSeparator:(p,l,m)=>{n.type==="property"&&(p===":"?n.colonOffset=
l:p===","&&o(l))},onError:(p,l,m)=>{t.push({error:p,offset:l,length:m})}},a);let s=n.children[0];return s&&delete s.parent,s}function Xn(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function wa(e){switch(e.type){case"array":return e.children.map(wa);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=wa(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Yn(e,t,a=ga.DEFAULT){let n=ya(e,!1),o=[],i=0;function r(X){return X?()=>i===0&&X(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(X){return X?D=>i===0&&X(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(X){return X?
D=>i===0&&X(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function l(X){return X?()=>{i>0?i++:X(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function m(X){return X?()=>{i>0&&i--,i===
0&&X(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let b=l(t.onObjectBegin),_=p(t.onObjectProperty),q=m(t.onObjectEnd),
A=l(t.onArrayBegin),O=m(t.onArrayEnd),L=p(t.onLiteralValue),U=s(t.onSeparator),te=r(t.onComment),J=s(t.onError),H=a&&a.disallowComments,z=a&&a.allowTrailingComma;
function oe(){for(;;){let X=n.scan();switch(n.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:H||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(X){case 12:case 13:H?j(10):te();break;case 16:j(1);break;case 15:case 14:break;default:return X}}}function j(X,D=[],Te=[]){if(J(X),D.length+Te.
length>0){let Fe=n.getToken();for(;Fe!==17;){if(D.indexOf(Fe)!==-1){oe();break}else if(Te.indexOf(Fe)!==-1)break;Fe=oe()}}}function pe(X){let D=n.getTokenValue();
return X?L(D):(_(D),o.push(D)),oe(),!0}function ce(){switch(n.getToken()){case 11:let X=n.getTokenValue(),D=Number(X);isNaN(D)&&(j(2),D=0),L(D);break;case 7:L(null);
break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return oe(),!0}function W(){return n.getToken()!==10?(j(3,[],[2,5]),!1):(pe(!1),n.getToken()===6?(U(
":"),oe(),le()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function F(){b(),oe();let X=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(X||j(
4,[],[]),U(","),oe(),n.getToken()===2&&z)break}else X&&j(6,[],[]);W()||j(4,[],[2,5]),X=!0}return q(),n.getToken()!==2?j(7,[2],[]):oe(),!0}function fe(){A(),oe();
let X=!0,D=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(D||j(4,[],[]),U(","),oe(),n.getToken()===4&&z)break}else D&&j(6,[],[]);X?(o.push(
0),X=!1):o[o.length-1]++,le()||j(4,[],[4,5]),D=!0}return O(),X||o.pop(),n.getToken()!==4?j(8,[4],[]):oe(),!0}function le(){switch(n.getToken()){case 3:return fe();case 1:
return F();case 10:return pe(!0);default:return ce()}}return oe(),n.getToken()===17?a.allowEmptyContent?!0:(j(4,[],[]),!1):le()?(n.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function xp(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var qp;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(qp||(qp={}));var Op;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Op||(Op={}));var Tp=_p;var eo=Qn,Ap=Xn;var Np=wa;var jp;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(jp||(jp={}));function Ep(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var xh="\uFEFF";function*Ip(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(xh)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${qh(Ep(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function qh(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Br(e){return Mp(e)}function nr(e){return Mp(e)}function Mp(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Rp(e){return[...e.files.values()].flatMap(Oh)}var Oh=nr(e=>e.syntaxErrors.length===0&&jh(e.text)===Lp(e.value)?[]:e.tree===void 0?[]:[...to(e.path,e.tree,
[])]);function jh(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Lp(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Lp(n),0)}function*to(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*to(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*to(e,s,[...a,p]))}}function Vp(e){return[...e.files.values()].flatMap(Th)}var Th=nr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(Ah)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Fp(n)===Fp(String(Number(n)))?[]:[{code:"S005",file:e,path:Tp(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Ah=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Fp(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function Oe(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function qs(e){return Oe(e)?Object.entries(e):[]}function Os(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as ro}from"node:path";function ba(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function ge(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var va=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Up(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:ro.normalize(ro.join(ro.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new va(t,a,"names a\
 file that does not exist");for(let s of ge(o)){let p=Array.isArray(r)?r[Number(s)]:Oe(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new va(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Xe(e,t){let a={};return t!==void 0&&(a[e]=t),a}var us=bt(Ot(),1);function lr(e,t=0,a=t+4){return t+e.below(a-t+1)}var Yt=new us.Name("vErrors");function Ce(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>us._`${i}, ${r}`,
us._`${new us.Name(e)}(${Yt}, ${a}, ${n}, ${t.required?1:0}`)}function Se(e,t){return{about:e,value:t,findings:[]}}function Me(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function Ge(e){return e.map(t=>Me(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function Ze(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var Ov=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function ju(e,t,a,n){return{...jv(e,t,a),source:a.has("x-source")?a.source():n}}function jv(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",Ov)}:{},notes:a.notes()}}var Er=bt(Ot(),1);function Tv(e){return typeof e=="string"?e:JSON.stringify(e)}function Hi(e){let t=e.map(Tv),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function nn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${an(o,t)}`,zh:`${r} ${an(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:sa(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function on(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${an(n,t)}`,zh:`${a} \u5230 ${an(n,t)} \u7684`};
let r=nn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function ms(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:Tu(a.en)}`;return t===void 0?e===0?{en:Tu(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function sa(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function Tu(e){
return`${e}s`}function an(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Au={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...Ze({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...Ze({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?Er._`${Ce("typed",e,t,Er._`"array"`)})`:Er._`${Ce("list",e,t,Er._`${a??0}`,n===void 0?Er._`Infinity`:
Er._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...Ze({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=nn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...Ge(["text",1,{length:1}]),...e===0?[Se("empty",[])]:[Me("min-items-under",
aa(e-1),"min-items")],...e<=3&&(t??3)>=3?[Se("items",aa(3))]:[],...t===void 0?[]:[Se("max-items-at",aa(t)),Me("max-items-over",aa(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>aa(lr(a,e,t))};function aa(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Bi=bt(Ot(),1);var Nu={read:(e,t)=>({kind:"boolean",...t,...Xe("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Bi._`${Ce("\
typed",e,t,Bi._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...Ge([
"true",1,0,[]]),Se("true",!0),Se("false",!1)],sample:(e,t)=>t.below(2)===1};var dn=bt(Ot(),1);var na=bt(Ot(),1),Eu=bt(Gr(),1);function er(e){return(0,na.stringify)(e)}function Iu(e){return(0,na.stringify)(e)}function ls(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return na._`${(0,Eu.regexpCode)(new RegExp(a,t))}`}function oa({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function pn({type:e}){return Array.isArray(e)&&e.includes("null")}function Mu({nullable:e},t){return e?`${t} | null`:t}function Ru({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Lu({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Fu({nullable:e},t){return e?[Se("null",null),
...t]:t}function Vu({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Uu={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Du={read(e,t){let a=Av(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>Nv(s)&&a.some(l=>Uu[l](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
pn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...Xe("unit",Mv(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?Ev(t):e,enum:[...t]}),check(e,t,{constant:a}){let n=a(er(e.values));return e.type==="mixed"?dn._`${Ce("mixedChoic\
e",e,t,n)})`:dn._`${Ce("choice",e,t,dn._`${e.type}`,n)})`},facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...Xe("unit",a)}),phrase({values:e,unit:t}){let a=Hi(
e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?Iv(t):Ge(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...Rv(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function Av(e){let t=e.raw("type"),a=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(Uu,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),n}function Nv(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function Ev(e){let t=e.map(
n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function Iv(e){let t=new Set(
e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Me(`as-${typeof n}-${n}`,n,"enum")),Me("type-array",
[e[0]??""],"enum"),Me("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Me(`type-${n}`,n,"enum"))]}function Mv(e){return e.optionalText("x-unit")}
function Rv(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Me(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>Se(
`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var vt=bt(Ot(),1);function cn(e){return Ze({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function un({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&Lv(i)?i:void 0;return{type:e,...Ze({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function Lv(e){return Number.isInteger(e*2**20)}function mn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...Ze({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function ln(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,l=o===void 0?vt._`-Infinity`:vt._`${o}`,m=i===void 0?vt._`Infinity`:vt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return vt._`${Ce("integer",e,t,l,m)})`;let b=r===void 0?vt._`-Infinity`:vt._`${r}`,_=s===void 0?vt._`Infinity`:vt._`${s}`;
return vt._`${Ce("numeric",e,t,vt._`${n}`,a(vt._`[${l}, ${m}, ${b}, ${_}, ${p??0}]`))})`}function hs({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Gi(t.minimum,a);if(t.exclusiveMinimum!==void 0)return Fv(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??Vt(n-a)}function Fv(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?Vt(e+o):Gi(Vt(
e+n/2),n);return i===void 0||r<i||r===t?r:Vt((e+i)/2)}function Gi(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:Vt(Math.ceil(e/t)*t)}function Vt(e){return Number(
e.toFixed(9))}function hn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=O=>r===void 0||Number.isInteger(Number(
(O/r).toFixed(9))),l=(O,L)=>p(L)?[Se(O,L)]:[],m=a!==void 0?[...l("minimum-at",a),Me("minimum-under",Vt(a-s),"minimum")]:o!==void 0?[Me("exclusive-minimum-at",o,
"minimum"),Me("exclusive-minimum-under",Vt(o-s),"minimum")]:[Se("negative",-s),Se("zero",0)],b=n!==void 0?[...l("maximum-at",n),Me("maximum-over",Vt(n+s),"maxim\
um")]:i!==void 0?[Me("exclusive-maximum-at",i,"maximum"),Me("exclusive-maximum-over",Vt(i+s),"maximum")]:r===void 0?[Se("large",2147483648)]:[],_=hs(e),q=Vt(_+(r??
0)/(t==="integer"?r??1:2)),A=q<=(n??1/0)&&q<(i??1/0)&&!p(q);return[...m,...b,...r!==void 0&&A?[Me("off-step",q,"multiple-of")]:[]]}function fn(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,l=n??i??(p===void 0?0:p-100*s),m=Gi(l,s)+(i===void 0?0:s),b=p===
void 0?100:Math.floor((p-m)/s+1e-9)+(r===void 0?1:0);return b<1?hs(e):Vt(m+s*t.below(b))}var zu={read:(e,t)=>({kind:"integer",...t,...cn(e)}),type:()=>"number",schema:un,check:ln,facts:mn,phrase(e){let t=on(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:hs,
cases:e=>[...Ge(["5",!0,[5],5.5]),...hn(e)],sample:fn};var jt=bt(Ot(),1);function Ju(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Ze({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,l=new jt.Name(`index${n.depth}`),m=s===void 0?jt._`Infinity`:
jt._`${s}`,b=o.nested(i,{pointer:jt._`${n.pointer} + "/" + ${l}`,value:jt._`${n.value}[${l}]`,depth:n.depth+1}),_=p?jt._`
${new jt.Name("uniqueItems")}(${Yt}, ${n.pointer}, ${n.value})`:jt._``;return jt._`if (${Ce("list",a,n,jt._`${r}`,m)})) {
for (let ${l} = 0; ${l} < ${n.value}.length && ${l} < ${m}; ${l}++) {
${b}
}${_}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Ze({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=ms(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,l]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:sa("\u542B",l,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Wu(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...Ge(["text",7,{0:"text"}]),...Vv(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:lr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function Vv(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=m=>Wu(e,t,m,i,"video"),s=Math.max(1,a),p=r(s),l=e.cases(t).filter(({value:m})=>m!==void 0).map(({about:m,value:b,findings:_})=>({about:`item-${m}`,value:p.
map((q,A)=>A===s-1&&b!==void 0?b:q),findings:_.map(q=>({...q,path:`/${s-1}${q.path??""}`}))}));return[...a===0?[Se("empty",[])]:[Me("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Se("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Se("max-items-at",r(n))]:[],...r(n+1).length>n?[Me("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Me("repeated-item",[...p,...p],"unique-items","/1")]:[],...l.filter(({value:m})=>!i||new Set(m.map(b=>JSON.stringify(
b))).size===s)]}function Wu(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var Tt=bt(Ot(),1);var Uv=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Cu(e){return{rule:e.oneOf("rule",Uv),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...Xe("minimum",e.optionalNumber("minimum")),...Xe("maximum",e.optionalNumber("maximum")),...Xe("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...Xe("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...Xe("quote",e.optionalText("quote")),source:e.source()}}var Ku=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Hu=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Zi="data:image/png;base64,iVBORw0KGgo=";function Qi(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Zu={read:Dv,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(ls(zv(r))),l=a(er(
s)),m=s.includes("data"),b=m?Tt._`${new Tt.Name("withBase64")}(${p})`:p;if(n){let q=Tt._`${Ce("mediaReference",e,t,b,l)})`;return m?Tt._`${q}
${new Tt.Name("base64Reference")}(${Yt}, ${t.pointer}, ${t.value}, ${b})`:q}let _=Tt._`${Ce("media",e,t,Tt._`${o}`,Tt._`${i}`,b,l)})`;return m?Tt._`${_}
${new Tt.Name("base64")}(${Yt}, ${t.pointer}, ${t.value}, ${i}, ${b})`:_},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...Ze({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=Jv(i);if(t)return{en:`${Wv(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=ms(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:sa(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Qi(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...Ge([7,!0,["https://example.com/one.png"]]),...Kv(
e,a)]:[...Ge(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...Cv(e),...Hv(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:lr(o,t,a)},()=>o.matching(n))};function Bu(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function Dv(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=oa(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Bu(p,"x-accepts"),...n.has("contradicted")?{contradicted:Bu(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(Cu)}}var Gu="\\x00-\\x20\\x7F-\\xA0";function zv(e){return e.replaceAll(Gu,`${Gu}\\s`)}function Jv(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function Wv(e){return/^[aeiou]/i.test(e)?"an":"a"}function Ir({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Qi(e,t,o))}function Cv(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Me("min-items-under",Ir(e,t-1),"min-items")]:[],Se("min-items-at",Ir(e,t)),Se("max-items-at",Ir(e,a)),Me("max-items-\
over",Ir(e,a+1),"max-items"),Me("max-items-over-bad-item",[...Ir(e,a),"nowhere"],"max-items")]}function Qu({accepts:e},t,a){return[...Ku.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Hu.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Zi,"media-base64","advice"):a("base64",Zi,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Kv(e,t){return Qu(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function Hv(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:Ir(e,a).map((l,m)=>m===a-1?r:l),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...Ir(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Qu(e,t,n),...o]}var Xu={read:(e,t)=>({kind:"number",...t,...cn(e)}),type:()=>"number",schema:un,check:ln,facts:mn,phrase(e){let t=on(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:hs,cases:e=>[...Ge(["0.5",
!0,[.5]]),...hn(e)],sample:fn};var tr=bt(Ot(),1);function Yu(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function em({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function tm(e){
let t=[...fs("at least",e.minimum,""),...fs("at most",e.maximum,""),...fs("at least",e.minLength," characters"),...fs("at most",e.maxLength," characters"),...fs(
"at least",e.minItems," items"),...fs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function fs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function rm(e){return Bv(e,"")}function Bv(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(tm),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Yu(e.source)}.`,...Gv(e.deprecated)].join(`
`)}function Gv(e){return e===void 0?[]:[`@deprecated ${em(e)}`]}function sm(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function am(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function nm(e){return`{
${e.map(Zv).join("")}}`}function Zv({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":sm(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function om(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function im(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":nm(a.map(n=>({name:am(n.name),doc:rm(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...om(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(er(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new tr.Name(`member${n.depth}`),l=o.nested(s,{pointer:tr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return tr._`{
const ${p} = ${new tr.Name("own")}(${n.value}, ${s.name})
${l}
}`});return tr._`if (${Ce("object",a,n,i)})) {
${r.reduce((s,p)=>tr._`${s}
${p}`,tr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>pm(a,e,n),cases:a=>[...Ge(["text",7,[]]),...Qv(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function pm({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function Qv(e,t){let a=pm(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Vu(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:l,findings:m})=>l===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:l},findings:m.
map(b=>({...b,path:`/${i.name}${b.path??""}`}))}])]});return[Se("members",a),...n.has("no_such_member")?[]:[Me("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Me("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var hr=bt(Ot(),1);var Ut=bt(Ot(),1);var dm="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",cm="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Mr={date:{
pattern:`^${dm}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${cm}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${dm}T${cm}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var Xv=Object.keys(Mr);function yn(e){let t=e.has("format")?e.oneOf("format",Xv):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),Ze({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):Mr[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:Mr[t].valid)})}function gn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&Mr[a].isOurs===!0?void 0:a;return{type:"string",...Ze({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function wn({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...Ze({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function bn(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=Ut._`${n??0}`,l=o===void 0?Ut._`Infinity`:
Ut._`${o}`;if(i!==void 0){let m=r===void 0?Ut._`"pattern"`:Ut._`"format"`,b=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return Ut._`${Ce("patterned",
e,t,p,l,a(ls(i)),m,a(Iu(b)))})`}return n===1&&o===void 0?Ut._`${Ce("nonEmpty",e,t)})`:n===void 0&&o===void 0?Ut._`${Ce("typed",e,t,Ut._`"string"`)})`:Ut._`${Ce(
"text",e,t,p,l)})`}function vn({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=ms(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:l,
zh:m}=Mr[a].name;return e>0||t!==void 0?{en:`${l}, of ${r.en}`,zh:`${m}\uFF0C${r.zh}`}:{en:l,zh:m}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function kn({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function Pn({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:Mr[e].invalid).filter(m=>!i.test(m)&&[...m].length>=n&&[...m].length<=o),l=e===void 0?"pattern":"format";return[...a.map((m,b)=>Se(`${l}-good-${b+1}`,m)),
...p.map((m,b)=>Me(`${l}-bad-${b+1}`,m,l))]}function $n({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Me("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Me(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Se("min-length-at","a".repeat(e)),Se("min-length-astral","\u{1F600}".repeat(e)),Se("space"," ".repeat(e))]:[],...t===void 0?[]:[Se(
"max-length-at","a".repeat(t)),Se("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var um=()=>Ge([7,!0,["a"]]);function mm(e){return Xe(
"minLength",e.optionalNumber("minLength"))}function Sn({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(lr(n,t,a)):n.matching(e)}var Yv={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function hm(e){return Yv[e].
en}var fm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...yn(e),limits:e.objects("x-prompt-limits").map(e1),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:gn,
check:(e,t,a)=>[bn(e,t,a),...t1(e,t,a),...s1(e,t,a)].reduce((n,o)=>hr._`${n}
${o}`),facts:e=>({...wn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:vn,
example:(e,t)=>kn(e,hm(t)),cases:e=>[...Ge([7,!0,["a"],{text:"a"}]),...$n(e),...Pn(e),...a1(e.limits),...n1(e.tokens)],sample:Sn};function e1(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...Xe("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function t1({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:m,count:b,max:_,severity:q,onlyWithHan:A})=>[
m,b,_,q==="error"?1:0,A===!0?1:0]),r=Math.min(...e.map(m=>m.max)),s=e.some(m=>m.count==="words"),p=(m,b=!0)=>n(er(b?r1(m):[])),l=hr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[hr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new hr.Name("promptLimits")}(${Yt}, ${t}, ${a}, ${n(er(i))}, ${l})`]}function r1(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function s1({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=ls(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return hr._`if (typeof ${a} === "string") ${new hr.Name("promptTokens")}(${Yt}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function a1(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(lm(a,o)).map(([i,r])=>Se(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Se("every-limit-over",e.map(({count:t,max:a})=>lm(t,a+1)[""]).join(" "))]:[]]}function n1(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function lm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var ym={read:(e,t)=>({kind:"string",...t,...mm(e),...yn(e),...Xe("values",e.unknown("x-values"))}),type:()=>"string",schema:gn,check:bn,facts:wn,phrase(e){let t=vn(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>kn(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...um(),...e.pattern===void 0&&e.maxLength===void 0?[Se("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Se("empty","")]:[],...$n(e),...Pn(e)],sample:Sn};var gm={type:d1,schema:c1,example:km,cases:e=>m1(e,[]),sample:l1},wm={prompt:fm,string:ym,enum:Du,integer:zu,number:Xu,boolean:Nu,media:Zu,object:im(gm,i1),list:Ju(
gm,p1),array:Au};function o1(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=oa(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function bm(e,t,a,n){let o=o1(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=wm[o].read(t,{...a,
...pn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:u1(i)}}function i1(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return bm(i,r,vm(i,o.has(i),r,t),a)})}}function p1(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(oa(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:bm("item",n,vm("item",!0,n,t),a),...Ze({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function vm(e,t,a,{source:n}){return ju(e,t,a,n)}function d1(e){
return Mu(e,ys(e).type(e))}function c1(e){return Ru(e,ys(e).schema(e))}function u1(e){return Lu(e,ys(e).phrase(e))}function km(e,t){return ys(e).example(e,t)}function m1(e,t){return Fu(e,ys(e).cases(e,t))}function l1(e,t){return e.
nullable&&t.below(8)===0?null:ys(e).sample(e,t)}function ys(e){return wm[e.kind]}var Pm=new WeakMap;function h1(e){let t=Pm.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>y1[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return Pm.
set(e,n),n}function fr(e){return Oe(e)?h1(e):void 0}function Xi(e){return Os(e).map(([,t])=>fr(t)??f1)}var f1=()=>!1,y1={type:e=>{if(typeof e=="string")return Sm[e];
let t=Os(e).flatMap(([,a])=>typeof a=="string"?Sm[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:ia(
(e,t)=>e>=t),maximum:ia((e,t)=>e<=t),exclusiveMinimum:ia((e,t)=>e>t),exclusiveMaximum:ia((e,t)=>e<t),multipleOf:ia((e,t)=>w1(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:$m((e,t)=>e>=t),maxLength:$m((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?g1(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=fr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=fr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=Os(e).map(([,a])=>a);return a=>!Oe(a)||t.every(n=>Yi(a,n))},properties:e=>{let t=qs(e).flatMap(([a,n])=>{let o=fr(n);return o===
void 0?[]:[[a,o]]});return a=>!Oe(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=qs(e).map(([
a,n])=>[a,Os(n)]);return a=>!Oe(a)||t.every(([n,o])=>!Yi(a,n)||o.every(([,i])=>Yi(a,i)))},oneOf:e=>{let t=Xi(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Xi(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Xi(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!Oe(a)||Object.
keys(a).every(n=>Oe(t)&&Object.hasOwn(t,n)),not:e=>{let t=fr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[fr(e),fr(t.then),fr(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0}};function ia(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function $m(e){return t=>a=>typeof a!=
"string"||e([...a].length,Number(t))}function g1(e){try{return new RegExp(e)}catch{return}}function w1(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.
abs(e))}function Yi(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var Sm={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="\
number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>Oe(e),null:e=>e===null};var b1=/^models\/([^/]+)\.schema\.json$/;function pa(e){return b1.exec(e)?.[1]}var _m=Br(e=>[...e.files.values()].flatMap(t=>{let a=pa(t.path),n=Rr(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function Rr(e){return e!==
void 0&&e.syntaxErrors.length===0&&Oe(e.value)?e.value:void 0}function _n(e){return[...e.files.values()].some(t=>Rr(t)===void 0)}var h_=Br(()=>new Map);function v1(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(Oe(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function xm(e,t){let a=[];return v1(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function qm(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:k1(t))}var k1=nr(e=>xm(Rr(e)??null,(t,a)=>{let n=typeof t=="string"?$1(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),P1=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function $1(e){let[t]=P1.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which nobody sees`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Om(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?S1(t,a):t,[...e])}function jm(e){return Tm(e).map(({required:t})=>t.join(
" with ")).join("; ")}function S1(e,t){let a=Tm(t),n=p=>p!==t&&O1(p.instancePath,t.instancePath)&&!q1(p,t),o=e.filter(p=>p!==t&&!n(p)),i=_1(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&j1(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function _1(e,t){let a=Oe(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:x1(e);if(n!==void 0){let{data:p}=t,l=Oe(p)?p[n]:void 0,m=e.findIndex(
({members:_})=>_?.get(n)===l);if(m!==-1)return m;let b=e.map(({members:_})=>_?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:b},data:l}}let o=e.map(({required:p,members:l})=>a.filter(m=>l?.has(m)??p.includes(m)).length),i=Math.max(...o),r=o.flatMap((p,l)=>p===i?[l]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function x1(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Tm({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function q1(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function O1(e,t){return e===t||e.startsWith(`${t}/`)}function j1(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as A1}from"node:module";import{fileURLToPath as T1}from"node:url";var Am=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,ep=new URL("../".repeat(
Am),import.meta.url),__=new URL("../",ep),x_=new URL(Am===3?"./":"../",import.meta.url);var N_=T1(new URL("dist/kept/",ep));var N1=A1(import.meta.url),tp="spec:/";function Nm(){let{Ajv2020:e}=N1("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var E1=/^upstreams\/([^/]+)\.json$/;function da(e){return E1.exec(e)?.[1]}function Em(e,t){let a=(n,o)=>Oe(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>da(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Im={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Mm="meta/model.schema.json",Rm="\
meta/upstream.schema.json",I1=["meta/facts.schema.json","meta/parameter.schema.json"],W_=[...Object.entries(Im).flat(),Mm,Rm,...I1];function Lm(e){return da(e)!==void 0?Rm:pa(e)===void 0?Im[e]:Mm}var xn;function qn(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(xn?.text===a)return xn.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?R1(t):M1(e.meta.paths,n);return xn={text:a,validator:i=>e.files.has(i)?
o(i):void 0},xn.validator}function M1(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function R1(e){let t=Nm();for(let a of e){
let n=Rr(a);n!==void 0&&t.addSchema(n,tp+a.path)}return a=>t.getSchema(tp+a)}function At(e,t){let n=t.map(o=>({candidate:o,distance:L1(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function L1(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Fm(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Dm(e){let t=qn(e),a=[...e.files.values()].flatMap(n=>{let o=Lm(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=F1(n),s=r.get(i)??V1(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var F1=nr(()=>new WeakMap);function V1(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of Om(t.errors??[])){let r=U1(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function U1(e,t,a){let n=C1(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Fm(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${ca(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return D1(
e,[...n,o("additionalProperty")],a);case"required":return Vm(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=Vm(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${ca(n)} must have exactly one of ${jm(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${ca(n)} must be ${z1(a)}`}}}function D1(e,t,a){let n=String(t.at(-1)),o=Oe(Um(a))?Object.keys(Um(a)):[],i=At(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Vm(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${ca(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${ca(t)} lacks the keywor\
d "${a}"`}}function Um(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function z1(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(W1[e.keyword]??J1)(e)}var On=({params:e})=>String(e.limit),gs=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,J1=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,W1={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${On(e)} or more`,maximum:e=>`${On(e)} or less`,exclusiveMinimum:e=>`more than ${On(
e)}`,exclusiveMaximum:e=>`less than ${On(e)}`,minLength:e=>`a string of ${gs(e,"character")} or more`,maxLength:e=>`a string of ${gs(e,"character")} or less`,minItems:e=>`\
a list of ${gs(e,"item")} or more`,maxItems:e=>`a list of ${gs(e,"item")} or less`,minProperties:e=>`an object with ${gs(e,"member")} or more`,maxProperties:e=>`\
an object with ${gs(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function ca(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function C1(e,t){let a=e;return ge(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:Oe(a)?a[n]:void 0,o?Number(n):n})}var K1=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function zm(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!K1.some(({causes:s,follow:p})=>p(i)&&r.some(l=>s.has(l)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>H1(i,s,p<r))))}function H1(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function rp(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Jm=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Wm=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Cm=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Km=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Cm.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Hm=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Bm=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s used by nobody",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes b\
y it, so it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "\
../parameters.schema.json#/$defs/seed" }'}];var Gm=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Zm=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
a second valid example: { "text": "A paper boat" }'}];var Qm=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Xm=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
ds a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Ym=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
oves": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'},{code:"S088",severity:"error",title:"The text that a webho\
ok signs names an unknown value",explanation:'The text may hold {body}, {bodySha256}, {timestamp} where "time" says where it is, and each name of "headers". A t\
ext with anything else in braces would never be what the upstream has signed, and a name that the text does not hold is left over.',hint:'Use {body}, {bodySha25\
6}, {timestamp} or a name of "headers".',wrong:'{ "headers": { "id": "webhook-id" }, "signed": "{ID}.{timestamp}.{body}" }',right:'{ "headers": { "id": "webhook\
-id" }, "signed": "{id}.{timestamp}.{body}" }'},{code:"S089",severity:"error",title:"The signature of a webhook does not prove what it should",explanation:"A si\
gnature proves what is in the text that is signed, to whoever has the key. Without the body in it, a webhook could be altered; without its time, an old one coul\
d be sent again with a new time; and with a key that is published, anyone could make it.",hint:"Sign the body and the time, and use a secret for an HMAC.",wrong:'\
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}];var B1=[...Jm,...Wm,...Km,...Hm,...Bm,...Zm,...Qm,...Gm,...Ym,...Xm];function el(e){let t=B1.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var tl=60;function rl(e,t){let a=el(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:G1(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:ba(t.path),text:X1(o.text),message:t.message,hint:t.hint??a.hint}}function G1(e,t){if(t.offset!==void 0)return{...rp(e.text,
t.offset),text:Q1(e.text,t.offset)};let a=Z1(e.tree,t),n=a?.offset??0;return{...rp(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function Z1(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=Ap(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function Q1(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function X1(e){let t=e.replace(/\s+/g," ");return t.length>tl?`${t.slice(0,tl-1)}\u2026`:t}var sl=100;function jn(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=eo(t,a,al),o=n===void 0?void 0:Np(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(nl(o,sl))throw new RangeError(`${e} has more than ${sl} levels`);return{path:e,text:t,value:o,get tree(){return n??=eo(t,[],al)},syntaxErrors:a}}
var al={disallowComments:!0,allowTrailingComma:!1};function nl(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>nl(a,t-1))}function ol(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:l,hint:m}=e,b=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${l}${b}
    at #${s}
    ${m}`}var we=Br(e=>Em(e,(t,a)=>qn(e)("meta/upstream.schema.json")?.(a)===!0)),Y1=["video","image","audio","mesh"];function ze({operations:e}){return Y1.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var yr=Br(e=>_m(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(Oe(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,e0(e,t,o)]))})));function e0(e,t,a){let n=Oe(a)?a:{},o=typeof n.$ref=="string"?{...t0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function t0(e,t,a){try{let{value:n}=Up(e,t,a);return Oe(n)?n:{}}catch{return{}}}function*il(e){for(let{path:t,source:a}of we(e)){let n=da(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var sp=99;function*pl(e){for(let{path:t,source:a}of we(e)){for(let[o,{rows:i}]of ze(a)){let r=i.map(({to:s})=>ge(s));for(let[s,p]of r.entries()){let l=r0(p,r);if(l===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${l}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:ap(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>sp){let s=`Use an index up to ${sp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${sp}`,hint:s}}}}}function r0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return ba(o)}}var s0=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*ap(e,t){if(typeof e=="string"){let a=e.startsWith("/")?ge(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*ap(n,[...t,a]);else if(Oe(e))for(let[a,n]of Object.entries(
e))s0.includes(a)||(yield*ap(n,[...t,a]))}function*dl(e){for(let{path:t,source:a}of we(e))for(let[n,{rows:o}]of ze(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var cl={video:"video",image:"image",audio:"audio",mesh:"model"};function*ul(e){for(let{path:t,source:a}of we(e))for(let[n,{results:o}]of ze(a))for(let{contentType:i,
path:r}of ml(o,["operations",n,"results"]))i.startsWith(`${cl[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${cl[n]}/.`})}function*ml(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*ml(o,[...t,a,"results"])}function*hl(e){for(let{path:t,source:a}of we(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>a0(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function a0(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
ll(e.codes,t.codes)&&ll(e.says,t.says)}function ll(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function Nt(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*fl(e){for(let{path:t,source:a}of we(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],l={code:"S089",file:t},m=Nt(i).flatMap(b=>typeof b=="string"?[]:[b.variable]);!m.includes("body")&&!m.includes("bodySha256")&&(yield{...l,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!m.includes("timestamp")&&(yield{...l,path:[...p,"ti\
me","header"],message:"the time is not signed: whoever sends a webhook again can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the u\
pstream does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...l,path:[...p,"key","encoding"],message:"a public key for ed25519 is\
 32 bytes and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...l,path:[...p,"key","by"],message:`a key for ${o} is a secre\
t, and a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var n0=/\{(value|base64|mediaType)\}/;function yl(e){return{value:e,holes:[...np(e,[])]}}function*np(e,t){if(typeof e=="string"){let a=n0.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*np(n,[...t,String(a)]);else if(Oe(e))for(let[a,n]of Object.entries(e))yield*np(n,[...t,a])}function Tn(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(Tn):Oe(e)?Object.values(e).flatMap(Tn):[]}function Et(e){return Nt(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var An=["body","bodySha256","timestamp"];function gl(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:wl(e),encoding:a,
signed:Nt(n).map(s=>typeof s=="string"?s:o0(s.variable,o)),...i===void 0?{}:{time:i0(i)},key:p0(r)}}function wl({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function o0(e,t){let a=An.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function i0({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?wl({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:ge(e)},unit:o,toleranceSeconds:i}}function p0(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:Et(e.path),at:ge(e.at),form:t}}function vl(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:c0(e.upload)},operations:Object.fromEntries(ze(e).map(([i,r])=>[i,l0(r)])),errors:{message:t.map(ge),
code:a.map(ge),proofs:o.map($0),...n===void 0?{}:{inside:{at:ge(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Et(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:d0(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:u0(e.webhooks)},...e.idempotency===void 0?{}:{idempotency:{
header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function d0({path:e,url:t,names:a="",omits:n,except:o=[],untestable:i}){if(i!==void 0)return{
untestable:i};let r=t===void 0?void 0:new URL(t).origin;return{...r===void 0?{}:{origin:r},path:Et(e??t?.slice(r?.length)??""),names:ge(a),...n===void 0?{}:{omits:n},
except:o}}function c0({method:e,path:t,field:a,reference:n}){return{request:ip({method:e,path:t}),...a===void 0?{}:{field:a},reference:ge(n)}}function u0(e){let{
body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:ge(t)},beside:n.map(({to:s,constant:p})=>({
to:ge(s),value:p})),...o===void 0?{}:{signature:gl(o)},...i===void 0?{}:{challenge:ge(i)},told:r.map(({at:s,fact:p})=>({at:ge(s),fact:p}))}}function m0({path:e,
filter:t,limit:a,items:n,within:o}){return{path:Et(e),filter:t,limit:a,items:ge(n),within:o===void 0?[]:ge(o)}}function l0(e){let{submit:t,id:a,idForm:n,queryId:o,
query:i,list:r,cancel:s,status:p,progress:l,seconds:m,secondsAs:b}=e;return{submit:{method:t.method,path:Et(t.path)},submitPaths:(t.paths??[]).map(({when:_,path:q})=>({
when:_.map(op),path:Et(q)})),encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(y0),drops:(e.drops??[]).map(({parameter:_,values:q,when:A,reason:O})=>({
parameter:_,when:(A??[]).map(op),reason:O,...q===void 0?{}:{values:q}})),needs:bl(e.needs),lacks:bl(e.lacks),...a===void 0?{}:{id:ge(a)},...n===void 0?{}:{idForm:{
before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:k0(i)},...r===void 0?{}:{list:m0(r)},...s===void 0?{}:{cancel:P0(s)},answer:{...p===void 0?
{}:{status:h0(p)},...l===void 0?{}:{progress:{at:ge(l.at),of:l.of}},results:e.results.map(kl),message:e.message.map(ge),code:e.code.map(ge),...m===void 0?{}:{seconds:ge(
m)},...b===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:_,unit:q})=>({at:ge(_),unit:q})),...o===void 0?{}:{id:ge(o)}},told:(e.told??[]).map(({at:_,
in:q,link:A,constant:O,fact:L})=>({at:ge(_),in:q,from:A!==void 0?{kind:"link",request:{method:"GET",path:Et(A.path)}}:L!==void 0?{kind:L}:{kind:"constant",value:O??
null}}))}}function h0({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:ge(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(
({when:i,means:r})=>({when:i.map(f0),means:r}))}}function f0({at:e,is:t,present:a}){return t===void 0?{at:ge(e),present:a??!0}:{at:ge(e),is:t}}function bl(e={}){
return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function y0(e){let t=e.values===void 0?e.accepts?.map(v0):Object.entries(e.values).map(
b0);return{to:ge(e.to),from:w0(e),when:(e.when??[]).map(op),...e.as==="string"?{template:g0}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:
{template:yl(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===
void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?
{}:{oneWay:e.oneWay}}}var g0={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function w0({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"\
parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function b0([e,t]){return[
ws(e),t]}function ws(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function v0(e){return[e,e]}function op({given:e,absent:t,parameter:a="",
among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==
void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function ip({method:e,path:t}){return{method:e,path:Et(t)}}function k0({at:e,hosts:t=[],
body:a,...n}){return{...ip(n),...e===void 0?{}:{stated:{at:ge(e),hosts:t}},...a===void 0?{}:{body:a.map(({to:o,fact:i,constant:r})=>({to:ge(o),from:i===void 0?{
kind:"constant",value:r??null}:{kind:i}}))}}}function P0({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...ip(a),...e===void 0?{}:{from:e.words},
proves:{...n===void 0?{}:{answer:{at:ge(n.at),words:n.words}},query:o}}}function kl(e){let{url:t,list:a,withKey:n,base64:o,contentType:i,content:r,query:s,results:p,
message:l,pending:m}=e;return t!==void 0?{kind:"url",at:ge(t),list:a??!1,...n===!0?{withKey:n}:{}}:o!==void 0&&i!==void 0?{kind:"base64",at:ge(o),contentType:i}:
r!==void 0?{kind:"content",request:{method:"GET",path:Et(r)}}:{kind:"query",request:{method:"GET",path:Et(s??"")},results:(p??[]).map(kl),message:(l??[]).map(ge),
...m===void 0?{}:{pending:m}}}function $0({status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,
to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*Pl(e){for(let{path:t,source:a}of we(e))for(let[n,{rows:o}]of ze(a)){let i=yr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
S0(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function S0({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(m,b)=>s.get(m)?.includes(ws(b))??s.has(m),l=Object.entries(e).filter(([m])=>{let b=r(m);return i.every((_,q)=>p(_,b[q]??""))});for(let[m,[b,_]]of l.entries()){
let q=l.slice(0,m).find(([,A])=>JSON.stringify(A)===JSON.stringify(_));if(q!==void 0)return[q[0],b]}}}function*$l(e){for(let{path:t,source:a}of we(e))for(let[n,{rows:o}]of ze(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*xl(e){for(let{path:t,source:a}of we(e))for(let[n,{rows:o}]of ze(a)){let i=yr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let l=o.slice(0,
s).find(m=>ql(m,p)&&!x0(m,p)&&q0(m,p,i)&&!(r&&Nn(m,p)));l!==void 0&&(r||=Nn(l,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Nn(l,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${pp(l)} at ${l.to})`:`${p.to} is written by an earlier row too (${pp(l)})`})}yield*_0(
t,a,o)}}function*_0(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>ql(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${pp(r)})`})}}function ql(e,t){if(Nn(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Nn({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&Sl(i)!==
Sl(r)}var Sl=e=>/^(-|\d+)$/.test(e);function x0(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function q0(e,t,a){if(_l(e,t)||_l(t,e))return!1;let n=[
En(e),En(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function _l({when:e=[]},t){return e.some(a=>En(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>O0(a,n)))}function O0(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function En({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function pp(e){return En(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*Ol(e){for(let{path:t,source:a}of we(e))for(let[n,{id:o,query:i,status:r}]of ze(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:l,cases:m=[]}=r,b=[...Object.values(
p),l,...m.map(({means:_})=>_)];for(let _ of["completed","failed"])b.includes(_)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${_}`})}}var j0=["value","base64,mediaType","base64"],T0=["value","base64","mediaType"];function*jl(e){for(let{path:t,source:a}of we(e))for(let[n,{rows:o}]of ze(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=Tn(r);if(j0.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let l=p.find(m=>!T0.includes(m));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:l!==void 0?`{${l}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(m=>m==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*In({rows:e,drops:t=[],needs:a={},lacks:n={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,l=Object.keys(
i.values??{}).map(b=>({value:ws(b),path:[...r,"values",b],at:"key"})),m=(i.accepts??[]).map((b,_)=>({value:b,path:[...r,"accepts",_],at:"value"}));for(let[b,_]of(i.
join??[]).entries())yield{parameter:_,path:[...r,"join",b],at:"value",values:A0(i,r,b)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...l,...m]}),
yield*Tl(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((l,m)=>({value:l,path:[...p,"values",m],at:"value"}))},yield*Tl(s,[...p,"when"])}for(let o of Object.keys(a))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(n))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function A0({values:e={}},t,a){return Object.keys(e).map(
n=>({value:ws(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*Tl(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,l]of n.entries())yield{parameter:l,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,l]of o.entries())yield{parameter:l,path:[...t,a,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,l)=>({value:p,path:[...t,a,"among",l],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"\
value",values:s}}}function*Al(e){if(!_n(e))for(let{path:t,source:a}of we(e))for(let[n,o]of ze(a)){let i=yr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:l}of In(o)){if(r.includes(s))continue;let m=At(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:l,message:`n\
o ${n} model has the parameter "${s}"`,hint:m===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${m}"?`}}}}function*Nl(e){for(let{path:t,source:a}of we(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],l=An.filter(_=>_!=="timestamp"||r!==void 0),m=[...new Set([...l,...Object.keys(i)])],b=Nt(o).flatMap(_=>typeof _=="string"?[]:[_.variable]);
for(let _ of b.filter(q=>!m.includes(q))){let q=At(_,m);yield{...s,path:[...p,"signed"],message:`{${_}} is not known here`,hint:N0(_,q,m)}}for(let _ of Object.keys(
i)){let q={...s,path:[...p,"headers",_],at:"key"};An.some(A=>A===_)?yield{...q,message:`{${_}} has a meaning of its own`,hint:"Give the header another name."}:b.
includes(_)||(yield{...q,message:`{${_}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function N0(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Mn(e,t){return dp(e.files.get(t)?.value??null,[])}var E0=["template","constant","among","body","values","accepts","sources"];function*dp(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*dp(n,[...t,a]);else if(Oe(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:E0.includes(a)||(yield*dp(n,[...t,a]))}function*El(e){for(let{path:t,source:a}of we(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Mn(e,t)){if(n.includes(o))continue;let r=At(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var Il=["model","app"],ua=["id","name","model","app"];function*Rn(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of ze(e))for(let{path:r,...s}of I0(i))yield{path:["operations",o,...r],...s}}function*I0({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:Il};for(let[l,{path:m}]of(t.paths??[]).entries())
yield{text:m,path:["submit","paths",l,"path"],allowed:Il};let p=a?.body?.some(({fact:l})=>l==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ua,
needsId:s&&!p}),n!==void 0&&(yield{text:n.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ua,needsId:s});for(let[
l,{link:m}]of r.entries())m!==void 0&&(yield{text:m.path,path:["told",l,"link","path"],allowed:ua});yield*Ml(i,["results"],s)}function*Ml(e,t,a){for(let[n,{content:o,
query:i,results:r=[]}]of e.entries())o!==void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ua,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:ua,
needsId:a}),yield*Ml(r,[...t,n,"results"],a)}function*Rl(e){for(let{path:t,source:a}of we(e))for(let{text:n,path:o,allowed:i}of Rn(a))for(let r of Nt(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Ll(e){for(let{path:t,source:a}of we(e))for(let{text:n,path:o,allowed:i,needsId:r}of Rn(a)){let s=Nt(n).flatMap(l=>typeof l=="string"?[]:[l.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(l=>i.includes(l))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Fl(e){if(!_n(e))for(let{path:t,source:a}of we(e))for(let[n,o]of ze(a)){let i=new Set,r=yr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of In(o)){
let l=r.filter(b=>b.parameters.has(s)).map(b=>b.parameters.get(s)),m=new Set(l.flatMap(b=>b??[]));if(!(l.length===0||l.includes(void 0)))for(let{value:b,path:_,
at:q}of p){if(m.has(b)||i.has(_.join("/")))continue;i.add(_.join("/"));let A=typeof b=="string"?At(b,[...m].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,..._],at:q,message:`no ${n} model offers ${JSON.stringify(b)} as ${s}`,hint:A===void 0?`Offered: ${[...m].map(O=>JSON.stringify(O)).join(", ")}.`:
`Did you mean "${A}"?`}}}}}var M0=new Set(["failed","expired","cancelled"]);function*Vl(e){for(let{path:t,source:a}of we(e))for(let[n,{cancel:o,status:i}]of ze(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,l]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[m,b]of p.entries()){let _={code:"S087",file:t,path:[...s,...l,m]},q=r.get(b),A=q===void 0?At(b,[...r.keys()]):void 0;q===void 0?yield{..._,message:`\
"${b}" is not a word of status.states`,...A===void 0?{}:{hint:`Did you mean "${A}"?`}}:l[0]==="proves"&&!M0.has(q)&&(yield{..._,message:`"${b}" means ${q}: it p\
roves that something is made`})}}}function*Ul(e){for(let{path:t,source:a}of we(e)){let n=new Set([...Mn(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Dl=[il,Al,Fl,El,Rl,jl,xl,Pl,Ol,$l,pl,hl,Ll,dl,ul,Ul,Vl,Nl,fl];var zl="meta/upstream.schema.json",R0=[Ip,Rp,Vp,qm,Dm,...Dl];function Jl(e,t){let a=[jn(zl,"{}"),...V0(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,l={directory:i,files:new Map([...a,L0(p,s)].map(_=>[_.path,_])),meta:{paths:[zl],code:()=>n}},m=zm(R0.flatMap(_=>[
..._(l)])).filter(({file:_})=>_===p).map(_=>rl(l,_)),b=we(l)[0]?.source;return b!==void 0&&m.every(({severity:_})=>_!=="error")?{name:r,mapping:vl(b)}:{name:r,mistakes:m.
sort((_,q)=>_.line-q.line).map(_=>F0(_,r,i))}})}function L0(e,t){try{return jn(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function F0(e,t,a){return ol({...e,file:`${t}.json`},a)}function V0(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return jn(`models/${t}.schema.json`,JSON.stringify(i))})}var eO=Jl(Wl.default.meta0,U0);export{eO as compileProtocols};
