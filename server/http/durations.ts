import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// How long answers take, by route, as Prometheus reads it. Counted by hand: nothing else is counted so often.

const NAME = 'http_request_duration_seconds'
const BOUNDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]
const MILLISECONDS = 1_000

type Tally = { labels: string; within: number[]; sum: number; count: number }

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const openTally = (method: string, route: string, status: number): Tally => ({
  labels: `method=${quoted(method)},route=${quoted(route)},status="${status}"`,
  within: BOUNDS.map(() => 0),
  sum: 0,
  count: 0,
})

const writeOut = ({ labels, within, sum, count }: Tally): string[] => [
  ...BOUNDS.map((bound, index) => `${NAME}_bucket{le="${bound}",${labels}} ${within[index]}`),
  `${NAME}_bucket{le="+Inf",${labels}} ${count}`,
  `${NAME}_sum{${labels}} ${sum}`,
  `${NAME}_count{${labels}} ${count}`,
]

/** Counts every answer of the server; tells what was counted so far. */
export const countDurations = (app: FastifyInstance): (() => string) => {
  const byRoute = new Map<object, Map<number, Tally>>()

  const findTally = ({ routeOptions: { config } }: FastifyRequest, { statusCode }: FastifyReply): Tally => {
    const present = byRoute.get(config)?.get(statusCode)
    if (present) return present
    const tally = openTally(String(config.method ?? 'any'), config.url ?? 'unknown', statusCode)
    byRoute.set(config, (byRoute.get(config) ?? new Map<number, Tally>()).set(statusCode, tally))
    return tally
  }

  app.addHook('onResponse', (request, reply, done) => {
    const tally = findTally(request, reply)
    const seconds = reply.elapsedTime / MILLISECONDS
    for (let i = BOUNDS.length - 1; i >= 0 && seconds <= (BOUNDS[i] ?? 0); i--)
      tally.within[i] = (tally.within[i] ?? 0) + 1
    tally.sum += seconds
    tally.count++
    done()
  })

  return () => {
    const tallies = [...byRoute.values()].flatMap((byStatus) => [...byStatus.values()])
    const lines = [
      `# HELP ${NAME} How long answers take, by route`,
      `# TYPE ${NAME} histogram`,
      ...tallies.flatMap(writeOut),
    ]
    return `${lines.join('\n')}\n`
  }
}
