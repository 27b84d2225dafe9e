declare module 'js-beautify' {
  type Format = (code: string, options: Readonly<Record<string, unknown>>) => string;
  const beautify: Record<'css' | 'html' | 'js', Format>;
  export default beautify;
}
