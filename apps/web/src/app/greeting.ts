/** The first word of the home, in the form of the person's gender; the one for all where they gave none. */
export function greeting(gender: number | null): string {
  if (gender === 1) return 'Bienvenida'
  return gender === 2 ? 'Bienvenido' : 'Bienvenid@'
}
