/** Kinds of series that have no images to look at: reports, key images, measurements, plans, sound and the like. */
export const withoutImages = new Set([
  ...['SR', 'PR', 'KO', 'DOC', 'AU', 'ECG', 'EPS', 'HD', 'RTSTRUCT', 'RTPLAN', 'RTRECORD', 'REG', 'SEG'],
  ...['FID', 'RWV', 'PLAN'],
])
