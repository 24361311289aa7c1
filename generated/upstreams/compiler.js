// Made by the generator from spec/. Do not edit.
var ph=Object.create;var rc=Object.defineProperty;var ch=Object.getOwnPropertyDescriptor;var dh=Object.getOwnPropertyNames;var uh=Object.getPrototypeOf,lh=Object.prototype.hasOwnProperty;var de=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var mh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of dh(t))!lh.call(e,o)&&o!==a&&rc(e,o,{get:()=>t[o],enumerable:!(n=ch(t,o))||n.enumerable});
return e};var Ut=(e,t,a)=>(a=e!=null?ph(uh(e)):{},mh(t||!e||!e.__esModule?rc(a,"default",{value:e,enumerable:!0}):a,e));var qo=de(xo=>{"use strict";Object.defineProperty(xo,"__esModule",{value:!0});function sc(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}xo.default=sc;sc.code='require("ajv/dist/runtime/ucs2length").default'});var ic=de(oc=>{"use strict";oc.meta0=Ba;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{type:"array",minItems:1,
description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},cancelRule:{type:"object",description:"What becomes \
of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","remov\
ed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the tas\
k is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Le\
ft out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:[
"code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},
allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},headerName:{type:"string",pattern:"^[A-Za-z0-9._\
-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},keyPrefix:{type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the bytes of the key are written. text: \
the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."},path:{type:"string",
pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},request:{type:"object",required:[
"method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$def\
s/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:["submit",
"rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["m\
ethod","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{
type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{
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
tentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},gr={type:"string",minLength:1,description:"A remark for \
who edits the file."},te={type:"string",minLength:1,description:"One of the names in sources."},Ce={type:"string",pattern:"^/",description:"A path behind the ba\
se URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},ae={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON poi\
nter; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},hr={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The n\
ame of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},hs={type:"string",minLength:1,description:'What stands befo\
re the key, such as "whsec_".'},Nr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},
J={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
aa=Object.prototype.hasOwnProperty,oe=qo().default,fh=new RegExp("^[a-z][a-z0-9-]*$","u"),hh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),ac=new RegExp("^https://","u"),
yh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),Ha=new RegExp("^[A-Za-z0-9._-]+$","u"),zt=new RegExp("^/","u"),gh=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),ot=new RegExp(
"^(/([^/~]|~[01])+)+$","u"),wh=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),dr={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"\
The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function ys(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=ys.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===
void 0){let _={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:dr.
required,parentSchema:dr,data:e};r===null?r=[_]:r.push(_),s++}if(e.source===void 0){let _={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:dr.required,parentSchema:dr,data:e};r===null?r=[_]:r.push(_),s++}let $=s;for(let _ in e)if(!(_===
"text"||_==="source")){let T={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT \
have additional properties",schema:!1,parentSchema:dr,data:e};r===null?r=[T]:r.push(T),s++}if(e.text!==void 0){let _=e.text,T=s,x=s;if(typeof _=="string"){if(oe(
_)<1){let R={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:dr.properties.text,data:_};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/text",schemaPath:"#/properties/text/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:dr.properties.text.type,parentSchema:dr.properties.text,data:_};r===null?r=[R]:r.push(R),s++}var l=T===
s}if(e.source!==void 0){let _=e.source,T=s,x=s,R=s;if(typeof _=="string"){if(oe(_)<1){let ue={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:_};r===null?r=[ue]:r.push(ue),s++}}else{let ue={instancePath:t+
"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:_};r===null?r=[ue]:
r.push(ue),s++}var y=x===s,l=T===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:dr.type,
parentSchema:dr,data:e};r===null?r=[$]:r.push($),s++}return ys.errors=r,s===0}ys.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var h={type:"object",required:[
"submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:[
"method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{
type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{
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
dependentRequired:{list:["id","query"]}},yt={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Jt={enum:["queued","processing","complete\
d","failed","expired","cancelled","unknown"],description:"What a task's status means."},bh=new RegExp("^[\\x20-\\x7e]*$","u"),vh=new RegExp("^(?!/)[^{}]*(\\{mode\
l\\}[^{}]*)?\\{id\\}$","u"),kh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),ur={type:"array",minItems:1,description:"Other paths, for what the submit\
 of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$def\
s/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},Oo={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},
qe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",
items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{
type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The \
upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID star\
ts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};
function Wt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Wt.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let K={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oo,data:e};r===null?r=[K]:r.push(K),s++}let ue=!0,U=e.length;for(let K=0;K<U;K++){let F=e[K],ye=s,
O=s,be=s,ve=s,H=!1,V=null,Pe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.given===void 0){let ne={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/0\
/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:qe.oneOf[0].required,parentSchema:qe.oneOf[0],
data:F};r===null?r=[ne]:r.push(ne),s++}var l=Pe===s;l&&(H=!0,V=0);let xe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.absent===void 0){let ne={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:qe.
oneOf[1].required,parentSchema:qe.oneOf[1],data:F};r===null?r=[ne]:r.push(ne),s++}var l=xe===s;if(l&&H)H=!1,V=[V,1];else{l&&(H=!0,V=1);let ne=s;if(F&&typeof F==
"object"&&!Array.isArray(F)){if(F.parameter===void 0){let Fe={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:qe.oneOf[2].required,parentSchema:qe.oneOf[2],data:F};r===null?r=[Fe]:r.push(Fe),s++}if(F.among===
void 0){let Fe={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have requ\
ired property 'among'",schema:qe.oneOf[2].required,parentSchema:qe.oneOf[2],data:F};r===null?r=[Fe]:r.push(Fe),s++}}var l=ne===s;if(l&&H)H=!1,V=[V,2];else{l&&(H=
!0,V=2);let Fe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.model===void 0){let At={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"\
required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:qe.oneOf[3].required,parentSchema:qe.oneOf[3],data:F};r===null?r=
[At]:r.push(At),s++}var l=Fe===s;if(l&&H)H=!1,V=[V,3];else{l&&(H=!0,V=3);let At=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.exceptModel===void 0){let kt={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptMode\
l'",schema:qe.oneOf[4].required,parentSchema:qe.oneOf[4],data:F};r===null?r=[kt]:r.push(kt),s++}var l=At===s;l&&H?(H=!1,V=[V,4]):l&&(H=!0,V=4)}}}if(H)s=ve,r!==null&&
(ve?r.length=ve:r=null);else{let ne={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:V},message:"must match exa\
ctly one schema in oneOf",schema:qe.oneOf,parentSchema:qe,data:F};r===null?r=[ne]:r.push(ne),s++}if(F&&typeof F=="object"&&!Array.isArray(F)){let ne=s;for(let z in F)
if(!(z==="given"||z==="absent"||z==="parameter"||z==="among"||z==="model"||z==="exceptModel")){let Fe={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:qe,data:F};r===
null?r=[Fe]:r.push(Fe),s++}if(F.given!==void 0){let z=F.given,Fe=s,rt=s;if(Array.isArray(z)){if(z.length<1){let kt={instancePath:t+"/"+K+"/given",schemaPath:"#/\
$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.given,
data:z};r===null?r=[kt]:r.push(kt),s++}let At=!0,Be=z.length;for(let kt=0;kt<Be;kt++){let tt=z[kt],ht=s;if(typeof tt!="string"){let tr={instancePath:t+"/"+K+"/g\
iven/"+kt,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.properties.given.items.
type,parentSchema:qe.properties.given.items,data:tt};r===null?r=[tr]:r.push(tr),s++}let qr=s;var y=ht===s;y||(At=!1)}}else{let At={instancePath:t+"/"+K+"/given",
schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qe.properties.given.type,parentSchema:qe.
properties.given,data:z};r===null?r=[At]:r.push(At),s++}var $=Fe===s}if(F.absent!==void 0){let z=F.absent,Fe=s,rt=s;if(Array.isArray(z)){if(z.length<1){let tt={
instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1\
 items",schema:1,parentSchema:qe.properties.absent,data:z};r===null?r=[tt]:r.push(tt),s++}let Be=!0,kt=z.length;for(let tt=0;tt<kt;tt++){let ht=z[tt],qr=s;if(typeof ht!=
"string"){let xt={instancePath:t+"/"+K+"/absent/"+tt,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:qe.properties.absent.items.type,parentSchema:qe.properties.absent.items,data:ht};r===null?r=[xt]:r.push(xt),s++}let tr=s;var _=qr===s;_||
(Be=!1)}}else{let Be={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be\
 array",schema:qe.properties.absent.type,parentSchema:qe.properties.absent,data:z};r===null?r=[Be]:r.push(Be),s++}var $=Fe===s}if(F.parameter!==void 0){let z=F.
parameter,Fe=s;if(typeof z!="string"){let Be={instancePath:t+"/"+K+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:qe.properties.parameter.type,parentSchema:qe.properties.parameter,data:z};r===null?r=[Be]:r.push(Be),s++}let rt=s;
var $=Fe===s}if(F.among!==void 0){let z=F.among,Fe=s,rt=s;if(Array.isArray(z)){if(z.length<1){let Be={instancePath:t+"/"+K+"/among",schemaPath:"#/$defs/conditio\
n/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.among,data:z};r===
null?r=[Be]:r.push(Be),s++}}else{let Be={instancePath:t+"/"+K+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:qe.properties.among.type,parentSchema:qe.properties.among,data:z};r===null?r=[Be]:r.push(Be),s++}var $=Fe===s}if(F.model!==void 0){
let z=F.model,Fe=s,rt=s;if(Array.isArray(z)){if(z.length<1){let tt={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.model,data:z};r===null?r=[tt]:r.push(tt),s++}let Be=!0,
kt=z.length;for(let tt=0;tt<kt;tt++){let ht=z[tt],qr=s,tr=s;if(typeof ht=="string"){if(oe(ht)<1){let xt={instancePath:t+"/"+K+"/model/"+tt,schemaPath:"#/$defs/c\
ondition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:qe.properties.
model.items,data:ht};r===null?r=[xt]:r.push(xt),s++}}else{let xt={instancePath:t+"/"+K+"/model/"+tt,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:qe.properties.model.items.type,parentSchema:qe.properties.model.items,data:ht};r===null?r=[xt]:r.push(
xt),s++}var T=qr===s;T||(Be=!1)}}else{let Be={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"ar\
ray"},message:"must be array",schema:qe.properties.model.type,parentSchema:qe.properties.model,data:z};r===null?r=[Be]:r.push(Be),s++}var $=Fe===s}if(F.exceptModel!==
void 0){let z=F.exceptModel,Fe=s,rt=s;if(Array.isArray(z)){if(z.length<1){let tt={instancePath:t+"/"+K+"/exceptModel",schemaPath:"#/$defs/condition/properties/e\
xceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.exceptModel,data:z};r===
null?r=[tt]:r.push(tt),s++}let Be=!0,kt=z.length;for(let tt=0;tt<kt;tt++){let ht=z[tt],qr=s,tr=s;if(typeof ht=="string"){if(oe(ht)<1){let xt={instancePath:t+"/"+
K+"/exceptModel/"+tt,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer tha\
n 1 characters",schema:1,parentSchema:qe.properties.exceptModel.items,data:ht};r===null?r=[xt]:r.push(xt),s++}}else{let xt={instancePath:t+"/"+K+"/exceptModel/"+
tt,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.properties.exceptModel.
items.type,parentSchema:qe.properties.exceptModel.items,data:ht};r===null?r=[xt]:r.push(xt),s++}var x=qr===s;x||(Be=!1)}}else{let Be={instancePath:t+"/"+K+"/exc\
eptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qe.properties.exceptModel.
type,parentSchema:qe.properties.exceptModel,data:z};r===null?r=[Be]:r.push(Be),s++}var $=Fe===s}}else{let ne={instancePath:t+"/"+K,schemaPath:"#/$defs/condition\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:qe.type,parentSchema:qe,data:F};r===null?r=[ne]:r.push(ne),s++}var R=O===s,L=ye===s;
L||(ue=!1)}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oo.type,parentSchema:Oo,data:e};
r===null?r=[ue]:r.push(ue),s++}return Wt.errors=r,s===0}Wt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function yr(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=yr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){
if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ur,
data:e};r===null?r=[x]:r.push(x),s++}let _=!0,T=e.length;for(let x=0;x<T;x++){let R=e[x],L=s,ue=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.when===void 0){
let K={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:ur.
items.required,parentSchema:ur.items,data:R};r===null?r=[K]:r.push(K),s++}if(R.path===void 0){let K={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:ur.items.required,parentSchema:ur.items,data:R};r===null?r=[K]:r.push(
K),s++}let U=s;for(let K in R)if(!(K==="when"||K==="path")){let F={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:ur.items,data:R};r===null?r=[F]:r.push(F),s++}if(R.when!==void 0){
let K=R.when,F=s;Wt(K,{instancePath:t+"/"+x+"/when",parentData:R,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Wt.errors:r.concat(Wt.errors),
s=r.length);var l=F===s}if(R.path!==void 0){let K=R.path,F=s,ye=s,O=s;if(typeof K=="string"){if(!zt.test(K)){let ve={instancePath:t+"/"+x+"/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:K};r===null?r=[ve]:r.push(ve),s++}}else{
let ve={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:K};r===null?r=[ve]:r.push(ve),s++}var y=ye===s,l=F===s}}else{let U={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:ur.items.type,parentSchema:ur.items,data:R};r===null?r=[U]:r.push(U),s++}var $=L===s;$||(_=!1)}}else{let _={instancePath:t,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:ur.type,parentSchema:ur,data:e};r===null?r=[_]:r.push(_),s++}return yr.errors=r,s===0}
yr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var le={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#\
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
Ph=new RegExp("^/(?!(-|\\d+)(/|$))","u");function gs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=gs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,l=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===
void 0){let ye={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:le.
oneOf[0].required,parentSchema:le.oneOf[0],data:e};r===null?r=[ye]:r.push(ye),s++}var x=_===s;x&&(y=!0,$=0);let T=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&
e.each===void 0){let ye={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property \
'each'",schema:le.oneOf[1].required,parentSchema:le.oneOf[1],data:e};r===null?r=[ye]:r.push(ye),s++}var x=T===s;if(x&&y)y=!1,$=[$,1];else{x&&(y=!0,$=1);let ye=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let be={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
join"},message:"must have required property 'join'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:e};r===null?r=[be]:r.push(be),s++}if(e.values===void 0){
let be={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:le.
oneOf[2].required,parentSchema:le.oneOf[2],data:e};r===null?r=[be]:r.push(be),s++}}var x=ye===s;if(x&&y)y=!1,$=[$,2];else{x&&(y=!0,$=2);let be=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.model===void 0){let H={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"\
must have required property 'model'",schema:le.oneOf[3].required,parentSchema:le.oneOf[3],data:e};r===null?r=[H]:r.push(H),s++}var x=be===s;if(x&&y)y=!1,$=[$,3];else{
x&&(y=!0,$=3);let H=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let Pe={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:le.oneOf[4].required,parentSchema:le.oneOf[4],data:e};r===null?r=[Pe]:
r.push(Pe),s++}var x=H===s;x&&y?(y=!1,$=[$,4]):x&&(y=!0,$=4)}}}if(y)s=l,r!==null&&(l?r.length=l:r=null);else{let ye={instancePath:t,schemaPath:"#/oneOf",keyword:"\
oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:le.oneOf,parentSchema:le,data:e};r===null?r=[ye]:r.push(ye),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.to===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have\
 required property 'to'",schema:le.required,parentSchema:le,data:e};r===null?r=[O]:r.push(O),s++}if(e.source===void 0){let O={instancePath:t,schemaPath:"#/requi\
red",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:le.required,parentSchema:le,data:e};r===null?r=[
O]:r.push(O),s++}let ye=s;for(let O in e)if(!aa.call(le.properties,O)){let be={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:le,data:e};r===null?r=[be]:r.push(be),s++}if(e.$comment!==void 0){
let O=e.$comment,be=s,ve=s,H=s;if(typeof O=="string"){if(oe(O)<1){let V={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:gr,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:gr.type,parentSchema:gr,data:O};r===null?r=[V]:r.push(V),s++}var R=ve===
s,L=be===s}if(e.to!==void 0){let O=e.to,be=s,ve=s,H=s;if(typeof O=="string"){if(!ot.test(O)){let Pe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:O};r===null?
r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.
type,parentSchema:ae,data:O};r===null?r=[Pe]:r.push(Pe),s++}var ue=ve===s;if(typeof O=="string"&&!Ph.test(O)){let Pe={instancePath:t+"/to",schemaPath:"#/propert\
ies/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:le.
properties.to,data:O};r===null?r=[Pe]:r.push(Pe),s++}var L=be===s}if(e.from!==void 0){let O=e.from,be=s,ve=s;if(typeof O=="string"){if(oe(O)<1){let V={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.
from,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:le.properties.from.type,parentSchema:le.properties.from,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.each!==void 0){let O=e.each,
be=s,ve=s;if(typeof O=="string"){if(oe(O)<1){let V={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.each,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.each.type,parentSchema:le.properties.each,data:O};r===
null?r=[V]:r.push(V),s++}var L=be===s}if(e.join!==void 0){let O=e.join,be=s,ve=s;if(Array.isArray(O)){if(O.length<2){let xe={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:le.properties.join,data:O};r===
null?r=[xe]:r.push(xe),s++}let V=!0,Pe=O.length;for(let xe=0;xe<Pe;xe++){let ne=O[xe],z=s,Fe=s;if(typeof ne=="string"){if(oe(ne)<1){let rt={instancePath:t+"/joi\
n/"+xe,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.
properties.join.items,data:ne};r===null?r=[rt]:r.push(rt),s++}}else{let rt={instancePath:t+"/join/"+xe,schemaPath:"#/properties/join/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:le.properties.join.items.type,parentSchema:le.properties.join.items,data:ne};r===null?r=[rt]:r.push(rt),s++}
var U=z===s;U||(V=!1)}}else{let V={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.
properties.join.type,parentSchema:le.properties.join,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.model!==void 0){let O=e.model,be=s;if(O!==!0){let H={
instancePath:t+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:le.
properties.model,data:O};r===null?r=[H]:r.push(H),s++}var L=be===s}if(e.when!==void 0){let O=e.when,be=s;Wt(O,{instancePath:t+"/when",parentData:e,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?Wt.errors:r.concat(Wt.errors),s=r.length);var L=be===s}if(e.as!==void 0){let O=e.as,be=s,ve=le.properties.as.enum;
if(!(O==="string"||O==="uploaded")){let V={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:le.properties.as.enum},message:"\
must be equal to one of the allowed values",schema:le.properties.as.enum,parentSchema:le.properties.as,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.values!==
void 0){let O=e.values,be=s,ve=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(Object.keys(O).length<1){let V={instancePath:t+"/values",schemaPath:"#/properti\
es/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:le.properties.values,data:O};
r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be \
object",schema:le.properties.values.type,parentSchema:le.properties.values,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.accepts!==void 0){let O=e.accepts,
be=s,ve=s;if(Array.isArray(O)){if(O.length<1){let V={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.accepts,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/accepts",schemaPath:"\
#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.accepts.type,parentSchema:le.properties.accepts,data:O};
r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.minimum!==void 0){let O=e.minimum,be=s;if(typeof O!="number"){let V={instancePath:t+"/minimum",schemaPath:"#/prop\
erties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:le.properties.minimum.type,parentSchema:le.properties.minimum,data:O};
r===null?r=[V]:r.push(V),s++}let ve=s;var L=be===s}if(e.maximum!==void 0){let O=e.maximum,be=s;if(typeof O!="number"){let V={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:le.properties.maximum.type,parentSchema:le.properties.maximum,data:O};
r===null?r=[V]:r.push(V),s++}let ve=s;var L=be===s}if(e.maximumItems!==void 0){let O=e.maximumItems,be=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){let V={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.maximumItems.type,
parentSchema:le.properties.maximumItems,data:O};r===null?r=[V]:r.push(V),s++}let ve=s;if(typeof O=="number"&&(O<1||isNaN(O))){let V={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:le.properties.
maximumItems,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.maximumLength!==void 0){let O=e.maximumLength,be=s;if(!(typeof O=="number"&&!(O%1)&&!isNaN(O))){
let V={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.
maximumLength.type,parentSchema:le.properties.maximumLength,data:O};r===null?r=[V]:r.push(V),s++}let ve=s;if(typeof O=="number"&&(O<1||isNaN(O))){let V={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:le.
properties.maximumLength,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.forms!==void 0){let O=e.forms,be=s,ve=s;if(Array.isArray(O)){if(O.length<1){let xe={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.
properties.forms,data:O};r===null?r=[xe]:r.push(xe),s++}let V=!0,Pe=O.length;for(let xe=0;xe<Pe;xe++){let ne=O[xe],z=s,Fe=le.properties.forms.items.enum;if(!(ne===
"url"||ne==="data")){let rt={instancePath:t+"/forms/"+xe,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:le.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:le.properties.forms.items.enum,parentSchema:le.properties.forms.items,data:ne};r===null?r=[rt]:
r.push(rt),s++}var K=z===s;K||(V=!1)}}else{let V={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:le.properties.forms.type,parentSchema:le.properties.forms,data:O};r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.oneWay!==void 0){let O=e.oneWay,
be=s,ve=s;if(typeof O=="string"){if(oe(O)<1){let V={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:le.properties.oneWay,data:O};r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.oneWay.type,parentSchema:le.properties.oneWay,data:O};
r===null?r=[V]:r.push(V),s++}var L=be===s}if(e.source!==void 0){let O=e.source,be=s,ve=s,H=s;if(typeof O=="string"){if(oe(O)<1){let Pe={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:O};r===
null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:te.type,parentSchema:te,data:O};r===null?r=[Pe]:r.push(Pe),s++}var F=ve===s,L=be===s}}else{let ye={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:le.type,parentSchema:le,data:e};r===null?r=[ye]:r.push(ye),s++}return gs.errors=r,s===0}gs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var jo={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Ve={
type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The fir\
st file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. I\
t is sent with a URL of the base URL's own host, and to no other."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:[
"video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The medi\
a type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that a\
nswers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early\
; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},
sa={validate:Kr},nc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function $t(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=$t.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){
let $=!0,_=e.length;for(let T=0;T<_;T++){let x=e[T],R=s,L=s,ue=s;if(typeof x=="string"){if(!ot.test(x)){let U={instancePath:t+"/"+T,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,
data:x};r===null?r=[U]:r.push(U),s++}}else{let U={instancePath:t+"/"+T,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:ae.type,parentSchema:ae,data:x};r===null?r=[U]:r.push(U),s++}var l=L===s,y=R===s;y||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:nc.type,parentSchema:nc,data:e};r===null?r=[$]:r.push($),s++}return $t.errors=r,s===0}$t.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function ws(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ws.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,l=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let ve={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Ve.oneOf[0].
required,parentSchema:Ve.oneOf[0],data:e};r===null?r=[ve]:r.push(ve),s++}var x=_===s;x&&(y=!0,$=0);let T=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===
void 0){let ve={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64\
'",schema:Ve.oneOf[1].required,parentSchema:Ve.oneOf[1],data:e};r===null?r=[ve]:r.push(ve),s++}if(e.contentType===void 0){let ve={instancePath:t,schemaPath:"#/o\
neOf/1/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Ve.oneOf[1].required,parentSchema:Ve.
oneOf[1],data:e};r===null?r=[ve]:r.push(ve),s++}}var x=T===s;if(x&&y)y=!1,$=[$,1];else{x&&(y=!0,$=1);let ve=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===
void 0){let V={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'conten\
t'",schema:Ve.oneOf[2].required,parentSchema:Ve.oneOf[2],data:e};r===null?r=[V]:r.push(V),s++}var x=ve===s;if(x&&y)y=!1,$=[$,2];else{x&&(y=!0,$=2);let V=s;if(e&&
typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let xe={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"q\
uery"},message:"must have required property 'query'",schema:Ve.oneOf[3].required,parentSchema:Ve.oneOf[3],data:e};r===null?r=[xe]:r.push(xe),s++}if(e.results===
void 0){let xe={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'resul\
ts'",schema:Ve.oneOf[3].required,parentSchema:Ve.oneOf[3],data:e};r===null?r=[xe]:r.push(xe),s++}if(e.message===void 0){let xe={instancePath:t,schemaPath:"#/one\
Of/3/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Ve.oneOf[3].required,parentSchema:Ve.
oneOf[3],data:e};r===null?r=[xe]:r.push(xe),s++}}var x=V===s;x&&y?(y=!1,$=[$,3]):x&&(y=!0,$=3)}}if(y)s=l,r!==null&&(l?r.length=l:r=null);else{let ve={instancePath:t,
schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:Ve.oneOf,parentSchema:Ve,data:e};r===null?
r=[ve]:r.push(ve),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let H={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:Ve.required,parentSchema:Ve,data:e};r===null?r=[H]:r.push(H),s++}let ve=s;for(let H in e)
if(!aa.call(Ve.properties,H)){let V={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"mu\
st NOT have additional properties",schema:!1,parentSchema:Ve,data:e};r===null?r=[V]:r.push(V),s++}if(e.url!==void 0){let H=e.url,V=s,Pe=s,xe=s;if(typeof H=="str\
ing"){if(!ot.test(H)){let ne={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must\
 match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:H};r===null?r=[ne]:r.push(ne),s++}}else{let ne={instancePath:t+"/url",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:H};r===null?r=[ne]:r.push(ne),
s++}var R=Pe===s,L=V===s}if(e.list!==void 0){let H=e.list,V=s;if(typeof H!="boolean"){let ne={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:Ve.properties.list.type,parentSchema:Ve.properties.list,data:H};r===null?r=[ne]:r.push(ne),s++}let Pe=s;
var L=V===s}if(e.withKey!==void 0){let H=e.withKey,V=s;if(H!==!0){let xe={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Ve.properties.withKey,data:H};r===null?r=[xe]:r.push(xe),s++}var L=V===s}if(e.base64!==
void 0){let H=e.base64,V=s,Pe=s,xe=s;if(typeof H=="string"){if(!ot.test(H)){let z={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"patter\
n",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:H};r===null?r=
[z]:r.push(z),s++}}else{let z={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.
type,parentSchema:ae,data:H};r===null?r=[z]:r.push(z),s++}var ue=Pe===s,L=V===s}if(e.contentType!==void 0){let H=e.contentType,V=s,Pe=Ve.properties.contentType.
enum;if(!(H==="video/mp4"||H==="video/quicktime"||H==="video/webm"||H==="image/png"||H==="image/jpeg"||H==="image/webp"||H==="image/gif"||H==="audio/mpeg"||H===
"audio/wav"||H==="model/gltf-binary")){let ne={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:Ve.
properties.contentType.enum},message:"must be equal to one of the allowed values",schema:Ve.properties.contentType.enum,parentSchema:Ve.properties.contentType,data:H};
r===null?r=[ne]:r.push(ne),s++}var L=V===s}if(e.content!==void 0){let H=e.content,V=s,Pe=s,xe=s;if(typeof H=="string"){if(!zt.test(H)){let z={instancePath:t+"/c\
ontent",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:H};r===null?
r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.
type,parentSchema:Ce,data:H};r===null?r=[z]:r.push(z),s++}var U=Pe===s,L=V===s}if(e.query!==void 0){let H=e.query,V=s,Pe=s,xe=s;if(typeof H=="string"){if(!zt.test(
H)){let z={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,
data:H};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Ce.type,parentSchema:Ce,data:H};r===null?r=[z]:r.push(z),s++}var K=Pe===s,L=V===s}if(e.results!==void 0){let H=e.results,V=s;if(!sa.validate(H,{instancePath:t+
"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?sa.validate.errors:r.concat(sa.validate.errors),s=r.length;else var F=sa.
validate.evaluated.props,ye=sa.validate.evaluated.items;var L=V===s}if(e.message!==void 0){let H=e.message,V=s;$t(H,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var L=V===s}if(e.pending!==void 0){let H=e.pending,V=s,Pe=s;if(H&&
typeof H=="object"&&!Array.isArray(H)){if(H.status===void 0){let z={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{
missingProperty:"status"},message:"must have required property 'status'",schema:Ve.properties.pending.required,parentSchema:Ve.properties.pending,data:H};r===null?
r=[z]:r.push(z),s++}if(H.body===void 0){let z={instancePath:t+"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"\
body"},message:"must have required property 'body'",schema:Ve.properties.pending.required,parentSchema:Ve.properties.pending,data:H};r===null?r=[z]:r.push(z),s++}
let ne=s;for(let z in H)if(!(z==="status"||z==="body")){let Fe={instancePath:t+"/pending",schemaPath:"#/properties/pending/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:Ve.properties.pending,data:H};r===null?r=[Fe]:
r.push(Fe),s++}if(H.status!==void 0){let z=H.status,Fe=s;if(!(typeof z=="number"&&!(z%1)&&!isNaN(z))){let At={instancePath:t+"/pending/status",schemaPath:"#/pro\
perties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Ve.properties.pending.properties.status.type,parentSchema:Ve.
properties.pending.properties.status,data:z};r===null?r=[At]:r.push(At),s++}let rt=s;var O=Fe===s}}else{let ne={instancePath:t+"/pending",schemaPath:"#/properti\
es/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ve.properties.pending.type,parentSchema:Ve.properties.pending,data:H};r===
null?r=[ne]:r.push(ne),s++}var L=V===s}if(e.source!==void 0){let H=e.source,V=s,Pe=s,xe=s;if(typeof H=="string"){if(oe(H)<1){let z={instancePath:t+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:H};r===null?r=[z]:r.
push(z),s++}}else{let z={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,
parentSchema:te,data:H};r===null?r=[z]:r.push(z),s++}var be=Pe===s,L=V===s}}else{let ve={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:Ve.type,parentSchema:Ve,data:e};r===null?r=[ve]:r.push(ve),s++}return ws.errors=r,s===0}ws.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function Kr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Kr.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:jo,data:e};r===null?r=[_]:r.push(_),s++}let y=!0,$=e.length;for(let _=0;_<$;_++){let T=e[_],x=s;
ws(T,{instancePath:t+"/"+_,parentData:e,parentDataProperty:_,rootData:o,dynamicAnchors:i})||(r=r===null?ws.errors:r.concat(ws.errors),s=r.length);var l=x===s;l||
(y=!1)}}else{let y={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:jo.type,parentSchema:jo,data:e};r===null?
r=[y]:r.push(y),s++}return Kr.errors=r,s===0}Kr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Nt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Nt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="o\
bject"&&!Array.isArray(e)){if(e.submit===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"submit"},message:"mus\
t have required property 'submit'",schema:h.required,parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}if(e.rows===void 0){let w={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:h.required,parentSchema:h,data:e};r===null?r=[
w]:r.push(w),s++}if(e.results===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"must have r\
equired property 'results'",schema:h.required,parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}if(e.message===void 0){let w={instancePath:t,schemaPath:"#/req\
uired",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:h.required,parentSchema:h,data:e};r===null?r=
[w]:r.push(w),s++}if(e.code===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must have requir\
ed property 'code'",schema:h.required,parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}let Ka=s;for(let w in e)if(!aa.call(h.properties,w)){let Se={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h,
data:e};r===null?r=[Se]:r.push(Se),s++}if(e.$comment!==void 0){let w=e.$comment,Se=s,pt=s,Ar=s;if(typeof w=="string"){if(oe(w)<1){let me={instancePath:t+"/$comm\
ent",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:gr,data:w};
r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:gr.type,parentSchema:gr,data:w};r===null?r=[me]:r.push(me),s++}var l=pt===s,y=Se===s}if(e.submit!==void 0){let w=e.submit,Se=s,pt=s;if(w&&typeof w==
"object"&&!Array.isArray(w)){if(w.method===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}
if(w.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={
instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="method"||f===
"path"||f==="paths"||f==="headers"||f==="encoding"||f==="source")){let k={instancePath:t+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,data:w};r===null?r=
[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,k=s,A=h.properties.submit.properties.method.enum;if(!(f==="POST"||f==="PUT")){let Ee={instancePath:t+"/su\
bmit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.enum},message:"m\
ust be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,data:f};r===null?
r=[Ee]:r.push(Ee),s++}var $=k===s}if(w.path!==void 0){let f=w.path,k=s,A=s,Ee=s;if(typeof f=="string"){if(!zt.test(f)){let S={instancePath:t+"/submit/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[S]:r.push(S),s++}}else{
let S={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:f};r===null?r=[S]:r.push(S),s++}var _=A===s,$=k===s}if(w.paths!==void 0){let f=w.paths,k=s;yr(f,{instancePath:t+"/submit/paths",parentData:w,parentDataProperty:"\
paths",rootData:o,dynamicAnchors:i})||(r=r===null?yr.errors:r.concat(yr.errors),s=r.length);var $=k===s}if(w.headers!==void 0){let f=w.headers,k=s,A=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){let re=s;for(let S in f){let q=f[S],Q=s,ce=s;if(typeof q=="string"){if(!bh.test(q)){let ke={instancePath:t+"/submit/headers/"+S.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*\
$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:h.properties.submit.properties.headers.additionalProperties,data:q};r===
null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/submit/headers/"+S.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/h\
eaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.submit.properties.headers.additionalProperties.
type,parentSchema:h.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[ke]:r.push(ke),s++}var T=Q===s}}else{let re={instancePath:t+"/\
submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.
properties.headers.type,parentSchema:h.properties.submit.properties.headers,data:f};r===null?r=[re]:r.push(re),s++}var $=k===s}if(w.encoding!==void 0){let f=w.encoding,
k=s,A=h.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){let re={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/prope\
rties/encoding/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:h.
properties.submit.properties.encoding.enum,parentSchema:h.properties.submit.properties.encoding,data:f};r===null?r=[re]:r.push(re),s++}var $=k===s}if(w.source!==
void 0){let f=w.source,k=s,A=s,Ee=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+
"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:f};r===null?
r=[S]:r.push(S),s++}var x=A===s,$=k===s}}else{let me={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.rows!==void 0){let w=e.
rows,Se=s,pt=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:w};r===null?r=[k]:r.push(k),s++}let me=!0,f=w.length;for(let k=0;k<f;k++){let A=w[k],
Ee=s;gs(A,{instancePath:t+"/rows/"+k,parentData:w,parentDataProperty:k,rootData:o,dynamicAnchors:i})||(r=r===null?gs.errors:r.concat(gs.errors),s=r.length);var R=Ee===
s;R||(me=!1)}}else{let me={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
rows.type,parentSchema:h.properties.rows,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.drops!==void 0){let w=e.drops,Se=s,pt=s;if(Array.isArray(w)){let me=!0,
f=w.length;for(let k=0;k<f;k++){let A=w[k],Ee=s,re=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.parameter===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
drops.items.required,parentSchema:h.properties.drops.items,data:A};r===null?r=[q]:r.push(q),s++}if(A.reason===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.drops.
items.required,parentSchema:h.properties.drops.items,data:A};r===null?r=[q]:r.push(q),s++}if(A.source===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/\
properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.drops.items.
required,parentSchema:h.properties.drops.items,data:A};r===null?r=[q]:r.push(q),s++}let S=s;for(let q in A)if(!(q==="parameter"||q==="values"||q==="when"||q==="\
reason"||q==="source")){let Q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.drops.items,data:A};r===null?r=[Q]:r.push(Q),s++}if(A.parameter!==void 0){let q=A.
parameter,Q=s;if(typeof q!="string"){let ke={instancePath:t+"/drops/"+k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,
data:q};r===null?r=[ke]:r.push(ke),s++}let ce=s;var L=Q===s}if(A.values!==void 0){let q=A.values,Q=s,ce=s;if(Array.isArray(q)){if(q.length<1){let Y={instancePath:t+
"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 i\
tems",schema:1,parentSchema:h.properties.drops.items.properties.values,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/drops/"+k+"/values",schemaPath:"\
#/properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.
type,parentSchema:h.properties.drops.items.properties.values,data:q};r===null?r=[Y]:r.push(Y),s++}var L=Q===s}if(A.when!==void 0){let q=A.when,Q=s;Wt(q,{instancePath:t+
"/drops/"+k+"/when",parentData:A,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Wt.errors:r.concat(Wt.errors),s=r.length);var L=Q===s}if(A.
reason!==void 0){let q=A.reason,Q=s,ce=s;if(typeof q=="string"){if(oe(q)<1){let Y={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.
reason,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,
data:q};r===null?r=[Y]:r.push(Y),s++}var L=Q===s}if(A.source!==void 0){let q=A.source,Q=s,ce=s,ke=s;if(typeof q=="string"){if(oe(q)<1){let W={instancePath:t+"/d\
rops/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,
data:q};r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:te.type,parentSchema:te,data:q};r===null?r=[W]:r.push(W),s++}var ue=ce===s,L=Q===s}}else{let S={instancePath:t+"/drops/"+k,schemaPath:"#/\
properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.
items,data:A};r===null?r=[S]:r.push(S),s++}var U=Ee===s;U||(me=!1)}}else{let me={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.drops.type,parentSchema:h.properties.drops,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.needs!==
void 0){let w=e.needs,Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let me=s;for(let f in w){let k=w[f],A=s,Ee=s;if(k&&typeof k=="object"&&!Array.isArray(
k)){if(k.reason===void 0){let S={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",
keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.
properties.needs.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}if(k.source===void 0){let S={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}let re=s;
for(let S in k)if(!(S==="reason"||S==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.needs.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let S=k.reason,q=s,Q=s;if(typeof S=="string"){if(oe(S)<1){let ce={
instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:S};
r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/addition\
alProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.
type,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:S};r===null?r=[ce]:r.push(ce),s++}var K=q===s}if(k.source!==void 0){let S=k.source,
q=s,Q=s,ce=s;if(typeof S=="string"){if(oe(S)<1){let Y={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),s++}}else{
let Y={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:te.type,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),s++}var F=Q===s,K=q===s}}else{let re={instancePath:t+"/needs/"+f.replace(/~/g,"~\
0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
needs.additionalProperties.type,parentSchema:h.properties.needs.additionalProperties,data:k};r===null?r=[re]:r.push(re),s++}var ye=A===s}}else{let me={instancePath:t+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.
needs,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.lacks!==void 0){let w=e.lacks,Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let me=s;for(let f in w){
let k=w[f],A=s,Ee=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let S={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",
schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}if(k.source===
void 0){let S={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.
lacks.additionalProperties,data:k};r===null?r=[S]:r.push(S),s++}let re=s;for(let S in k)if(!(S==="reason"||S==="source")){let q={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==
void 0){let S=k.reason,q=s,Q=s;if(typeof S=="string"){if(oe(S)<1){let ce={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"\
#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:S};r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/lacks/"+f.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:h.properties.lacks.additionalProperties.properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:S};
r===null?r=[ce]:r.push(ce),s++}var O=q===s}if(k.source!==void 0){let S=k.source,q=s,Q=s,ce=s;if(typeof S=="string"){if(oe(S)<1){let Y={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/sou\
rce",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:S};r===null?r=[Y]:r.push(
Y),s++}var be=Q===s,O=q===s}}else{let re={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,
data:k};r===null?r=[re]:r.push(re),s++}var ve=A===s}}else{let me={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:h.properties.lacks.type,parentSchema:h.properties.lacks,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.id!==void 0){
let w=e.id,Se=s,pt=s,Ar=s;if(typeof w=="string"){if(!ot.test(w)){let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[f]:r.push(f),s++}}else{
let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:w};
r===null?r=[f]:r.push(f),s++}var H=pt===s,y=Se===s}if(e.idForm!==void 0){let w=e.idForm,Se=s,pt=s;if(typeof w=="string"){if(!vh.test(w)){let me={instancePath:t+
"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^\
(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:w};r===null?r=[me]:r.push(me),
s++}}else{let me={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
idForm.type,parentSchema:h.properties.idForm,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.queryId!==void 0){let w=e.queryId,Se=s,pt=s,Ar=s;if(typeof w==
"string"){if(!ot.test(w)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/quer\
yId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:w};r===null?r=[f]:r.push(
f),s++}var V=pt===s,y=Se===s}if(e.query!==void 0){let w=e.query,Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let k={instancePath:t+
"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.
query.required,parentSchema:h.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.path===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/\
query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.
properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.source===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};
r===null?r=[k]:r.push(k),s++}let me=s;for(let k in w)if(!(k==="method"||k==="path"||k==="paths"||k==="at"||k==="hosts"||k==="body"||k==="source")){let A={instancePath:t+
"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.query,data:w};r===null?r=[A]:r.push(A),s++}if(w.method!==void 0){let k=w.method,A=s,Ee=h.properties.query.properties.
method.enum;if(!(k==="GET"||k==="POST"||k==="PUT"||k==="DELETE")){let re={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",
keyword:"enum",params:{allowedValues:h.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.
method.enum,parentSchema:h.properties.query.properties.method,data:k};r===null?r=[re]:r.push(re),s++}var Pe=A===s}if(w.path!==void 0){let k=w.path,A=s,Ee=s,re=s;
if(typeof k=="string"){if(!zt.test(k)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'mu\
st match pattern "^/"',schema:"^/",parentSchema:Ce,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:k};r===null?r=[q]:r.push(q),s++}var xe=Ee===s,Pe=A===s}if(w.paths!==
void 0){let k=w.paths,A=s;yr(k,{instancePath:t+"/query/paths",parentData:w,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?yr.errors:r.concat(
yr.errors),s=r.length);var Pe=A===s}if(w.at!==void 0){let k=w.at,A=s,Ee=s,re=s;if(typeof k=="string"){if(!ot.test(k)){let q={instancePath:t+"/query/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:ae,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:ae.type,parentSchema:ae,data:k};r===null?r=[q]:r.push(q),s++}var ne=Ee===s,Pe=A===s}if(w.hosts!==void 0){let k=w.hosts,
A=s,Ee=s;if(Array.isArray(k)){if(k.length<1){let Q={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:k};r===null?r=[Q]:r.push(Q),s++}let S=!0,q=k.
length;for(let Q=0;Q<q;Q++){let ce=k[Q],ke=s,Y=s;if(typeof ce=="string"){if(!kh.test(ce)){let W={instancePath:t+"/query/hosts/"+Q,schemaPath:"#/properties/query\
/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a\
-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:ce};r===null?r=[W]:r.push(W),s++}}else{
let W={instancePath:t+"/query/hosts/"+Q,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:h.properties.query.properties.hosts.items.type,parentSchema:h.properties.query.properties.hosts.items,data:ce};r===null?r=[W]:r.push(W),s++}var z=ke===
s;z||(S=!1)}}else{let S={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must \
be array",schema:h.properties.query.properties.hosts.type,parentSchema:h.properties.query.properties.hosts,data:k};r===null?r=[S]:r.push(S),s++}var Pe=A===s}if(w.
body!==void 0){let k=w.body,A=s,Ee=s;if(Array.isArray(k)){if(k.length<1){let Q={instancePath:t+"/query/body",schemaPath:"#/properties/query/properties/body/minI\
tems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.body,data:k};r===null?r=
[Q]:r.push(Q),s++}let S=!0,q=k.length;for(let Q=0;Q<q;Q++){let ce=k[Q],ke=s,Y=s,W=s,Te=!1,Xe=null,Ge=s;if(ce&&typeof ce=="object"&&!Array.isArray(ce)&&ce.fact===
void 0){let pe={instancePath:t+"/query/body/"+Q,schemaPath:"#/properties/query/properties/body/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:h.properties.query.properties.body.items.oneOf[0].required,parentSchema:h.properties.query.properties.
body.items.oneOf[0],data:ce};r===null?r=[pe]:r.push(pe),s++}var Fe=Ge===s;Fe&&(Te=!0,Xe=0);let _e=s;if(ce&&typeof ce=="object"&&!Array.isArray(ce)&&ce.constant===
void 0){let pe={instancePath:t+"/query/body/"+Q,schemaPath:"#/properties/query/properties/body/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:h.properties.query.properties.body.items.oneOf[1].required,parentSchema:h.properties.query.properties.
body.items.oneOf[1],data:ce};r===null?r=[pe]:r.push(pe),s++}var Fe=_e===s;if(Fe&&Te?(Te=!1,Xe=[Xe,1]):Fe&&(Te=!0,Xe=1),Te)s=W,r!==null&&(W?r.length=W:r=null);else{
let pe={instancePath:t+"/query/body/"+Q,schemaPath:"#/properties/query/properties/body/items/oneOf",keyword:"oneOf",params:{passingSchemas:Xe},message:"must mat\
ch exactly one schema in oneOf",schema:h.properties.query.properties.body.items.oneOf,parentSchema:h.properties.query.properties.body.items,data:ce};r===null?r=
[pe]:r.push(pe),s++}if(ce&&typeof ce=="object"&&!Array.isArray(ce)){if(ce.to===void 0){let he={instancePath:t+"/query/body/"+Q,schemaPath:"#/properties/query/pr\
operties/body/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:h.properties.query.properties.body.
items.required,parentSchema:h.properties.query.properties.body.items,data:ce};r===null?r=[he]:r.push(he),s++}let pe=s;for(let he in ce)if(!(he==="to"||he==="fac\
t"||he==="constant")){let ct={instancePath:t+"/query/body/"+Q,schemaPath:"#/properties/query/properties/body/items/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:he},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.query.properties.body.items,data:ce};r===
null?r=[ct]:r.push(ct),s++}if(ce.to!==void 0){let he=ce.to,ct=s,u=s,fe=s;if(typeof he=="string"){if(!ot.test(he)){let Ie={instancePath:t+"/query/body/"+Q+"/to",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:ae,data:he};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/query/body/"+Q+"/to",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:he};r===null?r=[Ie]:r.push(Ie),s++}var rt=u===s,At=ct===s}if(ce.fact!==
void 0){let he=ce.fact,ct=s,u=h.properties.query.properties.body.items.properties.fact.enum;if(!(he==="id"||he==="model")){let Ie={instancePath:t+"/query/body/"+
Q+"/fact",schemaPath:"#/properties/query/properties/body/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.query.properties.body.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.body.items.properties.fact.enum,parentSchema:h.properties.
query.properties.body.items.properties.fact,data:he};r===null?r=[Ie]:r.push(Ie),s++}var At=ct===s}}else{let pe={instancePath:t+"/query/body/"+Q,schemaPath:"#/pr\
operties/query/properties/body/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.properties.body.items.type,parentSchema:h.
properties.query.properties.body.items,data:ce};r===null?r=[pe]:r.push(pe),s++}var Be=ke===s;Be||(S=!1)}}else{let S={instancePath:t+"/query/body",schemaPath:"#/\
properties/query/properties/body/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.body.type,parentSchema:h.
properties.query.properties.body,data:k};r===null?r=[S]:r.push(S),s++}var Pe=A===s}if(w.source!==void 0){let k=w.source,A=s,Ee=s,re=s;if(typeof k=="string"){if(oe(
k)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:te,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:k};r===null?r=[q]:r.push(q),s++}var kt=Ee===s,Pe=A===s}let f;if(w.at!==void 0&&
w.hosts===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"\
hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.
query,data:w};r===null?r=[k]:r.push(k),s++}if(w.hosts!==void 0&&w.at===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",
keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",
schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:w};r===null?r=[k]:r.push(k),s++}}else{let me={instancePath:t+"/query",schemaPath:"\
#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.query.type,parentSchema:h.properties.query,data:w};r===
null?r=[me]:r.push(me),s++}var y=Se===s}if(e.list!==void 0){let w=e.list,Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.path===void 0){let f={instancePath:t+
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
r.push(k),s++}if(w.path!==void 0){let f=w.path,k=s,A=s,Ee=s;if(typeof f=="string"){if(!zt.test(f)){let re={instancePath:t+"/list/path",schemaPath:"#/$defs/path/\
pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[re]:r.push(re),s++}}else{let re={
instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};
r===null?r=[re]:r.push(re),s++}var tt=A===s,ht=k===s}if(w.filter!==void 0){let f=w.filter,k=s,A=s;if(typeof f=="string"){if(oe(f)<1){let re={instancePath:t+"/li\
st/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.list.properties.filter,data:f};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/list/filter",schemaPath:"#/properties/lis\
t/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.list.properties.filter.type,parentSchema:h.properties.
list.properties.filter,data:f};r===null?r=[re]:r.push(re),s++}var ht=k===s}if(w.limit!==void 0){let f=w.limit,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let re={
instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.
list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[re]:r.push(re),s++}let A=s;if(typeof f=="number"){if(f>500||isNaN(
f)){let re={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"m\
ust be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:f};r===null?r=[re]:r.push(re),s++}if(f<2||isNaN(f)){let re={instancePath:t+"/list\
/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:h.
properties.list.properties.limit,data:f};r===null?r=[re]:r.push(re),s++}}var ht=k===s}if(w.items!==void 0){let f=w.items,k=s,A=s,Ee=s;if(typeof f=="string"){if(!ot.
test(f)){let S={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:f};r===null?r=[S]:r.push(S),s++}var qr=A===
s,ht=k===s}if(w.within!==void 0){let f=w.within,k=s,A=s,Ee=s;if(typeof f=="string"){if(!ot.test(f)){let S={instancePath:t+"/list/within",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,
data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ae.type,parentSchema:ae,data:f};r===null?r=[S]:r.push(S),s++}var tr=A===s,ht=k===s}if(w.source!==void 0){let f=w.source,k=s,A=s,Ee=s;if(typeof f==
"string"){if(oe(f)<1){let S={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}var xt=A===s,ht=k===s}}else{let me={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.list.type,parentSchema:h.
properties.list,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.cancel!==void 0){let w=e.cancel,Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){
if(w.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"mu\
st have required property 'method'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.path===void 0){
let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.cancel.required,parentSchema:h.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)if(!(f==="method"||f==="path"||f==="fro\
m"||f==="proves"||f==="source")){let k={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:w};r===null?r=[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,
k=s,A=h.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Ee={instancePath:t+"/cancel/method",schemaPath:"#/pro\
perties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.method.enum},message:"must be equal to one of the all\
owed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.method,data:f};r===null?r=[Ee]:r.push(Ee),s++}var rr=k===
s}if(w.path!==void 0){let f=w.path,k=s,A=s,Ee=s;if(typeof f=="string"){if(!zt.test(f)){let S={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/\
cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};r===null?r=[S]:
r.push(S),s++}var Gf=A===s,rr=k===s}if(w.from!==void 0){let f=w.from,k=s,A=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.words===void 0){let S={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required propert\
y 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:f};r===null?r=[S]:r.push(S),s++}if(f.source===
void 0){let S={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:f};r===null?r=[S]:
r.push(S),s++}let re=s;for(let S in f)if(!(S==="words"||S==="source")){let q={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
cancel.properties.from,data:f};r===null?r=[q]:r.push(q),s++}if(f.words!==void 0){let S=f.words,q=s,Q=s,ce=s;if(Array.isArray(S)){if(S.length<1){let Ge={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:yt,
data:S};r===null?r=[Ge]:r.push(Ge),s++}let ke=!0,Y=S.length;for(let Ge=0;Ge<Y;Ge++){let _e=S[Ge],pe=s,he=s;if(typeof _e=="string"){if(oe(_e)<1){let ct={instancePath:t+
"/cancel/from/words/"+Ge,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:yt.items,data:_e};r===null?r=[ct]:r.push(ct),s++}}else{let ct={instancePath:t+"/cancel/from/words/"+Ge,schemaPath:"#/$defs/words/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:yt.items.type,parentSchema:yt.items,data:_e};r===null?r=[ct]:r.push(ct),s++}var Hp=pe===s;Hp||(ke=!1)}
let W,Te=S.length,Xe;if(W=!0,Te>1){let Ge={};for(;Te--;){let _e=S[Te];if(typeof _e=="string"){if(typeof Ge[_e]=="number"){Xe=Ge[_e];let pe={instancePath:t+"/can\
cel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Te,j:Xe},message:"must NOT have duplicate items (items ## "+Xe+" and "+Te+
" are identical)",schema:!0,parentSchema:yt,data:S};r===null?r=[pe]:r.push(pe),s++,W=!1;break}Ge[_e]=Te}}}}else{let ke={instancePath:t+"/cancel/from/words",schemaPath:"\
#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:yt.type,parentSchema:yt,data:S};r===null?r=[ke]:r.push(ke),s++}var Bp=Q===
s,cr=q===s}if(f.source!==void 0){let S=f.source,q=s,Q=s,ce=s;if(typeof S=="string"){if(oe(S)<1){let Y={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/\
source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),
s++}}else{let Y={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
type,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),s++}var Zf=Q===s,cr=q===s}}else{let re={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/prop\
erties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.
properties.from,data:f};r===null?r=[re]:r.push(re),s++}var rr=k===s}if(w.proves!==void 0){let f=w.proves,k=s,A=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.
keys(f).length<2){let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},
message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=[S]:r.push(S),s++}if(f.source===void 0){
let S={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?
r=[S]:r.push(S),s++}let re=s;for(let S in f)if(!(S==="answer"||S==="query"||S==="source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cance\
l/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.proves,data:f};r===null?r=[q]:r.push(q),s++}if(f.answer!==void 0){let S=f.answer,q=s,Q=s;if(S&&typeof S=="object"&&!Array.isArray(S)){
if(S.at===void 0){let ke={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[ke]:r.push(ke),s++}if(S.words===void 0){let ke={instancePath:t+"/cancel/proves/answer",
schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required pr\
operty 'words'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};
r===null?r=[ke]:r.push(ke),s++}let ce=s;for(let ke in S)if(!(ke==="at"||ke==="words")){let Y={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/ca\
ncel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ke},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[Y]:r.push(Y),s++}if(S.at!==void 0){let ke=S.at,Y=s,
W=s,Te=s;if(typeof ke=="string"){if(!ot.test(ke)){let Xe={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:ke};r===null?r=[Xe]:r.push(
Xe),s++}}else{let Xe={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:ae.type,parentSchema:ae,data:ke};r===null?r=[Xe]:r.push(Xe),s++}var Qf=W===s,Gp=Y===s}if(S.words!==void 0){let ke=S.words,Y=s,W=s,Te=s;if(Array.isArray(ke)){
if(ke.length<1){let u={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT ha\
ve fewer than 1 items",schema:1,parentSchema:yt,data:ke};r===null?r=[u]:r.push(u),s++}let Ge=!0,_e=ke.length;for(let u=0;u<_e;u++){let fe=ke[u],Ie=s,Pt=s;if(typeof fe==
"string"){if(oe(fe)<1){let Z={instancePath:t+"/cancel/proves/answer/words/"+u,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:yt.items,data:fe};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/cancel/proves/answer/w\
ords/"+u,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yt.items.type,parentSchema:yt.items,data:fe};
r===null?r=[Z]:r.push(Z),s++}var ds=Ie===s;ds||(Ge=!1)}let pe,he=ke.length,ct;if(pe=!0,he>1){let u={};for(;he--;){let fe=ke[he];if(typeof fe=="string"){if(typeof u[fe]==
"number"){ct=u[fe];let Ie={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:he,j:ct},message:"\
must NOT have duplicate items (items ## "+ct+" and "+he+" are identical)",schema:!0,parentSchema:yt,data:ke};r===null?r=[Ie]:r.push(Ie),s++,pe=!1;break}u[fe]=he}}}}else{
let Ge={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:yt.type,
parentSchema:yt,data:ke};r===null?r=[Ge]:r.push(Ge),s++}var Xf=W===s,Gp=Y===s}}else{let ce={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/canc\
el/properties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.
answer.type,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:S};r===null?r=[ce]:r.push(ce),s++}var Or=q===s}if(f.query!==void 0){let S=f.
query,q=s,Q=s,ce=s;if(Array.isArray(S)){if(S.length<1){let _e={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:yt,data:S};r===null?r=[_e]:r.push(_e),s++}let Y=!0,W=S.length;for(let _e=0;_e<W;_e++){
let pe=S[_e],he=s,ct=s;if(typeof pe=="string"){if(oe(pe)<1){let u={instancePath:t+"/cancel/proves/query/"+_e,schemaPath:"#/$defs/words/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:yt.items,data:pe};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+
"/cancel/proves/query/"+_e,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yt.items.type,parentSchema:yt.
items,data:pe};r===null?r=[u]:r.push(u),s++}var Zp=he===s;Zp||(Y=!1)}let Te,Xe=S.length,Ge;if(Te=!0,Xe>1){let _e={};for(;Xe--;){let pe=S[Xe];if(typeof pe=="stri\
ng"){if(typeof _e[pe]=="number"){Ge=_e[pe];let he={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Xe,
j:Ge},message:"must NOT have duplicate items (items ## "+Ge+" and "+Xe+" are identical)",schema:!0,parentSchema:yt,data:S};r===null?r=[he]:r.push(he),s++,Te=!1;
break}_e[pe]=Xe}}}}else{let Y={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:yt.type,parentSchema:yt,data:S};r===null?r=[Y]:r.push(Y),s++}var Xs=Q===s,Or=q===s}if(f.source!==void 0){let S=f.source,q=s,Q=s,ce=s;if(typeof S=="string"){
if(oe(S)<1){let Y={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/sourc\
e/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:S};r===null?r=[Y]:r.push(Y),s++}var Yf=Q===s,Or=q===s}}else{
let re={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.cancel.properties.proves.type,parentSchema:h.properties.cancel.properties.proves,data:f};r===null?r=[re]:r.push(re),s++}var rr=k===s}if(w.source!==void 0){
let f=w.source,k=s,A=s,Ee=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/can\
cel/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:f};r===null?r=[S]:
r.push(S),s++}var eh=A===s,rr=k===s}}else{let me={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.cancel.type,parentSchema:h.properties.cancel,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.status!==void 0){let w=e.
status,Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};
r===null?r=[f]:r.push(f),s++}if(w.states===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"\
states"},message:"must have required property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};r===null?r=[f]:r.push(f),s++}
if(w.source===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"mu\
st have required property 'source'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)
if(!(f==="at"||f==="states"||f==="as"||f==="absent"||f==="cases"||f==="source")){let k={instancePath:t+"/status",schemaPath:"#/properties/status/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status,data:w};
r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){let f=w.at,k=s,A=s,Ee=s;if(typeof f=="string"){if(!ot.test(f)){let re={instancePath:t+"/status/at",schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:ae,data:f};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:ae.type,parentSchema:ae,data:f};r===null?r=[re]:r.push(re),s++}var th=A===s,us=k===s}if(w.states!==void 0){let f=w.states,
k=s,A=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<1){let S={instancePath:t+"/status/states",schemaPath:"#/properties/status/properti\
es/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.status.properties.
states,data:f};r===null?r=[S]:r.push(S),s++}let re=s;for(let S in f){let q=f[S],Q=s,ce=s,ke=Jt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="f\
ailed"||q==="expired"||q==="cancelled"||q==="unknown")){let Y={instancePath:t+"/status/states/"+S.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/sta\
te/enum",keyword:"enum",params:{allowedValues:Jt.enum},message:"must be equal to one of the allowed values",schema:Jt.enum,parentSchema:Jt,data:q};r===null?r=[Y]:
r.push(Y),s++}var Ys=ce===s,ko=Q===s}}else{let re={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.status.properties.states.type,parentSchema:h.properties.status.properties.states,data:f};r===null?r=
[re]:r.push(re),s++}var us=k===s}if(w.as!==void 0){let f=w.as,k=s,A=h.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){let re={instancePath:t+
"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.status.properties.as.enum},message:"must be e\
qual to one of the allowed values",schema:h.properties.status.properties.as.enum,parentSchema:h.properties.status.properties.as,data:f};r===null?r=[re]:r.push(re),
s++}var us=k===s}if(w.absent!==void 0){let f=w.absent,k=s,A=s,Ee=Jt.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f==="expired"||f===
"cancelled"||f==="unknown")){let S={instancePath:t+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Jt.enum},message:"must \
be equal to one of the allowed values",schema:Jt.enum,parentSchema:Jt,data:f};r===null?r=[S]:r.push(S),s++}var rh=A===s,us=k===s}if(w.cases!==void 0){let f=w.cases,
k=s,A=s;if(Array.isArray(f)){if(f.length<1){let q={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),s++}let re=!0,
S=f.length;for(let q=0;q<S;q++){let Q=f[q],ce=s,ke=s;if(Q&&typeof Q=="object"&&!Array.isArray(Q)){if(Q.when===void 0){let W={instancePath:t+"/status/cases/"+q,schemaPath:"\
#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.
status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:Q};r===null?r=[W]:r.push(W),s++}if(Q.means===void 0){let W={
instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"\
must have required property 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:Q};
r===null?r=[W]:r.push(W),s++}let Y=s;for(let W in Q)if(!(W==="when"||W==="means")){let Te={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/pro\
perties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.status.properties.cases.items,data:Q};r===null?r=[Te]:r.push(Te),s++}if(Q.when!==void 0){let W=Q.when,Te=s,Xe=s;if(Array.isArray(W)){if(W.length<1){let pe={
instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:W};r===null?r=[pe]:r.push(pe),s++}let Ge=!0,
_e=W.length;for(let pe=0;pe<_e;pe++){let he=W[pe],ct=s,u=s,fe=s,Ie=!1,Pt=null,Z=s;if(he&&typeof he=="object"&&!Array.isArray(he)&&he.is===void 0){let j={instancePath:t+
"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:he};r===null?r=[j]:r.push(j),s++}var ea=Z===s;ea&&(Ie=!0,Pt=0);let d=s;if(he&&typeof he=="obje\
ct"&&!Array.isArray(he)&&he.present===void 0){let j={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/proper\
ties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:h.properties.status.
properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:he};r===
null?r=[j]:r.push(j),s++}var ea=d===s;if(ea&&Ie?(Ie=!1,Pt=[Pt,1]):ea&&(Ie=!0,Pt=1),Ie)s=fe,r!==null&&(fe?r.length=fe:r=null);else{let j={instancePath:t+"/status\
/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:Pt},message:"m\
ust match exactly one schema in oneOf",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.
cases.items.properties.when.items,data:he};r===null?r=[j]:r.push(j),s++}if(he&&typeof he=="object"&&!Array.isArray(he)){if(he.at===void 0){let X={instancePath:t+
"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:h.properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.
properties.cases.items.properties.when.items,data:he};r===null?r=[X]:r.push(X),s++}let j=s;for(let X in he)if(!(X==="at"||X==="is"||X==="present")){let ge={instancePath:t+
"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,
data:he};r===null?r=[ge]:r.push(ge),s++}if(he.at!==void 0){let X=he.at,ge=s,B=s,b=s;if(typeof X=="string"){if(!ot.test(X)){let N={instancePath:t+"/status/cases/"+
q+"/when/"+pe+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:X};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/status/cases/"+q+"/when/"+pe+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:X};r===null?r=[N]:r.push(N),s++}var jr=B===
s,za=ge===s}if(he.is!==void 0){let X=he.is,ge=s,B=s;if(Array.isArray(X)){if(X.length<1){let N={instancePath:t+"/status/cases/"+q+"/when/"+pe+"/is",schemaPath:"#\
/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 \
items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:X};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/status/cases/"+q+"/when/"+pe+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.
cases.items.properties.when.items.properties.is,data:X};r===null?r=[N]:r.push(N),s++}var za=ge===s}if(he.present!==void 0){let X=he.present,ge=s;if(typeof X!="b\
oolean"){let N={instancePath:t+"/status/cases/"+q+"/when/"+pe+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties\
/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.
present.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.present,data:X};r===null?r=[N]:r.push(N),s++}let B=s;var za=ge===
s}}else{let j={instancePath:t+"/status/cases/"+q+"/when/"+pe,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.
cases.items.properties.when.items,data:he};r===null?r=[j]:r.push(j),s++}var Qp=ct===s;Qp||(Ge=!1)}}else{let Ge={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"\
#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.
cases.items.properties.when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:W};r===null?r=[Ge]:r.push(Ge),s++}var Xp=Te===s}if(Q.
means!==void 0){let W=Q.means,Te=s,Xe=s,Ge=Jt.enum;if(!(W==="queued"||W==="processing"||W==="completed"||W==="failed"||W==="expired"||W==="cancelled"||W==="unkn\
own")){let pe={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Jt.enum},message:"must be equal t\
o one of the allowed values",schema:Jt.enum,parentSchema:Jt,data:W};r===null?r=[pe]:r.push(pe),s++}var Yp=Xe===s,Xp=Te===s}}else{let Y={instancePath:t+"/status/\
cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.
properties.cases.items.type,parentSchema:h.properties.status.properties.cases.items,data:Q};r===null?r=[Y]:r.push(Y),s++}var Po=ce===s;Po||(re=!1)}}else{let re={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
status.properties.cases.type,parentSchema:h.properties.status.properties.cases,data:f};r===null?r=[re]:r.push(re),s++}var us=k===s}if(w.source!==void 0){let f=w.
source,k=s,A=s,Ee=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/status/sour\
ce",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:f};r===null?r=[S]:r.push(
S),s++}var sh=A===s,us=k===s}}else{let me={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be\
 object",schema:h.properties.status.type,parentSchema:h.properties.status,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.progress!==void 0){let w=e.progress,
Se=s,pt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:w};
r===null?r=[f]:r.push(f),s++}if(w.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"\
of"},message:"must have required property 'of'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.
source===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:w};r===null?r=[f]:r.push(f),s++}let me=s;for(let f in w)
if(!(f==="at"||f==="of"||f==="source")){let k={instancePath:t+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.progress,data:w};r===null?r=[k]:r.push(k),s++}if(w.
at!==void 0){let f=w.at,k=s,A=s,Ee=s;if(typeof f=="string"){if(!ot.test(f)){let re={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:f};r===null?
r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:ae.type,parentSchema:ae,data:f};r===null?r=[re]:r.push(re),s++}var ta=A===s,$o=k===s}if(w.of!==void 0){let f=w.of,k=s,A=s;if(typeof f=="number"){if(f<=
0||isNaN(f)){let re={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:"\
>",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.progress.properties.of,data:f};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+
"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"must be number",schema:h.properties.progress.
properties.of.type,parentSchema:h.properties.progress.properties.of,data:f};r===null?r=[re]:r.push(re),s++}var $o=k===s}if(w.source!==void 0){let f=w.source,k=s,
A=s,Ee=s;if(typeof f=="string"){if(oe(f)<1){let S={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}}else{let S={instancePath:t+"/progress/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:f};r===null?r=[S]:r.push(S),s++}var ah=A===
s,$o=k===s}}else{let me={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.progress.type,parentSchema:h.properties.progress,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.results!==void 0){let w=e.results,Se=s;Kr(w,
{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?Kr.errors:r.concat(Kr.errors),s=r.length);var y=Se===
s}if(e.message!==void 0){let w=e.message,Se=s;$t(w,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?
$t.errors:r.concat($t.errors),s=r.length);var y=Se===s}if(e.code!==void 0){let w=e.code,Se=s;$t(w,{instancePath:t+"/code",parentData:e,parentDataProperty:"code",
rootData:o,dynamicAnchors:i})||(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var y=Se===s}if(e.seconds!==void 0){let w=e.seconds,Se=s,pt=s,Ar=s;if(typeof w==
"string"){if(!ot.test(w)){let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:w};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seco\
nds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:w};r===null?r=[f]:r.push(
f),s++}var nh=pt===s,y=Se===s}if(e.secondsAs!==void 0){let w=e.secondsAs,Se=s;if(w!=="string"){let Ar={instancePath:t+"/secondsAs",schemaPath:"#/properties/seco\
ndsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:w};r===
null?r=[Ar]:r.push(Ar),s++}var y=Se===s}if(e.usage!==void 0){let w=e.usage,Se=s,pt=s;if(Array.isArray(w)){let me=!0,f=w.length;for(let k=0;k<f;k++){let A=w[k],Ee=s,
re=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"re\
quired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,
data:A};r===null?r=[q]:r.push(q),s++}if(A.unit===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"unit"},message:"must have required property 'unit'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};r===
null?r=[q]:r.push(q),s++}if(A.source===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};r===null?r=[q]:r.
push(q),s++}let S=s;for(let q in A)if(!(q==="at"||q==="unit"||q==="source")){let Q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,
data:A};r===null?r=[Q]:r.push(Q),s++}if(A.at!==void 0){let q=A.at,Q=s,ce=s,ke=s;if(typeof q=="string"){if(!ot.test(q)){let Y={instancePath:t+"/usage/"+k+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:ae,data:q};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:q};r===null?r=[Y]:r.push(Y),s++}var Wa=ce===s,ls=Q===s}if(A.unit!==void 0){let q=A.unit,
Q=s,ce=s;if(typeof q=="string"){if(oe(q)<1){let Y={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.usage.items.properties.unit,data:q};r===null?r=[Y]:
r.push(Y),s++}}else{let Y={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.properties.usage.items.properties.unit,data:q};r===null?r=[Y]:r.push(Y),s++}
var ls=Q===s}if(A.source!==void 0){let q=A.source,Q=s,ce=s,ke=s;if(typeof q=="string"){if(oe(q)<1){let W={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:q};r===null?r=[W]:r.push(
W),s++}}else{let W={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
type,parentSchema:te,data:q};r===null?r=[W]:r.push(W),s++}var oh=ce===s,ls=Q===s}}else{let S={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.usage.items.type,parentSchema:h.properties.usage.items,data:A};r===null?r=
[S]:r.push(S),s++}var Ca=Ee===s;Ca||(me=!1)}}else{let me={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:w};r===null?r=[me]:r.push(me),s++}var y=Se===s}if(e.told!==void 0){let w=e.told,
Se=s,pt=s;if(Array.isArray(w)){let me=!0,f=w.length;for(let k=0;k<f;k++){let A=w[k],Ee=s,re=s,S=s,q=!1,Q=null,ce=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&
A.link===void 0){let Y={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"\
must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.properties.told.items.oneOf[0],data:A};r===null?r=[Y]:r.push(
Y),s++}var Tr=ce===s;Tr&&(q=!0,Q=0);let ke=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.constant===void 0){let Y={instancePath:t+"/told/"+k,schemaPath:"#/pr\
operties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.
told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:A};r===null?r=[Y]:r.push(Y),s++}var Tr=ke===s;if(Tr&&q)q=!1,Q=[Q,1];else{Tr&&(q=
!0,Q=1);let Y=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.fact===void 0){let Te={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/2/requ\
ired",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.told.items.oneOf[2].required,parentSchema:h.
properties.told.items.oneOf[2],data:A};r===null?r=[Te]:r.push(Te),s++}var Tr=Y===s;Tr&&q?(q=!1,Q=[Q,2]):Tr&&(q=!0,Q=2)}if(q)s=S,r!==null&&(S?r.length=S:r=null);else{
let Y={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:Q},message:"must match exactly one schema in \
oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:A};r===null?r=[Y]:r.push(Y),s++}if(A&&typeof A=="object"&&!Array.isArray(A)){
if(A.at===void 0){let W={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must \
have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:A};r===null?r=[W]:r.push(W),s++}if(A.in===void 0){
let W={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required prop\
erty 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:A};r===null?r=[W]:r.push(W),s++}if(A.source===void 0){let W={instancePath:t+
"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.told.items.required,parentSchema:h.properties.told.items,data:A};r===null?r=[W]:r.push(W),s++}let Y=s;for(let W in A)if(!(W==="at"||W==="in"||W==="li\
nk"||W==="constant"||W==="fact"||W==="source")){let Te={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items,data:A};r===null?r=[Te]:r.
push(Te),s++}if(A.at!==void 0){let W=A.at,Te=s,Xe=s,Ge=s;if(typeof W=="string"){if(!ot.test(W)){let _e={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/poin\
ter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,
data:W};r===null?r=[_e]:r.push(_e),s++}}else{let _e={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ae.type,parentSchema:ae,data:W};r===null?r=[_e]:r.push(_e),s++}var ms=Xe===s,fs=Te===s}if(A.in!==void 0){let W=A.in,Te=s,Xe=h.properties.
told.items.properties.in.enum;if(!(W==="submit"||W==="query"||W==="both")){let _e={instancePath:t+"/told/"+k+"/in",schemaPath:"#/properties/told/items/propertie\
s/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:h.properties.
told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:W};r===null?r=[_e]:r.push(_e),s++}var fs=Te===s}if(A.link!==void 0){let W=A.
link,Te=s,Xe=s;if(W&&typeof W=="object"&&!Array.isArray(W)){if(W.path===void 0){let pe={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/pr\
operties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.told.items.properties.
link.required,parentSchema:h.properties.told.items.properties.link,data:W};r===null?r=[pe]:r.push(pe),s++}let _e=s;for(let pe in W)if(pe!=="path"){let he={instancePath:t+
"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:pe},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,data:W};r===null?r=[he]:r.push(he),s++}if(W.path!==void 0){let pe=W.
path,he=s,ct=s,u=s;if(typeof pe=="string"){if(!zt.test(pe)){let fe={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{
pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:pe};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/told/"+k+"/li\
nk/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:pe};r===null?r=[fe]:r.
push(fe),s++}var ec=ct===s,ih=he===s}}else{let _e={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.link,data:W};r===null?
r=[_e]:r.push(_e),s++}var fs=Te===s}if(A.fact!==void 0){let W=A.fact,Te=s,Xe=h.properties.told.items.properties.fact.enum;if(!(W==="id"||W==="model"||W==="creat\
ed")){let _e={instancePath:t+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.told.
items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.fact.enum,parentSchema:h.properties.told.
items.properties.fact,data:W};r===null?r=[_e]:r.push(_e),s++}var fs=Te===s}if(A.source!==void 0){let W=A.source,Te=s,Xe=s,Ge=s;if(typeof W=="string"){if(oe(W)<1){
let pe={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:te,data:W};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:W};r===null?r=[pe]:r.push(pe),s++}var tc=Xe===s,fs=Te===s}}else{let Y={
instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.
type,parentSchema:h.properties.told.items,data:A};r===null?r=[Y]:r.push(Y),s++}var So=Ee===s;So||(me=!1)}}else{let me={instancePath:t+"/told",schemaPath:"#/prop\
erties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,data:w};r===null?r=[
me]:r.push(me),s++}var y=Se===s}let _o;if(e.list!==void 0){if(e.id===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",
params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}if(e.query===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:e};r===null?r=[w]:r.push(w),s++}}}else{let Ka={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:h.type,parentSchema:h,data:e};r===null?r=[Ka]:r.push(Ka),s++}return Nt.errors=r,s===0}Nt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Ba(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ba.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.title===
void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.
required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.description===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.sources===
void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.
required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.baseUrl===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.authentication===void 0){let u={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.
required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.deadline===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.poll===void 0){let u={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[u]:r.push(u),s++}if(e.operations===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.errors===void 0){let u={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[u]:r.push(u),s++}let ct=s;for(let u in e)if(!aa.call(c.properties,u)){let fe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[fe]:r.push(fe),s++}if(e.$schema!==void 0){
let u=e.$schema,fe=s;if(typeof u!="string"){let Pt={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:u};r===null?r=[Pt]:r.push(Pt),s++}let Ie=s;var l=fe===s}if(e.$comment!==
void 0){let u=e.$comment,fe=s,Ie=s,Pt=s;if(typeof u=="string"){if(oe(u)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:gr,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:gr.type,parentSchema:gr,data:u};r===null?r=[
d]:r.push(d),s++}var y=Ie===s,l=fe===s}if(e.protocol!==void 0){let u=e.protocol,fe=s,Ie=s;if(typeof u=="string"){if(!fh.test(u)){let Z={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:u};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:u};r===null?r=
[Z]:r.push(Z),s++}var l=fe===s}if(e.title!==void 0){let u=e.title,fe=s,Ie=s;if(typeof u=="string"){if(oe(u)<1){let Z={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:u};r===
null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.description!==void 0){let u=e.description,
fe=s,Ie=s;if(typeof u=="string"){if(oe(u)<1){let Z={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:u};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.sources!==void 0){let u=e.sources,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(
u)){if(Object.keys(u).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u){let j=u[d],X=s,ge=s,
B=!1,b=null,N=s,se=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:j};r===
null?r=[v]:r.push(v),s++}if(j.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:j};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in j)
if(!(v==="package"||v==="version")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:j};r===null?r=[I]:r.push(I),s++}if(j.package!==void 0){let v=j.package,I=s,C=s;if(typeof v=="string"){if(oe(
v)<1){let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[M]:
r.push(M),s++}var $=I===s}if(j.version!==void 0){let v=j.version,I=s,C=s;if(typeof v=="string"){if(!hh.test(v)){let D={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[D]:
r.push(D),s++}var $=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:j};r===null?r=[g]:r.push(g),s++}var x=N===s;if(x){B=!0,b=0;var _=!0}let G=s,P=s;if(j&&typeof j=="object"&&!Array.isArray(
j)){if(j.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:j};r===null?r=[v]:r.push(v),s++}if(j.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:j};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in j)if(!(v==="document"||v==="url")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:j};r===null?r=[I]:r.push(I),s++}if(j.document!==
void 0){let v=j.document,I=s,C=s;if(typeof v=="string"){if(oe(v)<1){let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[M]:r.push(M),s++}var T=I===s}if(j.url!==void 0){let v=j.url,I=s,C=s;if(typeof v=="\
string"){if(!ac.test(v)){let D={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[D]:r.push(D),s++}var T=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:j};r===null?r=[g]:r.push(g),s++}var x=G===s;if(x&&B?(B=!1,b=[b,1]):x&&(B=!0,b=1,_!==!0&&(_=!0)),B)s=ge,r!==
null&&(ge?r.length=ge:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:b},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:j};r===null?r=[g]:r.push(g),s++}var R=X===s}}else{let Z={instancePath:t+"/sources",schemaPath:"#/properties/sources\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:u};r===null?r=[Z]:
r.push(Z),s++}var l=fe===s}if(e.baseUrl!==void 0){let u=e.baseUrl,fe=s,Ie=s;if(typeof u=="string"){if(!yh.test(u)){let Z={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:u};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:u};r===null?
r=[Z]:r.push(Z),s++}var l=fe===s}if(e.authentication!==void 0){let u=e.authentication,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.in===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:u};r===null?r=[d]:r.push(d),s++}if(u.name===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;
for(let d in u)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let j={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:u};r===null?r=[j]:r.push(j),s++}if(u.in!==void 0){let d=u.in,j=s,X=c.properties.authentication.properties.in.enum;if(d!=="header"){let ge={instancePath:t+
"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.properties.in.
enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.properties.
in,data:d};r===null?r=[ge]:r.push(ge),s++}var L=j===s}if(u.name!==void 0){let d=u.name,j=s,X=s;if(typeof d=="string"){if(!Ha.test(d)){let B={instancePath:t+"/au\
thentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match p\
attern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[B]:r.push(B),s++}var L=j===
s}if(u.prefix!==void 0){let d=u.prefix,j=s;if(typeof d!="string"){let B={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[B]:r.push(B),s++}let X=s;var L=j===s}if(u.token!==void 0){let d=u.token,j=s,X=s,ge=!1,B=null,b=s,N=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let I={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[I]:r.push(I),s++}
if(d.by!==void 0){let v=d.by,I=s;if(v!=="jwt-hs256"){let C={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[C]:r.push(C),s++}var ue=I===s}if(d.seconds!==void 0){let v=d.seconds,I=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let D={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[D]:r.push(D),s++}let C=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let D={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[D]:r.push(D),s++}if(v<10||isNaN(v)){let D={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[D]:r.push(D),s++}}var ue=I===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
I=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let D={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[D]:r.push(D),s++}let C=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let D={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[D]:r.push(D),s++}if(v<0||isNaN(v)){let D={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[D]:r.push(D),s++}}var ue=I===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var F=b===s;if(F){ge=!0,B=0;var U=!0}let se=s,G=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let I={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[I]:r.push(I),s++}if(d.by!==void 0){let v=d.by,I=s;if(v!=="google-service-account"){let C={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[C]:r.push(C),s++}var K=I===s}if(d.scope!==void 0){let v=d.scope,I=s,C=s;if(typeof v=="string"){if(oe(v)<1){let D={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[D]:r.push(D),s++}}else{let D={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[D]:r.push(D),s++}var K=I===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var F=se===
s;if(F&&ge?(ge=!1,B=[B,1]):F&&(ge=!0,B=1,U!==!0&&(U=!0)),ge)s=X,r!==null&&(X?r.length=X:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#\
/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:B},message:"must match exactly one schema in oneOf",schema:c.properties.
authentication.properties.token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var L=j===s}if(u.source!==void 0){
let d=u.source,j=s,X=s,ge=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+
"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:d};
r===null?r=[b]:r.push(b),s++}var ye=X===s,L=j===s}}else{let Z={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===
s}if(e.idempotency!==void 0){let u=e.idempotency,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.header===void 0){let d={instancePath:t+"/idempotenc\
y",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:u};r===null?r=[d]:r.push(d),s++}if(u.keptSeconds===void 0){let d={instancePath:t+"/idempotency",
schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/idempot\
ency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.
properties.idempotency.required,parentSchema:c.properties.idempotency,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)if(!(d==="header"||d==="keptSe\
conds"||d==="source")){let j={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:u};r===null?r=[j]:r.push(j),s++}if(u.header!==void 0){let d=u.
header,j=s,X=s;if(typeof d=="string"){if(oe(d)<1){let ge={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===
null?r=[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===
null?r=[ge]:r.push(ge),s++}var O=j===s}if(u.keptSeconds!==void 0){let d=u.keptSeconds,j=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let B={instancePath:t+"/i\
dempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),s++}let X=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let B={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),
s++}var O=j===s}if(u.source!==void 0){let d=u.source,j=s,X=s,ge=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/idempotency/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:d};r===null?r=[b]:r.push(
b),s++}}else{let b={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
type,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}var be=X===s,O=j===s}}else{let Z={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:u};r===null?
r=[Z]:r.push(Z),s++}var l=fe===s}if(e.deadline!==void 0){let u=e.deadline,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)if(!(d==="seconds"||d==="source")){let j={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:u};r===null?r=[j]:r.push(j),s++}if(u.seconds!==void 0){let d=u.seconds,j=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let ge={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[ge]:
r.push(ge),s++}let X=s;if(typeof d=="number"&&(d<60||isNaN(d))){let ge={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/\
minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[ge]:r.push(ge),s++}var ve=j===s}if(u.source!==void 0){let d=u.source,j=s,X=s,ge=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/deadline/so\
urce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:d};
r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:te.type,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}var H=X===s,ve=j===s}}else{let Z={instancePath:t+"/deadline",schemaPath:"#/prope\
rties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:u};
r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.poll!==void 0){let u=e.poll,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)if(!(d==="seconds"||d==="source")){let j={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:u};r===null?r=[j]:r.push(j),s++}if(u.seconds!==void 0){let d=u.seconds,j=s,X=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let ge={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[ge]:r.push(ge),s++}var V=j===s}if(u.source!==void 0){let d=u.source,j=s,X=s,ge=s;if(typeof d=="string"){if(oe(
d)<1){let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}var Pe=X===s,V=j===s}}else{let Z={instancePath:t+"/p\
oll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.probe!==void 0){let u=e.probe,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:u};r===null?r=[d]:r.push(d),s++}if(u.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)if(!(d==="path"||d==="accepted"||d==="source")){let j={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:u};r===null?r=[j]:r.push(j),s++}if(u.path!==void 0){let d=u.path,j=s,X=s,ge=s;if(typeof d=="string"){if(!zt.
test(d)){let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ce,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[B]:r.push(B),s++}var xe=X===s,ne=j===s}if(u.accepted!==void 0){let d=u.accepted,
j=s,X=s;if(Array.isArray(d)){if(d.length<1){let N={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[N]:r.push(N),s++}
let B=!0,b=d.length;for(let N=0;N<b;N++){let se=d[N],G=s;if(!(typeof se=="number"&&!(se%1)&&!isNaN(se))){let g={instancePath:t+"/probe/accepted/"+N,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:se};r===null?r=[g]:r.push(g),s++}let P=s;if(typeof se=="number"){if(se>599||isNaN(se)){
let g={instancePath:t+"/probe/accepted/"+N,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:se};r===null?r=[g]:r.push(g),s++}if(se<100||isNaN(se)){let g={
instancePath:t+"/probe/accepted/"+N,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:se};r===null?r=[g]:r.push(g),s++}}var z=G===s;z||(B=!1)}}else{let B={instancePath:t+
"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.probe.
properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[B]:r.push(B),s++}var ne=j===s}if(u.source!==void 0){let d=u.source,
j=s,X=s,ge=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/probe/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}var Fe=X===
s,ne=j===s}}else{let Z={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
probe.type,parentSchema:c.properties.probe,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.modelProbe!==void 0){let u=e.modelProbe,fe=s,Ie=s,Pt=s,Z=!1,d=null,
j=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.properties.
modelProbe.oneOf[0],data:u};r===null?r=[B]:r.push(B),s++}if(u.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/re\
quired",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[0].required,parentSchema:c.
properties.modelProbe.oneOf[0],data:u};r===null?r=[B]:r.push(B),s++}}var rt=j===s;rt&&(Z=!0,d=0);let X=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.url===
void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"mus\
t have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:u};r===null?r=[B]:r.push(B),
s++}if(u.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"n\
ames"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:u};r===
null?r=[B]:r.push(B),s++}}var rt=X===s;if(rt&&Z)Z=!1,d=[d,1];else{rt&&(Z=!0,d=1);let B=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.untestable===void 0){let N={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have r\
equired property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:u};r===null?r=[N]:r.push(N),s++}
var rt=B===s;rt&&Z?(Z=!1,d=[d,2]):rt&&(Z=!0,d=2)}if(Z)s=Pt,r!==null&&(Pt?r.length=Pt:r=null);else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/m\
odelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.oneOf,parentSchema:c.
properties.modelProbe,data:u};r===null?r=[B]:r.push(B),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.source===void 0){let b={instancePath:t+"/modelProbe",
schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.
modelProbe.required,parentSchema:c.properties.modelProbe,data:u};r===null?r=[b]:r.push(b),s++}let B=s;for(let b in u)if(!(b==="path"||b==="url"||b==="names"||b===
"omits"||b==="except"||b==="untestable"||b==="source")){let N={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"a\
dditionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe,data:u};r===null?
r=[N]:r.push(N),s++}if(u.path!==void 0){let b=u.path,N=s,se=s,G=s;if(typeof b=="string"){if(!zt.test(b)){let P={instancePath:t+"/modelProbe/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:b};r===null?r=[P]:r.push(P),s++}var At=se===s,Be=N===s}if(u.url!==void 0){let b=u.url,N=s,se=s;if(typeof b=="string"){if(!gh.test(b)){let P={instancePath:t+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match\
 pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:b};r===null?r=[P]:r.push(P),s++}var Be=N===s}if(u.names!==
void 0){let b=u.names,N=s,se=s,G=s;if(typeof b=="string"){if(!ot.test(b)){let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?
r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:ae.type,parentSchema:ae,data:b};r===null?r=[g]:r.push(g),s++}var kt=se===s,Be=N===s}if(u.omits!==void 0){let b=u.omits,N=s,se=s;if(typeof b=="string"){
if(oe(b)<1){let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.
modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:b};r===null?r=[P]:r.push(P),s++}var Be=N===s}if(u.except!==void 0){let b=u.
except,N=s,se=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.modelProbe.properties.except,data:b};r===null?r=[v]:r.push(
v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let I=b[v],C=s,M=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.prefix===void 0){let ee={instancePath:t+"/m\
odelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must ha\
ve required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:I};
r===null?r=[ee]:r.push(ee),s++}if(I.reason===void 0){let ee={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/\
required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.properties.modelProbe.properties.except.items.
required,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[ee]:r.push(ee),s++}let D=s;for(let ee in I)if(!(ee==="prefix"||ee==="r\
eason")){let ie={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:ee},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.except.items,data:I};
r===null?r=[ie]:r.push(ie),s++}if(I.prefix!==void 0){let ee=I.prefix,ie=s,Ke=s;if(typeof ee=="string"){if(oe(ee)<1){let dt={instancePath:t+"/modelProbe/except/"+
v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have\
 fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:ee};r===null?r=[dt]:r.push(dt),s++}}else{
let dt={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.properties.modelProbe.properties.
except.items.properties.prefix,data:ee};r===null?r=[dt]:r.push(dt),s++}var tt=ie===s}if(I.reason!==void 0){let ee=I.reason,ie=s,Ke=s;if(typeof ee=="string"){if(oe(
ee)<1){let je={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,
data:ee};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/ite\
ms/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.reason.
type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:ee};r===null?r=[je]:r.push(je),s++}var tt=ie===s}}else{let D={instancePath:t+
"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[D]:r.push(D),s++}var ht=C===
s;ht||(P=!1)}}else{let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:b};r===null?r=[P]:r.push(P),s++}
var Be=N===s}if(u.untestable!==void 0){let b=u.untestable,N=s,se=s;if(typeof b=="string"){if(oe(b)<1){let P={instancePath:t+"/modelProbe/untestable",schemaPath:"\
#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/untestable",schemaPath:"#/properties/m\
odelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.untestable.type,parentSchema:c.
properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}var Be=N===s}if(u.source!==void 0){let b=u.source,N=s,se=s,G=s;if(typeof b=="st\
ring"){if(oe(b)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:te,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/sour\
ce/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:b};r===null?r=[g]:r.push(g),s++}var qr=se===s,Be=N===
s}}else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
modelProbe.type,parentSchema:c.properties.modelProbe,data:u};r===null?r=[B]:r.push(B),s++}var l=fe===s}if(e.webhooks!==void 0){let u=e.webhooks,fe=s,Ie=s,Pt=s,Z=!1,
d=null,j=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.body===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.oneOf[0].required,parentSchema:c.properties.
webhooks.oneOf[0],data:u};r===null?r=[B]:r.push(B),s++}var tr=j===s;tr&&(Z=!0,d=0);let X=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.query===void 0){let B={
instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required p\
roperty 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:u};r===null?r=[B]:r.push(B),s++}var tr=X===s;if(tr&&
Z?(Z=!1,d=[d,1]):tr&&(Z=!0,d=1),Z)s=Pt,r!==null&&(Pt?r.length=Pt:r=null);else{let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"\
oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.properties.webhooks,data:u};
r===null?r=[B]:r.push(B),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.source===void 0){let b={instancePath:t+"/webhooks",schemaPath:"#/properties/webho\
oks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.required,parentSchema:c.
properties.webhooks,data:u};r===null?r=[b]:r.push(b),s++}let B=s;for(let b in u)if(!(b==="body"||b==="query"||b==="with"||b==="signature"||b==="challenge"||b===
"told"||b==="source")){let N={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:u};r===null?r=[N]:r.push(N),s++}if(u.body!==void 0){let b=u.body,
N=s,se=s,G=s;if(typeof b=="string"){if(!ot.test(b)){let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,
data:b};r===null?r=[P]:r.push(P),s++}var xt=se===s,rr=N===s}if(u.query!==void 0){let b=u.query,N=s,se=s;if(typeof b=="string"){if(oe(b)<1){let P={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:c.properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/webhooks/query",schemaPath:"\
#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.query.type,parentSchema:c.
properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}var rr=N===s}if(u.with!==void 0){let b=u.with,N=s,se=s;if(Array.isArray(b)){if(b.length<
1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let I=b[v],
C=s,M=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.to===void 0){let ee={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/w\
ith/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.webhooks.properties.with.items.
required,parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[ee]:r.push(ee),s++}if(I.constant===void 0){let ee={instancePath:t+"/webhoo\
ks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required\
 property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[ee]:
r.push(ee),s++}let D=s;for(let ee in I)if(!(ee==="to"||ee==="constant")){let ie={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties\
/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.with.items,data:I};r===null?r=[ie]:r.push(ie),s++}if(I.to!==void 0){let ee=I.to,ie=s,Ke=s,dt=s;if(typeof ee=="string"){if(!ot.test(
ee)){let je={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mu\
st match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:ee};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/we\
bhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:ee};r===
null?r=[je]:r.push(je),s++}var Gf=Ke===s,Hp=ie===s}}else{let D={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:I};r===null?r=[D]:r.push(D),s++}var Bp=C===s;Bp||(P=!1)}}else{let P={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:b};r===null?r=[P]:r.push(P),s++}var rr=N===s}if(u.signature!==void 0){let b=u.signature,N=s,se=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.algorithm===
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
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(g),s++}let P=s;for(let g in b)if(!aa.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[v]:r.push(v),s++}if(b.algorithm!==void 0){let g=b.algorithm,v=s,I=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let C={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[C]:r.push(C),s++}var cr=v===s}if(b.header!==void 0){let g=b.header,v=s,I=s,C=s;if(typeof g=="string"){if(!Ha.
test(g)){let D={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:hr,data:g};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:hr.type,parentSchema:hr,data:g};r===
null?r=[D]:r.push(D),s++}var Zf=I===s,cr=v===s}if(b.separator!==void 0){let g=b.separator,v=s,I=s;if(typeof g=="string"){if(oe(g)<1){let M={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[M]:r.push(M),s++}}else{
let M={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[M]:r.push(M),s++}var cr=v===s}if(b.prefix!==void 0){let g=b.prefix,v=s,I=s;if(typeof g=="string"){if(oe(g)<1){let M={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[M]:r.push(M),s++}}else{
let M={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[M]:r.push(M),s++}var cr=v===s}if(b.encoding!==void 0){let g=b.encoding,v=s,I=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let M={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[M]:r.push(M),s++}var cr=v===s}if(b.headers!==void 0){let g=b.headers,v=s,I=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let D={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[D]:r.push(D),s++}let M=s;for(let D in g){let ee=g[D],ie=s,Ke=s,dt=s;if(typeof ee=="string"){if(!Ha.test(ee)){let je={instancePath:t+"/webhoo\
ks/signature/headers/"+D.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:hr,data:ee};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/webhoo\
ks/signature/headers/"+D.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:hr.type,parentSchema:hr,data:ee};r===null?r=[je]:r.push(je),s++}var Qf=Ke===s,Gp=ie===s}}else{let M={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[M]:r.push(M),s++}var cr=v===
s}if(b.signed!==void 0){let g=b.signed,v=s,I=s;if(typeof g=="string"){if(oe(g)<1){let M={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[M]:r.push(M),s++}var cr=v===s}if(b.
time!==void 0){let g=b.time,v=s,I=s,C=s,M=!1,D=null,ee=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let dt={instancePath:t+"/webhooks/signa\
ture/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[dt]:r.push(dt),s++}var ds=ee===s;ds&&(M=!0,D=0);let ie=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let dt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[dt]:r.push(dt),s++}var ds=ie===s;if(ds&&M?(M=!1,D=
[D,1]):ds&&(M=!0,D=1),M)s=C,r!==null&&(C?r.length=C:r=null);else{let dt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:D},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[dt]:r.push(dt),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let E={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[E]:r.push(E),s++}if(g.toleranceSeconds===void 0){
let E={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[E]:r.push(E),s++}let dt=s;for(let E in g)if(!(E==="header"||E==="separator"||E==="p\
refix"||E==="member"||E==="unit"||E==="toleranceSeconds")){let ze={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[ze]:r.push(ze),s++}if(g.header!==void 0){let E=g.header,ze=s,st=s,ut=s;if(typeof E==
"string"){if(!Ha.test(E)){let We={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:hr,data:E};r===null?r=[We]:r.push(We),s++}}else{let We={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:hr.type,
parentSchema:hr,data:E};r===null?r=[We]:r.push(We),s++}var Xf=st===s,Or=ze===s}if(g.separator!==void 0){let E=g.separator,ze=s,st=s;if(typeof E=="string"){if(oe(
E)<1){let We={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:E};r===null?r=[We]:r.push(We),s++}}else{let We={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:E};
r===null?r=[We]:r.push(We),s++}var Or=ze===s}if(g.prefix!==void 0){let E=g.prefix,ze=s,st=s;if(typeof E=="string"){if(oe(E)<1){let We={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:E};r===null?
r=[We]:r.push(We),s++}}else{let We={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:E};r===null?r=[We]:r.push(We),s++}var Or=ze===s}if(g.
member!==void 0){let E=g.member,ze=s,st=s,ut=s;if(typeof E=="string"){if(!ot.test(E)){let Me={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:ae,data:E};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:E};r===null?r=[Me]:r.push(Me),s++}var Zp=st===s,Or=ze===s}if(g.unit!==
void 0){let E=g.unit,ze=s,st=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(E==="seconds"||E==="milliseconds"||E==="rfc333\
9")){let We={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:E};r===null?r=[We]:r.push(We),s++}var Or=ze===s}if(g.toleranceSeconds!==void 0){let E=g.toleranceSeconds,ze=s;if(!(typeof E=="number"&&!(E%1)&&!isNaN(
E))){let We={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:E};r===null?r=[We]:r.push(We),s++}let st=s;if(typeof E==
"number"){if(E>3600||isNaN(E)){let We={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:E};r===null?r=[We]:r.push(We),s++}if(E<1||isNaN(E)){let We={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:E};r===null?r=[We]:r.push(We),s++}}var Or=ze===s}let je;if(g.separator!==void 0&&g.header===void 0){let E={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[E]:r.push(E),s++}if(g.prefix!==void 0&&g.header===
void 0){let E={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[E]:r.push(E),s++}}else{let dt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[dt]:r.push(dt),s++}var cr=v===s}if(b.key!==void 0){let g=b.key,v=s,I=s,C=!1,M=null,D=s,ee=s;if(g&&
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
key.oneOf[0],data:g};r===null?r=[E]:r.push(E),s++}let je=s;for(let E in g)if(!(E==="by"||E==="path"||E==="at"||E==="prefix"||E==="encoding")){let ze={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let E=g.by,ze=s;if(E!=="request"){let st={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:E};r===null?r=[st]:r.push(st),s++}var Xs=ze===s}if(g.
path!==void 0){let E=g.path,ze=s,st=s,ut=s;if(typeof E=="string"){if(!zt.test(E)){let Me={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:E};r===null?r=[Me]:r.push(Me),s++}}else{let Me={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:E};r===null?r=[Me]:r.push(Me),s++}var Yf=st===s,Xs=ze===s}if(g.at!==void 0){let E=g.at,ze=s,st=s,ut=s;if(typeof E=="string"){if(!ot.test(E)){let Me={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:E};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:E};r===null?r=[Me]:r.push(Me),s++}var eh=st===
s,Xs=ze===s}if(g.prefix!==void 0){let E=g.prefix,ze=s,st=s,ut=s;if(typeof E=="string"){if(oe(E)<1){let Me={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:hs,data:E};r===null?r=[Me]:
r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:hs.type,parentSchema:hs,data:E};r===null?r=[Me]:r.push(Me),s++}var th=st===s,Xs=ze===s}if(g.encoding!==void 0){let E=g.encoding,ze=s,st=s,
ut=Nr.enum;if(!(E==="text"||E==="hex"||E==="base64")){let Me={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Nr.enum},message:"must be equal to one of the allowed values",schema:Nr.enum,parentSchema:Nr,data:E};r===null?r=[Me]:r.push(Me),s++}var us=st===
s,Xs=ze===s}}else{let je={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[je]:r.push(je),s++}var jr=D===s;if(jr){C=!0,M=0;var Ys=!0}let ie=s,Ke=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let E={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[E]:r.push(E),s++}if(g.encoding===void 0){
let E={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[E]:r.push(E),s++}let je=s;for(let E in g)if(!(E==="by"||E===
"prefix"||E==="encoding")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==void 0){let E=g.by,ze=s;if(E!=="setting"){let st={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:E};
r===null?r=[st]:r.push(st),s++}var ko=ze===s}if(g.prefix!==void 0){let E=g.prefix,ze=s,st=s,ut=s;if(typeof E=="string"){if(oe(E)<1){let Me={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:hs,data:E};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:hs.type,parentSchema:hs,data:E};r===null?r=[Me]:r.push(Me),s++}var rh=st===s,ko=ze===s}if(g.encoding!==
void 0){let E=g.encoding,ze=s,st=s,ut=Nr.enum;if(!(E==="text"||E==="hex"||E==="base64")){let Me={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Nr.enum},message:"must be equal to one of the allowed values",schema:Nr.enum,parentSchema:Nr,data:E};
r===null?r=[Me]:r.push(Me),s++}var ea=st===s,ko=ze===s}}else{let je={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[je]:r.push(je),s++}var jr=ie===s;if(jr&&C)C=!1,
M=[M,1];else{jr&&(C=!0,M=1,Ys!==!0&&(Ys=!0));let je=s,E=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ut={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ut]:r.push(ut),s++}if(g.url===void 0){let ut={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ut]:r.push(ut),s++}let st=s;for(let ut in g)if(!(ut==="by"||ut==="url")){let We={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ut},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[We]:r.push(We),s++}if(g.by!==
void 0){let ut=g.by,We=s;if(ut!=="key-set"){let Me={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ut};r===null?r=[Me]:r.push(Me),s++}var za=We===s}if(g.url!==void 0){let ut=g.url,We=s,Me=s;
if(typeof ut=="string"){if(!ac.test(ut)){let ra={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ut};r===null?r=[ra]:r.push(ra),s++}}else{let ra={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ut};r===null?r=[ra]:r.push(ra),s++}var za=We===s}}else{let st={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[st]:r.push(
st),s++}var jr=je===s;jr&&C?(C=!1,M=[M,2]):jr&&(C=!0,M=2,Ys!==!0&&(Ys=!0))}if(C)s=I,r!==null&&(I?r.length=I:r=null);else{let je={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:M},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[je]:r.push(je),s++}var cr=v===s}}else{let P={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[P]:r.push(P),s++}var rr=N===s}if(u.challenge!==void 0){let b=u.challenge,N=s,se=s,G=s;if(typeof b=="string"){if(!ot.test(b)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,data:b};r===null?r=[g]:r.push(g),s++}var Qp=se===
s,rr=N===s}if(u.told!==void 0){let b=u.told,N=s,se=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let I=b[v],C=s,M=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){
let ee={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===
null?r=[ee]:r.push(ee),s++}if(I.fact===void 0){let ee={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:I};r===null?r=[ee]:r.push(ee),s++}let D=s;for(let ee in I)if(!(ee==="at"||ee==="fact")){let ie={instancePath:t+"/\
webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[ie]:r.push(ie),s++}if(I.at!==void 0){
let ee=I.at,ie=s,Ke=s,dt=s;if(typeof ee=="string"){if(!ot.test(ee)){let je={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:ee};r===
null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ae.type,parentSchema:ae,data:ee};r===null?r=[je]:r.push(je),s++}var Xp=Ke===s,Yp=ie===s}if(I.fact!==void 0){let ee=I.fact,ie=s,Ke=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(ee==="id"||ee==="model"||ee==="created")){let je={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"\
#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:ee};r===null?r=[je]:r.push(je),s++}var Yp=ie===s}}else{let D={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/proper\
ties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[D]:r.push(D),s++}var Po=C===s;Po||(P=!1)}}else{let P={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:b};r===null?r=[P]:r.push(P),s++}var rr=N===s}if(u.source!==void 0){let b=u.source,N=s,se=s,G=s;
if(typeof b=="string"){if(oe(b)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:b};r===null?r=[g]:r.push(g),s++}var sh=se===
s,rr=N===s}}else{let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:u};r===null?r=[B]:r.push(B),s++}var l=fe===s}if(e.rateHeaders!==void 0){let u=e.rateHeaders,fe=s;
ys(u,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?ys.errors:r.concat(ys.errors),s=r.length);
var l=fe===s}if(e.upload!==void 0){let u=e.upload,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:u};r===null?r=[d]:r.push(d),s++}if(u.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:u};r===null?r=[d]:r.push(d),s++}if(u.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:u};
r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:u};r===null?r=[d]:r.push(d),s++}
let Z=s;for(let d in u)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let j={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:u};r===null?r=[j]:r.push(j),s++}if(u.method!==void 0){let d=u.method,j=s,X=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){let ge={
instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.method.
enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.method,
data:d};r===null?r=[ge]:r.push(ge),s++}var ta=j===s}if(u.path!==void 0){let d=u.path,j=s,X=s,ge=s;if(typeof d=="string"){if(!zt.test(d)){let b={instancePath:t+"\
/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:d};r===
null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[b]:r.push(b),s++}var $o=X===s,ta=j===s}if(u.field!==void 0){let d=u.field,j=s,X=s;if(typeof d=="string"){if(oe(
d)<1){let B={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}var ta=j===s}if(u.reference!==void 0){let d=u.reference,j=s,X=s,
ge=s;if(typeof d=="string"){if(!ot.test(d)){let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:d};r===null?r=[b]:r.push(b),s++}}else{
let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.type,parentSchema:ae,
data:d};r===null?r=[b]:r.push(b),s++}var ah=X===s,ta=j===s}if(u.source!==void 0){let d=u.source,j=s,X=s,ge=s;if(typeof d=="string"){if(oe(d)<1){let b={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,
data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:te.type,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}var nh=X===s,ta=j===s}}else{let Z={instancePath:t+"/upload",schemaPath:"#/pr\
operties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:u};r===
null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.operations!==void 0){let u=e.operations,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let j={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:u};r===null?r=[j]:r.push(j),s++}if(u.video!==void 0){let d=u.video,
j=s;Nt(d,{instancePath:t+"/operations/video",parentData:u,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Nt.errors:r.concat(Nt.errors),s=
r.length);var Wa=j===s}if(u.image!==void 0){let d=u.image,j=s;Nt(d,{instancePath:t+"/operations/image",parentData:u,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?Nt.errors:r.concat(Nt.errors),s=r.length);var Wa=j===s}if(u.audio!==void 0){let d=u.audio,j=s;Nt(d,{instancePath:t+"/operations/audio",parentData:u,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Nt.errors:r.concat(Nt.errors),s=r.length);var Wa=j===s}if(u.mesh!==void 0){let d=u.mesh,j=s;
Nt(d,{instancePath:t+"/operations/mesh",parentData:u,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Nt.errors:r.concat(Nt.errors),s=r.length);
var Wa=j===s}}else{let Z={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.errors!==void 0){let u=e.errors,
fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:u};r===null?r=[d]:r.push(d),s++}if(u.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:u};r===null?r=[d]:r.push(d),s++}if(u.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)
if(!(d==="message"||d==="code"||d==="inside"||d==="proofs")){let j={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:u};r===null?r=[j]:
r.push(j),s++}if(u.message!==void 0){let d=u.message,j=s;$t(d,{instancePath:t+"/errors/message",parentData:u,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||
(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var ls=j===s}if(u.code!==void 0){let d=u.code,j=s;$t(d,{instancePath:t+"/errors/code",parentData:u,parentDataProperty:"\
code",rootData:o,dynamicAnchors:i})||(r=r===null?$t.errors:r.concat($t.errors),s=r.length);var ls=j===s}if(u.inside!==void 0){let d=u.inside,j=s,X=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.at===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.
properties.inside,data:d};r===null?r=[b]:r.push(b),s++}if(d.source===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.
required,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[b]:r.push(b),s++}let B=s;for(let b in d)if(!(b==="at"||b==="unless"||b==="source")){
let N={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[N]:r.push(N),s++}if(d.at!==void 0){
let b=d.at,N=s,se=s,G=s;if(typeof b=="string"){if(!ot.test(b)){let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ae,data:b};r===null?r=[P]:
r.push(P),s++}}else{let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.
type,parentSchema:ae,data:b};r===null?r=[P]:r.push(P),s++}var oh=se===s,Ca=N===s}if(d.unless!==void 0){let b=d.unless,N=s;if(!Array.isArray(b)){let P={instancePath:t+
"/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:b};r===null?r=[P]:r.push(P),
s++}let se=s;var Ca=N===s}if(d.source!==void 0){let b=d.source,N=s,se=s,G=s;if(typeof b=="string"){if(oe(b)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:b};r===null?r=[g]:r.
push(g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:te.type,parentSchema:te,data:b};r===null?r=[g]:r.push(g),s++}var Tr=se===s,Ca=N===s}}else{let B={instancePath:t+"/errors/inside",schemaPath:"#/properties\
/errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.
properties.errors.properties.inside,data:d};r===null?r=[B]:r.push(B),s++}var ls=j===s}if(u.proofs!==void 0){let d=u.proofs,j=s,X=s;if(Array.isArray(d)){if(d.length<
1){let N={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[N]:r.push(N),s++}let B=!0,b=d.length;for(let N=0;N<b;N++){let se=d[N],
G=s,P=s;if(se&&typeof se=="object"&&!Array.isArray(se)){if(se.status===void 0){let v={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:se};r===null?r=[v]:r.push(v),s++}if(se.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:se};r===null?
r=[v]:r.push(v),s++}if(se.source===void 0){let v={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:se};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in se)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let I={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:se};r===null?r=[I]:r.push(I),s++}if(se.status!==void 0){let v=se.status,I=s,C=s;if(typeof v=="string"){if(!wh.test(v)){let M={instancePath:t+"/errors/proof\
s/"+N+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+N+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[M]:r.push(M),s++}var ms=I===s}if(se.codes!==void 0){let v=se.codes,I=s,C=s;if(Array.isArray(
v)){if(v.length<1){let ie={instancePath:t+"/errors/proofs/"+N+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[ie]:r.push(ie),s++}let D=!0,ee=v.length;for(let ie=0;ie<ee;ie++){let Ke=v[ie],dt=s;if(typeof Ke!="string"){let E={instancePath:t+"/errors/proofs/"+N+
"/codes/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Ke};
r===null?r=[E]:r.push(E),s++}let je=s;var fs=dt===s;fs||(D=!1)}}else{let D={instancePath:t+"/errors/proofs/"+N+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[D]:r.push(D),s++}var ms=I===s}if(se.says!==void 0){let v=se.
says,I=s,C=s;if(Array.isArray(v)){if(v.length<1){let ie={instancePath:t+"/errors/proofs/"+N+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[ie]:r.push(ie),s++}let D=!0,ee=v.length;for(let ie=0;ie<ee;ie++){let Ke=v[ie],dt=s,je=s;if(typeof Ke=="string"){if(oe(
Ke)<1){let E={instancePath:t+"/errors/proofs/"+N+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,
data:Ke};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/errors/proofs/"+N+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/proper\
ties/says/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,
parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Ke};r===null?r=[E]:r.push(E),s++}var ec=dt===s;ec||(D=!1)}}else{let D={instancePath:t+
"/errors/proofs/"+N+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be \
array",schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};
r===null?r=[D]:r.push(D),s++}var ms=I===s}if(se.proves!==void 0){let v=se.proves,I=s,C=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v===
"rejected"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let D={instancePath:t+"/errors/proofs/"+N+"/proves",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.
proves.enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.
errors.properties.proofs.items.properties.proves,data:v};r===null?r=[D]:r.push(D),s++}var ms=I===s}if(se.means!==void 0){let v=se.means,I=s,C=s;if(typeof v=="st\
ring"){if(oe(v)<1){let D={instancePath:t+"/errors/proofs/"+N+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/errors/proofs/"+N+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[D]:r.push(D),s++}var ms=I===s}if(se.source!==void 0){let v=se.source,I=s,C=s,M=s;if(typeof v==
"string"){if(oe(v)<1){let ee={instancePath:t+"/errors/proofs/"+N+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:te,data:v};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/errors/proofs/"+N+"/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:v};r===null?r=[ee]:r.push(ee),
s++}var ih=C===s,ms=I===s}}else{let g={instancePath:t+"/errors/proofs/"+N,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:se};r===
null?r=[g]:r.push(g),s++}var tc=G===s;tc||(B=!1)}}else{let B={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"t\
ype",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};
r===null?r=[B]:r.push(B),s++}var ls=j===s}}else{let Z={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.type,parentSchema:c.properties.errors,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.cancelRules!==void 0){let u=e.
cancelRules,fe=s,Ie=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRul\
es/required",keyword:"required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.
properties.cancelRules,data:u};r===null?r=[d]:r.push(d),s++}if(u.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/\
required",keyword:"required",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.
properties.cancelRules,data:u};r===null?r=[d]:r.push(d),s++}if(u.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/requi\
red",keyword:"required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:u};r===null?r=[d]:r.push(d),s++}if(u.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:u};r===null?r=[d]:r.push(d),s++}let Z=s;for(let d in u)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let j={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:u};r===null?r=[j]:r.push(j),s++}if(u.queued!==void 0){let d=u.queued,j=s,X=s,ge=s,B=s,
b=s,N=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let se;if(d.body===void 0&&(se="body")||d.error===void 0&&(se="error")){let G={};r===null?r=[G]:r.push(G),s++}}
var So=N===s;if(So){let se={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:J.allOf[0].not,parentSchema:J.allOf[0],data:d};r===null?r=[se]:r.push(se),s++}else s=b,r!==null&&(b?r.length=b:r=null);var Ka=B===s;if(d&&typeof d=="obje\
ct"&&!Array.isArray(d)){if(d.then===void 0){let G={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:J.required,parentSchema:J,data:d};r===null?r=[G]:r.push(G),s++}let se=s;for(let G in d)if(!(G==="then"||
G==="status"||G==="body"||G==="error")){let P={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:J,data:d};r===null?r=[P]:r.push(P),s++}if(d.then!==void 0){
let G=d.then,P=s,g=J.properties.then.enum;if(!(G==="cancelled"||G==="goes-on"||G==="removed"||G==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:J.properties.then.enum},message:"must be equal to one of the allowed values",schema:J.
properties.then.enum,parentSchema:J.properties.then,data:G};r===null?r=[v]:r.push(v),s++}var _o=P===s}if(d.status!==void 0){let G=d.status,P=s;if(!(typeof G=="n\
umber"&&!(G%1)&&!isNaN(G))){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:J.properties.status.type,parentSchema:J.properties.status,data:G};r===null?r=[I]:r.push(I),s++}let g=s;if(typeof G=="\
number"){if(G>599||isNaN(G)){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:J.properties.status,data:G};r===null?r=[I]:r.push(I),s++}if(G<200||isNaN(G)){let I={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:J.properties.status,data:G};r===null?r=[I]:r.push(I),s++}}var _o=P===s}if(d.error!==void 0){let G=d.error,P=s,g=s;if(G&&
typeof G=="object"&&!Array.isArray(G)){if(G.code===void 0){let C={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/req\
uired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:J.properties.error.required,parentSchema:J.properties.
error,data:G};r===null?r=[C]:r.push(C),s++}if(G.message===void 0){let C={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/er\
ror/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:J.properties.error.required,parentSchema:J.
properties.error,data:G};r===null?r=[C]:r.push(C),s++}let I=s;for(let C in G)if(!(C==="code"||C==="message")){let M={instancePath:t+"/cancelRules/queued/error",
schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:J.properties.error,data:G};r===null?r=[M]:r.push(M),s++}if(G.code!==void 0){let C=G.code,M=s,D=s;if(typeof C=="string"){
if(oe(C)<1){let ee={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.code,data:C};r===null?r=[ee]:r.push(ee),
s++}}else{let ee={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:J.properties.error.properties.code.type,parentSchema:J.properties.error.properties.code,data:C};r===null?r=[ee]:r.push(
ee),s++}var w=M===s}if(G.message!==void 0){let C=G.message,M=s,D=s;if(typeof C=="string"){if(oe(C)<1){let ie={instancePath:t+"/cancelRules/queued/error/message",
schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:J.properties.error.properties.message,data:C};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/queued/error/me\
ssage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.
error.properties.message.type,parentSchema:J.properties.error.properties.message,data:C};r===null?r=[ie]:r.push(ie),s++}var w=M===s}}else{let I={instancePath:t+
"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.properties.
error.type,parentSchema:J.properties.error,data:G};r===null?r=[I]:r.push(I),s++}var _o=P===s}}else{let se={instancePath:t+"/cancelRules/queued",schemaPath:"#/$d\
efs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.type,parentSchema:J,data:d};r===null?r=[se]:r.push(se),s++}var Se=X===
s,pt=j===s}if(u.processing!==void 0){let d=u.processing,j=s,X=s,ge=s,B=s,b=s,N=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let G;if(d.body===void 0&&(G="body")||
d.error===void 0&&(G="error")){let P={};r===null?r=[P]:r.push(P),s++}}var Ar=N===s;if(Ar){let G={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/ca\
ncelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:J.allOf[0].not,parentSchema:J.allOf[0],data:d};r===null?r=[G]:r.push(G),s++}else
s=b,r!==null&&(b?r.length=b:r=null);var me=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/processing",
schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:J.required,parentSchema:J,
data:d};r===null?r=[P]:r.push(P),s++}let G=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/process\
ing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:J,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=J.properties.then.enum;if(!(P==="cancelled"||P==="goes\
-on"||P==="removed"||P==="refused")){let I={instancePath:t+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{
allowedValues:J.properties.then.enum},message:"must be equal to one of the allowed values",schema:J.properties.then.enum,parentSchema:J.properties.then,data:P};
r===null?r=[I]:r.push(I),s++}var f=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let C={instancePath:t+"/cancelRul\
es/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:J.properties.
status.type,parentSchema:J.properties.status,data:P};r===null?r=[C]:r.push(C),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let C={instancePath:t+"/can\
celRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 5\
99",schema:599,parentSchema:J.properties.status,data:P};r===null?r=[C]:r.push(C),s++}if(P<200||isNaN(P)){let C={instancePath:t+"/cancelRules/processing/status",
schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:J.
properties.status,data:P};r===null?r=[C]:r.push(C),s++}}var f=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.
code===void 0){let M={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[M]:r.push(M),s++}if(P.
message===void 0){let M={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[M]:r.push(M),s++}
let C=s;for(let M in P)if(!(M==="code"||M==="message")){let D={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/ad\
ditionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:J.properties.
error,data:P};r===null?r=[D]:r.push(D),s++}if(P.code!==void 0){let M=P.code,D=s,ee=s;if(typeof M=="string"){if(oe(M)<1){let ie={instancePath:t+"/cancelRules/pro\
cessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:J.properties.error.properties.code,data:M};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/p\
rocessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.
properties.error.properties.code.type,parentSchema:J.properties.error.properties.code,data:M};r===null?r=[ie]:r.push(ie),s++}var k=D===s}if(P.message!==void 0){
let M=P.message,D=s,ee=s;if(typeof M=="string"){if(oe(M)<1){let Ke={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/proper\
ties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.
error.properties.message,data:M};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelR\
ule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.message.type,parentSchema:J.
properties.error.properties.message,data:M};r===null?r=[Ke]:r.push(Ke),s++}var k=D===s}}else{let C={instancePath:t+"/cancelRules/processing/error",schemaPath:"#\
/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.properties.error.type,parentSchema:J.properties.
error,data:P};r===null?r=[C]:r.push(C),s++}var f=g===s}}else{let G={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:J.type,parentSchema:J,data:d};r===null?r=[G]:r.push(G),s++}var A=X===s,pt=j===s}if(u.ended!==void 0){let d=u.
ended,j=s,X=s,ge=s,B=s,b=s,N=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let G;if(d.body===void 0&&(G="body")||d.error===void 0&&(G="error")){let P={};r===null?
r=[P]:r.push(P),s++}}var Ee=N===s;if(Ee){let G={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:J.allOf[0].not,parentSchema:J.allOf[0],data:d};r===null?r=[G]:r.push(G),s++}else s=b,r!==null&&(b?r.length=b:r=null);var re=B===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",
params:{missingProperty:"then"},message:"must have required property 'then'",schema:J.required,parentSchema:J,data:d};r===null?r=[P]:r.push(P),s++}let G=s;for(let P in d)
if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:J,data:d};r===null?r=[g]:r.push(g),s++}
if(d.then!==void 0){let P=d.then,g=s,v=J.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+"/cancel\
Rules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:J.properties.then.enum},message:"must be equal to on\
e of the allowed values",schema:J.properties.then.enum,parentSchema:J.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var S=g===s}if(d.status!==void 0){let P=d.
status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:J.properties.status.type,parentSchema:J.properties.status,data:P};r===null?r=[C]:r.push(
C),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/max\
imum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:J.properties.status,data:P};r===null?r=[C]:r.push(C),
s++}if(P<200||isNaN(P)){let C={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:200},message:"must be >= 200",schema:200,parentSchema:J.properties.status,data:P};r===null?r=[C]:r.push(C),s++}}var S=g===s}if(d.error!==void 0){let P=d.
error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let M={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/p\
roperties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:J.properties.error.required,parentSchema:J.
properties.error,data:P};r===null?r=[M]:r.push(M),s++}if(P.message===void 0){let M={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/pro\
perties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:J.properties.error.required,
parentSchema:J.properties.error,data:P};r===null?r=[M]:r.push(M),s++}let C=s;for(let M in P)if(!(M==="code"||M==="message")){let D={instancePath:t+"/cancelRules\
/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must N\
OT have additional properties",schema:!1,parentSchema:J.properties.error,data:P};r===null?r=[D]:r.push(D),s++}if(P.code!==void 0){let M=P.code,D=s,ee=s;if(typeof M==
"string"){if(oe(M)<1){let ie={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.code,data:M};r===null?r=[ie]:r.push(
ie),s++}}else{let ie={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:J.properties.error.properties.code.type,parentSchema:J.properties.error.properties.code,data:M};r===null?r=[ie]:r.
push(ie),s++}var q=D===s}if(P.message!==void 0){let M=P.message,D=s,ee=s;if(typeof M=="string"){if(oe(M)<1){let Ke={instancePath:t+"/cancelRules/ended/error/mes\
sage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 cha\
racters",schema:1,parentSchema:J.properties.error.properties.message,data:M};r===null?r=[Ke]:r.push(Ke),s++}}else{let Ke={instancePath:t+"/cancelRules/ended/err\
or/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.
error.properties.message.type,parentSchema:J.properties.error.properties.message,data:M};r===null?r=[Ke]:r.push(Ke),s++}var q=D===s}}else{let C={instancePath:t+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.properties.
error.type,parentSchema:J.properties.error,data:P};r===null?r=[C]:r.push(C),s++}var S=g===s}}else{let G={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs\
/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.type,parentSchema:J,data:d};r===null?r=[G]:r.push(G),s++}var Q=X===s,pt=j===
s}if(u.cancelled!==void 0){let d=u.cancelled,j=s,X=s,ge=s,B=s,b=s,N=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let G;if(d.body===void 0&&(G="body")||d.error===
void 0&&(G="error")){let P={};r===null?r=[P]:r.push(P),s++}}var ce=N===s;if(ce){let G={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/al\
lOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:J.allOf[0].not,parentSchema:J.allOf[0],data:d};r===null?r=[G]:r.push(G),s++}else s=b,r!==null&&
(b?r.length=b:r=null);var ke=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/cancelled",schemaPath:"#\
/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:J.required,parentSchema:J,data:d};
r===null?r=[P]:r.push(P),s++}let G=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:J,
data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=J.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refu\
sed")){let I={instancePath:t+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:J.properties.
then.enum},message:"must be equal to one of the allowed values",schema:J.properties.then.enum,parentSchema:J.properties.then,data:P};r===null?r=[I]:r.push(I),s++}
var Y=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:J.properties.status.type,parentSchema:J.properties.
status,data:P};r===null?r=[C]:r.push(C),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:J.properties.
status,data:P};r===null?r=[C]:r.push(C),s++}if(P<200||isNaN(P)){let C={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/\
status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:J.properties.status,data:P};r===null?r=[C]:
r.push(C),s++}}var Y=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let M={instancePath:t+"/c\
ancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have requ\
ired property 'code'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[M]:r.push(M),s++}if(P.message===void 0){let M={instancePath:t+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must hav\
e required property 'message'",schema:J.properties.error.required,parentSchema:J.properties.error,data:P};r===null?r=[M]:r.push(M),s++}let C=s;for(let M in P)if(!(M===
"code"||M==="message")){let D={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:J.properties.error,data:P};r===null?r=[D]:r.
push(D),s++}if(P.code!==void 0){let M=P.code,D=s,ee=s;if(typeof M=="string"){if(oe(M)<1){let ie={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.
properties.error.properties.code,data:M};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.code.type,parentSchema:J.
properties.error.properties.code,data:M};r===null?r=[ie]:r.push(ie),s++}var W=D===s}if(P.message!==void 0){let M=P.message,D=s,ee=s;if(typeof M=="string"){if(oe(
M)<1){let Ke={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:J.properties.error.properties.message,data:M};r===null?r=[Ke]:r.push(
Ke),s++}}else{let Ke={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:J.properties.error.properties.message.type,parentSchema:J.properties.error.properties.message,data:M};
r===null?r=[Ke]:r.push(Ke),s++}var W=D===s}}else{let C={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:J.properties.error.type,parentSchema:J.properties.error,data:P};r===null?r=[C]:r.push(C),s++}var Y=g===
s}}else{let G={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:J.
type,parentSchema:J,data:d};r===null?r=[G]:r.push(G),s++}var Te=X===s,pt=j===s}if(u.source!==void 0){let d=u.source,j=s,X=s,ge=s;if(typeof d=="string"){if(oe(d)<
1){let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:d};r===null?r=[b]:r.push(b),s++}var Xe=X===s,pt=j===s}}else{let Z={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}if(e.disagreements!==void 0){let u=e.disagreements,fe=s,Ie=s;if(Array.isArray(u)){let Z=!0,
d=u.length;for(let j=0;j<d;j++){let X=u[j],ge=s,B=s;if(X&&typeof X=="object"&&!Array.isArray(X)){if(X.topic===void 0){let N={instancePath:t+"/disagreements/"+j,
schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:X};r===null?r=[N]:r.push(N),s++}if(X.between===void 0){let N={instancePath:t+
"/disagreements/"+j,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:X};r===null?r=[N]:r.push(N),s++}if(X.follows===
void 0){let N={instancePath:t+"/disagreements/"+j,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:X};r===null?r=[N]:r.push(
N),s++}let b=s;for(let N in X)if(!(N==="topic"||N==="between"||N==="follows")){let se={instancePath:t+"/disagreements/"+j,schemaPath:"#/properties/disagreements\
/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:X};r===null?r=[se]:r.push(se),s++}if(X.topic!==void 0){let N=X.topic,se=s,G=s;if(typeof N=="string"){if(oe(N)<1){let P={instancePath:t+
"/disagreements/"+j+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:N};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/disagreements/"+j+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:N};r===null?r=[P]:r.push(P),s++}
var Ge=se===s}if(X.between!==void 0){let N=X.between,se=s,G=s;if(Array.isArray(N)){if(N.length<1){let I={instancePath:t+"/disagreements/"+j+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:N};r===null?r=[I]:r.push(I),s++}let g=!0,v=N.length;for(let I=0;I<v;I++){let C=N[I],M=s,D=s,ee=s;if(typeof C==
"string"){if(oe(C)<1){let ie={instancePath:t+"/disagreements/"+j+"/between/"+I,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:te,data:C};r===null?r=[ie]:r.push(ie),s++}}else{let ie={instancePath:t+"/disagreements/"+j+"/betwee\
n/"+I,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:C};r===null?r=[ie]:r.push(
ie),s++}var _e=D===s,pe=M===s;pe||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+j+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:N};r===null?r=[g]:r.push(g),s++}var Ge=se===s}if(X.follows!==void 0){let N=X.follows,se=s,G=s;if(typeof N=="string"){
if(oe(N)<1){let g={instancePath:t+"/disagreements/"+j+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:N};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+j+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:N};r===null?r=[g]:r.push(g),s++}var Ge=se===s}}else{let b={instancePath:t+"/disagreements/"+j,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:X};r===null?
r=[b]:r.push(b),s++}var he=ge===s;he||(Z=!1)}}else{let Z={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:u};r===null?r=[Z]:r.push(Z),s++}var l=fe===s}}else{
let ct={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[ct]:r.
push(ct),s++}return Ba.errors=r,s===0}Ba.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Ps=de(Ye=>{"use strict";Object.defineProperty(Ye,"__esModule",{value:!0});Ye.regexpCode=Ye.getEsmExportName=Ye.getProperty=Ye.safeStringify=Ye.stringify=Ye.
strConcat=Ye.addCodeArg=Ye.str=Ye._=Ye.nil=Ye._Code=Ye.Name=Ye.IDENTIFIER=Ye._CodeOrName=void 0;var ia=class{};Ye._CodeOrName=ia;Ye.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Hr=class extends ia{constructor(t){if(super(),!Ye.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ye.Name=Hr;var Ct=class extends ia{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
Hr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ye._Code=Ct;Ye.nil=new Ct("");function jc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Fo(a,t[n]),a.push(e[++n]);return new Ct(
a)}Ye._=jc;var Lo=new Ct("+");function Tc(e,...t){let a=[pa(e[0])],n=0;for(;n<t.length;)a.push(Lo),Fo(a,t[n]),a.push(Lo,pa(e[++n]));return Fh(a),new Ct(a)}Ye.str=
Tc;function Fo(e,t){t instanceof Ct?e.push(...t._items):t instanceof Hr?e.push(t):e.push(Dh(t))}Ye.addCodeArg=Fo;function Fh(e){let t=1;for(;t<e.length-1;){if(e[t]===
Lo){let a=Vh(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function Vh(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof Hr||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof Hr))return`"${e}${t.slice(1)}`}function Uh(e,t){return t.emptyStr()?e:e.emptyStr()?t:Tc`${e}${t}`}Ye.strConcat=Uh;function Dh(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:pa(Array.isArray(e)?e.join(","):e)}function Jh(e){return new Ct(pa(e))}Ye.stringify=Jh;function pa(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ye.safeStringify=pa;function zh(e){return typeof e=="string"&&Ye.IDENTIFIER.test(
e)?new Ct(`.${e}`):jc`[${e}]`}Ye.getProperty=zh;function Wh(e){if(typeof e=="string"&&Ye.IDENTIFIER.test(e))return new Ct(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Ye.getEsmExportName=Wh;function Ch(e){return new Ct(e.toString())}Ye.regexpCode=Ch});var Do=de(Mt=>{"use strict";Object.defineProperty(Mt,"__esModule",{value:!0});Mt.ValueScope=Mt.ValueScopeName=Mt.Scope=Mt.varKinds=Mt.UsedValueState=void 0;var It=Ps(),
Vo=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},en;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(en||(Mt.UsedValueState=en={}));Mt.varKinds={const:new It.Name("const"),let:new It.Name("let"),var:new It.Name("var")};var tn=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof It.Name?t:this.name(t)}name(t){return new It.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Mt.Scope=tn;var rn=class extends It.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,It._)`.${new It.Name(a)}[${n}]`}};Mt.ValueScopeName=rn;var Kh=(0,It._)`\n`,Uo=class extends tn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?Kh:It.nil}}get(){return this._scope}name(t){return new rn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let l=s.get(r);if(l)return l}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),m=p.length;return p[m]=a.ref,o.setValue(a,{property:i,itemIndex:m}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,It._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=It.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(m=>{if(p.has(m))return;p.set(m,en.Started);let l=a(m);if(l){let y=this.opts.es5?Mt.varKinds.var:Mt.varKinds.const;i=(0,It._)`${i}${y} ${m} = ${l};${this.
opts._n}`}else if(l=o?.(m))i=(0,It._)`${i}${l}${this.opts._n}`;else throw new Vo(m);p.set(m,en.Completed)})}return i}};Mt.ValueScope=Uo});var Ue=de(Le=>{"use strict";Object.defineProperty(Le,"__esModule",{value:!0});Le.or=Le.and=Le.not=Le.CodeGen=Le.operators=Le.varKinds=Le.ValueScopeName=Le.ValueScope=
Le.Scope=Le.Name=Le.regexpCode=Le.stringify=Le.getProperty=Le.nil=Le.strConcat=Le.str=Le._=void 0;var He=Ps(),sr=Do(),Er=Ps();Object.defineProperty(Le,"_",{enumerable:!0,
get:function(){return Er._}});Object.defineProperty(Le,"str",{enumerable:!0,get:function(){return Er.str}});Object.defineProperty(Le,"strConcat",{enumerable:!0,
get:function(){return Er.strConcat}});Object.defineProperty(Le,"nil",{enumerable:!0,get:function(){return Er.nil}});Object.defineProperty(Le,"getProperty",{enumerable:!0,
get:function(){return Er.getProperty}});Object.defineProperty(Le,"stringify",{enumerable:!0,get:function(){return Er.stringify}});Object.defineProperty(Le,"rege\
xpCode",{enumerable:!0,get:function(){return Er.regexpCode}});Object.defineProperty(Le,"Name",{enumerable:!0,get:function(){return Er.Name}});var on=Do();Object.
defineProperty(Le,"Scope",{enumerable:!0,get:function(){return on.Scope}});Object.defineProperty(Le,"ValueScope",{enumerable:!0,get:function(){return on.ValueScope}});
Object.defineProperty(Le,"ValueScopeName",{enumerable:!0,get:function(){return on.ValueScopeName}});Object.defineProperty(Le,"varKinds",{enumerable:!0,get:function(){
return on.varKinds}});Le.operators={GT:new He._Code(">"),GTE:new He._Code(">="),LT:new He._Code("<"),LTE:new He._Code("<="),EQ:new He._Code("==="),NEQ:new He._Code(
"!=="),NOT:new He._Code("!"),OR:new He._Code("||"),AND:new He._Code("&&"),ADD:new He._Code("+")};var br=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Jo=class extends br{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?sr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Ss(this.rhs,t,a)),this}get names(){return this.
rhs instanceof He._CodeOrName?this.rhs.names:{}}},sn=class extends br{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof He.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Ss(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof He.Name?{}:{...this.lhs.names};return nn(t,this.rhs)}},zo=class extends sn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},Wo=class extends br{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
Co=class extends br{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},Ko=class extends br{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},Ho=class extends br{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Ss(this.code,t,a),this}get names(){return this.
code instanceof He._CodeOrName?this.code.names:{}}},ca=class extends br{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Hh(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>Zr(t,a.names),{})}},vr=class extends ca{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},Bo=class extends ca{},$s=class extends vr{};
$s.kind="else";var Br=class e extends vr{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new $s(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Ac(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Ss(this.condition,t,a),this}get names(){let t=super.names;return nn(t,this.condition),this.else&&Zr(t,this.else.names),t}};Br.kind=
"if";var Gr=class extends vr{};Gr.kind="for";var Go=class extends Gr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Ss(this.iteration,t,a),this}get names(){return Zr(super.names,this.iteration.names)}},Zo=class extends Gr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?sr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=nn(super.names,this.from);return nn(t,this.to)}},an=class extends Gr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Ss(this.iterable,t,a),this}get names(){return Zr(super.names,this.iterable.names)}},da=class extends vr{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};da.kind="func";var ua=class extends ca{render(t){
return"return "+super.render(t)}};ua.kind="return";var Qo=class extends vr{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&Zr(t,this.catch.names),this.finally&&Zr(t,this.finally.names),
t}},la=class extends vr{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};la.kind="catch";var ma=class extends vr{render(t){
return"finally"+super.render(t)}};ma.kind="finally";var Xo=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new sr.Scope({parent:t}),this._nodes=[new Bo]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new Jo(t,i,n)),i}const(t,a,n){return this.
_def(sr.varKinds.const,t,a,n)}let(t,a,n){return this._def(sr.varKinds.let,t,a,n)}var(t,a,n){return this._def(sr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new sn(t,a,n))}add(t,a){return this._leafNode(new zo(t,Le.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==He.nil&&this._leafNode(new Ho(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,He.addCodeArg)(a,o));return a.push("}"),new He._Code(a)}if(t,a,n){
if(this._blockNode(new Br(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new Br(t))}else(){return this._elseNode(new $s)}endIf(){return this._endBlockNode(Br,$s)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new Go(t),a)}forRange(t,a,n,o,i=this.opts.es5?sr.varKinds.var:sr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new Zo(i,r,a,n),()=>o(r))}forOf(t,a,n,o=sr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof He.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,He._)`${r}.length`,s=>{this.var(i,(0,He._)`${r}[${s}]`),n(i)})}return this._for(new an("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?sr.varKinds.var:sr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,He._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new an("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Gr)}label(t){return this._leafNode(new Wo(t))}break(t){return this._leafNode(
new Co(t))}return(t){let a=new ua;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
ua)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Qo;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new la(i),a(i)}return n&&(this._currNode=o.finally=new ma,this.code(n)),this._endBlockNode(la,ma)}throw(t){return this._leafNode(new Ko(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=He.nil,n,o){return this._blockNode(new da(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(da)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof Br))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Le.CodeGen=Xo;function Zr(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function nn(e,t){return t instanceof He._CodeOrName?Zr(e,t.names):
e}function Ss(e,t,a){if(e instanceof He.Name)return n(e);if(!o(e))return e;return new He._Code(e._items.reduce((i,r)=>(r instanceof He.Name&&(r=n(r)),r instanceof
He._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
He._Code&&i._items.some(r=>r instanceof He.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Hh(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Ac(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,He._)`!${Yo(e)}`}Le.not=Ac;var Bh=Nc(Le.operators.AND);function Gh(...e){return e.reduce(Bh)}Le.and=Gh;var Zh=Nc(Le.
operators.OR);function Qh(...e){return e.reduce(Zh)}Le.or=Qh;function Nc(e){return(t,a)=>t===He.nil?a:a===He.nil?t:(0,He._)`${Yo(t)} ${e} ${Yo(a)}`}function Yo(e){
return e instanceof He.Name?e:(0,He._)`(${e})`}});var Ze=de(De=>{"use strict";Object.defineProperty(De,"__esModule",{value:!0});De.checkStrictMode=De.getErrorPath=De.Type=De.useFunc=De.setEvaluated=De.evaluatedPropsToName=
De.mergeEvaluated=De.eachItem=De.unescapeJsonPointer=De.escapeJsonPointer=De.escapeFragment=De.unescapeFragment=De.schemaRefOrVal=De.schemaHasRulesButRef=De.schemaHasRules=
De.checkUnknownRules=De.alwaysValidSchema=De.toHash=void 0;var nt=Ue(),Xh=Ps();function Yh(e){let t={};for(let a of e)t[a]=!0;return t}De.toHash=Yh;function ey(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Ic(e,t),!Mc(t,e.self.RULES.all))}De.alwaysValidSchema=ey;function Ic(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Vc(e,`unknown keyword: "${i}"`)}De.checkUnknownRules=Ic;function Mc(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}De.schemaHasRules=Mc;function ty(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}De.schemaHasRulesButRef=ty;function ry({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,nt._)`${a}`}return(0,nt._)`${e}${t}${(0,nt.getProperty)(n)}`}De.schemaRefOrVal=ry;function sy(e){return Lc(decodeURIComponent(
e))}De.unescapeFragment=sy;function ay(e){return encodeURIComponent(ti(e))}De.escapeFragment=ay;function ti(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}De.escapeJsonPointer=ti;function Lc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}De.unescapeJsonPointer=Lc;function ny(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}De.eachItem=ny;function Rc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof nt.Name?(i instanceof nt.Name?e(o,i,r):t(o,i,r),r):i instanceof nt.Name?(t(o,r,i),i):a(i,r);return s===nt.Name&&!(p instanceof nt.Name)?n(o,p):p}}
De.mergeEvaluated={props:Rc({mergeNames:(e,t,a)=>e.if((0,nt._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,nt._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,nt._)`${a} || {}`).code((0,nt._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,nt._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,nt.
_)`${a} || {}`),ri(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Fc}),items:Rc({mergeNames:(e,t,a)=>e.if((0,nt._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,nt._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,nt._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,nt._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Fc(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,nt.
_)`{}`);return t!==void 0&&ri(e,a,t),a}De.evaluatedPropsToName=Fc;function ri(e,t,a){Object.keys(a).forEach(n=>e.assign((0,nt._)`${t}${(0,nt.getProperty)(n)}`,!0))}
De.setEvaluated=ri;var Ec={};function oy(e,t){return e.scopeValue("func",{ref:t,code:Ec[t.code]||(Ec[t.code]=new Xh._Code(t.code))})}De.useFunc=oy;var ei;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(ei||(De.Type=ei={}));function iy(e,t,a){if(e instanceof nt.Name){let n=t===ei.Num;return a?n?(0,nt._)`"[" + ${e} + "]"`:(0,nt.
_)`"['" + ${e} + "']"`:n?(0,nt._)`"/" + ${e}`:(0,nt._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,nt.getProperty)(e).toString():"/"+ti(e)}
De.getErrorPath=iy;function Vc(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}De.checkStrictMode=Vc});var kr=de(si=>{"use strict";Object.defineProperty(si,"__esModule",{value:!0});var qt=Ue(),py={data:new qt.Name("data"),valCxt:new qt.Name("valCxt"),instancePath:new qt.
Name("instancePath"),parentData:new qt.Name("parentData"),parentDataProperty:new qt.Name("parentDataProperty"),rootData:new qt.Name("rootData"),dynamicAnchors:new qt.
Name("dynamicAnchors"),vErrors:new qt.Name("vErrors"),errors:new qt.Name("errors"),this:new qt.Name("this"),self:new qt.Name("self"),scope:new qt.Name("scope"),
json:new qt.Name("json"),jsonPos:new qt.Name("jsonPos"),jsonLen:new qt.Name("jsonLen"),jsonPart:new qt.Name("jsonPart")};si.default=py});var fa=de(Ot=>{"use strict";Object.defineProperty(Ot,"__esModule",{value:!0});Ot.extendErrors=Ot.resetErrorsCount=Ot.reportExtraError=Ot.reportError=Ot.keyword$DataError=
Ot.keywordError=void 0;var Qe=Ue(),pn=Ze(),Rt=kr();Ot.keywordError={message:({keyword:e})=>(0,Qe.str)`must pass "${e}" keyword validation`};Ot.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Qe.str)`"${e}" keyword must be ${t} ($data)`:(0,Qe.str)`"${e}" keyword is invalid ($data)`};function cy(e,t=Ot.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Jc(e,t,a);n??(r||s)?Uc(i,p):Dc(o,(0,Qe._)`[${p}]`)}Ot.reportError=cy;function dy(e,t=Ot.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Jc(e,t,a);Uc(o,s),i||r||Dc(n,Rt.default.vErrors)}Ot.reportExtraError=dy;function uy(e,t){e.assign(Rt.default.errors,
t),e.if((0,Qe._)`${Rt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Qe._)`${Rt.default.vErrors}.length`,t),()=>e.assign(Rt.default.vErrors,null)))}Ot.resetErrorsCount=
uy;function ly({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Rt.default.errors,s=>{e.const(r,(0,Qe._)`${Rt.default.vErrors}[${s}]`),e.if((0,Qe._)`${r}.instancePath === undefined`,()=>e.assign((0,Qe._)`${r}.instancePath`,
(0,Qe.strConcat)(Rt.default.instancePath,i.errorPath))),e.assign((0,Qe._)`${r}.schemaPath`,(0,Qe.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Qe.
_)`${r}.schema`,a),e.assign((0,Qe._)`${r}.data`,n))})}Ot.extendErrors=ly;function Uc(e,t){let a=e.const("err",t);e.if((0,Qe._)`${Rt.default.vErrors} === null`,()=>e.
assign(Rt.default.vErrors,(0,Qe._)`[${a}]`),(0,Qe._)`${Rt.default.vErrors}.push(${a})`),e.code((0,Qe._)`${Rt.default.errors}++`)}function Dc(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Qe._)`new ${e.ValidationError}(${t})`):(a.assign((0,Qe._)`${n}.errors`,t),a.return(!1))}var Qr={keyword:new Qe.Name("keyword"),
schemaPath:new Qe.Name("schemaPath"),params:new Qe.Name("params"),propertyName:new Qe.Name("propertyName"),message:new Qe.Name("message"),schema:new Qe.Name("sc\
hema"),parentSchema:new Qe.Name("parentSchema")};function Jc(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Qe._)`{}`:my(e,t,a)}function my(e,t,a={}){let{gen:n,
it:o}=e,i=[fy(o,a),hy(e,a)];return yy(e,t,i),n.object(...i)}function fy({errorPath:e},{instancePath:t}){let a=t?(0,Qe.str)`${e}${(0,pn.getErrorPath)(t,pn.Type.Str)}`:
e;return[Rt.default.instancePath,(0,Qe.strConcat)(Rt.default.instancePath,a)]}function hy({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Qe.str)`${t}/${e}`;return a&&(o=(0,Qe.str)`${o}${(0,pn.getErrorPath)(a,pn.Type.Str)}`),[Qr.schemaPath,o]}function yy(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:m,topSchemaRef:l,schemaPath:y}=s;n.push([Qr.keyword,o],[Qr.params,typeof t=="function"?t(e):t||(0,Qe._)`{}`]),
p.messages&&n.push([Qr.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([Qr.schema,r],[Qr.parentSchema,(0,Qe._)`${l}${y}`],[Rt.default.data,i]),m&&n.push(
[Qr.propertyName,m])}});var Wc=de(_s=>{"use strict";Object.defineProperty(_s,"__esModule",{value:!0});_s.boolOrEmptySchema=_s.topBoolOrEmptySchema=void 0;var gy=fa(),wy=Ue(),by=kr(),vy={
message:"boolean schema is false"};function ky(e){let{gen:t,schema:a,validateName:n}=e;a===!1?zc(e,!1):typeof a=="object"&&a.$async===!0?t.return(by.default.data):
(t.assign((0,wy._)`${n}.errors`,null),t.return(!0))}_s.topBoolOrEmptySchema=ky;function Py(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),zc(e)):a.var(t,!0)}_s.
boolOrEmptySchema=Py;function zc(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,gy.reportError)(
o,vy,void 0,t)}});var ai=de(xs=>{"use strict";Object.defineProperty(xs,"__esModule",{value:!0});xs.getRules=xs.isJSONType=void 0;var $y=["string","number","integer","boolean","nu\
ll","object","array"],Sy=new Set($y);function _y(e){return typeof e=="string"&&Sy.has(e)}xs.isJSONType=_y;function xy(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}xs.getRules=xy});var ni=de(Ir=>{"use strict";Object.defineProperty(Ir,"__esModule",{value:!0});Ir.shouldUseRule=Ir.shouldUseGroup=Ir.schemaHasRulesForType=void 0;function qy({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&Cc(e,n)}Ir.schemaHasRulesForType=qy;function Cc(e,t){return t.rules.some(a=>Kc(e,a))}Ir.shouldUseGroup=Cc;function Kc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Ir.shouldUseRule=Kc});var ha=de(jt=>{"use strict";Object.defineProperty(jt,"__esModule",{value:!0});jt.reportTypeError=jt.checkDataTypes=jt.checkDataType=jt.coerceAndCheckDataType=jt.
getJSONTypes=jt.getSchemaTypes=jt.DataType=void 0;var Oy=ai(),jy=ni(),Ty=fa(),Ae=Ue(),Hc=Ze(),qs;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(qs||
(jt.DataType=qs={}));function Ay(e){let t=Bc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}jt.getSchemaTypes=Ay;function Bc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Oy.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}jt.getJSONTypes=Bc;function Ny(e,t){
let{gen:a,data:n,opts:o}=e,i=Ry(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,jy.schemaHasRulesForType)(e,t[0]));if(r){let s=ii(t,n,o.strictNumbers,
qs.Wrong);a.if(s,()=>{i.length?Ey(e,t,i):pi(e)})}return r}jt.coerceAndCheckDataType=Ny;var Gc=new Set(["string","number","integer","boolean","null"]);function Ry(e,t){
return t?e.filter(a=>Gc.has(a)||t==="array"&&a==="array"):[]}function Ey(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Ae._)`typeof ${o}`),s=n.let("co\
erced",(0,Ae._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ae._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ae._)`${o}[0]`).
assign(r,(0,Ae._)`typeof ${o}`).if(ii(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ae._)`${s} !== undefined`);for(let m of a)(Gc.has(m)||m==="array"&&i.coerceTypes===
"array")&&p(m);n.else(),pi(e),n.endIf(),n.if((0,Ae._)`${s} !== undefined`,()=>{n.assign(o,s),Iy(e,s)});function p(m){switch(m){case"string":n.elseIf((0,Ae._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ae._)`"" + ${o}`).elseIf((0,Ae._)`${o} === null`).assign(s,(0,Ae._)`""`);return;case"number":n.elseIf((0,Ae._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ae._)`+${o}`);return;case"integer":n.elseIf((0,Ae._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ae._)`+${o}`);return;case"boolean":n.elseIf((0,Ae._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ae._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ae._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ae._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ae._)`[${o}]`)}}}function Iy({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Ae._)`${t} !== undefined`,
()=>e.assign((0,Ae._)`${t}[${a}]`,n))}function oi(e,t,a,n=qs.Correct){let o=n===qs.Correct?Ae.operators.EQ:Ae.operators.NEQ,i;switch(e){case"null":return(0,Ae._)`${t} ${o} null`;case"\
array":i=(0,Ae._)`Array.isArray(${t})`;break;case"object":i=(0,Ae._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ae._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ae._)`typeof ${t} ${o} ${e}`}return n===qs.Correct?i:(0,Ae.not)(i);function r(s=Ae.nil){return(0,Ae.and)((0,Ae._)`typeof ${t} == "number"`,
s,a?(0,Ae._)`isFinite(${t})`:Ae.nil)}}jt.checkDataType=oi;function ii(e,t,a,n){if(e.length===1)return oi(e[0],t,a,n);let o,i=(0,Hc.toHash)(e);if(i.array&&i.object){
let r=(0,Ae._)`typeof ${t} != "object"`;o=i.null?r:(0,Ae._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ae.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ae.and)(o,oi(r,t,a,n));return o}jt.checkDataTypes=ii;var My={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ae._)`{type: ${e}}`:(0,Ae._)`{type: ${t}}`};function pi(e){let t=Ly(e);(0,Ty.reportError)(t,My)}jt.reportTypeError=pi;function Ly(e){let{gen:t,data:a,
schema:n}=e,o=(0,Hc.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var Qc=de(cn=>{"use strict";Object.defineProperty(cn,"__esModule",{value:!0});cn.assignDefaults=void 0;var Os=Ue(),Fy=Ze();function Vy(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Zc(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Zc(e,i,o.default))}cn.assignDefaults=Vy;function Zc(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Os._)`${i}${(0,Os.getProperty)(t)}`;if(o){(0,Fy.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Os._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Os._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Os._)`${s} = ${(0,Os.
stringify)(a)}`)}});var Kt=de(at=>{"use strict";Object.defineProperty(at,"__esModule",{value:!0});at.validateUnion=at.validateArray=at.usePattern=at.callValidateCode=at.schemaProperties=
at.allSchemaProperties=at.noPropertyInData=at.propertyInData=at.isOwnProperty=at.hasPropFunc=at.reportMissingProp=at.checkMissingProp=at.checkReportMissingProp=
void 0;var lt=Ue(),ci=Ze(),Mr=kr(),Uy=Ze();function Dy(e,t){let{gen:a,data:n,it:o}=e;a.if(ui(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,lt.
_)`${t}`},!0),e.error()})}at.checkReportMissingProp=Dy;function Jy({gen:e,data:t,it:{opts:a}},n,o){return(0,lt.or)(...n.map(i=>(0,lt.and)(ui(e,t,i,a.ownProperties),
(0,lt._)`${o} = ${i}`)))}at.checkMissingProp=Jy;function zy(e,t){e.setParams({missingProperty:t},!0),e.error()}at.reportMissingProp=zy;function Xc(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,lt._)`Object.prototype.hasOwnProperty`})}at.hasPropFunc=Xc;function di(e,t,a){return(0,lt._)`${Xc(e)}.call(${t}, ${a})`}
at.isOwnProperty=di;function Wy(e,t,a,n){let o=(0,lt._)`${t}${(0,lt.getProperty)(a)} !== undefined`;return n?(0,lt._)`${o} && ${di(e,t,a)}`:o}at.propertyInData=
Wy;function ui(e,t,a,n){let o=(0,lt._)`${t}${(0,lt.getProperty)(a)} === undefined`;return n?(0,lt.or)(o,(0,lt.not)(di(e,t,a))):o}at.noPropertyInData=ui;function Yc(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}at.allSchemaProperties=Yc;function Cy(e,t){return Yc(t).filter(a=>!(0,ci.alwaysValidSchema)(e,t[a]))}at.schemaProperties=
Cy;function Ky({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,m){let l=m?(0,lt._)`${e}, ${t}, ${n}${o}`:t,y=[[Mr.default.instancePath,
(0,lt.strConcat)(Mr.default.instancePath,i)],[Mr.default.parentData,r.parentData],[Mr.default.parentDataProperty,r.parentDataProperty],[Mr.default.rootData,Mr.default.
rootData]];r.opts.dynamicRef&&y.push([Mr.default.dynamicAnchors,Mr.default.dynamicAnchors]);let $=(0,lt._)`${l}, ${a.object(...y)}`;return p!==lt.nil?(0,lt._)`${s}.call(${p}, ${$})`:
(0,lt._)`${s}(${$})`}at.callValidateCode=Ky;var Hy=(0,lt._)`new RegExp`;function By({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,lt._)`${o.code==="new RegExp"?Hy:(0,Uy.useFunc)(e,o)}(${a}, ${n})`})}at.usePattern=By;function Gy(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,lt._)`${a}.length`);t.forRange("i",0,p,m=>{e.subschema({keyword:n,dataProp:m,dataPropType:ci.Type.Num},i),t.if((0,lt.not)(
i),s)})}}at.validateArray=Gy;function Zy(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,ci.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,m)=>{let l=e.subschema({keyword:n,schemaProp:m,
compositeRule:!0},s);t.assign(r,(0,lt._)`${r} || ${s}`),e.mergeValidEvaluated(l,s)||t.if((0,lt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}at.validateUnion=
Zy});var rd=de(lr=>{"use strict";Object.defineProperty(lr,"__esModule",{value:!0});lr.validateKeywordUsage=lr.validSchemaType=lr.funcKeywordCode=lr.macroKeywordCode=
void 0;var Et=Ue(),Xr=kr(),Qy=Kt(),Xy=fa();function Yy(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=td(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let m=a.name("valid");e.subschema({schema:s,schemaPath:Et.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},m),e.pass(m,()=>e.error(!0))}lr.macroKeywordCode=Yy;function eg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;rg(p,t);
let m=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,l=td(n,o,m),y=n.let("valid");e.block$data(y,$),e.ok((a=t.valid)!==null&&a!==void 0?a:y);function $(){
if(t.errors===!1)x(),t.modifying&&ed(e),R(()=>e.error());else{let L=t.async?_():T();t.modifying&&ed(e),R(()=>tg(e,L))}}function _(){let L=n.let("ruleErrs",null);
return n.try(()=>x((0,Et._)`await `),ue=>n.assign(y,!1).if((0,Et._)`${ue} instanceof ${p.ValidationError}`,()=>n.assign(L,(0,Et._)`${ue}.errors`),()=>n.throw(ue))),
L}function T(){let L=(0,Et._)`${l}.errors`;return n.assign(L,null),x(Et.nil),L}function x(L=t.async?(0,Et._)`await `:Et.nil){let ue=p.opts.passContext?Xr.default.
this:Xr.default.self,U=!("compile"in t&&!s||t.schema===!1);n.assign(y,(0,Et._)`${L}${(0,Qy.callValidateCode)(e,l,ue,U)}`,t.modifying)}function R(L){var ue;n.if(
(0,Et.not)((ue=t.valid)!==null&&ue!==void 0?ue:y),L)}}lr.funcKeywordCode=eg;function ed(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Et._)`${n.
parentData}[${n.parentDataProperty}]`))}function tg(e,t){let{gen:a}=e;a.if((0,Et._)`Array.isArray(${t})`,()=>{a.assign(Xr.default.vErrors,(0,Et._)`${Xr.default.
vErrors} === null ? ${t} : ${Xr.default.vErrors}.concat(${t})`).assign(Xr.default.errors,(0,Et._)`${Xr.default.vErrors}.length`),(0,Xy.extendErrors)(e)},()=>e.error())}
function rg({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function td(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Et.stringify)(a)})}function sg(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}lr.validSchemaType=sg;function ag({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}lr.validateKeywordUsage=ag});var ad=de(Lr=>{"use strict";Object.defineProperty(Lr,"__esModule",{value:!0});Lr.extendSubschemaMode=Lr.extendSubschemaData=Lr.getSubschema=void 0;var mr=Ue(),sd=Ze();
function ng(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,mr._)`${e.schemaPath}${(0,mr.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,mr._)`${e.schemaPath}${(0,mr.getProperty)(t)}${(0,mr.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,sd.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Lr.getSubschema=ng;function og(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:m,dataPathArr:l,opts:y}=t,$=s.let("data",(0,mr._)`${t.data}${(0,mr.getProperty)(a)}`,!0);p($),e.errorPath=(0,mr.str)`${m}${(0,sd.
getErrorPath)(a,n,y.jsPropertySyntax)}`,e.parentDataProperty=(0,mr._)`${a}`,e.dataPathArr=[...l,e.parentDataProperty]}if(o!==void 0){let m=o instanceof mr.Name?
o:s.let("data",o,!0);p(m),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(m){e.data=m,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,m]}}Lr.extendSubschemaData=og;function ig(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Lr.extendSubschemaMode=
ig});var li=de((n$,nd)=>{"use strict";nd.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var id=de((o$,od)=>{"use strict";var Fr=od.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};dn(t,n,o,e,"",e)};Fr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Fr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Fr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Fr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function dn(e,t,a,n,o,i,r,s,p,m){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,m);for(var l in n){var y=n[l];if(Array.isArray(y)){if(l in Fr.arrayKeywords)for(var $=0;$<y.length;$++)dn(e,t,a,y[$],o+"/"+l+"/"+$,i,o,l,n,$)}else if(l in
Fr.propsKeywords){if(y&&typeof y=="object")for(var _ in y)dn(e,t,a,y[_],o+"/"+l+"/"+pg(_),i,o,l,n,_)}else(l in Fr.keywords||e.allKeys&&!(l in Fr.skipKeywords))&&
dn(e,t,a,y,o+"/"+l,i,o,l,n)}a(n,o,i,r,s,p,m)}}function pg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var ya=de(Lt=>{"use strict";Object.defineProperty(Lt,"__esModule",{value:!0});Lt.getSchemaRefs=Lt.resolveUrl=Lt.normalizeId=Lt._getFullPath=Lt.getFullPath=Lt.inlineRef=
void 0;var cg=Ze(),dg=li(),ug=id(),lg=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function mg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!mi(e):t?pd(e)<=t:!1}Lt.inlineRef=mg;var fg=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function mi(e){for(let t in e){if(fg.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(mi)||typeof a=="object"&&mi(a))return!0}return!1}function pd(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!lg.has(a)&&(typeof e[a]=="object"&&
(0,cg.eachItem)(e[a],n=>t+=pd(n)),t===1/0))return 1/0}return t}function cd(e,t="",a){a!==!1&&(t=js(t));let n=e.parse(t);return dd(e,n)}Lt.getFullPath=cd;function dd(e,t){
return e.serialize(t).split("#")[0]+"#"}Lt._getFullPath=dd;var hg=/#\/?$/;function js(e){return e?e.replace(hg,""):""}Lt.normalizeId=js;function yg(e,t,a){return a=
js(a),e.resolve(t,a)}Lt.resolveUrl=yg;var gg=/^[a-z_][-a-z0-9._]*$/i;function wg(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=js(
e[a]||t),i={"":o},r=cd(n,o,!1),s={},p=new Set;return ug(e,{allKeys:!0},(y,$,_,T)=>{if(T===void 0)return;let x=r+$,R=i[T];typeof y[a]=="string"&&(R=L.call(this,y[a])),
ue.call(this,y.$anchor),ue.call(this,y.$dynamicAnchor),i[$]=R;function L(U){let K=this.opts.uriResolver.resolve;if(U=js(R?K(R,U):U),p.has(U))throw l(U);p.add(U);
let F=this.refs[U];return typeof F=="string"&&(F=this.refs[F]),typeof F=="object"?m(y,F.schema,U):U!==js(x)&&(U[0]==="#"?(m(y,s[U],U),s[U]=y):this.refs[U]=x),U}
function ue(U){if(typeof U=="string"){if(!gg.test(U))throw new Error(`invalid anchor "${U}"`);L.call(this,`#${U}`)}}}),s;function m(y,$,_){if($!==void 0&&!dg(y,
$))throw l(_)}function l(y){return new Error(`reference "${y}" resolves to more than one schema`)}}Lt.getSchemaRefs=wg});var ba=de(Vr=>{"use strict";Object.defineProperty(Vr,"__esModule",{value:!0});Vr.getData=Vr.KeywordCxt=Vr.validateFunctionCode=void 0;var hd=Wc(),ud=ha(),hi=ni(),
un=ha(),bg=Qc(),wa=rd(),fi=ad(),we=Ue(),$e=kr(),vg=ya(),Pr=Ze(),ga=fa();function kg(e){if(wd(e)&&(bd(e),gd(e))){Sg(e);return}yd(e,()=>(0,hd.topBoolOrEmptySchema)(
e))}Vr.validateFunctionCode=kg;function yd({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,we._)`${$e.default.data}, ${$e.default.valCxt}`,
n.$async,()=>{e.code((0,we._)`"use strict"; ${ld(a,o)}`),$g(e,o),e.code(i)}):e.func(t,(0,we._)`${$e.default.data}, ${Pg(o)}`,n.$async,()=>e.code(ld(a,o)).code(i))}
function Pg(e){return(0,we._)`{${$e.default.instancePath}="", ${$e.default.parentData}, ${$e.default.parentDataProperty}, ${$e.default.rootData}=${$e.default.data}${e.
dynamicRef?(0,we._)`, ${$e.default.dynamicAnchors}={}`:we.nil}}={}`}function $g(e,t){e.if($e.default.valCxt,()=>{e.var($e.default.instancePath,(0,we._)`${$e.default.
valCxt}.${$e.default.instancePath}`),e.var($e.default.parentData,(0,we._)`${$e.default.valCxt}.${$e.default.parentData}`),e.var($e.default.parentDataProperty,(0,we.
_)`${$e.default.valCxt}.${$e.default.parentDataProperty}`),e.var($e.default.rootData,(0,we._)`${$e.default.valCxt}.${$e.default.rootData}`),t.dynamicRef&&e.var(
$e.default.dynamicAnchors,(0,we._)`${$e.default.valCxt}.${$e.default.dynamicAnchors}`)},()=>{e.var($e.default.instancePath,(0,we._)`""`),e.var($e.default.parentData,
(0,we._)`undefined`),e.var($e.default.parentDataProperty,(0,we._)`undefined`),e.var($e.default.rootData,$e.default.data),t.dynamicRef&&e.var($e.default.dynamicAnchors,
(0,we._)`{}`)})}function Sg(e){let{schema:t,opts:a,gen:n}=e;yd(e,()=>{a.$comment&&t.$comment&&kd(e),jg(e),n.let($e.default.vErrors,null),n.let($e.default.errors,
0),a.unevaluated&&_g(e),vd(e),Ng(e)})}function _g(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,we._)`${a}.evaluated`),t.if((0,we._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,we._)`${e.evaluated}.props`,(0,we._)`undefined`)),t.if((0,we._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,we._)`${e.evaluated}.items`,(0,we._)`undefined`))}
function ld(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,we._)`/*# sourceURL=${a} */`:we.nil}function xg(e,t){if(wd(
e)&&(bd(e),gd(e))){qg(e,t);return}(0,hd.boolOrEmptySchema)(e,t)}function gd({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function wd(e){return typeof e.schema!="boolean"}function qg(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&kd(e),Tg(e),Ag(e);let i=n.
const("_errs",$e.default.errors);vd(e,i),n.var(t,(0,we._)`${i} === ${$e.default.errors}`)}function bd(e){(0,Pr.checkUnknownRules)(e),Og(e)}function vd(e,t){if(e.
opts.jtd)return md(e,[],!1,t);let a=(0,ud.getSchemaTypes)(e.schema),n=(0,ud.coerceAndCheckDataType)(e,a);md(e,a,!n,t)}function Og(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Pr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function jg(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Pr.checkStrictMode)(e,"default is ignored in the schema root")}function Tg(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,vg.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function Ag(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function kd({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,we._)`${$e.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,we.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,we._)`${$e.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Ng(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,we._)`${$e.default.errors} === 0`,()=>t.return($e.default.data),
()=>t.throw((0,we._)`new ${o}(${$e.default.vErrors})`)):(t.assign((0,we._)`${n}.errors`,$e.default.vErrors),i.unevaluated&&Rg(e),t.return((0,we._)`${$e.default.
errors} === 0`))}function Rg({gen:e,evaluated:t,props:a,items:n}){a instanceof we.Name&&e.assign((0,we._)`${t}.props`,a),n instanceof we.Name&&e.assign((0,we._)`${t}.items`,
n)}function md(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:m}=e,{RULES:l}=m;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Pr.schemaHasRulesButRef)(i,l))){
o.block(()=>$d(e,"$ref",l.all.$ref.definition));return}p.jtd||Eg(e,t),o.block(()=>{for(let $ of l.rules)y($);y(l.post)});function y($){(0,hi.shouldUseGroup)(i,$)&&
($.type?(o.if((0,un.checkDataType)($.type,r,p.strictNumbers)),fd(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,un.reportTypeError)(e)),o.endIf()):fd(e,$),s||
o.if((0,we._)`${$e.default.errors} === ${n||0}`))}}function fd(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,bg.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,hi.shouldUseRule)(n,i)&&$d(e,i.keyword,i.definition,t.type)})}function Eg(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(Ig(e,t),e.opts.allowUnionTypes||
Mg(e,t),Lg(e,e.dataTypes))}function Ig(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Pd(e.dataTypes,a)||yi(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),Vg(e,t)}}function Mg(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&yi(e,"use allowUnionTypes to allow uni\
on type keyword")}function Lg(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,hi.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>Fg(t,r))&&yi(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Fg(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Pd(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function Vg(e,t){let a=[];for(let n of e.dataTypes)Pd(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function yi(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Pr.checkStrictMode)(
e,t,e.opts.strictTypes)}var ln=class{constructor(t,a,n){if((0,wa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Pr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Sd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,wa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",$e.default.errors))}result(t,a,n){this.failResult((0,we.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,we.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,we._)`${a} !== undefined && (${(0,we.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?ga.reportExtraError:ga.reportError)(this,this.def.error,a)}$dataError(){
(0,ga.reportError)(this,this.def.$dataError||ga.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,ga.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=we.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=we.nil,a=we.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,we.
or)((0,we._)`${o} === undefined`,a)),t!==we.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==we.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,we.or)(r(),s());function r(){if(n.length){if(!(a instanceof we.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,we._)`${(0,un.checkDataTypes)(p,a,i.opts.strictNumbers,un.DataType.Wrong)}`}return we.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,we._)`!${p}(${a})`}return we.nil}}subschema(t,a){let n=(0,fi.
getSubschema)(this.it,t);(0,fi.extendSubschemaData)(n,this.it,t),(0,fi.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return xg(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Pr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Pr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,we.Name)),!0}};Vr.KeywordCxt=ln;function $d(e,t,a,n){let o=new ln(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,wa.funcKeywordCode)(o,a):"macro"in a?(0,wa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,wa.funcKeywordCode)(o,a)}var Ug=/^\/(?:[^~]|~0|~1)*$/,
Dg=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Sd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return $e.default.rootData;if(e[0]==="/"){if(!Ug.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=$e.default.rootData}else{let m=Dg.exec(e);if(!m)throw new Error(`Invalid JSON-pointer: ${e}`);let l=+m[1];
if(o=m[2],o==="#"){if(l>=t)throw new Error(p("property/index",l));return n[t-l]}if(l>t)throw new Error(p("data",l));if(i=a[t-l],!o)return i}let r=i,s=o.split("/");
for(let m of s)m&&(i=(0,we._)`${i}${(0,we.getProperty)((0,Pr.unescapeJsonPointer)(m))}`,r=(0,we._)`${r} && ${i}`);return r;function p(m,l){return`Cannot access ${m}\
 ${l} levels up, current level is ${t}`}}Vr.getData=Sd});var mn=de(wi=>{"use strict";Object.defineProperty(wi,"__esModule",{value:!0});var gi=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};wi.default=gi});var va=de(ki=>{"use strict";Object.defineProperty(ki,"__esModule",{value:!0});var bi=ya(),vi=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,bi.resolveUrl)(t,a,n),this.missingSchema=(0,bi.normalizeId)((0,bi.getFullPath)(t,this.missingRef))}};ki.default=vi});var hn=de(Ht=>{"use strict";Object.defineProperty(Ht,"__esModule",{value:!0});Ht.resolveSchema=Ht.getCompilingSchema=Ht.resolveRef=Ht.compileSchema=Ht.SchemaEnv=
void 0;var ar=Ue(),Jg=mn(),Yr=kr(),nr=ya(),_d=Ze(),zg=ba(),Ts=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,nr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};Ht.SchemaEnv=Ts;function $i(e){let t=xd.call(
this,e);if(t)return t;let a=(0,nr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new ar.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Jg.default,code:(0,ar._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let m={gen:r,allErrors:this.opts.allErrors,data:Yr.default.data,parentData:Yr.default.parentData,parentDataProperty:Yr.
default.parentDataProperty,dataNames:[Yr.default.data],dataPathArr:[ar.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,ar.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:ar.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,ar._)`""`,opts:this.opts,self:this},l;try{this._compilations.
add(e),(0,zg.validateFunctionCode)(m),r.optimize(this.opts.code.optimize);let y=r.toString();l=`${r.scopeRefs(Yr.default.scope)}return ${y}`,this.opts.code.process&&
(l=this.opts.code.process(l,e));let _=new Function(`${Yr.default.self}`,`${Yr.default.scope}`,l)(this,this.scope.get());if(this.scope.value(p,{ref:_}),_.errors=
null,_.schema=e.schema,_.schemaEnv=e,e.$async&&(_.$async=!0),this.opts.code.source===!0&&(_.source={validateName:p,validateCode:y,scopeValues:r._values}),this.opts.
unevaluated){let{props:T,items:x}=m;_.evaluated={props:T instanceof ar.Name?void 0:T,items:x instanceof ar.Name?void 0:x,dynamicProps:T instanceof ar.Name,dynamicItems:x instanceof
ar.Name},_.source&&(_.source.evaluated=(0,ar.stringify)(_.evaluated))}return e.validate=_,e}catch(y){throw delete e.validate,delete e.validateName,l&&this.logger.
error("Error compiling schema, function code:",l),y}finally{this._compilations.delete(e)}}Ht.compileSchema=$i;function Wg(e,t,a){var n;a=(0,nr.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Hg.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Ts({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Cg.call(this,i)}Ht.resolveRef=Wg;function Cg(e){return(0,nr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:$i.call(this,e)}function xd(e){for(let t of this._compilations)if(Kg(t,e))return t}Ht.getCompilingSchema=xd;
function Kg(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Hg(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||fn.call(this,e,t)}function fn(e,t){let a=this.opts.uriResolver.parse(t),n=(0,nr._getFullPath)(this.opts.uriResolver,a),o=(0,nr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Pi.call(this,a,e);let i=(0,nr.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=fn.call(this,e,r);return typeof s?.schema!="object"?void 0:Pi.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||$i.call(this,r),i===(0,nr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,m=s[p];return m&&(o=(0,nr.resolveUrl)(this.opts.uriResolver,o,m)),new Ts({schema:s,schemaId:p,root:e,baseId:o})}
return Pi.call(this,a,r)}}Ht.resolveSchema=fn;var Bg=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Pi(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,_d.
unescapeFragment)(s)];if(p===void 0)return;a=p;let m=typeof a=="object"&&a[this.opts.schemaId];!Bg.has(s)&&m&&(t=(0,nr.resolveUrl)(this.opts.uriResolver,t,m))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,_d.schemaHasRulesButRef)(a,this.RULES)){let s=(0,nr.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=fn.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Ts({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var qd=de((l$,Gg)=>{Gg.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var ji=de((m$,Id)=>{"use strict";var Zg=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),_i=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Qg=RegExp.prototype.test.bind(/^\d*$/u),es=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),xi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),jd=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),qi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Xg=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Ft=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)Ft[t]="%"+e[t>>4]+e[t&15]}function Tt(e){return e<2048?Ft[192|e>>6]+Ft[128|e&63]:e<65536?Ft[224|e>>12]+Ft[128|e>>6&63]+Ft[128|e&63]:Ft[240|e>>18]+Ft[128|
e>>12&63]+Ft[128|e>>6&63]+Ft[128|e&63]}function Yg(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var ew=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),tw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),rw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
sw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function aw(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!rw(e[t])){if(e[t]==="%"&&t+2<
e.length&&es(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Od(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function nw(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!_i(p))return;i+=2;continue}if(!ew(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:Od(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Od(r)}function Si(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&tw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(ow(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!aw(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=nw(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function ow(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Td(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function iw(e){
if(e===""||e[0]==="/")return Td(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var pw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},cw=/[@/?#:]/g,dw=/[@/?#]/g;function Ad(e,t){let a=t?dw:cw;return a.lastIndex=0,e.replace(a,n=>pw[n])}
function Nd(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(es(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&xi(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function uw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(es(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&xi(r)?t+=r:t+="%"+i,a+=2;continue}}if(jd(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Ed(o)?n:Ft[o];else if(o<55296||o>57343)t+=Tt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=Tt(65536+(o-55296<<10)+(i-56320)),a++):t+=Tt(65533)}else t+=Tt(65533)}}return t}function lw(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(es(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),jd(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=Ft[r];else if(r<55296||r>57343)a+=Tt(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=Tt(65536+(r-55296<<
10)+(s-56320)),o++):a+=Tt(65533)}else a+=Tt(65533)}}return a}function Oi(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(es(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=Ft[i];else if(i<55296||i>57343)a+=Tt(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=Tt(65536+(i-55296<<10)+(r-56320)),n++):a+=Tt(65533)}else a+=Tt(65533)}}return a}function Rd(e){
return Oi(e,Xg)}function mw(e){return Oi(e,qi)}function fw(e){return Oi(e,qi)}function Ed(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function hw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(es(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));xi(r)?t+=r:t+="%"+i,a+=2;continue}}if(qi(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Ed(o)?n:Ft[o];else if(o<
55296||o>57343)t+=Tt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=Tt(65536+(o-55296<<10)+(i-56320)),a++):t+=Tt(65533)}else t+=
Tt(65533)}}return t}function yw(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(es(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function gw(e){let t=[];if(e.userinfo!==void 0&&(t.push(Rd(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!_i(a)){
let n=Si(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Nd(a,!0),n=Si(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Ad(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!Qg(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Id.exports={nonSimpleDomain:sw,recomposeAuthority:gw,reescapeHostDelimiters:Ad,normalizePercentEncoding:Nd,normalizePathEncoding:uw,serializePathEncoding:lw,
normalizeQueryFragmentEncoding:hw,encodeUserinfo:Rd,encodeQuery:mw,encodeFragment:fw,escapePreservingEscapes:yw,removeDotSegments:Td,removeDotSegmentsRelative:iw,
isIPv4:_i,isUUID:Zg,normalizeIPv6:Si,stringArrayToHexStripped:Yg}});var Ud=de((f$,Vd)=>{"use strict";var{isUUID:ww}=ji(),bw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,vw=["http","https","ws","wss","ur\
n","urn:uuid"];function kw(e){return vw.indexOf(e)!==-1}function Ti(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Md(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Ld(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function Pw(e){return e.secure=Ti(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function $w(e){if((e.port===(Ti(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function Sw(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(bw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ai(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function _w(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Ai(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function xw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!ww(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function qw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Fd={scheme:"\
http",domainHost:!0,parse:Md,serialize:Ld},Ow={scheme:"https",domainHost:Fd.domainHost,parse:Md,serialize:Ld},yn={scheme:"ws",domainHost:!0,parse:Pw,serialize:$w},
jw={scheme:"wss",domainHost:yn.domainHost,parse:yn.parse,serialize:yn.serialize},Tw={scheme:"urn",parse:Sw,serialize:_w,skipNormalize:!0},Aw={scheme:"urn:uuid",
parse:xw,serialize:qw,skipNormalize:!0},gn={http:Fd,https:Ow,ws:yn,wss:jw,urn:Tw,"urn:uuid":Aw};Object.setPrototypeOf(gn,null);function Ai(e){return e&&(gn[e]||
gn[e.toLowerCase()])||void 0}Vd.exports={wsIsSecure:Ti,SCHEMES:gn,isValidSchemeName:kw,getSchemeHandler:Ai}});var tu=de((h$,Pn)=>{"use strict";var{normalizeIPv6:Cd,removeDotSegments:Pa,removeDotSegmentsRelative:Kd,recomposeAuthority:Nw,normalizePercentEncoding:Ni,normalizePathEncoding:Rw,
serializePathEncoding:Dd,normalizeQueryFragmentEncoding:Jd,encodeQuery:Ew,encodeFragment:Iw,reescapeHostDelimiters:Mw,isIPv4:Hd,nonSimpleDomain:Lw}=ji(),{SCHEMES:Bd,
getSchemeHandler:Ri}=Ud(),Gd=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Zd="URI scheme is malformed.",wn="URI host is malformed.",Fw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function zd(e){
let t=String(e);if(!Gd.test(t))throw new TypeError(Zd);return t}function Vw(e,t){return typeof e=="string"?e=Bw(e,t):typeof e=="object"&&(e=vn(ts(e,t),t)),e}function Uw(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:m}=bn(e,n),{parsed:l,malformedAuthorityOrPort:y,malformedPercentEncoding:$,malformedSchemeSpecific:_,malformedHost:T,malformedScheme:x}=bn(t,n);
if(i||y||r||$||s||_||p||T||m||x)throw new Error(o.error||l.error||"URI is malformed.");let R=Qd(o,l,n,!0),L=Ri(a&&a.scheme||R.scheme),ue=R.host,U=ue!==void 0&&ue!==
""&&(Hd(ue)||Cd(ue).isIPV6);if(Yd(R,a||{},L,U))throw new Error(wn);Xd(R,a||{},L,U);let K=ue&&ue.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ue);if(R.error&&!K)throw new Error(
R.error);return n.skipEscape=!0,ts(R,n)}function Qd(e,t,a,n){let o={};if(n||(e=vn(ts(e,a),a),t=vn(ts(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Pa(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Pa(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Pa(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Kd(o.path):Pa(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Dw(e,t,a){let n=Wd(e,a),o=Wd(t,a);return n!==void 0&&o!==void 0&&n===o}function ts(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=zd(a.scheme));let i=Ri(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Ni(a.path):a.path=Dd(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=zd(a.scheme),o.push(a.scheme,":"));let m=Nw(a);if(m!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(m),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let l=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(l=s&&l[0]!==
"/"?Kd(l):Pa(l)),s&&(l=Dd(l,!0)),m===void 0&&l[0]==="/"&&l[1]==="/"&&(l="/%2F"+l.slice(2)),o.push(l)}return a.query!==void 0&&o.push("?",Ew(a.query)),a.fragment!==
void 0&&o.push("#",Iw(a.fragment)),o.join("")}var Jw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
zw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Ww=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Cw(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function ka(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function kn(e){return e[0]==="["&&e[e.
length-1]==="]"}function Kw(e){let t=e[4];return ka(e[3])||t!==void 0&&!kn(t)&&ka(t)||ka(e[6])||ka(e[7])||ka(e[8])}function Xd(e,t,a,n){if(Yd(e,t,a,n))return e.
error=e.error||wn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!kn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&Lw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Hw(o))return e.error=e.error||wn,!0;e.host=o.hostname}
return!1}function Yd(e,t,a,n){return!!(e.host&&n===!1&&!kn(e.host)&&(t.domainHost||a&&a.domainHost)&&Fw.test(e.host))}function Hw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function bn(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,m=!1,l=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let y=e.match(
zw);y!==null&&y[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(Ww);if($!==null){let T=$[1],x=T.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):T.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let _=e.match(Jw);if(_){n.scheme=_[1],n.userinfo=_[3],n.host=_[4],n.port=parseInt(_[5],10),
n.path=_[6]||"",n.query=_[7],n.fragment=_[8],n.scheme!==void 0&&(Gd.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Zd,m=!0)),i=Kw(_),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=_[5]);let T=Cw(n,_);if(T!==void 0&&(n.error=n.error||T,o=!0),n.host)if(Hd(n.host)===
!1){let L=kn(n.host),ue=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,U=Cd(n.host);l=U.isIPV6||U.isIPVFuture===!0,p=ue&&(!L||U.error===!0),n.host=l?U.host:
U.host.toLowerCase(),p&&(n.error=n.error||wn,o=!0)}else l=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=Ri(a.scheme||n.scheme);if(p||(s=Xd(n,a,x,l)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let R=l?n.host:Ni(n.host,!0);l||(R=Ni(R.toLowerCase())),n.host=l||a.scheme!=="null"?Mw(R,l):R}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
Rw(n.path)),n.query&&(n.query=Jd(n.query)),n.fragment&&(n.fragment=Jd(n.fragment))),x&&x.parse&&(x.parse(n,a),x===Bd.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:m}}
function vn(e,t){return bn(e,t).parsed}function Bw(e,t){return eu(e,t).normalized}function eu(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=bn(e,t);return{normalized:n||o||i||r||s?e:ts(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Wd(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
ts(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=eu(a,t);
return o||i||r||s||p?void 0:n}var Ei={SCHEMES:Bd,normalize:Vw,resolve:Uw,resolveComponent:Qd,equal:Dw,serialize:ts,parse:vn};Pn.exports=Ei;Pn.exports.default=Ei;
Pn.exports.fastUri=Ei});var su=de(Ii=>{"use strict";Object.defineProperty(Ii,"__esModule",{value:!0});var ru=tu();ru.code='require("ajv/dist/runtime/uri").default';Ii.default=ru});var uu=de(St=>{"use strict";Object.defineProperty(St,"__esModule",{value:!0});St.CodeGen=St.Name=St.nil=St.stringify=St.str=St._=St.KeywordCxt=void 0;var Gw=ba();
Object.defineProperty(St,"KeywordCxt",{enumerable:!0,get:function(){return Gw.KeywordCxt}});var As=Ue();Object.defineProperty(St,"_",{enumerable:!0,get:function(){
return As._}});Object.defineProperty(St,"str",{enumerable:!0,get:function(){return As.str}});Object.defineProperty(St,"stringify",{enumerable:!0,get:function(){
return As.stringify}});Object.defineProperty(St,"nil",{enumerable:!0,get:function(){return As.nil}});Object.defineProperty(St,"Name",{enumerable:!0,get:function(){
return As.Name}});Object.defineProperty(St,"CodeGen",{enumerable:!0,get:function(){return As.CodeGen}});var Zw=mn(),pu=va(),Qw=ai(),$a=hn(),Xw=Ue(),Sa=ya(),$n=ha(),
Li=Ze(),au=qd(),Yw=su(),cu=(e,t)=>new RegExp(e,t);cu.code="new RegExp";var eb=["removeAdditional","useDefaults","coerceTypes"],tb=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),rb={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},sb={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},nu=200;function ab(e){
var t,a,n,o,i,r,s,p,m,l,y,$,_,T,x,R,L,ue,U,K,F,ye,O,be,ve;let H=e.strict,V=(t=e.code)===null||t===void 0?void 0:t.optimize,Pe=V===!0||V===void 0?1:V||0,xe=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:cu,ne=(o=e.uriResolver)!==null&&o!==void 0?o:Yw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:H)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:H)!==null&&p!==void 0?p:!0,strictTypes:(l=(m=e.strictTypes)!==
null&&m!==void 0?m:H)!==null&&l!==void 0?l:"log",strictTuples:($=(y=e.strictTuples)!==null&&y!==void 0?y:H)!==null&&$!==void 0?$:"log",strictRequired:(T=(_=e.strictRequired)!==
null&&_!==void 0?_:H)!==null&&T!==void 0?T:!1,code:e.code?{...e.code,optimize:Pe,regExp:xe}:{optimize:Pe,regExp:xe},loopRequired:(x=e.loopRequired)!==null&&x!==
void 0?x:nu,loopEnum:(R=e.loopEnum)!==null&&R!==void 0?R:nu,meta:(L=e.meta)!==null&&L!==void 0?L:!0,messages:(ue=e.messages)!==null&&ue!==void 0?ue:!0,inlineRefs:(U=
e.inlineRefs)!==null&&U!==void 0?U:!0,schemaId:(K=e.schemaId)!==null&&K!==void 0?K:"$id",addUsedSchema:(F=e.addUsedSchema)!==null&&F!==void 0?F:!0,validateSchema:(ye=
e.validateSchema)!==null&&ye!==void 0?ye:!0,validateFormats:(O=e.validateFormats)!==null&&O!==void 0?O:!0,unicodeRegExp:(be=e.unicodeRegExp)!==null&&be!==void 0?
be:!0,int32range:(ve=e.int32range)!==null&&ve!==void 0?ve:!0,uriResolver:ne}}var _a=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...ab(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Xw.ValueScope(
{scope:{},prefixes:tb,es5:a,lines:n}),this.logger=db(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Qw.getRules)(),ou.call(this,rb,t,"NOT \
SUPPORTED"),ou.call(this,sb,t,"DEPRECATED","warn"),this._metaOpts=pb.call(this),t.formats&&ob.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&ib.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),nb.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=au;n==="id"&&(o={...au},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(l,y){await i.call(this,l.$schema);let $=this._addSchema(l,y);return $.validate||r.
call(this,$)}async function i(l){l&&!this.getSchema(l)&&await o.call(this,{$ref:l},!0)}async function r(l){try{return this._compileSchemaEnv(l)}catch(y){if(!(y instanceof
pu.default))throw y;return s.call(this,y),await p.call(this,y.missingSchema),r.call(this,l)}}function s({missingSchema:l,missingRef:y}){if(this.refs[l])throw new Error(
`AnySchema ${l} is loaded but ${y} cannot be resolved`)}async function p(l){let y=await m.call(this,l);this.refs[l]||await i.call(this,y.$schema),this.refs[l]||
this.addSchema(y,l,a)}async function m(l){let y=this._loading[l];if(y)return y;try{return await(this._loading[l]=n(l))}finally{delete this._loading[l]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Sa.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=iu.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new $a.SchemaEnv({schema:{},schemaId:n});if(a=$a.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=iu.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Sa.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(lb.call(this,n,a),!a)return(0,Li.eachItem)(n,i=>Mi.call(this,i)),this;fb.call(this,a);let o={...a,type:(0,$n.getJSONTypes)(
a.type),schemaType:(0,$n.getJSONTypes)(a.schemaType)};return(0,Li.eachItem)(n,o.type.length===0?i=>Mi.call(this,i,o):i=>o.type.forEach(r=>Mi.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:m}=p.definition,l=r[s];m&&l&&(r[s]=du(l))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Sa.normalizeId)(r||n);let m=Sa.getSchemaRefs.call(this,t,n);return p=new $a.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:m}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):$a.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{$a.compileSchema.call(this,t)}finally{this.opts=a}}};_a.ValidationError=Zw.default;_a.MissingRefError=pu.default;St.default=_a;
function ou(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function iu(e){return e=(0,Sa.normalizeId)(e),this.schemas[e]||
this.refs[e]}function nb(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function ob(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function ib(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function pb(){let e={...this.opts};for(let t of eb)
delete e[t];return e}var cb={log(){},warn(){},error(){}};function db(e){if(e===!1)return cb;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var ub=/^[a-z_$][a-z0-9_$:-]*$/i;function lb(e,t){let{RULES:a}=this;if((0,Li.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!ub.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Mi(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,$n.getJSONTypes)(t.type),schemaType:(0,$n.getJSONTypes)(t.schemaType)}};t.before?mb.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function mb(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function fb(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=du(t)),e.validateSchema=
this.compile(t,!0))}var hb={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function du(e){return{anyOf:[e,hb]}}});var lu=de(Fi=>{"use strict";Object.defineProperty(Fi,"__esModule",{value:!0});var yb={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Fi.default=yb});var yu=de(rs=>{"use strict";Object.defineProperty(rs,"__esModule",{value:!0});rs.callRef=rs.getValidate=void 0;var gb=va(),mu=Kt(),Vt=Ue(),Ns=kr(),fu=hn(),Sn=Ze(),
wb={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:m}=i;if((a==="#"||a==="#/")&&
o===m.baseId)return y();let l=fu.resolveRef.call(p,m,o,a);if(l===void 0)throw new gb.default(n.opts.uriResolver,o,a);if(l instanceof fu.SchemaEnv)return $(l);return _(
l);function y(){if(i===m)return _n(e,r,i,i.$async);let T=t.scopeValue("root",{ref:m});return _n(e,(0,Vt._)`${T}.validate`,m,m.$async)}function $(T){let x=hu(e,T);
_n(e,x,T,T.$async)}function _(T){let x=t.scopeValue("schema",s.code.source===!0?{ref:T,code:(0,Vt.stringify)(T)}:{ref:T}),R=t.name("valid"),L=e.subschema({schema:T,
dataTypes:[],schemaPath:Vt.nil,topSchemaRef:x,errSchemaPath:a},R);e.mergeEvaluated(L),e.ok(R)}}};function hu(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Vt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}rs.getValidate=hu;function _n(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,m=p.passContext?Ns.default.this:Vt.nil;n?l():y();function l(){if(!s.$async)throw new Error("async schema referenced by sync schema");let T=o.let("vali\
d");o.try(()=>{o.code((0,Vt._)`await ${(0,mu.callValidateCode)(e,t,m)}`),_(t),r||o.assign(T,!0)},x=>{o.if((0,Vt._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),$(x),r||o.assign(T,!1)}),e.ok(T)}function y(){e.result((0,mu.callValidateCode)(e,t,m),()=>_(t),()=>$(t))}function $(T){let x=(0,Vt._)`${T}.errors`;o.assign(
Ns.default.vErrors,(0,Vt._)`${Ns.default.vErrors} === null ? ${x} : ${Ns.default.vErrors}.concat(${x})`),o.assign(Ns.default.errors,(0,Vt._)`${Ns.default.vErrors}.length`)}
function _(T){var x;if(!i.opts.unevaluated)return;let R=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(R&&!R.dynamicProps)R.props!==void 0&&
(i.props=Sn.mergeEvaluated.props(o,R.props,i.props));else{let L=o.var("props",(0,Vt._)`${T}.evaluated.props`);i.props=Sn.mergeEvaluated.props(o,L,i.props,Vt.Name)}
if(i.items!==!0)if(R&&!R.dynamicItems)R.items!==void 0&&(i.items=Sn.mergeEvaluated.items(o,R.items,i.items));else{let L=o.var("items",(0,Vt._)`${T}.evaluated.items`);
i.items=Sn.mergeEvaluated.items(o,L,i.items,Vt.Name)}}}rs.callRef=_n;rs.default=wb});var gu=de(Vi=>{"use strict";Object.defineProperty(Vi,"__esModule",{value:!0});var bb=lu(),vb=yu(),kb=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",bb.default,vb.default];Vi.default=kb});var wu=de(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var xn=Ue(),Ur=xn.operators,qn={maximum:{okStr:"<=",ok:Ur.LTE,fail:Ur.GT},minimum:{
okStr:">=",ok:Ur.GTE,fail:Ur.LT},exclusiveMaximum:{okStr:"<",ok:Ur.LT,fail:Ur.GTE},exclusiveMinimum:{okStr:">",ok:Ur.GT,fail:Ur.LTE}},Pb={message:({keyword:e,schemaCode:t})=>(0,xn.
str)`must be ${qn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,xn._)`{comparison: ${qn[e].okStr}, limit: ${t}}`},$b={keyword:Object.keys(qn),type:"numb\
er",schemaType:"number",$data:!0,error:Pb,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,xn._)`${a} ${qn[t].fail} ${n} || isNaN(${a})`)}};Ui.default=
$b});var bu=de(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var xa=Ue(),Sb={message:({schemaCode:e})=>(0,xa.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,xa._)`{multipleOf: ${e}}`},_b={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Sb,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,xa._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,xa._)`${r} !== parseInt(${r})`;e.fail$data((0,xa.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};Di.default=_b});var vu=de(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var ss=Ue(),xb=Ze(),qb=qo(),Ob={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,ss.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,ss._)`{limit: ${e}}`},jb={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Ob,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?ss.operators.GT:ss.operators.LT,
r=o.opts.unicode===!1?(0,ss._)`${a}.length`:(0,ss._)`${(0,xb.useFunc)(e.gen,qb.default)}(${a})`;e.fail$data((0,ss._)`${r} ${i} ${n}`)}};Ji.default=jb});var ku=de(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var Tb=Kt(),Ab=Ze(),Rs=Ue(),Nb={message:({schemaCode:e})=>(0,Rs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Rs._)`{pattern: ${e}}`},Rb={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Nb,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,m=p.code==="new RegExp"?(0,Rs._)`new RegExp`:(0,Ab.useFunc)(t,p),l=t.let("val\
id");t.try(()=>t.assign(l,(0,Rs._)`${m}(${i}, ${s}).test(${a})`),()=>t.assign(l,!1)),e.fail$data((0,Rs._)`!${l}`)}else{let p=(0,Tb.usePattern)(e,o);e.fail$data(
(0,Rs._)`!${p}.test(${a})`)}}};zi.default=Rb});var Pu=de(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var qa=Ue(),Eb={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,qa.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,qa._)`{limit: ${e}}`},Ib={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Eb,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?qa.operators.GT:qa.operators.LT;e.fail$data(
(0,qa._)`Object.keys(${a}).length ${o} ${n}`)}};Wi.default=Ib});var $u=de(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var Oa=Kt(),ja=Ue(),Mb=Ze(),Lb={message:({params:{missingProperty:e}})=>(0,ja.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,ja._)`{missingProperty: ${e}}`},Fb={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Lb,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?m():l(),s.strictRequired){
let _=e.parentSchema.properties,{definedProperties:T}=e.it;for(let x of a)if(_?.[x]===void 0&&!T.has(x)){let R=r.schemaEnv.baseId+r.errSchemaPath,L=`required pr\
operty "${x}" is not defined at "${R}" (strictRequired)`;(0,Mb.checkStrictMode)(r,L,r.opts.strictRequired)}}function m(){if(p||i)e.block$data(ja.nil,y);else for(let _ of a)
(0,Oa.checkReportMissingProp)(e,_)}function l(){let _=t.let("missing");if(p||i){let T=t.let("valid",!0);e.block$data(T,()=>$(_,T)),e.ok(T)}else t.if((0,Oa.checkMissingProp)(
e,a,_)),(0,Oa.reportMissingProp)(e,_),t.else()}function y(){t.forOf("prop",n,_=>{e.setParams({missingProperty:_}),t.if((0,Oa.noPropertyInData)(t,o,_,s.ownProperties),
()=>e.error())})}function $(_,T){e.setParams({missingProperty:_}),t.forOf(_,n,()=>{t.assign(T,(0,Oa.propertyInData)(t,o,_,s.ownProperties)),t.if((0,ja.not)(T),()=>{
e.error(),t.break()})},ja.nil)}}};Ci.default=Fb});var Su=de(Ki=>{"use strict";Object.defineProperty(Ki,"__esModule",{value:!0});var Ta=Ue(),Vb={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Ta.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Ta._)`{limit: ${e}}`},Ub={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:Vb,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Ta.operators.GT:Ta.operators.LT;e.fail$data((0,Ta._)`${a}.length ${o} ${n}`)}};
Ki.default=Ub});var On=de(Hi=>{"use strict";Object.defineProperty(Hi,"__esModule",{value:!0});var _u=li();_u.code='require("ajv/dist/runtime/equal").default';Hi.default=_u});var xu=de(Gi=>{"use strict";Object.defineProperty(Gi,"__esModule",{value:!0});var Bi=ha(),_t=Ue(),Db=Ze(),Jb=On(),zb={message:({params:{i:e,j:t}})=>(0,_t.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,_t._)`{i: ${e}, j: ${t}}`},Wb={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:zb,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),m=i.items?(0,Bi.getSchemaTypes)(i.items):[];e.block$data(p,l,(0,_t._)`${r} === false`),
e.ok(p);function l(){let T=t.let("i",(0,_t._)`${a}.length`),x=t.let("j");e.setParams({i:T,j:x}),t.assign(p,!0),t.if((0,_t._)`${T} > 1`,()=>(y()?$:_)(T,x))}function y(){
return m.length>0&&!m.some(T=>T==="object"||T==="array")}function $(T,x){let R=t.name("item"),L=(0,Bi.checkDataTypes)(m,R,s.opts.strictNumbers,Bi.DataType.Wrong),
ue=t.const("indices",(0,_t._)`{}`);t.for((0,_t._)`;${T}--;`,()=>{t.let(R,(0,_t._)`${a}[${T}]`),t.if(L,(0,_t._)`continue`),m.length>1&&t.if((0,_t._)`typeof ${R} == "string"`,
(0,_t._)`${R} += "_"`),t.if((0,_t._)`typeof ${ue}[${R}] == "number"`,()=>{t.assign(x,(0,_t._)`${ue}[${R}]`),e.error(),t.assign(p,!1).break()}).code((0,_t._)`${ue}[${R}] = ${T}`)})}
function _(T,x){let R=(0,Db.useFunc)(t,Jb.default),L=t.name("outer");t.label(L).for((0,_t._)`;${T}--;`,()=>t.for((0,_t._)`${x} = ${T}; ${x}--;`,()=>t.if((0,_t._)`${R}(${a}[${T}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(L)})))}}};Gi.default=Wb});var qu=de(Qi=>{"use strict";Object.defineProperty(Qi,"__esModule",{value:!0});var Zi=Ue(),Cb=Ze(),Kb=On(),Hb={message:"must be equal to constant",params:({schemaCode:e})=>(0,Zi.
_)`{allowedValue: ${e}}`},Bb={keyword:"const",$data:!0,error:Hb,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,Zi.
_)`!${(0,Cb.useFunc)(t,Kb.default)}(${a}, ${o})`):e.fail((0,Zi._)`${i} !== ${a}`)}};Qi.default=Bb});var Ou=de(Xi=>{"use strict";Object.defineProperty(Xi,"__esModule",{value:!0});var Aa=Ue(),Gb=Ze(),Zb=On(),Qb={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Aa._)`{allowedValues: ${e}}`},Xb={keyword:"enum",schemaType:"array",$data:!0,error:Qb,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,m=()=>p??(p=(0,Gb.useFunc)(t,Zb.default)),l;if(s||
n)l=t.let("valid"),e.block$data(l,y);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let _=t.const("vSchema",i);l=(0,Aa.or)(...o.map((T,x)=>$(
_,x)))}e.pass(l);function y(){t.assign(l,!1),t.forOf("v",i,_=>t.if((0,Aa._)`${m()}(${a}, ${_})`,()=>t.assign(l,!0).break()))}function $(_,T){let x=o[T];return typeof x==
"object"&&x!==null?(0,Aa._)`${m()}(${a}, ${_}[${T}])`:(0,Aa._)`${a} === ${x}`}}};Xi.default=Xb});var ju=de(Yi=>{"use strict";Object.defineProperty(Yi,"__esModule",{value:!0});var Yb=wu(),ev=bu(),tv=vu(),rv=ku(),sv=Pu(),av=$u(),nv=Su(),ov=xu(),iv=qu(),pv=Ou(),
cv=[Yb.default,ev.default,tv.default,rv.default,sv.default,av.default,nv.default,ov.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},iv.default,pv.default];Yi.default=cv});var tp=de(Na=>{"use strict";Object.defineProperty(Na,"__esModule",{value:!0});Na.validateAdditionalItems=void 0;var as=Ue(),ep=Ze(),dv={message:({params:{len:e}})=>(0,as.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,as._)`{limit: ${e}}`},uv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:dv,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,ep.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Tu(e,n)}};function Tu(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,as._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,as._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,ep.alwaysValidSchema)(r,n)){let m=a.var("valid",(0,as.
_)`${s} <= ${t.length}`);a.if((0,as.not)(m),()=>p(m)),e.ok(m)}function p(m){a.forRange("i",t.length,s,l=>{e.subschema({keyword:i,dataProp:l,dataPropType:ep.Type.
Num},m),r.allErrors||a.if((0,as.not)(m),()=>a.break())})}}Na.validateAdditionalItems=Tu;Na.default=uv});var rp=de(Ra=>{"use strict";Object.defineProperty(Ra,"__esModule",{value:!0});Ra.validateTuple=void 0;var Au=Ue(),jn=Ze(),lv=Kt(),mv={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Nu(e,"additionalItems",t);a.items=!0,!(0,jn.
alwaysValidSchema)(a,t)&&e.ok((0,lv.validateArray)(e))}};function Nu(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;l(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=jn.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),m=n.const("len",(0,Au._)`${i}.length`);a.forEach((y,$)=>{(0,jn.
alwaysValidSchema)(s,y)||(n.if((0,Au._)`${m} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function l(y){let{opts:$,errSchemaPath:_}=s,
T=a.length,x=T===y.minItems&&(T===y.maxItems||y[t]===!1);if($.strictTuples&&!x){let R=`"${r}" is ${T}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${_}"`;(0,jn.checkStrictMode)(s,R,$.strictTuples)}}}Ra.validateTuple=Nu;Ra.default=mv});var Ru=de(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var fv=rp(),hv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,fv.validateTuple)(e,"items")};sp.default=hv});var Iu=de(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var Eu=Ue(),yv=Ze(),gv=Kt(),wv=tp(),bv={message:({params:{len:e}})=>(0,Eu.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Eu._)`{limit: ${e}}`},vv={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:bv,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,yv.alwaysValidSchema)(n,t)&&(o?(0,wv.validateAdditionalItems)(e,o):e.ok((0,gv.validateArray)(e)))}};ap.default=
vv});var Mu=de(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var Bt=Ue(),Tn=Ze(),kv={message:({params:{min:e,max:t}})=>t===void 0?(0,Bt.str)`must contain at least ${e} valid item(s)`:
(0,Bt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Bt._)`{minContains: ${e}}`:(0,Bt._)`{minContains: ${e}, maxContains: ${t}}`},
Pv={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:kv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:m}=n;i.opts.next?(r=p===void 0?1:p,s=m):r=1;let l=t.const("len",(0,Bt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Tn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Tn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Tn.alwaysValidSchema)(i,a)){let x=(0,Bt._)`${l} >= ${r}`;s!==void 0&&(x=(0,Bt._)`${x} && ${l} <= ${s}`),
e.pass(x);return}i.items=!0;let y=t.name("valid");s===void 0&&r===1?_(y,()=>t.if(y,()=>t.break())):r===0?(t.let(y,!0),s!==void 0&&t.if((0,Bt._)`${o}.length > 0`,
$)):(t.let(y,!1),$()),e.result(y,()=>e.reset());function $(){let x=t.name("_valid"),R=t.let("count",0);_(x,()=>t.if(x,()=>T(R)))}function _(x,R){t.forRange("i",
0,l,L=>{e.subschema({keyword:"contains",dataProp:L,dataPropType:Tn.Type.Num,compositeRule:!0},x),R()})}function T(x){t.code((0,Bt._)`${x}++`),s===void 0?t.if((0,Bt.
_)`${x} >= ${r}`,()=>t.assign(y,!0).break()):(t.if((0,Bt._)`${x} > ${s}`,()=>t.assign(y,!1).break()),r===1?t.assign(y,!0):t.if((0,Bt._)`${x} >= ${r}`,()=>t.assign(
y,!0)))}}};np.default=Pv});var Vu=de(fr=>{"use strict";Object.defineProperty(fr,"__esModule",{value:!0});fr.validateSchemaDeps=fr.validatePropertyDeps=fr.error=void 0;var op=Ue(),$v=Ze(),
Ea=Kt();fr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,op.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,op._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var Sv={keyword:"dependencies",type:"object",schemaType:"object",error:fr.error,code(e){let[t,a]=_v(e);Lu(e,t),Fu(e,a)}};function _v({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Lu(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ea.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let m of s)(0,Ea.checkReportMissingProp)(e,m)}):(a.if((0,op._)`${p} && (${(0,Ea.
checkMissingProp)(e,s,i)})`),(0,Ea.reportMissingProp)(e,i),a.else())}}fr.validatePropertyDeps=Lu;function Fu(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,$v.alwaysValidSchema)(i,t[s])||(a.if((0,Ea.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}fr.validateSchemaDeps=Fu;fr.default=Sv});var Du=de(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var Uu=Ue(),xv=Ze(),qv={message:"property name must be valid",params:({params:e})=>(0,Uu.
_)`{propertyName: ${e.propertyName}}`},Ov={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:qv,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,xv.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,Uu.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};ip.default=Ov});var cp=de(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var An=Kt(),or=Ue(),jv=kr(),Nn=Ze(),Tv={message:"must NOT have additional properti\
es",params:({params:e})=>(0,or._)`{additionalProperty: ${e.additionalProperty}}`},Av={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:Tv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Nn.alwaysValidSchema)(r,a))return;let m=(0,An.allSchemaProperties)(n.properties),l=(0,An.
allSchemaProperties)(n.patternProperties);y(),e.ok((0,or._)`${i} === ${jv.default.errors}`);function y(){t.forIn("key",o,R=>{!m.length&&!l.length?T(R):t.if($(R),
()=>T(R))})}function $(R){let L;if(m.length>8){let ue=(0,Nn.schemaRefOrVal)(r,n.properties,"properties");L=(0,An.isOwnProperty)(t,ue,R)}else m.length?L=(0,or.or)(
...m.map(ue=>(0,or._)`${R} === ${ue}`)):L=or.nil;return l.length&&(L=(0,or.or)(L,...l.map(ue=>(0,or._)`${(0,An.usePattern)(e,ue)}.test(${R})`))),(0,or.not)(L)}function _(R){
t.code((0,or._)`delete ${o}[${R}]`)}function T(R){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){_(R);return}if(a===!1){e.setParams({additionalProperty:R}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Nn.alwaysValidSchema)(r,a)){let L=t.name("valid");p.removeAdditional==="failing"?(x(R,L,!1),t.if((0,or.
not)(L),()=>{e.reset(),_(R)})):(x(R,L),s||t.if((0,or.not)(L),()=>t.break()))}}function x(R,L,ue){let U={keyword:"additionalProperties",dataProp:R,dataPropType:Nn.
Type.Str};ue===!1&&Object.assign(U,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(U,L)}}};pp.default=Av});var Wu=de(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var Nv=ba(),Ju=Kt(),dp=Ze(),zu=cp(),Rv={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&zu.default.code(new Nv.KeywordCxt(
i,zu.default,"additionalProperties"));let r=(0,Ju.allSchemaProperties)(a);for(let y of r)i.definedProperties.add(y);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=dp.mergeEvaluated.props(t,(0,dp.toHash)(r),i.props));let s=r.filter(y=>!(0,dp.alwaysValidSchema)(i,a[y]));if(s.length===0)return;let p=t.name("valid");
for(let y of s)m(y)?l(y):(t.if((0,Ju.propertyInData)(t,o,y,i.opts.ownProperties)),l(y),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(y),
e.ok(p);function m(y){return i.opts.useDefaults&&!i.compositeRule&&a[y].default!==void 0}function l(y){e.subschema({keyword:"properties",schemaProp:y,dataProp:y},
p)}}};up.default=Rv});var Bu=de(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var Cu=Kt(),Rn=Ue(),Ku=Ze(),Hu=Ze(),Ev={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,Cu.allSchemaProperties)(a),p=s.filter(x=>(0,Ku.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let m=r.strictSchema&&!r.allowMatchingProperties&&o.properties,l=t.name(
"valid");i.props!==!0&&!(i.props instanceof Rn.Name)&&(i.props=(0,Hu.evaluatedPropsToName)(t,i.props));let{props:y}=i;$();function $(){for(let x of s)m&&_(x),i.
allErrors?T(x):(t.var(l,!0),T(x),t.if(l))}function _(x){for(let R in m)new RegExp(x).test(R)&&(0,Ku.checkStrictMode)(i,`property ${R} matches pattern ${x} (use \
allowMatchingProperties)`)}function T(x){t.forIn("key",n,R=>{t.if((0,Rn._)`${(0,Cu.usePattern)(e,x)}.test(${R})`,()=>{let L=p.includes(x);L||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:R,dataPropType:Hu.Type.Str},l),i.opts.unevaluated&&y!==!0?t.assign((0,Rn._)`${y}[${R}]`,!0):!L&&!i.allErrors&&t.if((0,Rn.
not)(l),()=>t.break())})})}}};lp.default=Ev});var Gu=de(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Iv=Ze(),Mv={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,Iv.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};mp.default=Mv});var Zu=de(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Lv=Kt(),Fv={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Lv.validateUnion,
error:{message:"must match a schema in anyOf"}};fp.default=Fv});var Qu=de(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var En=Ue(),Vv=Ze(),Uv={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,En._)`{passingSchemas: ${e.passing}}`},Dv={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Uv,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(m),e.result(r,()=>e.reset(),()=>e.error(!0));function m(){i.forEach((l,y)=>{let $;(0,Vv.alwaysValidSchema)(o,
l)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:y,compositeRule:!0},p),y>0&&t.if((0,En._)`${p} && ${r}`).assign(r,!1).assign(s,(0,En._)`[${s}, ${y}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,y),$&&e.mergeEvaluated($,En.Name)})})}}};hp.default=Dv});var Xu=de(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var Jv=Ze(),zv={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,Jv.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};yp.default=zv});var tl=de(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var In=Ue(),el=Ze(),Wv={message:({params:e})=>(0,In.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,In._)`{failingKeyword: ${e.ifClause}}`},Cv={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Wv,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,el.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Yu(n,"then"),i=Yu(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let l=t.let("ifClause");e.setParams({ifClause:l}),t.if(s,m("then",l),m("else",l))}else o?t.if(
s,m("then")):t.if((0,In.not)(s),m("else"));e.pass(r,()=>e.error(!0));function p(){let l=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(l)}function m(l,y){return()=>{let $=e.subschema({keyword:l},s);t.assign(r,s),e.mergeValidEvaluated($,r),y?t.assign(y,(0,In._)`${l}`):e.setParams(
{ifClause:l})}}}};function Yu(e,t){let a=e.schema[t];return a!==void 0&&!(0,el.alwaysValidSchema)(e,a)}gp.default=Cv});var rl=de(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var Kv=Ze(),Hv={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,Kv.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};wp.default=Hv});var sl=de(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var Bv=tp(),Gv=Ru(),Zv=rp(),Qv=Iu(),Xv=Mu(),Yv=Vu(),e1=Du(),t1=cp(),r1=Wu(),s1=Bu(),
a1=Gu(),n1=Zu(),o1=Qu(),i1=Xu(),p1=tl(),c1=rl();function d1(e=!1){let t=[a1.default,n1.default,o1.default,i1.default,p1.default,c1.default,e1.default,t1.default,
Yv.default,r1.default,s1.default];return e?t.push(Gv.default,Qv.default):t.push(Bv.default,Zv.default),t.push(Xv.default),t}bp.default=d1});var al=de(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var gt=Ue(),u1={message:({schemaCode:e})=>(0,gt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,gt._)`{format: ${e}}`},l1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:u1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:m,schemaEnv:l,self:y}=s;if(!p.validateFormats)return;o?$():_();function $(){let T=a.scopeValue("formats",{ref:y.
formats,code:p.code.formats}),x=a.const("fDef",(0,gt._)`${T}[${r}]`),R=a.let("fType"),L=a.let("format");a.if((0,gt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(R,(0,gt._)`${x}.type || "string"`).assign(L,(0,gt._)`${x}.validate`),()=>a.assign(R,(0,gt._)`"string"`).assign(L,x)),e.fail$data((0,gt.or)(ue(),U()));
function ue(){return p.strictSchema===!1?gt.nil:(0,gt._)`${r} && !${L}`}function U(){let K=l.$async?(0,gt._)`(${x}.async ? await ${L}(${n}) : ${L}(${n}))`:(0,gt.
_)`${L}(${n})`,F=(0,gt._)`(typeof ${L} == "function" ? ${K} : ${L}.test(${n}))`;return(0,gt._)`${L} && ${L} !== true && ${R} === ${t} && !${F}`}}function _(){let T=y.
formats[i];if(!T){ue();return}if(T===!0)return;let[x,R,L]=U(T);x===t&&e.pass(K());function ue(){if(p.strictSchema===!1){y.logger.warn(F());return}throw new Error(
F());function F(){return`unknown format "${i}" ignored in schema at path "${m}"`}}function U(F){let ye=F instanceof RegExp?(0,gt.regexpCode)(F):p.code.formats?(0,gt.
_)`${p.code.formats}${(0,gt.getProperty)(i)}`:void 0,O=a.scopeValue("formats",{key:i,ref:F,code:ye});return typeof F=="object"&&!(F instanceof RegExp)?[F.type||
"string",F.validate,(0,gt._)`${O}.validate`]:["string",F,O]}function K(){if(typeof T=="object"&&!(T instanceof RegExp)&&T.async){if(!l.$async)throw new Error("a\
sync format in sync schema");return(0,gt._)`await ${L}(${n})`}return typeof R=="function"?(0,gt._)`${L}(${n})`:(0,gt._)`${L}.test(${n})`}}}};vp.default=l1});var nl=de(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var m1=al(),f1=[m1.default];kp.default=f1});var ol=de(Es=>{"use strict";Object.defineProperty(Es,"__esModule",{value:!0});Es.contentVocabulary=Es.metadataVocabulary=void 0;Es.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Es.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var pl=de(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var h1=gu(),y1=ju(),g1=sl(),w1=nl(),il=ol(),b1=[h1.default,y1.default,(0,g1.default)(),
w1.default,il.metadataVocabulary,il.contentVocabulary];Pp.default=b1});var dl=de(Mn=>{"use strict";Object.defineProperty(Mn,"__esModule",{value:!0});Mn.DiscrError=void 0;var cl;(function(e){e.Tag="tag",e.Mapping="mapping"})(cl||(Mn.
DiscrError=cl={}))});var ll=de(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var Is=Ue(),$p=dl(),ul=hn(),v1=va(),k1=Ze(),P1={message:({params:{discrError:e,tagName:t}})=>e===
$p.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Is._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
$1={keyword:"discriminator",type:"object",schemaType:"object",error:P1,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),m=t.
const("tag",(0,Is._)`${a}${(0,Is.getProperty)(s)}`);t.if((0,Is._)`typeof ${m} == "string"`,()=>l(),()=>e.error(!1,{discrError:$p.DiscrError.Tag,tag:m,tagName:s})),
e.ok(p);function l(){let _=$();t.if(!1);for(let T in _)t.elseIf((0,Is._)`${m} === ${T}`),t.assign(p,y(_[T]));t.else(),e.error(!1,{discrError:$p.DiscrError.Mapping,
tag:m,tagName:s}),t.endIf()}function y(_){let T=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:_},T);return e.mergeEvaluated(x,Is.Name),T}function $(){
var _;let T={},x=L(o),R=!0;for(let K=0;K<r.length;K++){let F=r[K];if(F?.$ref&&!(0,k1.schemaHasRulesButRef)(F,i.self.RULES)){let O=F.$ref;if(F=ul.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,O),F instanceof ul.SchemaEnv&&(F=F.schema),F===void 0)throw new v1.default(i.opts.uriResolver,i.baseId,O)}let ye=(_=F?.properties)===
null||_===void 0?void 0:_[s];if(typeof ye!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);R=R&&
(x||L(F)),ue(ye,K)}if(!R)throw new Error(`discriminator: "${s}" must be required`);return T;function L({required:K}){return Array.isArray(K)&&K.includes(s)}function ue(K,F){
if(K.const)U(K.const,F);else if(K.enum)for(let ye of K.enum)U(ye,F);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function U(K,F){
if(typeof K!="string"||K in T)throw new Error(`discriminator: "${s}" values must be unique strings`);T[K]=F}}}};Sp.default=$1});var ml=de((rS,S1)=>{S1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Gt=de((mt,_p)=>{"use strict";Object.defineProperty(mt,"__esModule",{value:!0});mt.MissingRefError=mt.ValidationError=mt.CodeGen=mt.Name=mt.nil=mt.stringify=
mt.str=mt._=mt.KeywordCxt=mt.Ajv=void 0;var _1=uu(),x1=pl(),q1=ll(),fl=ml(),O1=["/properties"],Ln="http://json-schema.org/draft-07/schema",Ms=class extends _1.default{_addVocabularies(){
super._addVocabularies(),x1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(q1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(fl,O1):fl;this.addMetaSchema(t,Ln,!1),this.refs["http://json-schema.org/schema"]=Ln}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Ln)?Ln:void 0)}};mt.Ajv=Ms;_p.exports=mt=Ms;_p.exports.Ajv=Ms;Object.defineProperty(mt,"__esMo\
dule",{value:!0});mt.default=Ms;var j1=ba();Object.defineProperty(mt,"KeywordCxt",{enumerable:!0,get:function(){return j1.KeywordCxt}});var Ls=Ue();Object.defineProperty(
mt,"_",{enumerable:!0,get:function(){return Ls._}});Object.defineProperty(mt,"str",{enumerable:!0,get:function(){return Ls.str}});Object.defineProperty(mt,"stri\
ngify",{enumerable:!0,get:function(){return Ls.stringify}});Object.defineProperty(mt,"nil",{enumerable:!0,get:function(){return Ls.nil}});Object.defineProperty(
mt,"Name",{enumerable:!0,get:function(){return Ls.Name}});Object.defineProperty(mt,"CodeGen",{enumerable:!0,get:function(){return Ls.CodeGen}});var T1=mn();Object.
defineProperty(mt,"ValidationError",{enumerable:!0,get:function(){return T1.default}});var A1=va();Object.defineProperty(mt,"MissingRefError",{enumerable:!0,get:function(){
return A1.default}})});var Bf=Ut(ic());import{models as X0}from"./models.js";function Ga(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,m=0,l=0,y=0;function $(U,K){let F=0,ye=0;for(;F<U||!K;){let O=e.charCodeAt(n);if(O>=48&&O<=57)ye=ye*
16+O-48;else if(O>=65&&O<=70)ye=ye*16+O-65+10;else if(O>=97&&O<=102)ye=ye*16+O-97+10;else break;n++,F++}return F<U&&(ye=-1),ye}function _(U){n=U,o="",i=0,r=16,y=
0}function T(){let U=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&bs(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&bs(e.
charCodeAt(n)))for(n++;n<e.length&&bs(e.charCodeAt(n));)n++;else return y=3,e.substring(U,n);let K=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&bs(e.charCodeAt(n))){for(n++;n<e.length&&bs(e.charCodeAt(n));)n++;K=n}else y=3;
return e.substring(U,K)}function x(){let U="",K=n;for(;;){if(n>=a){U+=e.substring(K,n),y=2;break}let F=e.charCodeAt(n);if(F===34){U+=e.substring(K,n),n++;break}
if(F===92){if(U+=e.substring(K,n),n++,n>=a){y=2;break}switch(e.charCodeAt(n++)){case 34:U+='"';break;case 92:U+="\\";break;case 47:U+="/";break;case 98:U+="\b";
break;case 102:U+="\f";break;case 110:U+=`
`;break;case 114:U+="\r";break;case 116:U+="	";break;case 117:let O=$(4,!0);O>=0?U+=String.fromCharCode(O):y=4;break;default:y=5}K=n;continue}if(F>=0&&F<=31)if(na(
F)){U+=e.substring(K,n),y=2;break}else y=6;n++}return U}function R(){if(o="",y=0,i=n,p=s,l=m,n>=a)return i=a,r=17;let U=e.charCodeAt(n);if(To(U)){do n++,o+=String.
fromCharCode(U),U=e.charCodeAt(n);while(To(U));return r=15}if(na(U))return n++,o+=String.fromCharCode(U),U===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,m=n,r=14;switch(U){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let K=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!na(e.charCodeAt(n));)n++;return o=e.substring(K,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let F=a-1,ye=!1;for(;n<F;){let O=e.charCodeAt(n);if(O===42&&e.charCodeAt(n+1)===47){n+=2,ye=!0;break}n++,na(O)&&(O===13&&e.charCodeAt(n)===10&&n++,
s++,m=n)}return ye||(n++,y=1),o=e.substring(K,n),r=13}return o+=String.fromCharCode(U),n++,r=16;case 45:if(o+=String.fromCharCode(U),n++,n===a||!bs(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=T(),r=11;default:for(;n<a&&L(U);)n++,U=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(U),n++,r=16}}
function L(U){if(To(U)||na(U))return!1;switch(U){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ue(){let U;do U=R();while(U>=
12&&U<=15);return U}return{setPosition:_,getPosition:()=>n,scan:t?ue:R,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-l,getTokenError:()=>y}}function To(e){return e===32||e===9}function na(e){return e===10||e===13}function bs(e){return e>=48&&e<=57}
var pc;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(pc||(pc={}));var Sh=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),vs=200,_h={" ":{"\n":new Array(vs).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(vs).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(vs).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(vs).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(vs).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(vs).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var Za;(function(e){e.DEFAULT={allowTrailingComma:!1}})(Za||(Za={}));function cc(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,m,l,y){i.value=p,i.offset=m,i.length=l,i.type=y,i.colonOffset=void 0,o=i}try{Ro(e,{onObjectBegin:(p,m)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,m,l)=>{if(t<m||(s(p,m,l,"property"),a[a.length-1]=p,t<=m+l))throw n},onObjectEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,m)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,m,l)=>{if(t<m||(s(p,m,l,dc(p)),t<=m+l))throw n},onSeparator:(p,m,l)=>{
if(t<=m)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=m,r=!1,o=void 0;else if(p===","){let y=a[a.length-1];typeof y=="number"?a[a.length-1]=y+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let m=0;for(let l=0;m<p.length&&l<a.length;l++)
if(p[m]===a[l]||p[m]==="*")m++;else if(p[m]!=="**")return!1;return m===p.length}}}function Ao(e,t=[],a=Za.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Ro(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,m,l)=>{
n=i({type:"property",offset:m,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:m,length:l,parent:n})},onObjectEnd:(p,m)=>{o(p+m),n.
length=p+m-n.offset,n=n.parent,o(p+m)},onArrayBegin:(p,m)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,m)=>{n.length=p+m-n.offset,
n=n.parent,o(p+m)},onLiteralValue:(p,m,l)=>{i({type:dc(p),offset:m,length:l,parent:n,value:p}),o(m+l)},onSeparator:(p,m,l)=>{n.type==="property"&&(p===":"?n.colonOffset=
m:p===","&&o(m))},onError:(p,m,l)=>{t.push({error:p,offset:m,length:l})}},a);let s=n.children[0];return s&&delete s.parent,s}function No(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function Qa(e){switch(e.type){case"array":return e.children.map(Qa);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=Qa(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Ro(e,t,a=Za.DEFAULT){let n=Ga(e,!1),o=[],i=0;function r(ne){return ne?()=>i===0&&ne(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(ne){return ne?z=>i===0&&ne(z,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(ne){return ne?
z=>i===0&&ne(z,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function m(ne){return ne?()=>{i>0?i++:
ne(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function l(ne){return ne?()=>{i>0&&
i--,i===0&&ne(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let y=m(t.onObjectBegin),$=p(t.onObjectProperty),_=l(
t.onObjectEnd),T=m(t.onArrayBegin),x=l(t.onArrayEnd),R=p(t.onLiteralValue),L=s(t.onSeparator),ue=r(t.onComment),U=s(t.onError),K=a&&a.disallowComments,F=a&&a.allowTrailingComma;
function ye(){for(;;){let ne=n.scan();switch(n.getTokenError()){case 4:O(14);break;case 5:O(15);break;case 3:O(13);break;case 1:K||O(11);break;case 2:O(12);break;case 6:
O(16);break}switch(ne){case 12:case 13:K?O(10):ue();break;case 16:O(1);break;case 15:case 14:break;default:return ne}}}function O(ne,z=[],Fe=[]){if(U(ne),z.length+
Fe.length>0){let rt=n.getToken();for(;rt!==17;){if(z.indexOf(rt)!==-1){ye();break}else if(Fe.indexOf(rt)!==-1)break;rt=ye()}}}function be(ne){let z=n.getTokenValue();
return ne?R(z):($(z),o.push(z)),ye(),!0}function ve(){switch(n.getToken()){case 11:let ne=n.getTokenValue(),z=Number(ne);isNaN(z)&&(O(2),z=0),R(z);break;case 7:
R(null);break;case 8:R(!0);break;case 9:R(!1);break;default:return!1}return ye(),!0}function H(){return n.getToken()!==10?(O(3,[],[2,5]),!1):(be(!1),n.getToken()===
6?(L(":"),ye(),xe()||O(4,[],[2,5])):O(5,[],[2,5]),o.pop(),!0)}function V(){y(),ye();let ne=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(ne||
O(4,[],[]),L(","),ye(),n.getToken()===2&&F)break}else ne&&O(6,[],[]);H()||O(4,[],[2,5]),ne=!0}return _(),n.getToken()!==2?O(7,[2],[]):ye(),!0}function Pe(){T(),
ye();let ne=!0,z=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(z||O(4,[],[]),L(","),ye(),n.getToken()===4&&F)break}else z&&O(6,[],[]);ne?
(o.push(0),ne=!1):o[o.length-1]++,xe()||O(4,[],[4,5]),z=!0}return x(),ne||o.pop(),n.getToken()!==4?O(8,[4],[]):ye(),!0}function xe(){switch(n.getToken()){case 3:
return Pe();case 1:return V();case 10:return be(!0);default:return ve()}}return ye(),n.getToken()===17?a.allowEmptyContent?!0:(O(4,[],[]),!1):xe()?(n.getToken()!==
17&&O(9,[],[]),!0):(O(4,[],[]),!1)}function dc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var uc;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(uc||(uc={}));var lc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(lc||(lc={}));var fc=cc;var Eo=Ao,hc=No;var yc=Qa;var mc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(mc||(mc={}));function gc(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Th="\uFEFF";function*wc(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(Th)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${Ah(gc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function Ah(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function ks(e){return bc(e)}function Rr(e){return bc(e)}function bc(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function vc(e){return[...e.files.values()].flatMap(Nh)}var Nh=Rr(e=>e.syntaxErrors.length===0&&Rh(e.text)===kc(e.value)?[]:e.tree===void 0?[]:[...Io(e.path,e.tree,
[])]);function Rh(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function kc(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+kc(n),0)}function*Io(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Io(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Io(e,s,[...a,p]))}}function $c(e){return[...e.files.values()].flatMap(Eh)}var Eh=Rr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(Ih)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Pc(n)===Pc(String(Number(n)))?[]:[{code:"S005",file:e,path:fc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Ih=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Pc(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function Oe(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function oa(e){return Oe(e)?Object.entries(e):[]}function wr(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Mo}from"node:path";function Xa(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Ne(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var Ya=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Sc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Mo.normalize(Mo.join(Mo.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new Ya(t,a,"names a\
 file that does not exist");for(let s of Ne(o)){let p=Array.isArray(r)?r[Number(s)]:Oe(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new Ya(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function _c(e){return e.replaceAll(":","~~").replaceAll("/","~")}function xc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function vt(e,t){let a={};return t!==void 0&&(a[e]=t),a}var Fs=Ut(Gt(),1);function Dr(e,t=0,a=t+4){return t+e.below(a-t+1)}var $r=new Fs.Name("vErrors");function ft(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Fs._`${i}, ${r}`,
Fs._`${new Fs.Name(e)}(${$r}, ${a}, ${n}, ${t.required?1:0}`)}function Je(e,t){return{about:e,value:t,findings:[]}}function et(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function wt(e){return e.map(t=>et(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function bt(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var N1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function hl(e,t,a,n){return{...R1(e,t,a),source:a.has("x-source")?a.source():n}}function R1(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",N1)}:{},notes:a.notes()}}var ns=Ut(Gt(),1);function E1(e){return typeof e=="string"?e:JSON.stringify(e)}function xp(e){let t=e.map(E1),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Vn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Fn(o,t)}`,zh:`${r} ${Fn(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Ia(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Un(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Fn(n,t)}`,zh:`${a} \u5230 ${Fn(n,t)} \u7684`};
let r=Vn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function Vs(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:yl(a.en)}`;return t===void 0?e===0?{en:yl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Ia(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function yl(e){
return`${e}s`}function Fn(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var gl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...bt({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...bt({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?ns._`${ft("typed",e,t,ns._`"array"`)})`:ns._`${ft("list",e,t,ns._`${a??0}`,n===void 0?ns._`Infinity`:
ns._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...bt({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Vn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...wt(["text",1,{length:1}]),...e===0?[Je("empty",[])]:[et("min-items-under",
Ma(e-1),"min-items")],...e<=3&&(t??3)>=3?[Je("items",Ma(3))]:[],...t===void 0?[]:[Je("max-items-at",Ma(t)),et("max-items-over",Ma(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Ma(Dr(a,e,t))};function Ma(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var qp=Ut(Gt(),1);var wl={read:(e,t)=>({kind:"boolean",...t,...vt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>qp._`${ft("\
typed",e,t,qp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...wt([
"true",1,0,[]]),Je("true",!0),Je("false",!1)],sample:(e,t)=>t.below(2)===1};var Jn=Ut(Gt(),1);var La=Ut(Gt(),1),bl=Ut(Ps(),1);function Sr(e){return(0,La.stringify)(e)}function vl(e){return(0,La.stringify)(e)}function Us(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return La._`${(0,bl.regexpCode)(new RegExp(a,t))}`}function Fa({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function Dn({type:e}){return Array.isArray(e)&&e.includes("null")}function kl({nullable:e},t){return e?`${t} | null`:t}function Pl({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function $l({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Sl({nullable:e},t){return e?[Je("null",null),
...t]:t}function _l({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var xl={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},ql={read(e,t){let a=I1(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>M1(s)&&a.some(m=>xl[m](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
Dn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...vt("unit",V1(e))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,
schema:({type:e,values:t})=>({type:e==="mixed"?L1(t):e,enum:[...t]}),check(e,t,{constant:a}){let n=a(Sr(e.values));return e.type==="mixed"?Jn._`${ft("mixedChoic\
e",e,t,n)})`:Jn._`${ft("choice",e,t,Jn._`${e.type}`,n)})`},facts:({type:e,values:t,unit:a})=>({type:e,allowed:t,...vt("unit",a)}),phrase({values:e,unit:t}){let a=xp(
e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example:({default:e,values:t})=>e??t[0]??"",cases:({type:e,values:t})=>[...e==="mixed"?F1(t):wt(e==="str\
ing"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]]),...U1(t)],sample:({values:e},t)=>e[t.below(e.length)]??""};function I1(e){let t=e.raw("type"),a=(Array.
isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(xl,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string,\
 integer, number or boolean, or a list of these"),n}function M1(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function L1(e){let t=e.map(
n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function F1(e){let t=new Set(
e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>et(`as-${typeof n}-${n}`,n,"enum")),et("type-array",
[e[0]??""],"enum"),et("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>et(`type-${n}`,n,"enum"))]}function V1(e){return e.optionalText("x-unit")}
function U1(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[et(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...e.map(i=>Je(
`offers-${i}`,i)),...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(
r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Dt=Ut(Gt(),1);function zn(e){return bt({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function Wn({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&D1(i)?i:void 0;return{type:e,...bt({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function D1(e){return Number.isInteger(e*2**20)}function Cn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...bt({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function Kn(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,m=o===void 0?Dt._`-Infinity`:Dt._`${o}`,l=i===void 0?Dt._`Infinity`:Dt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Dt._`${ft("integer",e,t,m,l)})`;let y=r===void 0?Dt._`-Infinity`:Dt._`${r}`,$=s===void 0?Dt._`Infinity`:Dt._`${s}`;
return Dt._`${ft("numeric",e,t,Dt._`${n}`,a(Dt._`[${m}, ${l}, ${y}, ${$}, ${p??0}]`))})`}function Ds({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Op(t.minimum,a);if(t.exclusiveMinimum!==void 0)return J1(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??ir(n-a)}function J1(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?ir(e+o):Op(ir(
e+n/2),n);return i===void 0||r<i||r===t?r:ir((e+i)/2)}function Op(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:ir(Math.ceil(e/t)*t)}function ir(e){return Number(
e.toFixed(9))}function Hn(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),m=(x,R)=>p(R)?[Je(x,R)]:[],l=a!==void 0?[...m("minimum-at",a),et("minimum-under",ir(a-s),"minimum")]:o!==void 0?[et("exclusive-minimum-at",o,
"minimum"),et("exclusive-minimum-under",ir(o-s),"minimum")]:[Je("negative",-s),Je("zero",0)],y=n!==void 0?[...m("maximum-at",n),et("maximum-over",ir(n+s),"maxim\
um")]:i!==void 0?[et("exclusive-maximum-at",i,"maximum"),et("exclusive-maximum-over",ir(i+s),"maximum")]:r===void 0?[Je("large",2147483648)]:[],$=Ds(e),_=ir($+(r??
0)/(t==="integer"?r??1:2)),T=_<=(n??1/0)&&_<(i??1/0)&&!p(_);return[...l,...y,...r!==void 0&&T?[et("off-step",_,"multiple-of")]:[]]}function Bn(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,m=n??i??(p===void 0?0:p-100*s),l=Op(m,s)+(i===void 0?0:s),y=p===
void 0?100:Math.floor((p-l)/s+1e-9)+(r===void 0?1:0);return y<1?Ds(e):ir(l+s*t.below(y))}var Ol={read:(e,t)=>({kind:"integer",...t,...zn(e)}),type:()=>"number",schema:Wn,check:Kn,facts:Cn,phrase(e){let t=Un(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Ds,
cases:e=>[...wt(["5",!0,[5],5.5]),...Hn(e)],sample:Bn};var Zt=Ut(Gt(),1);function jl(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...bt({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,m=new Zt.Name(`index${n.depth}`),l=s===void 0?Zt._`Infinity`:
Zt._`${s}`,y=o.nested(i,{pointer:Zt._`${n.pointer} + "/" + ${m}`,value:Zt._`${n.value}[${m}]`,depth:n.depth+1}),$=p?Zt._`
${new Zt.Name("uniqueItems")}(${$r}, ${n.pointer}, ${n.value})`:Zt._``;return Zt._`if (${ft("list",a,n,Zt._`${r}`,l)})) {
for (let ${m} = 0; ${m} < ${n.value}.length && ${m} < ${l}; ${m}++) {
${y}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...bt({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Vs(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,m]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ia("\u542B",m,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Tl(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...wt(["text",7,{0:"text"}]),...z1(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:Dr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function z1(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=l=>Tl(e,t,l,i,"video"),s=Math.max(1,a),p=r(s),m=e.cases(t).filter(({value:l})=>l!==void 0).map(({about:l,value:y,findings:$})=>({about:`item-${l}`,value:p.
map((_,T)=>T===s-1&&y!==void 0?y:_),findings:$.map(_=>({..._,path:`/${s-1}${_.path??""}`}))}));return[...a===0?[Je("empty",[])]:[et("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Je("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Je("max-items-at",r(n))]:[],...r(n+1).length>n?[et("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[et("repeated-item",[...p,...p],"unique-items","/1")]:[],...m.filter(({value:l})=>!i||new Set(l.map(y=>JSON.stringify(
y))).size===s)]}function Tl(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var Qt=Ut(Gt(),1);var W1=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Al(e){return{rule:e.oneOf("rule",W1),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...vt("minimum",e.optionalNumber("minimum")),...vt("maximum",e.optionalNumber("maximum")),...vt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...vt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...vt("quote",e.optionalText("quote")),source:e.source()}}var Nl=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Rl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],jp="data:image/png;base64,iVBORw0KGgo=";function Tp(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Ml={read:C1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(Us(K1(r))),m=a(Sr(
s)),l=s.includes("data"),y=l?Qt._`${new Qt.Name("withBase64")}(${p})`:p;if(n){let _=Qt._`${ft("mediaReference",e,t,y,m)})`;return l?Qt._`${_}
${new Qt.Name("base64Reference")}(${$r}, ${t.pointer}, ${t.value}, ${y})`:_}let $=Qt._`${ft("media",e,t,Qt._`${o}`,Qt._`${i}`,y,m)})`;return l?Qt._`${$}
${new Qt.Name("base64")}(${$r}, ${t.pointer}, ${t.value}, ${i}, ${y})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...bt({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=H1(i);if(t)return{en:`${B1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Vs(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ia(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Tp(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...wt([7,!0,["https://example.com/one.png"]]),...Z1(
e,a)]:[...wt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...G1(e),...Q1(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:Dr(o,t,a)},()=>o.matching(n))};function El(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function C1(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Fa(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:El(p,"x-accepts"),...n.has("contradicted")?{contradicted:El(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(Al)}}var Il="\\x00-\\x20\\x7F-\\xA0";function K1(e){return e.replaceAll(Il,`${Il}\\s`)}function H1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function B1(e){return/^[aeiou]/i.test(e)?"an":"a"}function os({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Tp(e,t,o))}function G1(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[et("min-items-under",os(e,t-1),"min-items")]:[],Je("min-items-at",os(e,t)),Je("max-items-at",os(e,a)),et("max-items-\
over",os(e,a+1),"max-items"),et("max-items-over-bad-item",[...os(e,a),"nowhere"],"max-items")]}function Ll({accepts:e},t,a){return[...Nl.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Rl.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",jp,"media-base64","advice"):a("base64",jp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Z1(e,t){return Ll(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function Q1(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:os(e,a).map((m,l)=>l===a-1?r:m),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...os(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Ll(e,t,n),...o]}var Fl={read:(e,t)=>({kind:"number",...t,...zn(e)}),type:()=>"number",schema:Wn,check:Kn,facts:Cn,phrase(e){let t=Un(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Ds,cases:e=>[...wt(["0.5",
!0,[.5]]),...Hn(e)],sample:Bn};var _r=Ut(Gt(),1);function Vl(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Ul({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Dl(e){
let t=[...Js("at least",e.minimum,""),...Js("at most",e.maximum,""),...Js("at least",e.minLength," characters"),...Js("at most",e.maxLength," characters"),...Js(
"at least",e.minItems," items"),...Js("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Js(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function Jl(e){return X1(e,"")}function X1(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,"d\
efault"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(Dl),...e.notes.map(o=>o.text)].filter(o=>o!==""),`Source\
: ${Vl(e.source)}.`,...Y1(e.deprecated)].join(`
`)}function Y1(e){return e===void 0?[]:[`@deprecated ${Ul(e)}`]}function zl(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Wl(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function Cl(e){return`{
${e.map(ek).join("")}}`}function ek({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":zl(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Kl(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Hl(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":Cl(a.map(n=>({name:Wl(n.name),doc:Jl(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...Kl(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(Sr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new _r.Name(`member${n.depth}`),m=o.nested(s,{pointer:_r._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return _r._`{
const ${p} = ${new _r.Name("own")}(${n.value}, ${s.name})
${m}
}`});return _r._`if (${ft("object",a,n,i)})) {
${r.reduce((s,p)=>_r._`${s}
${p}`,_r._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>Bl(a,e,n),cases:a=>[...wt(["text",7,[]]),...tk(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function Bl({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function tk(e,t){let a=Bl(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},..._l(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:m,findings:l})=>m===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:m},findings:l.
map(y=>({...y,path:`/${i.name}${y.path??""}`}))}])]});return[Je("members",a),...n.has("no_such_member")?[]:[et("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],et("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Jr=Ut(Gt(),1);var pr=Ut(Gt(),1);var Gl="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Zl="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",is={date:{
pattern:`^${Gl}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Zl}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Gl}T${Zl}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var rk=Object.keys(is);function Gn(e){let t=e.has("format")?e.oneOf("format",rk):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),bt({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):is[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:is[t].valid)})}function Zn({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&is[a].isOurs===!0?void 0:a;return{type:"string",...bt({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function Qn({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...bt({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function Xn(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=pr._`${n??0}`,m=o===void 0?pr._`Infinity`:
pr._`${o}`;if(i!==void 0){let l=r===void 0?pr._`"pattern"`:pr._`"format"`,y=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return pr._`${ft("patterned",
e,t,p,m,a(Us(i)),l,a(vl(y)))})`}return n===1&&o===void 0?pr._`${ft("nonEmpty",e,t)})`:n===void 0&&o===void 0?pr._`${ft("typed",e,t,pr._`"string"`)})`:pr._`${ft(
"text",e,t,p,m)})`}function Yn({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Vs(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:m,
zh:l}=is[a].name;return e>0||t!==void 0?{en:`${m}, of ${r.en}`,zh:`${l}\uFF0C${r.zh}`}:{en:m,zh:l}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function eo({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function to({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:is[e].invalid).filter(l=>!i.test(l)&&[...l].length>=n&&[...l].length<=o),m=e===void 0?"pattern":"format";return[...a.map((l,y)=>Je(`${m}-good-${y+1}`,l)),
...p.map((l,y)=>et(`${m}-bad-${y+1}`,l,m))]}function ro({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[et("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>et(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Je("min-length-at","a".repeat(e)),Je("min-length-astral","\u{1F600}".repeat(e)),Je("space"," ".repeat(e))]:[],...t===void 0?[]:[Je(
"max-length-at","a".repeat(t)),Je("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Ql=()=>wt([7,!0,["a"]]);function Xl(e){return vt(
"minLength",e.optionalNumber("minLength"))}function so({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(Dr(n,t,a)):n.matching(e)}var sk={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function em(e){return sk[e].
en}var tm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...Gn(e),limits:e.objects("x-prompt-limits").map(ak),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:Zn,
check:(e,t,a)=>[Xn(e,t,a),...nk(e,t,a),...ik(e,t,a)].reduce((n,o)=>Jr._`${n}
${o}`),facts:e=>({...Qn(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:Yn,
example:(e,t)=>eo(e,em(t)),cases:e=>[...wt([7,!0,["a"],{text:"a"}]),...ro(e),...to(e),...pk(e.limits),...ck(e.tokens)],sample:so};function ak(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...vt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function nk({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:l,count:y,max:$,severity:_,onlyWithHan:T})=>[
l,y,$,_==="error"?1:0,T===!0?1:0]),r=Math.min(...e.map(l=>l.max)),s=e.some(l=>l.count==="words"),p=(l,y=!0)=>n(Sr(y?ok(l):[])),m=Jr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[Jr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new Jr.Name("promptLimits")}(${$r}, ${t}, ${a}, ${n(Sr(i))}, ${m})`]}function ok(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function ik({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=Us(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Jr._`if (typeof ${a} === "string") ${new Jr.Name("promptTokens")}(${$r}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function pk(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Yl(a,o)).map(([i,r])=>Je(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Je("every-limit-over",e.map(({count:t,max:a})=>Yl(t,a+1)[""]).join(" "))]:[]]}function ck(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Yl(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var rm={read:(e,t)=>({kind:"string",...t,...Xl(e),...Gn(e),...vt("values",e.unknown("x-values"))}),type:()=>"string",schema:Zn,check:Xn,facts:Qn,phrase(e){let t=Yn(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>eo(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Ql(),...e.pattern===void 0&&e.maxLength===void 0?[Je("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Je("empty","")]:[],...ro(e),...to(e)],sample:so};var sm={type:mk,schema:fk,example:im,cases:e=>yk(e,[]),sample:gk},am={prompt:tm,string:rm,enum:ql,integer:Ol,number:Fl,boolean:wl,media:Ml,object:Hl(sm,uk),list:jl(
sm,lk),array:gl};function dk(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=Fa(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function nm(e,t,a,n){let o=dk(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=am[o].read(t,{...a,
...Dn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:hk(i)}}function uk(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return nm(i,r,om(i,o.has(i),r,t),a)})}}function lk(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(Fa(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:nm("item",n,om("item",!0,n,t),a),...bt({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function om(e,t,a,{source:n}){return hl(e,t,a,n)}function mk(e){
return kl(e,zs(e).type(e))}function fk(e){return Pl(e,zs(e).schema(e))}function hk(e){return $l(e,zs(e).phrase(e))}function im(e,t){return zs(e).example(e,t)}function yk(e,t){return Sl(e,zs(e).cases(e,t))}function gk(e,t){return e.
nullable&&t.below(8)===0?null:zs(e).sample(e,t)}function zs(e){return am[e.kind]}function pm(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function ps(e){return e.split("/").slice(1)}function ao(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function xr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,m)=>xr({value:p,place:t+"["+m+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=pm(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:xr(s,i,n)}function zr(e,{path:t,
default:a}){return xr(e,ps(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function cm(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function dm(e){let t=e.map(o=>cm(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function um(e){let t=e.map(n=>cm(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Ws(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:zr(r,s)[0];if(p===void 0)return;let{value:m,place:l}=p;if(n===
void 0?a>=m:a<=m)return;let y=n===void 0?"lower":"upper";return{text:e,of:[...t],side:y,limit:m,unit:i,actual:a,...l?{bound:l}:{}}}function lm(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of xr(a,ps(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Ws("rule-co\
unt",t.of.map(({path:o})=>ao(o)),n,t,a)}function Ap(e){return wk(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function wk(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function Ks(e,t){return e.texts("of").map((a,n)=>mm(e,`of/${n}`,a,t))}function no(e,t){return fm(e,"of",t)}function Hs(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:bk(e,n,t,a),unit:a??""}}function bk(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=mm(e,t,e.text(t),a),i=fm(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function oo(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function io(e,t){return t.map(({at:a})=>({...a,path:Cs(a).slice(e.length)}))}function Np({in:e,of:t}){return wr(t).
map(([,a])=>Ap(`${Cs(e)}${Cs(a)}`))}function Bs(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:Np(e),side:t===void 0?"lower":"upper",...Oe(o)?{bound:Ap(
Cs(o))}:{limit:o,unit:n}}}function Cs(e){let t=Oe(e)?e.path:e;return typeof t=="string"?t:""}function mm(e,t,a,n){let o=Rp(a,n);(o===void 0||!vk(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function vk(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function Rp(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"?o.members.find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function fm(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var kk=64,hm={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Rp(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...Pk(i)?{}:{one:!0}}}),...Hs(e,t)}},broken:(e,t)=>lm(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...Bs(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=wr(e).map(([,s])=>Oe(s)&&s.one===void 0?Cs(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=ym(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?Sk(o,s):$k(o,s))}}};function Pk(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function ym(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=ym(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>kk))return}return a}function $k(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function Sk(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function gm(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of xr({value:e,place:""},ps(t))){let r=a.flatMap(s=>zr(i,s));for(let[s,p]of r.entries()){let m=r[s-1];if(!(m===
void 0||m.value<p.value||n&&m.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:m.place,actual:m.value,second:p.place,limit:p.value,unit:o}}}}var wm={keyword:"x-order",read(e,t){let a=Ks(e,t),n=e.texts("of"),o=(n.length>1?oo(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:io(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:no(e,a)}},broken:(e,t)=>gm(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:Np(e)})};function bm(e,t){let a={value:e,place:""};for(let n of xr(a,ps(t.in))){let o=t.of.flatMap(p=>zr(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=Ws("rule-product",i,um(r),t,a);if(s!==void 0)return s}}var vm={keyword:"x-product",read(e,t){let a=Ks(e,t),n=e.texts("of"),o=(n.length>1?oo(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:io(o,a),...Hs(e,t)}},broken:(e,t)=>bm(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...Bs(e)})};function km(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>zr(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>ao(i));return Ws("rule-sum",o,dm(n.map(({value:i})=>i)),
t,a)}var Pm={keyword:"x-sum",read(e,t){let a=Ks(e,t);return{of:a.map(({at:n})=>n),...Hs(e,t,no(e,a))}},broken:(e,t)=>km(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...Bs(e)})};var $m=[Pm,vm,hm,wm];var Sm=new WeakMap;function _k(e){let t=Sm.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>qk[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return Sm.
set(e,n),n}function Wr(e){return Oe(e)?_k(e):void 0}function Ep(e){return wr(e).map(([,t])=>Wr(t)??xk)}var xk=()=>!1,qk={type:e=>{if(typeof e=="string")return xm[e];
let t=wr(e).flatMap(([,a])=>typeof a=="string"?xm[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Va(
(e,t)=>e>=t),maximum:Va((e,t)=>e<=t),exclusiveMinimum:Va((e,t)=>e>t),exclusiveMaximum:Va((e,t)=>e<t),multipleOf:Va((e,t)=>jk(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:_m((e,t)=>e>=t),maxLength:_m((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?Ok(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=Wr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=Wr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=wr(e).map(([,a])=>a);return a=>!Oe(a)||t.every(n=>Ip(a,n))},properties:e=>{let t=oa(e).flatMap(([a,n])=>{let o=Wr(n);return o===
void 0?[]:[[a,o]]});return a=>!Oe(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=oa(e).map(([
a,n])=>[a,wr(n)]);return a=>!Oe(a)||t.every(([n,o])=>!Ip(a,n)||o.every(([,i])=>Ip(a,i)))},oneOf:e=>{let t=Ep(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Ep(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Ep(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!Oe(a)||Object.
keys(a).every(n=>Oe(t)&&Object.hasOwn(t,n)),not:e=>{let t=Wr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[Wr(e),Wr(t.then),Wr(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries($m.map(e=>[e.keyword,t=>Oe(t)?a=>e.broken(a,t)===void 0:void 0]))};function Va(e){
return t=>a=>typeof a!="number"||e(a,Number(t))}function _m(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function Ok(e){try{return new RegExp(
e)}catch{return}}function jk(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Ip(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var xm={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>Oe(e),
null:e=>e===null};var Tk=/^models\/([^/]+)\.schema\.json$/;function Ua(e){let t=Tk.exec(e)?.[1];return t===void 0?void 0:xc(t)}function qm(e){return`models/${_c(e)}.schema.json`}var Om=ks(e=>[...e.files.values()].flatMap(t=>{let a=Ua(t.path),n=cs(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function cs(e){return e!==
void 0&&e.syntaxErrors.length===0&&Oe(e.value)?e.value:void 0}function po(e){return[...e.files.values()].some(t=>cs(t)===void 0)}var Nq=ks(()=>new Map);function Ak(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(Oe(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function jm(e,t){let a=[];return Ak(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Tm(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:Nk(t))}var Nk=Rr(e=>jm(cs(e)??null,(t,a)=>{let n=typeof t=="string"?Ek(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),Rk=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function Ek(e){let[t]=Rk.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Am(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?Ik(t,a):t,[...e])}function Nm(e){return Rm(e).map(({required:t})=>t.join(
" with ")).join("; ")}function Ik(e,t){let a=Rm(t),n=p=>p!==t&&Vk(p.instancePath,t.instancePath)&&!Fk(p,t),o=e.filter(p=>p!==t&&!n(p)),i=Mk(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&Uk(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function Mk(e,t){let a=Oe(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:Lk(e);if(n!==void 0){let{data:p}=t,m=Oe(p)?p[n]:void 0,l=e.findIndex(
({members:$})=>$?.get(n)===m);if(l!==-1)return l;let y=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:y},data:m}}let o=e.map(({required:p,members:m})=>a.filter(l=>m?.has(l)??p.includes(l)).length),i=Math.max(...o),r=o.flatMap((p,m)=>p===i?[m]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function Lk(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Rm({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function Fk(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function Vk(e,t){return e===t||e.startsWith(`${t}/`)}function Uk(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as Jk}from"node:module";import{fileURLToPath as Dk}from"node:url";var Em=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Mp=new URL("../".repeat(
Em),import.meta.url),zq=new URL("../",Mp),Wq=new URL(Em===3?"./":"../",import.meta.url);var Zq=Dk(new URL("dist/kept/",Mp));var zk=Jk(import.meta.url),Lp="spec:/";function Im(){let{Ajv2020:e}=zk("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var Wk=/^upstreams\/([^/]+)\.json$/;function Da(e){return Wk.exec(e)?.[1]}function Mm(e,t){let a=(n,o)=>Oe(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>Da(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Lm={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Fm="meta/model.schema.json",Vm="\
meta/upstream.schema.json",Ck=["meta/facts.schema.json","meta/parameter.schema.json"],pO=[...Object.entries(Lm).flat(),Fm,Vm,...Ck];function Um(e){return Da(e)!==void 0?Vm:Ua(e)===void 0?Lm[e]:Fm}var co;function uo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(co?.text===a)return co.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?Hk(t):Kk(e.meta.paths,n);return co={text:a,validator:i=>e.files.has(i)?
o(i):void 0},co.validator}function Kk(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function Hk(e){let t=Im();for(let a of e){
let n=cs(a);n!==void 0&&t.addSchema(n,Lp+a.path)}return a=>t.getSchema(Lp+a)}function Xt(e,t){let n=t.map(o=>({candidate:o,distance:Bk(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function Bk(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Dm(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Wm(e){let t=uo(e),a=[...e.files.values()].flatMap(n=>{let o=Um(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=Gk(n),s=r.get(i)??Zk(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var Gk=Rr(()=>new WeakMap);function Zk(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of Am(t.errors??[])){let r=Qk(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function Qk(e,t,a){let n=r0(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Dm(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${Ja(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return Xk(
e,[...n,o("additionalProperty")],a);case"required":return Jm(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=Jm(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${Ja(n)} must have exactly one of ${Nm(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${Ja(n)} must be ${Yk(a)}`}}}function Xk(e,t,a){let n=String(t.at(-1)),o=Oe(zm(a))?Object.keys(zm(a)):[],i=Xt(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Jm(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${Ja(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${Ja(t)} lacks the keywor\
d "${a}"`}}function zm(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function Yk(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(t0[e.keyword]??e0)(e)}var lo=({params:e})=>String(e.limit),Gs=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,e0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,t0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${lo(e)} or more`,maximum:e=>`${lo(e)} or less`,exclusiveMinimum:e=>`more than ${lo(
e)}`,exclusiveMaximum:e=>`less than ${lo(e)}`,minLength:e=>`a string of ${Gs(e,"character")} or more`,maxLength:e=>`a string of ${Gs(e,"character")} or less`,minItems:e=>`\
a list of ${Gs(e,"item")} or more`,maxItems:e=>`a list of ${Gs(e,"item")} or less`,minProperties:e=>`an object with ${Gs(e,"member")} or more`,maxProperties:e=>`\
an object with ${Gs(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function Ja(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function r0(e,t){let a=e;return Ne(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:Oe(a)?a[n]:void 0,o?Number(n):n})}var s0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Cm(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!s0.some(({causes:s,follow:p})=>p(i)&&r.some(m=>s.has(m)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>a0(i,s,p<r))))}function a0(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Fp(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Km=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Hm=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Bm=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Gm=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Bm.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Zm=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Qm=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var Xm=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Ym=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var ef=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var tf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var rf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}];var n0=[...Km,...Hm,...Gm,...Zm,...Qm,...Ym,...ef,...Xm,...rf,...tf];function sf(e){let t=n0.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no such cod\
e: ${e}`);return t}var af=60;function nf(e,t){let a=sf(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:o0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:Xa(t.path),text:c0(o.text),message:t.message,hint:t.hint??a.hint}}function o0(e,t){if(t.offset!==void 0)return{...Fp(e.text,
t.offset),text:p0(e.text,t.offset)};let a=i0(e.tree,t),n=a?.offset??0;return{...Fp(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function i0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=hc(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function p0(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function c0(e){let t=e.replace(/\s+/g," ");return t.length>af?`${t.slice(0,af-1)}\u2026`:t}var of=100;function mo(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=Eo(t,a,pf),o=n===void 0?void 0:yc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(cf(o,of))throw new RangeError(`${e} has more than ${of} levels`);return{path:e,text:t,value:o,get tree(){return n??=Eo(t,[],pf)},syntaxErrors:a}}
var pf={disallowComments:!0,allowTrailingComma:!1};function cf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>cf(a,t-1))}function df(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:m,hint:l}=e,y=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${m}${y}
    at #${s}
    ${l}`}var Re=ks(e=>Mm(e,(t,a)=>uo(e)("meta/upstream.schema.json")?.(a)===!0)),d0=["video","image","audio","mesh"];function it({operations:e}){return d0.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var Cr=ks(e=>Om(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(Oe(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,u0(e,t,o)]))})));function u0(e,t,a){let n=Oe(a)?a:{},o=typeof n.$ref=="string"?{...l0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function l0(e,t,a){try{let{value:n}=Sc(e,t,a);return Oe(n)?n:{}}catch{return{}}}function*uf(e){for(let{path:t,source:a}of Re(e)){let n=Da(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Vp=99;function*lf(e){for(let{path:t,source:a}of Re(e)){for(let[o,{rows:i}]of it(a)){let r=i.map(({to:s})=>Ne(s));for(let[s,p]of r.entries()){let m=m0(p,r);if(m===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${m}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Up(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Vp){let s=`Use an index up to ${Vp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Vp}`,hint:s}}}}}function m0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return Xa(o)}}var f0=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Up(e,t){if(typeof e=="string"){let a=e.startsWith("/")?Ne(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Up(n,[...t,a]);else if(Oe(e))for(let[a,n]of Object.entries(
e))f0.includes(a)||(yield*Up(n,[...t,a]))}function*mf(e){for(let{path:t,source:a}of Re(e))for(let[n,{rows:o}]of it(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var ff={video:"video",image:"image",audio:"audio",mesh:"model"};function*hf(e){for(let{path:t,source:a}of Re(e))for(let[n,{results:o}]of it(a))for(let{contentType:i,
path:r}of yf(o,["operations",n,"results"]))i.startsWith(`${ff[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${ff[n]}/.`})}function*yf(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*yf(o,[...t,a,"results"])}function*wf(e){for(let{path:t,source:a}of Re(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>h0(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function h0(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
gf(e.codes,t.codes)&&gf(e.says,t.says)}function gf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function Yt(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*bf(e){for(let{path:t,source:a}of Re(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],m={code:"S089",file:t},l=Yt(i).flatMap(y=>typeof y=="string"?[]:[y.variable]);!l.includes("body")&&!l.includes("bodySha256")&&(yield{...m,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!l.includes("timestamp")&&(yield{...m,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...m,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...m,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var y0=/\{(value|base64|mediaType)\}/;function vf(e){return{value:e,holes:[...Dp(e,[])]}}function*Dp(e,t){if(typeof e=="string"){let a=y0.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*Dp(n,[...t,String(a)]);else if(Oe(e))for(let[a,n]of Object.entries(e))yield*Dp(n,[...t,a])}function fo(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(fo):Oe(e)?Object.values(e).flatMap(fo):[]}function er(e){return Yt(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var ho=["body","bodySha256","timestamp"];function kf(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:Pf(e),encoding:a,
signed:Yt(n).map(s=>typeof s=="string"?s:g0(s.variable,o)),...i===void 0?{}:{time:w0(i)},key:b0(r)}}function Pf({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function g0(e,t){let a=ho.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function w0({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?Pf({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:Ne(e)},unit:o,toleranceSeconds:i}}function b0(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:er(e.path),at:Ne(e.at),form:t}}function Sf(e){let{message:t,code:a,inside:n,proofs:o}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.in,
name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},deadlineSeconds:e.deadline.seconds,
pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:k0(e.upload)},operations:Object.fromEntries(it(e).map(([i,r])=>[i,_0(r)])),errors:{message:t.map(Ne),
code:a.map(Ne),proofs:o.map(I0),...n===void 0?{}:{inside:{at:Ne(n.at),unless:n.unless??[]}}},...e.probe===void 0?{}:{probe:{path:er(e.probe.path),accepted:e.probe.
accepted}},...e.modelProbe===void 0?{}:{modelProbe:v0(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:P0(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:$0(
e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function v0({path:e,url:t,names:a="",
omits:n,except:o=[],untestable:i}){if(i!==void 0)return{untestable:i};let r=t===void 0?void 0:new URL(t).origin;return{...r===void 0?{}:{origin:r},path:er(e??t?.
slice(r?.length)??""),names:Ne(a),...n===void 0?{}:{omits:n},except:o}}function k0({method:e,path:t,field:a,reference:n}){return{request:zp({method:e,path:t}),...a===
void 0?{}:{field:a},reference:Ne(n)}}function P0(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??
""}:{in:"body",at:Ne(t)},beside:n.map(({to:s,constant:p})=>({to:Ne(s),value:p})),...o===void 0?{}:{signature:kf(o)},...i===void 0?{}:{challenge:Ne(i)},told:r.map(
({at:s,fact:p})=>({at:Ne(s),fact:p}))}}function $0({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,...e},processing:{status:200,...t},ended:{
status:200,...a},cancelled:{status:200,...n}}}function S0({path:e,filter:t,limit:a,items:n,within:o}){return{path:er(e),filter:t,limit:a,items:Ne(n),within:o===
void 0?[]:Ne(o)}}function _0(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:m,seconds:l,secondsAs:y}=e;return{submit:{method:t.
method,path:er(t.path)},submitPaths:_f(t.paths),encoding:t.encoding??"json",headers:t.headers??{},rows:e.rows.map(O0),drops:(e.drops??[]).map(({parameter:$,values:_,
when:T,reason:x})=>({parameter:$,when:(T??[]).map(Jp),reason:x,..._===void 0?{}:{values:_}})),needs:$f(e.needs),lacks:$f(e.lacks),...a===void 0?{}:{id:Ne(a)},...n===
void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:R0(i)},...r===void 0?{}:{list:S0(r)},...s===void 0?{}:{cancel:E0(s)},
answer:{...p===void 0?{}:{status:x0(p)},...m===void 0?{}:{progress:{at:Ne(m.at),of:m.of}},results:e.results.map(xf),message:e.message.map(Ne),code:e.code.map(Ne),
...l===void 0?{}:{seconds:Ne(l)},...y===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:$,unit:_})=>({at:Ne($),unit:_})),...o===void 0?{}:{id:Ne(o)}},
told:(e.told??[]).map(({at:$,in:_,link:T,constant:x,fact:R})=>({at:Ne($),in:_,from:T!==void 0?{kind:"link",request:{method:"GET",path:er(T.path)}}:R!==void 0?{kind:R}:
{kind:"constant",value:x??null}}))}}function x0({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:Ne(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?
{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(q0),means:r}))}}function q0({at:e,is:t,present:a}){return t===void 0?{at:Ne(e),present:a??!0}:{at:Ne(
e),is:t}}function $f(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function O0(e){let t=e.values===void 0?e.accepts?.map(N0):Object.
entries(e.values).map(A0);return{to:Ne(e.to),from:T0(e),when:(e.when??[]).map(Jp),...e.as==="string"?{template:j0}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.
template===void 0?{}:{template:vf(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},
...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},
...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var j0={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function T0({from:e,each:t,join:a,model:n,constant:o}){
return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}
function A0([e,t]){return[Zs(e),t]}function Zs(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function N0(e){return[e,e]}function Jp({given:e,
absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"\
model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function zp({method:e,path:t}){return{method:e,path:er(t)}}function _f(e=[]){
return e.map(({when:t,path:a})=>({when:t.map(Jp),path:er(a)}))}function R0({paths:e,at:t,hosts:a=[],body:n,...o}){return{...zp(o),...e===void 0?{}:{paths:_f(e)},
...t===void 0?{}:{stated:{at:Ne(t),hosts:a}},...n===void 0?{}:{body:n.map(({to:i,fact:r,constant:s})=>({to:Ne(i),from:r===void 0?{kind:"constant",value:s??null}:
{kind:r}}))}}}function E0({from:e,proves:t,...a}){let{answer:n,query:o=[]}=t??{};return{...zp(a),...e===void 0?{}:{from:e.words},proves:{...n===void 0?{}:{answer:{
at:Ne(n.at),words:n.words}},query:o}}}function xf(e){let{url:t,list:a,withKey:n,base64:o,contentType:i,content:r,query:s,results:p,message:m,pending:l}=e;return t!==
void 0?{kind:"url",at:Ne(t),list:a??!1,...n===!0?{withKey:n}:{}}:o!==void 0&&i!==void 0?{kind:"base64",at:Ne(o),contentType:i}:r!==void 0?{kind:"content",request:{
method:"GET",path:er(r)}}:{kind:"query",request:{method:"GET",path:er(s??"")},results:(p??[]).map(xf),message:(m??[]).map(Ne),...l===void 0?{}:{pending:l}}}function I0({
status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===
void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*qf(e){for(let{path:t,source:a}of Re(e))for(let[n,{rows:o}]of it(a)){let i=Cr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
M0(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function M0({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(l,y)=>s.get(l)?.includes(Zs(y))??s.has(l),m=Object.entries(e).filter(([l])=>{let y=r(l);return i.every(($,_)=>p($,y[_]??""))});for(let[l,[y,$]]of m.entries()){
let _=m.slice(0,l).find(([,T])=>JSON.stringify(T)===JSON.stringify($));if(_!==void 0)return[_[0],y]}}}function*Of(e){for(let{path:t,source:a}of Re(e))for(let[n,{rows:o}]of it(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*Af(e){for(let{path:t,source:a}of Re(e))for(let[n,{rows:o}]of it(a)){let i=Cr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let m=o.slice(0,
s).find(l=>Nf(l,p)&&!F0(l,p)&&V0(l,p,i)&&!(r&&yo(l,p)));m!==void 0&&(r||=yo(m,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:yo(m,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${Wp(m)} at ${m.to})`:`${p.to} is written by an earlier row too (${Wp(m)})`})}yield*L0(
t,a,o)}}function*L0(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>Nf(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${Wp(r)})`})}}function Nf(e,t){if(yo(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function yo({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&jf(i)!==
jf(r)}var jf=e=>/^(-|\d+)$/.test(e);function F0(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function V0(e,t,a){if(Tf(e,t)||Tf(t,e))return!1;let n=[
go(e),go(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function Tf({when:e=[]},t){return e.some(a=>go(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>U0(a,n)))}function U0(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function go({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function Wp(e){return go(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*Rf(e){for(let{path:t,source:a}of Re(e))for(let[n,{id:o,query:i,status:r}]of it(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:m,cases:l=[]}=r,y=[...Object.values(
p),m,...l.map(({means:$})=>$)];for(let $ of["completed","failed"])y.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var D0=["value","base64,mediaType","base64"],J0=["value","base64","mediaType"];function*Ef(e){for(let{path:t,source:a}of Re(e))for(let[n,{rows:o}]of it(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=fo(r);if(D0.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let m=p.find(l=>!J0.includes(l));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:m!==void 0?`{${m}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(l=>l==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*wo({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:m}]of s.entries())
yield*Cp(m,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],m=s.from===void 0?"each":"from",l=s.from??s.each,y=Object.keys(s.values??{}).map(_=>({
value:Zs(_),path:[...p,"values",_],at:"key"})),$=(s.accepts??[]).map((_,T)=>({value:_,path:[...p,"accepts",T],at:"value"}));for(let[_,T]of(s.join??[]).entries())
yield{parameter:T,path:[...p,"join",_],at:"value",values:z0(s,p,_)};l!==void 0&&(yield{parameter:l,path:[...p,m],at:"value",values:[...y,...$]}),yield*Cp(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:m=[]}]of n.entries()){let l=["drops",r];yield{parameter:s,path:[...l,"parameter"],at:"value",values:p.
map((y,$)=>({value:y,path:[...l,"values",$],at:"value"}))},yield*Cp(m,[...l,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function z0({values:e={}},t,a){return Object.keys(e).map(n=>({value:Zs(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*Cp(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,m]of n.entries())
yield{parameter:m,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,m]of o.entries())yield{parameter:m,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,m)=>({value:p,path:[...t,a,"among",m],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*If(e){if(!po(e))for(let{path:t,source:a}of Re(e))for(let[n,o]of it(a)){let i=Cr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:m}of wo(o)){if(r.includes(s))continue;let l=Xt(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:m,message:`n\
o ${n} model has the parameter "${s}"`,hint:l===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${l}"?`}}}}function*Mf(e){for(let{path:t,source:a}of Re(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],m=ho.filter($=>$!=="timestamp"||r!==void 0),l=[...new Set([...m,...Object.keys(i)])],y=Yt(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of y.filter(_=>!l.includes(_))){let _=Xt($,l);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:W0($,_,l)}}for(let $ of Object.keys(
i)){let _={...s,path:[...p,"headers",$],at:"key"};ho.some(T=>T===$)?yield{..._,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:y.
includes($)||(yield{..._,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function W0(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function bo(e,t){return Kp(e.files.get(t)?.value??null,[])}var C0=["template","constant","among","body","values","accepts","sources"];function*Kp(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*Kp(n,[...t,a]);else if(Oe(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:C0.includes(a)||(yield*Kp(n,[...t,a]))}function*Lf(e){for(let{path:t,source:a}of Re(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of bo(e,t)){if(n.includes(o))continue;let r=Xt(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var Ff=["model","app"],Qs=["id","name","model","app"];function*vo(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of it(e))for(let{path:r,...s}of K0(i))yield{path:["operations",o,...r],...s}}function*K0({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:Ff};for(let[m,{path:l}]of(t.paths??[]).entries())
yield{text:l,path:["submit","paths",m,"path"],allowed:Ff};let p=a?.body?.some(({fact:m})=>m==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:Qs,
needsId:s&&!p});for(let[m,{path:l}]of(a?.paths??[]).entries())yield{text:l,path:["query","paths",m,"path"],allowed:Qs,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:Qs,needsId:s});for(let[m,{link:l}]of r.entries())l!==void 0&&(yield{
text:l.path,path:["told",m,"link","path"],allowed:Qs});yield*Vf(i,["results"],s)}function*Vf(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:Qs,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:Qs,needsId:a}),yield*Vf(r,[...t,n,"\
results"],a)}function*Uf(e){for(let{path:t,source:a}of Re(e))for(let{text:n,path:o,allowed:i}of vo(a))for(let r of Yt(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Df(e){for(let{path:t,source:a}of Re(e))for(let{text:n,path:o,allowed:i,needsId:r}of vo(a)){let s=Yt(n).flatMap(m=>typeof m=="string"?[]:[m.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(m=>i.includes(m))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Jf(e){if(!po(e))for(let{path:t,source:a}of Re(e))for(let[n,o]of it(a)){let i=new Set,r=Cr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of wo(o)){
let m=r.filter(y=>y.parameters.has(s)).map(y=>y.parameters.get(s)),l=new Set(m.flatMap(y=>y??[]));if(!(m.length===0||m.includes(void 0)))for(let{value:y,path:$,
at:_}of p){if(l.has(y)||i.has($.join("/")))continue;i.add($.join("/"));let T=typeof y=="string"?Xt(y,[...l].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:_,message:`no ${n} model offers ${JSON.stringify(y)} as ${s}`,hint:T===void 0?`Offered: ${[...l].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${T}"?`}}}}}var H0=new Set(["failed","expired","cancelled"]);function*zf(e){for(let{path:t,source:a}of Re(e))for(let[n,{cancel:o,status:i}]of it(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,m]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[l,y]of p.entries()){let $={code:"S087",file:t,path:[...s,...m,l]},_=r.get(y),T=_===void 0?Xt(y,[...r.keys()]):void 0;_===void 0?yield{...$,message:`\
"${y}" is not a word of status.states`,...T===void 0?{}:{hint:`Did you mean "${T}"?`}}:m[0]==="proves"&&!H0.has(_)&&(yield{...$,message:`"${y}" means ${_}: it p\
roves that something is made`})}}}function*Wf(e){for(let{path:t,source:a}of Re(e)){let n=new Set([...bo(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Cf=[uf,If,Jf,Lf,Uf,Ef,Af,qf,Rf,Of,lf,wf,Df,mf,hf,Wf,zf,Mf,bf];var Kf="meta/upstream.schema.json",B0=[wc,vc,$c,Tm,Wm,...Cf];function Hf(e,t){let a=[mo(Kf,"{}"),...Q0(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,m={directory:i,files:new Map([...a,G0(p,s)].map($=>[$.path,$])),meta:{paths:[Kf],code:()=>n}},l=Cm(B0.flatMap($=>[
...$(m)])).filter(({file:$})=>$===p).map($=>nf(m,$)),y=Re(m)[0]?.source;return y!==void 0&&l.every(({severity:$})=>$!=="error")?{name:r,mapping:Sf(y)}:{name:r,mistakes:l.
sort(($,_)=>$.line-_.line).map($=>Z0($,r,i))}})}function G0(e,t){try{return mo(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function Z0(e,t,a){return df({...e,file:`${t}.json`},a)}function Q0(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return mo(qm(t),JSON.stringify(i))})}var bT=Hf(Bf.default.meta0,X0);export{bT as compileProtocols};
