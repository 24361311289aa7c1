// Made by the generator from spec/. Do not edit.
var Sf=Object.create;var _p=Object.defineProperty;var _f=Object.getOwnPropertyDescriptor;var xf=Object.getOwnPropertyNames;var qf=Object.getPrototypeOf,Of=Object.prototype.hasOwnProperty;var Y=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(n){throw t=0,n}};var jf=(e,t,n,a)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of xf(t))!Of.call(e,o)&&o!==n&&_p(e,o,{get:()=>t[o],enumerable:!(a=_f(t,o))||a.enumerable});
return e};var bt=(e,t,n)=>(n=e!=null?Sf(qf(e)):{},jf(t||!e||!e.__esModule?_p(n,"default",{value:e,enumerable:!0}):n,e));var Qa=Y(Za=>{"use strict";Object.defineProperty(Za,"__esModule",{value:!0});function xp(e){let t=e.length,n=0,a=0,o;for(;a<t;)n++,o=e.charCodeAt(a++),o>=55296&&
o<=56319&&a<t&&(o=e.charCodeAt(a),(o&64512)===56320&&a++);return n}Za.default=xp;xp.code='require("ajv/dist/runtime/ucs2length").default'});var Tp=Y(jp=>{"use strict";jp.meta0=bn;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstrea\
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
ature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to holders of the operator's API key.",required:["by","path","at","encodin\
g"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/k\
eyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The operator has agreed on the key with the upstream.",required:[
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
eans that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first that holds \
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
description:"One of the names in sources."},Oe={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"\
a path that starts with /"},Q={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"\
a JSON pointer, such as /task/id"},Ht={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, \
digits, dots, hyphens and underscores"},zr={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},nr={enum:["text","hex","base6\
4"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},qs=Object.prototype.hasOwnProperty,ee=Qa().default,Tf=new RegExp(
"^[a-z][a-z0-9-]*$","u"),Af=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),qp=new RegExp("^https://","u"),Nf=new RegExp("^https://[^/]+(/.*[^/])?$","u"),wn=new RegExp("^\
[A-Za-z0-9._-]+$","u"),Pt=new RegExp("^/","u"),Ef=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),De=new RegExp("^(/([^/~]|~[01])+)+$","u"),If=new RegExp("^[1-5]([0\
-9]{2}|xx)$","u"),Dt={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1};function Wr(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Wr.evaluated;
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
r=[_]:r.push(_),s++}return Wr.errors=r,s===0}Wr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var w={type:"object",required:["submit","rows","results","m\
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
eral signs mean together, regardless of the word. The first that holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,
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
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},Mf=new RegExp("^[\\x20-\\x7e]*$","u"),Rf=new RegExp("^(?!/)[^{}]*(\\{mode\
l\\}[^{}]*)?\\{id\\}$","u"),Lf=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Xa={type:"array",minItems:1,description:"All of these must hold.",items:{
$ref:"#/$defs/condition"}},fe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is g\
iven."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parame\
ter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:[
"exceptModel"]}],additionalProperties:!1};function $t(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=$t.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let H={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Xa,data:e};r===null?r=[H]:r.push(H),s++}let te=!0,
z=e.length;for(let H=0;H<z;H++){let J=e[H],oe=s,j=s,pe=s,ce=s,W=!1,F=null,he=s;if(J&&typeof J=="object"&&!Array.isArray(J)&&J.given===void 0){let X={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:fe.
oneOf[0].required,parentSchema:fe.oneOf[0],data:J};r===null?r=[X]:r.push(X),s++}var m=he===s;m&&(W=!0,F=0);let le=s;if(J&&typeof J=="object"&&!Array.isArray(J)&&
J.absent===void 0){let X={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:fe.oneOf[1].required,parentSchema:fe.oneOf[1],data:J};r===null?r=[X]:r.push(X),s++}var m=le===s;if(m&&W)W=!1,F=[F,1];else{
m&&(W=!0,F=1);let X=s;if(J&&typeof J=="object"&&!Array.isArray(J)){if(J.parameter===void 0){let Te={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/r\
equired",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:fe.oneOf[2].required,parentSchema:fe.oneOf[2],
data:J};r===null?r=[Te]:r.push(Te),s++}if(J.among===void 0){let Te={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{
missingProperty:"among"},message:"must have required property 'among'",schema:fe.oneOf[2].required,parentSchema:fe.oneOf[2],data:J};r===null?r=[Te]:r.push(Te),s++}}
var m=X===s;if(m&&W)W=!1,F=[F,2];else{m&&(W=!0,F=2);let Te=s;if(J&&typeof J=="object"&&!Array.isArray(J)&&J.model===void 0){let pt={instancePath:t+"/"+H,schemaPath:"\
#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:fe.oneOf[3].required,
parentSchema:fe.oneOf[3],data:J};r===null?r=[pt]:r.push(pt),s++}var m=Te===s;if(m&&W)W=!1,F=[F,3];else{m&&(W=!0,F=3);let pt=s;if(J&&typeof J=="object"&&!Array.isArray(
J)&&J.exceptModel===void 0){let Ye={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},
message:"must have required property 'exceptModel'",schema:fe.oneOf[4].required,parentSchema:fe.oneOf[4],data:J};r===null?r=[Ye]:r.push(Ye),s++}var m=pt===s;m&&
W?(W=!1,F=[F,4]):m&&(W=!0,F=4)}}}if(W)s=ce,r!==null&&(ce?r.length=ce:r=null);else{let X={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf",keyword:"oneO\
f",params:{passingSchemas:F},message:"must match exactly one schema in oneOf",schema:fe.oneOf,parentSchema:fe,data:J};r===null?r=[X]:r.push(X),s++}if(J&&typeof J==
"object"&&!Array.isArray(J)){let X=s;for(let D in J)if(!(D==="given"||D==="absent"||D==="parameter"||D==="among"||D==="model"||D==="exceptModel")){let Te={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:fe,data:J};r===null?r=[Te]:r.push(Te),s++}if(J.given!==void 0){let D=J.given,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let Ye={instancePath:t+
"/"+H+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:fe.properties.given,data:D};r===null?r=[Ye]:r.push(Ye),s++}let pt=!0,xe=D.length;for(let Ye=0;Ye<xe;Ye++){let Re=D[Ye],et=s;if(typeof Re!="string"){
let It={instancePath:t+"/"+H+"/given/"+Ye,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:fe.properties.given.items.type,parentSchema:fe.properties.given.items,data:Re};r===null?r=[It]:r.push(It),s++}let rr=s;var b=et===s;b||(pt=!1)}}else{
let pt={instancePath:t+"/"+H+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.
properties.given.type,parentSchema:fe.properties.given,data:D};r===null?r=[pt]:r.push(pt),s++}var _=Te===s}if(J.absent!==void 0){let D=J.absent,Te=s,Fe=s;if(Array.
isArray(D)){if(D.length<1){let Re={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.properties.absent,data:D};r===null?r=[Re]:r.push(Re),s++}let xe=!0,Ye=D.length;for(let Re=0;Re<
Ye;Re++){let et=D[Re],rr=s;if(typeof et!="string"){let Ke={instancePath:t+"/"+H+"/absent/"+Re,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:fe.properties.absent.items.type,parentSchema:fe.properties.absent.items,data:et};r===null?r=[Ke]:r.
push(Ke),s++}let It=s;var q=rr===s;q||(xe=!1)}}else{let xe={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:fe.properties.absent.type,parentSchema:fe.properties.absent,data:D};r===null?r=[xe]:r.push(xe),s++}var _=Te===
s}if(J.parameter!==void 0){let D=J.parameter,Te=s;if(typeof D!="string"){let xe={instancePath:t+"/"+H+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fe.properties.parameter.type,parentSchema:fe.properties.parameter,data:D};r===
null?r=[xe]:r.push(xe),s++}let Fe=s;var _=Te===s}if(J.among!==void 0){let D=J.among,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let xe={instancePath:t+"/"+H+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.
properties.among,data:D};r===null?r=[xe]:r.push(xe),s++}}else{let xe={instancePath:t+"/"+H+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:fe.properties.among.type,parentSchema:fe.properties.among,data:D};r===null?r=[xe]:r.push(xe),s++}var _=Te===
s}if(J.model!==void 0){let D=J.model,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let Re={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.properties.model,data:D};r===null?r=[Re]:
r.push(Re),s++}let xe=!0,Ye=D.length;for(let Re=0;Re<Ye;Re++){let et=D[Re],rr=s,It=s;if(typeof et=="string"){if(ee(et)<1){let Ke={instancePath:t+"/"+H+"/model/"+
Re,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:fe.properties.model.items,data:et};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/"+H+"/model/"+Re,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fe.properties.model.items.type,parentSchema:fe.properties.model.
items,data:et};r===null?r=[Ke]:r.push(Ke),s++}var A=rr===s;A||(xe=!1)}}else{let xe={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.properties.model.type,parentSchema:fe.properties.model,data:D};r===null?r=[xe]:r.push(
xe),s++}var _=Te===s}if(J.exceptModel!==void 0){let D=J.exceptModel,Te=s,Fe=s;if(Array.isArray(D)){if(D.length<1){let Re={instancePath:t+"/"+H+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.properties.
exceptModel,data:D};r===null?r=[Re]:r.push(Re),s++}let xe=!0,Ye=D.length;for(let Re=0;Re<Ye;Re++){let et=D[Re],rr=s,It=s;if(typeof et=="string"){if(ee(et)<1){let Ke={
instancePath:t+"/"+H+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:fe.properties.exceptModel.items,data:et};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/"+
H+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fe.properties.
exceptModel.items.type,parentSchema:fe.properties.exceptModel.items,data:et};r===null?r=[Ke]:r.push(Ke),s++}var O=rr===s;O||(xe=!1)}}else{let xe={instancePath:t+
"/"+H+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.properties.
exceptModel.type,parentSchema:fe.properties.exceptModel,data:D};r===null?r=[xe]:r.push(xe),s++}var _=Te===s}}else{let X={instancePath:t+"/"+H,schemaPath:"#/$def\
s/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:fe.type,parentSchema:fe,data:J};r===null?r=[X]:r.push(X),s++}var L=j===s,
U=oe===s;U||(te=!1)}}else{let te={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Xa.type,parentSchema:Xa,
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
"join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},Ff=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Cr(e,{instancePath:t="",
parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Cr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
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
void 0){let he={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'cons\
tant'",schema:se.oneOf[4].required,parentSchema:se.oneOf[4],data:e};r===null?r=[he]:r.push(he),s++}var O=W===s;O&&b?(b=!1,_=[_,4]):O&&(b=!0,_=4)}}}if(b)s=m,r!==
null&&(m?r.length=m:r=null);else{let oe={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},message:"must match exactly one schema in\
 oneOf",schema:se.oneOf,parentSchema:se,data:e};r===null?r=[oe]:r.push(oe),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let j={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:se.required,parentSchema:se,data:e};r===
null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:se.required,parentSchema:se,data:e};r===null?r=[j]:r.push(j),s++}let oe=s;for(let j in e)if(!qs.call(se.properties,j)){let pe={
instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,
parentSchema:se,data:e};r===null?r=[pe]:r.push(pe),s++}if(e.$comment!==void 0){let j=e.$comment,pe=s,ce=s,W=s;if(typeof j=="string"){if(ee(j)<1){let F={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Bt,
data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Bt.type,parentSchema:Bt,data:j};r===null?r=[F]:r.push(F),s++}var L=ce===s,U=pe===s}if(e.to!==void 0){let j=e.to,pe=s,ce=s,W=s;if(typeof j==
"string"){if(!De.test(j)){let he={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'m\
ust match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:j};r===null?r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/to",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:j};r===null?r=[he]:r.push(he),
s++}var te=ce===s;if(typeof j=="string"&&!Ff.test(j)){let he={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!\
(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:se.properties.to,data:j};r===null?r=[he]:r.push(he),
s++}var U=pe===s}if(e.from!==void 0){let j=e.from,pe=s,ce=s;if(typeof j=="string"){if(ee(j)<1){let F={instancePath:t+"/from",schemaPath:"#/properties/from/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.from,data:j};r===null?r=[F]:r.push(
F),s++}}else{let F={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.properties.
from.type,parentSchema:se.properties.from,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.each!==void 0){let j=e.each,pe=s,ce=s;if(typeof j=="string"){if(ee(
j)<1){let F={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:se.properties.each,data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:se.properties.each.type,parentSchema:se.properties.each,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===
s}if(e.join!==void 0){let j=e.join,pe=s,ce=s;if(Array.isArray(j)){if(j.length<2){let le={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"\
minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:se.properties.join,data:j};r===null?r=[le]:r.push(le),s++}let F=!0,he=j.
length;for(let le=0;le<he;le++){let X=j[le],D=s,Te=s;if(typeof X=="string"){if(ee(X)<1){let Fe={instancePath:t+"/join/"+le,schemaPath:"#/properties/join/items/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.join.items,data:X};r===null?r=
[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/join/"+le,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:se.properties.join.items.type,parentSchema:se.properties.join.items,data:X};r===null?r=[Fe]:r.push(Fe),s++}var z=D===s;z||(F=!1)}}else{let F={instancePath:t+
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
properties.forms,data:j};r===null?r=[le]:r.push(le),s++}let F=!0,he=j.length;for(let le=0;le<he;le++){let X=j[le],D=s,Te=se.properties.forms.items.enum;if(!(X===
"url"||X==="data")){let Fe={instancePath:t+"/forms/"+le,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:se.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:se.properties.forms.items.enum,parentSchema:se.properties.forms.items,data:X};r===null?r=[Fe]:
r.push(Fe),s++}var H=D===s;H||(F=!1)}}else{let F={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:se.properties.forms.type,parentSchema:se.properties.forms,data:j};r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.oneWay!==void 0){let j=e.oneWay,
pe=s,ce=s;if(typeof j=="string"){if(ee(j)<1){let F={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se.properties.oneWay,data:j};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.properties.oneWay.type,parentSchema:se.properties.oneWay,data:j};
r===null?r=[F]:r.push(F),s++}var U=pe===s}if(e.source!==void 0){let j=e.source,pe=s,ce=s,W=s;if(typeof j=="string"){if(ee(j)<1){let he={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:j};r===null?
r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:j};r===null?r=[he]:r.push(he),s++}var J=ce===s,U=pe===s}}else{let oe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:se.type,parentSchema:se,data:e};r===null?r=[oe]:r.push(oe),s++}return Cr.errors=r,s===0}Cr.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var Ya={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Pe={
type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The fir\
st file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. I\
t is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:[
"video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The medi\
a type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that a\
nswers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early\
; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
xs={validate:vr},Op={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function tt(e,{instancePath:t="",parentData:n,parentDataProperty:a,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=tt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){
let _=!0,q=e.length;for(let A=0;A<q;A++){let O=e[A],L=s,U=s,te=s;if(typeof O=="string"){if(!De.test(O)){let z={instancePath:t+"/"+A,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:O};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/"+A,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Q.type,parentSchema:Q,data:O};r===null?r=[z]:r.push(z),s++}var m=U===s,b=L===s;b||(_=!1)}}else{let _={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Op.type,parentSchema:Op,data:e};r===null?r=[_]:r.push(_),s++}return tt.errors=r,s===0}tt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function Kr(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Kr.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s,m=s,b=!1,_=null,q=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let ce={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Pe.oneOf[0].
required,parentSchema:Pe.oneOf[0],data:e};r===null?r=[ce]:r.push(ce),s++}var O=q===s;O&&(b=!0,_=0);let A=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let ce={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:Pe.oneOf[1].required,parentSchema:Pe.oneOf[1],data:e};r===null?r=[ce]:r.push(ce),s++}if(e.contentType===void 0){let ce={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Pe.oneOf[1].required,parentSchema:Pe.
oneOf[1],data:e};r===null?r=[ce]:r.push(ce),s++}}var O=A===s;if(O&&b)b=!1,_=[_,1];else{O&&(b=!0,_=1);let ce=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let F={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:Pe.oneOf[2].required,parentSchema:Pe.oneOf[2],data:e};r===null?r=[F]:r.push(F),s++}var O=ce===s;if(O&&b)b=!1,_=[_,2];else{O&&(b=!0,_=2);let F=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let le={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:Pe.oneOf[3].required,parentSchema:Pe.oneOf[3],data:e};r===null?r=[le]:r.push(le),s++}if(e.results===
void 0){let le={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:Pe.oneOf[3].required,parentSchema:Pe.oneOf[3],data:e};r===null?r=[le]:r.push(le),s++}if(e.message===void 0){let le={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Pe.oneOf[3].required,parentSchema:Pe.
oneOf[3],data:e};r===null?r=[le]:r.push(le),s++}}var O=F===s;O&&b?(b=!1,_=[_,3]):O&&(b=!0,_=3)}}if(b)s=m,r!==null&&(m?r.length=m:r=null);else{let ce={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},message:"must match exactly one schema in oneOf",schema:Pe.oneOf,parentSchema:Pe,data:e};r===null?
r=[ce]:r.push(ce),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let W={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:Pe.required,parentSchema:Pe,data:e};r===null?r=[W]:r.push(W),s++}let ce=s;for(let W in e)
if(!qs.call(Pe.properties,W)){let F={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:Pe,data:e};r===null?r=[F]:r.push(F),s++}if(e.url!==void 0){let W=e.url,F=s,he=s,le=s;if(typeof W=="str\
ing"){if(!De.test(W)){let X={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:W};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/url",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:W};r===null?r=[X]:r.push(X),s++}var L=he===
s,U=F===s}if(e.list!==void 0){let W=e.list,F=s;if(typeof W!="boolean"){let X={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:Pe.properties.list.type,parentSchema:Pe.properties.list,data:W};r===null?r=[X]:r.push(X),s++}let he=s;var U=F===
s}if(e.withKey!==void 0){let W=e.withKey,F=s;if(W!==!0){let le={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:Pe.properties.withKey,data:W};r===null?r=[le]:r.push(le),s++}var U=F===s}if(e.base64!==void 0){let W=e.
base64,F=s,he=s,le=s;if(typeof W=="string"){if(!De.test(W)){let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:W};r===null?r=[D]:r.push(D),s++}}else{
let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:W};
r===null?r=[D]:r.push(D),s++}var te=he===s,U=F===s}if(e.contentType!==void 0){let W=e.contentType,F=s,he=Pe.properties.contentType.enum;if(!(W==="video/mp4"||W===
"video/quicktime"||W==="video/webm"||W==="image/png"||W==="image/jpeg"||W==="image/webp"||W==="image/gif"||W==="audio/mpeg"||W==="audio/wav"||W==="model/gltf-bi\
nary")){let X={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:Pe.properties.contentType.enum},message:"\
must be equal to one of the allowed values",schema:Pe.properties.contentType.enum,parentSchema:Pe.properties.contentType,data:W};r===null?r=[X]:r.push(X),s++}var U=F===
s}if(e.content!==void 0){let W=e.content,F=s,he=s,le=s;if(typeof W=="string"){if(!Pt.test(W)){let D={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",
keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:W};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+
"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:W};r===null?r=[D]:r.
push(D),s++}var z=he===s,U=F===s}if(e.query!==void 0){let W=e.query,F=s,he=s,le=s;if(typeof W=="string"){if(!Pt.test(W)){let D={instancePath:t+"/query",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:W};r===null?r=[D]:r.push(D),s++}}else{
let D={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:W};
r===null?r=[D]:r.push(D),s++}var H=he===s,U=F===s}if(e.results!==void 0){let W=e.results,F=s;if(!xs.validate(W,{instancePath:t+"/results",parentData:e,parentDataProperty:"\
results",rootData:o,dynamicAnchors:i}))r=r===null?xs.validate.errors:r.concat(xs.validate.errors),s=r.length;else var J=xs.validate.evaluated.props,oe=xs.validate.
evaluated.items;var U=F===s}if(e.message!==void 0){let W=e.message,F=s;tt(W,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var U=F===s}if(e.pending!==void 0){let W=e.pending,F=s,he=s;if(W&&typeof W=="object"&&!Array.isArray(W)){if(W.
status===void 0){let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must \
have required property 'status'",schema:Pe.properties.pending.required,parentSchema:Pe.properties.pending,data:W};r===null?r=[D]:r.push(D),s++}if(W.body===void 0){
let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required prope\
rty 'body'",schema:Pe.properties.pending.required,parentSchema:Pe.properties.pending,data:W};r===null?r=[D]:r.push(D),s++}let X=s;for(let D in W)if(!(D==="statu\
s"||D==="body")){let Te={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},
message:"must NOT have additional properties",schema:!1,parentSchema:Pe.properties.pending,data:W};r===null?r=[Te]:r.push(Te),s++}if(W.status!==void 0){let D=W.
status,Te=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D))){let pt={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:Pe.properties.pending.properties.status.type,parentSchema:Pe.properties.pending.properties.status,
data:D};r===null?r=[pt]:r.push(pt),s++}let Fe=s;var j=Te===s}}else{let X={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:Pe.properties.pending.type,parentSchema:Pe.properties.pending,data:W};r===null?r=[X]:r.push(X),s++}var U=F===s}if(e.
source!==void 0){let W=e.source,F=s,he=s,le=s;if(typeof W=="string"){if(ee(W)<1){let D={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:W};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:W};r===null?r=[D]:r.
push(D),s++}var pe=he===s,U=F===s}}else{let ce={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Pe.type,
parentSchema:Pe,data:e};r===null?r=[ce]:r.push(ce),s++}return Kr.errors=r,s===0}Kr.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function vr(e,{instancePath:t="",
parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=vr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let q={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:Ya,data:e};r===null?r=[q]:r.push(q),s++}let b=!0,_=e.length;for(let q=0;q<_;q++){let A=e[q],O=s;Kr(A,{instancePath:t+"/"+
q,parentData:e,parentDataProperty:q,rootData:o,dynamicAnchors:i})||(r=r===null?Kr.errors:r.concat(Kr.errors),s=r.length);var m=O===s;m||(b=!1)}}else{let b={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ya.type,parentSchema:Ya,data:e};r===null?r=[b]:r.push(b),s++}return vr.errors=
r,s===0}vr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function dt(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=dt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===
void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:w.
required,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.rows===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
rows"},message:"must have required property 'rows'",schema:w.required,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.results===void 0){let v={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:w.required,parentSchema:w,data:e};
r===null?r=[v]:r.push(v),s++}if(e.message===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"\
must have required property 'message'",schema:w.required,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.code===void 0){let v={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:w.required,parentSchema:w,data:e};r===null?r=
[v]:r.push(v),s++}let br=s;for(let v in e)if(!qs.call(w.properties,v)){let ne={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:w,data:e};r===null?r=[ne]:r.push(ne),s++}if(e.$comment!==void 0){
let v=e.$comment,ne=s,Le=s,B=s;if(typeof v=="string"){if(ee(v)<1){let u={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Bt,data:v};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Bt.type,parentSchema:Bt,data:v};r===null?r=[u]:r.push(u),s++}var m=Le===
s,b=ne===s}if(e.submit!==void 0){let v=e.submit,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let c={instancePath:t+"/submit",schemaPath:"\
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
test(c)){let h={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}var q=x===s,_=P===s}if(v.paths!==void 0){let c=v.paths,P=s,
x=s;if(Array.isArray(c)){if(c.length<1){let $={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.submit.properties.paths,data:c};r===null?r=[$]:r.push($),s++}let y=!0,h=c.
length;for(let $=0;$<h;$++){let I=c[$],N=s,k=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.when===void 0){let S={instancePath:t+"/submit/paths/"+$,schemaPath:"\
#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:w.properties.
submit.properties.paths.items.required,parentSchema:w.properties.submit.properties.paths.items,data:I};r===null?r=[S]:r.push(S),s++}if(I.path===void 0){let S={instancePath:t+
"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have requir\
ed property 'path'",schema:w.properties.submit.properties.paths.items.required,parentSchema:w.properties.submit.properties.paths.items,data:I};r===null?r=[S]:r.
push(S),s++}let g=s;for(let S in I)if(!(S==="when"||S==="path")){let K={instancePath:t+"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.
submit.properties.paths.items,data:I};r===null?r=[K]:r.push(K),s++}if(I.when!==void 0){let S=I.when,K=s;$t(S,{instancePath:t+"/submit/paths/"+$+"/when",parentData:I,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var A=K===s}if(I.path!==void 0){let S=I.path,K=s,
C=s,M=s;if(typeof S=="string"){if(!Pt.test(S)){let R={instancePath:t+"/submit/paths/"+$+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:S};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/submit/paths/"+$+"/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:S};r===null?r=[R]:r.push(R),s++}var O=C===
s,A=K===s}}else{let g={instancePath:t+"/submit/paths/"+$,schemaPath:"#/properties/submit/properties/paths/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:w.properties.submit.properties.paths.items.type,parentSchema:w.properties.submit.properties.paths.items,data:I};r===null?r=[g]:r.push(g),
s++}var L=N===s;L||(y=!1)}}else{let y={instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:w.properties.submit.properties.paths.type,parentSchema:w.properties.submit.properties.paths,data:c};r===null?r=[y]:r.push(y),s++}
var _=P===s}if(v.headers!==void 0){let c=v.headers,P=s,x=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let y=s;for(let h in c){let $=c[h],I=s,N=s;if(typeof $==
"string"){if(!Mf.test($)){let k={instancePath:t+"/submit/headers/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/a\
dditionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:w.
properties.submit.properties.headers.additionalProperties,data:$};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/submit/headers/"+h.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:w.properties.submit.properties.headers.additionalProperties.type,parentSchema:w.properties.submit.properties.headers.additionalProperties,data:$};r===null?
r=[k]:r.push(k),s++}var U=I===s}}else{let y={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:w.properties.submit.properties.headers.type,parentSchema:w.properties.submit.properties.headers,data:c};r===null?r=[y]:
r.push(y),s++}var _=P===s}if(v.encoding!==void 0){let c=v.encoding,P=s,x=w.properties.submit.properties.encoding.enum;if(!(c==="json"||c==="form")){let y={instancePath:t+
"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:w.properties.submit.properties.encoding.enum},
message:"must be equal to one of the allowed values",schema:w.properties.submit.properties.encoding.enum,parentSchema:w.properties.submit.properties.encoding,data:c};
r===null?r=[y]:r.push(y),s++}var _=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let h={instancePath:t+"/submit/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===
null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:G.type,parentSchema:G,data:c};r===null?r=[h]:r.push(h),s++}var te=x===s,_=P===s}}else{let u={instancePath:t+"/submit",schemaPath:"#/properties/subm\
it/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.submit.type,parentSchema:w.properties.submit,data:v};r===null?r=[u]:
r.push(u),s++}var b=ne===s}if(e.rows!==void 0){let v=e.rows,ne=s,Le=s;if(Array.isArray(v)){if(v.length<1){let P={instancePath:t+"/rows",schemaPath:"#/properties\
/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.rows,data:v};r===null?r=[P]:r.
push(P),s++}let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],E=s;Cr(x,{instancePath:t+"/rows/"+P,parentData:v,parentDataProperty:P,rootData:o,dynamicAnchors:i})||
(r=r===null?Cr.errors:r.concat(Cr.errors),s=r.length);var z=E===s;z||(u=!1)}}else{let u={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:w.properties.rows.type,parentSchema:w.properties.rows,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}
if(e.drops!==void 0){let v=e.drops,ne=s,Le=s;if(Array.isArray(v)){let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],E=s,y=s;if(x&&typeof x=="object"&&!Array.isArray(
x)){if(x.parameter===void 0){let $={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parame\
ter"},message:"must have required property 'parameter'",schema:w.properties.drops.items.required,parentSchema:w.properties.drops.items,data:x};r===null?r=[$]:r.
push($),s++}if(x.reason===void 0){let $={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"r\
eason"},message:"must have required property 'reason'",schema:w.properties.drops.items.required,parentSchema:w.properties.drops.items,data:x};r===null?r=[$]:r.push(
$),s++}if(x.source===void 0){let $={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:w.properties.drops.items.required,parentSchema:w.properties.drops.items,data:x};r===null?r=[$]:r.push($),s++}
let h=s;for(let $ in x)if(!($==="parameter"||$==="values"||$==="when"||$==="reason"||$==="source")){let I={instancePath:t+"/drops/"+P,schemaPath:"#/properties/d\
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
data:$};r===null?r=[S]:r.push(S),s++}var J=N===s,H=I===s}}else{let h={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.drops.items.type,parentSchema:w.properties.drops.items,data:x};r===null?r=[h]:r.push(h),s++}var oe=E===
s;oe||(u=!1)}}else{let u={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.
drops.type,parentSchema:w.properties.drops,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.needs!==void 0){let v=e.needs,ne=s,Le=s;if(v&&typeof v=="objec\
t"&&!Array.isArray(v)){let u=s;for(let c in v){let P=v[c],x=s,E=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let h={instancePath:t+"/nee\
ds/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},
message:"must have required property 'reason'",schema:w.properties.needs.additionalProperties.required,parentSchema:w.properties.needs.additionalProperties,data:P};
r===null?r=[h]:r.push(h),s++}if(P.source===void 0){let h={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/addit\
ionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.needs.additionalProperties.
required,parentSchema:w.properties.needs.additionalProperties,data:P};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in P)if(!(h==="reason"||h==="source")){let $={
instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.needs.additionalProperties,data:P};r===
null?r=[$]:r.push($),s++}if(P.reason!==void 0){let h=P.reason,$=s,I=s;if(typeof h=="string"){if(ee(h)<1){let N={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(
/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:w.properties.needs.additionalProperties.properties.reason,data:h};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:w.properties.needs.additionalProperties.properties.reason.type,parentSchema:w.properties.needs.additionalProperties.
properties.reason,data:h};r===null?r=[N]:r.push(N),s++}var j=$===s}if(P.source!==void 0){let h=P.source,$=s,I=s,N=s;if(typeof h=="string"){if(ee(h)<1){let g={instancePath:t+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:G,data:h};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:h};r===null?r=[g]:
r.push(g),s++}var pe=I===s,j=$===s}}else{let y={instancePath:t+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.needs.additionalProperties.type,parentSchema:w.properties.needs.additionalProperties,
data:P};r===null?r=[y]:r.push(y),s++}var ce=x===s}}else{let u={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:w.properties.needs.type,parentSchema:w.properties.needs,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.lacks!==void 0){let v=e.
lacks,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){let u=s;for(let c in v){let P=v[c],x=s,E=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===
void 0){let h={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:w.properties.lacks.additionalProperties.required,parentSchema:w.properties.
lacks.additionalProperties,data:P};r===null?r=[h]:r.push(h),s++}if(P.source===void 0){let h={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.
lacks.additionalProperties.required,parentSchema:w.properties.lacks.additionalProperties,data:P};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in P)if(!(h==="r\
eason"||h==="source")){let $={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.lacks.additionalProperties,
data:P};r===null?r=[$]:r.push($),s++}if(P.reason!==void 0){let h=P.reason,$=s,I=s;if(typeof h=="string"){if(ee(h)<1){let N={instancePath:t+"/lacks/"+c.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:w.properties.lacks.additionalProperties.properties.reason,data:h};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:w.properties.lacks.additionalProperties.properties.reason.type,parentSchema:w.properties.lacks.additionalProperties.
properties.reason,data:h};r===null?r=[N]:r.push(N),s++}var W=$===s}if(P.source!==void 0){let h=P.source,$=s,I=s,N=s;if(typeof h=="string"){if(ee(h)<1){let g={instancePath:t+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:G,data:h};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:h};r===null?r=[g]:
r.push(g),s++}var F=I===s,W=$===s}}else{let y={instancePath:t+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProper\
ties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.lacks.additionalProperties.type,parentSchema:w.properties.lacks.additionalProperties,
data:P};r===null?r=[y]:r.push(y),s++}var he=x===s}}else{let u={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:w.properties.lacks.type,parentSchema:w.properties.lacks,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.id!==void 0){let v=e.
id,ne=s,Le=s,B=s;if(typeof v=="string"){if(!De.test(v)){let c={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={
instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};r===null?
r=[c]:r.push(c),s++}var le=Le===s,b=ne===s}if(e.idForm!==void 0){let v=e.idForm,ne=s,Le=s;if(typeof v=="string"){if(!Rf.test(v)){let u={instancePath:t+"/idForm",
schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]\
*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:w.properties.idForm,data:v};r===null?r=[u]:r.push(u),s++}}else{
let u={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:w.properties.idForm.
type,parentSchema:w.properties.idForm,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.queryId!==void 0){let v=e.queryId,ne=s,Le=s,B=s;if(typeof v=="strin\
g"){if(!De.test(v)){let c={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/queryId",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}
var X=Le===s,b=ne===s}if(e.query!==void 0){let v=e.query,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let P={instancePath:t+"/qu\
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
ern "^/"',schema:"^/",parentSchema:Oe,data:P};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:P};r===null?r=[$]:r.push($),s++}var Te=E===s,D=x===s}if(v.at!==void 0){let P=v.
at,x=s,E=s,y=s;if(typeof P=="string"){if(!De.test(P)){let $={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:P};r===null?r=[$]:r.push($),s++}}else{
let $={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:P};r===null?r=[$]:r.push($),s++}var Fe=E===s,D=x===s}if(v.hosts!==void 0){let P=v.hosts,x=s,E=s;if(Array.isArray(P)){if(P.length<1){let I={instancePath:t+"\
/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:w.properties.query.properties.hosts,data:P};r===null?r=[I]:r.push(I),s++}let h=!0,$=P.length;for(let I=0;I<$;I++){let N=P[I],k=s,g=s;if(typeof N=="\
string"){if(!Lf.test(N)){let S={instancePath:t+"/query/hosts/"+I,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:w.
properties.query.properties.hosts.items,data:N};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/query/hosts/"+I,schemaPath:"#/properties/query/proper\
ties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:w.properties.query.properties.hosts.items.type,parentSchema:w.properties.
query.properties.hosts.items,data:N};r===null?r=[S]:r.push(S),s++}var pt=k===s;pt||(h=!1)}}else{let h={instancePath:t+"/query/hosts",schemaPath:"#/properties/qu\
ery/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.query.properties.hosts.type,parentSchema:w.properties.
query.properties.hosts,data:P};r===null?r=[h]:r.push(h),s++}var D=x===s}if(v.body!==void 0){let P=v.body,x=s,E=s;if(Array.isArray(P)){if(P.length<1){let I={instancePath:t+
"/query/body",schemaPath:"#/properties/query/properties/body/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.
properties.query.properties.body,data:P};r===null?r=[I]:r.push(I),s++}let h=!0,$=P.length;for(let I=0;I<$;I++){let N=P[I],k=s,g=s,S=s,K=!1,C=null,M=s;if(N&&typeof N==
"object"&&!Array.isArray(N)&&N.fact===void 0){let R={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:w.properties.query.properties.body.items.oneOf[0].required,parentSchema:w.
properties.query.properties.body.items.oneOf[0],data:N};r===null?r=[R]:r.push(R),s++}var xe=M===s;xe&&(K=!0,C=0);let V=s;if(N&&typeof N=="object"&&!Array.isArray(
N)&&N.constant===void 0){let R={instancePath:t+"/query/body/"+I,schemaPath:"#/properties/query/properties/body/items/oneOf/1/required",keyword:"required",params:{
missingProperty:"constant"},message:"must have required property 'constant'",schema:w.properties.query.properties.body.items.oneOf[1].required,parentSchema:w.properties.
query.properties.body.items.oneOf[1],data:N};r===null?r=[R]:r.push(R),s++}var xe=V===s;if(xe&&K?(K=!1,C=[C,1]):xe&&(K=!0,C=1),K)s=S,r!==null&&(S?r.length=S:r=null);else{
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
items,data:N};r===null?r=[R]:r.push(R),s++}var et=k===s;et||(h=!1)}}else{let h={instancePath:t+"/query/body",schemaPath:"#/properties/query/properties/body/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.query.properties.body.type,parentSchema:w.properties.query.properties.body,data:P};
r===null?r=[h]:r.push(h),s++}var D=x===s}if(v.source!==void 0){let P=v.source,x=s,E=s,y=s;if(typeof P=="string"){if(ee(P)<1){let $={instancePath:t+"/query/sourc\
e",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:P};r===
null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:G.type,parentSchema:G,data:P};r===null?r=[$]:r.push($),s++}var rr=E===s,D=x===s}let c;if(v.at!==void 0&&v.hosts===void 0){let P={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"\
must have property hosts when property at is present",schema:w.properties.query.dependentRequired,parentSchema:w.properties.query,data:v};r===null?r=[P]:r.push(
P),s++}if(v.hosts!==void 0&&v.at===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{
property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",schema:w.properties.query.dependentRequired,
parentSchema:w.properties.query,data:v};r===null?r=[P]:r.push(P),s++}}else{let u={instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.query.type,parentSchema:w.properties.query,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.list!==
void 0){let v=e.list,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.path===void 0){let c={instancePath:t+"/list",schemaPath:"#/properties/list/requ\
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
must match pattern "^/"',schema:"^/",parentSchema:Oe,data:c};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:c};r===null?r=[y]:r.push(y),s++}var It=x===s,Ke=P===s}if(v.filter!==
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
s}if(v.items!==void 0){let c=v.items,P=s,x=s,E=s;if(typeof c=="string"){if(!De.test(c)){let h={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};
r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[h]:r.push(h),s++}var gr=x===s,Ke=P===s}if(v.within!==void 0){let c=v.within,P=s,x=s,E=s;if(typeof c=="s\
tring"){if(!De.test(c)){let h={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/list/\
within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[h]:r.push(
h),s++}var uf=x===s,Ke=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let h={instancePath:t+"/list/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===null?r=[h]:r.
push(h),s++}}else{let h={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:c};r===null?r=[h]:r.push(h),s++}var mf=x===s,Ke=P===s}}else{let u={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:w.properties.list.type,parentSchema:w.properties.list,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===
s}if(e.cancel!==void 0){let v=e.cancel,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let c={instancePath:t+"/cancel",schemaPath:"\
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
properties.cancel.properties.method,data:c};r===null?r=[E]:r.push(E),s++}var Fr=P===s}if(v.path!==void 0){let c=v.path,P=s,x=s,E=s;if(typeof c=="string"){if(!Pt.
test(c)){let h={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:c};r===null?r=[h]:r.push(h),s++}var Ct=x===s,Fr=P===s}if(v.from!==void 0){let c=v.from,P=s,
x=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let h={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/requi\
red",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:w.properties.cancel.properties.from.required,parentSchema:w.
properties.cancel.properties.from,data:c};r===null?r=[h]:r.push(h),s++}if(c.source===void 0){let h={instancePath:t+"/cancel/from",schemaPath:"#/properties/cance\
l/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:w.properties.cancel.properties.
from.required,parentSchema:w.properties.cancel.properties.from,data:c};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in c)if(!(h==="words"||h==="source")){let $={
instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},
message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.cancel.properties.from,data:c};r===null?r=[$]:r.push($),s++}if(c.words!==void 0){
let h=c.words,$=s,I=s,N=s;if(Array.isArray(h)){if(h.length<1){let M={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:He,data:h};r===null?r=[M]:r.push(M),s++}let k=!0,g=h.length;for(let M=0;M<g;M++){
let V=h[M],R=s,Z=s;if(typeof V=="string"){if(ee(V)<1){let ue={instancePath:t+"/cancel/from/words/"+M,schemaPath:"#/$defs/words/items/minLength",keyword:"minLeng\
th",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:He.items,data:V};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+
"/cancel/from/words/"+M,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:He.items.type,parentSchema:He.
items,data:V};r===null?r=[ue]:r.push(ue),s++}var gp=R===s;gp||(k=!1)}let S,K=h.length,C;if(S=!0,K>1){let M={};for(;K--;){let V=h[K];if(typeof V=="string"){if(typeof M[V]==
"number"){C=M[V];let R={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:K,j:C},message:"must NOT have\
 duplicate items (items ## "+C+" and "+K+" are identical)",schema:!0,parentSchema:He,data:h};r===null?r=[R]:r.push(R),s++,S=!1;break}M[V]=K}}}}else{let k={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:He.type,parentSchema:He,data:h};r===null?
r=[k]:r.push(k),s++}var lf=I===s,wp=$===s}if(c.source!==void 0){let h=c.source,$=s,I=s,N=s;if(typeof h=="string"){if(ee(h)<1){let g={instancePath:t+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:h};
r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:G.type,parentSchema:G,data:h};r===null?r=[g]:r.push(g),s++}var ks=I===s,wp=$===s}}else{let y={instancePath:t+"/cancel/from",schemaPath:"#/\
properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.properties.from.type,parentSchema:w.
properties.cancel.properties.from,data:c};r===null?r=[y]:r.push(y),s++}var Fr=P===s}if(v.proves!==void 0){let c=v.proves,P=s,x=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){if(Object.keys(c).length<2){let h={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:w.properties.cancel.properties.proves,data:c};r===null?r=[h]:r.push(
h),s++}if(c.source===void 0){let h={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:w.properties.cancel.properties.proves.required,parentSchema:w.properties.cancel.properties.proves,
data:c};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in c)if(!(h==="answer"||h==="query"||h==="source")){let $={instancePath:t+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:w.properties.cancel.properties.proves,data:c};r===null?r=[$]:r.push($),s++}if(c.answer!==void 0){let h=c.answer,$=s,I=s;if(h&&typeof h==
"object"&&!Array.isArray(h)){if(h.at===void 0){let k={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.cancel.properties.proves.properties.answer.
required,parentSchema:w.properties.cancel.properties.proves.properties.answer,data:h};r===null?r=[k]:r.push(k),s++}if(h.words===void 0){let k={instancePath:t+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:w.properties.cancel.properties.proves.properties.answer.required,parentSchema:w.properties.cancel.properties.proves.
properties.answer,data:h};r===null?r=[k]:r.push(k),s++}let N=s;for(let k in h)if(!(k==="at"||k==="words")){let g={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:w.properties.cancel.properties.proves.properties.answer,data:h};r===null?r=[g]:r.push(g),s++}if(h.at!==void 0){let k=h.
at,g=s,S=s,K=s;if(typeof k=="string"){if(!De.test(k)){let C={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:k};r===null?r=[C]:r.push(C),
s++}}else{let C={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:k};r===null?r=[C]:r.push(C),s++}var ff=S===s,wr=g===s}if(h.words!==void 0){let k=h.words,g=s,S=s,K=s;if(Array.isArray(k)){if(k.length<1){
let re={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1\
 items",schema:1,parentSchema:He,data:k};r===null?r=[re]:r.push(re),s++}let M=!0,V=k.length;for(let re=0;re<V;re++){let T=k[re],ie=s,qe=s;if(typeof T=="string"){
if(ee(T)<1){let Ee={instancePath:t+"/cancel/proves/answer/words/"+re,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:He.items,data:T};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/cancel/proves/answer/w\
ords/"+re,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:He.items.type,parentSchema:He.items,data:T};
r===null?r=[Ee]:r.push(Ee),s++}var bp=ie===s;bp||(M=!1)}let R,Z=k.length,ue;if(R=!0,Z>1){let re={};for(;Z--;){let T=k[Z];if(typeof T=="string"){if(typeof re[T]==
"number"){ue=re[T];let ie={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Z,j:ue},message:"\
must NOT have duplicate items (items ## "+ue+" and "+Z+" are identical)",schema:!0,parentSchema:He,data:k};r===null?r=[ie]:r.push(ie),s++,R=!1;break}re[T]=Z}}}}else{
let M={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:He.type,
parentSchema:He,data:k};r===null?r=[M]:r.push(M),s++}var Ps=S===s,wr=g===s}}else{let N={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/p\
roperties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.properties.proves.properties.
answer.type,parentSchema:w.properties.cancel.properties.proves.properties.answer,data:h};r===null?r=[N]:r.push(N),s++}var Da=$===s}if(c.query!==void 0){let h=c.
query,$=s,I=s,N=s;if(Array.isArray(h)){if(h.length<1){let V={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:He,data:h};r===null?r=[V]:r.push(V),s++}let g=!0,S=h.length;for(let V=0;V<S;V++){let R=h[V],
Z=s,ue=s;if(typeof R=="string"){if(ee(R)<1){let re={instancePath:t+"/cancel/proves/query/"+V,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:He.items,data:R};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/ca\
ncel/proves/query/"+V,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:He.items.type,parentSchema:He.
items,data:R};r===null?r=[re]:r.push(re),s++}var vp=Z===s;vp||(g=!1)}let K,C=h.length,M;if(K=!0,C>1){let V={};for(;C--;){let R=h[C];if(typeof R=="string"){if(typeof V[R]==
"number"){M=V[R];let Z={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:C,j:M},message:"must NOT ha\
ve duplicate items (items ## "+M+" and "+C+" are identical)",schema:!0,parentSchema:He,data:h};r===null?r=[Z]:r.push(Z),s++,K=!1;break}V[R]=C}}}}else{let g={instancePath:t+
"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:He.type,parentSchema:He,data:h};r===null?
r=[g]:r.push(g),s++}var hf=I===s,Da=$===s}if(c.source!==void 0){let h=c.source,$=s,I=s,N=s;if(typeof h=="string"){if(ee(h)<1){let g={instancePath:t+"/cancel/pro\
ves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:h};
r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:G.type,parentSchema:G,data:h};r===null?r=[g]:r.push(g),s++}var yf=I===s,Da=$===s}}else{let y={instancePath:t+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.properties.proves.type,parentSchema:w.
properties.cancel.properties.proves,data:c};r===null?r=[y]:r.push(y),s++}var Fr=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(
c)<1){let h={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:G,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:c};r===null?r=[h]:r.push(h),s++}var $s=x===s,Fr=P===s}}else{let u={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.cancel.type,parentSchema:w.properties.
cancel,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.status!==void 0){let v=e.status,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.at===void 0){
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
y),s++}var Ja=x===s,Vr=P===s}if(v.states!==void 0){let c=v.states,P=s,x=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let h={instancePath:t+
"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:w.properties.status.properties.states,data:c};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in c){let $=c[h],I=s,N=s,k=kt.enum;
if(!($==="queued"||$==="processing"||$==="completed"||$==="failed"||$==="expired"||$==="cancelled"||$==="unknown")){let g={instancePath:t+"/status/states/"+h.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:kt.enum},message:"must be equal to one of the allowed values",
schema:kt.enum,parentSchema:kt,data:$};r===null?r=[g]:r.push(g),s++}var gf=N===s,sr=I===s}}else{let y={instancePath:t+"/status/states",schemaPath:"#/properties/\
status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.status.properties.states.type,parentSchema:w.properties.
status.properties.states,data:c};r===null?r=[y]:r.push(y),s++}var Vr=P===s}if(v.as!==void 0){let c=v.as,P=s,x=w.properties.status.properties.as.enum;if(!(c==="n\
umber"||c==="boolean")){let y={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:w.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:w.properties.status.properties.as.enum,parentSchema:w.properties.status.properties.
as,data:c};r===null?r=[y]:r.push(y),s++}var Vr=P===s}if(v.absent!==void 0){let c=v.absent,P=s,x=s,E=kt.enum;if(!(c==="queued"||c==="processing"||c==="completed"||
c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let h={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:kt.
enum},message:"must be equal to one of the allowed values",schema:kt.enum,parentSchema:kt,data:c};r===null?r=[h]:r.push(h),s++}var kp=x===s,Vr=P===s}if(v.cases!==
void 0){let c=v.cases,P=s,x=s;if(Array.isArray(c)){if(c.length<1){let $={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.status.properties.cases,data:c};r===null?r=
[$]:r.push($),s++}let y=!0,h=c.length;for(let $=0;$<h;$++){let I=c[$],N=s,k=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.when===void 0){let S={instancePath:t+
"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:w.properties.status.properties.cases.items.required,parentSchema:w.properties.status.properties.cases.items,data:I};r===null?r=[S]:r.
push(S),s++}if(I.means===void 0){let S={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:w.properties.status.properties.cases.items.required,parentSchema:w.properties.status.
properties.cases.items,data:I};r===null?r=[S]:r.push(S),s++}let g=s;for(let S in I)if(!(S==="when"||S==="means")){let K={instancePath:t+"/status/cases/"+$,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional \
properties",schema:!1,parentSchema:w.properties.status.properties.cases.items,data:I};r===null?r=[K]:r.push(K),s++}if(I.when!==void 0){let S=I.when,K=s,C=s;if(Array.
isArray(S)){if(S.length<1){let R={instancePath:t+"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.status.properties.cases.items.properties.when,data:S};r===
null?r=[R]:r.push(R),s++}let M=!0,V=S.length;for(let R=0;R<V;R++){let Z=S[R],ue=s,re=s,T=s,ie=!1,qe=null,Ee=s;if(Z&&typeof Z=="object"&&!Array.isArray(Z)&&Z.is===
void 0){let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:w.properties.status.properties.cases.items.properties.when.items.oneOf[0].
required,parentSchema:w.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:Z};r===null?r=[de]:r.push(de),s++}var Ss=Ee===s;Ss&&(ie=!0,
qe=0);let ke=s;if(Z&&typeof Z=="object"&&!Array.isArray(Z)&&Z.present===void 0){let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/st\
atus/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property '\
present'",schema:w.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:w.properties.status.properties.cases.items.properties.
when.items.oneOf[1],data:Z};r===null?r=[de]:r.push(de),s++}var Ss=ke===s;if(Ss&&ie?(ie=!1,qe=[qe,1]):Ss&&(ie=!0,qe=1),ie)s=T,r!==null&&(T?r.length=T:r=null);else{
let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{
passingSchemas:qe},message:"must match exactly one schema in oneOf",schema:w.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:w.
properties.status.properties.cases.items.properties.when.items,data:Z};r===null?r=[de]:r.push(de),s++}if(Z&&typeof Z=="object"&&!Array.isArray(Z)){if(Z.at===void 0){
let Qe={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.status.properties.cases.items.properties.when.items.required,parentSchema:w.
properties.status.properties.cases.items.properties.when.items,data:Z};r===null?r=[Qe]:r.push(Qe),s++}let de=s;for(let Qe in Z)if(!(Qe==="at"||Qe==="is"||Qe==="\
present")){let mt={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:Qe},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.status.properties.
cases.items.properties.when.items,data:Z};r===null?r=[mt]:r.push(mt),s++}if(Z.at!==void 0){let Qe=Z.at,mt=s,Ga=s,m0=s;if(typeof Qe=="string"){if(!De.test(Qe)){let lt={
instancePath:t+"/status/cases/"+$+"/when/"+R+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:Qe};r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/status\
/cases/"+$+"/when/"+R+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:Qe};
r===null?r=[lt]:r.push(lt),s++}var wf=Ga===s,yn=mt===s}if(Z.is!==void 0){let Qe=Z.is,mt=s,Ga=s;if(Array.isArray(Qe)){if(Qe.length<1){let lt={instancePath:t+"/st\
atus/cases/"+$+"/when/"+R+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:w.properties.status.properties.cases.items.properties.when.items.properties.is,data:Qe};
r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/status/cases/"+$+"/when/"+R+"/is",schemaPath:"#/properties/status/properties/cases/items/propertie\
s/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.status.properties.cases.items.properties.when.
items.properties.is.type,parentSchema:w.properties.status.properties.cases.items.properties.when.items.properties.is,data:Qe};r===null?r=[lt]:r.push(lt),s++}var yn=mt===
s}if(Z.present!==void 0){let Qe=Z.present,mt=s;if(typeof Qe!="boolean"){let lt={instancePath:t+"/status/cases/"+$+"/when/"+R+"/present",schemaPath:"#/properties\
/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:w.properties.
status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:w.properties.status.properties.cases.items.properties.when.items.properties.
present,data:Qe};r===null?r=[lt]:r.push(lt),s++}let Ga=s;var yn=mt===s}}else{let de={instancePath:t+"/status/cases/"+$+"/when/"+R,schemaPath:"#/properties/statu\
s/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.status.properties.cases.
items.properties.when.items.type,parentSchema:w.properties.status.properties.cases.items.properties.when.items,data:Z};r===null?r=[de]:r.push(de),s++}var za=ue===
s;za||(M=!1)}}else{let M={instancePath:t+"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:w.properties.status.properties.cases.items.properties.when.type,parentSchema:w.properties.status.properties.
cases.items.properties.when,data:S};r===null?r=[M]:r.push(M),s++}var Pp=K===s}if(I.means!==void 0){let S=I.means,K=s,C=s,M=kt.enum;if(!(S==="queued"||S==="proce\
ssing"||S==="completed"||S==="failed"||S==="expired"||S==="cancelled"||S==="unknown")){let R={instancePath:t+"/status/cases/"+$+"/means",schemaPath:"#/$defs/sta\
te/enum",keyword:"enum",params:{allowedValues:kt.enum},message:"must be equal to one of the allowed values",schema:kt.enum,parentSchema:kt,data:S};r===null?r=[R]:
r.push(R),s++}var _s=C===s,Pp=K===s}}else{let g={instancePath:t+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.status.properties.cases.items.type,parentSchema:w.properties.status.properties.cases.items,data:I};r===
null?r=[g]:r.push(g),s++}var $p=N===s;$p||(y=!1)}}else{let y={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:w.properties.status.properties.cases.type,parentSchema:w.properties.status.properties.cases,data:c};r===
null?r=[y]:r.push(y),s++}var Vr=P===s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let h={instancePath:t+"/status/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===null?
r=[h]:r.push(h),s++}}else{let h={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:G.type,parentSchema:G,data:c};r===null?r=[h]:r.push(h),s++}var bf=x===s,Vr=P===s}}else{let u={instancePath:t+"/status",schemaPath:"#/properties/status/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.status.type,parentSchema:w.properties.status,data:v};r===null?r=[u]:r.push(
u),s++}var b=ne===s}if(e.progress!==void 0){let v=e.progress,ne=s,Le=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.at===void 0){let c={instancePath:t+"/pr\
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
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:c};r===null?r=[y]:r.push(y),s++}var vf=x===s,Ur=P===s}if(v.of!==void 0){
let c=v.of,P=s,x=s;if(typeof c=="number"){if(c<=0||isNaN(c)){let y={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:w.properties.progress.properties.of,data:c};r===null?
r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:w.properties.progress.properties.of.type,parentSchema:w.properties.progress.properties.of,data:c};r===null?r=[y]:r.push(y),s++}var Ur=P===
s}if(v.source!==void 0){let c=v.source,P=s,x=s,E=s;if(typeof c=="string"){if(ee(c)<1){let h={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLen\
gth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:c};r===null?r=[h]:r.push(h),s++}}else{let h={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:c};
r===null?r=[h]:r.push(h),s++}var gn=x===s,Ur=P===s}}else{let u={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:w.properties.progress.type,parentSchema:w.properties.progress,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.results!==
void 0){let v=e.results,ne=s;vr(v,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?vr.errors:r.concat(
vr.errors),s=r.length);var b=ne===s}if(e.message!==void 0){let v=e.message,ne=s;tt(v,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var b=ne===s}if(e.code!==void 0){let v=e.code,ne=s;tt(v,{instancePath:t+"/code",parentData:e,
parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var b=ne===s}if(e.seconds!==void 0){let v=e.seconds,
ne=s,Le=s,B=s;if(typeof v=="string"){if(!De.test(v)){let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};r===null?r=[c]:r.push(c),s++}}else{
let c={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};
r===null?r=[c]:r.push(c),s++}var kf=Le===s,b=ne===s}if(e.secondsAs!==void 0){let v=e.secondsAs,ne=s;if(v!=="string"){let B={instancePath:t+"/secondsAs",schemaPath:"\
#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:w.properties.secondsAs,
data:v};r===null?r=[B]:r.push(B),s++}var b=ne===s}if(e.usage!==void 0){let v=e.usage,ne=s,Le=s;if(Array.isArray(v)){let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],
E=s,y=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.at===void 0){let $={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:w.properties.usage.items.required,parentSchema:w.properties.usage.items,
data:x};r===null?r=[$]:r.push($),s++}if(x.unit===void 0){let $={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"unit"},message:"must have required property 'unit'",schema:w.properties.usage.items.required,parentSchema:w.properties.usage.items,data:x};r===
null?r=[$]:r.push($),s++}if(x.source===void 0){let $={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:w.properties.usage.items.required,parentSchema:w.properties.usage.items,data:x};r===null?r=[$]:r.
push($),s++}let h=s;for(let $ in x)if(!($==="at"||$==="unit"||$==="source")){let I={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:w.properties.usage.items,
data:x};r===null?r=[I]:r.push(I),s++}if(x.at!==void 0){let $=x.at,I=s,N=s,k=s;if(typeof $=="string"){if(!De.test($)){let g={instancePath:t+"/usage/"+P+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:$};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:$};r===null?r=[g]:r.push(g),s++}var Wa=N===s,Ca=I===s}if(x.unit!==void 0){let $=x.unit,
I=s,N=s;if(typeof $=="string"){if(ee($)<1){let g={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:w.properties.usage.items.properties.unit,data:$};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:w.properties.usage.items.properties.unit.type,parentSchema:w.properties.usage.items.properties.unit,data:$};r===null?r=[g]:r.push(g),s++}
var Ca=I===s}if(x.source!==void 0){let $=x.source,I=s,N=s,k=s;if(typeof $=="string"){if(ee($)<1){let S={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:$};r===null?r=[S]:r.push(S),
s++}}else{let S={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,
parentSchema:G,data:$};r===null?r=[S]:r.push(S),s++}var Dr=N===s,Ca=I===s}}else{let h={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:w.properties.usage.items.type,parentSchema:w.properties.usage.items,data:x};r===null?r=[h]:r.push(h),
s++}var Ka=E===s;Ka||(u=!1)}}else{let u={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:w.properties.usage.type,parentSchema:w.properties.usage,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}if(e.told!==void 0){let v=e.told,ne=s,Le=s;if(Array.
isArray(v)){let u=!0,c=v.length;for(let P=0;P<c;P++){let x=v[P],E=s,y=s,h=s,$=!1,I=null,N=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.link===void 0){let g={
instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required p\
roperty 'link'",schema:w.properties.told.items.oneOf[0].required,parentSchema:w.properties.told.items.oneOf[0],data:x};r===null?r=[g]:r.push(g),s++}var Kt=N===s;
Kt&&($=!0,I=0);let k=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.constant===void 0){let g={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:w.properties.told.items.oneOf[1].
required,parentSchema:w.properties.told.items.oneOf[1],data:x};r===null?r=[g]:r.push(g),s++}var Kt=k===s;if(Kt&&$)$=!1,I=[I,1];else{Kt&&($=!0,I=1);let g=s;if(x&&
typeof x=="object"&&!Array.isArray(x)&&x.fact===void 0){let K={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",
params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:w.properties.told.items.oneOf[2].required,parentSchema:w.properties.told.items.
oneOf[2],data:x};r===null?r=[K]:r.push(K),s++}var Kt=g===s;Kt&&$?($=!1,I=[I,2]):Kt&&($=!0,I=2)}if($)s=h,r!==null&&(h?r.length=h:r=null);else{let g={instancePath:t+
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
data:S};r===null?r=[V]:r.push(V),s++}var Pf=C===s,Jr=K===s}if(x.in!==void 0){let S=x.in,K=s,C=w.properties.told.items.properties.in.enum;if(!(S==="submit"||S===
"query"||S==="both")){let V={instancePath:t+"/told/"+P+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:w.properties.
told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:w.properties.told.items.properties.in.enum,parentSchema:w.properties.
told.items.properties.in,data:S};r===null?r=[V]:r.push(V),s++}var Jr=K===s}if(x.link!==void 0){let S=x.link,K=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(S)){
if(S.path===void 0){let R={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:w.properties.told.items.properties.link.required,parentSchema:w.properties.told.items.properties.link,
data:S};r===null?r=[R]:r.push(R),s++}let V=s;for(let R in S)if(R!=="path"){let Z={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properti\
es/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:w.
properties.told.items.properties.link,data:S};r===null?r=[Z]:r.push(Z),s++}if(S.path!==void 0){let R=S.path,Z=s,ue=s,re=s;if(typeof R=="string"){if(!Pt.test(R)){
let T={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Oe,data:R};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:R};r===null?r=[T]:r.push(T),s++}var Ha=ue===s,$f=Z===s}}else{let V={instancePath:t+"\
/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.properties.told.
items.properties.link.type,parentSchema:w.properties.told.items.properties.link,data:S};r===null?r=[V]:r.push(V),s++}var Jr=K===s}if(x.fact!==void 0){let S=x.fact,
K=s,C=w.properties.told.items.properties.fact.enum;if(!(S==="id"||S==="model"||S==="created")){let V={instancePath:t+"/told/"+P+"/fact",schemaPath:"#/properties\
/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:w.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowe\
d values",schema:w.properties.told.items.properties.fact.enum,parentSchema:w.properties.told.items.properties.fact,data:S};r===null?r=[V]:r.push(V),s++}var Jr=K===
s}if(x.source!==void 0){let S=x.source,K=s,C=s,M=s;if(typeof S=="string"){if(ee(S)<1){let R={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:S};r===null?r=[R]:r.push(R),s++}}else{let R={
instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,
data:S};r===null?r=[R]:r.push(R),s++}var Sp=C===s,Jr=K===s}}else{let g={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:w.properties.told.items.type,parentSchema:w.properties.told.items,data:x};r===null?r=[g]:r.push(g),s++}var Ba=E===
s;Ba||(u=!1)}}else{let u={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:w.properties.
told.type,parentSchema:w.properties.told,data:v};r===null?r=[u]:r.push(u),s++}var b=ne===s}let f;if(e.list!==void 0){if(e.id===void 0){let v={instancePath:t,schemaPath:"\
#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, qu\
ery when property list is present",schema:w.dependentRequired,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}if(e.query===void 0){let v={instancePath:t,schemaPath:"\
#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id,\
 query when property list is present",schema:w.dependentRequired,parentSchema:w,data:e};r===null?r=[v]:r.push(v),s++}}}else{let br={instancePath:t,schemaPath:"#\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:w.type,parentSchema:w,data:e};r===null?r=[br]:r.push(br),s++}return dt.errors=r,s===
0}dt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function bn(e,{instancePath:t="",parentData:n,parentDataProperty:a,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=bn.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===
void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.
required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}if(e.title===void 0){let f={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
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
must have required property 'errors'",schema:d.required,parentSchema:d,data:e};r===null?r=[f]:r.push(f),s++}let br=s;for(let f in e)if(!qs.call(d.properties,f)){
let v={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:d,data:e};r===null?r=[v]:r.push(v),s++}if(e.$schema!==void 0){let f=e.$schema,v=s;if(typeof f!="string"){let Le={instancePath:t+"/$s\
chema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.$schema.type,parentSchema:d.properties.
$schema,data:f};r===null?r=[Le]:r.push(Le),s++}let ne=s;var m=v===s}if(e.$comment!==void 0){let f=e.$comment,v=s,ne=s,Le=s;if(typeof f=="string"){if(ee(f)<1){let u={
instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Bt,data:f};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:Bt.type,parentSchema:Bt,data:f};r===null?r=[u]:r.push(u),s++}var b=ne===s,m=v===s}if(e.protocol!==void 0){let f=e.protocol,
v=s,ne=s;if(typeof f=="string"){if(!Tf.test(f)){let B={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:f};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
protocol.type,parentSchema:d.properties.protocol,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.title!==void 0){let f=e.title,v=s,ne=s;if(typeof f=="stri\
ng"){if(ee(f)<1){let B={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than\
 1 characters",schema:1,parentSchema:d.properties.title,data:f};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/title",schemaPath:"#/properties/title\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.properties.title,data:f};r===null?r=[B]:r.push(
B),s++}var m=v===s}if(e.description!==void 0){let f=e.description,v=s,ne=s;if(typeof f=="string"){if(ee(f)<1){let B={instancePath:t+"/description",schemaPath:"#\
/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.description,
data:f};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.sources!==
void 0){let f=e.sources,v=s,ne=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let u={instancePath:t+"/sources",schemaPath:"#/propert\
ies/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.sources,data:f};
r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f){let c=f[u],P=s,x=s,E=!1,y=null,h=s,$=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.package===void 0){
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
K=s;if(typeof g=="string"){if(!Af.test(g)){let M={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:g};r===null?r=[M]:r.push(M),s++}}else{let M={
instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.version,data:g};r===null?r=[M]:r.push(M),s++}var _=S===s}}else{let k={instancePath:t+"/sources/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:c};r===null?r=[k]:r.push(k),
s++}var O=h===s;if(O){E=!0,y=0;var q=!0}let I=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.document===void 0){let g={instancePath:t+"/sources/"+u.replace(
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
r.push(C),s++}var A=S===s}if(c.url!==void 0){let g=c.url,S=s,K=s;if(typeof g=="string"){if(!qp.test(g)){let M={instancePath:t+"/sources/"+u.replace(/~/g,"~0").replace(
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
properties.sources.type,parentSchema:d.properties.sources,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.baseUrl!==void 0){let f=e.baseUrl,v=s,ne=s;if(typeof f==
"string"){if(!Nf.test(f)){let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:f};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
baseUrl.type,parentSchema:d.properties.baseUrl,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.authentication!==void 0){let f=e.authentication,v=s,ne=s;if(f&&
typeof f=="object"&&!Array.isArray(f)){if(f.in===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"in"},message:"must have required property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:f};r===null?r=[u]:r.push(u),s++}if(f.name===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="in"||u==="name"||u==="prefix"||u==="token"||u==="source")){let c={instancePath:t+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:d.properties.authentication,data:f};r===null?r=[c]:r.push(c),s++}if(f.in!==void 0){let u=f.in,c=s,P=d.properties.authentication.
properties.in.enum;if(u!=="header"){let x={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:d.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.
in.enum,parentSchema:d.properties.authentication.properties.in,data:u};r===null?r=[x]:r.push(x),s++}var U=c===s}if(f.name!==void 0){let u=f.name,c=s,P=s;if(typeof u==
"string"){if(!wn.test(u)){let E={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,
data:u};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.
name,data:u};r===null?r=[E]:r.push(E),s++}var U=c===s}if(f.prefix!==void 0){let u=f.prefix,c=s;if(typeof u!="string"){let E={instancePath:t+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.prefix.type,parentSchema:d.properties.authentication.properties.prefix,data:u};r===null?r=[E]:r.push(E),s++}let P=s;var U=c===s}if(f.token!==void 0){
let u=f.token,c=s,P=s,x=!1,E=null,y=s,h=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.by===void 0){let g={instancePath:t+"/authentication/token",schemaPath:"\
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
token.oneOf[0].type,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:u};r===null?r=[k]:r.push(k),s++}var J=y===s;if(J){x=!0,E=0;var z=!0}
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
null?r=[k]:r.push(k),s++}var J=$===s;if(J&&x?(x=!1,E=[E,1]):J&&(x=!0,E=1,z!==!0&&(z=!0)),x)s=P,r!==null&&(P?r.length=P:r=null);else{let k={instancePath:t+"/auth\
entication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:E},message:"must match exactly one sche\
ma in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,data:u};r===null?r=[k]:r.push(k),
s++}var U=c===s}if(f.source!==void 0){let u=f.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+"/authentication/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(
y),s++}}else{let y={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var oe=P===s,U=c===s}}else{let B={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.properties.authentication,data:f};
r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.idempotency!==void 0){let f=e.idempotency,v=s,ne=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.header===void 0){
let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have requ\
ired property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:f};r===null?r=[u]:r.push(u),s++}if(f.keptSeconds===void 0){
let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have\
 required property 'keptSeconds'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===
void 0){let u={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)
if(!(u==="header"||u==="keptSeconds"||u==="source")){let c={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.idempotency,data:f};r===null?
r=[c]:r.push(c),s++}if(f.header!==void 0){let u=f.header,c=s,P=s;if(typeof u=="string"){if(ee(u)<1){let x={instancePath:t+"/idempotency/header",schemaPath:"#/pr\
operties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
idempotency.properties.header,data:u};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/proper\
ties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.header.type,parentSchema:d.properties.
idempotency.properties.header,data:u};r===null?r=[x]:r.push(x),s++}var j=c===s}if(f.keptSeconds!==void 0){let u=f.keptSeconds,c=s;if(!(typeof u=="number"&&!(u%1)&&
!isNaN(u))){let E={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:d.properties.idempotency.properties.keptSeconds.type,parentSchema:d.properties.idempotency.properties.keptSeconds,data:u};
r===null?r=[E]:r.push(E),s++}let P=s;if(typeof u=="number"&&(u<1||isNaN(u))){let E={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempoten\
cy/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.idempotency.properties.
keptSeconds,data:u};r===null?r=[E]:r.push(E),s++}var j=c===s}if(f.source!==void 0){let u=f.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+
"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,
data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var pe=P===s,j=c===s}}else{let B={instancePath:t+"/idempotency",schemaPath:"#/\
properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.properties.idempotency,
data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.deadline!==void 0){let f=e.deadline,v=s,ne=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.seconds===void 0){
let u={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required \
property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.
properties.deadline.required,parentSchema:d.properties.deadline,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="seconds"||u==="source")){let c={
instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NO\
T have additional properties",schema:!1,parentSchema:d.properties.deadline,data:f};r===null?r=[c]:r.push(c),s++}if(f.seconds!==void 0){let u=f.seconds,c=s;if(!(typeof u==
"number"&&!(u%1)&&!isNaN(u))){let x={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,data:u};r===null?
r=[x]:r.push(x),s++}let P=s;if(typeof u=="number"&&(u<60||isNaN(u))){let x={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seco\
nds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.seconds,data:u};
r===null?r=[x]:r.push(x),s++}var ce=c===s}if(f.source!==void 0){let u=f.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:u};
r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var W=P===s,ce=c===s}}else{let B={instancePath:t+"/deadline",schemaPath:"#/propert\
ies/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:f};r===
null?r=[B]:r.push(B),s++}var m=v===s}if(e.poll!==void 0){let f=e.poll,v=s,ne=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.seconds===void 0){let u={instancePath:t+
"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.
poll.required,parentSchema:d.properties.poll,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+"/poll",schemaPath:"#/properties/p\
oll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,parentSchema:d.
properties.poll,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="seconds"||u==="source")){let c={instancePath:t+"/poll",schemaPath:"#/prope\
rties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:f};r===null?r=[c]:r.push(c),s++}if(f.seconds!==void 0){let u=f.seconds,c=s,P=s;if(typeof u=="number"){if(u<=0||isNaN(u)){let x={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:u};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/poll/seconds",schemaPath:"#/pr\
operties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:u};r===null?r=[x]:r.push(x),s++}var F=c===s}if(f.source!==void 0){let u=f.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(
u)<1){let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var he=P===s,F=c===s}}else{let B={instancePath:t+"/pol\
l",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.poll,
data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.probe!==void 0){let f=e.probe,v=s,ne=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.path===void 0){let u={
instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",
schema:d.properties.probe.required,parentSchema:d.properties.probe,data:f};r===null?r=[u]:r.push(u),s++}if(f.accepted===void 0){let u={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={instancePath:t+"/probe",schemaPath:"#/properties/probe/require\
d",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,parentSchema:d.properties.
probe,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="path"||u==="accepted"||u==="source")){let c={instancePath:t+"/probe",schemaPath:"#/p\
roperties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.probe,data:f};r===null?r=[c]:r.push(c),s++}if(f.path!==void 0){let u=f.path,c=s,P=s,x=s;if(typeof u=="string"){if(!Pt.test(u)){let E={instancePath:t+
"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:u};r===
null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Oe.type,parentSchema:Oe,data:u};r===null?r=[E]:r.push(E),s++}var le=P===s,X=c===s}if(f.accepted!==void 0){let u=f.accepted,c=s,P=s;if(Array.isArray(u)){if(u.
length<1){let h={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must\
 NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:u};r===null?r=[h]:r.push(h),s++}let E=!0,y=u.length;for(let h=0;h<
y;h++){let $=u[h],I=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let k={instancePath:t+"/probe/accepted/"+h,schemaPath:"#/properties/probe/properties/accepted\
/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.items.type,parentSchema:d.properties.
probe.properties.accepted.items,data:$};r===null?r=[k]:r.push(k),s++}let N=s;if(typeof $=="number"){if($>599||isNaN($)){let k={instancePath:t+"/probe/accepted/"+
h,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:d.
properties.probe.properties.accepted.items,data:$};r===null?r=[k]:r.push(k),s++}if($<100||isNaN($)){let k={instancePath:t+"/probe/accepted/"+h,schemaPath:"#/pro\
perties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,parentSchema:d.properties.
probe.properties.accepted.items,data:$};r===null?r=[k]:r.push(k),s++}}var D=I===s;D||(E=!1)}}else{let E={instancePath:t+"/probe/accepted",schemaPath:"#/properti\
es/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.probe.properties.accepted.type,parentSchema:d.
properties.probe.properties.accepted,data:u};r===null?r=[E]:r.push(E),s++}var X=c===s}if(f.source!==void 0){let u=f.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(
u)<1){let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}var Te=P===s,X=c===s}}else{let B={instancePath:t+
"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.probe.type,parentSchema:d.properties.
probe,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.modelProbe!==void 0){let f=e.modelProbe,v=s,ne=s,Le=s,B=!1,u=null,c=s;if(f&&typeof f=="object"&&!Array.
isArray(f)){if(f.path===void 0){let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:f};r===null?
r=[E]:r.push(E),s++}if(f.names===void 0){let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:f};r===
null?r=[E]:r.push(E),s++}}var Fe=c===s;Fe&&(B=!0,u=0);let P=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.url===void 0){let E={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:f};r===null?r=[E]:r.push(E),s++}if(f.names===void 0){let E={instancePath:t+"/mod\
elProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",
schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:f};r===null?r=[E]:r.push(E),s++}}var Fe=P===s;if(Fe&&B)B=!1,
u=[u,1];else{Fe&&(B=!0,u=1);let E=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.untestable===void 0){let h={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:d.properties.
modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:f};r===null?r=[h]:r.push(h),s++}var Fe=E===s;Fe&&B?(B=!1,u=[u,2]):Fe&&(B=!0,u=2)}
if(B)s=Le,r!==null&&(Le?r.length=Le:r=null);else{let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:u},
message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.oneOf,parentSchema:d.properties.modelProbe,data:f};r===null?r=[E]:r.push(E),s++}
if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.source===void 0){let y={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.modelProbe.required,parentSchema:d.properties.modelProbe,
data:f};r===null?r=[y]:r.push(y),s++}let E=s;for(let y in f)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||y==="except"||y==="untestable"||y==="source")){
let h={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe,data:f};r===null?r=[h]:r.push(h),s++}if(f.path!==void 0){let y=f.path,h=s,$=s,
I=s;if(typeof y=="string"){if(!Pt.test(y)){let N={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Oe,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/pat\
h/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:y};r===null?r=[N]:r.push(N),s++}var pt=$===s,xe=h===s}
if(f.url!==void 0){let y=f.url,h=s,$=s;if(typeof y=="string"){if(!Ef.test(y)){let N={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/proper\
ties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#\
{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.url.type,parentSchema:d.
properties.modelProbe.properties.url,data:y};r===null?r=[N]:r.push(N),s++}var xe=h===s}if(f.names!==void 0){let y=f.names,h=s,$=s,I=s;if(typeof y=="string"){if(!De.
test(y)){let k={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/modelProbe\
/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[k]:r.push(
k),s++}var Ye=$===s,xe=h===s}if(f.omits!==void 0){let y=f.omits,h=s,$=s;if(typeof y=="string"){if(ee(y)<1){let N={instancePath:t+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.modelProbe.properties.omits,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/\
properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.omits.type,parentSchema:d.properties.
modelProbe.properties.omits,data:y};r===null?r=[N]:r.push(N),s++}var xe=h===s}if(f.except!==void 0){let y=f.except,h=s,$=s;if(Array.isArray(y)){if(y.length<1){let g={
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
parentSchema:d.properties.modelProbe.properties.except,data:y};r===null?r=[N]:r.push(N),s++}var xe=h===s}if(f.untestable!==void 0){let y=f.untestable,h=s,$=s;if(typeof y==
"string"){if(ee(y)<1){let N={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:y};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:d.properties.modelProbe.properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:y};r===null?r=[N]:r.push(
N),s++}var xe=h===s}if(f.source!==void 0){let y=f.source,h=s,$=s,I=s;if(typeof y=="string"){if(ee(y)<1){let k={instancePath:t+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:y};r===null?r=[k]:r.push(
k),s++}}else{let k={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:y};r===null?r=[k]:r.push(k),s++}var rr=$===s,xe=h===s}}else{let E={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:f};r===null?r=[E]:
r.push(E),s++}var m=v===s}if(e.webhooks!==void 0){let f=e.webhooks,v=s,ne=s,Le=s,B=!1,u=null,c=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.body===void 0){let E={
instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required pr\
operty 'body'",schema:d.properties.webhooks.oneOf[0].required,parentSchema:d.properties.webhooks.oneOf[0],data:f};r===null?r=[E]:r.push(E),s++}var It=c===s;It&&
(B=!0,u=0);let P=s;if(f&&typeof f=="object"&&!Array.isArray(f)&&f.query===void 0){let E={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/re\
quired",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].required,parentSchema:d.
properties.webhooks.oneOf[1],data:f};r===null?r=[E]:r.push(E),s++}var It=P===s;if(It&&B?(B=!1,u=[u,1]):It&&(B=!0,u=1),B)s=Le,r!==null&&(Le?r.length=Le:r=null);else{
let E={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:u},message:"must match exactly one schema in o\
neOf",schema:d.properties.webhooks.oneOf,parentSchema:d.properties.webhooks,data:f};r===null?r=[E]:r.push(E),s++}if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.
source===void 0){let y={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:d.properties.webhooks.required,parentSchema:d.properties.webhooks,data:f};r===null?r=[y]:r.push(y),s++}let E=s;for(let y in f)
if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let h={instancePath:t+"/webhooks",schemaPath:"#/propertie\
s/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks,data:f};r===null?r=[h]:r.push(h),s++}if(f.body!==void 0){let y=f.body,h=s,$=s,I=s;if(typeof y=="string"){if(!De.test(y)){let N={instancePath:t+
"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[N]:r.push(N),s++}var Ke=$===s,gr=h===s}if(f.
query!==void 0){let y=f.query,h=s,$=s;if(typeof y=="string"){if(ee(y)<1){let N={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/qu\
ery/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.query,
data:y};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.webhooks.properties.query.type,parentSchema:d.properties.webhooks.properties.query,data:y};r===null?
r=[N]:r.push(N),s++}var gr=h===s}if(f.with!==void 0){let y=f.with,h=s,$=s;if(Array.isArray(y)){if(y.length<1){let g={instancePath:t+"/webhooks/with",schemaPath:"\
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
st be string",schema:Q.type,parentSchema:Q,data:V};r===null?r=[re]:r.push(re),s++}var uf=Z===s,mf=R===s}}else{let M={instancePath:t+"/webhooks/with/"+g,schemaPath:"\
#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.with.items.
type,parentSchema:d.properties.webhooks.properties.with.items,data:S};r===null?r=[M]:r.push(M),s++}var Fr=K===s;Fr||(N=!1)}}else{let N={instancePath:t+"/webhook\
s/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
with.type,parentSchema:d.properties.webhooks.properties.with,data:y};r===null?r=[N]:r.push(N),s++}var gr=h===s}if(f.signature!==void 0){let y=f.signature,h=s,$=s;
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
push(k),s++}let N=s;for(let k in y)if(!qs.call(d.properties.webhooks.properties.signature.properties,k)){let g={instancePath:t+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional \
properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[g]:r.push(g),s++}if(y.algorithm!==void 0){let k=y.algorithm,g=s,
S=d.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(k==="hmac-sha256"||k==="hmac-sha512"||k==="ed25519")){let K={instancePath:t+"/webhoo\
ks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.
properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.
algorithm.enum,parentSchema:d.properties.webhooks.properties.signature.properties.algorithm,data:k};r===null?r=[K]:r.push(K),s++}var Ct=g===s}if(y.header!==void 0){
let k=y.header,g=s,S=s,K=s;if(typeof k=="string"){if(!wn.test(k)){let M={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"\
pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ht,data:k};r===null?r=[M]:
r.push(M),s++}}else{let M={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Ht.type,parentSchema:Ht,data:k};r===null?r=[M]:r.push(M),s++}var gp=S===s,Ct=g===s}if(y.separator!==void 0){let k=y.separator,g=s,S=s;if(typeof k==
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
if(typeof V=="string"){if(!wn.test(V)){let re={instancePath:t+"/webhooks/signature/headers/"+M.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/header\
Name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ht,
data:V};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/webhooks/signature/headers/"+M.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/\
headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:V};r===null?r=[re]:r.push(re),s++}var lf=Z===
s,wp=R===s}}else{let C={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/type",keyword:"ty\
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
r.push(ue),s++}var ks=V===s;ks&&(C=!0,M=0);let R=s;if(k&&typeof k=="object"&&!Array.isArray(k)&&k.member===void 0){let ue={instancePath:t+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"required",params:{missingProperty:"member"},message:"must\
 have required property 'member'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[1].required,parentSchema:d.properties.webhooks.properties.
signature.properties.time.oneOf[1],data:k};r===null?r=[ue]:r.push(ue),s++}var ks=R===s;if(ks&&C?(C=!1,M=[M,1]):ks&&(C=!0,M=1),C)s=K,r!==null&&(K?r.length=K:r=null);else{
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
time,data:k};r===null?r=[ie]:r.push(ie),s++}if(k.header!==void 0){let T=k.header,ie=s,qe=s,Ee=s;if(typeof T=="string"){if(!wn.test(T)){let ke={instancePath:t+"/\
webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-\
Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ht,data:T};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhooks/signature/time/header",
schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ht.type,parentSchema:Ht,data:T};r===null?r=[ke]:r.push(
ke),s++}var ff=qe===s,wr=ie===s}if(k.separator!==void 0){let T=k.separator,ie=s,qe=s;if(typeof T=="string"){if(ee(T)<1){let ke={instancePath:t+"/webhooks/signat\
ure/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:T};r===
null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/t\
ime/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.
properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:T};r===null?r=[ke]:r.push(ke),s++}var wr=ie===
s}if(k.prefix!==void 0){let T=k.prefix,ie=s,qe=s;if(typeof T=="string"){if(ee(T)<1){let ke={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/prope\
rties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:T};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+
"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.properties.prefix.type,parentSchema:d.properties.webhooks.properties.
signature.properties.time.properties.prefix,data:T};r===null?r=[ke]:r.push(ke),s++}var wr=ie===s}if(k.member!==void 0){let T=k.member,ie=s,qe=s,Ee=s;if(typeof T==
"string"){if(!De.test(T)){let de={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([\
^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}}else{
let de={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}var bp=qe===s,wr=ie===s}if(k.unit!==void 0){let T=k.unit,ie=s,qe=d.properties.webhooks.properties.signature.
properties.time.properties.unit.enum;if(!(T==="seconds"||T==="milliseconds"||T==="rfc3339")){let ke={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.
properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.time.properties.
unit.enum,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.unit,data:T};r===null?r=[ke]:r.push(ke),s++}var wr=ie===s}if(k.toleranceSeconds!==
void 0){let T=k.toleranceSeconds,ie=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){let ke={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.
properties.toleranceSeconds,data:T};r===null?r=[ke]:r.push(ke),s++}let qe=s;if(typeof T=="number"){if(T>3600||isNaN(T)){let ke={instancePath:t+"/webhooks/signat\
ure/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{
comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:T};r===null?r=[ke]:r.push(ke),s++}if(T<1||isNaN(T)){let ke={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/pr\
operties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:T};r===null?r=[ke]:r.push(ke),s++}}var wr=ie===s}let re;if(k.separator!==
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
ie=s;if(T!=="request"){let qe={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/propert\
ies/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"request",parentSchema:d.properties.webhooks.properties.
signature.properties.key.oneOf[0].properties.by,data:T};r===null?r=[qe]:r.push(qe),s++}var Ps=ie===s}if(k.path!==void 0){let T=k.path,ie=s,qe=s,Ee=s;if(typeof T==
"string"){if(!Pt.test(T)){let de={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Oe,data:T};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/webhooks/signature/key/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:T};r===null?r=[de]:r.push(de),s++}var Da=qe===
s,Ps=ie===s}if(k.at!==void 0){let T=k.at,ie=s,qe=s,Ee=s;if(typeof T=="string"){if(!De.test(T)){let de={instancePath:t+"/webhooks/signature/key/at",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:T};r===null?r=[de]:r.push(de),s++}var vp=qe===s,Ps=ie===s}if(k.prefix!==void 0){
let T=k.prefix,ie=s,qe=s,Ee=s;if(typeof T=="string"){if(ee(T)<1){let de={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zr,data:T};r===null?r=[de]:r.push(de),s++}}else{let de={
instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:zr.type,
parentSchema:zr,data:T};r===null?r=[de]:r.push(de),s++}var hf=qe===s,Ps=ie===s}if(k.encoding!==void 0){let T=k.encoding,ie=s,qe=s,Ee=nr.enum;if(!(T==="text"||T===
"hex"||T==="base64")){let de={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:nr.enum},
message:"must be equal to one of the allowed values",schema:nr.enum,parentSchema:nr,data:T};r===null?r=[de]:r.push(de),s++}var yf=qe===s,Ps=ie===s}}else{let re={
instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[0],data:k};r===null?r=[re]:r.push(re),s++}var sr=M===s;if(sr){K=!0,C=0;var $s=!0}let R=s,Z=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.
by===void 0){let T={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"re\
quired",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:k};r===null?r=[T]:r.push(T),s++}if(k.encoding===void 0){let T={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{missingProperty:"en\
coding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[1],data:k};r===null?r=[T]:r.push(T),s++}let re=s;for(let T in k)if(!(T==="by"||T==="prefix"||T==="encoding")){
let ie={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[1],data:k};r===null?r=[ie]:r.push(ie),s++}if(k.by!==void 0){let T=k.by,ie=s;if(T!=="setting"){let qe={instancePath:t+"/webhooks/signature/k\
ey/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"setting"},message:"\
must be equal to constant",schema:"setting",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:T};r===null?r=[qe]:
r.push(qe),s++}var Ja=ie===s}if(k.prefix!==void 0){let T=k.prefix,ie=s,qe=s,Ee=s;if(typeof T=="string"){if(ee(T)<1){let de={instancePath:t+"/webhooks/signature/\
key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:zr,
data:T};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:zr.type,parentSchema:zr,data:T};r===null?r=[de]:r.push(de),s++}var Vr=qe===s,Ja=ie===s}if(k.encoding!==void 0){let T=k.
encoding,ie=s,qe=s,Ee=nr.enum;if(!(T==="text"||T==="hex"||T==="base64")){let de={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncodi\
ng/enum",keyword:"enum",params:{allowedValues:nr.enum},message:"must be equal to one of the allowed values",schema:nr.enum,parentSchema:nr,data:T};r===null?r=[de]:
r.push(de),s++}var gf=qe===s,Ja=ie===s}}else{let re={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].type,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:k};r===null?r=[re]:r.push(re),s++}var sr=R===s;if(sr&&K)K=!1,C=[C,1];else{sr&&
(K=!0,C=1,$s!==!0&&($s=!0));let re=s,T=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.by===void 0){let Ee={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have required propert\
y 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.
oneOf[2],data:k};r===null?r=[Ee]:r.push(Ee),s++}if(k.url===void 0){let Ee={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:k};r===null?r=[Ee]:r.
push(Ee),s++}let qe=s;for(let Ee in k)if(!(Ee==="by"||Ee==="url")){let ke={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ee},message:"must NOT have additional properti\
es",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:k};r===null?r=[ke]:r.push(ke),s++}if(k.by!==void 0){let Ee=k.
by,ke=s;if(Ee!=="key-set"){let de={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/pro\
perties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:d.properties.webhooks.properties.
signature.properties.key.oneOf[2].properties.by,data:Ee};r===null?r=[de]:r.push(de),s++}var kp=ke===s}if(k.url!==void 0){let Ee=k.url,ke=s,de=s;if(typeof Ee=="s\
tring"){if(!qp.test(Ee)){let mt={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/prop\
erties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].properties.url,data:Ee};r===null?r=[mt]:r.push(mt),s++}}else{let mt={instancePath:t+"/webhooks/signature/key/url",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.
url,data:Ee};r===null?r=[mt]:r.push(mt),s++}var kp=ke===s}}else{let qe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/si\
gnature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.
key.oneOf[2].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:k};r===null?r=[qe]:r.push(qe),s++}var sr=re===s;sr&&K?(K=
!1,C=[C,2]):sr&&(K=!0,C=2,$s!==!0&&($s=!0))}if(K)s=S,r!==null&&(S?r.length=S:r=null);else{let re={instancePath:t+"/webhooks/signature/key",schemaPath:"#/propert\
ies/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:C},message:"must match exactly one schema in oneOf",schema:d.properties.
webhooks.properties.signature.properties.key.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.key,data:k};r===null?r=[re]:r.push(re),s++}
var Ct=g===s}}else{let N={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:d.properties.webhooks.properties.signature.type,parentSchema:d.properties.webhooks.properties.signature,data:y};r===null?r=[N]:r.
push(N),s++}var gr=h===s}if(f.challenge!==void 0){let y=f.challenge,h=s,$=s,I=s;if(typeof y=="string"){if(!De.test(y)){let k={instancePath:t+"/webhooks/challeng\
e",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};r===null?r=[k]:r.push(k),s++}var Ss=$===s,gr=h===s}if(f.told!==void 0){
let y=f.told,h=s,$=s;if(Array.isArray(y)){if(y.length<1){let g={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/minItems",keyword:"\
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
r===null?r=[re]:r.push(re),s++}var wf=Z===s,yn=R===s}if(S.fact!==void 0){let V=S.fact,R=s,Z=d.properties.webhooks.properties.told.items.properties.fact.enum;if(!(V===
"id"||V==="model"||V==="created")){let re={instancePath:t+"/webhooks/told/"+g+"/fact",schemaPath:"#/properties/webhooks/properties/told/items/properties/fact/en\
um",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",
schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.properties.told.items.properties.fact,data:V};r===null?
r=[re]:r.push(re),s++}var yn=R===s}}else{let M={instancePath:t+"/webhooks/told/"+g,schemaPath:"#/properties/webhooks/properties/told/items/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,parentSchema:d.properties.webhooks.properties.told.items,
data:S};r===null?r=[M]:r.push(M),s++}var za=K===s;za||(N=!1)}}else{let N={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.told.type,parentSchema:d.properties.webhooks.properties.told,
data:y};r===null?r=[N]:r.push(N),s++}var gr=h===s}if(f.source!==void 0){let y=f.source,h=s,$=s,I=s;if(typeof y=="string"){if(ee(y)<1){let k={instancePath:t+"/we\
bhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,
data:y};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:G.type,parentSchema:G,data:y};r===null?r=[k]:r.push(k),s++}var Pp=$===s,gr=h===s}}else{let E={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.type,parentSchema:d.properties.webhooks,data:f};
r===null?r=[E]:r.push(E),s++}var m=v===s}if(e.rateHeaders!==void 0){let f=e.rateHeaders,v=s;Wr(f,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Wr.errors:r.concat(Wr.errors),s=r.length);var m=v===s}if(e.upload!==void 0){let f=e.upload,v=s,ne=s;if(f&&
typeof f=="object"&&!Array.isArray(f)){if(f.method===void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:f};r===null?r=
[u]:r.push(u),s++}if(f.path===void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:f};r===null?r=[u]:r.push(u),s++}if(f.reference===
void 0){let u={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:f};r===null?r=[u]:r.push(u),s++}if(f.source===void 0){let u={
instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="method"||u==="\
path"||u==="field"||u==="reference"||u==="source")){let c={instancePath:t+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.upload,data:f};r===null?r=[c]:r.push(c),
s++}if(f.method!==void 0){let u=f.method,c=s,P=d.properties.upload.properties.method.enum;if(!(u==="POST"||u==="PUT")){let x={instancePath:t+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:d.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:d.properties.upload.properties.method.enum,parentSchema:d.properties.upload.properties.method,data:u};r===null?r=[x]:r.push(x),s++}var _s=c===
s}if(f.path!==void 0){let u=f.path,c=s,P=s,x=s;if(typeof u=="string"){if(!Pt.test(u)){let y={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Oe,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.type,parentSchema:Oe,data:u};r===null?r=[y]:
r.push(y),s++}var $p=P===s,_s=c===s}if(f.field!==void 0){let u=f.field,c=s,P=s;if(typeof u=="string"){if(ee(u)<1){let E={instancePath:t+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
upload.properties.field,data:u};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.upload.properties.field.type,parentSchema:d.properties.upload.properties.field,
data:u};r===null?r=[E]:r.push(E),s++}var _s=c===s}if(f.reference!==void 0){let u=f.reference,c=s,P=s,x=s;if(typeof u=="string"){if(!De.test(u)){let y={instancePath:t+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={instancePath:t+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:u};r===null?r=[y]:r.push(y),s++}var bf=P===s,_s=c===
s}if(f.source!==void 0){let u=f.source,c=s,P=s,x=s;if(typeof u=="string"){if(ee(u)<1){let y={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:u};r===null?r=[y]:r.push(y),s++}}else{let y={
instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:u};
r===null?r=[y]:r.push(y),s++}var vf=P===s,_s=c===s}}else{let B={instancePath:t+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:d.properties.upload.type,parentSchema:d.properties.upload,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.operations!==
void 0){let f=e.operations,v=s,ne=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let u={instancePath:t+"/operations",schemaPath:"#/p\
roperties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.
operations,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="video"||u==="image"||u==="audio"||u==="mesh")){let c={instancePath:t+"/operatio\
ns",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.operations,data:f};r===null?r=[c]:r.push(c),s++}if(f.video!==void 0){let u=f.video,c=s;dt(u,{instancePath:t+"/opera\
tions/video",parentData:f,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var Ur=c===s}if(f.image!==
void 0){let u=f.image,c=s;dt(u,{instancePath:t+"/operations/image",parentData:f,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:
r.concat(dt.errors),s=r.length);var Ur=c===s}if(f.audio!==void 0){let u=f.audio,c=s;dt(u,{instancePath:t+"/operations/audio",parentData:f,parentDataProperty:"au\
dio",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var Ur=c===s}if(f.mesh!==void 0){let u=f.mesh,c=s;dt(u,{instancePath:t+
"/operations/mesh",parentData:f,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?dt.errors:r.concat(dt.errors),s=r.length);var Ur=c===s}}else{
let B={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
operations.type,parentSchema:d.properties.operations,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}if(e.errors!==void 0){let f=e.errors,v=s,ne=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.message===void 0){let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:f};r===null?r=[u]:r.push(u),
s++}if(f.code===void 0){let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"mu\
st have required property 'code'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:f};r===null?r=[u]:r.push(u),s++}if(f.proofs===void 0){
let u={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required prope\
rty 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:f};r===null?r=[u]:r.push(u),s++}let B=s;for(let u in f)if(!(u==="message"||
u==="code"||u==="inside"||u==="proofs")){let c={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:f};r===null?r=[c]:r.push(c),s++}if(f.message!==
void 0){let u=f.message,c=s;tt(u,{instancePath:t+"/errors/message",parentData:f,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?tt.errors:
r.concat(tt.errors),s=r.length);var gn=c===s}if(f.code!==void 0){let u=f.code,c=s;tt(u,{instancePath:t+"/errors/code",parentData:f,parentDataProperty:"code",rootData:o,
dynamicAnchors:i})||(r=r===null?tt.errors:r.concat(tt.errors),s=r.length);var gn=c===s}if(f.inside!==void 0){let u=f.inside,c=s,P=s;if(u&&typeof u=="object"&&!Array.
isArray(u)){if(u.at===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.properties.inside,data:u};
r===null?r=[y]:r.push(y),s++}if(u.source===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.
errors.properties.inside,data:u};r===null?r=[y]:r.push(y),s++}let E=s;for(let y in u)if(!(y==="at"||y==="unless"||y==="source")){let h={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:u};r===null?r=[h]:r.push(h),s++}if(u.at!==void 0){let y=u.at,h=s,$=s,
I=s;if(typeof y=="string"){if(!De.test(y)){let N={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:y};r===null?r=[N]:r.push(N),s++}var kf=$===s,Wa=h===s}if(u.unless!==void 0){let y=u.unless,h=s;if(!Array.isArray(y)){let N={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:y};r===null?r=[N]:r.push(N),s++}let $=s;
var Wa=h===s}if(u.source!==void 0){let y=u.source,h=s,$=s,I=s;if(typeof y=="string"){if(ee(y)<1){let k={instancePath:t+"/errors/inside/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:y};r===null?r=[k]:r.push(
k),s++}}else{let k={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:G.
type,parentSchema:G,data:y};r===null?r=[k]:r.push(k),s++}var Ca=$===s,Wa=h===s}}else{let E={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/prop\
erties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.properties.errors.
properties.inside,data:u};r===null?r=[E]:r.push(E),s++}var gn=c===s}if(f.proofs!==void 0){let u=f.proofs,c=s,P=s;if(Array.isArray(u)){if(u.length<1){let h={instancePath:t+
"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:d.properties.errors.properties.proofs,data:u};r===null?r=[h]:r.push(h),s++}let E=!0,y=u.length;for(let h=0;h<y;h++){let $=u[h],I=s,N=s;if($&&typeof $==
"object"&&!Array.isArray($)){if($.status===void 0){let g={instancePath:t+"/errors/proofs/"+h,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:$};r===null?r=[g]:r.push(g),s++}if($.proves===void 0){let g={instancePath:t+"/errors/proofs/"+h,schemaPath:"#/pro\
perties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:d.properties.
errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:$};r===null?r=[g]:r.push(g),s++}if($.source===void 0){let g={
instancePath:t+"/errors/proofs/"+h,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:$};
r===null?r=[g]:r.push(g),s++}let k=s;for(let g in $)if(!(g==="status"||g==="codes"||g==="says"||g==="proves"||g==="means"||g==="source")){let S={instancePath:t+
"/errors/proofs/"+h,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,data:$};r===null?r=[S]:r.push(S),s++}if($.status!==void 0){
let g=$.status,S=s,K=s;if(typeof g=="string"){if(!If.test(g)){let C={instancePath:t+"/errors/proofs/"+h+"/status",schemaPath:"#/properties/errors/properties/pro\
ofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5\
]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:g};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/e\
rrors/proofs/"+h+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:g};
r===null?r=[C]:r.push(C),s++}var Dr=S===s}if($.codes!==void 0){let g=$.codes,S=s,K=s;if(Array.isArray(g)){if(g.length<1){let R={instancePath:t+"/errors/proofs/"+
h+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer t\
han 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:g};r===null?r=[R]:r.push(R),s++}let M=!0,V=g.length;for(let R=0;R<
V;R++){let Z=g[R],ue=s;if(typeof Z!="string"){let T={instancePath:t+"/errors/proofs/"+h+"/codes/"+R,schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.codes.items.
type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:Z};r===null?r=[T]:r.push(T),s++}let re=s;var Ka=ue===s;Ka||(M=!1)}}else{
let M={instancePath:t+"/errors/proofs/"+h+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:d.properties.errors.properties.proofs.items.
properties.codes,data:g};r===null?r=[M]:r.push(M),s++}var Dr=S===s}if($.says!==void 0){let g=$.says,S=s,K=s;if(Array.isArray(g)){if(g.length<1){let R={instancePath:t+
"/errors/proofs/"+h+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:g};r===null?r=[R]:r.push(R),s++}let M=!0,V=g.
length;for(let R=0;R<V;R++){let Z=g[R],ue=s,re=s;if(typeof Z=="string"){if(ee(Z)<1){let T={instancePath:t+"/errors/proofs/"+h+"/says/"+R,schemaPath:"#/propertie\
s/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Z};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/errors/proofs/"+
h+"/says/"+R,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Z};
r===null?r=[T]:r.push(T),s++}var Kt=ue===s;Kt||(M=!1)}}else{let M={instancePath:t+"/errors/proofs/"+h+"/says",schemaPath:"#/properties/errors/properties/proofs/\
items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.says.type,
parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:g};r===null?r=[M]:r.push(M),s++}var Dr=S===s}if($.proves!==void 0){let g=$.proves,
S=s,K=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!(g==="rejected"||g==="busy"||g==="credentials"||g==="payment"||g==="may-exist"||g===
"unknown-model")){let M={instancePath:t+"/errors/proofs/"+h+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"e\
num",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of the allowed values",schema:d.properties.
errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.errors.properties.proofs.items.properties.proves,data:g};r===null?r=[M]:r.push(M),
s++}var Dr=S===s}if($.means!==void 0){let g=$.means,S=s,K=s;if(typeof g=="string"){if(ee(g)<1){let M={instancePath:t+"/errors/proofs/"+h+"/means",schemaPath:"#/\
properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:g};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+h+"\
/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:g};r===null?r=[M]:r.push(M),
s++}var Dr=S===s}if($.source!==void 0){let g=$.source,S=s,K=s,C=s;if(typeof g=="string"){if(ee(g)<1){let V={instancePath:t+"/errors/proofs/"+h+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:G,data:g};r===null?r=[V]:r.
push(V),s++}}else{let V={instancePath:t+"/errors/proofs/"+h+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:G.type,parentSchema:G,data:g};r===null?r=[V]:r.push(V),s++}var Pf=K===s,Dr=S===s}}else{let k={instancePath:t+"/errors/proofs/"+h,schemaPath:"#/prop\
erties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.proofs.items.type,
parentSchema:d.properties.errors.properties.proofs.items,data:$};r===null?r=[k]:r.push(k),s++}var Jr=I===s;Jr||(E=!1)}}else{let E={instancePath:t+"/errors/proof\
s",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.
type,parentSchema:d.properties.errors.properties.proofs,data:u};r===null?r=[E]:r.push(E),s++}var gn=c===s}}else{let B={instancePath:t+"/errors",schemaPath:"#/pr\
operties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.type,parentSchema:d.properties.errors,data:f};r===
null?r=[B]:r.push(B),s++}var m=v===s}if(e.disagreements!==void 0){let f=e.disagreements,v=s,ne=s;if(Array.isArray(f)){let B=!0,u=f.length;for(let c=0;c<u;c++){let P=f[c],
x=s,E=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.topic===void 0){let h={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items\
/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.properties.disagreements.items.required,parentSchema:d.
properties.disagreements.items,data:P};r===null?r=[h]:r.push(h),s++}if(P.between===void 0){let h={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/di\
sagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:d.properties.disagreements.
items.required,parentSchema:d.properties.disagreements.items,data:P};r===null?r=[h]:r.push(h),s++}if(P.follows===void 0){let h={instancePath:t+"/disagreements/"+
c,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required property 'follows'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:P};r===null?r=[h]:r.push(h),s++}let y=s;for(let h in P)if(!(h==="topi\
c"||h==="between"||h==="follows")){let $={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.disagreements.items,data:P};r===null?
r=[$]:r.push($),s++}if(P.topic!==void 0){let h=P.topic,$=s,I=s;if(typeof h=="string"){if(ee(h)<1){let N={instancePath:t+"/disagreements/"+c+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.disagreements.items.properties.topic,data:h};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/disagreements/"+c+"/topic",schemaPath:"#/prop\
erties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.
topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:h};r===null?r=[N]:r.push(N),s++}var Ha=$===s}if(P.between!==void 0){let h=P.between,
$=s,I=s;if(Array.isArray(h)){if(h.length<1){let S={instancePath:t+"/disagreements/"+c+"/between",schemaPath:"#/properties/disagreements/items/properties/between\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.disagreements.items.properties.between,
data:h};r===null?r=[S]:r.push(S),s++}let k=!0,g=h.length;for(let S=0;S<g;S++){let K=h[S],C=s,M=s,V=s;if(typeof K=="string"){if(ee(K)<1){let R={instancePath:t+"/\
disagreements/"+c+"/between/"+S,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:G,data:K};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/disagreements/"+c+"/between/"+S,schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:G.type,parentSchema:G,data:K};r===null?r=[R]:r.push(R),s++}var $f=M===s,Sp=C===s;Sp||(k=!1)}}else{let k={
instancePath:t+"/disagreements/"+c+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:d.properties.disagreements.items.properties.between.type,parentSchema:d.properties.disagreements.items.properties.between,data:h};r===null?
r=[k]:r.push(k),s++}var Ha=$===s}if(P.follows!==void 0){let h=P.follows,$=s,I=s;if(typeof h=="string"){if(ee(h)<1){let k={instancePath:t+"/disagreements/"+c+"/f\
ollows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:d.properties.disagreements.items.properties.follows,data:h};r===null?r=[k]:r.push(k),s++}}else{let k={instancePath:t+"/disagreemen\
ts/"+c+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.disagreements.items.properties.follows.type,parentSchema:d.properties.disagreements.items.properties.follows,data:h};r===null?r=[k]:r.push(k),s++}var Ha=$===
s}}else{let y={instancePath:t+"/disagreements/"+c,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be obje\
ct",schema:d.properties.disagreements.items.type,parentSchema:d.properties.disagreements.items,data:P};r===null?r=[y]:r.push(y),s++}var Ba=x===s;Ba||(B=!1)}}else{
let B={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
disagreements.type,parentSchema:d.properties.disagreements,data:f};r===null?r=[B]:r.push(B),s++}var m=v===s}}else{let br={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.type,parentSchema:d,data:e};r===null?r=[br]:r.push(br),s++}return bn.errors=r,s===0}bn.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1}});var Zr=Y(Ie=>{"use strict";Object.defineProperty(Ie,"__esModule",{value:!0});Ie.regexpCode=Ie.getEsmExportName=Ie.getProperty=Ie.safeStringify=Ie.stringify=Ie.strConcat=
Ie.addCodeArg=Ie.str=Ie._=Ie.nil=Ie._Code=Ie.Name=Ie.IDENTIFIER=Ie._CodeOrName=void 0;var Ts=class{};Ie._CodeOrName=Ts;Ie.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;var Pr=class extends Ts{constructor(t){
if(super(),!Ie.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.str}emptyStr(){return!1}get names(){
return{[this.str]:1}}};Ie.Name=Pr;var St=class extends Ts{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){return this.str}emptyStr(){if(this.
_items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?t:this._str=this._items.reduce((n,a)=>`${n}${a}`,
"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((n,a)=>(a instanceof Pr&&(n[a.str]=(n[a.str]||0)+1),n),{})}};Ie.
_Code=St;Ie.nil=new St("");function Zp(e,...t){let n=[e[0]],a=0;for(;a<t.length;)po(n,t[a]),n.push(e[++a]);return new St(n)}Ie._=Zp;var io=new St("+");function Qp(e,...t){
let n=[As(e[0])],a=0;for(;a<t.length;)n.push(io),po(n,t[a]),n.push(io,As(e[++a]));return eh(n),new St(n)}Ie.str=Qp;function po(e,t){t instanceof St?e.push(...t.
_items):t instanceof Pr?e.push(t):e.push(sh(t))}Ie.addCodeArg=po;function eh(e){let t=1;for(;t<e.length-1;){if(e[t]===io){let n=th(e[t-1],e[t+1]);if(n!==void 0){
e.splice(t-1,3,n);continue}e[t++]="+"}t++}}function th(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="string")return t instanceof Pr||e[e.length-1]!==
'"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="string"&&t[0]==='"'&&!(e instanceof Pr))return`"${e}${t.
slice(1)}`}function rh(e,t){return t.emptyStr()?e:e.emptyStr()?t:Qp`${e}${t}`}Ie.strConcat=rh;function sh(e){return typeof e=="number"||typeof e=="boolean"||e===
null?e:As(Array.isArray(e)?e.join(","):e)}function nh(e){return new St(As(e))}Ie.stringify=nh;function As(e){return JSON.stringify(e).replace(/\u2028/g,"\\u2028").
replace(/\u2029/g,"\\u2029")}Ie.safeStringify=As;function ah(e){return typeof e=="string"&&Ie.IDENTIFIER.test(e)?new St(`.${e}`):Zp`[${e}]`}Ie.getProperty=ah;function oh(e){
if(typeof e=="string"&&Ie.IDENTIFIER.test(e))return new St(`${e}`);throw new Error(`CodeGen: invalid export name: ${e}, use explicit $id name mapping`)}Ie.getEsmExportName=
oh;function ih(e){return new St(e.toString())}Ie.regexpCode=ih});var mo=Y(ht=>{"use strict";Object.defineProperty(ht,"__esModule",{value:!0});ht.ValueScope=ht.ValueScopeName=ht.Scope=ht.varKinds=ht.UsedValueState=void 0;var ft=Zr(),
co=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},_n;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(_n||(ht.UsedValueState=_n={}));ht.varKinds={const:new ft.Name("const"),let:new ft.Name("let"),var:new ft.Name("var")};var xn=class{constructor({
prefixes:t,parent:n}={}){this._names={},this._prefixes=t,this._parent=n}toName(t){return t instanceof ft.Name?t:this.name(t)}name(t){return new ft.Name(this._newName(
t))}_newName(t){let n=this._names[t]||this._nameGroup(t);return`${t}${n.index++}`}_nameGroup(t){var n,a;if(!((a=(n=this._parent)===null||n===void 0?void 0:n._prefixes)===
null||a===void 0)&&a.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};ht.Scope=xn;var qn=class extends ft.Name{constructor(t,n){super(n),this.prefix=t}setValue(t,{property:n,itemIndex:a}){this.value=t,this.scopePath=
(0,ft._)`.${new ft.Name(n)}[${a}]`}};ht.ValueScopeName=qn;var ph=(0,ft._)`\n`,uo=class extends xn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?ph:ft.nil}}get(){return this._scope}name(t){return new qn(t,this._newName(t))}value(t,n){var a;if(n.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(a=n.key)!==null&&a!==void 0?a:n.ref,s=this._values[i];if(s){let m=s.get(r);if(m)return m}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),l=p.length;return p[l]=n.ref,o.setValue(n,{property:i,itemIndex:l}),o}getValue(t,n){
let a=this._values[t];if(a)return a.get(n)}scopeRefs(t,n=this._values){return this._reduceValues(n,a=>{if(a.scopePath===void 0)throw new Error(`CodeGen: name "${a}\
" has no value`);return(0,ft._)`${t}${a.scopePath}`})}scopeCode(t=this._values,n,a){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},n,a)}_reduceValues(t,n,a={},o){let i=ft.nil;for(let r in t){let s=t[r];if(!s)continue;let p=a[r]=a[r]||new Map;
s.forEach(l=>{if(p.has(l))return;p.set(l,_n.Started);let m=n(l);if(m){let b=this.opts.es5?ht.varKinds.var:ht.varKinds.const;i=(0,ft._)`${i}${b} ${l} = ${m};${this.
opts._n}`}else if(m=o?.(l))i=(0,ft._)`${i}${m}${this.opts._n}`;else throw new co(l);p.set(l,_n.Completed)})}return i}};ht.ValueScope=uo});var $e=Y(ve=>{"use strict";Object.defineProperty(ve,"__esModule",{value:!0});ve.or=ve.and=ve.not=ve.CodeGen=ve.operators=ve.varKinds=ve.ValueScopeName=ve.ValueScope=
ve.Scope=ve.Name=ve.regexpCode=ve.stringify=ve.getProperty=ve.nil=ve.strConcat=ve.str=ve._=void 0;var je=Zr(),Mt=mo(),or=Zr();Object.defineProperty(ve,"_",{enumerable:!0,
get:function(){return or._}});Object.defineProperty(ve,"str",{enumerable:!0,get:function(){return or.str}});Object.defineProperty(ve,"strConcat",{enumerable:!0,
get:function(){return or.strConcat}});Object.defineProperty(ve,"nil",{enumerable:!0,get:function(){return or.nil}});Object.defineProperty(ve,"getProperty",{enumerable:!0,
get:function(){return or.getProperty}});Object.defineProperty(ve,"stringify",{enumerable:!0,get:function(){return or.stringify}});Object.defineProperty(ve,"rege\
xpCode",{enumerable:!0,get:function(){return or.regexpCode}});Object.defineProperty(ve,"Name",{enumerable:!0,get:function(){return or.Name}});var An=mo();Object.
defineProperty(ve,"Scope",{enumerable:!0,get:function(){return An.Scope}});Object.defineProperty(ve,"ValueScope",{enumerable:!0,get:function(){return An.ValueScope}});
Object.defineProperty(ve,"ValueScopeName",{enumerable:!0,get:function(){return An.ValueScopeName}});Object.defineProperty(ve,"varKinds",{enumerable:!0,get:function(){
return An.varKinds}});ve.operators={GT:new je._Code(">"),GTE:new je._Code(">="),LT:new je._Code("<"),LTE:new je._Code("<="),EQ:new je._Code("==="),NEQ:new je._Code(
"!=="),NOT:new je._Code("!"),OR:new je._Code("||"),AND:new je._Code("&&"),ADD:new je._Code("+")};var Gt=class{optimizeNodes(){return this}optimizeNames(t,n){return this}},
lo=class extends Gt{constructor(t,n,a){super(),this.varKind=t,this.name=n,this.rhs=a}render({es5:t,_n:n}){let a=t?Mt.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${a} ${this.name}${o};`+n}optimizeNames(t,n){if(t[this.name.str])return this.rhs&&(this.rhs=Xr(this.rhs,t,n)),this}get names(){return this.
rhs instanceof je._CodeOrName?this.rhs.names:{}}},On=class extends Gt{constructor(t,n,a){super(),this.lhs=t,this.rhs=n,this.sideEffects=a}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,n){if(!(this.lhs instanceof je.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Xr(this.rhs,t,n),this}get names(){
let t=this.lhs instanceof je.Name?{}:{...this.lhs.names};return Tn(t,this.rhs)}},fo=class extends On{constructor(t,n,a,o){super(t,a,o),this.op=n}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},ho=class extends Gt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
yo=class extends Gt{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},go=class extends Gt{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},wo=class extends Gt{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,n){return this.code=Xr(this.code,t,n),this}get names(){return this.
code instanceof je._CodeOrName?this.code.names:{}}},Ns=class extends Gt{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((n,a)=>n+a.render(
t),"")}optimizeNodes(){let{nodes:t}=this,n=t.length;for(;n--;){let a=t[n].optimizeNodes();Array.isArray(a)?t.splice(n,1,...a):a?t[n]=a:t.splice(n,1)}return t.length>
0?this:void 0}optimizeNames(t,n){let{nodes:a}=this,o=a.length;for(;o--;){let i=a[o];i.optimizeNames(t,n)||(dh(t,i.names),a.splice(o,1))}return a.length>0?this:void 0}get names(){
return this.nodes.reduce((t,n)=>_r(t,n.names),{})}},Zt=class extends Ns{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},bo=class extends Ns{},Qr=class extends Zt{};
Qr.kind="else";var $r=class e extends Zt{constructor(t,n){super(n),this.condition=t}render(t){let n=`if(${this.condition})`+super.render(t);return this.else&&(n+=
"else "+this.else.render(t)),n}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let n=this.else;if(n){let a=n.optimizeNodes();
n=this.else=Array.isArray(a)?new Qr(a):a}if(n)return t===!1?n instanceof e?n:n.nodes:this.nodes.length?this:new e(Xp(t),n instanceof e?[n]:n.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,n){var a;if(this.else=(a=this.else)===null||a===void 0?void 0:a.optimizeNames(t,n),!!(super.optimizeNames(t,n)||
this.else))return this.condition=Xr(this.condition,t,n),this}get names(){let t=super.names;return Tn(t,this.condition),this.else&&_r(t,this.else.names),t}};$r.kind=
"if";var Sr=class extends Zt{};Sr.kind="for";var vo=class extends Sr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,n){if(super.optimizeNames(t,n))return this.iteration=Xr(this.iteration,t,n),this}get names(){return _r(super.names,this.iteration.names)}},ko=class extends Sr{constructor(t,n,a,o){
super(),this.varKind=t,this.name=n,this.from=a,this.to=o}render(t){let n=t.es5?Mt.varKinds.var:this.varKind,{name:a,from:o,to:i}=this;return`for(${n} ${a}=${o};\
 ${a}<${i}; ${a}++)`+super.render(t)}get names(){let t=Tn(super.names,this.from);return Tn(t,this.to)}},jn=class extends Sr{constructor(t,n,a,o){super(),this.loop=
t,this.varKind=n,this.name=a,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,n){
if(super.optimizeNames(t,n))return this.iterable=Xr(this.iterable,t,n),this}get names(){return _r(super.names,this.iterable.names)}},Es=class extends Zt{constructor(t,n,a){
super(),this.name=t,this.args=n,this.async=a}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Es.kind="func";var Is=class extends Ns{render(t){
return"return "+super.render(t)}};Is.kind="return";var Po=class extends Zt{render(t){let n="try"+super.render(t);return this.catch&&(n+=this.catch.render(t)),this.
finally&&(n+=this.finally.render(t)),n}optimizeNodes(){var t,n;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(n=this.finally)===
null||n===void 0||n.optimizeNodes(),this}optimizeNames(t,n){var a,o;return super.optimizeNames(t,n),(a=this.catch)===null||a===void 0||a.optimizeNames(t,n),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,n),this}get names(){let t=super.names;return this.catch&&_r(t,this.catch.names),this.finally&&_r(t,this.finally.names),
t}},Ms=class extends Zt{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Ms.kind="catch";var Rs=class extends Zt{render(t){
return"finally"+super.render(t)}};Rs.kind="finally";var $o=class{constructor(t,n={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...n,_n:n.
lines?`
`:""},this._extScope=t,this._scope=new Mt.Scope({parent:t}),this._nodes=[new bo]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,n){let a=this._extScope.value(t,n);return(this._values[a.prefix]||(this._values[a.prefix]=new Set)).add(
a),a}getScopeValue(t,n){return this._extScope.getValue(t,n)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,n,a,o){let i=this._scope.toName(n);return a!==void 0&&o&&(this._constants[i.str]=a),this._leafNode(new lo(t,i,a)),i}const(t,n,a){return this.
_def(Mt.varKinds.const,t,n,a)}let(t,n,a){return this._def(Mt.varKinds.let,t,n,a)}var(t,n,a){return this._def(Mt.varKinds.var,t,n,a)}assign(t,n,a){return this._leafNode(
new On(t,n,a))}add(t,n){return this._leafNode(new fo(t,ve.operators.ADD,n))}code(t){return typeof t=="function"?t():t!==je.nil&&this._leafNode(new wo(t)),this}object(...t){
let n=["{"];for(let[a,o]of t)n.length>1&&n.push(","),n.push(a),(a!==o||this.opts.es5)&&(n.push(":"),(0,je.addCodeArg)(n,o));return n.push("}"),new je._Code(n)}if(t,n,a){
if(this._blockNode(new $r(t)),n&&a)this.code(n).else().code(a).endIf();else if(n)this.code(n).endIf();else if(a)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new $r(t))}else(){return this._elseNode(new Qr)}endIf(){return this._endBlockNode($r,Qr)}_for(t,n){return this.
_blockNode(t),n&&this.code(n).endFor(),this}for(t,n){return this._for(new vo(t),n)}forRange(t,n,a,o,i=this.opts.es5?Mt.varKinds.var:Mt.varKinds.let){let r=this.
_scope.toName(t);return this._for(new ko(i,r,n,a),()=>o(r))}forOf(t,n,a,o=Mt.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=n instanceof je.
Name?n:this.var("_arr",n);return this.forRange("_i",0,(0,je._)`${r}.length`,s=>{this.var(i,(0,je._)`${r}[${s}]`),a(i)})}return this._for(new jn("of",o,i,n),()=>a(
i))}forIn(t,n,a,o=this.opts.es5?Mt.varKinds.var:Mt.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,je._)`Object.keys(${n})`,a);let i=this._scope.
toName(t);return this._for(new jn("in",o,i,n),()=>a(i))}endFor(){return this._endBlockNode(Sr)}label(t){return this._leafNode(new ho(t))}break(t){return this._leafNode(
new yo(t))}return(t){let n=new Is;if(this._blockNode(n),this.code(t),n.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Is)}try(t,n,a){if(!n&&!a)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Po;if(this._blockNode(o),this.code(t),n){let i=this.name("e");
this._currNode=o.catch=new Ms(i),n(i)}return a&&(this._currNode=o.finally=new Rs,this.code(a)),this._endBlockNode(Ms,Rs)}throw(t){return this._leafNode(new go(t))}block(t,n){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(n),this}endBlock(t){let n=this._blockStarts.pop();if(n===void 0)throw new Error("Code\
Gen: not in self-balancing block");let a=this._nodes.length-n;if(a<0||t!==void 0&&a!==t)throw new Error(`CodeGen: wrong number of nodes: ${a} vs ${t} expected`);
return this._nodes.length=n,this}func(t,n=je.nil,a,o){return this._blockNode(new Es(t,n,a)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Es)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,n){let a=this._currNode;if(a instanceof t||n&&a instanceof n)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${n?`${t.kind}/${n.kind}`:t.kind}"`)}_elseNode(t){let n=this._currNode;if(!(n instanceof $r))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=n.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let n=this._nodes;
n[n.length-1]=t}};ve.CodeGen=$o;function _r(e,t){for(let n in t)e[n]=(e[n]||0)+(t[n]||0);return e}function Tn(e,t){return t instanceof je._CodeOrName?_r(e,t.names):
e}function Xr(e,t,n){if(e instanceof je.Name)return a(e);if(!o(e))return e;return new je._Code(e._items.reduce((i,r)=>(r instanceof je.Name&&(r=a(r)),r instanceof
je._Code?i.push(...r._items):i.push(r),i),[]));function a(i){let r=n[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
je._Code&&i._items.some(r=>r instanceof je.Name&&t[r.str]===1&&n[r.str]!==void 0)}}function dh(e,t){for(let n in t)e[n]=(e[n]||0)-(t[n]||0)}function Xp(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,je._)`!${So(e)}`}ve.not=Xp;var ch=Yp(ve.operators.AND);function uh(...e){return e.reduce(ch)}ve.and=uh;var mh=Yp(ve.
operators.OR);function lh(...e){return e.reduce(mh)}ve.or=lh;function Yp(e){return(t,n)=>t===je.nil?n:n===je.nil?t:(0,je._)`${So(t)} ${e} ${So(n)}`}function So(e){
return e instanceof je.Name?e:(0,je._)`(${e})`}});var Ae=Y(Se=>{"use strict";Object.defineProperty(Se,"__esModule",{value:!0});Se.checkStrictMode=Se.getErrorPath=Se.Type=Se.useFunc=Se.setEvaluated=Se.evaluatedPropsToName=
Se.mergeEvaluated=Se.eachItem=Se.unescapeJsonPointer=Se.escapeJsonPointer=Se.escapeFragment=Se.unescapeFragment=Se.schemaRefOrVal=Se.schemaHasRulesButRef=Se.schemaHasRules=
Se.checkUnknownRules=Se.alwaysValidSchema=Se.toHash=void 0;var Ue=$e(),fh=Zr();function hh(e){let t={};for(let n of e)t[n]=!0;return t}Se.toHash=hh;function yh(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(rd(e,t),!sd(t,e.self.RULES.all))}Se.alwaysValidSchema=yh;function rd(e,t=e.schema){let{opts:n,self:a}=e;
if(!n.strictSchema||typeof t=="boolean")return;let o=a.RULES.keywords;for(let i in t)o[i]||od(e,`unknown keyword: "${i}"`)}Se.checkUnknownRules=rd;function sd(e,t){
if(typeof e=="boolean")return!e;for(let n in e)if(t[n])return!0;return!1}Se.schemaHasRules=sd;function gh(e,t){if(typeof e=="boolean")return!e;for(let n in e)if(n!==
"$ref"&&t.all[n])return!0;return!1}Se.schemaHasRulesButRef=gh;function wh({topSchemaRef:e,schemaPath:t},n,a,o){if(!o){if(typeof n=="number"||typeof n=="boolean")
return n;if(typeof n=="string")return(0,Ue._)`${n}`}return(0,Ue._)`${e}${t}${(0,Ue.getProperty)(a)}`}Se.schemaRefOrVal=wh;function bh(e){return nd(decodeURIComponent(
e))}Se.unescapeFragment=bh;function vh(e){return encodeURIComponent(xo(e))}Se.escapeFragment=vh;function xo(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Se.escapeJsonPointer=xo;function nd(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Se.unescapeJsonPointer=nd;function kh(e,t){if(Array.
isArray(e))for(let n of e)t(n);else t(e)}Se.eachItem=kh;function ed({mergeNames:e,mergeToName:t,mergeValues:n,resultToName:a}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof Ue.Name?(i instanceof Ue.Name?e(o,i,r):t(o,i,r),r):i instanceof Ue.Name?(t(o,r,i),i):n(i,r);return s===Ue.Name&&!(p instanceof Ue.Name)?a(o,p):p}}
Se.mergeEvaluated={props:ed({mergeNames:(e,t,n)=>e.if((0,Ue._)`${n} !== true && ${t} !== undefined`,()=>{e.if((0,Ue._)`${t} === true`,()=>e.assign(n,!0),()=>e.assign(
n,(0,Ue._)`${n} || {}`).code((0,Ue._)`Object.assign(${n}, ${t})`))}),mergeToName:(e,t,n)=>e.if((0,Ue._)`${n} !== true`,()=>{t===!0?e.assign(n,!0):(e.assign(n,(0,Ue.
_)`${n} || {}`),qo(e,n,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:ad}),items:ed({mergeNames:(e,t,n)=>e.if((0,Ue._)`${n} !== true && ${t} !== undefined`,
()=>e.assign(n,(0,Ue._)`${t} === true ? true : ${n} > ${t} ? ${n} : ${t}`)),mergeToName:(e,t,n)=>e.if((0,Ue._)`${n} !== true`,()=>e.assign(n,t===!0?!0:(0,Ue._)`${n} > ${t} ? ${n} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function ad(e,t){if(t===!0)return e.var("props",!0);let n=e.var("props",(0,Ue.
_)`{}`);return t!==void 0&&qo(e,n,t),n}Se.evaluatedPropsToName=ad;function qo(e,t,n){Object.keys(n).forEach(a=>e.assign((0,Ue._)`${t}${(0,Ue.getProperty)(a)}`,!0))}
Se.setEvaluated=qo;var td={};function Ph(e,t){return e.scopeValue("func",{ref:t,code:td[t.code]||(td[t.code]=new fh._Code(t.code))})}Se.useFunc=Ph;var _o;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(_o||(Se.Type=_o={}));function $h(e,t,n){if(e instanceof Ue.Name){let a=t===_o.Num;return n?a?(0,Ue._)`"[" + ${e} + "]"`:(0,Ue.
_)`"['" + ${e} + "']"`:a?(0,Ue._)`"/" + ${e}`:(0,Ue._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return n?(0,Ue.getProperty)(e).toString():"/"+xo(e)}
Se.getErrorPath=$h;function od(e,t,n=e.opts.strictSchema){if(n){if(t=`strict mode: ${t}`,n===!0)throw new Error(t);e.self.logger.warn(t)}}Se.checkStrictMode=od});var Qt=Y(Oo=>{"use strict";Object.defineProperty(Oo,"__esModule",{value:!0});var nt=$e(),Sh={data:new nt.Name("data"),valCxt:new nt.Name("valCxt"),instancePath:new nt.
Name("instancePath"),parentData:new nt.Name("parentData"),parentDataProperty:new nt.Name("parentDataProperty"),rootData:new nt.Name("rootData"),dynamicAnchors:new nt.
Name("dynamicAnchors"),vErrors:new nt.Name("vErrors"),errors:new nt.Name("errors"),this:new nt.Name("this"),self:new nt.Name("self"),scope:new nt.Name("scope"),
json:new nt.Name("json"),jsonPos:new nt.Name("jsonPos"),jsonLen:new nt.Name("jsonLen"),jsonPart:new nt.Name("jsonPart")};Oo.default=Sh});var Ls=Y(at=>{"use strict";Object.defineProperty(at,"__esModule",{value:!0});at.extendErrors=at.resetErrorsCount=at.reportExtraError=at.reportError=at.keyword$DataError=
at.keywordError=void 0;var Ne=$e(),Nn=Ae(),ct=Qt();at.keywordError={message:({keyword:e})=>(0,Ne.str)`must pass "${e}" keyword validation`};at.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ne.str)`"${e}" keyword must be ${t} ($data)`:(0,Ne.str)`"${e}" keyword is invalid ($data)`};function _h(e,t=at.keywordError,n,a){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=dd(e,t,n);a??(r||s)?id(i,p):pd(o,(0,Ne._)`[${p}]`)}at.reportError=_h;function xh(e,t=at.keywordError,n){let{
it:a}=e,{gen:o,compositeRule:i,allErrors:r}=a,s=dd(e,t,n);id(o,s),i||r||pd(a,ct.default.vErrors)}at.reportExtraError=xh;function qh(e,t){e.assign(ct.default.errors,
t),e.if((0,Ne._)`${ct.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ne._)`${ct.default.vErrors}.length`,t),()=>e.assign(ct.default.vErrors,null)))}at.resetErrorsCount=
qh;function Oh({gen:e,keyword:t,schemaValue:n,data:a,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,ct.default.errors,s=>{e.const(r,(0,Ne._)`${ct.default.vErrors}[${s}]`),e.if((0,Ne._)`${r}.instancePath === undefined`,()=>e.assign((0,Ne._)`${r}.instancePath`,
(0,Ne.strConcat)(ct.default.instancePath,i.errorPath))),e.assign((0,Ne._)`${r}.schemaPath`,(0,Ne.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ne.
_)`${r}.schema`,n),e.assign((0,Ne._)`${r}.data`,a))})}at.extendErrors=Oh;function id(e,t){let n=e.const("err",t);e.if((0,Ne._)`${ct.default.vErrors} === null`,()=>e.
assign(ct.default.vErrors,(0,Ne._)`[${n}]`),(0,Ne._)`${ct.default.vErrors}.push(${n})`),e.code((0,Ne._)`${ct.default.errors}++`)}function pd(e,t){let{gen:n,validateName:a,
schemaEnv:o}=e;o.$async?n.throw((0,Ne._)`new ${e.ValidationError}(${t})`):(n.assign((0,Ne._)`${a}.errors`,t),n.return(!1))}var xr={keyword:new Ne.Name("keyword"),
schemaPath:new Ne.Name("schemaPath"),params:new Ne.Name("params"),propertyName:new Ne.Name("propertyName"),message:new Ne.Name("message"),schema:new Ne.Name("sc\
hema"),parentSchema:new Ne.Name("parentSchema")};function dd(e,t,n){let{createErrors:a}=e.it;return a===!1?(0,Ne._)`{}`:jh(e,t,n)}function jh(e,t,n={}){let{gen:a,
it:o}=e,i=[Th(o,n),Ah(e,n)];return Nh(e,t,i),a.object(...i)}function Th({errorPath:e},{instancePath:t}){let n=t?(0,Ne.str)`${e}${(0,Nn.getErrorPath)(t,Nn.Type.Str)}`:
e;return[ct.default.instancePath,(0,Ne.strConcat)(ct.default.instancePath,n)]}function Ah({keyword:e,it:{errSchemaPath:t}},{schemaPath:n,parentSchema:a}){let o=a?
t:(0,Ne.str)`${t}/${e}`;return n&&(o=(0,Ne.str)`${o}${(0,Nn.getErrorPath)(n,Nn.Type.Str)}`),[xr.schemaPath,o]}function Nh(e,{params:t,message:n},a){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:l,topSchemaRef:m,schemaPath:b}=s;a.push([xr.keyword,o],[xr.params,typeof t=="function"?t(e):t||(0,Ne._)`{}`]),
p.messages&&a.push([xr.message,typeof n=="function"?n(e):n]),p.verbose&&a.push([xr.schema,r],[xr.parentSchema,(0,Ne._)`${m}${b}`],[ct.default.data,i]),l&&a.push(
[xr.propertyName,l])}});var ud=Y(Yr=>{"use strict";Object.defineProperty(Yr,"__esModule",{value:!0});Yr.boolOrEmptySchema=Yr.topBoolOrEmptySchema=void 0;var Eh=Ls(),Ih=$e(),Mh=Qt(),Rh={
message:"boolean schema is false"};function Lh(e){let{gen:t,schema:n,validateName:a}=e;n===!1?cd(e,!1):typeof n=="object"&&n.$async===!0?t.return(Mh.default.data):
(t.assign((0,Ih._)`${a}.errors`,null),t.return(!0))}Yr.topBoolOrEmptySchema=Lh;function Fh(e,t){let{gen:n,schema:a}=e;a===!1?(n.var(t,!1),cd(e)):n.var(t,!0)}Yr.
boolOrEmptySchema=Fh;function cd(e,t){let{gen:n,data:a}=e,o={gen:n,keyword:"false schema",data:a,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Eh.reportError)(
o,Rh,void 0,t)}});var jo=Y(es=>{"use strict";Object.defineProperty(es,"__esModule",{value:!0});es.getRules=es.isJSONType=void 0;var Vh=["string","number","integer","boolean","nul\
l","object","array"],Uh=new Set(Vh);function Dh(e){return typeof e=="string"&&Uh.has(e)}es.isJSONType=Dh;function Jh(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}es.getRules=Jh});var To=Y(ir=>{"use strict";Object.defineProperty(ir,"__esModule",{value:!0});ir.shouldUseRule=ir.shouldUseGroup=ir.schemaHasRulesForType=void 0;function zh({schema:e,
self:t},n){let a=t.RULES.types[n];return a&&a!==!0&&md(e,a)}ir.schemaHasRulesForType=zh;function md(e,t){return t.rules.some(n=>ld(e,n))}ir.shouldUseGroup=md;function ld(e,t){
var n;return e[t.keyword]!==void 0||((n=t.definition.implements)===null||n===void 0?void 0:n.some(a=>e[a]!==void 0))}ir.shouldUseRule=ld});var Fs=Y(ot=>{"use strict";Object.defineProperty(ot,"__esModule",{value:!0});ot.reportTypeError=ot.checkDataTypes=ot.checkDataType=ot.coerceAndCheckDataType=ot.
getJSONTypes=ot.getSchemaTypes=ot.DataType=void 0;var Wh=jo(),Ch=To(),Kh=Ls(),ge=$e(),fd=Ae(),ts;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(ts||
(ot.DataType=ts={}));function Hh(e){let t=hd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}ot.getSchemaTypes=Hh;function hd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Wh.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}ot.getJSONTypes=hd;function Bh(e,t){
let{gen:n,data:a,opts:o}=e,i=Gh(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,Ch.schemaHasRulesForType)(e,t[0]));if(r){let s=No(t,a,o.strictNumbers,
ts.Wrong);n.if(s,()=>{i.length?Zh(e,t,i):Eo(e)})}return r}ot.coerceAndCheckDataType=Bh;var yd=new Set(["string","number","integer","boolean","null"]);function Gh(e,t){
return t?e.filter(n=>yd.has(n)||t==="array"&&n==="array"):[]}function Zh(e,t,n){let{gen:a,data:o,opts:i}=e,r=a.let("dataType",(0,ge._)`typeof ${o}`),s=a.let("co\
erced",(0,ge._)`undefined`);i.coerceTypes==="array"&&a.if((0,ge._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>a.assign(o,(0,ge._)`${o}[0]`).
assign(r,(0,ge._)`typeof ${o}`).if(No(t,o,i.strictNumbers),()=>a.assign(s,o))),a.if((0,ge._)`${s} !== undefined`);for(let l of n)(yd.has(l)||l==="array"&&i.coerceTypes===
"array")&&p(l);a.else(),Eo(e),a.endIf(),a.if((0,ge._)`${s} !== undefined`,()=>{a.assign(o,s),Qh(e,s)});function p(l){switch(l){case"string":a.elseIf((0,ge._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,ge._)`"" + ${o}`).elseIf((0,ge._)`${o} === null`).assign(s,(0,ge._)`""`);return;case"number":a.elseIf((0,ge._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,ge._)`+${o}`);return;case"integer":a.elseIf((0,ge._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,ge._)`+${o}`);return;case"boolean":a.elseIf((0,ge._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,ge._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":a.elseIf((0,ge._)`${o} === "" || ${o} === 0 || ${o} === false`),a.assign(
s,null);return;case"array":a.elseIf((0,ge._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,ge._)`[${o}]`)}}}function Qh({gen:e,parentData:t,parentDataProperty:n},a){e.if((0,ge._)`${t} !== undefined`,
()=>e.assign((0,ge._)`${t}[${n}]`,a))}function Ao(e,t,n,a=ts.Correct){let o=a===ts.Correct?ge.operators.EQ:ge.operators.NEQ,i;switch(e){case"null":return(0,ge._)`${t} ${o} null`;case"\
array":i=(0,ge._)`Array.isArray(${t})`;break;case"object":i=(0,ge._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,ge._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,ge._)`typeof ${t} ${o} ${e}`}return a===ts.Correct?i:(0,ge.not)(i);function r(s=ge.nil){return(0,ge.and)((0,ge._)`typeof ${t} == "number"`,
s,n?(0,ge._)`isFinite(${t})`:ge.nil)}}ot.checkDataType=Ao;function No(e,t,n,a){if(e.length===1)return Ao(e[0],t,n,a);let o,i=(0,fd.toHash)(e);if(i.array&&i.object){
let r=(0,ge._)`typeof ${t} != "object"`;o=i.null?r:(0,ge._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=ge.nil;i.number&&delete i.integer;
for(let r in i)o=(0,ge.and)(o,Ao(r,t,n,a));return o}ot.checkDataTypes=No;var Xh={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,ge._)`{type: ${e}}`:(0,ge._)`{type: ${t}}`};function Eo(e){let t=Yh(e);(0,Kh.reportError)(t,Xh)}ot.reportTypeError=Eo;function Yh(e){let{gen:t,data:n,
schema:a}=e,o=(0,fd.schemaRefOrVal)(e,a,"type");return{gen:t,keyword:"type",data:n,schema:a.type,schemaCode:o,schemaValue:o,parentSchema:a,params:{},it:e}}});var wd=Y(En=>{"use strict";Object.defineProperty(En,"__esModule",{value:!0});En.assignDefaults=void 0;var rs=$e(),ey=Ae();function ty(e,t){let{properties:n,items:a}=e.
schema;if(t==="object"&&n)for(let o in n)gd(e,o,n[o].default);else t==="array"&&Array.isArray(a)&&a.forEach((o,i)=>gd(e,i,o.default))}En.assignDefaults=ty;function gd(e,t,n){
let{gen:a,compositeRule:o,data:i,opts:r}=e;if(n===void 0)return;let s=(0,rs._)`${i}${(0,rs.getProperty)(t)}`;if(o){(0,ey.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,rs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,rs._)`${p} || ${s} === null || ${s} === ""`),a.if(p,(0,rs._)`${s} = ${(0,rs.
stringify)(n)}`)}});var _t=Y(Ve=>{"use strict";Object.defineProperty(Ve,"__esModule",{value:!0});Ve.validateUnion=Ve.validateArray=Ve.usePattern=Ve.callValidateCode=Ve.schemaProperties=
Ve.allSchemaProperties=Ve.noPropertyInData=Ve.propertyInData=Ve.isOwnProperty=Ve.hasPropFunc=Ve.reportMissingProp=Ve.checkMissingProp=Ve.checkReportMissingProp=
void 0;var ze=$e(),Io=Ae(),pr=Qt(),ry=Ae();function sy(e,t){let{gen:n,data:a,it:o}=e;n.if(Ro(n,a,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,ze.
_)`${t}`},!0),e.error()})}Ve.checkReportMissingProp=sy;function ny({gen:e,data:t,it:{opts:n}},a,o){return(0,ze.or)(...a.map(i=>(0,ze.and)(Ro(e,t,i,n.ownProperties),
(0,ze._)`${o} = ${i}`)))}Ve.checkMissingProp=ny;function ay(e,t){e.setParams({missingProperty:t},!0),e.error()}Ve.reportMissingProp=ay;function bd(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,ze._)`Object.prototype.hasOwnProperty`})}Ve.hasPropFunc=bd;function Mo(e,t,n){return(0,ze._)`${bd(e)}.call(${t}, ${n})`}
Ve.isOwnProperty=Mo;function oy(e,t,n,a){let o=(0,ze._)`${t}${(0,ze.getProperty)(n)} !== undefined`;return a?(0,ze._)`${o} && ${Mo(e,t,n)}`:o}Ve.propertyInData=
oy;function Ro(e,t,n,a){let o=(0,ze._)`${t}${(0,ze.getProperty)(n)} === undefined`;return a?(0,ze.or)(o,(0,ze.not)(Mo(e,t,n))):o}Ve.noPropertyInData=Ro;function vd(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}Ve.allSchemaProperties=vd;function iy(e,t){return vd(t).filter(n=>!(0,Io.alwaysValidSchema)(e,t[n]))}Ve.schemaProperties=
iy;function py({schemaCode:e,data:t,it:{gen:n,topSchemaRef:a,schemaPath:o,errorPath:i},it:r},s,p,l){let m=l?(0,ze._)`${e}, ${t}, ${a}${o}`:t,b=[[pr.default.instancePath,
(0,ze.strConcat)(pr.default.instancePath,i)],[pr.default.parentData,r.parentData],[pr.default.parentDataProperty,r.parentDataProperty],[pr.default.rootData,pr.default.
rootData]];r.opts.dynamicRef&&b.push([pr.default.dynamicAnchors,pr.default.dynamicAnchors]);let _=(0,ze._)`${m}, ${n.object(...b)}`;return p!==ze.nil?(0,ze._)`${s}.call(${p}, ${_})`:
(0,ze._)`${s}(${_})`}Ve.callValidateCode=py;var dy=(0,ze._)`new RegExp`;function cy({gen:e,it:{opts:t}},n){let a=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(n,
a);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,ze._)`${o.code==="new RegExp"?dy:(0,ry.useFunc)(e,o)}(${n}, ${a})`})}Ve.usePattern=cy;function uy(e){
let{gen:t,data:n,keyword:a,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,ze._)`${n}.length`);t.forRange("i",0,p,l=>{e.subschema({keyword:a,dataProp:l,dataPropType:Io.Type.Num},i),t.if((0,ze.not)(
i),s)})}}Ve.validateArray=uy;function my(e){let{gen:t,schema:n,keyword:a,it:o}=e;if(!Array.isArray(n))throw new Error("ajv implementation error");if(n.some(p=>(0,Io.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>n.forEach((p,l)=>{let m=e.subschema({keyword:a,schemaProp:l,
compositeRule:!0},s);t.assign(r,(0,ze._)`${r} || ${s}`),e.mergeValidEvaluated(m,s)||t.if((0,ze.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}Ve.validateUnion=
my});var $d=Y(Jt=>{"use strict";Object.defineProperty(Jt,"__esModule",{value:!0});Jt.validateKeywordUsage=Jt.validSchemaType=Jt.funcKeywordCode=Jt.macroKeywordCode=void 0;
var ut=$e(),qr=Qt(),ly=_t(),fy=Ls();function hy(e,t){let{gen:n,keyword:a,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=Pd(n,a,s);r.opts.validateSchema!==
!1&&r.self.validateSchema(s,!0);let l=n.name("valid");e.subschema({schema:s,schemaPath:ut.nil,errSchemaPath:`${r.errSchemaPath}/${a}`,topSchemaRef:p,compositeRule:!0},
l),e.pass(l,()=>e.error(!0))}Jt.macroKeywordCode=hy;function yy(e,t){var n;let{gen:a,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;wy(p,t);let l=!s&&t.compile?
t.compile.call(p.self,i,r,p):t.validate,m=Pd(a,o,l),b=a.let("valid");e.block$data(b,_),e.ok((n=t.valid)!==null&&n!==void 0?n:b);function _(){if(t.errors===!1)O(),
t.modifying&&kd(e),L(()=>e.error());else{let U=t.async?q():A();t.modifying&&kd(e),L(()=>gy(e,U))}}function q(){let U=a.let("ruleErrs",null);return a.try(()=>O((0,ut.
_)`await `),te=>a.assign(b,!1).if((0,ut._)`${te} instanceof ${p.ValidationError}`,()=>a.assign(U,(0,ut._)`${te}.errors`),()=>a.throw(te))),U}function A(){let U=(0,ut.
_)`${m}.errors`;return a.assign(U,null),O(ut.nil),U}function O(U=t.async?(0,ut._)`await `:ut.nil){let te=p.opts.passContext?qr.default.this:qr.default.self,z=!("\
compile"in t&&!s||t.schema===!1);a.assign(b,(0,ut._)`${U}${(0,ly.callValidateCode)(e,m,te,z)}`,t.modifying)}function L(U){var te;a.if((0,ut.not)((te=t.valid)!==
null&&te!==void 0?te:b),U)}}Jt.funcKeywordCode=yy;function kd(e){let{gen:t,data:n,it:a}=e;t.if(a.parentData,()=>t.assign(n,(0,ut._)`${a.parentData}[${a.parentDataProperty}]`))}
function gy(e,t){let{gen:n}=e;n.if((0,ut._)`Array.isArray(${t})`,()=>{n.assign(qr.default.vErrors,(0,ut._)`${qr.default.vErrors} === null ? ${t} : ${qr.default.
vErrors}.concat(${t})`).assign(qr.default.errors,(0,ut._)`${qr.default.vErrors}.length`),(0,fy.extendErrors)(e)},()=>e.error())}function wy({schemaEnv:e},t){if(t.
async&&!e.$async)throw new Error("async keyword in sync schema")}function Pd(e,t,n){if(n===void 0)throw new Error(`keyword "${t}" failed to compile`);return e.scopeValue(
"keyword",typeof n=="function"?{ref:n}:{ref:n,code:(0,ut.stringify)(n)})}function by(e,t,n=!1){return!t.length||t.some(a=>a==="array"?Array.isArray(e):a==="obje\
ct"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==a||n&&typeof e>"u")}Jt.validSchemaType=by;function vy({schema:e,opts:t,self:n,errSchemaPath:a},o,i){if(Array.
isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;if(r?.some(s=>!Object.prototype.hasOwnProperty.
call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.validateSchema(e[i])){let p=`keyword "${i}" v\
alue is invalid at path "${a}": `+n.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")n.logger.error(p);else throw new Error(p)}}Jt.validateKeywordUsage=
vy});var _d=Y(dr=>{"use strict";Object.defineProperty(dr,"__esModule",{value:!0});dr.extendSubschemaMode=dr.extendSubschemaData=dr.getSubschema=void 0;var zt=$e(),Sd=Ae();
function ky(e,{keyword:t,schemaProp:n,schema:a,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&a!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return n===void 0?{schema:s,schemaPath:(0,zt._)`${e.schemaPath}${(0,zt.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[n],schemaPath:(0,zt._)`${e.schemaPath}${(0,zt.getProperty)(t)}${(0,zt.getProperty)(n)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,Sd.
escapeFragment)(n)}`}}if(a!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:a,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}dr.getSubschema=ky;function Py(e,t,{
dataProp:n,dataPropType:a,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&n!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(n!==void 0){let{errorPath:l,dataPathArr:m,opts:b}=t,_=s.let("data",(0,zt._)`${t.data}${(0,zt.getProperty)(n)}`,!0);p(_),e.errorPath=(0,zt.str)`${l}${(0,Sd.
getErrorPath)(n,a,b.jsPropertySyntax)}`,e.parentDataProperty=(0,zt._)`${n}`,e.dataPathArr=[...m,e.parentDataProperty]}if(o!==void 0){let l=o instanceof zt.Name?
o:s.let("data",o,!0);p(l),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(l){e.data=l,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,l]}}dr.extendSubschemaData=Py;function $y(e,{jtdDiscriminator:t,jtdMetadata:n,compositeRule:a,createErrors:o,
allErrors:i}){a!==void 0&&(e.compositeRule=a),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=n}dr.extendSubschemaMode=
$y});var Lo=Y((wP,xd)=>{"use strict";xd.exports=function e(t,n){if(t===n)return!0;if(t&&n&&typeof t=="object"&&typeof n=="object"){if(t.constructor!==n.constructor)return!1;
var a,o,i;if(Array.isArray(t)){if(a=t.length,a!=n.length)return!1;for(o=a;o--!==0;)if(!e(t[o],n[o]))return!1;return!0}if(t.constructor===RegExp)return t.source===
n.source&&t.flags===n.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===n.valueOf();if(t.toString!==Object.prototype.toString)return t.toString()===
n.toString();if(i=Object.keys(t),a=i.length,a!==Object.keys(n).length)return!1;for(o=a;o--!==0;)if(!Object.prototype.hasOwnProperty.call(n,i[o]))return!1;for(o=
a;o--!==0;){var r=i[o];if(!e(t[r],n[r]))return!1}return!0}return t!==t&&n!==n}});var Od=Y((bP,qd)=>{"use strict";var cr=qd.exports=function(e,t,n){typeof t=="function"&&(n=t,t={}),n=t.cb||n;var a=typeof n=="function"?n:n.pre||function(){},o=n.
post||function(){};In(t,a,o,e,"",e)};cr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
cr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};cr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};cr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function In(e,t,n,a,o,i,r,s,p,l){if(a&&typeof a=="object"&&!Array.isArray(a)){t(a,o,i,
r,s,p,l);for(var m in a){var b=a[m];if(Array.isArray(b)){if(m in cr.arrayKeywords)for(var _=0;_<b.length;_++)In(e,t,n,b[_],o+"/"+m+"/"+_,i,o,m,a,_)}else if(m in
cr.propsKeywords){if(b&&typeof b=="object")for(var q in b)In(e,t,n,b[q],o+"/"+m+"/"+Sy(q),i,o,m,a,q)}else(m in cr.keywords||e.allKeys&&!(m in cr.skipKeywords))&&
In(e,t,n,b,o+"/"+m,i,o,m,a)}n(a,o,i,r,s,p,l)}}function Sy(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Vs=Y(yt=>{"use strict";Object.defineProperty(yt,"__esModule",{value:!0});yt.getSchemaRefs=yt.resolveUrl=yt.normalizeId=yt._getFullPath=yt.getFullPath=yt.inlineRef=
void 0;var _y=Ae(),xy=Lo(),qy=Od(),Oy=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function jy(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Fo(e):t?jd(e)<=t:!1}yt.inlineRef=jy;var Ty=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Fo(e){for(let t in e){if(Ty.has(t))return!0;let n=e[t];if(Array.isArray(n)&&
n.some(Fo)||typeof n=="object"&&Fo(n))return!0}return!1}function jd(e){let t=0;for(let n in e){if(n==="$ref")return 1/0;if(t++,!Oy.has(n)&&(typeof e[n]=="object"&&
(0,_y.eachItem)(e[n],a=>t+=jd(a)),t===1/0))return 1/0}return t}function Td(e,t="",n){n!==!1&&(t=ss(t));let a=e.parse(t);return Ad(e,a)}yt.getFullPath=Td;function Ad(e,t){
return e.serialize(t).split("#")[0]+"#"}yt._getFullPath=Ad;var Ay=/#\/?$/;function ss(e){return e?e.replace(Ay,""):""}yt.normalizeId=ss;function Ny(e,t,n){return n=
ss(n),e.resolve(t,n)}yt.resolveUrl=Ny;var Ey=/^[a-z_][-a-z0-9._]*$/i;function Iy(e,t){if(typeof e=="boolean")return{};let{schemaId:n,uriResolver:a}=this.opts,o=ss(
e[n]||t),i={"":o},r=Td(a,o,!1),s={},p=new Set;return qy(e,{allKeys:!0},(b,_,q,A)=>{if(A===void 0)return;let O=r+_,L=i[A];typeof b[n]=="string"&&(L=U.call(this,b[n])),
te.call(this,b.$anchor),te.call(this,b.$dynamicAnchor),i[_]=L;function U(z){let H=this.opts.uriResolver.resolve;if(z=ss(L?H(L,z):z),p.has(z))throw m(z);p.add(z);
let J=this.refs[z];return typeof J=="string"&&(J=this.refs[J]),typeof J=="object"?l(b,J.schema,z):z!==ss(O)&&(z[0]==="#"?(l(b,s[z],z),s[z]=b):this.refs[z]=O),z}
function te(z){if(typeof z=="string"){if(!Ey.test(z))throw new Error(`invalid anchor "${z}"`);U.call(this,`#${z}`)}}}),s;function l(b,_,q){if(_!==void 0&&!xy(b,
_))throw m(q)}function m(b){return new Error(`reference "${b}" resolves to more than one schema`)}}yt.getSchemaRefs=Iy});var Js=Y(ur=>{"use strict";Object.defineProperty(ur,"__esModule",{value:!0});ur.getData=ur.KeywordCxt=ur.validateFunctionCode=void 0;var Rd=ud(),Nd=Fs(),Uo=To(),
Mn=Fs(),My=wd(),Ds=$d(),Vo=_d(),ae=$e(),me=Qt(),Ry=Vs(),Xt=Ae(),Us=Ls();function Ly(e){if(Vd(e)&&(Ud(e),Fd(e))){Uy(e);return}Ld(e,()=>(0,Rd.topBoolOrEmptySchema)(
e))}ur.validateFunctionCode=Ly;function Ld({gen:e,validateName:t,schema:n,schemaEnv:a,opts:o},i){o.code.es5?e.func(t,(0,ae._)`${me.default.data}, ${me.default.valCxt}`,
a.$async,()=>{e.code((0,ae._)`"use strict"; ${Ed(n,o)}`),Vy(e,o),e.code(i)}):e.func(t,(0,ae._)`${me.default.data}, ${Fy(o)}`,a.$async,()=>e.code(Ed(n,o)).code(i))}
function Fy(e){return(0,ae._)`{${me.default.instancePath}="", ${me.default.parentData}, ${me.default.parentDataProperty}, ${me.default.rootData}=${me.default.data}${e.
dynamicRef?(0,ae._)`, ${me.default.dynamicAnchors}={}`:ae.nil}}={}`}function Vy(e,t){e.if(me.default.valCxt,()=>{e.var(me.default.instancePath,(0,ae._)`${me.default.
valCxt}.${me.default.instancePath}`),e.var(me.default.parentData,(0,ae._)`${me.default.valCxt}.${me.default.parentData}`),e.var(me.default.parentDataProperty,(0,ae.
_)`${me.default.valCxt}.${me.default.parentDataProperty}`),e.var(me.default.rootData,(0,ae._)`${me.default.valCxt}.${me.default.rootData}`),t.dynamicRef&&e.var(
me.default.dynamicAnchors,(0,ae._)`${me.default.valCxt}.${me.default.dynamicAnchors}`)},()=>{e.var(me.default.instancePath,(0,ae._)`""`),e.var(me.default.parentData,
(0,ae._)`undefined`),e.var(me.default.parentDataProperty,(0,ae._)`undefined`),e.var(me.default.rootData,me.default.data),t.dynamicRef&&e.var(me.default.dynamicAnchors,
(0,ae._)`{}`)})}function Uy(e){let{schema:t,opts:n,gen:a}=e;Ld(e,()=>{n.$comment&&t.$comment&&Jd(e),Cy(e),a.let(me.default.vErrors,null),a.let(me.default.errors,
0),n.unevaluated&&Dy(e),Dd(e),By(e)})}function Dy(e){let{gen:t,validateName:n}=e;e.evaluated=t.const("evaluated",(0,ae._)`${n}.evaluated`),t.if((0,ae._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ae._)`${e.evaluated}.props`,(0,ae._)`undefined`)),t.if((0,ae._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ae._)`${e.evaluated}.items`,(0,ae._)`undefined`))}
function Ed(e,t){let n=typeof e=="object"&&e[t.schemaId];return n&&(t.code.source||t.code.process)?(0,ae._)`/*# sourceURL=${n} */`:ae.nil}function Jy(e,t){if(Vd(
e)&&(Ud(e),Fd(e))){zy(e,t);return}(0,Rd.boolOrEmptySchema)(e,t)}function Fd({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let n in e)if(t.RULES.all[n])
return!0;return!1}function Vd(e){return typeof e.schema!="boolean"}function zy(e,t){let{schema:n,gen:a,opts:o}=e;o.$comment&&n.$comment&&Jd(e),Ky(e),Hy(e);let i=a.
const("_errs",me.default.errors);Dd(e,i),a.var(t,(0,ae._)`${i} === ${me.default.errors}`)}function Ud(e){(0,Xt.checkUnknownRules)(e),Wy(e)}function Dd(e,t){if(e.
opts.jtd)return Id(e,[],!1,t);let n=(0,Nd.getSchemaTypes)(e.schema),a=(0,Nd.coerceAndCheckDataType)(e,n);Id(e,n,!a,t)}function Wy(e){let{schema:t,errSchemaPath:n,
opts:a,self:o}=e;t.$ref&&a.ignoreKeywordsWithRef&&(0,Xt.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${n}"`)}function Cy(e){
let{schema:t,opts:n}=e;t.default!==void 0&&n.useDefaults&&n.strictSchema&&(0,Xt.checkStrictMode)(e,"default is ignored in the schema root")}function Ky(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Ry.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function Hy(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Jd({gen:e,schemaEnv:t,schema:n,errSchemaPath:a,opts:o}){let i=n.$comment;if(o.$comment===!0)e.code((0,ae._)`${me.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ae.str)`${a}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ae._)`${me.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function By(e){let{gen:t,schemaEnv:n,validateName:a,ValidationError:o,opts:i}=e;n.$async?t.if((0,ae._)`${me.default.errors} === 0`,()=>t.return(me.default.data),
()=>t.throw((0,ae._)`new ${o}(${me.default.vErrors})`)):(t.assign((0,ae._)`${a}.errors`,me.default.vErrors),i.unevaluated&&Gy(e),t.return((0,ae._)`${me.default.
errors} === 0`))}function Gy({gen:e,evaluated:t,props:n,items:a}){n instanceof ae.Name&&e.assign((0,ae._)`${t}.props`,n),a instanceof ae.Name&&e.assign((0,ae._)`${t}.items`,
a)}function Id(e,t,n,a){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:l}=e,{RULES:m}=l;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Xt.schemaHasRulesButRef)(i,m))){
o.block(()=>Wd(e,"$ref",m.all.$ref.definition));return}p.jtd||Zy(e,t),o.block(()=>{for(let _ of m.rules)b(_);b(m.post)});function b(_){(0,Uo.shouldUseGroup)(i,_)&&
(_.type?(o.if((0,Mn.checkDataType)(_.type,r,p.strictNumbers)),Md(e,_),t.length===1&&t[0]===_.type&&n&&(o.else(),(0,Mn.reportTypeError)(e)),o.endIf()):Md(e,_),s||
o.if((0,ae._)`${me.default.errors} === ${a||0}`))}}function Md(e,t){let{gen:n,schema:a,opts:{useDefaults:o}}=e;o&&(0,My.assignDefaults)(e,t.type),n.block(()=>{for(let i of t.
rules)(0,Uo.shouldUseRule)(a,i)&&Wd(e,i.keyword,i.definition,t.type)})}function Zy(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(Qy(e,t),e.opts.allowUnionTypes||
Xy(e,t),Yy(e,e.dataTypes))}function Qy(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(n=>{zd(e.dataTypes,n)||Do(e,`type "${n}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),tg(e,t)}}function Xy(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Do(e,"use allowUnionTypes to allow uni\
on type keyword")}function Yy(e,t){let n=e.self.RULES.all;for(let a in n){let o=n[a];if(typeof o=="object"&&(0,Uo.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>eg(t,r))&&Do(e,`missing type "${i.join(",")}" for keyword "${a}"`)}}}function eg(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function zd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function tg(e,t){let n=[];for(let a of e.dataTypes)zd(t,a)?n.push(a):t.includes(
"integer")&&a==="number"&&n.push("integer");e.dataTypes=n}function Do(e,t){let n=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${n}" (strictTypes)`,(0,Xt.checkStrictMode)(
e,t,e.opts.strictTypes)}var Rn=class{constructor(t,n,a){if((0,Ds.validateKeywordUsage)(t,n,a),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=a,this.data=
t.data,this.schema=t.schema[a],this.$data=n.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Xt.schemaRefOrVal)(t,this.schema,a,this.$data),
this.schemaType=n.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=n,this.$data)this.schemaCode=t.gen.const("vSchema",Cd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Ds.validSchemaType)(this.schema,n.schemaType,n.allowUndefined))throw new Error(`${a} value must be ${JSON.stringify(n.schemaType)}`);
("code"in n?n.trackErrors:n.errors!==!1)&&(this.errsCount=t.gen.const("_errs",me.default.errors))}result(t,n,a){this.failResult((0,ae.not)(t),n,a)}failResult(t,n,a){
this.gen.if(t),a?a():this.error(),n?(this.gen.else(),n(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,n){this.failResult(
(0,ae.not)(t),void 0,n)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:n}=this;this.fail((0,ae._)`${n} !== undefined && (${(0,ae.or)(this.invalid$data(),t)})`)}error(t,n,a){
if(n){this.setParams(n),this._error(t,a),this.setParams({});return}this._error(t,a)}_error(t,n){(t?Us.reportExtraError:Us.reportError)(this,this.def.error,n)}$dataError(){
(0,Us.reportError)(this,this.def.$dataError||Us.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Us.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,n){n?Object.assign(this.params,t):this.params=t}block$data(t,n,a=ae.
nil){this.gen.block(()=>{this.check$data(t,a),n()})}check$data(t=ae.nil,n=ae.nil){if(!this.$data)return;let{gen:a,schemaCode:o,schemaType:i,def:r}=this;a.if((0,ae.
or)((0,ae._)`${o} === undefined`,n)),t!==ae.nil&&a.assign(t,!0),(i.length||r.validateSchema)&&(a.elseIf(this.invalid$data()),this.$dataError(),t!==ae.nil&&a.assign(
t,!1)),a.else()}invalid$data(){let{gen:t,schemaCode:n,schemaType:a,def:o,it:i}=this;return(0,ae.or)(r(),s());function r(){if(a.length){if(!(n instanceof ae.Name))
throw new Error("ajv implementation error");let p=Array.isArray(a)?a:[a];return(0,ae._)`${(0,Mn.checkDataTypes)(p,n,i.opts.strictNumbers,Mn.DataType.Wrong)}`}return ae.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ae._)`!${p}(${n})`}return ae.nil}}subschema(t,n){let a=(0,Vo.
getSubschema)(this.it,t);(0,Vo.extendSubschemaData)(a,this.it,t),(0,Vo.extendSubschemaMode)(a,t);let o={...this.it,...a,items:void 0,props:void 0};return Jy(o,n),
o}mergeEvaluated(t,n){let{it:a,gen:o}=this;a.opts.unevaluated&&(a.props!==!0&&t.props!==void 0&&(a.props=Xt.mergeEvaluated.props(o,t.props,a.props,n)),a.items!==
!0&&t.items!==void 0&&(a.items=Xt.mergeEvaluated.items(o,t.items,a.items,n)))}mergeValidEvaluated(t,n){let{it:a,gen:o}=this;if(a.opts.unevaluated&&(a.props!==!0||
a.items!==!0))return o.if(n,()=>this.mergeEvaluated(t,ae.Name)),!0}};ur.KeywordCxt=Rn;function Wd(e,t,n,a){let o=new Rn(e,n,t);"code"in n?n.code(o,a):o.$data&&n.
validate?(0,Ds.funcKeywordCode)(o,n):"macro"in n?(0,Ds.macroKeywordCode)(o,n):(n.compile||n.validate)&&(0,Ds.funcKeywordCode)(o,n)}var rg=/^\/(?:[^~]|~0|~1)*$/,
sg=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Cd(e,{dataLevel:t,dataNames:n,dataPathArr:a}){let o,i;if(e==="")return me.default.rootData;if(e[0]==="/"){if(!rg.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=me.default.rootData}else{let l=sg.exec(e);if(!l)throw new Error(`Invalid JSON-pointer: ${e}`);let m=+l[1];
if(o=l[2],o==="#"){if(m>=t)throw new Error(p("property/index",m));return a[t-m]}if(m>t)throw new Error(p("data",m));if(i=n[t-m],!o)return i}let r=i,s=o.split("/");
for(let l of s)l&&(i=(0,ae._)`${i}${(0,ae.getProperty)((0,Xt.unescapeJsonPointer)(l))}`,r=(0,ae._)`${r} && ${i}`);return r;function p(l,m){return`Cannot access ${l}\
 ${m} levels up, current level is ${t}`}}ur.getData=Cd});var Ln=Y(zo=>{"use strict";Object.defineProperty(zo,"__esModule",{value:!0});var Jo=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};zo.default=Jo});var zs=Y(Ko=>{"use strict";Object.defineProperty(Ko,"__esModule",{value:!0});var Wo=Vs(),Co=class extends Error{constructor(t,n,a,o){super(o||`can't resolve ref\
erence ${a} from id ${n}`),this.missingRef=(0,Wo.resolveUrl)(t,n,a),this.missingSchema=(0,Wo.normalizeId)((0,Wo.getFullPath)(t,this.missingRef))}};Ko.default=Co});var Vn=Y(xt=>{"use strict";Object.defineProperty(xt,"__esModule",{value:!0});xt.resolveSchema=xt.getCompilingSchema=xt.resolveRef=xt.compileSchema=xt.SchemaEnv=
void 0;var Rt=$e(),ng=Ln(),Or=Qt(),Lt=Vs(),Kd=Ae(),ag=Js(),ns=class{constructor(t){var n;this.refs={},this.dynamicAnchors={};let a;typeof t.schema=="object"&&(a=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(n=t.baseId)!==null&&n!==void 0?n:(0,Lt.normalizeId)(a?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=a?.$async,this.refs={}}};xt.SchemaEnv=ns;function Bo(e){let t=Hd.call(
this,e);if(t)return t;let n=(0,Lt.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:a,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new Rt.CodeGen(
this.scope,{es5:a,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:ng.default,code:(0,Rt._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let l={gen:r,allErrors:this.opts.allErrors,data:Or.default.data,parentData:Or.default.parentData,parentDataProperty:Or.
default.parentDataProperty,dataNames:[Or.default.data],dataPathArr:[Rt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,Rt.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:n,
baseId:e.baseId||n,schemaPath:Rt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Rt._)`""`,opts:this.opts,self:this},m;try{this._compilations.
add(e),(0,ag.validateFunctionCode)(l),r.optimize(this.opts.code.optimize);let b=r.toString();m=`${r.scopeRefs(Or.default.scope)}return ${b}`,this.opts.code.process&&
(m=this.opts.code.process(m,e));let q=new Function(`${Or.default.self}`,`${Or.default.scope}`,m)(this,this.scope.get());if(this.scope.value(p,{ref:q}),q.errors=
null,q.schema=e.schema,q.schemaEnv=e,e.$async&&(q.$async=!0),this.opts.code.source===!0&&(q.source={validateName:p,validateCode:b,scopeValues:r._values}),this.opts.
unevaluated){let{props:A,items:O}=l;q.evaluated={props:A instanceof Rt.Name?void 0:A,items:O instanceof Rt.Name?void 0:O,dynamicProps:A instanceof Rt.Name,dynamicItems:O instanceof
Rt.Name},q.source&&(q.source.evaluated=(0,Rt.stringify)(q.evaluated))}return e.validate=q,e}catch(b){throw delete e.validate,delete e.validateName,m&&this.logger.
error("Error compiling schema, function code:",m),b}finally{this._compilations.delete(e)}}xt.compileSchema=Bo;function og(e,t,n){var a;n=(0,Lt.resolveUrl)(this.
opts.uriResolver,t,n);let o=e.refs[n];if(o)return o;let i=dg.call(this,e,n);if(i===void 0){let r=(a=e.localRefs)===null||a===void 0?void 0:a[n],{schemaId:s}=this.
opts;r&&(i=new ns({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[n]=ig.call(this,i)}xt.resolveRef=og;function ig(e){return(0,Lt.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Bo.call(this,e)}function Hd(e){for(let t of this._compilations)if(pg(t,e))return t}xt.getCompilingSchema=Hd;
function pg(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function dg(e,t){let n;for(;typeof(n=this.refs[t])=="string";)t=n;return n||this.
schemas[t]||Fn.call(this,e,t)}function Fn(e,t){let n=this.opts.uriResolver.parse(t),a=(0,Lt._getFullPath)(this.opts.uriResolver,n),o=(0,Lt.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&a===o)return Ho.call(this,n,e);let i=(0,Lt.normalizeId)(a),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=Fn.call(this,e,r);return typeof s?.schema!="object"?void 0:Ho.call(this,n,s)}if(typeof r?.schema=="object"){if(r.validate||Bo.call(this,r),i===(0,Lt.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,l=s[p];return l&&(o=(0,Lt.resolveUrl)(this.opts.uriResolver,o,l)),new ns({schema:s,schemaId:p,root:e,baseId:o})}
return Ho.call(this,n,r)}}xt.resolveSchema=Fn;var cg=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Ho(e,{baseId:t,schema:n,
root:a}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof n=="boolean")return;let p=n[(0,Kd.
unescapeFragment)(s)];if(p===void 0)return;n=p;let l=typeof n=="object"&&n[this.opts.schemaId];!cg.has(s)&&l&&(t=(0,Lt.resolveUrl)(this.opts.uriResolver,t,l))}let i;
if(typeof n!="boolean"&&n.$ref&&!(0,Kd.schemaHasRulesButRef)(n,this.RULES)){let s=(0,Lt.resolveUrl)(this.opts.uriResolver,t,n.$ref);i=Fn.call(this,a,s)}let{schemaId:r}=this.
opts;if(i=i||new ns({schema:n,schemaId:r,root:a,baseId:t}),i.schema!==i.root.schema)return i}});var Bd=Y((_P,ug)=>{ug.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data reference\
 (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-po\
inter"}]}},additionalProperties:!1}});var ei=Y((xP,rc)=>{"use strict";var mg=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Zo=RegExp.prototype.test.bind(/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),
lg=RegExp.prototype.test.bind(/^\d*$/u),jr=RegExp.prototype.test.bind(/^[\da-f]{2}$/iu),Qo=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Zd=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Xo=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),fg=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),
gt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<256;t++)gt[t]="%"+e[t>>4]+e[t&15]}function it(e){return e<2048?gt[192|e>>6]+gt[128|e&63]:e<65536?gt[224|
e>>12]+gt[128|e>>6&63]+gt[128|e&63]:gt[240|e>>18]+gt[128|e>>12&63]+gt[128|e>>6&63]+gt[128|e&63]}function hg(e){let t="",n=0,a=0;for(a=0;a<e.length;a++)if(n=e[a].
charCodeAt(0),n!==48){if(!(n>=48&&n<=57||n>=65&&n<=70||n>=97&&n<=102))return"";t+=e[a];break}for(a+=1;a<e.length;a++){if(n=e[a].charCodeAt(0),!(n>=48&&n<=57||n>=
65&&n<=70||n>=97&&n<=102))return"";t+=e[a]}return t}var yg=RegExp.prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),gg=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),
wg=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),bg=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function vg(e){if(e.length===0)return!1;for(let t=0;t<
e.length;t++)if(!wg(e[t])){if(e[t]==="%"&&t+2<e.length&&jr(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Gd(e){let t=-1,n=0,a=-1,o=0;for(let s=0;s<
e.length;s++)e[s]==="0"?(a===-1&&(a=s),o++,o>n&&(n=o,t=a)):(a=-1,o=0);if(n<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+n).join(":");return i+"\
::"+r}function kg(e){let t=e.indexOf("::");if(t!==-1&&e.indexOf("::",t+1)!==-1)return;let n=t===-1?e.split(":"):e.slice(0,t).split(":"),a=t===-1?[]:e.slice(t+2).
split(":");t!==-1&&(n.length===1&&n[0]===""&&(n.length=0),a.length===1&&a[0]===""&&(a.length=0));let o=n.concat(a),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p===
"")return;if(p.indexOf(".")!==-1){if(s!==o.length-1||t!==-1&&a.length===0||!Zo(p))return;i+=2;continue}if(!yg(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===
-1)return i!==8?void 0:Gd(o);if(i>=8)return;let r=o.slice(0,n.length);for(let s=i;s<8;s++)r.push("0");for(let s=n.length;s<o.length;s++)r.push(o[s]);return Gd(r)}
function Go(e){let t=e[0]==="["&&e[e.length-1]==="]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let a=t?e.slice(1,-1):e;if(t&&gg(
a))return a=a.toLowerCase(),{host:`[${a}]`,escapedHost:a,isIPV6:!1,isIPVFuture:!0};if(Pg(a,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=a.indexOf("%");if(i!==
-1){let s=a.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=a.slice(i+s),!vg(o))return{host:e,isIPV6:!1,error:!0};a=a.slice(0,i)}let r=kg(a);return r===void 0?{host:e,
isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+(o?"%25"+o:""),isIPV6:!0}}function Pg(e,t){let n=0;for(let a=0;a<e.length;a++)e[a]===t&&n++;return n}function Qd(e){
let t=e,n=[],a=-1,o=0;for(;o=t.length;){if(o===1){if(t===".")break;if(t==="/"){n.push("/");break}else{n.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]==="\
.")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&(t[1]==="."||t[1]==="/")){n.push("/");break}}else if(o===3&&t==="/.."){n.length!==0&&n.pop(),
n.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){
if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]==="/"){t=t.slice(3),n.length!==0&&n.pop();continue}}if((a=t.indexOf("/",1))===-1){n.push(t);break}else
n.push(t.slice(0,a)),t=t.slice(a)}return n.join("")}function $g(e){if(e===""||e[0]==="/")return Qd(e);let t=e.split("/"),n=t.length-1,a=[],o=!1;for(let i=0;i<=n;i++){
let r=t[i];r==="."||r===".."?(r===".."&&(a.length!==0&&a[a.length-1]!==".."?a.pop():a.push("..")),o=i===n):a.push(r)}return o&&a[a.length-1]!==".."&&a.push(""),
(a.length===0||a[0]===""||a[0].includes(":"))&&a.unshift("."),a.join("/")}var Sg={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},_g=/[@/?#:]/g,xg=/[@/?#]/g;
function Xd(e,t){let n=t?xg:_g;return n.lastIndex=0,e.replace(n,a=>Sg[a])}function Yd(e,t=!1){if(e.indexOf("%")===-1)return e;let n="";for(let a=0;a<e.length;a++){
if(e[a]==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(jr(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));t&&Qo(r)?n+=r:n+="%"+i,a+=2;continue}}
n+=e[a]}return n}function qg(e){let t="";for(let n=0;n<e.length;n++){let a=e[n];if(a==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(jr(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));r!=="."&&Qo(r)?t+=r:t+="%"+i,n+=2;continue}}if(Zd(a))t+=a;else{let o=e.charCodeAt(n);if(o<128)t+=tc(o)?a:gt[o];else if(o<55296||
o>57343)t+=it(o);else if(o<=56319&&n+1<e.length){let i=e.charCodeAt(n+1);i>=56320&&i<=57343?(t+=it(65536+(o-55296<<10)+(i-56320)),n++):t+=it(65533)}else t+=it(65533)}}
return t}function Og(e,t=!1){let n="",a=t&&e[0]!=="/";for(let o=0;o<e.length;o++){let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(jr(r)){n+="%"+r.
toUpperCase(),o+=2;continue}}if(i==="/"&&(a=!1),Zd(i)&&(i!==":"||!a))n+=i;else{let r=e.charCodeAt(o);if(r<128)n+=gt[r];else if(r<55296||r>57343)n+=it(r);else if(r<=
56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(n+=it(65536+(r-55296<<10)+(s-56320)),o++):n+=it(65533)}else n+=it(65533)}}return n}function Yo(e,t){
let n="";for(let a=0;a<e.length;a++){let o=e[a];if(o==="%"&&a+2<e.length){let i=e.slice(a+1,a+3);if(jr(i)){n+="%"+i.toUpperCase(),a+=2;continue}}if(t(o))n+=o;else{
let i=e.charCodeAt(a);if(i<128)n+=gt[i];else if(i<55296||i>57343)n+=it(i);else if(i<=56319&&a+1<e.length){let r=e.charCodeAt(a+1);r>=56320&&r<=57343?(n+=it(65536+
(i-55296<<10)+(r-56320)),a++):n+=it(65533)}else n+=it(65533)}}return n}function ec(e){return Yo(e,fg)}function jg(e){return Yo(e,Xo)}function Tg(e){return Yo(e,
Xo)}function tc(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===45||e===46||e===47||e===64||e===95}function Ag(e){let t="";for(let n=0;n<
e.length;n++){let a=e[n];if(a==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(jr(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));Qo(r)?t+=r:t+="%"+
i,n+=2;continue}}if(Xo(a))t+=a;else{let o=e.charCodeAt(n);if(o<128)t+=tc(o)?a:gt[o];else if(o<55296||o>57343)t+=it(o);else if(o<=56319&&n+1<e.length){let i=e.charCodeAt(
n+1);i>=56320&&i<=57343?(t+=it(65536+(o-55296<<10)+(i-56320)),n++):t+=it(65533)}else t+=it(65533)}}return t}function Ng(e){let t="";for(let n=0;n<e.length;n++){
if(e[n]==="%"&&n+2<e.length){let a=e.slice(n+1,n+3);if(jr(a)){t+="%"+a.toUpperCase(),n+=2;continue}}t+=escape(e[n])}return t}function Eg(e){let t=[];if(e.userinfo!==
void 0&&(t.push(ec(e.userinfo)),t.push("@")),e.host!==void 0){let n=e.host;if(!Zo(n)){let a=Go(n);a.isIPV6!==!0&&a.isIPVFuture!==!0&&(n=Yd(n,!0),a=Go(n)),a.isIPV6===
!0||a.isIPVFuture===!0?n=`[${a.escapedHost}]`:n=Xd(n,!1)}t.push(n)}if(typeof e.port=="number"||typeof e.port=="string"){let n=String(e.port);if(!lg(n))throw new TypeError(
"URI port is malformed.");t.push(":"),t.push(n)}return t.length?t.join(""):void 0}rc.exports={nonSimpleDomain:bg,recomposeAuthority:Eg,reescapeHostDelimiters:Xd,
normalizePercentEncoding:Yd,normalizePathEncoding:qg,serializePathEncoding:Og,normalizeQueryFragmentEncoding:Ag,encodeUserinfo:ec,encodeQuery:jg,encodeFragment:Tg,
escapePreservingEscapes:Ng,removeDotSegments:Qd,removeDotSegmentsRelative:$g,isIPv4:Zo,isUUID:mg,normalizeIPv6:Go,stringArrayToHexStripped:hg}});var ic=Y((qP,oc)=>{"use strict";var{isUUID:Ig}=ei(),Mg=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Rg=["http","https","ws","wss","urn",
"urn:uuid"];function Lg(e){return Rg.indexOf(e)!==-1}function ti(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||e.
scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function sc(e){return e.host||(e.error=e.error||"HTTP URIs m\
ust have a host."),e}function nc(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="/"),
e}function Fg(e){return e.secure=ti(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function Vg(e){if((e.port===(ti(e)?443:
80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf("?"),
n=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=n&&n!=="/"?n:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.fragment=
void 0,e}function Ug(e,t){if(!e.path)return e.error="URN can not be parsed",e;let n=e.path.match(Mg);if(n&&n[0]===e.path){let a=t.scheme||e.scheme||"urn";e.nid=
n[1].toLowerCase(),e.nss=n[2];let o=`${a}:${t.nid||e.nid}`,i=ri(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}function Dg(e,t){
if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let n=t.scheme||e.scheme||"urn",a=e.nid.toLowerCase(),o=`${n}:${t.nid||a}`,i=ri(o);i&&
(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${a||t.nid}:${s}`,t.skipEscape=!0,r}function Jg(e,t){let n=e;return n.uuid=n.nss,n.nss=void 0,!t.tolerant&&(!n.
uuid||!Ig(n.uuid))&&(n.error=n.error||"UUID is not valid."),n}function zg(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var ac={scheme:"http",domainHost:!0,
parse:sc,serialize:nc},Wg={scheme:"https",domainHost:ac.domainHost,parse:sc,serialize:nc},Un={scheme:"ws",domainHost:!0,parse:Fg,serialize:Vg},Cg={scheme:"wss",
domainHost:Un.domainHost,parse:Un.parse,serialize:Un.serialize},Kg={scheme:"urn",parse:Ug,serialize:Dg,skipNormalize:!0},Hg={scheme:"urn:uuid",parse:Jg,serialize:zg,
skipNormalize:!0},Dn={http:ac,https:Wg,ws:Un,wss:Cg,urn:Kg,"urn:uuid":Hg};Object.setPrototypeOf(Dn,null);function ri(e){return e&&(Dn[e]||Dn[e.toLowerCase()])||
void 0}oc.exports={wsIsSecure:ti,SCHEMES:Dn,isValidSchemeName:Lg,getSchemeHandler:ri}});var Pc=Y((OP,Kn)=>{"use strict";var{normalizeIPv6:mc,removeDotSegments:Cs,removeDotSegmentsRelative:lc,recomposeAuthority:Bg,normalizePercentEncoding:si,normalizePathEncoding:Gg,
serializePathEncoding:pc,normalizeQueryFragmentEncoding:dc,encodeQuery:Zg,encodeFragment:Qg,reescapeHostDelimiters:Xg,isIPv4:fc,nonSimpleDomain:Yg}=ei(),{SCHEMES:hc,
getSchemeHandler:ni}=ic(),yc=/^[A-Za-z][A-Za-z0-9+.-]*$/u,gc="URI scheme is malformed.",Jn="URI host is malformed.",ew=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function cc(e){
let t=String(e);if(!yc.test(t))throw new TypeError(gc);return t}function tw(e,t){return typeof e=="string"?e=cw(e,t):typeof e=="object"&&(e=Wn(Tr(e,t),t)),e}function rw(e,t,n){
let a=n?Object.assign({scheme:"null"},n):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:l}=zn(e,a),{parsed:m,malformedAuthorityOrPort:b,malformedPercentEncoding:_,malformedSchemeSpecific:q,malformedHost:A,malformedScheme:O}=zn(t,a);
if(i||b||r||_||s||q||p||A||l||O)throw new Error(o.error||m.error||"URI is malformed.");let L=wc(o,m,a,!0),U=ni(n&&n.scheme||L.scheme),te=L.host,z=te!==void 0&&te!==
""&&(fc(te)||mc(te).isIPV6);if(vc(L,n||{},U,z))throw new Error(Jn);bc(L,n||{},U,z);let H=te&&te.indexOf("%")!==-1&&!/\P{ASCII}/u.test(te);if(L.error&&!H)throw new Error(
L.error);return a.skipEscape=!0,Tr(L,a)}function wc(e,t,n,a){let o={};if(a||(e=Wn(Tr(e,n),n),t=Wn(Tr(t,n),n)),n=n||{},!n.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Cs(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Cs(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Cs(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?lc(o.path):Cs(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function sw(e,t,n){let a=uc(e,n),o=uc(t,n);return a!==void 0&&o!==void 0&&a===o}function Tr(e,t){
let n={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},a=Object.assign({},t),o=[];n.scheme&&(n.scheme=cc(n.scheme));let i=ni(a.scheme||n.scheme);i&&i.serialize&&
i.serialize(n,a);let r=n.userinfo!==void 0||n.host!==void 0||n.port!==void 0,s=(n.scheme===void 0||a.reference==="suffix")&&!r,p=!a.skipEscape&&s;n.path!==void 0&&
(a.skipEscape?n.path=si(n.path):n.path=pc(n.path,p)),a.reference!=="suffix"&&n.scheme&&(n.scheme=cc(n.scheme),o.push(n.scheme,":"));let l=Bg(n);if(l!==void 0&&(a.
reference!=="suffix"&&o.push("//"),o.push(l),n.path&&n.path[0]!=="/"&&o.push("/")),n.path!==void 0){let m=n.path;!a.absolutePath&&(!i||!i.absolutePath)&&(m=s&&m[0]!==
"/"?lc(m):Cs(m)),s&&(m=pc(m,!0)),l===void 0&&m[0]==="/"&&m[1]==="/"&&(m="/%2F"+m.slice(2)),o.push(m)}return n.query!==void 0&&o.push("?",Zg(n.query)),n.fragment!==
void 0&&o.push("#",Qg(n.fragment)),o.join("")}var nw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
aw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,ow=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function iw(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ws(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Cn(e){return e[0]==="["&&e[e.
length-1]==="]"}function pw(e){let t=e[4];return Ws(e[3])||t!==void 0&&!Cn(t)&&Ws(t)||Ws(e[6])||Ws(e[7])||Ws(e[8])}function bc(e,t,n,a){if(vc(e,t,n,a))return e.
error=e.error||Jn,!0;if(!t.unicodeSupport&&(!n||!n.unicodeSupport)&&e.host&&!Cn(e.host)&&(t.domainHost||n&&n.domainHost)&&a===!1&&Yg(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!dw(o))return e.error=e.error||Jn,!0;e.host=o.hostname}
return!1}function vc(e,t,n,a){return!!(e.host&&a===!1&&!Cn(e.host)&&(t.domainHost||n&&n.domainHost)&&ew.test(e.host))}function dw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function zn(e,t){let n=Object.assign({},t),a={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,l=!1,m=!1;n.reference==="suffix"&&(n.scheme?e=n.scheme+":"+e:e="//"+e);let b=e.match(
aw);b!==null&&b[1].indexOf("\\")!==-1&&(a.error="URI authority must not contain a literal backslash.",o=!0);let _=e.match(ow);if(_!==null){let A=_[1],O=A.replace(
/[\t\n\r]/g,"");O.length>=2&&(O.slice(0,2)!=="//"?(a.error=a.error||"URI authority must not contain a literal backslash.",o=!0):A.length!==O.length&&(a.error=a.
error||"URI authority introducer must not contain whitespace.",o=!0))}let q=e.match(nw);if(q){a.scheme=q[1],a.userinfo=q[3],a.host=q[4],a.port=parseInt(q[5],10),
a.path=q[6]||"",a.query=q[7],a.fragment=q[8],a.scheme!==void 0&&(yc.test(a.scheme)?a.scheme=a.scheme.toLowerCase():(a.error=a.error||gc,l=!0)),i=pw(q),i&&(a.error=
a.error||"URI contains malformed percent-encoding."),isNaN(a.port)&&(a.port=q[5]);let A=iw(a,q);if(A!==void 0&&(a.error=a.error||A,o=!0),a.host)if(fc(a.host)===
!1){let U=Cn(a.host),te=a.host.indexOf("[")!==-1||a.host.indexOf("]")!==-1,z=mc(a.host);m=z.isIPV6||z.isIPVFuture===!0,p=te&&(!U||z.error===!0),a.host=m?z.host:
z.host.toLowerCase(),p&&(a.error=a.error||Jn,o=!0)}else m=!0;a.scheme===void 0&&a.userinfo===void 0&&a.host===void 0&&a.port===void 0&&a.query===void 0&&!a.path?
a.reference="same-document":a.scheme===void 0?a.reference="relative":a.fragment===void 0?a.reference="absolute":a.reference="uri",n.reference&&n.reference!=="su\
ffix"&&n.reference!==a.reference&&(a.error=a.error||"URI is not a "+n.reference+" reference.");let O=ni(n.scheme||a.scheme);if(p||(s=bc(a,n,O,m)),e.indexOf("%")!==
-1&&a.host!==void 0&&!p){let L=m?a.host:si(a.host,!0);m||(L=si(L.toLowerCase())),a.host=m||n.scheme!=="null"?Xg(L,m):L}(!O||O&&!O.skipNormalize)&&(a.path&&(a.path=
Gg(a.path)),a.query&&(a.query=dc(a.query)),a.fragment&&(a.fragment=dc(a.fragment))),O&&O.parse&&(O.parse(a,n),O===hc.urn&&a.nid===void 0&&(r=!0))}else a.error=a.
error||"URI can not be parsed.";return{parsed:a,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:l}}
function Wn(e,t){return zn(e,t).parsed}function cw(e,t){return kc(e,t).normalized}function kc(e,t){let{parsed:n,malformedAuthorityOrPort:a,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=zn(e,t);return{normalized:a||o||i||r||s?e:Tr(n,t),malformedAuthorityOrPort:a,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function uc(e,t){if(typeof e!="string"&&typeof e!="object")return;let n;try{n=typeof e=="string"?e:
Tr(e,t)}catch{return}let{normalized:a,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=kc(n,t);
return o||i||r||s||p?void 0:a}var ai={SCHEMES:hc,normalize:tw,resolve:rw,resolveComponent:wc,equal:sw,serialize:Tr,parse:Wn};Kn.exports=ai;Kn.exports.default=ai;
Kn.exports.fastUri=ai});var Sc=Y(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});var $c=Pc();$c.code='require("ajv/dist/runtime/uri").default';oi.default=$c});var Nc=Y(rt=>{"use strict";Object.defineProperty(rt,"__esModule",{value:!0});rt.CodeGen=rt.Name=rt.nil=rt.stringify=rt.str=rt._=rt.KeywordCxt=void 0;var uw=Js();
Object.defineProperty(rt,"KeywordCxt",{enumerable:!0,get:function(){return uw.KeywordCxt}});var as=$e();Object.defineProperty(rt,"_",{enumerable:!0,get:function(){
return as._}});Object.defineProperty(rt,"str",{enumerable:!0,get:function(){return as.str}});Object.defineProperty(rt,"stringify",{enumerable:!0,get:function(){
return as.stringify}});Object.defineProperty(rt,"nil",{enumerable:!0,get:function(){return as.nil}});Object.defineProperty(rt,"Name",{enumerable:!0,get:function(){
return as.Name}});Object.defineProperty(rt,"CodeGen",{enumerable:!0,get:function(){return as.CodeGen}});var mw=Ln(),jc=zs(),lw=jo(),Ks=Vn(),fw=$e(),Hs=Vs(),Hn=Fs(),
pi=Ae(),_c=Bd(),hw=Sc(),Tc=(e,t)=>new RegExp(e,t);Tc.code="new RegExp";var yw=["removeAdditional","useDefaults","coerceTypes"],gw=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),ww={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},bw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},xc=200;function vw(e){
var t,n,a,o,i,r,s,p,l,m,b,_,q,A,O,L,U,te,z,H,J,oe,j,pe,ce;let W=e.strict,F=(t=e.code)===null||t===void 0?void 0:t.optimize,he=F===!0||F===void 0?1:F||0,le=(a=(n=
e.code)===null||n===void 0?void 0:n.regExp)!==null&&a!==void 0?a:Tc,X=(o=e.uriResolver)!==null&&o!==void 0?o:hw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:W)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:W)!==null&&p!==void 0?p:!0,strictTypes:(m=(l=e.strictTypes)!==
null&&l!==void 0?l:W)!==null&&m!==void 0?m:"log",strictTuples:(_=(b=e.strictTuples)!==null&&b!==void 0?b:W)!==null&&_!==void 0?_:"log",strictRequired:(A=(q=e.strictRequired)!==
null&&q!==void 0?q:W)!==null&&A!==void 0?A:!1,code:e.code?{...e.code,optimize:he,regExp:le}:{optimize:he,regExp:le},loopRequired:(O=e.loopRequired)!==null&&O!==
void 0?O:xc,loopEnum:(L=e.loopEnum)!==null&&L!==void 0?L:xc,meta:(U=e.meta)!==null&&U!==void 0?U:!0,messages:(te=e.messages)!==null&&te!==void 0?te:!0,inlineRefs:(z=
e.inlineRefs)!==null&&z!==void 0?z:!0,schemaId:(H=e.schemaId)!==null&&H!==void 0?H:"$id",addUsedSchema:(J=e.addUsedSchema)!==null&&J!==void 0?J:!0,validateSchema:(oe=
e.validateSchema)!==null&&oe!==void 0?oe:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(pe=e.unicodeRegExp)!==null&&pe!==void 0?
pe:!0,int32range:(ce=e.int32range)!==null&&ce!==void 0?ce:!0,uriResolver:X}}var Bs=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...vw(t)};let{es5:n,lines:a}=this.opts.code;this.scope=new fw.ValueScope(
{scope:{},prefixes:gw,es5:n,lines:a}),this.logger=xw(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,lw.getRules)(),qc.call(this,ww,t,"NOT \
SUPPORTED"),qc.call(this,bw,t,"DEPRECATED","warn"),this._metaOpts=Sw.call(this),t.formats&&Pw.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&$w.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),kw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:n,schemaId:a}=this.opts,o=_c;a==="id"&&(o={..._c},o.id=o.$id,delete o.$id),n&&t&&this.addMetaSchema(o,o[a],!1)}defaultMeta(){
let{meta:t,schemaId:n}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[n]||t:void 0}validate(t,n){let a;if(typeof t=="string"){if(a=this.getSchema(t),
!a)throw new Error(`no schema with key or ref "${t}"`)}else a=this.compile(t);let o=a(n);return"$async"in a||(this.errors=a.errors),o}compile(t,n){let a=this._addSchema(
t,n);return a.validate||this._compileSchemaEnv(a)}compileAsync(t,n){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:a}=this.opts;return o.call(this,t,n);async function o(m,b){await i.call(this,m.$schema);let _=this._addSchema(m,b);return _.validate||r.
call(this,_)}async function i(m){m&&!this.getSchema(m)&&await o.call(this,{$ref:m},!0)}async function r(m){try{return this._compileSchemaEnv(m)}catch(b){if(!(b instanceof
jc.default))throw b;return s.call(this,b),await p.call(this,b.missingSchema),r.call(this,m)}}function s({missingSchema:m,missingRef:b}){if(this.refs[m])throw new Error(
`AnySchema ${m} is loaded but ${b} cannot be resolved`)}async function p(m){let b=await l.call(this,m);this.refs[m]||await i.call(this,b.$schema),this.refs[m]||
this.addSchema(b,m,n)}async function l(m){let b=this._loading[m];if(b)return b;try{return await(this._loading[m]=a(m))}finally{delete this._loading[m]}}}addSchema(t,n,a,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,a,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return n=(0,Hs.normalizeId)(n||i),this._checkUnique(n),this.schemas[n]=this._addSchema(
t,a,n,o,!0),this}addMetaSchema(t,n,a=this.opts.validateSchema){return this.addSchema(t,n,!0,a),this}validateSchema(t,n){if(typeof t=="boolean")return!0;let a;if(a=
t.$schema,a!==void 0&&typeof a!="string")throw new Error("$schema must be a string");if(a=a||this.opts.defaultMeta||this.defaultMeta(),!a)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(a,t);if(!o&&n){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let n;for(;typeof(n=Oc.call(this,t))=="string";)t=n;if(n===void 0){let{schemaId:a}=this.
opts,o=new Ks.SchemaEnv({schema:{},schemaId:a});if(n=Ks.resolveSchema.call(this,o,t),!n)return;this.refs[t]=n}return n.validate||this._compileSchemaEnv(n)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let n=Oc.call(this,t);return typeof n=="object"&&this._cache.delete(n.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let n=t;this._cache.delete(n);let a=t[this.opts.schemaId];return a&&(a=(0,Hs.normalizeId)(a),delete this.
schemas[a],delete this.refs[a]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let n of t)this.addKeyword(n);return this}addKeyword(t,n){
let a;if(typeof t=="string")a=t,typeof n=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),n.keyword=a);else if(typeof t==
"object"&&n===void 0){if(n=t,a=n.keyword,Array.isArray(a)&&!a.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Ow.call(this,a,n),!n)return(0,pi.eachItem)(a,i=>ii.call(this,i)),this;Tw.call(this,n);let o={...n,type:(0,Hn.getJSONTypes)(
n.type),schemaType:(0,Hn.getJSONTypes)(n.schemaType)};return(0,pi.eachItem)(a,o.type.length===0?i=>ii.call(this,i,o):i=>o.type.forEach(r=>ii.call(this,i,o,r))),
this}getKeyword(t){let n=this.RULES.all[t];return typeof n=="object"?n.definition:!!n}removeKeyword(t){let{RULES:n}=this;delete n.keywords[t],delete n.all[t];for(let a of n.
rules){let o=a.rules.findIndex(i=>i.keyword===t);o>=0&&a.rules.splice(o,1)}return this}addFormat(t,n){return typeof n=="string"&&(n=new RegExp(n)),this.formats[t]=
n,this}errorsText(t=this.errors,{separator:n=", ",dataVar:a="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${a}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+n+i)}$dataMetaSchema(t,n){let a=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of n){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in a){
let p=a[s];if(typeof p!="object")continue;let{$data:l}=p.definition,m=r[s];l&&m&&(r[s]=Ac(m))}}return t}_removeAllSchemas(t,n){for(let a in t){let o=t[a];(!n||n.
test(a))&&(typeof o=="string"?delete t[a]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[a]))}}_addSchema(t,n,a,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;a=(0,Hs.normalizeId)(r||a);let l=Hs.getSchemaRefs.call(this,t,a);return p=new Ks.
SchemaEnv({schema:t,schemaId:s,meta:n,baseId:a,localRefs:l}),this._cache.set(p.schema,p),i&&!a.startsWith("#")&&(a&&this._checkUnique(a),this.refs[a]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Ks.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let n=this.
opts;this.opts=this._metaOpts;try{Ks.compileSchema.call(this,t)}finally{this.opts=n}}};Bs.ValidationError=mw.default;Bs.MissingRefError=jc.default;rt.default=Bs;
function qc(e,t,n,a="error"){for(let o in e){let i=o;i in t&&this.logger[a](`${n}: option ${o}. ${e[i]}`)}}function Oc(e){return e=(0,Hs.normalizeId)(e),this.schemas[e]||
this.refs[e]}function kw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Pw(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function $w(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let n=e[t];n.keyword||(n.keyword=t),this.addKeyword(n)}}function Sw(){let e={...this.opts};for(let t of yw)
delete e[t];return e}var _w={log(){},warn(){},error(){}};function xw(e){if(e===!1)return _w;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var qw=/^[a-z_$][a-z0-9_$:-]*$/i;function Ow(e,t){let{RULES:n}=this;if((0,pi.eachItem)(e,a=>{if(n.keywords[a])
throw new Error(`Keyword ${a} is already defined`);if(!qw.test(a))throw new Error(`Keyword ${a} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function ii(e,t,n){var a;let o=t?.post;if(n&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===n);if(r||(r={type:n,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Hn.getJSONTypes)(t.type),schemaType:(0,Hn.getJSONTypes)(t.schemaType)}};t.before?jw.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(a=t.implements)===null||a===void 0||a.forEach(p=>this.addKeyword(p))}function jw(e,t,n){let a=e.rules.findIndex(o=>o.keyword===n);a>=0?e.rules.splice(
a,0,t):(e.rules.push(t),this.logger.warn(`rule ${n} is not defined`))}function Tw(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Ac(t)),e.validateSchema=
this.compile(t,!0))}var Aw={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Ac(e){return{anyOf:[e,Aw]}}});var Ec=Y(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var Nw={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id"\
 for schema ID')}};di.default=Nw});var Lc=Y(Ar=>{"use strict";Object.defineProperty(Ar,"__esModule",{value:!0});Ar.callRef=Ar.getValidate=void 0;var Ew=zs(),Ic=_t(),wt=$e(),os=Qt(),Mc=Vn(),Bn=Ae(),
Iw={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:n,it:a}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=a,{root:l}=i;if((n==="#"||n==="#/")&&
o===l.baseId)return b();let m=Mc.resolveRef.call(p,l,o,n);if(m===void 0)throw new Ew.default(a.opts.uriResolver,o,n);if(m instanceof Mc.SchemaEnv)return _(m);return q(
m);function b(){if(i===l)return Gn(e,r,i,i.$async);let A=t.scopeValue("root",{ref:l});return Gn(e,(0,wt._)`${A}.validate`,l,l.$async)}function _(A){let O=Rc(e,A);
Gn(e,O,A,A.$async)}function q(A){let O=t.scopeValue("schema",s.code.source===!0?{ref:A,code:(0,wt.stringify)(A)}:{ref:A}),L=t.name("valid"),U=e.subschema({schema:A,
dataTypes:[],schemaPath:wt.nil,topSchemaRef:O,errSchemaPath:n},L);e.mergeEvaluated(U),e.ok(L)}}};function Rc(e,t){let{gen:n}=e;return t.validate?n.scopeValue("v\
alidate",{ref:t.validate}):(0,wt._)`${n.scopeValue("wrapper",{ref:t})}.validate`}Ar.getValidate=Rc;function Gn(e,t,n,a){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,l=p.passContext?os.default.this:wt.nil;a?m():b();function m(){if(!s.$async)throw new Error("async schema referenced by sync schema");let A=o.let("vali\
d");o.try(()=>{o.code((0,wt._)`await ${(0,Ic.callValidateCode)(e,t,l)}`),q(t),r||o.assign(A,!0)},O=>{o.if((0,wt._)`!(${O} instanceof ${i.ValidationError})`,()=>o.
throw(O)),_(O),r||o.assign(A,!1)}),e.ok(A)}function b(){e.result((0,Ic.callValidateCode)(e,t,l),()=>q(t),()=>_(t))}function _(A){let O=(0,wt._)`${A}.errors`;o.assign(
os.default.vErrors,(0,wt._)`${os.default.vErrors} === null ? ${O} : ${os.default.vErrors}.concat(${O})`),o.assign(os.default.errors,(0,wt._)`${os.default.vErrors}.length`)}
function q(A){var O;if(!i.opts.unevaluated)return;let L=(O=n?.validate)===null||O===void 0?void 0:O.evaluated;if(i.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(i.props=Bn.mergeEvaluated.props(o,L.props,i.props));else{let U=o.var("props",(0,wt._)`${A}.evaluated.props`);i.props=Bn.mergeEvaluated.props(o,U,i.props,wt.Name)}
if(i.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(i.items=Bn.mergeEvaluated.items(o,L.items,i.items));else{let U=o.var("items",(0,wt._)`${A}.evaluated.items`);
i.items=Bn.mergeEvaluated.items(o,U,i.items,wt.Name)}}}Ar.callRef=Gn;Ar.default=Iw});var Fc=Y(ci=>{"use strict";Object.defineProperty(ci,"__esModule",{value:!0});var Mw=Ec(),Rw=Lc(),Lw=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Mw.default,Rw.default];ci.default=Lw});var Vc=Y(ui=>{"use strict";Object.defineProperty(ui,"__esModule",{value:!0});var Zn=$e(),mr=Zn.operators,Qn={maximum:{okStr:"<=",ok:mr.LTE,fail:mr.GT},minimum:{
okStr:">=",ok:mr.GTE,fail:mr.LT},exclusiveMaximum:{okStr:"<",ok:mr.LT,fail:mr.GTE},exclusiveMinimum:{okStr:">",ok:mr.GT,fail:mr.LTE}},Fw={message:({keyword:e,schemaCode:t})=>(0,Zn.
str)`must be ${Qn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Zn._)`{comparison: ${Qn[e].okStr}, limit: ${t}}`},Vw={keyword:Object.keys(Qn),type:"numb\
er",schemaType:"number",$data:!0,error:Fw,code(e){let{keyword:t,data:n,schemaCode:a}=e;e.fail$data((0,Zn._)`${n} ${Qn[t].fail} ${a} || isNaN(${n})`)}};ui.default=
Vw});var Uc=Y(mi=>{"use strict";Object.defineProperty(mi,"__esModule",{value:!0});var Gs=$e(),Uw={message:({schemaCode:e})=>(0,Gs.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Gs._)`{multipleOf: ${e}}`},Dw={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Uw,code(e){let{gen:t,data:n,schemaCode:a,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Gs._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Gs._)`${r} !== parseInt(${r})`;e.fail$data((0,Gs.
_)`(${a} === 0 || (${r} = ${n}/${a}, ${s}))`)}};mi.default=Dw});var Dc=Y(li=>{"use strict";Object.defineProperty(li,"__esModule",{value:!0});var Nr=$e(),Jw=Ae(),zw=Qa(),Ww={message({keyword:e,schemaCode:t}){let n=e==="maxLen\
gth"?"more":"fewer";return(0,Nr.str)`must NOT have ${n} than ${t} characters`},params:({schemaCode:e})=>(0,Nr._)`{limit: ${e}}`},Cw={keyword:["maxLength","minLe\
ngth"],type:"string",schemaType:"number",$data:!0,error:Ww,code(e){let{keyword:t,data:n,schemaCode:a,it:o}=e,i=t==="maxLength"?Nr.operators.GT:Nr.operators.LT,r=o.
opts.unicode===!1?(0,Nr._)`${n}.length`:(0,Nr._)`${(0,Jw.useFunc)(e.gen,zw.default)}(${n})`;e.fail$data((0,Nr._)`${r} ${i} ${a}`)}};li.default=Cw});var Jc=Y(fi=>{"use strict";Object.defineProperty(fi,"__esModule",{value:!0});var Kw=_t(),Hw=Ae(),is=$e(),Bw={message:({schemaCode:e})=>(0,is.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,is._)`{pattern: ${e}}`},Gw={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Bw,code(e){let{gen:t,data:n,$data:a,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(a){let{regExp:p}=r.opts.code,l=p.code==="new RegExp"?(0,is._)`new RegExp`:(0,Hw.useFunc)(t,p),m=t.let("val\
id");t.try(()=>t.assign(m,(0,is._)`${l}(${i}, ${s}).test(${n})`),()=>t.assign(m,!1)),e.fail$data((0,is._)`!${m}`)}else{let p=(0,Kw.usePattern)(e,o);e.fail$data(
(0,is._)`!${p}.test(${n})`)}}};fi.default=Gw});var zc=Y(hi=>{"use strict";Object.defineProperty(hi,"__esModule",{value:!0});var Zs=$e(),Zw={message({keyword:e,schemaCode:t}){let n=e==="maxProperties"?"more":
"fewer";return(0,Zs.str)`must NOT have ${n} than ${t} properties`},params:({schemaCode:e})=>(0,Zs._)`{limit: ${e}}`},Qw={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Zw,code(e){let{keyword:t,data:n,schemaCode:a}=e,o=t==="maxProperties"?Zs.operators.GT:Zs.operators.LT;e.fail$data(
(0,Zs._)`Object.keys(${n}).length ${o} ${a}`)}};hi.default=Qw});var Wc=Y(yi=>{"use strict";Object.defineProperty(yi,"__esModule",{value:!0});var Qs=_t(),Xs=$e(),Xw=Ae(),Yw={message:({params:{missingProperty:e}})=>(0,Xs.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Xs._)`{missingProperty: ${e}}`},eb={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Yw,code(e){let{
gen:t,schema:n,schemaCode:a,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&n.length===0)return;let p=n.length>=s.loopRequired;if(r.allErrors?l():m(),s.strictRequired){
let q=e.parentSchema.properties,{definedProperties:A}=e.it;for(let O of n)if(q?.[O]===void 0&&!A.has(O)){let L=r.schemaEnv.baseId+r.errSchemaPath,U=`required pr\
operty "${O}" is not defined at "${L}" (strictRequired)`;(0,Xw.checkStrictMode)(r,U,r.opts.strictRequired)}}function l(){if(p||i)e.block$data(Xs.nil,b);else for(let q of n)
(0,Qs.checkReportMissingProp)(e,q)}function m(){let q=t.let("missing");if(p||i){let A=t.let("valid",!0);e.block$data(A,()=>_(q,A)),e.ok(A)}else t.if((0,Qs.checkMissingProp)(
e,n,q)),(0,Qs.reportMissingProp)(e,q),t.else()}function b(){t.forOf("prop",a,q=>{e.setParams({missingProperty:q}),t.if((0,Qs.noPropertyInData)(t,o,q,s.ownProperties),
()=>e.error())})}function _(q,A){e.setParams({missingProperty:q}),t.forOf(q,a,()=>{t.assign(A,(0,Qs.propertyInData)(t,o,q,s.ownProperties)),t.if((0,Xs.not)(A),()=>{
e.error(),t.break()})},Xs.nil)}}};yi.default=eb});var Cc=Y(gi=>{"use strict";Object.defineProperty(gi,"__esModule",{value:!0});var Ys=$e(),tb={message({keyword:e,schemaCode:t}){let n=e==="maxItems"?"more":"fewe\
r";return(0,Ys.str)`must NOT have ${n} than ${t} items`},params:({schemaCode:e})=>(0,Ys._)`{limit: ${e}}`},rb={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:tb,code(e){let{keyword:t,data:n,schemaCode:a}=e,o=t==="maxItems"?Ys.operators.GT:Ys.operators.LT;e.fail$data((0,Ys._)`${n}.length ${o} ${a}`)}};
gi.default=rb});var Xn=Y(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var Kc=Lo();Kc.code='require("ajv/dist/runtime/equal").default';wi.default=Kc});var Hc=Y(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var bi=Fs(),st=$e(),sb=Ae(),nb=Xn(),ab={message:({params:{i:e,j:t}})=>(0,st.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,st._)`{i: ${e}, j: ${t}}`},ob={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:ab,code(e){let{gen:t,data:n,
$data:a,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!a&&!o)return;let p=t.let("valid"),l=i.items?(0,bi.getSchemaTypes)(i.items):[];e.block$data(p,m,(0,st._)`${r} === false`),
e.ok(p);function m(){let A=t.let("i",(0,st._)`${n}.length`),O=t.let("j");e.setParams({i:A,j:O}),t.assign(p,!0),t.if((0,st._)`${A} > 1`,()=>(b()?_:q)(A,O))}function b(){
return l.length>0&&!l.some(A=>A==="object"||A==="array")}function _(A,O){let L=t.name("item"),U=(0,bi.checkDataTypes)(l,L,s.opts.strictNumbers,bi.DataType.Wrong),
te=t.const("indices",(0,st._)`{}`);t.for((0,st._)`;${A}--;`,()=>{t.let(L,(0,st._)`${n}[${A}]`),t.if(U,(0,st._)`continue`),l.length>1&&t.if((0,st._)`typeof ${L} == "string"`,
(0,st._)`${L} += "_"`),t.if((0,st._)`typeof ${te}[${L}] == "number"`,()=>{t.assign(O,(0,st._)`${te}[${L}]`),e.error(),t.assign(p,!1).break()}).code((0,st._)`${te}[${L}] = ${A}`)})}
function q(A,O){let L=(0,sb.useFunc)(t,nb.default),U=t.name("outer");t.label(U).for((0,st._)`;${A}--;`,()=>t.for((0,st._)`${O} = ${A}; ${O}--;`,()=>t.if((0,st._)`${L}(${n}[${A}], ${n}[${O}])`,
()=>{e.error(),t.assign(p,!1).break(U)})))}}};vi.default=ob});var Bc=Y(Pi=>{"use strict";Object.defineProperty(Pi,"__esModule",{value:!0});var ki=$e(),ib=Ae(),pb=Xn(),db={message:"must be equal to constant",params:({schemaCode:e})=>(0,ki.
_)`{allowedValue: ${e}}`},cb={keyword:"const",$data:!0,error:db,code(e){let{gen:t,data:n,$data:a,schemaCode:o,schema:i}=e;a||i&&typeof i=="object"?e.fail$data((0,ki.
_)`!${(0,ib.useFunc)(t,pb.default)}(${n}, ${o})`):e.fail((0,ki._)`${i} !== ${n}`)}};Pi.default=cb});var Gc=Y($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var en=$e(),ub=Ae(),mb=Xn(),lb={message:"must be equal to one of the allowed values",
params:({schemaCode:e})=>(0,en._)`{allowedValues: ${e}}`},fb={keyword:"enum",schemaType:"array",$data:!0,error:lb,code(e){let{gen:t,data:n,$data:a,schema:o,schemaCode:i,
it:r}=e;if(!a&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,l=()=>p??(p=(0,ub.useFunc)(t,mb.default)),m;if(s||
a)m=t.let("valid"),e.block$data(m,b);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let q=t.const("vSchema",i);m=(0,en.or)(...o.map((A,O)=>_(
q,O)))}e.pass(m);function b(){t.assign(m,!1),t.forOf("v",i,q=>t.if((0,en._)`${l()}(${n}, ${q})`,()=>t.assign(m,!0).break()))}function _(q,A){let O=o[A];return typeof O==
"object"&&O!==null?(0,en._)`${l()}(${n}, ${q}[${A}])`:(0,en._)`${n} === ${O}`}}};$i.default=fb});var Zc=Y(Si=>{"use strict";Object.defineProperty(Si,"__esModule",{value:!0});var hb=Vc(),yb=Uc(),gb=Dc(),wb=Jc(),bb=zc(),vb=Wc(),kb=Cc(),Pb=Hc(),$b=Bc(),Sb=Gc(),
_b=[hb.default,yb.default,gb.default,wb.default,bb.default,vb.default,kb.default,Pb.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},$b.default,Sb.default];Si.default=_b});var xi=Y(tn=>{"use strict";Object.defineProperty(tn,"__esModule",{value:!0});tn.validateAdditionalItems=void 0;var Er=$e(),_i=Ae(),xb={message:({params:{len:e}})=>(0,Er.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Er._)`{limit: ${e}}`},qb={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:xb,code(e){let{parentSchema:t,it:n}=e,{items:a}=t;if(!Array.isArray(a)){(0,_i.checkStrictMode)(n,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Qc(e,a)}};function Qc(e,t){let{gen:n,schema:a,data:o,keyword:i,it:r}=e;r.items=!0;let s=n.const("len",(0,Er._)`${o}.length`);
if(a===!1)e.setParams({len:t.length}),e.pass((0,Er._)`${s} <= ${t.length}`);else if(typeof a=="object"&&!(0,_i.alwaysValidSchema)(r,a)){let l=n.var("valid",(0,Er.
_)`${s} <= ${t.length}`);n.if((0,Er.not)(l),()=>p(l)),e.ok(l)}function p(l){n.forRange("i",t.length,s,m=>{e.subschema({keyword:i,dataProp:m,dataPropType:_i.Type.
Num},l),r.allErrors||n.if((0,Er.not)(l),()=>n.break())})}}tn.validateAdditionalItems=Qc;tn.default=qb});var qi=Y(rn=>{"use strict";Object.defineProperty(rn,"__esModule",{value:!0});rn.validateTuple=void 0;var Xc=$e(),Yn=Ae(),Ob=_t(),jb={keyword:"items",type:"array",
schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:n}=e;if(Array.isArray(t))return Yc(e,"additionalItems",t);n.items=!0,!(0,Yn.
alwaysValidSchema)(n,t)&&e.ok((0,Ob.validateArray)(e))}};function Yc(e,t,n=e.schema){let{gen:a,parentSchema:o,data:i,keyword:r,it:s}=e;m(o),s.opts.unevaluated&&
n.length&&s.items!==!0&&(s.items=Yn.mergeEvaluated.items(a,n.length,s.items));let p=a.name("valid"),l=a.const("len",(0,Xc._)`${i}.length`);n.forEach((b,_)=>{(0,Yn.
alwaysValidSchema)(s,b)||(a.if((0,Xc._)`${l} > ${_}`,()=>e.subschema({keyword:r,schemaProp:_,dataProp:_},p)),e.ok(p))});function m(b){let{opts:_,errSchemaPath:q}=s,
A=n.length,O=A===b.minItems&&(A===b.maxItems||b[t]===!1);if(_.strictTuples&&!O){let L=`"${r}" is ${A}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${q}"`;(0,Yn.checkStrictMode)(s,L,_.strictTuples)}}}rn.validateTuple=Yc;rn.default=jb});var eu=Y(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var Tb=qi(),Ab={keyword:"prefixItems",type:"array",schemaType:["array"],before:"uni\
queItems",code:e=>(0,Tb.validateTuple)(e,"items")};Oi.default=Ab});var ru=Y(ji=>{"use strict";Object.defineProperty(ji,"__esModule",{value:!0});var tu=$e(),Nb=Ae(),Eb=_t(),Ib=xi(),Mb={message:({params:{len:e}})=>(0,tu.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,tu._)`{limit: ${e}}`},Rb={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Mb,code(e){let{schema:t,
parentSchema:n,it:a}=e,{prefixItems:o}=n;a.items=!0,!(0,Nb.alwaysValidSchema)(a,t)&&(o?(0,Ib.validateAdditionalItems)(e,o):e.ok((0,Eb.validateArray)(e)))}};ji.default=
Rb});var su=Y(Ti=>{"use strict";Object.defineProperty(Ti,"__esModule",{value:!0});var qt=$e(),ea=Ae(),Lb={message:({params:{min:e,max:t}})=>t===void 0?(0,qt.str)`must contain at least ${e} valid item(s)`:
(0,qt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,qt._)`{minContains: ${e}}`:(0,qt._)`{minContains: ${e}, maxContains: ${t}}`},
Fb={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Lb,code(e){let{gen:t,schema:n,parentSchema:a,data:o,
it:i}=e,r,s,{minContains:p,maxContains:l}=a;i.opts.next?(r=p===void 0?1:p,s=l):r=1;let m=t.const("len",(0,qt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,ea.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,ea.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,ea.alwaysValidSchema)(i,n)){let O=(0,qt._)`${m} >= ${r}`;s!==void 0&&(O=(0,qt._)`${O} && ${m} <= ${s}`),
e.pass(O);return}i.items=!0;let b=t.name("valid");s===void 0&&r===1?q(b,()=>t.if(b,()=>t.break())):r===0?(t.let(b,!0),s!==void 0&&t.if((0,qt._)`${o}.length > 0`,
_)):(t.let(b,!1),_()),e.result(b,()=>e.reset());function _(){let O=t.name("_valid"),L=t.let("count",0);q(O,()=>t.if(O,()=>A(L)))}function q(O,L){t.forRange("i",
0,m,U=>{e.subschema({keyword:"contains",dataProp:U,dataPropType:ea.Type.Num,compositeRule:!0},O),L()})}function A(O){t.code((0,qt._)`${O}++`),s===void 0?t.if((0,qt.
_)`${O} >= ${r}`,()=>t.assign(b,!0).break()):(t.if((0,qt._)`${O} > ${s}`,()=>t.assign(b,!1).break()),r===1?t.assign(b,!0):t.if((0,qt._)`${O} >= ${r}`,()=>t.assign(
b,!0)))}}};Ti.default=Fb});var ou=Y(Wt=>{"use strict";Object.defineProperty(Wt,"__esModule",{value:!0});Wt.validateSchemaDeps=Wt.validatePropertyDeps=Wt.error=void 0;var Ai=$e(),Vb=Ae(),sn=_t();
Wt.error={message:({params:{property:e,depsCount:t,deps:n}})=>{let a=t===1?"property":"properties";return(0,Ai.str)`must have ${a} ${n} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:n,missingProperty:a}})=>(0,Ai._)`{property: ${e},
    missingProperty: ${a},
    depsCount: ${t},
    deps: ${n}}`};var Ub={keyword:"dependencies",type:"object",schemaType:"object",error:Wt.error,code(e){let[t,n]=Db(e);nu(e,t),au(e,n)}};function Db({schema:e}){
let t={},n={};for(let a in e){if(a==="__proto__")continue;let o=Array.isArray(e[a])?t:n;o[a]=e[a]}return[t,n]}function nu(e,t=e.schema){let{gen:n,data:a,it:o}=e;
if(Object.keys(t).length===0)return;let i=n.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,sn.propertyInData)(n,a,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?n.if(p,()=>{for(let l of s)(0,sn.checkReportMissingProp)(e,l)}):(n.if((0,Ai._)`${p} && (${(0,sn.
checkMissingProp)(e,s,i)})`),(0,sn.reportMissingProp)(e,i),n.else())}}Wt.validatePropertyDeps=nu;function au(e,t=e.schema){let{gen:n,data:a,keyword:o,it:i}=e,r=n.
name("valid");for(let s in t)(0,Vb.alwaysValidSchema)(i,t[s])||(n.if((0,sn.propertyInData)(n,a,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>n.var(r,!0)),e.ok(r))}Wt.validateSchemaDeps=au;Wt.default=Ub});var pu=Y(Ni=>{"use strict";Object.defineProperty(Ni,"__esModule",{value:!0});var iu=$e(),Jb=Ae(),zb={message:"property name must be valid",params:({params:e})=>(0,iu.
_)`{propertyName: ${e.propertyName}}`},Wb={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:zb,code(e){let{gen:t,schema:n,data:a,it:o}=e;
if((0,Jb.alwaysValidSchema)(o,n))return;let i=t.name("valid");t.forIn("key",a,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,iu.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};Ni.default=Wb});var Ii=Y(Ei=>{"use strict";Object.defineProperty(Ei,"__esModule",{value:!0});var ta=_t(),Ft=$e(),Cb=Qt(),ra=Ae(),Kb={message:"must NOT have additional propertie\
s",params:({params:e})=>(0,Ft._)`{additionalProperty: ${e.additionalProperty}}`},Hb={keyword:"additionalProperties",type:["object"],schemaType:["boolean","objec\
t"],allowUndefined:!0,trackErrors:!0,error:Kb,code(e){let{gen:t,schema:n,parentSchema:a,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation err\
or");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,ra.alwaysValidSchema)(r,n))return;let l=(0,ta.allSchemaProperties)(a.properties),m=(0,ta.
allSchemaProperties)(a.patternProperties);b(),e.ok((0,Ft._)`${i} === ${Cb.default.errors}`);function b(){t.forIn("key",o,L=>{!l.length&&!m.length?A(L):t.if(_(L),
()=>A(L))})}function _(L){let U;if(l.length>8){let te=(0,ra.schemaRefOrVal)(r,a.properties,"properties");U=(0,ta.isOwnProperty)(t,te,L)}else l.length?U=(0,Ft.or)(
...l.map(te=>(0,Ft._)`${L} === ${te}`)):U=Ft.nil;return m.length&&(U=(0,Ft.or)(U,...m.map(te=>(0,Ft._)`${(0,ta.usePattern)(e,te)}.test(${L})`))),(0,Ft.not)(U)}function q(L){
t.code((0,Ft._)`delete ${o}[${L}]`)}function A(L){if(p.removeAdditional==="all"||p.removeAdditional&&n===!1){q(L);return}if(n===!1){e.setParams({additionalProperty:L}),
e.error(),s||t.break();return}if(typeof n=="object"&&!(0,ra.alwaysValidSchema)(r,n)){let U=t.name("valid");p.removeAdditional==="failing"?(O(L,U,!1),t.if((0,Ft.
not)(U),()=>{e.reset(),q(L)})):(O(L,U),s||t.if((0,Ft.not)(U),()=>t.break()))}}function O(L,U,te){let z={keyword:"additionalProperties",dataProp:L,dataPropType:ra.
Type.Str};te===!1&&Object.assign(z,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(z,U)}}};Ei.default=Hb});var uu=Y(Ri=>{"use strict";Object.defineProperty(Ri,"__esModule",{value:!0});var Bb=Js(),du=_t(),Mi=Ae(),cu=Ii(),Gb={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:n,parentSchema:a,data:o,it:i}=e;i.opts.removeAdditional==="all"&&a.additionalProperties===void 0&&cu.default.code(new Bb.KeywordCxt(
i,cu.default,"additionalProperties"));let r=(0,du.allSchemaProperties)(n);for(let b of r)i.definedProperties.add(b);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Mi.mergeEvaluated.props(t,(0,Mi.toHash)(r),i.props));let s=r.filter(b=>!(0,Mi.alwaysValidSchema)(i,n[b]));if(s.length===0)return;let p=t.name("valid");
for(let b of s)l(b)?m(b):(t.if((0,du.propertyInData)(t,o,b,i.opts.ownProperties)),m(b),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(b),
e.ok(p);function l(b){return i.opts.useDefaults&&!i.compositeRule&&n[b].default!==void 0}function m(b){e.subschema({keyword:"properties",schemaProp:b,dataProp:b},
p)}}};Ri.default=Gb});var hu=Y(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var mu=_t(),sa=$e(),lu=Ae(),fu=Ae(),Zb={keyword:"patternProperties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:n,data:a,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,mu.allSchemaProperties)(n),p=s.filter(O=>(0,lu.alwaysValidSchema)(i,n[O]));if(s.
length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let l=r.strictSchema&&!r.allowMatchingProperties&&o.properties,m=t.name("valid");i.props!==
!0&&!(i.props instanceof sa.Name)&&(i.props=(0,fu.evaluatedPropsToName)(t,i.props));let{props:b}=i;_();function _(){for(let O of s)l&&q(O),i.allErrors?A(O):(t.var(
m,!0),A(O),t.if(m))}function q(O){for(let L in l)new RegExp(O).test(L)&&(0,lu.checkStrictMode)(i,`property ${L} matches pattern ${O} (use allowMatchingPropertie\
s)`)}function A(O){t.forIn("key",a,L=>{t.if((0,sa._)`${(0,mu.usePattern)(e,O)}.test(${L})`,()=>{let U=p.includes(O);U||e.subschema({keyword:"patternProperties",
schemaProp:O,dataProp:L,dataPropType:fu.Type.Str},m),i.opts.unevaluated&&b!==!0?t.assign((0,sa._)`${b}[${L}]`,!0):!U&&!i.allErrors&&t.if((0,sa.not)(m),()=>t.break())})})}}};
Li.default=Zb});var yu=Y(Fi=>{"use strict";Object.defineProperty(Fi,"__esModule",{value:!0});var Qb=Ae(),Xb={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:n,it:a}=e;if((0,Qb.alwaysValidSchema)(a,n)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Fi.default=Xb});var gu=Y(Vi=>{"use strict";Object.defineProperty(Vi,"__esModule",{value:!0});var Yb=_t(),ev={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Yb.validateUnion,
error:{message:"must match a schema in anyOf"}};Vi.default=ev});var wu=Y(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var na=$e(),tv=Ae(),rv={message:"must match exactly one schema in oneOf",params:({params:e})=>(0,na.
_)`{passingSchemas: ${e.passing}}`},sv={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:rv,code(e){let{gen:t,schema:n,parentSchema:a,it:o}=e;if(!Array.isArray(
n))throw new Error("ajv implementation error");if(o.opts.discriminator&&a.discriminator)return;let i=n,r=t.let("valid",!1),s=t.let("passing",null),p=t.name("_va\
lid");e.setParams({passing:s}),t.block(l),e.result(r,()=>e.reset(),()=>e.error(!0));function l(){i.forEach((m,b)=>{let _;(0,tv.alwaysValidSchema)(o,m)?t.var(p,!0):
_=e.subschema({keyword:"oneOf",schemaProp:b,compositeRule:!0},p),b>0&&t.if((0,na._)`${p} && ${r}`).assign(r,!1).assign(s,(0,na._)`[${s}, ${b}]`).else(),t.if(p,()=>{
t.assign(r,!0),t.assign(s,b),_&&e.mergeEvaluated(_,na.Name)})})}}};Ui.default=sv});var bu=Y(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var nv=Ae(),av={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:n,it:a}=e;
if(!Array.isArray(n))throw new Error("ajv implementation error");let o=t.name("valid");n.forEach((i,r)=>{if((0,nv.alwaysValidSchema)(a,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Di.default=av});var Pu=Y(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var aa=$e(),ku=Ae(),ov={message:({params:e})=>(0,aa.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,aa._)`{failingKeyword: ${e.ifClause}}`},iv={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:ov,code(e){let{gen:t,parentSchema:n,
it:a}=e;n.then===void 0&&n.else===void 0&&(0,ku.checkStrictMode)(a,'"if" without "then" and "else" is ignored');let o=vu(a,"then"),i=vu(a,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let m=t.let("ifClause");e.setParams({ifClause:m}),t.if(s,l("then",m),l("else",m))}else o?t.if(
s,l("then")):t.if((0,aa.not)(s),l("else"));e.pass(r,()=>e.error(!0));function p(){let m=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(m)}function l(m,b){return()=>{let _=e.subschema({keyword:m},s);t.assign(r,s),e.mergeValidEvaluated(_,r),b?t.assign(b,(0,aa._)`${m}`):e.setParams(
{ifClause:m})}}}};function vu(e,t){let n=e.schema[t];return n!==void 0&&!(0,ku.alwaysValidSchema)(e,n)}Ji.default=iv});var $u=Y(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var pv=Ae(),dv={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:n}){t.if===void 0&&(0,pv.checkStrictMode)(n,`"${e}" without "if" is ignored`)}};zi.default=dv});var Su=Y(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var cv=xi(),uv=eu(),mv=qi(),lv=ru(),fv=su(),hv=ou(),yv=pu(),gv=Ii(),wv=uu(),bv=hu(),
vv=yu(),kv=gu(),Pv=wu(),$v=bu(),Sv=Pu(),_v=$u();function xv(e=!1){let t=[vv.default,kv.default,Pv.default,$v.default,Sv.default,_v.default,yv.default,gv.default,
hv.default,wv.default,bv.default];return e?t.push(uv.default,lv.default):t.push(cv.default,mv.default),t.push(fv.default),t}Wi.default=xv});var _u=Y(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var Be=$e(),qv={message:({schemaCode:e})=>(0,Be.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,Be._)`{format: ${e}}`},Ov={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:qv,code(e,t){let{gen:n,data:a,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:l,schemaEnv:m,self:b}=s;if(!p.validateFormats)return;o?_():q();function _(){let A=n.scopeValue("formats",{ref:b.
formats,code:p.code.formats}),O=n.const("fDef",(0,Be._)`${A}[${r}]`),L=n.let("fType"),U=n.let("format");n.if((0,Be._)`typeof ${O} == "object" && !(${O} instanceof RegExp)`,
()=>n.assign(L,(0,Be._)`${O}.type || "string"`).assign(U,(0,Be._)`${O}.validate`),()=>n.assign(L,(0,Be._)`"string"`).assign(U,O)),e.fail$data((0,Be.or)(te(),z()));
function te(){return p.strictSchema===!1?Be.nil:(0,Be._)`${r} && !${U}`}function z(){let H=m.$async?(0,Be._)`(${O}.async ? await ${U}(${a}) : ${U}(${a}))`:(0,Be.
_)`${U}(${a})`,J=(0,Be._)`(typeof ${U} == "function" ? ${H} : ${U}.test(${a}))`;return(0,Be._)`${U} && ${U} !== true && ${L} === ${t} && !${J}`}}function q(){let A=b.
formats[i];if(!A){te();return}if(A===!0)return;let[O,L,U]=z(A);O===t&&e.pass(H());function te(){if(p.strictSchema===!1){b.logger.warn(J());return}throw new Error(
J());function J(){return`unknown format "${i}" ignored in schema at path "${l}"`}}function z(J){let oe=J instanceof RegExp?(0,Be.regexpCode)(J):p.code.formats?(0,Be.
_)`${p.code.formats}${(0,Be.getProperty)(i)}`:void 0,j=n.scopeValue("formats",{key:i,ref:J,code:oe});return typeof J=="object"&&!(J instanceof RegExp)?[J.type||
"string",J.validate,(0,Be._)`${j}.validate`]:["string",J,j]}function H(){if(typeof A=="object"&&!(A instanceof RegExp)&&A.async){if(!m.$async)throw new Error("a\
sync format in sync schema");return(0,Be._)`await ${U}(${a})`}return typeof L=="function"?(0,Be._)`${U}(${a})`:(0,Be._)`${U}.test(${a})`}}}};Ci.default=Ov});var xu=Y(Ki=>{"use strict";Object.defineProperty(Ki,"__esModule",{value:!0});var jv=_u(),Tv=[jv.default];Ki.default=Tv});var qu=Y(ps=>{"use strict";Object.defineProperty(ps,"__esModule",{value:!0});ps.contentVocabulary=ps.metadataVocabulary=void 0;ps.metadataVocabulary=["title","d\
escription","default","deprecated","readOnly","writeOnly","examples"];ps.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var ju=Y(Hi=>{"use strict";Object.defineProperty(Hi,"__esModule",{value:!0});var Av=Fc(),Nv=Zc(),Ev=Su(),Iv=xu(),Ou=qu(),Mv=[Av.default,Nv.default,(0,Ev.default)(),
Iv.default,Ou.metadataVocabulary,Ou.contentVocabulary];Hi.default=Mv});var Au=Y(oa=>{"use strict";Object.defineProperty(oa,"__esModule",{value:!0});oa.DiscrError=void 0;var Tu;(function(e){e.Tag="tag",e.Mapping="mapping"})(Tu||(oa.
DiscrError=Tu={}))});var Eu=Y(Gi=>{"use strict";Object.defineProperty(Gi,"__esModule",{value:!0});var ds=$e(),Bi=Au(),Nu=Vn(),Rv=zs(),Lv=Ae(),Fv={message:({params:{discrError:e,tagName:t}})=>e===
Bi.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:n}})=>(0,ds._)`{error: ${e}, tag: ${n}, tagValue: ${t}}`},
Vv={keyword:"discriminator",type:"object",schemaType:"object",error:Fv,code(e){let{gen:t,data:n,schema:a,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=a.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(a.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),l=t.
const("tag",(0,ds._)`${n}${(0,ds.getProperty)(s)}`);t.if((0,ds._)`typeof ${l} == "string"`,()=>m(),()=>e.error(!1,{discrError:Bi.DiscrError.Tag,tag:l,tagName:s})),
e.ok(p);function m(){let q=_();t.if(!1);for(let A in q)t.elseIf((0,ds._)`${l} === ${A}`),t.assign(p,b(q[A]));t.else(),e.error(!1,{discrError:Bi.DiscrError.Mapping,
tag:l,tagName:s}),t.endIf()}function b(q){let A=t.name("valid"),O=e.subschema({keyword:"oneOf",schemaProp:q},A);return e.mergeEvaluated(O,ds.Name),A}function _(){
var q;let A={},O=U(o),L=!0;for(let H=0;H<r.length;H++){let J=r[H];if(J?.$ref&&!(0,Lv.schemaHasRulesButRef)(J,i.self.RULES)){let j=J.$ref;if(J=Nu.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),J instanceof Nu.SchemaEnv&&(J=J.schema),J===void 0)throw new Rv.default(i.opts.uriResolver,i.baseId,j)}let oe=(q=J?.properties)===
null||q===void 0?void 0:q[s];if(typeof oe!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(O||U(J)),te(oe,H)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return A;function U({required:H}){return Array.isArray(H)&&H.includes(s)}function te(H,J){
if(H.const)z(H.const,J);else if(H.enum)for(let oe of H.enum)z(oe,J);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function z(H,J){
if(typeof H!="string"||H in A)throw new Error(`discriminator: "${s}" values must be unique strings`);A[H]=J}}}};Gi.default=Vv});var Iu=Y((h$,Uv)=>{Uv.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",definitions:{
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
#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/definitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Ot=Y((We,Zi)=>{"use strict";Object.defineProperty(We,"__esModule",{value:!0});We.MissingRefError=We.ValidationError=We.CodeGen=We.Name=We.nil=We.stringify=We.
str=We._=We.KeywordCxt=We.Ajv=void 0;var Dv=Nc(),Jv=ju(),zv=Eu(),Mu=Iu(),Wv=["/properties"],ia="http://json-schema.org/draft-07/schema",cs=class extends Dv.default{_addVocabularies(){
super._addVocabularies(),Jv.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(zv.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Mu,Wv):Mu;this.addMetaSchema(t,ia,!1),this.refs["http://json-schema.org/schema"]=ia}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(ia)?ia:void 0)}};We.Ajv=cs;Zi.exports=We=cs;Zi.exports.Ajv=cs;Object.defineProperty(We,"__esMo\
dule",{value:!0});We.default=cs;var Cv=Js();Object.defineProperty(We,"KeywordCxt",{enumerable:!0,get:function(){return Cv.KeywordCxt}});var us=$e();Object.defineProperty(
We,"_",{enumerable:!0,get:function(){return us._}});Object.defineProperty(We,"str",{enumerable:!0,get:function(){return us.str}});Object.defineProperty(We,"stri\
ngify",{enumerable:!0,get:function(){return us.stringify}});Object.defineProperty(We,"nil",{enumerable:!0,get:function(){return us.nil}});Object.defineProperty(
We,"Name",{enumerable:!0,get:function(){return us.Name}});Object.defineProperty(We,"CodeGen",{enumerable:!0,get:function(){return us.CodeGen}});var Kv=Ln();Object.
defineProperty(We,"ValidationError",{enumerable:!0,get:function(){return Kv.default}});var Hv=zs();Object.defineProperty(We,"MissingRefError",{enumerable:!0,get:function(){
return Hv.default}})});var cf=bt(Tp());import{models as u0}from"./models.js";function vn(e,t=!1){let n=e.length,a=0,o="",i=0,r=16,s=0,p=0,l=0,m=0,b=0;function _(z,H){let J=0,oe=0;for(;J<z||!H;){let j=e.charCodeAt(a);if(j>=48&&j<=57)oe=oe*
16+j-48;else if(j>=65&&j<=70)oe=oe*16+j-65+10;else if(j>=97&&j<=102)oe=oe*16+j-97+10;else break;a++,J++}return J<z&&(oe=-1),oe}function q(z){a=z,o="",i=0,r=16,b=
0}function A(){let z=a;if(e.charCodeAt(a)===48)a++;else for(a++;a<e.length&&Hr(e.charCodeAt(a));)a++;if(a<e.length&&e.charCodeAt(a)===46)if(a++,a<e.length&&Hr(e.
charCodeAt(a)))for(a++;a<e.length&&Hr(e.charCodeAt(a));)a++;else return b=3,e.substring(z,a);let H=a;if(a<e.length&&(e.charCodeAt(a)===69||e.charCodeAt(a)===101))
if(a++,(a<e.length&&e.charCodeAt(a)===43||e.charCodeAt(a)===45)&&a++,a<e.length&&Hr(e.charCodeAt(a))){for(a++;a<e.length&&Hr(e.charCodeAt(a));)a++;H=a}else b=3;
return e.substring(z,H)}function O(){let z="",H=a;for(;;){if(a>=n){z+=e.substring(H,a),b=2;break}let J=e.charCodeAt(a);if(J===34){z+=e.substring(H,a),a++;break}
if(J===92){if(z+=e.substring(H,a),a++,a>=n){b=2;break}switch(e.charCodeAt(a++)){case 34:z+='"';break;case 92:z+="\\";break;case 47:z+="/";break;case 98:z+="\b";
break;case 102:z+="\f";break;case 110:z+=`
`;break;case 114:z+="\r";break;case 116:z+="	";break;case 117:let j=_(4,!0);j>=0?z+=String.fromCharCode(j):b=4;break;default:b=5}H=a;continue}if(J>=0&&J<=31)if(Os(
J)){z+=e.substring(H,a),b=2;break}else b=6;a++}return z}function L(){if(o="",b=0,i=a,p=s,m=l,a>=n)return i=n,r=17;let z=e.charCodeAt(a);if(eo(z)){do a++,o+=String.
fromCharCode(z),z=e.charCodeAt(a);while(eo(z));return r=15}if(Os(z))return a++,o+=String.fromCharCode(z),z===13&&e.charCodeAt(a)===10&&(a++,o+=`
`),s++,l=a,r=14;switch(z){case 123:return a++,r=1;case 125:return a++,r=2;case 91:return a++,r=3;case 93:return a++,r=4;case 58:return a++,r=6;case 44:return a++,
r=5;case 34:return a++,o=O(),r=10;case 47:let H=a-1;if(e.charCodeAt(a+1)===47){for(a+=2;a<n&&!Os(e.charCodeAt(a));)a++;return o=e.substring(H,a),r=12}if(e.charCodeAt(
a+1)===42){a+=2;let J=n-1,oe=!1;for(;a<J;){let j=e.charCodeAt(a);if(j===42&&e.charCodeAt(a+1)===47){a+=2,oe=!0;break}a++,Os(j)&&(j===13&&e.charCodeAt(a)===10&&a++,
s++,l=a)}return oe||(a++,b=1),o=e.substring(H,a),r=13}return o+=String.fromCharCode(z),a++,r=16;case 45:if(o+=String.fromCharCode(z),a++,a===n||!Hr(e.charCodeAt(
a)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=A(),r=11;default:for(;a<n&&U(z);)a++,z=e.charCodeAt(a);
if(i!==a){switch(o=e.substring(i,a),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(z),a++,r=16}}
function U(z){if(eo(z)||Os(z))return!1;switch(z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function te(){let z;do z=L();while(z>=
12&&z<=15);return z}return{setPosition:q,getPosition:()=>a,scan:t?te:L,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>a-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-m,getTokenError:()=>b}}function eo(e){return e===32||e===9}function Os(e){return e===10||e===13}function Hr(e){return e>=48&&e<=57}
var Ap;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Ap||(Ap={}));var Uf=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Br=200,Df={" ":{"\n":new Array(Br).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Br).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Br).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Br).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Br).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Br).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var kn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(kn||(kn={}));function Np(e,t){let n=[],a=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,l,m,b){i.value=p,i.offset=l,i.length=m,i.type=b,i.colonOffset=void 0,o=i}try{so(e,{onObjectBegin:(p,l)=>{if(t<=p)throw a;o=void 0,r=t>p,n.push(
"")},onObjectProperty:(p,l,m)=>{if(t<l||(s(p,l,m,"property"),n[n.length-1]=p,t<=l+m))throw a},onObjectEnd:(p,l)=>{if(t<=p)throw a;o=void 0,n.pop()},onArrayBegin:(p,l)=>{
if(t<=p)throw a;o=void 0,n.push(0)},onArrayEnd:(p,l)=>{if(t<=p)throw a;o=void 0,n.pop()},onLiteralValue:(p,l,m)=>{if(t<l||(s(p,l,m,Ep(p)),t<=l+m))throw a},onSeparator:(p,l,m)=>{
if(t<=l)throw a;if(p===":"&&o&&o.type==="property")o.colonOffset=l,r=!1,o=void 0;else if(p===","){let b=n[n.length-1];typeof b=="number"?n[n.length-1]=b+1:(r=!0,
n[n.length-1]=""),o=void 0}}})}catch(p){if(p!==a)throw p}return{path:n,previousNode:o,isAtPropertyKey:r,matches:p=>{let l=0;for(let m=0;l<p.length&&m<n.length;m++)
if(p[l]===n[m]||p[l]==="*")l++;else if(p[l]!=="**")return!1;return l===p.length}}}function to(e,t=[],n=kn.DEFAULT){let a={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){a.type==="property"&&(a.length=p-a.offset,a=a.
parent)}function i(p){return a.children.push(p),p}so(e,{onObjectBegin:p=>{a=i({type:"object",offset:p,length:-1,parent:a,children:[]})},onObjectProperty:(p,l,m)=>{
a=i({type:"property",offset:l,length:-1,parent:a,children:[]}),a.children.push({type:"string",value:p,offset:l,length:m,parent:a})},onObjectEnd:(p,l)=>{o(p+l),a.
length=p+l-a.offset,a=a.parent,o(p+l)},onArrayBegin:(p,l)=>{a=i({type:"array",offset:p,length:-1,parent:a,children:[]})},onArrayEnd:(p,l)=>{a.length=p+l-a.offset,
a=a.parent,o(p+l)},onLiteralValue:(p,l,m)=>{i({type:Ep(p),offset:l,length:m,parent:a,value:p}),o(l+m)},onSeparator:(p,l,m)=>{a.type==="property"&&(p===":"?a.colonOffset=
l:p===","&&o(l))},onError:(p,l,m)=>{t.push({error:p,offset:l,length:m})}},n);let s=a.children[0];return s&&delete s.parent,s}function ro(e,t){if(!e)return;let n=e;
for(let a of t)if(typeof a=="string"){if(n.type!=="object"||!Array.isArray(n.children))return;let o=!1;for(let i of n.children)if(Array.isArray(i.children)&&i.children[0].
value===a&&i.children.length===2){n=i.children[1],o=!0;break}if(!o)return}else{let o=a;if(n.type!=="array"||o<0||!Array.isArray(n.children)||o>=n.children.length)
return;n=n.children[o]}return n}function Pn(e){switch(e.type){case"array":return e.children.map(Pn);case"object":let t=Object.create(null);for(let n of e.children){let a=n.children[1];a&&(t[n.
children[0].value]=Pn(a))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function so(e,t,n=kn.DEFAULT){let a=vn(e,!1),o=[],i=0;function r(X){return X?()=>i===0&&X(a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter()):
()=>!0}function s(X){return X?D=>i===0&&X(D,a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter()):()=>!0}function p(X){return X?
D=>i===0&&X(D,a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter(),()=>o.slice()):()=>!0}function l(X){return X?()=>{i>0?i++:X(
a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function m(X){return X?()=>{i>0&&i--,i===
0&&X(a.getTokenOffset(),a.getTokenLength(),a.getTokenStartLine(),a.getTokenStartCharacter())}:()=>!0}let b=l(t.onObjectBegin),_=p(t.onObjectProperty),q=m(t.onObjectEnd),
A=l(t.onArrayBegin),O=m(t.onArrayEnd),L=p(t.onLiteralValue),U=s(t.onSeparator),te=r(t.onComment),z=s(t.onError),H=n&&n.disallowComments,J=n&&n.allowTrailingComma;
function oe(){for(;;){let X=a.scan();switch(a.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:H||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(X){case 12:case 13:H?j(10):te();break;case 16:j(1);break;case 15:case 14:break;default:return X}}}function j(X,D=[],Te=[]){if(z(X),D.length+Te.
length>0){let Fe=a.getToken();for(;Fe!==17;){if(D.indexOf(Fe)!==-1){oe();break}else if(Te.indexOf(Fe)!==-1)break;Fe=oe()}}}function pe(X){let D=a.getTokenValue();
return X?L(D):(_(D),o.push(D)),oe(),!0}function ce(){switch(a.getToken()){case 11:let X=a.getTokenValue(),D=Number(X);isNaN(D)&&(j(2),D=0),L(D);break;case 7:L(null);
break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return oe(),!0}function W(){return a.getToken()!==10?(j(3,[],[2,5]),!1):(pe(!1),a.getToken()===6?(U(
":"),oe(),le()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function F(){b(),oe();let X=!1;for(;a.getToken()!==2&&a.getToken()!==17;){if(a.getToken()===5){if(X||j(
4,[],[]),U(","),oe(),a.getToken()===2&&J)break}else X&&j(6,[],[]);W()||j(4,[],[2,5]),X=!0}return q(),a.getToken()!==2?j(7,[2],[]):oe(),!0}function he(){A(),oe();
let X=!0,D=!1;for(;a.getToken()!==4&&a.getToken()!==17;){if(a.getToken()===5){if(D||j(4,[],[]),U(","),oe(),a.getToken()===4&&J)break}else D&&j(6,[],[]);X?(o.push(
0),X=!1):o[o.length-1]++,le()||j(4,[],[4,5]),D=!0}return O(),X||o.pop(),a.getToken()!==4?j(8,[4],[]):oe(),!0}function le(){switch(a.getToken()){case 3:return he();case 1:
return F();case 10:return pe(!0);default:return ce()}}return oe(),a.getToken()===17?n.allowEmptyContent?!0:(j(4,[],[]),!1):le()?(a.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function Ep(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Ip;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Ip||(Ip={}));var Mp;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Mp||(Mp={}));var Lp=Np;var no=to,Fp=ro;var Vp=Pn;var Rp;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Rp||(Rp={}));function Up(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Kf="\uFEFF";function*Dp(e){for(let t of e.files.values()){let n=t.syntaxErrors[0];t.text.startsWith(Kf)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:n!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:n.offset,message:`the file is not JSON: ${Hf(Up(n.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function Hf(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Gr(e){return Jp(e)}function ar(e){return Jp(e)}function Jp(e){let t=new WeakMap;return n=>{let a=t.get(n);if(a!==void 0)return a.value;let o=e(n);return t.
set(n,{value:o}),o}}function zp(e){return[...e.files.values()].flatMap(Bf)}var Bf=ar(e=>e.syntaxErrors.length===0&&Gf(e.text)===Wp(e.value)?[]:e.tree===void 0?[]:[...ao(e.path,e.tree,
[])]);function Gf(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Wp(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((n,a)=>n+Wp(a),0)}function*ao(e,t,n){let a=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*ao(e,i,[...n,o]);continue}let p=String(r.value);a.has(p)&&(yield{code:"S002",file:e,path:[...n,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),a.add(p),s!==void 0&&(yield*ao(e,s,[...n,p]))}}function Kp(e){return[...e.files.values()].flatMap(Zf)}var Zf=ar(({path:e,text:t,syntaxErrors:n})=>n.length>0?[]:[...t.matchAll(Qf)].flatMap(({0:a,index:o})=>a.
startsWith('"')||Cp(a)===Cp(String(Number(a)))?[]:[{code:"S005",file:e,path:Lp(t,o).path,message:`the number ${a} would be read as ${Number(a)}`}])),Qf=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Cp(e){let[,t="",n="",a="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${n}${a}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?n===""?e:"0":`${t}${r}e${Number(o)-a.length+i.length-r.length}`}function ye(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function js(e){return ye(e)?Object.entries(e):[]}function kr(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as oo}from"node:path";function $n(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function we(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var Sn=class extends Error{constructor(n,a,o){super(`${n}: $ref "${a}" ${o}`);this.file=n;this.reference=a}file;reference;name="ReferenceError"};function Hp(e,t,n){let[a="",o=""]=n.split("#"),i=a===""?t:oo.normalize(oo.join(oo.dirname(t),a)),r=e.files.get(i)?.value;if(r===void 0)throw new Sn(t,n,"names a\
 file that does not exist");for(let s of we(o)){let p=Array.isArray(r)?r[Number(s)]:ye(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new Sn(t,n,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Xe(e,t){let n={};return t!==void 0&&(n[e]=t),n}var ms=bt(Ot(),1);function lr(e,t=0,n=t+4){return t+e.below(n-t+1)}var Yt=new ms.Name("vErrors");function Ce(e,t,{pointer:n,value:a},...o){return o.reduce((i,r)=>ms._`${i}, ${r}`,
ms._`${new ms.Name(e)}(${Yt}, ${n}, ${a}, ${t.required?1:0}`)}function _e(e,t){return{about:e,value:t,findings:[]}}function Me(e,t,n,a){return{about:e,value:t,findings:[
a===void 0?{rule:n}:{rule:n,path:a}]}}function Ge(e){return e.map(t=>Me(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function Ze(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var Bv=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Ru(e,t,n,a){return{...Gv(e,t,n),source:n.has("x-source")?n.source():a}}function Gv(e,t,n){return{name:e,required:t,description:n.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...n.has("x-quantity")?{quantity:n.oneOf("x-quantity",Bv)}:{},notes:n.notes()}}var Ir=bt(Ot(),1);function Zv(e){return typeof e=="string"?e:JSON.stringify(e)}function Qi(e){let t=e.map(Zv),n=t.pop()??"";return t.length===0?{en:n,zh:n}:{en:`${t.join(", ")} o\
r ${n}`,zh:`${t.join("\u3001")} \u6216 ${n}`}}function da(e,t=""){let n=(o,i,r)=>o===void 0?[]:[{en:`${i} ${pa(o,t)}`,zh:`${r} ${pa(o,t)}`}],a=[...n(e.minimum,"\
at least","\u81F3\u5C11"),...n(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...n(e.maximum,"at most","\u81F3\u591A"),...n(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return a.length===0?void 0:{en:a.map(({en:o})=>o).join(" and "),zh:nn(...a.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function ca(e,t=""){let{minimum:n,maximum:a,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&n!==void 0&&a!==void 0)return{en:` from ${n} to ${pa(a,t)}`,zh:`${n} \u5230 ${pa(a,t)} \u7684`};
let r=da(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function ls(e,t,n){let a=o=>`${o}\
 ${o===1?n.en:Lu(n.en)}`;return t===void 0?e===0?{en:Lu(n.en),zh:n.zh}:{en:`at least ${a(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${n.zh}`}:e===t?{en:a(t),zh:`${t} \u4E2A${n.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${a(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${n.zh}`}:{en:`${e} to ${a(t)}`,zh:`${e} \u5230 ${t} \u4E2A${n.zh}`}}function nn(...e){
return e.reduce((t,n)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(n)?`${t} ${n}`:t+n,"")}function Lu(e){
return`${e}s`}function pa(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Fu={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...Ze({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...Ze({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:n,maxItems:a}=e;return n===void 0&&a===void 0?Ir._`${Ce("typed",e,t,Ir._`"array"`)})`:Ir._`${Ce("list",e,t,Ir._`${n??0}`,a===void 0?Ir._`Infinity`:
Ir._`${a}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...Ze({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let n=da({minimum:e,maximum:t});
return n===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${n.en} items; their form is not shown`,zh:`${n.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...Ge(["text",1,{length:1}]),...e===0?[_e("empty",[])]:[Me("min-items-under",
an(e-1),"min-items")],...e<=3&&(t??3)>=3?[_e("items",an(3))]:[],...t===void 0?[]:[_e("max-items-at",an(t)),Me("max-items-over",an(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},n)=>an(lr(n,e,t))};function an(e){return Array.from({length:e},(t,n)=>n===0?{type:"any"}:n%2===1?"text":n-1)}var Xi=bt(Ot(),1);var Vu={read:(e,t)=>({kind:"boolean",...t,...Xe("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Xi._`${Ce("\
typed",e,t,Xi._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...Ge([
"true",1,0,[]]),_e("true",!0),_e("false",!1)],sample:(e,t)=>t.below(2)===1};var ma=bt(Ot(),1);var on=bt(Ot(),1),Uu=bt(Zr(),1);function er(e){return(0,on.stringify)(e)}function Du(e){return(0,on.stringify)(e)}function fs(e,t=""){let n=e.replace(/[^\x20-\x7e]/g,
a=>`\\u${a.charCodeAt(0).toString(16).padStart(4,"0")}`);return on._`${(0,Uu.regexpCode)(new RegExp(n,t))}`}function pn({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[n,...a]=e.filter(o=>o!=="null");return typeof n=="string"&&(a.length===
0||t!==void 0)?n:void 0}function ua({type:e}){return Array.isArray(e)&&e.includes("null")}function Ju({nullable:e},t){return e?`${t} | null`:t}function zu({nullable:e},t){
if(e!==!0)return t;let{type:n,enum:a,anyOf:o,oneOf:i}=t,r=o??i;return n===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...n===void 0?{}:{type:[...Array.isArray(n)?n:[n],"null"]},...Array.isArray(a)?{enum:[...a,null]}:{}}}function Wu({nullable:e},{en:t,zh:n}){return e?{en:`${t}, or null`,zh:`${n}\uFF0C\u6216 null`}:{en:t,zh:n}}function Cu({nullable:e},t){return e?[_e("null",null),
...t]:t}function Ku({nullable:e},t,n,a){return e?[]:[{about:t,value:n,findings:[a===void 0?{rule:"null"}:{rule:"null",path:a}]}]}var Hu={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Bu={read(e,t){let n=Qv(e),[a="m\
ixed",...o]=n,i=o.length===0&&a!=="boolean"?a:"mixed",r=(s,p)=>Xv(s)&&n.some(l=>Hu[l](s))?s:e.refuse(p,`${n.join("s or ")}s`);return e.list("enum").includes(null)!==
ua(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...Xe("unit",t1(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?Yv(t):e,enum:[...t]}),check(e,t,{constant:n}){let a=n(er(e.values));return e.type==="mixed"?ma._`${Ce("mixedChoic\
e",e,t,a)})`:ma._`${Ce("choice",e,t,ma._`${e.type}`,a)})`},facts:({type:e,values:t,unit:n})=>({type:e,allowed:t,...Xe("unit",n)}),phrase({values:e,unit:t}){let n=Qi(
e),a=t===void 0?"":` ${t}`;return{en:n.en+a,zh:n.zh+a}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?e1(t):Ge(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...r1(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function Qv(e){let t=e.raw("type"),n=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),a=n.filter(o=>typeof o=="string"&&Object.hasOwn(Hu,o));return(a.length<n.length||a.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),a}function Xv(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function Yv(e){let t=e.map(
a=>typeof a=="number"&&Number.isInteger(a)?"integer":typeof a),n=[...new Set(t)];return n.includes("number")?n.filter(a=>a!=="integer"):n}function e1(e){let t=new Set(
e);return[...e.map(a=>typeof a=="string"?Number(a):String(a)).filter(a=>!Number.isNaN(a)&&!t.has(a)).map(a=>Me(`as-${typeof a}-${a}`,a,"enum")),Me("type-array",
[e[0]??""],"enum"),Me("type-object",{},"enum"),...[!0,!1].filter(a=>!t.has(a)).map(a=>Me(`type-${a}`,a,"enum"))]}function t1(e){return e.optionalText("x-unit")}
function r1(e){let t=new Set(e),n=(i,r)=>t.has(r)?[]:[Me(i,r,"enum")],a=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>_e(
`offers-${i}`,i)),...o.length>0?[...n("off-list","no-such-value"),...n("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>n(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>n("padded",` ${i}`)),...a.length>0?[...n("under",Math.min(...a)-1),...n("over",Math.max(...a)+1)]:[]]}var vt=bt(Ot(),1);function la(e){return Ze({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function fa({kind:e,
minimum:t,maximum:n,exclusiveMinimum:a,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&s1(i)?i:void 0;return{type:e,...Ze({minimum:t,maximum:n,exclusiveMinimum:a,
exclusiveMaximum:o,multipleOf:r})}}function s1(e){return Number.isInteger(e*2**20)}function ha({kind:e,minimum:t,maximum:n,exclusiveMinimum:a,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...Ze({minimum:t,maximum:n,exclusiveMinimum:a,exclusiveMaximum:o,multipleOf:i,unit:r})}}function ya(e,t,{constant:n}){let{kind:a,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,l=o===void 0?vt._`-Infinity`:vt._`${o}`,m=i===void 0?vt._`Infinity`:vt._`${i}`;if(a===
"integer"&&r===void 0&&s===void 0&&p===void 0)return vt._`${Ce("integer",e,t,l,m)})`;let b=r===void 0?vt._`-Infinity`:vt._`${r}`,_=s===void 0?vt._`Infinity`:vt._`${s}`;
return vt._`${Ce("numeric",e,t,vt._`${a}`,n(vt._`[${l}, ${m}, ${b}, ${_}, ${p??0}]`))})`}function hs({kind:e,...t}){if(t.default!==void 0)return t.default;let n=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Yi(t.minimum,n);if(t.exclusiveMinimum!==void 0)return n1(t.exclusiveMinimum,t,n);let a=t.maximum??
t.exclusiveMaximum;return a===void 0||a>0?0:t.maximum??Vt(a-n)}function n1(e,{maximum:t,exclusiveMaximum:n,multipleOf:a},o){let i=t??n,r=a===void 0?Vt(e+o):Yi(Vt(
e+a/2),a);return i===void 0||r<i||r===t?r:Vt((e+i)/2)}function Yi(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:Vt(Math.ceil(e/t)*t)}function Vt(e){return Number(
e.toFixed(9))}function ga(e){let{kind:t,minimum:n,maximum:a,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=O=>r===void 0||Number.isInteger(Number(
(O/r).toFixed(9))),l=(O,L)=>p(L)?[_e(O,L)]:[],m=n!==void 0?[...l("minimum-at",n),Me("minimum-under",Vt(n-s),"minimum")]:o!==void 0?[Me("exclusive-minimum-at",o,
"minimum"),Me("exclusive-minimum-under",Vt(o-s),"minimum")]:[_e("negative",-s),_e("zero",0)],b=a!==void 0?[...l("maximum-at",a),Me("maximum-over",Vt(a+s),"maxim\
um")]:i!==void 0?[Me("exclusive-maximum-at",i,"maximum"),Me("exclusive-maximum-over",Vt(i+s),"maximum")]:r===void 0?[_e("large",2147483648)]:[],_=hs(e),q=Vt(_+(r??
0)/(t==="integer"?r??1:2)),A=q<=(a??1/0)&&q<(i??1/0)&&!p(q);return[...m,...b,...r!==void 0&&A?[Me("off-step",q,"multiple-of")]:[]]}function wa(e,t){let{kind:n,minimum:a,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(n==="integer"?1:.25),p=o??r,l=a??i??(p===void 0?0:p-100*s),m=Yi(l,s)+(i===void 0?0:s),b=p===
void 0?100:Math.floor((p-m)/s+1e-9)+(r===void 0?1:0);return b<1?hs(e):Vt(m+s*t.below(b))}var Gu={read:(e,t)=>({kind:"integer",...t,...la(e)}),type:()=>"number",schema:fa,check:ya,facts:ha,phrase(e){let t=ca(e,e.unit),{multipleOf:n}=e;return n===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${n}`,zh:`${t.zh}\u6574\u6570\uFF0C${n} \u7684\u500D\u6570`}},example:hs,
cases:e=>[...Ge(["5",!0,[5],5.5]),...ga(e)],sample:wa};var jt=bt(Ot(),1);function Zu(e,t){return{read:t,type:({items:n})=>`Array<${e.type(n)}>`,schema:({items:n,minItems:a,maxItems:o,uniqueItems:i})=>({type:"array",...Ze({minItems:a,
maxItems:o,uniqueItems:i}),items:e.schema(n)}),check(n,a,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=n,l=new jt.Name(`index${a.depth}`),m=s===void 0?jt._`Infinity`:
jt._`${s}`,b=o.nested(i,{pointer:jt._`${a.pointer} + "/" + ${l}`,value:jt._`${a.value}[${l}]`,depth:a.depth+1}),_=p?jt._`
${new jt.Name("uniqueItems")}(${Yt}, ${a.pointer}, ${a.value})`:jt._``;return jt._`if (${Ce("list",n,a,jt._`${r}`,m)})) {
for (let ${l} = 0; ${l} < ${a.value}.length && ${l} < ${m}; ${l}++) {
${b}
}${_}
}`},facts:({items:n,minItems:a,maxItems:o,uniqueItems:i})=>({type:"array",...Ze({minItems:a,maxItems:o,uniqueItems:i}),items:n}),phrase({items:n,minItems:a=0,maxItems:o,
uniqueItems:i}){let r=ls(a,o,{en:"item",zh:"\u5143\u7D20"}),s=n.phrase,[p,l]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:nn("\u542B",l,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:n,minItems:a=0,uniqueItems:o},i)=>Qu(
e,n,Math.max(1,a),o===!0,i),cases:n=>[...Ge(["text",7,{0:"text"}]),...a1(e,n)],sample({items:n,minItems:a,maxItems:o,uniqueItems:i},r){let s=Array.from({length:lr(
r,a,o)},()=>e.sample(n,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function a1(e,{items:t,minItems:n=0,maxItems:a,uniqueItems:o}){let i=o===
!0,r=m=>Qu(e,t,m,i,"video"),s=Math.max(1,n),p=r(s),l=e.cases(t).filter(({value:m})=>m!==void 0).map(({about:m,value:b,findings:_})=>({about:`item-${m}`,value:p.
map((q,A)=>A===s-1&&b!==void 0?b:q),findings:_.map(q=>({...q,path:`/${s-1}${q.path??""}`}))}));return[...n===0?[_e("empty",[])]:[Me("min-items-under",r(n-1),"mi\
n-items")],...r(s).length===s?[_e("min-items-at",p)]:[],...a===void 0?[]:[...r(a).length===a?[_e("max-items-at",r(a))]:[],...r(a+1).length>a?[Me("max-items-over",
r(a+1),"max-items")]:[]],...i&&(a??2)>=s+1&&s===1?[Me("repeated-item",[...p,...p],"unique-items","/1")]:[],...l.filter(({value:m})=>!i||new Set(m.map(b=>JSON.stringify(
b))).size===s)]}function Qu(e,t,n,a,o){let i=e.example(t,o);if(!a)return Array.from({length:n},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,n)}var Tt=bt(Ot(),1);var o1=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Xu(e){return{rule:e.oneOf("rule",o1),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...Xe("minimum",e.optionalNumber("minimum")),...Xe("maximum",e.optionalNumber("maximum")),...Xe("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...Xe("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...Xe("quote",e.optionalText("quote")),source:e.source()}}var Yu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],em=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],ep="data:image/png;base64,iVBORw0KGgo=";function tp(e,t,n){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${n+1}.${t}`}var sm={read:i1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:n,pattern:a}){let o={type:"string",pattern:a};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:n,items:o}},check(e,t,{constant:n}){let{single:a,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=n(fs(p1(r))),l=n(er(
s)),m=s.includes("data"),b=m?Tt._`${new Tt.Name("withBase64")}(${p})`:p;if(a){let q=Tt._`${Ce("mediaReference",e,t,b,l)})`;return m?Tt._`${q}
${new Tt.Name("base64Reference")}(${Yt}, ${t.pointer}, ${t.value}, ${b})`:q}let _=Tt._`${Ce("media",e,t,Tt._`${o}`,Tt._`${i}`,b,l)})`;return m?Tt._`${_}
${new Tt.Name("base64")}(${Yt}, ${t.pointer}, ${t.value}, ${i}, ${b})`:_},facts:({single:e,media:t,minItems:n,maxItems:a,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...Ze({contradicted:i}),...e?{}:{minItems:n,maxItems:a}}),phrase(e){let{single:t,minItems:n,maxItems:a,mediaName:o,accepts:i}=e,
r=d1(i);if(t)return{en:`${c1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=ls(n,a,o);return{en:`an array of ${s.en} (${r.en})`,zh:nn(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:n,minItems:a}){let o=i=>tp(e,t,i);return n?o(0):Array.from({length:Math.
max(1,a)},(i,r)=>o(r))},cases(e,t){let n=t.some(a=>a.kind==="media"&&a.pattern===e.pattern);return e.single?[...Ge([7,!0,["https://example.com/one.png"]]),...m1(
e,n)]:[...Ge(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...u1(e),...l1(e,n)]},sample:({single:e,minItems:t,maxItems:n,pattern:a},o)=>e?
o.matching(a):Array.from({length:lr(o,t,n)},()=>o.matching(a))};function tm(e,t){return e.texts(t).map(n=>n==="url"||n==="asset"||n==="data"?n:e.refuse(t,"url, \
asset or data"))}function i1(e,t,n){let a=e.object("x-media"),o=a.text("type"),{name:i,extension:r}=n.get(o)??a.refuse("type",`one of ${[...n.keys()].join(", ")}`),
s=pn(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:tm(p,"x-accepts"),...a.has("contradicted")?{contradicted:tm(a,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:a.objects("limits").map(Xu)}}var rm="\\x00-\\x20\\x7F-\\xA0";function p1(e){return e.replaceAll(rm,`${rm}\\s`)}function d1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function c1(e){return/^[aeiou]/i.test(e)?"an":"a"}function Mr({name:e,extension:t},n){return Array.from({length:n},(a,o)=>tp(e,t,o))}function u1(e){
let{minItems:t,maxItems:n}=e;return[...t>0?[Me("min-items-under",Mr(e,t-1),"min-items")]:[],_e("min-items-at",Mr(e,t)),_e("max-items-at",Mr(e,n)),Me("max-items-\
over",Mr(e,n+1),"max-items"),Me("max-items-over-bad-item",[...Mr(e,n),"nowhere"],"max-items")]}function nm({accepts:e},t,n){return[...Yu.slice(0,t?1:void 0).map(
(a,o)=>n(`url-good-${o+1}`,a)),...em.slice(0,t?2:void 0).map((a,o)=>n(`url-bad-${o+1}`,a,"media-reference")),e.includes("asset")?n("asset","assetId://asset-1"):
n("asset","assetId://asset-1","media-reference"),n("asset-empty","assetId://","media-reference"),n("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?n("base64",ep,"media-base64","advice"):n("base64",ep,"media-reference"),n("base64-empty","data:image/png;base64,","media-reference")]}function m1(e,t){return nm(
e,t,(n,a,o,i="error")=>({about:n,value:a,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function l1(e,t){let n=Math.max(1,e.minItems),a=(i,r,s,p="error")=>({about:i,
value:Mr(e,n).map((l,m)=>m===n-1?r:l),findings:s===void 0?[]:[{rule:s,path:`/${n-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...Mr(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[a("item-number",7,"type"),a("item-null",null,"\
type"),a("item-object",{url:"https://example.com/a.png"},"type"),...nm(e,t,a),...o]}var am={read:(e,t)=>({kind:"number",...t,...la(e)}),type:()=>"number",schema:fa,check:ya,facts:ha,phrase(e){let t=ca(e,e.unit),{multipleOf:n}=e;return n===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${n}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${n}`}},example:hs,cases:e=>[...Ge(["0.5",
!0,[.5]]),...ga(e)],sample:wa};var tr=bt(Ot(),1);function om(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function im({since:e,until:t,replacedBy:n}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...n===void 0?[]:[`Use ${n} instead.`]].join(" ")}function pm(e){
let t=[...ys("at least",e.minimum,""),...ys("at most",e.maximum,""),...ys("at least",e.minLength," characters"),...ys("at most",e.maxLength," characters"),...ys(
"at least",e.minItems," items"),...ys("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function ys(e,t,n){return t===void 0?[]:[`${e} ${t}${n}`]}function dm(e){return f1(e,"")}function f1(e,t){let n=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${n.charAt(0).toUpperCase()}${n.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(pm),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${om(e.source)}.`,...h1(e.deprecated)].join(`
`)}function h1(e){return e===void 0?[]:[`@deprecated ${im(e)}`]}function cm(e,t=""){let n=e.replaceAll("*/","*\\/").split(`
`);return n.length===1&&n[0]!==void 0?`${t}/** ${n[0]} */
`:`${t}/**
${n.map(a=>`${t} * ${a}`.trimEnd()).join(`
`)}
${t} */
`}function um(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function mm(e){return`{
${e.map(y1).join("")}}`}function y1({name:e,doc:t,optional:n,type:a}){return`${t===void 0?"":cm(t,"  ")}  ${e}${n?"?":""}: ${a.replaceAll(`
`,`
  `)}
`}function lm(e){let{unit:t}=e,n=[e.description,t===void 0?"":`Unit: ${t}.`].filter(a=>a!=="").join(" ");return n===""?{}:{description:n}}function fm(e,t){return{read:t,type:({members:n})=>n.length===0?"{ [member: string]: never }":mm(n.map(a=>({name:um(a.name),doc:dm(a),optional:!a.required,type:e.
type(a)}))),schema({members:n}){let a=n.filter(i=>i.required).map(i=>i.name),o={};for(let i of n)o[i.name]={...e.schema(i),...lm(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...a.length>0?{required:a}:{},properties:o,additionalProperties:!1}},check(n,a,o){let i=o.constant(er(n.members.
map(s=>s.name))),r=n.members.map(s=>{let p=new tr.Name(`member${a.depth}`),l=o.nested(s,{pointer:tr._`${a.pointer} + ${`/${s.name}`}`,value:p,depth:a.depth+1});
return tr._`{
const ${p} = ${new tr.Name("own")}(${a.value}, ${s.name})
${l}
}`});return tr._`if (${Ce("object",n,a,i)})) {
${r.reduce((s,p)=>tr._`${s}
${p}`,tr._``)}
}`},facts:({members:n})=>({type:"object",members:n}),phrase({members:n}){let a=n.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${a.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${a.map(({zh:o})=>o).join("\u3001")}`}},example:(n,a)=>hm(n,e,a),cases:n=>[...Ge(["text",7,[]]),...g1(n,e)],sample:({members:n},a)=>Object.
fromEntries(n.filter(({required:o})=>o||a.below(2)===1).map(o=>[o.name,e.sample(o,a)]))}}function hm({members:e},t,n){let a=e.filter(i=>i.required),o=a.length>0?
a:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,n)]))}function g1(e,t){let n=hm(e,t,"video"),a=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=n;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Ku(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:l,findings:m})=>l===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:l},findings:m.
map(b=>({...b,path:`/${i.name}${b.path??""}`}))}])]});return[_e("members",n),...a.has("no_such_member")?[]:[Me("unknown-member",{...n,no_such_member:1},"unknown\
-parameter","/no_such_member")],Me("inherited-name",{...n,toString:1},"unknown-parameter","/toString"),...o]}var fr=bt(Ot(),1);var Ut=bt(Ot(),1);var ym="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",gm="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Rr={date:{
pattern:`^${ym}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${gm}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${ym}T${gm}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var w1=Object.keys(Rr);function ba(e){let t=e.has("format")?e.oneOf("format",w1):void 0,n=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&n===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),Ze({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):Rr[t].pattern,format:t,default:e.optionalText("default"),examples:n??(t===void 0?void 0:Rr[t].valid)})}function va({
minLength:e,maxLength:t,format:n,pattern:a,examples:o}){let i=n!==void 0&&Rr[n].isOurs===!0?void 0:n;return{type:"string",...Ze({minLength:e,maxLength:t,format:i,
pattern:a,examples:o})}}function ka({minLength:e,maxLength:t,format:n,pattern:a,examples:o}){return{type:"string",...Ze({minLength:e,maxLength:t,format:n,...n===
void 0?{pattern:a}:{},examples:o})}}function Pa(e,t,{constant:n}){let{minLength:a,maxLength:o,pattern:i,format:r,examples:s}=e,p=Ut._`${a??0}`,l=o===void 0?Ut._`Infinity`:
Ut._`${o}`;if(i!==void 0){let m=r===void 0?Ut._`"pattern"`:Ut._`"format"`,b=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return Ut._`${Ce("patterned",
e,t,p,l,n(fs(i)),m,n(Du(b)))})`}return a===1&&o===void 0?Ut._`${Ce("nonEmpty",e,t)})`:a===void 0&&o===void 0?Ut._`${Ce("typed",e,t,Ut._`"string"`)})`:Ut._`${Ce(
"text",e,t,p,l)})`}function $a({minLength:e=0,maxLength:t,format:n,pattern:a,examples:o}){let r=ls(e,t,{en:"character",zh:"\u5B57\u7B26"});if(n!==void 0){let{en:l,
zh:m}=Rr[n].name;return e>0||t!==void 0?{en:`${l}, of ${r.en}`,zh:`${m}\uFF0C${r.zh}`}:{en:l,zh:m}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return a===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function Sa({default:e,
examples:t,minLength:n=0,maxLength:a},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(n,".").slice(0,a)}function _a({format:e,pattern:t,examples:n=[],
minLength:a=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=n,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,a)),"no such\
 form"]:Rr[e].invalid).filter(m=>!i.test(m)&&[...m].length>=a&&[...m].length<=o),l=e===void 0?"pattern":"format";return[...n.map((m,b)=>_e(`${l}-good-${b+1}`,m)),
...p.map((m,b)=>Me(`${l}-bad-${b+1}`,m,l))]}function xa({minLength:e=0,maxLength:t,pattern:n}){let a=new RegExp(n??""),o=({value:p})=>typeof p=="string"&&a.test(
p),i=e>0?[Me("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Me(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[_e("min-length-at","a".repeat(e)),_e("min-length-astral","\u{1F600}".repeat(e)),_e("space"," ".repeat(e))]:[],...t===void 0?[]:[_e(
"max-length-at","a".repeat(t)),_e("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var wm=()=>Ge([7,!0,["a"]]);function bm(e){return Xe(
"minLength",e.optionalNumber("minLength"))}function qa({pattern:e,minLength:t,maxLength:n},a){return e===void 0?a.text(lr(a,t,n)):a.matching(e)}var b1={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function km(e){return b1[e].
en}var Pm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...ba(e),limits:e.objects("x-prompt-limits").map(v1),tokens:e.objects("x-pro\
mpt-tokens").map(n=>({prefix:n.text("prefix"),parameter:n.text("parameter"),from:n.number("from"),to:n.number("to"),source:n.source()}))}),type:()=>"string",schema:va,
check:(e,t,n)=>[Pa(e,t,n),...k1(e,t,n),...$1(e,t,n)].reduce((a,o)=>fr._`${a}
${o}`),facts:e=>({...ka(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:n,from:a,to:o})=>({prefix:t,parameter:n,from:a,to:o}))}:{}}),phrase:$a,
example:(e,t)=>Sa(e,km(t)),cases:e=>[...Ge([7,!0,["a"],{text:"a"}]),...xa(e),..._a(e),...S1(e.limits),..._1(e.tokens)],sample:qa};function v1(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...Xe("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function k1({limits:e},{pointer:t,value:n},{constant:a,text:o}){if(e.length===0)return[];let i=e.map(({rule:m,count:b,max:_,severity:q,onlyWithHan:A})=>[
m,b,_,q==="error"?1:0,A===!0?1:0]),r=Math.min(...e.map(m=>m.max)),s=e.some(m=>m.count==="words"),p=(m,b=!0)=>a(er(b?P1(m):[])),l=fr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[fr._`if (typeof ${n} === "string" && ${n}.length > ${r}) ${new fr.Name("promptLimits")}(${Yt}, ${t}, ${n}, ${a(er(i))}, ${l})`]}function P1(e){
let t=e.flatMap(([n,a])=>[n,a+1]);return t.map((n,a)=>n-(t[a-1]??0))}function $1({tokens:e},{pointer:t,value:n},{variable:a}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=fs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return fr._`if (typeof ${n} === "string") ${new fr.Name("promptTokens")}(${Yt}, ${t}, ${n}, ${p}, ${i}, ${r}, ${s}, ${a(
i)})`})}function S1(e){return[...e.flatMap(({rule:t,count:n,max:a})=>[a,a+1].flatMap(o=>Object.entries(vm(n,o)).map(([i,r])=>_e(`${t}-${n}-${o===a?"at":"over"}${i}`,
r)))),...e.length>1?[_e("every-limit-over",e.map(({count:t,max:n})=>vm(t,n+1)[""]).join(" "))]:[]]}function _1(e){return e.flatMap(({prefix:t,parameter:n,to:a})=>[
0,1,2].flatMap(o=>[1,2,3,a+1].map(i=>({about:`token-${n}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[n]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function vm(e,t){let n=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(n)}${"\u8239".repeat(t-n)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
n)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(n)}${"x".repeat(t-n)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(n)}${"x".repeat(t-n-1)}`}}}var $m={read:(e,t)=>({kind:"string",...t,...bm(e),...ba(e),...Xe("values",e.unknown("x-values"))}),type:()=>"string",schema:va,check:Pa,facts:ka,phrase(e){let t=$a(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>Sa(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...wm(),...e.pattern===void 0&&e.maxLength===void 0?[_e("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[_e("empty","")]:[],...xa(e),..._a(e)],sample:qa};var Sm={type:j1,schema:T1,example:Om,cases:e=>N1(e,[]),sample:E1},_m={prompt:Pm,string:$m,enum:Bu,integer:Gu,number:am,boolean:Vu,media:sm,object:fm(Sm,q1),list:Zu(
Sm,O1),array:Fu};function x1(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let n=pn(t);switch(n){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return n;default:return}}function xm(e,t,n,a){let o=x1(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=_m[o].read(t,{...n,
...ua(t.value)?{nullable:!0}:{}},a);return{...i,phrase:A1(i)}}function q1(e,t,n){let a=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(a.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(a.value).map(i=>{let r=a.object(i);return xm(i,r,qm(i,o.has(i),r,t),n)})}}function O1(e,t,n){let a=e.object("items");return a.
has("default")&&a.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(pn(a.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:xm("item",a,qm("item",!0,a,t),n),...Ze({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function qm(e,t,n,{source:a}){return Ru(e,t,n,a)}function j1(e){
return Ju(e,gs(e).type(e))}function T1(e){return zu(e,gs(e).schema(e))}function A1(e){return Wu(e,gs(e).phrase(e))}function Om(e,t){return gs(e).example(e,t)}function N1(e,t){return Cu(e,gs(e).cases(e,t))}function E1(e,t){return e.
nullable&&t.below(8)===0?null:gs(e).sample(e,t)}function gs(e){return _m[e.kind]}function jm(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function rp(e){return e.split("/").slice(1)}function dn({value:e,place:t},n,a){let[o,...i]=n;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(
e)?e.flatMap((p,l)=>dn({value:p,place:t+"["+l+"]"},i,a)):[];if(typeof e!="object"||e===null||Array.isArray(e))return[];let r=jm(e,o),s={value:r===void 0&&!i.length?
a:r,place:(t&&t+".")+o};return s.value===void 0?[]:dn(s,i,a)}function ws(e,{path:t,default:n}){return dn(e,rp(t),n).flatMap(({value:a,place:o})=>typeof a=="numb\
er"&&Number.isFinite(a)?[{value:a,place:o}]:[])}function I1(e){let[,t="",n="",a="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(e))??[],o=n.length-Number(a),
i=BigInt(t+n);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Tm(e){let t=e.map(o=>I1(o)),n=t.reduce((o,[,i])=>Math.max(o,i),0);return+(t.reduce((o,[i,r])=>o+i*
10n**BigInt(n-r),0n)+"e-"+n)}function Am(e,{in:t,of:n,orEqual:a,unit:o}){for(let i of dn({value:e,place:""},rp(t))){let r=n.flatMap(s=>ws(i,s));for(let[s,p]of r.entries()){let l=r[s-1];if(!(l===
void 0||l.value<p.value||a&&l.value===p.value))return{text:"rule-order",...a?{orEqual:""}:{},first:l.place,actual:l.value,second:p.place,limit:p.value,unit:o}}}}function sp(e){return M1(e).map((t,n)=>n===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function M1(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function Oa(e,t){let n=e.texts("of").map((a,o)=>Im(e,`of/${o}`,a,t));return{of:n.map(({at:a})=>a),unit:Mm(e,"of",n)}}function Nm(e,t,n,a){if(typeof e.raw(t)=="n\
umber")return e.number(t);let o=Im(e,t,e.text(t),n),i=Mm(e,t,[o]);return i!==a&&e.refuse(t,`in the unit of the numbers:${a===""?" none":a}, not${i||" none"}`),o.
at}function np({in:e,of:t}){return kr(t).map(([,n])=>sp(`${cn(e)}${cn(n)}`))}function Em(e){let{maximum:t,minimum:n,unit:a=""}=e,o=t??n??null;return{of:np(e),side:t===
void 0?"lower":"upper",...ye(o)?{bound:sp(cn(o))}:{limit:o,unit:a}}}function cn(e){let t=ye(e)?e.path:e;return typeof t=="string"?t:""}function Im(e,t,n,a){let o=L1(n,a);(o===void 0||!R1(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:n,...typeof i=="number"?{default:i}:{}}}}function R1(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function L1(e,t){let[n,...a]=e.split("/").slice(1);return a.reduce((o,i)=>o?.kind===
"object"?o.members.find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===n))}function Mm(e,t,n){let a=new Set(n.map(({parameter:i})=>i.
unit??""));a.size>1&&e.refuse(t,`numbers of one unit, not of ${[...a].map(i=>i||"none").join(" and ")}`);let[o=""]=a;return o===""?"":` ${o}`}var Rm={keyword:"x-order",read(e,t){let{of:n,unit:a}=Oa(e,t),o=F1(e.texts("of"))??e.refuse("of","paths into the same items of one list, or one path with *, or s\
everal without");return{in:o,of:n.map(i=>({...i,path:cn(i).slice(o.length)})),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:a}},broken:(e,t)=>Am(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:np(e)})};function F1(e){let[t="",...n]=e;if(n.length===0)return t.includes("*")?
"":void 0;let a=new Set(e.map(o=>o.slice(0,o.lastIndexOf("*")+1)));return a.size===1?[...a][0]:void 0}function Lm(e,t,n,{maximum:a,minimum:o,unit:i},r){let s=a??o??0,p=typeof s=="number"?{value:s,place:""}:ws(r,s)[0];if(p===void 0)return;let{value:l,place:m}=p;if(a===
void 0?n>=l:n<=l)return;let b=a===void 0?"lower":"upper";return{text:e,of:[...t],side:b,limit:l,unit:i,actual:n,...m?{bound:m}:{}}}function Fm(e,t){let n={value:e,place:""},a=t.of.flatMap(i=>ws(n,i));if(!a.length)return;let o=t.of.map(({path:i})=>i.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,
"."));return Lm("rule-sum",o,Tm(a.map(({value:i})=>i)),t,n)}var Vm={keyword:"x-sum",read(e,t){let{of:n,unit:a}=Oa(e,t),o=e.has("maximum")?"maximum":"minimum";return{of:n,[o]:Nm(e,o,t,a),unit:a}},broken:(e,t)=>Fm(e,t),check:"\
brokenSum",demand:e=>({text:"rule-sum",...Em(e)})};var Um=[Vm,Rm];var Dm=new WeakMap;function V1(e){let t=Dm.get(e);if(t!==void 0)return t;let n=Object.entries(e).flatMap(([o,i])=>D1[o]?.(i,e)??[]),a=o=>n.every(i=>i(o));return Dm.
set(e,a),a}function hr(e){return ye(e)?V1(e):void 0}function ap(e){return kr(e).map(([,t])=>hr(t)??U1)}var U1=()=>!1,D1={type:e=>{if(typeof e=="string")return zm[e];
let t=kr(e).flatMap(([,n])=>typeof n=="string"?zm[n]??[]:[]);return n=>t.some(a=>a(n))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:un(
(e,t)=>e>=t),maximum:un((e,t)=>e<=t),exclusiveMinimum:un((e,t)=>e>t),exclusiveMaximum:un((e,t)=>e<t),multipleOf:un((e,t)=>z1(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(n=>JSON.stringify(n))).size===t.length,minLength:Jm((e,t)=>e>=t),maxLength:Jm((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?J1(e):void 0;return t===void 0?void 0:n=>typeof n!="string"||t.test(n)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=hr(e);return t===void 0?void 0:n=>!Array.isArray(n)||n.every(t)},contains:e=>{let t=hr(e);return t===void 0?void 0:n=>!Array.
isArray(n)||n.some(t)},required:e=>{let t=kr(e).map(([,n])=>n);return n=>!ye(n)||t.every(a=>op(n,a))},properties:e=>{let t=js(e).flatMap(([n,a])=>{let o=hr(a);return o===
void 0?[]:[[n,o]]});return n=>!ye(n)||t.every(([a,o])=>{let i=Object.hasOwn(n,a)?n[a]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=js(e).map(([
n,a])=>[n,kr(a)]);return n=>!ye(n)||t.every(([a,o])=>!op(n,a)||o.every(([,i])=>op(n,i)))},oneOf:e=>{let t=ap(e);return n=>t.filter(a=>a(n)).length===1},anyOf:e=>{
let t=ap(e);return n=>t.some(a=>a(n))},allOf:e=>{let t=ap(e);return n=>t.every(a=>a(n))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:n=>!ye(n)||Object.
keys(n).every(a=>ye(t)&&Object.hasOwn(t,a)),not:e=>{let t=hr(e);return t===void 0?void 0:n=>!t(n)},if:(e,t)=>{let[n,a,o]=[hr(e),hr(t.then),hr(t.else)];if(!(n===
void 0||a===void 0&&o===void 0))return i=>(n(i)?a:o)?.(i)??!0},...Object.fromEntries(Um.map(e=>[e.keyword,t=>ye(t)?n=>e.broken(n,t)===void 0:void 0]))};function un(e){
return t=>n=>typeof n!="number"||e(n,Number(t))}function Jm(e){return t=>n=>typeof n!="string"||e([...n].length,Number(t))}function J1(e){try{return new RegExp(
e)}catch{return}}function z1(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function op(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var zm={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>ye(e),
null:e=>e===null};var W1=/^models\/([^/]+)\.schema\.json$/;function mn(e){return W1.exec(e)?.[1]}var Wm=Gr(e=>[...e.files.values()].flatMap(t=>{let n=mn(t.path),a=Lr(t);return n===void 0||a===void 0?[]:[{path:t.path,id:n,schema:a}]}));function Lr(e){return e!==
void 0&&e.syntaxErrors.length===0&&ye(e.value)?e.value:void 0}function ja(e){return[...e.files.values()].some(t=>Lr(t)===void 0)}var jx=Gr(()=>new Map);function C1(e,t){let n=[],a=(i,r)=>{n.push(r),o(i),n.pop()},o=i=>{if(t(i,n),Array.isArray(i))i.forEach(a);else if(ye(i))for(let r of Object.keys(i))a(i[r]??null,
r)};o(e)}function Cm(e,t){let n=[];return C1(e,(a,o)=>{let i=t(a,o);i!==void 0&&n.push(i)}),n}function Km(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:K1(t))}var K1=ar(e=>Cm(Lr(e)??null,(t,n)=>{let a=typeof t=="string"?B1(t):void 0;
return a===void 0?void 0:{code:"S006",file:e.path,path:[...n],message:a}})),H1=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function B1(e){let[t]=H1.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Hm(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,n)=>t.includes(n)?G1(t,n):t,[...e])}function Bm(e){return Gm(e).map(({required:t})=>t.join(
" with ")).join("; ")}function G1(e,t){let n=Gm(t),a=p=>p!==t&&Y1(p.instancePath,t.instancePath)&&!X1(p,t),o=e.filter(p=>p!==t&&!a(p)),i=Z1(n,t);if(typeof i!="n\
umber")return[...o,i];let r=n[i]?.members,s=e.filter(p=>a(p)&&ek(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function Z1(e,t){let n=ye(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let a=e[0]?.members===void 0?void 0:Q1(e);if(a!==void 0){let{data:p}=t,l=ye(p)?p[a]:void 0,m=e.findIndex(
({members:_})=>_?.get(a)===l);if(m!==-1)return m;let b=e.map(({members:_})=>_?.get(a));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${a}`,params:{
allowedValues:b},data:l}}let o=e.map(({required:p,members:l})=>n.filter(m=>l?.has(m)??p.includes(m)).length),i=Math.max(...o),r=o.flatMap((p,l)=>p===i?[l]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function Q1(e){return[...e[0]?.members?.keys()??[]].find(n=>e.every(({members:a})=>a?.get(
n)!==void 0))}function Gm({schema:e}){return(Array.isArray(e)?e:[]).map(n=>{let{required:a,properties:o}=Object(n),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:a??[],members:i}})}function X1(e,{instancePath:t,schemaPath:n}){let a=n.slice(0,-6);return!e.schemaPath.startsWith(`${n}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${a}/properties/`))}function Y1(e,t){return e===t||e.startsWith(`${t}/`)}function ek(e,{instancePath:t,schemaPath:n},a,o){if(e.schemaPath.
startsWith(`${n}/`))return e.schemaPath.startsWith(`${n}/${a}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as rk}from"node:module";import{fileURLToPath as tk}from"node:url";var Zm=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,ip=new URL("../".repeat(
Zm),import.meta.url),Ux=new URL("../",ip),Dx=new URL(Zm===3?"./":"../",import.meta.url);var Hx=tk(new URL("dist/kept/",ip));var sk=rk(import.meta.url),pp="spec:/";function Qm(){let{Ajv2020:e}=sk("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var nk=/^upstreams\/([^/]+)\.json$/;function ln(e){return nk.exec(e)?.[1]}function Xm(e,t){let n=(a,o)=>ye(o)&&t(a,o);return[...e.files.values()].flatMap(({path:a,
value:o})=>ln(a)!==void 0&&n(a,o)?[{path:a,source:o}]:[])}var Ym={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},el="meta/model.schema.json",tl="\
meta/upstream.schema.json",ak=["meta/facts.schema.json","meta/parameter.schema.json"],aq=[...Object.entries(Ym).flat(),el,tl,...ak];function rl(e){return ln(e)!==void 0?tl:mn(e)===void 0?Ym[e]:el}var Ta;function Aa(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),n=t.map(
i=>i.text).join(`
`);if(Ta?.text===n)return Ta.validator;let a=e.meta?.code(),o=e.meta===void 0||a===void 0?ik(t):ok(e.meta.paths,a);return Ta={text:n,validator:i=>e.files.has(i)?
o(i):void 0},Ta.validator}function ok(e,{exports:t}){let n=new Map(e.map((a,o)=>[a,t[`meta${o}`]]));return a=>n.get(a)}function ik(e){let t=Qm();for(let n of e){
let a=Lr(n);a!==void 0&&t.addSchema(a,pp+n.path)}return n=>t.getSchema(pp+n)}function At(e,t){let a=t.map(o=>({candidate:o,distance:pk(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return a!==void 0&&a.distance<=
Math.max(1,Math.floor(e.length/3))?a.candidate:void 0}function pk(e,t){let n=Array.from({length:t.length+1},(a,o)=>o);for(let[a,o]of[...e].entries()){let i=[a+1];
for(let r=1;r<=t.length;r++){let s=(n[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(n[r]??0)+1,(i[r-1]??0)+1))}n=i}return n[t.length]??0}function sl(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function ol(e){let t=Aa(e),n=[...e.files.values()].flatMap(a=>{let o=rl(a.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=dk(a),s=r.get(i)??ck(a,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),n}var dk=ar(()=>new WeakMap);function ck(e,t){let{value:n,syntaxErrors:a}=e;if(n===void 0||a.length>0||t(n))
return[];let o=new Map;for(let i of Hm(t.errors??[])){let r=uk(e.path,n,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function uk(e,t,n){let a=yk(t,n.instancePath);if(n.keyword==="if"||n.propertyName!==void 0||n.keyword==="pattern"&&a.at(-1)==="pattern"&&sl(String(n.data)))return;
if(n.data===null)return{code:"S013",file:e,path:a,message:`${fn(a)} is null`};let o=i=>String(n.params[i]);switch(n.keyword){case"additionalProperties":return mk(
e,[...a,o("additionalProperty")],n);case"required":return nl(e,a,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=nl(e,a,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:a,message:`${fn(a)} must have exactly one of ${Bm(
n)}`};case"propertyNames":return{code:"S014",file:e,path:[...a,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:a,message:`${fn(a)} must be ${lk(n)}`}}}function mk(e,t,n){let a=String(t.at(-1)),o=ye(al(n))?Object.keys(al(n)):[],i=At(a,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${a}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function nl(e,t,n){
return n==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${fn(t)} has no source`}:{code:"S011",file:e,path:[...t,n],message:`${fn(t)} lacks the keywor\
d "${n}"`}}function al(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function lk(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(hk[e.keyword]??fk)(e)}var Na=({params:e})=>String(e.limit),bs=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,fk=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,hk={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${Na(e)} or more`,maximum:e=>`${Na(e)} or less`,exclusiveMinimum:e=>`more than ${Na(
e)}`,exclusiveMaximum:e=>`less than ${Na(e)}`,minLength:e=>`a string of ${bs(e,"character")} or more`,maxLength:e=>`a string of ${bs(e,"character")} or less`,minItems:e=>`\
a list of ${bs(e,"item")} or more`,maxItems:e=>`a list of ${bs(e,"item")} or less`,minProperties:e=>`an object with ${bs(e,"member")} or more`,maxProperties:e=>`\
an object with ${bs(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function fn(e){let t=e.map(a=>typeof a=="number"?`[${a}]`:`.${a}`),n=e.flatMap((a,o)=>typeof a==
"string"?[o]:[]);return e.length===0?"the file":t.slice(n.at(-2)??0).join("").replace(/^\./,"")}function yk(e,t){let n=e;return we(t).map(a=>{let o=Array.isArray(
n);return n=Array.isArray(n)?n[Number(a)]:ye(n)?n[a]:void 0,o?Number(a):a})}var gk=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function il(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let n=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!gk.some(({causes:s,follow:p})=>p(i)&&r.some(l=>s.has(l)))}),a=new Map;for(let o of n){let i=a.get(o.file);i===void 0?a.set(o.file,
[o]):i.push(o)}return[...a.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>wk(i,s,p<r))))}function wk(e,t,n){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((a,o)=>e.path[o]===a)?!1:e.path.length===t.path.length?n&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function dp(e,t){let n=e.slice(0,t).split(`
`);return{line:n.length,column:(n.at(-1)?.length??0)+1}}var pl=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
 bracket. Nothing else in the file is trusted until this is fixed.",hint:"Fix the syntax at this place.",wrong:'{ "version": "1.0.0" "name": "x" }',right:'{ "ve\
rsion": "1.0.0" }'},{code:"S002",severity:"error",title:"A key is written twice",explanation:"An object holds the same key twice. JSON readers keep one of them \
and drop the other without a word.",hint:"Keep one of the two.",wrong:'{ "minimum": 4, "maximum": 15, "maximum": 30 }',right:'{ "minimum": 4, "maximum": 30 }'},
{code:"S003",severity:"error",title:"A file of the specification is missing",explanation:"The specification needs this file: the other files rely on it, or the \
meta-schema that checks them is gone.",hint:"Add the file.",wrong:"spec/ without version.json",right:'spec/version.json: { "version": "1.0.0" }'},{code:"S004",severity:"\
error",title:"A file has no place in the specification",explanation:"Nothing reads this file. What it says would be lost.",hint:"Move it where it belongs: a mod\
el to models/<model-id>.schema.json, anything else into the file that holds such facts.",wrong:"spec/model/beta-6.0.schema.json",right:"spec/models/beta-6.0.sch\
ema.json"},{code:"S005",severity:"error",title:"A number is not exact",explanation:"Programs read numbers of JSON as doubles: about 17 digits, and none beyond 1\
.8e308. This one would be read, and published, as another.",hint:"Write a number that a double holds.",wrong:'{ "maximum": 12345678901234567890 }',right:'{ "max\
imum": 9007199254740991 }'},{code:"S006",severity:"error",title:"A text holds invisible characters",explanation:"A control character, a mark of direction, half \
a surrogate pair, or letters and accents apart: what is published is not what a reader of the file sees. Texts are in Unicode normalization form C.",hint:"Write\
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var dl=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
at it was meant to say would be lost.",hint:"Correct the spelling, or remove the keyword. New kinds of facts are added to spec/meta first.",wrong:'"duration": {\
 "type": "integer", "maximun": 15 }',right:'"duration": { "type": "integer", "maximum": 15 }'},{code:"S011",severity:"error",title:"A keyword is missing",explanation:"\
The meta-schema asks for a keyword that is not there.",hint:"Add the keyword.",wrong:'"x-availability": {}',right:'"x-availability": { "status": "available" }'},
{code:"S012",severity:"error",title:"A fact has no source",explanation:"Every fact names the section of the interface that states it, so that a reader can check\
 it and a change of the interface can be followed.",hint:'Add "x-source": { "section": "\u2026", "item": "\u2026" } with the heading, and the row or item, that states the\
 fact.',wrong:'"seed": { "type": "integer" }',right:'"seed": { "type": "integer", "x-source": { "section": "gamma-1.0-i2v", "item": "seed" } }'},{code:"S013",severity:"\
error",title:"null stands for something unknown",explanation:"null says neither that there is no value nor that the value is unknown. What the interface leaves \
open is written in words.",hint:'Write { "unknown": "not shown" }, or leave the keyword out where it may be left out.',wrong:'"x-display-name": null',right:'"x-\
display-name": { "unknown": "not shown" }'},{code:"S014",severity:"error",title:"A value has the wrong form",explanation:"The meta-schema asks for another type,\
 another word or another shape at this place.",hint:"See the description of the keyword in spec/meta.",wrong:'"duration": { "type": "integer", "minimum": "4" }',
right:'"duration": { "type": "integer", "minimum": 4 }'},{code:"S015",severity:"error",title:"A source names an unknown section",explanation:"A source is the he\
ading of a section of the interface, as spec/sections.json lists them, or the id of the model itself. With any other word the fact cannot be found again.",hint:"\
Correct the heading, or add it to spec/sections.json.",wrong:'"x-source": { "section": "Limit" }',right:'"x-source": { "section": "Limits" }'},{code:"S016",severity:"\
error",title:"A keyword has no effect",explanation:"The keyword stands beside a $ref, and the kind of parameter that both make together has no such keyword. Wha\
t it says would be lost.",hint:"Remove the keyword, or change the type so that the keyword applies.",wrong:'{ "$ref": "\u2026#/$defs/prompt", "maximum": 5 }',right:'\
{ "$ref": "\u2026#/$defs/prompt", "maxLength": 5 }'},{code:"S017",severity:"error",title:"A fact cannot be read",explanation:"A value has the right form and a m\
eaning that nothing defines, such as a type of file that media.schema.json does not list.",hint:"Use a value that is defined, or define it.",wrong:'"x-media": {\
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var cl=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var ul=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${cl.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var ml=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var ll=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var fl=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var hl=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
ion reads a parameter it does not list. It would never break, or name the wrong field.",hint:"Correct the name, and list under parameters each parameter the con\
dition reads.",wrong:'"parameters": ["frist_image"]',right:'"parameters": ["first_image"]'},{code:"S051",severity:"error",title:"A rule has no valid or no inval\
id example",explanation:"Examples are what tests of every language are made from. A rule without both kinds is untested.",hint:"Add at least one example that pa\
sses and one that breaks the rule.",wrong:'"examples": { "valid": [], "invalid": [{ "last_image": ["\u2026"] }] }',right:'"examples": { "valid": [{ "first_image\
": ["\u2026"], "last_image": ["\u2026"] }], "invalid": [{ "last_image": ["\u2026"] }] }'},{code:"S052",severity:"error",title:"An example contradicts its rule",
explanation:"A valid example breaks the rule, or an invalid one passes it.",hint:"Move the example to the other list, or correct the condition.",wrong:'"valid":\
 [{ "last_image": ["\u2026"] }], where last_image needs first_image',right:'"invalid": [{ "last_image": ["\u2026"] }]'},{code:"S053",severity:"error",title:"An \
example is wrong for another reason",explanation:"The example names a parameter the model does not have or a value it does not take, so it shows nothing about t\
he rule.",hint:"Use parameters and values the model takes.",wrong:'"valid": [{ "first_image": ["a.png"] }]',right:'"valid": [{ "first_image": ["https://example.\
com/a.png"] }]'},{code:"S054",severity:"error",title:"Two rules have the same id",explanation:"Findings report rules by id. Within a model an id stands for one \
rule, and generic findings keep theirs.",hint:"Give the rule an id of its own.",wrong:'two rules with "id": "audio-alone"',right:'"id": "audio-alone" and "id": \
"audio-long"'},{code:"S055",severity:"error",title:"A rule stands in the wrong list",explanation:"allOf rejects requests in every JSON Schema library, so it hol\
ds errors only; x-advice holds advice only.",hint:"Move the rule to the list of its severity.",wrong:'"allOf": [{ "x-rule": { "severity": "advice", \u2026 } }]',
right:'"x-advice": [{ "x-rule": { "severity": "advice", \u2026 } }]'},{code:"S056",severity:"error",title:"A rule has no condition",explanation:"A rule is if an\
d then, not, oneOf, or dependentRequired, or one over numbers such as x-sum. With none of them it can never break.",hint:"Add the condition beside x-rule.",wrong:'\
{ "x-rule": \u2026 }',right:'{ "x-rule": \u2026, "not": { "required": ["seed", "tools"] } }'},{code:"S057",severity:"error",title:"No example keeps all rules of\
 a model",explanation:"Pages, the playground, the terminal and the documents show a request that the model accepts. It is made of the required parameters and, w\
here these break a rule, of valid examples of the rules. Here no such request keeps all of them.",hint:"Add a valid example to this rule that keeps the other ru\
les, too; if there is none, the rules contradict each other.",wrong:'one rule: exactly one of "image" and "text"; another: no "image"; the only valid example: {\
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var yl=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var gl=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
does not match makes an engine try all of them, and a short request can then hold up the process that checks it. Found is what repeating one character, or two o\
f the pattern, does: not every such pattern.",hint:"Let what follows a repetition begin with a character that the repetition does not take.",wrong:'"pattern": "\
^([a-z]+-?)+$"',right:'"pattern": "^[a-z]+(-[a-z]+)*-?$"'},{code:"S091",severity:"error",title:"Two values look the same",explanation:"Two values of a list diff\
er only in case or blanks, or a value has a blank at an end. Requests must hold exactly one of the values, so the other one is a misprint, or readers will not s\
ee the difference.",hint:"Keep the value that the interface states.",wrong:'"enum": ["480p", "720p", "720P"]',right:'"enum": ["480p", "720p"]'},{code:"S092",severity:"\
error",title:"A text holds HTML",explanation:"Texts become Markdown pages, messages at a terminal, comments in types and cells of tables. A tag is shown as it s\
tands in some of them and disappears in others.",hint:"Say it in words; what must be shown as it stands goes between backquotes.",wrong:'"description": "Length \
in <b>seconds</b>."',right:'"description": "Length in seconds."'},{code:"S093",severity:"error",title:"A sentence does not stand beside the others",explanation:"\
Descriptions are sentences that end with a full stop, with others after them. The message of a rule follows the names of its parameters and a colon, and ends wh\
ere a line may go on. A Chinese text is in Chinese. What is not written yet is published as it stands.",hint:"Write it as the files of spec/models do.",wrong:'"\
description": "length in seconds", "message": { "en": "Needs a prompt.", "zh": "needs a prompt" }',right:'"description": "Length in seconds.", "message": { "en"\
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var wl=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
gnature proves what is in the text that is signed, to holders of the key. Without the body in it, a webhook could be altered; without its time, an old one could\
 be sent again with a new time; and with a key that is published, anyone could make it.",hint:"Sign the body and the time, and use a secret for an HMAC.",wrong:'\
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}];var bk=[...pl,...dl,...ul,...ml,...ll,...hl,...yl,...fl,...wl,...gl];function bl(e){let t=bk.find(n=>n.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var vl=60;function kl(e,t){let n=bl(t.code),a=e.files.get(t.file),o=a===void 0?{line:1,column:1,text:""}:vk(a,t);return{code:t.code,severity:n.severity,file:t.file,
line:o.line,column:o.column,pointer:$n(t.path),text:$k(o.text),message:t.message,hint:t.hint??n.hint}}function vk(e,t){if(t.offset!==void 0)return{...dp(e.text,
t.offset),text:Pk(e.text,t.offset)};let n=kk(e.tree,t),a=n?.offset??0;return{...dp(e.text,a),text:n===void 0?"":e.text.slice(a,a+n.length)}}function kk(e,t){if(e!==
void 0){for(let n=t.path.length;n>=0;n--){let a=Fp(e,t.path.slice(0,n));if(a===void 0)continue;let o=a.parent?.type==="property"?a.parent.children?.[0]:void 0;return t.
at==="key"&&n===t.path.length?o??a:a}return e}}function Pk(e,t){let n=e.indexOf(`
`,t);return e.slice(t,n===-1?e.length:n)}function $k(e){let t=e.replace(/\s+/g," ");return t.length>vl?`${t.slice(0,vl-1)}\u2026`:t}var Pl=100;function Ea(e,t){let n=[],a,o;try{o=JSON.parse(t)}catch{a=no(t,n,$l),o=a===void 0?void 0:Vp(a),n.length===0&&n.push({error:1,offset:a?.offset??0,length:a?.
length??0})}if(Sl(o,Pl))throw new RangeError(`${e} has more than ${Pl} levels`);return{path:e,text:t,value:o,get tree(){return a??=no(t,[],$l)},syntaxErrors:n}}
var $l={disallowComments:!0,allowTrailingComma:!1};function Sl(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(n=>Sl(n,t-1))}function _l(e,t){let{code:n,severity:a,file:o,line:i,column:r,pointer:s,text:p,message:l,hint:m}=e,b=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${a} ${n} ${l}${b}
    at #${s}
    ${m}`}var be=Gr(e=>Xm(e,(t,n)=>Aa(e)("meta/upstream.schema.json")?.(n)===!0)),Sk=["video","image","audio","mesh"];function Je({operations:e}){return Sk.flatMap(t=>{let n=e[t];
return n===void 0?[]:[[t,n]]})}var yr=Gr(e=>Wm(e).map(({path:t,schema:n})=>({kind:n["x-kind"],parameters:new Map(Object.entries(ye(n.properties)?n.properties:{}).
filter(([a])=>a!=="model").map(([a,o])=>[a,_k(e,t,o)]))})));function _k(e,t,n){let a=ye(n)?n:{},o=typeof a.$ref=="string"?{...xk(e,t,a.$ref),...a}:a;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function xk(e,t,n){try{let{value:a}=Hp(e,t,n);return ye(a)?a:{}}catch{return{}}}function*xl(e){for(let{path:t,source:n}of be(e)){let a=ln(t);n.protocol!==a&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${a??""} and\
 says ${n.protocol}`})}}var cp=99;function*ql(e){for(let{path:t,source:n}of be(e)){for(let[o,{rows:i}]of Je(n)){let r=i.map(({to:s})=>we(s));for(let[s,p]of r.entries()){let l=qk(p,r);if(l===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${l}, the place before it`}}}let a=e.files.get(t)?.value;
for(let{step:o,path:i}of a===void 0?[]:up(a,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>cp){let s=`Use an index up to ${cp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${cp}`,hint:s}}}}}function qk(e,t){for(let[n,a]of e.entries()){
if(!/^[1-9]\d*$/.test(a))continue;let o=[...e.slice(0,n),String(BigInt(a)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return $n(o)}}var Ok=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*up(e,t){if(typeof e=="string"){let n=e.startsWith("/")?we(e).filter(a=>/^(?:-|\d+)$/.
test(a)):[];for(let a of n)yield{step:a,path:t}}else if(Array.isArray(e))for(let[n,a]of e.entries())yield*up(a,[...t,n]);else if(ye(e))for(let[n,a]of Object.entries(
e))Ok.includes(n)||(yield*up(a,[...t,n]))}function*Ol(e){for(let{path:t,source:n}of be(e))for(let[a,{rows:o}]of Je(n))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",a,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var jl={video:"video",image:"image",audio:"audio",mesh:"model"};function*Tl(e){for(let{path:t,source:n}of be(e))for(let[a,{results:o}]of Je(n))for(let{contentType:i,
path:r}of Al(o,["operations",a,"results"]))i.startsWith(`${jl[a]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${a} model makes no ${i}`,hint:`Write a type t\
hat begins with ${jl[a]}/.`})}function*Al(e,t){for(let[n,{contentType:a,results:o=[]}]of e.entries())a!==void 0&&(yield{contentType:a,path:[...t,n,"contentType"]}),
yield*Al(o,[...t,n,"results"])}function*El(e){for(let{path:t,source:n}of be(e))for(let[a,o]of n.errors.proofs.entries()){let i=["errors","proofs",a];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&n.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&n.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=n.errors.proofs.slice(0,a).findIndex(s=>jk(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${n.errors.proofs[r]?.status??""}`})}}function jk(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Nl(e.codes,t.codes)&&Nl(e.says,t.says)}function Nl(e,t){return e===void 0||(t?.every(n=>e.includes(n))??!1)}function Nt(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Il(e){for(let{path:t,source:n}of be(e)){let{signature:a}=n.webhooks??{};if(a===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=a,p=["webhooks","\
signature"],l={code:"S089",file:t},m=Nt(i).flatMap(b=>typeof b=="string"?[]:[b.variable]);!m.includes("body")&&!m.includes("bodySha256")&&(yield{...l,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!m.includes("timestamp")&&(yield{...l,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...l,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...l,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var Tk=/\{(value|base64|mediaType)\}/;function Ml(e){return{value:e,holes:[...mp(e,[])]}}function*mp(e,t){if(typeof e=="string"){let n=Tk.exec(e);if(n===null)return;
let[a,o]=n,[i,r]=[e.slice(0,n.index),e.slice(n.index+a.length)],s={at:t,whole:e===a,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[n,a]of e.entries())yield*mp(a,[...t,String(n)]);else if(ye(e))for(let[n,a]of Object.entries(e))yield*mp(a,[...t,n])}function Ia(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(Ia):ye(e)?Object.values(e).flatMap(Ia):[]}function Et(e){return Nt(e).map(t=>{if(typeof t=="string")return t;let{variable:n}=t;if(n==="id"||n==="name"||n==="model"||n==="app")return{variable:n};throw new TypeError(
`path ${e}: unknown variable {${n}}`)})}var Ma=["body","bodySha256","timestamp"];function Rl(e){let{algorithm:t,encoding:n,signed:a,headers:o={},time:i,key:r}=e;return{algorithm:t,in:Ll(e),encoding:n,
signed:Nt(a).map(s=>typeof s=="string"?s:Ak(s.variable,o)),...i===void 0?{}:{time:Nk(i)},key:Ek(r)}}function Ll({header:e,separator:t,prefix:n=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:n}}function Ak(e,t){let n=Ma.find(a=>a===e);return n===void 0?{header:(t[e]??"").toLowerCase()}:{is:n}}function Nk({
member:e,header:t="",separator:n,prefix:a,unit:o,toleranceSeconds:i}){return{in:e===void 0?Ll({header:t,...n===void 0?{}:{separator:n},...a===void 0?{}:{prefix:a}}):
{member:we(e)},unit:o,toleranceSeconds:i}}function Ek(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:Et(e.path),at:we(e.at),form:t}}function Vl(e){let{message:t,code:n,inside:a,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:Mk(e.upload)},operations:Object.fromEntries(Je(e).map(([i,r])=>[i,Fk(r)])),errors:{message:t.map(we),
code:n.map(we),proofs:o.map(Bk),...a===void 0?{}:{inside:{at:we(a.at),unless:a.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Et(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:Ik(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:Rk(e.webhooks)},...e.idempotency===void 0?{}:{idempotency:{
header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function Ik({path:e,url:t,names:n="",omits:a,except:o=[],untestable:i}){if(i!==void 0)return{
untestable:i};let r=t===void 0?void 0:new URL(t).origin;return{...r===void 0?{}:{origin:r},path:Et(e??t?.slice(r?.length)??""),names:we(n),...a===void 0?{}:{omits:a},
except:o}}function Mk({method:e,path:t,field:n,reference:a}){return{request:fp({method:e,path:t}),...n===void 0?{}:{field:n},reference:we(a)}}function Rk(e){let{
body:t,query:n,with:a=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:n??""}:{in:"body",at:we(t)},beside:a.map(({to:s,constant:p})=>({
to:we(s),value:p})),...o===void 0?{}:{signature:Rl(o)},...i===void 0?{}:{challenge:we(i)},told:r.map(({at:s,fact:p})=>({at:we(s),fact:p}))}}function Lk({path:e,
filter:t,limit:n,items:a,within:o}){return{path:Et(e),filter:t,limit:n,items:we(a),within:o===void 0?[]:we(o)}}function Fk(e){let{submit:t,id:n,idForm:a,queryId:o,
query:i,list:r,cancel:s,status:p,progress:l,seconds:m,secondsAs:b}=e;return{submit:{method:t.method,path:Et(t.path)},submitPaths:(t.paths??[]).map(({when:_,path:q})=>({
when:_.map(lp),path:Et(q)})),encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(Dk),drops:(e.drops??[]).map(({parameter:_,values:q,when:A,reason:O})=>({
parameter:_,when:(A??[]).map(lp),reason:O,...q===void 0?{}:{values:q}})),needs:Fl(e.needs),lacks:Fl(e.lacks),...n===void 0?{}:{id:we(n)},...a===void 0?{}:{idForm:{
before:a.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:Kk(i)},...r===void 0?{}:{list:Lk(r)},...s===void 0?{}:{cancel:Hk(s)},answer:{...p===void 0?
{}:{status:Vk(p)},...l===void 0?{}:{progress:{at:we(l.at),of:l.of}},results:e.results.map(Ul),message:e.message.map(we),code:e.code.map(we),...m===void 0?{}:{seconds:we(
m)},...b===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:_,unit:q})=>({at:we(_),unit:q})),...o===void 0?{}:{id:we(o)}},told:(e.told??[]).map(({at:_,
in:q,link:A,constant:O,fact:L})=>({at:we(_),in:q,from:A!==void 0?{kind:"link",request:{method:"GET",path:Et(A.path)}}:L!==void 0?{kind:L}:{kind:"constant",value:O??
null}}))}}function Vk({at:e,states:t,as:n,absent:a,cases:o=[]}){return{at:we(e),states:t,...n===void 0?{}:{writtenAs:n},...a===void 0?{}:{absent:a},cases:o.map(
({when:i,means:r})=>({when:i.map(Uk),means:r}))}}function Uk({at:e,is:t,present:n}){return t===void 0?{at:we(e),present:n??!0}:{at:we(e),is:t}}function Fl(e={}){
return Object.fromEntries(Object.entries(e).map(([t,{reason:n}])=>[t,n]))}function Dk(e){let t=e.values===void 0?e.accepts?.map(Ck):Object.entries(e.values).map(
Wk);return{to:we(e.to),from:zk(e),when:(e.when??[]).map(lp),...e.as==="string"?{template:Jk}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:
{template:Ml(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===
void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?
{}:{oneWay:e.oneWay}}}var Jk={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function zk({from:e,each:t,join:n,model:a,constant:o}){return e!==void 0?{kind:"\
parameter",name:e}:t!==void 0?{kind:"each",name:t}:n!==void 0?{kind:"joined",names:n}:a===!0?{kind:"model"}:{kind:"constant",value:o??null}}function Wk([e,t]){return[
vs(e),t]}function vs(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function Ck(e){return[e,e]}function lp({given:e,absent:t,parameter:n="",
among:a=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==
void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:n,values:a}}function fp({method:e,path:t}){return{method:e,path:Et(t)}}function Kk({at:e,hosts:t=[],
body:n,...a}){return{...fp(a),...e===void 0?{}:{stated:{at:we(e),hosts:t}},...n===void 0?{}:{body:n.map(({to:o,fact:i,constant:r})=>({to:we(o),from:i===void 0?{
kind:"constant",value:r??null}:{kind:i}}))}}}function Hk({from:e,proves:t,...n}){let{answer:a,query:o=[]}=t??{};return{...fp(n),...e===void 0?{}:{from:e.words},
proves:{...a===void 0?{}:{answer:{at:we(a.at),words:a.words}},query:o}}}function Ul(e){let{url:t,list:n,withKey:a,base64:o,contentType:i,content:r,query:s,results:p,
message:l,pending:m}=e;return t!==void 0?{kind:"url",at:we(t),list:n??!1,...a===!0?{withKey:a}:{}}:o!==void 0&&i!==void 0?{kind:"base64",at:we(o),contentType:i}:
r!==void 0?{kind:"content",request:{method:"GET",path:Et(r)}}:{kind:"query",request:{method:"GET",path:Et(s??"")},results:(p??[]).map(Ul),message:(l??[]).map(we),
...m===void 0?{}:{pending:m}}}function Bk({status:e,codes:t,says:n,proves:a}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,
to:i,proves:a,...t===void 0?{}:{codes:t},...n===void 0?{}:{says:n.map(r=>r.toLowerCase())}}}function*Dl(e){for(let{path:t,source:n}of be(e))for(let[a,{rows:o}]of Je(n)){let i=yr(e).filter(r=>r.kind===a);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
Gk(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",a,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function Gk({values:e={},from:t,each:n,join:a},o){let i=a??[t??n??""],r=s=>a===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(m,b)=>s.get(m)?.includes(vs(b))??s.has(m),l=Object.entries(e).filter(([m])=>{let b=r(m);return i.every((_,q)=>p(_,b[q]??""))});for(let[m,[b,_]]of l.entries()){
let q=l.slice(0,m).find(([,A])=>JSON.stringify(A)===JSON.stringify(_));if(q!==void 0)return[q[0],b]}}}function*Jl(e){for(let{path:t,source:n}of be(e))for(let[a,{rows:o}]of Je(n))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",a,"rows",i,"as"];n.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*Cl(e){for(let{path:t,source:n}of be(e))for(let[a,{rows:o}]of Je(n)){let i=yr(e).filter(s=>s.kind===a),r=!1;for(let[s,p]of o.entries()){let l=o.slice(0,
s).find(m=>Kl(m,p)&&!Qk(m,p)&&Xk(m,p,i)&&!(r&&Ra(m,p)));l!==void 0&&(r||=Ra(l,p),yield{code:"S076",file:t,path:["operations",a,"rows",s,"to"],message:Ra(l,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${hp(l)} at ${l.to})`:`${p.to} is written by an earlier row too (${hp(l)})`})}yield*Zk(
t,n,o)}}function*Zk(e,{webhooks:t},n){let a=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of a){let r=n.find(s=>Kl(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${hp(r)})`})}}function Kl(e,t){if(Ra(e,t))return!0;let[n,a]=[e.to,t.to];return n.endsWith("/-")||a.endsWith("/-")?!1:n===a||n.startsWith(`${a}/`)||a.startsWith(
`${n}/`)}function Ra({to:e},{to:t}){let[n,a]=[e.split("/"),t.split("/")],o=n.findIndex((s,p)=>s!==a[p]),[i,r]=[n[o],a[o]];return i!==void 0&&r!==void 0&&zl(i)!==
zl(r)}var zl=e=>/^(-|\d+)$/.test(e);function Qk(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function Xk(e,t,n){if(Wl(e,t)||Wl(t,e))return!1;let a=[
La(e),La(t)];return a.some(o=>o.length===0)?!0:n.some(({parameters:o})=>a.flat().every(i=>o.has(i)))}function Wl({when:e=[]},t){return e.some(n=>La(t).some(a=>n.
absent?.includes(a))||(t.when??[]).some(a=>Yk(n,a)))}function Yk(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(n=>e.absent?.includes(n)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(n=>t.model?.some(a=>n.startsWith(a)||a.startsWith(n))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
n=>t.exceptModel?.some(a=>n.startsWith(a))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(n=>t.among?.includes(n)===!0)}function La({from:e,each:t,
join:n}){return n??[e??t].filter(a=>a!==void 0)}function hp(e){return La(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*Hl(e){for(let{path:t,source:n}of be(e))for(let[a,{id:o,query:i,status:r}]of Je(n)){let s=["operations",a];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:l,cases:m=[]}=r,b=[...Object.values(
p),l,...m.map(({means:_})=>_)];for(let _ of["completed","failed"])b.includes(_)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${_}`})}}var e0=["value","base64,mediaType","base64"],t0=["value","base64","mediaType"];function*Bl(e){for(let{path:t,source:n}of be(e))for(let[a,{rows:o}]of Je(n))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=Ia(r);if(e0.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",a,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let l=p.find(m=>!t0.includes(m));yield{code:"S075",file:t,path:["operations",a,"rows",i,"template"],message:l!==void 0?`{${l}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(m=>m==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*Fa({rows:e,drops:t=[],needs:n={},lacks:a={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,l=Object.keys(
i.values??{}).map(b=>({value:vs(b),path:[...r,"values",b],at:"key"})),m=(i.accepts??[]).map((b,_)=>({value:b,path:[...r,"accepts",_],at:"value"}));for(let[b,_]of(i.
join??[]).entries())yield{parameter:_,path:[...r,"join",b],at:"value",values:r0(i,r,b)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...l,...m]}),
yield*Gl(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((l,m)=>({value:l,path:[...p,"values",m],at:"value"}))},yield*Gl(s,[...p,"when"])}for(let o of Object.keys(n))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(a))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function r0({values:e={}},t,n){return Object.keys(e).map(
a=>({value:vs(a.split(" ")[n]??""),path:[...t,"values",a],at:"key"}))}function*Gl(e,t){for(let[n,{given:a=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,l]of a.entries())yield{parameter:l,path:[...t,n,"given",p],at:"value",values:[]};for(let[p,l]of o.entries())yield{parameter:l,path:[...t,n,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,l)=>({value:p,path:[...t,n,"among",l],at:"value"}));yield{parameter:i,path:[...t,n,"parameter"],at:"\
value",values:s}}}function*Zl(e){if(!ja(e))for(let{path:t,source:n}of be(e))for(let[a,o]of Je(n)){let i=yr(e).filter(s=>s.kind===a),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:l}of Fa(o)){if(r.includes(s))continue;let m=At(s,r);yield{code:"S071",file:t,path:["operations",a,...p],at:l,message:`n\
o ${a} model has the parameter "${s}"`,hint:m===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${m}"?`}}}}function*Ql(e){for(let{path:t,source:n}of be(e)){let{signature:a}=n.webhooks??{};if(a===void 0)continue;let{signed:o,headers:i={},time:r}=a,s={code:"S088",file:t},
p=["webhooks","signature"],l=Ma.filter(_=>_!=="timestamp"||r!==void 0),m=[...new Set([...l,...Object.keys(i)])],b=Nt(o).flatMap(_=>typeof _=="string"?[]:[_.variable]);
for(let _ of b.filter(q=>!m.includes(q))){let q=At(_,m);yield{...s,path:[...p,"signed"],message:`{${_}} is not known here`,hint:s0(_,q,m)}}for(let _ of Object.keys(
i)){let q={...s,path:[...p,"headers",_],at:"key"};Ma.some(A=>A===_)?yield{...q,message:`{${_}} has a meaning of its own`,hint:"Give the header another name."}:b.
includes(_)||(yield{...q,message:`{${_}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function s0(e,t,n){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${n.map(a=>`{${a}}`).join(", ")}, or name a header in "headers".`}function Va(e,t){return yp(e.files.get(t)?.value??null,[])}var n0=["template","constant","among","body","values","accepts","sources"];function*yp(e,t){if(Array.
isArray(e))for(let[n,a]of e.entries())t.at(-1)==="between"&&typeof a=="string"?yield{name:a,path:[...t,n]}:yield*yp(a,[...t,n]);else if(ye(e))for(let[n,a]of Object.
entries(e))n==="source"&&typeof a=="string"?yield{name:a,path:[...t,n]}:n0.includes(n)||(yield*yp(a,[...t,n]))}function*Xl(e){for(let{path:t,source:n}of be(e)){let a=Object.keys(n.sources);for(let{name:o,path:i}of Va(e,t)){if(a.includes(o))continue;let r=At(o,a);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${a.join(", ")}.`:`Did you mean "${r}"?`}}}}var Yl=["model","app"],hn=["id","name","model","app"];function*Ua(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:n}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),n!==void 0&&(yield{text:n,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:a}=e.webhooks?.signature??{};a?.by==="request"&&(yield{text:a.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Je(e))for(let{path:r,...s}of a0(i))yield{path:["operations",o,...r],...s}}function*a0({id:e,submit:t,
query:n,list:a,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:Yl};for(let[l,{path:m}]of(t.paths??[]).entries())
yield{text:m,path:["submit","paths",l,"path"],allowed:Yl};let p=n?.body?.some(({fact:l})=>l==="id")===!0;n!==void 0&&(yield{text:n.path,path:["query","path"],allowed:hn,
needsId:s&&!p}),a!==void 0&&(yield{text:a.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:hn,needsId:s});for(let[
l,{link:m}]of r.entries())m!==void 0&&(yield{text:m.path,path:["told",l,"link","path"],allowed:hn});yield*ef(i,["results"],s)}function*ef(e,t,n){for(let[a,{content:o,
query:i,results:r=[]}]of e.entries())o!==void 0&&(yield{text:o,path:[...t,a,"content"],allowed:hn,needsId:n}),i!==void 0&&(yield{text:i,path:[...t,a,"query"],allowed:hn,
needsId:n}),yield*ef(r,[...t,a,"results"],n)}function*tf(e){for(let{path:t,source:n}of be(e))for(let{text:a,path:o,allowed:i}of Ua(n))for(let r of Nt(a))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*rf(e){for(let{path:t,source:n}of be(e))for(let{text:a,path:o,allowed:i,needsId:r}of Ua(n)){let s=Nt(a).flatMap(l=>typeof l=="string"?[]:[l.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(l=>i.includes(l))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*sf(e){if(!ja(e))for(let{path:t,source:n}of be(e))for(let[a,o]of Je(n)){let i=new Set,r=yr(e).filter(s=>s.kind===a);for(let{parameter:s,values:p}of Fa(o)){
let l=r.filter(b=>b.parameters.has(s)).map(b=>b.parameters.get(s)),m=new Set(l.flatMap(b=>b??[]));if(!(l.length===0||l.includes(void 0)))for(let{value:b,path:_,
at:q}of p){if(m.has(b)||i.has(_.join("/")))continue;i.add(_.join("/"));let A=typeof b=="string"?At(b,[...m].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",a,..._],at:q,message:`no ${a} model offers ${JSON.stringify(b)} as ${s}`,hint:A===void 0?`Offered: ${[...m].map(O=>JSON.stringify(O)).join(", ")}.`:
`Did you mean "${A}"?`}}}}}var o0=new Set(["failed","expired","cancelled"]);function*nf(e){for(let{path:t,source:n}of be(e))for(let[a,{cancel:o,status:i}]of Je(n)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",a,"cancel"];for(let[p,l]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[m,b]of p.entries()){let _={code:"S087",file:t,path:[...s,...l,m]},q=r.get(b),A=q===void 0?At(b,[...r.keys()]):void 0;q===void 0?yield{..._,message:`\
"${b}" is not a word of status.states`,...A===void 0?{}:{hint:`Did you mean "${A}"?`}}:l[0]==="proves"&&!o0.has(q)&&(yield{..._,message:`"${b}" means ${q}: it p\
roves that something is made`})}}}function*af(e){for(let{path:t,source:n}of be(e)){let a=new Set([...Va(e,t)].map(({name:o})=>o));for(let o of Object.keys(n.sources))a.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var of=[xl,Zl,sf,Xl,tf,Bl,Cl,Dl,Hl,Jl,ql,El,rf,Ol,Tl,af,nf,Ql,Il];var pf="meta/upstream.schema.json",i0=[Dp,zp,Kp,Km,ol,...of];function df(e,t){let n=[Ea(pf,"{}"),...c0(t)],a={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,l={directory:i,files:new Map([...n,p0(p,s)].map(_=>[_.path,_])),meta:{paths:[pf],code:()=>a}},m=il(i0.flatMap(_=>[
..._(l)])).filter(({file:_})=>_===p).map(_=>kl(l,_)),b=be(l)[0]?.source;return b!==void 0&&m.every(({severity:_})=>_!=="error")?{name:r,mapping:Vl(b)}:{name:r,mistakes:m.
sort((_,q)=>_.line-q.line).map(_=>d0(_,r,i))}})}function p0(e,t){try{return Ea(e,t)}catch(n){if(!(n instanceof RangeError))throw n;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function d0(e,t,n){return _l({...e,file:`${t}.json`},n)}function c0(e){return Object.entries(e).map(([t,
{kind:n,parameters:a}])=>{let o=Object.entries(a).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":n,
properties:{model:{const:t},...Object.fromEntries(o)}};return Ea(`models/${t}.schema.json`,JSON.stringify(i))})}var hj=df(cf.default.meta0,u0);export{hj as compileProtocols};
