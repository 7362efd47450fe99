import autocannon from 'autocannon'

// The client of the bench, in a process of its own. Each connection begins with another of the paths: who asks for
// many things does not ask for the same at the same time.
const [, , origin = '', seconds = '', connections = '', ...paths] = process.argv
let begun = 0

const result = await autocannon({
  url: origin,
  connections: Number(connections),
  duration: Number(seconds),
  setupClient(client) {
    const first = begun++ % paths.length
    client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path })))
  },
})
process.stdout.write(JSON.stringify(result))
