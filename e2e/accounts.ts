import { expect, type Page } from '@playwright/test'
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

/** Signs in as a demo member and continues to the path. */
export const openAsDemoMember = async (page: Page, email: string, path: string): Promise<void> => {
  await page.goto(`/signin?redirect=${encodeURIComponent(path)}`)
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(path)
}

/** A registered and verified member without listings. */
export const aVerifiedMember = async (origin: string): Promise<ReturnType<typeof aNewAccount>> => {
  const account = aNewAccount()
  await registerByApi(origin, account)
  const link = await linkInMail(origin, account.email, '/verification/')
  const response = await fetch(`${origin}/api/users${link}`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  return account
}
