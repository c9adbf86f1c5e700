/** How soon the clinic promises to answer. */
export type ResponsePromise = { readonly hours: number; readonly business_hours: boolean }

/** Returns the promised time in words: «48 horas», «48 horas hábiles», «1 hora». */
export function describePromise({ hours, business_hours }: ResponsePromise): string {
  if (hours === 1) return business_hours ? '1 hora hábil' : '1 hora'
  return business_hours ? `${hours} horas hábiles` : `${hours} horas`
}
