function readNumbers(text: string): number[] | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null
  return parts.map(Number)
}

function readGroups(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  if (!groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  const count = groups.flat().length
  if (halves.length === 1 ? count !== 8 : count > 7) return null
  const [head = [], tail = []] = groups
  return [...head, ...Array.from({ length: 8 - count }, () => '0'), ...tail].map((group) =>
    Number.parseInt(group, 16),
  )
}

/** Returns the bits of an address, as text of 0 and 1, or null. */
function readBits(address: string): string | null {
  const numbers = readNumbers(address)
  if (numbers !== null) return numbers.map((one) => one.toString(2).padStart(8, '0')).join('')
  return (
    readGroups(address)
      ?.map((one) => one.toString(2).padStart(16, '0'))
      .join('') ?? null
  )
}

/** Returns whether a text is a single address, or an address with a prefix length after which every bit is 0. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = readBits(address)
  if (bits === null || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits.length) return false
  return !bits.slice(Number(prefix)).includes('1')
}
