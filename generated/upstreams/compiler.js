// Made by the generator from spec/. Do not edit.
var rh=Object.create;var Yp=Object.defineProperty;var sh=Object.getOwnPropertyDescriptor;var ah=Object.getOwnPropertyNames;var nh=Object.getPrototypeOf,oh=Object.prototype.hasOwnProperty;var de=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var ih=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of ah(t))!oh.call(e,o)&&o!==a&&Yp(e,o,{get:()=>t[o],enumerable:!(n=sh(t,o))||n.enumerable});
return e};var Lt=(e,t,a)=>(a=e!=null?rh(nh(e)):{},ih(t||!e||!e.__esModule?Yp(a,"default",{value:e,enumerable:!0}):a,e));var xo=de(_o=>{"use strict";Object.defineProperty(_o,"__esModule",{value:!0});function ec(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}_o.default=ec;ec.code='require("ajv/dist/runtime/ucs2length").default'});var ac=de(sc=>{"use strict";sc.meta0=Wa;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},cancelRules:{type:"object",description:`\
What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the upstream's documents and not from "cancel\
", so that a mistake there is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:["queued","processing","ended","c\
ancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/cancelRule",description:"A task th\
at runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$defs/cancelRule",description:"A tas\
k that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"Where sources contradict each o\
ther, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"string",minLength:1,description:"\
What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{type:"string",minLength:1,
description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,description:"A rema\
rk for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["text","source"],properties:{
text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"string",pattern:"^(/([^/~]|~[01\
])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},cancelRule:{type:"object",description:"\
What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","go\
es-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the reco\
rd of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body\
 or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this pro\
tocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its mes\
sage."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},headerName:{type:"\
string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},keyPrefix:{
type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the bytes of t\
he key are written. text: the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in ord\
er."},path:{type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},
request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/\
$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{
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
"query","results","message"]}],additionalProperties:!1}}},mr={type:"string",minLength:1,description:"A remark for who edits the file."},se={type:"string",minLength:1,
description:"One of the names in sources."},We={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"\
a path that starts with /"},ae={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"\
a JSON pointer, such as /task/id"},ur={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, \
digits, dots, hyphens and underscores"},ds={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},_r={enum:["text","hex","base6\
4"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},z={type:"object",description:"What becomes of the task, and\
 what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"\
cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its resul\
t. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"\
The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{
code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{
required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},ea=Object.prototype.hasOwnProperty,oe=xo().default,ph=new RegExp(
"^[a-z][a-z0-9-]*$","u"),ch=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),tc=new RegExp("^https://","u"),dh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),za=new RegExp("^\
[A-Za-z0-9._-]+$","u"),Ut=new RegExp("^/","u"),uh=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),nt=new RegExp("^(/([^/~]|~[01])+)+$","u"),mh=new RegExp("^[1-5]([0\
-9]{2}|xx)$","u"),nr={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1};function us(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=us.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let _={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:nr.required,parentSchema:nr,data:e};
r===null?r=[_]:r.push(_),s++}if(e.source===void 0){let _={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:nr.required,parentSchema:nr,data:e};r===null?r=[_]:r.push(_),s++}let $=s;for(let _ in e)if(!(_==="text"||_==="source")){
let T={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:nr,data:e};r===null?r=[T]:r.push(T),s++}if(e.text!==void 0){let _=e.text,T=s,q=s;if(typeof _=="string"){if(oe(_)<1){let L={instancePath:t+
"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:nr.properties.
text,data:_};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:nr.properties.text.type,parentSchema:nr.properties.text,data:_};r===null?r=[L]:r.push(L),s++}var m=T===s}if(e.source!==void 0){let _=e.source,
T=s,q=s,L=s;if(typeof _=="string"){if(oe(_)<1){let ue={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:_};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/source",schemaPath:"#/$def\
s/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:_};r===null?r=[ue]:r.push(ue),s++}var y=q===s,
m=T===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:nr.type,parentSchema:nr,data:e};r===
null?r=[$]:r.push($),s++}return us.errors=r,s===0}us.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var h={type:"object",required:["submit","rows","result\
s","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path",
"source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{type:"array",minItems:1,description:"Other p\
aths, for what is given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$de\
fs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"\
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
dependentRequired:{list:["id","query"]}},ft={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Vt={enum:["queued","processing","complete\
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},lh=new RegExp("^[\\x20-\\x7e]*$","u"),fh=new RegExp("^(?!/)[^{}]*(\\{mode\
l\\}[^{}]*)?\\{id\\}$","u"),hh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),qo={type:"array",minItems:1,description:"All of these must hold.",items:{
$ref:"#/$defs/condition"}},_e={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is g\
iven."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parame\
ter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:[
"exceptModel"]}],additionalProperties:!1};function Dt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Dt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let Y={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qo,data:e};r===null?r=[Y]:r.push(Y),s++}let ue=!0,
W=e.length;for(let Y=0;Y<W;Y++){let D=e[Y],he=s,O=s,ye=s,be=s,Z=!1,F=null,xe=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&D.given===void 0){let ne={instancePath:t+
"/"+Y,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:_e.
oneOf[0].required,parentSchema:_e.oneOf[0],data:D};r===null?r=[ne]:r.push(ne),s++}var m=xe===s;m&&(Z=!0,F=0);let Se=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&
D.absent===void 0){let ne={instancePath:t+"/"+Y,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mu\
st have required property 'absent'",schema:_e.oneOf[1].required,parentSchema:_e.oneOf[1],data:D};r===null?r=[ne]:r.push(ne),s++}var m=Se===s;if(m&&Z)Z=!1,F=[F,1];else{
m&&(Z=!0,F=1);let ne=s;if(D&&typeof D=="object"&&!Array.isArray(D)){if(D.parameter===void 0){let Be={instancePath:t+"/"+Y,schemaPath:"#/$defs/condition/oneOf/2/\
required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:_e.oneOf[2].required,parentSchema:_e.
oneOf[2],data:D};r===null?r=[Be]:r.push(Be),s++}if(D.among===void 0){let Be={instancePath:t+"/"+Y,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"requi\
red",params:{missingProperty:"among"},message:"must have required property 'among'",schema:_e.oneOf[2].required,parentSchema:_e.oneOf[2],data:D};r===null?r=[Be]:
r.push(Be),s++}}var m=ne===s;if(m&&Z)Z=!1,F=[F,2];else{m&&(Z=!0,F=2);let Be=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&D.model===void 0){let Ot={instancePath:t+
"/"+Y,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:_e.
oneOf[3].required,parentSchema:_e.oneOf[3],data:D};r===null?r=[Ot]:r.push(Ot),s++}var m=Be===s;if(m&&Z)Z=!1,F=[F,3];else{m&&(Z=!0,F=3);let Ot=s;if(D&&typeof D==
"object"&&!Array.isArray(D)&&D.exceptModel===void 0){let bt={instancePath:t+"/"+Y,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"\
exceptModel"},message:"must have required property 'exceptModel'",schema:_e.oneOf[4].required,parentSchema:_e.oneOf[4],data:D};r===null?r=[bt]:r.push(bt),s++}var m=Ot===
s;m&&Z?(Z=!1,F=[F,4]):m&&(Z=!0,F=4)}}}if(Z)s=be,r!==null&&(be?r.length=be:r=null);else{let ne={instancePath:t+"/"+Y,schemaPath:"#/$defs/condition/oneOf",keyword:"\
oneOf",params:{passingSchemas:F},message:"must match exactly one schema in oneOf",schema:_e.oneOf,parentSchema:_e,data:D};r===null?r=[ne]:r.push(ne),s++}if(D&&typeof D==
"object"&&!Array.isArray(D)){let ne=s;for(let U in D)if(!(U==="given"||U==="absent"||U==="parameter"||U==="among"||U==="model"||U==="exceptModel")){let Be={instancePath:t+
"/"+Y,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:_e,data:D};r===null?r=[Be]:r.push(Be),s++}if(D.given!==void 0){let U=D.given,Be=s,tt=s;if(Array.isArray(U)){if(U.length<1){let bt={instancePath:t+
"/"+Y+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:_e.properties.given,data:U};r===null?r=[bt]:r.push(bt),s++}let Ot=!0,Ue=U.length;for(let bt=0;bt<Ue;bt++){let et=U[bt],vt=s;if(typeof et!="string"){
let Xt={instancePath:t+"/"+Y+"/given/"+bt,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:_e.properties.given.items.type,parentSchema:_e.properties.given.items,data:et};r===null?r=[Xt]:r.push(Xt),s++}let Pr=s;var y=vt===s;y||(Ot=!1)}}else{
let Ot={instancePath:t+"/"+Y+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.
properties.given.type,parentSchema:_e.properties.given,data:U};r===null?r=[Ot]:r.push(Ot),s++}var $=Be===s}if(D.absent!==void 0){let U=D.absent,Be=s,tt=s;if(Array.
isArray(U)){if(U.length<1){let et={instancePath:t+"/"+Y+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.absent,data:U};r===null?r=[et]:r.push(et),s++}let Ue=!0,bt=U.length;for(let et=0;et<
bt;et++){let vt=U[et],Pr=s;if(typeof vt!="string"){let lt={instancePath:t+"/"+Y+"/absent/"+et,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:_e.properties.absent.items.type,parentSchema:_e.properties.absent.items,data:vt};r===null?r=[lt]:r.
push(lt),s++}let Xt=s;var _=Pr===s;_||(Ue=!1)}}else{let Ue={instancePath:t+"/"+Y+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:_e.properties.absent.type,parentSchema:_e.properties.absent,data:U};r===null?r=[Ue]:r.push(Ue),s++}var $=Be===
s}if(D.parameter!==void 0){let U=D.parameter,Be=s;if(typeof U!="string"){let Ue={instancePath:t+"/"+Y+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_e.properties.parameter.type,parentSchema:_e.properties.parameter,data:U};r===
null?r=[Ue]:r.push(Ue),s++}let tt=s;var $=Be===s}if(D.among!==void 0){let U=D.among,Be=s,tt=s;if(Array.isArray(U)){if(U.length<1){let Ue={instancePath:t+"/"+Y+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.
properties.among,data:U};r===null?r=[Ue]:r.push(Ue),s++}}else{let Ue={instancePath:t+"/"+Y+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:_e.properties.among.type,parentSchema:_e.properties.among,data:U};r===null?r=[Ue]:r.push(Ue),s++}var $=Be===
s}if(D.model!==void 0){let U=D.model,Be=s,tt=s;if(Array.isArray(U)){if(U.length<1){let et={instancePath:t+"/"+Y+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.model,data:U};r===null?r=[et]:
r.push(et),s++}let Ue=!0,bt=U.length;for(let et=0;et<bt;et++){let vt=U[et],Pr=s,Xt=s;if(typeof vt=="string"){if(oe(vt)<1){let lt={instancePath:t+"/"+Y+"/model/"+
et,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:_e.properties.model.items,data:vt};r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/"+Y+"/model/"+et,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_e.properties.model.items.type,parentSchema:_e.properties.model.
items,data:vt};r===null?r=[lt]:r.push(lt),s++}var T=Pr===s;T||(Ue=!1)}}else{let Ue={instancePath:t+"/"+Y+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.properties.model.type,parentSchema:_e.properties.model,data:U};r===null?r=[Ue]:r.push(
Ue),s++}var $=Be===s}if(D.exceptModel!==void 0){let U=D.exceptModel,Be=s,tt=s;if(Array.isArray(U)){if(U.length<1){let et={instancePath:t+"/"+Y+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.
exceptModel,data:U};r===null?r=[et]:r.push(et),s++}let Ue=!0,bt=U.length;for(let et=0;et<bt;et++){let vt=U[et],Pr=s,Xt=s;if(typeof vt=="string"){if(oe(vt)<1){let lt={
instancePath:t+"/"+Y+"/exceptModel/"+et,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:_e.properties.exceptModel.items,data:vt};r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/"+
Y+"/exceptModel/"+et,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_e.properties.
exceptModel.items.type,parentSchema:_e.properties.exceptModel.items,data:vt};r===null?r=[lt]:r.push(lt),s++}var q=Pr===s;q||(Ue=!1)}}else{let Ue={instancePath:t+
"/"+Y+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.properties.
exceptModel.type,parentSchema:_e.properties.exceptModel,data:U};r===null?r=[Ue]:r.push(Ue),s++}var $=Be===s}}else{let ne={instancePath:t+"/"+Y,schemaPath:"#/$de\
fs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_e.type,parentSchema:_e,data:D};r===null?r=[ne]:r.push(ne),s++}var L=O===
s,V=he===s;V||(ue=!1)}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qo.type,parentSchema:qo,
data:e};r===null?r=[ue]:r.push(ue),s++}return Dt.errors=r,s===0}Dt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var me={type:"object",required:["to","so\
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
"join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},yh=new RegExp("^/(?!(-|\\d+)(/|$))","u");function ms(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ms.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s,m=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let he={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:me.oneOf[0].required,parentSchema:me.oneOf[0],data:e};r===null?r=[
he]:r.push(he),s++}var q=_===s;q&&(y=!0,$=0);let T=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let he={instancePath:t,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:me.oneOf[1].required,parentSchema:me.oneOf[1],data:e};
r===null?r=[he]:r.push(he),s++}var q=T===s;if(q&&y)y=!1,$=[$,1];else{q&&(y=!0,$=1);let he=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let ye={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:me.oneOf[2].
required,parentSchema:me.oneOf[2],data:e};r===null?r=[ye]:r.push(ye),s++}if(e.values===void 0){let ye={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:me.oneOf[2].required,parentSchema:me.oneOf[2],data:e};r===null?
r=[ye]:r.push(ye),s++}}var q=he===s;if(q&&y)y=!1,$=[$,2];else{q&&(y=!0,$=2);let ye=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let Z={instancePath:t,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:me.oneOf[3].required,parentSchema:me.
oneOf[3],data:e};r===null?r=[Z]:r.push(Z),s++}var q=ye===s;if(q&&y)y=!1,$=[$,3];else{q&&(y=!0,$=3);let Z=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===
void 0){let xe={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'cons\
tant'",schema:me.oneOf[4].required,parentSchema:me.oneOf[4],data:e};r===null?r=[xe]:r.push(xe),s++}var q=Z===s;q&&y?(y=!1,$=[$,4]):q&&(y=!0,$=4)}}}if(y)s=m,r!==
null&&(m?r.length=m:r=null);else{let he={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in\
 oneOf",schema:me.oneOf,parentSchema:me,data:e};r===null?r=[he]:r.push(he),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let O={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:me.required,parentSchema:me,data:e};r===
null?r=[O]:r.push(O),s++}if(e.source===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:me.required,parentSchema:me,data:e};r===null?r=[O]:r.push(O),s++}let he=s;for(let O in e)if(!ea.call(me.properties,O)){let ye={
instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,
parentSchema:me,data:e};r===null?r=[ye]:r.push(ye),s++}if(e.$comment!==void 0){let O=e.$comment,ye=s,be=s,Z=s;if(typeof O=="string"){if(oe(O)<1){let F={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:mr,
data:O};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:mr.type,parentSchema:mr,data:O};r===null?r=[F]:r.push(F),s++}var L=be===s,V=ye===s}if(e.to!==void 0){let O=e.to,ye=s,be=s,Z=s;if(typeof O==
"string"){if(!nt.test(O)){let xe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'m\
ust match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:O};r===null?r=[xe]:r.push(xe),s++}}else{let xe={instancePath:t+"/to",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:O};r===null?r=[xe]:r.push(xe),
s++}var ue=be===s;if(typeof O=="string"&&!yh.test(O)){let xe={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!\
(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:me.properties.to,data:O};r===null?r=[xe]:r.push(xe),
s++}var V=ye===s}if(e.from!==void 0){let O=e.from,ye=s,be=s;if(typeof O=="string"){if(oe(O)<1){let F={instancePath:t+"/from",schemaPath:"#/properties/from/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:me.properties.from,data:O};r===null?r=[F]:r.push(
F),s++}}else{let F={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:me.properties.
from.type,parentSchema:me.properties.from,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.each!==void 0){let O=e.each,ye=s,be=s;if(typeof O=="string"){if(oe(
O)<1){let F={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:me.properties.each,data:O};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:me.properties.each.type,parentSchema:me.properties.each,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===
s}if(e.join!==void 0){let O=e.join,ye=s,be=s;if(Array.isArray(O)){if(O.length<2){let Se={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"\
minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:me.properties.join,data:O};r===null?r=[Se]:r.push(Se),s++}let F=!0,xe=O.
length;for(let Se=0;Se<xe;Se++){let ne=O[Se],U=s,Be=s;if(typeof ne=="string"){if(oe(ne)<1){let tt={instancePath:t+"/join/"+Se,schemaPath:"#/properties/join/item\
s/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:me.properties.join.items,data:ne};r===null?
r=[tt]:r.push(tt),s++}}else{let tt={instancePath:t+"/join/"+Se,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:me.properties.join.items.type,parentSchema:me.properties.join.items,data:ne};r===null?r=[tt]:r.push(tt),s++}var W=U===s;W||(F=!1)}}else{let F={instancePath:t+
"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:me.properties.join.type,parentSchema:me.properties.
join,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.model!==void 0){let O=e.model,ye=s;if(O!==!0){let Z={instancePath:t+"/model",schemaPath:"#/propertie\
s/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:me.properties.model,data:O};r===null?r=[Z]:r.
push(Z),s++}var V=ye===s}if(e.when!==void 0){let O=e.when,ye=s;Dt(O,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?Dt.errors:r.concat(Dt.errors),s=r.length);var V=ye===s}if(e.as!==void 0){let O=e.as,ye=s,be=me.properties.as.enum;if(!(O==="string"||O==="uploaded")){
let F={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:me.properties.as.enum},message:"must be equal to one of the a\
llowed values",schema:me.properties.as.enum,parentSchema:me.properties.as,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.values!==void 0){let O=e.values,
ye=s,be=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(Object.keys(O).length<1){let F={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",
keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:me.properties.values,data:O};r===null?r=[F]:r.push(
F),s++}}else{let F={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:me.properties.
values.type,parentSchema:me.properties.values,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.accepts!==void 0){let O=e.accepts,ye=s,be=s;if(Array.isArray(
O)){if(O.length<1){let F={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:me.properties.accepts,data:O};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/accepts",schemaPath:"#/properties/a\
ccepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:me.properties.accepts.type,parentSchema:me.properties.accepts,data:O};r===null?
r=[F]:r.push(F),s++}var V=ye===s}if(e.minimum!==void 0){let O=e.minimum,ye=s;if(typeof O!="number"){let F={instancePath:t+"/minimum",schemaPath:"#/properties/mi\
nimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:me.properties.minimum.type,parentSchema:me.properties.minimum,data:O};r===null?
r=[F]:r.push(F),s++}let be=s;var V=ye===s}if(e.maximum!==void 0){let O=e.maximum,ye=s;if(typeof O!="number"){let F={instancePath:t+"/maximum",schemaPath:"#/prop\
erties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:me.properties.maximum.type,parentSchema:me.properties.maximum,data:O};
r===null?r=[F]:r.push(F),s++}let be=s;var V=ye===s}if(e.maximumItems!==void 0){let O=e.maximumItems,ye=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){let F={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:me.properties.maximumItems.type,
parentSchema:me.properties.maximumItems,data:O};r===null?r=[F]:r.push(F),s++}let be=s;if(typeof O=="number"&&(O<1||isNaN(O))){let F={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:me.properties.
maximumItems,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.maximumLength!==void 0){let O=e.maximumLength,ye=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){
let F={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:me.properties.
maximumLength.type,parentSchema:me.properties.maximumLength,data:O};r===null?r=[F]:r.push(F),s++}let be=s;if(typeof O=="number"&&(O<1||isNaN(O))){let F={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:me.
properties.maximumLength,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.forms!==void 0){let O=e.forms,ye=s,be=s;if(Array.isArray(O)){if(O.length<1){let Se={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:me.
properties.forms,data:O};r===null?r=[Se]:r.push(Se),s++}let F=!0,xe=O.length;for(let Se=0;Se<xe;Se++){let ne=O[Se],U=s,Be=me.properties.forms.items.enum;if(!(ne===
"url"||ne==="data")){let tt={instancePath:t+"/forms/"+Se,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:me.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:me.properties.forms.items.enum,parentSchema:me.properties.forms.items,data:ne};r===null?r=[tt]:
r.push(tt),s++}var Y=U===s;Y||(F=!1)}}else{let F={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:me.properties.forms.type,parentSchema:me.properties.forms,data:O};r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.oneWay!==void 0){let O=e.oneWay,
ye=s,be=s;if(typeof O=="string"){if(oe(O)<1){let F={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:me.properties.oneWay,data:O};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:me.properties.oneWay.type,parentSchema:me.properties.oneWay,data:O};
r===null?r=[F]:r.push(F),s++}var V=ye===s}if(e.source!==void 0){let O=e.source,ye=s,be=s,Z=s;if(typeof O=="string"){if(oe(O)<1){let xe={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:O};r===
null?r=[xe]:r.push(xe),s++}}else{let xe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:se.type,parentSchema:se,data:O};r===null?r=[xe]:r.push(xe),s++}var D=be===s,V=ye===s}}else{let he={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:me.type,parentSchema:me,data:e};r===null?r=[he]:r.push(he),s++}return ms.errors=r,s===0}ms.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var Oo={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Me={
type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The fir\
st file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. I\
t is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:[
"video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The medi\
a type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that a\
nswers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early\
; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
Ys={validate:Dr},rc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function kt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=kt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){
let $=!0,_=e.length;for(let T=0;T<_;T++){let q=e[T],L=s,V=s,ue=s;if(typeof q=="string"){if(!nt.test(q)){let W={instancePath:t+"/"+T,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,
data:q};r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/"+T,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:ae.type,parentSchema:ae,data:q};r===null?r=[W]:r.push(W),s++}var m=V===s,y=L===s;y||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:rc.type,parentSchema:rc,data:e};r===null?r=[$]:r.push($),s++}return kt.errors=r,s===0}kt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function ls(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ls.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s,m=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let be={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Me.oneOf[0].
required,parentSchema:Me.oneOf[0],data:e};r===null?r=[be]:r.push(be),s++}var q=_===s;q&&(y=!0,$=0);let T=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let be={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:Me.oneOf[1].required,parentSchema:Me.oneOf[1],data:e};r===null?r=[be]:r.push(be),s++}if(e.contentType===void 0){let be={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Me.oneOf[1].required,parentSchema:Me.
oneOf[1],data:e};r===null?r=[be]:r.push(be),s++}}var q=T===s;if(q&&y)y=!1,$=[$,1];else{q&&(y=!0,$=1);let be=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let F={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:Me.oneOf[2].required,parentSchema:Me.oneOf[2],data:e};r===null?r=[F]:r.push(F),s++}var q=be===s;if(q&&y)y=!1,$=[$,2];else{q&&(y=!0,$=2);let F=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let Se={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:Me.oneOf[3].required,parentSchema:Me.oneOf[3],data:e};r===null?r=[Se]:r.push(Se),s++}if(e.results===
void 0){let Se={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:Me.oneOf[3].required,parentSchema:Me.oneOf[3],data:e};r===null?r=[Se]:r.push(Se),s++}if(e.message===void 0){let Se={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Me.oneOf[3].required,parentSchema:Me.
oneOf[3],data:e};r===null?r=[Se]:r.push(Se),s++}}var q=F===s;q&&y?(y=!1,$=[$,3]):q&&(y=!0,$=3)}}if(y)s=m,r!==null&&(m?r.length=m:r=null);else{let be={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:Me.oneOf,parentSchema:Me,data:e};r===null?
r=[be]:r.push(be),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let Z={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:Me.required,parentSchema:Me,data:e};r===null?r=[Z]:r.push(Z),s++}let be=s;for(let Z in e)
if(!ea.call(Me.properties,Z)){let F={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Z},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:Me,data:e};r===null?r=[F]:r.push(F),s++}if(e.url!==void 0){let Z=e.url,F=s,xe=s,Se=s;if(typeof Z=="str\
ing"){if(!nt.test(Z)){let ne={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must\
 match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:Z};r===null?r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+"/url",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:Z};r===null?r=[ne]:r.push(ne),
s++}var L=xe===s,V=F===s}if(e.list!==void 0){let Z=e.list,F=s;if(typeof Z!="boolean"){let ne={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:Me.properties.list.type,parentSchema:Me.properties.list,data:Z};r===null?r=[ne]:r.push(ne),s++}let xe=s;
var V=F===s}if(e.withKey!==void 0){let Z=e.withKey,F=s;if(Z!==!0){let Se={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Me.properties.withKey,data:Z};r===null?r=[Se]:r.push(Se),s++}var V=F===s}if(e.base64!==
void 0){let Z=e.base64,F=s,xe=s,Se=s;if(typeof Z=="string"){if(!nt.test(Z)){let U={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"patter\
n",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:Z};r===null?r=
[U]:r.push(U),s++}}else{let U={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.
type,parentSchema:ae,data:Z};r===null?r=[U]:r.push(U),s++}var ue=xe===s,V=F===s}if(e.contentType!==void 0){let Z=e.contentType,F=s,xe=Me.properties.contentType.
enum;if(!(Z==="video/mp4"||Z==="video/quicktime"||Z==="video/webm"||Z==="image/png"||Z==="image/jpeg"||Z==="image/webp"||Z==="image/gif"||Z==="audio/mpeg"||Z===
"audio/wav"||Z==="model/gltf-binary")){let ne={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:Me.
properties.contentType.enum},message:"must be equal to one of the allowed values",schema:Me.properties.contentType.enum,parentSchema:Me.properties.contentType,data:Z};
r===null?r=[ne]:r.push(ne),s++}var V=F===s}if(e.content!==void 0){let Z=e.content,F=s,xe=s,Se=s;if(typeof Z=="string"){if(!Ut.test(Z)){let U={instancePath:t+"/c\
ontent",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:Z};r===null?
r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.
type,parentSchema:We,data:Z};r===null?r=[U]:r.push(U),s++}var W=xe===s,V=F===s}if(e.query!==void 0){let Z=e.query,F=s,xe=s,Se=s;if(typeof Z=="string"){if(!Ut.test(
Z)){let U={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,
data:Z};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:We.type,parentSchema:We,data:Z};r===null?r=[U]:r.push(U),s++}var Y=xe===s,V=F===s}if(e.results!==void 0){let Z=e.results,F=s;if(!Ys.validate(Z,{instancePath:t+
"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?Ys.validate.errors:r.concat(Ys.validate.errors),s=r.length;else var D=Ys.
validate.evaluated.props,he=Ys.validate.evaluated.items;var V=F===s}if(e.message!==void 0){let Z=e.message,F=s;kt(Z,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?kt.errors:r.concat(kt.errors),s=r.length);var V=F===s}if(e.pending!==void 0){let Z=e.pending,F=s,xe=s;if(Z&&
typeof Z=="object"&&!Array.isArray(Z)){if(Z.status===void 0){let U={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{
missingProperty:"status"},message:"must have required property 'status'",schema:Me.properties.pending.required,parentSchema:Me.properties.pending,data:Z};r===null?
r=[U]:r.push(U),s++}if(Z.body===void 0){let U={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"\
body"},message:"must have required property 'body'",schema:Me.properties.pending.required,parentSchema:Me.properties.pending,data:Z};r===null?r=[U]:r.push(U),s++}
let ne=s;for(let U in Z)if(!(U==="status"||U==="body")){let Be={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:Me.properties.pending,data:Z};r===null?r=[Be]:
r.push(Be),s++}if(Z.status!==void 0){let U=Z.status,Be=s;if(!(typeof U=="number"&&!(U%1)&&!isNaN(U))){let Ot={instancePath:t+"/pending/status",schemaPath:"#/pro\
perties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Me.properties.pending.properties.status.type,parentSchema:Me.
properties.pending.properties.status,data:U};r===null?r=[Ot]:r.push(Ot),s++}let tt=s;var O=Be===s}}else{let ne={instancePath:t+"/pending",schemaPath:"#/properti\
es/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Me.properties.pending.type,parentSchema:Me.properties.pending,data:Z};r===
null?r=[ne]:r.push(ne),s++}var V=F===s}if(e.source!==void 0){let Z=e.source,F=s,xe=s,Se=s;if(typeof Z=="string"){if(oe(Z)<1){let U={instancePath:t+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:Z};r===null?r=[U]:r.
push(U),s++}}else{let U={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:Z};r===null?r=[U]:r.push(U),s++}var ye=xe===s,V=F===s}}else{let be={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:Me.type,parentSchema:Me,data:e};r===null?r=[be]:r.push(be),s++}return ls.errors=r,s===0}ls.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function Dr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Dr.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oo,data:e};r===null?r=[_]:r.push(_),s++}let y=!0,$=e.length;for(let _=0;_<$;_++){let T=e[_],q=s;
ls(T,{instancePath:t+"/"+_,parentData:e,parentDataProperty:_,rootData:o,dynamicAnchors:i})||(r=r===null?ls.errors:r.concat(ls.errors),s=r.length);var m=q===s;m||
(y=!1)}}else{let y={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oo.type,parentSchema:Oo,data:e};r===null?
r=[y]:r.push(y),s++}return Dr.errors=r,s===0}Dr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function jt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=jt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.submit===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"mus\
t have required property 'submit'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:h.required,parentSchema:h,data:e};r===null?r=[
b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have r\
equired property 'results'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}if(e.message===void 0){let b={instancePath:t,schemaPath:"#/req\
uired",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:h.required,parentSchema:h,data:e};r===null?r=
[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must have requir\
ed property 'code'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}let Ja=s;for(let b in e)if(!ea.call(h.properties,b)){let $e={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h,
data:e};r===null?r=[$e]:r.push($e),s++}if(e.$comment!==void 0){let b=e.$comment,$e=s,ut=s,Sr=s;if(typeof b=="string"){if(oe(b)<1){let le={instancePath:t+"/$comm\
ent",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:mr,data:b};
r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:mr.type,parentSchema:mr,data:b};r===null?r=[le]:r.push(le),s++}var m=ut===s,y=$e===s}if(e.submit!==void 0){let b=e.submit,$e=s,ut=s;if(b&&typeof b==
"object"&&!Array.isArray(b)){if(b.method===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:b};r===null?r=[f]:r.push(f),s++}
if(b.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={
instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:b};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in b)if(!(f==="method"||f===
"path"||f==="paths"||f==="headers"||f==="encoding"||f==="source")){let P={instancePath:t+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,data:b};r===null?r=
[P]:r.push(P),s++}if(b.method!==void 0){let f=b.method,P=s,A=h.properties.submit.properties.method.enum;if(!(f==="POST"||f==="PUT")){let Re={instancePath:t+"/su\
bmit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.enum},message:"m\
ust be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,data:f};r===null?
r=[Re]:r.push(Re),s++}var $=P===s}if(b.path!==void 0){let f=b.path,P=s,A=s,Re=s;if(typeof f=="string"){if(!Ut.test(f)){let S={instancePath:t+"/submit/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[S]:r.push(S),s++}}else{
let S={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:f};r===null?r=[S]:r.push(S),s++}var _=A===s,$=P===s}if(b.paths!==void 0){let f=b.paths,P=s,A=s;if(Array.isArray(f)){if(f.length<1){let x={instancePath:t+"/\
submit/paths",schemaPath:"#/properties/submit/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:h.properties.submit.properties.paths,data:f};r===null?r=[x]:r.push(x),s++}let ee=!0,S=f.length;for(let x=0;x<S;x++){let C=f[x],pe=s,ge=s;if(C&&typeof C==
"object"&&!Array.isArray(C)){if(C.when===void 0){let M={instancePath:t+"/submit/paths/"+x,schemaPath:"#/properties/submit/properties/paths/items/required",keyword:"\
required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.submit.properties.paths.items.required,parentSchema:h.
properties.submit.properties.paths.items,data:C};r===null?r=[M]:r.push(M),s++}if(C.path===void 0){let M={instancePath:t+"/submit/paths/"+x,schemaPath:"#/propert\
ies/submit/properties/paths/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
submit.properties.paths.items.required,parentSchema:h.properties.submit.properties.paths.items,data:C};r===null?r=[M]:r.push(M),s++}let X=s;for(let M in C)if(!(M===
"when"||M==="path")){let ve={instancePath:t+"/submit/paths/"+x,schemaPath:"#/properties/submit/properties/paths/items/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit.properties.paths.items,data:C};
r===null?r=[ve]:r.push(ve),s++}if(C.when!==void 0){let M=C.when,ve=s;Dt(M,{instancePath:t+"/submit/paths/"+x+"/when",parentData:C,parentDataProperty:"when",rootData:o,
dynamicAnchors:i})||(r=r===null?Dt.errors:r.concat(Dt.errors),s=r.length);var T=ve===s}if(C.path!==void 0){let M=C.path,ve=s,De=s,Ge=s;if(typeof M=="string"){if(!Ut.
test(M)){let u={instancePath:t+"/submit/paths/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:We,data:M};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/submit/paths/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:M};r===null?r=[u]:r.push(u),s++}var q=De===s,T=ve===s}}else{let X={instancePath:t+
"/submit/paths/"+x,schemaPath:"#/properties/submit/properties/paths/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
submit.properties.paths.items.type,parentSchema:h.properties.submit.properties.paths.items,data:C};r===null?r=[X]:r.push(X),s++}var L=pe===s;L||(ee=!1)}}else{let ee={
instancePath:t+"/submit/paths",schemaPath:"#/properties/submit/properties/paths/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
submit.properties.paths.type,parentSchema:h.properties.submit.properties.paths,data:f};r===null?r=[ee]:r.push(ee),s++}var $=P===s}if(b.headers!==void 0){let f=b.
headers,P=s,A=s;if(f&&typeof f=="object"&&!Array.isArray(f)){let ee=s;for(let S in f){let x=f[S],C=s,pe=s;if(typeof x=="string"){if(!lh.test(x)){let ge={instancePath:t+
"/submit/headers/"+S.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{
pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:h.properties.submit.properties.headers.additionalProperties,
data:x};r===null?r=[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/submit/headers/"+S.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/\
properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.submit.properties.headers.additionalProperties.
type,parentSchema:h.properties.submit.properties.headers.additionalProperties,data:x};r===null?r=[ge]:r.push(ge),s++}var V=C===s}}else{let ee={instancePath:t+"/\
submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.
properties.headers.type,parentSchema:h.properties.submit.properties.headers,data:f};r===null?r=[ee]:r.push(ee),s++}var $=P===s}if(b.encoding!==void 0){let f=b.encoding,
P=s,A=h.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){let ee={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/prope\
rties/encoding/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:h.
properties.submit.properties.encoding.enum,parentSchema:h.properties.submit.properties.encoding,data:f};r===null?r=[ee]:r.push(ee),s++}var $=P===s}if(b.source!==
void 0){let f=b.source,P=s,A=s,Re=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+
"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?
r=[S]:r.push(S),s++}var ue=A===s,$=P===s}}else{let le={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.rows!==void 0){let b=e.
rows,$e=s,ut=s;if(Array.isArray(b)){if(b.length<1){let P={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:b};r===null?r=[P]:r.push(P),s++}let le=!0,f=b.length;for(let P=0;P<f;P++){let A=b[P],
Re=s;ms(A,{instancePath:t+"/rows/"+P,parentData:b,parentDataProperty:P,rootData:o,dynamicAnchors:i})||(r=r===null?ms.errors:r.concat(ms.errors),s=r.length);var W=Re===
s;W||(le=!1)}}else{let le={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
rows.type,parentSchema:h.properties.rows,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.drops!==void 0){let b=e.drops,$e=s,ut=s;if(Array.isArray(b)){let le=!0,
f=b.length;for(let P=0;P<f;P++){let A=b[P],Re=s,ee=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.parameter===void 0){let x={instancePath:t+"/drops/"+P,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
drops.items.required,parentSchema:h.properties.drops.items,data:A};r===null?r=[x]:r.push(x),s++}if(A.reason===void 0){let x={instancePath:t+"/drops/"+P,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.drops.
items.required,parentSchema:h.properties.drops.items,data:A};r===null?r=[x]:r.push(x),s++}if(A.source===void 0){let x={instancePath:t+"/drops/"+P,schemaPath:"#/\
properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.drops.items.
required,parentSchema:h.properties.drops.items,data:A};r===null?r=[x]:r.push(x),s++}let S=s;for(let x in A)if(!(x==="parameter"||x==="values"||x==="when"||x==="\
reason"||x==="source")){let C={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.drops.items,data:A};r===null?r=[C]:r.push(C),s++}if(A.parameter!==void 0){let x=A.
parameter,C=s;if(typeof x!="string"){let ge={instancePath:t+"/drops/"+P+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,
data:x};r===null?r=[ge]:r.push(ge),s++}let pe=s;var Y=C===s}if(A.values!==void 0){let x=A.values,C=s,pe=s;if(Array.isArray(x)){if(x.length<1){let X={instancePath:t+
"/drops/"+P+"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 i\
tems",schema:1,parentSchema:h.properties.drops.items.properties.values,data:x};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/drops/"+P+"/values",schemaPath:"\
#/properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.
type,parentSchema:h.properties.drops.items.properties.values,data:x};r===null?r=[X]:r.push(X),s++}var Y=C===s}if(A.when!==void 0){let x=A.when,C=s;Dt(x,{instancePath:t+
"/drops/"+P+"/when",parentData:A,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Dt.errors:r.concat(Dt.errors),s=r.length);var Y=C===s}if(A.
reason!==void 0){let x=A.reason,C=s,pe=s;if(typeof x=="string"){if(oe(x)<1){let X={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.
reason,data:x};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,
data:x};r===null?r=[X]:r.push(X),s++}var Y=C===s}if(A.source!==void 0){let x=A.source,C=s,pe=s,ge=s;if(typeof x=="string"){if(oe(x)<1){let M={instancePath:t+"/d\
rops/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,
data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:x};r===null?r=[M]:r.push(M),s++}var D=pe===s,Y=C===s}}else{let S={instancePath:t+"/drops/"+P,schemaPath:"#/p\
roperties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.
items,data:A};r===null?r=[S]:r.push(S),s++}var he=Re===s;he||(le=!1)}}else{let le={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.drops.type,parentSchema:h.properties.drops,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.needs!==
void 0){let b=e.needs,$e=s,ut=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let le=s;for(let f in b){let P=b[f],A=s,Re=s;if(P&&typeof P=="object"&&!Array.isArray(
P)){if(P.reason===void 0){let S={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",
keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.
properties.needs.additionalProperties,data:P};r===null?r=[S]:r.push(S),s++}if(P.source===void 0){let S={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:P};r===null?r=[S]:r.push(S),s++}let ee=s;
for(let S in P)if(!(S==="reason"||S==="source")){let x={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.needs.additionalProperties,data:P};r===null?r=[x]:r.push(x),s++}if(P.reason!==void 0){let S=P.reason,x=s,C=s;if(typeof S=="string"){if(oe(S)<1){let pe={
instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:S};
r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/addition\
alProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.
type,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:S};r===null?r=[pe]:r.push(pe),s++}var O=x===s}if(P.source!==void 0){let S=P.source,
x=s,C=s,pe=s;if(typeof S=="string"){if(oe(S)<1){let X={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:S};r===null?r=[X]:r.push(X),s++}}else{
let X={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:S};r===null?r=[X]:r.push(X),s++}var ye=C===s,O=x===s}}else{let ee={instancePath:t+"/needs/"+f.replace(/~/g,"\
~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
needs.additionalProperties.type,parentSchema:h.properties.needs.additionalProperties,data:P};r===null?r=[ee]:r.push(ee),s++}var be=A===s}}else{let le={instancePath:t+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.
needs,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.lacks!==void 0){let b=e.lacks,$e=s,ut=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let le=s;for(let f in b){
let P=b[f],A=s,Re=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let S={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",
schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:P};r===null?r=[S]:r.push(S),s++}if(P.source===
void 0){let S={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.
lacks.additionalProperties,data:P};r===null?r=[S]:r.push(S),s++}let ee=s;for(let S in P)if(!(S==="reason"||S==="source")){let x={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:P};r===null?r=[x]:r.push(x),s++}if(P.reason!==
void 0){let S=P.reason,x=s,C=s;if(typeof S=="string"){if(oe(S)<1){let pe={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"\
#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:S};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/lacks/"+f.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:h.properties.lacks.additionalProperties.properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:S};
r===null?r=[pe]:r.push(pe),s++}var Z=x===s}if(P.source!==void 0){let S=P.source,x=s,C=s,pe=s;if(typeof S=="string"){if(oe(S)<1){let X={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:se,data:S};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/sou\
rce",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:S};r===null?r=[X]:r.push(
X),s++}var F=C===s,Z=x===s}}else{let ee={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,
data:P};r===null?r=[ee]:r.push(ee),s++}var xe=A===s}}else{let le={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:h.properties.lacks.type,parentSchema:h.properties.lacks,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.id!==void 0){
let b=e.id,$e=s,ut=s,Sr=s;if(typeof b=="string"){if(!nt.test(b)){let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?r=[f]:r.push(f),s++}}else{
let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:b};
r===null?r=[f]:r.push(f),s++}var Se=ut===s,y=$e===s}if(e.idForm!==void 0){let b=e.idForm,$e=s,ut=s;if(typeof b=="string"){if(!fh.test(b)){let le={instancePath:t+
"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^\
(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:b};r===null?r=[le]:r.push(le),
s++}}else{let le={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
idForm.type,parentSchema:h.properties.idForm,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.queryId!==void 0){let b=e.queryId,$e=s,ut=s,Sr=s;if(typeof b==
"string"){if(!nt.test(b)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/quer\
yId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:b};r===null?r=[f]:r.push(
f),s++}var ne=ut===s,y=$e===s}if(e.query!==void 0){let b=e.query,$e=s,ut=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let P={instancePath:t+
"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.
query.required,parentSchema:h.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.path===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/\
query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.
properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.source===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:b};
r===null?r=[P]:r.push(P),s++}let le=s;for(let P in b)if(!(P==="method"||P==="path"||P==="at"||P==="hosts"||P==="body"||P==="source")){let A={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:h.properties.query,data:b};r===null?r=[A]:r.push(A),s++}if(b.method!==void 0){let P=b.method,A=s,Re=h.properties.query.properties.method.
enum;if(!(P==="GET"||P==="POST"||P==="PUT"||P==="DELETE")){let ee={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"\
enum",params:{allowedValues:h.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.
method.enum,parentSchema:h.properties.query.properties.method,data:P};r===null?r=[ee]:r.push(ee),s++}var U=A===s}if(b.path!==void 0){let P=b.path,A=s,Re=s,ee=s;
if(typeof P=="string"){if(!Ut.test(P)){let x={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'mu\
st match pattern "^/"',schema:"^/",parentSchema:We,data:P};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:P};r===null?r=[x]:r.push(x),s++}var Be=Re===s,U=A===s}if(b.at!==
void 0){let P=b.at,A=s,Re=s,ee=s;if(typeof P=="string"){if(!nt.test(P)){let x={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:P};r===null?r=[x]:
r.push(x),s++}}else{let x={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.
type,parentSchema:ae,data:P};r===null?r=[x]:r.push(x),s++}var tt=Re===s,U=A===s}if(b.hosts!==void 0){let P=b.hosts,A=s,Re=s;if(Array.isArray(P)){if(P.length<1){
let C={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:P};r===null?r=[C]:r.push(C),s++}let S=!0,x=P.length;for(let C=0;C<x;C++){let pe=P[C],
ge=s,X=s;if(typeof pe=="string"){if(!hh.test(pe)){let M={instancePath:t+"/query/hosts/"+C,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"\
pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]\
+(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:pe};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/query/hosts/"+C,schemaPath:"\
#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.query.properties.hosts.items.
type,parentSchema:h.properties.query.properties.hosts.items,data:pe};r===null?r=[M]:r.push(M),s++}var Ot=ge===s;Ot||(S=!1)}}else{let S={instancePath:t+"/query/h\
osts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.
type,parentSchema:h.properties.query.properties.hosts,data:P};r===null?r=[S]:r.push(S),s++}var U=A===s}if(b.body!==void 0){let P=b.body,A=s,Re=s;if(Array.isArray(
P)){if(P.length<1){let C={instancePath:t+"/query/body",schemaPath:"#/properties/query/properties/body/minItems",keyword:"minItems",params:{limit:1},message:"mus\
t NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.body,data:P};r===null?r=[C]:r.push(C),s++}let S=!0,x=P.length;for(let C=0;C<x;C++){
let pe=P[C],ge=s,X=s,M=s,ve=!1,De=null,Ge=s;if(pe&&typeof pe=="object"&&!Array.isArray(pe)&&pe.fact===void 0){let u={instancePath:t+"/query/body/"+C,schemaPath:"\
#/properties/query/properties/body/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.
properties.query.properties.body.items.oneOf[0].required,parentSchema:h.properties.query.properties.body.items.oneOf[0],data:pe};r===null?r=[u]:r.push(u),s++}var Ue=Ge===
s;Ue&&(ve=!0,De=0);let ke=s;if(pe&&typeof pe=="object"&&!Array.isArray(pe)&&pe.constant===void 0){let u={instancePath:t+"/query/body/"+C,schemaPath:"#/propertie\
s/query/properties/body/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.
properties.query.properties.body.items.oneOf[1].required,parentSchema:h.properties.query.properties.body.items.oneOf[1],data:pe};r===null?r=[u]:r.push(u),s++}var Ue=ke===
s;if(Ue&&ve?(ve=!1,De=[De,1]):Ue&&(ve=!0,De=1),ve)s=M,r!==null&&(M?r.length=M:r=null);else{let u={instancePath:t+"/query/body/"+C,schemaPath:"#/properties/query\
/properties/body/items/oneOf",keyword:"oneOf",params:{passingSchemas:De},message:"must match exactly one schema in oneOf",schema:h.properties.query.properties.body.
items.oneOf,parentSchema:h.properties.query.properties.body.items,data:pe};r===null?r=[u]:r.push(u),s++}if(pe&&typeof pe=="object"&&!Array.isArray(pe)){if(pe.to===
void 0){let G={instancePath:t+"/query/body/"+C,schemaPath:"#/properties/query/properties/body/items/required",keyword:"required",params:{missingProperty:"to"},message:"\
must have required property 'to'",schema:h.properties.query.properties.body.items.required,parentSchema:h.properties.query.properties.body.items,data:pe};r===null?
r=[G]:r.push(G),s++}let u=s;for(let G in pe)if(!(G==="to"||G==="fact"||G==="constant")){let je={instancePath:t+"/query/body/"+C,schemaPath:"#/properties/query/p\
roperties/body/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,
parentSchema:h.properties.query.properties.body.items,data:pe};r===null?r=[je]:r.push(je),s++}if(pe.to!==void 0){let G=pe.to,je=s,Ce=s,B=s;if(typeof G=="string"){
if(!nt.test(G)){let c={instancePath:t+"/query/body/"+C+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:G};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/quer\
y/body/"+C+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:G};r===null?
r=[c]:r.push(c),s++}var bt=Ce===s,et=je===s}if(pe.fact!==void 0){let G=pe.fact,je=s,Ce=h.properties.query.properties.body.items.properties.fact.enum;if(!(G==="i\
d"||G==="model")){let c={instancePath:t+"/query/body/"+C+"/fact",schemaPath:"#/properties/query/properties/body/items/properties/fact/enum",keyword:"enum",params:{
allowedValues:h.properties.query.properties.body.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.
body.items.properties.fact.enum,parentSchema:h.properties.query.properties.body.items.properties.fact,data:G};r===null?r=[c]:r.push(c),s++}var et=je===s}}else{let u={
instancePath:t+"/query/body/"+C,schemaPath:"#/properties/query/properties/body/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.query.properties.body.items.type,parentSchema:h.properties.query.properties.body.items,data:pe};r===null?r=[u]:r.push(u),s++}var vt=ge===s;vt||(S=!1)}}else{
let S={instancePath:t+"/query/body",schemaPath:"#/properties/query/properties/body/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
query.properties.body.type,parentSchema:h.properties.query.properties.body,data:P};r===null?r=[S]:r.push(S),s++}var U=A===s}if(b.source!==void 0){let P=b.source,
A=s,Re=s,ee=s;if(typeof P=="string"){if(oe(P)<1){let x={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:P};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/query/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:P};r===null?r=[x]:r.push(x),s++}var Pr=Re===
s,U=A===s}let f;if(b.at!==void 0&&b.hosts===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",
params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:h.properties.query.
dependentRequired,parentSchema:h.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.hosts!==void 0&&b.at===void 0){let P={instancePath:t+"/query",schemaPath:"\
#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have proper\
ty at when property hosts is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let le={
instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.type,parentSchema:h.
properties.query,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.list!==void 0){let b=e.list,$e=s,ut=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.
path===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have requi\
red property 'path'",schema:h.properties.list.required,parentSchema:h.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.filter===void 0){let f={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:h.properties.
list.required,parentSchema:h.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.limit===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:h.properties.list.required,parentSchema:h.
properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.items===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.list.required,parentSchema:h.properties.list,data:b};r===null?
r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"sour\
ce"},message:"must have required property 'source'",schema:h.properties.list.required,parentSchema:h.properties.list,data:b};r===null?r=[f]:r.push(f),s++}let le=s;
for(let f in b)if(!(f==="path"||f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){let P={instancePath:t+"/list",schemaPath:"#/properties/list\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
list,data:b};r===null?r=[P]:r.push(P),s++}if(b.path!==void 0){let f=b.path,P=s,A=s,Re=s;if(typeof f=="string"){if(!Ut.test(f)){let ee={instancePath:t+"/list/pat\
h",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[ee]:
r.push(ee),s++}}else{let ee={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.
type,parentSchema:We,data:f};r===null?r=[ee]:r.push(ee),s++}var Xt=A===s,lt=P===s}if(b.filter!==void 0){let f=b.filter,P=s,A=s;if(typeof f=="string"){if(oe(f)<1){
let ee={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/list/filte\
r",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.list.properties.filter.
type,parentSchema:h.properties.list.properties.filter,data:f};r===null?r=[ee]:r.push(ee),s++}var lt=P===s}if(b.limit!==void 0){let f=b.limit,P=s;if(!(typeof f==
"number"&&!(f%1)&&!isNaN(f))){let ee={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[ee]:r.push(ee),s++}let A=s;if(typeof f==
"number"){if(f>500||isNaN(f)){let ee={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[ee]:r.push(ee),s++}if(f<2||isNaN(f)){let ee={
instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,
parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[ee]:r.push(ee),s++}}var lt=P===s}if(b.items!==void 0){let f=b.items,P=s,A=s,Re=s;if(typeof f==
"string"){if(!nt.test(f)){let S={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list\
/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:f};r===null?r=[S]:r.
push(S),s++}var Vr=A===s,lt=P===s}if(b.within!==void 0){let f=b.within,P=s,A=s,Re=s;if(typeof f=="string"){if(!nt.test(f)){let S={instancePath:t+"/list/within",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:ae,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:f};r===null?r=[S]:r.push(S),s++}var zf=A===s,lt=P===s}if(b.source!==void 0){
let f=b.source,P=s,A=s,Re=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[S]:r.push(S),
s++}var Wf=A===s,lt=P===s}}else{let le={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.list.type,parentSchema:h.properties.list,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.cancel!==void 0){let b=e.cancel,$e=s,ut=s;
if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",
params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:b};r===
null?r=[f]:r.push(f),s++}if(b.path===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.
source===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must ha\
ve required property 'source'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in b)
if(!(f==="method"||f==="path"||f==="from"||f==="proves"||f==="source")){let P={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:b};r===null?r=
[P]:r.push(P),s++}if(b.method!==void 0){let f=b.method,P=s,A=h.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Re={
instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.method,
data:f};r===null?r=[Re]:r.push(Re),s++}var ns=P===s}if(b.path!==void 0){let f=b.path,P=s,A=s,Re=s;if(typeof f=="string"){if(!Ut.test(f)){let S={instancePath:t+"\
/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===
null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:We.type,parentSchema:We,data:f};r===null?r=[S]:r.push(S),s++}var cr=A===s,ns=P===s}if(b.from!==void 0){let f=b.from,P=s,A=s;if(f&&typeof f=="object"&&!Array.
isArray(f)){if(f.words===void 0){let S={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"\
words"},message:"must have required property 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:f};
r===null?r=[S]:r.push(S),s++}if(f.source===void 0){let S={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"requi\
red",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.
cancel.properties.from,data:f};r===null?r=[S]:r.push(S),s++}let ee=s;for(let S in f)if(!(S==="words"||S==="source")){let x={instancePath:t+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:h.properties.cancel.properties.from,data:f};r===null?r=[x]:r.push(x),s++}if(f.words!==void 0){let S=f.words,x=s,C=s,pe=s;if(Array.isArray(
S)){if(S.length<1){let Ge={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fe\
wer than 1 items",schema:1,parentSchema:ft,data:S};r===null?r=[Ge]:r.push(Ge),s++}let ge=!0,X=S.length;for(let Ge=0;Ge<X;Ge++){let ke=S[Ge],u=s,G=s;if(typeof ke==
"string"){if(oe(ke)<1){let je={instancePath:t+"/cancel/from/words/"+Ge,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ft.items,data:ke};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/cancel/from/words/"+
Ge,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ft.items.type,parentSchema:ft.items,data:ke};r===
null?r=[je]:r.push(je),s++}var Cp=u===s;Cp||(ge=!1)}let M,ve=S.length,De;if(M=!0,ve>1){let Ge={};for(;ve--;){let ke=S[ve];if(typeof ke=="string"){if(typeof Ge[ke]==
"number"){De=Ge[ke];let u={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ve,j:De},message:"must NOT\
 have duplicate items (items ## "+De+" and "+ve+" are identical)",schema:!0,parentSchema:ft,data:S};r===null?r=[u]:r.push(u),s++,M=!1;break}Ge[ke]=ve}}}}else{let ge={
instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ft.type,parentSchema:ft,
data:S};r===null?r=[ge]:r.push(ge),s++}var Cf=C===s,Kp=x===s}if(f.source!==void 0){let S=f.source,x=s,C=s,pe=s;if(typeof S=="string"){if(oe(S)<1){let X={instancePath:t+
"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,
data:S};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:S};r===null?r=[X]:r.push(X),s++}var Ks=C===s,Kp=x===s}}else{let ee={instancePath:t+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.
properties.cancel.properties.from,data:f};r===null?r=[ee]:r.push(ee),s++}var ns=P===s}if(b.proves!==void 0){let f=b.proves,P=s,A=s;if(f&&typeof f=="object"&&!Array.
isArray(f)){if(Object.keys(f).length<2){let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=[S]:r.push(
S),s++}if(f.source===void 0){let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,
data:f};r===null?r=[S]:r.push(S),s++}let ee=s;for(let S in f)if(!(S==="answer"||S==="query"||S==="source")){let x={instancePath:t+"/cancel/proves",schemaPath:"#\
/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional proper\
ties",schema:!1,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=[x]:r.push(x),s++}if(f.answer!==void 0){let S=f.answer,x=s,C=s;if(S&&typeof S==
"object"&&!Array.isArray(S)){if(S.at===void 0){let ge={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answe\
r/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.
answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[ge]:r.push(ge),s++}if(S.words===void 0){let ge={instancePath:t+
"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.
properties.answer,data:S};r===null?r=[ge]:r.push(ge),s++}let pe=s;for(let ge in S)if(!(ge==="at"||ge==="words")){let X={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ge},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[X]:r.push(X),s++}if(S.at!==void 0){
let ge=S.at,X=s,M=s,ve=s;if(typeof ge=="string"){if(!nt.test(ge)){let De={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:ge};r===
null?r=[De]:r.push(De),s++}}else{let De={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ae.type,parentSchema:ae,data:ge};r===null?r=[De]:r.push(De),s++}var Kf=M===s,Ur=X===s}if(S.words!==void 0){let ge=S.words,X=s,M=s,ve=s;if(Array.
isArray(ge)){if(ge.length<1){let Ce={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:ft,data:ge};r===null?r=[Ce]:r.push(Ce),s++}let Ge=!0,ke=ge.length;for(let Ce=0;Ce<ke;Ce++){let B=ge[Ce],
c=s,j=s;if(typeof B=="string"){if(oe(B)<1){let ie={instancePath:t+"/cancel/proves/answer/words/"+Ce,schemaPath:"#/$defs/words/items/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ft.items,data:B};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+
"/cancel/proves/answer/words/"+Ce,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ft.items.type,parentSchema:ft.
items,data:B};r===null?r=[ie]:r.push(ie),s++}var Hp=c===s;Hp||(Ge=!1)}let u,G=ge.length,je;if(u=!0,G>1){let Ce={};for(;G--;){let B=ge[G];if(typeof B=="string"){
if(typeof Ce[B]=="number"){je=Ce[B];let c={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:G,
j:je},message:"must NOT have duplicate items (items ## "+je+" and "+G+" are identical)",schema:!0,parentSchema:ft,data:ge};r===null?r=[c]:r.push(c),s++,u=!1;break}
Ce[B]=G}}}}else{let Ge={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:ft.type,parentSchema:ft,data:ge};r===null?r=[Ge]:r.push(Ge),s++}var Hs=M===s,Ur=X===s}}else{let pe={instancePath:t+"/cancel/proves/answer",schemaPath:"#/\
properties/cancel/properties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.
proves.properties.answer.type,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[pe]:r.push(pe),s++}var go=x===s}if(f.query!==
void 0){let S=f.query,x=s,C=s,pe=s;if(Array.isArray(S)){if(S.length<1){let ke={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ft,data:S};r===null?r=[ke]:r.push(ke),s++}let X=!0,M=S.length;for(let ke=0;ke<
M;ke++){let u=S[ke],G=s,je=s;if(typeof u=="string"){if(oe(u)<1){let Ce={instancePath:t+"/cancel/proves/query/"+ke,schemaPath:"#/$defs/words/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ft.items,data:u};r===null?r=[Ce]:r.push(Ce),s++}}else{let Ce={
instancePath:t+"/cancel/proves/query/"+ke,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ft.items.type,
parentSchema:ft.items,data:u};r===null?r=[Ce]:r.push(Ce),s++}var Bp=G===s;Bp||(X=!1)}let ve,De=S.length,Ge;if(ve=!0,De>1){let ke={};for(;De--;){let u=S[De];if(typeof u==
"string"){if(typeof ke[u]=="number"){Ge=ke[u];let G={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{
i:De,j:Ge},message:"must NOT have duplicate items (items ## "+Ge+" and "+De+" are identical)",schema:!0,parentSchema:ft,data:S};r===null?r=[G]:r.push(G),s++,ve=
!1;break}ke[u]=De}}}}else{let X={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be arr\
ay",schema:ft.type,parentSchema:ft,data:S};r===null?r=[X]:r.push(X),s++}var Hf=C===s,go=x===s}if(f.source!==void 0){let S=f.source,x=s,C=s,pe=s;if(typeof S=="st\
ring"){if(oe(S)<1){let X={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:se,data:S};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/cancel/proves/source",schemaPath:"#/$def\
s/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:S};r===null?r=[X]:r.push(X),s++}var Bf=C===s,go=x===
s}}else{let ee={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be o\
bject",schema:h.properties.cancel.properties.proves.type,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=[ee]:r.push(ee),s++}var ns=P===s}
if(b.source!==void 0){let f=b.source,P=s,A=s,Re=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={
instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};
r===null?r=[S]:r.push(S),s++}var Bs=A===s,ns=P===s}}else{let le={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"obj\
ect"},message:"must be object",schema:h.properties.cancel.type,parentSchema:h.properties.cancel,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.status!==
void 0){let b=e.status,$e=s,ut=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/\
required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.properties.
status,data:b};r===null?r=[f]:r.push(f),s++}if(b.states===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{
missingProperty:"states"},message:"must have required property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,data:b};r===null?r=
[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"so\
urce"},message:"must have required property 'source'",schema:h.properties.status.required,parentSchema:h.properties.status,data:b};r===null?r=[f]:r.push(f),s++}
let le=s;for(let f in b)if(!(f==="at"||f==="states"||f==="as"||f==="absent"||f==="cases"||f==="source")){let P={instancePath:t+"/status",schemaPath:"#/propertie\
s/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.status,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){let f=b.at,P=s,A=s,Re=s;if(typeof f=="string"){if(!nt.test(f)){let ee={instancePath:t+"\
/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:ae,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:f};r===null?r=[ee]:r.push(ee),s++}var wo=A===s,os=P===s}if(b.states!==
void 0){let f=b.states,P=s,A=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let S={instancePath:t+"/status/states",schemaPath:"#/pro\
perties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.
properties.status.properties.states,data:f};r===null?r=[S]:r.push(S),s++}let ee=s;for(let S in f){let x=f[S],C=s,pe=s,ge=Vt.enum;if(!(x==="queued"||x==="process\
ing"||x==="completed"||x==="failed"||x==="expired"||x==="cancelled"||x==="unknown")){let X={instancePath:t+"/status/states/"+S.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Vt.enum},message:"must be equal to one of the allowed values",schema:Vt.enum,parentSchema:Vt,
data:x};r===null?r=[X]:r.push(X),s++}var Gf=pe===s,$r=C===s}}else{let ee={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.states.type,parentSchema:h.properties.status.properties.states,
data:f};r===null?r=[ee]:r.push(ee),s++}var os=P===s}if(b.as!==void 0){let f=b.as,P=s,A=h.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){
let ee={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.status.properties.as.enum},
message:"must be equal to one of the allowed values",schema:h.properties.status.properties.as.enum,parentSchema:h.properties.status.properties.as,data:f};r===null?
r=[ee]:r.push(ee),s++}var os=P===s}if(b.absent!==void 0){let f=b.absent,P=s,A=s,Re=Vt.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f===
"expired"||f==="cancelled"||f==="unknown")){let S={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Vt.enum},
message:"must be equal to one of the allowed values",schema:Vt.enum,parentSchema:Vt,data:f};r===null?r=[S]:r.push(S),s++}var Gp=A===s,os=P===s}if(b.cases!==void 0){
let f=b.cases,P=s,A=s;if(Array.isArray(f)){if(f.length<1){let x={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:f};r===null?r=[x]:r.push(x),
s++}let ee=!0,S=f.length;for(let x=0;x<S;x++){let C=f[x],pe=s,ge=s;if(C&&typeof C=="object"&&!Array.isArray(C)){if(C.when===void 0){let M={instancePath:t+"/stat\
us/cases/"+x,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required pro\
perty 'when'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:C};r===null?r=[M]:r.push(M),
s++}if(C.means===void 0){let M={instancePath:t+"/status/cases/"+x,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"\
means"},message:"must have required property 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.
items,data:C};r===null?r=[M]:r.push(M),s++}let X=s;for(let M in C)if(!(M==="when"||M==="means")){let ve={instancePath:t+"/status/cases/"+x,schemaPath:"#/propert\
ies/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:h.properties.status.properties.cases.items,data:C};r===null?r=[ve]:r.push(ve),s++}if(C.when!==void 0){let M=C.when,ve=s,De=s;if(Array.
isArray(M)){if(M.length<1){let u={instancePath:t+"/status/cases/"+x+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:M};r===
null?r=[u]:r.push(u),s++}let Ge=!0,ke=M.length;for(let u=0;u<ke;u++){let G=M[u],je=s,Ce=s,B=s,c=!1,j=null,ie=s;if(G&&typeof G=="object"&&!Array.isArray(G)&&G.is===
void 0){let K={instancePath:t+"/status/cases/"+x+"/when/"+u,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].
required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:G};r===null?r=[K]:r.push(K),s++}var Gs=ie===s;Gs&&(c=!0,j=0);
let we=s;if(G&&typeof G=="object"&&!Array.isArray(G)&&G.present===void 0){let K={instancePath:t+"/status/cases/"+x+"/when/"+u,schemaPath:"#/properties/status/pr\
operties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present\
'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.oneOf[1],data:G};r===null?r=[K]:r.push(K),s++}var Gs=we===s;if(Gs&&c?(c=!1,j=[j,1]):Gs&&(c=!0,j=1),c)s=B,r!==null&&(B?r.length=B:r=null);else{let K={
instancePath:t+"/status/cases/"+x+"/when/"+u,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:j},
message:"must match exactly one schema in oneOf",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.
properties.cases.items.properties.when.items,data:G};r===null?r=[K]:r.push(K),s++}if(G&&typeof G=="object"&&!Array.isArray(G)){if(G.at===void 0){let w={instancePath:t+
"/status/cases/"+x+"/when/"+u,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:h.properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.
properties.cases.items.properties.when.items,data:G};r===null?r=[w]:r.push(w),s++}let K=s;for(let w in G)if(!(w==="at"||w==="is"||w==="present")){let N={instancePath:t+
"/status/cases/"+x+"/when/"+u,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,
data:G};r===null?r=[N]:r.push(N),s++}if(G.at!==void 0){let w=G.at,N=s,te=s,Q=s;if(typeof w=="string"){if(!nt.test(w)){let v={instancePath:t+"/status/cases/"+x+"\
/when/"+u+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$\
"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/status/cases/"+x+"/when/"+u+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:w};r===null?r=[v]:r.push(v),s++}var Zf=te===
s,Ua=N===s}if(G.is!==void 0){let w=G.is,N=s,te=s;if(Array.isArray(w)){if(w.length<1){let v={instancePath:t+"/status/cases/"+x+"/when/"+u+"/is",schemaPath:"#/pro\
perties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 item\
s",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:w};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+
"/status/cases/"+x+"/when/"+u+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.
cases.items.properties.when.items.properties.is,data:w};r===null?r=[v]:r.push(v),s++}var Ua=N===s}if(G.present!==void 0){let w=G.present,N=s;if(typeof w!="boole\
an"){let v={instancePath:t+"/status/cases/"+x+"/when/"+u+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/pres\
ent/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.
type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.present,data:w};r===null?r=[v]:r.push(v),s++}let te=s;var Ua=N===s}}else{
let K={instancePath:t+"/status/cases/"+x+"/when/"+u,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.
items.properties.when.items,data:G};r===null?r=[K]:r.push(K),s++}var bo=je===s;bo||(Ge=!1)}}else{let Ge={instancePath:t+"/status/cases/"+x+"/when",schemaPath:"#\
/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.
cases.items.properties.when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:M};r===null?r=[Ge]:r.push(Ge),s++}var Zp=ve===s}if(C.
means!==void 0){let M=C.means,ve=s,De=s,Ge=Vt.enum;if(!(M==="queued"||M==="processing"||M==="completed"||M==="failed"||M==="expired"||M==="cancelled"||M==="unkn\
own")){let u={instancePath:t+"/status/cases/"+x+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Vt.enum},message:"must be equal to\
 one of the allowed values",schema:Vt.enum,parentSchema:Vt,data:M};r===null?r=[u]:r.push(u),s++}var Zs=De===s,Zp=ve===s}}else{let X={instancePath:t+"/status/cas\
es/"+x,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.
cases.items.type,parentSchema:h.properties.status.properties.cases.items,data:C};r===null?r=[X]:r.push(X),s++}var Qp=pe===s;Qp||(ee=!1)}}else{let ee={instancePath:t+
"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.
cases.type,parentSchema:h.properties.status.properties.cases,data:f};r===null?r=[ee]:r.push(ee),s++}var os=P===s}if(b.source!==void 0){let f=b.source,P=s,A=s,Re=s;
if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/status/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}var Qf=A===s,
os=P===s}}else{let le={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
status.type,parentSchema:h.properties.status,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.progress!==void 0){let b=e.progress,$e=s,ut=s;if(b&&typeof b==
"object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.
of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have r\
equired property 'of'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={
instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property\
 'source'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in b)if(!(f==="at"||
f==="of"||f==="source")){let P={instancePath:t+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.progress,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){let f=b.at,P=s,
A=s,Re=s;if(typeof f=="string"){if(!nt.test(f)){let ee={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:f};r===null?r=[ee]:r.push(ee),s++}}else{
let ee={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,
data:f};r===null?r=[ee]:r.push(ee),s++}var Xf=A===s,is=P===s}if(b.of!==void 0){let f=b.of,P=s,A=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let ee={instancePath:t+
"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",
schema:0,parentSchema:h.properties.progress.properties.of,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/progress/of",schemaPath:"#/prope\
rties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.
properties.progress.properties.of,data:f};r===null?r=[ee]:r.push(ee),s++}var is=P===s}if(b.source!==void 0){let f=b.source,P=s,A=s,Re=s;if(typeof f=="string"){if(oe(
f)<1){let S={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}var Da=A===s,is=P===s}}else{let le={instancePath:t+
"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.
properties.progress,data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}if(e.results!==void 0){let b=e.results,$e=s;Dr(b,{instancePath:t+"/results",parentData:e,
parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?Dr.errors:r.concat(Dr.errors),s=r.length);var y=$e===s}if(e.message!==void 0){let b=e.message,
$e=s;kt(b,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?kt.errors:r.concat(kt.errors),s=r.length);
var y=$e===s}if(e.code!==void 0){let b=e.code,$e=s;kt(b,{instancePath:t+"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?
kt.errors:r.concat(kt.errors),s=r.length);var y=$e===s}if(e.seconds!==void 0){let b=e.seconds,$e=s,ut=s,Sr=s;if(typeof b=="string"){if(!nt.test(b)){let f={instancePath:t+
"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:b};r===null?r=[f]:r.push(f),s++}var Yf=ut===s,y=$e===s}if(e.secondsAs!==void 0){
let b=e.secondsAs,$e=s;if(b!=="string"){let Sr={instancePath:t+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"stri\
ng"},message:"must be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:b};r===null?r=[Sr]:r.push(Sr),s++}var y=$e===s}if(e.usage!==void 0){
let b=e.usage,$e=s,ut=s;if(Array.isArray(b)){let le=!0,f=b.length;for(let P=0;P<f;P++){let A=b[P],Re=s,ee=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===
void 0){let x={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have req\
uired property 'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};r===null?r=[x]:r.push(x),s++}if(A.unit===void 0){let x={
instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required propert\
y 'unit'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};r===null?r=[x]:r.push(x),s++}if(A.source===void 0){let x={instancePath:t+
"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};r===null?r=[x]:r.push(x),s++}let S=s;for(let x in A)if(!(x==="at"||x==="unit"||x===
"source")){let C={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,data:A};r===null?r=[C]:r.push(C),s++}if(A.at!==void 0){let x=A.at,
C=s,pe=s,ge=s;if(typeof x=="string"){if(!nt.test(x)){let X={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:x};r===null?r=[X]:r.push(X),s++}}else{
let X={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,
data:x};r===null?r=[X]:r.push(X),s++}var vo=pe===s,ko=C===s}if(A.unit!==void 0){let x=A.unit,C=s,pe=s;if(typeof x=="string"){if(oe(x)<1){let X={instancePath:t+"\
/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:h.properties.usage.items.properties.unit,data:x};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/usage/"+P+"/unit",schemaPath:"\
#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,
parentSchema:h.properties.usage.items.properties.unit,data:x};r===null?r=[X]:r.push(X),s++}var ko=C===s}if(A.source!==void 0){let x=A.source,C=s,pe=s,ge=s;if(typeof x==
"string"){if(oe(x)<1){let M={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:se,data:x};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:x};r===null?r=[M]:r.push(M),s++}var ps=pe===s,ko=C===
s}}else{let S={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
usage.items.type,parentSchema:h.properties.usage.items,data:A};r===null?r=[S]:r.push(S),s++}var Po=Re===s;Po||(le=!1)}}else{let le={instancePath:t+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:b};r===
null?r=[le]:r.push(le),s++}var y=$e===s}if(e.told!==void 0){let b=e.told,$e=s,ut=s;if(Array.isArray(b)){let le=!0,f=b.length;for(let P=0;P<f;P++){let A=b[P],Re=s,
ee=s,S=s,x=!1,C=null,pe=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.link===void 0){let X={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/one\
Of/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,
parentSchema:h.properties.told.items.oneOf[0],data:A};r===null?r=[X]:r.push(X),s++}var dr=pe===s;dr&&(x=!0,C=0);let ge=s;if(A&&typeof A=="object"&&!Array.isArray(
A)&&A.constant===void 0){let X={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"cons\
tant"},message:"must have required property 'constant'",schema:h.properties.told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:A};r===
null?r=[X]:r.push(X),s++}var dr=ge===s;if(dr&&x)x=!1,C=[C,1];else{dr&&(x=!0,C=1);let X=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.fact===void 0){let ve={instancePath:t+
"/told/"+P,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",
schema:h.properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],data:A};r===null?r=[ve]:r.push(ve),s++}var dr=X===s;dr&&x?(x=!1,C=
[C,2]):dr&&(x=!0,C=2)}if(x)s=S,r!==null&&(S?r.length=S:r=null);else{let X={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",
params:{passingSchemas:C},message:"must match exactly one schema in oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:A};r===
null?r=[X]:r.push(X),s++}if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let M={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/req\
uired",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.
told.items,data:A};r===null?r=[M]:r.push(M),s++}if(A.in===void 0){let M={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"requir\
ed",params:{missingProperty:"in"},message:"must have required property 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:A};
r===null?r=[M]:r.push(M),s++}if(A.source===void 0){let M={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:A};r===null?r=[M]:r.push(
M),s++}let X=s;for(let M in A)if(!(M==="at"||M==="in"||M==="link"||M==="constant"||M==="fact"||M==="source")){let ve={instancePath:t+"/told/"+P,schemaPath:"#/pr\
operties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.told.items,data:A};r===null?r=[ve]:r.push(ve),s++}if(A.at!==void 0){let M=A.at,ve=s,De=s,Ge=s;if(typeof M=="string"){if(!nt.test(M)){let ke={instancePath:t+
"/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:M};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:M};r===null?r=[ke]:r.push(ke),s++}var eh=De===s,cs=ve===
s}if(A.in!==void 0){let M=A.in,ve=s,De=h.properties.told.items.properties.in.enum;if(!(M==="submit"||M==="query"||M==="both")){let ke={instancePath:t+"/told/"+P+
"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be \
equal to one of the allowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:M};r===null?r=[ke]:
r.push(ke),s++}var cs=ve===s}if(A.link!==void 0){let M=A.link,ve=s,De=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.path===void 0){let u={instancePath:t+"\
/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required p\
roperty 'path'",schema:h.properties.told.items.properties.link.required,parentSchema:h.properties.told.items.properties.link,data:M};r===null?r=[u]:r.push(u),s++}
let ke=s;for(let u in M)if(u!=="path"){let G={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,
data:M};r===null?r=[G]:r.push(G),s++}if(M.path!==void 0){let u=M.path,G=s,je=s,Ce=s;if(typeof u=="string"){if(!Ut.test(u)){let B={instancePath:t+"/told/"+P+"/li\
nk/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:u};r===null?
r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:We.type,parentSchema:We,data:u};r===null?r=[B]:r.push(B),s++}var Xp=je===s,th=G===s}}else{let ke={instancePath:t+"/told/"+P+"/link",schemaPath:"#/p\
roperties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.
properties.told.items.properties.link,data:M};r===null?r=[ke]:r.push(ke),s++}var cs=ve===s}if(A.fact!==void 0){let M=A.fact,ve=s,De=h.properties.told.items.properties.
fact.enum;if(!(M==="id"||M==="model"||M==="created")){let ke={instancePath:t+"/told/"+P+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"\
enum",params:{allowedValues:h.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.
fact.enum,parentSchema:h.properties.told.items.properties.fact,data:M};r===null?r=[ke]:r.push(ke),s++}var cs=ve===s}if(A.source!==void 0){let M=A.source,ve=s,De=s,
Ge=s;if(typeof M=="string"){if(oe(M)<1){let u={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:M};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/told/"+P+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[u]:r.push(u),s++}var $o=De===
s,cs=ve===s}}else{let X={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.told.items.type,parentSchema:h.properties.told.items,data:A};r===null?r=[X]:r.push(X),s++}var So=Re===s;So||(le=!1)}}else{let le={instancePath:t+"/to\
ld",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,
data:b};r===null?r=[le]:r.push(le),s++}var y=$e===s}let Qs;if(e.list!==void 0){if(e.id===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"\
dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is pres\
ent",schema:h.dependentRequired,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){let b={instancePath:t,schemaPath:"#/dependentRequired",
keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property \
list is present",schema:h.dependentRequired,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}}}else{let Ja={instancePath:t,schemaPath:"#/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.type,parentSchema:h,data:e};r===null?r=[Ja]:r.push(Ja),s++}return jt.errors=r,s===0}jt.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function Wa(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Wa.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let u={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.required,parentSchema:d,
data:e};r===null?r=[u]:r.push(u),s++}if(e.title===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"\
must have required property 'title'",schema:d.required,parentSchema:d,data:e};r===null?r=[u]:r.push(u),s++}if(e.description===void 0){let u={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:d.required,parentSchema:d,data:e};
r===null?r=[u]:r.push(u),s++}if(e.sources===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"\
must have required property 'sources'",schema:d.required,parentSchema:d,data:e};r===null?r=[u]:r.push(u),s++}if(e.baseUrl===void 0){let u={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:e};r===null?
r=[u]:r.push(u),s++}if(e.authentication===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"\
must have required property 'authentication'",schema:d.required,parentSchema:d,data:e};r===null?r=[u]:r.push(u),s++}if(e.deadline===void 0){let u={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:d.required,parentSchema:d,
data:e};r===null?r=[u]:r.push(u),s++}if(e.poll===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"\
must have required property 'poll'",schema:d.required,parentSchema:d,data:e};r===null?r=[u]:r.push(u),s++}if(e.operations===void 0){let u={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:d.required,parentSchema:d,data:e};
r===null?r=[u]:r.push(u),s++}if(e.errors===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"m\
ust have required property 'errors'",schema:d.required,parentSchema:d,data:e};r===null?r=[u]:r.push(u),s++}let ke=s;for(let u in e)if(!ea.call(d.properties,u)){
let G={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:d,data:e};r===null?r=[G]:r.push(G),s++}if(e.$schema!==void 0){let u=e.$schema,G=s;if(typeof u!="string"){let Ce={instancePath:t+"/$s\
chema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.$schema.type,parentSchema:d.properties.
$schema,data:u};r===null?r=[Ce]:r.push(Ce),s++}let je=s;var m=G===s}if(e.$comment!==void 0){let u=e.$comment,G=s,je=s,Ce=s;if(typeof u=="string"){if(oe(u)<1){let c={
instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:mr,data:u};r===null?r=[c]:r.push(c),s++}}else{let c={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:mr.type,parentSchema:mr,data:u};r===null?r=[c]:r.push(c),s++}var y=je===s,m=G===s}if(e.protocol!==void 0){let u=e.protocol,
G=s,je=s;if(typeof u=="string"){if(!ph.test(u)){let B={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:u};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
protocol.type,parentSchema:d.properties.protocol,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.title!==void 0){let u=e.title,G=s,je=s;if(typeof u=="stri\
ng"){if(oe(u)<1){let B={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than\
 1 characters",schema:1,parentSchema:d.properties.title,data:u};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/title",schemaPath:"#/properties/title\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.properties.title,data:u};r===null?r=[B]:r.push(
B),s++}var m=G===s}if(e.description!==void 0){let u=e.description,G=s,je=s;if(typeof u=="string"){if(oe(u)<1){let B={instancePath:t+"/description",schemaPath:"#\
/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.description,
data:u};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.sources!==
void 0){let u=e.sources,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).length<1){let c={instancePath:t+"/sources",schemaPath:"#/propert\
ies/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.sources,data:u};
r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u){let j=u[c],ie=s,we=s,K=!1,w=null,N=s,te=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.package===void 0){
let k={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"requ\
ired",params:{missingProperty:"package"},message:"must have required property 'package'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.
properties.sources.additionalProperties.oneOf[0],data:j};r===null?r=[k]:r.push(k),s++}if(j.version===void 0){let k={instancePath:t+"/sources/"+c.replace(/~/g,"~\
0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"m\
ust have required property 'version'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:j};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in j)if(!(k==="package"||k==="version")){let E={instancePath:t+"/sources/"+c.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:j};r===null?r=[E]:r.push(E),s++}if(j.
package!==void 0){let k=j.package,E=s,H=s;if(typeof k=="string"){if(oe(k)<1){let I={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/packag\
e",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:k};r===null?r=[I]:r.push(I),s++}}else{let I={
instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.package,data:k};r===null?r=[I]:r.push(I),s++}var $=E===s}if(j.version!==void 0){let k=j.version,E=s,
H=s;if(typeof k=="string"){if(!ch.test(k)){let J={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:k};r===null?r=[J]:r.push(J),s++}}else{let J={
instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.version,data:k};r===null?r=[J]:r.push(J),s++}var $=E===s}}else{let g={instancePath:t+"/sources/"+c.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:j};r===null?r=[g]:r.push(g),
s++}var q=N===s;if(q){K=!0,w=0;var _=!0}let Q=s,v=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.document===void 0){let k={instancePath:t+"/sources/"+c.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[1],data:j};r===null?r=[k]:r.push(k),s++}if(j.url===void 0){let k={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:j};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in j)
if(!(k==="document"||k==="url")){let E={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:j};r===null?r=[E]:r.push(E),s++}if(j.document!==void 0){let k=j.document,E=s,H=s;if(typeof k=="string"){if(oe(
k)<1){let I={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.
oneOf[1].properties.document,data:k};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:k};r===null?r=[I]:
r.push(I),s++}var T=E===s}if(j.url!==void 0){let k=j.url,E=s,H=s;if(typeof k=="string"){if(!tc.test(k)){let J={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:k};r===null?r=[J]:r.push(
J),s++}}else{let J={instancePath:t+"/sources/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[1].properties.url,data:k};r===null?r=[J]:r.push(J),s++}var T=E===s}}else{let g={instancePath:t+"/sources/"+c.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:j};r===null?r=[g]:r.push(g),
s++}var q=Q===s;if(q&&K?(K=!1,w=[w,1]):q&&(K=!0,w=1,_!==!0&&(_=!0)),K)s=we,r!==null&&(we?r.length=we:r=null);else{let g={instancePath:t+"/sources/"+c.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly one\
 schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.properties.sources.additionalProperties,data:j};r===null?r=[g]:r.push(g),
s++}var L=ie===s}}else{let B={instancePath:t+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.sources.type,parentSchema:d.properties.sources,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.baseUrl!==void 0){let u=e.baseUrl,G=s,je=s;if(typeof u==
"string"){if(!dh.test(u)){let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:u};r===null?r=[B]:r.push(
B),s++}}else{let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
baseUrl.type,parentSchema:d.properties.baseUrl,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.authentication!==void 0){let u=e.authentication,G=s,je=s;if(u&&
typeof u=="object"&&!Array.isArray(u)){if(u.in===void 0){let c={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"in"},message:"must have required property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:u};r===null?r=[c]:r.push(c),s++}if(u.name===void 0){let c={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:u};r===null?r=[c]:r.push(c),s++}if(u.source===void 0){let c={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)if(!(c==="in"||c==="name"||c==="prefix"||c==="token"||c==="source")){let j={instancePath:t+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:d.properties.authentication,data:u};r===null?r=[j]:r.push(j),s++}if(u.in!==void 0){let c=u.in,j=s,ie=d.properties.authentication.
properties.in.enum;if(c!=="header"){let we={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:d.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.
in.enum,parentSchema:d.properties.authentication.properties.in,data:c};r===null?r=[we]:r.push(we),s++}var V=j===s}if(u.name!==void 0){let c=u.name,j=s,ie=s;if(typeof c==
"string"){if(!za.test(c)){let K={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,
data:c};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.
name,data:c};r===null?r=[K]:r.push(K),s++}var V=j===s}if(u.prefix!==void 0){let c=u.prefix,j=s;if(typeof c!="string"){let K={instancePath:t+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.prefix.type,parentSchema:d.properties.authentication.properties.prefix,data:c};r===null?r=[K]:r.push(K),s++}let ie=s;var V=j===s}if(u.token!==void 0){
let c=u.token,j=s,ie=s,we=!1,K=null,w=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.by===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:c};r===null?r=[k]:r.push(k),
s++}if(c.seconds===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,
parentSchema:d.properties.authentication.properties.token.oneOf[0],data:c};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in c)if(!(k==="by"||k==="seconds"||k===
"backdateSeconds")){let E={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:c};r===null?r=[E]:r.push(E),s++}if(c.by!==void 0){let k=c.by,E=s;if(k!=="jwt-hs256"){let H={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.by,data:k};r===null?r=[H]:r.push(H),s++}var ue=E===s}if(c.seconds!==
void 0){let k=c.seconds,E=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[J]:r.push(J),s++}
let H=s;if(typeof k=="number"){if(k>86400||isNaN(k)){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[J]:r.push(J),s++}if(k<10||isNaN(k)){let J={instancePath:t+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[J]:r.push(J),s++}}var ue=E===
s}if(c.backdateSeconds!==void 0){let k=c.backdateSeconds,E=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let J={instancePath:t+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:k};r===null?r=[J]:r.push(J),s++}let H=s;if(typeof k=="number"){if(k>3600||isNaN(k)){let J={instancePath:t+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:k};r===
null?r=[J]:r.push(J),s++}if(k<0||isNaN(k)){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:k};r===null?r=[J]:r.push(J),s++}}var ue=E===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.
token.oneOf[0].type,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:c};r===null?r=[g]:r.push(g),s++}var D=w===s;if(D){we=!0,K=0;var W=!0}
let te=s,Q=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.by===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticatio\
n/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.
properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:c};r===null?r=[k]:r.push(k),s++}if(c.scope===void 0){
let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.
properties.token.oneOf[1],data:c};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in c)if(!(k==="by"||k==="scope")){let E={instancePath:t+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:c};r===null?r=[E]:r.push(E),s++}if(c.by!==void 0){
let k=c.by,E=s;if(k!=="google-service-account"){let H={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.by,data:k};r===null?r=[H]:r.push(H),s++}var Y=E===s}if(c.scope!==void 0){let k=c.scope,E=s,H=s;if(typeof k==
"string"){if(oe(k)<1){let J={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.scope,data:k};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:k};r===null?r=[J]:r.push(J),s++}var Y=E===s}}else{
let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:c};r===
null?r=[g]:r.push(g),s++}var D=te===s;if(D&&we?(we=!1,K=[K,1]):D&&(we=!0,K=1,W!==!0&&(W=!0)),we)s=ie,r!==null&&(ie?r.length=ie:r=null);else{let g={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:K},message:"must match exactly on\
e schema in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,data:c};r===null?r=[g]:r.
push(g),s++}var V=j===s}if(u.source!==void 0){let c=u.source,j=s,ie=s,we=s;if(typeof c=="string"){if(oe(c)<1){let w={instancePath:t+"/authentication/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:c};r===null?r=[w]:r.
push(w),s++}}else{let w={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var he=ie===s,V=j===s}}else{let B={instancePath:t+"/authentication",schemaPath:"#/properties\
/authentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.properties.authentication,
data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.idempotency!==void 0){let u=e.idempotency,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.header===
void 0){let c={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must h\
ave required property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:u};r===null?r=[c]:r.push(c),s++}if(u.keptSeconds===
void 0){let c={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"m\
ust have required property 'keptSeconds'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:u};r===null?r=[c]:r.push(c),s++}if(u.
source===void 0){let c={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:u};r===null?r=[c]:r.push(c),s++}let B=s;
for(let c in u)if(!(c==="header"||c==="keptSeconds"||c==="source")){let j={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.idempotency,data:u};
r===null?r=[j]:r.push(j),s++}if(u.header!==void 0){let c=u.header,j=s,ie=s;if(typeof c=="string"){if(oe(c)<1){let we={instancePath:t+"/idempotency/header",schemaPath:"\
#/properties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.idempotency.properties.header,data:c};r===null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idem\
potency/properties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.header.type,parentSchema:d.
properties.idempotency.properties.header,data:c};r===null?r=[we]:r.push(we),s++}var O=j===s}if(u.keptSeconds!==void 0){let c=u.keptSeconds,j=s;if(!(typeof c=="n\
umber"&&!(c%1)&&!isNaN(c))){let K={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:d.properties.idempotency.properties.keptSeconds.type,parentSchema:d.properties.idempotency.properties.keptSeconds,
data:c};r===null?r=[K]:r.push(K),s++}let ie=s;if(typeof c=="number"&&(c<1||isNaN(c))){let K={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/\
idempotency/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.idempotency.
properties.keptSeconds,data:c};r===null?r=[K]:r.push(K),s++}var O=j===s}if(u.source!==void 0){let c=u.source,j=s,ie=s,we=s;if(typeof c=="string"){if(oe(c)<1){let w={
instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var ye=ie===s,O=j===s}}else{let B={instancePath:t+
"/idempotency",schemaPath:"#/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.
properties.idempotency,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.deadline!==void 0){let u=e.deadline,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(
u)){if(u.seconds===void 0){let c={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:u};r===null?r=[c]:r.push(c),s++}if(u.source===
void 0){let c={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have re\
quired property 'source'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)if(!(c===
"seconds"||c==="source")){let j={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.deadline,data:u};r===null?r=[j]:r.push(j),s++}if(u.seconds!==void 0){let c=u.seconds,
j=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(c))){let we={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,
data:c};r===null?r=[we]:r.push(we),s++}let ie=s;if(typeof c=="number"&&(c<60||isNaN(c))){let we={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/dea\
dline/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.
seconds,data:c};r===null?r=[we]:r.push(we),s++}var be=j===s}if(u.source!==void 0){let c=u.source,j=s,ie=s,we=s;if(typeof c=="string"){if(oe(c)<1){let w={instancePath:t+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,
data:c};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var Z=ie===s,be=j===s}}else{let B={instancePath:t+"/deadline",schemaPath:"#/\
properties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:u};
r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.poll!==void 0){let u=e.poll,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.seconds===void 0){let c={instancePath:t+
"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.
poll.required,parentSchema:d.properties.poll,data:u};r===null?r=[c]:r.push(c),s++}if(u.source===void 0){let c={instancePath:t+"/poll",schemaPath:"#/properties/p\
oll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,parentSchema:d.
properties.poll,data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)if(!(c==="seconds"||c==="source")){let j={instancePath:t+"/poll",schemaPath:"#/prope\
rties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:u};r===null?r=[j]:r.push(j),s++}if(u.seconds!==void 0){let c=u.seconds,j=s,ie=s;if(typeof c=="number"){if(c<=0||isNaN(c)){let we={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:c};r===null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:c};r===null?r=[we]:r.push(we),s++}var F=j===s}if(u.source!==void 0){let c=u.source,j=s,ie=s,we=s;if(typeof c=="string"){
if(oe(c)<1){let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var xe=ie===s,F=j===s}}else{let B={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.
poll,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.probe!==void 0){let u=e.probe,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){
let c={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:d.properties.probe.required,parentSchema:d.properties.probe,data:u};r===null?r=[c]:r.push(c),s++}if(u.accepted===void 0){let c={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.
properties.probe.required,parentSchema:d.properties.probe,data:u};r===null?r=[c]:r.push(c),s++}if(u.source===void 0){let c={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)if(!(c==="path"||c==="accepted"||c==="source")){let j={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.probe,data:u};r===null?r=[j]:r.push(j),s++}if(u.path!==void 0){let c=u.path,j=s,ie=s,we=s;if(typeof c=="string"){if(!Ut.
test(c)){let K={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:We,data:c};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:We.type,parentSchema:We,data:c};r===null?r=[K]:r.push(K),s++}var Se=ie===s,ne=j===s}if(u.accepted!==void 0){let c=u.accepted,
j=s,ie=s;if(Array.isArray(c)){if(c.length<1){let N={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:c};r===null?r=[N]:r.push(N),s++}
let K=!0,w=c.length;for(let N=0;N<w;N++){let te=c[N],Q=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+"/probe/accepted/"+N,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.
items.type,parentSchema:d.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let v=s;if(typeof te=="number"){if(te>599||isNaN(te)){
let g={instancePath:t+"/probe/accepted/"+N,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:d.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<100||isNaN(te)){let g={
instancePath:t+"/probe/accepted/"+N,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:d.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var U=Q===s;U||(K=!1)}}else{let K={instancePath:t+
"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.probe.
properties.accepted.type,parentSchema:d.properties.probe.properties.accepted,data:c};r===null?r=[K]:r.push(K),s++}var ne=j===s}if(u.source!==void 0){let c=u.source,
j=s,ie=s,we=s;if(typeof c=="string"){if(oe(c)<1){let w={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/probe/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var Be=ie===
s,ne=j===s}}else{let B={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
probe.type,parentSchema:d.properties.probe,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.modelProbe!==void 0){let u=e.modelProbe,G=s,je=s,Ce=s,B=!1,c=null,
j=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.properties.
modelProbe.oneOf[0],data:u};r===null?r=[K]:r.push(K),s++}if(u.names===void 0){let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/re\
quired",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[0].required,parentSchema:d.
properties.modelProbe.oneOf[0],data:u};r===null?r=[K]:r.push(K),s++}}var tt=j===s;tt&&(B=!0,c=0);let ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.url===
void 0){let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"mus\
t have required property 'url'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:u};r===null?r=[K]:r.push(K),
s++}if(u.names===void 0){let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"n\
ames"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:u};r===
null?r=[K]:r.push(K),s++}}var tt=ie===s;if(tt&&B)B=!1,c=[c,1];else{tt&&(B=!0,c=1);let K=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.untestable===void 0){let N={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have r\
equired property 'untestable'",schema:d.properties.modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:u};r===null?r=[N]:r.push(N),s++}
var tt=K===s;tt&&B?(B=!1,c=[c,2]):tt&&(B=!0,c=2)}if(B)s=Ce,r!==null&&(Ce?r.length=Ce:r=null);else{let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/m\
odelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:c},message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.oneOf,parentSchema:d.
properties.modelProbe,data:u};r===null?r=[K]:r.push(K),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.source===void 0){let w={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.
modelProbe.required,parentSchema:d.properties.modelProbe,data:u};r===null?r=[w]:r.push(w),s++}let K=s;for(let w in u)if(!(w==="path"||w==="url"||w==="names"||w===
"omits"||w==="except"||w==="untestable"||w==="source")){let N={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"a\
dditionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe,data:u};r===null?
r=[N]:r.push(N),s++}if(u.path!==void 0){let w=u.path,N=s,te=s,Q=s;if(typeof w=="string"){if(!Ut.test(w)){let v={instancePath:t+"/modelProbe/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:w};r===null?r=[v]:r.push(v),s++}}else{
let v={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:w};r===null?r=[v]:r.push(v),s++}var Ot=te===s,Ue=N===s}if(u.url!==void 0){let w=u.url,N=s,te=s;if(typeof w=="string"){if(!uh.test(w)){let v={instancePath:t+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match\
 pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,data:w};r===null?r=[v]:r.push(v),s++}}else{
let v={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.modelProbe.properties.url.type,parentSchema:d.properties.modelProbe.properties.url,data:w};r===null?r=[v]:r.push(v),s++}var Ue=N===s}if(u.names!==
void 0){let w=u.names,N=s,te=s,Q=s;if(typeof w=="string"){if(!nt.test(w)){let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?
r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:ae.type,parentSchema:ae,data:w};r===null?r=[g]:r.push(g),s++}var bt=te===s,Ue=N===s}if(u.omits!==void 0){let w=u.omits,N=s,te=s;if(typeof w=="string"){
if(oe(w)<1){let v={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.omits,data:w};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+
"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
modelProbe.properties.omits.type,parentSchema:d.properties.modelProbe.properties.omits,data:w};r===null?r=[v]:r.push(v),s++}var Ue=N===s}if(u.except!==void 0){let w=u.
except,N=s,te=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.modelProbe.properties.except,data:w};r===null?r=[k]:r.push(
k),s++}let v=!0,g=w.length;for(let k=0;k<g;k++){let E=w[k],H=s,I=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.prefix===void 0){let re={instancePath:t+"/m\
odelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must ha\
ve required property 'prefix'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:E};
r===null?r=[re]:r.push(re),s++}if(E.reason===void 0){let re={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/\
required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:d.properties.modelProbe.properties.except.items.
required,parentSchema:d.properties.modelProbe.properties.except.items,data:E};r===null?r=[re]:r.push(re),s++}let J=s;for(let re in E)if(!(re==="prefix"||re==="r\
eason")){let ce={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe.properties.except.items,data:E};
r===null?r=[ce]:r.push(ce),s++}if(E.prefix!==void 0){let re=E.prefix,ce=s,Ke=s;if(typeof re=="string"){if(oe(re)<1){let it={instancePath:t+"/modelProbe/except/"+
k+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have\
 fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:re};r===null?r=[it]:r.push(it),s++}}else{
let it={instancePath:t+"/modelProbe/except/"+k+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:d.properties.modelProbe.properties.
except.items.properties.prefix,data:re};r===null?r=[it]:r.push(it),s++}var et=ce===s}if(E.reason!==void 0){let re=E.reason,ce=s,Ke=s;if(typeof re=="string"){if(oe(
re)<1){let Oe={instancePath:t+"/modelProbe/except/"+k+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,
data:re};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/modelProbe/except/"+k+"/reason",schemaPath:"#/properties/modelProbe/properties/except/ite\
ms/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.items.properties.reason.
type,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:re};r===null?r=[Oe]:r.push(Oe),s++}var et=ce===s}}else{let J={instancePath:t+
"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.modelProbe.properties.except.items.type,parentSchema:d.properties.modelProbe.properties.except.items,data:E};r===null?r=[J]:r.push(J),s++}var vt=H===
s;vt||(v=!1)}}else{let v={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:d.properties.modelProbe.properties.except.type,parentSchema:d.properties.modelProbe.properties.except,data:w};r===null?r=[v]:r.push(v),s++}
var Ue=N===s}if(u.untestable!==void 0){let w=u.untestable,N=s,te=s;if(typeof w=="string"){if(oe(w)<1){let v={instancePath:t+"/modelProbe/untestable",schemaPath:"\
#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.modelProbe.properties.untestable,data:w};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/m\
odelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.untestable.type,parentSchema:d.
properties.modelProbe.properties.untestable,data:w};r===null?r=[v]:r.push(v),s++}var Ue=N===s}if(u.source!==void 0){let w=u.source,N=s,te=s,Q=s;if(typeof w=="st\
ring"){if(oe(w)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/sour\
ce/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var Pr=te===s,Ue=N===
s}}else{let K={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
modelProbe.type,parentSchema:d.properties.modelProbe,data:u};r===null?r=[K]:r.push(K),s++}var m=G===s}if(e.webhooks!==void 0){let u=e.webhooks,G=s,je=s,Ce=s,B=!1,
c=null,j=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.body===void 0){let K={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:d.properties.webhooks.oneOf[0].required,parentSchema:d.properties.
webhooks.oneOf[0],data:u};r===null?r=[K]:r.push(K),s++}var Xt=j===s;Xt&&(B=!0,c=0);let ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.query===void 0){let K={
instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required p\
roperty 'query'",schema:d.properties.webhooks.oneOf[1].required,parentSchema:d.properties.webhooks.oneOf[1],data:u};r===null?r=[K]:r.push(K),s++}var Xt=ie===s;if(Xt&&
B?(B=!1,c=[c,1]):Xt&&(B=!0,c=1),B)s=Ce,r!==null&&(Ce?r.length=Ce:r=null);else{let K={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"\
oneOf",params:{passingSchemas:c},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.oneOf,parentSchema:d.properties.webhooks,data:u};
r===null?r=[K]:r.push(K),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.source===void 0){let w={instancePath:t+"/webhooks",schemaPath:"#/properties/webho\
oks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.webhooks.required,parentSchema:d.
properties.webhooks,data:u};r===null?r=[w]:r.push(w),s++}let K=s;for(let w in u)if(!(w==="body"||w==="query"||w==="with"||w==="signature"||w==="challenge"||w===
"told"||w==="source")){let N={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks,data:u};r===null?r=[N]:r.push(N),s++}if(u.body!==void 0){let w=u.body,
N=s,te=s,Q=s;if(typeof w=="string"){if(!nt.test(w)){let v={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[v]:r.push(v),s++}}else{
let v={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,
data:w};r===null?r=[v]:r.push(v),s++}var lt=te===s,Vr=N===s}if(u.query!==void 0){let w=u.query,N=s,te=s;if(typeof w=="string"){if(oe(w)<1){let v={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:d.properties.webhooks.properties.query,data:w};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/webhooks/query",schemaPath:"\
#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.query.type,parentSchema:d.
properties.webhooks.properties.query,data:w};r===null?r=[v]:r.push(v),s++}var Vr=N===s}if(u.with!==void 0){let w=u.with,N=s,te=s;if(Array.isArray(w)){if(w.length<
1){let k={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.with,data:w};r===null?r=[k]:r.push(k),s++}let v=!0,g=w.length;for(let k=0;k<g;k++){let E=w[k],
H=s,I=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.to===void 0){let re={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks/properties/w\
ith/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:d.properties.webhooks.properties.with.items.
required,parentSchema:d.properties.webhooks.properties.with.items,data:E};r===null?r=[re]:r.push(re),s++}if(E.constant===void 0){let re={instancePath:t+"/webhoo\
ks/with/"+k,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required\
 property 'constant'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,data:E};r===null?r=[re]:
r.push(re),s++}let J=s;for(let re in E)if(!(re==="to"||re==="constant")){let ce={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks/properties\
/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks.properties.with.items,data:E};r===null?r=[ce]:r.push(ce),s++}if(E.to!==void 0){let re=E.to,ce=s,Ke=s,it=s;if(typeof re=="string"){if(!nt.test(
re)){let Oe={instancePath:t+"/webhooks/with/"+k+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mu\
st match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:re};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/we\
bhooks/with/"+k+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:re};r===
null?r=[Oe]:r.push(Oe),s++}var zf=Ke===s,Wf=ce===s}}else{let J={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks/properties/with/items/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.with.items.type,parentSchema:d.properties.webhooks.properties.
with.items,data:E};r===null?r=[J]:r.push(J),s++}var ns=H===s;ns||(v=!1)}}else{let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.with.type,parentSchema:d.properties.webhooks.properties.
with,data:w};r===null?r=[v]:r.push(v),s++}var Vr=N===s}if(u.signature!==void 0){let w=u.signature,N=s,te=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.algorithm===
void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"\
algorithm"},message:"must have required property 'algorithm'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.
signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.header===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/si\
gnature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:d.properties.webhooks.properties.signature.
required,parentSchema:d.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.encoding===void 0){let g={instancePath:t+"/webhooks/s\
ignature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required pr\
operty 'encoding'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(
g),s++}if(w.signed===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{
missingProperty:"signed"},message:"must have required property 'signed'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.
properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.key===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/prope\
rties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:d.properties.webhooks.properties.
signature.required,parentSchema:d.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}let v=s;for(let g in w)if(!ea.call(d.properties.
webhooks.properties.signature.properties,g)){let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.
signature,data:w};r===null?r=[k]:r.push(k),s++}if(w.algorithm!==void 0){let g=w.algorithm,k=s,E=d.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let H={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:d.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[H]:r.push(H),s++}var cr=k===s}if(w.header!==void 0){let g=w.header,k=s,E=s,H=s;if(typeof g=="string"){if(!za.
test(g)){let J={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ur,data:g};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ur.type,parentSchema:ur,data:g};r===
null?r=[J]:r.push(J),s++}var Cp=E===s,cr=k===s}if(w.separator!==void 0){let g=w.separator,k=s,E=s;if(typeof g=="string"){if(oe(g)<1){let I={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[I]:r.push(I),s++}var cr=k===s}if(w.prefix!==void 0){let g=w.prefix,k=s,E=s;if(typeof g=="string"){if(oe(g)<1){let I={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:d.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[I]:r.push(I),s++}var cr=k===s}if(w.encoding!==void 0){let g=w.encoding,k=s,E=d.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let I={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:d.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:d.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[I]:r.push(I),s++}var cr=k===s}if(w.headers!==void 0){let g=w.headers,k=s,E=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let J={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[J]:r.push(J),s++}let I=s;for(let J in g){let re=g[J],ce=s,Ke=s,it=s;if(typeof re=="string"){if(!za.test(re)){let Oe={instancePath:t+"/webhoo\
ks/signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ur,data:re};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/webhoo\
ks/signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:ur.type,parentSchema:ur,data:re};r===null?r=[Oe]:r.push(Oe),s++}var Cf=Ke===s,Kp=ce===s}}else{let I={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:d.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[I]:r.push(I),s++}var cr=k===
s}if(w.signed!==void 0){let g=w.signed,k=s,E=s;if(typeof g=="string"){if(oe(g)<1){let I={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:d.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[I]:r.push(I),s++}var cr=k===s}if(w.
time!==void 0){let g=w.time,k=s,E=s,H=s,I=!1,J=null,re=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let it={instancePath:t+"/webhooks/signa\
ture/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:d.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[it]:r.push(it),s++}var Ks=re===s;Ks&&(I=!0,J=0);let ce=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:d.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[it]:r.push(it),s++}var Ks=ce===s;if(Ks&&I?(I=!1,J=
[J,1]):Ks&&(I=!0,J=1),I)s=H,r!==null&&(H?r.length=H:r=null);else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:J},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let R={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:d.properties.webhooks.properties.signature.
properties.time.required,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[R]:r.push(R),s++}if(g.toleranceSeconds===void 0){
let R={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.properties.time.required,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[R]:r.push(R),s++}let it=s;for(let R in g)if(!(R==="header"||R==="separator"||R==="p\
refix"||R==="member"||R==="unit"||R==="toleranceSeconds")){let Je={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[Je]:r.push(Je),s++}if(g.header!==void 0){let R=g.header,Je=s,rt=s,pt=s;if(typeof R==
"string"){if(!za.test(R)){let ze={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ur,data:R};r===null?r=[ze]:r.push(ze),s++}}else{let ze={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ur.type,
parentSchema:ur,data:R};r===null?r=[ze]:r.push(ze),s++}var Kf=rt===s,Ur=Je===s}if(g.separator!==void 0){let R=g.separator,Je=s,rt=s;if(typeof R=="string"){if(oe(
R)<1){let ze={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.
time.properties.separator,data:R};r===null?r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:R};
r===null?r=[ze]:r.push(ze),s++}var Ur=Je===s}if(g.prefix!==void 0){let R=g.prefix,Je=s,rt=s;if(typeof R=="string"){if(oe(R)<1){let ze={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:R};r===null?
r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:R};r===null?r=[ze]:r.push(ze),s++}var Ur=Je===s}if(g.
member!==void 0){let R=g.member,Je=s,rt=s,pt=s;if(typeof R=="string"){if(!nt.test(R)){let Ee={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:ae,data:R};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:R};r===null?r=[Ee]:r.push(Ee),s++}var Hp=rt===s,Ur=Je===s}if(g.unit!==
void 0){let R=g.unit,Je=s,rt=d.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(R==="seconds"||R==="milliseconds"||R==="rfc333\
9")){let ze={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:d.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.
unit,data:R};r===null?r=[ze]:r.push(ze),s++}var Ur=Je===s}if(g.toleranceSeconds!==void 0){let R=g.toleranceSeconds,Je=s;if(!(typeof R=="number"&&!(R%1)&&!isNaN(
R))){let ze={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:R};r===null?r=[ze]:r.push(ze),s++}let rt=s;if(typeof R==
"number"){if(R>3600||isNaN(R)){let ze={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:R};r===null?r=[ze]:r.push(ze),s++}if(R<1||isNaN(R)){let ze={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:R};r===null?r=[ze]:r.push(ze),s++}}var Ur=Je===s}let Oe;if(g.separator!==void 0&&g.header===void 0){let R={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:d.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[R]:r.push(R),s++}if(g.prefix!==void 0&&g.header===
void 0){let R={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:d.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[R]:r.push(R),s++}}else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.time.type,parentSchema:d.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}var cr=k===s}if(w.key!==void 0){let g=w.key,k=s,E=s,H=!1,I=null,J=s,re=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let R={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[R]:r.push(R),s++}
if(g.path===void 0){let R={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[R]:r.push(R),s++}if(g.at===void 0){let R={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[R]:r.push(R),s++}if(g.encoding===void 0){let R={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[R]:r.push(R),s++}let Oe=s;for(let R in g)if(!(R==="by"||R==="path"||R==="at"||R==="prefix"||R==="encoding")){let Je={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[Je]:r.push(Je),s++}if(g.by!==void 0){let R=g.by,Je=s;if(R!=="request"){let rt={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:R};r===null?r=[rt]:r.push(rt),s++}var Hs=Je===s}if(g.
path!==void 0){let R=g.path,Je=s,rt=s,pt=s;if(typeof R=="string"){if(!Ut.test(R)){let Ee={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:R};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:R};r===null?r=[Ee]:r.push(Ee),s++}var go=rt===s,Hs=Je===s}if(g.at!==void 0){let R=g.at,Je=s,rt=s,pt=s;if(typeof R=="string"){if(!nt.test(R)){let Ee={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:R};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:R};r===null?r=[Ee]:r.push(Ee),s++}var Bp=rt===
s,Hs=Je===s}if(g.prefix!==void 0){let R=g.prefix,Je=s,rt=s,pt=s;if(typeof R=="string"){if(oe(R)<1){let Ee={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ds,data:R};r===null?r=[Ee]:
r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ds.type,parentSchema:ds,data:R};r===null?r=[Ee]:r.push(Ee),s++}var Hf=rt===s,Hs=Je===s}if(g.encoding!==void 0){let R=g.encoding,Je=s,rt=s,
pt=_r.enum;if(!(R==="text"||R==="hex"||R==="base64")){let Ee={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:_r.enum},message:"must be equal to one of the allowed values",schema:_r.enum,parentSchema:_r,data:R};r===null?r=[Ee]:r.push(Ee),s++}var Bf=rt===
s,Hs=Je===s}}else{let Oe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[Oe]:r.push(Oe),s++}var $r=J===s;if($r){H=!0,I=0;var Bs=!0}let ce=s,Ke=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let R={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[R]:r.push(R),s++}if(g.encoding===void 0){
let R={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[R]:r.push(R),s++}let Oe=s;for(let R in g)if(!(R==="by"||R===
"prefix"||R==="encoding")){let Je={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Je]:r.push(Je),s++}if(g.by!==void 0){let R=g.by,Je=s;if(R!=="setting"){let rt={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:R};
r===null?r=[rt]:r.push(rt),s++}var wo=Je===s}if(g.prefix!==void 0){let R=g.prefix,Je=s,rt=s,pt=s;if(typeof R=="string"){if(oe(R)<1){let Ee={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:ds,data:R};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ds.type,parentSchema:ds,data:R};r===null?r=[Ee]:r.push(Ee),s++}var os=rt===s,wo=Je===s}if(g.encoding!==
void 0){let R=g.encoding,Je=s,rt=s,pt=_r.enum;if(!(R==="text"||R==="hex"||R==="base64")){let Ee={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:_r.enum},message:"must be equal to one of the allowed values",schema:_r.enum,parentSchema:_r,data:R};
r===null?r=[Ee]:r.push(Ee),s++}var Gf=rt===s,wo=Je===s}}else{let Oe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Oe]:r.push(Oe),s++}var $r=ce===s;if($r&&H)H=!1,
I=[I,1];else{$r&&(H=!0,I=1,Bs!==!0&&(Bs=!0));let Oe=s,R=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let pt={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[pt]:r.push(pt),s++}if(g.url===void 0){let pt={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[pt]:r.push(pt),s++}let rt=s;for(let pt in g)if(!(pt==="by"||pt==="url")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:pt},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==
void 0){let pt=g.by,ze=s;if(pt!=="key-set"){let Ee={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:pt};r===null?r=[Ee]:r.push(Ee),s++}var Gp=ze===s}if(g.url!==void 0){let pt=g.url,ze=s,Ee=s;
if(typeof pt=="string"){if(!tc.test(pt)){let Xs={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:pt};r===null?r=[Xs]:r.push(Xs),s++}}else{let Xs={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:pt};r===null?r=[Xs]:r.push(Xs),s++}var Gp=ze===s}}else{let rt={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[rt]:r.push(
rt),s++}var $r=Oe===s;$r&&H?(H=!1,I=[I,2]):$r&&(H=!0,I=2,Bs!==!0&&(Bs=!0))}if(H)s=E,r!==null&&(E?r.length=E:r=null);else{let Oe={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exactly one\
 schema in oneOf",schema:d.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[Oe]:r.push(Oe),s++}var cr=k===s}}else{let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.type,parentSchema:d.properties.webhooks.properties.
signature,data:w};r===null?r=[v]:r.push(v),s++}var Vr=N===s}if(u.challenge!==void 0){let w=u.challenge,N=s,te=s,Q=s;if(typeof w=="string"){if(!nt.test(w)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:w};r===null?r=[g]:r.push(g),s++}var Gs=te===
s,Vr=N===s}if(u.told!==void 0){let w=u.told,N=s,te=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.
told,data:w};r===null?r=[k]:r.push(k),s++}let v=!0,g=w.length;for(let k=0;k<g;k++){let E=w[k],H=s,I=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){
let re={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:E};r===
null?r=[re]:r.push(re),s++}if(E.fact===void 0){let re={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.
properties.webhooks.properties.told.items,data:E};r===null?r=[re]:r.push(re),s++}let J=s;for(let re in E)if(!(re==="at"||re==="fact")){let ce={instancePath:t+"/\
webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:E};r===null?r=[ce]:r.push(ce),s++}if(E.at!==void 0){
let re=E.at,ce=s,Ke=s,it=s;if(typeof re=="string"){if(!nt.test(re)){let Oe={instancePath:t+"/webhooks/told/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:re};r===
null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/webhooks/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ae.type,parentSchema:ae,data:re};r===null?r=[Oe]:r.push(Oe),s++}var Zf=Ke===s,Ua=ce===s}if(E.fact!==void 0){let re=E.fact,ce=s,Ke=d.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(re==="id"||re==="model"||re==="created")){let Oe={instancePath:t+"/webhooks/told/"+k+"/fact",schemaPath:"\
#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.
properties.told.items.properties.fact,data:re};r===null?r=[Oe]:r.push(Oe),s++}var Ua=ce===s}}else{let J={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/proper\
ties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,
parentSchema:d.properties.webhooks.properties.told.items,data:E};r===null?r=[J]:r.push(J),s++}var bo=H===s;bo||(v=!1)}}else{let v={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
told.type,parentSchema:d.properties.webhooks.properties.told,data:w};r===null?r=[v]:r.push(v),s++}var Vr=N===s}if(u.source!==void 0){let w=u.source,N=s,te=s,Q=s;
if(typeof w=="string"){if(oe(w)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var Zp=te===
s,Vr=N===s}}else{let K={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.webhooks.type,parentSchema:d.properties.webhooks,data:u};r===null?r=[K]:r.push(K),s++}var m=G===s}if(e.rateHeaders!==void 0){let u=e.rateHeaders,G=s;
us(u,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?us.errors:r.concat(us.errors),s=r.length);
var m=G===s}if(e.upload!==void 0){let u=e.upload,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.method===void 0){let c={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:d.properties.upload.required,
parentSchema:d.properties.upload,data:u};r===null?r=[c]:r.push(c),s++}if(u.path===void 0){let c={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.upload.required,parentSchema:d.properties.
upload,data:u};r===null?r=[c]:r.push(c),s++}if(u.reference===void 0){let c={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:u};
r===null?r=[c]:r.push(c),s++}if(u.source===void 0){let c={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:u};r===null?r=[c]:r.push(c),s++}
let B=s;for(let c in u)if(!(c==="method"||c==="path"||c==="field"||c==="reference"||c==="source")){let j={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
upload,data:u};r===null?r=[j]:r.push(j),s++}if(u.method!==void 0){let c=u.method,j=s,ie=d.properties.upload.properties.method.enum;if(!(c==="POST"||c==="PUT")){
let we={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:d.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:d.properties.upload.properties.method.enum,parentSchema:d.properties.upload.properties.
method,data:c};r===null?r=[we]:r.push(we),s++}var Zs=j===s}if(u.path!==void 0){let c=u.path,j=s,ie=s,we=s;if(typeof c=="string"){if(!Ut.test(c)){let w={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:c};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:We.type,parentSchema:We,data:c};r===null?r=[w]:r.push(w),s++}var Qp=ie===s,Zs=j===s}if(u.field!==void 0){let c=u.field,j=s,ie=s;if(typeof c=="string"){if(oe(
c)<1){let K={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:d.properties.upload.properties.field,data:c};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.upload.properties.
field.type,parentSchema:d.properties.upload.properties.field,data:c};r===null?r=[K]:r.push(K),s++}var Zs=j===s}if(u.reference!==void 0){let c=u.reference,j=s,ie=s,
we=s;if(typeof c=="string"){if(!nt.test(c)){let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:c};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,
data:c};r===null?r=[w]:r.push(w),s++}var Qf=ie===s,Zs=j===s}if(u.source!==void 0){let c=u.source,j=s,ie=s,we=s;if(typeof c=="string"){if(oe(c)<1){let w={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,
data:c};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var Xf=ie===s,Zs=j===s}}else{let B={instancePath:t+"/upload",schemaPath:"#/p\
roperties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.upload.type,parentSchema:d.properties.upload,data:u};r===
null?r=[B]:r.push(B),s++}var m=G===s}if(e.operations!==void 0){let u=e.operations,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).length<
1){let c={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:d.properties.operations,data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)if(!(c==="video"||c==="image"||c===
"audio"||c==="mesh")){let j={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.operations,data:u};r===null?r=[j]:r.push(j),s++}if(u.video!==void 0){let c=u.video,
j=s;jt(c,{instancePath:t+"/operations/video",parentData:u,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?jt.errors:r.concat(jt.errors),s=
r.length);var is=j===s}if(u.image!==void 0){let c=u.image,j=s;jt(c,{instancePath:t+"/operations/image",parentData:u,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?jt.errors:r.concat(jt.errors),s=r.length);var is=j===s}if(u.audio!==void 0){let c=u.audio,j=s;jt(c,{instancePath:t+"/operations/audio",parentData:u,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?jt.errors:r.concat(jt.errors),s=r.length);var is=j===s}if(u.mesh!==void 0){let c=u.mesh,j=s;
jt(c,{instancePath:t+"/operations/mesh",parentData:u,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?jt.errors:r.concat(jt.errors),s=r.length);
var is=j===s}}else{let B={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.operations.type,parentSchema:d.properties.operations,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.errors!==void 0){let u=e.errors,G=s,
je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.message===void 0){let c={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"requ\
ired",params:{missingProperty:"message"},message:"must have required property 'message'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:u};
r===null?r=[c]:r.push(c),s++}if(u.code===void 0){let c={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:u};r===null?r=[c]:r.push(c),s++}if(u.
proofs===void 0){let c={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)
if(!(c==="message"||c==="code"||c==="inside"||c==="proofs")){let j={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:u};r===null?r=[j]:
r.push(j),s++}if(u.message!==void 0){let c=u.message,j=s;kt(c,{instancePath:t+"/errors/message",parentData:u,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?kt.errors:r.concat(kt.errors),s=r.length);var Da=j===s}if(u.code!==void 0){let c=u.code,j=s;kt(c,{instancePath:t+"/errors/code",parentData:u,parentDataProperty:"\
code",rootData:o,dynamicAnchors:i})||(r=r===null?kt.errors:r.concat(kt.errors),s=r.length);var Da=j===s}if(u.inside!==void 0){let c=u.inside,j=s,ie=s;if(c&&typeof c==
"object"&&!Array.isArray(c)){if(c.at===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.
properties.inside,data:c};r===null?r=[w]:r.push(w),s++}if(c.source===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.
required,parentSchema:d.properties.errors.properties.inside,data:c};r===null?r=[w]:r.push(w),s++}let K=s;for(let w in c)if(!(w==="at"||w==="unless"||w==="source")){
let N={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:c};r===null?r=[N]:r.push(N),s++}if(c.at!==void 0){
let w=c.at,N=s,te=s,Q=s;if(typeof w=="string"){if(!nt.test(w)){let v={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[v]:
r.push(v),s++}}else{let v={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.
type,parentSchema:ae,data:w};r===null?r=[v]:r.push(v),s++}var Yf=te===s,vo=N===s}if(c.unless!==void 0){let w=c.unless,N=s;if(!Array.isArray(w)){let v={instancePath:t+
"/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:w};r===null?r=[v]:r.push(v),
s++}let te=s;var vo=N===s}if(c.source!==void 0){let w=c.source,N=s,te=s,Q=s;if(typeof w=="string"){if(oe(w)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:w};r===null?r=[g]:r.
push(g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:se.type,parentSchema:se,data:w};r===null?r=[g]:r.push(g),s++}var ko=te===s,vo=N===s}}else{let K={instancePath:t+"/errors/inside",schemaPath:"#/properties\
/errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.
properties.errors.properties.inside,data:c};r===null?r=[K]:r.push(K),s++}var Da=j===s}if(u.proofs!==void 0){let c=u.proofs,j=s,ie=s;if(Array.isArray(c)){if(c.length<
1){let N={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs,data:c};r===null?r=[N]:r.push(N),s++}let K=!0,w=c.length;for(let N=0;N<w;N++){let te=c[N],
Q=s,v=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let k={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.
proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:te};r===null?r=[k]:r.push(k),s++}if(te.proves===void 0){let k={instancePath:t+
"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:te};r===null?
r=[k]:r.push(k),s++}if(te.source===void 0){let k={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:te};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in te)if(!(k==="status"||k==="codes"||k==="says"||k==="proves"||
k==="means"||k==="source")){let E={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,
data:te};r===null?r=[E]:r.push(E),s++}if(te.status!==void 0){let k=te.status,E=s,H=s;if(typeof k=="string"){if(!mh.test(k)){let I={instancePath:t+"/errors/proof\
s/"+N+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:k};r===
null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/errors/proofs/"+N+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.status,data:k};r===null?r=[I]:r.push(I),s++}var ps=E===s}if(te.codes!==void 0){let k=te.codes,E=s,H=s;if(Array.isArray(
k)){if(k.length<1){let ce={instancePath:t+"/errors/proofs/"+N+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:k};
r===null?r=[ce]:r.push(ce),s++}let J=!0,re=k.length;for(let ce=0;ce<re;ce++){let Ke=k[ce],it=s;if(typeof Ke!="string"){let R={instancePath:t+"/errors/proofs/"+N+
"/codes/"+ce,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:Ke};
r===null?r=[R]:r.push(R),s++}let Oe=s;var Po=it===s;Po||(J=!1)}}else{let J={instancePath:t+"/errors/proofs/"+N+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:k};r===null?r=[J]:r.push(J),s++}var ps=E===s}if(te.says!==void 0){let k=te.
says,E=s,H=s;if(Array.isArray(k)){if(k.length<1){let ce={instancePath:t+"/errors/proofs/"+N+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.
items.properties.says,data:k};r===null?r=[ce]:r.push(ce),s++}let J=!0,re=k.length;for(let ce=0;ce<re;ce++){let Ke=k[ce],it=s,Oe=s;if(typeof Ke=="string"){if(oe(
Ke)<1){let R={instancePath:t+"/errors/proofs/"+N+"/says/"+ce,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,
data:Ke};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/errors/proofs/"+N+"/says/"+ce,schemaPath:"#/properties/errors/properties/proofs/items/proper\
ties/says/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.says.items.type,
parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Ke};r===null?r=[R]:r.push(R),s++}var dr=it===s;dr||(J=!1)}}else{let J={instancePath:t+
"/errors/proofs/"+N+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be \
array",schema:d.properties.errors.properties.proofs.items.properties.says.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:k};
r===null?r=[J]:r.push(J),s++}var ps=E===s}if(te.proves!==void 0){let k=te.proves,E=s,H=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!(k===
"rejected"||k==="busy"||k==="credentials"||k==="payment"||k==="may-exist"||k==="unknown-model")){let J={instancePath:t+"/errors/proofs/"+N+"/proves",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.
proves.enum},message:"must be equal to one of the allowed values",schema:d.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.
errors.properties.proofs.items.properties.proves,data:k};r===null?r=[J]:r.push(J),s++}var ps=E===s}if(te.means!==void 0){let k=te.means,E=s,H=s;if(typeof k=="st\
ring"){if(oe(k)<1){let J={instancePath:t+"/errors/proofs/"+N+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:k};
r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/errors/proofs/"+N+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.means,data:k};r===null?r=[J]:r.push(J),s++}var ps=E===s}if(te.source!==void 0){let k=te.source,E=s,H=s,I=s;if(typeof k==
"string"){if(oe(k)<1){let re={instancePath:t+"/errors/proofs/"+N+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:se,data:k};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/errors/proofs/"+N+"/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:k};r===null?r=[re]:r.push(re),
s++}var eh=H===s,ps=E===s}}else{let g={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:d.properties.errors.properties.proofs.items.type,parentSchema:d.properties.errors.properties.proofs.items,data:te};r===
null?r=[g]:r.push(g),s++}var cs=Q===s;cs||(K=!1)}}else{let K={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"t\
ype",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.type,parentSchema:d.properties.errors.properties.proofs,data:c};
r===null?r=[K]:r.push(K),s++}var Da=j===s}}else{let B={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.errors.type,parentSchema:d.properties.errors,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.cancelRules!==void 0){let u=e.
cancelRules,G=s,je=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.queued===void 0){let c={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRule\
s/required",keyword:"required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:d.properties.cancelRules.required,parentSchema:d.
properties.cancelRules,data:u};r===null?r=[c]:r.push(c),s++}if(u.processing===void 0){let c={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/\
required",keyword:"required",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:d.properties.cancelRules.required,parentSchema:d.
properties.cancelRules,data:u};r===null?r=[c]:r.push(c),s++}if(u.ended===void 0){let c={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/requi\
red",keyword:"required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:d.properties.cancelRules.required,parentSchema:d.properties.
cancelRules,data:u};r===null?r=[c]:r.push(c),s++}if(u.cancelled===void 0){let c={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:d.properties.cancelRules.required,parentSchema:d.properties.
cancelRules,data:u};r===null?r=[c]:r.push(c),s++}if(u.source===void 0){let c={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,
data:u};r===null?r=[c]:r.push(c),s++}let B=s;for(let c in u)if(!(c==="queued"||c==="processing"||c==="ended"||c==="cancelled"||c==="source")){let j={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:d.properties.cancelRules,data:u};r===null?r=[j]:r.push(j),s++}if(u.queued!==void 0){let c=u.queued,j=s,ie=s,we=s,K=s,
w=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let te;if(c.body===void 0&&(te="body")||c.error===void 0&&(te="error")){let Q={};r===null?r=[Q]:r.push(Q),s++}}
var Xp=N===s;if(Xp){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:z.allOf[0].not,parentSchema:z.allOf[0],data:c};r===null?r=[te]:r.push(te),s++}else s=w,r!==null&&(w?r.length=w:r=null);var th=K===s;if(c&&typeof c=="obje\
ct"&&!Array.isArray(c)){if(c.then===void 0){let Q={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,data:c};r===null?r=[Q]:r.push(Q),s++}let te=s;for(let Q in c)if(!(Q==="then"||
Q==="status"||Q==="body"||Q==="error")){let v={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:z,data:c};r===null?r=[v]:r.push(v),s++}if(c.then!==void 0){
let Q=c.then,v=s,g=z.properties.then.enum;if(!(Q==="cancelled"||Q==="goes-on"||Q==="removed"||Q==="refused")){let k={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:z.properties.then.enum},message:"must be equal to one of the allowed values",schema:z.
properties.then.enum,parentSchema:z.properties.then,data:Q};r===null?r=[k]:r.push(k),s++}var $o=v===s}if(c.status!==void 0){let Q=c.status,v=s;if(!(typeof Q=="n\
umber"&&!(Q%1)&&!isNaN(Q))){let E={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:z.properties.status.type,parentSchema:z.properties.status,data:Q};r===null?r=[E]:r.push(E),s++}let g=s;if(typeof Q=="\
number"){if(Q>599||isNaN(Q)){let E={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:z.properties.status,data:Q};r===null?r=[E]:r.push(E),s++}if(Q<200||isNaN(Q)){let E={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:z.properties.status,data:Q};r===null?r=[E]:r.push(E),s++}}var $o=v===s}if(c.error!==void 0){let Q=c.error,v=s,g=s;if(Q&&
typeof Q=="object"&&!Array.isArray(Q)){if(Q.code===void 0){let H={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/req\
uired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:z.properties.error.required,parentSchema:z.properties.
error,data:Q};r===null?r=[H]:r.push(H),s++}if(Q.message===void 0){let H={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/er\
ror/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:z.properties.error.required,parentSchema:z.
properties.error,data:Q};r===null?r=[H]:r.push(H),s++}let E=s;for(let H in Q)if(!(H==="code"||H==="message")){let I={instancePath:t+"/cancelRules/queued/error",
schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:z.properties.error,data:Q};r===null?r=[I]:r.push(I),s++}if(Q.code!==void 0){let H=Q.code,I=s,J=s;if(typeof H=="string"){
if(oe(H)<1){let re={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.code,data:H};r===null?r=[re]:r.push(re),
s++}}else{let re={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:z.properties.error.properties.code.type,parentSchema:z.properties.error.properties.code,data:H};r===null?r=[re]:r.push(
re),s++}var So=I===s}if(Q.message!==void 0){let H=Q.message,I=s,J=s;if(typeof H=="string"){if(oe(H)<1){let ce={instancePath:t+"/cancelRules/queued/error/message",
schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:z.properties.error.properties.message,data:H};r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/cancelRules/queued/error/me\
ssage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.
error.properties.message.type,parentSchema:z.properties.error.properties.message,data:H};r===null?r=[ce]:r.push(ce),s++}var So=I===s}}else{let E={instancePath:t+
"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.properties.
error.type,parentSchema:z.properties.error,data:Q};r===null?r=[E]:r.push(E),s++}var $o=v===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$d\
efs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.type,parentSchema:z,data:c};r===null?r=[te]:r.push(te),s++}var Ja=ie===
s,Qs=j===s}if(u.processing!==void 0){let c=u.processing,j=s,ie=s,we=s,K=s,w=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let Q;if(c.body===void 0&&(Q="bod\
y")||c.error===void 0&&(Q="error")){let v={};r===null?r=[v]:r.push(v),s++}}var b=N===s;if(b){let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs\
/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:z.allOf[0].not,parentSchema:z.allOf[0],data:c};r===null?r=[Q]:r.push(Q),s++}else
s=w,r!==null&&(w?r.length=w:r=null);var $e=K===s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.then===void 0){let v={instancePath:t+"/cancelRules/processing",
schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,
data:c};r===null?r=[v]:r.push(v),s++}let Q=s;for(let v in c)if(!(v==="then"||v==="status"||v==="body"||v==="error")){let g={instancePath:t+"/cancelRules/process\
ing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:z,data:c};r===null?r=[g]:r.push(g),s++}if(c.then!==void 0){let v=c.then,g=s,k=z.properties.then.enum;if(!(v==="cancelled"||v==="goes\
-on"||v==="removed"||v==="refused")){let E={instancePath:t+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{
allowedValues:z.properties.then.enum},message:"must be equal to one of the allowed values",schema:z.properties.then.enum,parentSchema:z.properties.then,data:v};
r===null?r=[E]:r.push(E),s++}var ut=g===s}if(c.status!==void 0){let v=c.status,g=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let H={instancePath:t+"/cancelRu\
les/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:z.properties.
status.type,parentSchema:z.properties.status,data:v};r===null?r=[H]:r.push(H),s++}let k=s;if(typeof v=="number"){if(v>599||isNaN(v)){let H={instancePath:t+"/can\
celRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 5\
99",schema:599,parentSchema:z.properties.status,data:v};r===null?r=[H]:r.push(H),s++}if(v<200||isNaN(v)){let H={instancePath:t+"/cancelRules/processing/status",
schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:z.
properties.status,data:v};r===null?r=[H]:r.push(H),s++}}var ut=g===s}if(c.error!==void 0){let v=c.error,g=s,k=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.
code===void 0){let I={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:z.properties.error.required,parentSchema:z.properties.error,data:v};r===null?r=[I]:r.push(I),s++}if(v.
message===void 0){let I={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:z.properties.error.required,parentSchema:z.properties.error,data:v};r===null?r=[I]:r.push(I),s++}
let H=s;for(let I in v)if(!(I==="code"||I==="message")){let J={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/ad\
ditionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:z.properties.
error,data:v};r===null?r=[J]:r.push(J),s++}if(v.code!==void 0){let I=v.code,J=s,re=s;if(typeof I=="string"){if(oe(I)<1){let ce={instancePath:t+"/cancelRules/pro\
cessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:z.properties.error.properties.code,data:I};r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/cancelRules/p\
rocessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.
properties.error.properties.code.type,parentSchema:z.properties.error.properties.code,data:I};r===null?r=[ce]:r.push(ce),s++}var Sr=J===s}if(v.message!==void 0){
let I=v.message,J=s,re=s;if(typeof I=="string"){if(oe(I)<1){let Ke={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/proper\
ties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.
error.properties.message,data:I};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelR\
ule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.message.type,parentSchema:z.
properties.error.properties.message,data:I};r===null?r=[Ke]:r.push(Ke),s++}var Sr=J===s}}else{let H={instancePath:t+"/cancelRules/processing/error",schemaPath:"\
#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.properties.error.type,parentSchema:z.properties.
error,data:v};r===null?r=[H]:r.push(H),s++}var ut=g===s}}else{let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:z.type,parentSchema:z,data:c};r===null?r=[Q]:r.push(Q),s++}var le=ie===s,Qs=j===s}if(u.ended!==void 0){let c=u.
ended,j=s,ie=s,we=s,K=s,w=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let Q;if(c.body===void 0&&(Q="body")||c.error===void 0&&(Q="error")){let v={};r===null?
r=[v]:r.push(v),s++}}var f=N===s;if(f){let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"m\
ust NOT be valid",schema:z.allOf[0].not,parentSchema:z.allOf[0],data:c};r===null?r=[Q]:r.push(Q),s++}else s=w,r!==null&&(w?r.length=w:r=null);var P=K===s;if(c&&
typeof c=="object"&&!Array.isArray(c)){if(c.then===void 0){let v={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",
params:{missingProperty:"then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,data:c};r===null?r=[v]:r.push(v),s++}let Q=s;for(let v in c)
if(!(v==="then"||v==="status"||v==="body"||v==="error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:z,data:c};r===null?r=[g]:r.push(g),s++}
if(c.then!==void 0){let v=c.then,g=s,k=z.properties.then.enum;if(!(v==="cancelled"||v==="goes-on"||v==="removed"||v==="refused")){let E={instancePath:t+"/cancel\
Rules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:z.properties.then.enum},message:"must be equal to on\
e of the allowed values",schema:z.properties.then.enum,parentSchema:z.properties.then,data:v};r===null?r=[E]:r.push(E),s++}var A=g===s}if(c.status!==void 0){let v=c.
status,g=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let H={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:z.properties.status.type,parentSchema:z.properties.status,data:v};r===null?r=[H]:r.push(
H),s++}let k=s;if(typeof v=="number"){if(v>599||isNaN(v)){let H={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/max\
imum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:z.properties.status,data:v};r===null?r=[H]:r.push(H),
s++}if(v<200||isNaN(v)){let H={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:200},message:"must be >= 200",schema:200,parentSchema:z.properties.status,data:v};r===null?r=[H]:r.push(H),s++}}var A=g===s}if(c.error!==void 0){let v=c.
error,g=s,k=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.code===void 0){let I={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/p\
roperties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:z.properties.error.required,parentSchema:z.
properties.error,data:v};r===null?r=[I]:r.push(I),s++}if(v.message===void 0){let I={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/pro\
perties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:z.properties.error.required,
parentSchema:z.properties.error,data:v};r===null?r=[I]:r.push(I),s++}let H=s;for(let I in v)if(!(I==="code"||I==="message")){let J={instancePath:t+"/cancelRules\
/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must N\
OT have additional properties",schema:!1,parentSchema:z.properties.error,data:v};r===null?r=[J]:r.push(J),s++}if(v.code!==void 0){let I=v.code,J=s,re=s;if(typeof I==
"string"){if(oe(I)<1){let ce={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.code,data:I};r===null?r=[ce]:r.push(
ce),s++}}else{let ce={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:z.properties.error.properties.code.type,parentSchema:z.properties.error.properties.code,data:I};r===null?r=[ce]:r.
push(ce),s++}var Re=J===s}if(v.message!==void 0){let I=v.message,J=s,re=s;if(typeof I=="string"){if(oe(I)<1){let Ke={instancePath:t+"/cancelRules/ended/error/me\
ssage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:z.properties.error.properties.message,data:I};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/cancelRules/ended/er\
ror/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.
error.properties.message.type,parentSchema:z.properties.error.properties.message,data:I};r===null?r=[Ke]:r.push(Ke),s++}var Re=J===s}}else{let H={instancePath:t+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.properties.
error.type,parentSchema:z.properties.error,data:v};r===null?r=[H]:r.push(H),s++}var A=g===s}}else{let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs\
/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.type,parentSchema:z,data:c};r===null?r=[Q]:r.push(Q),s++}var ee=ie===s,
Qs=j===s}if(u.cancelled!==void 0){let c=u.cancelled,j=s,ie=s,we=s,K=s,w=s,N=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let Q;if(c.body===void 0&&(Q="body")||
c.error===void 0&&(Q="error")){let v={};r===null?r=[v]:r.push(v),s++}}var S=N===s;if(S){let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cance\
lRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:z.allOf[0].not,parentSchema:z.allOf[0],data:c};r===null?r=[Q]:r.push(Q),s++}else s=
w,r!==null&&(w?r.length=w:r=null);var x=K===s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.then===void 0){let v={instancePath:t+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:z.required,parentSchema:z,data:c};
r===null?r=[v]:r.push(v),s++}let Q=s;for(let v in c)if(!(v==="then"||v==="status"||v==="body"||v==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:z,
data:c};r===null?r=[g]:r.push(g),s++}if(c.then!==void 0){let v=c.then,g=s,k=z.properties.then.enum;if(!(v==="cancelled"||v==="goes-on"||v==="removed"||v==="refu\
sed")){let E={instancePath:t+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:z.properties.
then.enum},message:"must be equal to one of the allowed values",schema:z.properties.then.enum,parentSchema:z.properties.then,data:v};r===null?r=[E]:r.push(E),s++}
var C=g===s}if(c.status!==void 0){let v=c.status,g=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let H={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:z.properties.status.type,parentSchema:z.properties.
status,data:v};r===null?r=[H]:r.push(H),s++}let k=s;if(typeof v=="number"){if(v>599||isNaN(v)){let H={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:z.properties.
status,data:v};r===null?r=[H]:r.push(H),s++}if(v<200||isNaN(v)){let H={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/\
status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:z.properties.status,data:v};r===null?r=[H]:
r.push(H),s++}}var C=g===s}if(c.error!==void 0){let v=c.error,g=s,k=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.code===void 0){let I={instancePath:t+"/c\
ancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have requ\
ired property 'code'",schema:z.properties.error.required,parentSchema:z.properties.error,data:v};r===null?r=[I]:r.push(I),s++}if(v.message===void 0){let I={instancePath:t+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must hav\
e required property 'message'",schema:z.properties.error.required,parentSchema:z.properties.error,data:v};r===null?r=[I]:r.push(I),s++}let H=s;for(let I in v)if(!(I===
"code"||I==="message")){let J={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:z.properties.error,data:v};r===null?r=[J]:r.
push(J),s++}if(v.code!==void 0){let I=v.code,J=s,re=s;if(typeof I=="string"){if(oe(I)<1){let ce={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.
properties.error.properties.code,data:I};r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.code.type,parentSchema:z.
properties.error.properties.code,data:I};r===null?r=[ce]:r.push(ce),s++}var pe=J===s}if(v.message!==void 0){let I=v.message,J=s,re=s;if(typeof I=="string"){if(oe(
I)<1){let Ke={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:z.properties.error.properties.message,data:I};r===null?r=[Ke]:r.push(
Ke),s++}}else{let Ke={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:z.properties.error.properties.message.type,parentSchema:z.properties.error.properties.message,data:I};
r===null?r=[Ke]:r.push(Ke),s++}var pe=J===s}}else{let H={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:z.properties.error.type,parentSchema:z.properties.error,data:v};r===null?r=[H]:r.push(H),s++}var C=g===
s}}else{let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:z.
type,parentSchema:z,data:c};r===null?r=[Q]:r.push(Q),s++}var ge=ie===s,Qs=j===s}if(u.source!==void 0){let c=u.source,j=s,ie=s,we=s;if(typeof c=="string"){if(oe(
c)<1){let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:c};r===null?r=[w]:r.push(w),s++}var X=ie===s,Qs=j===s}}else{let B={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.cancelRules.type,parentSchema:d.
properties.cancelRules,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}if(e.disagreements!==void 0){let u=e.disagreements,G=s,je=s;if(Array.isArray(u)){let B=!0,
c=u.length;for(let j=0;j<c;j++){let ie=u[j],we=s,K=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.topic===void 0){let N={instancePath:t+"/disagreements\
/"+j,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ie};r===null?r=[N]:r.push(N),s++}if(ie.between===void 0){let N={instancePath:t+
"/disagreements/"+j,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ie};r===null?r=[N]:r.push(N),s++}if(ie.follows===
void 0){let N={instancePath:t+"/disagreements/"+j,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ie};r===null?r=[N]:r.
push(N),s++}let w=s;for(let N in ie)if(!(N==="topic"||N==="between"||N==="follows")){let te={instancePath:t+"/disagreements/"+j,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.disagreements.items,data:ie};r===null?r=[te]:r.push(te),s++}if(ie.topic!==void 0){let N=ie.topic,te=s,Q=s;if(typeof N=="string"){if(oe(N)<1){let v={instancePath:t+
"/disagreements/"+j+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.topic,data:N};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+
"/disagreements/"+j+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.disagreements.items.properties.topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:N};r===null?r=[v]:r.push(v),s++}
var M=te===s}if(ie.between!==void 0){let N=ie.between,te=s,Q=s;if(Array.isArray(N)){if(N.length<1){let E={instancePath:t+"/disagreements/"+j+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.
properties.disagreements.items.properties.between,data:N};r===null?r=[E]:r.push(E),s++}let g=!0,k=N.length;for(let E=0;E<k;E++){let H=N[E],I=s,J=s,re=s;if(typeof H==
"string"){if(oe(H)<1){let ce={instancePath:t+"/disagreements/"+j+"/between/"+E,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:se,data:H};r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/disagreements/"+j+"/betwee\
n/"+E,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:H};r===null?r=[ce]:r.push(
ce),s++}var ve=J===s,De=I===s;De||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+j+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.disagreements.items.properties.between.type,parentSchema:d.properties.
disagreements.items.properties.between,data:N};r===null?r=[g]:r.push(g),s++}var M=te===s}if(ie.follows!==void 0){let N=ie.follows,te=s,Q=s;if(typeof N=="string"){
if(oe(N)<1){let g={instancePath:t+"/disagreements/"+j+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.follows,data:N};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+j+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.follows.type,parentSchema:d.properties.disagreements.items.properties.
follows,data:N};r===null?r=[g]:r.push(g),s++}var M=te===s}}else{let w={instancePath:t+"/disagreements/"+j,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.disagreements.items.type,parentSchema:d.properties.disagreements.items,data:ie};r===null?
r=[w]:r.push(w),s++}var Ge=we===s;Ge||(B=!1)}}else{let B={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:d.properties.disagreements.type,parentSchema:d.properties.disagreements,data:u};r===null?r=[B]:r.push(B),s++}var m=G===s}}else{
let ke={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.type,parentSchema:d,data:e};r===null?r=[ke]:r.
push(ke),s++}return Wa.errors=r,s===0}Wa.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var gs=de(Xe=>{"use strict";Object.defineProperty(Xe,"__esModule",{value:!0});Xe.regexpCode=Xe.getEsmExportName=Xe.getProperty=Xe.safeStringify=Xe.stringify=Xe.
strConcat=Xe.addCodeArg=Xe.str=Xe._=Xe.nil=Xe._Code=Xe.Name=Xe.IDENTIFIER=Xe._CodeOrName=void 0;var sa=class{};Xe._CodeOrName=sa;Xe.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Jr=class extends sa{constructor(t){if(super(),!Xe.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Xe.Name=Jr;var Jt=class extends sa{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
Jr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Xe._Code=Jt;Xe.nil=new Jt("");function Sc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Lo(a,t[n]),a.push(e[++n]);return new Jt(
a)}Xe._=Sc;var Mo=new Jt("+");function _c(e,...t){let a=[aa(e[0])],n=0;for(;n<t.length;)a.push(Mo),Lo(a,t[n]),a.push(Mo,aa(e[++n]));return Nh(a),new Jt(a)}Xe.str=
_c;function Lo(e,t){t instanceof Jt?e.push(...t._items):t instanceof Jr?e.push(t):e.push(Ih(t))}Xe.addCodeArg=Lo;function Nh(e){let t=1;for(;t<e.length-1;){if(e[t]===
Mo){let a=Rh(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function Rh(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof Jr||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof Jr))return`"${e}${t.slice(1)}`}function Eh(e,t){return t.emptyStr()?e:e.emptyStr()?t:_c`${e}${t}`}Xe.strConcat=Eh;function Ih(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:aa(Array.isArray(e)?e.join(","):e)}function Mh(e){return new Jt(aa(e))}Xe.stringify=Mh;function aa(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Xe.safeStringify=aa;function Lh(e){return typeof e=="string"&&Xe.IDENTIFIER.test(
e)?new Jt(`.${e}`):Sc`[${e}]`}Xe.getProperty=Lh;function Fh(e){if(typeof e=="string"&&Xe.IDENTIFIER.test(e))return new Jt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Xe.getEsmExportName=Fh;function Vh(e){return new Jt(e.toString())}Xe.regexpCode=Vh});var Uo=de(Rt=>{"use strict";Object.defineProperty(Rt,"__esModule",{value:!0});Rt.ValueScope=Rt.ValueScopeName=Rt.Scope=Rt.varKinds=Rt.UsedValueState=void 0;var Nt=gs(),
Fo=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},Za;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(Za||(Rt.UsedValueState=Za={}));Rt.varKinds={const:new Nt.Name("const"),let:new Nt.Name("let"),var:new Nt.Name("var")};var Qa=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Nt.Name?t:this.name(t)}name(t){return new Nt.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Rt.Scope=Qa;var Xa=class extends Nt.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Nt._)`.${new Nt.Name(a)}[${n}]`}};Rt.ValueScopeName=Xa;var Uh=(0,Nt._)`\n`,Vo=class extends Qa{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?Uh:Nt.nil}}get(){return this._scope}name(t){return new Xa(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let m=s.get(r);if(m)return m}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),l=p.length;return p[l]=a.ref,o.setValue(a,{property:i,itemIndex:l}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Nt._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Nt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(l=>{if(p.has(l))return;p.set(l,Za.Started);let m=a(l);if(m){let y=this.opts.es5?Rt.varKinds.var:Rt.varKinds.const;i=(0,Nt._)`${i}${y} ${l} = ${m};${this.
opts._n}`}else if(m=o?.(l))i=(0,Nt._)`${i}${m}${this.opts._n}`;else throw new Fo(l);p.set(l,Za.Completed)})}return i}};Rt.ValueScope=Vo});var Le=de(Ie=>{"use strict";Object.defineProperty(Ie,"__esModule",{value:!0});Ie.or=Ie.and=Ie.not=Ie.CodeGen=Ie.operators=Ie.varKinds=Ie.ValueScopeName=Ie.ValueScope=
Ie.Scope=Ie.Name=Ie.regexpCode=Ie.stringify=Ie.getProperty=Ie.nil=Ie.strConcat=Ie.str=Ie._=void 0;var He=gs(),Yt=Uo(),qr=gs();Object.defineProperty(Ie,"_",{enumerable:!0,
get:function(){return qr._}});Object.defineProperty(Ie,"str",{enumerable:!0,get:function(){return qr.str}});Object.defineProperty(Ie,"strConcat",{enumerable:!0,
get:function(){return qr.strConcat}});Object.defineProperty(Ie,"nil",{enumerable:!0,get:function(){return qr.nil}});Object.defineProperty(Ie,"getProperty",{enumerable:!0,
get:function(){return qr.getProperty}});Object.defineProperty(Ie,"stringify",{enumerable:!0,get:function(){return qr.stringify}});Object.defineProperty(Ie,"rege\
xpCode",{enumerable:!0,get:function(){return qr.regexpCode}});Object.defineProperty(Ie,"Name",{enumerable:!0,get:function(){return qr.Name}});var rn=Uo();Object.
defineProperty(Ie,"Scope",{enumerable:!0,get:function(){return rn.Scope}});Object.defineProperty(Ie,"ValueScope",{enumerable:!0,get:function(){return rn.ValueScope}});
Object.defineProperty(Ie,"ValueScopeName",{enumerable:!0,get:function(){return rn.ValueScopeName}});Object.defineProperty(Ie,"varKinds",{enumerable:!0,get:function(){
return rn.varKinds}});Ie.operators={GT:new He._Code(">"),GTE:new He._Code(">="),LT:new He._Code("<"),LTE:new He._Code("<="),EQ:new He._Code("==="),NEQ:new He._Code(
"!=="),NOT:new He._Code("!"),OR:new He._Code("||"),AND:new He._Code("&&"),ADD:new He._Code("+")};var fr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Do=class extends fr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?Yt.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=bs(this.rhs,t,a)),this}get names(){return this.
rhs instanceof He._CodeOrName?this.rhs.names:{}}},Ya=class extends fr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof He.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=bs(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof He.Name?{}:{...this.lhs.names};return tn(t,this.rhs)}},Jo=class extends Ya{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},zo=class extends fr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
Wo=class extends fr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},Co=class extends fr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},Ko=class extends fr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=bs(this.code,t,a),this}get names(){return this.
code instanceof He._CodeOrName?this.code.names:{}}},na=class extends fr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Dh(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>Cr(t,a.names),{})}},hr=class extends na{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},Ho=class extends na{},ws=class extends hr{};
ws.kind="else";var zr=class e extends hr{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new ws(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(xc(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=bs(this.condition,t,a),this}get names(){let t=super.names;return tn(t,this.condition),this.else&&Cr(t,this.else.names),t}};zr.kind=
"if";var Wr=class extends hr{};Wr.kind="for";var Bo=class extends Wr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=bs(this.iteration,t,a),this}get names(){return Cr(super.names,this.iteration.names)}},Go=class extends Wr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?Yt.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=tn(super.names,this.from);return tn(t,this.to)}},en=class extends Wr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=bs(this.iterable,t,a),this}get names(){return Cr(super.names,this.iterable.names)}},oa=class extends hr{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};oa.kind="func";var ia=class extends na{render(t){
return"return "+super.render(t)}};ia.kind="return";var Zo=class extends hr{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&Cr(t,this.catch.names),this.finally&&Cr(t,this.finally.names),
t}},pa=class extends hr{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};pa.kind="catch";var ca=class extends hr{render(t){
return"finally"+super.render(t)}};ca.kind="finally";var Qo=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new Yt.Scope({parent:t}),this._nodes=[new Ho]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new Do(t,i,n)),i}const(t,a,n){return this.
_def(Yt.varKinds.const,t,a,n)}let(t,a,n){return this._def(Yt.varKinds.let,t,a,n)}var(t,a,n){return this._def(Yt.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new Ya(t,a,n))}add(t,a){return this._leafNode(new Jo(t,Ie.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==He.nil&&this._leafNode(new Ko(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,He.addCodeArg)(a,o));return a.push("}"),new He._Code(a)}if(t,a,n){
if(this._blockNode(new zr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new zr(t))}else(){return this._elseNode(new ws)}endIf(){return this._endBlockNode(zr,ws)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new Bo(t),a)}forRange(t,a,n,o,i=this.opts.es5?Yt.varKinds.var:Yt.varKinds.let){let r=this.
_scope.toName(t);return this._for(new Go(i,r,a,n),()=>o(r))}forOf(t,a,n,o=Yt.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof He.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,He._)`${r}.length`,s=>{this.var(i,(0,He._)`${r}[${s}]`),n(i)})}return this._for(new en("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?Yt.varKinds.var:Yt.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,He._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new en("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Wr)}label(t){return this._leafNode(new zo(t))}break(t){return this._leafNode(
new Wo(t))}return(t){let a=new ia;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
ia)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Zo;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new pa(i),a(i)}return n&&(this._currNode=o.finally=new ca,this.code(n)),this._endBlockNode(pa,ca)}throw(t){return this._leafNode(new Co(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=He.nil,n,o){return this._blockNode(new oa(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(oa)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof zr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Ie.CodeGen=Qo;function Cr(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function tn(e,t){return t instanceof He._CodeOrName?Cr(e,t.names):
e}function bs(e,t,a){if(e instanceof He.Name)return n(e);if(!o(e))return e;return new He._Code(e._items.reduce((i,r)=>(r instanceof He.Name&&(r=n(r)),r instanceof
He._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
He._Code&&i._items.some(r=>r instanceof He.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Dh(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function xc(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,He._)`!${Xo(e)}`}Ie.not=xc;var Jh=qc(Ie.operators.AND);function zh(...e){return e.reduce(Jh)}Ie.and=zh;var Wh=qc(Ie.
operators.OR);function Ch(...e){return e.reduce(Wh)}Ie.or=Ch;function qc(e){return(t,a)=>t===He.nil?a:a===He.nil?t:(0,He._)`${Xo(t)} ${e} ${Xo(a)}`}function Xo(e){
return e instanceof He.Name?e:(0,He._)`(${e})`}});var Ze=de(Fe=>{"use strict";Object.defineProperty(Fe,"__esModule",{value:!0});Fe.checkStrictMode=Fe.getErrorPath=Fe.Type=Fe.useFunc=Fe.setEvaluated=Fe.evaluatedPropsToName=
Fe.mergeEvaluated=Fe.eachItem=Fe.unescapeJsonPointer=Fe.escapeJsonPointer=Fe.escapeFragment=Fe.unescapeFragment=Fe.schemaRefOrVal=Fe.schemaHasRulesButRef=Fe.schemaHasRules=
Fe.checkUnknownRules=Fe.alwaysValidSchema=Fe.toHash=void 0;var at=Le(),Kh=gs();function Hh(e){let t={};for(let a of e)t[a]=!0;return t}Fe.toHash=Hh;function Bh(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Tc(e,t),!Ac(t,e.self.RULES.all))}Fe.alwaysValidSchema=Bh;function Tc(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Ec(e,`unknown keyword: "${i}"`)}Fe.checkUnknownRules=Tc;function Ac(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}Fe.schemaHasRules=Ac;function Gh(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}Fe.schemaHasRulesButRef=Gh;function Zh({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,at._)`${a}`}return(0,at._)`${e}${t}${(0,at.getProperty)(n)}`}Fe.schemaRefOrVal=Zh;function Qh(e){return Nc(decodeURIComponent(
e))}Fe.unescapeFragment=Qh;function Xh(e){return encodeURIComponent(ei(e))}Fe.escapeFragment=Xh;function ei(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Fe.escapeJsonPointer=ei;function Nc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Fe.unescapeJsonPointer=Nc;function Yh(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}Fe.eachItem=Yh;function Oc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof at.Name?(i instanceof at.Name?e(o,i,r):t(o,i,r),r):i instanceof at.Name?(t(o,r,i),i):a(i,r);return s===at.Name&&!(p instanceof at.Name)?n(o,p):p}}
Fe.mergeEvaluated={props:Oc({mergeNames:(e,t,a)=>e.if((0,at._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,at._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,at._)`${a} || {}`).code((0,at._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,at._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,at.
_)`${a} || {}`),ti(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Rc}),items:Oc({mergeNames:(e,t,a)=>e.if((0,at._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,at._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,at._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,at._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Rc(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,at.
_)`{}`);return t!==void 0&&ti(e,a,t),a}Fe.evaluatedPropsToName=Rc;function ti(e,t,a){Object.keys(a).forEach(n=>e.assign((0,at._)`${t}${(0,at.getProperty)(n)}`,!0))}
Fe.setEvaluated=ti;var jc={};function ey(e,t){return e.scopeValue("func",{ref:t,code:jc[t.code]||(jc[t.code]=new Kh._Code(t.code))})}Fe.useFunc=ey;var Yo;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(Yo||(Fe.Type=Yo={}));function ty(e,t,a){if(e instanceof at.Name){let n=t===Yo.Num;return a?n?(0,at._)`"[" + ${e} + "]"`:(0,at.
_)`"['" + ${e} + "']"`:n?(0,at._)`"/" + ${e}`:(0,at._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,at.getProperty)(e).toString():"/"+ei(e)}
Fe.getErrorPath=ty;function Ec(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}Fe.checkStrictMode=Ec});var yr=de(ri=>{"use strict";Object.defineProperty(ri,"__esModule",{value:!0});var St=Le(),ry={data:new St.Name("data"),valCxt:new St.Name("valCxt"),instancePath:new St.
Name("instancePath"),parentData:new St.Name("parentData"),parentDataProperty:new St.Name("parentDataProperty"),rootData:new St.Name("rootData"),dynamicAnchors:new St.
Name("dynamicAnchors"),vErrors:new St.Name("vErrors"),errors:new St.Name("errors"),this:new St.Name("this"),self:new St.Name("self"),scope:new St.Name("scope"),
json:new St.Name("json"),jsonPos:new St.Name("jsonPos"),jsonLen:new St.Name("jsonLen"),jsonPart:new St.Name("jsonPart")};ri.default=ry});var da=de(_t=>{"use strict";Object.defineProperty(_t,"__esModule",{value:!0});_t.extendErrors=_t.resetErrorsCount=_t.reportExtraError=_t.reportError=_t.keyword$DataError=
_t.keywordError=void 0;var Qe=Le(),sn=Ze(),Tt=yr();_t.keywordError={message:({keyword:e})=>(0,Qe.str)`must pass "${e}" keyword validation`};_t.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Qe.str)`"${e}" keyword must be ${t} ($data)`:(0,Qe.str)`"${e}" keyword is invalid ($data)`};function sy(e,t=_t.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Lc(e,t,a);n??(r||s)?Ic(i,p):Mc(o,(0,Qe._)`[${p}]`)}_t.reportError=sy;function ay(e,t=_t.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Lc(e,t,a);Ic(o,s),i||r||Mc(n,Tt.default.vErrors)}_t.reportExtraError=ay;function ny(e,t){e.assign(Tt.default.errors,
t),e.if((0,Qe._)`${Tt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Qe._)`${Tt.default.vErrors}.length`,t),()=>e.assign(Tt.default.vErrors,null)))}_t.resetErrorsCount=
ny;function oy({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Tt.default.errors,s=>{e.const(r,(0,Qe._)`${Tt.default.vErrors}[${s}]`),e.if((0,Qe._)`${r}.instancePath === undefined`,()=>e.assign((0,Qe._)`${r}.instancePath`,
(0,Qe.strConcat)(Tt.default.instancePath,i.errorPath))),e.assign((0,Qe._)`${r}.schemaPath`,(0,Qe.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Qe.
_)`${r}.schema`,a),e.assign((0,Qe._)`${r}.data`,n))})}_t.extendErrors=oy;function Ic(e,t){let a=e.const("err",t);e.if((0,Qe._)`${Tt.default.vErrors} === null`,()=>e.
assign(Tt.default.vErrors,(0,Qe._)`[${a}]`),(0,Qe._)`${Tt.default.vErrors}.push(${a})`),e.code((0,Qe._)`${Tt.default.errors}++`)}function Mc(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Qe._)`new ${e.ValidationError}(${t})`):(a.assign((0,Qe._)`${n}.errors`,t),a.return(!1))}var Kr={keyword:new Qe.Name("keyword"),
schemaPath:new Qe.Name("schemaPath"),params:new Qe.Name("params"),propertyName:new Qe.Name("propertyName"),message:new Qe.Name("message"),schema:new Qe.Name("sc\
hema"),parentSchema:new Qe.Name("parentSchema")};function Lc(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Qe._)`{}`:iy(e,t,a)}function iy(e,t,a={}){let{gen:n,
it:o}=e,i=[py(o,a),cy(e,a)];return dy(e,t,i),n.object(...i)}function py({errorPath:e},{instancePath:t}){let a=t?(0,Qe.str)`${e}${(0,sn.getErrorPath)(t,sn.Type.Str)}`:
e;return[Tt.default.instancePath,(0,Qe.strConcat)(Tt.default.instancePath,a)]}function cy({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Qe.str)`${t}/${e}`;return a&&(o=(0,Qe.str)`${o}${(0,sn.getErrorPath)(a,sn.Type.Str)}`),[Kr.schemaPath,o]}function dy(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:l,topSchemaRef:m,schemaPath:y}=s;n.push([Kr.keyword,o],[Kr.params,typeof t=="function"?t(e):t||(0,Qe._)`{}`]),
p.messages&&n.push([Kr.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([Kr.schema,r],[Kr.parentSchema,(0,Qe._)`${m}${y}`],[Tt.default.data,i]),l&&n.push(
[Kr.propertyName,l])}});var Vc=de(vs=>{"use strict";Object.defineProperty(vs,"__esModule",{value:!0});vs.boolOrEmptySchema=vs.topBoolOrEmptySchema=void 0;var uy=da(),my=Le(),ly=yr(),fy={
message:"boolean schema is false"};function hy(e){let{gen:t,schema:a,validateName:n}=e;a===!1?Fc(e,!1):typeof a=="object"&&a.$async===!0?t.return(ly.default.data):
(t.assign((0,my._)`${n}.errors`,null),t.return(!0))}vs.topBoolOrEmptySchema=hy;function yy(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),Fc(e)):a.var(t,!0)}vs.
boolOrEmptySchema=yy;function Fc(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,uy.reportError)(
o,fy,void 0,t)}});var si=de(ks=>{"use strict";Object.defineProperty(ks,"__esModule",{value:!0});ks.getRules=ks.isJSONType=void 0;var gy=["string","number","integer","boolean","nu\
ll","object","array"],wy=new Set(gy);function by(e){return typeof e=="string"&&wy.has(e)}ks.isJSONType=by;function vy(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}ks.getRules=vy});var ai=de(Or=>{"use strict";Object.defineProperty(Or,"__esModule",{value:!0});Or.shouldUseRule=Or.shouldUseGroup=Or.schemaHasRulesForType=void 0;function ky({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&Uc(e,n)}Or.schemaHasRulesForType=ky;function Uc(e,t){return t.rules.some(a=>Dc(e,a))}Or.shouldUseGroup=Uc;function Dc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Or.shouldUseRule=Dc});var ua=de(xt=>{"use strict";Object.defineProperty(xt,"__esModule",{value:!0});xt.reportTypeError=xt.checkDataTypes=xt.checkDataType=xt.coerceAndCheckDataType=xt.
getJSONTypes=xt.getSchemaTypes=xt.DataType=void 0;var Py=si(),$y=ai(),Sy=da(),Te=Le(),Jc=Ze(),Ps;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Ps||
(xt.DataType=Ps={}));function _y(e){let t=zc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}xt.getSchemaTypes=_y;function zc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Py.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}xt.getJSONTypes=zc;function xy(e,t){
let{gen:a,data:n,opts:o}=e,i=qy(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,$y.schemaHasRulesForType)(e,t[0]));if(r){let s=oi(t,n,o.strictNumbers,
Ps.Wrong);a.if(s,()=>{i.length?Oy(e,t,i):ii(e)})}return r}xt.coerceAndCheckDataType=xy;var Wc=new Set(["string","number","integer","boolean","null"]);function qy(e,t){
return t?e.filter(a=>Wc.has(a)||t==="array"&&a==="array"):[]}function Oy(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Te._)`typeof ${o}`),s=n.let("co\
erced",(0,Te._)`undefined`);i.coerceTypes==="array"&&n.if((0,Te._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Te._)`${o}[0]`).
assign(r,(0,Te._)`typeof ${o}`).if(oi(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Te._)`${s} !== undefined`);for(let l of a)(Wc.has(l)||l==="array"&&i.coerceTypes===
"array")&&p(l);n.else(),ii(e),n.endIf(),n.if((0,Te._)`${s} !== undefined`,()=>{n.assign(o,s),jy(e,s)});function p(l){switch(l){case"string":n.elseIf((0,Te._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Te._)`"" + ${o}`).elseIf((0,Te._)`${o} === null`).assign(s,(0,Te._)`""`);return;case"number":n.elseIf((0,Te._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Te._)`+${o}`);return;case"integer":n.elseIf((0,Te._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Te._)`+${o}`);return;case"boolean":n.elseIf((0,Te._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Te._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Te._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Te._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Te._)`[${o}]`)}}}function jy({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Te._)`${t} !== undefined`,
()=>e.assign((0,Te._)`${t}[${a}]`,n))}function ni(e,t,a,n=Ps.Correct){let o=n===Ps.Correct?Te.operators.EQ:Te.operators.NEQ,i;switch(e){case"null":return(0,Te._)`${t} ${o} null`;case"\
array":i=(0,Te._)`Array.isArray(${t})`;break;case"object":i=(0,Te._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Te._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Te._)`typeof ${t} ${o} ${e}`}return n===Ps.Correct?i:(0,Te.not)(i);function r(s=Te.nil){return(0,Te.and)((0,Te._)`typeof ${t} == "number"`,
s,a?(0,Te._)`isFinite(${t})`:Te.nil)}}xt.checkDataType=ni;function oi(e,t,a,n){if(e.length===1)return ni(e[0],t,a,n);let o,i=(0,Jc.toHash)(e);if(i.array&&i.object){
let r=(0,Te._)`typeof ${t} != "object"`;o=i.null?r:(0,Te._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Te.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Te.and)(o,ni(r,t,a,n));return o}xt.checkDataTypes=oi;var Ty={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Te._)`{type: ${e}}`:(0,Te._)`{type: ${t}}`};function ii(e){let t=Ay(e);(0,Sy.reportError)(t,Ty)}xt.reportTypeError=ii;function Ay(e){let{gen:t,data:a,
schema:n}=e,o=(0,Jc.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var Kc=de(an=>{"use strict";Object.defineProperty(an,"__esModule",{value:!0});an.assignDefaults=void 0;var $s=Le(),Ny=Ze();function Ry(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Cc(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Cc(e,i,o.default))}an.assignDefaults=Ry;function Cc(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,$s._)`${i}${(0,$s.getProperty)(t)}`;if(o){(0,Ny.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,$s._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,$s._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,$s._)`${s} = ${(0,$s.
stringify)(a)}`)}});var zt=de(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.validateUnion=st.validateArray=st.usePattern=st.callValidateCode=st.schemaProperties=
st.allSchemaProperties=st.noPropertyInData=st.propertyInData=st.isOwnProperty=st.hasPropFunc=st.reportMissingProp=st.checkMissingProp=st.checkReportMissingProp=
void 0;var ct=Le(),pi=Ze(),jr=yr(),Ey=Ze();function Iy(e,t){let{gen:a,data:n,it:o}=e;a.if(di(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,ct.
_)`${t}`},!0),e.error()})}st.checkReportMissingProp=Iy;function My({gen:e,data:t,it:{opts:a}},n,o){return(0,ct.or)(...n.map(i=>(0,ct.and)(di(e,t,i,a.ownProperties),
(0,ct._)`${o} = ${i}`)))}st.checkMissingProp=My;function Ly(e,t){e.setParams({missingProperty:t},!0),e.error()}st.reportMissingProp=Ly;function Hc(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,ct._)`Object.prototype.hasOwnProperty`})}st.hasPropFunc=Hc;function ci(e,t,a){return(0,ct._)`${Hc(e)}.call(${t}, ${a})`}
st.isOwnProperty=ci;function Fy(e,t,a,n){let o=(0,ct._)`${t}${(0,ct.getProperty)(a)} !== undefined`;return n?(0,ct._)`${o} && ${ci(e,t,a)}`:o}st.propertyInData=
Fy;function di(e,t,a,n){let o=(0,ct._)`${t}${(0,ct.getProperty)(a)} === undefined`;return n?(0,ct.or)(o,(0,ct.not)(ci(e,t,a))):o}st.noPropertyInData=di;function Bc(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}st.allSchemaProperties=Bc;function Vy(e,t){return Bc(t).filter(a=>!(0,pi.alwaysValidSchema)(e,t[a]))}st.schemaProperties=
Vy;function Uy({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,l){let m=l?(0,ct._)`${e}, ${t}, ${n}${o}`:t,y=[[jr.default.instancePath,
(0,ct.strConcat)(jr.default.instancePath,i)],[jr.default.parentData,r.parentData],[jr.default.parentDataProperty,r.parentDataProperty],[jr.default.rootData,jr.default.
rootData]];r.opts.dynamicRef&&y.push([jr.default.dynamicAnchors,jr.default.dynamicAnchors]);let $=(0,ct._)`${m}, ${a.object(...y)}`;return p!==ct.nil?(0,ct._)`${s}.call(${p}, ${$})`:
(0,ct._)`${s}(${$})`}st.callValidateCode=Uy;var Dy=(0,ct._)`new RegExp`;function Jy({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,ct._)`${o.code==="new RegExp"?Dy:(0,Ey.useFunc)(e,o)}(${a}, ${n})`})}st.usePattern=Jy;function zy(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,ct._)`${a}.length`);t.forRange("i",0,p,l=>{e.subschema({keyword:n,dataProp:l,dataPropType:pi.Type.Num},i),t.if((0,ct.not)(
i),s)})}}st.validateArray=zy;function Wy(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,pi.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,l)=>{let m=e.subschema({keyword:n,schemaProp:l,
compositeRule:!0},s);t.assign(r,(0,ct._)`${r} || ${s}`),e.mergeValidEvaluated(m,s)||t.if((0,ct.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}st.validateUnion=
Wy});var Qc=de(or=>{"use strict";Object.defineProperty(or,"__esModule",{value:!0});or.validateKeywordUsage=or.validSchemaType=or.funcKeywordCode=or.macroKeywordCode=
void 0;var At=Le(),Hr=yr(),Cy=zt(),Ky=da();function Hy(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=Zc(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let l=a.name("valid");e.subschema({schema:s,schemaPath:At.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},l),e.pass(l,()=>e.error(!0))}or.macroKeywordCode=Hy;function By(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Zy(p,t);
let l=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,m=Zc(n,o,l),y=n.let("valid");e.block$data(y,$),e.ok((a=t.valid)!==null&&a!==void 0?a:y);function $(){
if(t.errors===!1)q(),t.modifying&&Gc(e),L(()=>e.error());else{let V=t.async?_():T();t.modifying&&Gc(e),L(()=>Gy(e,V))}}function _(){let V=n.let("ruleErrs",null);
return n.try(()=>q((0,At._)`await `),ue=>n.assign(y,!1).if((0,At._)`${ue} instanceof ${p.ValidationError}`,()=>n.assign(V,(0,At._)`${ue}.errors`),()=>n.throw(ue))),
V}function T(){let V=(0,At._)`${m}.errors`;return n.assign(V,null),q(At.nil),V}function q(V=t.async?(0,At._)`await `:At.nil){let ue=p.opts.passContext?Hr.default.
this:Hr.default.self,W=!("compile"in t&&!s||t.schema===!1);n.assign(y,(0,At._)`${V}${(0,Cy.callValidateCode)(e,m,ue,W)}`,t.modifying)}function L(V){var ue;n.if(
(0,At.not)((ue=t.valid)!==null&&ue!==void 0?ue:y),V)}}or.funcKeywordCode=By;function Gc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,At._)`${n.
parentData}[${n.parentDataProperty}]`))}function Gy(e,t){let{gen:a}=e;a.if((0,At._)`Array.isArray(${t})`,()=>{a.assign(Hr.default.vErrors,(0,At._)`${Hr.default.
vErrors} === null ? ${t} : ${Hr.default.vErrors}.concat(${t})`).assign(Hr.default.errors,(0,At._)`${Hr.default.vErrors}.length`),(0,Ky.extendErrors)(e)},()=>e.error())}
function Zy({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function Zc(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,At.stringify)(a)})}function Qy(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}or.validSchemaType=Qy;function Xy({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}or.validateKeywordUsage=Xy});var Yc=de(Tr=>{"use strict";Object.defineProperty(Tr,"__esModule",{value:!0});Tr.extendSubschemaMode=Tr.extendSubschemaData=Tr.getSubschema=void 0;var ir=Le(),Xc=Ze();
function Yy(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,ir._)`${e.schemaPath}${(0,ir.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,ir._)`${e.schemaPath}${(0,ir.getProperty)(t)}${(0,ir.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,Xc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Tr.getSubschema=Yy;function eg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:l,dataPathArr:m,opts:y}=t,$=s.let("data",(0,ir._)`${t.data}${(0,ir.getProperty)(a)}`,!0);p($),e.errorPath=(0,ir.str)`${l}${(0,Xc.
getErrorPath)(a,n,y.jsPropertySyntax)}`,e.parentDataProperty=(0,ir._)`${a}`,e.dataPathArr=[...m,e.parentDataProperty]}if(o!==void 0){let l=o instanceof ir.Name?
o:s.let("data",o,!0);p(l),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(l){e.data=l,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,l]}}Tr.extendSubschemaData=eg;function tg(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Tr.extendSubschemaMode=
tg});var ui=de((XP,ed)=>{"use strict";ed.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var rd=de((YP,td)=>{"use strict";var Ar=td.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};nn(t,n,o,e,"",e)};Ar.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Ar.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Ar.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Ar.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function nn(e,t,a,n,o,i,r,s,p,l){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,l);for(var m in n){var y=n[m];if(Array.isArray(y)){if(m in Ar.arrayKeywords)for(var $=0;$<y.length;$++)nn(e,t,a,y[$],o+"/"+m+"/"+$,i,o,m,n,$)}else if(m in
Ar.propsKeywords){if(y&&typeof y=="object")for(var _ in y)nn(e,t,a,y[_],o+"/"+m+"/"+rg(_),i,o,m,n,_)}else(m in Ar.keywords||e.allKeys&&!(m in Ar.skipKeywords))&&
nn(e,t,a,y,o+"/"+m,i,o,m,n)}a(n,o,i,r,s,p,l)}}function rg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var ma=de(Et=>{"use strict";Object.defineProperty(Et,"__esModule",{value:!0});Et.getSchemaRefs=Et.resolveUrl=Et.normalizeId=Et._getFullPath=Et.getFullPath=Et.inlineRef=
void 0;var sg=Ze(),ag=ui(),ng=rd(),og=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function ig(e,t=!0){return typeof e=="boolean"?!0:t===!0?!mi(e):t?sd(e)<=t:!1}Et.inlineRef=ig;var pg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function mi(e){for(let t in e){if(pg.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(mi)||typeof a=="object"&&mi(a))return!0}return!1}function sd(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!og.has(a)&&(typeof e[a]=="object"&&
(0,sg.eachItem)(e[a],n=>t+=sd(n)),t===1/0))return 1/0}return t}function ad(e,t="",a){a!==!1&&(t=Ss(t));let n=e.parse(t);return nd(e,n)}Et.getFullPath=ad;function nd(e,t){
return e.serialize(t).split("#")[0]+"#"}Et._getFullPath=nd;var cg=/#\/?$/;function Ss(e){return e?e.replace(cg,""):""}Et.normalizeId=Ss;function dg(e,t,a){return a=
Ss(a),e.resolve(t,a)}Et.resolveUrl=dg;var ug=/^[a-z_][-a-z0-9._]*$/i;function mg(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Ss(
e[a]||t),i={"":o},r=ad(n,o,!1),s={},p=new Set;return ng(e,{allKeys:!0},(y,$,_,T)=>{if(T===void 0)return;let q=r+$,L=i[T];typeof y[a]=="string"&&(L=V.call(this,y[a])),
ue.call(this,y.$anchor),ue.call(this,y.$dynamicAnchor),i[$]=L;function V(W){let Y=this.opts.uriResolver.resolve;if(W=Ss(L?Y(L,W):W),p.has(W))throw m(W);p.add(W);
let D=this.refs[W];return typeof D=="string"&&(D=this.refs[D]),typeof D=="object"?l(y,D.schema,W):W!==Ss(q)&&(W[0]==="#"?(l(y,s[W],W),s[W]=y):this.refs[W]=q),W}
function ue(W){if(typeof W=="string"){if(!ug.test(W))throw new Error(`invalid anchor "${W}"`);V.call(this,`#${W}`)}}}),s;function l(y,$,_){if($!==void 0&&!ag(y,
$))throw m(_)}function m(y){return new Error(`reference "${y}" resolves to more than one schema`)}}Et.getSchemaRefs=mg});var ha=de(Nr=>{"use strict";Object.defineProperty(Nr,"__esModule",{value:!0});Nr.getData=Nr.KeywordCxt=Nr.validateFunctionCode=void 0;var dd=Vc(),od=ua(),fi=ai(),
on=ua(),lg=Kc(),fa=Qc(),li=Yc(),fe=Le(),Pe=yr(),fg=ma(),gr=Ze(),la=da();function hg(e){if(ld(e)&&(fd(e),md(e))){wg(e);return}ud(e,()=>(0,dd.topBoolOrEmptySchema)(
e))}Nr.validateFunctionCode=hg;function ud({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,fe._)`${Pe.default.data}, ${Pe.default.valCxt}`,
n.$async,()=>{e.code((0,fe._)`"use strict"; ${id(a,o)}`),gg(e,o),e.code(i)}):e.func(t,(0,fe._)`${Pe.default.data}, ${yg(o)}`,n.$async,()=>e.code(id(a,o)).code(i))}
function yg(e){return(0,fe._)`{${Pe.default.instancePath}="", ${Pe.default.parentData}, ${Pe.default.parentDataProperty}, ${Pe.default.rootData}=${Pe.default.data}${e.
dynamicRef?(0,fe._)`, ${Pe.default.dynamicAnchors}={}`:fe.nil}}={}`}function gg(e,t){e.if(Pe.default.valCxt,()=>{e.var(Pe.default.instancePath,(0,fe._)`${Pe.default.
valCxt}.${Pe.default.instancePath}`),e.var(Pe.default.parentData,(0,fe._)`${Pe.default.valCxt}.${Pe.default.parentData}`),e.var(Pe.default.parentDataProperty,(0,fe.
_)`${Pe.default.valCxt}.${Pe.default.parentDataProperty}`),e.var(Pe.default.rootData,(0,fe._)`${Pe.default.valCxt}.${Pe.default.rootData}`),t.dynamicRef&&e.var(
Pe.default.dynamicAnchors,(0,fe._)`${Pe.default.valCxt}.${Pe.default.dynamicAnchors}`)},()=>{e.var(Pe.default.instancePath,(0,fe._)`""`),e.var(Pe.default.parentData,
(0,fe._)`undefined`),e.var(Pe.default.parentDataProperty,(0,fe._)`undefined`),e.var(Pe.default.rootData,Pe.default.data),t.dynamicRef&&e.var(Pe.default.dynamicAnchors,
(0,fe._)`{}`)})}function wg(e){let{schema:t,opts:a,gen:n}=e;ud(e,()=>{a.$comment&&t.$comment&&yd(e),$g(e),n.let(Pe.default.vErrors,null),n.let(Pe.default.errors,
0),a.unevaluated&&bg(e),hd(e),xg(e)})}function bg(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,fe._)`${a}.evaluated`),t.if((0,fe._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,fe._)`${e.evaluated}.props`,(0,fe._)`undefined`)),t.if((0,fe._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,fe._)`${e.evaluated}.items`,(0,fe._)`undefined`))}
function id(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,fe._)`/*# sourceURL=${a} */`:fe.nil}function vg(e,t){if(ld(
e)&&(fd(e),md(e))){kg(e,t);return}(0,dd.boolOrEmptySchema)(e,t)}function md({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function ld(e){return typeof e.schema!="boolean"}function kg(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&yd(e),Sg(e),_g(e);let i=n.
const("_errs",Pe.default.errors);hd(e,i),n.var(t,(0,fe._)`${i} === ${Pe.default.errors}`)}function fd(e){(0,gr.checkUnknownRules)(e),Pg(e)}function hd(e,t){if(e.
opts.jtd)return pd(e,[],!1,t);let a=(0,od.getSchemaTypes)(e.schema),n=(0,od.coerceAndCheckDataType)(e,a);pd(e,a,!n,t)}function Pg(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,gr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function $g(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,gr.checkStrictMode)(e,"default is ignored in the schema root")}function Sg(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,fg.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function _g(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function yd({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,fe._)`${Pe.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,fe.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,fe._)`${Pe.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function xg(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,fe._)`${Pe.default.errors} === 0`,()=>t.return(Pe.default.data),
()=>t.throw((0,fe._)`new ${o}(${Pe.default.vErrors})`)):(t.assign((0,fe._)`${n}.errors`,Pe.default.vErrors),i.unevaluated&&qg(e),t.return((0,fe._)`${Pe.default.
errors} === 0`))}function qg({gen:e,evaluated:t,props:a,items:n}){a instanceof fe.Name&&e.assign((0,fe._)`${t}.props`,a),n instanceof fe.Name&&e.assign((0,fe._)`${t}.items`,
n)}function pd(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:l}=e,{RULES:m}=l;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,gr.schemaHasRulesButRef)(i,m))){
o.block(()=>wd(e,"$ref",m.all.$ref.definition));return}p.jtd||Og(e,t),o.block(()=>{for(let $ of m.rules)y($);y(m.post)});function y($){(0,fi.shouldUseGroup)(i,$)&&
($.type?(o.if((0,on.checkDataType)($.type,r,p.strictNumbers)),cd(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,on.reportTypeError)(e)),o.endIf()):cd(e,$),s||
o.if((0,fe._)`${Pe.default.errors} === ${n||0}`))}}function cd(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,lg.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,fi.shouldUseRule)(n,i)&&wd(e,i.keyword,i.definition,t.type)})}function Og(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(jg(e,t),e.opts.allowUnionTypes||
Tg(e,t),Ag(e,e.dataTypes))}function jg(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{gd(e.dataTypes,a)||hi(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),Rg(e,t)}}function Tg(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&hi(e,"use allowUnionTypes to allow uni\
on type keyword")}function Ag(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,fi.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>Ng(t,r))&&hi(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Ng(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function gd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function Rg(e,t){let a=[];for(let n of e.dataTypes)gd(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function hi(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,gr.checkStrictMode)(
e,t,e.opts.strictTypes)}var pn=class{constructor(t,a,n){if((0,fa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,gr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",bd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,fa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Pe.default.errors))}result(t,a,n){this.failResult((0,fe.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,fe.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,fe._)`${a} !== undefined && (${(0,fe.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?la.reportExtraError:la.reportError)(this,this.def.error,a)}$dataError(){
(0,la.reportError)(this,this.def.$dataError||la.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,la.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=fe.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=fe.nil,a=fe.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,fe.
or)((0,fe._)`${o} === undefined`,a)),t!==fe.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==fe.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,fe.or)(r(),s());function r(){if(n.length){if(!(a instanceof fe.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,fe._)`${(0,on.checkDataTypes)(p,a,i.opts.strictNumbers,on.DataType.Wrong)}`}return fe.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,fe._)`!${p}(${a})`}return fe.nil}}subschema(t,a){let n=(0,li.
getSubschema)(this.it,t);(0,li.extendSubschemaData)(n,this.it,t),(0,li.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return vg(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=gr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=gr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,fe.Name)),!0}};Nr.KeywordCxt=pn;function wd(e,t,a,n){let o=new pn(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,fa.funcKeywordCode)(o,a):"macro"in a?(0,fa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,fa.funcKeywordCode)(o,a)}var Eg=/^\/(?:[^~]|~0|~1)*$/,
Ig=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function bd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return Pe.default.rootData;if(e[0]==="/"){if(!Eg.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=Pe.default.rootData}else{let l=Ig.exec(e);if(!l)throw new Error(`Invalid JSON-pointer: ${e}`);let m=+l[1];
if(o=l[2],o==="#"){if(m>=t)throw new Error(p("property/index",m));return n[t-m]}if(m>t)throw new Error(p("data",m));if(i=a[t-m],!o)return i}let r=i,s=o.split("/");
for(let l of s)l&&(i=(0,fe._)`${i}${(0,fe.getProperty)((0,gr.unescapeJsonPointer)(l))}`,r=(0,fe._)`${r} && ${i}`);return r;function p(l,m){return`Cannot access ${l}\
 ${m} levels up, current level is ${t}`}}Nr.getData=bd});var cn=de(gi=>{"use strict";Object.defineProperty(gi,"__esModule",{value:!0});var yi=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};gi.default=yi});var ya=de(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var wi=ma(),bi=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,wi.resolveUrl)(t,a,n),this.missingSchema=(0,wi.normalizeId)((0,wi.getFullPath)(t,this.missingRef))}};vi.default=bi});var un=de(Wt=>{"use strict";Object.defineProperty(Wt,"__esModule",{value:!0});Wt.resolveSchema=Wt.getCompilingSchema=Wt.resolveRef=Wt.compileSchema=Wt.SchemaEnv=
void 0;var er=Le(),Mg=cn(),Br=yr(),tr=ma(),vd=Ze(),Lg=ha(),_s=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,tr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};Wt.SchemaEnv=_s;function Pi(e){let t=kd.call(
this,e);if(t)return t;let a=(0,tr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new er.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Mg.default,code:(0,er._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let l={gen:r,allErrors:this.opts.allErrors,data:Br.default.data,parentData:Br.default.parentData,parentDataProperty:Br.
default.parentDataProperty,dataNames:[Br.default.data],dataPathArr:[er.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,er.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:er.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,er._)`""`,opts:this.opts,self:this},m;try{this._compilations.
add(e),(0,Lg.validateFunctionCode)(l),r.optimize(this.opts.code.optimize);let y=r.toString();m=`${r.scopeRefs(Br.default.scope)}return ${y}`,this.opts.code.process&&
(m=this.opts.code.process(m,e));let _=new Function(`${Br.default.self}`,`${Br.default.scope}`,m)(this,this.scope.get());if(this.scope.value(p,{ref:_}),_.errors=
null,_.schema=e.schema,_.schemaEnv=e,e.$async&&(_.$async=!0),this.opts.code.source===!0&&(_.source={validateName:p,validateCode:y,scopeValues:r._values}),this.opts.
unevaluated){let{props:T,items:q}=l;_.evaluated={props:T instanceof er.Name?void 0:T,items:q instanceof er.Name?void 0:q,dynamicProps:T instanceof er.Name,dynamicItems:q instanceof
er.Name},_.source&&(_.source.evaluated=(0,er.stringify)(_.evaluated))}return e.validate=_,e}catch(y){throw delete e.validate,delete e.validateName,m&&this.logger.
error("Error compiling schema, function code:",m),y}finally{this._compilations.delete(e)}}Wt.compileSchema=Pi;function Fg(e,t,a){var n;a=(0,tr.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Dg.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new _s({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Vg.call(this,i)}Wt.resolveRef=Fg;function Vg(e){return(0,tr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Pi.call(this,e)}function kd(e){for(let t of this._compilations)if(Ug(t,e))return t}Wt.getCompilingSchema=kd;
function Ug(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Dg(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||dn.call(this,e,t)}function dn(e,t){let a=this.opts.uriResolver.parse(t),n=(0,tr._getFullPath)(this.opts.uriResolver,a),o=(0,tr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return ki.call(this,a,e);let i=(0,tr.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=dn.call(this,e,r);return typeof s?.schema!="object"?void 0:ki.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Pi.call(this,r),i===(0,tr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,l=s[p];return l&&(o=(0,tr.resolveUrl)(this.opts.uriResolver,o,l)),new _s({schema:s,schemaId:p,root:e,baseId:o})}
return ki.call(this,a,r)}}Wt.resolveSchema=dn;var Jg=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function ki(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,vd.
unescapeFragment)(s)];if(p===void 0)return;a=p;let l=typeof a=="object"&&a[this.opts.schemaId];!Jg.has(s)&&l&&(t=(0,tr.resolveUrl)(this.opts.uriResolver,t,l))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,vd.schemaHasRulesButRef)(a,this.RULES)){let s=(0,tr.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=dn.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new _s({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Pd=de((n$,zg)=>{zg.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Oi=de((o$,Td)=>{"use strict";var Wg=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Si=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Cg=RegExp.prototype.test.bind(/^\d*$/u),Gr=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),_i=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Sd=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),xi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Kg=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),It=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)It[t]="%"+e[t>>4]+e[t&15]}function qt(e){return e<2048?It[192|e>>6]+It[128|e&63]:e<65536?It[224|e>>12]+It[128|e>>6&63]+It[128|e&63]:It[240|e>>18]+It[128|
e>>12&63]+It[128|e>>6&63]+It[128|e&63]}function Hg(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Bg=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Gg=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Zg=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Qg=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Xg(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Zg(e[t])){if(e[t]==="%"&&t+2<
e.length&&Gr(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function $d(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function Yg(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Si(p))return;i+=2;continue}if(!Bg(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:$d(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return $d(r)}function $i(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Gg(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(ew(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Xg(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Yg(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function ew(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function _d(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function tw(e){
if(e===""||e[0]==="/")return _d(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var rw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},sw=/[@/?#:]/g,aw=/[@/?#]/g;function xd(e,t){let a=t?aw:sw;return a.lastIndex=0,e.replace(a,n=>rw[n])}
function qd(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(Gr(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&_i(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function nw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Gr(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&_i(r)?t+=r:t+="%"+i,a+=2;continue}}if(Sd(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=jd(o)?n:It[o];else if(o<55296||o>57343)t+=qt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=qt(65536+(o-55296<<10)+(i-56320)),a++):t+=qt(65533)}else t+=qt(65533)}}return t}function ow(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(Gr(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Sd(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=It[r];else if(r<55296||r>57343)a+=qt(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=qt(65536+(r-55296<<
10)+(s-56320)),o++):a+=qt(65533)}else a+=qt(65533)}}return a}function qi(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(Gr(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=It[i];else if(i<55296||i>57343)a+=qt(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=qt(65536+(i-55296<<10)+(r-56320)),n++):a+=qt(65533)}else a+=qt(65533)}}return a}function Od(e){
return qi(e,Kg)}function iw(e){return qi(e,xi)}function pw(e){return qi(e,xi)}function jd(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function cw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Gr(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));_i(r)?t+=r:t+="%"+i,a+=2;continue}}if(xi(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=jd(o)?n:It[o];else if(o<
55296||o>57343)t+=qt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=qt(65536+(o-55296<<10)+(i-56320)),a++):t+=qt(65533)}else t+=
qt(65533)}}return t}function dw(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(Gr(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function uw(e){let t=[];if(e.userinfo!==void 0&&(t.push(Od(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Si(a)){
let n=$i(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=qd(a,!0),n=$i(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=xd(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!Cg(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Td.exports={nonSimpleDomain:Qg,recomposeAuthority:uw,reescapeHostDelimiters:xd,normalizePercentEncoding:qd,normalizePathEncoding:nw,serializePathEncoding:ow,
normalizeQueryFragmentEncoding:cw,encodeUserinfo:Od,encodeQuery:iw,encodeFragment:pw,escapePreservingEscapes:dw,removeDotSegments:_d,removeDotSegmentsRelative:tw,
isIPv4:Si,isUUID:Wg,normalizeIPv6:$i,stringArrayToHexStripped:Hg}});var Id=de((i$,Ed)=>{"use strict";var{isUUID:mw}=Oi(),lw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,fw=["http","https","ws","wss","ur\
n","urn:uuid"];function hw(e){return fw.indexOf(e)!==-1}function ji(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Ad(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Nd(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function yw(e){return e.secure=ji(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function gw(e){if((e.port===(ji(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function ww(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(lw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ti(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function bw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Ti(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function vw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!mw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function kw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Rd={scheme:"\
http",domainHost:!0,parse:Ad,serialize:Nd},Pw={scheme:"https",domainHost:Rd.domainHost,parse:Ad,serialize:Nd},mn={scheme:"ws",domainHost:!0,parse:yw,serialize:gw},
$w={scheme:"wss",domainHost:mn.domainHost,parse:mn.parse,serialize:mn.serialize},Sw={scheme:"urn",parse:ww,serialize:bw,skipNormalize:!0},_w={scheme:"urn:uuid",
parse:vw,serialize:kw,skipNormalize:!0},ln={http:Rd,https:Pw,ws:mn,wss:$w,urn:Sw,"urn:uuid":_w};Object.setPrototypeOf(ln,null);function Ti(e){return e&&(ln[e]||
ln[e.toLowerCase()])||void 0}Ed.exports={wsIsSecure:ji,SCHEMES:ln,isValidSchemeName:hw,getSchemeHandler:Ti}});var Zd=de((p$,wn)=>{"use strict";var{normalizeIPv6:Ud,removeDotSegments:wa,removeDotSegmentsRelative:Dd,recomposeAuthority:xw,normalizePercentEncoding:Ai,normalizePathEncoding:qw,
serializePathEncoding:Md,normalizeQueryFragmentEncoding:Ld,encodeQuery:Ow,encodeFragment:jw,reescapeHostDelimiters:Tw,isIPv4:Jd,nonSimpleDomain:Aw}=Oi(),{SCHEMES:zd,
getSchemeHandler:Ni}=Id(),Wd=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Cd="URI scheme is malformed.",fn="URI host is malformed.",Nw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Fd(e){
let t=String(e);if(!Wd.test(t))throw new TypeError(Cd);return t}function Rw(e,t){return typeof e=="string"?e=Jw(e,t):typeof e=="object"&&(e=yn(Zr(e,t),t)),e}function Ew(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:l}=hn(e,n),{parsed:m,malformedAuthorityOrPort:y,malformedPercentEncoding:$,malformedSchemeSpecific:_,malformedHost:T,malformedScheme:q}=hn(t,n);
if(i||y||r||$||s||_||p||T||l||q)throw new Error(o.error||m.error||"URI is malformed.");let L=Kd(o,m,n,!0),V=Ni(a&&a.scheme||L.scheme),ue=L.host,W=ue!==void 0&&ue!==
""&&(Jd(ue)||Ud(ue).isIPV6);if(Bd(L,a||{},V,W))throw new Error(fn);Hd(L,a||{},V,W);let Y=ue&&ue.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ue);if(L.error&&!Y)throw new Error(
L.error);return n.skipEscape=!0,Zr(L,n)}function Kd(e,t,a,n){let o={};if(n||(e=yn(Zr(e,a),a),t=yn(Zr(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=wa(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=wa(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=wa(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Dd(o.path):wa(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Iw(e,t,a){let n=Vd(e,a),o=Vd(t,a);return n!==void 0&&o!==void 0&&n===o}function Zr(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=Fd(a.scheme));let i=Ni(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Ai(a.path):a.path=Md(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Fd(a.scheme),o.push(a.scheme,":"));let l=xw(a);if(l!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(l),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let m=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(m=s&&m[0]!==
"/"?Dd(m):wa(m)),s&&(m=Md(m,!0)),l===void 0&&m[0]==="/"&&m[1]==="/"&&(m="/%2F"+m.slice(2)),o.push(m)}return a.query!==void 0&&o.push("?",Ow(a.query)),a.fragment!==
void 0&&o.push("#",jw(a.fragment)),o.join("")}var Mw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Lw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Fw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Vw(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function ga(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function gn(e){return e[0]==="["&&e[e.
length-1]==="]"}function Uw(e){let t=e[4];return ga(e[3])||t!==void 0&&!gn(t)&&ga(t)||ga(e[6])||ga(e[7])||ga(e[8])}function Hd(e,t,a,n){if(Bd(e,t,a,n))return e.
error=e.error||fn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!gn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&Aw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Dw(o))return e.error=e.error||fn,!0;e.host=o.hostname}
return!1}function Bd(e,t,a,n){return!!(e.host&&n===!1&&!gn(e.host)&&(t.domainHost||a&&a.domainHost)&&Nw.test(e.host))}function Dw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function hn(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,l=!1,m=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let y=e.match(
Lw);y!==null&&y[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(Fw);if($!==null){let T=$[1],q=T.replace(
/[\t\n\r]/g,"");q.length>=2&&(q.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):T.length!==q.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let _=e.match(Mw);if(_){n.scheme=_[1],n.userinfo=_[3],n.host=_[4],n.port=parseInt(_[5],10),
n.path=_[6]||"",n.query=_[7],n.fragment=_[8],n.scheme!==void 0&&(Wd.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Cd,l=!0)),i=Uw(_),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=_[5]);let T=Vw(n,_);if(T!==void 0&&(n.error=n.error||T,o=!0),n.host)if(Jd(n.host)===
!1){let V=gn(n.host),ue=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,W=Ud(n.host);m=W.isIPV6||W.isIPVFuture===!0,p=ue&&(!V||W.error===!0),n.host=m?W.host:
W.host.toLowerCase(),p&&(n.error=n.error||fn,o=!0)}else m=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let q=Ni(a.scheme||n.scheme);if(p||(s=Hd(n,a,q,m)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let L=m?n.host:Ai(n.host,!0);m||(L=Ai(L.toLowerCase())),n.host=m||a.scheme!=="null"?Tw(L,m):L}(!q||q&&!q.skipNormalize)&&(n.path&&(n.path=
qw(n.path)),n.query&&(n.query=Ld(n.query)),n.fragment&&(n.fragment=Ld(n.fragment))),q&&q.parse&&(q.parse(n,a),q===zd.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:l}}
function yn(e,t){return hn(e,t).parsed}function Jw(e,t){return Gd(e,t).normalized}function Gd(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=hn(e,t);return{normalized:n||o||i||r||s?e:Zr(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Vd(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
Zr(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=Gd(a,t);
return o||i||r||s||p?void 0:n}var Ri={SCHEMES:zd,normalize:Rw,resolve:Ew,resolveComponent:Kd,equal:Iw,serialize:Zr,parse:yn};wn.exports=Ri;wn.exports.default=Ri;
wn.exports.fastUri=Ri});var Xd=de(Ei=>{"use strict";Object.defineProperty(Ei,"__esModule",{value:!0});var Qd=Zd();Qd.code='require("ajv/dist/runtime/uri").default';Ei.default=Qd});var ou=de(Pt=>{"use strict";Object.defineProperty(Pt,"__esModule",{value:!0});Pt.CodeGen=Pt.Name=Pt.nil=Pt.stringify=Pt.str=Pt._=Pt.KeywordCxt=void 0;var zw=ha();
Object.defineProperty(Pt,"KeywordCxt",{enumerable:!0,get:function(){return zw.KeywordCxt}});var xs=Le();Object.defineProperty(Pt,"_",{enumerable:!0,get:function(){
return xs._}});Object.defineProperty(Pt,"str",{enumerable:!0,get:function(){return xs.str}});Object.defineProperty(Pt,"stringify",{enumerable:!0,get:function(){
return xs.stringify}});Object.defineProperty(Pt,"nil",{enumerable:!0,get:function(){return xs.nil}});Object.defineProperty(Pt,"Name",{enumerable:!0,get:function(){
return xs.Name}});Object.defineProperty(Pt,"CodeGen",{enumerable:!0,get:function(){return xs.CodeGen}});var Ww=cn(),su=ya(),Cw=si(),ba=un(),Kw=Le(),va=ma(),bn=ua(),
Mi=Ze(),Yd=Pd(),Hw=Xd(),au=(e,t)=>new RegExp(e,t);au.code="new RegExp";var Bw=["removeAdditional","useDefaults","coerceTypes"],Gw=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Zw={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Qw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},eu=200;function Xw(e){
var t,a,n,o,i,r,s,p,l,m,y,$,_,T,q,L,V,ue,W,Y,D,he,O,ye,be;let Z=e.strict,F=(t=e.code)===null||t===void 0?void 0:t.optimize,xe=F===!0||F===void 0?1:F||0,Se=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:au,ne=(o=e.uriResolver)!==null&&o!==void 0?o:Hw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:Z)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:Z)!==null&&p!==void 0?p:!0,strictTypes:(m=(l=e.strictTypes)!==
null&&l!==void 0?l:Z)!==null&&m!==void 0?m:"log",strictTuples:($=(y=e.strictTuples)!==null&&y!==void 0?y:Z)!==null&&$!==void 0?$:"log",strictRequired:(T=(_=e.strictRequired)!==
null&&_!==void 0?_:Z)!==null&&T!==void 0?T:!1,code:e.code?{...e.code,optimize:xe,regExp:Se}:{optimize:xe,regExp:Se},loopRequired:(q=e.loopRequired)!==null&&q!==
void 0?q:eu,loopEnum:(L=e.loopEnum)!==null&&L!==void 0?L:eu,meta:(V=e.meta)!==null&&V!==void 0?V:!0,messages:(ue=e.messages)!==null&&ue!==void 0?ue:!0,inlineRefs:(W=
e.inlineRefs)!==null&&W!==void 0?W:!0,schemaId:(Y=e.schemaId)!==null&&Y!==void 0?Y:"$id",addUsedSchema:(D=e.addUsedSchema)!==null&&D!==void 0?D:!0,validateSchema:(he=
e.validateSchema)!==null&&he!==void 0?he:!0,validateFormats:(O=e.validateFormats)!==null&&O!==void 0?O:!0,unicodeRegExp:(ye=e.unicodeRegExp)!==null&&ye!==void 0?
ye:!0,int32range:(be=e.int32range)!==null&&be!==void 0?be:!0,uriResolver:ne}}var ka=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Xw(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Kw.ValueScope(
{scope:{},prefixes:Gw,es5:a,lines:n}),this.logger=ab(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Cw.getRules)(),tu.call(this,Zw,t,"NOT \
SUPPORTED"),tu.call(this,Qw,t,"DEPRECATED","warn"),this._metaOpts=rb.call(this),t.formats&&eb.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&tb.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Yw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=Yd;n==="id"&&(o={...Yd},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(m,y){await i.call(this,m.$schema);let $=this._addSchema(m,y);return $.validate||r.
call(this,$)}async function i(m){m&&!this.getSchema(m)&&await o.call(this,{$ref:m},!0)}async function r(m){try{return this._compileSchemaEnv(m)}catch(y){if(!(y instanceof
su.default))throw y;return s.call(this,y),await p.call(this,y.missingSchema),r.call(this,m)}}function s({missingSchema:m,missingRef:y}){if(this.refs[m])throw new Error(
`AnySchema ${m} is loaded but ${y} cannot be resolved`)}async function p(m){let y=await l.call(this,m);this.refs[m]||await i.call(this,y.$schema),this.refs[m]||
this.addSchema(y,m,a)}async function l(m){let y=this._loading[m];if(y)return y;try{return await(this._loading[m]=n(m))}finally{delete this._loading[m]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,va.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=ru.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new ba.SchemaEnv({schema:{},schemaId:n});if(a=ba.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=ru.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,va.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(ob.call(this,n,a),!a)return(0,Mi.eachItem)(n,i=>Ii.call(this,i)),this;pb.call(this,a);let o={...a,type:(0,bn.getJSONTypes)(
a.type),schemaType:(0,bn.getJSONTypes)(a.schemaType)};return(0,Mi.eachItem)(n,o.type.length===0?i=>Ii.call(this,i,o):i=>o.type.forEach(r=>Ii.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:l}=p.definition,m=r[s];l&&m&&(r[s]=nu(m))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,va.normalizeId)(r||n);let l=va.getSchemaRefs.call(this,t,n);return p=new ba.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:l}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):ba.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{ba.compileSchema.call(this,t)}finally{this.opts=a}}};ka.ValidationError=Ww.default;ka.MissingRefError=su.default;Pt.default=ka;
function tu(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function ru(e){return e=(0,va.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Yw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function eb(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function tb(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function rb(){let e={...this.opts};for(let t of Bw)
delete e[t];return e}var sb={log(){},warn(){},error(){}};function ab(e){if(e===!1)return sb;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var nb=/^[a-z_$][a-z0-9_$:-]*$/i;function ob(e,t){let{RULES:a}=this;if((0,Mi.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!nb.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Ii(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,bn.getJSONTypes)(t.type),schemaType:(0,bn.getJSONTypes)(t.schemaType)}};t.before?ib.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function ib(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function pb(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=nu(t)),e.validateSchema=
this.compile(t,!0))}var cb={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function nu(e){return{anyOf:[e,cb]}}});var iu=de(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var db={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Li.default=db});var uu=de(Qr=>{"use strict";Object.defineProperty(Qr,"__esModule",{value:!0});Qr.callRef=Qr.getValidate=void 0;var ub=ya(),pu=zt(),Mt=Le(),qs=yr(),cu=un(),vn=Ze(),
mb={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:l}=i;if((a==="#"||a==="#/")&&
o===l.baseId)return y();let m=cu.resolveRef.call(p,l,o,a);if(m===void 0)throw new ub.default(n.opts.uriResolver,o,a);if(m instanceof cu.SchemaEnv)return $(m);return _(
m);function y(){if(i===l)return kn(e,r,i,i.$async);let T=t.scopeValue("root",{ref:l});return kn(e,(0,Mt._)`${T}.validate`,l,l.$async)}function $(T){let q=du(e,T);
kn(e,q,T,T.$async)}function _(T){let q=t.scopeValue("schema",s.code.source===!0?{ref:T,code:(0,Mt.stringify)(T)}:{ref:T}),L=t.name("valid"),V=e.subschema({schema:T,
dataTypes:[],schemaPath:Mt.nil,topSchemaRef:q,errSchemaPath:a},L);e.mergeEvaluated(V),e.ok(L)}}};function du(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Mt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}Qr.getValidate=du;function kn(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,l=p.passContext?qs.default.this:Mt.nil;n?m():y();function m(){if(!s.$async)throw new Error("async schema referenced by sync schema");let T=o.let("vali\
d");o.try(()=>{o.code((0,Mt._)`await ${(0,pu.callValidateCode)(e,t,l)}`),_(t),r||o.assign(T,!0)},q=>{o.if((0,Mt._)`!(${q} instanceof ${i.ValidationError})`,()=>o.
throw(q)),$(q),r||o.assign(T,!1)}),e.ok(T)}function y(){e.result((0,pu.callValidateCode)(e,t,l),()=>_(t),()=>$(t))}function $(T){let q=(0,Mt._)`${T}.errors`;o.assign(
qs.default.vErrors,(0,Mt._)`${qs.default.vErrors} === null ? ${q} : ${qs.default.vErrors}.concat(${q})`),o.assign(qs.default.errors,(0,Mt._)`${qs.default.vErrors}.length`)}
function _(T){var q;if(!i.opts.unevaluated)return;let L=(q=a?.validate)===null||q===void 0?void 0:q.evaluated;if(i.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(i.props=vn.mergeEvaluated.props(o,L.props,i.props));else{let V=o.var("props",(0,Mt._)`${T}.evaluated.props`);i.props=vn.mergeEvaluated.props(o,V,i.props,Mt.Name)}
if(i.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(i.items=vn.mergeEvaluated.items(o,L.items,i.items));else{let V=o.var("items",(0,Mt._)`${T}.evaluated.items`);
i.items=vn.mergeEvaluated.items(o,V,i.items,Mt.Name)}}}Qr.callRef=kn;Qr.default=mb});var mu=de(Fi=>{"use strict";Object.defineProperty(Fi,"__esModule",{value:!0});var lb=iu(),fb=uu(),hb=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",lb.default,fb.default];Fi.default=hb});var lu=de(Vi=>{"use strict";Object.defineProperty(Vi,"__esModule",{value:!0});var Pn=Le(),Rr=Pn.operators,$n={maximum:{okStr:"<=",ok:Rr.LTE,fail:Rr.GT},minimum:{
okStr:">=",ok:Rr.GTE,fail:Rr.LT},exclusiveMaximum:{okStr:"<",ok:Rr.LT,fail:Rr.GTE},exclusiveMinimum:{okStr:">",ok:Rr.GT,fail:Rr.LTE}},yb={message:({keyword:e,schemaCode:t})=>(0,Pn.
str)`must be ${$n[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Pn._)`{comparison: ${$n[e].okStr}, limit: ${t}}`},gb={keyword:Object.keys($n),type:"numb\
er",schemaType:"number",$data:!0,error:yb,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Pn._)`${a} ${$n[t].fail} ${n} || isNaN(${a})`)}};Vi.default=
gb});var fu=de(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var Pa=Le(),wb={message:({schemaCode:e})=>(0,Pa.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Pa._)`{multipleOf: ${e}}`},bb={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:wb,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Pa._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Pa._)`${r} !== parseInt(${r})`;e.fail$data((0,Pa.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};Ui.default=bb});var hu=de(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var Xr=Le(),vb=Ze(),kb=xo(),Pb={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,Xr.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,Xr._)`{limit: ${e}}`},$b={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Pb,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?Xr.operators.GT:Xr.operators.LT,
r=o.opts.unicode===!1?(0,Xr._)`${a}.length`:(0,Xr._)`${(0,vb.useFunc)(e.gen,kb.default)}(${a})`;e.fail$data((0,Xr._)`${r} ${i} ${n}`)}};Di.default=$b});var yu=de(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var Sb=zt(),_b=Ze(),Os=Le(),xb={message:({schemaCode:e})=>(0,Os.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Os._)`{pattern: ${e}}`},qb={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:xb,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,l=p.code==="new RegExp"?(0,Os._)`new RegExp`:(0,_b.useFunc)(t,p),m=t.let("val\
id");t.try(()=>t.assign(m,(0,Os._)`${l}(${i}, ${s}).test(${a})`),()=>t.assign(m,!1)),e.fail$data((0,Os._)`!${m}`)}else{let p=(0,Sb.usePattern)(e,o);e.fail$data(
(0,Os._)`!${p}.test(${a})`)}}};Ji.default=qb});var gu=de(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var $a=Le(),Ob={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,$a.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,$a._)`{limit: ${e}}`},jb={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Ob,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?$a.operators.GT:$a.operators.LT;e.fail$data(
(0,$a._)`Object.keys(${a}).length ${o} ${n}`)}};zi.default=jb});var wu=de(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var Sa=zt(),_a=Le(),Tb=Ze(),Ab={message:({params:{missingProperty:e}})=>(0,_a.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,_a._)`{missingProperty: ${e}}`},Nb={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Ab,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?l():m(),s.strictRequired){
let _=e.parentSchema.properties,{definedProperties:T}=e.it;for(let q of a)if(_?.[q]===void 0&&!T.has(q)){let L=r.schemaEnv.baseId+r.errSchemaPath,V=`required pr\
operty "${q}" is not defined at "${L}" (strictRequired)`;(0,Tb.checkStrictMode)(r,V,r.opts.strictRequired)}}function l(){if(p||i)e.block$data(_a.nil,y);else for(let _ of a)
(0,Sa.checkReportMissingProp)(e,_)}function m(){let _=t.let("missing");if(p||i){let T=t.let("valid",!0);e.block$data(T,()=>$(_,T)),e.ok(T)}else t.if((0,Sa.checkMissingProp)(
e,a,_)),(0,Sa.reportMissingProp)(e,_),t.else()}function y(){t.forOf("prop",n,_=>{e.setParams({missingProperty:_}),t.if((0,Sa.noPropertyInData)(t,o,_,s.ownProperties),
()=>e.error())})}function $(_,T){e.setParams({missingProperty:_}),t.forOf(_,n,()=>{t.assign(T,(0,Sa.propertyInData)(t,o,_,s.ownProperties)),t.if((0,_a.not)(T),()=>{
e.error(),t.break()})},_a.nil)}}};Wi.default=Nb});var bu=de(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var xa=Le(),Rb={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,xa.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,xa._)`{limit: ${e}}`},Eb={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:Rb,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?xa.operators.GT:xa.operators.LT;e.fail$data((0,xa._)`${a}.length ${o} ${n}`)}};
Ci.default=Eb});var Sn=de(Ki=>{"use strict";Object.defineProperty(Ki,"__esModule",{value:!0});var vu=ui();vu.code='require("ajv/dist/runtime/equal").default';Ki.default=vu});var ku=de(Bi=>{"use strict";Object.defineProperty(Bi,"__esModule",{value:!0});var Hi=ua(),$t=Le(),Ib=Ze(),Mb=Sn(),Lb={message:({params:{i:e,j:t}})=>(0,$t.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,$t._)`{i: ${e}, j: ${t}}`},Fb={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Lb,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),l=i.items?(0,Hi.getSchemaTypes)(i.items):[];e.block$data(p,m,(0,$t._)`${r} === false`),
e.ok(p);function m(){let T=t.let("i",(0,$t._)`${a}.length`),q=t.let("j");e.setParams({i:T,j:q}),t.assign(p,!0),t.if((0,$t._)`${T} > 1`,()=>(y()?$:_)(T,q))}function y(){
return l.length>0&&!l.some(T=>T==="object"||T==="array")}function $(T,q){let L=t.name("item"),V=(0,Hi.checkDataTypes)(l,L,s.opts.strictNumbers,Hi.DataType.Wrong),
ue=t.const("indices",(0,$t._)`{}`);t.for((0,$t._)`;${T}--;`,()=>{t.let(L,(0,$t._)`${a}[${T}]`),t.if(V,(0,$t._)`continue`),l.length>1&&t.if((0,$t._)`typeof ${L} == "string"`,
(0,$t._)`${L} += "_"`),t.if((0,$t._)`typeof ${ue}[${L}] == "number"`,()=>{t.assign(q,(0,$t._)`${ue}[${L}]`),e.error(),t.assign(p,!1).break()}).code((0,$t._)`${ue}[${L}] = ${T}`)})}
function _(T,q){let L=(0,Ib.useFunc)(t,Mb.default),V=t.name("outer");t.label(V).for((0,$t._)`;${T}--;`,()=>t.for((0,$t._)`${q} = ${T}; ${q}--;`,()=>t.if((0,$t._)`${L}(${a}[${T}], ${a}[${q}])`,
()=>{e.error(),t.assign(p,!1).break(V)})))}}};Bi.default=Fb});var Pu=de(Zi=>{"use strict";Object.defineProperty(Zi,"__esModule",{value:!0});var Gi=Le(),Vb=Ze(),Ub=Sn(),Db={message:"must be equal to constant",params:({schemaCode:e})=>(0,Gi.
_)`{allowedValue: ${e}}`},Jb={keyword:"const",$data:!0,error:Db,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,Gi.
_)`!${(0,Vb.useFunc)(t,Ub.default)}(${a}, ${o})`):e.fail((0,Gi._)`${i} !== ${a}`)}};Zi.default=Jb});var $u=de(Qi=>{"use strict";Object.defineProperty(Qi,"__esModule",{value:!0});var qa=Le(),zb=Ze(),Wb=Sn(),Cb={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,qa._)`{allowedValues: ${e}}`},Kb={keyword:"enum",schemaType:"array",$data:!0,error:Cb,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,l=()=>p??(p=(0,zb.useFunc)(t,Wb.default)),m;if(s||
n)m=t.let("valid"),e.block$data(m,y);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let _=t.const("vSchema",i);m=(0,qa.or)(...o.map((T,q)=>$(
_,q)))}e.pass(m);function y(){t.assign(m,!1),t.forOf("v",i,_=>t.if((0,qa._)`${l()}(${a}, ${_})`,()=>t.assign(m,!0).break()))}function $(_,T){let q=o[T];return typeof q==
"object"&&q!==null?(0,qa._)`${l()}(${a}, ${_}[${T}])`:(0,qa._)`${a} === ${q}`}}};Qi.default=Kb});var Su=de(Xi=>{"use strict";Object.defineProperty(Xi,"__esModule",{value:!0});var Hb=lu(),Bb=fu(),Gb=hu(),Zb=yu(),Qb=gu(),Xb=wu(),Yb=bu(),ev=ku(),tv=Pu(),rv=$u(),
sv=[Hb.default,Bb.default,Gb.default,Zb.default,Qb.default,Xb.default,Yb.default,ev.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},tv.default,rv.default];Xi.default=sv});var ep=de(Oa=>{"use strict";Object.defineProperty(Oa,"__esModule",{value:!0});Oa.validateAdditionalItems=void 0;var Yr=Le(),Yi=Ze(),av={message:({params:{len:e}})=>(0,Yr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Yr._)`{limit: ${e}}`},nv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:av,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,Yi.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}_u(e,n)}};function _u(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,Yr._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,Yr._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,Yi.alwaysValidSchema)(r,n)){let l=a.var("valid",(0,Yr.
_)`${s} <= ${t.length}`);a.if((0,Yr.not)(l),()=>p(l)),e.ok(l)}function p(l){a.forRange("i",t.length,s,m=>{e.subschema({keyword:i,dataProp:m,dataPropType:Yi.Type.
Num},l),r.allErrors||a.if((0,Yr.not)(l),()=>a.break())})}}Oa.validateAdditionalItems=_u;Oa.default=nv});var tp=de(ja=>{"use strict";Object.defineProperty(ja,"__esModule",{value:!0});ja.validateTuple=void 0;var xu=Le(),_n=Ze(),ov=zt(),iv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return qu(e,"additionalItems",t);a.items=!0,!(0,_n.
alwaysValidSchema)(a,t)&&e.ok((0,ov.validateArray)(e))}};function qu(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;m(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=_n.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),l=n.const("len",(0,xu._)`${i}.length`);a.forEach((y,$)=>{(0,_n.
alwaysValidSchema)(s,y)||(n.if((0,xu._)`${l} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function m(y){let{opts:$,errSchemaPath:_}=s,
T=a.length,q=T===y.minItems&&(T===y.maxItems||y[t]===!1);if($.strictTuples&&!q){let L=`"${r}" is ${T}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${_}"`;(0,_n.checkStrictMode)(s,L,$.strictTuples)}}}ja.validateTuple=qu;ja.default=iv});var Ou=de(rp=>{"use strict";Object.defineProperty(rp,"__esModule",{value:!0});var pv=tp(),cv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,pv.validateTuple)(e,"items")};rp.default=cv});var Tu=de(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var ju=Le(),dv=Ze(),uv=zt(),mv=ep(),lv={message:({params:{len:e}})=>(0,ju.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,ju._)`{limit: ${e}}`},fv={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:lv,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,dv.alwaysValidSchema)(n,t)&&(o?(0,mv.validateAdditionalItems)(e,o):e.ok((0,uv.validateArray)(e)))}};sp.default=
fv});var Au=de(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var Ct=Le(),xn=Ze(),hv={message:({params:{min:e,max:t}})=>t===void 0?(0,Ct.str)`must contain at least ${e} valid item(s)`:
(0,Ct.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Ct._)`{minContains: ${e}}`:(0,Ct._)`{minContains: ${e}, maxContains: ${t}}`},
yv={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:hv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:l}=n;i.opts.next?(r=p===void 0?1:p,s=l):r=1;let m=t.const("len",(0,Ct._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,xn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,xn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,xn.alwaysValidSchema)(i,a)){let q=(0,Ct._)`${m} >= ${r}`;s!==void 0&&(q=(0,Ct._)`${q} && ${m} <= ${s}`),
e.pass(q);return}i.items=!0;let y=t.name("valid");s===void 0&&r===1?_(y,()=>t.if(y,()=>t.break())):r===0?(t.let(y,!0),s!==void 0&&t.if((0,Ct._)`${o}.length > 0`,
$)):(t.let(y,!1),$()),e.result(y,()=>e.reset());function $(){let q=t.name("_valid"),L=t.let("count",0);_(q,()=>t.if(q,()=>T(L)))}function _(q,L){t.forRange("i",
0,m,V=>{e.subschema({keyword:"contains",dataProp:V,dataPropType:xn.Type.Num,compositeRule:!0},q),L()})}function T(q){t.code((0,Ct._)`${q}++`),s===void 0?t.if((0,Ct.
_)`${q} >= ${r}`,()=>t.assign(y,!0).break()):(t.if((0,Ct._)`${q} > ${s}`,()=>t.assign(y,!1).break()),r===1?t.assign(y,!0):t.if((0,Ct._)`${q} >= ${r}`,()=>t.assign(
y,!0)))}}};ap.default=yv});var Eu=de(pr=>{"use strict";Object.defineProperty(pr,"__esModule",{value:!0});pr.validateSchemaDeps=pr.validatePropertyDeps=pr.error=void 0;var np=Le(),gv=Ze(),
Ta=zt();pr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,np.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,np._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var wv={keyword:"dependencies",type:"object",schemaType:"object",error:pr.error,code(e){let[t,a]=bv(e);Nu(e,t),Ru(e,a)}};function bv({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Nu(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ta.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let l of s)(0,Ta.checkReportMissingProp)(e,l)}):(a.if((0,np._)`${p} && (${(0,Ta.
checkMissingProp)(e,s,i)})`),(0,Ta.reportMissingProp)(e,i),a.else())}}pr.validatePropertyDeps=Nu;function Ru(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,gv.alwaysValidSchema)(i,t[s])||(a.if((0,Ta.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}pr.validateSchemaDeps=Ru;pr.default=wv});var Mu=de(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var Iu=Le(),vv=Ze(),kv={message:"property name must be valid",params:({params:e})=>(0,Iu.
_)`{propertyName: ${e.propertyName}}`},Pv={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:kv,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,vv.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,Iu.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};op.default=Pv});var pp=de(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var qn=zt(),rr=Le(),$v=yr(),On=Ze(),Sv={message:"must NOT have additional properti\
es",params:({params:e})=>(0,rr._)`{additionalProperty: ${e.additionalProperty}}`},_v={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:Sv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,On.alwaysValidSchema)(r,a))return;let l=(0,qn.allSchemaProperties)(n.properties),m=(0,qn.
allSchemaProperties)(n.patternProperties);y(),e.ok((0,rr._)`${i} === ${$v.default.errors}`);function y(){t.forIn("key",o,L=>{!l.length&&!m.length?T(L):t.if($(L),
()=>T(L))})}function $(L){let V;if(l.length>8){let ue=(0,On.schemaRefOrVal)(r,n.properties,"properties");V=(0,qn.isOwnProperty)(t,ue,L)}else l.length?V=(0,rr.or)(
...l.map(ue=>(0,rr._)`${L} === ${ue}`)):V=rr.nil;return m.length&&(V=(0,rr.or)(V,...m.map(ue=>(0,rr._)`${(0,qn.usePattern)(e,ue)}.test(${L})`))),(0,rr.not)(V)}function _(L){
t.code((0,rr._)`delete ${o}[${L}]`)}function T(L){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){_(L);return}if(a===!1){e.setParams({additionalProperty:L}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,On.alwaysValidSchema)(r,a)){let V=t.name("valid");p.removeAdditional==="failing"?(q(L,V,!1),t.if((0,rr.
not)(V),()=>{e.reset(),_(L)})):(q(L,V),s||t.if((0,rr.not)(V),()=>t.break()))}}function q(L,V,ue){let W={keyword:"additionalProperties",dataProp:L,dataPropType:On.
Type.Str};ue===!1&&Object.assign(W,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(W,V)}}};ip.default=_v});var Vu=de(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var xv=ha(),Lu=zt(),cp=Ze(),Fu=pp(),qv={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Fu.default.code(new xv.KeywordCxt(
i,Fu.default,"additionalProperties"));let r=(0,Lu.allSchemaProperties)(a);for(let y of r)i.definedProperties.add(y);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=cp.mergeEvaluated.props(t,(0,cp.toHash)(r),i.props));let s=r.filter(y=>!(0,cp.alwaysValidSchema)(i,a[y]));if(s.length===0)return;let p=t.name("valid");
for(let y of s)l(y)?m(y):(t.if((0,Lu.propertyInData)(t,o,y,i.opts.ownProperties)),m(y),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(y),
e.ok(p);function l(y){return i.opts.useDefaults&&!i.compositeRule&&a[y].default!==void 0}function m(y){e.subschema({keyword:"properties",schemaProp:y,dataProp:y},
p)}}};dp.default=qv});var zu=de(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var Uu=zt(),jn=Le(),Du=Ze(),Ju=Ze(),Ov={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,Uu.allSchemaProperties)(a),p=s.filter(q=>(0,Du.alwaysValidSchema)(i,
a[q]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let l=r.strictSchema&&!r.allowMatchingProperties&&o.properties,m=t.name(
"valid");i.props!==!0&&!(i.props instanceof jn.Name)&&(i.props=(0,Ju.evaluatedPropsToName)(t,i.props));let{props:y}=i;$();function $(){for(let q of s)l&&_(q),i.
allErrors?T(q):(t.var(m,!0),T(q),t.if(m))}function _(q){for(let L in l)new RegExp(q).test(L)&&(0,Du.checkStrictMode)(i,`property ${L} matches pattern ${q} (use \
allowMatchingProperties)`)}function T(q){t.forIn("key",n,L=>{t.if((0,jn._)`${(0,Uu.usePattern)(e,q)}.test(${L})`,()=>{let V=p.includes(q);V||e.subschema({keyword:"\
patternProperties",schemaProp:q,dataProp:L,dataPropType:Ju.Type.Str},m),i.opts.unevaluated&&y!==!0?t.assign((0,jn._)`${y}[${L}]`,!0):!V&&!i.allErrors&&t.if((0,jn.
not)(m),()=>t.break())})})}}};up.default=Ov});var Wu=de(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var jv=Ze(),Tv={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,jv.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};mp.default=Tv});var Cu=de(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var Av=zt(),Nv={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Av.validateUnion,
error:{message:"must match a schema in anyOf"}};lp.default=Nv});var Ku=de(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Tn=Le(),Rv=Ze(),Ev={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Tn._)`{passingSchemas: ${e.passing}}`},Iv={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Ev,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(l),e.result(r,()=>e.reset(),()=>e.error(!0));function l(){i.forEach((m,y)=>{let $;(0,Rv.alwaysValidSchema)(o,
m)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:y,compositeRule:!0},p),y>0&&t.if((0,Tn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Tn._)`[${s}, ${y}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,y),$&&e.mergeEvaluated($,Tn.Name)})})}}};fp.default=Iv});var Hu=de(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var Mv=Ze(),Lv={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,Mv.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};hp.default=Lv});var Zu=de(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var An=Le(),Gu=Ze(),Fv={message:({params:e})=>(0,An.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,An._)`{failingKeyword: ${e.ifClause}}`},Vv={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Fv,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,Gu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Bu(n,"then"),i=Bu(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let m=t.let("ifClause");e.setParams({ifClause:m}),t.if(s,l("then",m),l("else",m))}else o?t.if(
s,l("then")):t.if((0,An.not)(s),l("else"));e.pass(r,()=>e.error(!0));function p(){let m=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(m)}function l(m,y){return()=>{let $=e.subschema({keyword:m},s);t.assign(r,s),e.mergeValidEvaluated($,r),y?t.assign(y,(0,An._)`${m}`):e.setParams(
{ifClause:m})}}}};function Bu(e,t){let a=e.schema[t];return a!==void 0&&!(0,Gu.alwaysValidSchema)(e,a)}yp.default=Vv});var Qu=de(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var Uv=Ze(),Dv={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,Uv.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};gp.default=Dv});var Xu=de(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var Jv=ep(),zv=Ou(),Wv=tp(),Cv=Tu(),Kv=Au(),Hv=Eu(),Bv=Mu(),Gv=pp(),Zv=Vu(),Qv=zu(),
Xv=Wu(),Yv=Cu(),e1=Ku(),t1=Hu(),r1=Zu(),s1=Qu();function a1(e=!1){let t=[Xv.default,Yv.default,e1.default,t1.default,r1.default,s1.default,Bv.default,Gv.default,
Hv.default,Zv.default,Qv.default];return e?t.push(zv.default,Cv.default):t.push(Jv.default,Wv.default),t.push(Kv.default),t}wp.default=a1});var Yu=de(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var ht=Le(),n1={message:({schemaCode:e})=>(0,ht.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,ht._)`{format: ${e}}`},o1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:n1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:l,schemaEnv:m,self:y}=s;if(!p.validateFormats)return;o?$():_();function $(){let T=a.scopeValue("formats",{ref:y.
formats,code:p.code.formats}),q=a.const("fDef",(0,ht._)`${T}[${r}]`),L=a.let("fType"),V=a.let("format");a.if((0,ht._)`typeof ${q} == "object" && !(${q} instanceof RegExp)`,
()=>a.assign(L,(0,ht._)`${q}.type || "string"`).assign(V,(0,ht._)`${q}.validate`),()=>a.assign(L,(0,ht._)`"string"`).assign(V,q)),e.fail$data((0,ht.or)(ue(),W()));
function ue(){return p.strictSchema===!1?ht.nil:(0,ht._)`${r} && !${V}`}function W(){let Y=m.$async?(0,ht._)`(${q}.async ? await ${V}(${n}) : ${V}(${n}))`:(0,ht.
_)`${V}(${n})`,D=(0,ht._)`(typeof ${V} == "function" ? ${Y} : ${V}.test(${n}))`;return(0,ht._)`${V} && ${V} !== true && ${L} === ${t} && !${D}`}}function _(){let T=y.
formats[i];if(!T){ue();return}if(T===!0)return;let[q,L,V]=W(T);q===t&&e.pass(Y());function ue(){if(p.strictSchema===!1){y.logger.warn(D());return}throw new Error(
D());function D(){return`unknown format "${i}" ignored in schema at path "${l}"`}}function W(D){let he=D instanceof RegExp?(0,ht.regexpCode)(D):p.code.formats?(0,ht.
_)`${p.code.formats}${(0,ht.getProperty)(i)}`:void 0,O=a.scopeValue("formats",{key:i,ref:D,code:he});return typeof D=="object"&&!(D instanceof RegExp)?[D.type||
"string",D.validate,(0,ht._)`${O}.validate`]:["string",D,O]}function Y(){if(typeof T=="object"&&!(T instanceof RegExp)&&T.async){if(!m.$async)throw new Error("a\
sync format in sync schema");return(0,ht._)`await ${V}(${n})`}return typeof L=="function"?(0,ht._)`${V}(${n})`:(0,ht._)`${V}.test(${n})`}}}};bp.default=o1});var em=de(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var i1=Yu(),p1=[i1.default];vp.default=p1});var tm=de(js=>{"use strict";Object.defineProperty(js,"__esModule",{value:!0});js.contentVocabulary=js.metadataVocabulary=void 0;js.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];js.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var sm=de(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var c1=mu(),d1=Su(),u1=Xu(),m1=em(),rm=tm(),l1=[c1.default,d1.default,(0,u1.default)(),
m1.default,rm.metadataVocabulary,rm.contentVocabulary];kp.default=l1});var nm=de(Nn=>{"use strict";Object.defineProperty(Nn,"__esModule",{value:!0});Nn.DiscrError=void 0;var am;(function(e){e.Tag="tag",e.Mapping="mapping"})(am||(Nn.
DiscrError=am={}))});var im=de($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var Ts=Le(),Pp=nm(),om=un(),f1=ya(),h1=Ze(),y1={message:({params:{discrError:e,tagName:t}})=>e===
Pp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Ts._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
g1={keyword:"discriminator",type:"object",schemaType:"object",error:y1,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),l=t.
const("tag",(0,Ts._)`${a}${(0,Ts.getProperty)(s)}`);t.if((0,Ts._)`typeof ${l} == "string"`,()=>m(),()=>e.error(!1,{discrError:Pp.DiscrError.Tag,tag:l,tagName:s})),
e.ok(p);function m(){let _=$();t.if(!1);for(let T in _)t.elseIf((0,Ts._)`${l} === ${T}`),t.assign(p,y(_[T]));t.else(),e.error(!1,{discrError:Pp.DiscrError.Mapping,
tag:l,tagName:s}),t.endIf()}function y(_){let T=t.name("valid"),q=e.subschema({keyword:"oneOf",schemaProp:_},T);return e.mergeEvaluated(q,Ts.Name),T}function $(){
var _;let T={},q=V(o),L=!0;for(let Y=0;Y<r.length;Y++){let D=r[Y];if(D?.$ref&&!(0,h1.schemaHasRulesButRef)(D,i.self.RULES)){let O=D.$ref;if(D=om.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,O),D instanceof om.SchemaEnv&&(D=D.schema),D===void 0)throw new f1.default(i.opts.uriResolver,i.baseId,O)}let he=(_=D?.properties)===
null||_===void 0?void 0:_[s];if(typeof he!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(q||V(D)),ue(he,Y)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return T;function V({required:Y}){return Array.isArray(Y)&&Y.includes(s)}function ue(Y,D){
if(Y.const)W(Y.const,D);else if(Y.enum)for(let he of Y.enum)W(he,D);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function W(Y,D){
if(typeof Y!="string"||Y in T)throw new Error(`discriminator: "${s}" values must be unique strings`);T[Y]=D}}}};$p.default=g1});var pm=de((G$,w1)=>{w1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Kt=de((dt,Sp)=>{"use strict";Object.defineProperty(dt,"__esModule",{value:!0});dt.MissingRefError=dt.ValidationError=dt.CodeGen=dt.Name=dt.nil=dt.stringify=
dt.str=dt._=dt.KeywordCxt=dt.Ajv=void 0;var b1=ou(),v1=sm(),k1=im(),cm=pm(),P1=["/properties"],Rn="http://json-schema.org/draft-07/schema",As=class extends b1.default{_addVocabularies(){
super._addVocabularies(),v1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(k1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(cm,P1):cm;this.addMetaSchema(t,Rn,!1),this.refs["http://json-schema.org/schema"]=Rn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Rn)?Rn:void 0)}};dt.Ajv=As;Sp.exports=dt=As;Sp.exports.Ajv=As;Object.defineProperty(dt,"__esMo\
dule",{value:!0});dt.default=As;var $1=ha();Object.defineProperty(dt,"KeywordCxt",{enumerable:!0,get:function(){return $1.KeywordCxt}});var Ns=Le();Object.defineProperty(
dt,"_",{enumerable:!0,get:function(){return Ns._}});Object.defineProperty(dt,"str",{enumerable:!0,get:function(){return Ns.str}});Object.defineProperty(dt,"stri\
ngify",{enumerable:!0,get:function(){return Ns.stringify}});Object.defineProperty(dt,"nil",{enumerable:!0,get:function(){return Ns.nil}});Object.defineProperty(
dt,"Name",{enumerable:!0,get:function(){return Ns.Name}});Object.defineProperty(dt,"CodeGen",{enumerable:!0,get:function(){return Ns.CodeGen}});var S1=cn();Object.
defineProperty(dt,"ValidationError",{enumerable:!0,get:function(){return S1.default}});var _1=ya();Object.defineProperty(dt,"MissingRefError",{enumerable:!0,get:function(){
return _1.default}})});var Jf=Lt(ac());import{models as K0}from"./models.js";function Ca(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,l=0,m=0,y=0;function $(W,Y){let D=0,he=0;for(;D<W||!Y;){let O=e.charCodeAt(n);if(O>=48&&O<=57)he=he*
16+O-48;else if(O>=65&&O<=70)he=he*16+O-65+10;else if(O>=97&&O<=102)he=he*16+O-97+10;else break;n++,D++}return D<W&&(he=-1),he}function _(W){n=W,o="",i=0,r=16,y=
0}function T(){let W=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&fs(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&fs(e.
charCodeAt(n)))for(n++;n<e.length&&fs(e.charCodeAt(n));)n++;else return y=3,e.substring(W,n);let Y=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&fs(e.charCodeAt(n))){for(n++;n<e.length&&fs(e.charCodeAt(n));)n++;Y=n}else y=3;
return e.substring(W,Y)}function q(){let W="",Y=n;for(;;){if(n>=a){W+=e.substring(Y,n),y=2;break}let D=e.charCodeAt(n);if(D===34){W+=e.substring(Y,n),n++;break}
if(D===92){if(W+=e.substring(Y,n),n++,n>=a){y=2;break}switch(e.charCodeAt(n++)){case 34:W+='"';break;case 92:W+="\\";break;case 47:W+="/";break;case 98:W+="\b";
break;case 102:W+="\f";break;case 110:W+=`
`;break;case 114:W+="\r";break;case 116:W+="	";break;case 117:let O=$(4,!0);O>=0?W+=String.fromCharCode(O):y=4;break;default:y=5}Y=n;continue}if(D>=0&&D<=31)if(ta(
D)){W+=e.substring(Y,n),y=2;break}else y=6;n++}return W}function L(){if(o="",y=0,i=n,p=s,m=l,n>=a)return i=a,r=17;let W=e.charCodeAt(n);if(jo(W)){do n++,o+=String.
fromCharCode(W),W=e.charCodeAt(n);while(jo(W));return r=15}if(ta(W))return n++,o+=String.fromCharCode(W),W===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,l=n,r=14;switch(W){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=q(),r=10;case 47:let Y=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ta(e.charCodeAt(n));)n++;return o=e.substring(Y,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let D=a-1,he=!1;for(;n<D;){let O=e.charCodeAt(n);if(O===42&&e.charCodeAt(n+1)===47){n+=2,he=!0;break}n++,ta(O)&&(O===13&&e.charCodeAt(n)===10&&n++,
s++,l=n)}return he||(n++,y=1),o=e.substring(Y,n),r=13}return o+=String.fromCharCode(W),n++,r=16;case 45:if(o+=String.fromCharCode(W),n++,n===a||!fs(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=T(),r=11;default:for(;n<a&&V(W);)n++,W=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(W),n++,r=16}}
function V(W){if(jo(W)||ta(W))return!1;switch(W){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ue(){let W;do W=L();while(W>=
12&&W<=15);return W}return{setPosition:_,getPosition:()=>n,scan:t?ue:L,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-m,getTokenError:()=>y}}function jo(e){return e===32||e===9}function ta(e){return e===10||e===13}function fs(e){return e>=48&&e<=57}
var nc;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(nc||(nc={}));var wh=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),hs=200,bh={" ":{"\n":new Array(hs).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(hs).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(hs).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(hs).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(hs).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(hs).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var Ka;(function(e){e.DEFAULT={allowTrailingComma:!1}})(Ka||(Ka={}));function oc(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,l,m,y){i.value=p,i.offset=l,i.length=m,i.type=y,i.colonOffset=void 0,o=i}try{No(e,{onObjectBegin:(p,l)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,l,m)=>{if(t<l||(s(p,l,m,"property"),a[a.length-1]=p,t<=l+m))throw n},onObjectEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,l)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,l,m)=>{if(t<l||(s(p,l,m,ic(p)),t<=l+m))throw n},onSeparator:(p,l,m)=>{
if(t<=l)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=l,r=!1,o=void 0;else if(p===","){let y=a[a.length-1];typeof y=="number"?a[a.length-1]=y+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let l=0;for(let m=0;l<p.length&&m<a.length;m++)
if(p[l]===a[m]||p[l]==="*")l++;else if(p[l]!=="**")return!1;return l===p.length}}}function To(e,t=[],a=Ka.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}No(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,l,m)=>{
n=i({type:"property",offset:l,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:l,length:m,parent:n})},onObjectEnd:(p,l)=>{o(p+l),n.
length=p+l-n.offset,n=n.parent,o(p+l)},onArrayBegin:(p,l)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,l)=>{n.length=p+l-n.offset,
n=n.parent,o(p+l)},onLiteralValue:(p,l,m)=>{i({type:ic(p),offset:l,length:m,parent:n,value:p}),o(l+m)},onSeparator:(p,l,m)=>{n.type==="property"&&(p===":"?n.colonOffset=
l:p===","&&o(l))},onError:(p,l,m)=>{t.push({error:p,offset:l,length:m})}},a);let s=n.children[0];return s&&delete s.parent,s}function Ao(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function Ha(e){switch(e.type){case"array":return e.children.map(Ha);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=Ha(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function No(e,t,a=Ka.DEFAULT){let n=Ca(e,!1),o=[],i=0;function r(ne){return ne?()=>i===0&&ne(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(ne){return ne?U=>i===0&&ne(U,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(ne){return ne?
U=>i===0&&ne(U,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function l(ne){return ne?()=>{i>0?i++:
ne(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function m(ne){return ne?()=>{i>0&&
i--,i===0&&ne(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let y=l(t.onObjectBegin),$=p(t.onObjectProperty),_=m(
t.onObjectEnd),T=l(t.onArrayBegin),q=m(t.onArrayEnd),L=p(t.onLiteralValue),V=s(t.onSeparator),ue=r(t.onComment),W=s(t.onError),Y=a&&a.disallowComments,D=a&&a.allowTrailingComma;
function he(){for(;;){let ne=n.scan();switch(n.getTokenError()){case 4:O(14);break;case 5:O(15);break;case 3:O(13);break;case 1:Y||O(11);break;case 2:O(12);break;case 6:
O(16);break}switch(ne){case 12:case 13:Y?O(10):ue();break;case 16:O(1);break;case 15:case 14:break;default:return ne}}}function O(ne,U=[],Be=[]){if(W(ne),U.length+
Be.length>0){let tt=n.getToken();for(;tt!==17;){if(U.indexOf(tt)!==-1){he();break}else if(Be.indexOf(tt)!==-1)break;tt=he()}}}function ye(ne){let U=n.getTokenValue();
return ne?L(U):($(U),o.push(U)),he(),!0}function be(){switch(n.getToken()){case 11:let ne=n.getTokenValue(),U=Number(ne);isNaN(U)&&(O(2),U=0),L(U);break;case 7:
L(null);break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return he(),!0}function Z(){return n.getToken()!==10?(O(3,[],[2,5]),!1):(ye(!1),n.getToken()===
6?(V(":"),he(),Se()||O(4,[],[2,5])):O(5,[],[2,5]),o.pop(),!0)}function F(){y(),he();let ne=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(ne||
O(4,[],[]),V(","),he(),n.getToken()===2&&D)break}else ne&&O(6,[],[]);Z()||O(4,[],[2,5]),ne=!0}return _(),n.getToken()!==2?O(7,[2],[]):he(),!0}function xe(){T(),
he();let ne=!0,U=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(U||O(4,[],[]),V(","),he(),n.getToken()===4&&D)break}else U&&O(6,[],[]);ne?
(o.push(0),ne=!1):o[o.length-1]++,Se()||O(4,[],[4,5]),U=!0}return q(),ne||o.pop(),n.getToken()!==4?O(8,[4],[]):he(),!0}function Se(){switch(n.getToken()){case 3:
return xe();case 1:return F();case 10:return ye(!0);default:return be()}}return he(),n.getToken()===17?a.allowEmptyContent?!0:(O(4,[],[]),!1):Se()?(n.getToken()!==
17&&O(9,[],[]),!0):(O(4,[],[]),!1)}function ic(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var pc;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(pc||(pc={}));var cc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(cc||(cc={}));var uc=oc;var Ro=To,mc=Ao;var lc=Ha;var dc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(dc||(dc={}));function fc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Sh="\uFEFF";function*hc(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(Sh)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${_h(fc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function _h(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function ys(e){return yc(e)}function xr(e){return yc(e)}function yc(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function gc(e){return[...e.files.values()].flatMap(xh)}var xh=xr(e=>e.syntaxErrors.length===0&&qh(e.text)===wc(e.value)?[]:e.tree===void 0?[]:[...Eo(e.path,e.tree,
[])]);function qh(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function wc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+wc(n),0)}function*Eo(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Eo(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Eo(e,s,[...a,p]))}}function vc(e){return[...e.files.values()].flatMap(Oh)}var Oh=xr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(jh)].flatMap(({0:n,index:o})=>n.
startsWith('"')||bc(n)===bc(String(Number(n)))?[]:[{code:"S005",file:e,path:uc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),jh=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function bc(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function qe(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ra(e){return qe(e)?Object.entries(e):[]}function lr(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Io}from"node:path";function Ba(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Ae(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var Ga=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function kc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Io.normalize(Io.join(Io.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new Ga(t,a,"names a\
 file that does not exist");for(let s of Ae(o)){let p=Array.isArray(r)?r[Number(s)]:qe(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new Ga(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function wt(e,t){let a={};return t!==void 0&&(a[e]=t),a}var Rs=Lt(Kt(),1);function Er(e,t=0,a=t+4){return t+e.below(a-t+1)}var wr=new Rs.Name("vErrors");function mt(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Rs._`${i}, ${r}`,
Rs._`${new Rs.Name(e)}(${wr}, ${a}, ${n}, ${t.required?1:0}`)}function Ve(e,t){return{about:e,value:t,findings:[]}}function Ye(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function yt(e){return e.map(t=>Ye(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function gt(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var x1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function dm(e,t,a,n){return{...q1(e,t,a),source:a.has("x-source")?a.source():n}}function q1(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",x1)}:{},notes:a.notes()}}var es=Lt(Kt(),1);function O1(e){return typeof e=="string"?e:JSON.stringify(e)}function _p(e){let t=e.map(O1),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function In(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${En(o,t)}`,zh:`${r} ${En(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Aa(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Mn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${En(n,t)}`,zh:`${a} \u5230 ${En(n,t)} \u7684`};
let r=In(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function Es(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:um(a.en)}`;return t===void 0?e===0?{en:um(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Aa(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function um(e){
return`${e}s`}function En(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var mm={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...gt({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...gt({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?es._`${mt("typed",e,t,es._`"array"`)})`:es._`${mt("list",e,t,es._`${a??0}`,n===void 0?es._`Infinity`:
es._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...gt({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=In({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...yt(["text",1,{length:1}]),...e===0?[Ve("empty",[])]:[Ye("min-items-under",
Na(e-1),"min-items")],...e<=3&&(t??3)>=3?[Ve("items",Na(3))]:[],...t===void 0?[]:[Ve("max-items-at",Na(t)),Ye("max-items-over",Na(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Na(Er(a,e,t))};function Na(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var xp=Lt(Kt(),1);var lm={read:(e,t)=>({kind:"boolean",...t,...wt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>xp._`${mt("\
typed",e,t,xp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...yt([
"true",1,0,[]]),Ve("true",!0),Ve("false",!1)],sample:(e,t)=>t.below(2)===1};var Fn=Lt(Kt(),1);var Ra=Lt(Kt(),1),fm=Lt(gs(),1);function br(e){return(0,Ra.stringify)(e)}function hm(e){return(0,Ra.stringify)(e)}function Is(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Ra._`${(0,fm.regexpCode)(new RegExp(a,t))}`}function Ea({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function Ln({type:e}){return Array.isArray(e)&&e.includes("null")}function ym({nullable:e},t){return e?`${t} | null`:t}function gm({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function wm({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function bm({nullable:e},t){return e?[Ve("null",null),
...t]:t}function vm({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var km={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Pm={read(e,t){let a=j1(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>T1(s)&&a.some(l=>km[l](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
Ln(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...wt("unit",R1(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?A1(t):e,enum:[...t]}),check(e,t,{constant:a}){let n=a(br(e.values));return e.type==="mixed"?Fn._`${mt("mixedChoic\
e",e,t,n)})`:Fn._`${mt("choice",e,t,Fn._`${e.type}`,n)})`},facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...wt("unit",a)}),phrase({values:e,unit:t}){let a=_p(
e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?N1(t):yt(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...E1(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function j1(e){let t=e.raw("type"),a=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(km,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),n}function T1(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function A1(e){let t=e.map(
n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function N1(e){let t=new Set(
e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Ye(`as-${typeof n}-${n}`,n,"enum")),Ye("type-array",
[e[0]??""],"enum"),Ye("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Ye(`type-${n}`,n,"enum"))]}function R1(e){return e.optionalText("x-unit")}
function E1(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ye(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>Ve(
`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Ft=Lt(Kt(),1);function Vn(e){return gt({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function Un({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&I1(i)?i:void 0;return{type:e,...gt({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function I1(e){return Number.isInteger(e*2**20)}function Dn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...gt({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function Jn(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,l=o===void 0?Ft._`-Infinity`:Ft._`${o}`,m=i===void 0?Ft._`Infinity`:Ft._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Ft._`${mt("integer",e,t,l,m)})`;let y=r===void 0?Ft._`-Infinity`:Ft._`${r}`,$=s===void 0?Ft._`Infinity`:Ft._`${s}`;
return Ft._`${mt("numeric",e,t,Ft._`${n}`,a(Ft._`[${l}, ${m}, ${y}, ${$}, ${p??0}]`))})`}function Ms({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return qp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return M1(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??sr(n-a)}function M1(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?sr(e+o):qp(sr(
e+n/2),n);return i===void 0||r<i||r===t?r:sr((e+i)/2)}function qp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:sr(Math.ceil(e/t)*t)}function sr(e){return Number(
e.toFixed(9))}function zn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=q=>r===void 0||Number.isInteger(Number(
(q/r).toFixed(9))),l=(q,L)=>p(L)?[Ve(q,L)]:[],m=a!==void 0?[...l("minimum-at",a),Ye("minimum-under",sr(a-s),"minimum")]:o!==void 0?[Ye("exclusive-minimum-at",o,
"minimum"),Ye("exclusive-minimum-under",sr(o-s),"minimum")]:[Ve("negative",-s),Ve("zero",0)],y=n!==void 0?[...l("maximum-at",n),Ye("maximum-over",sr(n+s),"maxim\
um")]:i!==void 0?[Ye("exclusive-maximum-at",i,"maximum"),Ye("exclusive-maximum-over",sr(i+s),"maximum")]:r===void 0?[Ve("large",2147483648)]:[],$=Ms(e),_=sr($+(r??
0)/(t==="integer"?r??1:2)),T=_<=(n??1/0)&&_<(i??1/0)&&!p(_);return[...m,...y,...r!==void 0&&T?[Ye("off-step",_,"multiple-of")]:[]]}function Wn(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,l=n??i??(p===void 0?0:p-100*s),m=qp(l,s)+(i===void 0?0:s),y=p===
void 0?100:Math.floor((p-m)/s+1e-9)+(r===void 0?1:0);return y<1?Ms(e):sr(m+s*t.below(y))}var $m={read:(e,t)=>({kind:"integer",...t,...Vn(e)}),type:()=>"number",schema:Un,check:Jn,facts:Dn,phrase(e){let t=Mn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Ms,
cases:e=>[...yt(["5",!0,[5],5.5]),...zn(e)],sample:Wn};var Ht=Lt(Kt(),1);function Sm(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...gt({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,l=new Ht.Name(`index${n.depth}`),m=s===void 0?Ht._`Infinity`:
Ht._`${s}`,y=o.nested(i,{pointer:Ht._`${n.pointer} + "/" + ${l}`,value:Ht._`${n.value}[${l}]`,depth:n.depth+1}),$=p?Ht._`
${new Ht.Name("uniqueItems")}(${wr}, ${n.pointer}, ${n.value})`:Ht._``;return Ht._`if (${mt("list",a,n,Ht._`${r}`,m)})) {
for (let ${l} = 0; ${l} < ${n.value}.length && ${l} < ${m}; ${l}++) {
${y}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...gt({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Es(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,l]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Aa("\u542B",l,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>_m(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...yt(["text",7,{0:"text"}]),...L1(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:Er(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function L1(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=m=>_m(e,t,m,i,"video"),s=Math.max(1,a),p=r(s),l=e.cases(t).filter(({value:m})=>m!==void 0).map(({about:m,value:y,findings:$})=>({about:`item-${m}`,value:p.
map((_,T)=>T===s-1&&y!==void 0?y:_),findings:$.map(_=>({..._,path:`/${s-1}${_.path??""}`}))}));return[...a===0?[Ve("empty",[])]:[Ye("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Ve("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Ve("max-items-at",r(n))]:[],...r(n+1).length>n?[Ye("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ye("repeated-item",[...p,...p],"unique-items","/1")]:[],...l.filter(({value:m})=>!i||new Set(m.map(y=>JSON.stringify(
y))).size===s)]}function _m(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var Bt=Lt(Kt(),1);var F1=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function xm(e){return{rule:e.oneOf("rule",F1),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...wt("minimum",e.optionalNumber("minimum")),...wt("maximum",e.optionalNumber("maximum")),...wt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...wt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...wt("quote",e.optionalText("quote")),source:e.source()}}var qm=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Om=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Op="data:image/png;base64,iVBORw0KGgo=";function jp(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Am={read:V1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(Is(U1(r))),l=a(br(
s)),m=s.includes("data"),y=m?Bt._`${new Bt.Name("withBase64")}(${p})`:p;if(n){let _=Bt._`${mt("mediaReference",e,t,y,l)})`;return m?Bt._`${_}
${new Bt.Name("base64Reference")}(${wr}, ${t.pointer}, ${t.value}, ${y})`:_}let $=Bt._`${mt("media",e,t,Bt._`${o}`,Bt._`${i}`,y,l)})`;return m?Bt._`${$}
${new Bt.Name("base64")}(${wr}, ${t.pointer}, ${t.value}, ${i}, ${y})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...gt({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=D1(i);if(t)return{en:`${J1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Es(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Aa(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>jp(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...yt([7,!0,["https://example.com/one.png"]]),...W1(
e,a)]:[...yt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...z1(e),...C1(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:Er(o,t,a)},()=>o.matching(n))};function jm(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function V1(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Ea(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:jm(p,"x-accepts"),...n.has("contradicted")?{contradicted:jm(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(xm)}}var Tm="\\x00-\\x20\\x7F-\\xA0";function U1(e){return e.replaceAll(Tm,`${Tm}\\s`)}function D1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function J1(e){return/^[aeiou]/i.test(e)?"an":"a"}function ts({name:e,extension:t},a){return Array.from({length:a},(n,o)=>jp(e,t,o))}function z1(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Ye("min-items-under",ts(e,t-1),"min-items")]:[],Ve("min-items-at",ts(e,t)),Ve("max-items-at",ts(e,a)),Ye("max-items-\
over",ts(e,a+1),"max-items"),Ye("max-items-over-bad-item",[...ts(e,a),"nowhere"],"max-items")]}function Nm({accepts:e},t,a){return[...qm.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Om.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Op,"media-base64","advice"):a("base64",Op,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function W1(e,t){return Nm(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function C1(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:ts(e,a).map((l,m)=>m===a-1?r:l),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...ts(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Nm(e,t,n),...o]}var Rm={read:(e,t)=>({kind:"number",...t,...Vn(e)}),type:()=>"number",schema:Un,check:Jn,facts:Dn,phrase(e){let t=Mn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Ms,cases:e=>[...yt(["0.5",
!0,[.5]]),...zn(e)],sample:Wn};var vr=Lt(Kt(),1);function Em(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Im({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Mm(e){
let t=[...Ls("at least",e.minimum,""),...Ls("at most",e.maximum,""),...Ls("at least",e.minLength," characters"),...Ls("at most",e.maxLength," characters"),...Ls(
"at least",e.minItems," items"),...Ls("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Ls(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Lm(e){return K1(e,"")}function K1(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Mm),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Em(e.source)}.`,...H1(e.deprecated)].join(`
`)}function H1(e){return e===void 0?[]:[`@deprecated ${Im(e)}`]}function Fm(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Vm(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function Um(e){return`{
${e.map(B1).join("")}}`}function B1({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":Fm(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Dm(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Jm(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":Um(a.map(n=>({name:Vm(n.name),doc:Lm(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...Dm(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(br(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new vr.Name(`member${n.depth}`),l=o.nested(s,{pointer:vr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return vr._`{
const ${p} = ${new vr.Name("own")}(${n.value}, ${s.name})
${l}
}`});return vr._`if (${mt("object",a,n,i)})) {
${r.reduce((s,p)=>vr._`${s}
${p}`,vr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>zm(a,e,n),cases:a=>[...yt(["text",7,[]]),...G1(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function zm({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function G1(e,t){let a=zm(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...vm(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:l,findings:m})=>l===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:l},findings:m.
map(y=>({...y,path:`/${i.name}${y.path??""}`}))}])]});return[Ve("members",a),...n.has("no_such_member")?[]:[Ye("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Ye("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Ir=Lt(Kt(),1);var ar=Lt(Kt(),1);var Wm="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Cm="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",rs={date:{
pattern:`^${Wm}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Cm}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Wm}T${Cm}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var Z1=Object.keys(rs);function Cn(e){let t=e.has("format")?e.oneOf("format",Z1):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),gt({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):rs[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:rs[t].valid)})}function Kn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&rs[a].isOurs===!0?void 0:a;return{type:"string",...gt({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function Hn({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...gt({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function Bn(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=ar._`${n??0}`,l=o===void 0?ar._`Infinity`:
ar._`${o}`;if(i!==void 0){let m=r===void 0?ar._`"pattern"`:ar._`"format"`,y=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return ar._`${mt("patterned",
e,t,p,l,a(Is(i)),m,a(hm(y)))})`}return n===1&&o===void 0?ar._`${mt("nonEmpty",e,t)})`:n===void 0&&o===void 0?ar._`${mt("typed",e,t,ar._`"string"`)})`:ar._`${mt(
"text",e,t,p,l)})`}function Gn({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Es(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:l,
zh:m}=rs[a].name;return e>0||t!==void 0?{en:`${l}, of ${r.en}`,zh:`${m}\uFF0C${r.zh}`}:{en:l,zh:m}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function Zn({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function Qn({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:rs[e].invalid).filter(m=>!i.test(m)&&[...m].length>=n&&[...m].length<=o),l=e===void 0?"pattern":"format";return[...a.map((m,y)=>Ve(`${l}-good-${y+1}`,m)),
...p.map((m,y)=>Ye(`${l}-bad-${y+1}`,m,l))]}function Xn({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Ye("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ye(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Ve("min-length-at","a".repeat(e)),Ve("min-length-astral","\u{1F600}".repeat(e)),Ve("space"," ".repeat(e))]:[],...t===void 0?[]:[Ve(
"max-length-at","a".repeat(t)),Ve("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Km=()=>yt([7,!0,["a"]]);function Hm(e){return wt(
"minLength",e.optionalNumber("minLength"))}function Yn({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(Er(n,t,a)):n.matching(e)}var Q1={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Gm(e){return Q1[e].
en}var Zm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...Cn(e),limits:e.objects("x-prompt-limits").map(X1),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:Kn,
check:(e,t,a)=>[Bn(e,t,a),...Y1(e,t,a),...tk(e,t,a)].reduce((n,o)=>Ir._`${n}
${o}`),facts:e=>({...Hn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:Gn,
example:(e,t)=>Zn(e,Gm(t)),cases:e=>[...yt([7,!0,["a"],{text:"a"}]),...Xn(e),...Qn(e),...rk(e.limits),...sk(e.tokens)],sample:Yn};function X1(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...wt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function Y1({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:m,count:y,max:$,severity:_,onlyWithHan:T})=>[
m,y,$,_==="error"?1:0,T===!0?1:0]),r=Math.min(...e.map(m=>m.max)),s=e.some(m=>m.count==="words"),p=(m,y=!0)=>n(br(y?ek(m):[])),l=Ir._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[Ir._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new Ir.Name("promptLimits")}(${wr}, ${t}, ${a}, ${n(br(i))}, ${l})`]}function ek(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function tk({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=Is(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Ir._`if (typeof ${a} === "string") ${new Ir.Name("promptTokens")}(${wr}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function rk(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Bm(a,o)).map(([i,r])=>Ve(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Ve("every-limit-over",e.map(({count:t,max:a})=>Bm(t,a+1)[""]).join(" "))]:[]]}function sk(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Bm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var Qm={read:(e,t)=>({kind:"string",...t,...Hm(e),...Cn(e),...wt("values",e.unknown("x-values"))}),type:()=>"string",schema:Kn,check:Bn,facts:Hn,phrase(e){let t=Gn(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>Zn(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Km(),...e.pattern===void 0&&e.maxLength===void 0?[Ve("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Ve("empty","")]:[],...Xn(e),...Qn(e)],sample:Yn};var Xm={type:ik,schema:pk,example:rl,cases:e=>dk(e,[]),sample:uk},Ym={prompt:Zm,string:Qm,enum:Pm,integer:$m,number:Rm,boolean:lm,media:Am,object:Jm(Xm,nk),list:Sm(
Xm,ok),array:mm};function ak(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=Ea(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function el(e,t,a,n){let o=ak(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=Ym[o].read(t,{...a,
...Ln(t.value)?{nullable:!0}:{}},n);return{...i,phrase:ck(i)}}function nk(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return el(i,r,tl(i,o.has(i),r,t),a)})}}function ok(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(Ea(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:el("item",n,tl("item",!0,n,t),a),...gt({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function tl(e,t,a,{source:n}){return dm(e,t,a,n)}function ik(e){
return ym(e,Fs(e).type(e))}function pk(e){return gm(e,Fs(e).schema(e))}function ck(e){return wm(e,Fs(e).phrase(e))}function rl(e,t){return Fs(e).example(e,t)}function dk(e,t){return bm(e,Fs(e).cases(e,t))}function uk(e,t){return e.
nullable&&t.below(8)===0?null:Fs(e).sample(e,t)}function Fs(e){return Ym[e.kind]}function sl(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function ss(e){return e.split("/").slice(1)}function eo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function kr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,l)=>kr({value:p,place:t+"["+l+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=sl(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:kr(s,i,n)}function Mr(e,{path:t,
default:a}){return kr(e,ss(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function al(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function nl(e){let t=e.map(o=>al(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function ol(e){let t=e.map(n=>al(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Vs(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:Mr(r,s)[0];if(p===void 0)return;let{value:l,place:m}=p;if(n===
void 0?a>=l:a<=l)return;let y=n===void 0?"lower":"upper";return{text:e,of:[...t],side:y,limit:l,unit:i,actual:a,...m?{bound:m}:{}}}function il(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of kr(a,ss(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Vs("rule-co\
unt",t.of.map(({path:o})=>eo(o)),n,t,a)}function Tp(e){return mk(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function mk(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function Ds(e,t){return e.texts("of").map((a,n)=>pl(e,`of/${n}`,a,t))}function to(e,t){return cl(e,"of",t)}function Js(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:lk(e,n,t,a),unit:a??""}}function lk(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=pl(e,t,e.text(t),a),i=cl(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function ro(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function so(e,t){return t.map(({at:a})=>({...a,path:Us(a).slice(e.length)}))}function Ap({in:e,of:t}){return lr(t).
map(([,a])=>Tp(`${Us(e)}${Us(a)}`))}function zs(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:Ap(e),side:t===void 0?"lower":"upper",...qe(o)?{bound:Tp(
Us(o))}:{limit:o,unit:n}}}function Us(e){let t=qe(e)?e.path:e;return typeof t=="string"?t:""}function pl(e,t,a,n){let o=Np(a,n);(o===void 0||!fk(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function fk(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function Np(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"?o.members.find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function cl(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var hk=64,dl={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Np(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...yk(i)?{}:{one:!0}}}),...Js(e,t)}},broken:(e,t)=>il(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...zs(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=lr(e).map(([,s])=>qe(s)&&s.one===void 0?Us(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=ul(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?wk(o,s):gk(o,s))}}};function yk(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function ul(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=ul(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>hk))return}return a}function gk(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function wk(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function ml(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of kr({value:e,place:""},ss(t))){let r=a.flatMap(s=>Mr(i,s));for(let[s,p]of r.entries()){let l=r[s-1];if(!(l===
void 0||l.value<p.value||n&&l.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:l.place,actual:l.value,second:p.place,limit:p.value,unit:o}}}}var ll={keyword:"x-order",read(e,t){let a=Ds(e,t),n=e.texts("of"),o=(n.length>1?ro(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:so(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:to(e,a)}},broken:(e,t)=>ml(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:Ap(e)})};function fl(e,t){let a={value:e,place:""};for(let n of kr(a,ss(t.in))){let o=t.of.flatMap(p=>Mr(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=Vs("rule-product",i,ol(r),t,a);if(s!==void 0)return s}}var hl={keyword:"x-product",read(e,t){let a=Ds(e,t),n=e.texts("of"),o=(n.length>1?ro(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:so(o,a),...Js(e,t)}},broken:(e,t)=>fl(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...zs(e)})};function yl(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>Mr(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>eo(i));return Vs("rule-sum",o,nl(n.map(({value:i})=>i)),
t,a)}var gl={keyword:"x-sum",read(e,t){let a=Ds(e,t);return{of:a.map(({at:n})=>n),...Js(e,t,to(e,a))}},broken:(e,t)=>yl(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...zs(e)})};var wl=[gl,hl,dl,ll];var bl=new WeakMap;function bk(e){let t=bl.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>kk[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return bl.
set(e,n),n}function Lr(e){return qe(e)?bk(e):void 0}function Rp(e){return lr(e).map(([,t])=>Lr(t)??vk)}var vk=()=>!1,kk={type:e=>{if(typeof e=="string")return kl[e];
let t=lr(e).flatMap(([,a])=>typeof a=="string"?kl[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Ia(
(e,t)=>e>=t),maximum:Ia((e,t)=>e<=t),exclusiveMinimum:Ia((e,t)=>e>t),exclusiveMaximum:Ia((e,t)=>e<t),multipleOf:Ia((e,t)=>$k(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:vl((e,t)=>e>=t),maxLength:vl((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?Pk(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=Lr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=Lr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=lr(e).map(([,a])=>a);return a=>!qe(a)||t.every(n=>Ep(a,n))},properties:e=>{let t=ra(e).flatMap(([a,n])=>{let o=Lr(n);return o===
void 0?[]:[[a,o]]});return a=>!qe(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=ra(e).map(([
a,n])=>[a,lr(n)]);return a=>!qe(a)||t.every(([n,o])=>!Ep(a,n)||o.every(([,i])=>Ep(a,i)))},oneOf:e=>{let t=Rp(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Rp(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Rp(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!qe(a)||Object.
keys(a).every(n=>qe(t)&&Object.hasOwn(t,n)),not:e=>{let t=Lr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[Lr(e),Lr(t.then),Lr(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(wl.map(e=>[e.keyword,t=>qe(t)?a=>e.broken(a,t)===void 0:void 0]))};function Ia(e){
return t=>a=>typeof a!="number"||e(a,Number(t))}function vl(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function Pk(e){try{return new RegExp(
e)}catch{return}}function $k(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Ep(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var kl={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>qe(e),
null:e=>e===null};var Sk=/^models\/([^/]+)\.schema\.json$/;function Ma(e){return Sk.exec(e)?.[1]}var Pl=ys(e=>[...e.files.values()].flatMap(t=>{let a=Ma(t.path),n=as(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function as(e){return e!==
void 0&&e.syntaxErrors.length===0&&qe(e.value)?e.value:void 0}function ao(e){return[...e.files.values()].some(t=>as(t)===void 0)}var Sq=ys(()=>new Map);function _k(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(qe(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function $l(e,t){let a=[];return _k(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Sl(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:xk(t))}var xk=xr(e=>$l(as(e)??null,(t,a)=>{let n=typeof t=="string"?Ok(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),qk=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function Ok(e){let[t]=qk.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function _l(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?jk(t,a):t,[...e])}function xl(e){return ql(e).map(({required:t})=>t.join(
" with ")).join("; ")}function jk(e,t){let a=ql(t),n=p=>p!==t&&Rk(p.instancePath,t.instancePath)&&!Nk(p,t),o=e.filter(p=>p!==t&&!n(p)),i=Tk(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&Ek(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function Tk(e,t){let a=qe(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:Ak(e);if(n!==void 0){let{data:p}=t,l=qe(p)?p[n]:void 0,m=e.findIndex(
({members:$})=>$?.get(n)===l);if(m!==-1)return m;let y=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:y},data:l}}let o=e.map(({required:p,members:l})=>a.filter(m=>l?.has(m)??p.includes(m)).length),i=Math.max(...o),r=o.flatMap((p,l)=>p===i?[l]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function Ak(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function ql({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function Nk(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function Rk(e,t){return e===t||e.startsWith(`${t}/`)}function Ek(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as Mk}from"node:module";import{fileURLToPath as Ik}from"node:url";var Ol=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Ip=new URL("../".repeat(
Ol),import.meta.url),Iq=new URL("../",Ip),Mq=new URL(Ol===3?"./":"../",import.meta.url);var Jq=Ik(new URL("dist/kept/",Ip));var Lk=Mk(import.meta.url),Mp="spec:/";function jl(){let{Ajv2020:e}=Lk("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var Fk=/^upstreams\/([^/]+)\.json$/;function La(e){return Fk.exec(e)?.[1]}function Tl(e,t){let a=(n,o)=>qe(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>La(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Al={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Nl="meta/model.schema.json",Rl="\
meta/upstream.schema.json",Vk=["meta/facts.schema.json","meta/parameter.schema.json"],e2=[...Object.entries(Al).flat(),Nl,Rl,...Vk];function El(e){return La(e)!==void 0?Rl:Ma(e)===void 0?Al[e]:Nl}var no;function oo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(no?.text===a)return no.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?Dk(t):Uk(e.meta.paths,n);return no={text:a,validator:i=>e.files.has(i)?
o(i):void 0},no.validator}function Uk(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function Dk(e){let t=jl();for(let a of e){
let n=as(a);n!==void 0&&t.addSchema(n,Mp+a.path)}return a=>t.getSchema(Mp+a)}function Gt(e,t){let n=t.map(o=>({candidate:o,distance:Jk(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function Jk(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Il(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Fl(e){let t=oo(e),a=[...e.files.values()].flatMap(n=>{let o=El(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=zk(n),s=r.get(i)??Wk(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var zk=xr(()=>new WeakMap);function Wk(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of _l(t.errors??[])){let r=Ck(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function Ck(e,t,a){let n=Zk(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Il(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${Fa(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return Kk(
e,[...n,o("additionalProperty")],a);case"required":return Ml(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=Ml(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${Fa(n)} must have exactly one of ${xl(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${Fa(n)} must be ${Hk(a)}`}}}function Kk(e,t,a){let n=String(t.at(-1)),o=qe(Ll(a))?Object.keys(Ll(a)):[],i=Gt(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Ml(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${Fa(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${Fa(t)} lacks the keywor\
d "${a}"`}}function Ll(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function Hk(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(Gk[e.keyword]??Bk)(e)}var io=({params:e})=>String(e.limit),Ws=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,Bk=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,Gk={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${io(e)} or more`,maximum:e=>`${io(e)} or less`,exclusiveMinimum:e=>`more than ${io(
e)}`,exclusiveMaximum:e=>`less than ${io(e)}`,minLength:e=>`a string of ${Ws(e,"character")} or more`,maxLength:e=>`a string of ${Ws(e,"character")} or less`,minItems:e=>`\
a list of ${Ws(e,"item")} or more`,maxItems:e=>`a list of ${Ws(e,"item")} or less`,minProperties:e=>`an object with ${Ws(e,"member")} or more`,maxProperties:e=>`\
an object with ${Ws(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function Fa(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function Zk(e,t){let a=e;return Ae(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:qe(a)?a[n]:void 0,o?Number(n):n})}var Qk=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Vl(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!Qk.some(({causes:s,follow:p})=>p(i)&&r.some(l=>s.has(l)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>Xk(i,s,p<r))))}function Xk(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Lp(e,t){let a=e.slice(0,t).split(`
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
imum": 9007199254740991 }'},{code:"S006",severity:"error",title:"A text holds invisible characters",explanation:"A control character, a mark of direction, half \
a surrogate pair, or letters and accents apart: what is published is not what a reader of the file sees. Texts are in Unicode normalization form C.",hint:"Write\
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Dl=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Jl=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var zl=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Jl.join(", ")}.`,wrong:"mo\
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
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var Kl=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var Bl=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var Zl=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
 and the two differ. Settings name protocols, so both must be the same.",hint:'Rename the file, or correct "protocol".',wrong:'spec/upstreams/tiny.json: { "prot\
ocol": "tinny" }',right:'spec/upstreams/tiny.json: { "protocol": "tiny" }'},{code:"S071",severity:"error",title:"An upstream mapping names an unknown parameter",
explanation:"No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.",hint:"Use the name of a\
 parameter of the catalogue.",wrong:'{ "to": "/ratio", "from": "aspectratio" }',right:'{ "to": "/ratio", "from": "aspect_ratio" }'},{code:"S072",severity:"error",
title:"An upstream mapping names a value that no model offers",explanation:"Every model that has the parameter lists its values, and this one is not among them.\
 The entry would never apply.",hint:"Use a value of the catalogue.",wrong:'{ "from": "resolution", "values": { "720px": "720p" } }',right:'{ "from": "resolution\
", "values": { "720p": "720p" } }'},{code:"S073",severity:"error",title:"An upstream mapping names an unknown source",explanation:'Every fact says where it was \
read. The name must be one of those in "sources".',hint:'Use a name of "sources", or add the source there.',wrong:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "s\
kd" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S074",severity:"error",title:"A path names an unknown variable",explanation:"\
Paths may hold {id} (the task at the upstream; not in a submit), {name} (the same, where an ID has slashes that stay), {model} (the model at the upstream) and {\
app} (its owner and name).",hint:"Use {id}, {name}, {model} or {app}.",wrong:'"query": { "path": "/tasks/{task_id}" }',right:'"query": { "path": "/tasks/{id}" }'},
{code:"S075",severity:"error",title:"A template does not hold the value once",explanation:"A template must hold {value} exactly where the value goes, and no oth\
er word in braces. Of a data URI it may hold {base64} in its place, with {mediaType} beside it.",hint:"Write {value} once, or {base64} once and {mediaType} at m\
ost once.",wrong:'{ "from": "duration", "template": "{vlaue}s" }',right:'{ "from": "duration", "template": "{value}s" }'},{code:"S076",severity:"error",title:"T\
wo rows write to the same place",explanation:"Two rows that may both apply to one request write to one place, or one needs a list where the other needs an objec\
t, so that the second would silently overwrite the first.",hint:"Give the rows conditions that exclude each other, or another place.",wrong:'{ "to": "/size", "f\
rom": "resolution" }, { "to": "/size", "from": "aspect_ratio" }',right:'{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" \
}'},{code:"S077",severity:"error",title:"A row cannot be read backwards and does not say why",explanation:"Two values of one model become the same value of the \
upstream. A request of the vendor's own client could not be read back.",hint:'Say why in "oneWay", or map to different values.',wrong:'{ "from": "aspect_ratio",\
 "values": { "16:9": "wide", "21:9": "wide" } }',right:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one \
wide format" }'},{code:"S078",severity:"error",title:"A task of the upstream cannot be followed to its end",explanation:"A submit that answers with an ID needs \
a query and a table of statuses, in which at least one word means completed and one failed.",hint:"Add the query, and the words that end a task.",wrong:'{ "id":\
 "/id", "status": { "at": "/status", "states": { "running": "processing" } } }',right:'{ "id": "/id", "query": { \u2026 }, "status": { "at": "/status", "states": { "\
done": "completed", "error": "failed" } } }'},{code:"S079",severity:"error",title:"A row uploads files and the protocol cannot",explanation:'A row with "as": "u\
ploaded" uploads the data URIs it carries before the submit. The protocol must say how in "upload", and the row must take data URIs.',hint:'Add "upload", and li\
st data in the "forms" of the row.',wrong:'{ "each": "first_image", "as": "uploaded", "forms": ["url"] }',right:'{ "each": "first_image", "as": "uploaded", "for\
ms": ["url", "data"] }'},{code:"S080",severity:"error",title:"An index leaves places of a list empty",explanation:"A row that writes to an index of a list makes\
 every place before it. Where no row fills them they would be sent as null, and a large index would fill the memory. A place that is only read may have an index\
 up to 99.",hint:"Write - in place of the index to append to the list, or fill the places before it.",wrong:'{ "to": "/content/99999999", "from": "prompt" }',right:'\
{ "to": "/content/-", "from": "prompt" }'},{code:"S081",severity:"error",title:"A place to read one value from stands for several",explanation:"In the URL of a \
result and in the names of models, - stands for every item of a list, since there may be several. Everywhere else one value is read from an answer.",hint:"Write\
 the index of the item, such as 0.",wrong:'"message": ["/errors/-/text"]',right:'"message": ["/errors/0/text"]'},{code:"S082",severity:"error",title:"A proof ne\
ver counts",explanation:"The first proof that fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would \
never be used.",hint:"Put the narrower proof first, or take it out.",wrong:'{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',right:'\
{ "status": "429", "proves": "busy" }, { "status": "4xx", "proves": "rejected" }'},{code:"S083",severity:"error",title:"A request about a task does not name it",
explanation:"The submit answers with an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task \
would get the same answer.",hint:"Put {id} where the path has the ID of the task.",wrong:'"query": { "method": "GET", "path": "/tasks" }',right:'"query": { "met\
hod": "GET", "path": "/tasks/{id}" }'},{code:"S084",severity:"error",title:"The limits of a row let no number through",explanation:"The minimum is greater than \
the maximum, so that every request with the parameter would be rejected.",hint:"Swap the two, or correct one.",wrong:'{ "from": "duration", "minimum": 60, "maxi\
mum": 4 }',right:'{ "from": "duration", "minimum": 4, "maximum": 60 }'},{code:"S085",severity:"error",title:"A result has the media type of another kind",explanation:"\
The operation of one kind of models answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not\
.",hint:"Use a media type of the kind: video/\u2026, image/\u2026, audio/\u2026, or model/\u2026 for a mesh.",wrong:'"video": { \u2026 "results": [{ "base64": "/file\
", "contentType": "image/png" }] }',right:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "video/mp4" }] }'},{code:"S086",severity:"error",title:"\
A source of an upstream mapping is not named by any fact",explanation:'Every source in "sources" is where a fact was read. One that no fact names is left over, \
or the facts that were read there name another.',hint:"Name the source at the facts that were read there, or take it out.",wrong:'{ "sources": { "sdk": { \u2026 }, "\
docs": { \u2026 } }, \u2026 "source": "sdk" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S087",severity:"error",title:"What a\
 cancel proves is not a status that ends a task without a result",explanation:"The credits that a cancelled task holds are given back only for an answer that pr\
oves that nothing was made and nothing is charged. A word that the status never has proves nothing, and one of a task that waits, runs or has a result proves th\
e opposite.",hint:"Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel": {\
 \u2026 "proves": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'},{code:"S088",severity:"error",title:"The text t\
hat a webhook signs names an unknown value",explanation:'The text may hold {body}, {bodySha256}, {timestamp} where "time" says where it is, and each name of "he\
aders". A text with anything else in braces would never be what the upstream has signed, and a name that the text does not hold is left over.',hint:'Use {body},\
 {bodySha256}, {timestamp} or a name of "headers".',wrong:'{ "headers": { "id": "webhook-id" }, "signed": "{ID}.{timestamp}.{body}" }',right:'{ "headers": { "id\
": "webhook-id" }, "signed": "{id}.{timestamp}.{body}" }'},{code:"S089",severity:"error",title:"The signature of a webhook does not prove what it should",explanation:"\
A signature proves what is in the text that is signed, to holders of the key. Without the body in it, a webhook could be altered; without its time, an old one c\
ould be sent again with a new time; and with a key that is published, anyone could make it.",hint:"Sign the body and the time, and use a secret for an HMAC.",wrong:'\
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}];var Yk=[...Ul,...Dl,...zl,...Wl,...Cl,...Hl,...Bl,...Kl,...Zl,...Gl];function Ql(e){let t=Yk.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var Xl=60;function Yl(e,t){let a=Ql(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:e0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:Ba(t.path),text:s0(o.text),message:t.message,hint:t.hint??a.hint}}function e0(e,t){if(t.offset!==void 0)return{...Lp(e.text,
t.offset),text:r0(e.text,t.offset)};let a=t0(e.tree,t),n=a?.offset??0;return{...Lp(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function t0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=mc(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function r0(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function s0(e){let t=e.replace(/\s+/g," ");return t.length>Xl?`${t.slice(0,Xl-1)}\u2026`:t}var ef=100;function po(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Ro(t,a,tf),o=n===void 0?void 0:lc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(rf(o,ef))throw new RangeError(`${e} has more than ${ef} levels`);return{path:e,text:t,value:o,get tree(){return n??=Ro(t,[],tf)},syntaxErrors:a}}
var tf={disallowComments:!0,allowTrailingComma:!1};function rf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>rf(a,t-1))}function sf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:l,hint:m}=e,y=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${l}${y}
    at #${s}
    ${m}`}var Ne=ys(e=>Tl(e,(t,a)=>oo(e)("meta/upstream.schema.json")?.(a)===!0)),a0=["video","image","audio","mesh"];function ot({operations:e}){return a0.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var Fr=ys(e=>Pl(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(qe(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,n0(e,t,o)]))})));function n0(e,t,a){let n=qe(a)?a:{},o=typeof n.$ref=="string"?{...o0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function o0(e,t,a){try{let{value:n}=kc(e,t,a);return qe(n)?n:{}}catch{return{}}}function*af(e){for(let{path:t,source:a}of Ne(e)){let n=La(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Fp=99;function*nf(e){for(let{path:t,source:a}of Ne(e)){for(let[o,{rows:i}]of ot(a)){let r=i.map(({to:s})=>Ae(s));for(let[s,p]of r.entries()){let l=i0(p,r);if(l===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${l}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Vp(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Fp){let s=`Use an index up to ${Fp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Fp}`,hint:s}}}}}function i0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return Ba(o)}}var p0=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Vp(e,t){if(typeof e=="string"){let a=e.startsWith("/")?Ae(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Vp(n,[...t,a]);else if(qe(e))for(let[a,n]of Object.entries(
e))p0.includes(a)||(yield*Vp(n,[...t,a]))}function*of(e){for(let{path:t,source:a}of Ne(e))for(let[n,{rows:o}]of ot(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var pf={video:"video",image:"image",audio:"audio",mesh:"model"};function*cf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{results:o}]of ot(a))for(let{contentType:i,
path:r}of df(o,["operations",n,"results"]))i.startsWith(`${pf[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${pf[n]}/.`})}function*df(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*df(o,[...t,a,"results"])}function*mf(e){for(let{path:t,source:a}of Ne(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>c0(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function c0(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
uf(e.codes,t.codes)&&uf(e.says,t.says)}function uf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function Zt(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*lf(e){for(let{path:t,source:a}of Ne(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],l={code:"S089",file:t},m=Zt(i).flatMap(y=>typeof y=="string"?[]:[y.variable]);!m.includes("body")&&!m.includes("bodySha256")&&(yield{...l,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!m.includes("timestamp")&&(yield{...l,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...l,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...l,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var d0=/\{(value|base64|mediaType)\}/;function ff(e){return{value:e,holes:[...Up(e,[])]}}function*Up(e,t){if(typeof e=="string"){let a=d0.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*Up(n,[...t,String(a)]);else if(qe(e))for(let[a,n]of Object.entries(e))yield*Up(n,[...t,a])}function co(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(co):qe(e)?Object.values(e).flatMap(co):[]}function Qt(e){return Zt(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var uo=["body","bodySha256","timestamp"];function hf(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:yf(e),encoding:a,
signed:Zt(n).map(s=>typeof s=="string"?s:u0(s.variable,o)),...i===void 0?{}:{time:m0(i)},key:l0(r)}}function yf({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function u0(e,t){let a=uo.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function m0({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?yf({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:Ae(e)},unit:o,toleranceSeconds:i}}function l0(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:Qt(e.path),at:Ae(e.at),form:t}}function wf(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:h0(e.upload)},operations:Object.fromEntries(ot(e).map(([i,r])=>[i,b0(r)])),errors:{message:t.map(Ae),
code:a.map(Ae),proofs:o.map(j0),...n===void 0?{}:{inside:{at:Ae(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Qt(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:f0(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:y0(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:g0(
e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function f0({path:e,url:t,names:a="",
omits:n,except:o=[],untestable:i}){if(i!==void 0)return{untestable:i};let r=t===void 0?void 0:new URL(t).origin;return{...r===void 0?{}:{origin:r},path:Qt(e??t?.
slice(r?.length)??""),names:Ae(a),...n===void 0?{}:{omits:n},except:o}}function h0({method:e,path:t,field:a,reference:n}){return{request:Jp({method:e,path:t}),...a===
void 0?{}:{field:a},reference:Ae(n)}}function y0(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??
""}:{in:"body",at:Ae(t)},beside:n.map(({to:s,constant:p})=>({to:Ae(s),value:p})),...o===void 0?{}:{signature:hf(o)},...i===void 0?{}:{challenge:Ae(i)},told:r.map(
({at:s,fact:p})=>({at:Ae(s),fact:p}))}}function g0({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,...e},processing:{status:200,...t},ended:{
status:200,...a},cancelled:{status:200,...n}}}function w0({path:e,filter:t,limit:a,items:n,within:o}){return{path:Qt(e),filter:t,limit:a,items:Ae(n),within:o===
void 0?[]:Ae(o)}}function b0(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:l,seconds:m,secondsAs:y}=e;return{submit:{method:t.
method,path:Qt(t.path)},submitPaths:(t.paths??[]).map(({when:$,path:_})=>({when:$.map(Dp),path:Qt(_)})),encoding:t.encoding??"json",headers:t.headers??{},rows:e.
rows.map(P0),drops:(e.drops??[]).map(({parameter:$,values:_,when:T,reason:q})=>({parameter:$,when:(T??[]).map(Dp),reason:q,..._===void 0?{}:{values:_}})),needs:gf(
e.needs),lacks:gf(e.lacks),...a===void 0?{}:{id:Ae(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:q0(i)},
...r===void 0?{}:{list:w0(r)},...s===void 0?{}:{cancel:O0(s)},answer:{...p===void 0?{}:{status:v0(p)},...l===void 0?{}:{progress:{at:Ae(l.at),of:l.of}},results:e.
results.map(bf),message:e.message.map(Ae),code:e.code.map(Ae),...m===void 0?{}:{seconds:Ae(m)},...y===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:$,
unit:_})=>({at:Ae($),unit:_})),...o===void 0?{}:{id:Ae(o)}},told:(e.told??[]).map(({at:$,in:_,link:T,constant:q,fact:L})=>({at:Ae($),in:_,from:T!==void 0?{kind:"\
link",request:{method:"GET",path:Qt(T.path)}}:L!==void 0?{kind:L}:{kind:"constant",value:q??null}}))}}function v0({at:e,states:t,as:a,absent:n,cases:o=[]}){return{
at:Ae(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(k0),means:r}))}}function k0({at:e,is:t,
present:a}){return t===void 0?{at:Ae(e),present:a??!0}:{at:Ae(e),is:t}}function gf(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}
function P0(e){let t=e.values===void 0?e.accepts?.map(x0):Object.entries(e.values).map(_0);return{to:Ae(e.to),from:S0(e),when:(e.when??[]).map(Dp),...e.as==="st\
ring"?{template:$0}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:{template:ff(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?
{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{
maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var $0={value:"",holes:[{at:[],whole:!1,prefix:"",
suffix:""}]};function S0({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"\
joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function _0([e,t]){return[Cs(e),t]}function Cs(e){return e==="true"||e==="false"||/^-?\d+$/.
test(e)?JSON.parse(e):e}function x0(e){return[e,e]}function Dp({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"give\
n",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,
values:n}}function Jp({method:e,path:t}){return{method:e,path:Qt(t)}}function q0({at:e,hosts:t=[],body:a,...n}){return{...Jp(n),...e===void 0?{}:{stated:{at:Ae(
e),hosts:t}},...a===void 0?{}:{body:a.map(({to:o,fact:i,constant:r})=>({to:Ae(o),from:i===void 0?{kind:"constant",value:r??null}:{kind:i}}))}}}function O0({from:e,
proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...Jp(a),...e===void 0?{}:{from:e.words},proves:{...n===void 0?{}:{answer:{at:Ae(n.at),words:n.words}},query:o}}}
function bf(e){let{url:t,list:a,withKey:n,base64:o,contentType:i,content:r,query:s,results:p,message:l,pending:m}=e;return t!==void 0?{kind:"url",at:Ae(t),list:a??
!1,...n===!0?{withKey:n}:{}}:o!==void 0&&i!==void 0?{kind:"base64",at:Ae(o),contentType:i}:r!==void 0?{kind:"content",request:{method:"GET",path:Qt(r)}}:{kind:"\
query",request:{method:"GET",path:Qt(s??"")},results:(p??[]).map(bf),message:(l??[]).map(Ae),...m===void 0?{}:{pending:m}}}function j0({status:e,codes:t,says:a,
proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.map(
r=>r.toLowerCase())}}}function*vf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{rows:o}]of ot(a)){let i=Fr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
T0(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function T0({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(m,y)=>s.get(m)?.includes(Cs(y))??s.has(m),l=Object.entries(e).filter(([m])=>{let y=r(m);return i.every(($,_)=>p($,y[_]??""))});for(let[m,[y,$]]of l.entries()){
let _=l.slice(0,m).find(([,T])=>JSON.stringify(T)===JSON.stringify($));if(_!==void 0)return[_[0],y]}}}function*kf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{rows:o}]of ot(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*Sf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{rows:o}]of ot(a)){let i=Fr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let l=o.slice(0,
s).find(m=>_f(m,p)&&!N0(m,p)&&R0(m,p,i)&&!(r&&mo(m,p)));l!==void 0&&(r||=mo(l,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:mo(l,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${zp(l)} at ${l.to})`:`${p.to} is written by an earlier row too (${zp(l)})`})}yield*A0(
t,a,o)}}function*A0(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>_f(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${zp(r)})`})}}function _f(e,t){if(mo(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function mo({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&Pf(i)!==
Pf(r)}var Pf=e=>/^(-|\d+)$/.test(e);function N0(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function R0(e,t,a){if($f(e,t)||$f(t,e))return!1;let n=[
lo(e),lo(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function $f({when:e=[]},t){return e.some(a=>lo(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>E0(a,n)))}function E0(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function lo({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function zp(e){return lo(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*xf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{id:o,query:i,status:r}]of ot(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:l,cases:m=[]}=r,y=[...Object.values(
p),l,...m.map(({means:$})=>$)];for(let $ of["completed","failed"])y.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var I0=["value","base64,mediaType","base64"],M0=["value","base64","mediaType"];function*qf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{rows:o}]of ot(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=co(r);if(I0.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let l=p.find(m=>!M0.includes(m));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:l!==void 0?`{${l}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(m=>m==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*fo({rows:e,drops:t=[],needs:a={},lacks:n={}}){for(let[o,i]of e.entries()){let r=["rows",o],s=i.from===void 0?"each":"from",p=i.from??i.each,l=Object.keys(
i.values??{}).map(y=>({value:Cs(y),path:[...r,"values",y],at:"key"})),m=(i.accepts??[]).map((y,$)=>({value:y,path:[...r,"accepts",$],at:"value"}));for(let[y,$]of(i.
join??[]).entries())yield{parameter:$,path:[...r,"join",y],at:"value",values:L0(i,r,y)};p!==void 0&&(yield{parameter:p,path:[...r,s],at:"value",values:[...l,...m]}),
yield*Of(i.when??[],[...r,"when"])}for(let[o,{parameter:i,values:r=[],when:s=[]}]of t.entries()){let p=["drops",o];yield{parameter:i,path:[...p,"parameter"],at:"\
value",values:r.map((l,m)=>({value:l,path:[...p,"values",m],at:"value"}))},yield*Of(s,[...p,"when"])}for(let o of Object.keys(a))yield{parameter:o,path:["needs",
o],at:"key",values:[]};for(let o of Object.keys(n))yield{parameter:o,path:["lacks",o],at:"key",values:[]}}function L0({values:e={}},t,a){return Object.keys(e).map(
n=>({value:Cs(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*Of(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){
for(let[p,l]of n.entries())yield{parameter:l,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,l]of o.entries())yield{parameter:l,path:[...t,a,"absent",p],
at:"value",values:[]};if(i===void 0)continue;let s=r.map((p,l)=>({value:p,path:[...t,a,"among",l],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"\
value",values:s}}}function*jf(e){if(!ao(e))for(let{path:t,source:a}of Ne(e))for(let[n,o]of ot(a)){let i=Fr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:l}of fo(o)){if(r.includes(s))continue;let m=Gt(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:l,message:`n\
o ${n} model has the parameter "${s}"`,hint:m===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${m}"?`}}}}function*Tf(e){for(let{path:t,source:a}of Ne(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],l=uo.filter($=>$!=="timestamp"||r!==void 0),m=[...new Set([...l,...Object.keys(i)])],y=Zt(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of y.filter(_=>!m.includes(_))){let _=Gt($,m);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:F0($,_,m)}}for(let $ of Object.keys(
i)){let _={...s,path:[...p,"headers",$],at:"key"};uo.some(T=>T===$)?yield{..._,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:y.
includes($)||(yield{..._,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function F0(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function ho(e,t){return Wp(e.files.get(t)?.value??null,[])}var V0=["template","constant","among","body","values","accepts","sources"];function*Wp(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*Wp(n,[...t,a]);else if(qe(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:V0.includes(a)||(yield*Wp(n,[...t,a]))}function*Af(e){for(let{path:t,source:a}of Ne(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of ho(e,t)){if(n.includes(o))continue;let r=Gt(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var Nf=["model","app"],Va=["id","name","model","app"];function*yo(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of ot(e))for(let{path:r,...s}of U0(i))yield{path:["operations",o,...r],...s}}function*U0({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:Nf};for(let[l,{path:m}]of(t.paths??[]).entries())
yield{text:m,path:["submit","paths",l,"path"],allowed:Nf};let p=a?.body?.some(({fact:l})=>l==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:Va,
needsId:s&&!p}),n!==void 0&&(yield{text:n.path,path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:Va,needsId:s});for(let[
l,{link:m}]of r.entries())m!==void 0&&(yield{text:m.path,path:["told",l,"link","path"],allowed:Va});yield*Rf(i,["results"],s)}function*Rf(e,t,a){for(let[n,{content:o,
query:i,results:r=[]}]of e.entries())o!==void 0&&(yield{text:o,path:[...t,n,"content"],allowed:Va,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:Va,
needsId:a}),yield*Rf(r,[...t,n,"results"],a)}function*Ef(e){for(let{path:t,source:a}of Ne(e))for(let{text:n,path:o,allowed:i}of yo(a))for(let r of Zt(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*If(e){for(let{path:t,source:a}of Ne(e))for(let{text:n,path:o,allowed:i,needsId:r}of yo(a)){let s=Zt(n).flatMap(l=>typeof l=="string"?[]:[l.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(l=>i.includes(l))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Mf(e){if(!ao(e))for(let{path:t,source:a}of Ne(e))for(let[n,o]of ot(a)){let i=new Set,r=Fr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of fo(o)){
let l=r.filter(y=>y.parameters.has(s)).map(y=>y.parameters.get(s)),m=new Set(l.flatMap(y=>y??[]));if(!(l.length===0||l.includes(void 0)))for(let{value:y,path:$,
at:_}of p){if(m.has(y)||i.has($.join("/")))continue;i.add($.join("/"));let T=typeof y=="string"?Gt(y,[...m].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:_,message:`no ${n} model offers ${JSON.stringify(y)} as ${s}`,hint:T===void 0?`Offered: ${[...m].map(q=>JSON.stringify(q)).join(", ")}.`:
`Did you mean "${T}"?`}}}}}var D0=new Set(["failed","expired","cancelled"]);function*Lf(e){for(let{path:t,source:a}of Ne(e))for(let[n,{cancel:o,status:i}]of ot(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,l]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[m,y]of p.entries()){let $={code:"S087",file:t,path:[...s,...l,m]},_=r.get(y),T=_===void 0?Gt(y,[...r.keys()]):void 0;_===void 0?yield{...$,message:`\
"${y}" is not a word of status.states`,...T===void 0?{}:{hint:`Did you mean "${T}"?`}}:l[0]==="proves"&&!D0.has(_)&&(yield{...$,message:`"${y}" means ${_}: it p\
roves that something is made`})}}}function*Ff(e){for(let{path:t,source:a}of Ne(e)){let n=new Set([...ho(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Vf=[af,jf,Mf,Af,Ef,qf,Sf,vf,xf,kf,nf,mf,If,of,cf,Ff,Lf,Tf,lf];var Uf="meta/upstream.schema.json",J0=[hc,gc,vc,Sl,Fl,...Vf];function Df(e,t){let a=[po(Uf,"{}"),...C0(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,l={directory:i,files:new Map([...a,z0(p,s)].map($=>[$.path,$])),meta:{paths:[Uf],code:()=>n}},m=Vl(J0.flatMap($=>[
...$(l)])).filter(({file:$})=>$===p).map($=>Yl(l,$)),y=Ne(l)[0]?.source;return y!==void 0&&m.every(({severity:$})=>$!=="error")?{name:r,mapping:wf(y)}:{name:r,mistakes:m.
sort(($,_)=>$.line-_.line).map($=>W0($,r,i))}})}function z0(e,t){try{return po(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function W0(e,t,a){return sf({...e,file:`${t}.json`},a)}function C0(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return po(`models/${t}.schema.json`,JSON.stringify(i))})}var dT=Df(Jf.default.meta0,K0);export{dT as compileProtocols};
