/** Returns the greeting of the home page in the person's gender; a neutral one when no gender is given. */
export function getGreeting(gender: number | null): string {
  if (gender === 1) return 'Bienvenida'
  return gender === 2 ? 'Bienvenido' : 'Bienvenid@'
}
