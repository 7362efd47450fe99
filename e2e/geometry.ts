import type { Page } from '@playwright/test'

/** Links, buttons and fields that are below something else or beyond an edge after they were scrolled into view. */
export const findCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (each: Element) => {
      const { width, height } = each.getBoundingClientRect()
      return width > 1 && height > 1 && each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    const isHit = (each: HTMLElement) => {
      // A link that is broken over two lines has two rectangles.
      const [first = each.getBoundingClientRect()] = each.getClientRects()
      const hit = document.elementFromPoint(first.left + first.width / 2, first.top + first.height / 2)
      return hit !== null && (each.contains(hit) || hit.contains(each) || hit.closest('label')?.contains(each) === true)
    }
    // Not the link to the content, which is above the screen until it has the focus.
    const selector = 'a[href]:not([href="#contenuto"]), button, input, select, textarea, summary'
    const found: string[] = []
    for (const each of document.querySelectorAll<HTMLElement>(selector)) {
      for (const block of ['start', 'end'] as const) {
        if (!isShown(each)) continue
        each.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' })
        const { left, right } = each.getBoundingClientRect()
        if (left < -1 || right > innerWidth + 1) found.push(`beyond the edge: ${(each.textContent ?? '').slice(0, 60)}`)
        if (!isHit(each)) found.push(`covered at the ${block}: ${(each.textContent || each.outerHTML).slice(0, 60)}`)
      }
    }
    window.scrollTo(0, 0)
    return found
  })

/** Labels, buttons, block links and headings that are narrower than their text. */
export const findCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector = 'a, button, label, summary, legend, h1, h2, h3, dt, nav span'
    const isCut = (each: Element) =>
      each.clientWidth > 1 &&
      each.scrollWidth > each.clientWidth + 1 &&
      each.checkVisibility() &&
      !each.matches('.visually-hidden')
    return [...document.querySelectorAll(selector)]
      .filter(isCut)
      .map((each) => `cut: ${(each.textContent ?? '').slice(0, 60)}`)
  })

/** The part of the screen's height, from 0 to 1, that neither header, banner, cookie bar nor another bar takes. */
export const freePart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isBar = (each: Element | null): boolean => {
      if (each === null || each === document.body) return false
      const isFrame = each.matches('body > :is(header, nav, aside:first-of-type, section)')
      return isFrame || ['fixed', 'sticky'].includes(getComputedStyle(each).position) || isBar(each.parentElement)
    }
    let free = 0
    for (let y = 0; y < innerHeight; y++) if (!isBar(document.elementFromPoint(innerWidth / 2, y))) free++
    return free / innerHeight
  })

/** The width that the header's search leaves to what is typed. */
export const searchWidth = (page: Page): Promise<number> =>
  page.getByRole('combobox', { name: 'Cerca negli annunci' }).evaluate((field) => {
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  })

/** Where the content of the page begins, below everything that is above it. */
export const topOfContent = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate((main) => {
    return main.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(main).paddingTop)
  })

/** Text at 200 %, as browsers enlarge it. */
export const enlargeText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
