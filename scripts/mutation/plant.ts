import type { Fault } from './faults.ts'

/** The text with the fault in it. Throws where the place to plant it is not there, or there more than once. */
export function plant(text: string, fault: Fault): string {
  const places = text.split(fault.find).length - 1
  if (places !== 1) {
    throw new Error(`"${fault.name}": its place stands ${places} times in ${fault.file}, not once`)
  }
  if (fault.find === fault.replace) throw new Error(`"${fault.name}" changes nothing`)
  // A function, because a text to put in may hold `$`.
  return text.replace(fault.find, () => fault.replace)
}
