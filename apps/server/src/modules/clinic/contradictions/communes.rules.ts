/** The communes of Chile by their Código Único Territorial: the number of the province, then that of the commune in it. */

/** How many communes each province has. They are numbered from 1, except where a list gives the numbers. */
const provinces: Readonly<Record<number, number | readonly number[]>> = {
  ...{ 11: [1, 7], 14: 5, 21: 4, 22: 3, 23: 2, 31: 3, 32: 2, 33: 4, 41: 6, 42: 4, 43: 5 },
  ...{ 51: [1, 2, 3, 4, 5, 7, 9], 52: 1, 53: 4, 54: 5, 55: [1, 2, 3, 4, 6], 56: 6, 57: 6, 58: 4 },
  ...{ 61: 17, 62: 6, 63: 10, 71: 10, 72: 3, 73: 9, 74: 8, 81: 12, 82: 7, 83: 14, 91: 21, 92: 11 },
  ...{ 101: 9, 102: 10, 103: 7, 104: 4, 111: 2, 112: 3, 113: 3, 114: 2, 121: 4, 122: 2, 123: 3, 124: 2 },
  ...{
    131: 32,
    132: 3,
    133: 3,
    134: 4,
    135: 5,
    136: 5,
    141: 8,
    142: 4,
    151: 2,
    152: 2,
    161: 9,
    162: 7,
    163: 5,
  },
}

export function isCommune(code: number): boolean {
  const numbers = provinces[Math.floor(code / 100)]
  const number = code % 100
  return typeof numbers === 'object' ? numbers.includes(number) : number >= 1 && number <= (numbers ?? 0)
}
