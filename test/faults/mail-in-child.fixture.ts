import { connect } from '#server/platform/db/pool.ts'
import { makeMailReceiver } from '#server/talk/inbound/receiver.ts'
import { makeReceive } from '#server/talk/inbound/receiving.ts'
import { makeInboundStore } from '#server/talk/inbound/store.ts'

// Receives mails in a separate process, for tests that kill it.
const [address = '{}', url = ''] = process.argv.slice(2)
const db = connect(JSON.parse(address), { connections: 4 })
const receive = makeReceive({ store: makeInboundStore(db), now: () => new Date() })
makeMailReceiver({ url, inbound: { receive }, report: () => undefined }).start()
