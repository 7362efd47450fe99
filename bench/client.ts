import autocannon from 'autocannon'

// Load generator, in its own process. Each connection starts at a different path, so that with many paths
// concurrent requests differ.
const [, , origin = '', seconds = '', connections = '', ...paths] = process.argv
let clients = 0

const result = await autocannon({
  url: origin,
  connections: Number(connections),
  duration: Number(seconds),
  setupClient(client) {
    const first = clients++ % paths.length
    client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path })))
  },
})
process.stdout.write(JSON.stringify(result))
