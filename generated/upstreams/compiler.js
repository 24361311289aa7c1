// Made by the generator from spec/. Do not edit.
var jh=Object.create;var gc=Object.defineProperty;var Th=Object.getOwnPropertyDescriptor;var Ah=Object.getOwnPropertyNames;var Nh=Object.getPrototypeOf,Rh=Object.prototype.hasOwnProperty;var ce=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Eh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Ah(t))!Rh.call(e,o)&&o!==a&&gc(e,o,{get:()=>t[o],enumerable:!(n=Th(t,o))||n.enumerable});
return e};var Ft=(e,t,a)=>(a=e!=null?jh(Nh(e)):{},Eh(t||!e||!e.__esModule?gc(a,"default",{value:e,enumerable:!0}):a,e));var Do=ce(Uo=>{"use strict";Object.defineProperty(Uo,"__esModule",{value:!0});function wc(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Uo.default=wc;wc.code='require("ajv/dist/runtime/ucs2length").default'});var $c=ce(Pc=>{"use strict";Pc.meta0=on;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
string",minLength:1,description:"What the token is asked for."}},additionalProperties:!1}]},source:{$ref:"#/$defs/source"}},additionalProperties:!1},headers:{type:"\
object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII c\
haracters and spaces"},description:"Fixed headers of every request below the base URL, such as the version of the API. Fakes reject a request without them."},idempotency:{
type:"object",description:"How a repeated submit is made harmless. Left out where the upstream does not promise it. A repeat that is rejected is inconclusive ab\
out the first attempt.",required:["header","keptSeconds","source"],properties:{header:{type:"string",minLength:1,description:"The header that takes the key."},keptSeconds:{
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
s that the answer leaves out although they can be used, so that a missing one is not proven to be unknown."},told:{type:"array",minItems:1,description:"Other me\
mbers of the answer that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","constant"],
properties:{at:{$ref:"#/$defs/pointer",description:"Where, with - for every item of the list of models."},constant:{description:"A fixed value."}},additionalProperties:!1}},
except:{type:"array",minItems:1,description:"Model IDs that the answer never names.",items:{type:"object",required:["prefix","reason"],properties:{prefix:{type:"\
string",minLength:1,description:"What such IDs begin with."},reason:{type:"string",minLength:1,description:"Why they cannot be tested."}},additionalProperties:!1}},
untestable:{type:"string",minLength:1,description:"In place of a request: why no model can be tested without buying something."},source:{$ref:"#/$defs/source"}},
oneOf:[{required:["path","names"]},{required:["url","names"]},{required:["untestable"]}],additionalProperties:!1},webhooks:{type:"object",description:"How the u\
pstream tells by itself that a task has changed. A webhook hastens the next query of its task; what it says is never believed.",required:["source"],properties:{
body:{$ref:"#/$defs/pointer",description:"Where in the body of the submit the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of t\
he submit that takes the URL."},with:{type:"array",minItems:1,description:"Members of the body that go with the URL.",items:{type:"object",required:["to","const\
ant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."}},additionalProperties:!1}},signature:{type:"object",description:"How a web\
hook is signed. Left out where it is not.",required:["algorithm","header","encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","e\
d25519"],description:"What the signature is made with."},header:{$ref:"#/$defs/headerName",description:"The header that holds the signature."},separator:{type:"\
string",minLength:1,description:"What stands between the parts of that header. One part that is a valid signature is enough. Left out: the header has one part."},
prefix:{type:"string",minLength:1,description:'What stands before the signature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:[
"hex","base64"],description:"How the signature is written."},headers:{type:"object",minProperties:1,additionalProperties:{$ref:"#/$defs/headerName"},description:'\
Headers that are signed too, by the names that stand for them in "signed".'},signed:{type:"string",minLength:1,description:'The text that is signed. {body} stan\
ds for the body as it arrived, {bodySha256} for its SHA-256 in lower-case hexadecimal, {timestamp} for the time as the webhook writes it, and each name of "head\
ers" for the value of its header.'},time:{type:"object",description:"Where a webhook says when it was sent. Left out where it does not: one that was recorded ca\
n be sent again at any time.",required:["unit","toleranceSeconds"],properties:{header:{$ref:"#/$defs/headerName",description:"The header that holds it."},separator:{
type:"string",minLength:1,description:"What stands between the parts of that header."},prefix:{type:"string",minLength:1,description:"What stands before the tim\
e in its part."},member:{$ref:"#/$defs/pointer",description:"In place of a header: a member of the body."},unit:{enum:["seconds","milliseconds","rfc3339"],description:"\
Seconds or milliseconds since 1970, or a date and time such as 2026-01-31T12:00:00Z."},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How \
many seconds it may differ from the time of the service."}},oneOf:[{required:["header"]},{required:["member"]}],dependentRequired:{separator:["header"],prefix:[
"header"]},additionalProperties:!1},key:{description:"What the signature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to hold\
ers of the operator's API key.",required:["by","path","at","encoding"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"\
#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"\
The operator has agreed on the key with the upstream.",required:["by","encoding"],properties:{by:{const:"setting",description:"The operator sets webhookSecret f\
or the upstream."},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The upstream pu\
blishes its public keys. Only for ed25519.",required:["by","url"],properties:{by:{const:"key-set",description:"A JSON Web Key Set."},url:{type:"string",pattern:"\
^https://",description:"Where it is. No key is sent there.",errorMessage:"an https URL"}},additionalProperties:!1}]}},additionalProperties:!1},challenge:{$ref:"\
#/$defs/pointer",description:"A member of a first request that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a \
fake writes. Left out where a webhook holds what a query answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:[
"id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["que\
ry"]}],additionalProperties:!1},rateHeaders:{$ref:"#/$defs/remark",description:"Which headers tell of limits. Retry-After is always read."},upload:{type:"object",
description:"The request that uploads a file before the submit names it. Rows that say so upload the data URIs they carry.",required:["method","path","reference",
"source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The f\
ield of a form (multipart/form-data) that holds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the\
 answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"\
How tasks are made, per kind of model.",properties:{video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"\
#/$defs/operation"}},minProperties:1,additionalProperties:!1},errors:{type:"object",description:"How error answers are read, and what they prove.",required:["me\
ssage","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},status:{$ref:"#/$defs/pointer",description:"Where an error \
has its HTTP status as a number, without which clients of the vendor do not read it."},inside:{type:"object",description:"A member that makes an answer with HTT\
P 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer t\
hat none fits may have made a task.",minItems:1,items:{type:"object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-\
9]{2}|xx)$",description:"One HTTP status, or a class such as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",
items:{type:"string"},minItems:1,description:"Only with one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
Only where the message holds one of these texts, in capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"\
rejected: no task was made. busy: none was made, and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's bal\
ance, for which the task is not to blame. unknown-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: n\
othing is proven."},means:{type:"string",minLength:1,description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},
cancelRules:{type:"object",description:`What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the u\
pstream's documents and not from "cancel", so that a mistake there is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:[
"queued","processing","ended","cancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/ca\
ncelRule",description:"A task that runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$def\
s/cancelRule",description:"A task that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"\
Where sources contradict each other, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"st\
ring",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{
type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,
description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["t\
ext","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"stri\
ng",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{
type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{
type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},cancelRule:{type:"object",description:"\
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
requestBody:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",
description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[
{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET",
"POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{
type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"\
#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],
description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"\
^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is \
sent: JSON, or multipart/form-data."},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor tak\
e no other. Left out: 200."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How \
the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:[
"parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values\
."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{
type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reaso\
n","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{
type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths ho\
ld them as {name}. Fakes and native APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/poi\
nter",description:"The task's ID in the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:[
"GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"\
Where the answer to the submit has the URL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"\
string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that m\
ay be queried there, over https and with the key, beside that of the base URL. A URL of another host is not used."},body:{$ref:"#/$defs/requestBody"},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"\
A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","sou\
rce"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{
type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has\
 its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and n\
othing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$de\
fs/path"},body:{$ref:"#/$defs/requestBody"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others \
it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/w\
ords"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inco\
nclusive: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"\
What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},
query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:[
"at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without\
 case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},
as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"\
What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first th\
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
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","\
processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},results:{type:"array",minItems:1,description:"Where\
 the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",
items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"\
^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstrea\
m's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",
minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters th\
at the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operato\
r sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data U\
RI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. upload\
ed: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-d\
ata); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered\
."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest n\
umber."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{
type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of me\
dia reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[
{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},condition:{type:"obj\
ect",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"\
string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"arr\
ay",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream'\
s model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with n\
one of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},
result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list.\
 The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for th\
e key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON\
. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},
base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg",
"image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"\
A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"\
#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"\
integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:[
"body"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},_r={type:"string",minLength:1,
description:"A remark for who edits the file."},re={type:"string",minLength:1,description:"One of the names in sources."},Ce={type:"string",pattern:"^/",description:"\
A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},se={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"\
A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Pr={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"\
The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},_s={type:"string",minLength:1,description:'What stands\
 before the key, such as "whsec_".'},Vr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF\
-8)."},W={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
ya=Object.prototype.hasOwnProperty,oe=Do().default,Ih=new RegExp("^[a-z][a-z0-9-]*$","u"),Mh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),bc=new RegExp("^https://","u"),
Lh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),fa=new RegExp("^[A-Za-z0-9._-]+$","u"),kc=new RegExp("^[\\x20-\\x7e]*$","u"),Gt=new RegExp("^/","u"),Fh=new RegExp(
"^https://[^/?#{}]+/[^#]*$","u"),st=new RegExp("^(/([^/~]|~[01])+)+$","u"),Vh=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),yr={type:"object",required:["text","source"],
properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function xs(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let S={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},
message:"must have required property 'text'",schema:yr.required,parentSchema:yr,data:e};r===null?r=[S]:r.push(S),s++}if(e.source===void 0){let S={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:yr.required,parentSchema:yr,data:e};
r===null?r=[S]:r.push(S),s++}let $=s;for(let S in e)if(!(S==="text"||S==="source")){let j={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:yr,data:e};r===null?r=[j]:r.push(j),s++}if(e.text!==
void 0){let S=e.text,j=s,x=s;if(typeof S=="string"){if(oe(S)<1){let T={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:yr.properties.text,data:S};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yr.properties.text.type,parentSchema:yr.properties.
text,data:S};r===null?r=[T]:r.push(T),s++}var u=j===s}if(e.source!==void 0){let S=e.source,j=s,x=s,T=s;if(typeof S=="string"){if(oe(S)<1){let pe={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};
r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:S};r===null?r=[pe]:r.push(pe),s++}var h=x===s,u=j===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:yr.type,parentSchema:yr,data:e};r===null?r=[$]:r.push($),s++}return xs.errors=r,s===0}xs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var y={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASC\
II characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},status:{
type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},source:{$ref:"#/$\
defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"ar\
ray",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{
parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"\
string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters w\
ithout which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","\
source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{
type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"\
#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native\
 APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in\
 the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the U\
RL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[\
a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with t\
he key, beside that of the base URL. A URL of another host is not used."},body:{$ref:"#/$defs/requestBody"},source:{$ref:"#/$defs/source"}},additionalProperties:!1,
dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"A GET that tells of several task\
s at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/\
$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,
description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/po\
inter",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","so\
urce"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},body:{$ref:"#/$defs/requestBody"},from:{
type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does something else, such as removing a finishe\
d result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inconclusive: the task is followed to its end and paid for. Left out\
 where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["\
at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words f\
or the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"\
#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without case; numbers and booleans by what they are w\
ritten as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"\
What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{
type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first that holds counts.",items:{type:"object",required:[
"when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$de\
fs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},
oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},
additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"\
#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{
$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed \
task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"string",description:"The length is \
answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"\
#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the\
 task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{
type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"\
object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed va\
lue."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},
{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},wt={type:"array",items:{type:"string",minLength:1},
minItems:1,uniqueItems:!0},Bt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Uh=new RegExp(
"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$","u"),Dh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),gr={type:"array",minItems:1,description:"Other paths\
, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{
when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},Jo={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"\
#/$defs/condition"}},Oe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},
absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whos\
e value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstrea\
m's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["e\
xceptModel"]}],additionalProperties:!1};function Zt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Zt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let K={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Jo,data:e};r===null?r=[K]:r.push(K),s++}let pe=!0,
z=e.length;for(let K=0;K<z;K++){let V=e[K],me=s,O=s,ye=s,ue=s,U=!1,I=null,we=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.given===void 0){let ee={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:Oe.
oneOf[0].required,parentSchema:Oe.oneOf[0],data:V};r===null?r=[ee]:r.push(ee),s++}var u=we===s;u&&(U=!0,I=0);let $e=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&
V.absent===void 0){let ee={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mu\
st have required property 'absent'",schema:Oe.oneOf[1].required,parentSchema:Oe.oneOf[1],data:V};r===null?r=[ee]:r.push(ee),s++}var u=$e===s;if(u&&U)U=!1,I=[I,1];else{
u&&(U=!0,I=1);let ee=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.parameter===void 0){let Je={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/\
required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:Oe.oneOf[2].required,parentSchema:Oe.
oneOf[2],data:V};r===null?r=[Je]:r.push(Je),s++}if(V.among===void 0){let Je={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"requi\
red",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],data:V};r===null?r=[Je]:
r.push(Je),s++}}var u=ee===s;if(u&&U)U=!1,I=[I,2];else{u&&(U=!0,I=2);let Je=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.model===void 0){let $t={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:Oe.
oneOf[3].required,parentSchema:Oe.oneOf[3],data:V};r===null?r=[$t]:r.push($t),s++}var u=Je===s;if(u&&U)U=!1,I=[I,3];else{u&&(U=!0,I=3);let $t=s;if(V&&typeof V==
"object"&&!Array.isArray(V)&&V.exceptModel===void 0){let St={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"\
exceptModel"},message:"must have required property 'exceptModel'",schema:Oe.oneOf[4].required,parentSchema:Oe.oneOf[4],data:V};r===null?r=[St]:r.push(St),s++}var u=$t===
s;u&&U?(U=!1,I=[I,4]):u&&(U=!0,I=4)}}}if(U)s=ue,r!==null&&(ue?r.length=ue:r=null);else{let ee={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf",keyword:"\
oneOf",params:{passingSchemas:I},message:"must match exactly one schema in oneOf",schema:Oe.oneOf,parentSchema:Oe,data:V};r===null?r=[ee]:r.push(ee),s++}if(V&&typeof V==
"object"&&!Array.isArray(V)){let ee=s;for(let D in V)if(!(D==="given"||D==="absent"||D==="parameter"||D==="among"||D==="model"||D==="exceptModel")){let Je={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Oe,data:V};r===null?r=[Je]:r.push(Je),s++}if(V.given!==void 0){let D=V.given,Je=s,lt=s;if(Array.isArray(D)){if(D.length<1){let St={instancePath:t+
"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Oe.properties.given,data:D};r===null?r=[St]:r.push(St),s++}let $t=!0,Be=D.length;for(let St=0;St<Be;St++){let Ve=D[St],yt=s;if(typeof Ve!="string"){
let Er={instancePath:t+"/"+K+"/given/"+St,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Oe.properties.given.items.type,parentSchema:Oe.properties.given.items,data:Ve};r===null?r=[Er]:r.push(Er),s++}let Rr=s;var h=yt===s;h||($t=!1)}}else{
let $t={instancePath:t+"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.
properties.given.type,parentSchema:Oe.properties.given,data:D};r===null?r=[$t]:r.push($t),s++}var $=Je===s}if(V.absent!==void 0){let D=V.absent,Je=s,lt=s;if(Array.
isArray(D)){if(D.length<1){let Ve={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.absent,data:D};r===null?r=[Ve]:r.push(Ve),s++}let Be=!0,St=D.length;for(let Ve=0;Ve<
St;Ve++){let yt=D[Ve],Rr=s;if(typeof yt!="string"){let qt={instancePath:t+"/"+K+"/absent/"+Ve,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Oe.properties.absent.items.type,parentSchema:Oe.properties.absent.items,data:yt};r===null?r=[qt]:r.
push(qt),s++}let Er=s;var S=Rr===s;S||(Be=!1)}}else{let Be={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:Oe.properties.absent.type,parentSchema:Oe.properties.absent,data:D};r===null?r=[Be]:r.push(Be),s++}var $=Je===
s}if(V.parameter!==void 0){let D=V.parameter,Je=s;if(typeof D!="string"){let Be={instancePath:t+"/"+K+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.parameter.type,parentSchema:Oe.properties.parameter,data:D};r===
null?r=[Be]:r.push(Be),s++}let lt=s;var $=Je===s}if(V.among!==void 0){let D=V.among,Je=s,lt=s;if(Array.isArray(D)){if(D.length<1){let Be={instancePath:t+"/"+K+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.
properties.among,data:D};r===null?r=[Be]:r.push(Be),s++}}else{let Be={instancePath:t+"/"+K+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Oe.properties.among.type,parentSchema:Oe.properties.among,data:D};r===null?r=[Be]:r.push(Be),s++}var $=Je===
s}if(V.model!==void 0){let D=V.model,Je=s,lt=s;if(Array.isArray(D)){if(D.length<1){let Ve={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.model,data:D};r===null?r=[Ve]:
r.push(Ve),s++}let Be=!0,St=D.length;for(let Ve=0;Ve<St;Ve++){let yt=D[Ve],Rr=s,Er=s;if(typeof yt=="string"){if(oe(yt)<1){let qt={instancePath:t+"/"+K+"/model/"+
Ve,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Oe.properties.model.items,data:yt};r===null?r=[qt]:r.push(qt),s++}}else{let qt={instancePath:t+"/"+K+"/model/"+Ve,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.model.items.type,parentSchema:Oe.properties.model.
items,data:yt};r===null?r=[qt]:r.push(qt),s++}var j=Rr===s;j||(Be=!1)}}else{let Be={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.model.type,parentSchema:Oe.properties.model,data:D};r===null?r=[Be]:r.push(
Be),s++}var $=Je===s}if(V.exceptModel!==void 0){let D=V.exceptModel,Je=s,lt=s;if(Array.isArray(D)){if(D.length<1){let Ve={instancePath:t+"/"+K+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.
exceptModel,data:D};r===null?r=[Ve]:r.push(Ve),s++}let Be=!0,St=D.length;for(let Ve=0;Ve<St;Ve++){let yt=D[Ve],Rr=s,Er=s;if(typeof yt=="string"){if(oe(yt)<1){let qt={
instancePath:t+"/"+K+"/exceptModel/"+Ve,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:Oe.properties.exceptModel.items,data:yt};r===null?r=[qt]:r.push(qt),s++}}else{let qt={instancePath:t+"/"+
K+"/exceptModel/"+Ve,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.
exceptModel.items.type,parentSchema:Oe.properties.exceptModel.items,data:yt};r===null?r=[qt]:r.push(qt),s++}var x=Rr===s;x||(Be=!1)}}else{let Be={instancePath:t+
"/"+K+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.
exceptModel.type,parentSchema:Oe.properties.exceptModel,data:D};r===null?r=[Be]:r.push(Be),s++}var $=Je===s}}else{let ee={instancePath:t+"/"+K,schemaPath:"#/$de\
fs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Oe.type,parentSchema:Oe,data:V};r===null?r=[ee]:r.push(ee),s++}var T=O===
s,N=me===s;N||(pe=!1)}}else{let pe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Jo.type,parentSchema:Jo,
data:e};r===null?r=[pe]:r.push(pe),s++}return Zt.errors=r,s===0}Zt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function $r(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=$r.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;
if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:gr,data:e};r===null?r=[x]:r.push(x),s++}let S=!0,j=e.length;for(let x=0;x<j;x++){let T=e[x],N=s,pe=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.when===void 0){let K={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required\
 property 'when'",schema:gr.items.required,parentSchema:gr.items,data:T};r===null?r=[K]:r.push(K),s++}if(T.path===void 0){let K={instancePath:t+"/"+x,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:gr.items.required,parentSchema:gr.items,
data:T};r===null?r=[K]:r.push(K),s++}let z=s;for(let K in T)if(!(K==="when"||K==="path")){let V={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:gr.items,data:T};r===null?r=[V]:
r.push(V),s++}if(T.when!==void 0){let K=T.when,V=s;Zt(K,{instancePath:t+"/"+x+"/when",parentData:T,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===
null?Zt.errors:r.concat(Zt.errors),s=r.length);var u=V===s}if(T.path!==void 0){let K=T.path,V=s,me=s,O=s;if(typeof K=="string"){if(!Gt.test(K)){let ue={instancePath:t+
"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:K};r===
null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Ce.type,parentSchema:Ce,data:K};r===null?r=[ue]:r.push(ue),s++}var h=me===s,u=V===s}}else{let z={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:gr.items.type,parentSchema:gr.items,data:T};r===null?r=[z]:r.push(z),s++}var $=N===s;$||(S=!1)}}else{
let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:gr.type,parentSchema:gr,data:e};r===null?r=[S]:r.push(
S),s++}return $r.errors=r,s===0}$r.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var de={type:"object",required:["to","source"],properties:{$comment:{$ref:"\
#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down\
 may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The pa\
rameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"stri\
ng",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"\
The upstream's model ID, which the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there:\
 {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded","file"],description:"st\
ring: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is se\
nt as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each w\
ith the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{
type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"\
The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},
minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},
Jh=new RegExp("^/(?!(-|\\d+)(/|$))","u");function qs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=qs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,u=s,h=!1,$=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===
void 0){let me={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:de.
oneOf[0].required,parentSchema:de.oneOf[0],data:e};r===null?r=[me]:r.push(me),s++}var x=S===s;x&&(h=!0,$=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&
e.each===void 0){let me={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property \
'each'",schema:de.oneOf[1].required,parentSchema:de.oneOf[1],data:e};r===null?r=[me]:r.push(me),s++}var x=j===s;if(x&&h)h=!1,$=[$,1];else{x&&(h=!0,$=1);let me=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let ye={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
join"},message:"must have required property 'join'",schema:de.oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[ye]:r.push(ye),s++}if(e.values===void 0){
let ye={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:de.
oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[ye]:r.push(ye),s++}}var x=me===s;if(x&&h)h=!1,$=[$,2];else{x&&(h=!0,$=2);let ye=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.model===void 0){let U={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"\
must have required property 'model'",schema:de.oneOf[3].required,parentSchema:de.oneOf[3],data:e};r===null?r=[U]:r.push(U),s++}var x=ye===s;if(x&&h)h=!1,$=[$,3];else{
x&&(h=!0,$=3);let U=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let we={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:de.oneOf[4].required,parentSchema:de.oneOf[4],data:e};r===null?r=[we]:
r.push(we),s++}var x=U===s;x&&h?(h=!1,$=[$,4]):x&&(h=!0,$=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let me={instancePath:t,schemaPath:"#/oneOf",keyword:"\
oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:de.oneOf,parentSchema:de,data:e};r===null?r=[me]:r.push(me),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.to===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have\
 required property 'to'",schema:de.required,parentSchema:de,data:e};r===null?r=[O]:r.push(O),s++}if(e.source===void 0){let O={instancePath:t,schemaPath:"#/requi\
red",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:de.required,parentSchema:de,data:e};r===null?r=[
O]:r.push(O),s++}let me=s;for(let O in e)if(!ya.call(de.properties,O)){let ye={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:de,data:e};r===null?r=[ye]:r.push(ye),s++}if(e.$comment!==void 0){
let O=e.$comment,ye=s,ue=s,U=s;if(typeof O=="string"){if(oe(O)<1){let I={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_r,data:O};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_r.type,parentSchema:_r,data:O};r===null?r=[I]:r.push(I),s++}var T=ue===
s,N=ye===s}if(e.to!==void 0){let O=e.to,ye=s,ue=s,U=s;if(typeof O=="string"){if(!st.test(O)){let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:O};r===null?
r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:O};r===null?r=[we]:r.push(we),s++}var pe=ue===s;if(typeof O=="string"&&!Jh.test(O)){let we={instancePath:t+"/to",schemaPath:"#/propert\
ies/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:de.
properties.to,data:O};r===null?r=[we]:r.push(we),s++}var N=ye===s}if(e.from!==void 0){let O=e.from,ye=s,ue=s;if(typeof O=="string"){if(oe(O)<1){let I={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.
from,data:O};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:de.properties.from.type,parentSchema:de.properties.from,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.each!==void 0){let O=e.each,
ye=s,ue=s;if(typeof O=="string"){if(oe(O)<1){let I={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.each,data:O};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.each.type,parentSchema:de.properties.each,data:O};r===
null?r=[I]:r.push(I),s++}var N=ye===s}if(e.join!==void 0){let O=e.join,ye=s,ue=s;if(Array.isArray(O)){if(O.length<2){let $e={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:de.properties.join,data:O};r===
null?r=[$e]:r.push($e),s++}let I=!0,we=O.length;for(let $e=0;$e<we;$e++){let ee=O[$e],D=s,Je=s;if(typeof ee=="string"){if(oe(ee)<1){let lt={instancePath:t+"/joi\
n/"+$e,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.
properties.join.items,data:ee};r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/join/"+$e,schemaPath:"#/properties/join/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:de.properties.join.items.type,parentSchema:de.properties.join.items,data:ee};r===null?r=[lt]:r.push(lt),s++}
var z=D===s;z||(I=!1)}}else{let I={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.
properties.join.type,parentSchema:de.properties.join,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.model!==void 0){let O=e.model,ye=s;if(O!==!0){let U={
instancePath:t+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:de.
properties.model,data:O};r===null?r=[U]:r.push(U),s++}var N=ye===s}if(e.when!==void 0){let O=e.when,ye=s;Zt(O,{instancePath:t+"/when",parentData:e,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?Zt.errors:r.concat(Zt.errors),s=r.length);var N=ye===s}if(e.as!==void 0){let O=e.as,ye=s,ue=de.properties.as.enum;
if(!(O==="string"||O==="uploaded"||O==="file")){let I={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:de.properties.
as.enum},message:"must be equal to one of the allowed values",schema:de.properties.as.enum,parentSchema:de.properties.as,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===
s}if(e.values!==void 0){let O=e.values,ye=s,ue=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(Object.keys(O).length<1){let I={instancePath:t+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:de.properties.
values,data:O};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:de.properties.values.type,parentSchema:de.properties.values,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.accepts!==void 0){let O=e.
accepts,ye=s,ue=s;if(Array.isArray(O)){if(O.length<1){let I={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.properties.accepts,data:O};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/accept\
s",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.accepts.type,parentSchema:de.properties.
accepts,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.minimum!==void 0){let O=e.minimum,ye=s;if(typeof O!="number"){let I={instancePath:t+"/minimum",schemaPath:"\
#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.minimum.type,parentSchema:de.properties.minimum,data:O};
r===null?r=[I]:r.push(I),s++}let ue=s;var N=ye===s}if(e.maximum!==void 0){let O=e.maximum,ye=s;if(typeof O!="number"){let I={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.maximum.type,parentSchema:de.properties.maximum,data:O};
r===null?r=[I]:r.push(I),s++}let ue=s;var N=ye===s}if(e.maximumItems!==void 0){let O=e.maximumItems,ye=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){let I={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.maximumItems.type,
parentSchema:de.properties.maximumItems,data:O};r===null?r=[I]:r.push(I),s++}let ue=s;if(typeof O=="number"&&(O<1||isNaN(O))){let I={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.properties.
maximumItems,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.maximumLength!==void 0){let O=e.maximumLength,ye=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){
let I={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.
maximumLength.type,parentSchema:de.properties.maximumLength,data:O};r===null?r=[I]:r.push(I),s++}let ue=s;if(typeof O=="number"&&(O<1||isNaN(O))){let I={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.
properties.maximumLength,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.forms!==void 0){let O=e.forms,ye=s,ue=s;if(Array.isArray(O)){if(O.length<1){let $e={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.
properties.forms,data:O};r===null?r=[$e]:r.push($e),s++}let I=!0,we=O.length;for(let $e=0;$e<we;$e++){let ee=O[$e],D=s,Je=de.properties.forms.items.enum;if(!(ee===
"url"||ee==="data")){let lt={instancePath:t+"/forms/"+$e,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:de.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:de.properties.forms.items.enum,parentSchema:de.properties.forms.items,data:ee};r===null?r=[lt]:
r.push(lt),s++}var K=D===s;K||(I=!1)}}else{let I={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:de.properties.forms.type,parentSchema:de.properties.forms,data:O};r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.oneWay!==void 0){let O=e.oneWay,
ye=s,ue=s;if(typeof O=="string"){if(oe(O)<1){let I={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.oneWay,data:O};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.oneWay.type,parentSchema:de.properties.oneWay,data:O};
r===null?r=[I]:r.push(I),s++}var N=ye===s}if(e.source!==void 0){let O=e.source,ye=s,ue=s,U=s;if(typeof O=="string"){if(oe(O)<1){let we={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:O};r===
null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:O};r===null?r=[we]:r.push(we),s++}var V=ue===s,N=ye===s}}else{let me={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:de.type,parentSchema:de,data:e};r===null?r=[me]:r.push(me),s++}return qs.errors=r,s===0}qs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$d\
efs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed valu\
e."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Sr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=Sr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<
1){let T={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:e};
r===null?r=[T]:r.push(T),s++}let j=!0,x=e.length;for(let T=0;T<x;T++){let N=e[T],pe=s,z=s,K=s,V=!1,me=null,O=s;if(N&&typeof N=="object"&&!Array.isArray(N)&&N.fact===
void 0){let ue={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required proper\
ty 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:N};r===null?r=[ue]:r.push(ue),s++}var u=O===s;u&&(V=!0,me=0);let ye=s;if(N&&typeof N==
"object"&&!Array.isArray(N)&&N.constant===void 0){let ue={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.items.oneOf[1],data:N};r===null?r=[ue]:r.push(ue),
s++}var u=ye===s;if(u&&V?(V=!1,me=[me,1]):u&&(V=!0,me=1),V)s=K,r!==null&&(K?r.length=K:r=null);else{let ue={instancePath:t+"/"+T,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:me},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.items,data:N};r===null?r=[ue]:r.push(ue),
s++}if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.to===void 0){let U={instancePath:t+"/"+T,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:N};r===null?r=[U]:r.push(U),s++}let ue=s;for(let U in N)if(!(U===
"to"||U==="fact"||U==="constant")){let I={instancePath:t+"/"+T,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:N};r===null?r=[I]:r.push(I),s++}if(N.to!==void 0){let U=N.to,I=s,we=s,$e=s;if(typeof U==
"string"){if(!st.test(U)){let ee={instancePath:t+"/"+T+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/"+
T+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[ee]:
r.push(ee),s++}var h=we===s,$=I===s}if(N.fact!==void 0){let U=N.fact,I=s,we=_t.items.properties.fact.enum;if(!(U==="id"||U==="model")){let ee={instancePath:t+"/"+
T+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.properties.fact.enum},message:"must be equal to one of the all\
owed values",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:U};r===null?r=[ee]:r.push(ee),s++}var $=I===s}}else{let ue={instancePath:t+
"/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.items,data:N};r===null?r=[ue]:
r.push(ue),s++}var S=pe===s;S||(j=!1)}}else{let j={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_t.type,
parentSchema:_t,data:e};r===null?r=[j]:r.push(j),s++}return Sr.errors=r,s===0}Sr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var zo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Ne={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/p\
ath",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"W\
hat that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:[
"content"]},{required:["query","results","message"]}],additionalProperties:!1},ha={validate:rs},vc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSO\
N pointers, tried in order."};function xt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){let $=!0,S=e.length;for(let j=0;j<S;j++){let x=e[j],T=s,N=s,pe=s;
if(typeof x=="string"){if(!st.test(x)){let z={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:x};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+
"/"+j,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:x};r===null?r=[z]:r.push(
z),s++}var u=N===s,h=T===s;h||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:vc.type,
parentSchema:vc,data:e};r===null?r=[$]:r.push($),s++}return xt.errors=r,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Os(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Os.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let m=s,u=s,h=!1,$=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Ne.oneOf[0].required,parentSchema:Ne.oneOf[0],data:e};r===null?r=[ue]:
r.push(ue),s++}var x=S===s;x&&(h=!0,$=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.body===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Ne.oneOf[1].required,parentSchema:Ne.oneOf[1],data:e};
r===null?r=[ue]:r.push(ue),s++}var x=j===s;if(x&&h)h=!1,$=[$,1];else{x&&(h=!0,$=1);let ue=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let I={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:Ne.oneOf[2].
required,parentSchema:Ne.oneOf[2],data:e};r===null?r=[I]:r.push(I),s++}if(e.contentType===void 0){let I={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Ne.oneOf[2].required,parentSchema:Ne.oneOf[2],data:e};
r===null?r=[I]:r.push(I),s++}}var x=ue===s;if(x&&h)h=!1,$=[$,2];else{x&&(h=!0,$=2);let I=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let $e={
instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:Ne.oneOf[3].
required,parentSchema:Ne.oneOf[3],data:e};r===null?r=[$e]:r.push($e),s++}var x=I===s;if(x&&h)h=!1,$=[$,3];else{x&&(h=!0,$=3);let $e=s;if(e&&typeof e=="object"&&
!Array.isArray(e)){if(e.query===void 0){let D={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"query"},message:"must \
have required property 'query'",schema:Ne.oneOf[4].required,parentSchema:Ne.oneOf[4],data:e};r===null?r=[D]:r.push(D),s++}if(e.results===void 0){let D={instancePath:t,
schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:Ne.oneOf[4].required,
parentSchema:Ne.oneOf[4],data:e};r===null?r=[D]:r.push(D),s++}if(e.message===void 0){let D={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{
missingProperty:"message"},message:"must have required property 'message'",schema:Ne.oneOf[4].required,parentSchema:Ne.oneOf[4],data:e};r===null?r=[D]:r.push(D),
s++}}var x=$e===s;x&&h?(h=!1,$=[$,4]):x&&(h=!0,$=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let ue={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",
params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:Ne.oneOf,parentSchema:Ne,data:e};r===null?r=[ue]:r.push(ue),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.source===void 0){let U={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:Ne.required,parentSchema:Ne,data:e};r===null?r=[U]:r.push(U),s++}let ue=s;for(let U in e)if(!ya.call(Ne.properties,U)){
let I={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Ne,data:e};r===null?r=[I]:r.push(I),s++}if(e.url!==void 0){let U=e.url,I=s,we=s,$e=s;if(typeof U=="string"){if(!st.test(U)){let ee={
instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01\
])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/url",schemaPath:"#/$defs/pointer/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[ee]:r.push(ee),s++}var T=we===s,N=I===s}if(e.
list!==void 0){let U=e.list,I=s;if(typeof U!="boolean"){let ee={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},
message:"must be boolean",schema:Ne.properties.list.type,parentSchema:Ne.properties.list,data:U};r===null?r=[ee]:r.push(ee),s++}let we=s;var N=I===s}if(e.withKey!==
void 0){let U=e.withKey,I=s;if(U!==!0){let $e={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"\
must be equal to constant",schema:!0,parentSchema:Ne.properties.withKey,data:U};r===null?r=[$e]:r.push($e),s++}var N=I===s}if(e.body!==void 0){let U=e.body,I=s;
if(U!==!0){let $e={instancePath:t+"/body",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,
parentSchema:Ne.properties.body,data:U};r===null?r=[$e]:r.push($e),s++}var N=I===s}if(e.base64!==void 0){let U=e.base64,I=s,we=s,$e=s;if(typeof U=="string"){if(!st.
test(U)){let D={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match patt\
ern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/base64",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[D]:r.push(D),s++}var pe=we===
s,N=I===s}if(e.contentType!==void 0){let U=e.contentType,I=s,we=Ne.properties.contentType.enum;if(!(U==="video/mp4"||U==="video/quicktime"||U==="video/webm"||U===
"image/png"||U==="image/jpeg"||U==="image/webp"||U==="image/gif"||U==="audio/mpeg"||U==="audio/wav"||U==="model/gltf-binary")){let ee={instancePath:t+"/contentT\
ype",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:Ne.properties.contentType.enum},message:"must be equal to one of the allowe\
d values",schema:Ne.properties.contentType.enum,parentSchema:Ne.properties.contentType,data:U};r===null?r=[ee]:r.push(ee),s++}var N=I===s}if(e.content!==void 0){
let U=e.content,I=s,we=s,$e=s;if(typeof U=="string"){if(!Gt.test(U)){let D={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{
pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/content",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:U};r===null?r=[D]:r.push(D),s++}var z=we===
s,N=I===s}if(e.query!==void 0){let U=e.query,I=s,we=s,$e=s;if(typeof U=="string"){if(!Gt.test(U)){let D={instancePath:t+"/query",schemaPath:"#/$defs/path/patter\
n",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+
"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:U};r===null?r=[D]:r.push(
D),s++}var K=we===s,N=I===s}if(e.results!==void 0){let U=e.results,I=s;if(!ha.validate(U,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,
dynamicAnchors:i}))r=r===null?ha.validate.errors:r.concat(ha.validate.errors),s=r.length;else var V=ha.validate.evaluated.props,me=ha.validate.evaluated.items;var N=I===
s}if(e.message!==void 0){let U=e.message,I=s;xt(U,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?
xt.errors:r.concat(xt.errors),s=r.length);var N=I===s}if(e.pending!==void 0){let U=e.pending,I=s,we=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.status===
void 0){let D={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have requ\
ired property 'status'",schema:Ne.properties.pending.required,parentSchema:Ne.properties.pending,data:U};r===null?r=[D]:r.push(D),s++}if(U.body===void 0){let D={
instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'bo\
dy'",schema:Ne.properties.pending.required,parentSchema:Ne.properties.pending,data:U};r===null?r=[D]:r.push(D),s++}let ee=s;for(let D in U)if(!(D==="status"||D===
"body")){let Je={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"\
must NOT have additional properties",schema:!1,parentSchema:Ne.properties.pending,data:U};r===null?r=[Je]:r.push(Je),s++}if(U.status!==void 0){let D=U.status,Je=s;
if(!(typeof D=="number"&&!(D%1)&&!isNaN(D))){let $t={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:Ne.properties.pending.properties.status.type,parentSchema:Ne.properties.pending.properties.status,data:D};r===null?
r=[$t]:r.push($t),s++}let lt=s;var O=Je===s}}else{let ee={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:Ne.properties.pending.type,parentSchema:Ne.properties.pending,data:U};r===null?r=[ee]:r.push(ee),s++}var N=I===s}if(e.source!==void 0){
let U=e.source,I=s,we=s,$e=s;if(typeof U=="string"){if(oe(U)<1){let D={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:U};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:U};r===null?r=[D]:r.push(D),s++}var ye=we===
s,N=I===s}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ne.type,parentSchema:Ne,data:e};
r===null?r=[ue]:r.push(ue),s++}return Os.errors=r,s===0}Os.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function rs(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=rs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){
if(e.length<1){let S={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:zo,
data:e};r===null?r=[S]:r.push(S),s++}let h=!0,$=e.length;for(let S=0;S<$;S++){let j=e[S],x=s;Os(j,{instancePath:t+"/"+S,parentData:e,parentDataProperty:S,rootData:o,
dynamicAnchors:i})||(r=r===null?Os.errors:r.concat(Os.errors),s=r.length);var u=x===s;u||(h=!1)}}else{let h={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:zo.type,parentSchema:zo,data:e};r===null?r=[h]:r.push(h),s++}return rs.errors=r,s===0}rs.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function It(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=It.evaluated;p.dynamicProps&&
(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let w={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:y.required,parentSchema:y,data:e};r===null?
r=[w]:r.push(w),s++}if(e.rows===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have requ\
ired property 'rows'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}if(e.results===void 0){let w={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.
push(w),s++}if(e.message===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have requir\
ed property 'message'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}if(e.code===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}let an=s;
for(let w in e)if(!ya.call(y.properties,w)){let Se={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:y,data:e};r===null?r=[Se]:r.push(Se),s++}if(e.$comment!==void 0){let w=e.$comment,Se=s,ot=s,
Lr=s;if(typeof w=="string"){if(oe(w)<1){let le={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:_r,data:w};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_r.type,parentSchema:_r,data:w};r===null?r=[le]:r.push(le),s++}var u=ot===
s,h=Se===s}if(e.submit!==void 0){let w=e.submit,Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let f={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.submit.required,
parentSchema:y.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}if(w.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.submit.required,parentSchema:y.properties.
submit,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.submit.required,parentSchema:y.properties.submit,data:w};r===null?r=
[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="method"||f==="path"||f==="paths"||f==="headers"||f==="encoding"||f==="status"||f==="source")){let k={instancePath:t+
"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:y.properties.submit,data:w};r===null?r=[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,k=s,R=y.properties.submit.properties.
method.enum;if(!(f==="POST"||f==="PUT")){let Ue={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{
allowedValues:y.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.method.enum,
parentSchema:y.properties.submit.properties.method,data:f};r===null?r=[Ue]:r.push(Ue),s++}var $=k===s}if(w.path!==void 0){let f=w.path,k=s,R=s,Ue=s;if(typeof f==
"string"){if(!Gt.test(f)){let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pat\
tern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};r===null?r=[_]:r.push(_),s++}var S=R===s,$=k===s}if(w.paths!==void 0){
let f=w.paths,k=s;$r(f,{instancePath:t+"/submit/paths",parentData:w,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?$r.errors:r.concat($r.
errors),s=r.length);var $=k===s}if(w.headers!==void 0){let f=w.headers,k=s,R=s;if(f&&typeof f=="object"&&!Array.isArray(f)){let Z=s;for(let _ in f){let q=f[_],ae=s,
_e=s;if(typeof q=="string"){if(!kc.test(q)){let ve={instancePath:t+"/submit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/p\
roperties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\
\\x20-\\x7e]*$",parentSchema:y.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/s\
ubmit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.submit.properties.headers.additionalProperties.type,parentSchema:y.properties.submit.properties.headers.additionalProperties,
data:q};r===null?r=[ve]:r.push(ve),s++}var j=ae===s}}else{let Z={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.submit.properties.headers.type,parentSchema:y.properties.submit.properties.headers,data:f};
r===null?r=[Z]:r.push(Z),s++}var $=k===s}if(w.encoding!==void 0){let f=w.encoding,k=s,R=y.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){
let Z={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:y.properties.submit.properties.
encoding.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.encoding.enum,parentSchema:y.properties.submit.properties.
encoding,data:f};r===null?r=[Z]:r.push(Z),s++}var $=k===s}if(w.status!==void 0){let f=w.status,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={instancePath:t+
"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.submit.
properties.status.type,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}let R=s;if(typeof f=="number"){if(f>299||isNaN(f)){
let Z={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"\
must be <= 299",schema:299,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<200||isNaN(f)){let Z={instancePath:t+"/s\
ubmit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}}var $=k===s}if(w.source!==void 0){let f=w.source,k=s,R=s,Ue=s;if(typeof f==
"string"){if(oe(f)<1){let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var x=R===s,$=k===s}}else{
let le={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.submit.
type,parentSchema:y.properties.submit,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.rows!==void 0){let w=e.rows,Se=s,ot=s;if(Array.isArray(w)){if(w.length<
1){let k={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.rows,data:w};r===null?r=[k]:r.push(k),s++}let le=!0,f=w.length;for(let k=0;k<f;k++){let R=w[k],Ue=s;qs(R,{instancePath:t+"/rows/"+k,parentData:w,
parentDataProperty:k,rootData:o,dynamicAnchors:i})||(r=r===null?qs.errors:r.concat(qs.errors),s=r.length);var T=Ue===s;T||(le=!1)}}else{let le={instancePath:t+"\
/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.rows.type,parentSchema:y.properties.
rows,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.drops!==void 0){let w=e.drops,Se=s,ot=s;if(Array.isArray(w)){let le=!0,f=w.length;for(let k=0;k<f;k++){
let R=w[k],Ue=s,Z=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.parameter===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items\
/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:y.properties.drops.items.required,parentSchema:y.
properties.drops.items,data:R};r===null?r=[q]:r.push(q),s++}if(R.reason===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/require\
d",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.drops.items.required,parentSchema:y.properties.
drops.items,data:R};r===null?r=[q]:r.push(q),s++}if(R.source===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.drops.items.required,parentSchema:y.properties.drops.
items,data:R};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in R)if(!(q==="parameter"||q==="values"||q==="when"||q==="reason"||q==="source")){let ae={instancePath:t+
"/drops/"+k,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:y.properties.drops.items,data:R};r===null?r=[ae]:r.push(ae),s++}if(R.parameter!==void 0){let q=R.parameter,ae=s;if(typeof q!=
"string"){let ve={instancePath:t+"/drops/"+k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:y.properties.drops.items.properties.parameter.type,parentSchema:y.properties.drops.items.properties.parameter,data:q};r===null?r=
[ve]:r.push(ve),s++}let _e=s;var N=ae===s}if(R.values!==void 0){let q=R.values,ae=s,_e=s;if(Array.isArray(q)){if(q.length<1){let X={instancePath:t+"/drops/"+k+"\
/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/drops/"+k+"/values",schemaPath:"#/pro\
perties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.drops.items.properties.values.type,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[X]:r.push(X),s++}var N=ae===s}if(R.when!==void 0){let q=R.when,ae=s;Zt(q,{instancePath:t+
"/drops/"+k+"/when",parentData:R,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Zt.errors:r.concat(Zt.errors),s=r.length);var N=ae===s}if(R.
reason!==void 0){let q=R.reason,ae=s,_e=s;if(typeof q=="string"){if(oe(q)<1){let X={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/pr\
operties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.drops.items.properties.
reason,data:q};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.reason.type,parentSchema:y.properties.drops.items.properties.reason,
data:q};r===null?r=[X]:r.push(X),s++}var N=ae===s}if(R.source!==void 0){let q=R.source,ae=s,_e=s,ve=s;if(typeof q=="string"){if(oe(q)<1){let H={instancePath:t+"\
/drops/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[H]:r.push(H),s++}var pe=_e===s,N=ae===s}}else{let _={instancePath:t+"/drops/"+k,schemaPath:"#\
/properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.drops.items.type,parentSchema:y.properties.drops.
items,data:R};r===null?r=[_]:r.push(_),s++}var z=Ue===s;z||(le=!1)}}else{let le={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.drops.type,parentSchema:y.properties.drops,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.needs!==
void 0){let w=e.needs,Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let le=s;for(let f in w){let k=w[f],R=s,Ue=s;if(k&&typeof k=="object"&&!Array.isArray(
k)){if(k.reason===void 0){let _={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",
keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.
properties.needs.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}if(k.source===void 0){let _={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}let Z=s;
for(let _ in k)if(!(_==="reason"||_==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.needs.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let _=k.reason,q=s,ae=s;if(typeof _=="string"){if(oe(_)<1){let _e={
instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};
r===null?r=[_e]:r.push(_e),s++}}else{let _e={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/addition\
alProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.needs.additionalProperties.properties.reason.
type,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};r===null?r=[_e]:r.push(_e),s++}var K=q===s}if(k.source!==void 0){let _=k.source,
q=s,ae=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let X={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[X]:r.push(X),s++}}else{
let X={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[X]:r.push(X),s++}var V=ae===s,K=q===s}}else{let Z={instancePath:t+"/needs/"+f.replace(/~/g,"~\
0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
needs.additionalProperties.type,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[Z]:r.push(Z),s++}var me=R===s}}else{let le={instancePath:t+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.needs.type,parentSchema:y.properties.
needs,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.lacks!==void 0){let w=e.lacks,Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let le=s;for(let f in w){
let k=w[f],R=s,Ue=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let _={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",
schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}if(k.source===
void 0){let _={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.
lacks.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in k)if(!(_==="reason"||_==="source")){let q={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.lacks.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==
void 0){let _=k.reason,q=s,ae=s;if(typeof _=="string"){if(oe(_)<1){let _e={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"\
#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};r===null?r=[_e]:r.push(_e),s++}}else{let _e={instancePath:t+"/lacks/"+f.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:y.properties.lacks.additionalProperties.properties.reason.type,parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};
r===null?r=[_e]:r.push(_e),s++}var O=q===s}if(k.source!==void 0){let _=k.source,q=s,ae=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let X={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:re,data:_};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/sou\
rce",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[X]:r.push(
X),s++}var ye=ae===s,O=q===s}}else{let Z={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.additionalProperties.type,parentSchema:y.properties.lacks.additionalProperties,
data:k};r===null?r=[Z]:r.push(Z),s++}var ue=R===s}}else{let le={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:y.properties.lacks.type,parentSchema:y.properties.lacks,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.id!==void 0){let w=e.
id,Se=s,ot=s,Lr=s;if(typeof w=="string"){if(!st.test(w)){let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}}else{
let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};
r===null?r=[f]:r.push(f),s++}var U=ot===s,h=Se===s}if(e.idForm!==void 0){let w=e.idForm,Se=s,ot=s;if(typeof w=="string"){if(!Uh.test(w)){let le={instancePath:t+
"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^\
(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:y.properties.idForm,data:w};r===null?r=[le]:r.push(le),
s++}}else{let le={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.
idForm.type,parentSchema:y.properties.idForm,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.queryId!==void 0){let w=e.queryId,Se=s,ot=s,Lr=s;if(typeof w==
"string"){if(!st.test(w)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/quer\
yId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[f]:r.push(
f),s++}var I=ot===s,h=Se===s}if(e.query!==void 0){let w=e.query,Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let k={instancePath:t+
"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.
query.required,parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.path===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/\
query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.query.required,parentSchema:y.
properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.source===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.query.required,parentSchema:y.properties.query,data:w};
r===null?r=[k]:r.push(k),s++}let le=s;for(let k in w)if(!(k==="method"||k==="path"||k==="paths"||k==="at"||k==="hosts"||k==="body"||k==="source")){let R={instancePath:t+
"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:y.properties.query,data:w};r===null?r=[R]:r.push(R),s++}if(w.method!==void 0){let k=w.method,R=s,Ue=y.properties.query.properties.
method.enum;if(!(k==="GET"||k==="POST"||k==="PUT"||k==="DELETE")){let Z={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"\
enum",params:{allowedValues:y.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.query.properties.
method.enum,parentSchema:y.properties.query.properties.method,data:k};r===null?r=[Z]:r.push(Z),s++}var we=R===s}if(w.path!==void 0){let k=w.path,R=s,Ue=s,Z=s;if(typeof k==
"string"){if(!Gt.test(k)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:Ce,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:k};r===null?r=[q]:r.push(q),s++}var $e=Ue===s,we=R===s}if(w.paths!==void 0){
let k=w.paths,R=s;$r(k,{instancePath:t+"/query/paths",parentData:w,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?$r.errors:r.concat($r.errors),
s=r.length);var we=R===s}if(w.at!==void 0){let k=w.at,R=s,Ue=s,Z=s;if(typeof k=="string"){if(!st.test(k)){let q={instancePath:t+"/query/at",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:se.type,parentSchema:se,data:k};r===null?r=[q]:r.push(q),s++}var ee=Ue===s,we=R===s}if(w.hosts!==void 0){let k=w.hosts,R=s,Ue=s;if(Array.isArray(
k)){if(k.length<1){let ae={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.query.properties.hosts,data:k};r===null?r=[ae]:r.push(ae),s++}let _=!0,q=k.length;for(let ae=0;ae<
q;ae++){let _e=k[ae],ve=s,X=s;if(typeof _e=="string"){if(!Dh.test(_e)){let H={instancePath:t+"/query/hosts/"+ae,schemaPath:"#/properties/query/properties/hosts/\
items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:y.properties.query.properties.hosts.items,data:_e};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+
"/query/hosts/"+ae,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.
query.properties.hosts.items.type,parentSchema:y.properties.query.properties.hosts.items,data:_e};r===null?r=[H]:r.push(H),s++}var D=ve===s;D||(_=!1)}}else{let _={
instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.
query.properties.hosts.type,parentSchema:y.properties.query.properties.hosts,data:k};r===null?r=[_]:r.push(_),s++}var we=R===s}if(w.body!==void 0){let k=w.body,
R=s;Sr(k,{instancePath:t+"/query/body",parentData:w,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(r=r===null?Sr.errors:r.concat(Sr.errors),s=r.length);
var we=R===s}if(w.source!==void 0){let k=w.source,R=s,Ue=s,Z=s;if(typeof k=="string"){if(oe(k)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/sour\
ce/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}}else{
let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:k};r===null?r=[q]:r.push(q),s++}var Je=Ue===s,we=R===s}let f;if(w.at!==void 0&&w.hosts===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/qu\
ery/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts whe\
n property at is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.hosts!==void 0&&
w.at===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"\
at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.
query,data:w};r===null?r=[k]:r.push(k),s++}}else{let le={instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:y.properties.query.type,parentSchema:y.properties.query,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.list!==void 0){let w=e.list,
Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.path===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.list.required,parentSchema:y.properties.list,data:w};r===null?
r=[f]:r.push(f),s++}if(w.filter===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filt\
er"},message:"must have required property 'filter'",schema:y.properties.list.required,parentSchema:y.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.limit===
void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required pr\
operty 'limit'",schema:y.properties.list.required,parentSchema:y.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.items===void 0){let f={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:y.properties.
list.required,parentSchema:y.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/l\
ist/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.list.required,parentSchema:y.
properties.list,data:w};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="path"||f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){
let k={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT\
 have additional properties",schema:!1,parentSchema:y.properties.list,data:w};r===null?r=[k]:r.push(k),s++}if(w.path!==void 0){let f=w.path,k=s,R=s,Ue=s;if(typeof f==
"string"){if(!Gt.test(f)){let Z={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patte\
rn "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};r===null?r=[Z]:r.push(Z),s++}var lt=R===s,$t=k===s}if(w.filter!==void 0){
let f=w.filter,k=s,R=s;if(typeof f=="string"){if(oe(f)<1){let Z={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(
Z),s++}}else{let Z={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be s\
tring",schema:y.properties.list.properties.filter.type,parentSchema:y.properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}var $t=k===s}if(w.limit!==
void 0){let f=w.limit,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.list.properties.limit.type,parentSchema:y.properties.list.properties.limit,
data:f};r===null?r=[Z]:r.push(Z),s++}let R=s;if(typeof f=="number"){if(f>500||isNaN(f)){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/proper\
ties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:y.properties.list.properties.limit,data:f};
r===null?r=[Z]:r.push(Z),s++}if(f<2||isNaN(f)){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{
comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}}var $t=k===s}if(w.
items!==void 0){let f=w.items,k=s,R=s,Ue=s;if(typeof f=="string"){if(!st.test(f)){let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?
r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var Be=R===s,$t=k===s}if(w.within!==void 0){let f=w.within,k=s,R=s,Ue=s;if(typeof f=="string"){if(!st.
test(f)){let _={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match\
 pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/within",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var St=R===
s,$t=k===s}if(w.source!==void 0){let f=w.source,k=s,R=s,Ue=s;if(typeof f=="string"){if(oe(f)<1){let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/\
minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{
let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:f};r===null?r=[_]:r.push(_),s++}var Ve=R===s,$t=k===s}}else{let le={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.list.type,parentSchema:y.properties.list,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.cancel!==
void 0){let w=e.cancel,Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/can\
cel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.cancel.required,parentSchema:y.
properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.path===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"re\
quired",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:w};
r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}
let le=s;for(let f in w)if(!(f==="method"||f==="path"||f==="body"||f==="from"||f==="proves"||f==="source")){let k={instancePath:t+"/cancel",schemaPath:"#/proper\
ties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.cancel,data:w};r===null?r=[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,k=s,R=y.properties.cancel.properties.method.enum;if(!(f==="GET"||f===
"POST"||f==="PUT"||f==="DELETE")){let Ue={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:y.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.cancel.properties.method.enum,parentSchema:y.
properties.cancel.properties.method,data:f};r===null?r=[Ue]:r.push(Ue),s++}var yt=k===s}if(w.path!==void 0){let f=w.path,k=s,R=s,Ue=s;if(typeof f=="string"){if(!Gt.
test(f)){let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ce,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};r===null?r=[_]:r.push(_),s++}var Rr=R===s,yt=k===s}if(w.body!==void 0){let f=w.body,k=s;
Sr(f,{instancePath:t+"/cancel/body",parentData:w,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(r=r===null?Sr.errors:r.concat(Sr.errors),s=r.length);
var yt=k===s}if(w.from!==void 0){let f=w.from,k=s,R=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.words===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.
cancel.properties.from.required,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required proper\
ty 'source'",schema:y.properties.cancel.properties.from.required,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)
if(!(_==="words"||_==="source")){let q={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.from,data:f};r===null?
r=[q]:r.push(q),s++}if(f.words!==void 0){let _=f.words,q=s,ae=s,_e=s;if(Array.isArray(_)){if(_.length<1){let Ye={instancePath:t+"/cancel/from/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Ye]:r.push(Ye),
s++}let ve=!0,X=_.length;for(let Ye=0;Ye<X;Ye++){let xe=_[Ye],ge=s,qe=s;if(typeof xe=="string"){if(oe(xe)<1){let Tt={instancePath:t+"/cancel/from/words/"+Ye,schemaPath:"\
#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:xe};r===
null?r=[Tt]:r.push(Tt),s++}}else{let Tt={instancePath:t+"/cancel/from/words/"+Ye,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:wt.items.type,parentSchema:wt.items,data:xe};r===null?r=[Tt]:r.push(Tt),s++}var Er=ge===s;Er||(ve=!1)}let H,Ke=_.length,rt;if(H=!0,Ke>1){
let Ye={};for(;Ke--;){let xe=_[Ke];if(typeof xe=="string"){if(typeof Ye[xe]=="number"){rt=Ye[xe];let ge={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs\
/words/uniqueItems",keyword:"uniqueItems",params:{i:Ke,j:rt},message:"must NOT have duplicate items (items ## "+rt+" and "+Ke+" are identical)",schema:!0,parentSchema:wt,
data:_};r===null?r=[ge]:r.push(ge),s++,H=!1;break}Ye[xe]=Ke}}}}else{let ve={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,data:_};r===null?r=[ve]:r.push(ve),s++}var qt=ae===s,Ro=q===s}if(f.source!==void 0){let _=f.
source,q=s,ae=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let X={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/cancel/from\
/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[X]:r.
push(X),s++}var cc=ae===s,Ro=q===s}}else{let Z={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.cancel.properties.from.type,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[Z]:r.push(
Z),s++}var yt=k===s}if(w.proves!==void 0){let f=w.proves,k=s,R=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<2){let _={instancePath:t+
"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 p\
roperties",schema:2,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+"/cancel\
/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property '\
source'",schema:y.properties.cancel.properties.proves.required,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)
if(!(_==="answer"||_==="query"||_==="source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves,data:f};
r===null?r=[q]:r.push(q),s++}if(f.answer!==void 0){let _=f.answer,q=s,ae=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.at===void 0){let ve={instancePath:t+
"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:y.properties.cancel.properties.proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.
answer,data:_};r===null?r=[ve]:r.push(ve),s++}if(_.words===void 0){let ve={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/pro\
ves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.
proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:_};r===null?r=[ve]:r.push(ve),s++}let _e=s;for(let ve in _)
if(!(ve==="at"||ve==="words")){let X={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:ve},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.
proves.properties.answer,data:_};r===null?r=[X]:r.push(X),s++}if(_.at!==void 0){let ve=_.at,X=s,H=s,Ke=s;if(typeof ve=="string"){if(!st.test(ve)){let rt={instancePath:t+
"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:ve};r===null?r=[rt]:r.push(rt),s++}}else{let rt={instancePath:t+"/cancel/proves/answer/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:ve};r===null?r=[rt]:r.push(rt),s++}var bh=H===
s,vs=X===s}if(_.words!==void 0){let ve=_.words,X=s,H=s,Ke=s;if(Array.isArray(ve)){if(ve.length<1){let gt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:ve};r===null?r=[gt]:r.push(
gt),s++}let Ye=!0,xe=ve.length;for(let gt=0;gt<xe;gt++){let ft=ve[gt],Ht=s,es=s;if(typeof ft=="string"){if(oe(ft)<1){let Fr={instancePath:t+"/cancel/proves/answ\
er/words/"+gt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.
items,data:ft};r===null?r=[Fr]:r.push(Fr),s++}}else{let Fr={instancePath:t+"/cancel/proves/answer/words/"+gt,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:ft};r===null?r=[Fr]:r.push(Fr),s++}var dc=Ht===s;dc||(Ye=!1)}let ge,
qe=ve.length,Tt;if(ge=!0,qe>1){let gt={};for(;qe--;){let ft=ve[qe];if(typeof ft=="string"){if(typeof gt[ft]=="number"){Tt=gt[ft];let Ht={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:qe,j:Tt},message:"must NOT have duplicate items (items ## "+Tt+" an\
d "+qe+" are identical)",schema:!0,parentSchema:wt,data:ve};r===null?r=[Ht]:r.push(Ht),s++,ge=!1;break}gt[ft]=qe}}}}else{let Ye={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,data:ve};r===null?r=[Ye]:
r.push(Ye),s++}var Yr=H===s,vs=X===s}}else{let _e={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.properties.answer.type,parentSchema:y.properties.
cancel.properties.proves.properties.answer,data:_};r===null?r=[_e]:r.push(_e),s++}var Eo=q===s}if(f.query!==void 0){let _=f.query,q=s,ae=s,_e=s;if(Array.isArray(
_)){if(_.length<1){let xe={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have \
fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[xe]:r.push(xe),s++}let X=!0,H=_.length;for(let xe=0;xe<H;xe++){let ge=_[xe],qe=s,Tt=s;if(typeof ge==
"string"){if(oe(ge)<1){let gt={instancePath:t+"/cancel/proves/query/"+xe,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:ge};r===null?r=[gt]:r.push(gt),s++}}else{let gt={instancePath:t+"/cancel/proves/query\
/"+xe,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:ge};r===
null?r=[gt]:r.push(gt),s++}var uc=qe===s;uc||(X=!1)}let Ke,rt=_.length,Ye;if(Ke=!0,rt>1){let xe={};for(;rt--;){let ge=_[rt];if(typeof ge=="string"){if(typeof xe[ge]==
"number"){Ye=xe[ge];let qe={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:rt,j:Ye},message:"must \
NOT have duplicate items (items ## "+Ye+" and "+rt+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[qe]:r.push(qe),s++,Ke=!1;break}xe[ge]=rt}}}}else{
let X={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,
data:_};r===null?r=[X]:r.push(X),s++}var lc=ae===s,Eo=q===s}if(f.source!==void 0){let _=f.source,q=s,ae=s,_e=s;if(typeof _=="string"){if(oe(_)<1){let X={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:_};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[X]:r.push(X),s++}var kr=ae===s,Eo=q===s}}else{let Z={instancePath:t+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.
type,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[Z]:r.push(Z),s++}var yt=k===s}if(w.source!==void 0){let f=w.source,k=s,R=s,Ue=s;if(typeof f==
"string"){if(oe(f)<1){let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var vh=R===s,yt=k===s}}else{
let le={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.
type,parentSchema:y.properties.cancel,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.status!==void 0){let w=e.status,Se=s,ot=s;if(w&&typeof w=="object"&&
!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:y.properties.status.required,parentSchema:y.properties.status,data:w};r===null?r=[f]:r.push(f),s++}if(w.states===
void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:y.properties.status.required,parentSchema:y.properties.status,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.status.required,parentSchema:y.properties.status,data:w};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="at"||f==="states"||f==="as"||
f==="absent"||f==="cases"||f==="source")){let k={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status,data:w};r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){
let f=w.at,k=s,R=s,Ue=s;if(typeof f=="string"){if(!st.test(f)){let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(
Z),s++}}else{let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var kh=R===s,ks=k===s}if(w.states!==void 0){let f=w.states,k=s,R=s;if(f&&typeof f=="object"&&!Array.isArray(
f)){if(Object.keys(f).length<1){let _={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[_]:r.push(_),s++}
let Z=s;for(let _ in f){let q=f[_],ae=s,_e=s,ve=Bt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q===
"unknown")){let X={instancePath:t+"/status/states/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Bt.
enum},message:"must be equal to one of the allowed values",schema:Bt.enum,parentSchema:Bt,data:q};r===null?r=[X]:r.push(X),s++}var pa=_e===s,Ph=ae===s}}else{let Z={
instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.status.properties.states.type,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[Z]:r.push(Z),s++}var ks=k===s}if(w.as!==void 0){
let f=w.as,k=s,R=y.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){let Z={instancePath:t+"/status/as",schemaPath:"#/properties/status/pr\
operties/as/enum",keyword:"enum",params:{allowedValues:y.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:y.properties.
status.properties.as.enum,parentSchema:y.properties.status.properties.as,data:f};r===null?r=[Z]:r.push(Z),s++}var ks=k===s}if(w.absent!==void 0){let f=w.absent,
k=s,R=s,Ue=Bt.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f==="expired"||f==="cancelled"||f==="unknown")){let _={instancePath:t+"/s\
tatus/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Bt.enum},message:"must be equal to one of the allowed values",schema:Bt.enum,
parentSchema:Bt,data:f};r===null?r=[_]:r.push(_),s++}var Ps=R===s,ks=k===s}if(w.cases!==void 0){let f=w.cases,k=s,R=s;if(Array.isArray(f)){if(f.length<1){let q={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than \
1 items",schema:1,parentSchema:y.properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,_=f.length;for(let q=0;q<_;q++){let ae=f[q],_e=s,
ve=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.when===void 0){let H={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/ca\
ses/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:y.properties.status.properties.cases.
items.required,parentSchema:y.properties.status.properties.cases.items,data:ae};r===null?r=[H]:r.push(H),s++}if(ae.means===void 0){let H={instancePath:t+"/statu\
s/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required pro\
perty 'means'",schema:y.properties.status.properties.cases.items.required,parentSchema:y.properties.status.properties.cases.items,data:ae};r===null?r=[H]:r.push(
H),s++}let X=s;for(let H in ae)if(!(H==="when"||H==="means")){let Ke={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
status.properties.cases.items,data:ae};r===null?r=[Ke]:r.push(Ke),s++}if(ae.when!==void 0){let H=ae.when,Ke=s,rt=s;if(Array.isArray(H)){if(H.length<1){let ge={instancePath:t+
"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when,data:H};r===null?r=[ge]:r.push(ge),s++}let Ye=!0,xe=H.
length;for(let ge=0;ge<xe;ge++){let qe=H[ge],Tt=s,gt=s,ft=s,Ht=!1,es=null,Fr=s;if(qe&&typeof qe=="object"&&!Array.isArray(qe)&&qe.is===void 0){let Wt={instancePath:t+
"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:qe};r===null?r=[Wt]:r.push(Wt),s++}var ca=Fr===s;ca&&(Ht=!0,es=0);let nn=s;if(qe&&typeof qe=="\
object"&&!Array.isArray(qe)&&qe.present===void 0){let Wt={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/p\
roperties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:y.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:qe};
r===null?r=[Wt]:r.push(Wt),s++}var ca=nn===s;if(ca&&Ht?(Ht=!1,es=[es,1]):ca&&(Ht=!0,es=1),Ht)s=ft,r!==null&&(ft?r.length=ft:r=null);else{let Wt={instancePath:t+
"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:es},message:"\
must match exactly one schema in oneOf",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:y.properties.status.properties.
cases.items.properties.when.items,data:qe};r===null?r=[Wt]:r.push(Wt),s++}if(qe&&typeof qe=="object"&&!Array.isArray(qe)){if(qe.at===void 0){let ht={instancePath:t+
"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.properties.cases.items.properties.when.items.required,parentSchema:y.properties.status.
properties.cases.items.properties.when.items,data:qe};r===null?r=[ht]:r.push(ht),s++}let Wt=s;for(let ht in qe)if(!(ht==="at"||ht==="is"||ht==="present")){let hr={
instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:ht},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items.properties.
when.items,data:qe};r===null?r=[hr]:r.push(hr),s++}if(qe.at!==void 0){let ht=qe.at,hr=s,ts=s,l=s;if(typeof ht=="string"){if(!st.test(ht)){let fe={instancePath:t+
"/status/cases/"+q+"/when/"+ge+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:ht};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/status/cases/"+q+"/\
when/"+ge+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:ht};r===null?
r=[fe]:r.push(fe),s++}var da=ts===s,Io=hr===s}if(qe.is!==void 0){let ht=qe.is,hr=s,ts=s;if(Array.isArray(ht)){if(ht.length<1){let fe={instancePath:t+"/status/ca\
ses/"+q+"/when/"+ge+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:ht};r===null?
r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/status/cases/"+q+"/when/"+ge+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/i\
tems/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.items.properties.
is.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:ht};r===null?r=[fe]:r.push(fe),s++}var Io=hr===s}if(qe.
present!==void 0){let ht=qe.present,hr=s;if(typeof ht!="boolean"){let fe={instancePath:t+"/status/cases/"+q+"/when/"+ge+"/present",schemaPath:"#/properties/stat\
us/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:y.properties.status.
properties.cases.items.properties.when.items.properties.present.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.present,
data:ht};r===null?r=[fe]:r.push(fe),s++}let ts=s;var Io=hr===s}}else{let Wt={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/prope\
rties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.cases.items.properties.
when.items.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:qe};r===null?r=[Wt]:r.push(Wt),s++}var mc=Tt===s;mc||(Ye=!1)}}else{
let Ye={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.type,parentSchema:y.properties.status.properties.cases.items.properties.
when,data:H};r===null?r=[Ye]:r.push(Ye),s++}var fc=Ke===s}if(ae.means!==void 0){let H=ae.means,Ke=s,rt=s,Ye=Bt.enum;if(!(H==="queued"||H==="processing"||H==="co\
mpleted"||H==="failed"||H==="expired"||H==="cancelled"||H==="unknown")){let ge={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"\
enum",params:{allowedValues:Bt.enum},message:"must be equal to one of the allowed values",schema:Bt.enum,parentSchema:Bt,data:H};r===null?r=[ge]:r.push(ge),s++}
var $h=rt===s,fc=Ke===s}}else{let X={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.status.properties.cases.items.type,parentSchema:y.properties.status.properties.cases.items,data:ae};r===null?
r=[X]:r.push(X),s++}var $s=_e===s;$s||(Z=!1)}}else{let Z={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.status.properties.cases.type,parentSchema:y.properties.status.properties.cases,data:f};r===null?r=[Z]:
r.push(Z),s++}var ks=k===s}if(w.source!==void 0){let f=w.source,k=s,R=s,Ue=s;if(typeof f=="string"){if(oe(f)<1){let _={instancePath:t+"/status/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var Mo=R===s,ks=k===s}}else{let le={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.status.type,parentSchema:y.properties.status,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===
s}if(e.progress!==void 0){let w=e.progress,Se=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/progress",schemaPath:"\
#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.progress.required,
parentSchema:y.properties.progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/re\
quired",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:y.properties.progress.required,parentSchema:y.properties.
progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"requi\
red",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:w};
r===null?r=[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="at"||f==="of"||f==="source")){let k={instancePath:t+"/progress",schemaPath:"#/properties/progress\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
progress,data:w};r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){let f=w.at,k=s,R=s,Ue=s;if(typeof f=="string"){if(!st.test(f)){let Z={instancePath:t+"/progress/\
at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^\
(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var Sh=R===s,Lo=k===s}if(w.of!==void 0){
let f=w.of,k=s,R=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:y.properties.progress.properties.of,data:f};r===null?
r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:y.properties.progress.properties.of.type,parentSchema:y.properties.progress.properties.of,data:f};r===null?r=[Z]:r.push(Z),s++}var Lo=k===
s}if(w.source!==void 0){let f=w.source,k=s,R=s,Ue=s;if(typeof f=="string"){if(oe(f)<1){let _={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:f};r===null?r=[_]:r.push(_),s++}var Ir=R===s,Lo=k===s}}else{let le={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:y.properties.progress.type,parentSchema:y.properties.progress,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}
if(e.results!==void 0){let w=e.results,Se=s;rs(w,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?
rs.errors:r.concat(rs.errors),s=r.length);var h=Se===s}if(e.message!==void 0){let w=e.message,Se=s;xt(w,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=Se===s}if(e.code!==void 0){let w=e.code,Se=s;xt(w,{instancePath:t+
"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=Se===s}if(e.seconds!==
void 0){let w=e.seconds,Se=s,ot=s,Lr=s;if(typeof w=="string"){if(!st.test(w)){let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}var hc=ot===s,h=Se===s}if(e.secondsAs!==void 0){let w=e.secondsAs,Se=s;if(w!=="string"){let Lr={instancePath:t+
"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:y.
properties.secondsAs,data:w};r===null?r=[Lr]:r.push(Lr),s++}var h=Se===s}if(e.usage!==void 0){let w=e.usage,Se=s,ot=s;if(Array.isArray(w)){let le=!0,f=w.length;
for(let k=0;k<f;k++){let R=w[k],Ue=s,Z=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.at===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properti\
es/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.usage.items.required,parentSchema:y.
properties.usage.items,data:R};r===null?r=[q]:r.push(q),s++}if(R.unit===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",
keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:y.properties.usage.items.required,parentSchema:y.properties.
usage.items,data:R};r===null?r=[q]:r.push(q),s++}if(R.source===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.
items,data:R};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in R)if(!(q==="at"||q==="unit"||q==="source")){let ae={instancePath:t+"/usage/"+k,schemaPath:"#/pro\
perties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.usage.items,data:R};r===null?r=[ae]:r.push(ae),s++}if(R.at!==void 0){let q=R.at,ae=s,_e=s,ve=s;if(typeof q=="string"){if(!st.test(q)){let X={instancePath:t+
"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)\
+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:q};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/pointe\
r/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:q};r===null?r=[X]:r.push(X),s++}var _h=_e===s,Fo=ae===
s}if(R.unit!==void 0){let q=R.unit,ae=s,_e=s;if(typeof q=="string"){if(oe(q)<1){let X={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/p\
roperties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.usage.items.properties.
unit,data:q};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:y.properties.usage.items.properties.unit.type,parentSchema:y.properties.usage.items.properties.unit,data:q};
r===null?r=[X]:r.push(X),s++}var Fo=ae===s}if(R.source!==void 0){let q=R.source,ae=s,_e=s,ve=s;if(typeof q=="string"){if(oe(q)<1){let H={instancePath:t+"/usage/"+
k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[H]:r.push(H),s++}var yc=_e===s,Fo=ae===s}}else{let _={instancePath:t+"/usage/"+k,schemaPath:"\
#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.usage.items.type,parentSchema:y.properties.usage.
items,data:R};r===null?r=[_]:r.push(_),s++}var Vo=Ue===s;Vo||(le=!1)}}else{let le={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.usage.type,parentSchema:y.properties.usage,data:w};r===null?r=[le]:r.push(le),s++}var h=Se===s}if(e.told!==
void 0){let w=e.told,Se=s,ot=s;if(Array.isArray(w)){let le=!0,f=w.length;for(let k=0;k<f;k++){let R=w[k],Ue=s,Z=s,_=s,q=!1,ae=null,_e=s;if(R&&typeof R=="object"&&
!Array.isArray(R)&&R.link===void 0){let X={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
link"},message:"must have required property 'link'",schema:y.properties.told.items.oneOf[0].required,parentSchema:y.properties.told.items.oneOf[0],data:R};r===null?
r=[X]:r.push(X),s++}var Mr=_e===s;Mr&&(q=!0,ae=0);let ve=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.constant===void 0){let X={instancePath:t+"/told/"+k,schemaPath:"\
#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:y.properties.
told.items.oneOf[1].required,parentSchema:y.properties.told.items.oneOf[1],data:R};r===null?r=[X]:r.push(X),s++}var Mr=ve===s;if(Mr&&q)q=!1,ae=[ae,1];else{Mr&&(q=
!0,ae=1);let X=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.fact===void 0){let Ke={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/2/req\
uired",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:y.properties.told.items.oneOf[2].required,parentSchema:y.
properties.told.items.oneOf[2],data:R};r===null?r=[Ke]:r.push(Ke),s++}var Mr=X===s;Mr&&q?(q=!1,ae=[ae,2]):Mr&&(q=!0,ae=2)}if(q)s=_,r!==null&&(_?r.length=_:r=null);else{
let X={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:ae},message:"must match exactly one schema in\
 oneOf",schema:y.properties.told.items.oneOf,parentSchema:y.properties.told.items,data:R};r===null?r=[X]:r.push(X),s++}if(R&&typeof R=="object"&&!Array.isArray(
R)){if(R.at===void 0){let H={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"m\
ust have required property 'at'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:R};r===null?r=[H]:r.push(H),s++}if(R.in===void 0){
let H={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required prop\
erty 'in'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:R};r===null?r=[H]:r.push(H),s++}if(R.source===void 0){let H={instancePath:t+
"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.told.items.required,parentSchema:y.properties.told.items,data:R};r===null?r=[H]:r.push(H),s++}let X=s;for(let H in R)if(!(H==="at"||H==="in"||H==="li\
nk"||H==="constant"||H==="fact"||H==="source")){let Ke={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items,data:R};r===null?r=[Ke]:r.
push(Ke),s++}if(R.at!==void 0){let H=R.at,Ke=s,rt=s,Ye=s;if(typeof H=="string"){if(!st.test(H)){let xe={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/poin\
ter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:H};r===null?r=[xe]:r.push(xe),s++}}else{let xe={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:H};r===null?r=[xe]:r.push(xe),s++}var ua=rt===s,la=Ke===s}if(R.in!==void 0){let H=R.in,Ke=s,rt=y.properties.
told.items.properties.in.enum;if(!(H==="submit"||H==="query"||H==="both")){let xe={instancePath:t+"/told/"+k+"/in",schemaPath:"#/properties/told/items/propertie\
s/in/enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:y.properties.
told.items.properties.in.enum,parentSchema:y.properties.told.items.properties.in,data:H};r===null?r=[xe]:r.push(xe),s++}var la=Ke===s}if(R.link!==void 0){let H=R.
link,Ke=s,rt=s;if(H&&typeof H=="object"&&!Array.isArray(H)){if(H.path===void 0){let ge={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/pr\
operties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.told.items.properties.
link.required,parentSchema:y.properties.told.items.properties.link,data:H};r===null?r=[ge]:r.push(ge),s++}let xe=s;for(let ge in H)if(ge!=="path"){let qe={instancePath:t+
"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ge},message:"\
must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items.properties.link,data:H};r===null?r=[qe]:r.push(qe),s++}if(H.path!==void 0){let ge=H.
path,qe=s,Tt=s,gt=s;if(typeof ge=="string"){if(!Gt.test(ge)){let ft={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:ge};r===null?r=[ft]:r.push(ft),s++}}else{let ft={instancePath:t+"/told/"+
k+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:ge};r===null?r=
[ft]:r.push(ft),s++}var xh=Tt===s,qh=qe===s}}else{let xe={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:y.properties.told.items.properties.link.type,parentSchema:y.properties.told.items.properties.link,data:H};
r===null?r=[xe]:r.push(xe),s++}var la=Ke===s}if(R.fact!==void 0){let H=R.fact,Ke=s,rt=y.properties.told.items.properties.fact.enum;if(!(H==="id"||H==="model"||H===
"created")){let xe={instancePath:t+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:y.properties.
told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:y.properties.told.items.properties.fact.enum,parentSchema:y.properties.
told.items.properties.fact,data:H};r===null?r=[xe]:r.push(xe),s++}var la=Ke===s}if(R.source!==void 0){let H=R.source,Ke=s,rt=s,Ye=s;if(typeof H=="string"){if(oe(
H)<1){let ge={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:H};r===null?r=[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:H};r===null?r=[ge]:r.push(ge),s++}var sn=rt===s,la=Ke===s}}else{
let X={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.told.
items.type,parentSchema:y.properties.told.items,data:R};r===null?r=[X]:r.push(X),s++}var Ss=Ue===s;Ss||(le=!1)}}else{let le={instancePath:t+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.told.type,parentSchema:y.properties.told,data:w};r===null?
r=[le]:r.push(le),s++}var h=Se===s}let Oh;if(e.list!==void 0){if(e.id===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}if(e.query===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}}}else{let an={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:y.type,parentSchema:y,data:e};r===null?r=[an]:r.push(an),s++}return It.errors=r,s===0}It.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function on(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=on.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.title===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.description===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.sources===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.baseUrl===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.authentication===void 0){let l={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.deadline===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.poll===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[l]:r.push(l),s++}if(e.operations===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.errors===void 0){let l={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[l]:r.push(l),s++}let ts=s;for(let l in e)if(!ya.call(c.properties,l)){let fe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[fe]:r.push(fe),s++}if(e.$schema!==void 0){
let l=e.$schema,fe=s;if(typeof l!="string"){let or={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:l};r===null?r=[or]:r.push(or),s++}let Pt=s;var u=fe===s}if(e.$comment!==
void 0){let l=e.$comment,fe=s,Pt=s,or=s;if(typeof l=="string"){if(oe(l)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_r,data:l};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_r.type,parentSchema:_r,data:l};r===null?r=[
d]:r.push(d),s++}var h=Pt===s,u=fe===s}if(e.protocol!==void 0){let l=e.protocol,fe=s,Pt=s;if(typeof l=="string"){if(!Ih.test(l)){let Y={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:l};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:l};r===null?r=
[Y]:r.push(Y),s++}var u=fe===s}if(e.title!==void 0){let l=e.title,fe=s,Pt=s;if(typeof l=="string"){if(oe(l)<1){let Y={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:l};r===
null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.description!==void 0){let l=e.description,
fe=s,Pt=s;if(typeof l=="string"){if(oe(l)<1){let Y={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:l};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.sources!==void 0){let l=e.sources,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l){let A=l[d],ne=s,be=s,
B=!1,b=null,F=s,te=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===
null?r=[v]:r.push(v),s++}if(A.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)
if(!(v==="package"||v==="version")){let E={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[E]:r.push(E),s++}if(A.package!==void 0){let v=A.package,E=s,C=s;if(typeof v=="string"){if(oe(
v)<1){let L={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[L]:
r.push(L),s++}var $=E===s}if(A.version!==void 0){let v=A.version,E=s,C=s;if(typeof v=="string"){if(!Mh.test(v)){let J={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[J]:
r.push(J),s++}var $=E===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:A};r===null?r=[g]:r.push(g),s++}var x=F===s;if(x){B=!0,b=0;var S=!0}let Q=s,P=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}if(A.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)if(!(v==="document"||v==="url")){let E={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[E]:r.push(E),s++}if(A.document!==
void 0){let v=A.document,E=s,C=s;if(typeof v=="string"){if(oe(v)<1){let L={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[L]:r.push(L),s++}var j=E===s}if(A.url!==void 0){let v=A.url,E=s,C=s;if(typeof v=="\
string"){if(!bc.test(v)){let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[J]:r.push(J),s++}var j=E===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[g]:r.push(g),s++}var x=Q===s;if(x&&B?(B=!1,b=[b,1]):x&&(B=!0,b=1,S!==!0&&(S=!0)),B)s=be,r!==
null&&(be?r.length=be:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:b},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:A};r===null?r=[g]:r.push(g),s++}var T=ne===s}}else{let Y={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:l};r===null?r=[Y]:
r.push(Y),s++}var u=fe===s}if(e.baseUrl!==void 0){let l=e.baseUrl,fe=s,Pt=s;if(typeof l=="string"){if(!Lh.test(l)){let Y={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:l};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:l};r===null?
r=[Y]:r.push(Y),s++}var u=fe===s}if(e.authentication!==void 0){let l=e.authentication,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.name===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;
for(let d in l)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let A={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:l};r===null?r=[A]:r.push(A),s++}if(l.in!==void 0){let d=l.in,A=s,ne=c.properties.authentication.properties.in.enum;if(d!=="header"){let be={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[be]:r.push(be),s++}var N=A===s}if(l.name!==void 0){let d=l.name,A=s,ne=s;if(typeof d=="string"){if(!fa.test(d)){let B={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[B]:r.push(B),s++}var N=A===
s}if(l.prefix!==void 0){let d=l.prefix,A=s;if(typeof d!="string"){let B={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[B]:r.push(B),s++}let ne=s;var N=A===s}if(l.token!==void 0){let d=l.token,A=s,ne=s,be=!1,B=null,b=s,F=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let E={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[E]:r.push(E),s++}
if(d.by!==void 0){let v=d.by,E=s;if(v!=="jwt-hs256"){let C={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[C]:r.push(C),s++}var pe=E===s}if(d.seconds!==void 0){let v=d.seconds,E=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[J]:r.push(J),s++}let C=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[J]:r.push(J),s++}if(v<10||isNaN(v)){let J={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[J]:r.push(J),s++}}var pe=E===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
E=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[J]:r.push(J),s++}let C=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let J={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[J]:r.push(J),s++}if(v<0||isNaN(v)){let J={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[J]:r.push(J),s++}}var pe=E===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var V=b===s;if(V){be=!0,B=0;var z=!0}let te=s,Q=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let E={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[E]:r.push(E),s++}if(d.by!==void 0){let v=d.by,E=s;if(v!=="google-service-account"){let C={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[C]:r.push(C),s++}var K=E===s}if(d.scope!==void 0){let v=d.scope,E=s,C=s;if(typeof v=="string"){if(oe(v)<1){let J={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[J]:r.push(J),s++}}else{let J={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[J]:r.push(J),s++}var K=E===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var V=te===
s;if(V&&be?(be=!1,B=[B,1]):V&&(be=!0,B=1,z!==!0&&(z=!0)),be)s=ne,r!==null&&(ne?r.length=ne:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:B},message:"must match exactly one schema in oneOf",schema:c.properties.
authentication.properties.token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var N=A===s}if(l.source!==void 0){
let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+
"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};
r===null?r=[b]:r.push(b),s++}var me=ne===s,N=A===s}}else{let Y={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===
s}if(e.headers!==void 0){let l=e.headers,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:t+"/headers",schemaPath:"\
#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.
headers,data:l};r===null?r=[d]:r.push(d),s++}for(let d in l){let A=s;if(typeof d=="string"&&!fa.test(d)){let ne={instancePath:t+"/headers",schemaPath:"#/propert\
ies/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._\
-]+$",parentSchema:c.properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[ne]:r.push(ne),s++}var O=A===s;if(!O){let ne={instancePath:t+"/headers",
schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.
propertyNames,parentSchema:c.properties.headers,data:l};r===null?r=[ne]:r.push(ne),s++}}let Y=s;for(let d in l){let A=l[d],ne=s,be=s;if(typeof A=="string"){if(!kc.
test(A)){let B={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"patt\
ern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,
data:A};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additiona\
lProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.
headers.additionalProperties,data:A};r===null?r=[B]:r.push(B),s++}var ye=ne===s}}else{let Y={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===
s}if(e.idempotency!==void 0){let l=e.idempotency,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.header===void 0){let d={instancePath:t+"/idempotenc\
y",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.keptSeconds===void 0){let d={instancePath:t+"/idempotency",
schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/idempot\
ency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)if(!(d==="header"||d==="keptSe\
conds"||d==="source")){let A={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:l};r===null?r=[A]:r.push(A),s++}if(l.header!==void 0){let d=l.
header,A=s,ne=s;if(typeof d=="string"){if(oe(d)<1){let be={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===
null?r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===
null?r=[be]:r.push(be),s++}var ue=A===s}if(l.keptSeconds!==void 0){let d=l.keptSeconds,A=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let B={instancePath:t+"/\
idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),s++}let ne=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let B={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),
s++}var ue=A===s}if(l.source!==void 0){let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/idempotency/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.
push(b),s++}}else{let b={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var U=ne===s,ue=A===s}}else{let Y={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:l};r===null?
r=[Y]:r.push(Y),s++}var u=fe===s}if(e.deadline!==void 0){let l=e.deadline,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)if(!(d==="seconds"||d==="source")){let A={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:l};r===null?r=[A]:r.push(A),s++}if(l.seconds!==void 0){let d=l.seconds,A=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let be={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[be]:
r.push(be),s++}let ne=s;if(typeof d=="number"&&(d<60||isNaN(d))){let be={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds\
/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[be]:r.push(be),s++}var I=A===s}if(l.source!==void 0){let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/deadline/so\
urce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};
r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var we=ne===s,I=A===s}}else{let Y={instancePath:t+"/deadline",schemaPath:"#/prop\
erties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:l};
r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.poll!==void 0){let l=e.poll,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)if(!(d==="seconds"||d==="source")){let A={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:l};r===null?r=[A]:r.push(A),s++}if(l.seconds!==void 0){let d=l.seconds,A=s,ne=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let be={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[be]:r.push(be),s++}var $e=A===s}if(l.source!==void 0){let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){
if(oe(d)<1){let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var ee=ne===s,$e=A===s}}else{let Y={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.probe!==void 0){let l=e.probe,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)if(!(d==="path"||d==="accepted"||d==="source")){let A={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:l};r===null?r=[A]:r.push(A),s++}if(l.path!==void 0){let d=l.path,A=s,ne=s,be=s;if(typeof d=="string"){if(!Gt.
test(d)){let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ce,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[B]:r.push(B),s++}var D=ne===s,Je=A===s}if(l.accepted!==void 0){let d=l.accepted,
A=s,ne=s;if(Array.isArray(d)){if(d.length<1){let F={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[F]:r.push(F),s++}
let B=!0,b=d.length;for(let F=0;F<b;F++){let te=d[F],Q=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+"/probe/accepted/"+F,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let P=s;if(typeof te=="number"){if(te>599||isNaN(te)){
let g={instancePath:t+"/probe/accepted/"+F,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<100||isNaN(te)){let g={
instancePath:t+"/probe/accepted/"+F,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var lt=Q===s;lt||(B=!1)}}else{let B={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[B]:r.push(B),s++}var Je=A===s}if(l.source!==void 0){
let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:
r.push(b),s++}var $t=ne===s,Je=A===s}}else{let Y={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.modelProbe!==void 0){let l=e.
modelProbe,fe=s,Pt=s,or=s,Y=!1,d=null,A=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/pro\
perties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.
oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[B]:r.push(B),s++}if(l.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[B]:r.push(B),s++}}var Be=A===s;Be&&(Y=!0,d=0);let ne=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.url===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],
data:l};r===null?r=[B]:r.push(B),s++}if(l.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.
modelProbe.oneOf[1],data:l};r===null?r=[B]:r.push(B),s++}}var Be=ne===s;if(Be&&Y)Y=!1,d=[d,1];else{Be&&(Y=!0,d=1);let B=s;if(l&&typeof l=="object"&&!Array.isArray(
l)&&l.untestable===void 0){let F={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:l};
r===null?r=[F]:r.push(F),s++}var Be=B===s;Be&&Y?(Y=!1,d=[d,2]):Be&&(Y=!0,d=2)}if(Y)s=or,r!==null&&(or?r.length=or:r=null);else{let B={instancePath:t+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.
oneOf,parentSchema:c.properties.modelProbe,data:l};r===null?r=[B]:r.push(B),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let b={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:l};r===null?r=[b]:r.push(b),s++}let B=s;for(let b in l)if(!(b==="path"||b==="u\
rl"||b==="names"||b==="omits"||b==="told"||b==="except"||b==="untestable"||b==="source")){let F={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe,data:l};r===null?r=[F]:r.push(F),s++}if(l.path!==void 0){let b=l.path,F=s,te=s,Q=s;if(typeof b=="string"){if(!Gt.test(b)){let P={instancePath:t+"/mod\
elProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:b};r===
null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Ce.type,parentSchema:Ce,data:b};r===null?r=[P]:r.push(P),s++}var St=te===s,Ve=F===s}if(l.url!==void 0){let b=l.url,F=s,te=s;if(typeof b=="string"){
if(!Fh.test(b)){let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,
data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:b};r===null?
r=[P]:r.push(P),s++}var Ve=F===s}if(l.names!==void 0){let b=l.names,F=s,te=s,Q=s;if(typeof b=="string"){if(!st.test(b)){let g={instancePath:t+"/modelProbe/names",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}var yt=te===s,Ve=F===s}if(l.omits!==void 0){
let b=l.omits,F=s,te=s;if(typeof b=="string"){if(oe(b)<1){let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:b};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:b};r===null?r=
[P]:r.push(P),s++}var Ve=F===s}if(l.told!==void 0){let b=l.told,F=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.
modelProbe.properties.told,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let E=b[v],C=s,L=s;if(E&&typeof E=="object"&&!Array.isArray(
E)){if(E.at===void 0){let G={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.
properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}if(E.constant===void 0){let G={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelPro\
be/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.
properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}let J=s;for(let G in E)if(!(G==="\
at"||G==="constant")){let ie={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,
data:E};r===null?r=[ie]:r.push(ie),s++}if(E.at!==void 0){let G=E.at,ie=s,De=s,it=s;if(typeof G=="string"){if(!st.test(G)){let ke={instancePath:t+"/modelProbe/to\
ld/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:G};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#/$def\
s/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:G};r===null?r=[ke]:r.push(ke),s++}var Rr=De===
s,Er=ie===s}}else{let J={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:E};r===null?
r=[J]:r.push(J),s++}var qt=C===s;qt||(P=!1)}}else{let P={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:b};
r===null?r=[P]:r.push(P),s++}var Ve=F===s}if(l.except!==void 0){let b=l.except,F=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let E=b[v],C=s,L=s;if(E&&typeof E=="object"&&
!Array.isArray(E)){if(E.prefix===void 0){let G={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:E};r===null?r=[G]:r.push(G),s++}if(E.reason===void 0){let G={instancePath:t+"/modelProbe/except/"+v,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:E};r===null?r=[G]:r.push(G),s++}let J=s;
for(let G in E)if(!(G==="prefix"||G==="reason")){let ie={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.prefix!==void 0){let G=E.prefix,ie=s,De=s;if(typeof G=="string"){if(oe(G)<1){let it={
instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:G};r===null?
r=[it]:r.push(it),s++}}else{let it={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:G};r===null?r=[it]:r.push(it),s++}var Ro=ie===s}if(E.reason!==void 0){let G=E.reason,ie=s,De=s;
if(typeof G=="string"){if(oe(G)<1){let ke={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properti\
es/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:G};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/mo\
delProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:G};r===null?r=[ke]:r.push(ke),s++}var Ro=ie===
s}}else{let J={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:E};r===null?r=[J]:
r.push(J),s++}var cc=C===s;cc||(P=!1)}}else{let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:b};
r===null?r=[P]:r.push(P),s++}var Ve=F===s}if(l.untestable!==void 0){let b=l.untestable,F=s,te=s;if(typeof b=="string"){if(oe(b)<1){let P={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}var Ve=F===s}if(l.source!==void 0){let b=l.
source,F=s,te=s,Q=s;if(typeof b=="string"){if(oe(b)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.
push(g),s++}var bh=te===s,Ve=F===s}}else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:l};r===null?r=[B]:r.push(B),s++}var u=fe===s}if(e.webhooks!==void 0){
let l=e.webhooks,fe=s,Pt=s,or=s,Y=!1,d=null,A=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.body===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:l};r===null?r=[B]:r.push(B),s++}var vs=A===s;vs&&(Y=!0,d=0);let ne=s;if(l&&typeof l=="object"&&
!Array.isArray(l)&&l.query===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:l};r===null?
r=[B]:r.push(B),s++}var vs=ne===s;if(vs&&Y?(Y=!1,d=[d,1]):vs&&(Y=!0,d=1),Y)s=or,r!==null&&(or?r.length=or:r=null);else{let B={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:l};r===null?r=[B]:r.push(B),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let b={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:l};r===null?r=[b]:r.push(b),s++}let B=s;for(let b in l)if(!(b==="body"||b==="query"||b==="with"||b==="signature"||
b==="challenge"||b==="told"||b==="source")){let F={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:l};r===null?r=[F]:r.push(F),s++}
if(l.body!==void 0){let b=l.body,F=s,te=s,Q=s;if(typeof b=="string"){if(!st.test(b)){let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:se.type,parentSchema:se,data:b};r===null?r=[P]:r.push(P),s++}var dc=te===s,Yr=F===s}if(l.query!==void 0){let b=l.query,F=s,te=s;if(typeof b=="\
string"){if(oe(b)<1){let P={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}var Yr=F===s}if(l.with!==void 0){let b=l.with,F=s,
te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.
length;for(let v=0;v<g;v++){let E=b[v],C=s,L=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.to===void 0){let G={instancePath:t+"/webhooks/with/"+v,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:E};r===null?r=[G]:r.push(G),s++}if(E.constant===void 0){let G={
instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:E};
r===null?r=[G]:r.push(G),s++}let J=s;for(let G in E)if(!(G==="to"||G==="constant")){let ie={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks\
/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.to!==void 0){let G=E.to,ie=s,De=s,it=s;if(typeof G=="string"){
if(!st.test(G)){let ke={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:G};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+
"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:G};
r===null?r=[ke]:r.push(ke),s++}var Eo=De===s,uc=ie===s}}else{let J={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:E};r===null?r=[J]:r.push(J),s++}var lc=C===s;lc||(P=!1)}}else{let P={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:b};r===null?r=[P]:r.push(P),s++}var Yr=F===s}if(l.signature!==void 0){let b=l.signature,F=s,te=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.algorithm===
void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"\
algorithm"},message:"must have required property 'algorithm'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[g]:r.push(g),s++}if(b.header===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/si\
gnature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.webhooks.properties.signature.
required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(g),s++}if(b.encoding===void 0){let g={instancePath:t+"/webhooks/s\
ignature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required pr\
operty 'encoding'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(
g),s++}if(b.signed===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{
missingProperty:"signed"},message:"must have required property 'signed'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.
properties.signature,data:b};r===null?r=[g]:r.push(g),s++}if(b.key===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/prope\
rties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:c.properties.webhooks.properties.
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(g),s++}let P=s;for(let g in b)if(!ya.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[v]:r.push(v),s++}if(b.algorithm!==void 0){let g=b.algorithm,v=s,E=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let C={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[C]:r.push(C),s++}var kr=v===s}if(b.header!==void 0){let g=b.header,v=s,E=s,C=s;if(typeof g=="string"){if(!fa.
test(g)){let J={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Pr,data:g};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Pr.type,parentSchema:Pr,data:g};r===
null?r=[J]:r.push(J),s++}var vh=E===s,kr=v===s}if(b.separator!==void 0){let g=b.separator,v=s,E=s;if(typeof g=="string"){if(oe(g)<1){let L={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[L]:r.push(L),s++}}else{
let L={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[L]:r.push(L),s++}var kr=v===s}if(b.prefix!==void 0){let g=b.prefix,v=s,E=s;if(typeof g=="string"){if(oe(g)<1){let L={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[L]:r.push(L),s++}}else{
let L={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[L]:r.push(L),s++}var kr=v===s}if(b.encoding!==void 0){let g=b.encoding,v=s,E=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let L={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[L]:r.push(L),s++}var kr=v===s}if(b.headers!==void 0){let g=b.headers,v=s,E=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let J={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[J]:r.push(J),s++}let L=s;for(let J in g){let G=g[J],ie=s,De=s,it=s;if(typeof G=="string"){if(!fa.test(G)){let ke={instancePath:t+"/webhooks/\
signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Pr,data:G};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhook\
s/signature/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:Pr.type,parentSchema:Pr,data:G};r===null?r=[ke]:r.push(ke),s++}var kh=De===s,ks=ie===s}}else{let L={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[L]:r.push(L),s++}var kr=v===
s}if(b.signed!==void 0){let g=b.signed,v=s,E=s;if(typeof g=="string"){if(oe(g)<1){let L={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[L]:r.push(L),s++}var kr=v===s}if(b.
time!==void 0){let g=b.time,v=s,E=s,C=s,L=!1,J=null,G=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let it={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[it]:r.push(it),s++}var pa=G===s;pa&&(L=!0,J=0);let ie=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[it]:r.push(it),s++}var pa=ie===s;if(pa&&L?(L=!1,J=
[J,1]):pa&&(L=!0,J=1),L)s=C,r!==null&&(C?r.length=C:r=null);else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:J},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.toleranceSeconds===void 0){
let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}let it=s;for(let M in g)if(!(M==="header"||M==="separator"||M==="p\
refix"||M==="member"||M==="unit"||M==="toleranceSeconds")){let ze={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ze]:r.push(ze),s++}if(g.header!==void 0){let M=g.header,ze=s,tt=s,pt=s;if(typeof M==
"string"){if(!fa.test(M)){let We={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Pr,data:M};r===null?r=[We]:r.push(We),s++}}else{let We={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Pr.type,
parentSchema:Pr,data:M};r===null?r=[We]:r.push(We),s++}var Ph=tt===s,Ps=ze===s}if(g.separator!==void 0){let M=g.separator,ze=s,tt=s;if(typeof M=="string"){if(oe(
M)<1){let We={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:M};r===null?r=[We]:r.push(We),s++}}else{let We={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:M};
r===null?r=[We]:r.push(We),s++}var Ps=ze===s}if(g.prefix!==void 0){let M=g.prefix,ze=s,tt=s;if(typeof M=="string"){if(oe(M)<1){let We={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?
r=[We]:r.push(We),s++}}else{let We={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?r=[We]:r.push(We),s++}var Ps=ze===s}if(g.
member!==void 0){let M=g.member,ze=s,tt=s,pt=s;if(typeof M=="string"){if(!st.test(M)){let Ee={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:se,data:M};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Ee]:r.push(Ee),s++}var ca=tt===s,Ps=ze===s}if(g.unit!==
void 0){let M=g.unit,ze=s,tt=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(M==="seconds"||M==="milliseconds"||M==="rfc333\
9")){let We={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:M};r===null?r=[We]:r.push(We),s++}var Ps=ze===s}if(g.toleranceSeconds!==void 0){let M=g.toleranceSeconds,ze=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(
M))){let We={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[We]:r.push(We),s++}let tt=s;if(typeof M==
"number"){if(M>3600||isNaN(M)){let We={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[We]:r.push(We),s++}if(M<1||isNaN(M)){let We={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:M};r===null?r=[We]:r.push(We),s++}}var Ps=ze===s}let ke;if(g.separator!==void 0&&g.header===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.prefix!==void 0&&g.header===
void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[M]:r.push(M),s++}}else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}var kr=v===s}if(b.key!==void 0){let g=b.key,v=s,E=s,C=!1,L=null,J=s,G=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}
if(g.path===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}if(g.at===void 0){let M={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}let ke=s;for(let M in g)if(!(M==="by"||M==="path"||M==="at"||M==="prefix"||M==="encoding")){let ze={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let M=g.by,ze=s;if(M!=="request"){let tt={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:M};r===null?r=[tt]:r.push(tt),s++}var da=ze===s}if(g.
path!==void 0){let M=g.path,ze=s,tt=s,pt=s;if(typeof M=="string"){if(!Gt.test(M)){let Ee={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:M};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:M};r===null?r=[Ee]:r.push(Ee),s++}var Io=tt===s,da=ze===s}if(g.at!==void 0){let M=g.at,ze=s,tt=s,pt=s;if(typeof M=="string"){if(!st.test(M)){let Ee={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:M};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Ee]:r.push(Ee),s++}var mc=tt===
s,da=ze===s}if(g.prefix!==void 0){let M=g.prefix,ze=s,tt=s,pt=s;if(typeof M=="string"){if(oe(M)<1){let Ee={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_s,data:M};r===null?r=[Ee]:
r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:_s.type,parentSchema:_s,data:M};r===null?r=[Ee]:r.push(Ee),s++}var fc=tt===s,da=ze===s}if(g.encoding!==void 0){let M=g.encoding,ze=s,tt=s,
pt=Vr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Ee={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Vr.enum},message:"must be equal to one of the allowed values",schema:Vr.enum,parentSchema:Vr,data:M};r===null?r=[Ee]:r.push(Ee),s++}var $h=tt===
s,da=ze===s}}else{let ke={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[ke]:r.push(ke),s++}var Ir=J===s;if(Ir){C=!0,L=0;var $s=!0}let ie=s,De=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){
let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}let ke=s;for(let M in g)if(!(M==="by"||M===
"prefix"||M==="encoding")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let M=g.by,ze=s;if(M!=="setting"){let tt={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:M};
r===null?r=[tt]:r.push(tt),s++}var Mo=ze===s}if(g.prefix!==void 0){let M=g.prefix,ze=s,tt=s,pt=s;if(typeof M=="string"){if(oe(M)<1){let Ee={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:_s,data:M};r===null?r=[Ee]:r.push(Ee),s++}}else{let Ee={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:_s.type,parentSchema:_s,data:M};r===null?r=[Ee]:r.push(Ee),s++}var Sh=tt===s,Mo=ze===s}if(g.encoding!==
void 0){let M=g.encoding,ze=s,tt=s,pt=Vr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Ee={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Vr.enum},message:"must be equal to one of the allowed values",schema:Vr.enum,parentSchema:Vr,data:M};
r===null?r=[Ee]:r.push(Ee),s++}var Lo=tt===s,Mo=ze===s}}else{let ke={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ke]:r.push(ke),s++}var Ir=ie===s;if(Ir&&C)C=!1,
L=[L,1];else{Ir&&(C=!0,L=1,$s!==!0&&($s=!0));let ke=s,M=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let pt={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[pt]:r.push(pt),s++}if(g.url===void 0){let pt={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[pt]:r.push(pt),s++}let tt=s;for(let pt in g)if(!(pt==="by"||pt==="url")){let We={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:pt},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[We]:r.push(We),s++}if(g.by!==
void 0){let pt=g.by,We=s;if(pt!=="key-set"){let Ee={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:pt};r===null?r=[Ee]:r.push(Ee),s++}var hc=We===s}if(g.url!==void 0){let pt=g.url,We=s,Ee=s;
if(typeof pt=="string"){if(!bc.test(pt)){let ma={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:pt};r===null?r=[ma]:r.push(ma),s++}}else{let ma={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:pt};r===null?r=[ma]:r.push(ma),s++}var hc=We===s}}else{let tt={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[tt]:r.push(
tt),s++}var Ir=ke===s;Ir&&C?(C=!1,L=[L,2]):Ir&&(C=!0,L=2,$s!==!0&&($s=!0))}if(C)s=E,r!==null&&(E?r.length=E:r=null);else{let ke={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:L},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[ke]:r.push(ke),s++}var kr=v===s}}else{let P={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[P]:r.push(P),s++}var Yr=F===s}if(l.challenge!==void 0){let b=l.challenge,F=s,te=s,Q=s;if(typeof b=="string"){if(!st.test(b)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}var _h=te===
s,Yr=F===s}if(l.told!==void 0){let b=l.told,F=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let E=b[v],C=s,L=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){
let G={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:E};r===
null?r=[G]:r.push(G),s++}if(E.fact===void 0){let G={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}let J=s;for(let G in E)if(!(G==="at"||G==="fact")){let ie={instancePath:t+"/webho\
oks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.at!==void 0){
let G=E.at,ie=s,De=s,it=s;if(typeof G=="string"){if(!st.test(G)){let ke={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:G};r===null?
r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:se.type,parentSchema:se,data:G};r===null?r=[ke]:r.push(ke),s++}var Fo=De===s,yc=ie===s}if(E.fact!==void 0){let G=E.fact,ie=s,De=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(G==="id"||G==="model"||G==="created")){let ke={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:G};r===null?r=[ke]:r.push(ke),s++}var yc=ie===s}}else{let J={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:E};r===null?r=[J]:r.push(J),s++}var Vo=C===s;Vo||(P=!1)}}else{let P={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:b};r===null?r=[P]:r.push(P),s++}var Yr=F===s}if(l.source!==void 0){let b=l.source,F=s,te=s,Q=s;
if(typeof b=="string"){if(oe(b)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var Mr=te===
s,Yr=F===s}}else{let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:l};r===null?r=[B]:r.push(B),s++}var u=fe===s}if(e.rateHeaders!==void 0){let l=e.rateHeaders,fe=s;
xs(l,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?xs.errors:r.concat(xs.errors),s=r.length);
var u=fe===s}if(e.upload!==void 0){let l=e.upload,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};
r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}
let Y=s;for(let d in l)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let A={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:l};r===null?r=[A]:r.push(A),s++}if(l.method!==void 0){let d=l.method,A=s,ne=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let be={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[be]:r.push(be),s++}var ua=A===s}if(l.path!==void 0){let d=l.path,A=s,ne=s,be=s;if(typeof d=="string"){if(!Gt.test(d)){let b={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:d};r===
null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[b]:r.push(b),s++}var la=ne===s,ua=A===s}if(l.field!==void 0){let d=l.field,A=s,ne=s;if(typeof d=="string"){if(oe(
d)<1){let B={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}var ua=A===s}if(l.reference!==void 0){let d=l.reference,A=s,ne=s,
be=s;if(typeof d=="string"){if(!st.test(d)){let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[b]:r.push(b),s++}}else{
let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:d};r===null?r=[b]:r.push(b),s++}var xh=ne===s,ua=A===s}if(l.source!==void 0){let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var qh=ne===s,ua=A===s}}else{let Y={instancePath:t+"/upload",schemaPath:"#/p\
roperties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:l};r===
null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.operations!==void 0){let l=e.operations,fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let A={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:l};r===null?r=[A]:r.push(A),s++}if(l.video!==void 0){let d=l.video,
A=s;It(d,{instancePath:t+"/operations/video",parentData:l,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?It.errors:r.concat(It.errors),s=
r.length);var sn=A===s}if(l.image!==void 0){let d=l.image,A=s;It(d,{instancePath:t+"/operations/image",parentData:l,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?It.errors:r.concat(It.errors),s=r.length);var sn=A===s}if(l.audio!==void 0){let d=l.audio,A=s;It(d,{instancePath:t+"/operations/audio",parentData:l,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?It.errors:r.concat(It.errors),s=r.length);var sn=A===s}if(l.mesh!==void 0){let d=l.mesh,A=s;
It(d,{instancePath:t+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?It.errors:r.concat(It.errors),s=r.length);
var sn=A===s}}else{let Y={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.errors!==void 0){let l=e.errors,
fe=s,Pt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:l};r===null?r=[d]:r.push(d),s++}if(l.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}if(l.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)
if(!(d==="message"||d==="code"||d==="status"||d==="inside"||d==="proofs")){let A={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:l};r===
null?r=[A]:r.push(A),s++}if(l.message!==void 0){let d=l.message,A=s;xt(d,{instancePath:t+"/errors/message",parentData:l,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Ss=A===s}if(l.code!==void 0){let d=l.code,A=s;xt(d,{instancePath:t+"/errors/code",
parentData:l,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Ss=A===s}if(l.status!==void 0){let d=l.
status,A=s,ne=s,be=s;if(typeof d=="string"){if(!st.test(d)){let b={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[b]:r.push(
b),s++}}else{let b={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:d};r===null?r=[b]:r.push(b),s++}var an=ne===s,Ss=A===s}if(l.inside!==void 0){let d=l.inside,A=s,ne=s;if(d&&typeof d=="object"&&!Array.isArray(
d)){if(d.at===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:d};
r===null?r=[b]:r.push(b),s++}if(d.source===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[b]:r.push(b),s++}let B=s;for(let b in d)if(!(b==="at"||b==="unless"||b==="source")){let F={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[F]:r.push(F),s++}if(d.at!==void 0){let b=d.at,F=s,te=s,
Q=s;if(typeof b=="string"){if(!st.test(b)){let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:b};r===null?r=[P]:r.push(P),s++}var Oh=te===s,w=F===s}if(d.unless!==void 0){let b=d.unless,F=s;if(!Array.isArray(b)){let P={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:b};r===null?r=[P]:r.push(P),s++}let te=s;
var w=F===s}if(d.source!==void 0){let b=d.source,F=s,te=s,Q=s;if(typeof b=="string"){if(oe(b)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(
g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var Se=te===s,w=F===s}}else{let B={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/pro\
perties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[B]:r.push(B),s++}var Ss=A===s}if(l.proofs!==void 0){let d=l.proofs,A=s,ne=s;if(Array.isArray(d)){if(d.length<1){let F={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[F]:r.push(F),s++}let B=!0,b=d.length;for(let F=0;F<b;F++){let te=d[F],
Q=s,P=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let v={instancePath:t+"/errors/proofs/"+F,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}if(te.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?
r=[v]:r.push(v),s++}if(te.source===void 0){let v={instancePath:t+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in te)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let E={instancePath:t+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:te};r===null?r=[E]:r.push(E),s++}if(te.status!==void 0){let v=te.status,E=s,C=s;if(typeof v=="string"){if(!Vh.test(v)){let L={instancePath:t+"/errors/proof\
s/"+F+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/errors/proofs/"+F+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[L]:r.push(L),s++}var ot=E===s}if(te.codes!==void 0){let v=te.codes,E=s,C=s;if(Array.isArray(
v)){if(v.length<1){let ie={instancePath:t+"/errors/proofs/"+F+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[ie]:r.push(ie),s++}let J=!0,G=v.length;for(let ie=0;ie<G;ie++){let De=v[ie],it=s;if(typeof De!="string"){let M={instancePath:t+"/errors/proofs/"+F+"\
/codes/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:De};
r===null?r=[M]:r.push(M),s++}let ke=s;var Lr=it===s;Lr||(J=!1)}}else{let J={instancePath:t+"/errors/proofs/"+F+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[J]:r.push(J),s++}var ot=E===s}if(te.says!==void 0){let v=te.
says,E=s,C=s;if(Array.isArray(v)){if(v.length<1){let ie={instancePath:t+"/errors/proofs/"+F+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[ie]:r.push(ie),s++}let J=!0,G=v.length;for(let ie=0;ie<G;ie++){let De=v[ie],it=s,ke=s;if(typeof De=="string"){if(oe(De)<
1){let M={instancePath:t+"/errors/proofs/"+F+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:De};
r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+F+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:De};r===null?r=[M]:r.push(M),s++}var le=it===s;le||(J=!1)}}else{let J={instancePath:t+"/err\
ors/proofs/"+F+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};r===null?
r=[J]:r.push(J),s++}var ot=E===s}if(te.proves!==void 0){let v=te.proves,E=s,C=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v==="rejec\
ted"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let J={instancePath:t+"/errors/proofs/"+F+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:v};r===null?r=[J]:r.push(J),s++}var ot=E===s}if(te.means!==void 0){let v=te.means,E=s,C=s;if(typeof v=="string"){
if(oe(v)<1){let J={instancePath:t+"/errors/proofs/"+F+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/errors/proofs/"+F+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[J]:r.push(J),s++}var ot=E===s}if(te.source!==void 0){let v=te.source,E=s,C=s,L=s;if(typeof v==
"string"){if(oe(v)<1){let G={instancePath:t+"/errors/proofs/"+F+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/errors/proofs/"+F+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};r===null?r=[G]:r.push(G),s++}var f=C===
s,ot=E===s}}else{let g={instancePath:t+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[g]:r.push(
g),s++}var k=Q===s;k||(B=!1)}}else{let B={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[B]:r.push(
B),s++}var Ss=A===s}}else{let Y={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.errors.type,parentSchema:c.properties.errors,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.cancelRules!==void 0){let l=e.cancelRules,fe=s,Pt=s;
if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requ\
ired",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:l};r===null?r=[d]:r.push(d),s++}if(l.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}let Y=s;for(let d in l)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let A={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:l};r===null?r=[A]:r.push(A),s++}if(l.queued!==void 0){let d=l.queued,A=s,ne=s,be=s,B=s,
b=s,F=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let Q={};r===null?r=[Q]:r.push(Q),s++}}
var R=F===s;if(R){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:W.
allOf[0].not,parentSchema:W.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=b,r!==null&&(b?r.length=b:r=null);var Ue=B===s;if(d&&typeof d=="object"&&!Array.
isArray(d)){if(d.then===void 0){let Q={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}let te=s;for(let Q in d)if(!(Q==="then"||
Q==="status"||Q==="body"||Q==="error")){let P={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?r=[P]:r.push(P),s++}if(d.then!==void 0){
let Q=d.then,P=s,g=W.properties.then.enum;if(!(Q==="cancelled"||Q==="goes-on"||Q==="removed"||Q==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must be equal to one of the allowed values",schema:W.
properties.then.enum,parentSchema:W.properties.then,data:Q};r===null?r=[v]:r.push(v),s++}var Z=P===s}if(d.status!==void 0){let Q=d.status,P=s;if(!(typeof Q=="nu\
mber"&&!(Q%1)&&!isNaN(Q))){let E={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:Q};r===null?r=[E]:r.push(E),s++}let g=s;if(typeof Q=="\
number"){if(Q>599||isNaN(Q)){let E={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:Q};r===null?r=[E]:r.push(E),s++}if(Q<200||isNaN(Q)){let E={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:W.properties.status,data:Q};r===null?r=[E]:r.push(E),s++}}var Z=P===s}if(d.error!==void 0){let Q=d.error,P=s,g=s;if(Q&&typeof Q==
"object"&&!Array.isArray(Q)){if(Q.code===void 0){let C={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:W.properties.error.required,parentSchema:W.properties.error,data:Q};
r===null?r=[C]:r.push(C),s++}if(Q.message===void 0){let C={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:W.properties.error.required,parentSchema:W.properties.
error,data:Q};r===null?r=[C]:r.push(C),s++}let E=s;for(let C in Q)if(!(C==="code"||C==="message")){let L={instancePath:t+"/cancelRules/queued/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:W.properties.error,data:Q};r===null?r=[L]:r.push(L),s++}if(Q.code!==void 0){let C=Q.code,L=s,J=s;if(typeof C=="string"){if(oe(C)<1){
let G={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.code,data:C};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+
"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:W.properties.error.properties.code.type,parentSchema:W.properties.error.properties.code,data:C};r===null?r=[G]:r.push(G),s++}var _=L===s}if(Q.message!==
void 0){let C=Q.message,L=s,J=s;if(typeof C=="string"){if(oe(C)<1){let ie={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.
error.properties.message,data:C};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/\
properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.
properties.error.properties.message,data:C};r===null?r=[ie]:r.push(ie),s++}var _=L===s}}else{let E={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,
data:Q};r===null?r=[E]:r.push(E),s++}var Z=P===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:W.type,parentSchema:W,data:d};r===null?r=[te]:r.push(te),s++}var q=ne===s,ae=A===s}if(l.processing!==void 0){let d=l.
processing,A=s,ne=s,be=s,B=s,b=s,F=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};
r===null?r=[P]:r.push(P),s++}}var _e=F===s;if(_e){let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:W.allOf[0].not,parentSchema:W.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var ve=B===
s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;
for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additiona\
lProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=W.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let E={instancePath:t+
"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:W.properties.then.enum,parentSchema:W.properties.then,data:P};r===null?r=[E]:r.push(E),s++}var X=g===s}if(d.status!==
void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let C={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:P};
r===null?r=[C]:r.push(C),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let C={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cance\
lRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:P};
r===null?r=[C]:r.push(C),s++}if(P<200||isNaN(P)){let C={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:W.properties.status,data:P};r===null?r=[C]:r.push(C),s++}}
var X=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let L={instancePath:t+"/cancelRules/proc\
essing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property \
'code'",schema:W.properties.error.required,parentSchema:W.properties.error,data:P};r===null?r=[L]:r.push(L),s++}if(P.message===void 0){let L={instancePath:t+"/c\
ancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:W.properties.error.required,parentSchema:W.properties.error,data:P};r===null?r=[L]:r.push(L),s++}let C=s;for(let L in P)if(!(L===
"code"||L==="message")){let J={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:W.properties.error,data:P};r===null?r=[J]:
r.push(J),s++}if(P.code!==void 0){let L=P.code,J=s,G=s;if(typeof L=="string"){if(oe(L)<1){let ie={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.
properties.error.properties.code,data:L};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.code.type,parentSchema:W.
properties.error.properties.code,data:L};r===null?r=[ie]:r.push(ie),s++}var H=J===s}if(P.message!==void 0){let L=P.message,J=s,G=s;if(typeof L=="string"){if(oe(
L)<1){let De={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.message,data:L};r===null?r=[De]:r.push(
De),s++}}else{let De={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.properties.error.properties.message,data:L};
r===null?r=[De]:r.push(De),s++}var H=J===s}}else{let C={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,data:P};r===null?r=[C]:r.push(C),s++}var X=g===
s}}else{let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.
type,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}var Ke=ne===s,ae=A===s}if(l.ended!==void 0){let d=l.ended,A=s,ne=s,be=s,B=s,b=s,F=s;if(d&&typeof d=="ob\
ject"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=[P]:r.push(P),s++}}var rt=F===s;if(rt){let Q={
instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:W.allOf[0].not,parentSchema:W.
allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var Ye=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){
let P={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have requir\
ed property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P===
"error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=W.properties.
then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let E={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/pro\
perties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must be equal to one of the allowed values",schema:W.properties.then.enum,
parentSchema:W.properties.then,data:P};r===null?r=[E]:r.push(E),s++}var xe=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(
P))){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"mu\
st be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:P};r===null?r=[C]:r.push(C),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(
P)){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:P};r===null?r=[C]:r.push(C),s++}if(P<200||isNaN(P)){let C={instancePath:t+"/cancelRule\
s/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:W.properties.status,data:P};r===null?r=[C]:r.push(C),s++}}var xe=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.
isArray(P)){if(P.code===void 0){let L={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{
missingProperty:"code"},message:"must have required property 'code'",schema:W.properties.error.required,parentSchema:W.properties.error,data:P};r===null?r=[L]:r.
push(L),s++}if(P.message===void 0){let L={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",
params:{missingProperty:"message"},message:"must have required property 'message'",schema:W.properties.error.required,parentSchema:W.properties.error,data:P};r===
null?r=[L]:r.push(L),s++}let C=s;for(let L in P)if(!(L==="code"||L==="message")){let J={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule\
/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:W.
properties.error,data:P};r===null?r=[J]:r.push(J),s++}if(P.code!==void 0){let L=P.code,J=s,G=s;if(typeof L=="string"){if(oe(L)<1){let ie={instancePath:t+"/cance\
lRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.code,data:L};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRu\
les/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.
properties.error.properties.code.type,parentSchema:W.properties.error.properties.code,data:L};r===null?r=[ie]:r.push(ie),s++}var ge=J===s}if(P.message!==void 0){
let L=P.message,J=s,G=s;if(typeof L=="string"){if(oe(L)<1){let De={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/e\
rror/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.
properties.message,data:L};r===null?r=[De]:r.push(De),s++}}else{let De={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/propert\
ies/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.
properties.error.properties.message,data:L};r===null?r=[De]:r.push(De),s++}var ge=J===s}}else{let C={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,
data:P};r===null?r=[C]:r.push(C),s++}var xe=g===s}}else{let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:W.type,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}var qe=ne===s,ae=A===s}if(l.cancelled!==void 0){let d=l.cancelled,
A=s,ne=s,be=s,B=s,b=s,F=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=
[P]:r.push(P),s++}}var Tt=F===s;if(Tt){let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:W.allOf[0].not,parentSchema:W.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var gt=B===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"requ\
ired",params:{missingProperty:"then"},message:"must have required property 'then'",schema:W.required,parentSchema:W,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;
for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:W,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=W.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let E={instancePath:t+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:W.properties.then.enum},message:"must be\
 equal to one of the allowed values",schema:W.properties.then.enum,parentSchema:W.properties.then,data:P};r===null?r=[E]:r.push(E),s++}var ft=g===s}if(d.status!==
void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:W.properties.status.type,parentSchema:W.properties.status,data:P};r===
null?r=[C]:r.push(C),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule\
/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:W.properties.status,data:P};r===
null?r=[C]:r.push(C),s++}if(P<200||isNaN(P)){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:W.properties.status,data:P};r===null?r=[C]:r.push(C),s++}}var ft=g===
s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let L={instancePath:t+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:W.
properties.error.required,parentSchema:W.properties.error,data:P};r===null?r=[L]:r.push(L),s++}if(P.message===void 0){let L={instancePath:t+"/cancelRules/cancel\
led/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:W.properties.error.required,parentSchema:W.properties.error,data:P};r===null?r=[L]:r.push(L),s++}let C=s;for(let L in P)if(!(L==="code"||L==="\
message")){let J={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:W.properties.error,data:P};r===null?r=[J]:r.push(J),s++}
if(P.code!==void 0){let L=P.code,J=s,G=s;if(typeof L=="string"){if(oe(L)<1){let ie={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cance\
lRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.
error.properties.code,data:L};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.code.type,parentSchema:W.
properties.error.properties.code,data:L};r===null?r=[ie]:r.push(ie),s++}var Ht=J===s}if(P.message!==void 0){let L=P.message,J=s,G=s;if(typeof L=="string"){if(oe(
L)<1){let De={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:W.properties.error.properties.message,data:L};r===null?r=[De]:r.push(
De),s++}}else{let De={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:W.properties.error.properties.message.type,parentSchema:W.properties.error.properties.message,data:L};
r===null?r=[De]:r.push(De),s++}var Ht=J===s}}else{let C={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:W.properties.error.type,parentSchema:W.properties.error,data:P};r===null?r=[C]:r.push(C),s++}var ft=g===
s}}else{let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:W.
type,parentSchema:W,data:d};r===null?r=[Q]:r.push(Q),s++}var es=ne===s,ae=A===s}if(l.source!==void 0){let d=l.source,A=s,ne=s,be=s;if(typeof d=="string"){if(oe(
d)<1){let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var Fr=ne===s,ae=A===s}}else{let Y={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}if(e.disagreements!==void 0){let l=e.disagreements,fe=s,Pt=s;if(Array.isArray(l)){let Y=!0,
d=l.length;for(let A=0;A<d;A++){let ne=l[A],be=s,B=s;if(ne&&typeof ne=="object"&&!Array.isArray(ne)){if(ne.topic===void 0){let F={instancePath:t+"/disagreements\
/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ne};r===null?r=[F]:r.push(F),s++}if(ne.between===void 0){let F={instancePath:t+
"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ne};r===null?r=[F]:r.push(F),s++}if(ne.follows===
void 0){let F={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ne};r===null?r=[F]:r.
push(F),s++}let b=s;for(let F in ne)if(!(F==="topic"||F==="between"||F==="follows")){let te={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:ne};r===null?r=[te]:r.push(te),s++}if(ne.topic!==void 0){let F=ne.topic,te=s,Q=s;if(typeof F=="string"){if(oe(F)<1){let P={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:F};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:F};r===null?r=[P]:r.push(P),s++}
var nn=te===s}if(ne.between!==void 0){let F=ne.between,te=s,Q=s;if(Array.isArray(F)){if(F.length<1){let E={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:F};r===null?r=[E]:r.push(E),s++}let g=!0,v=F.length;for(let E=0;E<v;E++){let C=F[E],L=s,J=s,G=s;if(typeof C==
"string"){if(oe(C)<1){let ie={instancePath:t+"/disagreements/"+A+"/between/"+E,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:C};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/disagreements/"+A+"/betwee\
n/"+E,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:C};r===null?r=[ie]:r.push(
ie),s++}var Wt=J===s,ht=L===s;ht||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:F};r===null?r=[g]:r.push(g),s++}var nn=te===s}if(ne.follows!==void 0){let F=ne.follows,te=s,Q=s;if(typeof F=="string"){
if(oe(F)<1){let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:F};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:F};r===null?r=[g]:r.push(g),s++}var nn=te===s}}else{let b={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:ne};r===null?
r=[b]:r.push(b),s++}var hr=be===s;hr||(Y=!1)}}else{let Y={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:l};r===null?r=[Y]:r.push(Y),s++}var u=fe===s}}else{
let ts={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[ts]:r.
push(ts),s++}return on.errors=r,s===0}on.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Ns=ce(Qe=>{"use strict";Object.defineProperty(Qe,"__esModule",{value:!0});Qe.regexpCode=Qe.getEsmExportName=Qe.getProperty=Qe.safeStringify=Qe.stringify=Qe.
strConcat=Qe.addCodeArg=Qe.str=Qe._=Qe.nil=Qe._Code=Qe.Name=Qe.IDENTIFIER=Qe._CodeOrName=void 0;var ba=class{};Qe._CodeOrName=ba;Qe.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var ss=class extends ba{constructor(t){if(super(),!Qe.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Qe.Name=ss;var Qt=class extends ba{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
ss&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Qe._Code=Qt;Qe.nil=new Qt("");function Cc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Xo(a,t[n]),a.push(e[++n]);return new Qt(
a)}Qe._=Cc;var Qo=new Qt("+");function Kc(e,...t){let a=[va(e[0])],n=0;for(;n<t.length;)a.push(Qo),Xo(a,t[n]),a.push(Qo,va(e[++n]));return ay(a),new Qt(a)}Qe.str=
Kc;function Xo(e,t){t instanceof Qt?e.push(...t._items):t instanceof ss?e.push(t):e.push(iy(t))}Qe.addCodeArg=Xo;function ay(e){let t=1;for(;t<e.length-1;){if(e[t]===
Qo){let a=ny(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function ny(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof ss||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof ss))return`"${e}${t.slice(1)}`}function oy(e,t){return t.emptyStr()?e:e.emptyStr()?t:Kc`${e}${t}`}Qe.strConcat=oy;function iy(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:va(Array.isArray(e)?e.join(","):e)}function py(e){return new Qt(va(e))}Qe.stringify=py;function va(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Qe.safeStringify=va;function cy(e){return typeof e=="string"&&Qe.IDENTIFIER.test(
e)?new Qt(`.${e}`):Cc`[${e}]`}Qe.getProperty=cy;function dy(e){if(typeof e=="string"&&Qe.IDENTIFIER.test(e))return new Qt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Qe.getEsmExportName=dy;function uy(e){return new Qt(e.toString())}Qe.regexpCode=uy});var ti=ce(Ut=>{"use strict";Object.defineProperty(Ut,"__esModule",{value:!0});Ut.ValueScope=Ut.ValueScopeName=Ut.Scope=Ut.varKinds=Ut.UsedValueState=void 0;var Vt=Ns(),
Yo=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},mn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(mn||(Ut.UsedValueState=mn={}));Ut.varKinds={const:new Vt.Name("const"),let:new Vt.Name("let"),var:new Vt.Name("var")};var fn=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Vt.Name?t:this.name(t)}name(t){return new Vt.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Ut.Scope=fn;var hn=class extends Vt.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Vt._)`.${new Vt.Name(a)}[${n}]`}};Ut.ValueScopeName=hn;var ly=(0,Vt._)`\n`,ei=class extends fn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?ly:Vt.nil}}get(){return this._scope}name(t){return new hn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),m=p.length;return p[m]=a.ref,o.setValue(a,{property:i,itemIndex:m}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Vt._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Vt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(m=>{if(p.has(m))return;p.set(m,mn.Started);let u=a(m);if(u){let h=this.opts.es5?Ut.varKinds.var:Ut.varKinds.const;i=(0,Vt._)`${i}${h} ${m} = ${u};${this.
opts._n}`}else if(u=o?.(m))i=(0,Vt._)`${i}${u}${this.opts._n}`;else throw new Yo(m);p.set(m,mn.Completed)})}return i}};Ut.ValueScope=ei});var Me=ce(Ie=>{"use strict";Object.defineProperty(Ie,"__esModule",{value:!0});Ie.or=Ie.and=Ie.not=Ie.CodeGen=Ie.operators=Ie.varKinds=Ie.ValueScopeName=Ie.ValueScope=
Ie.Scope=Ie.Name=Ie.regexpCode=Ie.stringify=Ie.getProperty=Ie.nil=Ie.strConcat=Ie.str=Ie._=void 0;var He=Ns(),ir=ti(),Dr=Ns();Object.defineProperty(Ie,"_",{enumerable:!0,
get:function(){return Dr._}});Object.defineProperty(Ie,"str",{enumerable:!0,get:function(){return Dr.str}});Object.defineProperty(Ie,"strConcat",{enumerable:!0,
get:function(){return Dr.strConcat}});Object.defineProperty(Ie,"nil",{enumerable:!0,get:function(){return Dr.nil}});Object.defineProperty(Ie,"getProperty",{enumerable:!0,
get:function(){return Dr.getProperty}});Object.defineProperty(Ie,"stringify",{enumerable:!0,get:function(){return Dr.stringify}});Object.defineProperty(Ie,"rege\
xpCode",{enumerable:!0,get:function(){return Dr.regexpCode}});Object.defineProperty(Ie,"Name",{enumerable:!0,get:function(){return Dr.Name}});var bn=ti();Object.
defineProperty(Ie,"Scope",{enumerable:!0,get:function(){return bn.Scope}});Object.defineProperty(Ie,"ValueScope",{enumerable:!0,get:function(){return bn.ValueScope}});
Object.defineProperty(Ie,"ValueScopeName",{enumerable:!0,get:function(){return bn.ValueScopeName}});Object.defineProperty(Ie,"varKinds",{enumerable:!0,get:function(){
return bn.varKinds}});Ie.operators={GT:new He._Code(">"),GTE:new He._Code(">="),LT:new He._Code("<"),LTE:new He._Code("<="),EQ:new He._Code("==="),NEQ:new He._Code(
"!=="),NOT:new He._Code("!"),OR:new He._Code("||"),AND:new He._Code("&&"),ADD:new He._Code("+")};var qr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
ri=class extends qr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?ir.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Es(this.rhs,t,a)),this}get names(){return this.
rhs instanceof He._CodeOrName?this.rhs.names:{}}},yn=class extends qr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof He.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Es(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof He.Name?{}:{...this.lhs.names};return wn(t,this.rhs)}},si=class extends yn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},ai=class extends qr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
ni=class extends qr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},oi=class extends qr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},ii=class extends qr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Es(this.code,t,a),this}get names(){return this.
code instanceof He._CodeOrName?this.code.names:{}}},ka=class extends qr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(my(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>os(t,a.names),{})}},Or=class extends ka{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},pi=class extends ka{},Rs=class extends Or{};
Rs.kind="else";var as=class e extends Or{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Rs(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Hc(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Es(this.condition,t,a),this}get names(){let t=super.names;return wn(t,this.condition),this.else&&os(t,this.else.names),t}};as.kind=
"if";var ns=class extends Or{};ns.kind="for";var ci=class extends ns{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Es(this.iteration,t,a),this}get names(){return os(super.names,this.iteration.names)}},di=class extends ns{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?ir.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=wn(super.names,this.from);return wn(t,this.to)}},gn=class extends ns{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Es(this.iterable,t,a),this}get names(){return os(super.names,this.iterable.names)}},Pa=class extends Or{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Pa.kind="func";var $a=class extends ka{render(t){
return"return "+super.render(t)}};$a.kind="return";var ui=class extends Or{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&os(t,this.catch.names),this.finally&&os(t,this.finally.names),
t}},Sa=class extends Or{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Sa.kind="catch";var _a=class extends Or{render(t){
return"finally"+super.render(t)}};_a.kind="finally";var li=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new ir.Scope({parent:t}),this._nodes=[new pi]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new ri(t,i,n)),i}const(t,a,n){return this.
_def(ir.varKinds.const,t,a,n)}let(t,a,n){return this._def(ir.varKinds.let,t,a,n)}var(t,a,n){return this._def(ir.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new yn(t,a,n))}add(t,a){return this._leafNode(new si(t,Ie.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==He.nil&&this._leafNode(new ii(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,He.addCodeArg)(a,o));return a.push("}"),new He._Code(a)}if(t,a,n){
if(this._blockNode(new as(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new as(t))}else(){return this._elseNode(new Rs)}endIf(){return this._endBlockNode(as,Rs)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new ci(t),a)}forRange(t,a,n,o,i=this.opts.es5?ir.varKinds.var:ir.varKinds.let){let r=this.
_scope.toName(t);return this._for(new di(i,r,a,n),()=>o(r))}forOf(t,a,n,o=ir.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof He.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,He._)`${r}.length`,s=>{this.var(i,(0,He._)`${r}[${s}]`),n(i)})}return this._for(new gn("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?ir.varKinds.var:ir.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,He._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new gn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(ns)}label(t){return this._leafNode(new ai(t))}break(t){return this._leafNode(
new ni(t))}return(t){let a=new $a;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
$a)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new ui;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new Sa(i),a(i)}return n&&(this._currNode=o.finally=new _a,this.code(n)),this._endBlockNode(Sa,_a)}throw(t){return this._leafNode(new oi(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=He.nil,n,o){return this._blockNode(new Pa(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Pa)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof as))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Ie.CodeGen=li;function os(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function wn(e,t){return t instanceof He._CodeOrName?os(e,t.names):
e}function Es(e,t,a){if(e instanceof He.Name)return n(e);if(!o(e))return e;return new He._Code(e._items.reduce((i,r)=>(r instanceof He.Name&&(r=n(r)),r instanceof
He._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
He._Code&&i._items.some(r=>r instanceof He.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function my(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Hc(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,He._)`!${mi(e)}`}Ie.not=Hc;var fy=Bc(Ie.operators.AND);function hy(...e){return e.reduce(fy)}Ie.and=hy;var yy=Bc(Ie.
operators.OR);function gy(...e){return e.reduce(yy)}Ie.or=gy;function Bc(e){return(t,a)=>t===He.nil?a:a===He.nil?t:(0,He._)`${mi(t)} ${e} ${mi(a)}`}function mi(e){
return e instanceof He.Name?e:(0,He._)`(${e})`}});var Ge=ce(Le=>{"use strict";Object.defineProperty(Le,"__esModule",{value:!0});Le.checkStrictMode=Le.getErrorPath=Le.Type=Le.useFunc=Le.setEvaluated=Le.evaluatedPropsToName=
Le.mergeEvaluated=Le.eachItem=Le.unescapeJsonPointer=Le.escapeJsonPointer=Le.escapeFragment=Le.unescapeFragment=Le.schemaRefOrVal=Le.schemaHasRulesButRef=Le.schemaHasRules=
Le.checkUnknownRules=Le.alwaysValidSchema=Le.toHash=void 0;var nt=Me(),wy=Ns();function by(e){let t={};for(let a of e)t[a]=!0;return t}Le.toHash=by;function vy(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Qc(e,t),!Xc(t,e.self.RULES.all))}Le.alwaysValidSchema=vy;function Qc(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||td(e,`unknown keyword: "${i}"`)}Le.checkUnknownRules=Qc;function Xc(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}Le.schemaHasRules=Xc;function ky(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}Le.schemaHasRulesButRef=ky;function Py({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,nt._)`${a}`}return(0,nt._)`${e}${t}${(0,nt.getProperty)(n)}`}Le.schemaRefOrVal=Py;function $y(e){return Yc(decodeURIComponent(
e))}Le.unescapeFragment=$y;function Sy(e){return encodeURIComponent(hi(e))}Le.escapeFragment=Sy;function hi(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Le.escapeJsonPointer=hi;function Yc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Le.unescapeJsonPointer=Yc;function _y(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}Le.eachItem=_y;function Gc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof nt.Name?(i instanceof nt.Name?e(o,i,r):t(o,i,r),r):i instanceof nt.Name?(t(o,r,i),i):a(i,r);return s===nt.Name&&!(p instanceof nt.Name)?n(o,p):p}}
Le.mergeEvaluated={props:Gc({mergeNames:(e,t,a)=>e.if((0,nt._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,nt._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,nt._)`${a} || {}`).code((0,nt._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,nt._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,nt.
_)`${a} || {}`),yi(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:ed}),items:Gc({mergeNames:(e,t,a)=>e.if((0,nt._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,nt._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,nt._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,nt._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function ed(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,nt.
_)`{}`);return t!==void 0&&yi(e,a,t),a}Le.evaluatedPropsToName=ed;function yi(e,t,a){Object.keys(a).forEach(n=>e.assign((0,nt._)`${t}${(0,nt.getProperty)(n)}`,!0))}
Le.setEvaluated=yi;var Zc={};function xy(e,t){return e.scopeValue("func",{ref:t,code:Zc[t.code]||(Zc[t.code]=new wy._Code(t.code))})}Le.useFunc=xy;var fi;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(fi||(Le.Type=fi={}));function qy(e,t,a){if(e instanceof nt.Name){let n=t===fi.Num;return a?n?(0,nt._)`"[" + ${e} + "]"`:(0,nt.
_)`"['" + ${e} + "']"`:n?(0,nt._)`"/" + ${e}`:(0,nt._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,nt.getProperty)(e).toString():"/"+hi(e)}
Le.getErrorPath=qy;function td(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}Le.checkStrictMode=td});var jr=ce(gi=>{"use strict";Object.defineProperty(gi,"__esModule",{value:!0});var At=Me(),Oy={data:new At.Name("data"),valCxt:new At.Name("valCxt"),instancePath:new At.
Name("instancePath"),parentData:new At.Name("parentData"),parentDataProperty:new At.Name("parentDataProperty"),rootData:new At.Name("rootData"),dynamicAnchors:new At.
Name("dynamicAnchors"),vErrors:new At.Name("vErrors"),errors:new At.Name("errors"),this:new At.Name("this"),self:new At.Name("self"),scope:new At.Name("scope"),
json:new At.Name("json"),jsonPos:new At.Name("jsonPos"),jsonLen:new At.Name("jsonLen"),jsonPart:new At.Name("jsonPart")};gi.default=Oy});var xa=ce(Nt=>{"use strict";Object.defineProperty(Nt,"__esModule",{value:!0});Nt.extendErrors=Nt.resetErrorsCount=Nt.reportExtraError=Nt.reportError=Nt.keyword$DataError=
Nt.keywordError=void 0;var Ze=Me(),vn=Ge(),Mt=jr();Nt.keywordError={message:({keyword:e})=>(0,Ze.str)`must pass "${e}" keyword validation`};Nt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ze.str)`"${e}" keyword must be ${t} ($data)`:(0,Ze.str)`"${e}" keyword is invalid ($data)`};function jy(e,t=Nt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=ad(e,t,a);n??(r||s)?rd(i,p):sd(o,(0,Ze._)`[${p}]`)}Nt.reportError=jy;function Ty(e,t=Nt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=ad(e,t,a);rd(o,s),i||r||sd(n,Mt.default.vErrors)}Nt.reportExtraError=Ty;function Ay(e,t){e.assign(Mt.default.errors,
t),e.if((0,Ze._)`${Mt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ze._)`${Mt.default.vErrors}.length`,t),()=>e.assign(Mt.default.vErrors,null)))}Nt.resetErrorsCount=
Ay;function Ny({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Mt.default.errors,s=>{e.const(r,(0,Ze._)`${Mt.default.vErrors}[${s}]`),e.if((0,Ze._)`${r}.instancePath === undefined`,()=>e.assign((0,Ze._)`${r}.instancePath`,
(0,Ze.strConcat)(Mt.default.instancePath,i.errorPath))),e.assign((0,Ze._)`${r}.schemaPath`,(0,Ze.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ze.
_)`${r}.schema`,a),e.assign((0,Ze._)`${r}.data`,n))})}Nt.extendErrors=Ny;function rd(e,t){let a=e.const("err",t);e.if((0,Ze._)`${Mt.default.vErrors} === null`,()=>e.
assign(Mt.default.vErrors,(0,Ze._)`[${a}]`),(0,Ze._)`${Mt.default.vErrors}.push(${a})`),e.code((0,Ze._)`${Mt.default.errors}++`)}function sd(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ze._)`new ${e.ValidationError}(${t})`):(a.assign((0,Ze._)`${n}.errors`,t),a.return(!1))}var is={keyword:new Ze.Name("keyword"),
schemaPath:new Ze.Name("schemaPath"),params:new Ze.Name("params"),propertyName:new Ze.Name("propertyName"),message:new Ze.Name("message"),schema:new Ze.Name("sc\
hema"),parentSchema:new Ze.Name("parentSchema")};function ad(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Ze._)`{}`:Ry(e,t,a)}function Ry(e,t,a={}){let{gen:n,
it:o}=e,i=[Ey(o,a),Iy(e,a)];return My(e,t,i),n.object(...i)}function Ey({errorPath:e},{instancePath:t}){let a=t?(0,Ze.str)`${e}${(0,vn.getErrorPath)(t,vn.Type.Str)}`:
e;return[Mt.default.instancePath,(0,Ze.strConcat)(Mt.default.instancePath,a)]}function Iy({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Ze.str)`${t}/${e}`;return a&&(o=(0,Ze.str)`${o}${(0,vn.getErrorPath)(a,vn.Type.Str)}`),[is.schemaPath,o]}function My(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:m,topSchemaRef:u,schemaPath:h}=s;n.push([is.keyword,o],[is.params,typeof t=="function"?t(e):t||(0,Ze._)`{}`]),
p.messages&&n.push([is.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([is.schema,r],[is.parentSchema,(0,Ze._)`${u}${h}`],[Mt.default.data,i]),m&&n.push(
[is.propertyName,m])}});var od=ce(Is=>{"use strict";Object.defineProperty(Is,"__esModule",{value:!0});Is.boolOrEmptySchema=Is.topBoolOrEmptySchema=void 0;var Ly=xa(),Fy=Me(),Vy=jr(),Uy={
message:"boolean schema is false"};function Dy(e){let{gen:t,schema:a,validateName:n}=e;a===!1?nd(e,!1):typeof a=="object"&&a.$async===!0?t.return(Vy.default.data):
(t.assign((0,Fy._)`${n}.errors`,null),t.return(!0))}Is.topBoolOrEmptySchema=Dy;function Jy(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),nd(e)):a.var(t,!0)}Is.
boolOrEmptySchema=Jy;function nd(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Ly.reportError)(
o,Uy,void 0,t)}});var wi=ce(Ms=>{"use strict";Object.defineProperty(Ms,"__esModule",{value:!0});Ms.getRules=Ms.isJSONType=void 0;var zy=["string","number","integer","boolean","nu\
ll","object","array"],Wy=new Set(zy);function Cy(e){return typeof e=="string"&&Wy.has(e)}Ms.isJSONType=Cy;function Ky(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Ms.getRules=Ky});var bi=ce(Jr=>{"use strict";Object.defineProperty(Jr,"__esModule",{value:!0});Jr.shouldUseRule=Jr.shouldUseGroup=Jr.schemaHasRulesForType=void 0;function Hy({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&id(e,n)}Jr.schemaHasRulesForType=Hy;function id(e,t){return t.rules.some(a=>pd(e,a))}Jr.shouldUseGroup=id;function pd(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Jr.shouldUseRule=pd});var qa=ce(Rt=>{"use strict";Object.defineProperty(Rt,"__esModule",{value:!0});Rt.reportTypeError=Rt.checkDataTypes=Rt.checkDataType=Rt.coerceAndCheckDataType=Rt.
getJSONTypes=Rt.getSchemaTypes=Rt.DataType=void 0;var By=wi(),Gy=bi(),Zy=xa(),Re=Me(),cd=Ge(),Ls;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Ls||
(Rt.DataType=Ls={}));function Qy(e){let t=dd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Rt.getSchemaTypes=Qy;function dd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(By.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Rt.getJSONTypes=dd;function Xy(e,t){
let{gen:a,data:n,opts:o}=e,i=Yy(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,Gy.schemaHasRulesForType)(e,t[0]));if(r){let s=ki(t,n,o.strictNumbers,
Ls.Wrong);a.if(s,()=>{i.length?eg(e,t,i):Pi(e)})}return r}Rt.coerceAndCheckDataType=Xy;var ud=new Set(["string","number","integer","boolean","null"]);function Yy(e,t){
return t?e.filter(a=>ud.has(a)||t==="array"&&a==="array"):[]}function eg(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Re._)`typeof ${o}`),s=n.let("co\
erced",(0,Re._)`undefined`);i.coerceTypes==="array"&&n.if((0,Re._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Re._)`${o}[0]`).
assign(r,(0,Re._)`typeof ${o}`).if(ki(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Re._)`${s} !== undefined`);for(let m of a)(ud.has(m)||m==="array"&&i.coerceTypes===
"array")&&p(m);n.else(),Pi(e),n.endIf(),n.if((0,Re._)`${s} !== undefined`,()=>{n.assign(o,s),tg(e,s)});function p(m){switch(m){case"string":n.elseIf((0,Re._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Re._)`"" + ${o}`).elseIf((0,Re._)`${o} === null`).assign(s,(0,Re._)`""`);return;case"number":n.elseIf((0,Re._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Re._)`+${o}`);return;case"integer":n.elseIf((0,Re._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Re._)`+${o}`);return;case"boolean":n.elseIf((0,Re._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Re._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Re._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Re._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Re._)`[${o}]`)}}}function tg({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Re._)`${t} !== undefined`,
()=>e.assign((0,Re._)`${t}[${a}]`,n))}function vi(e,t,a,n=Ls.Correct){let o=n===Ls.Correct?Re.operators.EQ:Re.operators.NEQ,i;switch(e){case"null":return(0,Re._)`${t} ${o} null`;case"\
array":i=(0,Re._)`Array.isArray(${t})`;break;case"object":i=(0,Re._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Re._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Re._)`typeof ${t} ${o} ${e}`}return n===Ls.Correct?i:(0,Re.not)(i);function r(s=Re.nil){return(0,Re.and)((0,Re._)`typeof ${t} == "number"`,
s,a?(0,Re._)`isFinite(${t})`:Re.nil)}}Rt.checkDataType=vi;function ki(e,t,a,n){if(e.length===1)return vi(e[0],t,a,n);let o,i=(0,cd.toHash)(e);if(i.array&&i.object){
let r=(0,Re._)`typeof ${t} != "object"`;o=i.null?r:(0,Re._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Re.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Re.and)(o,vi(r,t,a,n));return o}Rt.checkDataTypes=ki;var rg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Re._)`{type: ${e}}`:(0,Re._)`{type: ${t}}`};function Pi(e){let t=sg(e);(0,Zy.reportError)(t,rg)}Rt.reportTypeError=Pi;function sg(e){let{gen:t,data:a,
schema:n}=e,o=(0,cd.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var md=ce(kn=>{"use strict";Object.defineProperty(kn,"__esModule",{value:!0});kn.assignDefaults=void 0;var Fs=Me(),ag=Ge();function ng(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)ld(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>ld(e,i,o.default))}kn.assignDefaults=ng;function ld(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Fs._)`${i}${(0,Fs.getProperty)(t)}`;if(o){(0,ag.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Fs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Fs._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Fs._)`${s} = ${(0,Fs.
stringify)(a)}`)}});var Xt=ce(at=>{"use strict";Object.defineProperty(at,"__esModule",{value:!0});at.validateUnion=at.validateArray=at.usePattern=at.callValidateCode=at.schemaProperties=
at.allSchemaProperties=at.noPropertyInData=at.propertyInData=at.isOwnProperty=at.hasPropFunc=at.reportMissingProp=at.checkMissingProp=at.checkReportMissingProp=
void 0;var ct=Me(),$i=Ge(),zr=jr(),og=Ge();function ig(e,t){let{gen:a,data:n,it:o}=e;a.if(_i(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,ct.
_)`${t}`},!0),e.error()})}at.checkReportMissingProp=ig;function pg({gen:e,data:t,it:{opts:a}},n,o){return(0,ct.or)(...n.map(i=>(0,ct.and)(_i(e,t,i,a.ownProperties),
(0,ct._)`${o} = ${i}`)))}at.checkMissingProp=pg;function cg(e,t){e.setParams({missingProperty:t},!0),e.error()}at.reportMissingProp=cg;function fd(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,ct._)`Object.prototype.hasOwnProperty`})}at.hasPropFunc=fd;function Si(e,t,a){return(0,ct._)`${fd(e)}.call(${t}, ${a})`}
at.isOwnProperty=Si;function dg(e,t,a,n){let o=(0,ct._)`${t}${(0,ct.getProperty)(a)} !== undefined`;return n?(0,ct._)`${o} && ${Si(e,t,a)}`:o}at.propertyInData=
dg;function _i(e,t,a,n){let o=(0,ct._)`${t}${(0,ct.getProperty)(a)} === undefined`;return n?(0,ct.or)(o,(0,ct.not)(Si(e,t,a))):o}at.noPropertyInData=_i;function hd(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}at.allSchemaProperties=hd;function ug(e,t){return hd(t).filter(a=>!(0,$i.alwaysValidSchema)(e,t[a]))}at.schemaProperties=
ug;function lg({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,m){let u=m?(0,ct._)`${e}, ${t}, ${n}${o}`:t,h=[[zr.default.instancePath,
(0,ct.strConcat)(zr.default.instancePath,i)],[zr.default.parentData,r.parentData],[zr.default.parentDataProperty,r.parentDataProperty],[zr.default.rootData,zr.default.
rootData]];r.opts.dynamicRef&&h.push([zr.default.dynamicAnchors,zr.default.dynamicAnchors]);let $=(0,ct._)`${u}, ${a.object(...h)}`;return p!==ct.nil?(0,ct._)`${s}.call(${p}, ${$})`:
(0,ct._)`${s}(${$})`}at.callValidateCode=lg;var mg=(0,ct._)`new RegExp`;function fg({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,ct._)`${o.code==="new RegExp"?mg:(0,og.useFunc)(e,o)}(${a}, ${n})`})}at.usePattern=fg;function hg(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,ct._)`${a}.length`);t.forRange("i",0,p,m=>{e.subschema({keyword:n,dataProp:m,dataPropType:$i.Type.Num},i),t.if((0,ct.not)(
i),s)})}}at.validateArray=hg;function yg(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,$i.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,m)=>{let u=e.subschema({keyword:n,schemaProp:m,
compositeRule:!0},s);t.assign(r,(0,ct._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,ct.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}at.validateUnion=
yg});var wd=ce(wr=>{"use strict";Object.defineProperty(wr,"__esModule",{value:!0});wr.validateKeywordUsage=wr.validSchemaType=wr.funcKeywordCode=wr.macroKeywordCode=
void 0;var Lt=Me(),ps=jr(),gg=Xt(),wg=xa();function bg(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=gd(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let m=a.name("valid");e.subschema({schema:s,schemaPath:Lt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},m),e.pass(m,()=>e.error(!0))}wr.macroKeywordCode=bg;function vg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Pg(p,t);
let m=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,u=gd(n,o,m),h=n.let("valid");e.block$data(h,$),e.ok((a=t.valid)!==null&&a!==void 0?a:h);function $(){
if(t.errors===!1)x(),t.modifying&&yd(e),T(()=>e.error());else{let N=t.async?S():j();t.modifying&&yd(e),T(()=>kg(e,N))}}function S(){let N=n.let("ruleErrs",null);
return n.try(()=>x((0,Lt._)`await `),pe=>n.assign(h,!1).if((0,Lt._)`${pe} instanceof ${p.ValidationError}`,()=>n.assign(N,(0,Lt._)`${pe}.errors`),()=>n.throw(pe))),
N}function j(){let N=(0,Lt._)`${u}.errors`;return n.assign(N,null),x(Lt.nil),N}function x(N=t.async?(0,Lt._)`await `:Lt.nil){let pe=p.opts.passContext?ps.default.
this:ps.default.self,z=!("compile"in t&&!s||t.schema===!1);n.assign(h,(0,Lt._)`${N}${(0,gg.callValidateCode)(e,u,pe,z)}`,t.modifying)}function T(N){var pe;n.if(
(0,Lt.not)((pe=t.valid)!==null&&pe!==void 0?pe:h),N)}}wr.funcKeywordCode=vg;function yd(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Lt._)`${n.
parentData}[${n.parentDataProperty}]`))}function kg(e,t){let{gen:a}=e;a.if((0,Lt._)`Array.isArray(${t})`,()=>{a.assign(ps.default.vErrors,(0,Lt._)`${ps.default.
vErrors} === null ? ${t} : ${ps.default.vErrors}.concat(${t})`).assign(ps.default.errors,(0,Lt._)`${ps.default.vErrors}.length`),(0,wg.extendErrors)(e)},()=>e.error())}
function Pg({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function gd(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Lt.stringify)(a)})}function $g(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}wr.validSchemaType=$g;function Sg({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}wr.validateKeywordUsage=Sg});var vd=ce(Wr=>{"use strict";Object.defineProperty(Wr,"__esModule",{value:!0});Wr.extendSubschemaMode=Wr.extendSubschemaData=Wr.getSubschema=void 0;var br=Me(),bd=Ge();
function _g(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,br._)`${e.schemaPath}${(0,br.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,br._)`${e.schemaPath}${(0,br.getProperty)(t)}${(0,br.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,bd.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Wr.getSubschema=_g;function xg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:m,dataPathArr:u,opts:h}=t,$=s.let("data",(0,br._)`${t.data}${(0,br.getProperty)(a)}`,!0);p($),e.errorPath=(0,br.str)`${m}${(0,bd.
getErrorPath)(a,n,h.jsPropertySyntax)}`,e.parentDataProperty=(0,br._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let m=o instanceof br.Name?
o:s.let("data",o,!0);p(m),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(m){e.data=m,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,m]}}Wr.extendSubschemaData=xg;function qg(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Wr.extendSubschemaMode=
qg});var xi=ce((N$,kd)=>{"use strict";kd.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var $d=ce((R$,Pd)=>{"use strict";var Cr=Pd.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};Pn(t,n,o,e,"",e)};Cr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Cr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Cr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Cr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function Pn(e,t,a,n,o,i,r,s,p,m){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,m);for(var u in n){var h=n[u];if(Array.isArray(h)){if(u in Cr.arrayKeywords)for(var $=0;$<h.length;$++)Pn(e,t,a,h[$],o+"/"+u+"/"+$,i,o,u,n,$)}else if(u in
Cr.propsKeywords){if(h&&typeof h=="object")for(var S in h)Pn(e,t,a,h[S],o+"/"+u+"/"+Og(S),i,o,u,n,S)}else(u in Cr.keywords||e.allKeys&&!(u in Cr.skipKeywords))&&
Pn(e,t,a,h,o+"/"+u,i,o,u,n)}a(n,o,i,r,s,p,m)}}function Og(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Oa=ce(Dt=>{"use strict";Object.defineProperty(Dt,"__esModule",{value:!0});Dt.getSchemaRefs=Dt.resolveUrl=Dt.normalizeId=Dt._getFullPath=Dt.getFullPath=Dt.inlineRef=
void 0;var jg=Ge(),Tg=xi(),Ag=$d(),Ng=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Rg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!qi(e):t?Sd(e)<=t:!1}Dt.inlineRef=Rg;var Eg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function qi(e){for(let t in e){if(Eg.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(qi)||typeof a=="object"&&qi(a))return!0}return!1}function Sd(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Ng.has(a)&&(typeof e[a]=="object"&&
(0,jg.eachItem)(e[a],n=>t+=Sd(n)),t===1/0))return 1/0}return t}function _d(e,t="",a){a!==!1&&(t=Vs(t));let n=e.parse(t);return xd(e,n)}Dt.getFullPath=_d;function xd(e,t){
return e.serialize(t).split("#")[0]+"#"}Dt._getFullPath=xd;var Ig=/#\/?$/;function Vs(e){return e?e.replace(Ig,""):""}Dt.normalizeId=Vs;function Mg(e,t,a){return a=
Vs(a),e.resolve(t,a)}Dt.resolveUrl=Mg;var Lg=/^[a-z_][-a-z0-9._]*$/i;function Fg(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Vs(
e[a]||t),i={"":o},r=_d(n,o,!1),s={},p=new Set;return Ag(e,{allKeys:!0},(h,$,S,j)=>{if(j===void 0)return;let x=r+$,T=i[j];typeof h[a]=="string"&&(T=N.call(this,h[a])),
pe.call(this,h.$anchor),pe.call(this,h.$dynamicAnchor),i[$]=T;function N(z){let K=this.opts.uriResolver.resolve;if(z=Vs(T?K(T,z):z),p.has(z))throw u(z);p.add(z);
let V=this.refs[z];return typeof V=="string"&&(V=this.refs[V]),typeof V=="object"?m(h,V.schema,z):z!==Vs(x)&&(z[0]==="#"?(m(h,s[z],z),s[z]=h):this.refs[z]=x),z}
function pe(z){if(typeof z=="string"){if(!Lg.test(z))throw new Error(`invalid anchor "${z}"`);N.call(this,`#${z}`)}}}),s;function m(h,$,S){if($!==void 0&&!Tg(h,
$))throw u(S)}function u(h){return new Error(`reference "${h}" resolves to more than one schema`)}}Dt.getSchemaRefs=Fg});var Aa=ce(Kr=>{"use strict";Object.defineProperty(Kr,"__esModule",{value:!0});Kr.getData=Kr.KeywordCxt=Kr.validateFunctionCode=void 0;var Ad=od(),qd=qa(),ji=bi(),
$n=qa(),Vg=md(),Ta=wd(),Oi=vd(),he=Me(),Pe=jr(),Ug=Oa(),Tr=Ge(),ja=xa();function Dg(e){if(Ed(e)&&(Id(e),Rd(e))){Wg(e);return}Nd(e,()=>(0,Ad.topBoolOrEmptySchema)(
e))}Kr.validateFunctionCode=Dg;function Nd({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,he._)`${Pe.default.data}, ${Pe.default.valCxt}`,
n.$async,()=>{e.code((0,he._)`"use strict"; ${Od(a,o)}`),zg(e,o),e.code(i)}):e.func(t,(0,he._)`${Pe.default.data}, ${Jg(o)}`,n.$async,()=>e.code(Od(a,o)).code(i))}
function Jg(e){return(0,he._)`{${Pe.default.instancePath}="", ${Pe.default.parentData}, ${Pe.default.parentDataProperty}, ${Pe.default.rootData}=${Pe.default.data}${e.
dynamicRef?(0,he._)`, ${Pe.default.dynamicAnchors}={}`:he.nil}}={}`}function zg(e,t){e.if(Pe.default.valCxt,()=>{e.var(Pe.default.instancePath,(0,he._)`${Pe.default.
valCxt}.${Pe.default.instancePath}`),e.var(Pe.default.parentData,(0,he._)`${Pe.default.valCxt}.${Pe.default.parentData}`),e.var(Pe.default.parentDataProperty,(0,he.
_)`${Pe.default.valCxt}.${Pe.default.parentDataProperty}`),e.var(Pe.default.rootData,(0,he._)`${Pe.default.valCxt}.${Pe.default.rootData}`),t.dynamicRef&&e.var(
Pe.default.dynamicAnchors,(0,he._)`${Pe.default.valCxt}.${Pe.default.dynamicAnchors}`)},()=>{e.var(Pe.default.instancePath,(0,he._)`""`),e.var(Pe.default.parentData,
(0,he._)`undefined`),e.var(Pe.default.parentDataProperty,(0,he._)`undefined`),e.var(Pe.default.rootData,Pe.default.data),t.dynamicRef&&e.var(Pe.default.dynamicAnchors,
(0,he._)`{}`)})}function Wg(e){let{schema:t,opts:a,gen:n}=e;Nd(e,()=>{a.$comment&&t.$comment&&Ld(e),Gg(e),n.let(Pe.default.vErrors,null),n.let(Pe.default.errors,
0),a.unevaluated&&Cg(e),Md(e),Xg(e)})}function Cg(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,he._)`${a}.evaluated`),t.if((0,he._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,he._)`${e.evaluated}.props`,(0,he._)`undefined`)),t.if((0,he._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,he._)`${e.evaluated}.items`,(0,he._)`undefined`))}
function Od(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,he._)`/*# sourceURL=${a} */`:he.nil}function Kg(e,t){if(Ed(
e)&&(Id(e),Rd(e))){Hg(e,t);return}(0,Ad.boolOrEmptySchema)(e,t)}function Rd({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function Ed(e){return typeof e.schema!="boolean"}function Hg(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Ld(e),Zg(e),Qg(e);let i=n.
const("_errs",Pe.default.errors);Md(e,i),n.var(t,(0,he._)`${i} === ${Pe.default.errors}`)}function Id(e){(0,Tr.checkUnknownRules)(e),Bg(e)}function Md(e,t){if(e.
opts.jtd)return jd(e,[],!1,t);let a=(0,qd.getSchemaTypes)(e.schema),n=(0,qd.coerceAndCheckDataType)(e,a);jd(e,a,!n,t)}function Bg(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Tr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Gg(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Tr.checkStrictMode)(e,"default is ignored in the schema root")}function Zg(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Ug.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function Qg(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Ld({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,he._)`${Pe.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,he.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,he._)`${Pe.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Xg(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,he._)`${Pe.default.errors} === 0`,()=>t.return(Pe.default.data),
()=>t.throw((0,he._)`new ${o}(${Pe.default.vErrors})`)):(t.assign((0,he._)`${n}.errors`,Pe.default.vErrors),i.unevaluated&&Yg(e),t.return((0,he._)`${Pe.default.
errors} === 0`))}function Yg({gen:e,evaluated:t,props:a,items:n}){a instanceof he.Name&&e.assign((0,he._)`${t}.props`,a),n instanceof he.Name&&e.assign((0,he._)`${t}.items`,
n)}function jd(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:m}=e,{RULES:u}=m;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Tr.schemaHasRulesButRef)(i,u))){
o.block(()=>Vd(e,"$ref",u.all.$ref.definition));return}p.jtd||ew(e,t),o.block(()=>{for(let $ of u.rules)h($);h(u.post)});function h($){(0,ji.shouldUseGroup)(i,$)&&
($.type?(o.if((0,$n.checkDataType)($.type,r,p.strictNumbers)),Td(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,$n.reportTypeError)(e)),o.endIf()):Td(e,$),s||
o.if((0,he._)`${Pe.default.errors} === ${n||0}`))}}function Td(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Vg.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,ji.shouldUseRule)(n,i)&&Vd(e,i.keyword,i.definition,t.type)})}function ew(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(tw(e,t),e.opts.allowUnionTypes||
rw(e,t),sw(e,e.dataTypes))}function tw(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Fd(e.dataTypes,a)||Ti(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),nw(e,t)}}function rw(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Ti(e,"use allowUnionTypes to allow uni\
on type keyword")}function sw(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,ji.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>aw(t,r))&&Ti(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function aw(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Fd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function nw(e,t){let a=[];for(let n of e.dataTypes)Fd(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Ti(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Tr.checkStrictMode)(
e,t,e.opts.strictTypes)}var Sn=class{constructor(t,a,n){if((0,Ta.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Tr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Ud(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Ta.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Pe.default.errors))}result(t,a,n){this.failResult((0,he.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,he.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,he._)`${a} !== undefined && (${(0,he.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?ja.reportExtraError:ja.reportError)(this,this.def.error,a)}$dataError(){
(0,ja.reportError)(this,this.def.$dataError||ja.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,ja.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=he.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=he.nil,a=he.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,he.
or)((0,he._)`${o} === undefined`,a)),t!==he.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==he.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,he.or)(r(),s());function r(){if(n.length){if(!(a instanceof he.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,he._)`${(0,$n.checkDataTypes)(p,a,i.opts.strictNumbers,$n.DataType.Wrong)}`}return he.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,he._)`!${p}(${a})`}return he.nil}}subschema(t,a){let n=(0,Oi.
getSubschema)(this.it,t);(0,Oi.extendSubschemaData)(n,this.it,t),(0,Oi.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return Kg(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Tr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Tr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,he.Name)),!0}};Kr.KeywordCxt=Sn;function Vd(e,t,a,n){let o=new Sn(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Ta.funcKeywordCode)(o,a):"macro"in a?(0,Ta.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Ta.funcKeywordCode)(o,a)}var ow=/^\/(?:[^~]|~0|~1)*$/,
iw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Ud(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return Pe.default.rootData;if(e[0]==="/"){if(!ow.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=Pe.default.rootData}else{let m=iw.exec(e);if(!m)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+m[1];
if(o=m[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return n[t-u]}if(u>t)throw new Error(p("data",u));if(i=a[t-u],!o)return i}let r=i,s=o.split("/");
for(let m of s)m&&(i=(0,he._)`${i}${(0,he.getProperty)((0,Tr.unescapeJsonPointer)(m))}`,r=(0,he._)`${r} && ${i}`);return r;function p(m,u){return`Cannot access ${m}\
 ${u} levels up, current level is ${t}`}}Kr.getData=Ud});var _n=ce(Ni=>{"use strict";Object.defineProperty(Ni,"__esModule",{value:!0});var Ai=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Ni.default=Ai});var Na=ce(Ii=>{"use strict";Object.defineProperty(Ii,"__esModule",{value:!0});var Ri=Oa(),Ei=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Ri.resolveUrl)(t,a,n),this.missingSchema=(0,Ri.normalizeId)((0,Ri.getFullPath)(t,this.missingRef))}};Ii.default=Ei});var qn=ce(Yt=>{"use strict";Object.defineProperty(Yt,"__esModule",{value:!0});Yt.resolveSchema=Yt.getCompilingSchema=Yt.resolveRef=Yt.compileSchema=Yt.SchemaEnv=
void 0;var pr=Me(),pw=_n(),cs=jr(),cr=Oa(),Dd=Ge(),cw=Aa(),Us=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,cr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};Yt.SchemaEnv=Us;function Li(e){let t=Jd.call(
this,e);if(t)return t;let a=(0,cr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new pr.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:pw.default,code:(0,pr._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let m={gen:r,allErrors:this.opts.allErrors,data:cs.default.data,parentData:cs.default.parentData,parentDataProperty:cs.
default.parentDataProperty,dataNames:[cs.default.data],dataPathArr:[pr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,pr.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:pr.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,pr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,cw.validateFunctionCode)(m),r.optimize(this.opts.code.optimize);let h=r.toString();u=`${r.scopeRefs(cs.default.scope)}return ${h}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let S=new Function(`${cs.default.self}`,`${cs.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:S}),S.errors=
null,S.schema=e.schema,S.schemaEnv=e,e.$async&&(S.$async=!0),this.opts.code.source===!0&&(S.source={validateName:p,validateCode:h,scopeValues:r._values}),this.opts.
unevaluated){let{props:j,items:x}=m;S.evaluated={props:j instanceof pr.Name?void 0:j,items:x instanceof pr.Name?void 0:x,dynamicProps:j instanceof pr.Name,dynamicItems:x instanceof
pr.Name},S.source&&(S.source.evaluated=(0,pr.stringify)(S.evaluated))}return e.validate=S,e}catch(h){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),h}finally{this._compilations.delete(e)}}Yt.compileSchema=Li;function dw(e,t,a){var n;a=(0,cr.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=mw.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Us({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=uw.call(this,i)}Yt.resolveRef=dw;function uw(e){return(0,cr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Li.call(this,e)}function Jd(e){for(let t of this._compilations)if(lw(t,e))return t}Yt.getCompilingSchema=Jd;
function lw(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function mw(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||xn.call(this,e,t)}function xn(e,t){let a=this.opts.uriResolver.parse(t),n=(0,cr._getFullPath)(this.opts.uriResolver,a),o=(0,cr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Mi.call(this,a,e);let i=(0,cr.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=xn.call(this,e,r);return typeof s?.schema!="object"?void 0:Mi.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Li.call(this,r),i===(0,cr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,m=s[p];return m&&(o=(0,cr.resolveUrl)(this.opts.uriResolver,o,m)),new Us({schema:s,schemaId:p,root:e,baseId:o})}
return Mi.call(this,a,r)}}Yt.resolveSchema=xn;var fw=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Mi(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Dd.
unescapeFragment)(s)];if(p===void 0)return;a=p;let m=typeof a=="object"&&a[this.opts.schemaId];!fw.has(s)&&m&&(t=(0,cr.resolveUrl)(this.opts.uriResolver,t,m))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Dd.schemaHasRulesButRef)(a,this.RULES)){let s=(0,cr.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=xn.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Us({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var zd=ce((V$,hw)=>{hw.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var zi=ce((U$,Qd)=>{"use strict";var yw=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Vi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),gw=RegExp.prototype.test.bind(/^\d*$/u),ds=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Ui=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Cd=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Di=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),ww=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Jt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)Jt[t]="%"+e[t>>4]+e[t&15]}function Et(e){return e<2048?Jt[192|e>>6]+Jt[128|e&63]:e<65536?Jt[224|e>>12]+Jt[128|e>>6&63]+Jt[128|e&63]:Jt[240|e>>18]+Jt[128|
e>>12&63]+Jt[128|e>>6&63]+Jt[128|e&63]}function bw(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var vw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),kw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Pw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
$w=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Sw(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Pw(e[t])){if(e[t]==="%"&&t+2<
e.length&&ds(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Wd(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function _w(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Vi(p))return;i+=2;continue}if(!vw(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:Wd(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Wd(r)}function Fi(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&kw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(xw(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Sw(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=_w(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function xw(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Kd(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function qw(e){
if(e===""||e[0]==="/")return Kd(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Ow={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},jw=/[@/?#:]/g,Tw=/[@/?#]/g;function Hd(e,t){let a=t?Tw:jw;return a.lastIndex=0,e.replace(a,n=>Ow[n])}
function Bd(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(ds(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Ui(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function Aw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(ds(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Ui(r)?t+=r:t+="%"+i,a+=2;continue}}if(Cd(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Zd(o)?n:Jt[o];else if(o<55296||o>57343)t+=Et(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=Et(65536+(o-55296<<10)+(i-56320)),a++):t+=Et(65533)}else t+=Et(65533)}}return t}function Nw(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(ds(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Cd(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=Jt[r];else if(r<55296||r>57343)a+=Et(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=Et(65536+(r-55296<<
10)+(s-56320)),o++):a+=Et(65533)}else a+=Et(65533)}}return a}function Ji(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(ds(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=Jt[i];else if(i<55296||i>57343)a+=Et(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=Et(65536+(i-55296<<10)+(r-56320)),n++):a+=Et(65533)}else a+=Et(65533)}}return a}function Gd(e){
return Ji(e,ww)}function Rw(e){return Ji(e,Di)}function Ew(e){return Ji(e,Di)}function Zd(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function Iw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(ds(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Ui(r)?t+=r:t+="%"+i,a+=2;continue}}if(Di(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Zd(o)?n:Jt[o];else if(o<
55296||o>57343)t+=Et(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=Et(65536+(o-55296<<10)+(i-56320)),a++):t+=Et(65533)}else t+=
Et(65533)}}return t}function Mw(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(ds(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function Lw(e){let t=[];if(e.userinfo!==void 0&&(t.push(Gd(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Vi(a)){
let n=Fi(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Bd(a,!0),n=Fi(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Hd(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!gw(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Qd.exports={nonSimpleDomain:$w,recomposeAuthority:Lw,reescapeHostDelimiters:Hd,normalizePercentEncoding:Bd,normalizePathEncoding:Aw,serializePathEncoding:Nw,
normalizeQueryFragmentEncoding:Iw,encodeUserinfo:Gd,encodeQuery:Rw,encodeFragment:Ew,escapePreservingEscapes:Mw,removeDotSegments:Kd,removeDotSegmentsRelative:qw,
isIPv4:Vi,isUUID:yw,normalizeIPv6:Fi,stringArrayToHexStripped:bw}});var ru=ce((D$,tu)=>{"use strict";var{isUUID:Fw}=zi(),Vw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Uw=["http","https","ws","wss","ur\
n","urn:uuid"];function Dw(e){return Uw.indexOf(e)!==-1}function Wi(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Xd(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Yd(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function Jw(e){return e.secure=Wi(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function zw(e){if((e.port===(Wi(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function Ww(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Vw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ci(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function Cw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Ci(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function Kw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!Fw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Hw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var eu={scheme:"\
http",domainHost:!0,parse:Xd,serialize:Yd},Bw={scheme:"https",domainHost:eu.domainHost,parse:Xd,serialize:Yd},On={scheme:"ws",domainHost:!0,parse:Jw,serialize:zw},
Gw={scheme:"wss",domainHost:On.domainHost,parse:On.parse,serialize:On.serialize},Zw={scheme:"urn",parse:Ww,serialize:Cw,skipNormalize:!0},Qw={scheme:"urn:uuid",
parse:Kw,serialize:Hw,skipNormalize:!0},jn={http:eu,https:Bw,ws:On,wss:Gw,urn:Zw,"urn:uuid":Qw};Object.setPrototypeOf(jn,null);function Ci(e){return e&&(jn[e]||
jn[e.toLowerCase()])||void 0}tu.exports={wsIsSecure:Wi,SCHEMES:jn,isValidSchemeName:Dw,getSchemeHandler:Ci}});var gu=ce((J$,En)=>{"use strict";var{normalizeIPv6:iu,removeDotSegments:Ea,removeDotSegmentsRelative:pu,recomposeAuthority:Xw,normalizePercentEncoding:Ki,normalizePathEncoding:Yw,
serializePathEncoding:su,normalizeQueryFragmentEncoding:au,encodeQuery:eb,encodeFragment:tb,reescapeHostDelimiters:rb,isIPv4:cu,nonSimpleDomain:sb}=zi(),{SCHEMES:du,
getSchemeHandler:Hi}=ru(),uu=/^[A-Za-z][A-Za-z0-9+.-]*$/u,lu="URI scheme is malformed.",Tn="URI host is malformed.",ab=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function nu(e){
let t=String(e);if(!uu.test(t))throw new TypeError(lu);return t}function nb(e,t){return typeof e=="string"?e=fb(e,t):typeof e=="object"&&(e=Nn(us(e,t),t)),e}function ob(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:m}=An(e,n),{parsed:u,malformedAuthorityOrPort:h,malformedPercentEncoding:$,malformedSchemeSpecific:S,malformedHost:j,malformedScheme:x}=An(t,n);
if(i||h||r||$||s||S||p||j||m||x)throw new Error(o.error||u.error||"URI is malformed.");let T=mu(o,u,n,!0),N=Hi(a&&a.scheme||T.scheme),pe=T.host,z=pe!==void 0&&pe!==
""&&(cu(pe)||iu(pe).isIPV6);if(hu(T,a||{},N,z))throw new Error(Tn);fu(T,a||{},N,z);let K=pe&&pe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(pe);if(T.error&&!K)throw new Error(
T.error);return n.skipEscape=!0,us(T,n)}function mu(e,t,a,n){let o={};if(n||(e=Nn(us(e,a),a),t=Nn(us(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Ea(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Ea(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Ea(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?pu(o.path):Ea(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function ib(e,t,a){let n=ou(e,a),o=ou(t,a);return n!==void 0&&o!==void 0&&n===o}function us(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=nu(a.scheme));let i=Hi(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Ki(a.path):a.path=su(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=nu(a.scheme),o.push(a.scheme,":"));let m=Xw(a);if(m!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(m),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?pu(u):Ea(u)),s&&(u=su(u,!0)),m===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",eb(a.query)),a.fragment!==
void 0&&o.push("#",tb(a.fragment)),o.join("")}var pb=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
cb=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,db=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function ub(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ra(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Rn(e){return e[0]==="["&&e[e.
length-1]==="]"}function lb(e){let t=e[4];return Ra(e[3])||t!==void 0&&!Rn(t)&&Ra(t)||Ra(e[6])||Ra(e[7])||Ra(e[8])}function fu(e,t,a,n){if(hu(e,t,a,n))return e.
error=e.error||Tn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Rn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&sb(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!mb(o))return e.error=e.error||Tn,!0;e.host=o.hostname}
return!1}function hu(e,t,a,n){return!!(e.host&&n===!1&&!Rn(e.host)&&(t.domainHost||a&&a.domainHost)&&ab.test(e.host))}function mb(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function An(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,m=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let h=e.match(
cb);h!==null&&h[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(db);if($!==null){let j=$[1],x=j.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):j.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let S=e.match(pb);if(S){n.scheme=S[1],n.userinfo=S[3],n.host=S[4],n.port=parseInt(S[5],10),
n.path=S[6]||"",n.query=S[7],n.fragment=S[8],n.scheme!==void 0&&(uu.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||lu,m=!0)),i=lb(S),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=S[5]);let j=ub(n,S);if(j!==void 0&&(n.error=n.error||j,o=!0),n.host)if(cu(n.host)===
!1){let N=Rn(n.host),pe=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,z=iu(n.host);u=z.isIPV6||z.isIPVFuture===!0,p=pe&&(!N||z.error===!0),n.host=u?z.host:
z.host.toLowerCase(),p&&(n.error=n.error||Tn,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=Hi(a.scheme||n.scheme);if(p||(s=fu(n,a,x,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let T=u?n.host:Ki(n.host,!0);u||(T=Ki(T.toLowerCase())),n.host=u||a.scheme!=="null"?rb(T,u):T}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
Yw(n.path)),n.query&&(n.query=au(n.query)),n.fragment&&(n.fragment=au(n.fragment))),x&&x.parse&&(x.parse(n,a),x===du.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:m}}
function Nn(e,t){return An(e,t).parsed}function fb(e,t){return yu(e,t).normalized}function yu(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=An(e,t);return{normalized:n||o||i||r||s?e:us(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function ou(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
us(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=yu(a,t);
return o||i||r||s||p?void 0:n}var Bi={SCHEMES:du,normalize:nb,resolve:ob,resolveComponent:mu,equal:ib,serialize:us,parse:Nn};En.exports=Bi;En.exports.default=Bi;
En.exports.fastUri=Bi});var bu=ce(Gi=>{"use strict";Object.defineProperty(Gi,"__esModule",{value:!0});var wu=gu();wu.code='require("ajv/dist/runtime/uri").default';Gi.default=wu});var qu=ce(Ot=>{"use strict";Object.defineProperty(Ot,"__esModule",{value:!0});Ot.CodeGen=Ot.Name=Ot.nil=Ot.stringify=Ot.str=Ot._=Ot.KeywordCxt=void 0;var hb=Aa();
Object.defineProperty(Ot,"KeywordCxt",{enumerable:!0,get:function(){return hb.KeywordCxt}});var Ds=Me();Object.defineProperty(Ot,"_",{enumerable:!0,get:function(){
return Ds._}});Object.defineProperty(Ot,"str",{enumerable:!0,get:function(){return Ds.str}});Object.defineProperty(Ot,"stringify",{enumerable:!0,get:function(){
return Ds.stringify}});Object.defineProperty(Ot,"nil",{enumerable:!0,get:function(){return Ds.nil}});Object.defineProperty(Ot,"Name",{enumerable:!0,get:function(){
return Ds.Name}});Object.defineProperty(Ot,"CodeGen",{enumerable:!0,get:function(){return Ds.CodeGen}});var yb=_n(),Su=Na(),gb=wi(),Ia=qn(),wb=Me(),Ma=Oa(),In=qa(),
Qi=Ge(),vu=zd(),bb=bu(),_u=(e,t)=>new RegExp(e,t);_u.code="new RegExp";var vb=["removeAdditional","useDefaults","coerceTypes"],kb=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Pb={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},$b={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},ku=200;function Sb(e){
var t,a,n,o,i,r,s,p,m,u,h,$,S,j,x,T,N,pe,z,K,V,me,O,ye,ue;let U=e.strict,I=(t=e.code)===null||t===void 0?void 0:t.optimize,we=I===!0||I===void 0?1:I||0,$e=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:_u,ee=(o=e.uriResolver)!==null&&o!==void 0?o:bb.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:U)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:U)!==null&&p!==void 0?p:!0,strictTypes:(u=(m=e.strictTypes)!==
null&&m!==void 0?m:U)!==null&&u!==void 0?u:"log",strictTuples:($=(h=e.strictTuples)!==null&&h!==void 0?h:U)!==null&&$!==void 0?$:"log",strictRequired:(j=(S=e.strictRequired)!==
null&&S!==void 0?S:U)!==null&&j!==void 0?j:!1,code:e.code?{...e.code,optimize:we,regExp:$e}:{optimize:we,regExp:$e},loopRequired:(x=e.loopRequired)!==null&&x!==
void 0?x:ku,loopEnum:(T=e.loopEnum)!==null&&T!==void 0?T:ku,meta:(N=e.meta)!==null&&N!==void 0?N:!0,messages:(pe=e.messages)!==null&&pe!==void 0?pe:!0,inlineRefs:(z=
e.inlineRefs)!==null&&z!==void 0?z:!0,schemaId:(K=e.schemaId)!==null&&K!==void 0?K:"$id",addUsedSchema:(V=e.addUsedSchema)!==null&&V!==void 0?V:!0,validateSchema:(me=
e.validateSchema)!==null&&me!==void 0?me:!0,validateFormats:(O=e.validateFormats)!==null&&O!==void 0?O:!0,unicodeRegExp:(ye=e.unicodeRegExp)!==null&&ye!==void 0?
ye:!0,int32range:(ue=e.int32range)!==null&&ue!==void 0?ue:!0,uriResolver:ee}}var La=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Sb(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new wb.ValueScope(
{scope:{},prefixes:kb,es5:a,lines:n}),this.logger=Tb(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,gb.getRules)(),Pu.call(this,Pb,t,"NOT \
SUPPORTED"),Pu.call(this,$b,t,"DEPRECATED","warn"),this._metaOpts=Ob.call(this),t.formats&&xb.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&qb.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),_b.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=vu;n==="id"&&(o={...vu},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(u,h){await i.call(this,u.$schema);let $=this._addSchema(u,h);return $.validate||r.
call(this,$)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(h){if(!(h instanceof
Su.default))throw h;return s.call(this,h),await p.call(this,h.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:h}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${h} cannot be resolved`)}async function p(u){let h=await m.call(this,u);this.refs[u]||await i.call(this,h.$schema),this.refs[u]||
this.addSchema(h,u,a)}async function m(u){let h=this._loading[u];if(h)return h;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ma.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=$u.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Ia.SchemaEnv({schema:{},schemaId:n});if(a=Ia.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=$u.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ma.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Nb.call(this,n,a),!a)return(0,Qi.eachItem)(n,i=>Zi.call(this,i)),this;Eb.call(this,a);let o={...a,type:(0,In.getJSONTypes)(
a.type),schemaType:(0,In.getJSONTypes)(a.schemaType)};return(0,Qi.eachItem)(n,o.type.length===0?i=>Zi.call(this,i,o):i=>o.type.forEach(r=>Zi.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:m}=p.definition,u=r[s];m&&u&&(r[s]=xu(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ma.normalizeId)(r||n);let m=Ma.getSchemaRefs.call(this,t,n);return p=new Ia.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:m}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Ia.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Ia.compileSchema.call(this,t)}finally{this.opts=a}}};La.ValidationError=yb.default;La.MissingRefError=Su.default;Ot.default=La;
function Pu(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function $u(e){return e=(0,Ma.normalizeId)(e),this.schemas[e]||
this.refs[e]}function _b(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function xb(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function qb(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Ob(){let e={...this.opts};for(let t of vb)
delete e[t];return e}var jb={log(){},warn(){},error(){}};function Tb(e){if(e===!1)return jb;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Ab=/^[a-z_$][a-z0-9_$:-]*$/i;function Nb(e,t){let{RULES:a}=this;if((0,Qi.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Ab.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Zi(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,In.getJSONTypes)(t.type),schemaType:(0,In.getJSONTypes)(t.schemaType)}};t.before?Rb.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Rb(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Eb(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=xu(t)),e.validateSchema=
this.compile(t,!0))}var Ib={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function xu(e){return{anyOf:[e,Ib]}}});var Ou=ce(Xi=>{"use strict";Object.defineProperty(Xi,"__esModule",{value:!0});var Mb={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Xi.default=Mb});var Nu=ce(ls=>{"use strict";Object.defineProperty(ls,"__esModule",{value:!0});ls.callRef=ls.getValidate=void 0;var Lb=Na(),ju=Xt(),zt=Me(),Js=jr(),Tu=qn(),Mn=Ge(),
Fb={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:m}=i;if((a==="#"||a==="#/")&&
o===m.baseId)return h();let u=Tu.resolveRef.call(p,m,o,a);if(u===void 0)throw new Lb.default(n.opts.uriResolver,o,a);if(u instanceof Tu.SchemaEnv)return $(u);return S(
u);function h(){if(i===m)return Ln(e,r,i,i.$async);let j=t.scopeValue("root",{ref:m});return Ln(e,(0,zt._)`${j}.validate`,m,m.$async)}function $(j){let x=Au(e,j);
Ln(e,x,j,j.$async)}function S(j){let x=t.scopeValue("schema",s.code.source===!0?{ref:j,code:(0,zt.stringify)(j)}:{ref:j}),T=t.name("valid"),N=e.subschema({schema:j,
dataTypes:[],schemaPath:zt.nil,topSchemaRef:x,errSchemaPath:a},T);e.mergeEvaluated(N),e.ok(T)}}};function Au(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,zt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}ls.getValidate=Au;function Ln(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,m=p.passContext?Js.default.this:zt.nil;n?u():h();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let j=o.let("vali\
d");o.try(()=>{o.code((0,zt._)`await ${(0,ju.callValidateCode)(e,t,m)}`),S(t),r||o.assign(j,!0)},x=>{o.if((0,zt._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),$(x),r||o.assign(j,!1)}),e.ok(j)}function h(){e.result((0,ju.callValidateCode)(e,t,m),()=>S(t),()=>$(t))}function $(j){let x=(0,zt._)`${j}.errors`;o.assign(
Js.default.vErrors,(0,zt._)`${Js.default.vErrors} === null ? ${x} : ${Js.default.vErrors}.concat(${x})`),o.assign(Js.default.errors,(0,zt._)`${Js.default.vErrors}.length`)}
function S(j){var x;if(!i.opts.unevaluated)return;let T=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(T&&!T.dynamicProps)T.props!==void 0&&
(i.props=Mn.mergeEvaluated.props(o,T.props,i.props));else{let N=o.var("props",(0,zt._)`${j}.evaluated.props`);i.props=Mn.mergeEvaluated.props(o,N,i.props,zt.Name)}
if(i.items!==!0)if(T&&!T.dynamicItems)T.items!==void 0&&(i.items=Mn.mergeEvaluated.items(o,T.items,i.items));else{let N=o.var("items",(0,zt._)`${j}.evaluated.items`);
i.items=Mn.mergeEvaluated.items(o,N,i.items,zt.Name)}}}ls.callRef=Ln;ls.default=Fb});var Ru=ce(Yi=>{"use strict";Object.defineProperty(Yi,"__esModule",{value:!0});var Vb=Ou(),Ub=Nu(),Db=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Vb.default,Ub.default];Yi.default=Db});var Eu=ce(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var Fn=Me(),Hr=Fn.operators,Vn={maximum:{okStr:"<=",ok:Hr.LTE,fail:Hr.GT},minimum:{
okStr:">=",ok:Hr.GTE,fail:Hr.LT},exclusiveMaximum:{okStr:"<",ok:Hr.LT,fail:Hr.GTE},exclusiveMinimum:{okStr:">",ok:Hr.GT,fail:Hr.LTE}},Jb={message:({keyword:e,schemaCode:t})=>(0,Fn.
str)`must be ${Vn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Fn._)`{comparison: ${Vn[e].okStr}, limit: ${t}}`},zb={keyword:Object.keys(Vn),type:"numb\
er",schemaType:"number",$data:!0,error:Jb,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Fn._)`${a} ${Vn[t].fail} ${n} || isNaN(${a})`)}};ep.default=
zb});var Iu=ce(tp=>{"use strict";Object.defineProperty(tp,"__esModule",{value:!0});var Fa=Me(),Wb={message:({schemaCode:e})=>(0,Fa.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Fa._)`{multipleOf: ${e}}`},Cb={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Wb,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Fa._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Fa._)`${r} !== parseInt(${r})`;e.fail$data((0,Fa.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};tp.default=Cb});var Mu=ce(rp=>{"use strict";Object.defineProperty(rp,"__esModule",{value:!0});var ms=Me(),Kb=Ge(),Hb=Do(),Bb={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,ms.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,ms._)`{limit: ${e}}`},Gb={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Bb,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?ms.operators.GT:ms.operators.LT,
r=o.opts.unicode===!1?(0,ms._)`${a}.length`:(0,ms._)`${(0,Kb.useFunc)(e.gen,Hb.default)}(${a})`;e.fail$data((0,ms._)`${r} ${i} ${n}`)}};rp.default=Gb});var Lu=ce(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var Zb=Xt(),Qb=Ge(),zs=Me(),Xb={message:({schemaCode:e})=>(0,zs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,zs._)`{pattern: ${e}}`},Yb={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Xb,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,m=p.code==="new RegExp"?(0,zs._)`new RegExp`:(0,Qb.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,zs._)`${m}(${i}, ${s}).test(${a})`),()=>t.assign(u,!1)),e.fail$data((0,zs._)`!${u}`)}else{let p=(0,Zb.usePattern)(e,o);e.fail$data(
(0,zs._)`!${p}.test(${a})`)}}};sp.default=Yb});var Fu=ce(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var Va=Me(),ev={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Va.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Va._)`{limit: ${e}}`},tv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:ev,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Va.operators.GT:Va.operators.LT;e.fail$data(
(0,Va._)`Object.keys(${a}).length ${o} ${n}`)}};ap.default=tv});var Vu=ce(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var Ua=Xt(),Da=Me(),rv=Ge(),sv={message:({params:{missingProperty:e}})=>(0,Da.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Da._)`{missingProperty: ${e}}`},av={keyword:"required",type:"object",schemaType:"array",$data:!0,error:sv,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?m():u(),s.strictRequired){
let S=e.parentSchema.properties,{definedProperties:j}=e.it;for(let x of a)if(S?.[x]===void 0&&!j.has(x)){let T=r.schemaEnv.baseId+r.errSchemaPath,N=`required pr\
operty "${x}" is not defined at "${T}" (strictRequired)`;(0,rv.checkStrictMode)(r,N,r.opts.strictRequired)}}function m(){if(p||i)e.block$data(Da.nil,h);else for(let S of a)
(0,Ua.checkReportMissingProp)(e,S)}function u(){let S=t.let("missing");if(p||i){let j=t.let("valid",!0);e.block$data(j,()=>$(S,j)),e.ok(j)}else t.if((0,Ua.checkMissingProp)(
e,a,S)),(0,Ua.reportMissingProp)(e,S),t.else()}function h(){t.forOf("prop",n,S=>{e.setParams({missingProperty:S}),t.if((0,Ua.noPropertyInData)(t,o,S,s.ownProperties),
()=>e.error())})}function $(S,j){e.setParams({missingProperty:S}),t.forOf(S,n,()=>{t.assign(j,(0,Ua.propertyInData)(t,o,S,s.ownProperties)),t.if((0,Da.not)(j),()=>{
e.error(),t.break()})},Da.nil)}}};np.default=av});var Uu=ce(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var Ja=Me(),nv={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Ja.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Ja._)`{limit: ${e}}`},ov={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:nv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Ja.operators.GT:Ja.operators.LT;e.fail$data((0,Ja._)`${a}.length ${o} ${n}`)}};
op.default=ov});var Un=ce(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var Du=xi();Du.code='require("ajv/dist/runtime/equal").default';ip.default=Du});var Ju=ce(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var pp=qa(),jt=Me(),iv=Ge(),pv=Un(),cv={message:({params:{i:e,j:t}})=>(0,jt.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,jt._)`{i: ${e}, j: ${t}}`},dv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:cv,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),m=i.items?(0,pp.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,jt._)`${r} === false`),
e.ok(p);function u(){let j=t.let("i",(0,jt._)`${a}.length`),x=t.let("j");e.setParams({i:j,j:x}),t.assign(p,!0),t.if((0,jt._)`${j} > 1`,()=>(h()?$:S)(j,x))}function h(){
return m.length>0&&!m.some(j=>j==="object"||j==="array")}function $(j,x){let T=t.name("item"),N=(0,pp.checkDataTypes)(m,T,s.opts.strictNumbers,pp.DataType.Wrong),
pe=t.const("indices",(0,jt._)`{}`);t.for((0,jt._)`;${j}--;`,()=>{t.let(T,(0,jt._)`${a}[${j}]`),t.if(N,(0,jt._)`continue`),m.length>1&&t.if((0,jt._)`typeof ${T} == "string"`,
(0,jt._)`${T} += "_"`),t.if((0,jt._)`typeof ${pe}[${T}] == "number"`,()=>{t.assign(x,(0,jt._)`${pe}[${T}]`),e.error(),t.assign(p,!1).break()}).code((0,jt._)`${pe}[${T}] = ${j}`)})}
function S(j,x){let T=(0,iv.useFunc)(t,pv.default),N=t.name("outer");t.label(N).for((0,jt._)`;${j}--;`,()=>t.for((0,jt._)`${x} = ${j}; ${x}--;`,()=>t.if((0,jt._)`${T}(${a}[${j}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(N)})))}}};cp.default=dv});var zu=ce(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var dp=Me(),uv=Ge(),lv=Un(),mv={message:"must be equal to constant",params:({schemaCode:e})=>(0,dp.
_)`{allowedValue: ${e}}`},fv={keyword:"const",$data:!0,error:mv,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,dp.
_)`!${(0,uv.useFunc)(t,lv.default)}(${a}, ${o})`):e.fail((0,dp._)`${i} !== ${a}`)}};up.default=fv});var Wu=ce(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var za=Me(),hv=Ge(),yv=Un(),gv={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,za._)`{allowedValues: ${e}}`},wv={keyword:"enum",schemaType:"array",$data:!0,error:gv,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,m=()=>p??(p=(0,hv.useFunc)(t,yv.default)),u;if(s||
n)u=t.let("valid"),e.block$data(u,h);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let S=t.const("vSchema",i);u=(0,za.or)(...o.map((j,x)=>$(
S,x)))}e.pass(u);function h(){t.assign(u,!1),t.forOf("v",i,S=>t.if((0,za._)`${m()}(${a}, ${S})`,()=>t.assign(u,!0).break()))}function $(S,j){let x=o[j];return typeof x==
"object"&&x!==null?(0,za._)`${m()}(${a}, ${S}[${j}])`:(0,za._)`${a} === ${x}`}}};lp.default=wv});var Cu=ce(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var bv=Eu(),vv=Iu(),kv=Mu(),Pv=Lu(),$v=Fu(),Sv=Vu(),_v=Uu(),xv=Ju(),qv=zu(),Ov=Wu(),
jv=[bv.default,vv.default,kv.default,Pv.default,$v.default,Sv.default,_v.default,xv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},qv.default,Ov.default];mp.default=jv});var hp=ce(Wa=>{"use strict";Object.defineProperty(Wa,"__esModule",{value:!0});Wa.validateAdditionalItems=void 0;var fs=Me(),fp=Ge(),Tv={message:({params:{len:e}})=>(0,fs.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,fs._)`{limit: ${e}}`},Av={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Tv,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,fp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Ku(e,n)}};function Ku(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,fs._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,fs._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,fp.alwaysValidSchema)(r,n)){let m=a.var("valid",(0,fs.
_)`${s} <= ${t.length}`);a.if((0,fs.not)(m),()=>p(m)),e.ok(m)}function p(m){a.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:fp.Type.
Num},m),r.allErrors||a.if((0,fs.not)(m),()=>a.break())})}}Wa.validateAdditionalItems=Ku;Wa.default=Av});var yp=ce(Ca=>{"use strict";Object.defineProperty(Ca,"__esModule",{value:!0});Ca.validateTuple=void 0;var Hu=Me(),Dn=Ge(),Nv=Xt(),Rv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Bu(e,"additionalItems",t);a.items=!0,!(0,Dn.
alwaysValidSchema)(a,t)&&e.ok((0,Nv.validateArray)(e))}};function Bu(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Dn.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),m=n.const("len",(0,Hu._)`${i}.length`);a.forEach((h,$)=>{(0,Dn.
alwaysValidSchema)(s,h)||(n.if((0,Hu._)`${m} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function u(h){let{opts:$,errSchemaPath:S}=s,
j=a.length,x=j===h.minItems&&(j===h.maxItems||h[t]===!1);if($.strictTuples&&!x){let T=`"${r}" is ${j}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${S}"`;(0,Dn.checkStrictMode)(s,T,$.strictTuples)}}}Ca.validateTuple=Bu;Ca.default=Rv});var Gu=ce(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var Ev=yp(),Iv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,Ev.validateTuple)(e,"items")};gp.default=Iv});var Qu=ce(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var Zu=Me(),Mv=Ge(),Lv=Xt(),Fv=hp(),Vv={message:({params:{len:e}})=>(0,Zu.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Zu._)`{limit: ${e}}`},Uv={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Vv,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Mv.alwaysValidSchema)(n,t)&&(o?(0,Fv.validateAdditionalItems)(e,o):e.ok((0,Lv.validateArray)(e)))}};wp.default=
Uv});var Xu=ce(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var er=Me(),Jn=Ge(),Dv={message:({params:{min:e,max:t}})=>t===void 0?(0,er.str)`must contain at least ${e} valid item(s)`:
(0,er.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,er._)`{minContains: ${e}}`:(0,er._)`{minContains: ${e}, maxContains: ${t}}`},
Jv={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Dv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:m}=n;i.opts.next?(r=p===void 0?1:p,s=m):r=1;let u=t.const("len",(0,er._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Jn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Jn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Jn.alwaysValidSchema)(i,a)){let x=(0,er._)`${u} >= ${r}`;s!==void 0&&(x=(0,er._)`${x} && ${u} <= ${s}`),
e.pass(x);return}i.items=!0;let h=t.name("valid");s===void 0&&r===1?S(h,()=>t.if(h,()=>t.break())):r===0?(t.let(h,!0),s!==void 0&&t.if((0,er._)`${o}.length > 0`,
$)):(t.let(h,!1),$()),e.result(h,()=>e.reset());function $(){let x=t.name("_valid"),T=t.let("count",0);S(x,()=>t.if(x,()=>j(T)))}function S(x,T){t.forRange("i",
0,u,N=>{e.subschema({keyword:"contains",dataProp:N,dataPropType:Jn.Type.Num,compositeRule:!0},x),T()})}function j(x){t.code((0,er._)`${x}++`),s===void 0?t.if((0,er.
_)`${x} >= ${r}`,()=>t.assign(h,!0).break()):(t.if((0,er._)`${x} > ${s}`,()=>t.assign(h,!1).break()),r===1?t.assign(h,!0):t.if((0,er._)`${x} >= ${r}`,()=>t.assign(
h,!0)))}}};bp.default=Jv});var tl=ce(vr=>{"use strict";Object.defineProperty(vr,"__esModule",{value:!0});vr.validateSchemaDeps=vr.validatePropertyDeps=vr.error=void 0;var vp=Me(),zv=Ge(),
Ka=Xt();vr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,vp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,vp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var Wv={keyword:"dependencies",type:"object",schemaType:"object",error:vr.error,code(e){let[t,a]=Cv(e);Yu(e,t),el(e,a)}};function Cv({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Yu(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ka.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let m of s)(0,Ka.checkReportMissingProp)(e,m)}):(a.if((0,vp._)`${p} && (${(0,Ka.
checkMissingProp)(e,s,i)})`),(0,Ka.reportMissingProp)(e,i),a.else())}}vr.validatePropertyDeps=Yu;function el(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,zv.alwaysValidSchema)(i,t[s])||(a.if((0,Ka.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}vr.validateSchemaDeps=el;vr.default=Wv});var sl=ce(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var rl=Me(),Kv=Ge(),Hv={message:"property name must be valid",params:({params:e})=>(0,rl.
_)`{propertyName: ${e.propertyName}}`},Bv={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Hv,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,Kv.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,rl.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};kp.default=Bv});var $p=ce(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var zn=Xt(),dr=Me(),Gv=jr(),Wn=Ge(),Zv={message:"must NOT have additional properti\
es",params:({params:e})=>(0,dr._)`{additionalProperty: ${e.additionalProperty}}`},Qv={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:Zv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Wn.alwaysValidSchema)(r,a))return;let m=(0,zn.allSchemaProperties)(n.properties),u=(0,zn.
allSchemaProperties)(n.patternProperties);h(),e.ok((0,dr._)`${i} === ${Gv.default.errors}`);function h(){t.forIn("key",o,T=>{!m.length&&!u.length?j(T):t.if($(T),
()=>j(T))})}function $(T){let N;if(m.length>8){let pe=(0,Wn.schemaRefOrVal)(r,n.properties,"properties");N=(0,zn.isOwnProperty)(t,pe,T)}else m.length?N=(0,dr.or)(
...m.map(pe=>(0,dr._)`${T} === ${pe}`)):N=dr.nil;return u.length&&(N=(0,dr.or)(N,...u.map(pe=>(0,dr._)`${(0,zn.usePattern)(e,pe)}.test(${T})`))),(0,dr.not)(N)}function S(T){
t.code((0,dr._)`delete ${o}[${T}]`)}function j(T){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){S(T);return}if(a===!1){e.setParams({additionalProperty:T}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Wn.alwaysValidSchema)(r,a)){let N=t.name("valid");p.removeAdditional==="failing"?(x(T,N,!1),t.if((0,dr.
not)(N),()=>{e.reset(),S(T)})):(x(T,N),s||t.if((0,dr.not)(N),()=>t.break()))}}function x(T,N,pe){let z={keyword:"additionalProperties",dataProp:T,dataPropType:Wn.
Type.Str};pe===!1&&Object.assign(z,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(z,N)}}};Pp.default=Qv});var ol=ce(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var Xv=Aa(),al=Xt(),Sp=Ge(),nl=$p(),Yv={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&nl.default.code(new Xv.KeywordCxt(
i,nl.default,"additionalProperties"));let r=(0,al.allSchemaProperties)(a);for(let h of r)i.definedProperties.add(h);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Sp.mergeEvaluated.props(t,(0,Sp.toHash)(r),i.props));let s=r.filter(h=>!(0,Sp.alwaysValidSchema)(i,a[h]));if(s.length===0)return;let p=t.name("valid");
for(let h of s)m(h)?u(h):(t.if((0,al.propertyInData)(t,o,h,i.opts.ownProperties)),u(h),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(h),
e.ok(p);function m(h){return i.opts.useDefaults&&!i.compositeRule&&a[h].default!==void 0}function u(h){e.subschema({keyword:"properties",schemaProp:h,dataProp:h},
p)}}};_p.default=Yv});var dl=ce(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var il=Xt(),Cn=Me(),pl=Ge(),cl=Ge(),e1={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,il.allSchemaProperties)(a),p=s.filter(x=>(0,pl.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let m=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name(
"valid");i.props!==!0&&!(i.props instanceof Cn.Name)&&(i.props=(0,cl.evaluatedPropsToName)(t,i.props));let{props:h}=i;$();function $(){for(let x of s)m&&S(x),i.
allErrors?j(x):(t.var(u,!0),j(x),t.if(u))}function S(x){for(let T in m)new RegExp(x).test(T)&&(0,pl.checkStrictMode)(i,`property ${T} matches pattern ${x} (use \
allowMatchingProperties)`)}function j(x){t.forIn("key",n,T=>{t.if((0,Cn._)`${(0,il.usePattern)(e,x)}.test(${T})`,()=>{let N=p.includes(x);N||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:T,dataPropType:cl.Type.Str},u),i.opts.unevaluated&&h!==!0?t.assign((0,Cn._)`${h}[${T}]`,!0):!N&&!i.allErrors&&t.if((0,Cn.
not)(u),()=>t.break())})})}}};xp.default=e1});var ul=ce(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var t1=Ge(),r1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,t1.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};qp.default=r1});var ll=ce(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var s1=Xt(),a1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:s1.validateUnion,
error:{message:"must match a schema in anyOf"}};Op.default=a1});var ml=ce(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var Kn=Me(),n1=Ge(),o1={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Kn._)`{passingSchemas: ${e.passing}}`},i1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:o1,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(m),e.result(r,()=>e.reset(),()=>e.error(!0));function m(){i.forEach((u,h)=>{let $;(0,n1.alwaysValidSchema)(o,
u)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:h,compositeRule:!0},p),h>0&&t.if((0,Kn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Kn._)`[${s}, ${h}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,h),$&&e.mergeEvaluated($,Kn.Name)})})}}};jp.default=i1});var fl=ce(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var p1=Ge(),c1={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,p1.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Tp.default=c1});var gl=ce(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var Hn=Me(),yl=Ge(),d1={message:({params:e})=>(0,Hn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Hn._)`{failingKeyword: ${e.ifClause}}`},u1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:d1,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,yl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=hl(n,"then"),i=hl(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,m("then",u),m("else",u))}else o?t.if(
s,m("then")):t.if((0,Hn.not)(s),m("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function m(u,h){return()=>{let $=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated($,r),h?t.assign(h,(0,Hn._)`${u}`):e.setParams(
{ifClause:u})}}}};function hl(e,t){let a=e.schema[t];return a!==void 0&&!(0,yl.alwaysValidSchema)(e,a)}Ap.default=u1});var wl=ce(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var l1=Ge(),m1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,l1.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Np.default=m1});var bl=ce(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var f1=hp(),h1=Gu(),y1=yp(),g1=Qu(),w1=Xu(),b1=tl(),v1=sl(),k1=$p(),P1=ol(),$1=dl(),
S1=ul(),_1=ll(),x1=ml(),q1=fl(),O1=gl(),j1=wl();function T1(e=!1){let t=[S1.default,_1.default,x1.default,q1.default,O1.default,j1.default,v1.default,k1.default,
b1.default,P1.default,$1.default];return e?t.push(h1.default,g1.default):t.push(f1.default,y1.default),t.push(w1.default),t}Rp.default=T1});var vl=ce(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var vt=Me(),A1={message:({schemaCode:e})=>(0,vt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,vt._)`{format: ${e}}`},N1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:A1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:m,schemaEnv:u,self:h}=s;if(!p.validateFormats)return;o?$():S();function $(){let j=a.scopeValue("formats",{ref:h.
formats,code:p.code.formats}),x=a.const("fDef",(0,vt._)`${j}[${r}]`),T=a.let("fType"),N=a.let("format");a.if((0,vt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(T,(0,vt._)`${x}.type || "string"`).assign(N,(0,vt._)`${x}.validate`),()=>a.assign(T,(0,vt._)`"string"`).assign(N,x)),e.fail$data((0,vt.or)(pe(),z()));
function pe(){return p.strictSchema===!1?vt.nil:(0,vt._)`${r} && !${N}`}function z(){let K=u.$async?(0,vt._)`(${x}.async ? await ${N}(${n}) : ${N}(${n}))`:(0,vt.
_)`${N}(${n})`,V=(0,vt._)`(typeof ${N} == "function" ? ${K} : ${N}.test(${n}))`;return(0,vt._)`${N} && ${N} !== true && ${T} === ${t} && !${V}`}}function S(){let j=h.
formats[i];if(!j){pe();return}if(j===!0)return;let[x,T,N]=z(j);x===t&&e.pass(K());function pe(){if(p.strictSchema===!1){h.logger.warn(V());return}throw new Error(
V());function V(){return`unknown format "${i}" ignored in schema at path "${m}"`}}function z(V){let me=V instanceof RegExp?(0,vt.regexpCode)(V):p.code.formats?(0,vt.
_)`${p.code.formats}${(0,vt.getProperty)(i)}`:void 0,O=a.scopeValue("formats",{key:i,ref:V,code:me});return typeof V=="object"&&!(V instanceof RegExp)?[V.type||
"string",V.validate,(0,vt._)`${O}.validate`]:["string",V,O]}function K(){if(typeof j=="object"&&!(j instanceof RegExp)&&j.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,vt._)`await ${N}(${n})`}return typeof T=="function"?(0,vt._)`${N}(${n})`:(0,vt._)`${N}.test(${n})`}}}};Ep.default=N1});var kl=ce(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var R1=vl(),E1=[R1.default];Ip.default=E1});var Pl=ce(Ws=>{"use strict";Object.defineProperty(Ws,"__esModule",{value:!0});Ws.contentVocabulary=Ws.metadataVocabulary=void 0;Ws.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Ws.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Sl=ce(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var I1=Ru(),M1=Cu(),L1=bl(),F1=kl(),$l=Pl(),V1=[I1.default,M1.default,(0,L1.default)(),
F1.default,$l.metadataVocabulary,$l.contentVocabulary];Mp.default=V1});var xl=ce(Bn=>{"use strict";Object.defineProperty(Bn,"__esModule",{value:!0});Bn.DiscrError=void 0;var _l;(function(e){e.Tag="tag",e.Mapping="mapping"})(_l||(Bn.
DiscrError=_l={}))});var Ol=ce(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Cs=Me(),Lp=xl(),ql=qn(),U1=Na(),D1=Ge(),J1={message:({params:{discrError:e,tagName:t}})=>e===
Lp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Cs._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
z1={keyword:"discriminator",type:"object",schemaType:"object",error:J1,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),m=t.
const("tag",(0,Cs._)`${a}${(0,Cs.getProperty)(s)}`);t.if((0,Cs._)`typeof ${m} == "string"`,()=>u(),()=>e.error(!1,{discrError:Lp.DiscrError.Tag,tag:m,tagName:s})),
e.ok(p);function u(){let S=$();t.if(!1);for(let j in S)t.elseIf((0,Cs._)`${m} === ${j}`),t.assign(p,h(S[j]));t.else(),e.error(!1,{discrError:Lp.DiscrError.Mapping,
tag:m,tagName:s}),t.endIf()}function h(S){let j=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:S},j);return e.mergeEvaluated(x,Cs.Name),j}function $(){
var S;let j={},x=N(o),T=!0;for(let K=0;K<r.length;K++){let V=r[K];if(V?.$ref&&!(0,D1.schemaHasRulesButRef)(V,i.self.RULES)){let O=V.$ref;if(V=ql.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,O),V instanceof ql.SchemaEnv&&(V=V.schema),V===void 0)throw new U1.default(i.opts.uriResolver,i.baseId,O)}let me=(S=V?.properties)===
null||S===void 0?void 0:S[s];if(typeof me!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);T=T&&
(x||N(V)),pe(me,K)}if(!T)throw new Error(`discriminator: "${s}" must be required`);return j;function N({required:K}){return Array.isArray(K)&&K.includes(s)}function pe(K,V){
if(K.const)z(K.const,V);else if(K.enum)for(let me of K.enum)z(me,V);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function z(K,V){
if(typeof K!="string"||K in j)throw new Error(`discriminator: "${s}" values must be unique strings`);j[K]=V}}}};Fp.default=z1});var jl=ce((jS,W1)=>{W1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Ct=ce((dt,Vp)=>{"use strict";Object.defineProperty(dt,"__esModule",{value:!0});dt.MissingRefError=dt.ValidationError=dt.CodeGen=dt.Name=dt.nil=dt.stringify=
dt.str=dt._=dt.KeywordCxt=dt.Ajv=void 0;var C1=qu(),K1=Sl(),H1=Ol(),Tl=jl(),B1=["/properties"],Gn="http://json-schema.org/draft-07/schema",Ks=class extends C1.default{_addVocabularies(){
super._addVocabularies(),K1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(H1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Tl,B1):Tl;this.addMetaSchema(t,Gn,!1),this.refs["http://json-schema.org/schema"]=Gn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Gn)?Gn:void 0)}};dt.Ajv=Ks;Vp.exports=dt=Ks;Vp.exports.Ajv=Ks;Object.defineProperty(dt,"__esMo\
dule",{value:!0});dt.default=Ks;var G1=Aa();Object.defineProperty(dt,"KeywordCxt",{enumerable:!0,get:function(){return G1.KeywordCxt}});var Hs=Me();Object.defineProperty(
dt,"_",{enumerable:!0,get:function(){return Hs._}});Object.defineProperty(dt,"str",{enumerable:!0,get:function(){return Hs.str}});Object.defineProperty(dt,"stri\
ngify",{enumerable:!0,get:function(){return Hs.stringify}});Object.defineProperty(dt,"nil",{enumerable:!0,get:function(){return Hs.nil}});Object.defineProperty(
dt,"Name",{enumerable:!0,get:function(){return Hs.Name}});Object.defineProperty(dt,"CodeGen",{enumerable:!0,get:function(){return Hs.CodeGen}});var Z1=_n();Object.
defineProperty(dt,"ValidationError",{enumerable:!0,get:function(){return Z1.default}});var Q1=Na();Object.defineProperty(dt,"MissingRefError",{enumerable:!0,get:function(){
return Q1.default}})});var wh=Ft($c());import{models as _P}from"./models.js";function pn(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,m=0,u=0,h=0;function $(z,K){let V=0,me=0;for(;V<z||!K;){let O=e.charCodeAt(n);if(O>=48&&O<=57)me=me*
16+O-48;else if(O>=65&&O<=70)me=me*16+O-65+10;else if(O>=97&&O<=102)me=me*16+O-97+10;else break;n++,V++}return V<z&&(me=-1),me}function S(z){n=z,o="",i=0,r=16,h=
0}function j(){let z=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&js(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&js(e.
charCodeAt(n)))for(n++;n<e.length&&js(e.charCodeAt(n));)n++;else return h=3,e.substring(z,n);let K=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&js(e.charCodeAt(n))){for(n++;n<e.length&&js(e.charCodeAt(n));)n++;K=n}else h=3;
return e.substring(z,K)}function x(){let z="",K=n;for(;;){if(n>=a){z+=e.substring(K,n),h=2;break}let V=e.charCodeAt(n);if(V===34){z+=e.substring(K,n),n++;break}
if(V===92){if(z+=e.substring(K,n),n++,n>=a){h=2;break}switch(e.charCodeAt(n++)){case 34:z+='"';break;case 92:z+="\\";break;case 47:z+="/";break;case 98:z+="\b";
break;case 102:z+="\f";break;case 110:z+=`
`;break;case 114:z+="\r";break;case 116:z+="	";break;case 117:let O=$(4,!0);O>=0?z+=String.fromCharCode(O):h=4;break;default:h=5}K=n;continue}if(V>=0&&V<=31)if(ga(
V)){z+=e.substring(K,n),h=2;break}else h=6;n++}return z}function T(){if(o="",h=0,i=n,p=s,u=m,n>=a)return i=a,r=17;let z=e.charCodeAt(n);if(Wo(z)){do n++,o+=String.
fromCharCode(z),z=e.charCodeAt(n);while(Wo(z));return r=15}if(ga(z))return n++,o+=String.fromCharCode(z),z===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,m=n,r=14;switch(z){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let K=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ga(e.charCodeAt(n));)n++;return o=e.substring(K,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let V=a-1,me=!1;for(;n<V;){let O=e.charCodeAt(n);if(O===42&&e.charCodeAt(n+1)===47){n+=2,me=!0;break}n++,ga(O)&&(O===13&&e.charCodeAt(n)===10&&n++,
s++,m=n)}return me||(n++,h=1),o=e.substring(K,n),r=13}return o+=String.fromCharCode(z),n++,r=16;case 45:if(o+=String.fromCharCode(z),n++,n===a||!js(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=j(),r=11;default:for(;n<a&&N(z);)n++,z=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(z),n++,r=16}}
function N(z){if(Wo(z)||ga(z))return!1;switch(z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function pe(){let z;do z=T();while(z>=
12&&z<=15);return z}return{setPosition:S,getPosition:()=>n,scan:t?pe:T,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>h}}function Wo(e){return e===32||e===9}function ga(e){return e===10||e===13}function js(e){return e>=48&&e<=57}
var Sc;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Sc||(Sc={}));var Wh=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Ts=200,Ch={" ":{"\n":new Array(Ts).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Ts).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Ts).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Ts).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Ts).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Ts).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var cn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(cn||(cn={}));function _c(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,m,u,h){i.value=p,i.offset=m,i.length=u,i.type=h,i.colonOffset=void 0,o=i}try{Ho(e,{onObjectBegin:(p,m)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,m,u)=>{if(t<m||(s(p,m,u,"property"),a[a.length-1]=p,t<=m+u))throw n},onObjectEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,m)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,m,u)=>{if(t<m||(s(p,m,u,xc(p)),t<=m+u))throw n},onSeparator:(p,m,u)=>{
if(t<=m)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=m,r=!1,o=void 0;else if(p===","){let h=a[a.length-1];typeof h=="number"?a[a.length-1]=h+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let m=0;for(let u=0;m<p.length&&u<a.length;u++)
if(p[m]===a[u]||p[m]==="*")m++;else if(p[m]!=="**")return!1;return m===p.length}}}function Co(e,t=[],a=cn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Ho(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,m,u)=>{
n=i({type:"property",offset:m,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:m,length:u,parent:n})},onObjectEnd:(p,m)=>{o(p+m),n.
length=p+m-n.offset,n=n.parent,o(p+m)},onArrayBegin:(p,m)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,m)=>{n.length=p+m-n.offset,
n=n.parent,o(p+m)},onLiteralValue:(p,m,u)=>{i({type:xc(p),offset:m,length:u,parent:n,value:p}),o(m+u)},onSeparator:(p,m,u)=>{n.type==="property"&&(p===":"?n.colonOffset=
m:p===","&&o(m))},onError:(p,m,u)=>{t.push({error:p,offset:m,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function Ko(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function dn(e){switch(e.type){case"array":return e.children.map(dn);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=dn(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Ho(e,t,a=cn.DEFAULT){let n=pn(e,!1),o=[],i=0;function r(ee){return ee?()=>i===0&&ee(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(ee){return ee?D=>i===0&&ee(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(ee){return ee?
D=>i===0&&ee(D,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function m(ee){return ee?()=>{i>0?i++:
ee(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(ee){return ee?()=>{i>0&&
i--,i===0&&ee(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let h=m(t.onObjectBegin),$=p(t.onObjectProperty),S=u(
t.onObjectEnd),j=m(t.onArrayBegin),x=u(t.onArrayEnd),T=p(t.onLiteralValue),N=s(t.onSeparator),pe=r(t.onComment),z=s(t.onError),K=a&&a.disallowComments,V=a&&a.allowTrailingComma;
function me(){for(;;){let ee=n.scan();switch(n.getTokenError()){case 4:O(14);break;case 5:O(15);break;case 3:O(13);break;case 1:K||O(11);break;case 2:O(12);break;case 6:
O(16);break}switch(ee){case 12:case 13:K?O(10):pe();break;case 16:O(1);break;case 15:case 14:break;default:return ee}}}function O(ee,D=[],Je=[]){if(z(ee),D.length+
Je.length>0){let lt=n.getToken();for(;lt!==17;){if(D.indexOf(lt)!==-1){me();break}else if(Je.indexOf(lt)!==-1)break;lt=me()}}}function ye(ee){let D=n.getTokenValue();
return ee?T(D):($(D),o.push(D)),me(),!0}function ue(){switch(n.getToken()){case 11:let ee=n.getTokenValue(),D=Number(ee);isNaN(D)&&(O(2),D=0),T(D);break;case 7:
T(null);break;case 8:T(!0);break;case 9:T(!1);break;default:return!1}return me(),!0}function U(){return n.getToken()!==10?(O(3,[],[2,5]),!1):(ye(!1),n.getToken()===
6?(N(":"),me(),$e()||O(4,[],[2,5])):O(5,[],[2,5]),o.pop(),!0)}function I(){h(),me();let ee=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(ee||
O(4,[],[]),N(","),me(),n.getToken()===2&&V)break}else ee&&O(6,[],[]);U()||O(4,[],[2,5]),ee=!0}return S(),n.getToken()!==2?O(7,[2],[]):me(),!0}function we(){j(),
me();let ee=!0,D=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(D||O(4,[],[]),N(","),me(),n.getToken()===4&&V)break}else D&&O(6,[],[]);ee?
(o.push(0),ee=!1):o[o.length-1]++,$e()||O(4,[],[4,5]),D=!0}return x(),ee||o.pop(),n.getToken()!==4?O(8,[4],[]):me(),!0}function $e(){switch(n.getToken()){case 3:
return we();case 1:return I();case 10:return ye(!0);default:return ue()}}return me(),n.getToken()===17?a.allowEmptyContent?!0:(O(4,[],[]),!1):$e()?(n.getToken()!==
17&&O(9,[],[]),!0):(O(4,[],[]),!1)}function xc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var qc;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(qc||(qc={}));var Oc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Oc||(Oc={}));var Tc=_c;var Bo=Co,Ac=Ko;var Nc=dn;var jc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(jc||(jc={}));function Rc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Zh="\uFEFF";function*Ec(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(Zh)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${Qh(Rc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function Qh(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function As(e){return Ic(e)}function Ur(e){return Ic(e)}function Ic(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Mc(e){return[...e.files.values()].flatMap(Xh)}var Xh=Ur(e=>e.syntaxErrors.length===0&&Yh(e.text)===Lc(e.value)?[]:e.tree===void 0?[]:[...Go(e.path,e.tree,
[])]);function Yh(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Lc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Lc(n),0)}function*Go(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Go(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Go(e,s,[...a,p]))}}function Vc(e){return[...e.files.values()].flatMap(ey)}var ey=Ur(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(ty)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Fc(n)===Fc(String(Number(n)))?[]:[{code:"S005",file:e,path:Tc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),ty=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Fc(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function Ae(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function wa(e){return Ae(e)?Object.entries(e):[]}function xr(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Zo}from"node:path";function un(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function je(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var ln=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Uc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Zo.normalize(Zo.join(Zo.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new ln(t,a,"names a\
 file that does not exist");for(let s of je(o)){let p=Array.isArray(r)?r[Number(s)]:Ae(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new ln(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Dc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function Jc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function bt(e,t){let a={};return t!==void 0&&(a[e]=t),a}var Bs=Ft(Ct(),1);function Br(e,t=0,a=t+4){return t+e.below(a-t+1)}var ur=new Bs.Name("vErrors");function mt(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Bs._`${i}, ${r}`,
Bs._`${new Bs.Name(e)}(${ur}, ${a}, ${n}, ${t.required?1:0}`)}function Fe(e,t){return{about:e,value:t,findings:[]}}function Xe(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function kt(e){return e.map(t=>Xe(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function ut(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var X1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Al(e,t,a,n){return{...Y1(e,t,a),source:a.has("x-source")?a.source():n}}function Y1(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",X1)}:{},notes:a.notes()}}var hs=Ft(Ct(),1);function ek(e){return typeof e=="string"?e:JSON.stringify(e)}function Up(e){let t=e.map(ek),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Qn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Zn(o,t)}`,zh:`${r} ${Zn(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Ha(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Xn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Zn(n,t)}`,zh:`${a} \u5230 ${Zn(n,t)} \u7684`};
let r=Qn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function Gs(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:Nl(a.en)}`;return t===void 0?e===0?{en:Nl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Ha(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function Nl(e){
return`${e}s`}function Zn(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Rl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...ut({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...ut({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?hs._`${mt("typed",e,t,hs._`"array"`)})`:hs._`${mt("list",e,t,hs._`${a??0}`,n===void 0?hs._`Infinity`:
hs._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...ut({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Qn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...kt(["text",1,{length:1}]),...e===0?[Fe("empty",[])]:[Xe("min-items-under",
Ba(e-1),"min-items")],...e<=3&&(t??3)>=3?[Fe("items",Ba(3))]:[],...t===void 0?[]:[Fe("max-items-at",Ba(t)),Xe("max-items-over",Ba(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Ba(Br(a,e,t))};function Ba(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Dp=Ft(Ct(),1);var El={read:(e,t)=>({kind:"boolean",...t,...bt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Dp._`${mt("\
typed",e,t,Dp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...kt([
"true",1,0,[]]),Fe("true",!0),Fe("false",!1)],sample:(e,t)=>t.below(2)===1};var Xa=Ft(Ct(),1);var Ga=Ft(Ct(),1),Il=Ft(Ns(),1);function lr(e){return(0,Ga.stringify)(e)}function Ml(e){return(0,Ga.stringify)(e)}function Zs(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Ga._`${(0,Il.regexpCode)(new RegExp(a,t))}`}function Za({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function Yn({type:e}){return Array.isArray(e)&&e.includes("null")}function Ll({nullable:e},t){return e?`${t} | null`:t}function Fl({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Vl({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Ul({nullable:e},t){return e?[Fe("null",null),
...t]:t}function Dl({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Qa=Ft(Ct(),1);function Jl(e,t){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:t(a.raw("value"),"x-options"),...ut({label:a.has("label")?tk(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?rk(a.object("x-deprecated"),t):void 0})}))}function tk(e){let t=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(t),en:e.text("en")}}function rk(e,t){return{since:e.text("since"),...ut({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Jp(e){return e.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...o}=t;return{...a,deprecated:o}})}
function zl({options:e=[]},t,{constant:a}){let n=Jp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Qa._``:Qa._`
${new Qa.Name("deprecatedValue")}(${ur}, ${t.pointer}, ${t.value}, ${a(lr(n))})`}function Wl({options:e=[]},t){return e.some(a=>a.value===t&&a.deprecated!==void 0)}var Cl={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Kl={read(e,t){let a=sk(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>ak(s)&&a.some(m=>Cl[m](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
Yn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...bt("unit",pk(e)),...bt("options",Jl(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(
t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?ok(t):e,enum:[...t]}),check(e,t,a){let n=a.constant(lr(e.values)),o=e.type==="mixed"?Xa._`${mt(
"mixedChoice",e,t,n)})`:Xa._`${mt("choice",e,t,Xa._`${e.type}`,n)})`;return Xa._`${o}${zl(e,t,a)}`},facts:({type:e,values:t,unit:a,options:n})=>({type:e,allowed:t,
...bt("unit",a),...bt("options",n&&Jp(n))}),phrase({values:e,unit:t}){let a=Up(e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:t,
values:a}=e;return t??a.find(n=>!Wl(e,n))??a[0]??""},cases:e=>[...nk(e),...e.values.map(t=>Fe(`offers-${t}`,t)),...ck(e.values)],sample:({values:e},t)=>e[t.below(
e.length)]??""};function sk(e){let t=e.raw("type"),a=(Array.isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(Cl,o));return(n.
length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or a list of these"),n}function ak(e){return typeof e=="string"||typeof e==
"number"||typeof e=="boolean"}function nk({type:e,values:t}){return e==="mixed"?ik(t):kt(e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}
function ok(e){let t=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):
a}function ik(e){let t=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Xe(`as-${typeof n}-${n}`,
n,"enum")),Xe("type-array",[e[0]??""],"enum"),Xe("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Xe(`type-${n}`,n,"enum"))]}function pk(e){return e.
optionalText("x-unit")}function ck(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Xe(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");
return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>a(`cas\
e-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Kt=Ft(Ct(),1);function eo(e){return ut({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function to({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&dk(i)?i:void 0;return{type:e,...ut({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function dk(e){return Number.isInteger(e*2**20)}function ro({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...ut({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function so(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,m=o===void 0?Kt._`-Infinity`:Kt._`${o}`,u=i===void 0?Kt._`Infinity`:Kt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Kt._`${mt("integer",e,t,m,u)})`;let h=r===void 0?Kt._`-Infinity`:Kt._`${r}`,$=s===void 0?Kt._`Infinity`:Kt._`${s}`;
return Kt._`${mt("numeric",e,t,Kt._`${n}`,a(Kt._`[${m}, ${u}, ${h}, ${$}, ${p??0}]`))})`}function Qs({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return zp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return uk(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??mr(n-a)}function uk(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?mr(e+o):zp(mr(
e+n/2),n);return i===void 0||r<i||r===t?r:mr((e+i)/2)}function zp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:mr(Math.ceil(e/t)*t)}function mr(e){return Number(
e.toFixed(9))}function ao(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),m=(x,T)=>p(T)?[Fe(x,T)]:[],u=a!==void 0?[...m("minimum-at",a),Xe("minimum-under",mr(a-s),"minimum")]:o!==void 0?[Xe("exclusive-minimum-at",o,
"minimum"),Xe("exclusive-minimum-under",mr(o-s),"minimum")]:[Fe("negative",-s),Fe("zero",0)],h=n!==void 0?[...m("maximum-at",n),Xe("maximum-over",mr(n+s),"maxim\
um")]:i!==void 0?[Xe("exclusive-maximum-at",i,"maximum"),Xe("exclusive-maximum-over",mr(i+s),"maximum")]:r===void 0?[Fe("large",2147483648)]:[],$=Qs(e),S=mr($+(r??
0)/(t==="integer"?r??1:2)),j=S<=(n??1/0)&&S<(i??1/0)&&!p(S);return[...u,...h,...r!==void 0&&j?[Xe("off-step",S,"multiple-of")]:[]]}function no(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,m=n??i??(p===void 0?0:p-100*s),u=zp(m,s)+(i===void 0?0:s),h=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return h<1?Qs(e):mr(u+s*t.below(h))}var Hl={read:(e,t)=>({kind:"integer",...t,...eo(e)}),type:()=>"number",schema:to,check:so,facts:ro,phrase(e){let t=Xn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Qs,
cases:e=>[...kt(["5",!0,[5],5.5]),...ao(e)],sample:no};var tr=Ft(Ct(),1);function Bl(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...ut({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,m=new tr.Name(`index${n.depth}`),u=s===void 0?tr._`Infinity`:
tr._`${s}`,h=o.nested(i,{pointer:tr._`${n.pointer} + "/" + ${m}`,value:tr._`${n.value}[${m}]`,depth:n.depth+1}),$=p?tr._`
${new tr.Name("uniqueItems")}(${ur}, ${n.pointer}, ${n.value})`:tr._``;return tr._`if (${mt("list",a,n,tr._`${r}`,u)})) {
for (let ${m} = 0; ${m} < ${n.value}.length && ${m} < ${u}; ${m}++) {
${h}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...ut({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Gs(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,m]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ha("\u542B",m,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Gl(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...kt(["text",7,{0:"text"}]),...lk(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:Br(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function lk(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=u=>Gl(e,t,u,i,"video"),s=Math.max(1,a),p=r(s),m=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:h,findings:$})=>({about:`item-${u}`,value:p.
map((S,j)=>j===s-1&&h!==void 0?h:S),findings:$.map(S=>({...S,path:`/${s-1}${S.path??""}`}))}));return[...a===0?[Fe("empty",[])]:[Xe("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Fe("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Fe("max-items-at",r(n))]:[],...r(n+1).length>n?[Xe("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Xe("repeated-item",[...p,...p],"unique-items","/1")]:[],...m.filter(({value:u})=>!i||new Set(u.map(h=>JSON.stringify(
h))).size===s)]}function Gl(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var rr=Ft(Ct(),1);var mk=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Zl(e){return{rule:e.oneOf("rule",mk),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...bt("minimum",e.optionalNumber("minimum")),...bt("maximum",e.optionalNumber("maximum")),...bt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...bt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...bt("quote",e.optionalText("quote")),source:e.source()}}var Ql=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Xl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Wp="data:image/png;base64,iVBORw0KGgo=";function Cp(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var tm={read:fk,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(Zs(hk(r))),m=a(lr(
s)),u=s.includes("data"),h=u?rr._`${new rr.Name("withBase64")}(${p})`:p;if(n){let S=rr._`${mt("mediaReference",e,t,h,m)})`;return u?rr._`${S}
${new rr.Name("base64Reference")}(${ur}, ${t.pointer}, ${t.value}, ${h})`:S}let $=rr._`${mt("media",e,t,rr._`${o}`,rr._`${i}`,h,m)})`;return u?rr._`${$}
${new rr.Name("base64")}(${ur}, ${t.pointer}, ${t.value}, ${i}, ${h})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...ut({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=yk(i);if(t)return{en:`${gk(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Gs(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ha(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Cp(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...kt([7,!0,["https://example.com/one.png"]]),...bk(
e,a)]:[...kt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...wk(e),...vk(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:Br(o,t,a)},()=>o.matching(n))};function Yl(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function fk(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Za(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Yl(p,"x-accepts"),...n.has("contradicted")?{contradicted:Yl(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(Zl)}}var em="\\x00-\\x20\\x7F-\\xA0";function hk(e){return e.replaceAll(em,`${em}\\s`)}function yk(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function gk(e){return/^[aeiou]/i.test(e)?"an":"a"}function ys({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Cp(e,t,o))}function wk(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Xe("min-items-under",ys(e,t-1),"min-items")]:[],Fe("min-items-at",ys(e,t)),Fe("max-items-at",ys(e,a)),Xe("max-items-\
over",ys(e,a+1),"max-items"),Xe("max-items-over-bad-item",[...ys(e,a),"nowhere"],"max-items")]}function rm({accepts:e},t,a){return[...Ql.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Xl.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Wp,"media-base64","advice"):a("base64",Wp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function bk(e,t){return rm(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function vk(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:ys(e,a).map((m,u)=>u===a-1?r:m),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...ys(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...rm(e,t,n),...o]}var sm={read:(e,t)=>({kind:"number",...t,...eo(e)}),type:()=>"number",schema:to,check:so,facts:ro,phrase(e){let t=Xn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Qs,cases:e=>[...kt(["0.5",
!0,[.5]]),...ao(e)],sample:no};var Ar=Ft(Ct(),1);function am(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Kp({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function nm(e){
let t=[...Xs("at least",e.minimum,""),...Xs("at most",e.maximum,""),...Xs("at least",e.minLength," characters"),...Xs("at most",e.maxLength," characters"),...Xs(
"at least",e.minItems," items"),...Xs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Xs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function oo(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${Kp(n)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function om(e){return kk(e,"")}function kk(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...oo(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(nm),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${am(e.source)}.`,...Pk(e.deprecated)].join(`
`)}function Pk(e){return e===void 0?[]:[`@deprecated ${Kp(e)}`]}function im(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function pm(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function cm(e){return`{
${e.map($k).join("")}}`}function $k({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":im(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function dm(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`,...oo(e)].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function um(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":cm(a.map(n=>({name:pm(n.name),doc:om(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...dm(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(lr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new Ar.Name(`member${n.depth}`),m=o.nested(s,{pointer:Ar._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return Ar._`{
const ${p} = ${new Ar.Name("own")}(${n.value}, ${s.name})
${m}
}`});return Ar._`if (${mt("object",a,n,i)})) {
${r.reduce((s,p)=>Ar._`${s}
${p}`,Ar._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>lm(a,e,n),cases:a=>[...kt(["text",7,[]]),...Sk(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function lm({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function Sk(e,t){let a=lm(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Dl(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:m,findings:u})=>m===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:m},findings:u.
map(h=>({...h,path:`/${i.name}${h.path??""}`}))}])]});return[Fe("members",a),...n.has("no_such_member")?[]:[Xe("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Xe("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Gr=Ft(Ct(),1);var fr=Ft(Ct(),1);var mm="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",fm="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",gs={date:{
pattern:`^${mm}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${fm}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${mm}T${fm}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var _k=Object.keys(gs);function io(e){let t=e.has("format")?e.oneOf("format",_k):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),ut({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):gs[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:gs[t].valid)})}function po({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&gs[a].isOurs===!0?void 0:a;return{type:"string",...ut({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function co({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...ut({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function uo(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=fr._`${n??0}`,m=o===void 0?fr._`Infinity`:
fr._`${o}`;if(i!==void 0){let u=r===void 0?fr._`"pattern"`:fr._`"format"`,h=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return fr._`${mt("patterned",
e,t,p,m,a(Zs(i)),u,a(Ml(h)))})`}return n===1&&o===void 0?fr._`${mt("nonEmpty",e,t)})`:n===void 0&&o===void 0?fr._`${mt("typed",e,t,fr._`"string"`)})`:fr._`${mt(
"text",e,t,p,m)})`}function lo({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Gs(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:m,
zh:u}=gs[a].name;return e>0||t!==void 0?{en:`${m}, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:m,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function mo({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function fo({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:gs[e].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),m=e===void 0?"pattern":"format";return[...a.map((u,h)=>Fe(`${m}-good-${h+1}`,u)),
...p.map((u,h)=>Xe(`${m}-bad-${h+1}`,u,m))]}function ho({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Xe("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Xe(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Fe("min-length-at","a".repeat(e)),Fe("min-length-astral","\u{1F600}".repeat(e)),Fe("space"," ".repeat(e))]:[],...t===void 0?[]:[Fe(
"max-length-at","a".repeat(t)),Fe("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var hm=()=>kt([7,!0,["a"]]);function ym(e){return bt(
"minLength",e.optionalNumber("minLength"))}function yo({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(Br(n,t,a)):n.matching(e)}var xk={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function wm(e){return xk[e].
en}var bm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...io(e),limits:e.objects("x-prompt-limits").map(qk),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:po,
check:(e,t,a)=>[uo(e,t,a),...Ok(e,t,a),...Tk(e,t,a)].reduce((n,o)=>Gr._`${n}
${o}`),facts:e=>({...co(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:lo,
example:(e,t)=>mo(e,wm(t)),cases:e=>[...kt([7,!0,["a"],{text:"a"}]),...ho(e),...fo(e),...Ak(e.limits),...Nk(e.tokens)],sample:yo};function qk(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...bt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function Ok({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:h,max:$,severity:S,onlyWithHan:j})=>[
u,h,$,S==="error"?1:0,j===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,h=!0)=>n(lr(h?jk(u):[])),m=Gr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[Gr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new Gr.Name("promptLimits")}(${ur}, ${t}, ${a}, ${n(lr(i))}, ${m})`]}function jk(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function Tk({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=Zs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Gr._`if (typeof ${a} === "string") ${new Gr.Name("promptTokens")}(${ur}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Ak(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(gm(a,o)).map(([i,r])=>Fe(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Fe("every-limit-over",e.map(({count:t,max:a})=>gm(t,a+1)[""]).join(" "))]:[]]}function Nk(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function gm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var vm={read:(e,t)=>({kind:"string",...t,...ym(e),...io(e),...bt("values",e.unknown("x-values"))}),type:()=>"string",schema:po,check:uo,facts:co,phrase(e){let t=lo(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>mo(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...hm(),...e.pattern===void 0&&e.maxLength===void 0?[Fe("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Fe("empty","")]:[],...ho(e),...fo(e)],sample:yo};var km={type:Mk,schema:Lk,example:_m,cases:e=>Vk(e,[]),sample:Uk},Pm={prompt:bm,string:vm,enum:Kl,integer:Hl,number:sm,boolean:El,media:tm,object:um(km,Ek),list:Bl(
km,Ik),array:Rl};function Rk(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=Za(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function $m(e,t,a,n){let o=Rk(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=Pm[o].read(t,{...a,
...Yn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:Fk(i)}}function Ek(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return $m(i,r,Sm(i,o.has(i),r,t),a)})}}function Ik(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(Za(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:$m("item",n,Sm("item",!0,n,t),a),...ut({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function Sm(e,t,a,{source:n}){return Al(e,t,a,n)}function Mk(e){
return Ll(e,Ys(e).type(e))}function Lk(e){return Fl(e,Ys(e).schema(e))}function Fk(e){return Vl(e,Ys(e).phrase(e))}function _m(e,t){return Ys(e).example(e,t)}function Vk(e,t){return Ul(e,Ys(e).cases(e,t))}function Uk(e,t){return e.
nullable&&t.below(8)===0?null:Ys(e).sample(e,t)}function Ys(e){return Pm[e.kind]}function xm(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function ws(e){return e.split("/").slice(1)}function go(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Nr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,m)=>Nr({value:p,place:t+"["+m+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=xm(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:Nr(s,i,n)}function Zr(e,{path:t,
default:a}){return Nr(e,ws(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function qm(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Om(e){let t=e.map(o=>qm(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function jm(e){let t=e.map(n=>qm(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function ea(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:Zr(r,s)[0];if(p===void 0)return;let{value:m,place:u}=p;if(n===
void 0?a>=m:a<=m)return;let h=n===void 0?"lower":"upper";return{text:e,of:[...t],side:h,limit:m,unit:i,actual:a,...u?{bound:u}:{}}}function Tm(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of Nr(a,ws(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return ea("rule-co\
unt",t.of.map(({path:o})=>go(o)),n,t,a)}function Hp(e){return Dk(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function Dk(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function ra(e,t){return e.texts("of").map((a,n)=>Am(e,`of/${n}`,a,t))}function wo(e,t){return Nm(e,"of",t)}function sa(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:Jk(e,n,t,a),unit:a??""}}function Jk(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=Am(e,t,e.text(t),a),i=Nm(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function bo(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function vo(e,t){return t.map(({at:a})=>({...a,path:ta(a).slice(e.length)}))}function Bp({in:e,of:t}){return xr(t).
map(([,a])=>Hp(`${ta(e)}${ta(a)}`))}function aa(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:Bp(e),side:t===void 0?"lower":"upper",...Ae(o)?{bound:Hp(
ta(o))}:{limit:o,unit:n}}}function ta(e){let t=Ae(e)?e.path:e;return typeof t=="string"?t:""}function Am(e,t,a,n){let o=Gp(a,n);(o===void 0||!zk(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function zk(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function Gp(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"?o.members.find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function Nm(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var Wk=64,Rm={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Gp(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...Ck(i)?{}:{one:!0}}}),...sa(e,t)}},broken:(e,t)=>Tm(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...aa(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=xr(e).map(([,s])=>Ae(s)&&s.one===void 0?ta(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=Em(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?Hk(o,s):Kk(o,s))}}};function Ck(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function Em(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=Em(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>Wk))return}return a}function Kk(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function Hk(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function Im(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of Nr({value:e,place:""},ws(t))){let r=a.flatMap(s=>Zr(i,s));for(let[s,p]of r.entries()){let m=r[s-1];if(!(m===
void 0||m.value<p.value||n&&m.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:m.place,actual:m.value,second:p.place,limit:p.value,unit:o}}}}var Mm={keyword:"x-order",read(e,t){let a=ra(e,t),n=e.texts("of"),o=(n.length>1?bo(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:vo(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:wo(e,a)}},broken:(e,t)=>Im(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:Bp(e)})};function Lm(e,t){let a={value:e,place:""};for(let n of Nr(a,ws(t.in))){let o=t.of.flatMap(p=>Zr(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=ea("rule-product",i,jm(r),t,a);if(s!==void 0)return s}}var Fm={keyword:"x-product",read(e,t){let a=ra(e,t),n=e.texts("of"),o=(n.length>1?bo(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:vo(o,a),...sa(e,t)}},broken:(e,t)=>Lm(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...aa(e)})};function Vm(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>Zr(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>go(i));return ea("rule-sum",o,Om(n.map(({value:i})=>i)),
t,a)}var Um={keyword:"x-sum",read(e,t){let a=ra(e,t);return{of:a.map(({at:n})=>n),...sa(e,t,wo(e,a))}},broken:(e,t)=>Vm(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...aa(e)})};var Dm=[Um,Fm,Rm,Mm];var Jm=new WeakMap;function Bk(e){let t=Jm.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>Zk[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return Jm.
set(e,n),n}function Qr(e){return Ae(e)?Bk(e):void 0}function Zp(e){return xr(e).map(([,t])=>Qr(t)??Gk)}var Gk=()=>!1,Zk={type:e=>{if(typeof e=="string")return Wm[e];
let t=xr(e).flatMap(([,a])=>typeof a=="string"?Wm[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Ya(
(e,t)=>e>=t),maximum:Ya((e,t)=>e<=t),exclusiveMinimum:Ya((e,t)=>e>t),exclusiveMaximum:Ya((e,t)=>e<t),multipleOf:Ya((e,t)=>Xk(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:zm((e,t)=>e>=t),maxLength:zm((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?Qk(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=Qr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=Qr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=xr(e).map(([,a])=>a);return a=>!Ae(a)||t.every(n=>Qp(a,n))},properties:e=>{let t=wa(e).flatMap(([a,n])=>{let o=Qr(n);return o===
void 0?[]:[[a,o]]});return a=>!Ae(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=wa(e).map(([
a,n])=>[a,xr(n)]);return a=>!Ae(a)||t.every(([n,o])=>!Qp(a,n)||o.every(([,i])=>Qp(a,i)))},oneOf:e=>{let t=Zp(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Zp(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Zp(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!Ae(a)||Object.
keys(a).every(n=>Ae(t)&&Object.hasOwn(t,n)),not:e=>{let t=Qr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[Qr(e),Qr(t.then),Qr(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(Dm.map(e=>[e.keyword,t=>Ae(t)?a=>e.broken(a,t)===void 0:void 0]))};function Ya(e){
return t=>a=>typeof a!="number"||e(a,Number(t))}function zm(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function Qk(e){try{return new RegExp(
e)}catch{return}}function Xk(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Qp(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var Wm={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>Ae(e),
null:e=>e===null};var Yk=/^models\/([^/]+)\.schema\.json$/;function en(e){let t=Yk.exec(e)?.[1];return t===void 0?void 0:Jc(t)}function Cm(e){return`models/${Dc(e)}.schema.json`}var Km=As(e=>[...e.files.values()].flatMap(t=>{let a=en(t.path),n=bs(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function bs(e){return e!==
void 0&&e.syntaxErrors.length===0&&Ae(e.value)?e.value:void 0}function ko(e){return[...e.files.values()].some(t=>bs(t)===void 0)}var lO=As(()=>new Map);function e0(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(Ae(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function Hm(e,t){let a=[];return e0(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Bm(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:t0(t))}var t0=Ur(e=>Hm(bs(e)??null,(t,a)=>{let n=typeof t=="string"?s0(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),r0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function s0(e){let[t]=r0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Gm(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?a0(t,a):t,[...e])}function Zm(e){return Qm(e).map(({required:t})=>t.join(
" with ")).join("; ")}function a0(e,t){let a=Qm(t),n=p=>p!==t&&p0(p.instancePath,t.instancePath)&&!i0(p,t),o=e.filter(p=>p!==t&&!n(p)),i=n0(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&c0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function n0(e,t){let a=Ae(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:o0(e);if(n!==void 0){let{data:p}=t,m=Ae(p)?p[n]:void 0,u=e.findIndex(
({members:$})=>$?.get(n)===m);if(u!==-1)return u;let h=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:h},data:m}}let o=e.map(({required:p,members:m})=>a.filter(u=>m?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,m)=>p===i?[m]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function o0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Qm({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function i0(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function p0(e,t){return e===t||e.startsWith(`${t}/`)}function c0(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as u0}from"node:module";import{fileURLToPath as d0}from"node:url";var Xm=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Xp=new URL("../".repeat(
Xm),import.meta.url),$O=new URL("../",Xp),SO=new URL(Xm===3?"./":"../",import.meta.url);var TO=d0(new URL("dist/kept/",Xp));var l0=u0(import.meta.url),Yp="spec:/";function Ym(){let{Ajv2020:e}=l0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var m0=/^upstreams\/([^/]+)\.json$/;function tn(e){return m0.exec(e)?.[1]}function ef(e,t){let a=(n,o)=>Ae(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>tn(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var tf={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},rf="meta/model.schema.json",sf="\
meta/upstream.schema.json",f0=["meta/facts.schema.json","meta/parameter.schema.json"],JO=[...Object.entries(tf).flat(),rf,sf,...f0];function af(e){return tn(e)!==void 0?sf:en(e)===void 0?tf[e]:rf}var Po;function $o(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(Po?.text===a)return Po.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?y0(t):h0(e.meta.paths,n);return Po={text:a,validator:i=>e.files.has(i)?
o(i):void 0},Po.validator}function h0(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function y0(e){let t=Ym();for(let a of e){
let n=bs(a);n!==void 0&&t.addSchema(n,Yp+a.path)}return a=>t.getSchema(Yp+a)}function sr(e,t){let n=t.map(o=>({candidate:o,distance:g0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function g0(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function nf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function cf(e){let t=$o(e),a=[...e.files.values()].flatMap(n=>{let o=af(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=w0(n),s=r.get(i)??b0(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var w0=Ur(()=>new WeakMap);function b0(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of Gm(t.errors??[])){let r=v0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function v0(e,t,a){let n=_0(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&nf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${rn(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return k0(
e,[...n,o("additionalProperty")],a);case"required":return of(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=of(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${rn(n)} must have exactly one of ${Zm(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${rn(n)} must be ${P0(a)}`}}}function k0(e,t,a){let n=String(t.at(-1)),o=Ae(pf(a))?Object.keys(pf(a)):[],i=sr(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function of(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${rn(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${rn(t)} lacks the keywor\
d "${a}"`}}function pf(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function P0(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(S0[e.keyword]??$0)(e)}var So=({params:e})=>String(e.limit),na=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,$0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,S0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${So(e)} or more`,maximum:e=>`${So(e)} or less`,exclusiveMinimum:e=>`more than ${So(
e)}`,exclusiveMaximum:e=>`less than ${So(e)}`,minLength:e=>`a string of ${na(e,"character")} or more`,maxLength:e=>`a string of ${na(e,"character")} or less`,minItems:e=>`\
a list of ${na(e,"item")} or more`,maxItems:e=>`a list of ${na(e,"item")} or less`,minProperties:e=>`an object with ${na(e,"member")} or more`,maxProperties:e=>`\
an object with ${na(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function rn(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function _0(e,t){let a=e;return je(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:Ae(a)?a[n]:void 0,o?Number(n):n})}var x0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function df(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!x0.some(({causes:s,follow:p})=>p(i)&&r.some(m=>s.has(m)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>q0(i,s,p<r))))}function q0(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function ec(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var uf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var lf=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var mf=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var ff=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${mf.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var hf=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var yf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var gf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var wf=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var bf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var vf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var kf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
oves that nothing was made and nothing is charged. A word that the status never has is inconclusive, and the word of a waiting, running or finished task proves \
the opposite.",hint:"Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel":\
 { \u2026 "proves": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'},{code:"S088",severity:"error",title:"The text\
 that a webhook signs names an unknown value",explanation:'The text may hold {body}, {bodySha256}, {timestamp} where "time" says where it is, and each name of "\
headers". A text with anything else in braces would never be what the upstream has signed, and a name that the text does not hold is left over.',hint:'Use {body\
}, {bodySha256}, {timestamp} or a name of "headers".',wrong:'{ "headers": { "id": "webhook-id" }, "signed": "{ID}.{timestamp}.{body}" }',right:'{ "headers": { "\
id": "webhook-id" }, "signed": "{id}.{timestamp}.{body}" }'},{code:"S089",severity:"error",title:"The signature of a webhook does not prove what it should",explanation:"\
A signature proves what is in the text that is signed, to holders of the key. Without the body in it, a webhook could be altered; without its time, an old one c\
ould be sent again with a new time; and with a key that is published, anyone could make it.",hint:"Sign the body and the time, and use a secret for an HMAC.",wrong:'\
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Pf=[{code:"S100",severity:"err\
or",title:"A cancel and the rules of the upstream contradict each other",explanation:'The rules in "cancelRules" are written from the documents of the upstream.\
 Where they say that a cancel removes a result, the request must not be sent to a task that has ended: what was paid for would be lost. And an answer that the u\
pstream also gives to a task that goes on proves no cancel: its credits would be given back although it is charged.',hint:'Read the documents again, and correct\
 "cancel" or "cancelRules".',wrong:'"cancel": { \u2026 "from": { "words": ["done"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }',right:'\
"cancel": { \u2026 "from": { "words": ["waiting"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }'},{code:"S101",severity:"error",title:"A \
file is the answer to a request that has another answer",explanation:'A result with "body" is the answer to the submit itself. A submit that answers with an ID \
answers with JSON, and the file comes with a later request, which is read in another way.',hint:'Take out "id" where the submit answers with the file; else say \
with "content" which request answers with it.',wrong:'"id": "/id", \u2026 "results": [{ "body": true }]',right:'"id": "/id", \u2026 "results": [{ "content": "/tasks/\
{id}/file" }]'},{code:"S102",severity:"error",title:"A row sends a file where no file can be",explanation:'A row with "as": "file" sends the file itself as a fi\
eld of a form (multipart/form-data), or as one of several fields of the same name. A body in JSON holds no file, and a field of a form holds nothing else.',hint:'\
Say "encoding": "form" in the submit, name a field such as /image or /image/-, and list the "forms" of the row.',wrong:'"submit": { \u2026 "encoding": "json" }, \u2026 { \
"to": "/image", "each": "first_image", "as": "file" }',right:'"submit": { \u2026 "encoding": "form" }, \u2026 { "to": "/image", "each": "first_image", "as": "file", "form\
s": ["url", "data"] }'}];var O0=[...uf,...lf,...ff,...hf,...yf,...wf,...bf,...gf,...kf,...vf,...Pf];function $f(e){let t=O0.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var Sf=60;function _f(e,t){let a=$f(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:j0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:un(t.path),text:N0(o.text),message:t.message,hint:t.hint??a.hint}}function j0(e,t){if(t.offset!==void 0)return{...ec(e.text,
t.offset),text:A0(e.text,t.offset)};let a=T0(e.tree,t),n=a?.offset??0;return{...ec(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function T0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=Ac(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function A0(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function N0(e){let t=e.replace(/\s+/g," ");return t.length>Sf?`${t.slice(0,Sf-1)}\u2026`:t}var xf=100;function _o(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Bo(t,a,qf),o=n===void 0?void 0:Nc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Of(o,xf))throw new RangeError(`${e} has more than ${xf} levels`);return{path:e,text:t,value:o,get tree(){return n??=Bo(t,[],qf)},syntaxErrors:a}}
var qf={disallowComments:!0,allowTrailingComma:!1};function Of(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Of(a,t-1))}function jf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:m,hint:u}=e,h=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${m}${h}
    at #${s}
    ${u}`}var Te=As(e=>ef(e,(t,a)=>$o(e)("meta/upstream.schema.json")?.(a)===!0)),R0=["video","image","audio","mesh"];function et({operations:e}){return R0.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var Xr=As(e=>Km(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(Ae(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,E0(e,t,o)]))})));function E0(e,t,a){let n=Ae(a)?a:{},o=typeof n.$ref=="string"?{...I0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function I0(e,t,a){try{let{value:n}=Uc(e,t,a);return Ae(n)?n:{}}catch{return{}}}function M0(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Tf(e,t){let a=e;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(M0(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Af=["queued","processing","ended","cancelled"],L0={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Nf(e){
for(let{path:t,source:a}of Te(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:r}]of et(a)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*F0({...s,path:p},i,n,r?.states??{});let m=V0(i,n);m!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${m} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&Af.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*F0({path:e,...t},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(a?.words??[]).entries())L0[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function V0({proves:e},t){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(t[o].status??200)<
300?Tf(t[o].body,je(a.at)):void 0;return Af.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*Rf(e){for(let{path:t,source:a}of Te(e)){let n=tn(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var tc=99;function*Ef(e){for(let{path:t,source:a}of Te(e)){for(let[o,{rows:i}]of et(a)){let r=i.map(({to:s})=>je(s));for(let[s,p]of r.entries()){let m=U0(p,r);if(m===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${m}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:rc(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>tc){let s=`Use an index up to ${tc}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${tc}`,hint:s}}}}}function U0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return un(o)}}var D0=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*rc(e,t){if(typeof e=="string"){let a=e.startsWith("/")?je(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*rc(n,[...t,a]);else if(Ae(e))for(let[a,n]of Object.entries(
e))D0.includes(a)||(yield*rc(n,[...t,a]))}function*If(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of et(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Mf={video:"video",image:"image",audio:"audio",mesh:"model"};function*Lf(e){for(let{path:t,source:a}of Te(e))for(let[n,{results:o}]of et(a))for(let{contentType:i,
path:r}of Ff(o,["operations",n,"results"]))i.startsWith(`${Mf[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Mf[n]}/.`})}function*Ff(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*Ff(o,[...t,a,"results"])}function*Uf(e){for(let{path:t,source:a}of Te(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>J0(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function J0(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Vf(e.codes,t.codes)&&Vf(e.says,t.says)}function Vf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function ar(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Df(e){for(let{path:t,source:a}of Te(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],m={code:"S089",file:t},u=ar(i).flatMap(h=>typeof h=="string"?[]:[h.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...m,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!u.includes("timestamp")&&(yield{...m,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...m,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...m,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var z0=/\{(value|base64|mediaType)\}/;function Jf(e){return{value:e,holes:[...sc(e,[])]}}function*sc(e,t){if(typeof e=="string"){let a=z0.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*sc(n,[...t,String(a)]);else if(Ae(e))for(let[a,n]of Object.entries(e))yield*sc(n,[...t,a])}function xo(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(xo):Ae(e)?Object.values(e).flatMap(xo):[]}function nr(e){return ar(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var qo=["body","bodySha256","timestamp"];function zf(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:Wf(e),encoding:a,
signed:ar(n).map(s=>typeof s=="string"?s:W0(s.variable,o)),...i===void 0?{}:{time:C0(i)},key:K0(r)}}function Wf({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function W0(e,t){let a=qo.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function C0({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?Wf({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:je(e)},unit:o,toleranceSeconds:i}}function K0(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:nr(e.path),at:je(e.at),form:t}}function Kf(e){let{message:t,code:a,status:n,inside:o,proofs:i}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.
in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.headers===void 0?{}:
{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:B0(e.upload)},operations:Object.fromEntries(et(
e).map(([r,s])=>[r,X0(s)])),errors:{message:t.map(je),code:a.map(je),...n===void 0?{}:{status:je(n)},proofs:i.map(pP),...o===void 0?{}:{inside:{at:je(o.at),unless:o.
unless??[]}}},...e.probe===void 0?{}:{probe:{path:nr(e.probe.path),accepted:e.probe.accepted}},...e.modelProbe===void 0?{}:{modelProbe:H0(e.modelProbe)},...e.webhooks===
void 0?{}:{webhooks:G0(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:Z0(e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.
header,keptSeconds:e.idempotency.keptSeconds}}}}function H0({path:e,url:t,names:a="",omits:n,told:o=[],except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};
let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:nr(e??t?.slice(s?.length)??""),names:je(a),...n===void 0?{}:{omits:n},told:o.map(
({at:p,constant:m})=>({at:je(p),value:m})),except:i}}function B0({method:e,path:t,field:a,reference:n}){return{request:nc({method:e,path:t}),...a===void 0?{}:{field:a},
reference:je(n)}}function G0(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:je(
t)},beside:n.map(({to:s,constant:p})=>({to:je(s),value:p})),...o===void 0?{}:{signature:zf(o)},...i===void 0?{}:{challenge:je(i)},told:r.map(({at:s,fact:p})=>({
at:je(s),fact:p}))}}function Z0({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,...e},processing:{status:200,...t},ended:{status:200,...a},
cancelled:{status:200,...n}}}function Q0({path:e,filter:t,limit:a,items:n,within:o}){return{path:nr(e),filter:t,limit:a,items:je(n),within:o===void 0?[]:je(o)}}
function X0(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:m,seconds:u,secondsAs:h}=e;return{submit:{method:t.method,path:nr(
t.path)},submitPaths:Hf(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},headers:t.headers??{},rows:e.rows.map(tP),drops:(e.
drops??[]).map(({parameter:$,values:S,when:j,reason:x})=>({parameter:$,when:(j??[]).map(ac),reason:x,...S===void 0?{}:{values:S}})),needs:Cf(e.needs),lacks:Cf(e.
lacks),...a===void 0?{}:{id:je(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:oP(i)},...r===void 0?{}:{
list:Q0(r)},...s===void 0?{}:{cancel:iP(s)},answer:{...p===void 0?{}:{status:Y0(p)},...m===void 0?{}:{progress:{at:je(m.at),of:m.of}},results:e.results.map(Gf),
message:e.message.map(je),code:e.code.map(je),...u===void 0?{}:{seconds:je(u)},...h===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:$,unit:S})=>({at:je(
$),unit:S})),...o===void 0?{}:{id:je(o)}},told:(e.told??[]).map(({at:$,in:S,link:j,constant:x,fact:T})=>({at:je($),in:S,from:j!==void 0?{kind:"link",request:{method:"\
GET",path:nr(j.path)}}:T!==void 0?{kind:T}:{kind:"constant",value:x??null}}))}}function Y0({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:je(e),states:t,...a===
void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(eP),means:r}))}}function eP({at:e,is:t,present:a}){return t===void 0?
{at:je(e),present:a??!0}:{at:je(e),is:t}}function Cf(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function tP(e){let t=e.values===
void 0?e.accepts?.map(nP):Object.entries(e.values).map(aP);return{to:je(e.to),from:sP(e),when:(e.when??[]).map(ac),...e.as==="string"?{template:rP}:{},...e.as===
"uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:Jf(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?
{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{
maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var rP={value:"",holes:[{at:[],whole:!1,prefix:"",
suffix:""}]};function sP({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"\
joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function aP([e,t]){return[oa(e),t]}function oa(e){return e==="true"||e==="false"||/^-?\d+$/.
test(e)?JSON.parse(e):e}function nP(e){return[e,e]}function ac({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"give\
n",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,
values:n}}function nc({method:e,path:t}){return{method:e,path:nr(t)}}function Hf(e=[]){return e.map(({when:t,path:a})=>({when:t.map(ac),path:nr(a)}))}function oP({
paths:e,at:t,hosts:a=[],body:n,...o}){return{...nc(o),...e===void 0?{}:{paths:Hf(e)},...t===void 0?{}:{stated:{at:je(t),hosts:a}},...n===void 0?{}:{body:n.map(Bf)}}}
function Bf({to:e,fact:t,constant:a}){return{to:je(e),from:t===void 0?{kind:"constant",value:a??null}:{kind:t}}}function iP({from:e,proves:t,body:a,...n}){let{answer:o,
query:i=[]}=t??{};return{...nc(n),...a===void 0?{}:{body:a.map(Bf)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:je(o.at),words:o.words}},
query:i}}}function Gf(e){let{url:t,list:a,withKey:n,body:o,base64:i,contentType:r,content:s,query:p,results:m,message:u,pending:h}=e;return o===!0?{kind:"body"}:
t!==void 0?{kind:"url",at:je(t),list:a??!1,...n===!0?{withKey:n}:{}}:i!==void 0&&r!==void 0?{kind:"base64",at:je(i),contentType:r}:s!==void 0?{kind:"content",request:{
method:"GET",path:nr(s)}}:{kind:"query",request:{method:"GET",path:nr(p??"")},results:(m??[]).map(Gf),message:(u??[]).map(je),...h===void 0?{}:{pending:h}}}function pP({
status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===
void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*Zf(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of et(a)){let i=Xr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
cP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function cP({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,h)=>s.get(u)?.includes(oa(h))??s.has(u),m=Object.entries(e).filter(([u])=>{let h=r(u);return i.every(($,S)=>p($,h[S]??""))});for(let[u,[h,$]]of m.entries()){
let S=m.slice(0,u).find(([,j])=>JSON.stringify(j)===JSON.stringify($));if(S!==void 0)return[S[0],h]}}}function*Qf(e){for(let{path:t,source:a}of Te(e))for(let[n,{id:o,submit:i,rows:r,results:s}]of et(a)){let p=["operations",n];for(let[m,{body:u,results:h=[]}]of s.
entries()){let $=[...p,"results",m];u===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[...$,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
S,j]of h.entries())j.body===!0&&(yield{code:"S101",file:t,path:[...$,"results",S,"body"],message:"this is the answer to another request than the submit"})}for(let[
m,{as:u,to:h,forms:$}]of r.entries()){if(u!=="file")continue;let S=[...p,"rows",m];i.encoding!=="form"?yield{code:"S102",file:t,path:[...S,"as"],message:"the bo\
dy is JSON, which holds no file"}:/^\/[^/]+(\/-)?$/.exec(h)===null?yield{code:"S102",file:t,path:[...S,"to"],message:"a file is a field of the form, or one of s\
everal"}:$===void 0&&(yield{code:"S102",file:t,path:S,message:"the row does not say in which forms it takes a file"})}}}function*Xf(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of et(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*th(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of et(a)){let i=Xr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let m=o.slice(0,
s).find(u=>rh(u,p)&&!uP(u,p)&&lP(u,p,i)&&!(r&&Oo(u,p)));m!==void 0&&(r||=Oo(m,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Oo(m,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${oc(m)} at ${m.to})`:`${p.to} is written by an earlier row too (${oc(m)})`})}yield*dP(
t,a,o)}}function*dP(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>rh(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${oc(r)})`})}}function rh(e,t){if(Oo(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Oo({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&Yf(i)!==
Yf(r)}var Yf=e=>/^(-|\d+)$/.test(e);function uP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function lP(e,t,a){if(eh(e,t)||eh(t,e))return!1;let n=[
jo(e),jo(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function eh({when:e=[]},t){return e.some(a=>jo(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>mP(a,n)))}function mP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function jo({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function oc(e){return jo(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*sh(e){for(let{path:t,source:a}of Te(e))for(let[n,{id:o,query:i,status:r}]of et(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:m,cases:u=[]}=r,h=[...Object.values(
p),m,...u.map(({means:$})=>$)];for(let $ of["completed","failed"])h.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var fP=["value","base64,mediaType","base64"],hP=["value","base64","mediaType"];function*ah(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of et(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=xo(r);if(fP.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let m=p.find(u=>!hP.includes(u));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:m!==void 0?`{${m}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(u=>u==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*To({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:m}]of s.entries())
yield*ic(m,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],m=s.from===void 0?"each":"from",u=s.from??s.each,h=Object.keys(s.values??{}).map(S=>({
value:oa(S),path:[...p,"values",S],at:"key"})),$=(s.accepts??[]).map((S,j)=>({value:S,path:[...p,"accepts",j],at:"value"}));for(let[S,j]of(s.join??[]).entries())
yield{parameter:j,path:[...p,"join",S],at:"value",values:yP(s,p,S)};u!==void 0&&(yield{parameter:u,path:[...p,m],at:"value",values:[...h,...$]}),yield*ic(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:m=[]}]of n.entries()){let u=["drops",r];yield{parameter:s,path:[...u,"parameter"],at:"value",values:p.
map((h,$)=>({value:h,path:[...u,"values",$],at:"value"}))},yield*ic(m,[...u,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function yP({values:e={}},t,a){return Object.keys(e).map(n=>({value:oa(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*ic(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,m]of n.entries())
yield{parameter:m,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,m]of o.entries())yield{parameter:m,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,m)=>({value:p,path:[...t,a,"among",m],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*nh(e){if(!ko(e))for(let{path:t,source:a}of Te(e))for(let[n,o]of et(a)){let i=Xr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:m}of To(o)){if(r.includes(s))continue;let u=sr(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:m,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function*oh(e){for(let{path:t,source:a}of Te(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],m=qo.filter($=>$!=="timestamp"||r!==void 0),u=[...new Set([...m,...Object.keys(i)])],h=ar(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of h.filter(S=>!u.includes(S))){let S=sr($,u);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:gP($,S,u)}}for(let $ of Object.keys(
i)){let S={...s,path:[...p,"headers",$],at:"key"};qo.some(j=>j===$)?yield{...S,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:h.
includes($)||(yield{...S,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function gP(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Ao(e,t){return pc(e.files.get(t)?.value??null,[])}var wP=["template","constant","among","body","values","accepts","sources"];function*pc(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*pc(n,[...t,a]);else if(Ae(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:wP.includes(a)||(yield*pc(n,[...t,a]))}function*ih(e){for(let{path:t,source:a}of Te(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Ao(e,t)){if(n.includes(o))continue;let r=sr(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var ph=["model","app"],ia=["id","name","model","app"];function*No(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of et(e))for(let{path:r,...s}of bP(i))yield{path:["operations",o,...r],...s}}function*bP({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:ph};for(let[m,{path:u}]of(t.paths??[]).entries())
yield{text:u,path:["submit","paths",m,"path"],allowed:ph};let p=a?.body?.some(({fact:m})=>m==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ia,
needsId:s&&!p});for(let[m,{path:u}]of(a?.paths??[]).entries())yield{text:u,path:["query","paths",m,"path"],allowed:ia,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ia,needsId:s});for(let[m,{link:u}]of r.entries())u!==void 0&&(yield{
text:u.path,path:["told",m,"link","path"],allowed:ia});yield*ch(i,["results"],s)}function*ch(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ia,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:ia,needsId:a}),yield*ch(r,[...t,n,"\
results"],a)}function*dh(e){for(let{path:t,source:a}of Te(e))for(let{text:n,path:o,allowed:i}of No(a))for(let r of ar(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*uh(e){for(let{path:t,source:a}of Te(e))for(let{text:n,path:o,allowed:i,needsId:r}of No(a)){let s=ar(n).flatMap(m=>typeof m=="string"?[]:[m.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(m=>i.includes(m))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*lh(e){if(!ko(e))for(let{path:t,source:a}of Te(e))for(let[n,o]of et(a)){let i=new Set,r=Xr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of To(o)){
let m=r.filter(h=>h.parameters.has(s)).map(h=>h.parameters.get(s)),u=new Set(m.flatMap(h=>h??[]));if(!(m.length===0||m.includes(void 0)))for(let{value:h,path:$,
at:S}of p){if(u.has(h)||i.has($.join("/")))continue;i.add($.join("/"));let j=typeof h=="string"?sr(h,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:S,message:`no ${n} model offers ${JSON.stringify(h)} as ${s}`,hint:j===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${j}"?`}}}}}var vP=new Set(["failed","expired","cancelled"]);function*mh(e){for(let{path:t,source:a}of Te(e))for(let[n,{cancel:o,status:i}]of et(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,m]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,h]of p.entries()){let $={code:"S087",file:t,path:[...s,...m,u]},S=r.get(h),j=S===void 0?sr(h,[...r.keys()]):void 0;S===void 0?yield{...$,message:`\
"${h}" is not a word of status.states`,...j===void 0?{}:{hint:`Did you mean "${j}"?`}}:m[0]==="proves"&&!vP.has(S)&&(yield{...$,message:`"${h}" means ${S}: it p\
roves that something is made`})}}}function*fh(e){for(let{path:t,source:a}of Te(e)){let n=new Set([...Ao(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var hh=[Rf,nh,lh,ih,dh,ah,th,Zf,sh,Xf,Ef,Uf,uh,If,Lf,fh,mh,oh,Df,Nf,Qf];var yh="meta/upstream.schema.json",kP=[Ec,Mc,Vc,Bm,cf,...hh];function gh(e,t){let a=[_o(yh,"{}"),...SP(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,m={directory:i,files:new Map([...a,PP(p,s)].map($=>[$.path,$])),meta:{paths:[yh],code:()=>n}},u=df(kP.flatMap($=>[
...$(m)])).filter(({file:$})=>$===p).map($=>_f(m,$)),h=Te(m)[0]?.source;return h!==void 0&&u.every(({severity:$})=>$!=="error")?{name:r,mapping:Kf(h)}:{name:r,mistakes:u.
sort(($,S)=>$.line-S.line).map($=>$P($,r,i))}})}function PP(e,t){try{return _o(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function $P(e,t,a){return jf({...e,file:`${t}.json`},a)}function SP(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return _o(Cm(t),JSON.stringify(i))})}var pA=gh(wh.default.meta0,_P);export{pA as compileProtocols};
