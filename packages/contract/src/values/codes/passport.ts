export function isPassport(text: string): boolean {
  return /^[A-Za-z0-9]{6,15}$/.test(text) && !/^0+$/.test(text)
}
