type Options = { token?: string; body?: object }

/** Calls the API of the server under test, and fails unless the call succeeds; `path` begins after `/api`. */
export const callApi = async (origin: string, method: string, path: string, { token, body }: Options = {}) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`${origin}/api${path}`, init)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

export const signInByApi = (
  origin: string,
  email: string,
  password: string,
): Promise<{ _id: string; token: string } & Record<string, unknown>> =>
  callApi(origin, 'POST', '/users/signin', { body: { email, password } })
