// Signed-in requests of an admin whom the server creates at its start.

export const ADMIN = { email: 'misure@esempio.test', password: 'solo-per-misurare' }

// Rate limits would reject the load of a benchmark.
export const ADMIN_SETTINGS = {
  NODE_ENV: 'development',
  RATE_LIMITS: 'off',
  DEMO: '0',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}

export type Site = { origin: string }

export type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ _id: string; token: string; product: { _id: string } }>

export const callerFor =
  (piazza: Site, token = ''): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(piazza.origin + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }

export const signInAsAdmin = async (piazza: Site): Promise<string> =>
  (await callerFor(piazza)('POST', '/api/users/signin', ADMIN)).token
