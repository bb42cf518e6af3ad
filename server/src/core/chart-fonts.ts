/** What the service brings: a server may have no fonts. It has Latin and Japanese letters. */
export const TEXT_FONT = 'Noto Sans JP';

/** Of charts, the first that has a letter. The emoji fonts are those of Linux, macOS and Windows. */
export const CHART_FONTS = `${TEXT_FONT}, Hiragino Sans, Yu Gothic, Meiryo, sans-serif, Noto Color Emoji, Apple Color Emoji, Segoe UI Emoji`;
