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
    const dialogs = document.querySelectorAll('dialog[open]')
    const part = dialogs[dialogs.length - 1] ?? document
    for (const each of part.querySelectorAll<HTMLElement>(selector)) {
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

/** Buttons whose text is broken inside a word or a number, or is laid out in columns. */
export const findBroken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** The lines of each word, in the order of the text. */
    const linesOf = (button: Element): DOMRect[][] => {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const words: DOMRect[][] = []
      while (texts.nextNode()) {
        const { currentNode: text } = texts
        if (text.parentElement?.closest('.visually-hidden')) continue
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          words.push([...range.getClientRects()].filter(({ width }) => width > 0))
        }
      }
      return words.filter((lines) => lines.length > 0)
    }
    const faultOf = (button: Element): string | undefined => {
      const words = linesOf(button)
      const tops = words.map(([first]) => first?.top ?? 0)
      const height = words[0]?.[0]?.height ?? 0
      // A line is never above one before it. An amount may be set a little higher.
      if (tops.some((top, index) => index > 0 && top < (tops[index - 1] ?? 0) - height / 2)) return 'in columns'
      const isBroken = (lines: DOMRect[]) => lines.some(({ top }) => top > (lines[0]?.top ?? 0) + height / 2)
      return words.some(isBroken) ? 'broken inside a word' : undefined
    }
    // Links that look like buttons have their rounded shape.
    const isButton = (each: Element) =>
      each.checkVisibility() && (each.tagName === 'BUTTON' || getComputedStyle(each).borderTopLeftRadius === '999px')
    return [...document.querySelectorAll('button, a')].filter(isButton).flatMap((button) => {
      const fault = faultOf(button)
      return fault ? [`${fault}: ${(button.textContent ?? '').slice(0, 60)}`] : []
    })
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

/** Text at 200 %, as browsers enlarge it, or as it is. */
export const enlargeText = (page: Page, isEnlarged = true): Promise<void> =>
  page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    isEnlarged ? '200%' : '',
  )
