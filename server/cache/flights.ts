import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '#server/cache/answer.ts'
import { send } from '#server/cache/front.ts'
import type { Kept } from '#server/cache/kept.ts'

// Of many who ask for the same at once, one asks for all. Where somebody tells us of every change, those who come later
// board what is already being made, until something changes. Where nobody does, they gather for the next flight, which
// leaves when that of the crowd before them has landed, or else with the turn in which they ask: a crowd costs what few
// would, and no answer was begun before its question.

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the one who asks for all of them. */
    flight: Flight | null
  }
}

type Passenger = { request: FastifyRequest; reply: FastifyReply; goOn: () => void }

type Flight = {
  /** The state of things that the answer belongs to; undefined where nobody tells of changes. */
  generation: number | undefined
  passengers: Passenger[]
  goOn: () => void
  next: Flight | undefined
}

const hasOthers = ({ generation, passengers }: Flight) => generation !== undefined || passengers.length > 0

/** Whether the answer to a request goes to others too, or is to be kept for them. */
export const isForOthers = ({ flight }: FastifyRequest): boolean => flight !== null && hasOthers(flight)

// Who waited too long was told so meanwhile, and is not to be told twice.
const serve = ({ request, reply }: Passenger, answer: Answer) => {
  if (!reply.sent) send(request.raw, reply.hijack().raw, answer, ['x-request-id', request.id])
}

export const makeFlights = (kept: Kept) => {
  const inTheAir = new Map<string, Flight>()
  // Made anew for each turn, and not emptied: most of what is asked for is asked for by one.
  let gathering: Map<string, Flight> | undefined

  const takeOff = (address: string, flight: Flight) => {
    if (hasOthers(flight)) inTheAir.set(address, flight)
    flight.goOn()
  }

  const gather = (address: string, flight: Flight) => {
    if (!gathering) {
      gathering = new Map()
      setImmediate((flights: Map<string, Flight>) => {
        gathering = undefined
        for (const [address, flight] of flights) takeOff(address, flight)
      }, gathering)
    }
    gathering.set(address, flight)
  }

  const clear = (address: string, flight: Flight) => {
    if (inTheAir.get(address) === flight) inTheAir.delete(address)
    if (flight.next) takeOff(address, flight.next)
  }

  return {
    /** Goes on with the one who asks first; the others are answered when that one lands, or go on where there is no answer for all. */
    board(request: FastifyRequest, reply: FastifyReply, goOn: () => void): void {
      const { url } = request
      const generation = kept.isOpen() ? kept.generation() : undefined
      const flying = inTheAir.get(url)
      const ahead = flying?.generation === generation ? flying : undefined
      const present = generation === undefined ? (ahead?.next ?? gathering?.get(url)) : ahead
      if (present) {
        present.passengers.push({ request, reply, goOn })
        return
      }
      const flight: Flight = { generation, passengers: [], goOn, next: undefined }
      request.flight = flight
      if (generation !== undefined) takeOff(url, flight)
      else if (ahead) ahead.next = flight
      else gather(url, flight)
    },

    land(request: FastifyRequest, answer?: Answer): void {
      const { flight, url } = request
      if (!flight) return
      request.flight = null
      if (answer && flight.generation !== undefined) kept.keep(url, flight.generation, answer)
      for (const passenger of flight.passengers) answer ? serve(passenger, answer) : passenger.goOn()
      // The next of a crowd waits for one turn more: those who were just answered ask again in it.
      if (flight.generation === undefined && hasOthers(flight)) setImmediate(() => setImmediate(clear, url, flight))
      else clear(url, flight)
    },
  }
}
