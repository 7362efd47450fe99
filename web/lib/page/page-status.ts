import { data } from 'react-router'

/** The loader's data of a page of a list; with status 404 past the last page. */
export const withPageStatus = <T extends { page: number; products: readonly unknown[] }>(list: T) =>
  data(list, { status: list.page > 1 && list.products.length === 0 ? 404 : 200 })
