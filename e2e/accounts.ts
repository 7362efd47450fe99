import type { Page } from '@playwright/test'
import { whenLoaded } from './idle.ts'
import { linkInMail } from './mailbox.ts'

export const DEMO_PASSWORD = 'piazza-demo'
export const DEMO_ADMIN = 'admin@esempio.test'
export const DEMO_SELLER = 'forno@esempio.test'
export const DEMO_BUYER = 'orto@esempio.test'

/** Data of an account that does not exist yet, for one test only. */
export const aNewAccount = () => {
  const username = `PROVA_${Math.random().toString(36).slice(2, 8).toUpperCase()}`
  return { username, email: `${username.toLowerCase()}@esempio.test`, password: 'una-password-di-prova' }
}

export const registerByApi = async (origin: string, account: ReturnType<typeof aNewAccount>): Promise<void> => {
  const response = await fetch(`${origin}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Signs in through the form. */
export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click()
}

type Account = { email: string; password: string }

/** Opens the path as a member, in a browser without other data; the session does not come from the form, which takes longer. */
export const openAs = async (page: Page, { email, password }: Account, path: string): Promise<void> => {
  const response = await page.request.post('/api/users/signin', { data: { email, password } })
  if (!response.ok()) throw new Error(await response.text())
  const { origin } = new URL(response.url())
  const localStorage = [{ name: 'userInfo', value: await response.text() }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(path)
  await whenLoaded(page)
}

export const openAsDemoMember = (page: Page, email: string, path: string): Promise<void> =>
  openAs(page, { email, password: DEMO_PASSWORD }, path)

/** A registered and verified member without listings. */
export const aVerifiedMember = async (origin: string): Promise<ReturnType<typeof aNewAccount>> => {
  const account = aNewAccount()
  await registerByApi(origin, account)
  const link = await linkInMail(origin, account.email, '/verification/')
  const response = await fetch(`${origin}/api/users${link}`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  return account
}
