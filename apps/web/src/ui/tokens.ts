/**
 * The design tokens of all screens: colours, statuses, times. The contrast of each used pair is at least 4.5:1 for
 * text and 3:1 for borders.
 */

export const color = {
  // The only colour for actions.
  lapis: [
    '#EEF2FD',
    '#DCE4FA',
    '#B9C8F4',
    '#90A9EA',
    '#6687DD',
    '#4268CD',
    '#2A4DB5',
    '#213E96',
    '#1A3178',
    '#12225A',
  ],
  // Accent: focus, favourites, counters, acting for a relative.
  arrebol: [
    '#FFF2EC',
    '#FFE1D6',
    '#FFC6B4',
    '#FAA58B',
    '#F0866A',
    '#E0603F',
    '#C4492B',
    '#A13920',
    '#802E1B',
    '#5C2115',
  ],
  // Neutrals.
  piedra: [
    '#F6F7FB',
    '#ECEFF6',
    '#DFE4EE',
    '#C8CFDE',
    '#A2ABC0',
    '#737D97',
    '#58627C',
    '#414A62',
    '#2A3348',
    '#161D30',
  ],
  // Success.
  araucaria: [
    '#EAF6EF',
    '#D2ECDD',
    '#A6D8BC',
    '#74C097',
    '#46A574',
    '#278A58',
    '#1B734A',
    '#155C3B',
    '#10472E',
    '#0B3321',
  ],
  // Attention.
  aromo: [
    '#FFF8E3',
    '#FFEFC2',
    '#FFE08A',
    '#F9CC54',
    '#EBB52B',
    '#C99210',
    '#996C00',
    '#775300',
    '#5C4000',
    '#402C00',
  ],
  // Errors and confirmations of what cannot be undone.
  copihue: [
    '#FDEEF0',
    '#FAD9DE',
    '#F4B1BB',
    '#EA8391',
    '#DB5569',
    '#C93349',
    '#B0213A',
    '#911A30',
    '#721627',
    '#52101C',
  ],
  // Imaging and telemedicine.
  glaciar: [
    '#E7F5F8',
    '#CDE9EF',
    '#9DD4DF',
    '#66BACB',
    '#369FB4',
    '#17839A',
    '#0E6C82',
    '#0B5668',
    '#094351',
    '#06303A',
  ],
} as const

/** Widths of dialogs in px: notice, short form, long form, viewer. */
export const dialogWidth = { notice: 345, form: 490, wide: 680, viewer: 860 } as const

/** Delays that the product specifies, in milliseconds. */
export const delayMs = {
  contactToHistory: 3000,
  rowHighlight: 3000,
  temporaryPasswordClose: 3000,
  rebookClose: 5000,
  carousel: 5000,
} as const

/** The width, in em, from which the desktop layout is used (860 px). */
export const desktopMinWidth = '53.75em'
