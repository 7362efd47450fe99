import type { Page } from '@playwright/test'
import type { Section } from '#domain/market/listings.ts'
import { DEMO_BUYER, DEMO_PASSWORD, DEMO_SELLER, openAs, openAsDemoMember } from './accounts.ts'
import { callApi, signInByApi } from './api.ts'
import { expect } from './fixtures.ts'

const uniqueName = () => `Focaccia della prova ${Math.random().toString(36).slice(2, 7)}`

export const answerCookies = (page: Page): Promise<void> => page.getByRole('button', { name: 'Rifiuta' }).click()

/** Opens the form of a new listing as this member. */
export const beginListing = async (page: Page, person: { email: string; password: string }) => {
  await openAs(page, person, '/productlist/seller')
  await answerCookies(page)
  await page.getByRole('button', { name: 'Crea Annuncio' }).click()
  await expect(page.getByRole('heading', { name: 'Nuovo annuncio' })).toBeVisible()
}

/** Opens the second step of the listing form. */
export const openDetails = (page: Page): Promise<void> => page.getByText('Altri dettagli', { exact: true }).click()

/** Publishes a listing through the form as the signed-in member; returns its path. */
export const publish = async (page: Page, { priceVal, stock }: { priceVal: string; stock: string }) => {
  const name = uniqueName()
  await page.goto('/productlist/seller')
  await page.getByRole('button', { name: 'Crea Annuncio' }).click()
  await page.getByLabel('Titolo').fill(name)
  await page.getByRole('combobox', { name: 'Categoria' }).fill('Alimentari')
  await page.getByLabel('Prezzo in VAL').fill(priceVal)
  await openDetails(page)
  await page.getByLabel('Quantità disponibile').fill(stock)
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText(`«${name}» è in vetrina.`)).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  return { name, path: new URL(page.url()).pathname }
}

type ListingOptions = {
  name?: string
  category?: string
  brand?: string
  description?: string
  section?: Section
  isService?: boolean
  priceVal?: number
  priceEuro?: number
  countInStock?: number
  delivery?: string
  city?: string
  municipality?: string
  startsAt?: string
  endsAt?: string
  places?: number
}

const THE_DEMO_SELLER = { email: DEMO_SELLER, password: DEMO_PASSWORD }

/** Publishes a listing through the API, for one test only; by default of the demo seller. */
export const publishByApi = async (origin: string, options: ListingOptions = {}, owner = THE_DEMO_SELLER) =>
  publishInSession(origin, await signInByApi(origin, owner.email, owner.password), options)

export const publishInSession = async (origin: string, { token }: { token: string }, options: ListingOptions = {}) => {
  const { product } = await callApi(origin, 'POST', '/products', { token, body: {} })
  const name = options.name ?? uniqueName()
  const listing = { name, section: 'offro', category: 'Pane e dolci', priceVal: 4, priceEuro: 2, countInStock: 3 }
  const body = { ...product, ...listing, ...options }
  await callApi(origin, 'PUT', `/products/${product._id}`, { token, body })
  return { id: product._id as string, name }
}

/** Signs in as the demo buyer with one listing in the cart. */
export const openWithCart = async (page: Page, { id, name }: { id: string; name: string }): Promise<void> => {
  await openAsDemoMember(page, DEMO_BUYER, `/cart/${id}?qty=1`)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
}
