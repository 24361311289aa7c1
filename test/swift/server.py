"""OpenStack Swift with its S3 interface in one process: server.py <folder> <port> <seconds ahead>.

Prints the port of the S3 interface once it is bound. What is stored survives the process, in the folder. One replica, one
device, no daemons beside the servers: what is stored is read back at once, and nothing repairs it. The process ends with
the one that started it.
"""
import ctypes
import logging
import os
import signal
import sys
import time

folder, port, ahead = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

real_time = time.time
time.time = lambda: real_time() + ahead

import eventlet  # noqa: E402

eventlet.patcher.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'one'), exist_ok=True)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def serve(listener, app):
    wsgi.server(listener, app, logging.getLogger('silent'), log_output=False)


utils.SWIFT_CONF_FILE = write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = one\nswift_hash_path_prefix = one\n')
utils.validate_hash_conf()

common = f'[DEFAULT]\nswift_dir = {folder}\ndevices = {devices}\nmount_check = false\nlog_level = ERROR\n'
stores = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in ('account', 'container', 'object')}
for kind, listener in stores.items():
    ring = RingBuilder(1, 1, 0)
    place = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': listener.getsockname()[1], 'device': 'one'}
    ring.add_dev(place)
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
for kind, listener in stores.items():
    app = f'[pipeline:main]\npipeline = server\n[app:server]\nuse = egg:swift#{kind}\n'
    eventlet.spawn(serve, listener, loadapp(write(f'{kind}.conf', common + app), global_conf={'log_name': kind}))

settings = {
    's3api': 'location = us-east-1\nmax_bucket_listing = 5\n',
    'tempauth': 'user_service_tester = the-secret-of-the-test .admin\n',
}
filters = ['catch_errors', 'gatekeeper', 'memcache', 'listing_formats', 'bulk', 's3api', 'tempauth', 'copy', 'slo']
proxy = f'[pipeline:main]\npipeline = {" ".join(filters)} proxy-server\n'
proxy += '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
proxy += ''.join(f'[filter:{name}]\nuse = egg:swift#{name}\n{settings.get(name, "")}' for name in filters)

front = eventlet.listen(('127.0.0.1', port))
app = loadapp(write('proxy.conf', common + proxy), global_conf={'log_name': 'proxy'})
print(front.getsockname()[1], flush=True)
serve(front, app)
