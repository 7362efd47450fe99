declare module 'autocannon' {
  type Client = { setRequests(requests: { path: string }[]): void }
  type Options = { url: string; connections: number; duration: number; setupClient: (client: Client) => void }
  type Result = {
    duration: number
    requests: { total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
