const FEW = 6

/** The page links to show: first, last and those around the current one, with 'gap' where pages are left out. */
export const pageWindow = (current: number, pages: number, around = 1): (number | 'gap')[] => {
  if (pages <= FEW) return Array.from({ length: pages }, (_, index) => index + 1)
  const shown = new Set([1, pages])
  for (let page = current - around; page <= current + around; page++) shown.add(page)
  const sorted = [...shown].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b)
  return sorted.flatMap((page, index) => {
    const before = sorted[index - 1]
    if (before === undefined || page === before + 1) return [page]
    // A gap of one page is better shown as that page.
    return page === before + 2 ? [before + 1, page] : ['gap' as const, page]
  })
}
