/** What the picture of the first page leaves open, for the server (names of settings) and the page itself (notices) to fill in. */
export const blanks = {
  config: { product: '{product}', brand: '{brand}', supportPhone: '{supportPhone}' },
  notice: { id: 1, name: '{name}', text: '{text}', color: { primary_code: '', secundary_code: '' } },
}
