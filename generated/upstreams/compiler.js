// Made by the generator from spec/. Do not edit.
var uh=Object.create;var nc=Object.defineProperty;var lh=Object.getOwnPropertyDescriptor;var mh=Object.getOwnPropertyNames;var fh=Object.getPrototypeOf,hh=Object.prototype.hasOwnProperty;var de=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var yh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of mh(t))!hh.call(e,o)&&o!==a&&nc(e,o,{get:()=>t[o],enumerable:!(n=lh(t,o))||n.enumerable});
return e};var zt=(e,t,a)=>(a=e!=null?uh(fh(e)):{},yh(t||!e||!e.__esModule?nc(a,"default",{value:e,enumerable:!0}):a,e));var jo=de(Oo=>{"use strict";Object.defineProperty(Oo,"__esModule",{value:!0});function oc(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Oo.default=oc;oc.code='require("ajv/dist/runtime/ucs2length").default'});var dc=de(cc=>{"use strict";cc.meta0=Za;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
additionalProperties:!1},cancelRules:{type:"object",description:`What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes re\
ad it. Written from the upstream's documents and not from "cancel", so that a mistake there is found. Left out where nothing is known: a fake then cancels a tas\
k that has not ended.`,required:["queued","processing","ended","cancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that wait\
s."},processing:{$ref:"#/$defs/cancelRule",description:"A task that runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or e\
xpired."},cancelled:{$ref:"#/$defs/cancelRule",description:"A task that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{
type:"array",description:"Where sources contradict each other, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{
topic:{type:"string",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"T\
he sources."},follows:{type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{
type:"string",minLength:1,description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{
type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
pointer:{type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such a\
s /task/id"},otherPaths:{type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditi\
ons hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},cancelRule:{
type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
headerName:{type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and u\
nderscores"},keyPrefix:{type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"\
How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON poin\
ters, tried in order."},path:{type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path tha\
t starts with /"},request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method\
."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},
operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"\
The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/\
path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII chara\
cters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"\
array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{
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
he key, beside that of the base URL. A URL of another host is not used."},body:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"\
object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or o\
f its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},source:{$ref:"#/$defs/sour\
ce"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"A \
GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","sourc\
e"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{
type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has\
 its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and n\
othing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$de\
fs/path"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does something else, such as re\
moving a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inconclusive: the task is followed to \
its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this r\
equest says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/w\
ords",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/so\
urce"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states",
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
"query","results","message"]}],additionalProperties:!1}}},Pr={type:"string",minLength:1,description:"A remark for who edits the file."},re={type:"string",minLength:1,
description:"One of the names in sources."},Ce={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"\
a path that starts with /"},se={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"\
a JSON pointer, such as /task/id"},vr={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, \
digits, dots, hyphens and underscores"},ws={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},Er={enum:["text","hex","base6\
4"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},J={type:"object",description:"What becomes of the task, and\
 what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"\
cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its resul\
t. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"\
The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{
code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{
required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},pa=Object.prototype.hasOwnProperty,ne=jo().default,gh=new RegExp(
"^[a-z][a-z0-9-]*$","u"),wh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),ic=new RegExp("^https://","u"),bh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),Ga=new RegExp("^\
[A-Za-z0-9._-]+$","u"),Kt=new RegExp("^/","u"),vh=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),at=new RegExp("^(/([^/~]|~[01])+)+$","u"),kh=new RegExp("^[1-5]([0\
-9]{2}|xx)$","u"),lr={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1};function bs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=bs.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let _={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:lr.required,parentSchema:lr,data:e};
r===null?r=[_]:r.push(_),s++}if(e.source===void 0){let _={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:lr.required,parentSchema:lr,data:e};r===null?r=[_]:r.push(_),s++}let $=s;for(let _ in e)if(!(_==="text"||_==="source")){
let j={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:lr,data:e};r===null?r=[j]:r.push(j),s++}if(e.text!==void 0){let _=e.text,j=s,x=s;if(typeof _=="string"){if(ne(_)<1){let R={instancePath:t+
"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:lr.properties.
text,data:_};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:lr.properties.text.type,parentSchema:lr.properties.text,data:_};r===null?r=[R]:r.push(R),s++}var u=j===s}if(e.source!==void 0){let _=e.source,
j=s,x=s,R=s;if(typeof _=="string"){if(ne(_)<1){let ue={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+"/source",schemaPath:"#/$def\
s/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ue]:r.push(ue),s++}var y=x===s,
u=j===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:lr.type,parentSchema:lr,data:e};r===
null?r=[$]:r.push($),s++}return bs.errors=r,s===0}bs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var h={type:"object",required:["submit","rows","result\
s","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path",
"source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"ob\
ject",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{
enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"arr\
ay",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because\
 the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},
values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},
source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters without which the upstream would choose, at its own price\
. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"\
Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the upstream has n\
othing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstream has inste\
ad, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to t\
he submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slas\
hes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native APIs write this form; of an upstream any ID is taken.",errorMessage:"\
a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to a query, when elsewhere."},query:{type:"object",required:[
"method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs\
/otherPaths"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the URL that is queried in place of the path, such as one of the region\
 that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for th\
ose below it"},minItems:1,description:"The hosts that may be queried there, over https and with the key, beside that of the base URL. A URL of another host is n\
ot used."},body:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/poin\
ter",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[
{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:[
"at"]},description:"The request that tells of a task."},list:{type:"object",description:"A GET that tells of several tasks at a time. Left out where the upstrea\
m cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,
description:"The query parameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,description:"How many tasks one reques\
t asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer t\
o a query has what an item is. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"\
The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","source"],properties:{method:{enum:["G\
ET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},from:{type:"object",description:"In which of the upstream's words for the \
status the request may be sent. In others it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","s\
ource"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that no\
thing was bought. Any other answer is inconclusive: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,
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
dependentRequired:{list:["id","query"]}},vt={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Ct={enum:["queued","processing","complete\
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},Ph=new RegExp("^[\\x20-\\x7e]*$","u"),$h=new RegExp("^(?!/)[^{}]*(\\{mode\
l\\}[^{}]*)?\\{id\\}$","u"),Sh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),mr={type:"array",minItems:1,description:"Other paths, for what the submit\
 of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$def\
s/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},To={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},
Oe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",
items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{
type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The \
upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID star\
ts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};
function Ht(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ht.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let H={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:To,data:e};r===null?r=[H]:r.push(H),s++}let ue=!0,D=e.length;for(let H=0;H<D;H++){let F=e[H],ye=s,
O=s,we=s,be=s,B=!1,V=null,Pe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.given===void 0){let ae={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/0\
/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:Oe.oneOf[0].required,parentSchema:Oe.oneOf[0],
data:F};r===null?r=[ae]:r.push(ae),s++}var u=Pe===s;u&&(B=!0,V=0);let qe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.absent===void 0){let ae={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:Oe.
oneOf[1].required,parentSchema:Oe.oneOf[1],data:F};r===null?r=[ae]:r.push(ae),s++}var u=qe===s;if(u&&B)B=!1,V=[V,1];else{u&&(B=!0,V=1);let ae=s;if(F&&typeof F==
"object"&&!Array.isArray(F)){if(F.parameter===void 0){let Le={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],data:F};r===null?r=[Le]:r.push(Le),s++}if(F.among===
void 0){let Le={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have requ\
ired property 'among'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],data:F};r===null?r=[Le]:r.push(Le),s++}}var u=ae===s;if(u&&B)B=!1,V=[V,2];else{u&&(B=
!0,V=2);let Le=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.model===void 0){let Et={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"\
required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:Oe.oneOf[3].required,parentSchema:Oe.oneOf[3],data:F};r===null?r=
[Et]:r.push(Et),s++}var u=Le===s;if(u&&B)B=!1,V=[V,3];else{u&&(B=!0,V=3);let Et=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.exceptModel===void 0){let _t={instancePath:t+
"/"+H,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptMode\
l'",schema:Oe.oneOf[4].required,parentSchema:Oe.oneOf[4],data:F};r===null?r=[_t]:r.push(_t),s++}var u=Et===s;u&&B?(B=!1,V=[V,4]):u&&(B=!0,V=4)}}}if(B)s=be,r!==null&&
(be?r.length=be:r=null);else{let ae={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:V},message:"must match exa\
ctly one schema in oneOf",schema:Oe.oneOf,parentSchema:Oe,data:F};r===null?r=[ae]:r.push(ae),s++}if(F&&typeof F=="object"&&!Array.isArray(F)){let ae=s;for(let z in F)
if(!(z==="given"||z==="absent"||z==="parameter"||z==="among"||z==="model"||z==="exceptModel")){let Le={instancePath:t+"/"+H,schemaPath:"#/$defs/condition/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:Oe,data:F};r===
null?r=[Le]:r.push(Le),s++}if(F.given!==void 0){let z=F.given,Le=s,tt=s;if(Array.isArray(z)){if(z.length<1){let _t={instancePath:t+"/"+H+"/given",schemaPath:"#/\
$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.given,
data:z};r===null?r=[_t]:r.push(_t),s++}let Et=!0,Ke=z.length;for(let _t=0;_t<Ke;_t++){let et=z[_t],wt=s;if(typeof et!="string"){let Nr={instancePath:t+"/"+H+"/g\
iven/"+_t,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.given.items.
type,parentSchema:Oe.properties.given.items,data:et};r===null?r=[Nr]:r.push(Nr),s++}let gr=s;var y=wt===s;y||(Et=!1)}}else{let Et={instancePath:t+"/"+H+"/given",
schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.given.type,parentSchema:Oe.
properties.given,data:z};r===null?r=[Et]:r.push(Et),s++}var $=Le===s}if(F.absent!==void 0){let z=F.absent,Le=s,tt=s;if(Array.isArray(z)){if(z.length<1){let et={
instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1\
 items",schema:1,parentSchema:Oe.properties.absent,data:z};r===null?r=[et]:r.push(et),s++}let Ke=!0,_t=z.length;for(let et=0;et<_t;et++){let wt=z[et],gr=s;if(typeof wt!=
"string"){let qt={instancePath:t+"/"+H+"/absent/"+et,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Oe.properties.absent.items.type,parentSchema:Oe.properties.absent.items,data:wt};r===null?r=[qt]:r.push(qt),s++}let Nr=s;var _=gr===s;_||
(Ke=!1)}}else{let Ke={instancePath:t+"/"+H+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be\
 array",schema:Oe.properties.absent.type,parentSchema:Oe.properties.absent,data:z};r===null?r=[Ke]:r.push(Ke),s++}var $=Le===s}if(F.parameter!==void 0){let z=F.
parameter,Le=s;if(typeof z!="string"){let Ke={instancePath:t+"/"+H+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Oe.properties.parameter.type,parentSchema:Oe.properties.parameter,data:z};r===null?r=[Ke]:r.push(Ke),s++}let tt=s;
var $=Le===s}if(F.among!==void 0){let z=F.among,Le=s,tt=s;if(Array.isArray(z)){if(z.length<1){let Ke={instancePath:t+"/"+H+"/among",schemaPath:"#/$defs/conditio\
n/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.among,data:z};r===
null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/"+H+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:Oe.properties.among.type,parentSchema:Oe.properties.among,data:z};r===null?r=[Ke]:r.push(Ke),s++}var $=Le===s}if(F.model!==void 0){
let z=F.model,Le=s,tt=s;if(Array.isArray(z)){if(z.length<1){let et={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.model,data:z};r===null?r=[et]:r.push(et),s++}let Ke=!0,
_t=z.length;for(let et=0;et<_t;et++){let wt=z[et],gr=s,Nr=s;if(typeof wt=="string"){if(ne(wt)<1){let qt={instancePath:t+"/"+H+"/model/"+et,schemaPath:"#/$defs/c\
ondition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Oe.properties.
model.items,data:wt};r===null?r=[qt]:r.push(qt),s++}}else{let qt={instancePath:t+"/"+H+"/model/"+et,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Oe.properties.model.items.type,parentSchema:Oe.properties.model.items,data:wt};r===null?r=[qt]:r.push(
qt),s++}var j=gr===s;j||(Ke=!1)}}else{let Ke={instancePath:t+"/"+H+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"ar\
ray"},message:"must be array",schema:Oe.properties.model.type,parentSchema:Oe.properties.model,data:z};r===null?r=[Ke]:r.push(Ke),s++}var $=Le===s}if(F.exceptModel!==
void 0){let z=F.exceptModel,Le=s,tt=s;if(Array.isArray(z)){if(z.length<1){let et={instancePath:t+"/"+H+"/exceptModel",schemaPath:"#/$defs/condition/properties/e\
xceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.exceptModel,data:z};r===
null?r=[et]:r.push(et),s++}let Ke=!0,_t=z.length;for(let et=0;et<_t;et++){let wt=z[et],gr=s,Nr=s;if(typeof wt=="string"){if(ne(wt)<1){let qt={instancePath:t+"/"+
H+"/exceptModel/"+et,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer tha\
n 1 characters",schema:1,parentSchema:Oe.properties.exceptModel.items,data:wt};r===null?r=[qt]:r.push(qt),s++}}else{let qt={instancePath:t+"/"+H+"/exceptModel/"+
et,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.exceptModel.
items.type,parentSchema:Oe.properties.exceptModel.items,data:wt};r===null?r=[qt]:r.push(qt),s++}var x=gr===s;x||(Ke=!1)}}else{let Ke={instancePath:t+"/"+H+"/exc\
eptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.exceptModel.
type,parentSchema:Oe.properties.exceptModel,data:z};r===null?r=[Ke]:r.push(Ke),s++}var $=Le===s}}else{let ae={instancePath:t+"/"+H,schemaPath:"#/$defs/condition\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Oe.type,parentSchema:Oe,data:F};r===null?r=[ae]:r.push(ae),s++}var R=O===s,L=ye===s;
L||(ue=!1)}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:To.type,parentSchema:To,data:e};
r===null?r=[ue]:r.push(ue),s++}return Ht.errors=r,s===0}Ht.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function kr(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=kr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){
if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:mr,
data:e};r===null?r=[x]:r.push(x),s++}let _=!0,j=e.length;for(let x=0;x<j;x++){let R=e[x],L=s,ue=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.when===void 0){
let H={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:mr.
items.required,parentSchema:mr.items,data:R};r===null?r=[H]:r.push(H),s++}if(R.path===void 0){let H={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:mr.items.required,parentSchema:mr.items,data:R};r===null?r=[H]:r.push(
H),s++}let D=s;for(let H in R)if(!(H==="when"||H==="path")){let F={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,parentSchema:mr.items,data:R};r===null?r=[F]:r.push(F),s++}if(R.when!==void 0){
let H=R.when,F=s;Ht(H,{instancePath:t+"/"+x+"/when",parentData:R,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Ht.errors:r.concat(Ht.errors),
s=r.length);var u=F===s}if(R.path!==void 0){let H=R.path,F=s,ye=s,O=s;if(typeof H=="string"){if(!Kt.test(H)){let be={instancePath:t+"/"+x+"/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:H};r===null?r=[be]:r.push(be),s++}}else{
let be={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:H};r===null?r=[be]:r.push(be),s++}var y=ye===s,u=F===s}}else{let D={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:mr.items.type,parentSchema:mr.items,data:R};r===null?r=[D]:r.push(D),s++}var $=L===s;$||(_=!1)}}else{let _={instancePath:t,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:mr.type,parentSchema:mr,data:e};r===null?r=[_]:r.push(_),s++}return kr.errors=r,s===0}
kr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var le={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#\
/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"\
Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},
each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"\
Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, whic\
h the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value\
. Of a data URI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded"],description:"string: a number is sent as a string. \
uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is."},values:{type:"object",minProperties:1,description:"Our values\
, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},
minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"\
The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},
minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},
_h=new RegExp("^/(?!(-|\\d+)(/|$))","u");function vs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=vs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,u=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===
void 0){let ye={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:le.
oneOf[0].required,parentSchema:le.oneOf[0],data:e};r===null?r=[ye]:r.push(ye),s++}var x=_===s;x&&(y=!0,$=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&
e.each===void 0){let ye={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property \
'each'",schema:le.oneOf[1].required,parentSchema:le.oneOf[1],data:e};r===null?r=[ye]:r.push(ye),s++}var x=j===s;if(x&&y)y=!1,$=[$,1];else{x&&(y=!0,$=1);let ye=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let we={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
join"},message:"must have required property 'join'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:e};r===null?r=[we]:r.push(we),s++}if(e.values===void 0){
let we={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:le.
oneOf[2].required,parentSchema:le.oneOf[2],data:e};r===null?r=[we]:r.push(we),s++}}var x=ye===s;if(x&&y)y=!1,$=[$,2];else{x&&(y=!0,$=2);let we=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.model===void 0){let B={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"\
must have required property 'model'",schema:le.oneOf[3].required,parentSchema:le.oneOf[3],data:e};r===null?r=[B]:r.push(B),s++}var x=we===s;if(x&&y)y=!1,$=[$,3];else{
x&&(y=!0,$=3);let B=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let Pe={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:le.oneOf[4].required,parentSchema:le.oneOf[4],data:e};r===null?r=[Pe]:
r.push(Pe),s++}var x=B===s;x&&y?(y=!1,$=[$,4]):x&&(y=!0,$=4)}}}if(y)s=u,r!==null&&(u?r.length=u:r=null);else{let ye={instancePath:t,schemaPath:"#/oneOf",keyword:"\
oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:le.oneOf,parentSchema:le,data:e};r===null?r=[ye]:r.push(ye),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.to===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have\
 required property 'to'",schema:le.required,parentSchema:le,data:e};r===null?r=[O]:r.push(O),s++}if(e.source===void 0){let O={instancePath:t,schemaPath:"#/requi\
red",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:le.required,parentSchema:le,data:e};r===null?r=[
O]:r.push(O),s++}let ye=s;for(let O in e)if(!pa.call(le.properties,O)){let we={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:le,data:e};r===null?r=[we]:r.push(we),s++}if(e.$comment!==void 0){
let O=e.$comment,we=s,be=s,B=s;if(typeof O=="string"){if(ne(O)<1){let V={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Pr,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Pr.type,parentSchema:Pr,data:O};r===null?r=[V]:r.push(V),s++}var R=be===
s,L=we===s}if(e.to!==void 0){let O=e.to,we=s,be=s,B=s;if(typeof O=="string"){if(!at.test(O)){let Pe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:O};r===null?
r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:O};r===null?r=[Pe]:r.push(Pe),s++}var ue=be===s;if(typeof O=="string"&&!_h.test(O)){let Pe={instancePath:t+"/to",schemaPath:"#/propert\
ies/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:le.
properties.to,data:O};r===null?r=[Pe]:r.push(Pe),s++}var L=we===s}if(e.from!==void 0){let O=e.from,we=s,be=s;if(typeof O=="string"){if(ne(O)<1){let V={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.
from,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:le.properties.from.type,parentSchema:le.properties.from,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.each!==void 0){let O=e.each,
we=s,be=s;if(typeof O=="string"){if(ne(O)<1){let V={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.each,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.each.type,parentSchema:le.properties.each,data:O};r===
null?r=[V]:r.push(V),s++}var L=we===s}if(e.join!==void 0){let O=e.join,we=s,be=s;if(Array.isArray(O)){if(O.length<2){let qe={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:le.properties.join,data:O};r===
null?r=[qe]:r.push(qe),s++}let V=!0,Pe=O.length;for(let qe=0;qe<Pe;qe++){let ae=O[qe],z=s,Le=s;if(typeof ae=="string"){if(ne(ae)<1){let tt={instancePath:t+"/joi\
n/"+qe,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.
properties.join.items,data:ae};r===null?r=[tt]:r.push(tt),s++}}else{let tt={instancePath:t+"/join/"+qe,schemaPath:"#/properties/join/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:le.properties.join.items.type,parentSchema:le.properties.join.items,data:ae};r===null?r=[tt]:r.push(tt),s++}
var D=z===s;D||(V=!1)}}else{let V={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.
properties.join.type,parentSchema:le.properties.join,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.model!==void 0){let O=e.model,we=s;if(O!==!0){let B={
instancePath:t+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:le.
properties.model,data:O};r===null?r=[B]:r.push(B),s++}var L=we===s}if(e.when!==void 0){let O=e.when,we=s;Ht(O,{instancePath:t+"/when",parentData:e,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?Ht.errors:r.concat(Ht.errors),s=r.length);var L=we===s}if(e.as!==void 0){let O=e.as,we=s,be=le.properties.as.enum;
if(!(O==="string"||O==="uploaded")){let V={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:le.properties.as.enum},message:"\
must be equal to one of the allowed values",schema:le.properties.as.enum,parentSchema:le.properties.as,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.values!==
void 0){let O=e.values,we=s,be=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(Object.keys(O).length<1){let V={instancePath:t+"/values",schemaPath:"#/properti\
es/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:le.properties.values,data:O};
r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be \
object",schema:le.properties.values.type,parentSchema:le.properties.values,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.accepts!==void 0){let O=e.accepts,
we=s,be=s;if(Array.isArray(O)){if(O.length<1){let V={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.accepts,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/accepts",schemaPath:"\
#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.accepts.type,parentSchema:le.properties.accepts,data:O};
r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.minimum!==void 0){let O=e.minimum,we=s;if(typeof O!="number"){let V={instancePath:t+"/minimum",schemaPath:"#/prop\
erties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:le.properties.minimum.type,parentSchema:le.properties.minimum,data:O};
r===null?r=[V]:r.push(V),s++}let be=s;var L=we===s}if(e.maximum!==void 0){let O=e.maximum,we=s;if(typeof O!="number"){let V={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:le.properties.maximum.type,parentSchema:le.properties.maximum,data:O};
r===null?r=[V]:r.push(V),s++}let be=s;var L=we===s}if(e.maximumItems!==void 0){let O=e.maximumItems,we=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){let V={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.maximumItems.type,
parentSchema:le.properties.maximumItems,data:O};r===null?r=[V]:r.push(V),s++}let be=s;if(typeof O=="number"&&(O<1||isNaN(O))){let V={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:le.properties.
maximumItems,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.maximumLength!==void 0){let O=e.maximumLength,we=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){
let V={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.
maximumLength.type,parentSchema:le.properties.maximumLength,data:O};r===null?r=[V]:r.push(V),s++}let be=s;if(typeof O=="number"&&(O<1||isNaN(O))){let V={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:le.
properties.maximumLength,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.forms!==void 0){let O=e.forms,we=s,be=s;if(Array.isArray(O)){if(O.length<1){let qe={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.
properties.forms,data:O};r===null?r=[qe]:r.push(qe),s++}let V=!0,Pe=O.length;for(let qe=0;qe<Pe;qe++){let ae=O[qe],z=s,Le=le.properties.forms.items.enum;if(!(ae===
"url"||ae==="data")){let tt={instancePath:t+"/forms/"+qe,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:le.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:le.properties.forms.items.enum,parentSchema:le.properties.forms.items,data:ae};r===null?r=[tt]:
r.push(tt),s++}var H=z===s;H||(V=!1)}}else{let V={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:le.properties.forms.type,parentSchema:le.properties.forms,data:O};r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.oneWay!==void 0){let O=e.oneWay,
we=s,be=s;if(typeof O=="string"){if(ne(O)<1){let V={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.oneWay,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.oneWay.type,parentSchema:le.properties.oneWay,data:O};
r===null?r=[V]:r.push(V),s++}var L=we===s}if(e.source!==void 0){let O=e.source,we=s,be=s,B=s;if(typeof O=="string"){if(ne(O)<1){let Pe={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:O};r===
null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:O};r===null?r=[Pe]:r.push(Pe),s++}var F=be===s,L=we===s}}else{let ye={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:le.type,parentSchema:le,data:e};r===null?r=[ye]:r.push(ye),s++}return vs.errors=r,s===0}vs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var Ao={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Fe={
type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The fir\
st file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. I\
t is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:[
"video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The medi\
a type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that a\
nswers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early\
; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
ia={validate:Zr},pc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function xt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){
let $=!0,_=e.length;for(let j=0;j<_;j++){let x=e[j],R=s,L=s,ue=s;if(typeof x=="string"){if(!at.test(x)){let D={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:x};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:se.type,parentSchema:se,data:x};r===null?r=[D]:r.push(D),s++}var u=L===s,y=R===s;y||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:pc.type,parentSchema:pc,data:e};r===null?r=[$]:r.push($),s++}return xt.errors=r,s===0}xt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function ks(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ks.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,u=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let be={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Fe.oneOf[0].
required,parentSchema:Fe.oneOf[0],data:e};r===null?r=[be]:r.push(be),s++}var x=_===s;x&&(y=!0,$=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let be={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:Fe.oneOf[1].required,parentSchema:Fe.oneOf[1],data:e};r===null?r=[be]:r.push(be),s++}if(e.contentType===void 0){let be={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Fe.oneOf[1].required,parentSchema:Fe.
oneOf[1],data:e};r===null?r=[be]:r.push(be),s++}}var x=j===s;if(x&&y)y=!1,$=[$,1];else{x&&(y=!0,$=1);let be=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let V={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:Fe.oneOf[2].required,parentSchema:Fe.oneOf[2],data:e};r===null?r=[V]:r.push(V),s++}var x=be===s;if(x&&y)y=!1,$=[$,2];else{x&&(y=!0,$=2);let V=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let qe={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:Fe.oneOf[3].required,parentSchema:Fe.oneOf[3],data:e};r===null?r=[qe]:r.push(qe),s++}if(e.results===
void 0){let qe={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:Fe.oneOf[3].required,parentSchema:Fe.oneOf[3],data:e};r===null?r=[qe]:r.push(qe),s++}if(e.message===void 0){let qe={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Fe.oneOf[3].required,parentSchema:Fe.
oneOf[3],data:e};r===null?r=[qe]:r.push(qe),s++}}var x=V===s;x&&y?(y=!1,$=[$,3]):x&&(y=!0,$=3)}}if(y)s=u,r!==null&&(u?r.length=u:r=null);else{let be={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:Fe.oneOf,parentSchema:Fe,data:e};r===null?
r=[be]:r.push(be),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let B={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:Fe.required,parentSchema:Fe,data:e};r===null?r=[B]:r.push(B),s++}let be=s;for(let B in e)
if(!pa.call(Fe.properties,B)){let V={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:Fe,data:e};r===null?r=[V]:r.push(V),s++}if(e.url!==void 0){let B=e.url,V=s,Pe=s,qe=s;if(typeof B=="str\
ing"){if(!at.test(B)){let ae={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must\
 match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[ae]:r.push(ae),s++}}else{let ae={instancePath:t+"/url",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};r===null?r=[ae]:r.push(ae),
s++}var R=Pe===s,L=V===s}if(e.list!==void 0){let B=e.list,V=s;if(typeof B!="boolean"){let ae={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:Fe.properties.list.type,parentSchema:Fe.properties.list,data:B};r===null?r=[ae]:r.push(ae),s++}let Pe=s;
var L=V===s}if(e.withKey!==void 0){let B=e.withKey,V=s;if(B!==!0){let qe={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Fe.properties.withKey,data:B};r===null?r=[qe]:r.push(qe),s++}var L=V===s}if(e.base64!==
void 0){let B=e.base64,V=s,Pe=s,qe=s;if(typeof B=="string"){if(!at.test(B)){let z={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"patter\
n",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=
[z]:r.push(z),s++}}else{let z={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:B};r===null?r=[z]:r.push(z),s++}var ue=Pe===s,L=V===s}if(e.contentType!==void 0){let B=e.contentType,V=s,Pe=Fe.properties.contentType.
enum;if(!(B==="video/mp4"||B==="video/quicktime"||B==="video/webm"||B==="image/png"||B==="image/jpeg"||B==="image/webp"||B==="image/gif"||B==="audio/mpeg"||B===
"audio/wav"||B==="model/gltf-binary")){let ae={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:Fe.
properties.contentType.enum},message:"must be equal to one of the allowed values",schema:Fe.properties.contentType.enum,parentSchema:Fe.properties.contentType,data:B};
r===null?r=[ae]:r.push(ae),s++}var L=V===s}if(e.content!==void 0){let B=e.content,V=s,Pe=s,qe=s;if(typeof B=="string"){if(!Kt.test(B)){let z={instancePath:t+"/c\
ontent",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:B};r===null?
r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.
type,parentSchema:Ce,data:B};r===null?r=[z]:r.push(z),s++}var D=Pe===s,L=V===s}if(e.query!==void 0){let B=e.query,V=s,Pe=s,qe=s;if(typeof B=="string"){if(!Kt.test(
B)){let z={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,
data:B};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Ce.type,parentSchema:Ce,data:B};r===null?r=[z]:r.push(z),s++}var H=Pe===s,L=V===s}if(e.results!==void 0){let B=e.results,V=s;if(!ia.validate(B,{instancePath:t+
"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?ia.validate.errors:r.concat(ia.validate.errors),s=r.length;else var F=ia.
validate.evaluated.props,ye=ia.validate.evaluated.items;var L=V===s}if(e.message!==void 0){let B=e.message,V=s;xt(B,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var L=V===s}if(e.pending!==void 0){let B=e.pending,V=s,Pe=s;if(B&&
typeof B=="object"&&!Array.isArray(B)){if(B.status===void 0){let z={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{
missingProperty:"status"},message:"must have required property 'status'",schema:Fe.properties.pending.required,parentSchema:Fe.properties.pending,data:B};r===null?
r=[z]:r.push(z),s++}if(B.body===void 0){let z={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"\
body"},message:"must have required property 'body'",schema:Fe.properties.pending.required,parentSchema:Fe.properties.pending,data:B};r===null?r=[z]:r.push(z),s++}
let ae=s;for(let z in B)if(!(z==="status"||z==="body")){let Le={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:Fe.properties.pending,data:B};r===null?r=[Le]:
r.push(Le),s++}if(B.status!==void 0){let z=B.status,Le=s;if(!(typeof z=="number"&&!(z%1)&&!isNaN(z))){let Et={instancePath:t+"/pending/status",schemaPath:"#/pro\
perties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Fe.properties.pending.properties.status.type,parentSchema:Fe.
properties.pending.properties.status,data:z};r===null?r=[Et]:r.push(Et),s++}let tt=s;var O=Le===s}}else{let ae={instancePath:t+"/pending",schemaPath:"#/properti\
es/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Fe.properties.pending.type,parentSchema:Fe.properties.pending,data:B};r===
null?r=[ae]:r.push(ae),s++}var L=V===s}if(e.source!==void 0){let B=e.source,V=s,Pe=s,qe=s;if(typeof B=="string"){if(ne(B)<1){let z={instancePath:t+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:B};r===null?r=[z]:r.
push(z),s++}}else{let z={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,
parentSchema:re,data:B};r===null?r=[z]:r.push(z),s++}var we=Pe===s,L=V===s}}else{let be={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:Fe.type,parentSchema:Fe,data:e};r===null?r=[be]:r.push(be),s++}return ks.errors=r,s===0}ks.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function Zr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Zr.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ao,data:e};r===null?r=[_]:r.push(_),s++}let y=!0,$=e.length;for(let _=0;_<$;_++){let j=e[_],x=s;
ks(j,{instancePath:t+"/"+_,parentData:e,parentDataProperty:_,rootData:o,dynamicAnchors:i})||(r=r===null?ks.errors:r.concat(ks.errors),s=r.length);var u=x===s;u||
(y=!1)}}else{let y={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ao.type,parentSchema:Ao,data:e};r===null?
r=[y]:r.push(y),s++}return Zr.errors=r,s===0}Zr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function It(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=It.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.submit===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"mus\
t have required property 'submit'",schema:h.required,parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}if(e.rows===void 0){let w={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:h.required,parentSchema:h,data:e};r===null?r=[
w]:r.push(w),s++}if(e.results===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have r\
equired property 'results'",schema:h.required,parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}if(e.message===void 0){let w={instancePath:t,schemaPath:"#/req\
uired",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:h.required,parentSchema:h,data:e};r===null?r=
[w]:r.push(w),s++}if(e.code===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must have requir\
ed property 'code'",schema:h.required,parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}let Ba=s;for(let w in e)if(!pa.call(h.properties,w)){let _e={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h,
data:e};r===null?r=[_e]:r.push(_e),s++}if(e.$comment!==void 0){let w=e.$comment,_e=s,mt=s,Rr=s;if(typeof w=="string"){if(ne(w)<1){let me={instancePath:t+"/$comm\
ent",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Pr,data:w};
r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:Pr.type,parentSchema:Pr,data:w};r===null?r=[me]:r.push(me),s++}var u=mt===s,y=_e===s}if(e.submit!==void 0){let w=e.submit,_e=s,mt=s;if(w&&typeof w==
"object"&&!Array.isArray(w)){if(w.method===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}
if(w.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={
instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="method"||f===
"path"||f==="paths"||f==="headers"||f==="encoding"||f==="source")){let k={instancePath:t+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,data:w};r===null?r=
[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,k=s,N=h.properties.submit.properties.method.enum;if(!(f==="POST"||f==="PUT")){let Re={instancePath:t+"/su\
bmit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.enum},message:"m\
ust be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,data:f};r===null?
r=[Re]:r.push(Re),s++}var $=k===s}if(w.path!==void 0){let f=w.path,k=s,N=s,Re=s;if(typeof f=="string"){if(!Kt.test(f)){let S={instancePath:t+"/submit/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[S]:r.push(S),s++}}else{
let S={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:f};r===null?r=[S]:r.push(S),s++}var _=N===s,$=k===s}if(w.paths!==void 0){let f=w.paths,k=s;kr(f,{instancePath:t+"/submit/paths",parentData:w,parentDataProperty:"\
paths",rootData:o,dynamicAnchors:i})||(r=r===null?kr.errors:r.concat(kr.errors),s=r.length);var $=k===s}if(w.headers!==void 0){let f=w.headers,k=s,N=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){let ee=s;for(let S in f){let q=f[S],X=s,ie=s;if(typeof q=="string"){if(!Ph.test(q)){let ve={instancePath:t+"/submit/headers/"+S.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*\
$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:h.properties.submit.properties.headers.additionalProperties,data:q};r===
null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/submit/headers/"+S.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/h\
eaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.submit.properties.headers.additionalProperties.
type,parentSchema:h.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[ve]:r.push(ve),s++}var j=X===s}}else{let ee={instancePath:t+"/\
submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.
properties.headers.type,parentSchema:h.properties.submit.properties.headers,data:f};r===null?r=[ee]:r.push(ee),s++}var $=k===s}if(w.encoding!==void 0){let f=w.encoding,
k=s,N=h.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){let ee={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/prope\
rties/encoding/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:h.
properties.submit.properties.encoding.enum,parentSchema:h.properties.submit.properties.encoding,data:f};r===null?r=[ee]:r.push(ee),s++}var $=k===s}if(w.source!==
void 0){let f=w.source,k=s,N=s,Re=s;if(typeof f=="string"){if(ne(f)<1){let S={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+
"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?
r=[S]:r.push(S),s++}var x=N===s,$=k===s}}else{let me={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.rows!==void 0){let w=e.
rows,_e=s,mt=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:w};r===null?r=[k]:r.push(k),s++}let me=!0,f=w.length;for(let k=0;k<f;k++){let N=w[k],
Re=s;vs(N,{instancePath:t+"/rows/"+k,parentData:w,parentDataProperty:k,rootData:o,dynamicAnchors:i})||(r=r===null?vs.errors:r.concat(vs.errors),s=r.length);var R=Re===
s;R||(me=!1)}}else{let me={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
rows.type,parentSchema:h.properties.rows,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.drops!==void 0){let w=e.drops,_e=s,mt=s;if(Array.isArray(w)){let me=!0,
f=w.length;for(let k=0;k<f;k++){let N=w[k],Re=s,ee=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.parameter===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
drops.items.required,parentSchema:h.properties.drops.items,data:N};r===null?r=[q]:r.push(q),s++}if(N.reason===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.drops.
items.required,parentSchema:h.properties.drops.items,data:N};r===null?r=[q]:r.push(q),s++}if(N.source===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/\
properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.drops.items.
required,parentSchema:h.properties.drops.items,data:N};r===null?r=[q]:r.push(q),s++}let S=s;for(let q in N)if(!(q==="parameter"||q==="values"||q==="when"||q==="\
reason"||q==="source")){let X={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.drops.items,data:N};r===null?r=[X]:r.push(X),s++}if(N.parameter!==void 0){let q=N.
parameter,X=s;if(typeof q!="string"){let ve={instancePath:t+"/drops/"+k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,
data:q};r===null?r=[ve]:r.push(ve),s++}let ie=s;var L=X===s}if(N.values!==void 0){let q=N.values,X=s,ie=s;if(Array.isArray(q)){if(q.length<1){let Y={instancePath:t+
"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 i\
tems",schema:1,parentSchema:h.properties.drops.items.properties.values,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/drops/"+k+"/values",schemaPath:"\
#/properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.
type,parentSchema:h.properties.drops.items.properties.values,data:q};r===null?r=[Y]:r.push(Y),s++}var L=X===s}if(N.when!==void 0){let q=N.when,X=s;Ht(q,{instancePath:t+
"/drops/"+k+"/when",parentData:N,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Ht.errors:r.concat(Ht.errors),s=r.length);var L=X===s}if(N.
reason!==void 0){let q=N.reason,X=s,ie=s;if(typeof q=="string"){if(ne(q)<1){let Y={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.
reason,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,
data:q};r===null?r=[Y]:r.push(Y),s++}var L=X===s}if(N.source!==void 0){let q=N.source,X=s,ie=s,ve=s;if(typeof q=="string"){if(ne(q)<1){let C={instancePath:t+"/d\
rops/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[C]:r.push(C),s++}var ue=ie===s,L=X===s}}else{let S={instancePath:t+"/drops/"+k,schemaPath:"#/\
properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.
items,data:N};r===null?r=[S]:r.push(S),s++}var D=Re===s;D||(me=!1)}}else{let me={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.drops.type,parentSchema:h.properties.drops,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.needs!==
void 0){let w=e.needs,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let me=s;for(let f in w){let k=w[f],N=s,Re=s;if(k&&typeof k=="object"&&!Array.isArray(
k)){if(k.reason===void 0){let S={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",
keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.
properties.needs.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}if(k.source===void 0){let S={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}let ee=s;
for(let S in k)if(!(S==="reason"||S==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.needs.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let S=k.reason,q=s,X=s;if(typeof S=="string"){if(ne(S)<1){let ie={
instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:S};
r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/addition\
alProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.
type,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:S};r===null?r=[ie]:r.push(ie),s++}var H=q===s}if(k.source!==void 0){let S=k.source,
q=s,X=s,ie=s;if(typeof S=="string"){if(ne(S)<1){let Y={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};r===null?r=[Y]:r.push(Y),s++}}else{
let Y={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:S};r===null?r=[Y]:r.push(Y),s++}var F=X===s,H=q===s}}else{let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~\
0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
needs.additionalProperties.type,parentSchema:h.properties.needs.additionalProperties,data:k};r===null?r=[ee]:r.push(ee),s++}var ye=N===s}}else{let me={instancePath:t+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.
needs,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.lacks!==void 0){let w=e.lacks,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let me=s;for(let f in w){
let k=w[f],N=s,Re=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let S={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",
schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}if(k.source===
void 0){let S={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.
lacks.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}let ee=s;for(let S in k)if(!(S==="reason"||S==="source")){let q={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==
void 0){let S=k.reason,q=s,X=s;if(typeof S=="string"){if(ne(S)<1){let ie={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"\
#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:S};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/lacks/"+f.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:h.properties.lacks.additionalProperties.properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:S};
r===null?r=[ie]:r.push(ie),s++}var O=q===s}if(k.source!==void 0){let S=k.source,q=s,X=s,ie=s;if(typeof S=="string"){if(ne(S)<1){let Y={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:re,data:S};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/sou\
rce",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:S};r===null?r=[Y]:r.push(
Y),s++}var we=X===s,O=q===s}}else{let ee={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,
data:k};r===null?r=[ee]:r.push(ee),s++}var be=N===s}}else{let me={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:h.properties.lacks.type,parentSchema:h.properties.lacks,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.id!==void 0){
let w=e.id,_e=s,mt=s,Rr=s;if(typeof w=="string"){if(!at.test(w)){let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}}else{
let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};
r===null?r=[f]:r.push(f),s++}var B=mt===s,y=_e===s}if(e.idForm!==void 0){let w=e.idForm,_e=s,mt=s;if(typeof w=="string"){if(!$h.test(w)){let me={instancePath:t+
"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^\
(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:w};r===null?r=[me]:r.push(me),
s++}}else{let me={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
idForm.type,parentSchema:h.properties.idForm,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.queryId!==void 0){let w=e.queryId,_e=s,mt=s,Rr=s;if(typeof w==
"string"){if(!at.test(w)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/quer\
yId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[f]:r.push(
f),s++}var V=mt===s,y=_e===s}if(e.query!==void 0){let w=e.query,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let k={instancePath:t+
"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.
query.required,parentSchema:h.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.path===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/\
query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.
properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.source===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};
r===null?r=[k]:r.push(k),s++}let me=s;for(let k in w)if(!(k==="method"||k==="path"||k==="paths"||k==="at"||k==="hosts"||k==="body"||k==="source")){let N={instancePath:t+
"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.query,data:w};r===null?r=[N]:r.push(N),s++}if(w.method!==void 0){let k=w.method,N=s,Re=h.properties.query.properties.
method.enum;if(!(k==="GET"||k==="POST"||k==="PUT"||k==="DELETE")){let ee={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",
keyword:"enum",params:{allowedValues:h.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.
method.enum,parentSchema:h.properties.query.properties.method,data:k};r===null?r=[ee]:r.push(ee),s++}var Pe=N===s}if(w.path!==void 0){let k=w.path,N=s,Re=s,ee=s;
if(typeof k=="string"){if(!Kt.test(k)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'mu\
st match pattern "^/"',schema:"^/",parentSchema:Ce,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:k};r===null?r=[q]:r.push(q),s++}var qe=Re===s,Pe=N===s}if(w.paths!==
void 0){let k=w.paths,N=s;kr(k,{instancePath:t+"/query/paths",parentData:w,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?kr.errors:r.concat(
kr.errors),s=r.length);var Pe=N===s}if(w.at!==void 0){let k=w.at,N=s,Re=s,ee=s;if(typeof k=="string"){if(!at.test(k)){let q={instancePath:t+"/query/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:se,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:se.type,parentSchema:se,data:k};r===null?r=[q]:r.push(q),s++}var ae=Re===s,Pe=N===s}if(w.hosts!==void 0){let k=w.hosts,
N=s,Re=s;if(Array.isArray(k)){if(k.length<1){let X={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:k};r===null?r=[X]:r.push(X),s++}let S=!0,q=k.
length;for(let X=0;X<q;X++){let ie=k[X],ve=s,Y=s;if(typeof ie=="string"){if(!Sh.test(ie)){let C={instancePath:t+"/query/hosts/"+X,schemaPath:"#/properties/query\
/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a\
-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:ie};r===null?r=[C]:r.push(C),s++}}else{
let C={instancePath:t+"/query/hosts/"+X,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:h.properties.query.properties.hosts.items.type,parentSchema:h.properties.query.properties.hosts.items,data:ie};r===null?r=[C]:r.push(C),s++}var z=ve===
s;z||(S=!1)}}else{let S={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must \
be array",schema:h.properties.query.properties.hosts.type,parentSchema:h.properties.query.properties.hosts,data:k};r===null?r=[S]:r.push(S),s++}var Pe=N===s}if(w.
body!==void 0){let k=w.body,N=s,Re=s;if(Array.isArray(k)){if(k.length<1){let X={instancePath:t+"/query/body",schemaPath:"#/properties/query/properties/body/minI\
tems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.body,data:k};r===null?r=
[X]:r.push(X),s++}let S=!0,q=k.length;for(let X=0;X<q;X++){let ie=k[X],ve=s,Y=s,C=s,Te=!1,He=null,Qe=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)&&ie.fact===
void 0){let pe={instancePath:t+"/query/body/"+X,schemaPath:"#/properties/query/properties/body/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:h.properties.query.properties.body.items.oneOf[0].required,parentSchema:h.properties.query.properties.
body.items.oneOf[0],data:ie};r===null?r=[pe]:r.push(pe),s++}var Le=Qe===s;Le&&(Te=!0,He=0);let xe=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)&&ie.constant===
void 0){let pe={instancePath:t+"/query/body/"+X,schemaPath:"#/properties/query/properties/body/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:h.properties.query.properties.body.items.oneOf[1].required,parentSchema:h.properties.query.properties.
body.items.oneOf[1],data:ie};r===null?r=[pe]:r.push(pe),s++}var Le=xe===s;if(Le&&Te?(Te=!1,He=[He,1]):Le&&(Te=!0,He=1),Te)s=C,r!==null&&(C?r.length=C:r=null);else{
let pe={instancePath:t+"/query/body/"+X,schemaPath:"#/properties/query/properties/body/items/oneOf",keyword:"oneOf",params:{passingSchemas:He},message:"must mat\
ch exactly one schema in oneOf",schema:h.properties.query.properties.body.items.oneOf,parentSchema:h.properties.query.properties.body.items,data:ie};r===null?r=
[pe]:r.push(pe),s++}if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.to===void 0){let he={instancePath:t+"/query/body/"+X,schemaPath:"#/properties/query/pr\
operties/body/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:h.properties.query.properties.body.
items.required,parentSchema:h.properties.query.properties.body.items,data:ie};r===null?r=[he]:r.push(he),s++}let pe=s;for(let he in ie)if(!(he==="to"||he==="fac\
t"||he==="constant")){let yt={instancePath:t+"/query/body/"+X,schemaPath:"#/properties/query/properties/body/items/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:he},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.query.properties.body.items,data:ie};r===
null?r=[yt]:r.push(yt),s++}if(ie.to!==void 0){let he=ie.to,yt=s,pt=s,gt=s;if(typeof he=="string"){if(!at.test(he)){let ft={instancePath:t+"/query/body/"+X+"/to",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:se,data:he};r===null?r=[ft]:r.push(ft),s++}}else{let ft={instancePath:t+"/query/body/"+X+"/to",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:he};r===null?r=[ft]:r.push(ft),s++}var tt=pt===s,Et=yt===s}if(ie.fact!==
void 0){let he=ie.fact,yt=s,pt=h.properties.query.properties.body.items.properties.fact.enum;if(!(he==="id"||he==="model")){let ft={instancePath:t+"/query/body/"+
X+"/fact",schemaPath:"#/properties/query/properties/body/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.query.properties.body.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.body.items.properties.fact.enum,parentSchema:h.properties.
query.properties.body.items.properties.fact,data:he};r===null?r=[ft]:r.push(ft),s++}var Et=yt===s}}else{let pe={instancePath:t+"/query/body/"+X,schemaPath:"#/pr\
operties/query/properties/body/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.properties.body.items.type,parentSchema:h.
properties.query.properties.body.items,data:ie};r===null?r=[pe]:r.push(pe),s++}var Ke=ve===s;Ke||(S=!1)}}else{let S={instancePath:t+"/query/body",schemaPath:"#/\
properties/query/properties/body/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.body.type,parentSchema:h.
properties.query.properties.body,data:k};r===null?r=[S]:r.push(S),s++}var Pe=N===s}if(w.source!==void 0){let k=w.source,N=s,Re=s,ee=s;if(typeof k=="string"){if(ne(
k)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}var _t=Re===s,Pe=N===s}let f;if(w.at!==void 0&&
w.hosts===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"\
hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.
query,data:w};r===null?r=[k]:r.push(k),s++}if(w.hosts!==void 0&&w.at===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",
keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",
schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:w};r===null?r=[k]:r.push(k),s++}}else{let me={instancePath:t+"/query",schemaPath:"\
#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.type,parentSchema:h.properties.query,data:w};r===
null?r=[me]:r.push(me),s++}var y=_e===s}if(e.list!==void 0){let w=e.list,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.path===void 0){let f={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
list.required,parentSchema:h.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.filter===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/l\
ist/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.
properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.limit===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};r===null?
r=[f]:r.push(f),s++}if(w.items===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},
message:"must have required property 'items'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===
void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required p\
roperty 'source'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="path"||
f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){let k={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.list,data:w};r===null?r=[k]:
r.push(k),s++}if(w.path!==void 0){let f=w.path,k=s,N=s,Re=s;if(typeof f=="string"){if(!Kt.test(f)){let ee={instancePath:t+"/list/path",schemaPath:"#/$defs/path/\
pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={
instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};
r===null?r=[ee]:r.push(ee),s++}var et=N===s,wt=k===s}if(w.filter!==void 0){let f=w.filter,k=s,N=s;if(typeof f=="string"){if(ne(f)<1){let ee={instancePath:t+"/li\
st/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.list.properties.filter,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/list/filter",schemaPath:"#/properties/lis\
t/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.list.properties.filter.type,parentSchema:h.properties.
list.properties.filter,data:f};r===null?r=[ee]:r.push(ee),s++}var wt=k===s}if(w.limit!==void 0){let f=w.limit,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let ee={
instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.
list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[ee]:r.push(ee),s++}let N=s;if(typeof f=="number"){if(f>500||isNaN(
f)){let ee={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"m\
ust be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[ee]:r.push(ee),s++}if(f<2||isNaN(f)){let ee={instancePath:t+"/list\
/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:h.
properties.list.properties.limit,data:f};r===null?r=[ee]:r.push(ee),s++}}var wt=k===s}if(w.items!==void 0){let f=w.items,k=s,N=s,Re=s;if(typeof f=="string"){if(!at.
test(f)){let S={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}var gr=N===
s,wt=k===s}if(w.within!==void 0){let f=w.within,k=s,N=s,Re=s;if(typeof f=="string"){if(!at.test(f)){let S={instancePath:t+"/list/within",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[S]:r.push(S),s++}var Nr=N===s,wt=k===s}if(w.source!==void 0){let f=w.source,k=s,N=s,Re=s;if(typeof f==
"string"){if(ne(f)<1){let S={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[S]:r.push(S),s++}var qt=N===s,wt=k===s}}else{let me={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.list.type,parentSchema:h.
properties.list,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.cancel!==void 0){let w=e.cancel,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){
if(w.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"mu\
st have required property 'method'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.path===void 0){
let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.cancel.required,parentSchema:h.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="method"||f==="path"||f==="fro\
m"||f==="proves"||f==="source")){let k={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:w};r===null?r=[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,
k=s,N=h.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Re={instancePath:t+"/cancel/method",schemaPath:"#/pro\
perties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.method.enum},message:"must be equal to one of the all\
owed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.method,data:f};r===null?r=[Re]:r.push(Re),s++}var ta=k===
s}if(w.path!==void 0){let f=w.path,k=s,N=s,Re=s;if(typeof f=="string"){if(!Kt.test(f)){let S={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/\
cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};r===null?r=[S]:
r.push(S),s++}var ra=N===s,ta=k===s}if(w.from!==void 0){let f=w.from,k=s,N=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.words===void 0){let S={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required propert\
y 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:f};r===null?r=[S]:r.push(S),s++}if(f.source===
void 0){let S={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:f};r===null?r=[S]:
r.push(S),s++}let ee=s;for(let S in f)if(!(S==="words"||S==="source")){let q={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
cancel.properties.from,data:f};r===null?r=[q]:r.push(q),s++}if(f.words!==void 0){let S=f.words,q=s,X=s,ie=s;if(Array.isArray(S)){if(S.length<1){let Qe={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:vt,
data:S};r===null?r=[Qe]:r.push(Qe),s++}let ve=!0,Y=S.length;for(let Qe=0;Qe<Y;Qe++){let xe=S[Qe],pe=s,he=s;if(typeof xe=="string"){if(ne(xe)<1){let yt={instancePath:t+
"/cancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:vt.items,data:xe};r===null?r=[yt]:r.push(yt),s++}}else{let yt={instancePath:t+"/cancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:vt.items.type,parentSchema:vt.items,data:xe};r===null?r=[yt]:r.push(yt),s++}var Gp=pe===s;Gp||(ve=!1)}
let C,Te=S.length,He;if(C=!0,Te>1){let Qe={};for(;Te--;){let xe=S[Te];if(typeof xe=="string"){if(typeof Qe[xe]=="number"){He=Qe[xe];let pe={instancePath:t+"/can\
cel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Te,j:He},message:"must NOT have duplicate items (items ## "+He+" and "+Te+
" are identical)",schema:!0,parentSchema:vt,data:S};r===null?r=[pe]:r.push(pe),s++,C=!1;break}Qe[xe]=Te}}}}else{let ve={instancePath:t+"/cancel/from/words",schemaPath:"\
#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:vt.type,parentSchema:vt,data:S};r===null?r=[ve]:r.push(ve),s++}var Br=X===
s,Zp=q===s}if(f.source!==void 0){let S=f.source,q=s,X=s,ie=s;if(typeof S=="string"){if(ne(S)<1){let Y={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/\
source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};r===null?r=[Y]:r.push(Y),
s++}}else{let Y={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:S};r===null?r=[Y]:r.push(Y),s++}var Xf=X===s,Zp=q===s}}else{let ee={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/prop\
erties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.
properties.from,data:f};r===null?r=[ee]:r.push(ee),s++}var ta=k===s}if(w.proves!==void 0){let f=w.proves,k=s,N=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.
keys(f).length<2){let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},
message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=[S]:r.push(S),s++}if(f.source===void 0){
let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?
r=[S]:r.push(S),s++}let ee=s;for(let S in f)if(!(S==="answer"||S==="query"||S==="source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cance\
l/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.proves,data:f};r===null?r=[q]:r.push(q),s++}if(f.answer!==void 0){let S=f.answer,q=s,X=s;if(S&&typeof S=="object"&&!Array.isArray(S)){
if(S.at===void 0){let ve={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[ve]:r.push(ve),s++}if(S.words===void 0){let ve={instancePath:t+"/cancel/proves/answer",
schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required pr\
operty 'words'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};
r===null?r=[ve]:r.push(ve),s++}let ie=s;for(let ve in S)if(!(ve==="at"||ve==="words")){let Y={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/ca\
ncel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ve},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[Y]:r.push(Y),s++}if(S.at!==void 0){let ve=S.at,Y=s,
C=s,Te=s;if(typeof ve=="string"){if(!at.test(ve)){let He={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:ve};r===null?r=[He]:r.push(
He),s++}}else{let He={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:se.type,parentSchema:se,data:ve};r===null?r=[He]:r.push(He),s++}var Qp=C===s,ur=Y===s}if(S.words!==void 0){let ve=S.words,Y=s,C=s,Te=s;if(Array.isArray(ve)){
if(ve.length<1){let pt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT h\
ave fewer than 1 items",schema:1,parentSchema:vt,data:ve};r===null?r=[pt]:r.push(pt),s++}let Qe=!0,xe=ve.length;for(let pt=0;pt<xe;pt++){let gt=ve[pt],ft=s,l=s;
if(typeof gt=="string"){if(ne(gt)<1){let ke={instancePath:t+"/cancel/proves/answer/words/"+pt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:vt.items,data:gt};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/c\
ancel/proves/answer/words/"+pt,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vt.items.type,parentSchema:vt.
items,data:gt};r===null?r=[ke]:r.push(ke),s++}var Xp=ft===s;Xp||(Qe=!1)}let pe,he=ve.length,yt;if(pe=!0,he>1){let pt={};for(;he--;){let gt=ve[he];if(typeof gt==
"string"){if(typeof pt[gt]=="number"){yt=pt[gt];let ft={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",
params:{i:he,j:yt},message:"must NOT have duplicate items (items ## "+yt+" and "+he+" are identical)",schema:!0,parentSchema:vt,data:ve};r===null?r=[ft]:r.push(
ft),s++,pe=!1;break}pt[gt]=he}}}}else{let Qe={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:vt.type,parentSchema:vt,data:ve};r===null?r=[Qe]:r.push(Qe),s++}var Yf=C===s,ur=Y===s}}else{let ie={instancePath:t+"/cancel/prove\
s/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
cancel.properties.proves.properties.answer.type,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[ie]:r.push(ie),s++}var $o=q===
s}if(f.query!==void 0){let S=f.query,q=s,X=s,ie=s;if(Array.isArray(S)){if(S.length<1){let xe={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/mi\
nItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:vt,data:S};r===null?r=[xe]:r.push(xe),s++}let Y=!0,
C=S.length;for(let xe=0;xe<C;xe++){let pe=S[xe],he=s,yt=s;if(typeof pe=="string"){if(ne(pe)<1){let pt={instancePath:t+"/cancel/proves/query/"+xe,schemaPath:"#/$\
defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:vt.items,data:pe};r===null?
r=[pt]:r.push(pt),s++}}else{let pt={instancePath:t+"/cancel/proves/query/"+xe,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:vt.items.type,parentSchema:vt.items,data:pe};r===null?r=[pt]:r.push(pt),s++}var fs=he===s;fs||(Y=!1)}let Te,He=S.length,Qe;if(Te=!0,He>1){
let xe={};for(;He--;){let pe=S[He];if(typeof pe=="string"){if(typeof xe[pe]=="number"){Qe=xe[pe];let he={instancePath:t+"/cancel/proves/query",schemaPath:"#/$de\
fs/words/uniqueItems",keyword:"uniqueItems",params:{i:He,j:Qe},message:"must NOT have duplicate items (items ## "+Qe+" and "+He+" are identical)",schema:!0,parentSchema:vt,
data:S};r===null?r=[he]:r.push(he),s++,Te=!1;break}xe[pe]=He}}}}else{let Y={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:vt.type,parentSchema:vt,data:S};r===null?r=[Y]:r.push(Y),s++}var eh=X===s,$o=q===s}if(f.source!==void 0){let S=f.
source,q=s,X=s,ie=s;if(typeof S=="string"){if(ne(S)<1){let Y={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/cancel/prov\
es/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:S};r===null?r=[Y]:
r.push(Y),s++}var hs=X===s,$o=q===s}}else{let ee={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.type,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=
[ee]:r.push(ee),s++}var ta=k===s}if(w.source!==void 0){let f=w.source,k=s,N=s,Re=s;if(typeof f=="string"){if(ne(f)<1){let S={instancePath:t+"/cancel/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[S]:r.
push(S),s++}}else{let S={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};r===null?r=[S]:r.push(S),s++}var th=N===s,ta=k===s}}else{let me={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.type,parentSchema:h.properties.cancel,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===
s}if(e.status!==void 0){let w=e.status,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/pr\
operties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.
properties.status,data:w};r===null?r=[f]:r.push(f),s++}if(w.states===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"\
required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,
data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};r===null?r=
[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="at"||f==="states"||f==="as"||f==="absent"||f==="cases"||f==="source")){let k={instancePath:t+"/status",schemaPath:"\
#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.status,data:w};r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){let f=w.at,k=s,N=s,Re=s;if(typeof f=="string"){if(!at.test(f)){let ee={instancePath:t+"\
/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[ee]:r.push(ee),s++}var sa=N===s,ys=k===s}if(w.states!==
void 0){let f=w.states,k=s,N=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let S={instancePath:t+"/status/states",schemaPath:"#/pro\
perties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.
properties.status.properties.states,data:f};r===null?r=[S]:r.push(S),s++}let ee=s;for(let S in f){let q=f[S],X=s,ie=s,ve=Ct.enum;if(!(q==="queued"||q==="process\
ing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q==="unknown")){let Y={instancePath:t+"/status/states/"+S.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ct.enum},message:"must be equal to one of the allowed values",schema:Ct.enum,parentSchema:Ct,
data:q};r===null?r=[Y]:r.push(Y),s++}var rh=ie===s,sh=X===s}}else{let ee={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.states.type,parentSchema:h.properties.status.properties.states,
data:f};r===null?r=[ee]:r.push(ee),s++}var ys=k===s}if(w.as!==void 0){let f=w.as,k=s,N=h.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){
let ee={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.status.properties.as.enum},
message:"must be equal to one of the allowed values",schema:h.properties.status.properties.as.enum,parentSchema:h.properties.status.properties.as,data:f};r===null?
r=[ee]:r.push(ee),s++}var ys=k===s}if(w.absent!==void 0){let f=w.absent,k=s,N=s,Re=Ct.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f===
"expired"||f==="cancelled"||f==="unknown")){let S={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ct.enum},
message:"must be equal to one of the allowed values",schema:Ct.enum,parentSchema:Ct,data:f};r===null?r=[S]:r.push(S),s++}var ah=N===s,ys=k===s}if(w.cases!==void 0){
let f=w.cases,k=s,N=s;if(Array.isArray(f)){if(f.length<1){let q={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),
s++}let ee=!0,S=f.length;for(let q=0;q<S;q++){let X=f[q],ie=s,ve=s;if(X&&typeof X=="object"&&!Array.isArray(X)){if(X.when===void 0){let C={instancePath:t+"/stat\
us/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required pro\
perty 'when'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:X};r===null?r=[C]:r.push(C),
s++}if(X.means===void 0){let C={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"\
means"},message:"must have required property 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.
items,data:X};r===null?r=[C]:r.push(C),s++}let Y=s;for(let C in X)if(!(C==="when"||C==="means")){let Te={instancePath:t+"/status/cases/"+q,schemaPath:"#/propert\
ies/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:h.properties.status.properties.cases.items,data:X};r===null?r=[Te]:r.push(Te),s++}if(X.when!==void 0){let C=X.when,Te=s,He=s;if(Array.
isArray(C)){if(C.length<1){let pe={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:C};r===
null?r=[pe]:r.push(pe),s++}let Qe=!0,xe=C.length;for(let pe=0;pe<xe;pe++){let he=C[pe],yt=s,pt=s,gt=s,ft=!1,l=null,ke=s;if(he&&typeof he=="object"&&!Array.isArray(
he)&&he.is===void 0){let lt={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/\
required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:h.properties.status.properties.cases.items.properties.
when.items.oneOf[0].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:he};r===null?r=[lt]:r.push(lt),s++}var wr=ke===
s;wr&&(ft=!0,l=0);let bt=s;if(he&&typeof he=="object"&&!Array.isArray(he)&&he.present===void 0){let lt={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"\
#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have requ\
ired property 'present'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:h.properties.status.properties.cases.
items.properties.when.items.oneOf[1],data:he};r===null?r=[lt]:r.push(lt),s++}var wr=bt===s;if(wr&&ft?(ft=!1,l=[l,1]):wr&&(ft=!0,l=1),ft)s=gt,r!==null&&(gt?r.length=
gt:r=null);else{let lt={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:l},message:"must match exactly one schema in oneOf",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf,
parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:he};r===null?r=[lt]:r.push(lt),s++}if(he&&typeof he=="object"&&!Array.isArray(
he)){if(he.at===void 0){let K={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/requir\
ed",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.properties.cases.items.properties.when.
items.required,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:he};r===null?r=[K]:r.push(K),s++}let lt=s;for(let K in he)if(!(K===
"at"||K==="is"||K==="present")){let d={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/item\
s/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
status.properties.cases.items.properties.when.items,data:he};r===null?r=[d]:r.push(d),s++}if(he.at!==void 0){let K=he.at,d=s,T=s,ce=s;if(typeof K=="string"){if(!at.
test(K)){let fe={instancePath:t+"/status/cases/"+q+"/when/"+pe+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+\
$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:K};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+
"/status/cases/"+q+"/when/"+pe+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:K};r===null?r=[fe]:r.push(fe),s++}var So=T===s,_o=d===s}if(he.is!==void 0){let K=he.is,d=s,T=s;if(Array.isArray(K)){if(K.length<1){let fe={instancePath:t+"\
/status/cases/"+q+"/when/"+pe+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:K};
r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/status/cases/"+q+"/when/"+pe+"/is",schemaPath:"#/properties/status/properties/cases/items/properti\
es/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.
items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:K};r===null?r=[fe]:r.push(fe),s++}var _o=d===
s}if(he.present!==void 0){let K=he.present,d=s;if(typeof K!="boolean"){let fe={instancePath:t+"/status/cases/"+q+"/when/"+pe+"/present",schemaPath:"#/properties\
/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:h.properties.
status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.
present,data:K};r===null?r=[fe]:r.push(fe),s++}let T=s;var _o=d===s}}else{let lt={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/\
properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.
properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:he};r===null?r=[lt]:r.push(lt),s++}var Yp=yt===s;Yp||
(Qe=!1)}}else{let Qe={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.type,parentSchema:h.properties.status.properties.cases.items.
properties.when,data:C};r===null?r=[Qe]:r.push(Qe),s++}var br=Te===s}if(X.means!==void 0){let C=X.means,Te=s,He=s,Qe=Ct.enum;if(!(C==="queued"||C==="processing"||
C==="completed"||C==="failed"||C==="expired"||C==="cancelled"||C==="unknown")){let pe={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",
keyword:"enum",params:{allowedValues:Ct.enum},message:"must be equal to one of the allowed values",schema:Ct.enum,parentSchema:Ct,data:C};r===null?r=[pe]:r.push(
pe),s++}var ec=He===s,br=Te===s}}else{let Y={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.properties.status.properties.cases.items,data:X};r===
null?r=[Y]:r.push(Y),s++}var tc=ie===s;tc||(ee=!1)}}else{let ee={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.properties.status.properties.cases,data:f};r===
null?r=[ee]:r.push(ee),s++}var ys=k===s}if(w.source!==void 0){let f=w.source,k=s,N=s,Re=s;if(typeof f=="string"){if(ne(f)<1){let S={instancePath:t+"/status/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};
r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:re.type,parentSchema:re,data:f};r===null?r=[S]:r.push(S),s++}var nh=N===s,ys=k===s}}else{let me={instancePath:t+"/status",schemaPath:"#/propert\
ies/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.status,data:w};r===null?
r=[me]:r.push(me),s++}var y=_e===s}if(e.progress!==void 0){let w=e.progress,_e=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/prop\
erties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.progress.required,parentSchema:h.
properties.progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,parentSchema:h.properties.progress,
data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="at"||f==="of"||f==="source")){let k={instancePath:t+"/progress",schemaPath:"#/properties/\
progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.progress,data:w};r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){let f=w.at,k=s,N=s,Re=s;if(typeof f=="string"){if(!at.test(f)){let ee={instancePath:t+
"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[ee]:r.push(ee),s++}var rc=N===s,Ha=k===s}if(w.
of!==void 0){let f=w.of,k=s,N=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let ee={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/\
exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.progress.properties.of,data:f};
r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"nu\
mber"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:f};r===null?r=[ee]:r.push(
ee),s++}var Ha=k===s}if(w.source!==void 0){let f=w.source,k=s,N=s,Re=s;if(typeof f=="string"){if(ne(f)<1){let S={instancePath:t+"/progress/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[S]:r.
push(S),s++}}else{let S={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};r===null?r=[S]:r.push(S),s++}var oh=N===s,Ha=k===s}}else{let me={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:w};r===null?r=[me]:r.push(
me),s++}var y=_e===s}if(e.results!==void 0){let w=e.results,_e=s;Zr(w,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||
(r=r===null?Zr.errors:r.concat(Zr.errors),s=r.length);var y=_e===s}if(e.message!==void 0){let w=e.message,_e=s;xt(w,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var y=_e===s}if(e.code!==void 0){let w=e.code,_e=s;xt(w,{instancePath:t+
"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var y=_e===s}if(e.seconds!==
void 0){let w=e.seconds,_e=s,mt=s,Rr=s;if(typeof w=="string"){if(!at.test(w)){let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}var aa=mt===s,y=_e===s}if(e.secondsAs!==void 0){let w=e.secondsAs,_e=s;if(w!=="string"){let Rr={instancePath:t+
"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:h.
properties.secondsAs,data:w};r===null?r=[Rr]:r.push(Rr),s++}var y=_e===s}if(e.usage!==void 0){let w=e.usage,_e=s,mt=s;if(Array.isArray(w)){let me=!0,f=w.length;
for(let k=0;k<f;k++){let N=w[k],Re=s,ee=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.at===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/propert\
ies/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.usage.items.required,parentSchema:h.
properties.usage.items,data:N};r===null?r=[q]:r.push(q),s++}if(N.unit===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",
keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.properties.usage.items.required,parentSchema:h.properties.
usage.items,data:N};r===null?r=[q]:r.push(q),s++}if(N.source===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.
items,data:N};r===null?r=[q]:r.push(q),s++}let S=s;for(let q in N)if(!(q==="at"||q==="unit"||q==="source")){let X={instancePath:t+"/usage/"+k,schemaPath:"#/prop\
erties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.usage.items,data:N};r===null?r=[X]:r.push(X),s++}if(N.at!==void 0){let q=N.at,X=s,ie=s,ve=s;if(typeof q=="string"){if(!at.test(q)){let Y={instancePath:t+
"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)\
+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/pointe\
r/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:q};r===null?r=[Y]:r.push(Y),s++}var ih=ie===s,xo=X===
s}if(N.unit!==void 0){let q=N.unit,X=s,ie=s;if(typeof q=="string"){if(ne(q)<1){let Y={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/pr\
operties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.usage.items.properties.
unit,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.properties.usage.items.properties.unit,data:q};
r===null?r=[Y]:r.push(Y),s++}var xo=X===s}if(N.source!==void 0){let q=N.source,X=s,ie=s,ve=s;if(typeof q=="string"){if(ne(q)<1){let C={instancePath:t+"/usage/"+
k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[C]:r.push(C),s++}var ph=ie===s,xo=X===s}}else{let S={instancePath:t+"/usage/"+k,schemaPath:"#\
/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.usage.items.type,parentSchema:h.properties.usage.
items,data:N};r===null?r=[S]:r.push(S),s++}var na=Re===s;na||(me=!1)}}else{let me={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:w};r===null?r=[me]:r.push(me),s++}var y=_e===s}if(e.told!==
void 0){let w=e.told,_e=s,mt=s;if(Array.isArray(w)){let me=!0,f=w.length;for(let k=0;k<f;k++){let N=w[k],Re=s,ee=s,S=s,q=!1,X=null,ie=s;if(N&&typeof N=="object"&&
!Array.isArray(N)&&N.link===void 0){let Y={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.properties.told.items.oneOf[0],data:N};r===null?
r=[Y]:r.push(Y),s++}var ar=ie===s;ar&&(q=!0,X=0);let ve=s;if(N&&typeof N=="object"&&!Array.isArray(N)&&N.constant===void 0){let Y={instancePath:t+"/told/"+k,schemaPath:"\
#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.
told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:N};r===null?r=[Y]:r.push(Y),s++}var ar=ve===s;if(ar&&q)q=!1,X=[X,1];else{ar&&(q=
!0,X=1);let Y=s;if(N&&typeof N=="object"&&!Array.isArray(N)&&N.fact===void 0){let Te={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/2/requ\
ired",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.told.items.oneOf[2].required,parentSchema:h.
properties.told.items.oneOf[2],data:N};r===null?r=[Te]:r.push(Te),s++}var ar=Y===s;ar&&q?(q=!1,X=[X,2]):ar&&(q=!0,X=2)}if(q)s=S,r!==null&&(S?r.length=S:r=null);else{
let Y={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:X},message:"must match exactly one schema in \
oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:N};r===null?r=[Y]:r.push(Y),s++}if(N&&typeof N=="object"&&!Array.isArray(N)){
if(N.at===void 0){let C={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must \
have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:N};r===null?r=[C]:r.push(C),s++}if(N.in===void 0){
let C={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required prop\
erty 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:N};r===null?r=[C]:r.push(C),s++}if(N.source===void 0){let C={instancePath:t+
"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.told.items.required,parentSchema:h.properties.told.items,data:N};r===null?r=[C]:r.push(C),s++}let Y=s;for(let C in N)if(!(C==="at"||C==="in"||C==="li\
nk"||C==="constant"||C==="fact"||C==="source")){let Te={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items,data:N};r===null?r=[Te]:r.
push(Te),s++}if(N.at!==void 0){let C=N.at,Te=s,He=s,Qe=s;if(typeof C=="string"){if(!at.test(C)){let xe={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/poin\
ter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:C};r===null?r=[xe]:r.push(xe),s++}}else{let xe={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:C};r===null?r=[xe]:r.push(xe),s++}var ch=He===s,Gr=Te===s}if(N.in!==void 0){let C=N.in,Te=s,He=h.properties.
told.items.properties.in.enum;if(!(C==="submit"||C==="query"||C==="both")){let xe={instancePath:t+"/told/"+k+"/in",schemaPath:"#/properties/told/items/propertie\
s/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:h.properties.
told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:C};r===null?r=[xe]:r.push(xe),s++}var Gr=Te===s}if(N.link!==void 0){let C=N.
link,Te=s,He=s;if(C&&typeof C=="object"&&!Array.isArray(C)){if(C.path===void 0){let pe={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/pr\
operties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.told.items.properties.
link.required,parentSchema:h.properties.told.items.properties.link,data:C};r===null?r=[pe]:r.push(pe),s++}let xe=s;for(let pe in C)if(pe!=="path"){let he={instancePath:t+
"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:pe},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,data:C};r===null?r=[he]:r.push(he),s++}if(C.path!==void 0){let pe=C.
path,he=s,yt=s,pt=s;if(typeof pe=="string"){if(!Kt.test(pe)){let gt={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:pe};r===null?r=[gt]:r.push(gt),s++}}else{let gt={instancePath:t+"/told/"+
k+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:pe};r===null?r=
[gt]:r.push(gt),s++}var dh=yt===s,gs=he===s}}else{let xe={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.link,data:C};
r===null?r=[xe]:r.push(xe),s++}var Gr=Te===s}if(N.fact!==void 0){let C=N.fact,Te=s,He=h.properties.told.items.properties.fact.enum;if(!(C==="id"||C==="model"||C===
"created")){let xe={instancePath:t+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.
told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.fact.enum,parentSchema:h.properties.
told.items.properties.fact,data:C};r===null?r=[xe]:r.push(xe),s++}var Gr=Te===s}if(N.source!==void 0){let C=N.source,Te=s,He=s,Qe=s;if(typeof C=="string"){if(ne(
C)<1){let pe={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:C};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:C};r===null?r=[pe]:r.push(pe),s++}var sc=He===s,Gr=Te===s}}else{
let Y={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.
items.type,parentSchema:h.properties.told.items,data:N};r===null?r=[Y]:r.push(Y),s++}var qo=Re===s;qo||(me=!1)}}else{let me={instancePath:t+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,data:w};r===null?
r=[me]:r.push(me),s++}var y=_e===s}let ac;if(e.list!==void 0){if(e.id===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}if(e.query===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}}}else{let Ba={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:h.type,parentSchema:h,data:e};r===null?r=[Ba]:r.push(Ba),s++}return It.errors=r,s===0}It.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Za(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Za.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
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
r=[l]:r.push(l),s++}let ft=s;for(let l in e)if(!pa.call(c.properties,l)){let ke={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[ke]:r.push(ke),s++}if(e.$schema!==void 0){
let l=e.$schema,ke=s;if(typeof l!="string"){let lt={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:l};r===null?r=[lt]:r.push(lt),s++}let bt=s;var u=ke===s}if(e.$comment!==
void 0){let l=e.$comment,ke=s,bt=s,lt=s;if(typeof l=="string"){if(ne(l)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Pr,data:l};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Pr.type,parentSchema:Pr,data:l};r===null?r=[
d]:r.push(d),s++}var y=bt===s,u=ke===s}if(e.protocol!==void 0){let l=e.protocol,ke=s,bt=s;if(typeof l=="string"){if(!gh.test(l)){let K={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:l};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:l};r===null?r=
[K]:r.push(K),s++}var u=ke===s}if(e.title!==void 0){let l=e.title,ke=s,bt=s;if(typeof l=="string"){if(ne(l)<1){let K={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:l};r===
null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.description!==void 0){let l=e.description,
ke=s,bt=s;if(typeof l=="string"){if(ne(l)<1){let K={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:l};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.sources!==void 0){let l=e.sources,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l){let T=l[d],ce=s,fe=s,
Z=!1,b=null,M=s,te=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:T};r===
null?r=[v]:r.push(v),s++}if(T.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in T)
if(!(v==="package"||v==="version")){let A={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[A]:r.push(A),s++}if(T.package!==void 0){let v=T.package,A=s,W=s;if(typeof v=="string"){if(ne(
v)<1){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[I]:
r.push(I),s++}var $=A===s}if(T.version!==void 0){let v=T.version,A=s,W=s;if(typeof v=="string"){if(!wh.test(v)){let U={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[U]:
r.push(U),s++}var $=A===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:T};r===null?r=[g]:r.push(g),s++}var x=M===s;if(x){Z=!0,b=0;var _=!0}let Q=s,P=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[v]:r.push(v),s++}if(T.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:T};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in T)if(!(v==="document"||v==="url")){let A={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[A]:r.push(A),s++}if(T.document!==
void 0){let v=T.document,A=s,W=s;if(typeof v=="string"){if(ne(v)<1){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[I]:r.push(I),s++}var j=A===s}if(T.url!==void 0){let v=T.url,A=s,W=s;if(typeof v=="\
string"){if(!ic.test(v)){let U={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[U]:r.push(U),s++}var j=A===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[g]:r.push(g),s++}var x=Q===s;if(x&&Z?(Z=!1,b=[b,1]):x&&(Z=!0,b=1,_!==!0&&(_=!0)),Z)s=fe,r!==
null&&(fe?r.length=fe:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:b},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:T};r===null?r=[g]:r.push(g),s++}var R=ce===s}}else{let K={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:l};r===null?r=[K]:
r.push(K),s++}var u=ke===s}if(e.baseUrl!==void 0){let l=e.baseUrl,ke=s,bt=s;if(typeof l=="string"){if(!bh.test(l)){let K={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:l};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:l};r===null?
r=[K]:r.push(K),s++}var u=ke===s}if(e.authentication!==void 0){let l=e.authentication,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.name===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}let K=s;
for(let d in l)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let T={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:l};r===null?r=[T]:r.push(T),s++}if(l.in!==void 0){let d=l.in,T=s,ce=c.properties.authentication.properties.in.enum;if(d!=="header"){let fe={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[fe]:r.push(fe),s++}var L=T===s}if(l.name!==void 0){let d=l.name,T=s,ce=s;if(typeof d=="string"){if(!Ga.test(d)){let Z={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[Z]:r.push(Z),s++}}else{let Z={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[Z]:r.push(Z),s++}var L=T===
s}if(l.prefix!==void 0){let d=l.prefix,T=s;if(typeof d!="string"){let Z={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[Z]:r.push(Z),s++}let ce=s;var L=T===s}if(l.token!==void 0){let d=l.token,T=s,ce=s,fe=!1,Z=null,b=s,M=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let A={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[A]:r.push(A),s++}
if(d.by!==void 0){let v=d.by,A=s;if(v!=="jwt-hs256"){let W={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[W]:r.push(W),s++}var ue=A===s}if(d.seconds!==void 0){let v=d.seconds,A=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[U]:r.push(U),s++}let W=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[U]:r.push(U),s++}if(v<10||isNaN(v)){let U={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[U]:r.push(U),s++}}var ue=A===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
A=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let U={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[U]:r.push(U),s++}let W=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let U={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[U]:r.push(U),s++}if(v<0||isNaN(v)){let U={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[U]:r.push(U),s++}}var ue=A===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var F=b===s;if(F){fe=!0,Z=0;var D=!0}let te=s,Q=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let A={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[A]:r.push(A),s++}if(d.by!==void 0){let v=d.by,A=s;if(v!=="google-service-account"){let W={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[W]:r.push(W),s++}var H=A===s}if(d.scope!==void 0){let v=d.scope,A=s,W=s;if(typeof v=="string"){if(ne(v)<1){let U={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[U]:r.push(U),s++}}else{let U={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[U]:r.push(U),s++}var H=A===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var F=te===
s;if(F&&fe?(fe=!1,Z=[Z,1]):F&&(fe=!0,Z=1,D!==!0&&(D=!0)),fe)s=ce,r!==null&&(ce?r.length=ce:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:Z},message:"must match exactly one schema in oneOf",schema:c.properties.
authentication.properties.token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var L=T===s}if(l.source!==void 0){
let d=l.source,T=s,ce=s,fe=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+
"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};
r===null?r=[b]:r.push(b),s++}var ye=ce===s,L=T===s}}else{let K={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===
s}if(e.idempotency!==void 0){let l=e.idempotency,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.header===void 0){let d={instancePath:t+"/idempotenc\
y",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.keptSeconds===void 0){let d={instancePath:t+"/idempotency",
schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/idempot\
ency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)if(!(d==="header"||d==="keptSe\
conds"||d==="source")){let T={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:l};r===null?r=[T]:r.push(T),s++}if(l.header!==void 0){let d=l.
header,T=s,ce=s;if(typeof d=="string"){if(ne(d)<1){let fe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===
null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===
null?r=[fe]:r.push(fe),s++}var O=T===s}if(l.keptSeconds!==void 0){let d=l.keptSeconds,T=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let Z={instancePath:t+"/i\
dempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[Z]:r.push(Z),s++}let ce=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let Z={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[Z]:r.push(Z),
s++}var O=T===s}if(l.source!==void 0){let d=l.source,T=s,ce=s,fe=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(
b),s++}}else{let b={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var we=ce===s,O=T===s}}else{let K={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:l};r===null?
r=[K]:r.push(K),s++}var u=ke===s}if(e.deadline!==void 0){let l=e.deadline,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)if(!(d==="seconds"||d==="source")){let T={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:l};r===null?r=[T]:r.push(T),s++}if(l.seconds!==void 0){let d=l.seconds,T=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let fe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[fe]:
r.push(fe),s++}let ce=s;if(typeof d=="number"&&(d<60||isNaN(d))){let fe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds\
/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[fe]:r.push(fe),s++}var be=T===s}if(l.source!==void 0){let d=l.source,T=s,ce=s,fe=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};
r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var B=ce===s,be=T===s}}else{let K={instancePath:t+"/deadline",schemaPath:"#/prop\
erties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:l};
r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.poll!==void 0){let l=e.poll,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)if(!(d==="seconds"||d==="source")){let T={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:l};r===null?r=[T]:r.push(T),s++}if(l.seconds!==void 0){let d=l.seconds,T=s,ce=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let fe={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[fe]:r.push(fe),s++}var V=T===s}if(l.source!==void 0){let d=l.source,T=s,ce=s,fe=s;if(typeof d=="string"){
if(ne(d)<1){let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var Pe=ce===s,V=T===s}}else{let K={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.probe!==void 0){let l=e.probe,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)if(!(d==="path"||d==="accepted"||d==="source")){let T={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:l};r===null?r=[T]:r.push(T),s++}if(l.path!==void 0){let d=l.path,T=s,ce=s,fe=s;if(typeof d=="string"){if(!Kt.
test(d)){let Z={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ce,data:d};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[Z]:r.push(Z),s++}var qe=ce===s,ae=T===s}if(l.accepted!==void 0){let d=l.accepted,
T=s,ce=s;if(Array.isArray(d)){if(d.length<1){let M={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[M]:r.push(M),s++}
let Z=!0,b=d.length;for(let M=0;M<b;M++){let te=d[M],Q=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+"/probe/accepted/"+M,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let P=s;if(typeof te=="number"){if(te>599||isNaN(te)){
let g={instancePath:t+"/probe/accepted/"+M,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<100||isNaN(te)){let g={
instancePath:t+"/probe/accepted/"+M,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var z=Q===s;z||(Z=!1)}}else{let Z={instancePath:t+
"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.probe.
properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[Z]:r.push(Z),s++}var ae=T===s}if(l.source!==void 0){let d=l.source,
T=s,ce=s,fe=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/probe/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var Le=ce===
s,ae=T===s}}else{let K={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
probe.type,parentSchema:c.properties.probe,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.modelProbe!==void 0){let l=e.modelProbe,ke=s,bt=s,lt=s,K=!1,d=null,
T=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let Z={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.properties.
modelProbe.oneOf[0],data:l};r===null?r=[Z]:r.push(Z),s++}if(l.names===void 0){let Z={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/re\
quired",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.
properties.modelProbe.oneOf[0],data:l};r===null?r=[Z]:r.push(Z),s++}}var tt=T===s;tt&&(K=!0,d=0);let ce=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.url===
void 0){let Z={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"mus\
t have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:l};r===null?r=[Z]:r.push(Z),
s++}if(l.names===void 0){let Z={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"n\
ames"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:l};r===
null?r=[Z]:r.push(Z),s++}}var tt=ce===s;if(tt&&K)K=!1,d=[d,1];else{tt&&(K=!0,d=1);let Z=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.untestable===void 0){let M={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have r\
equired property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:l};r===null?r=[M]:r.push(M),s++}
var tt=Z===s;tt&&K?(K=!1,d=[d,2]):tt&&(K=!0,d=2)}if(K)s=lt,r!==null&&(lt?r.length=lt:r=null);else{let Z={instancePath:t+"/modelProbe",schemaPath:"#/properties/m\
odelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.oneOf,parentSchema:c.
properties.modelProbe,data:l};r===null?r=[Z]:r.push(Z),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let b={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.
modelProbe.required,parentSchema:c.properties.modelProbe,data:l};r===null?r=[b]:r.push(b),s++}let Z=s;for(let b in l)if(!(b==="path"||b==="url"||b==="names"||b===
"omits"||b==="told"||b==="except"||b==="untestable"||b==="source")){let M={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe,data:l};
r===null?r=[M]:r.push(M),s++}if(l.path!==void 0){let b=l.path,M=s,te=s,Q=s;if(typeof b=="string"){if(!Kt.test(b)){let P={instancePath:t+"/modelProbe/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:b};r===null?r=[P]:r.push(P),s++}var Et=te===s,Ke=M===s}if(l.url!==void 0){let b=l.url,M=s,te=s;if(typeof b=="string"){if(!vh.test(b)){let P={instancePath:t+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match\
 pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:b};r===null?r=[P]:r.push(P),s++}var Ke=M===s}if(l.names!==
void 0){let b=l.names,M=s,te=s,Q=s;if(typeof b=="string"){if(!at.test(b)){let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?
r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:se.type,parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}var _t=te===s,Ke=M===s}if(l.omits!==void 0){let b=l.omits,M=s,te=s;if(typeof b=="string"){
if(ne(b)<1){let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.
modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:b};r===null?r=[P]:r.push(P),s++}var Ke=M===s}if(l.told!==void 0){let b=l.
told,M=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.modelProbe.properties.told,data:b};r===null?r=[v]:r.push(
v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let A=b[v],W=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let G={instancePath:t+"/modelP\
robe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required p\
roperty 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:A};r===null?r=[G]:r.
push(G),s++}if(A.constant===void 0){let G={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"req\
uired",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.
properties.modelProbe.properties.told.items,data:A};r===null?r=[G]:r.push(G),s++}let U=s;for(let G in A)if(!(G==="at"||G==="constant")){let oe={instancePath:t+"\
/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,data:A};r===null?r=[oe]:r.push(oe),s++}if(A.at!==
void 0){let G=A.at,oe=s,Je=s,ot=s;if(typeof G=="string"){if(!at.test(G)){let $e={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:G};
r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:se.type,parentSchema:se,data:G};r===null?r=[$e]:r.push($e),s++}var et=Je===s,wt=oe===s}}else{let U={instancePath:t+"/modelProbe/\
told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.modelProbe.
properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:A};r===null?r=[U]:r.push(U),s++}var gr=W===s;gr||(P=!1)}}else{let P={
instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:b};r===null?r=[P]:r.push(P),s++}var Ke=M===s}if(l.except!==
void 0){let b=l.except,M=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/ex\
cept/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.modelProbe.properties.except,data:b};
r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let A=b[v],W=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.prefix===void 0){let G={
instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},
message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.
items,data:A};r===null?r=[G]:r.push(G),s++}if(A.reason===void 0){let G={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/ex\
cept/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.properties.modelProbe.properties.
except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:A};r===null?r=[G]:r.push(G),s++}let U=s;for(let G in A)if(!(G==="prefix"||
G==="reason")){let oe={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.except.items,
data:A};r===null?r=[oe]:r.push(oe),s++}if(A.prefix!==void 0){let G=A.prefix,oe=s,Je=s;if(typeof G=="string"){if(ne(G)<1){let ot={instancePath:t+"/modelProbe/exc\
ept/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NO\
T have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:G};r===null?r=[ot]:r.push(ot),s++}}else{
let ot={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.properties.modelProbe.properties.
except.items.properties.prefix,data:G};r===null?r=[ot]:r.push(ot),s++}var Nr=oe===s}if(A.reason!==void 0){let G=A.reason,oe=s,Je=s;if(typeof G=="string"){if(ne(
G)<1){let $e={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,
data:G};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/item\
s/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.reason.
type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:G};r===null?r=[$e]:r.push($e),s++}var Nr=oe===s}}else{let U={instancePath:t+
"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:A};r===null?r=[U]:r.push(U),s++}var qt=W===
s;qt||(P=!1)}}else{let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:b};r===null?r=[P]:r.push(P),s++}
var Ke=M===s}if(l.untestable!==void 0){let b=l.untestable,M=s,te=s;if(typeof b=="string"){if(ne(b)<1){let P={instancePath:t+"/modelProbe/untestable",schemaPath:"\
#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/m\
odelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.untestable.type,parentSchema:c.
properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}var Ke=M===s}if(l.source!==void 0){let b=l.source,M=s,te=s,Q=s;if(typeof b=="st\
ring"){if(ne(b)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/sour\
ce/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var ta=te===s,Ke=M===
s}}else{let Z={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
modelProbe.type,parentSchema:c.properties.modelProbe,data:l};r===null?r=[Z]:r.push(Z),s++}var u=ke===s}if(e.webhooks!==void 0){let l=e.webhooks,ke=s,bt=s,lt=s,K=!1,
d=null,T=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.body===void 0){let Z={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.oneOf[0].required,parentSchema:c.properties.
webhooks.oneOf[0],data:l};r===null?r=[Z]:r.push(Z),s++}var ra=T===s;ra&&(K=!0,d=0);let ce=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.query===void 0){let Z={
instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required p\
roperty 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:l};r===null?r=[Z]:r.push(Z),s++}var ra=ce===s;if(ra&&
K?(K=!1,d=[d,1]):ra&&(K=!0,d=1),K)s=lt,r!==null&&(lt?r.length=lt:r=null);else{let Z={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"\
oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.properties.webhooks,data:l};
r===null?r=[Z]:r.push(Z),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let b={instancePath:t+"/webhooks",schemaPath:"#/properties/webho\
oks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.required,parentSchema:c.
properties.webhooks,data:l};r===null?r=[b]:r.push(b),s++}let Z=s;for(let b in l)if(!(b==="body"||b==="query"||b==="with"||b==="signature"||b==="challenge"||b===
"told"||b==="source")){let M={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:l};r===null?r=[M]:r.push(M),s++}if(l.body!==void 0){let b=l.body,
M=s,te=s,Q=s;if(typeof b=="string"){if(!at.test(b)){let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:b};r===null?r=[P]:r.push(P),s++}var Gp=te===s,Br=M===s}if(l.query!==void 0){let b=l.query,M=s,te=s;if(typeof b=="string"){if(ne(b)<1){let P={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:c.properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/webhooks/query",schemaPath:"\
#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.query.type,parentSchema:c.
properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}var Br=M===s}if(l.with!==void 0){let b=l.with,M=s,te=s;if(Array.isArray(b)){if(b.length<
1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let A=b[v],
W=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.to===void 0){let G={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/wi\
th/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.webhooks.properties.with.items.
required,parentSchema:c.properties.webhooks.properties.with.items,data:A};r===null?r=[G]:r.push(G),s++}if(A.constant===void 0){let G={instancePath:t+"/webhooks/\
with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required pr\
operty 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:A};r===null?r=[G]:r.
push(G),s++}let U=s;for(let G in A)if(!(G==="to"||G==="constant")){let oe={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/\
items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.with.items,data:A};r===null?r=[oe]:r.push(oe),s++}if(A.to!==void 0){let G=A.to,oe=s,Je=s,ot=s;if(typeof G=="string"){if(!at.test(
G)){let $e={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:G};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/webh\
ooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:G};r===
null?r=[$e]:r.push($e),s++}var Zp=Je===s,Xf=oe===s}}else{let U={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:A};r===null?r=[U]:r.push(U),s++}var Qp=W===s;Qp||(P=!1)}}else{let P={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:b};r===null?r=[P]:r.push(P),s++}var Br=M===s}if(l.signature!==void 0){let b=l.signature,M=s,te=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.algorithm===
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
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(g),s++}let P=s;for(let g in b)if(!pa.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[v]:r.push(v),s++}if(b.algorithm!==void 0){let g=b.algorithm,v=s,A=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let W={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[W]:r.push(W),s++}var ur=v===s}if(b.header!==void 0){let g=b.header,v=s,A=s,W=s;if(typeof g=="string"){if(!Ga.
test(g)){let U={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:vr,data:g};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:g};r===
null?r=[U]:r.push(U),s++}var Xp=A===s,ur=v===s}if(b.separator!==void 0){let g=b.separator,v=s,A=s;if(typeof g=="string"){if(ne(g)<1){let I={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[I]:r.push(I),s++}var ur=v===s}if(b.prefix!==void 0){let g=b.prefix,v=s,A=s;if(typeof g=="string"){if(ne(g)<1){let I={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[I]:r.push(I),s++}var ur=v===s}if(b.encoding!==void 0){let g=b.encoding,v=s,A=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let I={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[I]:r.push(I),s++}var ur=v===s}if(b.headers!==void 0){let g=b.headers,v=s,A=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let U={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[U]:r.push(U),s++}let I=s;for(let U in g){let G=g[U],oe=s,Je=s,ot=s;if(typeof G=="string"){if(!Ga.test(G)){let $e={instancePath:t+"/webhooks/\
signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:vr,data:G};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/webhook\
s/signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:vr.type,parentSchema:vr,data:G};r===null?r=[$e]:r.push($e),s++}var Yf=Je===s,$o=oe===s}}else{let I={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[I]:r.push(I),s++}var ur=v===
s}if(b.signed!==void 0){let g=b.signed,v=s,A=s;if(typeof g=="string"){if(ne(g)<1){let I={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[I]:r.push(I),s++}var ur=v===s}if(b.
time!==void 0){let g=b.time,v=s,A=s,W=s,I=!1,U=null,G=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let ot={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[ot]:r.push(ot),s++}var fs=G===s;fs&&(I=!0,U=0);let oe=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let ot={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[ot]:r.push(ot),s++}var fs=oe===s;if(fs&&I?(I=!1,U=
[U,1]):fs&&(I=!0,U=1),I)s=W,r!==null&&(W?r.length=W:r=null);else{let ot={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:U},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ot]:r.push(ot),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let E={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[E]:r.push(E),s++}if(g.toleranceSeconds===void 0){
let E={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[E]:r.push(E),s++}let ot=s;for(let E in g)if(!(E==="header"||E==="separator"||E==="p\
refix"||E==="member"||E==="unit"||E==="toleranceSeconds")){let ze={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ze]:r.push(ze),s++}if(g.header!==void 0){let E=g.header,ze=s,rt=s,ct=s;if(typeof E==
"string"){if(!Ga.test(E)){let We={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:vr,data:E};r===null?r=[We]:r.push(We),s++}}else{let We={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,
parentSchema:vr,data:E};r===null?r=[We]:r.push(We),s++}var eh=rt===s,hs=ze===s}if(g.separator!==void 0){let E=g.separator,ze=s,rt=s;if(typeof E=="string"){if(ne(
E)<1){let We={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:E};r===null?r=[We]:r.push(We),s++}}else{let We={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:E};
r===null?r=[We]:r.push(We),s++}var hs=ze===s}if(g.prefix!==void 0){let E=g.prefix,ze=s,rt=s;if(typeof E=="string"){if(ne(E)<1){let We={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:E};r===null?
r=[We]:r.push(We),s++}}else{let We={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:E};r===null?r=[We]:r.push(We),s++}var hs=ze===s}if(g.
member!==void 0){let E=g.member,ze=s,rt=s,ct=s;if(typeof E=="string"){if(!at.test(E)){let Ie={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:se,data:E};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:E};r===null?r=[Ie]:r.push(Ie),s++}var th=rt===s,hs=ze===s}if(g.unit!==
void 0){let E=g.unit,ze=s,rt=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(E==="seconds"||E==="milliseconds"||E==="rfc333\
9")){let We={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:E};r===null?r=[We]:r.push(We),s++}var hs=ze===s}if(g.toleranceSeconds!==void 0){let E=g.toleranceSeconds,ze=s;if(!(typeof E=="number"&&!(E%1)&&!isNaN(
E))){let We={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:E};r===null?r=[We]:r.push(We),s++}let rt=s;if(typeof E==
"number"){if(E>3600||isNaN(E)){let We={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:E};r===null?r=[We]:r.push(We),s++}if(E<1||isNaN(E)){let We={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:E};r===null?r=[We]:r.push(We),s++}}var hs=ze===s}let $e;if(g.separator!==void 0&&g.header===void 0){let E={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[E]:r.push(E),s++}if(g.prefix!==void 0&&g.header===
void 0){let E={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[E]:r.push(E),s++}}else{let ot={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[ot]:r.push(ot),s++}var ur=v===s}if(b.key!==void 0){let g=b.key,v=s,A=s,W=!1,I=null,U=s,G=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let E={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[E]:r.push(E),s++}
if(g.path===void 0){let E={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[E]:r.push(E),s++}if(g.at===void 0){let E={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[E]:r.push(E),s++}if(g.encoding===void 0){let E={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[E]:r.push(E),s++}let $e=s;for(let E in g)if(!(E==="by"||E==="path"||E==="at"||E==="prefix"||E==="encoding")){let ze={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let E=g.by,ze=s;if(E!=="request"){let rt={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:E};r===null?r=[rt]:r.push(rt),s++}var sa=ze===s}if(g.
path!==void 0){let E=g.path,ze=s,rt=s,ct=s;if(typeof E=="string"){if(!Kt.test(E)){let Ie={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:E};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:E};r===null?r=[Ie]:r.push(Ie),s++}var ys=rt===s,sa=ze===s}if(g.at!==void 0){let E=g.at,ze=s,rt=s,ct=s;if(typeof E=="string"){if(!at.test(E)){let Ie={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:E};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:E};r===null?r=[Ie]:r.push(Ie),s++}var rh=rt===
s,sa=ze===s}if(g.prefix!==void 0){let E=g.prefix,ze=s,rt=s,ct=s;if(typeof E=="string"){if(ne(E)<1){let Ie={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ws,data:E};r===null?r=[Ie]:
r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ws.type,parentSchema:ws,data:E};r===null?r=[Ie]:r.push(Ie),s++}var sh=rt===s,sa=ze===s}if(g.encoding!==void 0){let E=g.encoding,ze=s,rt=s,
ct=Er.enum;if(!(E==="text"||E==="hex"||E==="base64")){let Ie={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Er.enum},message:"must be equal to one of the allowed values",schema:Er.enum,parentSchema:Er,data:E};r===null?r=[Ie]:r.push(Ie),s++}var ah=rt===
s,sa=ze===s}}else{let $e={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[$e]:r.push($e),s++}var br=U===s;if(br){W=!0,I=0;var wr=!0}let oe=s,Je=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let E={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[E]:r.push(E),s++}if(g.encoding===void 0){
let E={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[E]:r.push(E),s++}let $e=s;for(let E in g)if(!(E==="by"||E===
"prefix"||E==="encoding")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let E=g.by,ze=s;if(E!=="setting"){let rt={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:E};
r===null?r=[rt]:r.push(rt),s++}var So=ze===s}if(g.prefix!==void 0){let E=g.prefix,ze=s,rt=s,ct=s;if(typeof E=="string"){if(ne(E)<1){let Ie={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:ws,data:E};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ws.type,parentSchema:ws,data:E};r===null?r=[Ie]:r.push(Ie),s++}var _o=rt===s,So=ze===s}if(g.encoding!==
void 0){let E=g.encoding,ze=s,rt=s,ct=Er.enum;if(!(E==="text"||E==="hex"||E==="base64")){let Ie={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Er.enum},message:"must be equal to one of the allowed values",schema:Er.enum,parentSchema:Er,data:E};
r===null?r=[Ie]:r.push(Ie),s++}var Yp=rt===s,So=ze===s}}else{let $e={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[$e]:r.push($e),s++}var br=oe===s;if(br&&W)W=!1,
I=[I,1];else{br&&(W=!0,I=1,wr!==!0&&(wr=!0));let $e=s,E=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ct={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ct]:r.push(ct),s++}if(g.url===void 0){let ct={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ct]:r.push(ct),s++}let rt=s;for(let ct in g)if(!(ct==="by"||ct==="url")){let We={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ct},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[We]:r.push(We),s++}if(g.by!==
void 0){let ct=g.by,We=s;if(ct!=="key-set"){let Ie={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ct};r===null?r=[Ie]:r.push(Ie),s++}var ec=We===s}if(g.url!==void 0){let ct=g.url,We=s,Ie=s;
if(typeof ct=="string"){if(!ic.test(ct)){let oa={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ct};r===null?r=[oa]:r.push(oa),s++}}else{let oa={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ct};r===null?r=[oa]:r.push(oa),s++}var ec=We===s}}else{let rt={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[rt]:r.push(
rt),s++}var br=$e===s;br&&W?(W=!1,I=[I,2]):br&&(W=!0,I=2,wr!==!0&&(wr=!0))}if(W)s=A,r!==null&&(A?r.length=A:r=null);else{let $e={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[$e]:r.push($e),s++}var ur=v===s}}else{let P={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[P]:r.push(P),s++}var Br=M===s}if(l.challenge!==void 0){let b=l.challenge,M=s,te=s,Q=s;if(typeof b=="string"){if(!at.test(b)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}var tc=te===
s,Br=M===s}if(l.told!==void 0){let b=l.told,M=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let A=b[v],W=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){
let G={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:A};r===
null?r=[G]:r.push(G),s++}if(A.fact===void 0){let G={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:A};r===null?r=[G]:r.push(G),s++}let U=s;for(let G in A)if(!(G==="at"||G==="fact")){let oe={instancePath:t+"/webho\
oks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:A};r===null?r=[oe]:r.push(oe),s++}if(A.at!==void 0){
let G=A.at,oe=s,Je=s,ot=s;if(typeof G=="string"){if(!at.test(G)){let $e={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:G};r===null?
r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:se.type,parentSchema:se,data:G};r===null?r=[$e]:r.push($e),s++}var nh=Je===s,rc=oe===s}if(A.fact!==void 0){let G=A.fact,oe=s,Je=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(G==="id"||G==="model"||G==="created")){let $e={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:G};r===null?r=[$e]:r.push($e),s++}var rc=oe===s}}else{let U={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:A};r===null?r=[U]:r.push(U),s++}var Ha=W===s;Ha||(P=!1)}}else{let P={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:b};r===null?r=[P]:r.push(P),s++}var Br=M===s}if(l.source!==void 0){let b=l.source,M=s,te=s,Q=s;
if(typeof b=="string"){if(ne(b)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var oh=te===
s,Br=M===s}}else{let Z={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:l};r===null?r=[Z]:r.push(Z),s++}var u=ke===s}if(e.rateHeaders!==void 0){let l=e.rateHeaders,ke=s;
bs(l,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?bs.errors:r.concat(bs.errors),s=r.length);
var u=ke===s}if(e.upload!==void 0){let l=e.upload,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};
r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}
let K=s;for(let d in l)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let T={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:l};r===null?r=[T]:r.push(T),s++}if(l.method!==void 0){let d=l.method,T=s,ce=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let fe={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[fe]:r.push(fe),s++}var aa=T===s}if(l.path!==void 0){let d=l.path,T=s,ce=s,fe=s;if(typeof d=="string"){if(!Kt.test(d)){let b={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:d};r===
null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[b]:r.push(b),s++}var ih=ce===s,aa=T===s}if(l.field!==void 0){let d=l.field,T=s,ce=s;if(typeof d=="string"){if(ne(
d)<1){let Z={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[Z]:r.push(Z),s++}var aa=T===s}if(l.reference!==void 0){let d=l.reference,T=s,ce=s,
fe=s;if(typeof d=="string"){if(!at.test(d)){let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[b]:r.push(b),s++}}else{
let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:d};r===null?r=[b]:r.push(b),s++}var xo=ce===s,aa=T===s}if(l.source!==void 0){let d=l.source,T=s,ce=s,fe=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var ph=ce===s,aa=T===s}}else{let K={instancePath:t+"/upload",schemaPath:"#/p\
roperties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:l};r===
null?r=[K]:r.push(K),s++}var u=ke===s}if(e.operations!==void 0){let l=e.operations,ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let T={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:l};r===null?r=[T]:r.push(T),s++}if(l.video!==void 0){let d=l.video,
T=s;It(d,{instancePath:t+"/operations/video",parentData:l,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?It.errors:r.concat(It.errors),s=
r.length);var na=T===s}if(l.image!==void 0){let d=l.image,T=s;It(d,{instancePath:t+"/operations/image",parentData:l,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?It.errors:r.concat(It.errors),s=r.length);var na=T===s}if(l.audio!==void 0){let d=l.audio,T=s;It(d,{instancePath:t+"/operations/audio",parentData:l,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?It.errors:r.concat(It.errors),s=r.length);var na=T===s}if(l.mesh!==void 0){let d=l.mesh,T=s;
It(d,{instancePath:t+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?It.errors:r.concat(It.errors),s=r.length);
var na=T===s}}else{let K={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.errors!==void 0){let l=e.errors,
ke=s,bt=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:l};r===null?r=[d]:r.push(d),s++}if(l.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}if(l.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)
if(!(d==="message"||d==="code"||d==="inside"||d==="proofs")){let T={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:l};r===null?r=[T]:
r.push(T),s++}if(l.message!==void 0){let d=l.message,T=s;xt(d,{instancePath:t+"/errors/message",parentData:l,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var ar=T===s}if(l.code!==void 0){let d=l.code,T=s;xt(d,{instancePath:t+"/errors/code",parentData:l,parentDataProperty:"\
code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var ar=T===s}if(l.inside!==void 0){let d=l.inside,T=s,ce=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.at===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.
properties.inside,data:d};r===null?r=[b]:r.push(b),s++}if(d.source===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.
required,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[b]:r.push(b),s++}let Z=s;for(let b in d)if(!(b==="at"||b==="unless"||b==="source")){
let M={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[M]:r.push(M),s++}if(d.at!==void 0){
let b=d.at,M=s,te=s,Q=s;if(typeof b=="string"){if(!at.test(b)){let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[P]:
r.push(P),s++}}else{let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:b};r===null?r=[P]:r.push(P),s++}var ch=te===s,Gr=M===s}if(d.unless!==void 0){let b=d.unless,M=s;if(!Array.isArray(b)){let P={instancePath:t+
"/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:b};r===null?r=[P]:r.push(P),
s++}let te=s;var Gr=M===s}if(d.source!==void 0){let b=d.source,M=s,te=s,Q=s;if(typeof b=="string"){if(ne(b)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.
push(g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var dh=te===s,Gr=M===s}}else{let Z={instancePath:t+"/errors/inside",schemaPath:"#/properties\
/errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.
properties.errors.properties.inside,data:d};r===null?r=[Z]:r.push(Z),s++}var ar=T===s}if(l.proofs!==void 0){let d=l.proofs,T=s,ce=s;if(Array.isArray(d)){if(d.length<
1){let M={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[M]:r.push(M),s++}let Z=!0,b=d.length;for(let M=0;M<b;M++){let te=d[M],
Q=s,P=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let v={instancePath:t+"/errors/proofs/"+M,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}if(te.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+M,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?
r=[v]:r.push(v),s++}if(te.source===void 0){let v={instancePath:t+"/errors/proofs/"+M,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in te)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let A={instancePath:t+"/errors/proofs/"+M,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:te};r===null?r=[A]:r.push(A),s++}if(te.status!==void 0){let v=te.status,A=s,W=s;if(typeof v=="string"){if(!kh.test(v)){let I={instancePath:t+"/errors/proof\
s/"+M+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/errors/proofs/"+M+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[I]:r.push(I),s++}var gs=A===s}if(te.codes!==void 0){let v=te.codes,A=s,W=s;if(Array.isArray(
v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+M+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[oe]:r.push(oe),s++}let U=!0,G=v.length;for(let oe=0;oe<G;oe++){let Je=v[oe],ot=s;if(typeof Je!="string"){let E={instancePath:t+"/errors/proofs/"+M+"\
/codes/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Je};
r===null?r=[E]:r.push(E),s++}let $e=s;var sc=ot===s;sc||(U=!1)}}else{let U={instancePath:t+"/errors/proofs/"+M+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[U]:r.push(U),s++}var gs=A===s}if(te.says!==void 0){let v=te.
says,A=s,W=s;if(Array.isArray(v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+M+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[oe]:r.push(oe),s++}let U=!0,G=v.length;for(let oe=0;oe<G;oe++){let Je=v[oe],ot=s,$e=s;if(typeof Je=="string"){if(ne(Je)<
1){let E={instancePath:t+"/errors/proofs/"+M+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Je};
r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/errors/proofs/"+M+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:Je};r===null?r=[E]:r.push(E),s++}var qo=ot===s;qo||(U=!1)}}else{let U={instancePath:t+"/err\
ors/proofs/"+M+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};r===null?
r=[U]:r.push(U),s++}var gs=A===s}if(te.proves!==void 0){let v=te.proves,A=s,W=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v==="rejec\
ted"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let U={instancePath:t+"/errors/proofs/"+M+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:v};r===null?r=[U]:r.push(U),s++}var gs=A===s}if(te.means!==void 0){let v=te.means,A=s,W=s;if(typeof v=="string"){
if(ne(v)<1){let U={instancePath:t+"/errors/proofs/"+M+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/errors/proofs/"+M+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[U]:r.push(U),s++}var gs=A===s}if(te.source!==void 0){let v=te.source,A=s,W=s,I=s;if(typeof v==
"string"){if(ne(v)<1){let G={instancePath:t+"/errors/proofs/"+M+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/errors/proofs/"+M+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};r===null?r=[G]:r.push(G),s++}var Ba=W===
s,gs=A===s}}else{let g={instancePath:t+"/errors/proofs/"+M,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[g]:r.push(
g),s++}var ac=Q===s;ac||(Z=!1)}}else{let Z={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[Z]:r.push(
Z),s++}var ar=T===s}}else{let K={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.errors.type,parentSchema:c.properties.errors,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}if(e.cancelRules!==void 0){let l=e.cancelRules,ke=s,bt=s;
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
data:l};r===null?r=[d]:r.push(d),s++}let K=s;for(let d in l)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let T={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:l};r===null?r=[T]:r.push(T),s++}if(l.queued!==void 0){let d=l.queued,T=s,ce=s,fe=s,Z=s,
b=s,M=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let Q={};r===null?r=[Q]:r.push(Q),s++}}
var w=M===s;if(w){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:J.
allOf[0].not,parentSchema:J.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=b,r!==null&&(b?r.length=b:r=null);var _e=Z===s;if(d&&typeof d=="object"&&!Array.
isArray(d)){if(d.then===void 0){let Q={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:J.required,parentSchema:J,data:d};r===null?r=[Q]:r.push(Q),s++}let te=s;for(let Q in d)if(!(Q==="then"||
Q==="status"||Q==="body"||Q==="error")){let P={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:J,data:d};r===null?r=[P]:r.push(P),s++}if(d.then!==void 0){
let Q=d.then,P=s,g=J.properties.then.enum;if(!(Q==="cancelled"||Q==="goes-on"||Q==="removed"||Q==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:J.properties.then.enum},message:"must be equal to one of the allowed values",schema:J.
properties.then.enum,parentSchema:J.properties.then,data:Q};r===null?r=[v]:r.push(v),s++}var mt=P===s}if(d.status!==void 0){let Q=d.status,P=s;if(!(typeof Q=="n\
umber"&&!(Q%1)&&!isNaN(Q))){let A={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:J.properties.status.type,parentSchema:J.properties.status,data:Q};r===null?r=[A]:r.push(A),s++}let g=s;if(typeof Q=="\
number"){if(Q>599||isNaN(Q)){let A={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:J.properties.status,data:Q};r===null?r=[A]:r.push(A),s++}if(Q<200||isNaN(Q)){let A={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:J.properties.status,data:Q};r===null?r=[A]:r.push(A),s++}}var mt=P===s}if(d.error!==void 0){let Q=d.error,P=s,g=s;if(Q&&
typeof Q=="object"&&!Array.isArray(Q)){if(Q.code===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/req\
uired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:J.properties.error.required,parentSchema:J.properties.
error,data:Q};r===null?r=[W]:r.push(W),s++}if(Q.message===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/er\
ror/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:J.properties.error.required,parentSchema:J.
properties.error,data:Q};r===null?r=[W]:r.push(W),s++}let A=s;for(let W in Q)if(!(W==="code"||W==="message")){let I={instancePath:t+"/cancelRules/queued/error",
schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:J.properties.error,data:Q};r===null?r=[I]:r.push(I),s++}if(Q.code!==void 0){let W=Q.code,I=s,U=s;if(typeof W=="string"){
if(ne(W)<1){let G={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.code,data:W};r===null?r=[G]:r.push(G),s++}}else{
let G={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:J.properties.error.properties.code.type,parentSchema:J.properties.error.properties.code,data:W};r===null?r=[G]:r.push(G),s++}var Rr=I===
s}if(Q.message!==void 0){let W=Q.message,I=s,U=s;if(typeof W=="string"){if(ne(W)<1){let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$de\
fs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.
properties.error.properties.message,data:W};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/\
cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.message.
type,parentSchema:J.properties.error.properties.message,data:W};r===null?r=[oe]:r.push(oe),s++}var Rr=I===s}}else{let A={instancePath:t+"/cancelRules/queued/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.properties.error.type,parentSchema:J.
properties.error,data:Q};r===null?r=[A]:r.push(A),s++}var mt=P===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:J.type,parentSchema:J,data:d};r===null?r=[te]:r.push(te),s++}var me=ce===s,f=T===s}if(l.processing!==
void 0){let d=l.processing,T=s,ce=s,fe=s,Z=s,b=s,M=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="er\
ror")){let P={};r===null?r=[P]:r.push(P),s++}}var k=M===s;if(k){let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"\
not",params:{},message:"must NOT be valid",schema:J.allOf[0].not,parentSchema:J.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=
null);var N=Z===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRul\
e/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:J.required,parentSchema:J,data:d};r===null?r=
[P]:r.push(P),s++}let Q=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/\
$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:J,
data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=J.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refu\
sed")){let A={instancePath:t+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:J.properties.
then.enum},message:"must be equal to one of the allowed values",schema:J.properties.then.enum,parentSchema:J.properties.then,data:P};r===null?r=[A]:r.push(A),s++}
var Re=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:J.properties.status.type,parentSchema:J.properties.
status,data:P};r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:J.properties.
status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties\
/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:J.properties.status,data:P};r===null?r=[W]:
r.push(W),s++}}var Re=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let I={instancePath:t+"/\
cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have re\
quired property 'code'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[I]:r.push(I),s++}if(P.message===void 0){let I={instancePath:t+
"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must ha\
ve required property 'message'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[I]:r.push(I),s++}let W=s;for(let I in P)if(!(I===
"code"||I==="message")){let U={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:J.properties.error,data:P};r===null?r=[U]:
r.push(U),s++}if(P.code!==void 0){let I=P.code,U=s,G=s;if(typeof I=="string"){if(ne(I)<1){let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.
properties.error.properties.code,data:I};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.code.type,parentSchema:J.
properties.error.properties.code,data:I};r===null?r=[oe]:r.push(oe),s++}var ee=U===s}if(P.message!==void 0){let I=P.message,U=s,G=s;if(typeof I=="string"){if(ne(
I)<1){let Je={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.message,data:I};r===null?r=[Je]:r.push(
Je),s++}}else{let Je={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.message.type,parentSchema:J.properties.error.properties.message,data:I};
r===null?r=[Je]:r.push(Je),s++}var ee=U===s}}else{let W={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:J.properties.error.type,parentSchema:J.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var Re=g===
s}}else{let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.
type,parentSchema:J,data:d};r===null?r=[Q]:r.push(Q),s++}var S=ce===s,f=T===s}if(l.ended!==void 0){let d=l.ended,T=s,ce=s,fe=s,Z=s,b=s,M=s;if(d&&typeof d=="obje\
ct"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=[P]:r.push(P),s++}}var q=M===s;if(q){let Q={instancePath:t+
"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:J.allOf[0].not,parentSchema:J.allOf[0],
data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var X=Z===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={
instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required prop\
erty 'then'",schema:J.required,parentSchema:J,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){
let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"\
must NOT have additional properties",schema:!1,parentSchema:J,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=J.properties.then.enum;
if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let A={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/th\
en/enum",keyword:"enum",params:{allowedValues:J.properties.then.enum},message:"must be equal to one of the allowed values",schema:J.properties.then.enum,parentSchema:J.
properties.then,data:P};r===null?r=[A]:r.push(A),s++}var ie=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+
"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:J.properties.
status.type,parentSchema:J.properties.status,data:P};r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/can\
celRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,
parentSchema:J.properties.status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/\
cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:J.properties.status,
data:P};r===null?r=[W]:r.push(W),s++}}var ie=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let I={
instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"\
must have required property 'code'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[I]:r.push(I),s++}if(P.message===void 0){
let I={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},
message:"must have required property 'message'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[I]:r.push(I),s++}let W=s;
for(let I in P)if(!(I==="code"||I==="message")){let U={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:J.properties.error,data:P};
r===null?r=[U]:r.push(U),s++}if(P.code!==void 0){let I=P.code,U=s,G=s;if(typeof I=="string"){if(ne(I)<1){let oe={instancePath:t+"/cancelRules/ended/error/code",
schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:J.properties.error.properties.code,data:I};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.code.
type,parentSchema:J.properties.error.properties.code,data:I};r===null?r=[oe]:r.push(oe),s++}var ve=U===s}if(P.message!==void 0){let I=P.message,U=s,G=s;if(typeof I==
"string"){if(ne(I)<1){let Je={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.message,data:I};r===null?r=[Je]:
r.push(Je),s++}}else{let Je={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.message.type,parentSchema:J.properties.error.properties.message,data:I};
r===null?r=[Je]:r.push(Je),s++}var ve=U===s}}else{let W={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:J.properties.error.type,parentSchema:J.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var ie=g===
s}}else{let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.
type,parentSchema:J,data:d};r===null?r=[Q]:r.push(Q),s++}var Y=ce===s,f=T===s}if(l.cancelled!==void 0){let d=l.cancelled,T=s,ce=s,fe=s,Z=s,b=s,M=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=[P]:r.push(P),s++}}var C=M===s;if(C){let Q={
instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:J.allOf[0].not,parentSchema:J.
allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var Te=Z===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){
let P={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have re\
quired property 'then'",schema:J.required,parentSchema:J,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||
P==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:J,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=J.properties.
then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let A={instancePath:t+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule\
/properties/then/enum",keyword:"enum",params:{allowedValues:J.properties.then.enum},message:"must be equal to one of the allowed values",schema:J.properties.then.
enum,parentSchema:J.properties.then,data:P};r===null?r=[A]:r.push(A),s++}var He=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&
!isNaN(P))){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},
message:"must be integer",schema:J.properties.status.type,parentSchema:J.properties.status,data:P};r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>
599||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:J.properties.status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+
"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be \
>= 200",schema:200,parentSchema:J.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var He=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P==
"object"&&!Array.isArray(P)){if(P.code===void 0){let I={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:J.properties.error.required,parentSchema:J.properties.error,
data:P};r===null?r=[I]:r.push(I),s++}if(P.message===void 0){let I={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error\
/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:J.properties.error.required,parentSchema:J.
properties.error,data:P};r===null?r=[I]:r.push(I),s++}let W=s;for(let I in P)if(!(I==="code"||I==="message")){let U={instancePath:t+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have add\
itional properties",schema:!1,parentSchema:J.properties.error,data:P};r===null?r=[U]:r.push(U),s++}if(P.code!==void 0){let I=P.code,U=s,G=s;if(typeof I=="string"){
if(ne(I)<1){let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.code,data:I};r===null?r=[oe]:r.push(oe),
s++}}else{let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:J.properties.error.properties.code.type,parentSchema:J.properties.error.properties.code,data:I};r===null?r=[oe]:r.
push(oe),s++}var Qe=U===s}if(P.message!==void 0){let I=P.message,U=s,G=s;if(typeof I=="string"){if(ne(I)<1){let Je={instancePath:t+"/cancelRules/cancelled/error\
/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:J.properties.error.properties.message,data:I};r===null?r=[Je]:r.push(Je),s++}}else{let Je={instancePath:t+"/cancelRules/cance\
lled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.
properties.error.properties.message.type,parentSchema:J.properties.error.properties.message,data:I};r===null?r=[Je]:r.push(Je),s++}var Qe=U===s}}else{let W={instancePath:t+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.properties.
error.type,parentSchema:J.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var He=g===s}}else{let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/\
$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.type,parentSchema:J,data:d};r===null?r=[Q]:r.push(Q),s++}var xe=ce===
s,f=T===s}if(l.source!==void 0){let d=l.source,T=s,ce=s,fe=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/\
source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),
s++}}else{let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var pe=ce===s,f=T===s}}else{let K={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.properties.cancelRules,data:l};r===null?
r=[K]:r.push(K),s++}var u=ke===s}if(e.disagreements!==void 0){let l=e.disagreements,ke=s,bt=s;if(Array.isArray(l)){let K=!0,d=l.length;for(let T=0;T<d;T++){let ce=l[T],
fe=s,Z=s;if(ce&&typeof ce=="object"&&!Array.isArray(ce)){if(ce.topic===void 0){let M={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/\
items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.properties.disagreements.items.required,
parentSchema:c.properties.disagreements.items,data:ce};r===null?r=[M]:r.push(M),s++}if(ce.between===void 0){let M={instancePath:t+"/disagreements/"+T,schemaPath:"\
#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:c.properties.
disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ce};r===null?r=[M]:r.push(M),s++}if(ce.follows===void 0){let M={instancePath:t+"\
/disagreements/"+T,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required prop\
erty 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ce};r===null?r=[M]:r.push(M),s++}let b=s;for(let M in ce)
if(!(M==="topic"||M==="between"||M==="follows")){let te={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.disagreements.items,data:ce};
r===null?r=[te]:r.push(te),s++}if(ce.topic!==void 0){let M=ce.topic,te=s,Q=s;if(typeof M=="string"){if(ne(M)<1){let P={instancePath:t+"/disagreements/"+T+"/topi\
c",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:M};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/disagreements/"+T+"/t\
opic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.disagreements.
items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:M};r===null?r=[P]:r.push(P),s++}var he=te===s}if(ce.between!==void 0){
let M=ce.between,te=s,Q=s;if(Array.isArray(M)){if(M.length<1){let A={instancePath:t+"/disagreements/"+T+"/between",schemaPath:"#/properties/disagreements/items/\
properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.disagreements.items.
properties.between,data:M};r===null?r=[A]:r.push(A),s++}let g=!0,v=M.length;for(let A=0;A<v;A++){let W=M[A],I=s,U=s,G=s;if(typeof W=="string"){if(ne(W)<1){let oe={
instancePath:t+"/disagreements/"+T+"/between/"+A,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:re,data:W};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/disagreements/"+T+"/between/"+A,schemaPath:"#/$defs/s\
ource/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:W};r===null?r=[oe]:r.push(oe),s++}var yt=U===s,pt=I===
s;pt||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+T+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.disagreements.items.properties.between,
data:M};r===null?r=[g]:r.push(g),s++}var he=te===s}if(ce.follows!==void 0){let M=ce.follows,te=s,Q=s;if(typeof M=="string"){if(ne(M)<1){let g={instancePath:t+"/\
disagreements/"+T+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:M};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+
"/disagreements/"+T+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.follows,data:M};r===null?r=[g]:r.push(
g),s++}var he=te===s}}else{let b={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:ce};r===null?r=[b]:r.push(b),s++}var gt=fe===s;gt||
(K=!1)}}else{let K={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.disagreements.type,parentSchema:c.properties.disagreements,data:l};r===null?r=[K]:r.push(K),s++}var u=ke===s}}else{let ft={instancePath:t,schemaPath:"\
#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[ft]:r.push(ft),s++}return Za.errors=r,s===
0}Za.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var _s=de(Xe=>{"use strict";Object.defineProperty(Xe,"__esModule",{value:!0});Xe.regexpCode=Xe.getEsmExportName=Xe.getProperty=Xe.safeStringify=Xe.stringify=Xe.
strConcat=Xe.addCodeArg=Xe.str=Xe._=Xe.nil=Xe._Code=Xe.Name=Xe.IDENTIFIER=Xe._CodeOrName=void 0;var ua=class{};Xe._CodeOrName=ua;Xe.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Qr=class extends ua{constructor(t){if(super(),!Xe.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Xe.Name=Qr;var Bt=class extends ua{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
Qr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Xe._Code=Bt;Xe.nil=new Bt("");function Nc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Uo(a,t[n]),a.push(e[++n]);return new Bt(
a)}Xe._=Nc;var Vo=new Bt("+");function Rc(e,...t){let a=[la(e[0])],n=0;for(;n<t.length;)a.push(Vo),Uo(a,t[n]),a.push(Vo,la(e[++n]));return Dh(a),new Bt(a)}Xe.str=
Rc;function Uo(e,t){t instanceof Bt?e.push(...t._items):t instanceof Qr?e.push(t):e.push(Wh(t))}Xe.addCodeArg=Uo;function Dh(e){let t=1;for(;t<e.length-1;){if(e[t]===
Vo){let a=Jh(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function Jh(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof Qr||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof Qr))return`"${e}${t.slice(1)}`}function zh(e,t){return t.emptyStr()?e:e.emptyStr()?t:Rc`${e}${t}`}Xe.strConcat=zh;function Wh(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:la(Array.isArray(e)?e.join(","):e)}function Ch(e){return new Bt(la(e))}Xe.stringify=Ch;function la(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Xe.safeStringify=la;function Kh(e){return typeof e=="string"&&Xe.IDENTIFIER.test(
e)?new Bt(`.${e}`):Nc`[${e}]`}Xe.getProperty=Kh;function Hh(e){if(typeof e=="string"&&Xe.IDENTIFIER.test(e))return new Bt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Xe.getEsmExportName=Hh;function Bh(e){return new Bt(e.toString())}Xe.regexpCode=Bh});var zo=de(Vt=>{"use strict";Object.defineProperty(Vt,"__esModule",{value:!0});Vt.ValueScope=Vt.ValueScopeName=Vt.Scope=Vt.varKinds=Vt.UsedValueState=void 0;var Ft=_s(),
Do=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},rn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(rn||(Vt.UsedValueState=rn={}));Vt.varKinds={const:new Ft.Name("const"),let:new Ft.Name("let"),var:new Ft.Name("var")};var sn=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Ft.Name?t:this.name(t)}name(t){return new Ft.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Vt.Scope=sn;var an=class extends Ft.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Ft._)`.${new Ft.Name(a)}[${n}]`}};Vt.ValueScopeName=an;var Gh=(0,Ft._)`\n`,Jo=class extends sn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?Gh:Ft.nil}}get(){return this._scope}name(t){return new an(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),m=p.length;return p[m]=a.ref,o.setValue(a,{property:i,itemIndex:m}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Ft._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Ft.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(m=>{if(p.has(m))return;p.set(m,rn.Started);let u=a(m);if(u){let y=this.opts.es5?Vt.varKinds.var:Vt.varKinds.const;i=(0,Ft._)`${i}${y} ${m} = ${u};${this.
opts._n}`}else if(u=o?.(m))i=(0,Ft._)`${i}${u}${this.opts._n}`;else throw new Do(m);p.set(m,rn.Completed)})}return i}};Vt.ValueScope=Jo});var Ve=de(Me=>{"use strict";Object.defineProperty(Me,"__esModule",{value:!0});Me.or=Me.and=Me.not=Me.CodeGen=Me.operators=Me.varKinds=Me.ValueScopeName=Me.ValueScope=
Me.Scope=Me.Name=Me.regexpCode=Me.stringify=Me.getProperty=Me.nil=Me.strConcat=Me.str=Me._=void 0;var Be=_s(),nr=zo(),Mr=_s();Object.defineProperty(Me,"_",{enumerable:!0,
get:function(){return Mr._}});Object.defineProperty(Me,"str",{enumerable:!0,get:function(){return Mr.str}});Object.defineProperty(Me,"strConcat",{enumerable:!0,
get:function(){return Mr.strConcat}});Object.defineProperty(Me,"nil",{enumerable:!0,get:function(){return Mr.nil}});Object.defineProperty(Me,"getProperty",{enumerable:!0,
get:function(){return Mr.getProperty}});Object.defineProperty(Me,"stringify",{enumerable:!0,get:function(){return Mr.stringify}});Object.defineProperty(Me,"rege\
xpCode",{enumerable:!0,get:function(){return Mr.regexpCode}});Object.defineProperty(Me,"Name",{enumerable:!0,get:function(){return Mr.Name}});var cn=zo();Object.
defineProperty(Me,"Scope",{enumerable:!0,get:function(){return cn.Scope}});Object.defineProperty(Me,"ValueScope",{enumerable:!0,get:function(){return cn.ValueScope}});
Object.defineProperty(Me,"ValueScopeName",{enumerable:!0,get:function(){return cn.ValueScopeName}});Object.defineProperty(Me,"varKinds",{enumerable:!0,get:function(){
return cn.varKinds}});Me.operators={GT:new Be._Code(">"),GTE:new Be._Code(">="),LT:new Be._Code("<"),LTE:new Be._Code("<="),EQ:new Be._Code("==="),NEQ:new Be._Code(
"!=="),NOT:new Be._Code("!"),OR:new Be._Code("||"),AND:new Be._Code("&&"),ADD:new Be._Code("+")};var Sr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Wo=class extends Sr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?nr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=qs(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Be._CodeOrName?this.rhs.names:{}}},nn=class extends Sr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Be.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=qs(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Be.Name?{}:{...this.lhs.names};return pn(t,this.rhs)}},Co=class extends nn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},Ko=class extends Sr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
Ho=class extends Sr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},Bo=class extends Sr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},Go=class extends Sr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=qs(this.code,t,a),this}get names(){return this.
code instanceof Be._CodeOrName?this.code.names:{}}},ma=class extends Sr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Zh(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>es(t,a.names),{})}},_r=class extends ma{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},Zo=class extends ma{},xs=class extends _r{};
xs.kind="else";var Xr=class e extends _r{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new xs(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Ec(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=qs(this.condition,t,a),this}get names(){let t=super.names;return pn(t,this.condition),this.else&&es(t,this.else.names),t}};Xr.kind=
"if";var Yr=class extends _r{};Yr.kind="for";var Qo=class extends Yr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=qs(this.iteration,t,a),this}get names(){return es(super.names,this.iteration.names)}},Xo=class extends Yr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?nr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=pn(super.names,this.from);return pn(t,this.to)}},on=class extends Yr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=qs(this.iterable,t,a),this}get names(){return es(super.names,this.iterable.names)}},fa=class extends _r{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};fa.kind="func";var ha=class extends ma{render(t){
return"return "+super.render(t)}};ha.kind="return";var Yo=class extends _r{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&es(t,this.catch.names),this.finally&&es(t,this.finally.names),
t}},ya=class extends _r{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};ya.kind="catch";var ga=class extends _r{render(t){
return"finally"+super.render(t)}};ga.kind="finally";var ei=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new nr.Scope({parent:t}),this._nodes=[new Zo]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new Wo(t,i,n)),i}const(t,a,n){return this.
_def(nr.varKinds.const,t,a,n)}let(t,a,n){return this._def(nr.varKinds.let,t,a,n)}var(t,a,n){return this._def(nr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new nn(t,a,n))}add(t,a){return this._leafNode(new Co(t,Me.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Be.nil&&this._leafNode(new Go(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Be.addCodeArg)(a,o));return a.push("}"),new Be._Code(a)}if(t,a,n){
if(this._blockNode(new Xr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new Xr(t))}else(){return this._elseNode(new xs)}endIf(){return this._endBlockNode(Xr,xs)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new Qo(t),a)}forRange(t,a,n,o,i=this.opts.es5?nr.varKinds.var:nr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new Xo(i,r,a,n),()=>o(r))}forOf(t,a,n,o=nr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Be.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Be._)`${r}.length`,s=>{this.var(i,(0,Be._)`${r}[${s}]`),n(i)})}return this._for(new on("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?nr.varKinds.var:nr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Be._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new on("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Yr)}label(t){return this._leafNode(new Ko(t))}break(t){return this._leafNode(
new Ho(t))}return(t){let a=new ha;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
ha)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Yo;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new ya(i),a(i)}return n&&(this._currNode=o.finally=new ga,this.code(n)),this._endBlockNode(ya,ga)}throw(t){return this._leafNode(new Bo(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Be.nil,n,o){return this._blockNode(new fa(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(fa)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof Xr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Me.CodeGen=ei;function es(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function pn(e,t){return t instanceof Be._CodeOrName?es(e,t.names):
e}function qs(e,t,a){if(e instanceof Be.Name)return n(e);if(!o(e))return e;return new Be._Code(e._items.reduce((i,r)=>(r instanceof Be.Name&&(r=n(r)),r instanceof
Be._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Be._Code&&i._items.some(r=>r instanceof Be.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Zh(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Ec(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Be._)`!${ti(e)}`}Me.not=Ec;var Qh=Ic(Me.operators.AND);function Xh(...e){return e.reduce(Qh)}Me.and=Xh;var Yh=Ic(Me.
operators.OR);function ey(...e){return e.reduce(Yh)}Me.or=ey;function Ic(e){return(t,a)=>t===Be.nil?a:a===Be.nil?t:(0,Be._)`${ti(t)} ${e} ${ti(a)}`}function ti(e){
return e instanceof Be.Name?e:(0,Be._)`(${e})`}});var Ge=de(Ue=>{"use strict";Object.defineProperty(Ue,"__esModule",{value:!0});Ue.checkStrictMode=Ue.getErrorPath=Ue.Type=Ue.useFunc=Ue.setEvaluated=Ue.evaluatedPropsToName=
Ue.mergeEvaluated=Ue.eachItem=Ue.unescapeJsonPointer=Ue.escapeJsonPointer=Ue.escapeFragment=Ue.unescapeFragment=Ue.schemaRefOrVal=Ue.schemaHasRulesButRef=Ue.schemaHasRules=
Ue.checkUnknownRules=Ue.alwaysValidSchema=Ue.toHash=void 0;var nt=Ve(),ty=_s();function ry(e){let t={};for(let a of e)t[a]=!0;return t}Ue.toHash=ry;function sy(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Fc(e,t),!Vc(t,e.self.RULES.all))}Ue.alwaysValidSchema=sy;function Fc(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Jc(e,`unknown keyword: "${i}"`)}Ue.checkUnknownRules=Fc;function Vc(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}Ue.schemaHasRules=Vc;function ay(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}Ue.schemaHasRulesButRef=ay;function ny({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,nt._)`${a}`}return(0,nt._)`${e}${t}${(0,nt.getProperty)(n)}`}Ue.schemaRefOrVal=ny;function oy(e){return Uc(decodeURIComponent(
e))}Ue.unescapeFragment=oy;function iy(e){return encodeURIComponent(si(e))}Ue.escapeFragment=iy;function si(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Ue.escapeJsonPointer=si;function Uc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Ue.unescapeJsonPointer=Uc;function py(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}Ue.eachItem=py;function Mc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof nt.Name?(i instanceof nt.Name?e(o,i,r):t(o,i,r),r):i instanceof nt.Name?(t(o,r,i),i):a(i,r);return s===nt.Name&&!(p instanceof nt.Name)?n(o,p):p}}
Ue.mergeEvaluated={props:Mc({mergeNames:(e,t,a)=>e.if((0,nt._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,nt._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,nt._)`${a} || {}`).code((0,nt._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,nt._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,nt.
_)`${a} || {}`),ai(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Dc}),items:Mc({mergeNames:(e,t,a)=>e.if((0,nt._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,nt._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,nt._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,nt._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Dc(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,nt.
_)`{}`);return t!==void 0&&ai(e,a,t),a}Ue.evaluatedPropsToName=Dc;function ai(e,t,a){Object.keys(a).forEach(n=>e.assign((0,nt._)`${t}${(0,nt.getProperty)(n)}`,!0))}
Ue.setEvaluated=ai;var Lc={};function cy(e,t){return e.scopeValue("func",{ref:t,code:Lc[t.code]||(Lc[t.code]=new ty._Code(t.code))})}Ue.useFunc=cy;var ri;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(ri||(Ue.Type=ri={}));function dy(e,t,a){if(e instanceof nt.Name){let n=t===ri.Num;return a?n?(0,nt._)`"[" + ${e} + "]"`:(0,nt.
_)`"['" + ${e} + "']"`:n?(0,nt._)`"/" + ${e}`:(0,nt._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,nt.getProperty)(e).toString():"/"+si(e)}
Ue.getErrorPath=dy;function Jc(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}Ue.checkStrictMode=Jc});var xr=de(ni=>{"use strict";Object.defineProperty(ni,"__esModule",{value:!0});var Tt=Ve(),uy={data:new Tt.Name("data"),valCxt:new Tt.Name("valCxt"),instancePath:new Tt.
Name("instancePath"),parentData:new Tt.Name("parentData"),parentDataProperty:new Tt.Name("parentDataProperty"),rootData:new Tt.Name("rootData"),dynamicAnchors:new Tt.
Name("dynamicAnchors"),vErrors:new Tt.Name("vErrors"),errors:new Tt.Name("errors"),this:new Tt.Name("this"),self:new Tt.Name("self"),scope:new Tt.Name("scope"),
json:new Tt.Name("json"),jsonPos:new Tt.Name("jsonPos"),jsonLen:new Tt.Name("jsonLen"),jsonPart:new Tt.Name("jsonPart")};ni.default=uy});var wa=de(At=>{"use strict";Object.defineProperty(At,"__esModule",{value:!0});At.extendErrors=At.resetErrorsCount=At.reportExtraError=At.reportError=At.keyword$DataError=
At.keywordError=void 0;var Ze=Ve(),dn=Ge(),Mt=xr();At.keywordError={message:({keyword:e})=>(0,Ze.str)`must pass "${e}" keyword validation`};At.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Ze.str)`"${e}" keyword must be ${t} ($data)`:(0,Ze.str)`"${e}" keyword is invalid ($data)`};function ly(e,t=At.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Cc(e,t,a);n??(r||s)?zc(i,p):Wc(o,(0,Ze._)`[${p}]`)}At.reportError=ly;function my(e,t=At.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Cc(e,t,a);zc(o,s),i||r||Wc(n,Mt.default.vErrors)}At.reportExtraError=my;function fy(e,t){e.assign(Mt.default.errors,
t),e.if((0,Ze._)`${Mt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Ze._)`${Mt.default.vErrors}.length`,t),()=>e.assign(Mt.default.vErrors,null)))}At.resetErrorsCount=
fy;function hy({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Mt.default.errors,s=>{e.const(r,(0,Ze._)`${Mt.default.vErrors}[${s}]`),e.if((0,Ze._)`${r}.instancePath === undefined`,()=>e.assign((0,Ze._)`${r}.instancePath`,
(0,Ze.strConcat)(Mt.default.instancePath,i.errorPath))),e.assign((0,Ze._)`${r}.schemaPath`,(0,Ze.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Ze.
_)`${r}.schema`,a),e.assign((0,Ze._)`${r}.data`,n))})}At.extendErrors=hy;function zc(e,t){let a=e.const("err",t);e.if((0,Ze._)`${Mt.default.vErrors} === null`,()=>e.
assign(Mt.default.vErrors,(0,Ze._)`[${a}]`),(0,Ze._)`${Mt.default.vErrors}.push(${a})`),e.code((0,Ze._)`${Mt.default.errors}++`)}function Wc(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ze._)`new ${e.ValidationError}(${t})`):(a.assign((0,Ze._)`${n}.errors`,t),a.return(!1))}var ts={keyword:new Ze.Name("keyword"),
schemaPath:new Ze.Name("schemaPath"),params:new Ze.Name("params"),propertyName:new Ze.Name("propertyName"),message:new Ze.Name("message"),schema:new Ze.Name("sc\
hema"),parentSchema:new Ze.Name("parentSchema")};function Cc(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Ze._)`{}`:yy(e,t,a)}function yy(e,t,a={}){let{gen:n,
it:o}=e,i=[gy(o,a),wy(e,a)];return by(e,t,i),n.object(...i)}function gy({errorPath:e},{instancePath:t}){let a=t?(0,Ze.str)`${e}${(0,dn.getErrorPath)(t,dn.Type.Str)}`:
e;return[Mt.default.instancePath,(0,Ze.strConcat)(Mt.default.instancePath,a)]}function wy({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Ze.str)`${t}/${e}`;return a&&(o=(0,Ze.str)`${o}${(0,dn.getErrorPath)(a,dn.Type.Str)}`),[ts.schemaPath,o]}function by(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:m,topSchemaRef:u,schemaPath:y}=s;n.push([ts.keyword,o],[ts.params,typeof t=="function"?t(e):t||(0,Ze._)`{}`]),
p.messages&&n.push([ts.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([ts.schema,r],[ts.parentSchema,(0,Ze._)`${u}${y}`],[Mt.default.data,i]),m&&n.push(
[ts.propertyName,m])}});var Hc=de(Os=>{"use strict";Object.defineProperty(Os,"__esModule",{value:!0});Os.boolOrEmptySchema=Os.topBoolOrEmptySchema=void 0;var vy=wa(),ky=Ve(),Py=xr(),$y={
message:"boolean schema is false"};function Sy(e){let{gen:t,schema:a,validateName:n}=e;a===!1?Kc(e,!1):typeof a=="object"&&a.$async===!0?t.return(Py.default.data):
(t.assign((0,ky._)`${n}.errors`,null),t.return(!0))}Os.topBoolOrEmptySchema=Sy;function _y(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),Kc(e)):a.var(t,!0)}Os.
boolOrEmptySchema=_y;function Kc(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,vy.reportError)(
o,$y,void 0,t)}});var oi=de(js=>{"use strict";Object.defineProperty(js,"__esModule",{value:!0});js.getRules=js.isJSONType=void 0;var xy=["string","number","integer","boolean","nu\
ll","object","array"],qy=new Set(xy);function Oy(e){return typeof e=="string"&&qy.has(e)}js.isJSONType=Oy;function jy(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}js.getRules=jy});var ii=de(Lr=>{"use strict";Object.defineProperty(Lr,"__esModule",{value:!0});Lr.shouldUseRule=Lr.shouldUseGroup=Lr.schemaHasRulesForType=void 0;function Ty({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&Bc(e,n)}Lr.schemaHasRulesForType=Ty;function Bc(e,t){return t.rules.some(a=>Gc(e,a))}Lr.shouldUseGroup=Bc;function Gc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Lr.shouldUseRule=Gc});var ba=de(Nt=>{"use strict";Object.defineProperty(Nt,"__esModule",{value:!0});Nt.reportTypeError=Nt.checkDataTypes=Nt.checkDataType=Nt.coerceAndCheckDataType=Nt.
getJSONTypes=Nt.getSchemaTypes=Nt.DataType=void 0;var Ay=oi(),Ny=ii(),Ry=wa(),Ne=Ve(),Zc=Ge(),Ts;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Ts||
(Nt.DataType=Ts={}));function Ey(e){let t=Qc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Nt.getSchemaTypes=Ey;function Qc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Ay.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Nt.getJSONTypes=Qc;function Iy(e,t){
let{gen:a,data:n,opts:o}=e,i=My(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,Ny.schemaHasRulesForType)(e,t[0]));if(r){let s=ci(t,n,o.strictNumbers,
Ts.Wrong);a.if(s,()=>{i.length?Ly(e,t,i):di(e)})}return r}Nt.coerceAndCheckDataType=Iy;var Xc=new Set(["string","number","integer","boolean","null"]);function My(e,t){
return t?e.filter(a=>Xc.has(a)||t==="array"&&a==="array"):[]}function Ly(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Ne._)`typeof ${o}`),s=n.let("co\
erced",(0,Ne._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ne._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ne._)`${o}[0]`).
assign(r,(0,Ne._)`typeof ${o}`).if(ci(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ne._)`${s} !== undefined`);for(let m of a)(Xc.has(m)||m==="array"&&i.coerceTypes===
"array")&&p(m);n.else(),di(e),n.endIf(),n.if((0,Ne._)`${s} !== undefined`,()=>{n.assign(o,s),Fy(e,s)});function p(m){switch(m){case"string":n.elseIf((0,Ne._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ne._)`"" + ${o}`).elseIf((0,Ne._)`${o} === null`).assign(s,(0,Ne._)`""`);return;case"number":n.elseIf((0,Ne._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ne._)`+${o}`);return;case"integer":n.elseIf((0,Ne._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ne._)`+${o}`);return;case"boolean":n.elseIf((0,Ne._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ne._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ne._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ne._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ne._)`[${o}]`)}}}function Fy({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Ne._)`${t} !== undefined`,
()=>e.assign((0,Ne._)`${t}[${a}]`,n))}function pi(e,t,a,n=Ts.Correct){let o=n===Ts.Correct?Ne.operators.EQ:Ne.operators.NEQ,i;switch(e){case"null":return(0,Ne._)`${t} ${o} null`;case"\
array":i=(0,Ne._)`Array.isArray(${t})`;break;case"object":i=(0,Ne._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ne._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ne._)`typeof ${t} ${o} ${e}`}return n===Ts.Correct?i:(0,Ne.not)(i);function r(s=Ne.nil){return(0,Ne.and)((0,Ne._)`typeof ${t} == "number"`,
s,a?(0,Ne._)`isFinite(${t})`:Ne.nil)}}Nt.checkDataType=pi;function ci(e,t,a,n){if(e.length===1)return pi(e[0],t,a,n);let o,i=(0,Zc.toHash)(e);if(i.array&&i.object){
let r=(0,Ne._)`typeof ${t} != "object"`;o=i.null?r:(0,Ne._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ne.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ne.and)(o,pi(r,t,a,n));return o}Nt.checkDataTypes=ci;var Vy={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ne._)`{type: ${e}}`:(0,Ne._)`{type: ${t}}`};function di(e){let t=Uy(e);(0,Ry.reportError)(t,Vy)}Nt.reportTypeError=di;function Uy(e){let{gen:t,data:a,
schema:n}=e,o=(0,Zc.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var ed=de(un=>{"use strict";Object.defineProperty(un,"__esModule",{value:!0});un.assignDefaults=void 0;var As=Ve(),Dy=Ge();function Jy(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Yc(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Yc(e,i,o.default))}un.assignDefaults=Jy;function Yc(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,As._)`${i}${(0,As.getProperty)(t)}`;if(o){(0,Dy.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,As._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,As._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,As._)`${s} = ${(0,As.
stringify)(a)}`)}});var Gt=de(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.validateUnion=st.validateArray=st.usePattern=st.callValidateCode=st.schemaProperties=
st.allSchemaProperties=st.noPropertyInData=st.propertyInData=st.isOwnProperty=st.hasPropFunc=st.reportMissingProp=st.checkMissingProp=st.checkReportMissingProp=
void 0;var dt=Ve(),ui=Ge(),Fr=xr(),zy=Ge();function Wy(e,t){let{gen:a,data:n,it:o}=e;a.if(mi(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,dt.
_)`${t}`},!0),e.error()})}st.checkReportMissingProp=Wy;function Cy({gen:e,data:t,it:{opts:a}},n,o){return(0,dt.or)(...n.map(i=>(0,dt.and)(mi(e,t,i,a.ownProperties),
(0,dt._)`${o} = ${i}`)))}st.checkMissingProp=Cy;function Ky(e,t){e.setParams({missingProperty:t},!0),e.error()}st.reportMissingProp=Ky;function td(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,dt._)`Object.prototype.hasOwnProperty`})}st.hasPropFunc=td;function li(e,t,a){return(0,dt._)`${td(e)}.call(${t}, ${a})`}
st.isOwnProperty=li;function Hy(e,t,a,n){let o=(0,dt._)`${t}${(0,dt.getProperty)(a)} !== undefined`;return n?(0,dt._)`${o} && ${li(e,t,a)}`:o}st.propertyInData=
Hy;function mi(e,t,a,n){let o=(0,dt._)`${t}${(0,dt.getProperty)(a)} === undefined`;return n?(0,dt.or)(o,(0,dt.not)(li(e,t,a))):o}st.noPropertyInData=mi;function rd(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}st.allSchemaProperties=rd;function By(e,t){return rd(t).filter(a=>!(0,ui.alwaysValidSchema)(e,t[a]))}st.schemaProperties=
By;function Gy({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,m){let u=m?(0,dt._)`${e}, ${t}, ${n}${o}`:t,y=[[Fr.default.instancePath,
(0,dt.strConcat)(Fr.default.instancePath,i)],[Fr.default.parentData,r.parentData],[Fr.default.parentDataProperty,r.parentDataProperty],[Fr.default.rootData,Fr.default.
rootData]];r.opts.dynamicRef&&y.push([Fr.default.dynamicAnchors,Fr.default.dynamicAnchors]);let $=(0,dt._)`${u}, ${a.object(...y)}`;return p!==dt.nil?(0,dt._)`${s}.call(${p}, ${$})`:
(0,dt._)`${s}(${$})`}st.callValidateCode=Gy;var Zy=(0,dt._)`new RegExp`;function Qy({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,dt._)`${o.code==="new RegExp"?Zy:(0,zy.useFunc)(e,o)}(${a}, ${n})`})}st.usePattern=Qy;function Xy(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,dt._)`${a}.length`);t.forRange("i",0,p,m=>{e.subschema({keyword:n,dataProp:m,dataPropType:ui.Type.Num},i),t.if((0,dt.not)(
i),s)})}}st.validateArray=Xy;function Yy(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,ui.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,m)=>{let u=e.subschema({keyword:n,schemaProp:m,
compositeRule:!0},s);t.assign(r,(0,dt._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,dt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}st.validateUnion=
Yy});var nd=de(fr=>{"use strict";Object.defineProperty(fr,"__esModule",{value:!0});fr.validateKeywordUsage=fr.validSchemaType=fr.funcKeywordCode=fr.macroKeywordCode=
void 0;var Lt=Ve(),rs=xr(),eg=Gt(),tg=wa();function rg(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=ad(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let m=a.name("valid");e.subschema({schema:s,schemaPath:Lt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},m),e.pass(m,()=>e.error(!0))}fr.macroKeywordCode=rg;function sg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;ng(p,t);
let m=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,u=ad(n,o,m),y=n.let("valid");e.block$data(y,$),e.ok((a=t.valid)!==null&&a!==void 0?a:y);function $(){
if(t.errors===!1)x(),t.modifying&&sd(e),R(()=>e.error());else{let L=t.async?_():j();t.modifying&&sd(e),R(()=>ag(e,L))}}function _(){let L=n.let("ruleErrs",null);
return n.try(()=>x((0,Lt._)`await `),ue=>n.assign(y,!1).if((0,Lt._)`${ue} instanceof ${p.ValidationError}`,()=>n.assign(L,(0,Lt._)`${ue}.errors`),()=>n.throw(ue))),
L}function j(){let L=(0,Lt._)`${u}.errors`;return n.assign(L,null),x(Lt.nil),L}function x(L=t.async?(0,Lt._)`await `:Lt.nil){let ue=p.opts.passContext?rs.default.
this:rs.default.self,D=!("compile"in t&&!s||t.schema===!1);n.assign(y,(0,Lt._)`${L}${(0,eg.callValidateCode)(e,u,ue,D)}`,t.modifying)}function R(L){var ue;n.if(
(0,Lt.not)((ue=t.valid)!==null&&ue!==void 0?ue:y),L)}}fr.funcKeywordCode=sg;function sd(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Lt._)`${n.
parentData}[${n.parentDataProperty}]`))}function ag(e,t){let{gen:a}=e;a.if((0,Lt._)`Array.isArray(${t})`,()=>{a.assign(rs.default.vErrors,(0,Lt._)`${rs.default.
vErrors} === null ? ${t} : ${rs.default.vErrors}.concat(${t})`).assign(rs.default.errors,(0,Lt._)`${rs.default.vErrors}.length`),(0,tg.extendErrors)(e)},()=>e.error())}
function ng({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function ad(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Lt.stringify)(a)})}function og(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}fr.validSchemaType=og;function ig({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}fr.validateKeywordUsage=ig});var id=de(Vr=>{"use strict";Object.defineProperty(Vr,"__esModule",{value:!0});Vr.extendSubschemaMode=Vr.extendSubschemaData=Vr.getSubschema=void 0;var hr=Ve(),od=Ge();
function pg(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,hr._)`${e.schemaPath}${(0,hr.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,hr._)`${e.schemaPath}${(0,hr.getProperty)(t)}${(0,hr.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,od.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Vr.getSubschema=pg;function cg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:m,dataPathArr:u,opts:y}=t,$=s.let("data",(0,hr._)`${t.data}${(0,hr.getProperty)(a)}`,!0);p($),e.errorPath=(0,hr.str)`${m}${(0,od.
getErrorPath)(a,n,y.jsPropertySyntax)}`,e.parentDataProperty=(0,hr._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let m=o instanceof hr.Name?
o:s.let("data",o,!0);p(m),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(m){e.data=m,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,m]}}Vr.extendSubschemaData=cg;function dg(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Vr.extendSubschemaMode=
dg});var fi=de((p$,pd)=>{"use strict";pd.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var dd=de((c$,cd)=>{"use strict";var Ur=cd.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};ln(t,n,o,e,"",e)};Ur.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Ur.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Ur.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Ur.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function ln(e,t,a,n,o,i,r,s,p,m){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,m);for(var u in n){var y=n[u];if(Array.isArray(y)){if(u in Ur.arrayKeywords)for(var $=0;$<y.length;$++)ln(e,t,a,y[$],o+"/"+u+"/"+$,i,o,u,n,$)}else if(u in
Ur.propsKeywords){if(y&&typeof y=="object")for(var _ in y)ln(e,t,a,y[_],o+"/"+u+"/"+ug(_),i,o,u,n,_)}else(u in Ur.keywords||e.allKeys&&!(u in Ur.skipKeywords))&&
ln(e,t,a,y,o+"/"+u,i,o,u,n)}a(n,o,i,r,s,p,m)}}function ug(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var va=de(Ut=>{"use strict";Object.defineProperty(Ut,"__esModule",{value:!0});Ut.getSchemaRefs=Ut.resolveUrl=Ut.normalizeId=Ut._getFullPath=Ut.getFullPath=Ut.inlineRef=
void 0;var lg=Ge(),mg=fi(),fg=dd(),hg=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function yg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!hi(e):t?ud(e)<=t:!1}Ut.inlineRef=yg;var gg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function hi(e){for(let t in e){if(gg.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(hi)||typeof a=="object"&&hi(a))return!0}return!1}function ud(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!hg.has(a)&&(typeof e[a]=="object"&&
(0,lg.eachItem)(e[a],n=>t+=ud(n)),t===1/0))return 1/0}return t}function ld(e,t="",a){a!==!1&&(t=Ns(t));let n=e.parse(t);return md(e,n)}Ut.getFullPath=ld;function md(e,t){
return e.serialize(t).split("#")[0]+"#"}Ut._getFullPath=md;var wg=/#\/?$/;function Ns(e){return e?e.replace(wg,""):""}Ut.normalizeId=Ns;function bg(e,t,a){return a=
Ns(a),e.resolve(t,a)}Ut.resolveUrl=bg;var vg=/^[a-z_][-a-z0-9._]*$/i;function kg(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Ns(
e[a]||t),i={"":o},r=ld(n,o,!1),s={},p=new Set;return fg(e,{allKeys:!0},(y,$,_,j)=>{if(j===void 0)return;let x=r+$,R=i[j];typeof y[a]=="string"&&(R=L.call(this,y[a])),
ue.call(this,y.$anchor),ue.call(this,y.$dynamicAnchor),i[$]=R;function L(D){let H=this.opts.uriResolver.resolve;if(D=Ns(R?H(R,D):D),p.has(D))throw u(D);p.add(D);
let F=this.refs[D];return typeof F=="string"&&(F=this.refs[F]),typeof F=="object"?m(y,F.schema,D):D!==Ns(x)&&(D[0]==="#"?(m(y,s[D],D),s[D]=y):this.refs[D]=x),D}
function ue(D){if(typeof D=="string"){if(!vg.test(D))throw new Error(`invalid anchor "${D}"`);L.call(this,`#${D}`)}}}),s;function m(y,$,_){if($!==void 0&&!mg(y,
$))throw u(_)}function u(y){return new Error(`reference "${y}" resolves to more than one schema`)}}Ut.getSchemaRefs=kg});var $a=de(Dr=>{"use strict";Object.defineProperty(Dr,"__esModule",{value:!0});Dr.getData=Dr.KeywordCxt=Dr.validateFunctionCode=void 0;var wd=Hc(),fd=ba(),gi=ii(),
mn=ba(),Pg=ed(),Pa=nd(),yi=id(),ge=Ve(),Se=xr(),$g=va(),qr=Ge(),ka=wa();function Sg(e){if(kd(e)&&(Pd(e),vd(e))){qg(e);return}bd(e,()=>(0,wd.topBoolOrEmptySchema)(
e))}Dr.validateFunctionCode=Sg;function bd({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ge._)`${Se.default.data}, ${Se.default.valCxt}`,
n.$async,()=>{e.code((0,ge._)`"use strict"; ${hd(a,o)}`),xg(e,o),e.code(i)}):e.func(t,(0,ge._)`${Se.default.data}, ${_g(o)}`,n.$async,()=>e.code(hd(a,o)).code(i))}
function _g(e){return(0,ge._)`{${Se.default.instancePath}="", ${Se.default.parentData}, ${Se.default.parentDataProperty}, ${Se.default.rootData}=${Se.default.data}${e.
dynamicRef?(0,ge._)`, ${Se.default.dynamicAnchors}={}`:ge.nil}}={}`}function xg(e,t){e.if(Se.default.valCxt,()=>{e.var(Se.default.instancePath,(0,ge._)`${Se.default.
valCxt}.${Se.default.instancePath}`),e.var(Se.default.parentData,(0,ge._)`${Se.default.valCxt}.${Se.default.parentData}`),e.var(Se.default.parentDataProperty,(0,ge.
_)`${Se.default.valCxt}.${Se.default.parentDataProperty}`),e.var(Se.default.rootData,(0,ge._)`${Se.default.valCxt}.${Se.default.rootData}`),t.dynamicRef&&e.var(
Se.default.dynamicAnchors,(0,ge._)`${Se.default.valCxt}.${Se.default.dynamicAnchors}`)},()=>{e.var(Se.default.instancePath,(0,ge._)`""`),e.var(Se.default.parentData,
(0,ge._)`undefined`),e.var(Se.default.parentDataProperty,(0,ge._)`undefined`),e.var(Se.default.rootData,Se.default.data),t.dynamicRef&&e.var(Se.default.dynamicAnchors,
(0,ge._)`{}`)})}function qg(e){let{schema:t,opts:a,gen:n}=e;bd(e,()=>{a.$comment&&t.$comment&&Sd(e),Ng(e),n.let(Se.default.vErrors,null),n.let(Se.default.errors,
0),a.unevaluated&&Og(e),$d(e),Ig(e)})}function Og(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ge._)`${a}.evaluated`),t.if((0,ge._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ge._)`${e.evaluated}.props`,(0,ge._)`undefined`)),t.if((0,ge._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ge._)`${e.evaluated}.items`,(0,ge._)`undefined`))}
function hd(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ge._)`/*# sourceURL=${a} */`:ge.nil}function jg(e,t){if(kd(
e)&&(Pd(e),vd(e))){Tg(e,t);return}(0,wd.boolOrEmptySchema)(e,t)}function vd({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function kd(e){return typeof e.schema!="boolean"}function Tg(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Sd(e),Rg(e),Eg(e);let i=n.
const("_errs",Se.default.errors);$d(e,i),n.var(t,(0,ge._)`${i} === ${Se.default.errors}`)}function Pd(e){(0,qr.checkUnknownRules)(e),Ag(e)}function $d(e,t){if(e.
opts.jtd)return yd(e,[],!1,t);let a=(0,fd.getSchemaTypes)(e.schema),n=(0,fd.coerceAndCheckDataType)(e,a);yd(e,a,!n,t)}function Ag(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,qr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Ng(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,qr.checkStrictMode)(e,"default is ignored in the schema root")}function Rg(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,$g.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function Eg(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Sd({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ge._)`${Se.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ge.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ge._)`${Se.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Ig(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ge._)`${Se.default.errors} === 0`,()=>t.return(Se.default.data),
()=>t.throw((0,ge._)`new ${o}(${Se.default.vErrors})`)):(t.assign((0,ge._)`${n}.errors`,Se.default.vErrors),i.unevaluated&&Mg(e),t.return((0,ge._)`${Se.default.
errors} === 0`))}function Mg({gen:e,evaluated:t,props:a,items:n}){a instanceof ge.Name&&e.assign((0,ge._)`${t}.props`,a),n instanceof ge.Name&&e.assign((0,ge._)`${t}.items`,
n)}function yd(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:m}=e,{RULES:u}=m;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,qr.schemaHasRulesButRef)(i,u))){
o.block(()=>xd(e,"$ref",u.all.$ref.definition));return}p.jtd||Lg(e,t),o.block(()=>{for(let $ of u.rules)y($);y(u.post)});function y($){(0,gi.shouldUseGroup)(i,$)&&
($.type?(o.if((0,mn.checkDataType)($.type,r,p.strictNumbers)),gd(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,mn.reportTypeError)(e)),o.endIf()):gd(e,$),s||
o.if((0,ge._)`${Se.default.errors} === ${n||0}`))}}function gd(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Pg.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,gi.shouldUseRule)(n,i)&&xd(e,i.keyword,i.definition,t.type)})}function Lg(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(Fg(e,t),e.opts.allowUnionTypes||
Vg(e,t),Ug(e,e.dataTypes))}function Fg(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{_d(e.dataTypes,a)||wi(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),Jg(e,t)}}function Vg(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&wi(e,"use allowUnionTypes to allow uni\
on type keyword")}function Ug(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,gi.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>Dg(t,r))&&wi(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Dg(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function _d(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function Jg(e,t){let a=[];for(let n of e.dataTypes)_d(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function wi(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,qr.checkStrictMode)(
e,t,e.opts.strictTypes)}var fn=class{constructor(t,a,n){if((0,Pa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,qr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",qd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Pa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Se.default.errors))}result(t,a,n){this.failResult((0,ge.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ge.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ge._)`${a} !== undefined && (${(0,ge.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?ka.reportExtraError:ka.reportError)(this,this.def.error,a)}$dataError(){
(0,ka.reportError)(this,this.def.$dataError||ka.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,ka.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ge.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ge.nil,a=ge.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ge.
or)((0,ge._)`${o} === undefined`,a)),t!==ge.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ge.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ge.or)(r(),s());function r(){if(n.length){if(!(a instanceof ge.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ge._)`${(0,mn.checkDataTypes)(p,a,i.opts.strictNumbers,mn.DataType.Wrong)}`}return ge.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ge._)`!${p}(${a})`}return ge.nil}}subschema(t,a){let n=(0,yi.
getSubschema)(this.it,t);(0,yi.extendSubschemaData)(n,this.it,t),(0,yi.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return jg(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=qr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=qr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ge.Name)),!0}};Dr.KeywordCxt=fn;function xd(e,t,a,n){let o=new fn(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Pa.funcKeywordCode)(o,a):"macro"in a?(0,Pa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Pa.funcKeywordCode)(o,a)}var zg=/^\/(?:[^~]|~0|~1)*$/,
Wg=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function qd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return Se.default.rootData;if(e[0]==="/"){if(!zg.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=Se.default.rootData}else{let m=Wg.exec(e);if(!m)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+m[1];
if(o=m[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return n[t-u]}if(u>t)throw new Error(p("data",u));if(i=a[t-u],!o)return i}let r=i,s=o.split("/");
for(let m of s)m&&(i=(0,ge._)`${i}${(0,ge.getProperty)((0,qr.unescapeJsonPointer)(m))}`,r=(0,ge._)`${r} && ${i}`);return r;function p(m,u){return`Cannot access ${m}\
 ${u} levels up, current level is ${t}`}}Dr.getData=qd});var hn=de(vi=>{"use strict";Object.defineProperty(vi,"__esModule",{value:!0});var bi=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};vi.default=bi});var Sa=de($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var ki=va(),Pi=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,ki.resolveUrl)(t,a,n),this.missingSchema=(0,ki.normalizeId)((0,ki.getFullPath)(t,this.missingRef))}};$i.default=Pi});var gn=de(Zt=>{"use strict";Object.defineProperty(Zt,"__esModule",{value:!0});Zt.resolveSchema=Zt.getCompilingSchema=Zt.resolveRef=Zt.compileSchema=Zt.SchemaEnv=
void 0;var or=Ve(),Cg=hn(),ss=xr(),ir=va(),Od=Ge(),Kg=$a(),Rs=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,ir.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};Zt.SchemaEnv=Rs;function _i(e){let t=jd.call(
this,e);if(t)return t;let a=(0,ir.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new or.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Cg.default,code:(0,or._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let m={gen:r,allErrors:this.opts.allErrors,data:ss.default.data,parentData:ss.default.parentData,parentDataProperty:ss.
default.parentDataProperty,dataNames:[ss.default.data],dataPathArr:[or.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,or.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:or.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,or._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,Kg.validateFunctionCode)(m),r.optimize(this.opts.code.optimize);let y=r.toString();u=`${r.scopeRefs(ss.default.scope)}return ${y}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let _=new Function(`${ss.default.self}`,`${ss.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:_}),_.errors=
null,_.schema=e.schema,_.schemaEnv=e,e.$async&&(_.$async=!0),this.opts.code.source===!0&&(_.source={validateName:p,validateCode:y,scopeValues:r._values}),this.opts.
unevaluated){let{props:j,items:x}=m;_.evaluated={props:j instanceof or.Name?void 0:j,items:x instanceof or.Name?void 0:x,dynamicProps:j instanceof or.Name,dynamicItems:x instanceof
or.Name},_.source&&(_.source.evaluated=(0,or.stringify)(_.evaluated))}return e.validate=_,e}catch(y){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),y}finally{this._compilations.delete(e)}}Zt.compileSchema=_i;function Hg(e,t,a){var n;a=(0,ir.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Zg.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Rs({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Bg.call(this,i)}Zt.resolveRef=Hg;function Bg(e){return(0,ir.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:_i.call(this,e)}function jd(e){for(let t of this._compilations)if(Gg(t,e))return t}Zt.getCompilingSchema=jd;
function Gg(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Zg(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||yn.call(this,e,t)}function yn(e,t){let a=this.opts.uriResolver.parse(t),n=(0,ir._getFullPath)(this.opts.uriResolver,a),o=(0,ir.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Si.call(this,a,e);let i=(0,ir.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=yn.call(this,e,r);return typeof s?.schema!="object"?void 0:Si.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||_i.call(this,r),i===(0,ir.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,m=s[p];return m&&(o=(0,ir.resolveUrl)(this.opts.uriResolver,o,m)),new Rs({schema:s,schemaId:p,root:e,baseId:o})}
return Si.call(this,a,r)}}Zt.resolveSchema=yn;var Qg=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Si(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Od.
unescapeFragment)(s)];if(p===void 0)return;a=p;let m=typeof a=="object"&&a[this.opts.schemaId];!Qg.has(s)&&m&&(t=(0,ir.resolveUrl)(this.opts.uriResolver,t,m))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Od.schemaHasRulesButRef)(a,this.RULES)){let s=(0,ir.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=yn.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Rs({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Td=de((h$,Xg)=>{Xg.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Ai=de((y$,Fd)=>{"use strict";var Yg=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),qi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),ew=RegExp.prototype.test.bind(/^\d*$/u),as=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Oi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Nd=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),ji=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),tw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Dt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)Dt[t]="%"+e[t>>4]+e[t&15]}function Rt(e){return e<2048?Dt[192|e>>6]+Dt[128|e&63]:e<65536?Dt[224|e>>12]+Dt[128|e>>6&63]+Dt[128|e&63]:Dt[240|e>>18]+Dt[128|
e>>12&63]+Dt[128|e>>6&63]+Dt[128|e&63]}function rw(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var sw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),aw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),nw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
ow=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function iw(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!nw(e[t])){if(e[t]==="%"&&t+2<
e.length&&as(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Ad(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function pw(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!qi(p))return;i+=2;continue}if(!sw(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:Ad(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Ad(r)}function xi(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&aw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(cw(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!iw(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=pw(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function cw(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Rd(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function dw(e){
if(e===""||e[0]==="/")return Rd(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var uw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},lw=/[@/?#:]/g,mw=/[@/?#]/g;function Ed(e,t){let a=t?mw:lw;return a.lastIndex=0,e.replace(a,n=>uw[n])}
function Id(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(as(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Oi(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function fw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(as(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Oi(r)?t+=r:t+="%"+i,a+=2;continue}}if(Nd(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Ld(o)?n:Dt[o];else if(o<55296||o>57343)t+=Rt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=Rt(65536+(o-55296<<10)+(i-56320)),a++):t+=Rt(65533)}else t+=Rt(65533)}}return t}function hw(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(as(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),Nd(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=Dt[r];else if(r<55296||r>57343)a+=Rt(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=Rt(65536+(r-55296<<
10)+(s-56320)),o++):a+=Rt(65533)}else a+=Rt(65533)}}return a}function Ti(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(as(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=Dt[i];else if(i<55296||i>57343)a+=Rt(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=Rt(65536+(i-55296<<10)+(r-56320)),n++):a+=Rt(65533)}else a+=Rt(65533)}}return a}function Md(e){
return Ti(e,tw)}function yw(e){return Ti(e,ji)}function gw(e){return Ti(e,ji)}function Ld(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function ww(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(as(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Oi(r)?t+=r:t+="%"+i,a+=2;continue}}if(ji(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Ld(o)?n:Dt[o];else if(o<
55296||o>57343)t+=Rt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=Rt(65536+(o-55296<<10)+(i-56320)),a++):t+=Rt(65533)}else t+=
Rt(65533)}}return t}function bw(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(as(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function vw(e){let t=[];if(e.userinfo!==void 0&&(t.push(Md(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!qi(a)){
let n=xi(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Id(a,!0),n=xi(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Ed(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!ew(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Fd.exports={nonSimpleDomain:ow,recomposeAuthority:vw,reescapeHostDelimiters:Ed,normalizePercentEncoding:Id,normalizePathEncoding:fw,serializePathEncoding:hw,
normalizeQueryFragmentEncoding:ww,encodeUserinfo:Md,encodeQuery:yw,encodeFragment:gw,escapePreservingEscapes:bw,removeDotSegments:Rd,removeDotSegmentsRelative:dw,
isIPv4:qi,isUUID:Yg,normalizeIPv6:xi,stringArrayToHexStripped:rw}});var zd=de((g$,Jd)=>{"use strict";var{isUUID:kw}=Ai(),Pw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,$w=["http","https","ws","wss","ur\
n","urn:uuid"];function Sw(e){return $w.indexOf(e)!==-1}function Ni(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Vd(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Ud(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function _w(e){return e.secure=Ni(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function xw(e){if((e.port===(Ni(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function qw(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Pw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ri(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function Ow(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Ri(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function jw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!kw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Tw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Dd={scheme:"\
http",domainHost:!0,parse:Vd,serialize:Ud},Aw={scheme:"https",domainHost:Dd.domainHost,parse:Vd,serialize:Ud},wn={scheme:"ws",domainHost:!0,parse:_w,serialize:xw},
Nw={scheme:"wss",domainHost:wn.domainHost,parse:wn.parse,serialize:wn.serialize},Rw={scheme:"urn",parse:qw,serialize:Ow,skipNormalize:!0},Ew={scheme:"urn:uuid",
parse:jw,serialize:Tw,skipNormalize:!0},bn={http:Dd,https:Aw,ws:wn,wss:Nw,urn:Rw,"urn:uuid":Ew};Object.setPrototypeOf(bn,null);function Ri(e){return e&&(bn[e]||
bn[e.toLowerCase()])||void 0}Jd.exports={wsIsSecure:Ni,SCHEMES:bn,isValidSchemeName:Sw,getSchemeHandler:Ri}});var au=de((w$,Sn)=>{"use strict";var{normalizeIPv6:Bd,removeDotSegments:xa,removeDotSegmentsRelative:Gd,recomposeAuthority:Iw,normalizePercentEncoding:Ei,normalizePathEncoding:Mw,
serializePathEncoding:Wd,normalizeQueryFragmentEncoding:Cd,encodeQuery:Lw,encodeFragment:Fw,reescapeHostDelimiters:Vw,isIPv4:Zd,nonSimpleDomain:Uw}=Ai(),{SCHEMES:Qd,
getSchemeHandler:Ii}=zd(),Xd=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Yd="URI scheme is malformed.",vn="URI host is malformed.",Dw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Kd(e){
let t=String(e);if(!Xd.test(t))throw new TypeError(Yd);return t}function Jw(e,t){return typeof e=="string"?e=Qw(e,t):typeof e=="object"&&(e=Pn(ns(e,t),t)),e}function zw(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:m}=kn(e,n),{parsed:u,malformedAuthorityOrPort:y,malformedPercentEncoding:$,malformedSchemeSpecific:_,malformedHost:j,malformedScheme:x}=kn(t,n);
if(i||y||r||$||s||_||p||j||m||x)throw new Error(o.error||u.error||"URI is malformed.");let R=eu(o,u,n,!0),L=Ii(a&&a.scheme||R.scheme),ue=R.host,D=ue!==void 0&&ue!==
""&&(Zd(ue)||Bd(ue).isIPV6);if(ru(R,a||{},L,D))throw new Error(vn);tu(R,a||{},L,D);let H=ue&&ue.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ue);if(R.error&&!H)throw new Error(
R.error);return n.skipEscape=!0,ns(R,n)}function eu(e,t,a,n){let o={};if(n||(e=Pn(ns(e,a),a),t=Pn(ns(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=xa(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=xa(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=xa(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Gd(o.path):xa(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Ww(e,t,a){let n=Hd(e,a),o=Hd(t,a);return n!==void 0&&o!==void 0&&n===o}function ns(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=Kd(a.scheme));let i=Ii(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Ei(a.path):a.path=Wd(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Kd(a.scheme),o.push(a.scheme,":"));let m=Iw(a);if(m!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(m),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?Gd(u):xa(u)),s&&(u=Wd(u,!0)),m===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",Lw(a.query)),a.fragment!==
void 0&&o.push("#",Fw(a.fragment)),o.join("")}var Cw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Kw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Hw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Bw(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function _a(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function $n(e){return e[0]==="["&&e[e.
length-1]==="]"}function Gw(e){let t=e[4];return _a(e[3])||t!==void 0&&!$n(t)&&_a(t)||_a(e[6])||_a(e[7])||_a(e[8])}function tu(e,t,a,n){if(ru(e,t,a,n))return e.
error=e.error||vn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!$n(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&Uw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Zw(o))return e.error=e.error||vn,!0;e.host=o.hostname}
return!1}function ru(e,t,a,n){return!!(e.host&&n===!1&&!$n(e.host)&&(t.domainHost||a&&a.domainHost)&&Dw.test(e.host))}function Zw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function kn(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,m=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let y=e.match(
Kw);y!==null&&y[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(Hw);if($!==null){let j=$[1],x=j.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):j.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let _=e.match(Cw);if(_){n.scheme=_[1],n.userinfo=_[3],n.host=_[4],n.port=parseInt(_[5],10),
n.path=_[6]||"",n.query=_[7],n.fragment=_[8],n.scheme!==void 0&&(Xd.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Yd,m=!0)),i=Gw(_),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=_[5]);let j=Bw(n,_);if(j!==void 0&&(n.error=n.error||j,o=!0),n.host)if(Zd(n.host)===
!1){let L=$n(n.host),ue=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,D=Bd(n.host);u=D.isIPV6||D.isIPVFuture===!0,p=ue&&(!L||D.error===!0),n.host=u?D.host:
D.host.toLowerCase(),p&&(n.error=n.error||vn,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=Ii(a.scheme||n.scheme);if(p||(s=tu(n,a,x,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let R=u?n.host:Ei(n.host,!0);u||(R=Ei(R.toLowerCase())),n.host=u||a.scheme!=="null"?Vw(R,u):R}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
Mw(n.path)),n.query&&(n.query=Cd(n.query)),n.fragment&&(n.fragment=Cd(n.fragment))),x&&x.parse&&(x.parse(n,a),x===Qd.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:m}}
function Pn(e,t){return kn(e,t).parsed}function Qw(e,t){return su(e,t).normalized}function su(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=kn(e,t);return{normalized:n||o||i||r||s?e:ns(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Hd(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
ns(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=su(a,t);
return o||i||r||s||p?void 0:n}var Mi={SCHEMES:Qd,normalize:Jw,resolve:zw,resolveComponent:eu,equal:Ww,serialize:ns,parse:Pn};Sn.exports=Mi;Sn.exports.default=Mi;
Sn.exports.fastUri=Mi});var ou=de(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var nu=au();nu.code='require("ajv/dist/runtime/uri").default';Li.default=nu});var fu=de(Ot=>{"use strict";Object.defineProperty(Ot,"__esModule",{value:!0});Ot.CodeGen=Ot.Name=Ot.nil=Ot.stringify=Ot.str=Ot._=Ot.KeywordCxt=void 0;var Xw=$a();
Object.defineProperty(Ot,"KeywordCxt",{enumerable:!0,get:function(){return Xw.KeywordCxt}});var Es=Ve();Object.defineProperty(Ot,"_",{enumerable:!0,get:function(){
return Es._}});Object.defineProperty(Ot,"str",{enumerable:!0,get:function(){return Es.str}});Object.defineProperty(Ot,"stringify",{enumerable:!0,get:function(){
return Es.stringify}});Object.defineProperty(Ot,"nil",{enumerable:!0,get:function(){return Es.nil}});Object.defineProperty(Ot,"Name",{enumerable:!0,get:function(){
return Es.Name}});Object.defineProperty(Ot,"CodeGen",{enumerable:!0,get:function(){return Es.CodeGen}});var Yw=hn(),uu=Sa(),eb=oi(),qa=gn(),tb=Ve(),Oa=va(),_n=ba(),
Vi=Ge(),iu=Td(),rb=ou(),lu=(e,t)=>new RegExp(e,t);lu.code="new RegExp";var sb=["removeAdditional","useDefaults","coerceTypes"],ab=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),nb={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},ob={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},pu=200;function ib(e){
var t,a,n,o,i,r,s,p,m,u,y,$,_,j,x,R,L,ue,D,H,F,ye,O,we,be;let B=e.strict,V=(t=e.code)===null||t===void 0?void 0:t.optimize,Pe=V===!0||V===void 0?1:V||0,qe=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:lu,ae=(o=e.uriResolver)!==null&&o!==void 0?o:rb.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:B)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:B)!==null&&p!==void 0?p:!0,strictTypes:(u=(m=e.strictTypes)!==
null&&m!==void 0?m:B)!==null&&u!==void 0?u:"log",strictTuples:($=(y=e.strictTuples)!==null&&y!==void 0?y:B)!==null&&$!==void 0?$:"log",strictRequired:(j=(_=e.strictRequired)!==
null&&_!==void 0?_:B)!==null&&j!==void 0?j:!1,code:e.code?{...e.code,optimize:Pe,regExp:qe}:{optimize:Pe,regExp:qe},loopRequired:(x=e.loopRequired)!==null&&x!==
void 0?x:pu,loopEnum:(R=e.loopEnum)!==null&&R!==void 0?R:pu,meta:(L=e.meta)!==null&&L!==void 0?L:!0,messages:(ue=e.messages)!==null&&ue!==void 0?ue:!0,inlineRefs:(D=
e.inlineRefs)!==null&&D!==void 0?D:!0,schemaId:(H=e.schemaId)!==null&&H!==void 0?H:"$id",addUsedSchema:(F=e.addUsedSchema)!==null&&F!==void 0?F:!0,validateSchema:(ye=
e.validateSchema)!==null&&ye!==void 0?ye:!0,validateFormats:(O=e.validateFormats)!==null&&O!==void 0?O:!0,unicodeRegExp:(we=e.unicodeRegExp)!==null&&we!==void 0?
we:!0,int32range:(be=e.int32range)!==null&&be!==void 0?be:!0,uriResolver:ae}}var ja=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...ib(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new tb.ValueScope(
{scope:{},prefixes:ab,es5:a,lines:n}),this.logger=mb(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,eb.getRules)(),cu.call(this,nb,t,"NOT \
SUPPORTED"),cu.call(this,ob,t,"DEPRECATED","warn"),this._metaOpts=ub.call(this),t.formats&&cb.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&db.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),pb.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=iu;n==="id"&&(o={...iu},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(u,y){await i.call(this,u.$schema);let $=this._addSchema(u,y);return $.validate||r.
call(this,$)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(y){if(!(y instanceof
uu.default))throw y;return s.call(this,y),await p.call(this,y.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:y}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${y} cannot be resolved`)}async function p(u){let y=await m.call(this,u);this.refs[u]||await i.call(this,y.$schema),this.refs[u]||
this.addSchema(y,u,a)}async function m(u){let y=this._loading[u];if(y)return y;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Oa.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=du.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new qa.SchemaEnv({schema:{},schemaId:n});if(a=qa.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=du.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Oa.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(hb.call(this,n,a),!a)return(0,Vi.eachItem)(n,i=>Fi.call(this,i)),this;gb.call(this,a);let o={...a,type:(0,_n.getJSONTypes)(
a.type),schemaType:(0,_n.getJSONTypes)(a.schemaType)};return(0,Vi.eachItem)(n,o.type.length===0?i=>Fi.call(this,i,o):i=>o.type.forEach(r=>Fi.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:m}=p.definition,u=r[s];m&&u&&(r[s]=mu(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Oa.normalizeId)(r||n);let m=Oa.getSchemaRefs.call(this,t,n);return p=new qa.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:m}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):qa.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{qa.compileSchema.call(this,t)}finally{this.opts=a}}};ja.ValidationError=Yw.default;ja.MissingRefError=uu.default;Ot.default=ja;
function cu(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function du(e){return e=(0,Oa.normalizeId)(e),this.schemas[e]||
this.refs[e]}function pb(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function cb(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function db(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function ub(){let e={...this.opts};for(let t of sb)
delete e[t];return e}var lb={log(){},warn(){},error(){}};function mb(e){if(e===!1)return lb;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var fb=/^[a-z_$][a-z0-9_$:-]*$/i;function hb(e,t){let{RULES:a}=this;if((0,Vi.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!fb.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Fi(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,_n.getJSONTypes)(t.type),schemaType:(0,_n.getJSONTypes)(t.schemaType)}};t.before?yb.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function yb(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function gb(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=mu(t)),e.validateSchema=
this.compile(t,!0))}var wb={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function mu(e){return{anyOf:[e,wb]}}});var hu=de(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var bb={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Ui.default=bb});var bu=de(os=>{"use strict";Object.defineProperty(os,"__esModule",{value:!0});os.callRef=os.getValidate=void 0;var vb=Sa(),yu=Gt(),Jt=Ve(),Is=xr(),gu=gn(),xn=Ge(),
kb={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:m}=i;if((a==="#"||a==="#/")&&
o===m.baseId)return y();let u=gu.resolveRef.call(p,m,o,a);if(u===void 0)throw new vb.default(n.opts.uriResolver,o,a);if(u instanceof gu.SchemaEnv)return $(u);return _(
u);function y(){if(i===m)return qn(e,r,i,i.$async);let j=t.scopeValue("root",{ref:m});return qn(e,(0,Jt._)`${j}.validate`,m,m.$async)}function $(j){let x=wu(e,j);
qn(e,x,j,j.$async)}function _(j){let x=t.scopeValue("schema",s.code.source===!0?{ref:j,code:(0,Jt.stringify)(j)}:{ref:j}),R=t.name("valid"),L=e.subschema({schema:j,
dataTypes:[],schemaPath:Jt.nil,topSchemaRef:x,errSchemaPath:a},R);e.mergeEvaluated(L),e.ok(R)}}};function wu(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Jt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}os.getValidate=wu;function qn(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,m=p.passContext?Is.default.this:Jt.nil;n?u():y();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let j=o.let("vali\
d");o.try(()=>{o.code((0,Jt._)`await ${(0,yu.callValidateCode)(e,t,m)}`),_(t),r||o.assign(j,!0)},x=>{o.if((0,Jt._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),$(x),r||o.assign(j,!1)}),e.ok(j)}function y(){e.result((0,yu.callValidateCode)(e,t,m),()=>_(t),()=>$(t))}function $(j){let x=(0,Jt._)`${j}.errors`;o.assign(
Is.default.vErrors,(0,Jt._)`${Is.default.vErrors} === null ? ${x} : ${Is.default.vErrors}.concat(${x})`),o.assign(Is.default.errors,(0,Jt._)`${Is.default.vErrors}.length`)}
function _(j){var x;if(!i.opts.unevaluated)return;let R=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(R&&!R.dynamicProps)R.props!==void 0&&
(i.props=xn.mergeEvaluated.props(o,R.props,i.props));else{let L=o.var("props",(0,Jt._)`${j}.evaluated.props`);i.props=xn.mergeEvaluated.props(o,L,i.props,Jt.Name)}
if(i.items!==!0)if(R&&!R.dynamicItems)R.items!==void 0&&(i.items=xn.mergeEvaluated.items(o,R.items,i.items));else{let L=o.var("items",(0,Jt._)`${j}.evaluated.items`);
i.items=xn.mergeEvaluated.items(o,L,i.items,Jt.Name)}}}os.callRef=qn;os.default=kb});var vu=de(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var Pb=hu(),$b=bu(),Sb=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Pb.default,$b.default];Di.default=Sb});var ku=de(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var On=Ve(),Jr=On.operators,jn={maximum:{okStr:"<=",ok:Jr.LTE,fail:Jr.GT},minimum:{
okStr:">=",ok:Jr.GTE,fail:Jr.LT},exclusiveMaximum:{okStr:"<",ok:Jr.LT,fail:Jr.GTE},exclusiveMinimum:{okStr:">",ok:Jr.GT,fail:Jr.LTE}},_b={message:({keyword:e,schemaCode:t})=>(0,On.
str)`must be ${jn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,On._)`{comparison: ${jn[e].okStr}, limit: ${t}}`},xb={keyword:Object.keys(jn),type:"numb\
er",schemaType:"number",$data:!0,error:_b,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,On._)`${a} ${jn[t].fail} ${n} || isNaN(${a})`)}};Ji.default=
xb});var Pu=de(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var Ta=Ve(),qb={message:({schemaCode:e})=>(0,Ta.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Ta._)`{multipleOf: ${e}}`},Ob={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:qb,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Ta._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Ta._)`${r} !== parseInt(${r})`;e.fail$data((0,Ta.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};zi.default=Ob});var $u=de(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var is=Ve(),jb=Ge(),Tb=jo(),Ab={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,is.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,is._)`{limit: ${e}}`},Nb={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Ab,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?is.operators.GT:is.operators.LT,
r=o.opts.unicode===!1?(0,is._)`${a}.length`:(0,is._)`${(0,jb.useFunc)(e.gen,Tb.default)}(${a})`;e.fail$data((0,is._)`${r} ${i} ${n}`)}};Wi.default=Nb});var Su=de(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var Rb=Gt(),Eb=Ge(),Ms=Ve(),Ib={message:({schemaCode:e})=>(0,Ms.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Ms._)`{pattern: ${e}}`},Mb={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Ib,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,m=p.code==="new RegExp"?(0,Ms._)`new RegExp`:(0,Eb.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,Ms._)`${m}(${i}, ${s}).test(${a})`),()=>t.assign(u,!1)),e.fail$data((0,Ms._)`!${u}`)}else{let p=(0,Rb.usePattern)(e,o);e.fail$data(
(0,Ms._)`!${p}.test(${a})`)}}};Ci.default=Mb});var _u=de(Ki=>{"use strict";Object.defineProperty(Ki,"__esModule",{value:!0});var Aa=Ve(),Lb={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Aa.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Aa._)`{limit: ${e}}`},Fb={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Lb,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Aa.operators.GT:Aa.operators.LT;e.fail$data(
(0,Aa._)`Object.keys(${a}).length ${o} ${n}`)}};Ki.default=Fb});var xu=de(Hi=>{"use strict";Object.defineProperty(Hi,"__esModule",{value:!0});var Na=Gt(),Ra=Ve(),Vb=Ge(),Ub={message:({params:{missingProperty:e}})=>(0,Ra.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Ra._)`{missingProperty: ${e}}`},Db={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Ub,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?m():u(),s.strictRequired){
let _=e.parentSchema.properties,{definedProperties:j}=e.it;for(let x of a)if(_?.[x]===void 0&&!j.has(x)){let R=r.schemaEnv.baseId+r.errSchemaPath,L=`required pr\
operty "${x}" is not defined at "${R}" (strictRequired)`;(0,Vb.checkStrictMode)(r,L,r.opts.strictRequired)}}function m(){if(p||i)e.block$data(Ra.nil,y);else for(let _ of a)
(0,Na.checkReportMissingProp)(e,_)}function u(){let _=t.let("missing");if(p||i){let j=t.let("valid",!0);e.block$data(j,()=>$(_,j)),e.ok(j)}else t.if((0,Na.checkMissingProp)(
e,a,_)),(0,Na.reportMissingProp)(e,_),t.else()}function y(){t.forOf("prop",n,_=>{e.setParams({missingProperty:_}),t.if((0,Na.noPropertyInData)(t,o,_,s.ownProperties),
()=>e.error())})}function $(_,j){e.setParams({missingProperty:_}),t.forOf(_,n,()=>{t.assign(j,(0,Na.propertyInData)(t,o,_,s.ownProperties)),t.if((0,Ra.not)(j),()=>{
e.error(),t.break()})},Ra.nil)}}};Hi.default=Db});var qu=de(Bi=>{"use strict";Object.defineProperty(Bi,"__esModule",{value:!0});var Ea=Ve(),Jb={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Ea.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Ea._)`{limit: ${e}}`},zb={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:Jb,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Ea.operators.GT:Ea.operators.LT;e.fail$data((0,Ea._)`${a}.length ${o} ${n}`)}};
Bi.default=zb});var Tn=de(Gi=>{"use strict";Object.defineProperty(Gi,"__esModule",{value:!0});var Ou=fi();Ou.code='require("ajv/dist/runtime/equal").default';Gi.default=Ou});var ju=de(Qi=>{"use strict";Object.defineProperty(Qi,"__esModule",{value:!0});var Zi=ba(),jt=Ve(),Wb=Ge(),Cb=Tn(),Kb={message:({params:{i:e,j:t}})=>(0,jt.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,jt._)`{i: ${e}, j: ${t}}`},Hb={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Kb,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),m=i.items?(0,Zi.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,jt._)`${r} === false`),
e.ok(p);function u(){let j=t.let("i",(0,jt._)`${a}.length`),x=t.let("j");e.setParams({i:j,j:x}),t.assign(p,!0),t.if((0,jt._)`${j} > 1`,()=>(y()?$:_)(j,x))}function y(){
return m.length>0&&!m.some(j=>j==="object"||j==="array")}function $(j,x){let R=t.name("item"),L=(0,Zi.checkDataTypes)(m,R,s.opts.strictNumbers,Zi.DataType.Wrong),
ue=t.const("indices",(0,jt._)`{}`);t.for((0,jt._)`;${j}--;`,()=>{t.let(R,(0,jt._)`${a}[${j}]`),t.if(L,(0,jt._)`continue`),m.length>1&&t.if((0,jt._)`typeof ${R} == "string"`,
(0,jt._)`${R} += "_"`),t.if((0,jt._)`typeof ${ue}[${R}] == "number"`,()=>{t.assign(x,(0,jt._)`${ue}[${R}]`),e.error(),t.assign(p,!1).break()}).code((0,jt._)`${ue}[${R}] = ${j}`)})}
function _(j,x){let R=(0,Wb.useFunc)(t,Cb.default),L=t.name("outer");t.label(L).for((0,jt._)`;${j}--;`,()=>t.for((0,jt._)`${x} = ${j}; ${x}--;`,()=>t.if((0,jt._)`${R}(${a}[${j}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(L)})))}}};Qi.default=Hb});var Tu=de(Yi=>{"use strict";Object.defineProperty(Yi,"__esModule",{value:!0});var Xi=Ve(),Bb=Ge(),Gb=Tn(),Zb={message:"must be equal to constant",params:({schemaCode:e})=>(0,Xi.
_)`{allowedValue: ${e}}`},Qb={keyword:"const",$data:!0,error:Zb,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,Xi.
_)`!${(0,Bb.useFunc)(t,Gb.default)}(${a}, ${o})`):e.fail((0,Xi._)`${i} !== ${a}`)}};Yi.default=Qb});var Au=de(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var Ia=Ve(),Xb=Ge(),Yb=Tn(),ev={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Ia._)`{allowedValues: ${e}}`},tv={keyword:"enum",schemaType:"array",$data:!0,error:ev,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,m=()=>p??(p=(0,Xb.useFunc)(t,Yb.default)),u;if(s||
n)u=t.let("valid"),e.block$data(u,y);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let _=t.const("vSchema",i);u=(0,Ia.or)(...o.map((j,x)=>$(
_,x)))}e.pass(u);function y(){t.assign(u,!1),t.forOf("v",i,_=>t.if((0,Ia._)`${m()}(${a}, ${_})`,()=>t.assign(u,!0).break()))}function $(_,j){let x=o[j];return typeof x==
"object"&&x!==null?(0,Ia._)`${m()}(${a}, ${_}[${j}])`:(0,Ia._)`${a} === ${x}`}}};ep.default=tv});var Nu=de(tp=>{"use strict";Object.defineProperty(tp,"__esModule",{value:!0});var rv=ku(),sv=Pu(),av=$u(),nv=Su(),ov=_u(),iv=xu(),pv=qu(),cv=ju(),dv=Tu(),uv=Au(),
lv=[rv.default,sv.default,av.default,nv.default,ov.default,iv.default,pv.default,cv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},dv.default,uv.default];tp.default=lv});var sp=de(Ma=>{"use strict";Object.defineProperty(Ma,"__esModule",{value:!0});Ma.validateAdditionalItems=void 0;var ps=Ve(),rp=Ge(),mv={message:({params:{len:e}})=>(0,ps.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,ps._)`{limit: ${e}}`},fv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:mv,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,rp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Ru(e,n)}};function Ru(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,ps._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,ps._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,rp.alwaysValidSchema)(r,n)){let m=a.var("valid",(0,ps.
_)`${s} <= ${t.length}`);a.if((0,ps.not)(m),()=>p(m)),e.ok(m)}function p(m){a.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:rp.Type.
Num},m),r.allErrors||a.if((0,ps.not)(m),()=>a.break())})}}Ma.validateAdditionalItems=Ru;Ma.default=fv});var ap=de(La=>{"use strict";Object.defineProperty(La,"__esModule",{value:!0});La.validateTuple=void 0;var Eu=Ve(),An=Ge(),hv=Gt(),yv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Iu(e,"additionalItems",t);a.items=!0,!(0,An.
alwaysValidSchema)(a,t)&&e.ok((0,hv.validateArray)(e))}};function Iu(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=An.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),m=n.const("len",(0,Eu._)`${i}.length`);a.forEach((y,$)=>{(0,An.
alwaysValidSchema)(s,y)||(n.if((0,Eu._)`${m} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function u(y){let{opts:$,errSchemaPath:_}=s,
j=a.length,x=j===y.minItems&&(j===y.maxItems||y[t]===!1);if($.strictTuples&&!x){let R=`"${r}" is ${j}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${_}"`;(0,An.checkStrictMode)(s,R,$.strictTuples)}}}La.validateTuple=Iu;La.default=yv});var Mu=de(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var gv=ap(),wv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,gv.validateTuple)(e,"items")};np.default=wv});var Fu=de(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var Lu=Ve(),bv=Ge(),vv=Gt(),kv=sp(),Pv={message:({params:{len:e}})=>(0,Lu.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Lu._)`{limit: ${e}}`},$v={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Pv,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,bv.alwaysValidSchema)(n,t)&&(o?(0,kv.validateAdditionalItems)(e,o):e.ok((0,vv.validateArray)(e)))}};op.default=
$v});var Vu=de(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var Qt=Ve(),Nn=Ge(),Sv={message:({params:{min:e,max:t}})=>t===void 0?(0,Qt.str)`must contain at least ${e} valid item(s)`:
(0,Qt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Qt._)`{minContains: ${e}}`:(0,Qt._)`{minContains: ${e}, maxContains: ${t}}`},
_v={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Sv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:m}=n;i.opts.next?(r=p===void 0?1:p,s=m):r=1;let u=t.const("len",(0,Qt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Nn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Nn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Nn.alwaysValidSchema)(i,a)){let x=(0,Qt._)`${u} >= ${r}`;s!==void 0&&(x=(0,Qt._)`${x} && ${u} <= ${s}`),
e.pass(x);return}i.items=!0;let y=t.name("valid");s===void 0&&r===1?_(y,()=>t.if(y,()=>t.break())):r===0?(t.let(y,!0),s!==void 0&&t.if((0,Qt._)`${o}.length > 0`,
$)):(t.let(y,!1),$()),e.result(y,()=>e.reset());function $(){let x=t.name("_valid"),R=t.let("count",0);_(x,()=>t.if(x,()=>j(R)))}function _(x,R){t.forRange("i",
0,u,L=>{e.subschema({keyword:"contains",dataProp:L,dataPropType:Nn.Type.Num,compositeRule:!0},x),R()})}function j(x){t.code((0,Qt._)`${x}++`),s===void 0?t.if((0,Qt.
_)`${x} >= ${r}`,()=>t.assign(y,!0).break()):(t.if((0,Qt._)`${x} > ${s}`,()=>t.assign(y,!1).break()),r===1?t.assign(y,!0):t.if((0,Qt._)`${x} >= ${r}`,()=>t.assign(
y,!0)))}}};ip.default=_v});var Ju=de(yr=>{"use strict";Object.defineProperty(yr,"__esModule",{value:!0});yr.validateSchemaDeps=yr.validatePropertyDeps=yr.error=void 0;var pp=Ve(),xv=Ge(),
Fa=Gt();yr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,pp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,pp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var qv={keyword:"dependencies",type:"object",schemaType:"object",error:yr.error,code(e){let[t,a]=Ov(e);Uu(e,t),Du(e,a)}};function Ov({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Uu(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Fa.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let m of s)(0,Fa.checkReportMissingProp)(e,m)}):(a.if((0,pp._)`${p} && (${(0,Fa.
checkMissingProp)(e,s,i)})`),(0,Fa.reportMissingProp)(e,i),a.else())}}yr.validatePropertyDeps=Uu;function Du(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,xv.alwaysValidSchema)(i,t[s])||(a.if((0,Fa.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}yr.validateSchemaDeps=Du;yr.default=qv});var Wu=de(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var zu=Ve(),jv=Ge(),Tv={message:"property name must be valid",params:({params:e})=>(0,zu.
_)`{propertyName: ${e.propertyName}}`},Av={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Tv,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,jv.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,zu.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};cp.default=Av});var up=de(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var Rn=Gt(),pr=Ve(),Nv=xr(),En=Ge(),Rv={message:"must NOT have additional properti\
es",params:({params:e})=>(0,pr._)`{additionalProperty: ${e.additionalProperty}}`},Ev={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:Rv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,En.alwaysValidSchema)(r,a))return;let m=(0,Rn.allSchemaProperties)(n.properties),u=(0,Rn.
allSchemaProperties)(n.patternProperties);y(),e.ok((0,pr._)`${i} === ${Nv.default.errors}`);function y(){t.forIn("key",o,R=>{!m.length&&!u.length?j(R):t.if($(R),
()=>j(R))})}function $(R){let L;if(m.length>8){let ue=(0,En.schemaRefOrVal)(r,n.properties,"properties");L=(0,Rn.isOwnProperty)(t,ue,R)}else m.length?L=(0,pr.or)(
...m.map(ue=>(0,pr._)`${R} === ${ue}`)):L=pr.nil;return u.length&&(L=(0,pr.or)(L,...u.map(ue=>(0,pr._)`${(0,Rn.usePattern)(e,ue)}.test(${R})`))),(0,pr.not)(L)}function _(R){
t.code((0,pr._)`delete ${o}[${R}]`)}function j(R){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){_(R);return}if(a===!1){e.setParams({additionalProperty:R}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,En.alwaysValidSchema)(r,a)){let L=t.name("valid");p.removeAdditional==="failing"?(x(R,L,!1),t.if((0,pr.
not)(L),()=>{e.reset(),_(R)})):(x(R,L),s||t.if((0,pr.not)(L),()=>t.break()))}}function x(R,L,ue){let D={keyword:"additionalProperties",dataProp:R,dataPropType:En.
Type.Str};ue===!1&&Object.assign(D,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(D,L)}}};dp.default=Ev});var Hu=de(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Iv=$a(),Cu=Gt(),lp=Ge(),Ku=up(),Mv={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Ku.default.code(new Iv.KeywordCxt(
i,Ku.default,"additionalProperties"));let r=(0,Cu.allSchemaProperties)(a);for(let y of r)i.definedProperties.add(y);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=lp.mergeEvaluated.props(t,(0,lp.toHash)(r),i.props));let s=r.filter(y=>!(0,lp.alwaysValidSchema)(i,a[y]));if(s.length===0)return;let p=t.name("valid");
for(let y of s)m(y)?u(y):(t.if((0,Cu.propertyInData)(t,o,y,i.opts.ownProperties)),u(y),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(y),
e.ok(p);function m(y){return i.opts.useDefaults&&!i.compositeRule&&a[y].default!==void 0}function u(y){e.subschema({keyword:"properties",schemaProp:y,dataProp:y},
p)}}};mp.default=Mv});var Qu=de(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Bu=Gt(),In=Ve(),Gu=Ge(),Zu=Ge(),Lv={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,Bu.allSchemaProperties)(a),p=s.filter(x=>(0,Gu.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let m=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name(
"valid");i.props!==!0&&!(i.props instanceof In.Name)&&(i.props=(0,Zu.evaluatedPropsToName)(t,i.props));let{props:y}=i;$();function $(){for(let x of s)m&&_(x),i.
allErrors?j(x):(t.var(u,!0),j(x),t.if(u))}function _(x){for(let R in m)new RegExp(x).test(R)&&(0,Gu.checkStrictMode)(i,`property ${R} matches pattern ${x} (use \
allowMatchingProperties)`)}function j(x){t.forIn("key",n,R=>{t.if((0,In._)`${(0,Bu.usePattern)(e,x)}.test(${R})`,()=>{let L=p.includes(x);L||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:R,dataPropType:Zu.Type.Str},u),i.opts.unevaluated&&y!==!0?t.assign((0,In._)`${y}[${R}]`,!0):!L&&!i.allErrors&&t.if((0,In.
not)(u),()=>t.break())})})}}};fp.default=Lv});var Xu=de(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var Fv=Ge(),Vv={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,Fv.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};hp.default=Vv});var Yu=de(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var Uv=Gt(),Dv={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Uv.validateUnion,
error:{message:"must match a schema in anyOf"}};yp.default=Dv});var el=de(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var Mn=Ve(),Jv=Ge(),zv={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Mn._)`{passingSchemas: ${e.passing}}`},Wv={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:zv,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(m),e.result(r,()=>e.reset(),()=>e.error(!0));function m(){i.forEach((u,y)=>{let $;(0,Jv.alwaysValidSchema)(o,
u)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:y,compositeRule:!0},p),y>0&&t.if((0,Mn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Mn._)`[${s}, ${y}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,y),$&&e.mergeEvaluated($,Mn.Name)})})}}};gp.default=Wv});var tl=de(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var Cv=Ge(),Kv={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,Cv.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};wp.default=Kv});var al=de(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var Ln=Ve(),sl=Ge(),Hv={message:({params:e})=>(0,Ln.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Ln._)`{failingKeyword: ${e.ifClause}}`},Bv={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Hv,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,sl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=rl(n,"then"),i=rl(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,m("then",u),m("else",u))}else o?t.if(
s,m("then")):t.if((0,Ln.not)(s),m("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function m(u,y){return()=>{let $=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated($,r),y?t.assign(y,(0,Ln._)`${u}`):e.setParams(
{ifClause:u})}}}};function rl(e,t){let a=e.schema[t];return a!==void 0&&!(0,sl.alwaysValidSchema)(e,a)}bp.default=Bv});var nl=de(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var Gv=Ge(),Zv={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,Gv.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};vp.default=Zv});var ol=de(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var Qv=sp(),Xv=Mu(),Yv=ap(),e1=Fu(),t1=Vu(),r1=Ju(),s1=Wu(),a1=up(),n1=Hu(),o1=Qu(),
i1=Xu(),p1=Yu(),c1=el(),d1=tl(),u1=al(),l1=nl();function m1(e=!1){let t=[i1.default,p1.default,c1.default,d1.default,u1.default,l1.default,s1.default,a1.default,
r1.default,n1.default,o1.default];return e?t.push(Xv.default,e1.default):t.push(Qv.default,Yv.default),t.push(t1.default),t}kp.default=m1});var il=de(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var kt=Ve(),f1={message:({schemaCode:e})=>(0,kt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,kt._)`{format: ${e}}`},h1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:f1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:m,schemaEnv:u,self:y}=s;if(!p.validateFormats)return;o?$():_();function $(){let j=a.scopeValue("formats",{ref:y.
formats,code:p.code.formats}),x=a.const("fDef",(0,kt._)`${j}[${r}]`),R=a.let("fType"),L=a.let("format");a.if((0,kt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(R,(0,kt._)`${x}.type || "string"`).assign(L,(0,kt._)`${x}.validate`),()=>a.assign(R,(0,kt._)`"string"`).assign(L,x)),e.fail$data((0,kt.or)(ue(),D()));
function ue(){return p.strictSchema===!1?kt.nil:(0,kt._)`${r} && !${L}`}function D(){let H=u.$async?(0,kt._)`(${x}.async ? await ${L}(${n}) : ${L}(${n}))`:(0,kt.
_)`${L}(${n})`,F=(0,kt._)`(typeof ${L} == "function" ? ${H} : ${L}.test(${n}))`;return(0,kt._)`${L} && ${L} !== true && ${R} === ${t} && !${F}`}}function _(){let j=y.
formats[i];if(!j){ue();return}if(j===!0)return;let[x,R,L]=D(j);x===t&&e.pass(H());function ue(){if(p.strictSchema===!1){y.logger.warn(F());return}throw new Error(
F());function F(){return`unknown format "${i}" ignored in schema at path "${m}"`}}function D(F){let ye=F instanceof RegExp?(0,kt.regexpCode)(F):p.code.formats?(0,kt.
_)`${p.code.formats}${(0,kt.getProperty)(i)}`:void 0,O=a.scopeValue("formats",{key:i,ref:F,code:ye});return typeof F=="object"&&!(F instanceof RegExp)?[F.type||
"string",F.validate,(0,kt._)`${O}.validate`]:["string",F,O]}function H(){if(typeof j=="object"&&!(j instanceof RegExp)&&j.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,kt._)`await ${L}(${n})`}return typeof R=="function"?(0,kt._)`${L}(${n})`:(0,kt._)`${L}.test(${n})`}}}};Pp.default=h1});var pl=de($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var y1=il(),g1=[y1.default];$p.default=g1});var cl=de(Ls=>{"use strict";Object.defineProperty(Ls,"__esModule",{value:!0});Ls.contentVocabulary=Ls.metadataVocabulary=void 0;Ls.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Ls.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var ul=de(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var w1=vu(),b1=Nu(),v1=ol(),k1=pl(),dl=cl(),P1=[w1.default,b1.default,(0,v1.default)(),
k1.default,dl.metadataVocabulary,dl.contentVocabulary];Sp.default=P1});var ml=de(Fn=>{"use strict";Object.defineProperty(Fn,"__esModule",{value:!0});Fn.DiscrError=void 0;var ll;(function(e){e.Tag="tag",e.Mapping="mapping"})(ll||(Fn.
DiscrError=ll={}))});var hl=de(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var Fs=Ve(),_p=ml(),fl=gn(),$1=Sa(),S1=Ge(),_1={message:({params:{discrError:e,tagName:t}})=>e===
_p.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Fs._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
x1={keyword:"discriminator",type:"object",schemaType:"object",error:_1,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),m=t.
const("tag",(0,Fs._)`${a}${(0,Fs.getProperty)(s)}`);t.if((0,Fs._)`typeof ${m} == "string"`,()=>u(),()=>e.error(!1,{discrError:_p.DiscrError.Tag,tag:m,tagName:s})),
e.ok(p);function u(){let _=$();t.if(!1);for(let j in _)t.elseIf((0,Fs._)`${m} === ${j}`),t.assign(p,y(_[j]));t.else(),e.error(!1,{discrError:_p.DiscrError.Mapping,
tag:m,tagName:s}),t.endIf()}function y(_){let j=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:_},j);return e.mergeEvaluated(x,Fs.Name),j}function $(){
var _;let j={},x=L(o),R=!0;for(let H=0;H<r.length;H++){let F=r[H];if(F?.$ref&&!(0,S1.schemaHasRulesButRef)(F,i.self.RULES)){let O=F.$ref;if(F=fl.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,O),F instanceof fl.SchemaEnv&&(F=F.schema),F===void 0)throw new $1.default(i.opts.uriResolver,i.baseId,O)}let ye=(_=F?.properties)===
null||_===void 0?void 0:_[s];if(typeof ye!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);R=R&&
(x||L(F)),ue(ye,H)}if(!R)throw new Error(`discriminator: "${s}" must be required`);return j;function L({required:H}){return Array.isArray(H)&&H.includes(s)}function ue(H,F){
if(H.const)D(H.const,F);else if(H.enum)for(let ye of H.enum)D(ye,F);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function D(H,F){
if(typeof H!="string"||H in j)throw new Error(`discriminator: "${s}" values must be unique strings`);j[H]=F}}}};xp.default=x1});var yl=de((nS,q1)=>{q1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Xt=de((ut,qp)=>{"use strict";Object.defineProperty(ut,"__esModule",{value:!0});ut.MissingRefError=ut.ValidationError=ut.CodeGen=ut.Name=ut.nil=ut.stringify=
ut.str=ut._=ut.KeywordCxt=ut.Ajv=void 0;var O1=fu(),j1=ul(),T1=hl(),gl=yl(),A1=["/properties"],Vn="http://json-schema.org/draft-07/schema",Vs=class extends O1.default{_addVocabularies(){
super._addVocabularies(),j1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(T1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(gl,A1):gl;this.addMetaSchema(t,Vn,!1),this.refs["http://json-schema.org/schema"]=Vn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Vn)?Vn:void 0)}};ut.Ajv=Vs;qp.exports=ut=Vs;qp.exports.Ajv=Vs;Object.defineProperty(ut,"__esMo\
dule",{value:!0});ut.default=Vs;var N1=$a();Object.defineProperty(ut,"KeywordCxt",{enumerable:!0,get:function(){return N1.KeywordCxt}});var Us=Ve();Object.defineProperty(
ut,"_",{enumerable:!0,get:function(){return Us._}});Object.defineProperty(ut,"str",{enumerable:!0,get:function(){return Us.str}});Object.defineProperty(ut,"stri\
ngify",{enumerable:!0,get:function(){return Us.stringify}});Object.defineProperty(ut,"nil",{enumerable:!0,get:function(){return Us.nil}});Object.defineProperty(
ut,"Name",{enumerable:!0,get:function(){return Us.Name}});Object.defineProperty(ut,"CodeGen",{enumerable:!0,get:function(){return Us.CodeGen}});var R1=hn();Object.
defineProperty(ut,"ValidationError",{enumerable:!0,get:function(){return R1.default}});var E1=Sa();Object.defineProperty(ut,"MissingRefError",{enumerable:!0,get:function(){
return E1.default}})});var Qf=zt(dc());import{models as tP}from"./models.js";function Qa(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,m=0,u=0,y=0;function $(D,H){let F=0,ye=0;for(;F<D||!H;){let O=e.charCodeAt(n);if(O>=48&&O<=57)ye=ye*
16+O-48;else if(O>=65&&O<=70)ye=ye*16+O-65+10;else if(O>=97&&O<=102)ye=ye*16+O-97+10;else break;n++,F++}return F<D&&(ye=-1),ye}function _(D){n=D,o="",i=0,r=16,y=
0}function j(){let D=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Ps(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&Ps(e.
charCodeAt(n)))for(n++;n<e.length&&Ps(e.charCodeAt(n));)n++;else return y=3,e.substring(D,n);let H=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Ps(e.charCodeAt(n))){for(n++;n<e.length&&Ps(e.charCodeAt(n));)n++;H=n}else y=3;
return e.substring(D,H)}function x(){let D="",H=n;for(;;){if(n>=a){D+=e.substring(H,n),y=2;break}let F=e.charCodeAt(n);if(F===34){D+=e.substring(H,n),n++;break}
if(F===92){if(D+=e.substring(H,n),n++,n>=a){y=2;break}switch(e.charCodeAt(n++)){case 34:D+='"';break;case 92:D+="\\";break;case 47:D+="/";break;case 98:D+="\b";
break;case 102:D+="\f";break;case 110:D+=`
`;break;case 114:D+="\r";break;case 116:D+="	";break;case 117:let O=$(4,!0);O>=0?D+=String.fromCharCode(O):y=4;break;default:y=5}H=n;continue}if(F>=0&&F<=31)if(ca(
F)){D+=e.substring(H,n),y=2;break}else y=6;n++}return D}function R(){if(o="",y=0,i=n,p=s,u=m,n>=a)return i=a,r=17;let D=e.charCodeAt(n);if(No(D)){do n++,o+=String.
fromCharCode(D),D=e.charCodeAt(n);while(No(D));return r=15}if(ca(D))return n++,o+=String.fromCharCode(D),D===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,m=n,r=14;switch(D){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let H=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ca(e.charCodeAt(n));)n++;return o=e.substring(H,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let F=a-1,ye=!1;for(;n<F;){let O=e.charCodeAt(n);if(O===42&&e.charCodeAt(n+1)===47){n+=2,ye=!0;break}n++,ca(O)&&(O===13&&e.charCodeAt(n)===10&&n++,
s++,m=n)}return ye||(n++,y=1),o=e.substring(H,n),r=13}return o+=String.fromCharCode(D),n++,r=16;case 45:if(o+=String.fromCharCode(D),n++,n===a||!Ps(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=j(),r=11;default:for(;n<a&&L(D);)n++,D=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(D),n++,r=16}}
function L(D){if(No(D)||ca(D))return!1;switch(D){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ue(){let D;do D=R();while(D>=
12&&D<=15);return D}return{setPosition:_,getPosition:()=>n,scan:t?ue:R,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>y}}function No(e){return e===32||e===9}function ca(e){return e===10||e===13}function Ps(e){return e>=48&&e<=57}
var uc;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(uc||(uc={}));var qh=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),$s=200,Oh={" ":{"\n":new Array($s).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array($s).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array($s).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array($s).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array($s).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array($s).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var Xa;(function(e){e.DEFAULT={allowTrailingComma:!1}})(Xa||(Xa={}));function lc(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,m,u,y){i.value=p,i.offset=m,i.length=u,i.type=y,i.colonOffset=void 0,o=i}try{Io(e,{onObjectBegin:(p,m)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,m,u)=>{if(t<m||(s(p,m,u,"property"),a[a.length-1]=p,t<=m+u))throw n},onObjectEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,m)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,m,u)=>{if(t<m||(s(p,m,u,mc(p)),t<=m+u))throw n},onSeparator:(p,m,u)=>{
if(t<=m)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=m,r=!1,o=void 0;else if(p===","){let y=a[a.length-1];typeof y=="number"?a[a.length-1]=y+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let m=0;for(let u=0;m<p.length&&u<a.length;u++)
if(p[m]===a[u]||p[m]==="*")m++;else if(p[m]!=="**")return!1;return m===p.length}}}function Ro(e,t=[],a=Xa.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Io(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,m,u)=>{
n=i({type:"property",offset:m,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:m,length:u,parent:n})},onObjectEnd:(p,m)=>{o(p+m),n.
length=p+m-n.offset,n=n.parent,o(p+m)},onArrayBegin:(p,m)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,m)=>{n.length=p+m-n.offset,
n=n.parent,o(p+m)},onLiteralValue:(p,m,u)=>{i({type:mc(p),offset:m,length:u,parent:n,value:p}),o(m+u)},onSeparator:(p,m,u)=>{n.type==="property"&&(p===":"?n.colonOffset=
m:p===","&&o(m))},onError:(p,m,u)=>{t.push({error:p,offset:m,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function Eo(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function Ya(e){switch(e.type){case"array":return e.children.map(Ya);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=Ya(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Io(e,t,a=Xa.DEFAULT){let n=Qa(e,!1),o=[],i=0;function r(ae){return ae?()=>i===0&&ae(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(ae){return ae?z=>i===0&&ae(z,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(ae){return ae?
z=>i===0&&ae(z,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function m(ae){return ae?()=>{i>0?i++:
ae(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(ae){return ae?()=>{i>0&&
i--,i===0&&ae(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let y=m(t.onObjectBegin),$=p(t.onObjectProperty),_=u(
t.onObjectEnd),j=m(t.onArrayBegin),x=u(t.onArrayEnd),R=p(t.onLiteralValue),L=s(t.onSeparator),ue=r(t.onComment),D=s(t.onError),H=a&&a.disallowComments,F=a&&a.allowTrailingComma;
function ye(){for(;;){let ae=n.scan();switch(n.getTokenError()){case 4:O(14);break;case 5:O(15);break;case 3:O(13);break;case 1:H||O(11);break;case 2:O(12);break;case 6:
O(16);break}switch(ae){case 12:case 13:H?O(10):ue();break;case 16:O(1);break;case 15:case 14:break;default:return ae}}}function O(ae,z=[],Le=[]){if(D(ae),z.length+
Le.length>0){let tt=n.getToken();for(;tt!==17;){if(z.indexOf(tt)!==-1){ye();break}else if(Le.indexOf(tt)!==-1)break;tt=ye()}}}function we(ae){let z=n.getTokenValue();
return ae?R(z):($(z),o.push(z)),ye(),!0}function be(){switch(n.getToken()){case 11:let ae=n.getTokenValue(),z=Number(ae);isNaN(z)&&(O(2),z=0),R(z);break;case 7:
R(null);break;case 8:R(!0);break;case 9:R(!1);break;default:return!1}return ye(),!0}function B(){return n.getToken()!==10?(O(3,[],[2,5]),!1):(we(!1),n.getToken()===
6?(L(":"),ye(),qe()||O(4,[],[2,5])):O(5,[],[2,5]),o.pop(),!0)}function V(){y(),ye();let ae=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(ae||
O(4,[],[]),L(","),ye(),n.getToken()===2&&F)break}else ae&&O(6,[],[]);B()||O(4,[],[2,5]),ae=!0}return _(),n.getToken()!==2?O(7,[2],[]):ye(),!0}function Pe(){j(),
ye();let ae=!0,z=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(z||O(4,[],[]),L(","),ye(),n.getToken()===4&&F)break}else z&&O(6,[],[]);ae?
(o.push(0),ae=!1):o[o.length-1]++,qe()||O(4,[],[4,5]),z=!0}return x(),ae||o.pop(),n.getToken()!==4?O(8,[4],[]):ye(),!0}function qe(){switch(n.getToken()){case 3:
return Pe();case 1:return V();case 10:return we(!0);default:return be()}}return ye(),n.getToken()===17?a.allowEmptyContent?!0:(O(4,[],[]),!1):qe()?(n.getToken()!==
17&&O(9,[],[]),!0):(O(4,[],[]),!1)}function mc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var fc;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(fc||(fc={}));var hc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(hc||(hc={}));var gc=lc;var Mo=Ro,wc=Eo;var bc=Ya;var yc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(yc||(yc={}));function vc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Rh="\uFEFF";function*kc(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(Rh)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${Eh(vc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function Eh(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Ss(e){return Pc(e)}function Ir(e){return Pc(e)}function Pc(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function $c(e){return[...e.files.values()].flatMap(Ih)}var Ih=Ir(e=>e.syntaxErrors.length===0&&Mh(e.text)===Sc(e.value)?[]:e.tree===void 0?[]:[...Lo(e.path,e.tree,
[])]);function Mh(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Sc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Sc(n),0)}function*Lo(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Lo(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Lo(e,s,[...a,p]))}}function xc(e){return[...e.files.values()].flatMap(Lh)}var Lh=Ir(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(Fh)].flatMap(({0:n,index:o})=>n.
startsWith('"')||_c(n)===_c(String(Number(n)))?[]:[{code:"S005",file:e,path:gc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Fh=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function _c(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function je(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function da(e){return je(e)?Object.entries(e):[]}function $r(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Fo}from"node:path";function en(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Ae(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var tn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function qc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Fo.normalize(Fo.join(Fo.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new tn(t,a,"names a\
 file that does not exist");for(let s of Ae(o)){let p=Array.isArray(r)?r[Number(s)]:je(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new tn(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Oc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function jc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function St(e,t){let a={};return t!==void 0&&(a[e]=t),a}var Ds=zt(Xt(),1);function zr(e,t=0,a=t+4){return t+e.below(a-t+1)}var Or=new Ds.Name("vErrors");function ht(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Ds._`${i}, ${r}`,
Ds._`${new Ds.Name(e)}(${Or}, ${a}, ${n}, ${t.required?1:0}`)}function De(e,t){return{about:e,value:t,findings:[]}}function Ye(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function Pt(e){return e.map(t=>Ye(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function $t(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var I1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function wl(e,t,a,n){return{...M1(e,t,a),source:a.has("x-source")?a.source():n}}function M1(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",I1)}:{},notes:a.notes()}}var cs=zt(Xt(),1);function L1(e){return typeof e=="string"?e:JSON.stringify(e)}function Op(e){let t=e.map(L1),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Dn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Un(o,t)}`,zh:`${r} ${Un(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Va(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Jn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Un(n,t)}`,zh:`${a} \u5230 ${Un(n,t)} \u7684`};
let r=Dn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function Js(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:bl(a.en)}`;return t===void 0?e===0?{en:bl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Va(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function bl(e){
return`${e}s`}function Un(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var vl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...$t({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...$t({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?cs._`${ht("typed",e,t,cs._`"array"`)})`:cs._`${ht("list",e,t,cs._`${a??0}`,n===void 0?cs._`Infinity`:
cs._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...$t({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Dn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...Pt(["text",1,{length:1}]),...e===0?[De("empty",[])]:[Ye("min-items-under",
Ua(e-1),"min-items")],...e<=3&&(t??3)>=3?[De("items",Ua(3))]:[],...t===void 0?[]:[De("max-items-at",Ua(t)),Ye("max-items-over",Ua(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Ua(zr(a,e,t))};function Ua(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var jp=zt(Xt(),1);var kl={read:(e,t)=>({kind:"boolean",...t,...St("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>jp._`${ht("\
typed",e,t,jp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...Pt([
"true",1,0,[]]),De("true",!0),De("false",!1)],sample:(e,t)=>t.below(2)===1};var Wn=zt(Xt(),1);var Da=zt(Xt(),1),Pl=zt(_s(),1);function jr(e){return(0,Da.stringify)(e)}function $l(e){return(0,Da.stringify)(e)}function zs(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Da._`${(0,Pl.regexpCode)(new RegExp(a,t))}`}function Ja({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function zn({type:e}){return Array.isArray(e)&&e.includes("null")}function Sl({nullable:e},t){return e?`${t} | null`:t}function _l({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function xl({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function ql({nullable:e},t){return e?[De("null",null),
...t]:t}function Ol({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var jl={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Tl={read(e,t){let a=F1(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>V1(s)&&a.some(m=>jl[m](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
zn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...St("unit",J1(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?U1(t):e,enum:[...t]}),check(e,t,{constant:a}){let n=a(jr(e.values));return e.type==="mixed"?Wn._`${ht("mixedChoic\
e",e,t,n)})`:Wn._`${ht("choice",e,t,Wn._`${e.type}`,n)})`},facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...St("unit",a)}),phrase({values:e,unit:t}){let a=Op(
e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?D1(t):Pt(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...z1(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function F1(e){let t=e.raw("type"),a=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(jl,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),n}function V1(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function U1(e){let t=e.map(
n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function D1(e){let t=new Set(
e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Ye(`as-${typeof n}-${n}`,n,"enum")),Ye("type-array",
[e[0]??""],"enum"),Ye("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Ye(`type-${n}`,n,"enum"))]}function J1(e){return e.optionalText("x-unit")}
function z1(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ye(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>De(
`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Wt=zt(Xt(),1);function Cn(e){return $t({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function Kn({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&W1(i)?i:void 0;return{type:e,...$t({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function W1(e){return Number.isInteger(e*2**20)}function Hn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...$t({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function Bn(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,m=o===void 0?Wt._`-Infinity`:Wt._`${o}`,u=i===void 0?Wt._`Infinity`:Wt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Wt._`${ht("integer",e,t,m,u)})`;let y=r===void 0?Wt._`-Infinity`:Wt._`${r}`,$=s===void 0?Wt._`Infinity`:Wt._`${s}`;
return Wt._`${ht("numeric",e,t,Wt._`${n}`,a(Wt._`[${m}, ${u}, ${y}, ${$}, ${p??0}]`))})`}function Ws({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Tp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return C1(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??cr(n-a)}function C1(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?cr(e+o):Tp(cr(
e+n/2),n);return i===void 0||r<i||r===t?r:cr((e+i)/2)}function Tp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:cr(Math.ceil(e/t)*t)}function cr(e){return Number(
e.toFixed(9))}function Gn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),m=(x,R)=>p(R)?[De(x,R)]:[],u=a!==void 0?[...m("minimum-at",a),Ye("minimum-under",cr(a-s),"minimum")]:o!==void 0?[Ye("exclusive-minimum-at",o,
"minimum"),Ye("exclusive-minimum-under",cr(o-s),"minimum")]:[De("negative",-s),De("zero",0)],y=n!==void 0?[...m("maximum-at",n),Ye("maximum-over",cr(n+s),"maxim\
um")]:i!==void 0?[Ye("exclusive-maximum-at",i,"maximum"),Ye("exclusive-maximum-over",cr(i+s),"maximum")]:r===void 0?[De("large",2147483648)]:[],$=Ws(e),_=cr($+(r??
0)/(t==="integer"?r??1:2)),j=_<=(n??1/0)&&_<(i??1/0)&&!p(_);return[...u,...y,...r!==void 0&&j?[Ye("off-step",_,"multiple-of")]:[]]}function Zn(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,m=n??i??(p===void 0?0:p-100*s),u=Tp(m,s)+(i===void 0?0:s),y=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return y<1?Ws(e):cr(u+s*t.below(y))}var Al={read:(e,t)=>({kind:"integer",...t,...Cn(e)}),type:()=>"number",schema:Kn,check:Bn,facts:Hn,phrase(e){let t=Jn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Ws,
cases:e=>[...Pt(["5",!0,[5],5.5]),...Gn(e)],sample:Zn};var Yt=zt(Xt(),1);function Nl(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...$t({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,m=new Yt.Name(`index${n.depth}`),u=s===void 0?Yt._`Infinity`:
Yt._`${s}`,y=o.nested(i,{pointer:Yt._`${n.pointer} + "/" + ${m}`,value:Yt._`${n.value}[${m}]`,depth:n.depth+1}),$=p?Yt._`
${new Yt.Name("uniqueItems")}(${Or}, ${n.pointer}, ${n.value})`:Yt._``;return Yt._`if (${ht("list",a,n,Yt._`${r}`,u)})) {
for (let ${m} = 0; ${m} < ${n.value}.length && ${m} < ${u}; ${m}++) {
${y}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...$t({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Js(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,m]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Va("\u542B",m,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Rl(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...Pt(["text",7,{0:"text"}]),...K1(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:zr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function K1(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=u=>Rl(e,t,u,i,"video"),s=Math.max(1,a),p=r(s),m=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:y,findings:$})=>({about:`item-${u}`,value:p.
map((_,j)=>j===s-1&&y!==void 0?y:_),findings:$.map(_=>({..._,path:`/${s-1}${_.path??""}`}))}));return[...a===0?[De("empty",[])]:[Ye("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[De("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[De("max-items-at",r(n))]:[],...r(n+1).length>n?[Ye("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ye("repeated-item",[...p,...p],"unique-items","/1")]:[],...m.filter(({value:u})=>!i||new Set(u.map(y=>JSON.stringify(
y))).size===s)]}function Rl(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var er=zt(Xt(),1);var H1=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function El(e){return{rule:e.oneOf("rule",H1),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...St("minimum",e.optionalNumber("minimum")),...St("maximum",e.optionalNumber("maximum")),...St("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...St("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...St("quote",e.optionalText("quote")),source:e.source()}}var Il=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Ml=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Ap="data:image/png;base64,iVBORw0KGgo=";function Np(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Vl={read:B1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(zs(G1(r))),m=a(jr(
s)),u=s.includes("data"),y=u?er._`${new er.Name("withBase64")}(${p})`:p;if(n){let _=er._`${ht("mediaReference",e,t,y,m)})`;return u?er._`${_}
${new er.Name("base64Reference")}(${Or}, ${t.pointer}, ${t.value}, ${y})`:_}let $=er._`${ht("media",e,t,er._`${o}`,er._`${i}`,y,m)})`;return u?er._`${$}
${new er.Name("base64")}(${Or}, ${t.pointer}, ${t.value}, ${i}, ${y})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...$t({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=Z1(i);if(t)return{en:`${Q1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Js(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Va(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Np(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...Pt([7,!0,["https://example.com/one.png"]]),...Y1(
e,a)]:[...Pt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...X1(e),...ek(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:zr(o,t,a)},()=>o.matching(n))};function Ll(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function B1(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Ja(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Ll(p,"x-accepts"),...n.has("contradicted")?{contradicted:Ll(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(El)}}var Fl="\\x00-\\x20\\x7F-\\xA0";function G1(e){return e.replaceAll(Fl,`${Fl}\\s`)}function Z1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function Q1(e){return/^[aeiou]/i.test(e)?"an":"a"}function ds({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Np(e,t,o))}function X1(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Ye("min-items-under",ds(e,t-1),"min-items")]:[],De("min-items-at",ds(e,t)),De("max-items-at",ds(e,a)),Ye("max-items-\
over",ds(e,a+1),"max-items"),Ye("max-items-over-bad-item",[...ds(e,a),"nowhere"],"max-items")]}function Ul({accepts:e},t,a){return[...Il.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Ml.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Ap,"media-base64","advice"):a("base64",Ap,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Y1(e,t){return Ul(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function ek(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:ds(e,a).map((m,u)=>u===a-1?r:m),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...ds(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Ul(e,t,n),...o]}var Dl={read:(e,t)=>({kind:"number",...t,...Cn(e)}),type:()=>"number",schema:Kn,check:Bn,facts:Hn,phrase(e){let t=Jn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Ws,cases:e=>[...Pt(["0.5",
!0,[.5]]),...Gn(e)],sample:Zn};var Tr=zt(Xt(),1);function Jl(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function zl({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Wl(e){
let t=[...Cs("at least",e.minimum,""),...Cs("at most",e.maximum,""),...Cs("at least",e.minLength," characters"),...Cs("at most",e.maxLength," characters"),...Cs(
"at least",e.minItems," items"),...Cs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Cs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Cl(e){return tk(e,"")}function tk(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Wl),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Jl(e.source)}.`,...rk(e.deprecated)].join(`
`)}function rk(e){return e===void 0?[]:[`@deprecated ${zl(e)}`]}function Kl(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Hl(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function Bl(e){return`{
${e.map(sk).join("")}}`}function sk({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":Kl(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Gl(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Zl(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":Bl(a.map(n=>({name:Hl(n.name),doc:Cl(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...Gl(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(jr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new Tr.Name(`member${n.depth}`),m=o.nested(s,{pointer:Tr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return Tr._`{
const ${p} = ${new Tr.Name("own")}(${n.value}, ${s.name})
${m}
}`});return Tr._`if (${ht("object",a,n,i)})) {
${r.reduce((s,p)=>Tr._`${s}
${p}`,Tr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>Ql(a,e,n),cases:a=>[...Pt(["text",7,[]]),...ak(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function Ql({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function ak(e,t){let a=Ql(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Ol(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:m,findings:u})=>m===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:m},findings:u.
map(y=>({...y,path:`/${i.name}${y.path??""}`}))}])]});return[De("members",a),...n.has("no_such_member")?[]:[Ye("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Ye("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Wr=zt(Xt(),1);var dr=zt(Xt(),1);var Xl="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Yl="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",us={date:{
pattern:`^${Xl}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Yl}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Xl}T${Yl}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var nk=Object.keys(us);function Qn(e){let t=e.has("format")?e.oneOf("format",nk):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),$t({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):us[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:us[t].valid)})}function Xn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&us[a].isOurs===!0?void 0:a;return{type:"string",...$t({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function Yn({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...$t({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function eo(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=dr._`${n??0}`,m=o===void 0?dr._`Infinity`:
dr._`${o}`;if(i!==void 0){let u=r===void 0?dr._`"pattern"`:dr._`"format"`,y=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return dr._`${ht("patterned",
e,t,p,m,a(zs(i)),u,a($l(y)))})`}return n===1&&o===void 0?dr._`${ht("nonEmpty",e,t)})`:n===void 0&&o===void 0?dr._`${ht("typed",e,t,dr._`"string"`)})`:dr._`${ht(
"text",e,t,p,m)})`}function to({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Js(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:m,
zh:u}=us[a].name;return e>0||t!==void 0?{en:`${m}, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:m,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function ro({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function so({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:us[e].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),m=e===void 0?"pattern":"format";return[...a.map((u,y)=>De(`${m}-good-${y+1}`,u)),
...p.map((u,y)=>Ye(`${m}-bad-${y+1}`,u,m))]}function ao({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Ye("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ye(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[De("min-length-at","a".repeat(e)),De("min-length-astral","\u{1F600}".repeat(e)),De("space"," ".repeat(e))]:[],...t===void 0?[]:[De(
"max-length-at","a".repeat(t)),De("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var em=()=>Pt([7,!0,["a"]]);function tm(e){return St(
"minLength",e.optionalNumber("minLength"))}function no({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(zr(n,t,a)):n.matching(e)}var ok={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function sm(e){return ok[e].
en}var am={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...Qn(e),limits:e.objects("x-prompt-limits").map(ik),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:Xn,
check:(e,t,a)=>[eo(e,t,a),...pk(e,t,a),...dk(e,t,a)].reduce((n,o)=>Wr._`${n}
${o}`),facts:e=>({...Yn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:to,
example:(e,t)=>ro(e,sm(t)),cases:e=>[...Pt([7,!0,["a"],{text:"a"}]),...ao(e),...so(e),...uk(e.limits),...lk(e.tokens)],sample:no};function ik(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...St("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function pk({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:y,max:$,severity:_,onlyWithHan:j})=>[
u,y,$,_==="error"?1:0,j===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,y=!0)=>n(jr(y?ck(u):[])),m=Wr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[Wr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new Wr.Name("promptLimits")}(${Or}, ${t}, ${a}, ${n(jr(i))}, ${m})`]}function ck(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function dk({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=zs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Wr._`if (typeof ${a} === "string") ${new Wr.Name("promptTokens")}(${Or}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function uk(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(rm(a,o)).map(([i,r])=>De(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[De("every-limit-over",e.map(({count:t,max:a})=>rm(t,a+1)[""]).join(" "))]:[]]}function lk(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function rm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var nm={read:(e,t)=>({kind:"string",...t,...tm(e),...Qn(e),...St("values",e.unknown("x-values"))}),type:()=>"string",schema:Xn,check:eo,facts:Yn,phrase(e){let t=to(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>ro(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...em(),...e.pattern===void 0&&e.maxLength===void 0?[De("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[De("empty","")]:[],...ao(e),...so(e)],sample:no};var om={type:yk,schema:gk,example:dm,cases:e=>bk(e,[]),sample:vk},im={prompt:am,string:nm,enum:Tl,integer:Al,number:Dl,boolean:kl,media:Vl,object:Zl(om,fk),list:Nl(
om,hk),array:vl};function mk(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=Ja(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function pm(e,t,a,n){let o=mk(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=im[o].read(t,{...a,
...zn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:wk(i)}}function fk(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return pm(i,r,cm(i,o.has(i),r,t),a)})}}function hk(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(Ja(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:pm("item",n,cm("item",!0,n,t),a),...$t({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function cm(e,t,a,{source:n}){return wl(e,t,a,n)}function yk(e){
return Sl(e,Ks(e).type(e))}function gk(e){return _l(e,Ks(e).schema(e))}function wk(e){return xl(e,Ks(e).phrase(e))}function dm(e,t){return Ks(e).example(e,t)}function bk(e,t){return ql(e,Ks(e).cases(e,t))}function vk(e,t){return e.
nullable&&t.below(8)===0?null:Ks(e).sample(e,t)}function Ks(e){return im[e.kind]}function um(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function ls(e){return e.split("/").slice(1)}function oo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Ar({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,m)=>Ar({value:p,place:t+"["+m+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=um(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:Ar(s,i,n)}function Cr(e,{path:t,
default:a}){return Ar(e,ls(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function lm(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function mm(e){let t=e.map(o=>lm(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function fm(e){let t=e.map(n=>lm(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Hs(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:Cr(r,s)[0];if(p===void 0)return;let{value:m,place:u}=p;if(n===
void 0?a>=m:a<=m)return;let y=n===void 0?"lower":"upper";return{text:e,of:[...t],side:y,limit:m,unit:i,actual:a,...u?{bound:u}:{}}}function hm(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of Ar(a,ls(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Hs("rule-co\
unt",t.of.map(({path:o})=>oo(o)),n,t,a)}function Rp(e){return kk(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function kk(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function Gs(e,t){return e.texts("of").map((a,n)=>ym(e,`of/${n}`,a,t))}function io(e,t){return gm(e,"of",t)}function Zs(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:Pk(e,n,t,a),unit:a??""}}function Pk(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=ym(e,t,e.text(t),a),i=gm(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function po(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function co(e,t){return t.map(({at:a})=>({...a,path:Bs(a).slice(e.length)}))}function Ep({in:e,of:t}){return $r(t).
map(([,a])=>Rp(`${Bs(e)}${Bs(a)}`))}function Qs(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:Ep(e),side:t===void 0?"lower":"upper",...je(o)?{bound:Rp(
Bs(o))}:{limit:o,unit:n}}}function Bs(e){let t=je(e)?e.path:e;return typeof t=="string"?t:""}function ym(e,t,a,n){let o=Ip(a,n);(o===void 0||!$k(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function $k(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function Ip(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"?o.members.find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function gm(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var Sk=64,wm={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Ip(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,..._k(i)?{}:{one:!0}}}),...Zs(e,t)}},broken:(e,t)=>hm(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...Qs(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=$r(e).map(([,s])=>je(s)&&s.one===void 0?Bs(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=bm(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?qk(o,s):xk(o,s))}}};function _k(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function bm(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=bm(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>Sk))return}return a}function xk(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function qk(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function vm(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of Ar({value:e,place:""},ls(t))){let r=a.flatMap(s=>Cr(i,s));for(let[s,p]of r.entries()){let m=r[s-1];if(!(m===
void 0||m.value<p.value||n&&m.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:m.place,actual:m.value,second:p.place,limit:p.value,unit:o}}}}var km={keyword:"x-order",read(e,t){let a=Gs(e,t),n=e.texts("of"),o=(n.length>1?po(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:co(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:io(e,a)}},broken:(e,t)=>vm(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:Ep(e)})};function Pm(e,t){let a={value:e,place:""};for(let n of Ar(a,ls(t.in))){let o=t.of.flatMap(p=>Cr(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=Hs("rule-product",i,fm(r),t,a);if(s!==void 0)return s}}var $m={keyword:"x-product",read(e,t){let a=Gs(e,t),n=e.texts("of"),o=(n.length>1?po(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:co(o,a),...Zs(e,t)}},broken:(e,t)=>Pm(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...Qs(e)})};function Sm(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>Cr(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>oo(i));return Hs("rule-sum",o,mm(n.map(({value:i})=>i)),
t,a)}var _m={keyword:"x-sum",read(e,t){let a=Gs(e,t);return{of:a.map(({at:n})=>n),...Zs(e,t,io(e,a))}},broken:(e,t)=>Sm(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...Qs(e)})};var xm=[_m,$m,wm,km];var qm=new WeakMap;function Ok(e){let t=qm.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>Tk[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return qm.
set(e,n),n}function Kr(e){return je(e)?Ok(e):void 0}function Mp(e){return $r(e).map(([,t])=>Kr(t)??jk)}var jk=()=>!1,Tk={type:e=>{if(typeof e=="string")return jm[e];
let t=$r(e).flatMap(([,a])=>typeof a=="string"?jm[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:za(
(e,t)=>e>=t),maximum:za((e,t)=>e<=t),exclusiveMinimum:za((e,t)=>e>t),exclusiveMaximum:za((e,t)=>e<t),multipleOf:za((e,t)=>Nk(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:Om((e,t)=>e>=t),maxLength:Om((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?Ak(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=Kr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=Kr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=$r(e).map(([,a])=>a);return a=>!je(a)||t.every(n=>Lp(a,n))},properties:e=>{let t=da(e).flatMap(([a,n])=>{let o=Kr(n);return o===
void 0?[]:[[a,o]]});return a=>!je(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=da(e).map(([
a,n])=>[a,$r(n)]);return a=>!je(a)||t.every(([n,o])=>!Lp(a,n)||o.every(([,i])=>Lp(a,i)))},oneOf:e=>{let t=Mp(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Mp(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Mp(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!je(a)||Object.
keys(a).every(n=>je(t)&&Object.hasOwn(t,n)),not:e=>{let t=Kr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[Kr(e),Kr(t.then),Kr(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(xm.map(e=>[e.keyword,t=>je(t)?a=>e.broken(a,t)===void 0:void 0]))};function za(e){
return t=>a=>typeof a!="number"||e(a,Number(t))}function Om(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function Ak(e){try{return new RegExp(
e)}catch{return}}function Nk(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Lp(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var jm={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>je(e),
null:e=>e===null};var Rk=/^models\/([^/]+)\.schema\.json$/;function Wa(e){let t=Rk.exec(e)?.[1];return t===void 0?void 0:jc(t)}function Tm(e){return`models/${Oc(e)}.schema.json`}var Am=Ss(e=>[...e.files.values()].flatMap(t=>{let a=Wa(t.path),n=ms(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function ms(e){return e!==
void 0&&e.syntaxErrors.length===0&&je(e.value)?e.value:void 0}function uo(e){return[...e.files.values()].some(t=>ms(t)===void 0)}var Iq=Ss(()=>new Map);function Ek(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(je(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function Nm(e,t){let a=[];return Ek(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Rm(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:Ik(t))}var Ik=Ir(e=>Nm(ms(e)??null,(t,a)=>{let n=typeof t=="string"?Lk(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),Mk=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function Lk(e){let[t]=Mk.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Em(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?Fk(t,a):t,[...e])}function Im(e){return Mm(e).map(({required:t})=>t.join(
" with ")).join("; ")}function Fk(e,t){let a=Mm(t),n=p=>p!==t&&Jk(p.instancePath,t.instancePath)&&!Dk(p,t),o=e.filter(p=>p!==t&&!n(p)),i=Vk(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&zk(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function Vk(e,t){let a=je(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:Uk(e);if(n!==void 0){let{data:p}=t,m=je(p)?p[n]:void 0,u=e.findIndex(
({members:$})=>$?.get(n)===m);if(u!==-1)return u;let y=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:y},data:m}}let o=e.map(({required:p,members:m})=>a.filter(u=>m?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,m)=>p===i?[m]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function Uk(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Mm({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function Dk(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function Jk(e,t){return e===t||e.startsWith(`${t}/`)}function zk(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as Ck}from"node:module";import{fileURLToPath as Wk}from"node:url";var Lm=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Fp=new URL("../".repeat(
Lm),import.meta.url),Kq=new URL("../",Fp),Hq=new URL(Lm===3?"./":"../",import.meta.url);var Yq=Wk(new URL("dist/kept/",Fp));var Kk=Ck(import.meta.url),Vp="spec:/";function Fm(){let{Ajv2020:e}=Kk("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var Hk=/^upstreams\/([^/]+)\.json$/;function Ca(e){return Hk.exec(e)?.[1]}function Vm(e,t){let a=(n,o)=>je(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>Ca(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Um={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Dm="meta/model.schema.json",Jm="\
meta/upstream.schema.json",Bk=["meta/facts.schema.json","meta/parameter.schema.json"],uO=[...Object.entries(Um).flat(),Dm,Jm,...Bk];function zm(e){return Ca(e)!==void 0?Jm:Wa(e)===void 0?Um[e]:Dm}var lo;function mo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(lo?.text===a)return lo.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?Zk(t):Gk(e.meta.paths,n);return lo={text:a,validator:i=>e.files.has(i)?
o(i):void 0},lo.validator}function Gk(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function Zk(e){let t=Fm();for(let a of e){
let n=ms(a);n!==void 0&&t.addSchema(n,Vp+a.path)}return a=>t.getSchema(Vp+a)}function tr(e,t){let n=t.map(o=>({candidate:o,distance:Qk(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function Qk(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Wm(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Hm(e){let t=mo(e),a=[...e.files.values()].flatMap(n=>{let o=zm(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=Xk(n),s=r.get(i)??Yk(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var Xk=Ir(()=>new WeakMap);function Yk(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of Em(t.errors??[])){let r=e0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function e0(e,t,a){let n=n0(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Wm(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${Ka(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return t0(
e,[...n,o("additionalProperty")],a);case"required":return Cm(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=Cm(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${Ka(n)} must have exactly one of ${Im(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${Ka(n)} must be ${r0(a)}`}}}function t0(e,t,a){let n=String(t.at(-1)),o=je(Km(a))?Object.keys(Km(a)):[],i=tr(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Cm(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${Ka(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${Ka(t)} lacks the keywor\
d "${a}"`}}function Km(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function r0(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(a0[e.keyword]??s0)(e)}var fo=({params:e})=>String(e.limit),Xs=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,s0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,a0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${fo(e)} or more`,maximum:e=>`${fo(e)} or less`,exclusiveMinimum:e=>`more than ${fo(
e)}`,exclusiveMaximum:e=>`less than ${fo(e)}`,minLength:e=>`a string of ${Xs(e,"character")} or more`,maxLength:e=>`a string of ${Xs(e,"character")} or less`,minItems:e=>`\
a list of ${Xs(e,"item")} or more`,maxItems:e=>`a list of ${Xs(e,"item")} or less`,minProperties:e=>`an object with ${Xs(e,"member")} or more`,maxProperties:e=>`\
an object with ${Xs(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function Ka(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function n0(e,t){let a=e;return Ae(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:je(a)?a[n]:void 0,o?Number(n):n})}var o0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Bm(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!o0.some(({causes:s,follow:p})=>p(i)&&r.some(m=>s.has(m)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>i0(i,s,p<r))))}function i0(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Up(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Gm=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Zm=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Qm=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Xm=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Qm.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Ym=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var ef=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var tf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var rf=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var sf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var af=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var nf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}];var p0=[...Gm,...Zm,...Xm,...Ym,...ef,...rf,...sf,...tf,...nf,...af];function of(e){let t=p0.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var pf=60;function cf(e,t){let a=of(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:c0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:en(t.path),text:l0(o.text),message:t.message,hint:t.hint??a.hint}}function c0(e,t){if(t.offset!==void 0)return{...Up(e.text,
t.offset),text:u0(e.text,t.offset)};let a=d0(e.tree,t),n=a?.offset??0;return{...Up(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function d0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=wc(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function u0(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function l0(e){let t=e.replace(/\s+/g," ");return t.length>pf?`${t.slice(0,pf-1)}\u2026`:t}var df=100;function ho(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Mo(t,a,uf),o=n===void 0?void 0:bc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(lf(o,df))throw new RangeError(`${e} has more than ${df} levels`);return{path:e,text:t,value:o,get tree(){return n??=Mo(t,[],uf)},syntaxErrors:a}}
var uf={disallowComments:!0,allowTrailingComma:!1};function lf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>lf(a,t-1))}function mf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:m,hint:u}=e,y=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${m}${y}
    at #${s}
    ${u}`}var Ee=Ss(e=>Vm(e,(t,a)=>mo(e)("meta/upstream.schema.json")?.(a)===!0)),m0=["video","image","audio","mesh"];function it({operations:e}){return m0.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var Hr=Ss(e=>Am(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(je(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,f0(e,t,o)]))})));function f0(e,t,a){let n=je(a)?a:{},o=typeof n.$ref=="string"?{...h0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function h0(e,t,a){try{let{value:n}=qc(e,t,a);return je(n)?n:{}}catch{return{}}}function*ff(e){for(let{path:t,source:a}of Ee(e)){let n=Ca(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Dp=99;function*hf(e){for(let{path:t,source:a}of Ee(e)){for(let[o,{rows:i}]of it(a)){let r=i.map(({to:s})=>Ae(s));for(let[s,p]of r.entries()){let m=y0(p,r);if(m===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${m}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Jp(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Dp){let s=`Use an index up to ${Dp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Dp}`,hint:s}}}}}function y0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return en(o)}}var g0=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Jp(e,t){if(typeof e=="string"){let a=e.startsWith("/")?Ae(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Jp(n,[...t,a]);else if(je(e))for(let[a,n]of Object.entries(
e))g0.includes(a)||(yield*Jp(n,[...t,a]))}function*yf(e){for(let{path:t,source:a}of Ee(e))for(let[n,{rows:o}]of it(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var gf={video:"video",image:"image",audio:"audio",mesh:"model"};function*wf(e){for(let{path:t,source:a}of Ee(e))for(let[n,{results:o}]of it(a))for(let{contentType:i,
path:r}of bf(o,["operations",n,"results"]))i.startsWith(`${gf[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${gf[n]}/.`})}function*bf(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*bf(o,[...t,a,"results"])}function*kf(e){for(let{path:t,source:a}of Ee(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>w0(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function w0(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
vf(e.codes,t.codes)&&vf(e.says,t.says)}function vf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function rr(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Pf(e){for(let{path:t,source:a}of Ee(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],m={code:"S089",file:t},u=rr(i).flatMap(y=>typeof y=="string"?[]:[y.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...m,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!u.includes("timestamp")&&(yield{...m,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...m,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...m,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var b0=/\{(value|base64|mediaType)\}/;function $f(e){return{value:e,holes:[...zp(e,[])]}}function*zp(e,t){if(typeof e=="string"){let a=b0.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*zp(n,[...t,String(a)]);else if(je(e))for(let[a,n]of Object.entries(e))yield*zp(n,[...t,a])}function yo(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(yo):je(e)?Object.values(e).flatMap(yo):[]}function sr(e){return rr(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var go=["body","bodySha256","timestamp"];function Sf(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:_f(e),encoding:a,
signed:rr(n).map(s=>typeof s=="string"?s:v0(s.variable,o)),...i===void 0?{}:{time:k0(i)},key:P0(r)}}function _f({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function v0(e,t){let a=go.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function k0({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?_f({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:Ae(e)},unit:o,toleranceSeconds:i}}function P0(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:sr(e.path),at:Ae(e.at),form:t}}function qf(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:S0(e.upload)},operations:Object.fromEntries(it(e).map(([i,r])=>[i,O0(r)])),errors:{message:t.map(Ae),
code:a.map(Ae),proofs:o.map(F0),...n===void 0?{}:{inside:{at:Ae(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:sr(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:$0(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:_0(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:x0(
e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function $0({path:e,url:t,names:a="",
omits:n,told:o=[],except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:sr(
e??t?.slice(s?.length)??""),names:Ae(a),...n===void 0?{}:{omits:n},told:o.map(({at:p,constant:m})=>({at:Ae(p),value:m})),except:i}}function S0({method:e,path:t,
field:a,reference:n}){return{request:Cp({method:e,path:t}),...a===void 0?{}:{field:a},reference:Ae(n)}}function _0(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,
told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:Ae(t)},beside:n.map(({to:s,constant:p})=>({to:Ae(s),value:p})),...o===void 0?{}:{signature:Sf(
o)},...i===void 0?{}:{challenge:Ae(i)},told:r.map(({at:s,fact:p})=>({at:Ae(s),fact:p}))}}function x0({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{
status:200,...e},processing:{status:200,...t},ended:{status:200,...a},cancelled:{status:200,...n}}}function q0({path:e,filter:t,limit:a,items:n,within:o}){return{
path:sr(e),filter:t,limit:a,items:Ae(n),within:o===void 0?[]:Ae(o)}}function O0(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:m,
seconds:u,secondsAs:y}=e;return{submit:{method:t.method,path:sr(t.path)},submitPaths:Of(t.paths),encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(
A0),drops:(e.drops??[]).map(({parameter:$,values:_,when:j,reason:x})=>({parameter:$,when:(j??[]).map(Wp),reason:x,..._===void 0?{}:{values:_}})),needs:xf(e.needs),
lacks:xf(e.lacks),...a===void 0?{}:{id:Ae(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:M0(i)},...r===
void 0?{}:{list:q0(r)},...s===void 0?{}:{cancel:L0(s)},answer:{...p===void 0?{}:{status:j0(p)},...m===void 0?{}:{progress:{at:Ae(m.at),of:m.of}},results:e.results.
map(jf),message:e.message.map(Ae),code:e.code.map(Ae),...u===void 0?{}:{seconds:Ae(u)},...y===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:$,unit:_})=>({
at:Ae($),unit:_})),...o===void 0?{}:{id:Ae(o)}},told:(e.told??[]).map(({at:$,in:_,link:j,constant:x,fact:R})=>({at:Ae($),in:_,from:j!==void 0?{kind:"link",request:{
method:"GET",path:sr(j.path)}}:R!==void 0?{kind:R}:{kind:"constant",value:x??null}}))}}function j0({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:Ae(e),states:t,
...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(T0),means:r}))}}function T0({at:e,is:t,present:a}){return t===
void 0?{at:Ae(e),present:a??!0}:{at:Ae(e),is:t}}function xf(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function A0(e){let t=e.
values===void 0?e.accepts?.map(I0):Object.entries(e.values).map(E0);return{to:Ae(e.to),from:R0(e),when:(e.when??[]).map(Wp),...e.as==="string"?{template:N0}:{},
...e.as==="uploaded"?{uploaded:!0}:{},...e.template===void 0?{}:{template:$f(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},
...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},
...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var N0={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function R0({from:e,
each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"\
model"}:{kind:"constant",value:o??null}}function E0([e,t]){return[Ys(e),t]}function Ys(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function I0(e){
return[e,e]}function Wp({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"abse\
nt",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function Cp({method:e,path:t}){
return{method:e,path:sr(t)}}function Of(e=[]){return e.map(({when:t,path:a})=>({when:t.map(Wp),path:sr(a)}))}function M0({paths:e,at:t,hosts:a=[],body:n,...o}){
return{...Cp(o),...e===void 0?{}:{paths:Of(e)},...t===void 0?{}:{stated:{at:Ae(t),hosts:a}},...n===void 0?{}:{body:n.map(({to:i,fact:r,constant:s})=>({to:Ae(i),
from:r===void 0?{kind:"constant",value:s??null}:{kind:r}}))}}}function L0({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...Cp(a),...e===void 0?{}:
{from:e.words},proves:{...n===void 0?{}:{answer:{at:Ae(n.at),words:n.words}},query:o}}}function jf(e){let{url:t,list:a,withKey:n,base64:o,contentType:i,content:r,
query:s,results:p,message:m,pending:u}=e;return t!==void 0?{kind:"url",at:Ae(t),list:a??!1,...n===!0?{withKey:n}:{}}:o!==void 0&&i!==void 0?{kind:"base64",at:Ae(
o),contentType:i}:r!==void 0?{kind:"content",request:{method:"GET",path:sr(r)}}:{kind:"query",request:{method:"GET",path:sr(s??"")},results:(p??[]).map(jf),message:(m??
[]).map(Ae),...u===void 0?{}:{pending:u}}}function F0({status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{
from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*Tf(e){for(let{path:t,source:a}of Ee(e))for(let[n,{rows:o}]of it(a)){let i=Hr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
V0(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function V0({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,y)=>s.get(u)?.includes(Ys(y))??s.has(u),m=Object.entries(e).filter(([u])=>{let y=r(u);return i.every(($,_)=>p($,y[_]??""))});for(let[u,[y,$]]of m.entries()){
let _=m.slice(0,u).find(([,j])=>JSON.stringify(j)===JSON.stringify($));if(_!==void 0)return[_[0],y]}}}function*Af(e){for(let{path:t,source:a}of Ee(e))for(let[n,{rows:o}]of it(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*Ef(e){for(let{path:t,source:a}of Ee(e))for(let[n,{rows:o}]of it(a)){let i=Hr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let m=o.slice(0,
s).find(u=>If(u,p)&&!D0(u,p)&&J0(u,p,i)&&!(r&&wo(u,p)));m!==void 0&&(r||=wo(m,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:wo(m,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${Kp(m)} at ${m.to})`:`${p.to} is written by an earlier row too (${Kp(m)})`})}yield*U0(
t,a,o)}}function*U0(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>If(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${Kp(r)})`})}}function If(e,t){if(wo(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function wo({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&Nf(i)!==
Nf(r)}var Nf=e=>/^(-|\d+)$/.test(e);function D0(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function J0(e,t,a){if(Rf(e,t)||Rf(t,e))return!1;let n=[
bo(e),bo(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function Rf({when:e=[]},t){return e.some(a=>bo(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>z0(a,n)))}function z0(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function bo({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function Kp(e){return bo(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*Mf(e){for(let{path:t,source:a}of Ee(e))for(let[n,{id:o,query:i,status:r}]of it(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:m,cases:u=[]}=r,y=[...Object.values(
p),m,...u.map(({means:$})=>$)];for(let $ of["completed","failed"])y.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var W0=["value","base64,mediaType","base64"],C0=["value","base64","mediaType"];function*Lf(e){for(let{path:t,source:a}of Ee(e))for(let[n,{rows:o}]of it(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=yo(r);if(W0.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let m=p.find(u=>!C0.includes(u));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:m!==void 0?`{${m}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(u=>u==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*vo({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:m}]of s.entries())
yield*Hp(m,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],m=s.from===void 0?"each":"from",u=s.from??s.each,y=Object.keys(s.values??{}).map(_=>({
value:Ys(_),path:[...p,"values",_],at:"key"})),$=(s.accepts??[]).map((_,j)=>({value:_,path:[...p,"accepts",j],at:"value"}));for(let[_,j]of(s.join??[]).entries())
yield{parameter:j,path:[...p,"join",_],at:"value",values:K0(s,p,_)};u!==void 0&&(yield{parameter:u,path:[...p,m],at:"value",values:[...y,...$]}),yield*Hp(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:m=[]}]of n.entries()){let u=["drops",r];yield{parameter:s,path:[...u,"parameter"],at:"value",values:p.
map((y,$)=>({value:y,path:[...u,"values",$],at:"value"}))},yield*Hp(m,[...u,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function K0({values:e={}},t,a){return Object.keys(e).map(n=>({value:Ys(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*Hp(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,m]of n.entries())
yield{parameter:m,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,m]of o.entries())yield{parameter:m,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,m)=>({value:p,path:[...t,a,"among",m],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*Ff(e){if(!uo(e))for(let{path:t,source:a}of Ee(e))for(let[n,o]of it(a)){let i=Hr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:m}of vo(o)){if(r.includes(s))continue;let u=tr(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:m,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function*Vf(e){for(let{path:t,source:a}of Ee(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],m=go.filter($=>$!=="timestamp"||r!==void 0),u=[...new Set([...m,...Object.keys(i)])],y=rr(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of y.filter(_=>!u.includes(_))){let _=tr($,u);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:H0($,_,u)}}for(let $ of Object.keys(
i)){let _={...s,path:[...p,"headers",$],at:"key"};go.some(j=>j===$)?yield{..._,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:y.
includes($)||(yield{..._,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function H0(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function ko(e,t){return Bp(e.files.get(t)?.value??null,[])}var B0=["template","constant","among","body","values","accepts","sources"];function*Bp(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*Bp(n,[...t,a]);else if(je(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:B0.includes(a)||(yield*Bp(n,[...t,a]))}function*Uf(e){for(let{path:t,source:a}of Ee(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of ko(e,t)){if(n.includes(o))continue;let r=tr(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var Df=["model","app"],ea=["id","name","model","app"];function*Po(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of it(e))for(let{path:r,...s}of G0(i))yield{path:["operations",o,...r],...s}}function*G0({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:Df};for(let[m,{path:u}]of(t.paths??[]).entries())
yield{text:u,path:["submit","paths",m,"path"],allowed:Df};let p=a?.body?.some(({fact:m})=>m==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ea,
needsId:s&&!p});for(let[m,{path:u}]of(a?.paths??[]).entries())yield{text:u,path:["query","paths",m,"path"],allowed:ea,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ea,needsId:s});for(let[m,{link:u}]of r.entries())u!==void 0&&(yield{
text:u.path,path:["told",m,"link","path"],allowed:ea});yield*Jf(i,["results"],s)}function*Jf(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ea,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:ea,needsId:a}),yield*Jf(r,[...t,n,"\
results"],a)}function*zf(e){for(let{path:t,source:a}of Ee(e))for(let{text:n,path:o,allowed:i}of Po(a))for(let r of rr(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Wf(e){for(let{path:t,source:a}of Ee(e))for(let{text:n,path:o,allowed:i,needsId:r}of Po(a)){let s=rr(n).flatMap(m=>typeof m=="string"?[]:[m.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(m=>i.includes(m))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Cf(e){if(!uo(e))for(let{path:t,source:a}of Ee(e))for(let[n,o]of it(a)){let i=new Set,r=Hr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of vo(o)){
let m=r.filter(y=>y.parameters.has(s)).map(y=>y.parameters.get(s)),u=new Set(m.flatMap(y=>y??[]));if(!(m.length===0||m.includes(void 0)))for(let{value:y,path:$,
at:_}of p){if(u.has(y)||i.has($.join("/")))continue;i.add($.join("/"));let j=typeof y=="string"?tr(y,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:_,message:`no ${n} model offers ${JSON.stringify(y)} as ${s}`,hint:j===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${j}"?`}}}}}var Z0=new Set(["failed","expired","cancelled"]);function*Kf(e){for(let{path:t,source:a}of Ee(e))for(let[n,{cancel:o,status:i}]of it(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,m]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,y]of p.entries()){let $={code:"S087",file:t,path:[...s,...m,u]},_=r.get(y),j=_===void 0?tr(y,[...r.keys()]):void 0;_===void 0?yield{...$,message:`\
"${y}" is not a word of status.states`,...j===void 0?{}:{hint:`Did you mean "${j}"?`}}:m[0]==="proves"&&!Z0.has(_)&&(yield{...$,message:`"${y}" means ${_}: it p\
roves that something is made`})}}}function*Hf(e){for(let{path:t,source:a}of Ee(e)){let n=new Set([...ko(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Bf=[ff,Ff,Cf,Uf,zf,Lf,Ef,Tf,Mf,Af,hf,kf,Wf,yf,wf,Hf,Kf,Vf,Pf];var Gf="meta/upstream.schema.json",Q0=[kc,$c,xc,Rm,Hm,...Bf];function Zf(e,t){let a=[ho(Gf,"{}"),...eP(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,m={directory:i,files:new Map([...a,X0(p,s)].map($=>[$.path,$])),meta:{paths:[Gf],code:()=>n}},u=Bm(Q0.flatMap($=>[
...$(m)])).filter(({file:$})=>$===p).map($=>cf(m,$)),y=Ee(m)[0]?.source;return y!==void 0&&u.every(({severity:$})=>$!=="error")?{name:r,mapping:qf(y)}:{name:r,mistakes:u.
sort(($,_)=>$.line-_.line).map($=>Y0($,r,i))}})}function X0(e,t){try{return ho(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function Y0(e,t,a){return mf({...e,file:`${t}.json`},a)}function eP(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return ho(Tm(t),JSON.stringify(i))})}var PT=Zf(Qf.default.meta0,tP);export{PT as compileProtocols};
