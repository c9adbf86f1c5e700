/** Detects the recommended browser. */

interface Brands {
  brands?: { brand: string }[]
}

function clientHints(): Brands | undefined {
  return 'userAgentData' in navigator ? (navigator.userAgentData ?? undefined) : undefined
}

/**
 * Returns whether this is Google Chrome on any device; false in browsers built from the same sources (Edge, Opera,
 * Samsung).
 */
export function isChrome(userAgent = navigator.userAgent, brands = clientHints()?.brands): boolean {
  if (brands?.length) return brands.some(({ brand }) => brand === 'Google Chrome')
  return (
    /\b(Chrome|CriOS)\//.test(userAgent) &&
    !/\b(Edg|EdgA|EdgiOS|OPR|SamsungBrowser|YaBrowser|Vivaldi|HeadlessChrome)\b/.test(userAgent)
  )
}
