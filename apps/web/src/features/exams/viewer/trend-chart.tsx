/**
 * Chart of one measure with uPlot: values on a real time axis, each reference range as a band over the time in which it applied.
 * A line joins only results of one method and one range. It has no text for screen readers; its parent provides it.
 */
import 'uplot/dist/uPlot.min.css'
import type { ExamResult } from '@mi-portal/contract/exams/exams'
import type { ReferenceRange } from '@mi-portal/contract/results/reported-result'
import { findFlag } from '@mi-portal/contract/results/result-flags'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { formatNumber } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { color } from '../../../ui/tokens.ts'
import { chartPoints, chartSegments, formatExactValue, formatLimits } from './result-labels.tsx'

const height = 210
const font = "'Figtree Variable', system-ui, sans-serif"
// A canvas cannot use the custom properties of the style sheets.
const action = (shade: number) => portal.clinic.branding.colours.action[shade] ?? ''
const neutral = (shade: number) => portal.clinic.branding.colours.neutral[shade] ?? ''
const axisLabelDistance = 74
const pointLabelDistance = 38

export function TrendChart({ result }: { result: ExamResult }) {
  const room = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { current } = room
    if (!current) return
    const chart = new UPlot(toChartOptions(result, current.clientWidth), toChartData(result), current)
    const observer = new ResizeObserver(() => chart.setSize({ width: current.clientWidth, height }))
    observer.observe(current)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [result])

  return <div ref={room} style={{ height }} />
}

// A day is drawn at noon UTC, so that no time zone moves it to another day.
function toChartData(result: ExamResult): UPlot.AlignedData {
  const segments = chartSegments(result)
  const times = chartPoints(result).map(({ date }) => secondsOf(date))
  let before = 0
  // Each segment is a line of its own, without values where the other segments are.
  const lines = segments.map(({ points }) => {
    const line = [
      ...new Array<null>(before).fill(null),
      ...points.map(({ value }) => value),
      ...new Array<null>(times.length - before - points.length).fill(null),
    ]
    before += points.length
    return line
  })
  return [times, ...lines]
}

function secondsOf(date: string): number {
  return Date.parse(`${date}T12:00:00Z`) / 1000
}

function toChartOptions(result: ExamResult, width: number): UPlot.Options {
  const [bottom, top] = valueRange(result)
  return {
    width,
    height,
    padding: [26, 26, 0, 4],
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { x: { time: true, range: (_, min, max) => padRange(min, max) }, y: { range: [bottom, top] } },
    axes: [
      {
        stroke: neutral(6),
        font: `14px ${font}`,
        grid: { show: false },
        ticks: { show: false },
        size: 36,
        splits: (chart) => selectSpacedTimes(chart, 'x', axisLabelDistance),
        values: (_, seconds) => seconds.map(monthOf),
      },
      {
        stroke: neutral(6),
        font: `14px ${font}`,
        size: 56,
        grid: { show: false },
        ticks: { show: false },
        splits: () => marksOf(result, [bottom, top]),
        values: (_, marks) => marks.map((mark) => formatNumber(mark, result.decimals)),
      },
    ],
    series: [
      {},
      ...chartSegments(result).map(() => ({ stroke: action(7), width: 2.25, points: { show: false } })),
    ],
    hooks: {
      drawClear: [(chart) => drawBands(chart, result, [bottom, top])],
      draw: [(chart) => drawPoints(chart, result)],
    },
  }
}

/**
 * Returns the lowest and highest value shown. They cover values and limits, with a quarter of that span as extra room
 * on both sides. The lowest stays at zero or above unless a value or limit is negative.
 */
function valueRange(result: ExamResult): [number, number] {
  const limits = chartSegments(result).flatMap(({ range }) => limitsOf(range))
  const all = [...chartPoints(result).map(({ value }) => value), ...limits]
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const room = (highest - lowest || Math.abs(highest) || 1) / 4
  return [lowest >= 0 ? Math.max(0, lowest - room) : lowest - room, highest + room]
}

/** Returns the axis marks: the limits, and the ends that are far enough from the limits to have their own number. */
function marksOf({ reference }: ExamResult, [bottom, top]: [number, number]): number[] {
  const limits = [reference.low, reference.high].filter((limit) => limit !== null)
  const apart = (top - bottom) * 0.15
  const ends = [bottom, top].filter((end) => limits.every((limit) => Math.abs(limit - end) >= apart))
  return [...limits, ...ends].sort((one, other) => one - other)
}

/** Adds room around the first and the last point; a single day gets half a year on each side. */
function padRange(first: number, last: number): [number, number] {
  const room = last > first ? (last - first) * 0.04 : 15_768_000
  return [first - room, last + room]
}

/**
 * Returns the times of the points that are at least `distance` apart, so that their labels fit; always with the last
 * one.
 */
function selectSpacedTimes(chart: UPlot, scale: string, distance: number): number[] {
  const selected: number[] = []
  for (const time of [...chart.data[0]].reverse()) {
    const after = selected[0]
    if (after === undefined || chart.valToPos(after, scale) - chart.valToPos(time, scale) >= distance)
      selected.unshift(time)
  }
  return selected
}

function monthOf(seconds: number): string {
  const [year, month] = new Date(seconds * 1000).toISOString().split('-')
  return `${month}/${year}`
}

function limitsOf(range: ReferenceRange | null): number[] {
  return [range?.low, range?.high].flatMap((limit) => (limit ? Number(limit.number) : []))
}

/** Draws the range of each segment over its time, and a line where one segment ends and the next one begins. */
function drawBands(chart: UPlot, result: ExamResult, [bottom, top]: [number, number]) {
  const { bbox } = chart
  const segments = chartSegments(result)
  const xOf = (date: string) => chart.valToPos(secondsOf(date), 'x', true)
  let left = bbox.left
  for (const [place, segment] of segments.entries()) {
    const [last, next] = [segment.points.at(-1), segments[place + 1]?.points[0]]
    const right = last && next ? (xOf(last.date) + xOf(next.date)) / 2 : bbox.left + bbox.width
    drawBand(chart, segment, { left, right, bottom, top })
    if (next) drawBoundary(chart, right)
    left = right
  }
}

/** Draws a line from top to bottom where the method or the range changed. */
function drawBoundary({ ctx, bbox }: UPlot, x: number) {
  ctx.save()
  ctx.strokeStyle = neutral(6)
  ctx.lineWidth = 1.5 * UPlot.pxRatio
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

type Area = { left: number; right: number; bottom: number; top: number }
type Segment = ReturnType<typeof chartSegments>[number]

function drawBand(chart: UPlot, { range, points: [first] }: Segment, area: Area) {
  const limits = first === undefined ? null : formatLimits(first)
  if (range === null || limits === null) return
  const [low, high] = [range.low, range.high].map((limit) => (limit === null ? null : Number(limit.number)))
  const { ctx } = chart
  const { left, right } = area
  const ratio = UPlot.pxRatio
  const upper = chart.valToPos(high ?? area.top, 'y', true)
  const lower = chart.valToPos(low ?? area.bottom, 'y', true)
  ctx.save()
  ctx.fillStyle = color.araucaria[0]
  ctx.fillRect(left, upper, right - left, lower - upper)
  ctx.strokeStyle = color.araucaria[5]
  ctx.lineWidth = ratio
  ctx.setLineDash([4 * ratio, 3 * ratio])
  for (const [limit, y] of [
    [high, upper],
    [low, lower],
  ]) {
    if (limit === null || limit === undefined || y === null || y === undefined) continue
    ctx.beginPath()
    ctx.moveTo(left, y)
    ctx.lineTo(right, y)
    ctx.stroke()
  }
  ctx.fillStyle = color.araucaria[7]
  ctx.font = `${13 * ratio}px ${font}`
  const text = `Rango de referencia ${limits}`
  const fits = ctx.measureText(text).width + 16 * ratio <= right - left
  if (fits && lower - upper > 44 * ratio) {
    // The text is placed away from the first point and its number.
    const isHigh = first !== undefined && chart.valToPos(first.value, 'y', true) > (upper + lower) / 2
    ctx.textBaseline = isHigh ? 'top' : 'bottom'
    ctx.fillText(text, left + 8 * ratio, isHigh ? upper + 6 * ratio : lower - 5 * ratio)
  }
  ctx.restore()
}

function drawPoints(chart: UPlot, result: ExamResult) {
  const { ctx } = chart
  const ratio = UPlot.pxRatio
  const labelled = new Set(selectSpacedTimes(chart, 'x', pointLabelDistance))
  ctx.save()
  ctx.textAlign = 'center'
  for (const [place, point] of chartPoints(result).entries()) {
    const time = chart.data[0][place]
    if (time === undefined) continue
    const [x, y] = [chart.valToPos(time, 'x', true), chart.valToPos(point.value, 'y', true)]
    const position = findFlag(point.reported)?.level
    const isOutside = position === 'high' || position === 'low'
    ctx.beginPath()
    ctx.arc(x, y, 5.5 * ratio, 0, 2 * Math.PI)
    ctx.fillStyle = isOutside ? color.aromo[1] : '#FFFFFF'
    ctx.fill()
    ctx.lineWidth = 2.25 * ratio
    ctx.strokeStyle = isOutside ? color.aromo[7] : action(7)
    ctx.stroke()
    if (!labelled.has(time)) continue
    ctx.fillStyle = neutral(9)
    ctx.font = `600 ${14 * ratio}px ${font}`
    // In the normal range the number is placed below its point, where no limit line crosses it.
    const below = position === 'in' && y + 30 * ratio < chart.bbox.top + chart.bbox.height
    ctx.textBaseline = below ? 'top' : 'bottom'
    ctx.fillText(formatExactValue(point), x, below ? y + 10 * ratio : y - 10 * ratio)
  }
  ctx.restore()
}
